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

/* du = H dv, dr = A^-1 c - C du, and rhs = g - M dv + H'dr, what is left */
static void back_substitute(dls_friction_system *S, const step *X)
{
    const dls_friction_task *T = S->task;
    dls_zero(T->N, X->du);
    dls_mul(T->problem->H, 1, X->dv, X->du);
    dls_zero(T->N, X->dr);
    add_blocks(T, S->blocks.Ai, 1, X->c, X->dr);
    add_blocks(T, S->blocks.C, -1, X->du, X->dr);
    dls_copy(T->n, X->g, S->rhs);
    dls_mul(T->problem->M, -1, X->dv, S->rhs);
    dls_mul_t(T->problem->H, 1, X->dr, S->rhs);
}

/* out = (M + H'C H) (M + H'C0 H)^-1 in = in + H'(C - C0) H (M + H'C0 H)^-1 in, C0 of the factor */
static dls_error operate(void *data, const double *in, double *out)
{
    dls_friction_system *S = data;
    const dls_friction_task *T = S->task;
    int d = T->d;
    if (dls_watch_over(&T->watch, NULL)) {
        return DLS_ERROR_NUMERICAL; /* the method that runs will see why */
    }
    dls_error error = dls_linsys_solve(S->solver, in, S->correction);
    dls_copy(T->n, in, out);
    for (dls_int c = 0; c < T->nc; c++) {
        double du[DLS_FRICTION_DIM] = {0}, dr[DLS_FRICTION_DIM] = {0};
        const double *C = S->blocks.C + c * d * d, *C0 = S->factored + c * d * d;
        for (dls_int b = S->start[c]; b < S->start[c + 1]; b++) {
            double x = S->correction[S->coordinate[b]];
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
    return error;
}

/* dv += the correction of S->rhs, by the factor alone, or with GMRES until `goal` is left */
static dls_error correct(dls_friction_system *S, double goal, double *dv)
{
    const dls_friction_task *T = S->task;
    dls_error error = DLS_OK;
    bool old = S->factor == DLS_FACTOR_OLD;
    if (S->symmetric && (old || !S->straight)) {
        int steps = 0, most = old ? S->worth : S->krylov.steps;
        dls_copy(T->n, S->rhs, S->krylov.V);
        error = dls_linsys_gmres_run(&S->krylov, operate, S, goal, most, S->rhs, &steps);
    }
    error = error ? error : dls_linsys_solve(S->solver, S->rhs, S->correction);
    dls_axpy(T->n, 1, S->correction, dv);
    return error;
}

/* From dv = 0, by the factor that is there. */
static dls_error refine(dls_friction_system *S, step *X)
{
    enum { REFINEMENTS = 2 };
    /* of the right-hand side: rounding; too little for a step */
    static const double ROUNDING = 1e-14, LEAST = 1e-12, SLOW = 0.1;
    const dls_friction_task *T = S->task;
    dls_zero(T->n, X->dv);
    back_substitute(S, X);
    double first = dls_norm(T->n, S->rhs), left = first;
    double inexact = fmax(fmin(S->share * first, S->goal), LEAST * first);
    double goal = S->symmetric ? inexact : ROUNDING * first;
    int most = S->factor == DLS_FACTOR_OLD ? 0 : REFINEMENTS;
    dls_error error = DLS_OK;
    for (int k = 0; !error && k <= most && left > goal; k++) {
        error = correct(S, goal / 2, X->dv);
        back_substitute(S, X);
        double now = dls_norm(T->n, S->rhs);
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

static dls_error solve_global(dls_friction_system *S, step *X)
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
    } else if (T->problem->global) {
        static const double POOR = 0.1;
        step X = {c, g, dr, du, dv, 0, false};
        dls_error error = solve_global(S, &X);
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
