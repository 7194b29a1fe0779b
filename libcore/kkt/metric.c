/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weighted minimum norm: min lambda'W lambda is min |y|^2 for y = C' lambda, W = C C'. */
#include <math.h>

#include "kkt/kkt.h"

bool dls_metric_is_identity(const dls_metric *W)
{
    return !W->root && !W->L;
}

static bool is_diagonal(dls_view W)
{
    for (dls_int j = 0; j < W.cols; j++) {
        if (W.p[j + 1] - W.p[j] > 1 || (W.p[j + 1] > W.p[j] && W.i[W.p[j]] != j)) {
            return false;
        }
    }
    return true;
}

static dls_error make_diagonal(dls_metric *metric, dls_view W, dls_fault *fault)
{
    metric->root = DLS_NEW(double, W.cols);
    if (!metric->root) {
        return dls_fail_memory(fault);
    }
    for (dls_int j = 0; j < W.cols; j++) {
        double w = W.p[j + 1] > W.p[j] ? W.x[W.p[j]] : 0;
        if (!(w > 0)) {
            return dls_fail(fault, DLS_ERROR_INDEFINITE,
                            "Weight(%lld) is %g; expected positive weights", (long long)j + 1, w);
        }
        metric->root[j] = sqrt(w);
    }
    return DLS_OK;
}

dls_error dls_metric_make(dls_metric *metric, dls_view W, dls_int m, dls_fault *fault)
{
    *metric = (dls_metric){.m = m};
    if (W.rows == 0 && W.cols == 0) {
        return DLS_OK;
    }
    if (W.rows != m || W.cols != m) {
        return dls_fail(fault, DLS_ERROR_DIMENSION,
                        "Weight is %lld-by-%lld; expected %lld-by-%lld, one row per constraint",
                        (long long)W.rows, (long long)W.cols, (long long)m, (long long)m);
    }
    if (is_diagonal(W)) {
        return make_diagonal(metric, W, fault);
    }
    metric->common = DLS_NEW(cholmod_common, 1);
    if (!metric->common) {
        return dls_fail_memory(fault);
    }
    cholmod_common *c = metric->common;
    cholmod_l_start(c);
    c->print = 0;
    c->supernodal = CHOLMOD_SIMPLICIAL;
    c->final_ll = 1;
    cholmod_sparse H = dls_as_cholmod(W, -1);
    metric->L = cholmod_l_analyze(&H, c);
    if (!metric->L || (!cholmod_l_factorize(&H, metric->L, c) && c->status < 0)) {
        return dls_fail_memory(fault);
    }
    if (metric->L->minor < metric->L->n) {
        return dls_fail(fault, DLS_ERROR_INDEFINITE,
                        "Weight is not positive definite; expected a symmetric positive definite "
                        "matrix or positive weights");
    }
    return DLS_OK;
}

/* Gw' = L^-1 P G' */
static dls_error solve_columns(dls_metric *metric, dls_view G, dls_mat *Gw, dls_fault *fault)
{
    cholmod_common *c = metric->common;
    cholmod_sparse H = dls_as_cholmod(G, 0), *Ht = cholmod_l_transpose(&H, 1, c), *PH = NULL,
                   *X = NULL, *Xt = NULL;
    if (Ht) {
        PH = cholmod_l_spsolve(CHOLMOD_P, metric->L, Ht, c);
    }
    if (PH) {
        X = cholmod_l_spsolve(CHOLMOD_L, metric->L, PH, c);
    }
    if (X) {
        Xt = cholmod_l_transpose(X, 1, c); /* also sorts */
    }
    bool done = Xt && dls_mat_copy(Gw, (dls_view){G.rows, G.cols, Xt->p, Xt->i, Xt->x});
    cholmod_l_free_sparse(&Ht, c);
    cholmod_l_free_sparse(&PH, c);
    cholmod_l_free_sparse(&X, c);
    cholmod_l_free_sparse(&Xt, c);
    return done ? DLS_OK : dls_fail_memory(fault);
}

dls_error dls_metric_columns(dls_metric *metric, dls_view G, dls_mat *Gw, dls_fault *fault)
{
    if (metric->L) {
        return solve_columns(metric, G, Gw, fault);
    }
    if (!dls_mat_copy(Gw, G)) {
        return dls_fail_memory(fault);
    }
    for (dls_int j = 0; metric->root && j < G.cols; j++) {
        for (dls_int k = G.p[j]; k < G.p[j + 1]; k++) {
            Gw->x[k] /= metric->root[j];
        }
    }
    return DLS_OK;
}

/* x := solution of system `first`, then of `second`, with the factor of W */
static bool solve_twice(dls_metric *metric, int first, int second, double *x)
{
    cholmod_common *c = metric->common;
    cholmod_dense X = dls_as_cholmod_dense(metric->m, 1, x);
    cholmod_dense *t = cholmod_l_solve(first, metric->L, &X, c), *u = NULL;
    if (t) {
        u = cholmod_l_solve(second, metric->L, t, c);
    }
    if (u) {
        dls_copy(metric->m, u->x, x);
    }
    bool done = u != NULL;
    cholmod_l_free_dense(&t, c);
    cholmod_l_free_dense(&u, c);
    return done;
}

static void divide(const dls_metric *metric, double *x)
{
    for (dls_int j = 0; metric->root && j < metric->m; j++) {
        x[j] /= metric->root[j];
    }
}

bool dls_metric_data(dls_metric *metric, double *b)
{
    divide(metric, b);
    return metric->L ? solve_twice(metric, CHOLMOD_P, CHOLMOD_L, b) : true;
}

bool dls_metric_result(dls_metric *metric, double *lambda)
{
    divide(metric, lambda);
    return metric->L ? solve_twice(metric, CHOLMOD_Lt, CHOLMOD_Pt, lambda) : true;
}

void dls_metric_free(dls_metric *metric)
{
    dls_free(metric->root);
    if (metric->common) {
        cholmod_l_free_factor(&metric->L, metric->common);
        cholmod_l_finish(metric->common);
        dls_free(metric->common);
    }
    *metric = (dls_metric){0};
}
