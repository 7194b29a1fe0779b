/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problems with the same contacts and patterns, one after the other: a task lives on, with copies
   of the data, the memory of its methods, their factorisations, and the last answers. */
#include <math.h>

#include "friction/friction.h"
#include "verify/friction.h"

dls_error dls_friction_setup(const dls_friction_problem *problem,
                             const dls_friction_settings *settings, dls_host host,
                             dls_friction_solver **out, dls_fault *fault)
{
    dls_friction_settings defaults = dls_friction_defaults();
    *out = NULL;
    dls_friction_task *T = DLS_NEW(dls_friction_task, 1);
    if (!T) {
        return dls_fail_memory(fault);
    }
    T->host = host;
    dls_error error =
        dls_friction_task_new(T, problem, settings ? settings : &defaults, true, fault);
    error = error ? error : dls_friction_prepare(T, fault);
    if (error) {
        dls_friction_free(T);
        return error;
    }
    *out = T;
    return DLS_OK;
}

dls_friction_problem dls_friction_get_problem(const dls_friction_solver *T)
{
    return T->own;
}

void dls_friction_limit(dls_friction_solver *T, double max_time)
{
    T->chosen.max_time = max_time;
}

void dls_friction_forget(dls_friction_solver *T)
{
    T->answers = 0;
}

void dls_friction_free(dls_friction_solver *T)
{
    if (T) {
        dls_pool_free(&T->pool);
        dls_free(T);
    }
}

static dls_error check_values(dls_view A, dls_view B, const char *name, dls_fault *fault)
{
    dls_error error = dls_view_check(A, name, fault);
    if (!error && !dls_same_pattern(A, B)) {
        return dls_fail(fault, DLS_ERROR_PATTERN,
                        "%s does not have the sparsity pattern of dls_friction_setup", name);
    }
    return error;
}

dls_error dls_friction_update(dls_friction_solver *T, dls_view A, dls_view H, dls_fault *fault)
{
    bool global = T->problem->global;
    dls_error error = check_values(A, global ? T->own.M : T->own.W, global ? "M" : "W", fault);
    error = error || !global ? error : check_values(H, T->own.H, "H", fault);
    if (error) {
        return error;
    }
    dls_mat_fill(global ? &T->M : &T->W, A);
    if (global) {
        dls_mat_fill(&T->H, H);
    }
    T->version++;
    dls_verify_rho(T->problem, T->rho);
    return dls_friction_prepare(T, fault);
}

dls_error dls_friction_change(dls_friction_solver **solver, const dls_friction_problem *problem,
                              dls_int count, const dls_int *to, const dls_int *from,
                              dls_fault *fault)
{
    dls_friction_task *old = *solver, *T;
    if (problem->dimension != old->d || problem->global != old->problem->global) {
        return dls_fail(fault, DLS_ERROR_DIMENSION,
                        "a %s problem with d = %d; expected a %s one with d = %d",
                        problem->global ? "global" : "local", problem->dimension,
                        old->problem->global ? "global" : "local", old->d);
    }
    dls_error error = dls_friction_setup(problem, &old->chosen, old->host, &T, fault);
    if (error) {
        return error;
    }
    T->answers = T->n == old->n ? old->answers : 0;
    for (int a = 0; a < T->answers; a++) {
        dls_zero(T->N, T->past_r[a]);
        for (dls_int k = 0; k < count; k++) {
            dls_copy(T->d, old->past_r[a] + from[k] * T->d, T->past_r[a] + to[k] * T->d);
        }
        dls_copy(T->n, old->past_v[a], T->past_v[a]);
    }
    dls_friction_free(old);
    *solver = T;
    return DLS_OK;
}

