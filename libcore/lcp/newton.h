/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Semismooth Newton on a scaled problem w = M y + q. Rows and columns of M are equilibrated and q
   has the size 1, so that y and w may be compared: v = unit col y, w of the caller = unit w / row.

   Both kinds of step solve one system. With a set of `fixed` unknowns and weights theta >= 0,
     dy_i = rhs_i                        for fixed i
     (M dy)_i + theta_i dy_i = rhs_i     for the others.
   The min map fixes y_i <= w_i at zero and has theta = 0; Fischer and Burmeister fix (almost) none
   and have theta = (1 - y/r) / (1 - w/r), r = |(y, w)|. */
#ifndef DLS_NEWTON_H
#define DLS_NEWTON_H

#include "classes/classes.h"
#include "lcp/lcp.h"

/* What factorises the matrix of a step, from what is known of M:

     CHOLESKY   M is symmetric and looks semidefinite   --- a pivot of zero --->  SHIFTED
     SHIFTED    with a small shift, for this problem    --- a negative one ---->  LU
     LU         of M as it is; where that is singular, least squares

   Another problem with the same M begins with CHOLESKY again; LU stays until M changes. */
typedef enum { DLS_NEWTON_LU, DLS_NEWTON_CHOLESKY, DLS_NEWTON_SHIFTED } dls_newton_factor;

typedef struct dls_newton dls_newton;
struct dls_newton {
    dls_lcp_task *T;
    dls_pool pool;
    dls_int version; /* of the values of M in it */
    dls_int N, free;
    dls_mat M; /* scaled, with a place for each diagonal entry */
    double *row, *col, *q, unit;
    double *scaling; /* 2N, work */
    dls_int *walk;   /* N, work */

    double *y, *w, *phi, *da, *db; /* point, Fischer-Burmeister residual and its derivatives */
    double merit, mu;              /* |phi|^2 / 2; phi of y w = mu, 0 but on the path */
    double *kept_y, kept_merit;    /* where to return from min steps that lead nowhere */
    double *best_v, best;          /* smallest relative natural map so far */

    bool *fixed;
    double *theta, *rhs, *dy, *dw; /* the step, dw = M dy */
    double *b, *r, *t;             /* of the linear solver */
    dls_newton_factor factor;
    dls_mat K; /* its matrix: the lower triangle, but for LU */
    dls_linsys *direct, *least;
    dls_mat tall;  /* [K; sqrt(nu) I], when least squares are needed */
    double *dense; /* small: the block of the unknowns that are not fixed */
    int *pivots;
};

/* newton_map.c */
/* w, phi, da, db and the merit at y, with da dy + db dw = phi for a Newton step. */
void dls_lcp_newton_evaluate(dls_newton *S);
/* The merit at y + t dy, w + t dw. */
double dls_lcp_newton_merit(const dls_newton *S, double t);
/* The derivative of the merit along (dy, dw), and that of phi, squared. */
double dls_lcp_newton_slope(const dls_newton *S, double *square);
/* dy = -gradient, as long as the linear model says; dw. */
void dls_lcp_newton_steepest(dls_newton *S);

/* newton_loop.c: iterate from y at most `budget` times. */
dls_error dls_lcp_newton_iterate(dls_newton *S, dls_int budget, bool *solved, dls_fault *fault);

/* newton_step.c */
void dls_lcp_newton_step_take(dls_room *room, dls_newton *S); /* N and M->p are set */
/* For the present M; `symmetric` has been looked at. */
dls_error dls_lcp_newton_step_load(dls_newton *S, bool symmetric, dls_fault *fault);
void dls_lcp_newton_step_free(dls_newton *S);
/* dy for (fixed, theta, rhs), and dw; accuracy: the residual relative to the right-hand side, large
   where the system has no solution and dy is a least-squares one of small norm. */
dls_error dls_lcp_newton_direction(dls_newton *S, double *accuracy, dls_fault *fault);

#endif
