/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conic programs that share P, A and the cones; ranges of linear functions over a conic set. */
#include <math.h>

#include "cone/ipm.h"

struct dls_conic_family {
    dls_ipm *ipm;
    dls_mat P, A;
    dls_conic_problem problem; /* views of P, A; q, b below */
    dls_int *second;
    double *q, *b, *work;
};

dls_error dls_conic_setup(const dls_conic_problem *problem, const dls_conic_settings *settings,
                          dls_conic_family **out, dls_fault *fault)
{
    dls_conic_settings chosen = settings ? *settings : dls_conic_defaults();
    dls_int n = problem->P.cols, m = problem->A.rows;
    *out = NULL;
    dls_error error = dls_conic_check(problem, &chosen, fault);
    if (error) {
        return error;
    }
    dls_conic_family *f = DLS_NEW(dls_conic_family, 1);
    if (!f) {
        return dls_fail_memory(fault);
    }
    f->second = DLS_NEW(dls_int, problem->cones.count);
    f->q = DLS_NEW(double, n);
    f->b = DLS_NEW(double, m);
    f->work = DLS_NEW(double, 2 * n + m);
    bool ready = dls_mat_copy(&f->P, problem->P) && dls_mat_copy(&f->A, problem->A) && f->second &&
                 f->q && f->b && f->work;
    error = ready ? DLS_OK : dls_fail_memory(fault);
    if (!error) {
        dls_copy(n, problem->q, f->q);
        dls_copy(m, problem->b, f->b);
        f->problem =
            (dls_conic_problem){dls_see(&f->P), f->q, dls_see(&f->A), f->b, problem->cones};
        for (dls_int k = 0; k < problem->cones.count; k++) {
            f->second[k] = problem->cones.second[k];
        }
        f->problem.cones.second = f->second;
        error = dls_ipm_new(&f->ipm, &f->problem, true, &chosen, (dls_sink){0}, fault);
    }
    if (error) {
        dls_conic_family_free(f);
        return error;
    }
    *out = f;
    return DLS_OK;
}

void dls_conic_family_free(dls_conic_family *f)
{
    if (f) {
        dls_ipm_free(f->ipm);
        dls_mat_free(&f->P);
        dls_mat_free(&f->A);
        dls_free(f->second);
        dls_free(f->q);
        dls_free(f->b);
        dls_free(f->work);
        dls_free(f);
    }
}

dls_error dls_conic_next(dls_conic_family *f, const double *q, const double *b, bool warm,
                         double *x, double *s, double *y, dls_conic_result *result,
                         dls_fault *fault)
{
    double start = dls_clock();
    dls_int n = f->P.cols, m = f->A.rows, before = f->ipm->system.factorisations,
            refined = f->ipm->system.refinements;
    dls_error error = q ? dls_conic_check_vector(n, q, "q", fault) : DLS_OK;
    error = error || !b ? error : dls_conic_check_vector(m, b, "b", fault);
    if (error) {
        return error;
    }
    dls_copy(q ? n : 0, q, f->q);
    dls_copy(b ? m : 0, b, f->b);
    dls_scaled_vectors(&f->ipm->data, f->q, f->b);
    dls_system_restart(&f->ipm->system);
    if (warm) {
        dls_ipm_warm_start(f->ipm, x, s, y);
    }
    error = dls_ipm_run(f->ipm, warm, fault);
    if (!error) {
        dls_conic_report(f->ipm, &f->problem, x, s, y, f->work, result);
        result->factorisations -= before;
        result->refinements -= refined;
        result->time = dls_clock() - start;
    }
    return error;
}

/* ---- ranges ---- */
enum { FIRST, SECOND, ATTEMPTS };

typedef struct {
    const dls_conic_problem *problem;
    dls_view C;
    const double *least;
    double close, *lo, *hi;
    dls_conic_family *family[ATTEMPTS]; /* the second rounds otherwise and asks for less */
    double *q, *x, *s, *y;
    dls_range_result *result;
} conic_task;

static dls_error attempt(conic_task *T, int which, dls_conic_result *r, dls_fault *fault)
{
    dls_conic_settings settings = dls_conic_defaults();
    dls_error error = DLS_OK;
    if (which == SECOND) {
        settings.tolerance = 1e-8;
        settings.method = 2;
    }
    if (!T->family[which]) {
        error = dls_conic_setup(T->problem, &settings, &T->family[which], fault);
    }
    return error ? error
                 : dls_conic_next(T->family[which], T->q, NULL, false, T->x, T->s, T->y, r, fault);
}

