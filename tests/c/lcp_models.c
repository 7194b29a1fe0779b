/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check.h"
#include "dense.h"
#include "lcp_models.h"

void model_free(model P)
{
    free(P.M);
    free(P.q);
}

/* q such that a random v >= 0 solves it: w = 0 where v > 0; every third other w is 0, too. */
model with_solution(int n, int free_rows, double *M, bool degenerate, uint64_t seed)
{
    model P = {n, free_rows, M, need(n, sizeof(double))};
    double *v = vector_random(n, seed);
    for (int i = 0; i < n; i++) {
        if (i >= free_rows && v[i] < 0) {
            P.q[i] = degenerate || i % 3 == 0 ? 0 : -v[i];
            v[i] = 0;
        }
    }
    dense_apply(n, n, -1, M, v, P.q);
    free(v);
    return P;
}

/* max_i |min (v_i / max |v|, w_i / omega_i)| from the dense data */
double natural_map(const model *P, const double *v)
{
    double worst = 0, top = 0;
    for (int i = 0; i < P->n; i++) {
        top = larger(top, fabs(v[i]));
    }
    for (int i = 0; i < P->n; i++) {
        double w = P->q[i], omega = fabs(w);
        for (int j = 0; j < P->n; j++) {
            w += P->M[i + j * P->n] * v[j];
            omega += fabs(P->M[i + j * P->n] * v[j]);
        }
        w = omega > 0 ? w / omega : 0;
        worst = larger(worst, fabs(i < P->free ? w : fmin(top > 0 ? v[i] / top : v[i], w)));
    }
    return worst;
}

dls_error call_newton(dls_lcp_problem problem, const dls_lcp_settings *settings, dls_host host,
                      double *v, dls_lcp_result *r, dls_fault *fault)
{
    dls_int n = problem.M.cols;
    double *w = need(n, 8), *c = need(n, 8), *work = need(6 * n, 8);
    *r = (dls_lcp_result){0};
    dls_lcp_known known = {.watch = dls_watch_start(host, settings->max_time)};
    dls_lcp_kept kept = {.row = work + 4 * n, .col = work + 5 * n};
    dls_lcp_task T = {.problem = &problem,
                      .settings = settings,
                      .host = host,
                      .v = v,
                      .w = w,
                      .certificate = c,
                      .work = work,
                      .result = r,
                      .known = &known,
                      .kept = &kept};
    dls_error error = dls_lcp_newton(&T, fault);
    dls_pool_free(&kept.pool);
    free(w);
    free(c);
    free(work);
    return error;
}

dls_lcp_result solve_model(const model *P, double *v)
{
    dls_mat M = sparse_of(P->n, P->n, P->M);
    dls_lcp_problem problem = {dls_see(&M), P->q, P->free};
    dls_lcp_settings settings = dls_lcp_defaults();
    dls_lcp_result r;
    dls_fault fault;
    assert_code(call_newton(problem, &settings, (dls_host){0}, v, &r, &fault), DLS_OK, &fault);
    sparse_free(&M);
    return r;
}

void expect_solved(model P)
{
    double *v = need(P.n, 8);
    dls_lcp_result r = solve_model(&P, v);
    assert_int_equal(r.outcome, DLS_SOLVED);
    assert_small(natural_map(&P, v), 1e-10);
    assert_string_equal(r.method, "newton");
    free(v);
    model_free(P);
}
