/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HIGHORDER (16), and (19) with positions projected, on a linear model: with x = v1 - v0
     (M + h theta C + h^2 theta^2 K) x = h (f - C v0 - K (q0 + h theta v0)) + G pb + B pc,
     q1 = q0 + h (v0 + theta x). */
#include "motion/linear.h"

/* q1 + z on the constraints:  Q z = G t + N t',  h0 + G'(q1 + z) = 0 <= g0 + N'(q1 + z) _|_ t' */
static dls_error project(dls_run *R, dls_fault *fault)
{
    const dls_linear_model *L = R->model;
    double *q = R->state->q;
    dls_zero(R->n, R->r);
    dls_copy(R->nb, L->h0, R->cb);
    dls_mul_t(L->G, 1, q, R->cb);
    dls_copy(R->nu, L->g0, R->sn);
    dls_mul_t(L->N, 1, q, R->sn);
    for (dls_int i = 0; i < R->nu; i++) {
        R->active[i] = false;
    }
    dls_error error = dls_percussion_solve(R->projection, R->r, R->cb, R->sn, true, R->active, R->z,
                                           R->p, &R->state->percussion, fault);
    if (!error && R->state->percussion.solved) {
        dls_axpy(R->n, 1, R->z, q);
    }
    return error;
}

static dls_error advance(dls_run *R, dls_fault *fault)
{
    const dls_linear_model *L = R->model;
    const dls_run_settings *S = R->settings;
    double *q = R->state->q, *v = R->state->v, h = S->h, theta = S->theta;
    dls_copy(R->nu, L->g0, R->gap);
    dls_mul_t(L->N, 1, q, R->gap);
    dls_copy(R->n, q, R->z);
    dls_axpy(R->n, h * theta, v, R->z);
    for (dls_int k = 0; k < R->n; k++) {
        R->r[k] = h * L->f[k];
    }
    dls_mul(L->C, -h, v, R->r);
    dls_mul(L->K, -h, R->z, R->r);
    dls_set_mul_t(L->G, v, R->c);
    dls_set_mul_t(L->B, v, R->s);
    double moved = 0;
    if (R->nu > 0) {
        moved = h * (dls_norm(R->n, v) + (R->mass > 0 ? dls_norm(R->n, R->r) / R->mass : 0));
    }
    for (dls_int i = 0; i < R->nu; i++) {
        double *u = R->s + i * L->d;
        R->active[i] = dls_motion_closes(L->N, i, R->gap[i] + S->gamma * h * u[0], moved, q);
        u[0] *= 1 + L->e[i];
    }
    dls_error error = dls_percussion_solve(R->step, R->r, R->c, R->s, false, R->active, R->x, R->p,
                                           &R->state->percussion, fault);
    if (error || !R->state->percussion.solved) {
        return error;
    }
    dls_motion_linear_sort(R, 1);
    dls_axpy(R->n, h, v, q);
    dls_axpy(R->n, h * theta, R->x, q);
    dls_axpy(R->n, 1, R->x, v);
    error = R->projection ? project(R, fault) : DLS_OK;
    if (!error && !R->state->percussion.solved) { /* back to where the step began */
        dls_axpy(R->n, -1, R->x, v);
        dls_axpy(R->n, -h * theta, R->x, q);
        dls_axpy(R->n, -h, v, q);
    }
    return error;
}

dls_error dls_motion_linear_moreau(dls_run *R, dls_fault *fault)
{
    const dls_linear_model *L = R->model;
    const dls_run_settings *S = R->settings;
    double k = S->h * S->theta;
    R->advance = advance;
    R->mass = dls_max_abs(L->M);
    dls_error error = dls_motion_combine(R, 1, k, k * k, &R->A, fault);
    dls_percussion_problem P = {dls_see(&R->A), L->G, L->B, L->d, L->mu, 0, {0}, {0}, false};
    error = error ? error : dls_motion_setup_percussion(R, P, &R->step, fault);
    if (error || S->scheme != DLS_MOREAU_JEAN_PROJECTED) {
        return error;
    }
    error = dls_motion_combine(R, S->euclidean ? 0 : 1, 0, 0, &R->Q, fault);
    P = (dls_percussion_problem){dls_see(&R->Q), L->G, L->N, 1, NULL, 0, {0}, {0}, false};
    return error ? error : dls_motion_setup_percussion(R, P, &R->projection, fault);
}
