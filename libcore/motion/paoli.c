/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HIGHORDER (22) on a linear model, without friction: with x = q(k+1) - q(k), w = q(k) - q(k-1),
     M (x - w) = h^2 (f - C v' - K (q + theta x)) + G P + N P',
     v' = (1 - theta) v + theta (x + w) / (2h),
     0 <= g ((q(k+1) + e q(k-1)) / (1 + e)) _|_ P'. Percussions are P / h. */
#include <math.h>

#include "motion/linear.h"

static dls_error advance(dls_run *R, dls_fault *fault)
{
    const dls_linear_model *L = R->model;
    const dls_run_settings *S = R->settings;
    dls_run_state *state = R->state;
    double *q = state->q, *v = state->v, *w = R->z, h = S->h, theta = S->theta;
    dls_copy(R->n, q, w);
    dls_axpy(R->n, -1, state->previous, w);
    for (dls_int k = 0; k < R->n; k++) {
        R->r[k] = h * h * L->f[k];
        R->x[k] = (1 - theta) * v[k] + theta / (2 * h) * w[k];
    }
    dls_mul(L->M, 1, w, R->r);
    dls_mul(L->C, -h * h, R->x, R->r);
    dls_mul(L->K, -h * h, q, R->r);
    dls_copy(R->nb, L->h0, R->c);
    dls_mul_t(L->G, 1, q, R->c);
    dls_zero(R->nu, R->s);
    dls_mul_t(L->N, 1, q, R->s);
    dls_set_mul_t(L->N, state->previous, R->gap);
    for (dls_int i = 0; i < R->nu; i++) {
        R->s[i] += (1 + L->e[i]) * L->g0[i] + L->e[i] * R->gap[i];
        R->active[i] = false;
    }
    dls_error error = dls_percussion_solve(R->step, R->r, R->c, R->s, true, R->active, R->x, R->p,
                                           &state->percussion, fault);
    if (error || !state->percussion.solved) {
        return error;
    }
    dls_motion_linear_sort(R, 1 / h);
    dls_copy(R->n, q, state->previous);
    for (dls_int k = 0; k < R->n; k++) {
        v[k] = (R->x[k] + w[k]) / (2 * h);
        q[k] += R->x[k];
    }
    return DLS_OK;
}

/* Which contacts are closed at the beginning and neither collide nor separate, up to rounding. */
static bool resting(dls_run *R)
{
    static const double PLACE = 1e-14, SPEED = 1e-12;
    dls_view N = R->model->N;
    const dls_run_state *state = R->state;
    bool any = false;
    for (dls_int i = 0; i < R->nu; i++) {
        double gap = R->model->g0[i], u = 0, size_q = fabs(gap), size_v = 0;
        for (dls_int k = N.p[i]; k < N.p[i + 1]; k++) {
            double q = N.x[k] * state->q[N.i[k]], v = N.x[k] * state->v[N.i[k]];
            gap += q;
            u += v;
            size_q += fabs(q);
            size_v += fabs(v);
        }
        R->active[i] = gap <= PLACE * size_q && fabs(u) <= SPEED * size_v;
        R->s[i] = 0;
        any = any || R->active[i];
    }
    return any;
}

/* q(-1) = q0 - h v0 + h^2/2 a0: then q1 = q0 + h v0 + h^2/2 a0. Contacts that rest are in a0. */
static dls_error step_back(dls_run *R, dls_fault *fault)
{
    const dls_linear_model *L = R->model;
    dls_run_state *state = R->state;
    double h = R->settings->h;
    dls_percussion *P = NULL;
    dls_int p0[1] = {0};
    dls_view none = {R->n, 0, p0, NULL, NULL};
    dls_percussion_problem Q = {L->M, L->G, resting(R) ? L->N : none, 1, NULL, 0, {0}, {0}, false};
    dls_error error = dls_motion_setup_percussion(R, Q, &P, fault);
    if (!error) {
        dls_copy(R->n, L->f, R->r);
        dls_mul(L->C, -1, state->v, R->r);
        dls_mul(L->K, -1, state->q, R->r);
        dls_zero(R->nb, R->c);
        error = dls_percussion_solve(P, R->r, R->c, R->s, false, R->active, R->x, R->p,
                                     &state->percussion, fault);
    }
    for (dls_int k = 0; !error && k < R->n; k++) {
        state->previous[k] = state->q[k] - h * state->v[k] + h * h / 2 * R->x[k];
    }
    dls_percussion_free(P);
    return error;
}

dls_error dls_motion_paoli_begin(dls_run *R, dls_fault *fault)
{
    const dls_linear_model *L = R->model;
    const dls_run_settings *S = R->settings;
    R->advance = advance;
    dls_error error = DLS_OK;
    if (!R->state->begun) {
        error = step_back(R, fault);
        R->state->begun = true;
    }
    double h = S->h, theta = S->theta;
    error = error ? error : dls_motion_combine(R, 1, h * theta / 2, h * h * theta, &R->A, fault);
    dls_percussion_problem P = {dls_see(&R->A), L->G, L->N, 1, NULL, 0, {0}, {0}, false};
    return error ? error : dls_motion_setup_percussion(R, P, &R->step, fault);
}
