/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 'auto': methods in turns, as long as each gets on. */
#include <math.h>

#include "friction/modes.h"

static bool unsolved(const dls_friction_task *T, dls_error error)
{
    return !error && !dls_friction_over(T);
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

/* *ready = false: there is no such start. */
static dls_error begin(dls_friction_task *T, start from, bool *ready, dls_fault *fault)
{
    enum { FEW = 60, SWEEPS_MADE = 200 };
    dls_int before = T->result->iterations;
    dls_error error = DLS_OK;
    *ready = true;
    dls_friction_take_best(T);
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

static void begin_anew(dls_friction_task *T)
{
    dls_zero(T->N, T->r);
    dls_zero(T->n, T->v);
    dls_friction_look(T);
}

/* Sweeps in a brief turn, unless a body is so large that each of its contacts visits very many
   coordinates; their iterations do not count for others. */
static dls_error brief_sweeps(dls_friction_task *T, dls_fault *fault)
{
    enum { HEAVY = 60 };
    dls_int before = T->result->iterations;
    const dls_parts *B = T->problem->global ? dls_friction_bodies_of(T) : NULL;
    if (T->problem->global && !B) {
        return dls_fail_memory(fault);
    } else if (T->settings->max_iterations > 0 || (B && B->largest > HEAVY)) {
        return DLS_OK;
    }
    T->brief = true;
    dls_error error = dls_friction_gauss_seidel(T, fault);
    T->brief = false;
    T->sweeps += T->result->iterations - before;
    return error;
}

/* Near a known answer some sweeps suffice, or Newton's method needs a step or two; where contacts
   changed, pseudo-time steps some more. Where they lead nowhere all begins without that answer. */
static dls_error from_answer(dls_friction_task *T, dls_fault *fault)
{
    static const double NEAR = 1e-3; /* else other contacts carry now: to begin anew is cheaper */
    dls_error error = brief_sweeps(T, fault);
    if (unsolved(T, error)) {
        if (isfinite(T->best)) {
            dls_friction_take_best(T);
            dls_friction_look(T);
        }
        error = dls_friction_track(T, fault);
    }
    if (unsolved(T, error) && T->best < NEAR) {
        dls_friction_take_best(T);
        error = dls_friction_pseudo_time(T, fault);
    }
    if (unsolved(T, error)) {
        T->near = false;
        begin_anew(T);
    }
    return error;
}

/* Reactions that ran away while the residual beside them fell: the best point is none to go on
   from. */
static void forget_large(dls_friction_task *T)
{
    if (isfinite(T->best) && dls_friction_is_large(T)) {
        T->best = INFINITY;
        dls_zero(T->N, T->best_r);
        dls_zero(T->n, T->best_v);
        dls_friction_tell(T, "reactions ran away");
    }
}

/* contacts; factorisations of the local form cost more */
enum { FEW = 40, MANY = 200, MANY_LOCAL = 1000 };
enum { FOLDS = 1000 }; /* of more the folds are too many */

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
    if (unsolved(T, error) && T->problem->global) {
        dls_friction_take_best(T);
        error = go_on(T, "pseudo-time", "from where interior-point stopped",
                      dls_friction_pseudo_time, LONG, fault);
    }
    return error;
}

static dls_error programs(dls_friction_task *T, dls_fault *fault)
{
    enum { PROGRAMS = 15 };
    dls_friction_take_best(T);
    dls_error error = a_few(T, dls_friction_fixpoint, PROGRAMS, fault);
    if (!dls_friction_over(T)) {
        dls_friction_tell(T, "fixpoint at %.1e", T->best);
    }
    return error;
}

/* From the beginning: the path is not found from elsewhere. */
static dls_error along_arc(dls_friction_task *T, dls_fault *fault)
{
    dls_error error = dls_friction_arclength(T, fault);
    if (!dls_friction_over(T)) {
        dls_friction_tell(T, "arclength at %.1e", T->best);
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
        if (unsolved(T, tried)) { /* where it stalled is a bad start of interior points */
            begin_anew(T);
        }
        return tried;
    }
    turn first = T->problem->global && T->d == 2 ? BRIEFLY : LONG; /* others are cheap there */
    dls_error error =
        go_on(T, "pseudo-time", "many contacts", dls_friction_pseudo_time, first, fault);
    if (unsolved(T, error) && dls_friction_rests(T)) {
        T->loaded = true;
        error = go_on(T, "springs", "loads are carried at rest", dls_friction_springs, LONG, fault);
        dls_friction_take_best(T);
        if (unsolved(T, error)) {
            error = go_on(T, "pseudo-time", "from springs", dls_friction_pseudo_time, LONG, fault);
        }
    }
    if (unsolved(T, error) && first == LONG && T->sweeps > 0) { /* it began where sweeps ended */
        begin_anew(T);
        error = go_on(T, "pseudo-time", "from zero", dls_friction_pseudo_time, LONG, fault);
    }
    return error;
}

/* Sweeps once more, now as long as they get on: from where others stalled or they ended. */
static dls_error sweeps_again(dls_friction_task *T, dls_fault *fault)
{
    dls_friction_take_best(T);
    dls_int before = T->result->iterations;
    dls_error error =
        go_on(T, "gauss-seidel", "others stalled", dls_friction_gauss_seidel, LONG, fault);
    T->sweeps += T->result->iterations - before;
    return error;
}

/* Goes on from the best point, where sweeps ended. */
static dls_error from_sweeps(dls_friction_task *T, const char *name, const char *why,
                             dls_friction_method *run, dls_fault *fault)
{
    dls_friction_take_best(T);
    dls_friction_look(T);
    T->swept = true;
    dls_error error = go_on(T, name, why, run, BRIEFLY, fault);
    T->swept = false;
    return error;
}

/* Sweeps as long as they get on, and Newton's steps from where they end: nothing else is prepared
   before. */
static dls_error at_once(dls_friction_task *T, dls_fault *fault)
{
    dls_int before = T->sweeps;
    dls_error error = go_on(T, "gauss-seidel", "costs the least", brief_sweeps, BRIEFLY, fault);
    if (T->sweeps == before || !isfinite(T->best)) {
        return error;
    }
    if (unsolved(T, error)) {
        bool few = T->nc <= FEW;
        error = from_sweeps(T, few ? "newton" : "pseudo-time", "sweeps are slow",
                            few ? dls_friction_track : dls_friction_pseudo_time, fault);
    }
    return error;
}

/* Who begins, and who follows where one meets difficulties or stalls. One contact: closed form.

     an answer nearby   sweeps -> newton -> pseudo-time -> as without that answer
     all                sweeps -> newton, or of more than FEW pseudo-time
     many that move     pseudo-time -> springs, where loads rest -> pseudo-time, from zero as well
     all                sweeps as long as they get on
     then all           interior-point -> few modes of contact: each -> pseudo-time
       -> arclength, of more than FEW to FOLDS contacts
       -> convex programs, where far -> newton from there, sweeps, faceted cones, zero
       -> arclength of the others, to FOLDS contacts */
dls_error dls_friction_automatic(dls_friction_task *T, dls_fault *fault)
{
    static const char *const name[] = {"there", "sweeps", "faceted cones", "zero"};
    static const double NEAR = 1e-4;
    bool turns = T->problem->global && T->nc > FEW;
    dls_error error = T->nc == 1 ? dls_friction_single(T, fault)
                      : T->near
                          ? go_on(T, "newton", "from the answer given", from_answer, LONG, fault)
                          : DLS_OK;
    if (unsolved(T, error) && T->nc > 1 && T->settings->max_iterations == 0) {
        error = at_once(T, fault);
    }
    if (unsolved(T, error)) {
        dls_friction_system *S; /* many() asks for its size */
        error = dls_friction_system_of(T, &S, fault);
    }
    if (unsolved(T, error) && many(T)) {
        error = in_time(T, fault);
    }
    if (unsolved(T, error) && T->sweeps > 0) {
        error = sweeps_again(T, fault);
    }
    if (unsolved(T, error)) {
        error = go_on(T, "interior-point", "follows folds", dls_friction_interior, LONG, fault);
    }
    if (unsolved(T, error)) {
        error = after_interior(T, fault);
    }
    bool folds = T->nc <= FOLDS && T->settings->max_iterations == 0;
    if (unsolved(T, error) && folds && turns) {
        error = go_on(T, "arclength", "past all folds", along_arc, LONG, fault);
    }
    if (unsolved(T, error) && T->best > NEAR && T->settings->max_iterations == 0) {
        error = go_on(T, "fixpoint", "far from a solution", programs, LONG, fault);
    }
    for (int k = 0; k < STARTS && unsolved(T, error); k++) {
        bool ready;
        error = begin(T, k, &ready, fault);
        if (!error && ready && !dls_friction_over(T)) {
            error = go_on(T, "newton from", name[k], dls_friction_newton, LONG, fault);
            if (!dls_friction_over(T)) {
                dls_friction_tell(T, "newton from %s at %.1e", name[k], T->best);
            }
        }
    }
    if (unsolved(T, error) && folds && !turns) {
        error = go_on(T, "arclength", "all else failed", along_arc, LONG, fault);
    }
    return error;
}

dls_error dls_friction_automatic_prepare(dls_friction_task *T, dls_fault *fault)
{
    if (T->nc == 1) {
        dls_mobility *B;
        return T->problem->global ? dls_friction_mobility_of(T, &B, fault) : DLS_OK;
    }
    dls_error error = dls_friction_gauss_seidel_prepare(T, fault);
    error = error ? error : dls_friction_interior_prepare(T, fault);
    error = error || T->nc <= FEW ? error : dls_friction_pseudo_time_prepare(T, fault);
    return error ? error : dls_friction_newton_prepare(T, fault);
}
