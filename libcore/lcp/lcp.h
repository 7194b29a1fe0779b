/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mixed linear complementarity problems w = M v + q: the first `free` rows are equations, the
   others 0 <= w _|_ v >= 0. Each method is one function over a task; none judges its own answer:
   dls_lcp_accept recomputes w and the natural map from the caller's data. */
#ifndef DLS_LCP_H
#define DLS_LCP_H

#include "linsys/linsys.h"

/* One problem being solved. The arrays are the caller's; residual.c owns the verdict. */
typedef struct {
    const dls_lcp_problem *problem;
    const dls_lcp_settings *settings;
    dls_host host;
    double *v, *w, *certificate; /* N each */
    double *work;                /* 4N */
    dls_lcp_result *result;
} dls_lcp_task;

/* residual.c */
/* most(i) = max_j |M(i,j)|; the size of v that the data suggest: max_i |q(i)| / most(i) */
double dls_lcp_data_size(const dls_lcp_problem *problem, double *most);
/* Recompute w and the residuals of v; true, and outcome = solved, if they meet the tolerance. */
bool dls_lcp_accept(dls_lcp_task *T);
/* Is u a Farkas certificate (see delassus.h) to 1e-9 relative? Then it is cleaned, scaled to
   q'u = -1, stored in T->certificate, and outcome = infeasible. */
bool dls_lcp_certify(dls_lcp_task *T, const double *u);
/* Add a sentence to result->message. */
void dls_lcp_tell(dls_lcp_task *T, const char *format, ...);

/* The methods: v on entry is a start (newton, pgs) and on return the best point found; the outcome
   is solved, infeasible (with certificate), ray, no_solution, max_iterations or numerical_trouble.
   An error is a call error: memory, or a matrix the method cannot take. */
dls_error dls_lcp_lemke(dls_lcp_task *T, dls_fault *fault);
dls_error dls_lcp_ipm(dls_lcp_task *T, dls_fault *fault);
dls_error dls_lcp_newton(dls_lcp_task *T, dls_fault *fault);
dls_error dls_lcp_pgs(dls_lcp_task *T, dls_fault *fault);
dls_error dls_lcp_enumerate(dls_lcp_task *T, dls_fault *fault);
dls_error dls_lcp_auto(dls_lcp_task *T, dls_fault *fault);

/* ipm.c: settle feasibility by a linear program: outcome = infeasible with certificate, or
   unchanged. */
dls_error dls_lcp_farkas(dls_lcp_task *T, dls_fault *fault);

/* monotone.c: is M + M' positive semidefinite (to rounding)? */
dls_error dls_lcp_monotone(dls_view M, bool *monotone, dls_fault *fault);

#endif
