/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stages of an implicit method: velocities V, their rates W, reactions L. Simplified Newton: mass
   and gradients frozen in the middle of the step split the stages into one system with many
   right-hand sides; with Jacobians of the force, when they are known or when this converges slowly,
   they are one system.
   Index 1: W_i, L_i are accelerations and reactions at stage i. Index 2: G'V_i + w = 0 there, too:
     M dW_i = r_i + G dL_i,  G'dW_i = -(A^-1 c)_i,  c_i = (G'V_i + w)/h. */
#include <math.h>

#include "motion/rk_implicit.h"

void dls_motion_rk_stage(dls_rk *S, const dls_rk_trial *X)
{
    const dls_motion_tableau *T = S->T;
    dls_int n = S->n, nq = S->nq;
    for (int i = 0; i < S->s; i++) {
        dls_motion_rk_combine(n, X->y->v, X->h, T->A + i * S->s, S->s, S->W, S->V + i * n);
    }
    /* rates of positions: those of the last iteration where positions are not plain */
    for (int i = 0; i < S->s; i++) {
        dls_motion_rk_combine(nq, X->y->q, X->h, T->A + i * S->s, S->s, S->D, S->Qs + i * nq);
        dls_motion_rk_rate(S, S->Qs + i * nq, S->V + i * n, S->D + i * nq);
    }
}

/* dW, dL of index 1: by an evaluation of the accelerations at each free stage */
static dls_error residual_accelerations(dls_rk *S, const dls_rk_trial *X, dls_fault *fault)
{
    dls_rk_implicit *I = S->implicit;
    dls_error error = DLS_OK;
    for (int k = 0; k < I->free && !error && S->report->ok; k++) {
        int i = I->first + k;
        double *dW = I->dW + k * S->n, *dL = I->dL + k * S->all;
        error = dls_motion_rk_accelerate(S, &S->stage, X->y->t + S->T->c[i] * X->h,
                                         S->Qs + i * S->nq, S->V + i * S->n, dW, dL, fault);
        if (!error && S->report->ok) {
            dls_motion_rk_power(S, &S->stage, S->V + i * S->n, dL, S->power + i * DLS_WORKS);
        }
        dls_axpy(S->n, -1, S->W + i * S->n, dW);
        dls_axpy(S->count, -1, S->L + i * S->all, dL);
    }
    return error || !dls_rk_with_jacobians(I) ? error : dls_motion_rk_jacobian_solve(S, X, fault);
}

static dls_error frozen_solve(dls_rk *S, dls_fault *fault)
{
    dls_rk_implicit *I = S->implicit;
    dls_error error = DLS_OK;
    for (int k = 0; k < I->free && !error; k++) {
        error = dls_motion_rk_solve(S, I->frozen, I->r + k * S->n, I->cs + k * S->all,
                                    I->dW + k * S->n, I->dL + k * S->all, fault);
    }
    return error;
}

/* cs := A^-1 c */
static void divide_by_tableau(const dls_rk *S, const double *c)
{
    dls_rk_implicit *I = S->implicit;
    dls_zero(I->free * S->all, I->cs);
    for (int k = 0; k < I->free; k++) {
        for (int j = 0; j < I->free; j++) {
            dls_axpy(S->count, I->inverse[k * I->free + j], c + j * S->all, I->cs + k * S->all);
        }
    }
}

/* I->r, and c at dL: what is left of the equations at stage k */
static dls_error residual_of(dls_rk *S, const dls_rk_trial *X, int k, dls_fault *fault)
{
    dls_rk_implicit *I = S->implicit;
    dls_rk_gradients *P = &S->at;
    unsigned parts = DLS_PART_MASS | DLS_PART_FORCE;
    int i = I->first + k;
    double *r = I->r + k * S->n, *c = I->dL + k * S->all, *Vi = S->V + i * S->n;
    const double *Wi = S->W + i * S->n, *Li = S->L + i * S->all;
    dls_error error =
        dls_motion_rk_look(S, &S->stage, parts, S->rows, S->count, X->y->t + S->T->c[i] * X->h,
                           S->Qs + i * S->nq, Vi, P, fault);
    if (error) {
        return error;
    }
    dls_motion_rk_power(S, &S->stage, Vi, Li, S->power + i * DLS_WORKS);
    dls_copy(S->n, S->stage.f, r);
    dls_mul(P->f, 1, Li, r);
    dls_mul(S->stage.M, -1, Wi, r);
    if (X->index == 1) {
        error = dls_motion_rk_bias(S, &S->stage, S->rows, S->count, c, fault);
        dls_mul_t(P->g, 1, Wi, c);
        return error;
    }
    dls_set_mul_t(P->g, Vi, c);
    for (dls_int j = 0; j < S->count; j++) {
        c[j] = (c[j] + P->w[j]) / X->h;
    }
    return DLS_OK;
}

