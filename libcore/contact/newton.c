/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Newton's method on the equations of the active contacts: steps of minimum norm, because reactions
   may be redundant. */
#include <math.h>

#include "contact/newton.h"

enum { PASSES = 8 }; /* steps */

static void lay_out(void *object, dls_room *room)
{
    dls_spatial_newton *T = object;
    const dls_spatial *D = T->D;
    bool full = T->order <= DLS_NEWTON_FULL;
    dls_int large = full ? 0 : T->order, small = full ? T->order : 0;
    T->room = 2 * dls_entries(D->S->Gb) + dls_entries(D->P->Gb) + dls_entries(D->P->Gu) +
              dls_entries(D->P->Ht);
    dls_mat_take(room, &T->C, D->n, T->nr, T->room);
    dls_mat_take(room, &T->Ct, T->nr, D->n, T->room);
    T->sum = dls_scatter_take(room, D->n);
    T->row = dls_scatter_take(room, T->order);
    DLS_TAKE_NUMBERS(room, D->nb, &T->sign);
    DLS_TAKE_NUMBERS(room, D->n, &T->free, &T->a);
    if (T->local) {
        T->Z = DLS_TAKE(room, double, D->n * T->nr);
        T->W = DLS_TAKE(room, double, T->nr * T->nr);
        T->lu = DLS_TAKE(room, double, D->n * D->n);
        T->pivots = DLS_TAKE(room, int, D->n);
    }
    DLS_TAKE_NUMBERS(room, T->order, &T->y, &T->r, &T->step, &T->zero, &T->length);
    T->acc = DLS_TAKE(room, double, T->nr);
    T->Jt = DLS_TAKE(room, double, small *small);
    T->used = DLS_TAKE(room, bool, T->order);
    dls_int most = dls_entries(D->S->M) + T->room + D->k * (T->room + 2 * T->nr) + 2 * large;
    dls_mat_take(room, &T->sparse, large, large, full ? 0 : most);
    dls_mat_take(room, &T->I, large, large, large);
    T->x = DLS_TAKE(room, double, D->rows);
}

/* The step of minimum norm that satisfies a largest set of independent equations: row by row, the
   one that is most independent first, is made orthogonal to those before. */
static void solve_full(dls_spatial_newton *T)
{
    static const double DEPENDENT = 1e-10; /* what is left of a row */
    dls_int N = T->order;
    dls_zero(N, T->step);
    for (dls_int i = 0; i < N; i++) {
        double *row = T->Jt + i * N, length = dls_norm(N, row);
        T->length[i] = length > 0 ? 1 : 0; /* rows of length one */
        T->used[i] = false;
        for (dls_int e = 0; length > 0 && e < N; e++) {
            row[e] /= length;
        }
        T->r[i] /= length > 0 ? length : 1;
    }
    for (dls_int s = 0; s < N; s++) {
        dls_int best = -1;
        for (dls_int i = 0; i < N; i++) {
            best = !T->used[i] && (best < 0 || T->length[i] > T->length[best]) ? i : best;
        }
        double *q = T->Jt + best * N, length = dls_norm(N, q);
        T->used[best] = true;
        if (!(length > DEPENDENT)) {
            return;
        }
        for (dls_int e = 0; e < N; e++) {
            q[e] /= length;
        }
        double z = T->r[best] / length;
        dls_axpy(N, z, q, T->step);
        for (dls_int i = 0; i < N; i++) {
            if (!T->used[i]) {
                double *row = T->Jt + i * N, part = dls_dot(N, row, q);
                dls_axpy(N, -part, q, row);
                T->r[i] -= part * z;
                T->length[i] = sqrt(fmax(T->length[i] * T->length[i] - part * part, 0));
            }
        }
    }
}

/* The same, min |step|^2 / 2 with J step = r as a KKT system; NaN: there is none. */
static dls_error solve_sparse(dls_spatial_newton *T, dls_fault *fault)
{
    dls_kkt_result result;
    for (dls_int j = 0; j < T->order; j++) {
        T->I.p[j + 1] = j + 1;
        T->I.i[j] = j;
        T->I.x[j] = 1;
        T->r[j] = -T->r[j];
    }
    dls_zero(T->order, T->zero);
    dls_error error = dls_kkt_once(dls_see(&T->I), dls_see(&T->sparse), T->zero, T->r, T->step,
                                   T->length, &result, fault);
    bool none =
        error == DLS_ERROR_NUMERICAL ||
        (!error && (result.outcome == DLS_INCONSISTENT || result.outcome == DLS_NUMERICAL_TROUBLE));
    if (none) {
        dls_fill(T->order, NAN, T->step);
    }
    return error == DLS_ERROR_NUMERICAL ? DLS_OK : error;
}

static dls_error solve(dls_spatial_newton *T, dls_fault *fault)
{
    if (T->order > DLS_NEWTON_FULL) {
        return solve_sparse(T, fault);
    }
    solve_full(T);
    return DLS_OK;
}

