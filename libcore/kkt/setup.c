/* SPDX-License-Identifier: GPL-3.0-or-later */
/* setup, update and the one-call form. */
#include <math.h>

#include "kkt/kkt.h"

/* Does B have a kernel? Asked only when T ~= I, where minimum norms would be in another metric. */
static dls_error probe_kernel(dls_kkt *K, bool *kernel, dls_fault *fault)
{
    static const double TARGET = 1e-12,
                        KERNEL = 1e-7; /* of noise: far apart, with slow modes between */
    int steps = 0;
    double reached, size;
    dls_noise(K->m, K->work.y);
    size = dls_linsys_team_norm(K->team, K->m, K->work.y);
    dls_error error = dls_kkt_project(K, K->work.y, TARGET * size, &reached, &steps);
    *kernel = dls_linsys_team_norm(K->team, K->m, K->work.v) > KERNEL * size;
    return error ? dls_fail(fault, error, "the triangular solves failed") : DLS_OK;
}

/* Where the solution is not unique, its norm is least in the caller's units: ker B is found by Q R
   there; large systems and those with many dependent constraints take these units in spite of all
   (*again), unless they are too uneven. */
static dls_error find_reactions(dls_kkt *K, bool *again, dls_fault *fault)
{
    enum { SORTED_AT_MOST = 5000, DEPENDENT_AT_MOST = 500 };
    static const double TOO_UNEVEN = 1e8;
    bool kernel = false;
    dls_kkt_nullspace_free(&K->reactions);
    dls_error error = K->units < DLS_KKT_OWN ? DLS_OK : probe_kernel(K, &kernel, fault);
    bool large =
        kernel && (K->team || K->n + K->m > SORTED_AT_MOST || K->m - K->n > DEPENDENT_AT_MOST);
    *again = large && dls_kkt_unevenness(K) <= TOO_UNEVEN;
    K->units = large && !*again ? DLS_KKT_FOREIGN : K->units;
    return error || !kernel || large ? error : dls_kkt_nullspace_reactions(K, fault);
}

static dls_error factor_scaled(dls_kkt *K, bool unit_metric, bool *again, dls_fault *fault)
{
    dls_floating F = {0};
    dls_error error = dls_kkt_scale(K, unit_metric, fault);
    *again = false;
    error = error ? error : dls_kkt_floating_by_structure(K, &F, fault);
    if (!error && !K->factor) {
        error = dls_kkt_prox_setup(K, fault);
    }
    double start = dls_clock();
    error = error ? error : dls_kkt_prox_factor(K, fault);
    K->stats.time_factor += dls_clock() - start;
    error = error || dls_kkt_make_alone(K) ? error : dls_fail_memory(fault);
    error = error ? error : dls_kkt_floating_by_factor(K, &F, fault);
    dls_rank_floating_free(&F);
    return error ? error : find_reactions(K, again, fault);
}

/* Once more in the caller's units, if there is time; otherwise no norm is called least. */
static dls_error factor_proximal(dls_kkt *K, dls_fault *fault)
{
    bool again;
    dls_progress unfinished = {.result = &(dls_kkt_result){.outcome = DLS_SOLVED}};
    dls_error error = factor_scaled(K, false, &again, fault);
    if (error || !again) {
        return error;
    }
    if (dls_kkt_over(K, &unfinished)) {
        K->units = DLS_KKT_FOREIGN;
        return DLS_OK;
    }
    return factor_scaled(K, true, &again, fault);
}

static dls_error factor_dense(dls_kkt *K, dls_fault *fault)
{
    K->backend = &dls_linsys_dense;
    dls_error error = dls_kkt_scale(K, false, fault);
    double start = dls_clock();
    error = error ? error : dls_kkt_dense_setup(K, fault);
    K->stats.time_factor += dls_clock() - start;
    error = error || dls_kkt_make_alone(K) ? error : dls_fail_memory(fault);
    dls_kkt_nullspace_free(&K->floating);
    dls_kkt_nullspace_free(&K->reactions);
    if (!error && K->units != DLS_KKT_GIVEN) {
        error = dls_kkt_floating_by_qr(K, fault);
    }
    return error || K->units < DLS_KKT_OWN ? error : dls_kkt_nullspace_reactions(K, fault);
}

static void drop_factors(dls_kkt *K)
{
    dls_linsys_free(K->factor);
    dls_kkt_dense_free(K->dense);
    dls_mat_free(&K->E);
    K->factor = NULL;
    K->dense = NULL;
}