/* dW, dL by what is left of the equations */
static dls_error residual_equations(dls_rk *S, const dls_rk_trial *X, dls_fault *fault)
{
    dls_rk_implicit *I = S->implicit;
    dls_error error = DLS_OK;
    for (int k = 0; k < I->free && !error; k++) {
        error = residual_of(S, X, k, fault);
    }
    if (error) {
        return error;
    } else if (X->index == 2) {
        divide_by_tableau(S, I->dL);
    } else {
        dls_copy(I->free * S->all, I->dL, I->cs);
    }
    return dls_rk_with_jacobians(I) ? dls_motion_rk_jacobian_solve(S, X, fault)
                                    : frozen_solve(S, fault);
}

/* Changes of the velocity, relative: rounding of the last addition, and what a geometric series
   that is as far adds; rounding of the stages; rounding of rates of gradients that come from
   differences, with which a step is still taken. */
static const double LAST_BIT = 2e-16, LEFT = 1e-16, ROUNDING = 1e-13, GOOD_ENOUGH = 1e-10;
/* Factors from one change to the next: slow enough for a newer matrix; no longer contracting beside
   rounding; not at all. */
static const double SLOW = 0.4, CREEPS = 0.5, STANDS = 0.9;

/* From the last changes of the velocity: as good as rounding allows, or as gradients that come from
   differences, whose relative error is `doubt`; or not soon. */
static bool done_with(double change, double last, double speed, double doubt)
{
    static const double FAR = 100; /* what reactions make of an error of gradients */
    double rate = isfinite(last) ? change / last : 1, rounding = fmax(ROUNDING, FAR * doubt);
    return change <= LAST_BIT * speed ||
           (isfinite(last) && rate > CREEPS && change <= rounding * speed) ||
           (isfinite(last) && rate > STANDS && change <= fmax(GOOD_ENOUGH, rounding) * speed) ||
           (rate < STANDS && rate / (1 - rate) * change <= LEFT * speed);
}

static bool slowly(double change, double last, double speed, int iteration)
{
    bool slow =
        isfinite(last) && change > SLOW * last && iteration > 2 && change > GOOD_ENOUGH * speed;
    return slow || !isfinite(change);
}

/* Sizes of the last change of the velocity, and of the velocity, or of what the force alone would
   make of it: at rest the velocity is nothing but rounding. */
static void measure(const dls_rk *S, const dls_rk_trial *X, double *change, double *speed)
{
    static const double NOTHING = 1e-300; /* no division by zero where nothing moves */
    dls_rk_implicit *I = S->implicit;
    *change = X->h * dls_largest(I->free * S->n, I->dW);
    *speed = fmax(dls_largest(S->n, X->y->v), X->h * dls_largest(S->s * S->n, S->W));
    double mass = dls_max_abs(S->stage.M);
    *speed = fmax(*speed, mass > 0 ? X->h * dls_largest(S->n, S->stage.f) / mass : 0);
    *speed = fmax(*speed, NOTHING);
}

/* It converges slowly: a newer matrix, and if the guess was hopeless, from the beginning. */
static dls_error improve(dls_rk *S, const dls_rk_trial *X, double change, double speed,
                         dls_fault *fault)
{
    static const double HOPELESS = 1e3; /* of the speed: a change with the newest matrix */
    dls_rk_implicit *I = S->implicit;
    dls_error error = DLS_OK;
    if (I->knows == DLS_RK_NEW) {
        if (!(isfinite(change) && change < HOPELESS * speed)) {
            S->report->ok = false;
        }
        return DLS_OK;
    }
    error = dls_motion_rk_jacobian(S, X, true, fault);
    I->stiff = true;
    if (!error && (!isfinite(change) || change > speed)) {
        I->known = false;
        error = dls_motion_rk_guess(S, X, fault);
    }
    return error;
}

