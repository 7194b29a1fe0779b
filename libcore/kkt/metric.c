/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weighted minimum norm: min lambda'W lambda is min |y|^2 for y = C' lambda, W = C C'. */
#include <math.h>

#include "kkt/kkt.h"

static bool is_diagonal(dls_view W)
{
    for (dls_int j = 0; j < W.cols; j++) {
        if (W.p[j + 1] - W.p[j] > 1 || (W.p[j + 1] > W.p[j] && W.i[W.p[j]] != j)) {
            return false;
        }
    }
    return true;
}

static void lay_out_diagonal(void *object, dls_room *room)
{
    dls_metric *metric = object;
    metric->root = DLS_TAKE(room, double, metric->m);
}

static void lay_out_general(void *object, dls_room *room)
{
    dls_metric *metric = object;
    metric->t = DLS_TAKE(room, double, metric->m);
}

static void release(void *object)
{
    dls_metric *metric = object;
    cholmod_l_free_factor(&metric->L, &metric->common);
    cholmod_l_finish(&metric->common);
}

static dls_error make_diagonal(dls_metric *metric, dls_view W, dls_fault *fault)
{
    if (!dls_pool_make(&metric->pool, lay_out_diagonal, metric)) {
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

dls_error dls_kkt_metric_make(dls_metric *metric, dls_view W, dls_int m, dls_fault *fault)
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
    cholmod_common *c = &metric->common;
    cholmod_l_start(c);
    c->print = 0;
    c->supernodal = CHOLMOD_SIMPLICIAL;
    c->final_ll = 1;
    if (!dls_pool_own(&metric->pool, release, metric) ||
        !dls_pool_make(&metric->pool, lay_out_general, metric)) {
        return dls_fail_memory(fault);
    }
    cholmod_sparse H = dls_linsys_as_cholmod(W, -1);
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

/* S := L^-1 S for the simplicial L; rows are visited upwards, those reached are bits. terms: sums
   of magnitudes, 0 in the end; what they make rounding is 0, for a column without anything else
   would be taken for one. */
static dls_int forward_substitute(const cholmod_factor *L, dls_scatter *S, double *terms)
{
    static const double ROUNDING = 8 * DLS_EPS;
    const dls_int *Lp = L->p, *Li = L->i, *Lnz = L->nz;
    const double *Lx = L->x;
    dls_int count = 0;
    for (dls_int word = 0; word <= S->size >> 6; word++) {
        uint64_t done = 0; /* bits of this word that were visited */
        while (S->bits[word] & ~done) {
            int low = __builtin_ctzll(S->bits[word] & ~done);
            dls_int k = word * 64 + low;
            double v = fabs(S->x[k]) <= ROUNDING * terms[k] ? 0 : S->x[k] / Lx[Lp[k]];
            S->x[k] = v;
            terms[k] = 0;
            for (dls_int t = Lp[k] + 1; t < Lp[k] + Lnz[k]; t++) {
                dls_scatter_add(S, Li[t], -Lx[t] * v);
                terms[Li[t]] += fabs(Lx[t] * v);
            }
            done |= (uint64_t)1 << low;
            count++;
        }
    }
    return count;
}

/* Gw' = L^-1 P G', column by column. (cholmod_l_spsolve would do, but crashes without memory.) */
static dls_error divide_columns(dls_metric *metric, dls_view G, dls_mat *Gw, dls_fault *fault)
{
    const dls_int *order = metric->L->Perm;
    dls_int m = G.cols, room = dls_entries(G) + 1;
    dls_mat Gt = {0}, X = {0};
    dls_scatter S = {0};
    dls_int *position = DLS_NEW(dls_int, m);
    double *terms = DLS_NEW(double, m);
    bool done = position && terms && dls_mat_transpose(&Gt, G, NULL) &&
                dls_mat_new(&X, m, G.rows, room) && dls_scatter_new(&S, m);
    for (dls_int k = 0; done && k < m; k++) {
        position[order[k]] = k;
    }
    for (dls_int i = 0; done && i < G.rows; i++) {
        for (dls_int t = Gt.p[i]; t < Gt.p[i + 1]; t++) {
            dls_scatter_add(&S, position[Gt.i[t]], Gt.x[t]);
            terms[position[Gt.i[t]]] = fabs(Gt.x[t]);
        }
        dls_int count = forward_substitute(metric->L, &S, terms);
        done = dls_scatter_collect(&S, -1, count, &X, &room, i);
    }
    done = done && dls_mat_transpose(Gw, dls_see(&X), NULL);
    dls_scatter_free(&S);
    dls_mat_free(&Gt);
    dls_mat_free(&X);
    dls_free(position);
    dls_free(terms);
    return done ? DLS_OK : dls_fail_memory(fault);
}

dls_error dls_kkt_metric_columns(dls_metric *metric, dls_view G, dls_mat *Gw, dls_fault *fault)
{
    if (metric->L) {
        return divide_columns(metric, G, Gw, fault);
    }
    for (dls_int j = 0; j < G.cols; j++) {
        for (dls_int k = G.p[j]; k < G.p[j + 1]; k++) {
            Gw->x[k] = metric->root ? G.x[k] / metric->root[j] : G.x[k];
        }
    }
    return DLS_OK;
}

static void divide_by_metric(const dls_metric *metric, int width, double *b)
{
    for (dls_int j = 0; metric->root && j < metric->m; j++) {
        for (int c = 0; c < width; c++) {
            b[width * j + c] /= metric->root[j];
        }
    }
}

void dls_kkt_metric_data(dls_metric *metric, int width, double *b)
{
    divide_by_metric(metric, width, b);
    if (metric->L) { /* L^-1 P b */
        const dls_int *Lp = metric->L->p, *Li = metric->L->i, *Lnz = metric->L->nz,
                      *order = metric->L->Perm;
        const double *Lx = metric->L->x;
        dls_copy(metric->m, b, metric->t);
        for (dls_int j = 0; j < metric->m; j++) {
            b[j] = metric->t[order[j]];
        }
        for (dls_int j = 0; j < metric->m; j++) {
            b[j] /= Lx[Lp[j]];
            for (dls_int k = Lp[j] + 1; k < Lp[j] + Lnz[j]; k++) {
                b[Li[k]] -= Lx[k] * b[j];
            }
        }
    }
}

void dls_kkt_metric_result(dls_metric *metric, int width, double *lambda)
{
    divide_by_metric(metric, width, lambda);
    if (metric->L) { /* P' L'^-1 y */
        const dls_int *Lp = metric->L->p, *Li = metric->L->i, *Lnz = metric->L->nz,
                      *order = metric->L->Perm;
        const double *Lx = metric->L->x;
        double *t = metric->t;
        dls_copy(metric->m, lambda, t);
        for (dls_int j = metric->m - 1; j >= 0; j--) {
            for (dls_int k = Lp[j] + 1; k < Lp[j] + Lnz[j]; k++) {
                t[j] -= Lx[k] * t[Li[k]];
            }
            t[j] /= Lx[Lp[j]];
            lambda[order[j]] = t[j];
        }
    }
}
