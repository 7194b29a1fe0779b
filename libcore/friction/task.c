/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks, scales and memory of a task. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "friction/friction.h"
#include "verify/friction.h"

static dls_error check(const dls_friction_problem *P, dls_fault *fault)
{
    if (P->dimension != 2 && P->dimension != 3) {
        return dls_fail(fault, DLS_ERROR_DIMENSION, "d is %d; expected 2 or 3", P->dimension);
    }
    dls_int N = P->dimension * P->contacts, n = P->global ? P->M.cols : 0;
    for (dls_int c = 0; c < P->contacts; c++) {
        if (!(P->mu[c] >= 0)) {
            return dls_fail(fault, DLS_ERROR_NOT_FINITE,
                            "mu(%lld) is %g; expected a nonnegative number or Inf",
                            (long long)c + 1, P->mu[c]);
        }
    }
    dls_error error = DLS_OK;
    if (P->global) {
        error = dls_view_check_as(P->M, "M", n, n, fault);
        error = error ? error : dls_view_check_as(P->H, "H", N, n, fault);
        error = error ? error : dls_check_vector(n, P->f, "f", fault);
    } else {
        error = dls_view_check_as(P->W, "W", N, N, fault);
    }
    return error ? error : dls_check_vector(N, P->q, P->global ? "w" : "q", fault);
}

static void lay_out(void *object, dls_room *room)
{
    dls_friction_task *T = object;
    const dls_friction_problem *P = T->problem;
    T->rho = DLS_TAKE(room, double, T->nc);
    T->g = DLS_TAKE(room, double, T->n);
    T->best_r = DLS_TAKE(room, double, T->N);
    T->best_v = DLS_TAKE(room, double, T->n);
    T->work = DLS_TAKE(room, double, T->N + 3 * T->n);
    if (P == &T->own) {
        for (int k = 0; k < 2; k++) {
            T->past_r[k] = DLS_TAKE(room, double, T->N);
            T->past_v[k] = DLS_TAKE(room, double, T->n);
        }
        T->mu = DLS_TAKE(room, double, T->nc);
        T->f = DLS_TAKE(room, double, T->n);
        T->q = DLS_TAKE(room, double, T->N);
        dls_mat_take(room, &T->W, P->W.rows, P->W.cols, dls_entries(P->W));
        dls_mat_take(room, &T->M, P->M.rows, P->M.cols, dls_entries(P->M));
        dls_mat_take(room, &T->H, P->H.rows, P->H.cols, dls_entries(P->H));
    }
}

/* The views of T->own become those of copies. */
static void copy_problem(dls_friction_task *T)
{
    dls_friction_problem *P = &T->own;
    dls_copy(T->nc, P->mu, T->mu);
    dls_copy(T->n, P->f, T->f);
    dls_copy(T->N, P->q, T->q);
    if (P->global) {
        dls_mat_fill(&T->M, P->M);
        dls_mat_fill(&T->H, P->H);
        P->M = dls_see(&T->M);
        P->H = dls_see(&T->H);
    } else {
        dls_mat_fill(&T->W, P->W);
        P->W = dls_see(&T->W);
    }
    P->mu = T->mu;
    P->f = T->f;
    P->q = T->q;
}

dls_error dls_friction_task_new(dls_friction_task *T, const dls_friction_problem *problem,
                                const dls_friction_settings *settings, bool copies,
                                dls_fault *fault)
{
    dls_error error = check(problem, fault);
    error = error ? error : dls_settings_check("dls_friction", settings, fault);
    if (error) {
        return error;
    }
    T->own = *problem;
    T->chosen = *settings;
    T->problem = copies ? &T->own : problem;
    T->settings = &T->chosen;
    T->d = problem->dimension;
    T->nc = problem->contacts;
    T->N = T->d * T->nc;
    T->n = problem->global ? problem->M.cols : 0;
    T->own.W = problem->global ? (dls_view){0} : problem->W;
    T->own.M = problem->global ? problem->M : (dls_view){0};
    T->own.H = problem->global ? problem->H : (dls_view){0};
    if (!dls_pool_make(&T->pool, lay_out, T)) {
        return dls_fail_memory(fault);
    }
    if (copies) {
        copy_problem(T);
    }
    T->version = 1;
    T->watch = dls_watch_start(T->host, INFINITY);
    dls_verify_rho(T->problem, T->rho);
    return DLS_OK;
}

void *dls_friction_workspace(dls_friction_task *T, dls_friction_work which, size_t size,
                             dls_layout *layout)
{
    if (!T->kept[which]) {
        void *work = dls_alloc(1, size);
        if (!dls_pool_own(&T->pool, dls_free, work)) {
            return NULL;
        }
        *(dls_friction_task **)work = T;
        T->kept[which] = dls_pool_make(&T->pool, layout, work) ? work : NULL;
    }
    return T->kept[which];
}

void dls_friction_tell(dls_friction_task *T, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    dls_append(T->result->message, sizeof T->result->message, format, args);
    va_end(args);
}
