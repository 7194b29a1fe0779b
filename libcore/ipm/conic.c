/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dls_conic: the life of a solver, and all of it in one call. */
#include <math.h>

#include "ipm/ipm.h"
#include "verify/verify.h"

static dls_error check_sizes(const dls_conic_problem *p, dls_fault *fault)
{
    if (p->P.rows != p->P.cols) {
        return dls_fail(fault, DLS_ERROR_DIMENSION, "P is %lld-by-%lld; expected square",
                        (long long)p->P.rows, (long long)p->P.cols);
    }
    if (p->A.cols != p->P.cols) {
        return dls_fail(fault, DLS_ERROR_DIMENSION,
                        "A is %lld-by-%lld; expected %lld columns, one per variable of P",
                        (long long)p->A.rows, (long long)p->A.cols, (long long)p->P.cols);
    }
    double rows = (double)p->cones.zero + (double)p->cones.linear;
    bool sizes = p->cones.zero >= 0 && p->cones.linear >= 0;
    for (dls_int k = 0; k < p->cones.count; k++) {
        rows += (double)p->cones.second[k];
        if (p->cones.second[k] < 1) {
            return dls_fail(fault, DLS_ERROR_DIMENSION,
                            "cones.q(%lld) is %lld; expected sizes of at least 1", (long long)k + 1,
                            (long long)p->cones.second[k]);
        }
    }
    if (!sizes || rows != (double)p->A.rows) {
        return dls_fail(fault, DLS_ERROR_DIMENSION,
                        "the cones have %.0f rows (z = %lld, l = %lld, q = %.0f); expected %lld, "
                        "the rows of A",
                        rows, (long long)p->cones.zero, (long long)p->cones.linear,
                        rows - (double)p->cones.zero - (double)p->cones.linear,
                        (long long)p->A.rows);
    }
    return DLS_OK;
}

static dls_error check_vector(dls_int n, const double *x, const char *name, dls_fault *fault)
{
    const dls_int whole[] = {0, n};
    dls_error error = dls_check_vector(n, x, name, fault);
    return error ? error : dls_rank_check_range((dls_view){n, 1, whole, NULL, x}, name, fault);
}

static dls_error check_call(const dls_conic_problem *p, const dls_conic_settings *settings,
                            dls_fault *fault)
{
    dls_error error = dls_settings_check("dls_conic", settings, fault);
    error = error ? error : check_sizes(p, fault);
    error = error ? error : dls_rank_check_positive(p->P, "P", fault);
    error = error ? error : dls_view_check(p->A, "A", fault);
    error = error ? error : dls_rank_check_range(p->A, "A", fault);
    error = error ? error : check_vector(p->P.cols, p->q, "q", fault);
    return error ? error : check_vector(p->A.rows, p->b, "b", fault);
}

static void lay_out_verification(void *object, dls_room *room)
{
    dls_conic_solver *I = object;
    I->verification = DLS_TAKE(room, double, DLS_VERIFY_CONIC_WORK(I->data.n, I->data.m));
}

dls_error dls_conic_setup(const dls_conic_problem *problem, const dls_conic_settings *settings,
                          dls_host host, dls_conic_solver **out, dls_fault *fault)
{
    dls_conic_settings chosen = settings ? *settings : dls_conic_defaults();
    *out = NULL;
    dls_error error = check_call(problem, &chosen, fault);
    error = error ? error : dls_ipm_new(out, problem, true, &chosen, host, fault);
    if (!error && !dls_pool_make(&(*out)->pool, lay_out_verification, *out)) {
        dls_ipm_free(*out);
        *out = NULL;
        return dls_fail_memory(fault);
    }
    return error;
}

void dls_conic_free(dls_conic_solver *I)
{
    dls_ipm_free(I);
}

