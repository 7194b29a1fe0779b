/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The methods for one complementarity problem: each is one function over a task. */
#ifndef DLS_LCP_H
#define DLS_LCP_H

#include "mlcp/dense.h"

/* The methods: v on entry is a start and on return the best point found; the outcome
   is solved, infeasible (with certificate), ray, no_solution, max_iterations, time_limit,
   interrupted or numerical_trouble.
   An error is a call error: memory, or a matrix the method cannot take. */
dls_error dls_lcp_lemke(dls_lcp_task *T, dls_fault *fault);
dls_error dls_lcp_interior(dls_lcp_task *T, dls_fault *fault);
dls_error dls_lcp_newton(dls_lcp_task *T, dls_fault *fault);
dls_error dls_lcp_gauss_seidel(dls_lcp_task *T, dls_fault *fault);
dls_error dls_lcp_auto(dls_lcp_task *T, dls_fault *fault);
/* What they keep, made in advance. */
dls_error dls_lcp_lemke_prepare(dls_lcp_task *T, dls_fault *fault);
dls_error dls_lcp_ipm_prepare(dls_lcp_task *T, dls_fault *fault);
dls_error dls_lcp_newton_prepare(dls_lcp_task *T, dls_fault *fault);
dls_error dls_lcp_auto_prepare(dls_lcp_task *T, dls_fault *fault);
/* lemke.c: with the attempt-th covering vector (0: ones). */
dls_error dls_lcp_lemke_from(dls_lcp_task *T, int attempt, dls_fault *fault);

/* A dictionary of w = q + M z + d z_0: basic = T nonbasic + constant. Variable k < n is w_k,
   n + k is z_k, 2n is z_0. */
typedef struct {
    dls_int n;
    const double *M, *q;
    double *d;                 /* n: the caller's, as M and q */
    double *T;                 /* n-by-(n + 2): the nonbasic columns, the constants last */
    double *row, *column;      /* n + 2, n */
    double *factor;            /* n^2: the caller's */
    dls_int *basic, *nonbasic; /* n, n + 1 */
    dls_int *place;            /* 2n + 1: row of a basic variable, n + column of another */
    dls_int *tied;             /* n */
    dls_int *first;            /* n: the basis at the start, which the perturbations belong to */
    int *order;
    double slack; /* of the ratio test, relative to the largest constant */
    dls_int age;  /* pivots since the tableau was computed from the data */
} dls_tableau;

/* tableau.c */
void dls_lcp_tableau_take(dls_room *room, dls_tableau *B, dls_int n); /* for orders up to n */
void dls_lcp_tableau_begin(dls_tableau *B, dls_int n, const double *M, const double *q, double *d,
                           double *factor);
void dls_lcp_tableau_pivot(dls_tableau *B, dls_int row, dls_int column);
/* The lexicographically smallest ratio; z_0 goes first where it can; -1: nothing blocks. */
dls_int dls_lcp_tableau_leaving(dls_tableau *B, dls_int column);
/* max |w - q - M z - d z_0| relative to the largest of these */
double dls_lcp_tableau_drift(dls_tableau *B);
/* From the data for the same basis; false when that is singular. */
bool dls_lcp_tableau_rebuild(dls_tableau *B);
/* Start anew from the present basis without z_0, whose covering vector becomes 1 in it: a principal
   transform of the problem. false: there is nothing to do, no constant is negative. */
bool dls_lcp_tableau_restart(dls_tableau *B);

#endif
