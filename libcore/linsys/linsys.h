/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One table of factorisations. A back end is what it is good for, and functions over a
   matrix:

     analyse  ordering and symbolic factorisation of the pattern
     factor   numeric factorisation; again at any time for new values on the same pattern
     solve    right-hand sides, one after the other in b and x, at most `block` of them; allocates
              nothing
     woven    NULL, or: DLS_LANES right-hand sides, woven (sparse/lanes.h); allocates at the first
              time

   Its memory, and what libraries made for it, is in the pool of the system. A back end never judges
   its own answer: dls_linsys_factor accepts it by its pivots, and whoever solves recomputes
   residuals. Callers choose by the traits, so that a new back end changes none of them. */
#ifndef DLS_LINSYS_H
#define DLS_LINSYS_H

#include "linsys/suitesparse.h"
#include "linsys/team.h"
#include "sparse/sparse.h"

typedef struct dls_linsys dls_linsys;

/* What a back end factorises. */
typedef enum {
    DLS_LOWER,  /* a symmetric matrix, given by its lower triangle */
    DLS_SQUARE, /* a square matrix */
    DLS_TALL    /* J, to solve with J'J */
} dls_shape;

typedef struct {
    const char *name;
    dls_shape shape;
    bool definite;  /* positive definite matrices only: that it factorises one is a proof */
    bool inertia;   /* counts negative pivots */
    bool by_values; /* orders by values, too: the analysis wants them */
    bool deficient; /* finds the rank, and x = A^+ b */
    bool teams;     /* works in teams */
    bool absent;    /* not in this build */
    bool often;     /* for many factorisations of a pattern: a better order is worth its time */
    dls_int block;  /* right-hand sides that are cheaper together */
    double price;   /* of one of its flops in those of 'cholesky' */
    dls_error (*analyse)(dls_linsys *S, dls_view A);
    dls_error (*factor)(dls_linsys *S, dls_view A);
    dls_error (*solve)(dls_linsys *S, dls_int count, const double *b, double *x);
    dls_error (*woven)(dls_linsys *S, const double *b, double *x);
} dls_backend;

struct dls_linsys {
    const dls_backend *backend;
    const dls_team *team; /* NULL: alone */
    dls_int n, rows;      /* solutions have n entries; rows > n only for DLS_TALL */
    dls_pool pool;
    cholmod_common common; /* CHOLMOD and SPQR keep their workspace here */
    void *state;           /* of the back end */
    int workers;           /* threads of BLAS in a factorisation; 0: as it has them */
    double rank_tolerance; /* relative, of dense; of lu the least ratio of pivots; 0: rounding */
    double entries;        /* of the factor */
    double flops;
    double pivot_min, pivot_max; /* by absolute value; of L L' and D respectively */
    dls_int negative_pivots;     /* -1 where unknown */
    int sign;                    /* of the determinant; 0 where unknown */
    dls_int rank;                /* -1 where undecided */
    dls_int analyses;
};

enum { DLS_SMALL_SYSTEM = 40 }; /* unknowns up to which 'auto' takes a full matrix */

extern const dls_backend dls_linsys_cholesky, dls_linsys_cholesky_often, dls_linsys_ldl,
    dls_linsys_lu, dls_linsys_dense_lu, dls_linsys_qr, dls_linsys_dense, dls_linsys_mumps,
    dls_linsys_bodies, dls_linsys_pivoted, dls_linsys_auto;

/* Entry k of the table, NULL at its end. */
const dls_backend *dls_linsys_table(dls_int k);

/* Analyse A, of the shape the back end wants. */
dls_error dls_linsys_create(dls_linsys **out, const dls_backend *backend, dls_view A,
                            double rank_tolerance, dls_fault *fault);
/* The same for a part of A, by a back end that works in teams (mumps). */
dls_error dls_linsys_create_in(dls_linsys **out, const dls_team *team, const dls_backend *backend,
                               dls_view A, dls_fault *fault);
/* Numeric factorisation. DLS_ERROR_NUMERICAL: a zero, wrong or non-finite pivot. */
dls_error dls_linsys_factor(dls_linsys *S, dls_view A, dls_fault *fault);
/* x = A^-1 b (or A^+ b); b and x are different arrays. */
dls_error dls_linsys_solve(dls_linsys *S, const double *b, double *x);
/* The same for `count` right-hand sides, one after the other. */
dls_error dls_linsys_solve_many(dls_linsys *S, dls_int count, const double *b, double *x);
dls_error dls_linsys_solve_woven(dls_linsys *S, const double *b, double *x);
void dls_linsys_free(dls_linsys *S);

/* Of 'bodies': are blocks so small that their inverses are worth it? Known from the analysis on,
   which takes little memory. And the inverse */
bool dls_linsys_in_small_blocks(const dls_linsys *S);
dls_view dls_linsys_inverse(const dls_linsys *S);
/* Of 'pivoted': a row that depends on chosen ones; -1: there is none */
dls_int dls_linsys_left_out(const dls_linsys *S);

/* After a failed 'cholesky': a direction d with d'A d <= 0, from the pivots of L D L'. */
dls_error dls_linsys_negative_direction(dls_view lower, double *d, bool *found, dls_fault *fault);

/* ---- GMRES ---- */
/* out = A M^-1 in */
typedef dls_error (*dls_multiply)(void *data, const double *in, double *out);
typedef struct {
    dls_int size;
    int steps;
    double *V; /* size x (steps + 1), orthonormal; its first column is the right-hand side */
    double *H; /* (steps + 1) x steps, then R of its Givens factorisation */
    double *cs, *sn, *c, *rhs;
    const dls_team *team; /* NULL, or set by the caller: size counts the own entries */
} dls_gmres;
bool dls_linsys_gmres_new(dls_gmres *B, dls_int size, int steps);
void dls_linsys_gmres_free(dls_gmres *B);
/* out (size): M^-1 out is the solution of least residual after at most `budget` more steps. */
dls_error dls_linsys_gmres_run(dls_gmres *B, dls_multiply apply, void *data, double goal,
                               int budget, double *out, int *steps);

/* woven.c: with a factor of CHOLMOD; work: DLS_LANES L->n */
void dls_linsys_woven(const cholmod_factor *L, const double *b, double *x, double *work);
/* supernodal.c: one right-hand side or two, where L->is_super; work for each of them: its size */
void dls_linsys_supernodal(const cholmod_factor *L, int count, const double *b, double *x,
                           double *work);
dls_int dls_linsys_supernodal_work(const cholmod_factor *L);
/* shared by the CHOLMOD and SPQR back ends */
cholmod_sparse dls_linsys_as_cholmod(dls_view A, int stype);
int dls_linsys_cholmod_factorize(cholmod_sparse *A, cholmod_factor *L, int workers,
                                 cholmod_common *common);

#endif