dls_error dls_conic_update(dls_conic_solver *I, dls_view P, dls_view A, dls_fault *fault)
{
    dls_scaled *d = &I->data;
    if (!dls_same_pattern(P, dls_see(&d->P)) || !dls_same_pattern(A, dls_see(&d->A))) {
        return dls_fail(fault, DLS_ERROR_PATTERN,
                        "P or A has another size or sparsity pattern than at setup; expected new "
                        "values on the same pattern");
    }
    dls_error error = dls_rank_check_positive(P, "P", fault);
    error = error ? error : dls_view_check(A, "A", fault);
    error = error ? error : dls_rank_check_range(A, "A", fault);
    if (!error) {
        dls_ipm_matrices(I, P, A);
    }
    return error;
}

static bool enough(void *data, dls_ipm *I)
{
    (void)data;
    const dls_standing *z = &I->standing;
    return fmax(z->primal, fmax(z->dual, z->gap)) <= I->settings.tolerance;
}

void dls_conic_limit(dls_conic_solver *I, double tolerance, double deadline, dls_host host)
{
    I->settings.tolerance = tolerance;
    I->accept = enough;
    I->watch = (dls_watch){host, deadline};
    I->limited = true;
}

/* The last word, from program and answer alone, both scaled by powers of two. */
static void verify(dls_ipm *I, const dls_row *active, dls_conic_result *result)
{
    const dls_scaled *d = &I->data;
    const dls_conic_problem P = {dls_see(&d->P), d->q, dls_see(&d->A), d->b, I->sizes};
    const dls_conic_claim X = {result->outcome,       I->now.x, I->now.s, I->now.y,
                               I->settings.tolerance, NULL,     active};
    dls_verify_report report;
    dls_verify_conic_in(&P, &X, I->verification, &report);
    if (report.verifiable && !report.ok) {
        result->outcome = DLS_NOT_DECIDED;
        dls_verify_refusal(&report, result->message, sizeof result->message);
    }
}

dls_error dls_conic_next(dls_conic_solver *I, const double *q, const double *b, bool warm,
                         double *x, double *s, double *y, dls_row *active, dls_conic_result *result,
                         dls_fault *fault)
{
    double start = dls_clock();
    dls_int n = I->data.n, m = I->data.m;
    dls_error error = q ? check_vector(n, q, "q", fault) : DLS_OK;
    error = error || !b ? error : check_vector(m, b, "b", fault);
    error = error || !warm ? error : check_vector(n, x, "Start.x", fault);
    error = error || !warm ? error : check_vector(m, s, "Start.s", fault);
    error = error || !warm ? error : check_vector(m, y, "Start.y", fault);
    if (error) {
        return error;
    }
    if (!I->limited) {
        I->watch = dls_watch_start(I->host, I->settings.max_time);
    }
    dls_ipm_vectors(I, q, b);
    if (warm) {
        dls_ipm_warm_start(I, x, s, y);
    }
    error = dls_ipm_run(I, warm, fault);
    if (!error && I->outcome == DLS_NUMERICAL_TROUBLE && !I->limited) {
        error = dls_ipm_seek_proofs(I, fault);
    }
    if (!error) {
        dls_ipm_report(I, x, s, y, active, result);
        if (!I->limited) {
            verify(I, active, result);
        }
        result->time = dls_clock() - start;
        result->tolerance = I->settings.tolerance;
        if (I->settings.display > 0) {
            dls_say(I->host, "dls_conic: %s (%lld iterations, %s)", result->message,
                    (long long)result->iterations, result->method);
        }
    }
    return error;
}

dls_error dls_conic(const dls_conic_problem *problem, const dls_conic_settings *settings, bool warm,
                    dls_host host, double *x, double *s, double *y, dls_row *active,
                    dls_conic_result *result, dls_fault *fault)
{
    double start = dls_clock();
    dls_conic_solver *I = NULL;
    dls_error error = dls_conic_setup(problem, settings, host, &I, fault);
    error = error ? error : dls_conic_next(I, NULL, NULL, warm, x, s, y, active, result, fault);
    dls_conic_free(I);
    if (!error) {
        result->time = dls_clock() - start;
    }
    return error;
}