dls_error dls_kkt_prox_switch(dls_kkt *K, const dls_backend *backend, dls_fault *fault)
{
    drop_factors(K);
    K->backend = backend;
    dls_error error = factor_proximal(K, fault);
    if (error) {
        drop_factors(K);
    }
    return error;
}

static dls_error factor_all(dls_kkt *K, dls_fault *fault)
{
    bool dense = K->settings.method == DLS_KKT_DENSE;
    double start = dls_clock();
    K->watch = dls_watch_start(K->host, K->settings.max_time);
    K->stats.time_factor = 0;
    dls_error error = dense ? factor_dense(K, fault) : factor_proximal(K, fault);
    if (!error && !K->team) {
        dls_verify_kkt_prepare(&K->verification, dls_see(&K->M), dls_see(&K->G));
    }
    K->spent = dls_clock() - start;
    K->stats.time_setup = K->spent - K->stats.time_factor;
    return error;
}

enum { STEPS = 400 }; /* unless 'MaxIterations' says how many */

/* The rest, when K has its M and G. */
static dls_error build(dls_kkt *K, dls_view W, const dls_kkt_settings *settings, dls_host host,
                       dls_kkt **out, dls_fault *fault)
{
    K->local = K->M.rows;
    K->n = K->team ? K->team->own : K->local;
    K->m = K->G.cols;
    K->settings = settings ? *settings : dls_kkt_defaults();
    K->settings.max_iterations =
        K->settings.max_iterations > 0 ? K->settings.max_iterations : STEPS;
    K->host = host;
    dls_error error = dls_kkt_metric_make(&K->metric, W, K->m, fault);
    if (!error && K->metric.L) {
        error = dls_kkt_metric_columns(&K->metric, dls_see(&K->G), &K->B, fault);
    }
    if (!error) {
        error = dls_kkt_make_arrays(K) ? DLS_OK : dls_fail_memory(fault);
    }
    error = error ? error : factor_all(K, fault);
    if (error) {
        dls_kkt_free(K);
        return error;
    }
    *out = K;
    return DLS_OK;
}

enum { DENSE_AT_MOST = 10000 }; /* n^2 arrays beyond this are a mistake, not a wish */

static dls_mat lent(dls_view A)
{
    return (dls_mat){A.rows, A.cols, (dls_int *)A.p, (dls_int *)A.i, (double *)A.x};
}

/* Where M and G are borrowed, nobody writes into them: an update is refused. */
static dls_error keep(dls_kkt *K, bool borrow, dls_view M, dls_view G, dls_fault *fault)
{
    K->borrowed = borrow;
    if (borrow) {
        K->M = lent(M);
        K->G = lent(G);
        return DLS_OK;
    }
    return dls_mat_copy(&K->M, M) && dls_mat_copy(&K->G, G) ? DLS_OK : dls_fail_memory(fault);
}

dls_error dls_kkt_setup_by(const dls_backend *backend, bool borrow, dls_view M, dls_view G,
                           dls_view W, const dls_kkt_settings *settings, dls_host host,
                           dls_kkt **out, dls_fault *fault)
{
    *out = NULL;
    dls_error error = settings ? dls_settings_check("dls_kkt", settings, fault) : DLS_OK;
    error = error ? error : dls_rank_check_system(M, G, fault);
    if (!error && W.cols > 0) {
        error = dls_view_check(W, "Weight", fault);
        error = error || W.rows != W.cols ? error : dls_rank_check_symmetric(W, "Weight", fault);
    }
    if (error) {
        return error;
    }
    if (settings && settings->method == DLS_KKT_DENSE && M.rows + G.cols > DENSE_AT_MOST) {
        return dls_fail(fault, DLS_ERROR_OPTION,
                        "option 'Method' is 'dense' for %lld unknowns; expected at most %d for it",
                        (long long)(M.rows + G.cols), DENSE_AT_MOST);
    }
    dls_kkt *K = dls_kkt_new();
    error = K ? keep(K, borrow, M, G, fault) : dls_fail_memory(fault);
    if (error) {
        dls_kkt_free(K);
        return error;
    }
    K->backend = backend;
    return build(K, W, settings, host, out, fault);
}

dls_error dls_kkt_setup(dls_view M, dls_view G, dls_view W, const dls_kkt_settings *settings,
                        dls_host host, dls_kkt **out, dls_fault *fault)
{
    return dls_kkt_setup_by(NULL, false, M, G, W, settings, host, out, fault);
}

