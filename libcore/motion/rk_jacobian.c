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
}

/* Column k of the derivative: to v, or to q along a motion with unit velocity k */
static dls_error difference(dls_rk *S, double t, const double *q, const double *v, dls_int k,
                            bool of_q, double *column, dls_fault *fault)
{
    dls_rk_implicit *I = S->implicit;
    double *qs = I->x, *vs = I->x + S->nq;
    double size = of_q ? dls_largest(S->nq, q) : dls_largest(S->n, v);
    double step = cbrt(DLS_EPS) * fmax(1, size);
    dls_error error = DLS_OK;
    for (int sign = 1; sign >= -1 && !error; sign -= 2) {
        dls_copy(S->nq, q, qs);
        dls_copy(S->n, v, vs);
        if (of_q) {
            dls_zero(S->n, vs);
            vs[k] = 1;
            dls_motion_advance(S->R->source, q, vs, sign * step, qs);
            dls_copy(S->n, v, vs);
        } else {
            vs[k] += sign * step;
        }
        double *a = sign > 0 ? column : S->vbar;
        error = dls_motion_rk_accelerate(S, &S->stage, t, qs, vs, a, S->lambda, fault);
    }
    for (dls_int i = 0; i < S->n && !error; i++) {
        column[i] = (column[i] - S->vbar[i]) / (2 * step);
    }
    return error;
}

/* At the middle one of the stages, as it stands */
static dls_error through_accelerations(dls_rk *S, const dls_rk_trial *X, dls_fault *fault)
{
    dls_rk_implicit *I = S->implicit;
    int i = I->first + I->free / 2;
    double t = X->y->t + S->T->c[i] * X->h;
    const double *q = S->Qs + i * S->nq, *v = S->V + i * S->n;
    dls_error error = DLS_OK;
    for (dls_int k = 0; k < S->n && !error; k++) {
        error = difference(S, t, q, v, k, false, I->Bv + k * S->n, fault);
        error = error ? error : difference(S, t, q, v, k, true, I->Bq + k * S->n, fault);
    }
    return error;
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
