/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dls_lcp: the life of a solver; run one method, judge its answer. */
#include <math.h>
#include <string.h>

#include "lcp/lcp.h"
#include "solutions/solutions.h"
#include "verify/verify.h"

typedef struct {
    const char *name;
    dls_error (*run)(dls_lcp_task *T, dls_fault *fault);
    dls_error (*prepare)(dls_lcp_task *T, dls_fault *fault); /* NULL: nothing */
} method;

static const method methods[] = {
    {"auto", dls_lcp_auto, dls_lcp_auto_prepare},
    {"lemke", dls_lcp_lemke, dls_lcp_lemke_prepare},
    {"interior-point", dls_lcp_interior, dls_lcp_ipm_prepare},
    {"newton", dls_lcp_newton, dls_lcp_newton_prepare},
    {"gauss-seidel", dls_lcp_gauss_seidel, NULL},
    {"enumerate", dls_solutions_least, NULL},
};

struct dls_lcp_solver {
    dls_lcp_problem problem; /* of M and q below */
    dls_mat M;
    double *q, *refused; /* N; N, where the caller wants no certificate */
    dls_lcp_settings settings;
    dls_lcp_known known;
    dls_lcp_kept kept;
    dls_lcp_task task;
    dls_verify_lcp_units units;
};

/* A point 1e8 times larger than the data suggest may solve a problem that rounding has changed into
   one with solutions far away. If the one that was given is infeasible, say that. */
static dls_error doubt_size(dls_lcp_task *T, dls_fault *fault)
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
static dls_error judge_claim(dls_lcp_task *T, dls_fault *fault)
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
    dls_error error = doubt_size(T, fault);
    if (r->certificate == DLS_CERTIFICATE_FARKAS && r->outcome == DLS_INFEASIBLE) {
        if (isfinite(T->known->reach)) {
            dls_mlcp_tell(T, "the certificate excludes all unknowns with a sum |.| below %.1e",
                          T->known->reach);
        }
    } else if (T->known->doubt > 0 && r->outcome != DLS_SOLVED) {
        dls_mlcp_tell(T,
                      "a change of the data by %.1g of themselves removes the contradiction found",
                      T->known->doubt);
    }
    if (r->certificate == DLS_CERTIFICATE_NONE) {
        dls_zero(T->problem->M.cols, T->certificate);
    }
    if (r->outcome == DLS_RAY) {
        dls_mlcp_tell(T, "the ray is a proof that there is no solution only if A is "
                         "copositive-plus");
    }
    return error;
}

/* The method; a small problem that it leaves open is decided by all its bases. */
static dls_error run_method(dls_lcp_task *T, dls_fault *fault)
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

static void lay_out(void *object, dls_room *room)
{
    dls_lcp_solver *S = object;
    dls_int N = S->problem.M.cols;
    dls_mat_take(room, &S->M, N, N, dls_entries(S->problem.M));
    DLS_TAKE_NUMBERS(room, N, &S->q, &S->refused, &S->kept.row, &S->kept.col);
    S->task.work = DLS_TAKE(room, double, 4 * N);
    DLS_TAKE_NUMBERS(room, 2 * N, &S->task.best, &S->task.sweep);
    dls_verify_lcp_take(room, &S->units, N);
}

static dls_error prepare_method(dls_lcp_solver *S, dls_fault *fault)
{
    const method *chosen = &methods[(int)S->settings.method];
    dls_verify_lcp_prepare(&S->units, dls_see(&S->M));
    return chosen->prepare ? chosen->prepare(&S->task, fault) : DLS_OK;
}

static dls_error fill_solver(dls_lcp_solver *S, dls_host host, dls_fault *fault)
{
    if (!dls_pool_make(&S->kept.pool, lay_out, S)) {
        return dls_fail_memory(fault);
    }
    dls_mat_fill(&S->M, S->problem.M);
    dls_copy(S->M.cols, S->problem.q, S->q);
    S->problem.M = dls_see(&S->M);
    S->problem.q = S->q;
    S->task.problem = &S->problem;
    S->task.settings = &S->settings;
    S->task.host = host;
    S->task.known = &S->known;
    S->task.kept = &S->kept;
    return prepare_method(S, fault);
}