static dls_error solve(conic_task *T, dls_conic_result *r, dls_fault *fault)
{
    dls_error error = DLS_OK;
    r->outcome = DLS_NUMERICAL_TROUBLE;
    for (int k = 0; !error && k < ATTEMPTS &&
                    (r->outcome == DLS_NUMERICAL_TROUBLE || r->outcome == DLS_MAX_ITERATIONS);
         k++) {
        error = attempt(T, k, r, fault);
        T->result->programs++;
        T->result->pivots += r->iterations;
        T->result->factorisations += r->factorisations;
    }
    return error;
}

static double function_value(const conic_task *T, dls_int k)
{
    double sum = 0;
    for (dls_int t = T->C.p[k]; t < T->C.p[k + 1]; t++) {
        sum += T->C.x[t] * T->x[T->C.i[t]];
    }
    return sum;
}

static void look_around(conic_task *T)
{
    for (dls_int k = 0; k < T->C.cols; k++) {
        if (isnan(T->lo[k]) && function_value(T, k) <= T->least[k] + T->close) {
            T->lo[k] = T->least[k];
        }
    }
}

static dls_error one_end(conic_task *T, dls_int k, double side, dls_fault *fault)
{
    dls_conic_result r;
    double *end = side > 0 ? T->lo : T->hi;
    dls_zero(T->problem->P.cols, T->q);
    for (dls_int t = T->C.p[k]; t < T->C.p[k + 1]; t++) {
        T->q[T->C.i[t]] = side * T->C.x[t];
    }
    dls_error error = solve(T, &r, fault);
    if (error) {
        return error;
    }
    if (r.outcome == DLS_SOLVED) {
        end[k] = function_value(T, k);
        T->result->error =
            fmax(T->result->error, fmax(fmax(r.primal, r.dual), fmax(r.gap, r.cone)));
        look_around(T);
    } else if (r.outcome == DLS_DUAL_INFEASIBLE) {
        end[k] = -side * INFINITY;
    } else {
        T->result->outcome = DLS_NUMERICAL_TROUBLE;
    }
    return DLS_OK;
}

static dls_error conic_ends(conic_task *T, dls_fault *fault)
{
    dls_conic_result r;
    dls_error error = solve(T, &r, fault); /* q = 0: is there a point? */
    if (error || r.outcome != DLS_SOLVED) {
        T->result->outcome = error ? DLS_NUMERICAL_TROUBLE : r.outcome;
        return error;
    }
    look_around(T);
    for (dls_int k = 0; !error && k < T->C.cols; k++) {
        error = one_end(T, k, -1, fault);
    }
    for (dls_int k = 0; !error && k < T->C.cols; k++) {
        error = isnan(T->lo[k]) ? one_end(T, k, 1, fault) : DLS_OK;
    }
    return error;
}

dls_error dls_range_conic(const dls_conic_problem *problem, dls_view C, const double *least,
                          double close, double *lo, double *hi, dls_range_result *result,
                          dls_fault *fault)
{
    double start = dls_clock();
    dls_int n = problem->A.cols, m = problem->A.rows;
    dls_mat none = {0};
    dls_conic_problem linear = *problem;
    conic_task T = {&linear,
                    C,
                    least,
                    close,
                    lo,
                    hi,
                    {NULL, NULL},
                    DLS_NEW(double, n),
                    DLS_NEW(double, n),
                    DLS_NEW(double, m),
                    DLS_NEW(double, m),
                    result};
    *result = (dls_range_result){.outcome = DLS_SOLVED};
    dls_error error = dls_view_check(C, "C", fault);
    if (!error && C.rows != n) {
        error = dls_fail(fault, DLS_ERROR_DIMENSION,
                         "C has %lld rows; expected %lld, one per column of A", (long long)C.rows,
                         (long long)n);
    }
    if (!error && !(T.q && T.x && T.s && T.y && dls_mat_new(&none, n, n, 0))) {
        error = dls_fail_memory(fault);
    }
    if (!error) {
        for (dls_int k = 0; k < C.cols; k++) {
            lo[k] = hi[k] = NAN;
        }
        linear.P = dls_see(&none);
        linear.q = T.q;
        error = conic_ends(&T, fault);
    }
    dls_conic_family_free(T.family[FIRST]);
    dls_conic_family_free(T.family[SECOND]);
    dls_mat_free(&none);
    dls_free(T.q);
    dls_free(T.x);
    dls_free(T.s);
    dls_free(T.y);
    result->time = dls_clock() - start;
    return error;
}
