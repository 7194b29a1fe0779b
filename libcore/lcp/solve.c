/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dls_lcp: check, run one method, judge its answer. */
#include <math.h>
#include <string.h>

#include "lcp/dense.h"

typedef struct {
    const char *name;
    dls_error (*run)(dls_lcp_task *T, dls_fault *fault);
} method;

static const method methods[] = {
    {"auto", dls_lcp_auto},     {"lemke", dls_lcp_lemke}, {"ipm", dls_lcp_ipm},
    {"newton", dls_lcp_newton}, {"pgs", dls_lcp_pgs},     {"enumerate", dls_lcp_enumerate},
};

dls_error dls_lcp_check(const dls_lcp_problem *P, dls_fault *fault)
{
    dls_view M = P->M;
    dls_error error = dls_view_check(M, "M", fault);
    if (error) {
        return error;
    }
    if (M.rows != M.cols) {
        return dls_fail(fault, DLS_ERROR_DIMENSION, "M is %lld-by-%lld; expected square",
                        (long long)M.rows, (long long)M.cols);
    }
    if (P->free < 0 || P->free > M.cols) {
        return dls_fail(fault, DLS_ERROR_DIMENSION,
                        "the problem has %lld equations among %lld rows; expected 0 to %lld",
                        (long long)P->free, (long long)M.cols, (long long)M.cols);
    }
    for (dls_int i = 0; i < M.cols; i++) {
        if (!isfinite(P->q[i])) {
            return dls_fail(fault, DLS_ERROR_NOT_FINITE, "q(%lld) is %g; expected a finite number",
                            (long long)i + 1, P->q[i]);
        }
    }
    return DLS_OK;
}

/* A point 1e8 times larger than the data suggest may solve a problem that rounding has changed into
   one with solutions far away. If the one that was given is infeasible, say that. */
static dls_error doubt(dls_lcp_task *T, dls_fault *fault)
{
    static const double FAR = 1e8;
    const dls_lcp_problem *P = T->problem;
    dls_int N = P->M.cols;
    double data = dls_lcp_data_size(P, T->work), most = dls_largest(N, T->v);
    if (T->result->outcome != DLS_SOLVED || !(most > FAR * data) || !dls_finite(N, T->v)) {
        return DLS_OK;
    }
    dls_error error = dls_lcp_farkas(T, fault);
    if (!error && T->result->outcome == DLS_INFEASIBLE) {
        dls_lcp_tell(T,
                     "the point found, %.1g times the size of the data, is an effect of rounding",
                     most / data);
    }
    return error;
}

/* With q'u = -1 and r = (M'u)+, |M'u| in free columns: 0 <= u'w = (M'u)'v - 1 needs
   |v|_1 >= 1 / r. */
static void tell_reach(dls_lcp_task *T)
{
    dls_view M = T->problem->M;
    double most = 0;
    for (dls_int j = 0; j < M.cols; j++) {
        double sum = 0;
        for (dls_int k = M.p[j]; k < M.p[j + 1]; k++) {
            sum += M.x[k] * T->certificate[M.i[k]];
        }
        most = fmax(most, j < T->problem->free ? fabs(sum) : sum);
    }
    if (most > 0) {
        dls_lcp_tell(T, "the certificate excludes all v with sum |v| < %.1e", 1 / most);
    }
}

/* What a method says is believed only after w and the natural map of v were recomputed. T->work has
   4N entries here. */
static dls_error judge(dls_lcp_task *T, dls_fault *fault)
{
    dls_lcp_result *r = T->result;
    if (!dls_finite(T->problem->M.cols, T->v)) {
        dls_zero(T->problem->M.cols, T->v);
    }
    dls_outcome claim = r->outcome;
    dls_certificate_kind kind = r->certificate;
    if (claim != DLS_INFEASIBLE && claim != DLS_NO_SOLUTION) {
        dls_lcp_tidy(T->problem, T->settings->tolerance, T->v, T->work);
    }
    bool solved = dls_lcp_accept(T);
    if (!r->message[0]) {
        dls_lcp_tell(T, "%s: %lld iterations", r->method, (long long)r->iterations);
    }
    if (solved && claim == DLS_INFEASIBLE) { /* a certificate was checked: it cannot have both */
        r->outcome = DLS_NUMERICAL_TROUBLE;
        r->certificate = kind;
        dls_lcp_tell(T, "a point and a certificate pass both: the problem is at the limit of "
                        "rounding");
    } else if (!solved && claim == DLS_SOLVED) {
        r->outcome = DLS_NUMERICAL_TROUBLE;
        dls_lcp_tell(T, "the residual %.2g is above Tolerance", r->relative);
    }
    dls_error error = doubt(T, fault);
    if (r->certificate == DLS_CERTIFICATE_FARKAS && r->outcome == DLS_INFEASIBLE) {
        tell_reach(T);
    }
    if (r->certificate == DLS_CERTIFICATE_NONE) {
        dls_zero(T->problem->M.cols, T->certificate);
    }
    if (T->settings->display > 0) {
        dls_say(T->host, "%s: %s by %s, %lld iterations, relative residual %.2g",
                T->problem->free > 0 ? "dls_mlcp" : "dls_lcp", dls_outcome_text(r->outcome),
                r->method, (long long)r->iterations, r->relative);
    }
    return error;
}

dls_error dls_lcp(const dls_lcp_problem *problem, const dls_lcp_settings *settings, dls_host host,
                  double *v, double *w, double *certificate, dls_lcp_result *result,
                  dls_fault *fault)
{
    double start = dls_clock();
    dls_lcp_settings defaults = dls_lcp_defaults();
    settings = settings ? settings : &defaults;
    *result = (dls_lcp_result){.outcome = DLS_NUMERICAL_TROUBLE};
    dls_error error = dls_lcp_check(problem, fault);
    error = error ? error : dls_settings_check("dls_lcp", settings, fault);
    if (error) {
        return error;
    }
    dls_int N = problem->M.cols;
    const method *chosen = &methods[(int)settings->method];
    double *own = DLS_NEW(double, certificate ? 4 * N : 5 * N);
    if (!own) {
        return dls_fail_memory(fault);
    }
    result->method = chosen->name;
    dls_lcp_task T = {problem, settings, host, v, w, certificate ? certificate : own + 4 * N,
                      own,     result};
    dls_zero(N, T.certificate);
    error = chosen->run(&T, fault);
    error = error ? error : judge(&T, fault);
    if (!error) {
        result->time = dls_clock() - start;
    }
    dls_free(own);
    return error;
}
