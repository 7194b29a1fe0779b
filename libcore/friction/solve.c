/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dls_friction: check, run a method, judge the best point it saw. */
#include <math.h>

#include "friction/friction.h"

typedef struct {
    const char *name;
    dls_error (*run)(dls_friction_task *T, dls_fault *fault);
} method;

static const method methods[] = {
    {"auto", dls_friction_auto},           {"newton", dls_friction_newton},
    {"interior", dls_friction_interior},   {"fixpoint", dls_friction_fixpoint},
    {"gauss_seidel", dls_friction_newton}, {"lcp", dls_friction_newton},
};

static bool over(const dls_friction_task *T)
{
    return T->best <= T->settings->tolerance || dls_clock() >= T->deadline ||
           T->result->outcome == DLS_MAX_ITERATIONS;
}

/* Interior points are fast while they go; the proximal method takes over where they stall, and
   begins once more at zero if it stalls there: the start may lie in a bad valley. */
dls_error dls_friction_auto(dls_friction_task *T, dls_fault *fault)
{
    dls_error error = dls_friction_interior(T, fault);
    if (error || over(T)) {
        return error;
    }
    dls_friction_tell(T, "interior stopped at %.1e", T->best);
    dls_copy(T->N, T->best_r, T->r);
    dls_copy(T->n, T->best_v, T->v);
    error = dls_friction_newton(T, fault);
    if (error || over(T)) {
        return error;
    }
    dls_friction_tell(T, "newton from there at %.1e", T->best);
    dls_zero(T->N, T->r);
    dls_zero(T->n, T->v);
    return dls_friction_newton(T, fault);
}

/* Where there is no solution reactions may grow until any residual is small beside them. */
static bool runs_away(dls_friction_task *T)
{
    static const double FAR = 1e6;
    double expected = dls_friction_expected(T), found = dls_norm(T->N, T->r);
    if (!(found > FAR * expected) || expected == 0) {
        return false;
    }
    dls_friction_tell(T, "reactions %.0e times what the data suggest: they run to infinity",
                      found / expected);
    return true;
}

/* The best point seen, measured again. */
static void judge(dls_friction_task *T)
{
    dls_friction_result *result = T->result;
    if (isfinite(T->best)) {
        dls_copy(T->N, T->best_r, T->r);
        dls_copy(T->n, T->best_v, T->v);
    }
    bool solved = dls_friction_look(T) && !runs_away(T);
    result->error = T->error;
    result->natural = T->natural;
    result->equality = T->equality;
    if (solved) {
        result->outcome = DLS_SOLVED;
    } else if (result->outcome == DLS_SOLVED) {
        result->outcome = DLS_NUMERICAL_TROUBLE;
    }
    if (!solved) {
        dls_friction_tell(
            T, "the best residual is %.1e; does a solution exist? (dls_friction_exists)", T->error);
    }
    if (T->settings->display > 0) {
        dls_say(T->sink, "dls_friction: %s by %s, %lld iterations, residual %.2g",
                dls_outcome_text(result->outcome), result->method, (long long)result->iterations,
                result->error);
    }
}

dls_error dls_friction(const dls_friction_problem *problem, const dls_friction_settings *settings,
                       bool warm, dls_sink sink, double *r, double *u, double *v,
                       dls_friction_result *result, dls_fault *fault)
{
    double start = dls_clock();
    dls_friction_settings defaults = dls_friction_defaults();
    settings = settings ? settings : &defaults;
    *result = (dls_friction_result){.outcome = DLS_NUMERICAL_TROUBLE};
    dls_error error = dls_friction_check(problem, fault);
    error = error ? error : dls_settings_check("dls_friction", settings, fault);
    if (error) {
        return error;
    }
    dls_friction_task T = {.problem = problem,
                           .settings = settings,
                           .sink = sink,
                           .r = r,
                           .u = u,
                           .v = v,
                           .start = start,
                           .deadline = start + settings->max_time,
                           .result = result};
    error = dls_friction_task_new(&T, fault);
    if (!error) {
        if (!warm) {
            dls_zero(T.N, r);
            dls_zero(T.n, v);
        }
        result->method = "none";
        if (!dls_friction_look(&T)) {
            error = methods[(int)settings->method].run(&T, fault);
        }
        judge(&T);
        result->time = dls_clock() - start;
    }
    dls_friction_task_free(&T);
    return error;
}
