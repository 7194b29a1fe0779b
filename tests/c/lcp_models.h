/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small dense complementarity problems for the semismooth Newton method. */
#ifndef LCP_MODELS_H
#define LCP_MODELS_H

#include "lcp/lcp.h"

typedef struct {
    int n, free;
    double *M, *q; /* dense */
} model;

void model_free(model P);
/* q such that a random v >= 0 solves it: w = 0 where v > 0; every third other w is 0, too. */
model with_solution(int n, int free_rows, double *M, bool degenerate, uint64_t seed);
/* max_i |min (v_i / max |v|, w_i / omega_i)| from the dense data */
double natural_map(const model *P, const double *v);
dls_error call_newton(dls_lcp_problem problem, const dls_lcp_settings *settings, dls_host host,
                      double *v, dls_lcp_result *r, dls_fault *fault);
dls_lcp_result solve_model(const model *P, double *v);
/* Solve, verify, free. */
void expect_solved(model P);

#endif
