/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dls_lcp: check, run one method, judge its answer. */
#include <math.h>
#include <string.h>

#include "lcp/lcp.h"
#include "solutions/solutions.h"

typedef struct {
    const char *name;
    dls_error (*run)(dls_lcp_task *T, dls_fault *fault);
} method;

static const method methods[] = {
    {"auto", dls_lcp_auto},     {"lemke", dls_lcp_lemke},      {"interior-point", dls_lcp_ipm},
    {"newton", dls_lcp_newton}, {"gauss-seidel", dls_lcp_pgs}, {"enumerate", dls_solutions_least},
};

/* A point 1e8 times larger than the data suggest may solve a problem that rounding has changed into
   one with solutions far away. If the one that was given is infeasible, say that. */
static dls_error doubt(dls_lcp_task *T, dls_fault *fault)
{
    static const double FAR = 1e8;
    const dls_lcp_problem *P = T->problem;
    dls_int N = P->M.cols;
    double data = dls_mlcp_data_size(P, T->work), most = dls_largest(N, T->v);
    if (T->result->outcome != DLS_SOLVED || !(most > FAR * data) || !dls_finite(N, T->v)) {
        return DLS_OK;
    }
    dls_error error = dls_mlcp_farkas(T, fault);
    if (!error && T->result->outcome == DLS_INFEASIBLE) {
        dls_mlcp_tell(T,
                      "the point found, %.1g times the size of the data, is an effect of rounding",
                      most / data);
    }
    return error;
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
        dls_mlcp_tidy(T->problem, T->settings->tolerance, T->v, T->work);
    }
    bool solved = dls_mlcp_accept(T);
    if (!r->message[0]) {
        dls_mlcp_tell(T, "%s: %lld iterations", r->method, (long long)r->iterations);
    }
    if (solved && claim == DLS_INFEASIBLE) { /* a certificate was checked: it cannot have both */
        r->outcome = DLS_NOT_DECIDED;
        r->certificate = kind;
        dls_mlcp_tell(T, "a point and a certificate pass both: the problem is at the limit of "
                         "rounding");
    } else if (claim == DLS_NO_SOLUTION && T->known->doubt > 0) {
        r->outcome = DLS_NOT_DECIDED;
    } else if (!solved && claim == DLS_SOLVED) {
        r->outcome = DLS_NUMERICAL_TROUBLE;
        dls_mlcp_tell(T, "the residual %.2g is above Tolerance", r->relative);
    }
    dls_error error = doubt(T, fault);
    if (r->certificate == DLS_CERTIFICATE_FARKAS && r->outcome == DLS_INFEASIBLE) {
        if (isfinite(T->known->reach)) {
            dls_mlcp_tell(T, "the certificate excludes all v with sum |v| < %.1e", T->known->reach);
        }
    } else if (T->known->doubt > 0 && r->outcome != DLS_SOLVED) {
        dls_mlcp_tell(T,
                      "a change of the data by %.1g of themselves removes the contradiction found",
                      T->known->doubt);
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

/* The method; a small problem that it leaves open is decided by all its bases. */
static dls_error run(dls_lcp_task *T, dls_fault *fault)
{
    const method *chosen = &methods[(int)T->settings->method];
    T->result->method = chosen->name;
    dls_error error = chosen->run(T, fault);
    if (!error && dls_mlcp_is_small(T->problem) && T->result->outcome == DLS_NUMERICAL_TROUBLE &&
        chosen->run != dls_solutions_least) {
        error = dls_solutions_least(T, fault);
    }
    if (!error && T->result->outcome == DLS_NUMERICAL_TROUBLE &&
        dls_finite(T->problem->M.cols, T->v)) {
        T->result->outcome = DLS_NOT_DECIDED; /* nothing is wrong with the numbers */
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
    dls_error error = dls_mlcp_check(problem, fault);
    error = error ? error : dls_settings_check("dls_lcp", settings, fault);
    if (error) {
        return error;
    }
    dls_int N = problem->M.cols;
    double *own = DLS_NEW(double, certificate ? 6 * N : 7 * N);
    if (!own) {
        return dls_fail_memory(fault);
    }
    dls_lcp_known known = {
        .watch = dls_watch_start(host, settings->max_time), .row = own + 4 * N, .col = own + 5 * N};
    dls_lcp_task T = {problem, settings, host,  v, w, certificate ? certificate : own + 6 * N,
                      own,     result,   &known};
    dls_zero(N, T.certificate);
    error = run(&T, fault);
    error = error ? error : judge(&T, fault);
    if (!error) {
        result->time = dls_clock() - start;
    }
    dls_free(own);
    return error;
}
