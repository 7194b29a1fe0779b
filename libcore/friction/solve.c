/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dls_friction: check, run a method, judge the best point it saw. */
#include <math.h>

#include "friction/modes.h"

bool dls_friction_over(const dls_friction_task *T)
{
    double allowed = T->settings->max_iterations;
    return T->best <= T->settings->tolerance || T->modes == DLS_MODES_REFUTED ||
           dls_watch_over(&T->watch, &T->result->outcome) ||
           (allowed > 0 && (double)T->result->iterations >= allowed);
}

void dls_friction_take_best(dls_friction_task *T)
{
    dls_copy(T->N, T->best_r, T->r);
    dls_copy(T->n, T->best_v, T->v);
}

/* Are the reactions of the best point, or its velocities (r and rho u are of one unit), so large
   that the residual is small beside them? */
bool dls_friction_is_large(dls_friction_task *T)
{
    static const double LARGE = 100;
    double most = dls_norm(T->N, T->best_r);
    dls_friction_take_best(T);
    dls_friction_look(T);
    for (dls_int c = 0; c < T->nc; c++) {
        most = fmax(most, T->rho[c] * dls_norm(T->d, T->u + c * T->d));
    }
    return T->expected > 0 && most > LARGE * T->expected;
}

/* A method that could not go on, or a large answer: do the modes of contact know more? */
static dls_error decide(dls_friction_task *T, dls_fault *fault)
{
    bool solved = T->best <= T->settings->tolerance;
    bool stalled = !solved && T->result->outcome == DLS_NUMERICAL_TROUBLE && !dls_friction_over(T);
    if (T->modes != DLS_MODES_UNSEEN || dls_friction_modes_count(T->problem) == 0 ||
        !(stalled || (solved && dls_friction_is_large(T)))) {
        return DLS_OK;
    }
    dls_friction_tell(T, "%s %s %.1e", T->result->method,
                      solved ? "found a large answer with residual" : "stopped at", T->best);
    return T->settings->method == DLS_FRICTION_AUTO ? dls_friction_enumerate(T, fault)
                                                    : dls_friction_consider(T, fault);
}

/* How far the best point is from an answer, by both measures. */
static void tell_best(dls_friction_task *T)
{
    const dls_friction_result *result = T->result;
    double tolerance = dls_friction_velocity_tolerance(T->settings);
    dls_friction_tell(T, "the best residual is %.1e", result->error);
    if (result->velocity > tolerance * result->speed) {
        dls_friction_tell(T,
                          "its velocities miss the law by %.1e of those without reactions, "
                          "'VelocityTolerance' is %.1e",
                          result->velocity / result->speed, tolerance);
    }
}

/* The best point seen, measured again. */
static void judge_best(dls_friction_task *T)
{
    dls_friction_result *result = T->result;
    if (isfinite(T->best)) {
        dls_friction_take_best(T);
    }
    bool refuted = T->modes == DLS_MODES_REFUTED;
    bool solved = dls_friction_look(T) && !refuted;
    result->error = T->measured;
    result->natural = T->natural;
    result->equality = T->equality;
    result->velocity = dls_friction_velocity_error(T);
    result->speed = T->speed;
    result->scaled = dls_friction_measure(T, true);
    result->siconos = dls_friction_measure(T, false);
    if (solved) {
        result->outcome = DLS_SOLVED;
    } else if (refuted) {
        result->outcome = DLS_NO_SOLUTION;
    } else if (result->outcome == DLS_SOLVED || result->outcome == DLS_NUMERICAL_TROUBLE) {
        result->outcome = T->modes == DLS_MODES_OPEN ? DLS_NOT_DECIDED : DLS_NUMERICAL_TROUBLE;
    }
    if (T->ran_away && !solved) {
        dls_friction_tell(T, "reactions run to infinity");
    }
    if (!solved && !refuted) {
        tell_best(T);
    }
    if (T->settings->display > 0) {
        dls_say(T->host, "dls_friction: %s by %s, %lld iterations, residual %.2g",
                dls_outcome_text(result->outcome), result->method, (long long)result->iterations,
                result->error);
    }
}

/* In the order of the setting. */
static const struct {
    dls_friction_method *prepare, *run;
} methods[] = {
    [DLS_FRICTION_AUTO] = {dls_friction_automatic_prepare, dls_friction_automatic},
    [DLS_FRICTION_NEWTON] = {dls_friction_newton_prepare, dls_friction_newton},
    [DLS_FRICTION_INTERIOR_POINT] = {dls_friction_interior_prepare, dls_friction_interior},
    [DLS_FRICTION_FIXPOINT] = {dls_friction_fixpoint_prepare, dls_friction_fixpoint},
    [DLS_FRICTION_GAUSS_SEIDEL] = {dls_friction_gauss_seidel_prepare, dls_friction_gauss_seidel},
    [DLS_FRICTION_LCP] = {dls_friction_lcp_prepare, dls_friction_lcp},
    [DLS_FRICTION_PSEUDO_TIME] = {dls_friction_pseudo_time_prepare, dls_friction_pseudo_time},
    [DLS_FRICTION_ENUMERATE] = {dls_friction_enumerate_prepare, dls_friction_enumerate},
    [DLS_FRICTION_ARCLENGTH] = {dls_friction_arclength_prepare, dls_friction_arclength},
};

dls_error dls_friction_prepare(dls_friction_task *T, dls_fault *fault)
{
    dls_error error = methods[(int)T->settings->method].prepare(T, fault);
    return error == DLS_ERROR_NUMERICAL ? DLS_OK : error; /* the run will say so */
}

dls_error dls_friction_run(dls_friction_task *T, dls_fault *fault)
{
    T->result->method = "none";
    dls_error error = DLS_OK;
    if (!dls_friction_look(T)) {
        error = methods[(int)T->settings->method].run(T, fault);
    }
    error = error ? error : decide(T, fault);
    judge_best(T);
    return error;
}
