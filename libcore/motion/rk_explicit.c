/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stages of a half-explicit method: velocities V, their rates W, reactions L. For index 1 reactions
   come from the accelerations of a stage, for index 2 from the velocity that row i of Abar makes
   (HIGHORDER (73)):  M(Q) W = f + G(Q) L,   G(Qbar)'(v + h sum_j abar_ij W_j) + w = 0. */
#include "motion/rk.h"

/* c = (Gbar'(v + h sum_{j<i} abar_ij W_j) + w) / (h abar_ii), Gbar in S->beside */
static dls_error ahead(dls_rk *S, const dls_rk_state *y, double h, int i, dls_fault *fault)
{
    const double *row = S->T->Abar + i * S->s, *Vi = S->V + i * S->n;
    dls_rk_gradients *P = &S->beside;
    double bar = 0;
    for (int j = 0; j < S->s; j++) {
        bar += row[j];
    }
    dls_motion_rk_combine(S->nq, y->q, h, row, i + 1, S->D, S->qbar);
    dls_error error =
        dls_motion_rk_look(S, &S->bar, 0, S->rows, S->count, y->t + bar * h, S->qbar, Vi, P, fault);
    if (!error) {
        dls_motion_rk_combine(S->n, y->v, h, row, i, S->W, S->vbar);
        dls_set_mul_t(P->g, S->vbar, S->bias);
        for (dls_int k = 0; k < S->count; k++) {
            S->bias[k] = (S->bias[k] + P->w[k]) / (h * row[i]);
        }
    }
    return error;
}

static dls_error stage_on_velocities(dls_rk *S, const dls_rk_state *y, double h, int i,
                                     dls_fault *fault)
{
    double *Wi = S->W + i * S->n, *Li = S->L + i * S->all;
    dls_error error = ahead(S, y, h, i, fault);
    error =
        error ? error
              : dls_motion_rk_look(S, &S->stage, DLS_PART_MASS | DLS_PART_FORCE, S->rows, S->count,
                                   y->t + S->T->c[i] * h, S->Q, S->V + i * S->n, &S->at, fault);
    error = error ? error : dls_motion_rk_factor(S, &S->stage, S->at.g, S->beside.g, fault);
    return error ? error : dls_motion_rk_solve(S, S->saddle, S->stage.f, S->bias, Wi, Li, fault);
}

dls_error dls_motion_rk_explicit(dls_rk *S, const dls_rk_state *y, double h, int index,
                                 dls_fault *fault)
{
    const dls_motion_tableau *T = S->T;
    const dls_rk_start *start;
    dls_error error = DLS_OK;
    for (int i = 0; i < S->s && !error && S->report->ok; i++) {
        const double *row = T->A + i * S->s;
        double *Vi = S->V + i * S->n;
        dls_motion_rk_combine(S->nq, y->q, h, row, i, S->D, S->Q);
        dls_copy(S->nq, S->Q, S->Qs + i * S->nq); /* for the judge */
        dls_motion_rk_combine(S->n, y->v, h, row, i, S->W, Vi);
        dls_motion_rk_rate(S, S->Q, Vi, S->D + i * S->nq);
        if (i == 0 && (index == 1 || T->ahead)) {
            error = dls_motion_rk_start_at(S, y, &start, fault);
            dls_copy(S->n, start->a, S->W);
            dls_copy(S->count, start->lambda, S->L);
            dls_copy(DLS_WORKS, start->power, S->power);
            continue;
        }
        error = index == 1 ? dls_motion_rk_accelerate(S, &S->stage, y->t + T->c[i] * h, S->Q, Vi,
                                                      S->W + i * S->n, S->L + i * S->all, fault)
                           : stage_on_velocities(S, y, h, i, fault);
        if (!error && S->report->ok) {
            dls_motion_rk_power(S, &S->stage, Vi, S->L + i * S->all, S->power + i * DLS_WORKS);
        }
    }
    return error;
}