dls_error dls_lcp_setup(const dls_lcp_problem *problem, const dls_lcp_settings *settings,
                        dls_host host, dls_lcp_solver **out, dls_fault *fault)
{
    dls_lcp_settings chosen = settings ? *settings : dls_lcp_defaults();
    *out = NULL;
    dls_error error = dls_mlcp_check(problem, fault);
    error = error ? error : dls_settings_check("dls_lcp", &chosen, fault);
    if (error) {
        return error;
    }
    dls_lcp_solver *S = DLS_NEW(dls_lcp_solver, 1);
    if (!S) {
        return dls_fail_memory(fault);
    }
    S->problem = *problem;
    S->settings = chosen;
    error = fill_solver(S, host, fault);
    if (error) {
        dls_lcp_free(S);
        return error;
    }
    *out = S;
    return DLS_OK;
}

void dls_lcp_free(dls_lcp_solver *S)
{
    if (S) {
        dls_pool_free(&S->kept.pool);
        dls_free(S);
    }
}

dls_error dls_lcp_update(dls_lcp_solver *S, dls_view M, dls_fault *fault)
{
    if (!dls_same_pattern(M, S->problem.M)) {
        return dls_fail(fault, DLS_ERROR_PATTERN,
                        "M has another size or sparsity pattern than at setup; expected new values "
                        "on the same pattern");
    }
    dls_error error = dls_view_check(M, "M", fault);
    if (!error) {
        dls_mat_fill(&S->M, M);
        S->kept.version++;
        S->kept.sized = S->kept.judged = S->kept.classified = false;
        S->kept.promise = NULL;
        error = prepare_method(S, fault);
    }
    return error;
}

/* The last word, from problem and answer alone. */
static void verify(dls_lcp_solver *S)
{
    const dls_lcp_task *T = &S->task;
    bool proof = T->result->certificate == DLS_CERTIFICATE_FARKAS;
    const dls_lcp_claim X = {.outcome = T->result->outcome,
                             .v = T->v,
                             .w = T->w,
                             .tolerance = S->settings.tolerance,
                             .cases = proof,
                             .u = proof ? T->certificate : NULL};
    dls_verify_report report;
    dls_verify_lcp_in(&S->units, T->problem, &X, &report);
    if (report.verifiable && !report.ok) {
        T->result->outcome = DLS_NOT_DECIDED;
        dls_verify_refusal(&report, T->result->message, sizeof T->result->message);
    }
}

static void tell_result(const dls_lcp_task *T)
{
    const dls_lcp_result *r = T->result;
    if (T->settings->display > 0) {
        dls_say(T->host, "%s: %s by %s, %lld iterations, relative residual %.2g",
                T->problem->free > 0 ? "dls_mlcp" : "dls_lcp", dls_outcome_text(r->outcome),
                r->method, (long long)r->iterations, r->relative);
    }
}

dls_error dls_lcp_next(dls_lcp_solver *S, const double *q, double *v, double *w,
                       double *certificate, dls_lcp_result *result, dls_fault *fault)
{
    double start = dls_clock();
    dls_int N = S->M.cols;
    dls_lcp_problem next = {S->problem.M, q ? q : S->q, S->problem.free};
    dls_error error = dls_check_vector(next.M.cols, next.q, "q", fault);
    if (error) {
        return error;
    }
    dls_lcp_task *T = &S->task;
    dls_copy(q ? N : 0, q, S->q);
    *result = (dls_lcp_result){.outcome = DLS_NUMERICAL_TROUBLE};
    S->known = (dls_lcp_known){.watch = dls_watch_start(T->host, S->settings.max_time)};
    T->v = v;
    T->w = w;
    T->certificate = certificate ? certificate : S->refused;
    T->result = result;
    dls_zero(N, T->certificate);
    error = run_method(T, fault);
    error = error ? error : judge_claim(T, fault);
    if (!error) {
        verify(S);
        tell_result(T);
    }
    result->time = dls_clock() - start;
    result->tolerance = S->settings.tolerance;
    return error;
}

dls_error dls_lcp(const dls_lcp_problem *problem, const dls_lcp_settings *settings, dls_host host,
                  double *v, double *w, double *certificate, dls_lcp_result *result,
                  dls_fault *fault)
{
    double start = dls_clock();
    dls_lcp_solver *S = NULL;
    dls_error error = dls_lcp_setup(problem, settings, host, &S, fault);
    error = error ? error : dls_lcp_next(S, NULL, v, w, certificate, result, fault);
    dls_lcp_free(S);
    if (!error) {
        result->time = dls_clock() - start;
    }
    return error;
}