/* The answer of y into x. */
static void spread(dls_spatial_newton *T, double *x)
{
    const dls_spatial *D = T->D;
    dls_newton_accelerate(T);
    dls_copy(D->n, T->a, x);
    dls_copy(D->nl, T->y + T->at, x + D->n);
    dls_contact_rub(D->S, D->P, T->y + T->at + D->nl, x);
}

static bool has_signs(const dls_spatial *D)
{
    return dls_entries(D->P->Db) > 0;
}

/* y := x; signs of the bilateral forces of sliding contacts */
static bool begin_at(dls_spatial_newton *T, const double *x)
{
    const dls_spatial *D = T->D;
    dls_contact_answer v = dls_contact_answer_at(D->S, x);
    if (!T->local) {
        dls_copy(D->n, x, T->y);
    }
    dls_copy(D->nl, x + D->n, T->y + T->at);
    for (dls_int j = 0; j < D->P->nt; j++) {
        T->y[T->at + D->nl + j] = (j < D->P->from_b ? v.tb : v.tu)[D->P->k[j]];
    }
    for (dls_int c = 0; c < D->nb; c++) {
        T->sign[c] = v.nb[c] < 0 ? -1 : 1;
    }
    return !has_signs(D) || dls_newton_pulls(T);
}

dls_error dls_spatial_polish(dls_spatial_newton *T, dls_spatial_answer *answer, dls_fault *fault)
{
    static const double NEAR = 0.01, STILL = 1e-14, DONE = 1e-13; /* steps, relative; residual */
    const dls_spatial *D = T->D;
    dls_spatial_answer next = {T->x, INFINITY};
    dls_error error = begin_at(T, answer->x) ? DLS_OK : dls_fail_memory(fault);
    double step = INFINITY, size = 1;
    for (int pass = 1; !error && pass <= PASSES && answer->worst > DONE && step > STILL * size;
         pass++) {
        if (dls_watch_over(D->watch, NULL)) {
            return DLS_OK;
        }
        error = dls_newton_linearise(T) ? solve(T, fault) : dls_fail_memory(fault);
        if (error || !dls_finite(T->order, T->step)) {
            return error;
        }
        dls_axpy(T->order, -1, T->step, T->y);
        step = dls_norm(T->order, T->step);
        size = dls_norm(T->order, T->y);
        if (pass < PASSES && step > NEAR * size) {
            continue; /* still far */
        }
        spread(T, next.x);
        error = dls_spatial_check(D, &next, fault);
        if (next.worst < answer->worst) {
            dls_copy(D->rows, next.x, answer->x);
            answer->worst = next.worst;
        }
    }
    return error;
}

dls_error dls_spatial_start(dls_spatial_newton *T, const int *state, dls_spatial_answer *answer,
                            dls_fault *fault)
{
    const dls_spatial *D = T->D;
    answer->worst = INFINITY;
    for (dls_int c = 0; c < D->nb; c++) {
        T->sign[c] = state[c] < 0 ? -1 : 1;
    }
    if ((has_signs(D) && !dls_newton_pulls(T)) || !dls_newton_assemble_case(T, state)) {
        return dls_fail_memory(fault);
    }
    dls_error error = solve(T, fault);
    if (error || !dls_finite(T->order, T->step)) {
        return error;
    }
    dls_negate(T->order, T->step, T->y);
    for (dls_int c = D->nb; c < D->nl; c++) {
        T->y[T->at + c] = fmax(T->y[T->at + c], 0);
    }
    spread(T, answer->x);
    return dls_spatial_check(D, answer, fault);
}

dls_error dls_spatial_newton_new(const dls_spatial *D, dls_spatial_newton **out, dls_fault *fault)
{
    dls_spatial_newton *T = DLS_NEW(dls_spatial_newton, 1);
    bool slides = has_signs(D) || dls_entries(D->P->Du) > 0;
    *out = T;
    for (int pass = 0; T && pass < 2; pass++) {
        T->D = D;
        T->nr = D->nl + D->P->nt;
        T->local = pass == 0 && !slides && D->n + T->nr <= DLS_NEWTON_FULL;
        T->at = T->local ? 0 : D->n;
        T->order = T->at + T->nr;
        bool ready = dls_pool_make(&T->pool, lay_out, T);
        for (dls_int c = 0; ready && c < D->nb; c++) {
            T->sign[c] = 1;
        }
        if (!ready || !dls_newton_pulls(T)) {
            break;
        } else if (!T->local || dls_newton_eliminate(T)) {
            return DLS_OK;
        }
        dls_pool_free(&T->pool);
        *T = (dls_spatial_newton){.local = false};
    }
    dls_spatial_newton_free(T);
    *out = NULL;
    return dls_fail_memory(fault);
}

void dls_spatial_newton_free(dls_spatial_newton *T)
{
    if (T) {
        dls_pool_free(&T->pool);
        dls_free(T);
    }
}
