/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The matrices of simplified Newton: [M -G; G' 0] in the middle of the step; the sparse one of the
   stages with Jacobians of the force (rk_stages.c); and I - h A (x) Bv - h^2 A^2 (x) Bq, Bv and Bq
   derivatives of the accelerations by differences. */
#include <math.h>
#include <string.h>

#include "motion/rk_implicit.h"

dls_error dls_motion_rk_middle(dls_rk *S, const dls_rk_trial *X, dls_fault *fault)
{
    S->implicit->frozen_known = false;
    dls_motion_advance(S->R->source, X->y->q, X->y->v, X->h / 2, S->Q);
    return dls_motion_rk_look(S, &S->stage, DLS_PART_MASS, S->rows, S->count, X->y->t + X->h / 2,
                              S->Q, X->y->v, &S->implicit->frozen_at, fault);
}

dls_error dls_motion_rk_frozen(dls_rk *S, const dls_rk_trial *X, dls_fault *fault)
{
    dls_rk_implicit *I = S->implicit;
    const dls_motion_run *R = S->R;
    bool here = I->frozen_t == X->y->t && I->frozen_h == X->h &&
                memcmp(I->frozen_q, X->y->q, (size_t)S->nq * sizeof *X->y->q) == 0;
    if (I->frozen_known && (R->fixed || here) && dls_motion_rk_same_rows(S, I->frozen_memory)) {
        return DLS_OK;
    }
    dls_error error = dls_motion_rk_middle(S, X, fault);
    dls_percussion_problem Q = {.A = S->stage.M, .G = I->frozen_at.g, .B = S->none, .d = 1};
    error = error ? error : dls_motion_percussions(S->R, &Q, &I->frozen, fault);
    if (!error) {
        I->frozen_known = true;
        I->frozen_t = X->y->t;
        I->frozen_h = X->h;
        dls_copy(S->nq, X->y->q, I->frozen_q);
        dls_copy(S->remembered, S->direction, I->frozen_memory);
    }
    return error;
}

static void lay_out(void *object, dls_room *room)
{
    dls_rk *S = object;
    dls_rk_implicit *I = S->implicit;
    dls_int n = S->n, N = n * I->free;
    I->K = DLS_TAKE(room, double, N *N);
    I->pivots = DLS_TAKE(room, int, N);
    I->Bv = DLS_TAKE(room, double, n *n);
    I->Bq = DLS_TAKE(room, double, n *n);
    I->x = DLS_TAKE(room, double, S->nq + n);
    I->room = DLS_TAKE(room, double, DLS_SLOPE_ROOM *n);
}

/* Accelerations at a stage, as its state changes */
typedef struct {
    dls_rk *S;
    double t;
    const double *q, *v;
    bool of_v;
} question;

static dls_error accelerations(void *data, dls_int k, double s, double *y, double *at,
                               dls_fault *fault)
{
    const question *Q = data;
    dls_rk *S = Q->S;
    double *qs = S->implicit->x, *vs = qs + S->nq;
    dls_error error = DLS_OK;
    for (int i = 0; i < 2 && !error; i++) {
        at[i] = dls_motion_displace(S->R->source, Q->of_v, k, i ? -s : s, Q->q, Q->v, qs, vs);
        error =
            dls_motion_rk_accelerate(S, &S->stage, Q->t, qs, vs, y + i * S->n, S->lambda, fault);
    }
    return error;
}

/* Derivatives B to v, or to q along motions with unit velocities */
static dls_error difference(question *Q, bool of_v, double *B, dls_fault *fault)
{
    dls_rk *S = Q->S;
    dls_rk_implicit *I = S->implicit;
    double doubt[2] = {0};
    double size = of_v ? dls_largest(S->n, Q->v) : dls_largest(S->nq, Q->q);
    dls_motion_slopes slopes = {.rows = S->n, .values = accelerations, .data = Q};
    slopes.source = S->R->source;
    slopes.top = dls_motion_slope_top(DLS_FIRST_BY_TWO, size);
    slopes.reach = of_v ? I->reach_v : I->reach_q;
    slopes.room = I->room;
    slopes.error = doubt;
    slopes.size = doubt + 1;
    Q->of_v = of_v;
    dls_error error = DLS_OK;
    for (dls_int k = 0; k < S->n && !error; k++) {
        error = dls_motion_slope(&slopes, k, B + k * S->n, fault);
    }
    return error;
}

/* At the middle one of the stages, as it stands */
static dls_error through_accelerations(dls_rk *S, const dls_rk_trial *X, dls_fault *fault)
{
    dls_rk_implicit *I = S->implicit;
    int i = I->first + I->free / 2;
    double t = X->y->t + S->T->c[i] * X->h;
    question Q = {.S = S, .t = t, .q = S->Qs + i * S->nq, .v = S->V + i * S->n};
    dls_error error = difference(&Q, true, I->Bv, fault);
    return error ? error : difference(&Q, false, I->Bq, fault);
}

static void factor_stages(dls_rk *S, const dls_rk_trial *X)
{
    dls_rk_implicit *I = S->implicit;
    dls_int n = S->n, N = n * I->free;
    for (int k = 0; k < I->free; k++) {
        for (int j = 0; j < I->free; j++) {
            int at = (I->first + k) * S->s + I->first + j;
            double first = X->h * S->T->A[at], second = X->h * X->h * I->A2[at];
            for (dls_int c = 0; c < n; c++) {
                double *to = I->K + (j * n + c) * N + k * n;
                for (dls_int i = 0; i < n; i++) {
                    to[i] =
                        (k == j && i == c) - first * I->Bv[i + c * n] - second * I->Bq[i + c * n];
                }
            }
        }
    }
    dls_lu_factor((int)N, I->K, NULL, I->pivots);
    S->R->stats.factorisations++;
}

/* A force that depends on the time alone */
static bool flat(const dls_motion_run *R)
{
    const dls_motion_model *L = &R->model;
    return R->linear && L->C.rows == 0 && L->K.rows == 0 && !(L->given & DLS_PARTS_JACOBIAN);
}

dls_error dls_motion_rk_jacobian(dls_rk *S, const dls_rk_trial *X, bool renew, dls_fault *fault)
{
    dls_rk_implicit *I = S->implicit;
    if (flat(S->R)) {
        return DLS_OK;
    }
    /* of a step between two rounded times; of one whose matrix serves another: where events are
       located, lengths converge */
    static const double ROUNDING = 1e-12, NEAR = 1e-2;
    double off = fabs(I->newton_h - X->h);
    bool same = I->made && off <= NEAR * X->h;
    I->exact = true;
    bool turns = X->index == 2 && !S->R->fixed && !I->idle; /* gradients of another step */
    if (!renew && same && !turns && dls_motion_rk_same_rows(S, I->newton_memory)) {
        I->exact = off <= ROUNDING * X->h;
        I->knows = I->newton_t == X->y->t && I->exact ? DLS_RK_NEW : DLS_RK_OLD;
        return DLS_OK;
    }
    I->made = I->idle = false;
    I->knows = DLS_RK_PLAIN;
    I->whole = X->index == 1 && renew;
    if (I->whole && !I->K && !dls_pool_make(&I->pool, lay_out, S)) {
        return dls_fail_memory(fault);
    }
    dls_error error =
        I->whole ? through_accelerations(S, X, fault) : dls_motion_rk_stages(S, X, fault);
    if (!error) {
        if (I->whole) {
            factor_stages(S, X);
        }
        I->knows = DLS_RK_NEW;
        I->made = true;
        I->newton_t = X->y->t;
        I->newton_h = X->h;
        dls_copy(S->remembered, S->direction, I->newton_memory);
    }
    return error;
}

dls_error dls_motion_rk_jacobian_solve(dls_rk *S, const dls_rk_trial *X, dls_fault *fault)
{
    dls_rk_implicit *I = S->implicit;
    if (!I->whole) {
        return dls_motion_rk_stages_solve(S, X, fault);
    }
    dls_lu_solve((int)(S->n * I->free), I->K, NULL, I->pivots, I->dW);
    return DLS_OK;
}
