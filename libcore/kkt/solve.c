/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Right-hand sides, one or woven ones: scale, solve by the method at hand, undo, and prove. */
#include <math.h>

#include "kkt/kkt.h"

void dls_kkt_load(dls_kkt *K, const double *F, const double *b)
{
    dls_kkt_work *W = &K->work;
    dls_copy(W->width * K->m, b, W->g);
    dls_kkt_metric_data(&K->metric, W->width, W->g);
    dls_scale_rows(W->width, K->m, -1 / K->beta, K->T, W->g, W->g); /* powers of two */
    if (K->massless) { /* alpha is free: give f the size of g, whatever the units of F; alone */
        K->alpha = dls_power2(dls_linsys_team_norm(K->team, K->n, F)) /
                   dls_power2(dls_linsys_team_norm(K->team, K->m, W->g));
    }
    dls_scale_rows(W->width, K->n, -1 / K->alpha, K->S, F, W->f);
}

static void unload(dls_kkt *K, double *a, double *lambda)
{
    const dls_kkt_work *W = &K->work;
    dls_scale_rows(W->width, K->n, 1, K->S, W->x, a);
    dls_scale_rows(W->width, K->m, -K->alpha / K->beta, K->T, W->y, lambda);
    dls_kkt_metric_result(&K->metric, W->width, lambda);
}

void dls_kkt_suspect_constraints(dls_kkt *K, const double *v, dls_progress *P)
{
    double *y = K->work.suspect_y, size = 1 / dls_linsys_team_norm(K->team, K->m, v);
    for (dls_int k = 0; k < K->m; k++) {
        y[k] = size * K->T[k] * v[k];
    }
    dls_kkt_metric_result(&K->metric, 1, y);
    P->result->constraints_inconsistent = true;
}

void dls_kkt_suspect_forces(dls_kkt *K, const double *t, dls_progress *P)
{
    double size = 1 / dls_linsys_team_norm(K->team, K->n, t);
    for (dls_int k = 0; k < K->n; k++) {
        K->work.suspect_x[k] = size * K->S[k] * t[k];
    }
    P->result->forces_inconsistent = true;
}

/* M = 0: forces move nothing, and constraints that ask for nothing are loaded by forces alone; the
   proximal weights left rounding errors, and there is nothing to compare them with. */
static void decouple(dls_kkt *K)
{
    dls_kkt_work *W = &K->work;
    if (K->massless && dls_linsys_team_norm(K->team, K->m, W->g) == 0) {
        dls_zero(K->n, W->x);
    }
    if (K->massless && dls_linsys_team_norm(K->team, K->n, W->f) == 0) {
        dls_zero(K->m, W->y);
    }
}

/* Certificates are the caller's arrays; zero where there is nothing to prove. */
static void hand_out(const dls_kkt *K, const dls_kkt_result *R, dls_kkt_certificate certificate)
{
    for (dls_int k = 0; certificate.constraints && k < K->m; k++) {
        certificate.constraints[k] = R->constraints_inconsistent ? K->work.suspect_y[k] : 0;
    }
    for (dls_int k = 0; certificate.forces && k < K->n; k++) {
        certificate.forces[k] = R->forces_inconsistent ? K->work.suspect_x[k] : 0;
    }
}

/* The right-hand sides of a call and its answers, one after the other. */
typedef struct {
    const double *F, *b;
    double *a, *lambda;
    dls_kkt_certificate certificate;
    dls_kkt_result *result;
} sides;

static double *shifted(double *x, dls_int by)
{
    return x ? x + by : NULL;
}

static sides side(const dls_kkt *K, sides X, dls_int k)
{
    return (sides){
        X.F + k * K->n,
        X.b + k * K->m,
        X.a + k * K->n,
        X.lambda + k * K->m,
        {shifted(X.certificate.constraints, k * K->m), shifted(X.certificate.forces, k * K->n)},
        X.result + k};
}

/* The caller's arrays, or woven copies in the work of many */
static dls_kkt_sides as_woven(dls_kkt *K, sides X, int count)
{
    const dls_kkt_work *W = &K->work;
    if (W->width == 1) {
        return (dls_kkt_sides){X.F, X.b, X.a, X.lambda};
    }
    dls_weave(W->width, count, K->n, X.F, W->s);
    dls_weave(W->width, count, K->m, X.b, W->v);
    return (dls_kkt_sides){W->s, W->v, W->dx, W->dy};
}

