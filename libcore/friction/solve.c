/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dls_friction: check, run a method, judge the best point it saw. */
#include <math.h>

#include "friction/modes.h"

static bool over(const dls_friction_task *T)
{
    double allowed = T->settings->max_iterations;
    return T->best <= T->settings->tolerance || T->modes == DLS_MODES_REFUTED ||
           dls_watch_over(&T->watch, &T->result->outcome) ||
           (allowed > 0 && (double)T->result->iterations >= allowed);
}

/* Up to so many iterations more. */
static dls_error a_few(dls_friction_task *T, dls_friction_method *run, int iterations,
                       dls_fault *fault)
{
    const dls_friction_settings *given = T->settings;
    dls_friction_settings few = *given;
    few.max_iterations = (double)(T->result->iterations + iterations);
    T->settings = &few;
    dls_error error = run(T, fault);
    T->settings = given;
    return error;
}

/* Where newton begins: its merit function has local minima, and each start sees others. */
typedef enum { BEST, SWEEPS, FACETS, ZERO, STARTS } start;

static void take_best(dls_friction_task *T)
{
    dls_copy(T->N, T->best_r, T->r);
    dls_copy(T->n, T->best_v, T->v);
}

/* *ready = false: there is no such start. */
static dls_error begin(dls_friction_task *T, start from, bool *ready, dls_fault *fault)
{
    enum { FEW = 60, SWEEPS_MADE = 200 };
    dls_int before = T->result->iterations;
    dls_error error = DLS_OK;
    *ready = true;
    take_best(T);
    if (from != BEST) {
        dls_zero(T->N, T->r);
        dls_zero(T->n, T->v);
    }
    if (from == SWEEPS && T->settings->max_iterations == 0) {
        error = a_few(T, dls_friction_gauss_seidel, SWEEPS_MADE, fault);
    } else if (from == FACETS && T->settings->max_iterations == 0 && T->nc <= FEW) {
        error = dls_friction_lcp(T, fault);
    }
    *ready = from == BEST || from == ZERO || T->result->iterations > before;
    return error;
}

/* Near a known answer Newton's method may need a step or two; where contacts changed, pseudo-time
   steps some more. Where they lead nowhere all begins without that answer. */
static dls_error from_answer(dls_friction_task *T, dls_fault *fault)
{
    static const double NEAR = 1e-3; /* else other contacts carry now: to begin anew is cheaper */
    dls_error error = dls_friction_track(T, fault);
    if (!error && !over(T) && T->best < NEAR) {
        take_best(T);
        error = dls_friction_pseudo_time(T, fault);
    }
    if (!error && !over(T)) {
        dls_zero(T->N, T->r);
        dls_zero(T->n, T->v);
        dls_friction_look(T);
    }
    return error;
}

/* Are the reactions of the best point, or its velocities (r and rho u are of one unit), so large
   that the residual is small beside them? */
static bool is_large(dls_friction_task *T)
{
    static const double LARGE = 100;
    double most = dls_norm(T->N, T->best_r);
    take_best(T);
    dls_friction_look(T);
    for (dls_int c = 0; c < T->nc; c++) {
        most = fmax(most, T->rho[c] * dls_norm(T->d, T->u + c * T->d));
    }
    return T->expected > 0 && most > LARGE * T->expected;
}

/* Reactions that ran away while the residual beside them fell: the best point is none to go on
   from. */
static void forget_large(dls_friction_task *T)
{
    if (isfinite(T->best) && is_large(T)) {
        T->best = INFINITY;
        dls_zero(T->N, T->best_r);
        dls_zero(T->n, T->best_v);
        dls_friction_tell(T, "reactions ran away");
    }
}

/* contacts; factorisations of the local form cost more */
enum { FEW = 40, MANY = 200, MANY_LOCAL = 1000 };

/* Worth sweeps and pseudo-time steps before all else? Of neither few nor many contacts those with
   expensive factorisations, of which interior points take more: flops for each contact, if columns
   do not fill. */
static bool many(const dls_friction_task *T)
{
    static const double PRICE = 1500; /* measured */
    const dls_friction_system *S = T->system;
    if (!T->problem->global || T->nc <= FEW || T->nc > MANY) {
        return T->nc > (T->problem->global ? MANY : MANY_LOCAL);
    }
    double entries = S ? (double)S->entries * (S->symmetric ? 2 : 1) : 0;
    return entries * entries > PRICE * (double)T->n * (double)T->nc;
}

