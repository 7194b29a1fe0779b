/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solutions of the linear system of system.c, by its factor, a new one or one of an earlier step,
   and GMRES. */
#include <math.h>

#include "friction/friction.h"

/* y = sign (block x) + y, contact by contact */
static void add_blocks(const dls_friction_task *T, const double *block, double sign,
                       const double *x, double *y)
{
    int d = T->d;
    for (dls_int c = 0; c < T->nc; c++) {
        for (int i = 0; i < d; i++) {
            for (int l = 0; l < d; l++) {
                y[c * d + i] += sign * block[(c * d + i) * d + l] * x[c * d + l];
            }
        }
    }
}

typedef struct {
    const double *c, *g;
    double *dr, *du, *dv;
    double share; /* of the right-hand side: what is left */
    bool enough;  /* it is as little as the method asks for */
} step;

/* What the system is solved for: dv, or y. */
static double *unknown(dls_friction_system *S, const step *X)
{
    return S->task->problem->global ? X->dv : S->y;
}

static dls_int order_of(const dls_friction_task *T)
{
    return T->problem->global ? T->n : T->N;
}

/* h and rest of A^-1 c = rest + F h */
static void split(dls_friction_system *S, const double *c)
{
    const dls_friction_task *T = S->task;
    int d = T->d;
    dls_zero(T->N, S->rest);
    add_blocks(T, S->blocks.Ai, 1, c, S->rest);
    for (dls_int at = 0; at < T->N; at += d) {
        const double *F = S->factored + at * d;
        double *h = S->h + at, *rest = S->rest + at;
        for (int i = 0; i < d; i++) {
            double left = rest[i] - dls_dot(i, F + i * d, h);
            bool there = F[i * d + i] > 0;
            h[i] = there ? left / F[i * d + i] : 0;
            rest[i] = there ? 0 : left;
        }
    }
}

/* dr = rest + F y, du = W dr, and rhs = h - y - G du, what is left */
static void back_substitute_local(dls_friction_system *S, const step *X)
{
    const dls_friction_task *T = S->task;
    dls_copy(T->N, S->rest, X->dr);
    add_blocks(T, S->factored, 1, S->y, X->dr);
    dls_zero(T->N, X->du);
    dls_mul(T->problem->W, 1, X->dr, X->du);
    dls_copy(T->N, S->h, S->rhs);
    dls_axpy(T->N, -1, S->y, S->rhs);
    add_blocks(T, S->turned, -1, X->du, S->rhs);
}

/* du = H dv, dr = A^-1 c - C du, and rhs = g - M dv + H'dr, what is left */
static void back_substitute(dls_friction_system *S, const step *X)
{
    const dls_friction_task *T = S->task;
    if (!T->problem->global) {
        back_substitute_local(S, X);
        return;
    }
    dls_zero(T->N, X->du);
    dls_mul(T->problem->H, 1, X->dv, X->du);
    dls_zero(T->N, X->dr);
    add_blocks(T, S->blocks.Ai, 1, X->c, X->dr);
    add_blocks(T, S->blocks.C, -1, X->du, X->dr);
    dls_copy(T->n, X->g, S->rhs);
    dls_mul(T->problem->M, -1, X->dv, S->rhs);
    dls_mul_t(T->problem->H, 1, X->dr, S->rhs);
}

/* out = (I + G W F) y */
static void multiply_local(dls_friction_system *S, const double *y, double *out)
{
    const dls_friction_task *T = S->task;
    double *u = S->rhs; /* GMRES has its own copy */
    dls_zero(T->N, S->half);
    add_blocks(T, S->factored, 1, y, S->half);
    dls_zero(T->N, u);
    dls_mul(T->problem->W, 1, S->half, u);
    dls_copy(T->N, y, out);
    add_blocks(T, S->turned, 1, u, out);
}

/* out += H'(C - C0) H v, C0 of the factor */
static void add_difference(const dls_friction_system *S, const double *v, double *out)
{
    const dls_friction_task *T = S->task;
    int d = T->d;
    for (dls_int c = 0; c < T->nc; c++) {
        double du[DLS_FRICTION_DIM] = {0}, dr[DLS_FRICTION_DIM] = {0};
        const double *C = S->blocks.C + c * d * d, *C0 = S->factored + c * d * d;
        for (dls_int b = S->start[c]; b < S->start[c + 1]; b++) {
            double x = v[S->coordinate[b]];
            for (int i = 0; i < d; i++) {
                du[i] += S->entry[b * d + i] * x;
            }
        }
        for (int k = 0; k < d * d; k++) {
            dr[k / d] += (C[k] - C0[k]) * du[k % d];
        }
        for (dls_int b = S->start[c]; b < S->start[c + 1]; b++) {
            double sum = 0;
            for (int i = 0; i < d; i++) {
                sum += S->entry[b * d + i] * dr[i];
            }
            out[S->coordinate[b]] += sum;
        }
    }
}

