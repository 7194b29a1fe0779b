/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accelerations and reactions of HIGHORDER (71) with the missing term (see rk_values.c):
     M a = f + F lambda,  G'a + d/dt (G')v + dw/dt = 0. */
#include <math.h>
#include <string.h>

#include "motion/rk.h"

static dls_error factor_saddle(dls_rk *S, const dls_motion_values *E, dls_view F, dls_view G,
                               dls_fault *fault)
{
    dls_percussion_problem Q = {.A = E->M, .G = G, .F = F, .B = S->none, .d = 1};
    S->sets = -1;
    return dls_motion_percussions(S->R, &Q, &S->saddle, fault);
}

/* Constant matrices are factorised once for the same rows. */
dls_error dls_motion_rk_factor(dls_rk *S, const dls_motion_values *E, dls_view F, dls_view G,
                               dls_fault *fault)
{
    size_t bytes = (size_t)S->count * sizeof *S->rows;
    bool lasts = S->R->fixed && !S->sliding && G.cols == S->count; /* F is G */
    if (lasts && S->sets == S->count && memcmp(S->set, S->rows, bytes) == 0) {
        return DLS_OK;
    }
    dls_error error = factor_saddle(S, E, F, G, fault);
    if (!error && lasts) {
        S->sets = S->count;
        memcpy(S->set, S->rows, bytes);
    }
    return error;
}

dls_error dls_motion_rk_solve(dls_rk *S, dls_percussion *K, const double *f, const double *c,
                              double *a, double *l, dls_fault *fault)
{
    bool solved = true;
    dls_copy(K->D.n, f, K->D.left);
    for (dls_int k = 0; k < K->D.nb; k++) {
        K->D.left[K->D.n + k] = -c[k];
    }
    dls_error error = dls_delassus_solve(&K->D, &solved, fault);
    S->R->stats.solves++;
    if (!error && !(solved && dls_finite(K->D.n + K->D.nb, K->D.right))) {
        return dls_motion_refuse(S->report, "the accelerations of a stage have no solution "
                                            "(inconsistent constraints?)");
    }
    dls_copy(K->D.n, K->D.right, a);
    dls_copy(K->D.nb, K->D.right + K->D.n, l);
    return error;
}

void dls_motion_rk_power(const dls_rk *S, const dls_motion_values *E, const double *v,
                         const double *lambda, double *power)
{
    dls_zero(DLS_WORKS, power);
    if (!S->R->settings.energy) {
        return;
    }
    power[DLS_WORK_FORCE] = dls_motion_force_power(S->R, E->f, v);
    for (dls_int k = 0; k < S->count; k++) {
        dls_int contact = S->rows[k] - S->nb;
        bool rubs = contact >= S->nu || (contact >= 0 && S->slips[contact] != 0);
        int kind = rubs ? DLS_WORK_FRICTION : contact >= 0 ? DLS_WORK_CONTACT : DLS_WORK_CONSTRAINT;
        power[kind] += lambda[k] * dls_motion_power(S->at.f, k, v);
    }
}

dls_error dls_motion_rk_accelerate(dls_rk *S, dls_motion_values *E, double t, const double *q,
                                   const double *v, double *a, double *lambda, dls_fault *fault)
{
    unsigned parts = DLS_PART_MASS | DLS_PART_FORCE;
    dls_rk_gradients *P = &S->at;
    dls_error error = dls_motion_rk_look(S, E, parts, S->rows, S->count, t, q, v, P, fault);
    error = error ? error : dls_motion_rk_bias(S, E, S->rows, S->count, S->bias, fault);
    error = error ? error : dls_motion_rk_factor(S, E, P->f, P->g, fault);
    return error ? error : dls_motion_rk_solve(S, S->saddle, E->f, S->bias, a, lambda, fault);
}

static bool is_at(const dls_rk *S, const dls_rk_start *X, const dls_rk_state *y)
{
    size_t size = sizeof *y->q, memory = (size_t)S->remembered * size;
    return X->known && X->t == y->t && memcmp(X->q, y->q, (size_t)S->nq * size) == 0 &&
           memcmp(X->v, y->v, (size_t)S->n * size) == 0 &&
           memcmp(X->memory, S->direction, memory) == 0;
}

dls_error dls_motion_rk_start_at(dls_rk *S, const dls_rk_state *y, const dls_rk_start **start,
                                 dls_fault *fault)
{
    dls_error error = DLS_OK;
    if (!is_at(S, S->starts + S->newest, y)) {
        S->newest = 1 - S->newest;
    }
    dls_rk_start *X = S->starts + S->newest;
    if (!is_at(S, X, y)) {
        X->t = y->t;
        dls_copy(S->nq, y->q, X->q);
        dls_copy(S->n, y->v, X->v);
        dls_copy(S->remembered, S->direction, X->memory);
        error = dls_motion_rk_accelerate(S, &S->R->here, y->t, y->q, y->v, X->a, X->lambda, fault);
        X->known = !error && S->report->ok;
        if (X->known) {
            dls_motion_rk_power(S, &S->R->here, y->v, X->lambda, X->power);
        }
    }
    *start = X;
    return error;
}

dls_error dls_motion_rk_project(dls_rk *S, const dls_int *rows, dls_int count, dls_rk_state *y,
                                double *lambda, dls_fault *fault)
{
    static const double ROUNDING = 1e-15;
    dls_rk_gradients *P = &S->at;
    dls_motion_values *E = &S->R->here;
    dls_error error =
        dls_motion_rk_look(S, E, DLS_PART_MASS, rows, count, y->t, y->q, y->v, P, fault);
    if (error) {
        return error;
    }
    dls_set_mul_t(P->g, y->v, S->bias);
    dls_axpy(count, 1, P->w, S->bias);
    dls_zero(count, lambda);
    if (dls_largest(count, S->bias) <= ROUNDING * dls_largest(S->n, y->v)) {
        return DLS_OK;
    }
    error = rows == S->rows ? dls_motion_rk_factor(S, E, P->f, P->g, fault)
                            : factor_saddle(S, E, P->f, P->g, fault);
    /* M dv = F l, G'(v + dv) + w = 0 */
    error =
        error ? error : dls_motion_rk_solve(S, S->saddle, S->zero, S->bias, S->vbar, lambda, fault);
    if (!error && S->report->ok) {
        dls_axpy(S->n, 1, S->vbar, y->v);
    }
    return error;
}
