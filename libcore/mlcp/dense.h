/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A complementarity problem as a dense, scaled one without free unknowns, for what
   pivots and enumerates. */
#ifndef DLS_MLCP_DENSE_H
#define DLS_MLCP_DENSE_H

#include "base/lapack.h"
#include "mlcp/mlcp.h"

/* What became of the free unknowns x of M = [A B; C D], v = [x; z]:
     eliminated   q, M := b - C A^-1 a, D - C A^-1 B          (A is nonsingular)
     split        x = p - m; rows A, -A; p, m >= 0             (M stays semidefinite)
     kept         the first `lead` unknowns are free still     (for enumeration) */
typedef enum { DLS_FREE_NONE, DLS_FREE_ELIMINATED, DLS_FREE_SPLIT, DLS_FREE_KEPT } dls_free_form;

typedef struct {
    dls_int N, free;
    double *A, *b;     /* N-by-N, N: R M C and R q / size, exactly */
    dls_int version;   /* of the values of M that A is made of; 0: none */
    bool always;       /* free unknowns were split although they might have been eliminated */
    bool *empty;       /* N: rows of M without entries */
    double *row, *col; /* N: powers of two */
    double size;
    dls_free_form form;
    dls_int n, lead; /* the problem to solve has order n; `lead` unknowns are free (kept) */
    double *M, *q;   /* n-by-n, n; they are A, b when there is nothing to do */
    /* eliminated: outer (n) and inner (n) scale the rows and columns of the Schur complement, and
       its constants have size one: z of the problem to solve times inner inner_size is z of A, b */
    double *outer, *inner, inner_size;
    double *lu, rounding; /* of the free block; what counts as cancelled */
    int *pivots;
    double *K, *y, *r; /* n^2, n, n for a basis; orders max (n, N) */
    int *order;
    dls_int *index;
} dls_lcp_dense;

/* condense.c */
/* Room for any form; `twice` where free unknowns may be split. */
void dls_mlcp_dense_take(dls_room *room, const dls_lcp_problem *problem, bool twice,
                         dls_lcp_dense *D);
/* `fallback` (split or kept) is taken when the free block is singular or nearly so, or `always`.
   version: of the values of M, from 1 on; if D has them, only q is looked at. 0: it has not. */
void dls_mlcp_condense(const dls_lcp_problem *problem, dls_free_form fallback, bool always,
                       dls_int version, dls_lcp_dense *D);
/* v (N, the caller's units) of z (n). A direction has no constant part. */
void dls_mlcp_lift(dls_lcp_dense *D, bool direction, const double *z, double *v);
/* Eliminated: complete u (N, the caller's units), of which the rows of z are given, so that M'u = 0
   in the free columns. */
void dls_mlcp_adjoint(dls_lcp_dense *D, double *u);
/* v from a complementary basis: inside[k], k < n - lead, tells that z_k is in it. One LU from the
   data and one step of refinement; false when it is singular. */
bool dls_mlcp_polish(dls_lcp_dense *D, const bool *inside, double *v);

/* residual.c: is v a solution to this relative natural map? What is negligible in v is set to zero
   when that helps: noise times a row that is otherwise zero is a relative error of 1. work: 4N. */
bool dls_mlcp_tidy(const dls_lcp_problem *problem, double tolerance, double *v, double *work);

#endif