/* How long a method goes on: BRIEFLY, until it meets difficulties and others may get on better. */
typedef enum { BRIEFLY, LONG } turn;

/* Goes on with another method from the best point; the user may want to know why. */
static dls_error go_on(dls_friction_task *T, const char *name, const char *why,
                       dls_friction_method *run, turn length, dls_fault *fault)
{
    if (T->settings->display > 1) {
        dls_say(T->host, "auto: residual %.1e after %lld factorisations; %s: %s", T->best,
                (long long)T->result->factorisations, name, why);
    }
    T->brief = length == BRIEFLY;
    dls_error error = run(T, fault);
    T->brief = false;
    return error;
}

/* Where pseudo-time stalled: other equations, and starts, of the small problems all modes. */
static dls_error after_interior(dls_friction_task *T, dls_fault *fault)
{
    dls_error error = DLS_OK;
    dls_friction_tell(T, "interior-point stopped at %.1e", T->best);
    forget_large(T);
    if (dls_friction_modes_count(T->problem) > 0) {
        error = go_on(T, "enumerate", "few modes of contact", dls_friction_enumerate, LONG, fault);
    }
    if (!error && !over(T) && T->problem->global) {
        take_best(T);
        error = go_on(T, "pseudo-time", "from where interior-point stopped",
                      dls_friction_pseudo_time, LONG, fault);
    }
    return error;
}

static dls_error programs(dls_friction_task *T, dls_fault *fault)
{
    enum { PROGRAMS = 15 };
    take_best(T);
    dls_error error = a_few(T, dls_friction_fixpoint, PROGRAMS, fault);
    if (!over(T)) {
        dls_friction_tell(T, "fixpoint at %.1e", T->best);
    }
    return error;
}

static dls_error short_trial(dls_friction_task *T, dls_fault *fault)
{
    enum { TRIAL = 12 }; /* steps, where interior points cost little */
    return a_few(T, dls_friction_pseudo_time, TRIAL, fault);
}

static dls_error in_time(dls_friction_task *T, dls_fault *fault)
{
    if (T->nc <= MANY && T->problem->global && T->settings->max_iterations == 0) {
        dls_error tried = go_on(T, "pseudo-time", "some contacts, expensive factorisations",
                                short_trial, LONG, fault);
        if (!tried && !over(T)) { /* where it stalled is a bad start of interior points */
            dls_zero(T->N, T->r);
            dls_zero(T->n, T->v);
            dls_friction_look(T);
        }
        return tried;
    }
    turn first = T->problem->global && T->d == 2 ? BRIEFLY : LONG; /* others are cheap there */
    dls_error error =
        go_on(T, "pseudo-time", "many contacts", dls_friction_pseudo_time, first, fault);
    if (!error && !over(T) && dls_friction_rests(T)) {
        T->loaded = true;
        error = go_on(T, "springs", "loads are carried at rest", dls_friction_springs, LONG, fault);
        take_best(T);
        if (!error && !over(T)) {
            error = go_on(T, "pseudo-time", "from springs", dls_friction_pseudo_time, LONG, fault);
        }
    }
    return error;
}

/* The central path until it folds: the steps before that cost little, and where it does not fold
   they are all that is needed. Then time steps as long as they get on. */
static dls_error along_path(dls_friction_task *T, dls_fault *fault)
{
    dls_error error = go_on(T, "interior-point", many(T) ? "no progress" : "the most robust",
                            dls_friction_interior, BRIEFLY, fault);
    if (!error && !over(T)) {
        forget_large(T);
        take_best(T);
        error = go_on(T, "pseudo-time", "the central path folds", dls_friction_pseudo_time, LONG,
                      fault);
    }
    return error;
}

/* Who begins, and who follows where one meets difficulties or stalls. One contact: closed form.

     an answer nearby   newton -> pseudo-time -> as without that answer
     many that move     pseudo-time -> springs, where loads rest -> pseudo-time
     more than FEW      interior-point, until its path folds -> pseudo-time
     all                interior-point -> few modes of contact: each -> pseudo-time
       -> convex programs, where far -> newton from there, sweeps, faceted cones, zero */