/* Iterations of simplified Newton; the report is not ok where they do not converge. */
static dls_error run_newton(dls_rk *S, const dls_rk_trial *X, dls_fault *fault)
{
    dls_rk_implicit *I = S->implicit;
    int most = (int)fmin(S->R->settings.max_iterations, 1000);
    double last = INFINITY, change, speed;
    /* a linear system: what more iterations would change is rounding of stiff forces */
    bool exact = S->R->linear && S->R->fixed && (X->index == 1 || S->count == 0);
    dls_error error = DLS_OK;
    for (int k = 1; !error && S->report->ok; k++) {
        if (dls_motion_over(S->R, S->report)) {
            break;
        }
        dls_motion_rk_stage(S, X);
        error = dls_motion_rk_by_equations(S, X) ? residual_equations(S, X, fault)
                                                 : residual_accelerations(S, X, fault);
        S->R->stats.iterations++;
        if (error || !S->report->ok) {
            break;
        }
        dls_axpy(I->free * S->n, 1, I->dW, S->W + I->first * S->n);
        dls_axpy(I->free * S->all, 1, I->dL, S->L + I->first * S->all);
        measure(S, X, &change, &speed);
        if (done_with(change, last, speed, dls_motion_doubt(S->R->source)) ||
            (exact && I->exact && dls_rk_with_jacobians(I))) {
            break;
        }
        bool slow = slowly(change, last, speed, k), had = I->knows == DLS_RK_NEW;
        last = change;
        if (slow) {
            error = improve(S, X, change, speed, fault);
            last = had ? last : INFINITY;
        }
        if (k >= most && !(change <= GOOD_ENOUGH * speed)) {
            S->report->ok = false;
        } else if (k >= most) {
            break;
        }
    }
    return error;
}

/* The time is over, or the user wants to stop. */
static bool over(const dls_rk *S)
{
    dls_outcome why = S->report->outcome;
    return why == DLS_TIME_LIMIT || why == DLS_INTERRUPTED;
}

/* Linear stages are solved at once, after powers at a guess. */
static dls_error powers(dls_rk *S, const dls_rk_trial *X, dls_fault *fault)
{
    dls_error error = DLS_OK;
    for (int i = S->implicit->first; i < S->s && !error; i++) {
        const double *V = S->V + i * S->n;
        error =
            dls_motion_rk_look(S, &S->stage, DLS_PART_FORCE, S->rows, S->count,
                               X->y->t + S->T->c[i] * X->h, S->Qs + i * S->nq, V, &S->at, fault);
        if (!error) {
            dls_motion_rk_power(S, &S->stage, V, S->L + i * S->all, S->power + i * DLS_WORKS);
        }
    }
    return error;
}

dls_error dls_motion_rk_implicit(dls_rk *S, const dls_rk_state *y, double h, int index,
                                 dls_fault *fault)
{
    dls_rk_implicit *I = S->implicit;
    dls_rk_trial X = {y, h, index};
    dls_error error = dls_motion_rk_guess(S, &X, fault);
    I->knows = DLS_RK_PLAIN;
    if (!error && S->report->ok && (S->R->jacobian || I->stiff)) {
        error = dls_motion_rk_jacobian(S, &X, false, fault);
    }
    if (!error && S->report->ok && index == 2 && !dls_rk_with_jacobians(I)) {
        error = dls_motion_rk_frozen(S, &X, fault);
    }
    error = error || !S->report->ok ? error : run_newton(S, &X, fault);
    bool curved = index == 2 && !(S->R->linear && S->R->fixed);
    if (!error && !S->report->ok && !over(S) && curved) {
        error = dls_motion_rk_newton(S, &X, fault);
    }
    if (error || over(S)) {
        return error;
    }
    if (!S->report->ok) {
        S->report->ok = true;
        return dls_motion_refuse(S->report, "the stages of %s do not converge", S->T->name);
    }
    dls_motion_rk_stage(S, &X);
    error = S->R->linear && S->R->settings.energy ? powers(S, &X, fault) : DLS_OK;
    I->known = true;
    I->t = y->t;
    I->h = h;
    dls_copy(S->s * S->n, S->W, I->PW);
    dls_copy(S->s * S->all, S->L, I->PL);
    dls_copy(S->remembered, S->direction, I->memory);
    return error;
}