dls_error dls_kkt_borrow(dls_view M, dls_view G, dls_view W, const dls_kkt_settings *settings,
                         dls_host host, dls_kkt **out, dls_fault *fault)
{
    return dls_kkt_setup_by(NULL, true, M, G, W, settings, host, out, fault);
}

dls_error dls_kkt_setup_in(const dls_team *T, dls_mat *M, dls_mat *G,
                           const dls_kkt_settings *settings, dls_host host, dls_kkt **out,
                           dls_fault *fault)
{
    *out = NULL;
    dls_error error = dls_settings_check("dls_kkt", settings, fault);
    error = error ? error : dls_kkt_check_in(T, dls_see(M), dls_see(G), fault);
    if (error) {
        return error;
    }
    dls_kkt *K = dls_kkt_new();
    if (!K) {
        return dls_fail_memory(fault);
    }
    K->team = T;
    K->M = *M;
    K->G = *G;
    *M = *G = (dls_mat){0};
    return build(K, (dls_view){0}, settings, host, out, fault);
}

dls_error dls_kkt_update(dls_kkt *K, dls_view M, dls_view G, dls_fault *fault)
{
    if (K->borrowed) {
        return dls_fail(fault, DLS_ERROR_OPTION, "M and G are borrowed; expected dls_kkt_setup");
    }
    dls_error error = dls_rank_check_system(M, G, fault);
    if (error) {
        return error;
    }
    if (!dls_same_pattern(M, dls_see(&K->M)) || !dls_same_pattern(G, dls_see(&K->G))) {
        return dls_fail(fault, DLS_ERROR_PATTERN,
                        "M or G has another size or sparsity pattern than at setup; expected new "
                        "values on the same pattern");
    }
    dls_copy(dls_entries(M), M.x, K->M.x);
    dls_copy(dls_entries(G), G.x, K->G.x);
    dls_kkt_dense_free(K->dense);
    K->dense = NULL;
    error = factor_all(K, fault);
    if (error) {
        drop_factors(K); /* of other values, or of none */
    }
    return error;
}

dls_error dls_kkt_set_accuracy(dls_kkt *K, const double *b, dls_fault *fault)
{
    for (dls_int j = 0; b && j < K->m; j++) {
        if (!(b[j] >= 0 && isfinite(b[j]))) {
            return dls_fail(fault, DLS_ERROR_OPTION,
                            "the accuracy of b(%lld) is %g; expected a finite number >= 0",
                            (long long)j + 1, b[j]);
        }
    }
    if (!b && !K->accuracy) {
        return DLS_OK;
    }
    if (!dls_kkt_make_accuracy(K)) {
        return dls_fail_memory(fault);
    }
    dls_zero(K->m, K->accuracy);
    dls_copy(b ? K->m : 0, b, K->accuracy);
    return DLS_OK;
}

dls_kkt_stats dls_kkt_get_stats(const dls_kkt *K)
{
    dls_kkt_stats s = K->stats;
    s.method = K->backend->name;
    s.tolerance = K->settings.tolerance;
    s.accuracy = K->settings.data_accuracy;
    s.rank = -1;
    if (K->factor) {
        s.rho = K->rho * K->alpha;
        s.delta = K->delta * K->beta * K->beta / K->alpha;
        s.factor_entries = K->factor->entries;
        s.matrix_entries = (double)dls_entries(dls_see(&K->E));
        s.flops = K->factor->flops;
        s.rank = K->factor->rank;
        s.analyses = K->factor->analyses;
    } else if (K->dense) { /* neither: a failed update left nothing */
        dls_kkt_dense_stats(K->dense, &s);
    }
    return s;
}

void dls_kkt_get_size(const dls_kkt *K, dls_int *n, dls_int *m)
{
    *n = K->n;
    *m = K->m;
}

dls_error dls_kkt_once(dls_view M, dls_view G, const double *F, const double *b, double *a,
                       double *lambda, dls_kkt_result *result, dls_fault *fault)
{
    dls_kkt *K;
    dls_error error = dls_kkt_borrow(M, G, (dls_view){0}, NULL, (dls_host){0}, &K, fault);
    if (!error) {
        error = dls_kkt_solve(K, F, b, a, lambda, (dls_kkt_certificate){0}, result, fault);
        dls_kkt_free(K);
    }
    return error;
}