/* The `count` right-hand sides of X, as those at hand; 'dense' alone. */
static dls_error solve_with(dls_kkt *K, bool dense, sides X, int count, dls_progress *P,
                            dls_fault *fault)
{
    const dls_kkt_work *W = &K->work;
    dls_kkt_result of_none[DLS_LANES];
    for (int c = 0; c < W->width; c++) {
        P[c] = (dls_progress){.result = c < count ? X.result + c : of_none + c, .dense = dense};
        *P[c].result =
            (dls_kkt_result){.kernel = NAN, .method = dense ? "dense" : K->backend->name};
    }
    dls_kkt_sides Y = as_woven(K, X, count);
    dls_kkt_load(K, Y.F, Y.b);
    dls_error error = dense ? dls_kkt_dense_solve(K, P) : dls_kkt_converge(K, P);
    if (error) {
        return error == DLS_ERROR_NUMERICAL ? dls_fail(fault, error, "the triangular solves failed")
                                            : dls_fail_memory(fault);
    }
    for (int c = 0; c < W->width; c++) {
        P[c].result->kernel = K->units == DLS_KKT_FOREIGN && !K->range ? 1 : P[c].result->kernel;
    }
    decouple(K);
    unload(K, Y.a, Y.lambda);
    dls_kkt_judge(K, as_woven(K, X, count), P);
    if (W->width > 1) {
        dls_unweave(W->width, count, K->n, Y.a, X.a);
        dls_unweave(W->width, count, K->m, Y.lambda, X.lambda);
    }
    return DLS_OK;
}

/* The last word, from system and answer alone: an answer that fails is open, and `worst` says by
   how much. */
static void verify(const dls_kkt *K, sides X)
{
    dls_kkt_result *R = X.result;
    const dls_kkt_problem P = {dls_see(&K->M), dls_see(&K->G), X.F, X.b, K->accuracy};
    const dls_kkt_claim claim = {.outcome = R->outcome,
                                 .a = X.a,
                                 .lambda = X.lambda,
                                 .y = R->constraints_inconsistent ? K->alone.suspect_y : NULL,
                                 .x = R->forces_inconsistent ? K->alone.suspect_x : NULL,
                                 .tolerance = K->settings.tolerance,
                                 .accuracy = K->settings.data_accuracy};
    dls_verify_report report;
    if (K->team) {
        return;
    }
    dls_verify_kkt_in(&K->verification, &P, &claim, &report);
    if (report.verifiable && !report.ok) {
        R->constraints_inconsistent = R->forces_inconsistent = false;
        R->outcome = DLS_NOT_DECIDED;
        for (int k = 0; claim.outcome == DLS_SOLVED && k < report.checks; k++) {
            R->worst = dls_verify_worse(R->worst, report.check[k].value);
        }
    }
}

static dls_error solve_alone(dls_kkt *K, bool dense, sides X, dls_fault *fault)
{
    dls_progress P;
    K->work = K->alone;
    dls_error error = solve_with(K, dense, X, 1, &P, fault);
    if (!error) {
        verify(K, X);
    }
    hand_out(K, X.result, X.certificate);
    return error;
}

/* Together, and those once more that need something special */
static dls_error solve_together(dls_kkt *K, sides X, int count, dls_fault *fault)
{
    dls_progress P[DLS_LANES];
    K->work = K->together;
    dls_error error = solve_with(K, false, X, count, P, fault);
    for (int c = 0; !error && c < count; c++) {
        sides Y = side(K, X, c);
        if (P[c].state == DLS_KKT_ALONE) {
            error = solve_alone(K, false, Y, fault);
        } else {
            verify(K, Y);
            hand_out(K, Y.result, Y.certificate);
        }
    }
    K->work = K->alone;
    return error;
}

static void lay_out_first(void *object, dls_room *room)
{
    dls_kkt *K = object;
    K->first = DLS_TAKE(room, double, K->n + K->m);
}

static double badness(const dls_kkt_result *R)
{
    static const double EQUATIONS_FIRST = 1e-3; /* a norm that is not least hurts less */
    double kernel = isnan(R->kernel) ? 0 : R->kernel;
    return fmax(fmax(R->dynamics, R->constraints), fmax(R->worst, EQUATIONS_FIRST * kernel));
}

enum { DENSE_UP_TO = 600 };

/* An open question; or, where that costs little, a least-squares solution that is inexact */
static bool wants_rescue(const dls_kkt *K, const dls_kkt_result *R)
{
    static const double INEXACT = 10; /* tolerances */
    bool open = R->outcome == DLS_INACCURATE || R->outcome == DLS_NOT_DECIDED;
    return open || (R->outcome == DLS_INCONSISTENT && K->n + K->m <= DENSE_UP_TO &&
                    R->optimality > INEXACT * K->settings.tolerance);
}

/* Where the method chosen by 'auto' could not prove its answer: singular values for small systems,
   else Q R, whose factor amplifies rounding least. The better answer is kept. */