/* The last answer, or where it goes with the one before it: what leaves less. */
static void start_from_answers(dls_friction_task *T)
{
    dls_copy(T->N, T->past_r[0], T->r);
    dls_copy(T->n, T->past_v[0], T->v);
    if (T->answers < 2) {
        return;
    }
    dls_friction_look(T);
    double last = T->error;
    dls_axpy(T->N, 1, T->past_r[0], T->r);
    dls_axpy(T->N, -1, T->past_r[1], T->r);
    dls_axpy(T->n, 1, T->past_v[0], T->v);
    dls_axpy(T->n, -1, T->past_v[1], T->v);
    dls_friction_look(T);
    if (!(T->error < last)) {
        dls_copy(T->N, T->past_r[0], T->r);
        dls_copy(T->n, T->past_v[0], T->v);
    }
}

static void remember(dls_friction_task *T)
{
    if (T->result->outcome != DLS_SOLVED) {
        T->answers = DLS_MIN(T->answers, 1);
        return;
    }
    double *r = T->past_r[1], *v = T->past_v[1];
    T->past_r[1] = T->past_r[0];
    T->past_v[1] = T->past_v[0];
    T->past_r[0] = r;
    T->past_v[0] = v;
    dls_copy(T->N, T->r, r);
    dls_copy(T->n, T->v, v);
    T->answers = DLS_MIN(T->answers + 1, 2);
}

/* The point, the clock and all that is known of the last problem begin anew. */
static void begin(dls_friction_task *T, bool warm, double *r, double *u, double *v,
                  dls_friction_result *result)
{
    *result = (dls_friction_result){.outcome = DLS_NUMERICAL_TROUBLE};
    T->result = result;
    T->r = r;
    T->u = u;
    T->v = v;
    T->watch = dls_watch_start(T->host, T->settings->max_time);
    T->best = INFINITY;
    T->modes = DLS_MODES_UNSEEN;
    T->far = T->ran_away = T->loaded = T->brief = T->swept = false;
    T->sweeps = 0;
    dls_friction_expect(T);
    T->near = warm || T->answers > 0;
    if (!T->near) {
        dls_zero(T->N, r);
        dls_zero(T->n, v);
    } else if (!warm) {
        start_from_answers(T);
    }
}

dls_error dls_friction_next(dls_friction_solver *T, const double *f, const double *q, bool warm,
                            double *r, double *u, double *v, dls_friction_result *result,
                            dls_fault *fault)
{
    double start = dls_clock();
    bool global = T->problem->global;
    dls_error error = f && global ? dls_check_vector(T->n, f, "f", fault) : DLS_OK;
    error = error || !q ? error : dls_check_vector(T->N, q, global ? "w" : "q", fault);
    if (error) {
        return error;
    }
    dls_copy(f ? T->n : 0, f, T->f);
    dls_copy(q ? T->N : 0, q, T->q);
    begin(T, warm, r, u, v, result);
    result->tolerance = T->settings->tolerance;
    result->velocity_tolerance = dls_friction_velocity_tolerance(T->settings);
    error = dls_friction_run(T, fault);
    if (!error) {
        remember(T);
    }
    result->time = dls_clock() - start;
    return error;
}

dls_error dls_friction(const dls_friction_problem *problem, const dls_friction_settings *settings,
                       bool warm, dls_host host, double *r, double *u, double *v,
                       dls_friction_result *result, dls_fault *fault)
{
    double start = dls_clock();
    dls_friction_settings defaults = dls_friction_defaults();
    dls_friction_task T = {.host = host};
    *result = (dls_friction_result){.outcome = DLS_NUMERICAL_TROUBLE};
    dls_error error =
        dls_friction_task_new(&T, problem, settings ? settings : &defaults, false, fault);
    if (!error) {
        begin(&T, warm, r, u, v, result);
        result->tolerance = T.settings->tolerance;
        result->velocity_tolerance = dls_friction_velocity_tolerance(T.settings);
        error = dls_friction_run(&T, fault);
        result->time = dls_clock() - start;
    }
    dls_pool_free(&T.pool);
    return error;
}
