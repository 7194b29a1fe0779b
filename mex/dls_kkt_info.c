/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From dls_kkt_result and dls_kkt_stats to the m-struct `info`. */
#include "dls_kkt_info.h"

#include <math.h>
#include <stdio.h>

/* Outcomes are ordered from good to bad. */
static const dls_kkt_result *worst(const dls_kkt_result *results, mwSize count)
{
    const dls_kkt_result *w = results;
    for (mwSize k = 1; k < count; k++) {
        w = results[k].outcome > w->outcome ? results + k : w;
    }
    return w;
}

static void explain(const dls_kkt_result *r, double tolerance, char *text, size_t size)
{
    const char *what =
        r->stopped == DLS_TIME_LIMIT    ? "MaxTime was over before the answer was"
        : r->stopped == DLS_INTERRUPTED ? "stopped by the user"
        : r->constraints_inconsistent && r->forces_inconsistent
            ? "constraints contradict each other and forces act where nothing resists"
        : r->constraints_inconsistent
            ? "constraints contradict each other (certificate.constraints)"
        : r->forces_inconsistent        ? "forces act where nothing resists (certificate.forces)"
        : r->kernel > 1e-9              ? "lambda may have a part in ker G (residual.kernel)"
        : r->outcome == DLS_NOT_DECIDED ? "whether there is a solution depends on digits that the "
                                          "data do not have (residual.worst)"
                                        : "not proved to the tolerance (constraints that are "
                                          "almost redundant? ask dls_redundancy)";
    if (r->outcome == DLS_INCONSISTENT && r->optimality > 10 * tolerance) {
        snprintf(text, size, "%s: %s; the least-squares solution is inexact (residual.optimality)",
                 dls_outcome_text(r->outcome), what);
    } else if (r->outcome != DLS_SOLVED) {
        snprintf(text, size, "%s: %s, residual %.1e", dls_outcome_text(r->outcome), what, r->worst);
    } else if (r->worst > tolerance) {
        snprintf(text, size, "solved: consistent to the accuracy of the data, %.1e of their terms",
                 r->worst);
    } else {
        dls_phrase(text, size, "solved by %s in %d + %d steps", r->method, r->steps, r->krylov);
    }
}

#define DLS_RESIDUALS(X) X(dynamics) X(constraints) X(worst) X(optimality) X(kernel)

static mxArray *residuals(const dls_kkt_result *results, mwSize count)
{
#define DLS_NAME(field) #field,
    static const char *names[] = {DLS_RESIDUALS(DLS_NAME)};
    mxArray *s = mxCreateStructMatrix(1, 1, sizeof names / sizeof *names, names);
#define DLS_ROW_VECTOR(field)                                                                      \
    {                                                                                              \
        mxArray *row = mxCreateDoubleMatrix(1, count, mxREAL);                                     \
        for (mwSize k = 0; k < count; k++) {                                                       \
            mxGetPr(row)[k] = results[k].field;                                                    \
        }                                                                                          \
        mxSetField(s, 0, #field, row);                                                             \
    }
    DLS_RESIDUALS(DLS_ROW_VECTOR)
    return s;
}

static mxArray *certificates(const dls_kkt_result *results, mwSize count, mxArray *constraints,
                             mxArray *forces)
{
    static const char *names[] = {"constraints", "forces"};
    bool any[2] = {false, false};
    for (mwSize k = 0; k < count; k++) {
        any[0] = any[0] || results[k].constraints_inconsistent;
        any[1] = any[1] || results[k].forces_inconsistent;
    }
    mxArray *given[2] = {constraints, forces};
    if (!any[0] && !any[1]) {
        mxDestroyArray(constraints);
        mxDestroyArray(forces);
        return mxCreateDoubleMatrix(0, 0, mxREAL);
    }
    mxArray *s = mxCreateStructMatrix(1, 1, 2, names);
    for (int k = 0; k < 2; k++) {
        if (!any[k]) {
            mxDestroyArray(given[k]);
            given[k] = mxCreateDoubleMatrix(0, 0, mxREAL);
        }
        mxSetField(s, 0, names[k], given[k]);
    }
    return s;
}

static double fill(dls_kkt_stats s)
{
    return s.matrix_entries > 0 ? s.factor_entries / s.matrix_entries : 0;
}

mxArray *dls_kkt_stats_struct(dls_kkt_stats s)
{
    static const char *const names[] = {"method",         "rho",     "delta",      "fill",
                                        "flops",          "rank",    "setup_time", "factor_time",
                                        "factor_entries", "analyses"};
    const double numbers[] = {NAN,
                              s.rho,
                              s.delta,
                              fill(s),
                              s.flops,
                              s.rank < 0 ? NAN : (double)s.rank,
                              s.time_setup,
                              s.time_factor,
                              s.factor_entries,
                              (double)s.analyses};
    mxArray *m = dls_mex_numbers(sizeof numbers / sizeof *numbers, names, numbers);
    dls_mex_set_text(m, "method", s.method);
    return m;
}

/* [proximal; Krylov and projection] for each right-hand side, and whether it was consistent. */
static void set_steps(mxArray *info, const dls_kkt_result *results, mwSize count)
{
    mxArray *steps = mxCreateDoubleMatrix(2, count, mxREAL);
    mxArray *consistent = mxCreateLogicalMatrix(1, count);
    for (mwSize k = 0; k < count; k++) {
        const dls_kkt_result *r = results + k;
        mxGetPr(steps)[2 * k] = r->steps;
        mxGetPr(steps)[2 * k + 1] = r->krylov;
        mxGetLogicals(consistent)[k] = !r->constraints_inconsistent && !r->forces_inconsistent;
    }
    mxSetField(info, 0, "steps", steps);
    mxSetField(info, 0, "consistent", consistent);
}

mxArray *dls_kkt_info_struct(const dls_kkt_result *results, mwSize count, dls_kkt_stats stats,
                             mxArray *constraints, mxArray *forces)
{
    static const char *const names[] = {DLS_MEX_INFO, "steps", "consistent", "rho",
                                        "delta",      "fill",  "factor",     "tolerance"};
    const dls_kkt_result none = {.outcome = DLS_SOLVED, .method = stats.method};
    const dls_kkt_result *w = count > 0 ? worst(results, count) : &none;
    char text[320];
    explain(w, stats.tolerance, text, sizeof text);
    dls_mex_ending ending = {w->outcome, text, w->method, 0, 0};
    for (mwSize k = 0; k < count; k++) {
        ending.iterations += results[k].steps + results[k].krylov;
        ending.time += results[k].time;
    }
    mxArray *info = dls_mex_info(sizeof names / sizeof *names, names, &ending);
    mxSetField(info, 0, "residual", residuals(results, count));
    mxSetField(info, 0, "certificate", certificates(results, count, constraints, forces));
    set_steps(info, results, count);
    dls_mex_set(info, "rho", stats.rho);
    dls_mex_set(info, "delta", stats.delta);
    dls_mex_set(info, "fill", fill(stats));
    mxSetField(info, 0, "factor", dls_kkt_stats_struct(stats));
    dls_mex_set(info, "tolerance", fmax(stats.tolerance, stats.accuracy));
    return info;
}
