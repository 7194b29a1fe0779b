/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One table of factorisations. A back end is four functions over a square matrix:

     analyse  ordering and symbolic factorisation of the pattern
     factor   numeric factorisation; again at any time for new values on the same pattern
     solve    one right-hand side; allocates nothing
     release  free what the back end holds

   A back end never judges its own answer: dls_linsys_factor accepts it by its pivots, and whoever
   solves recomputes residuals. */
#ifndef DLS_LINSYS_H
#define DLS_LINSYS_H

#include <suitesparse/cholmod.h>

#include "sparse/sparse.h"

typedef struct dls_linsys dls_linsys;

typedef struct {
    const char *name;
    bool lower;        /* wants the lower triangle of a symmetric matrix only */
    bool minimum_norm; /* solves singular systems in the Moore-Penrose sense */
    dls_error (*analyse)(dls_linsys *S, dls_view A);
    dls_error (*factor)(dls_linsys *S, dls_view A);
    dls_error (*solve)(dls_linsys *S, const double *b, double *x);
    void (*release)(dls_linsys *S);
} dls_backend;

struct dls_linsys {
    const dls_backend *backend;
    dls_int n;
    cholmod_common common; /* CHOLMOD and SPQR keep their workspace here */
    void *state;           /* of the back end */
    double rank_tolerance; /* relative, for the rank-revealing back ends; 0: their default */
    double entries;        /* of the factor */
    double flops;
    double pivot_min, pivot_max; /* by absolute value; of L' L and D respectively */
    dls_int negative_pivots;     /* -1 where unknown */
    dls_int rank;                /* -1 where undecided */
    double gap;                  /* ratio of the last kept and first dropped value; 0: no drop */
    dls_int analyses;
};

extern const dls_backend dls_cholesky, dls_ldl, dls_lu, dls_qr, dls_dense;

const dls_backend *dls_backend_by_name(const char *name);

/* Factorise A (square; its lower triangle where the back end wants that). */
dls_error dls_linsys_create(dls_linsys **out, const dls_backend *backend, dls_view A,
                            double rank_tolerance, dls_fault *fault);
/* Numeric factorisation. DLS_ERROR_NUMERICAL: a zero, wrong or non-finite pivot. */
dls_error dls_linsys_factor(dls_linsys *S, dls_view A, dls_fault *fault);
/* x = A^-1 b (or A^+ b); b and x are different arrays. */
dls_error dls_linsys_solve(dls_linsys *S, const double *b, double *x);
void dls_linsys_free(dls_linsys *S);

/* After a failed 'cholesky': a direction d with d'A d <= 0, from the pivots of L D L'. */
dls_error dls_negative_direction(dls_view lower, double *d, bool *found, dls_fault *fault);

/* shared by the CHOLMOD and SPQR back ends */
cholmod_sparse dls_as_cholmod(dls_view A, int stype);
cholmod_dense dls_as_cholmod_dense(dls_int n, dls_int nrhs, double *x);
dls_error dls_cholmod_error(const cholmod_common *common);

#endif