/* out = K K0^-1 in */
static dls_error operate(void *data, const double *in, double *out)
{
    dls_friction_system *S = data;
    const dls_friction_task *T = S->task;
    if (dls_watch_over(&T->watch, NULL)) {
        return DLS_ERROR_NUMERICAL; /* the method that runs will see why */
    }
    dls_error error = dls_linsys_solve(S->solver, in, S->correction);
    if (T->problem->global) {
        dls_copy(T->n, in, out);
        add_difference(S, S->correction, out);
    } else {
        multiply_local(S, S->correction, out);
    }
    return error;
}

/* x += the correction of S->rhs, by the factor alone, or with GMRES until `goal` is left */
static dls_error correct(dls_friction_system *S, double goal, double *x)
{
    dls_int order = order_of(S->task);
    dls_error error = DLS_OK;
    bool old = S->factor == DLS_FACTOR_OLD;
    if (S->symmetric && (old || !S->straight)) {
        int steps = 0, most = old ? S->worth : S->krylov.steps;
        dls_copy(order, S->rhs, S->krylov.V);
        error = dls_linsys_gmres_run(&S->krylov, operate, S, goal, most, S->rhs, &steps);
    }
    error = error ? error : dls_linsys_solve(S->solver, S->rhs, S->correction);
    dls_axpy(order, 1, S->correction, x);
    return error;
}

/* From zero, by the factor that is there. */
static dls_error refine(dls_friction_system *S, step *X)
{
    enum { REFINEMENTS = 2 };
    /* of the right-hand side: rounding; too little for a step */
    static const double ROUNDING = 1e-14, LEAST = 1e-12, SLOW = 0.1;
    double *x = unknown(S, X);
    dls_int order = order_of(S->task);
    dls_zero(order, x);
    if (!S->task->problem->global) {
        split(S, X->c);
    }
    back_substitute(S, X);
    double first = dls_norm(order, S->rhs), left = first;
    double inexact = fmax(fmin(S->share * first, S->goal), LEAST * first);
    double goal = S->symmetric ? inexact : ROUNDING * first;
    int most = S->factor == DLS_FACTOR_OLD ? 0 : REFINEMENTS;
    dls_error error = DLS_OK;
    for (int k = 0; !error && k <= most && left > goal; k++) {
        error = correct(S, goal / 2, x);
        back_substitute(S, X);
        double now = dls_norm(order, S->rhs);
        bool slow = !(now < SLOW * left);
        left = now;
        if (slow) {
            break;
        }
    }
    X->share = first > 0 ? left / first : 0;
    X->enough = left <= goal;
    return error;
}

static dls_error solve_refined(dls_friction_system *S, step *X)
{
    enum { LONGEST = 8 };
    dls_error error = refine(S, X);
    if (error || S->factor != DLS_FACTOR_OLD) {
        return error;
    } else if (X->enough) {
        S->pause = 0;
        return DLS_OK;
    }
    /* a new one, and some more before the next trial */
    dls_fault fault;
    S->wait = S->pause = DLS_MIN(2 * S->pause + 1, LONGEST);
    error = dls_friction_system_renew(S, false, &fault);
    return error ? error : refine(S, X);
}

dls_error dls_friction_system_solve(dls_friction_system *S, const double *c, const double *g,
                                    double *dr, double *du, double *dv)
{
    const dls_friction_task *T = S->task;
    if (S->factor == DLS_FACTOR_PLAIN) {
        return dls_friction_system_solve(S->plain, c, g, dr, du, dv);
    } else if (T->problem->global || S->symmetric) {
        static const double POOR = 0.1;
        step X = {c, g, dr, du, dv, 0, false};
        dls_error error = solve_refined(S, &X);
        if (!error && S->symmetric && !(X.share < POOR)) {
            dls_fault fault;
            error = dls_friction_system_renew(S, true, &fault);
            error = error ? error : dls_friction_system_solve(S->plain, c, g, dr, du, dv);
        }
        return error;
    }
    dls_error error = dls_linsys_solve(S->solver, c, dr);
    dls_zero(T->N, du);
    dls_mul(T->problem->W, 1, dr, du);
    return error;
}