static dls_error rescue(dls_kkt *K, sides X, dls_fault *fault)
{
    static const double TOO_LARGE = 5e6; /* entries of E: Q R would fill the memory */
    dls_blocks S = dls_kkt_blocks(K);
    bool dense = K->n + K->m <= DENSE_UP_TO;
    if (!dense && (dls_rank_normal_bound(&S) > TOO_LARGE || K->backend->shape == DLS_TALL)) {
        return DLS_OK;
    }
    if (!K->first && !dls_pool_make(&K->pool, lay_out_first, K)) {
        return dls_fail_memory(fault);
    }
    dls_kkt_result first = *X.result;
    dls_copy(K->n, X.a, K->first);
    dls_copy(K->m, X.lambda, K->first + K->n);
    dls_error error = DLS_OK;
    if (!dense) {
        const dls_backend *before = K->backend;
        error = dls_kkt_prox_switch(K, &dls_linsys_qr, fault);
        if (error && error != DLS_ERROR_MEMORY) {
            return dls_kkt_prox_switch(K, before, fault); /* no help from there */
        }
    } else if (!K->dense) {
        error = dls_kkt_dense_setup(K, fault);
    }
    error = error ? error : solve_alone(K, dense, X, fault);
    bool decided = X.result->outcome == DLS_SOLVED || X.result->outcome == DLS_INCONSISTENT;
    if (!error && !decided && badness(X.result) > badness(&first)) {
        dls_copy(K->n, K->first, X.a);
        dls_copy(K->m, K->first + K->n, X.lambda);
        *X.result = first;
    }
    return error;
}

static void tell_result(const dls_kkt *K, const dls_kkt_result *R)
{
    if (K->settings.display > 0) {
        dls_say(K->host, "dls_kkt: %s by %s, %d + %d steps, dynamics %.1e, constraints %.1e",
                dls_outcome_text(R->outcome), R->method, R->steps, R->krylov, R->dynamics,
                R->constraints);
    }
}

/* Right-hand sides that iterate together, and those that did not get there once more. */
static dls_error solve_block(dls_kkt *K, sides X, int count, dls_fault *fault)
{
    double start = dls_clock();
    K->watch = dls_watch_start(K->host, count * K->settings.max_time - K->spent);
    K->spent = 0;
    dls_error error = count == 1 ? solve_alone(K, K->settings.method == DLS_KKT_DENSE, X, fault)
                                 : solve_together(K, X, count, fault);
    double each = (dls_clock() - start) / count;
    for (int c = 0; !error && c < count; c++) {
        dls_kkt_result *R = X.result + c;
        if (K->settings.method == DLS_KKT_AUTO && wants_rescue(K, R)) {
            start = dls_clock();
            error = rescue(K, side(K, X, c), fault);
            R->time = dls_clock() - start;
        }
        R->time += each;
        tell_result(K, R);
    }
    return error;
}

/* How many at once? Those that are alone in what they need, or are watched, go one by one. */
static int block_of(dls_kkt *K, dls_int count)
{
    bool alone = count == 1 || K->settings.method == DLS_KKT_DENSE || K->massless || K->team ||
                 K->settings.display == 2 || !K->factor || !K->backend->woven || K->metric.L ||
                 dls_kkt_nullspace_any(&K->floating) || K->reactions.gram || K->range;
    return alone || !dls_kkt_make_together(K) ? 1 : DLS_LANES;
}

dls_error dls_kkt_solve_many(dls_kkt *K, dls_int count, const double *F, const double *b, double *a,
                             double *lambda, dls_kkt_certificate certificate,
                             dls_kkt_result *results, dls_fault *fault)
{
    if (!K->factor && !K->dense) {
        return dls_fail(fault, DLS_ERROR_NUMERICAL,
                        "the last update of this factorisation failed; update it again");
    }
    if (!dls_finite(K->n * count, F) || !dls_finite(K->m * count, b)) {
        return dls_fail(fault, DLS_ERROR_NOT_FINITE,
                        "F or b has an entry that is not finite; expected finite numbers");
    }
    if (K->settings.display == 2) {
        dls_say(K->host, " prox  proj   dynamics    constraints");
    }
    sides X = {F, b, a, lambda, certificate, results};
    dls_error error = DLS_OK;
    for (dls_int k = 0; !error && k < count;) {
        int together = (int)DLS_MIN(count - k, block_of(K, count));
        error = solve_block(K, side(K, X, k), together, fault);
        k += together;
    }
    return error;
}

dls_error dls_kkt_solve(dls_kkt *K, const double *F, const double *b, double *a, double *lambda,
                        dls_kkt_certificate certificate, dls_kkt_result *result, dls_fault *fault)
{
    return dls_kkt_solve_many(K, 1, F, b, a, lambda, certificate, result, fault);
}