static dls_error automatic(dls_friction_task *T, dls_fault *fault)
{
    static const char *const name[] = {"there", "sweeps", "faceted cones", "zero"};
    static const double NEAR = 1e-4;
    bool turns = T->problem->global && T->nc > FEW;
    dls_error error = T->nc == 1 ? dls_friction_single(T, fault)
                      : T->near
                          ? go_on(T, "newton", "from the answer given", from_answer, LONG, fault)
                          : DLS_OK;
    if (!error && !over(T)) {
        error = dls_friction_interior_prepare(T, fault);
    }
    if (!error && !over(T) && many(T)) {
        error = in_time(T, fault);
    }
    if (!error && !over(T) && turns) {
        error = along_path(T, fault);
    }
    if (!error && !over(T)) {
        error = go_on(T, "interior-point", turns ? "past its folds" : "the most robust",
                      dls_friction_interior, LONG, fault);
    }
    if (!error && !over(T)) {
        error = after_interior(T, fault);
    }
    if (!error && !over(T) && T->best > NEAR && T->settings->max_iterations == 0) {
        error = go_on(T, "fixpoint", "far from a solution", programs, LONG, fault);
    }
    for (int k = 0; k < STARTS && !error && !over(T); k++) {
        bool ready;
        error = begin(T, k, &ready, fault);
        if (!error && ready && !over(T)) {
            error = go_on(T, "newton from", name[k], dls_friction_newton, LONG, fault);
            if (!over(T)) {
                dls_friction_tell(T, "newton from %s at %.1e", name[k], T->best);
            }
        }
    }
    return error;
}

/* A method that could not go on, or a large answer: do the modes of contact know more? */
static dls_error decide(dls_friction_task *T, dls_fault *fault)
{
    bool solved = T->best <= T->settings->tolerance;
    bool stalled = !solved && T->result->outcome == DLS_NUMERICAL_TROUBLE && !over(T);
    if (T->modes != DLS_MODES_UNSEEN || dls_friction_modes_count(T->problem) == 0 ||
        !(stalled || (solved && is_large(T)))) {
        return DLS_OK;
    }
    dls_friction_tell(T, "%s %s %.1e", T->result->method,
                      solved ? "found a large answer with residual" : "stopped at", T->best);
    return T->settings->method == DLS_FRICTION_AUTO ? dls_friction_enumerate(T, fault)
                                                    : dls_friction_consider(T, fault);
}

/* The best point seen, measured again. */
static void judge_best(dls_friction_task *T)
{
    dls_friction_result *result = T->result;
    if (isfinite(T->best)) {
        take_best(T);
    }
    bool refuted = T->modes == DLS_MODES_REFUTED;
    bool solved = dls_friction_look(T) && !refuted;
    result->error = T->error;
    result->natural = T->natural;
    result->equality = T->equality;
    result->velocity = dls_friction_velocity_error(T);
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
        dls_friction_tell(T, "the best residual is %.1e", T->error);
    }
    if (T->settings->display > 0) {
        dls_say(T->host, "dls_friction: %s by %s, %lld iterations, residual %.2g",
                dls_outcome_text(result->outcome), result->method, (long long)result->iterations,
                result->error);
    }
}

static dls_error automatic_prepare(dls_friction_task *T, dls_fault *fault)
{
    if (T->nc == 1) {
        dls_mobility *B;
        return T->problem->global ? dls_friction_mobility_of(T, &B, fault) : DLS_OK;
    }
    dls_error error = dls_friction_interior_prepare(T, fault);
    error = error || !many(T) ? error : dls_friction_pseudo_time_prepare(T, fault);
    return error ? error : dls_friction_newton_prepare(T, fault);
}

/* In the order of the setting. */
static const struct {
    dls_friction_method *prepare, *run;
} methods[] = {
    [DLS_FRICTION_AUTO] = {automatic_prepare, automatic},
    [DLS_FRICTION_NEWTON] = {dls_friction_newton_prepare, dls_friction_newton},
    [DLS_FRICTION_INTERIOR_POINT] = {dls_friction_interior_prepare, dls_friction_interior},
    [DLS_FRICTION_FIXPOINT] = {dls_friction_fixpoint_prepare, dls_friction_fixpoint},
    [DLS_FRICTION_GAUSS_SEIDEL] = {dls_friction_gauss_seidel_prepare, dls_friction_gauss_seidel},
    [DLS_FRICTION_LCP] = {dls_friction_lcp_prepare, dls_friction_lcp},
    [DLS_FRICTION_PSEUDO_TIME] = {dls_friction_pseudo_time_prepare, dls_friction_pseudo_time},
    [DLS_FRICTION_ENUMERATE] = {dls_friction_enumerate_prepare, dls_friction_enumerate},
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
