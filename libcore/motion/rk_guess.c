/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the iterations of an implicit step begin: on the polynomial through the accelerations
   of the step before, or of a longer trial of this one; else with the accelerations at its
   beginning. */
#include "motion/rk_implicit.h"

static bool known(const dls_rk *S, const dls_rk_trial *X)
{
    const dls_rk_implicit *I = S->implicit;
    return I->known && X->y->t >= I->t && X->y->t <= I->t + 1.1 * I->h && X->h <= 2 * I->h &&
           dls_motion_rk_same_rows(S, I->memory);
}

/* W_i, L_i: the polynomial at x = (t_i - t)/h */
static void extrapolate(dls_rk *S, int i, double x)
{
    const dls_rk_implicit *I = S->implicit;
    double *W = S->W + i * S->n, *L = S->L + i * S->all;
    dls_zero(S->n, W);
    dls_zero(S->all, L);
    for (int j = 0; j < S->s; j++) {
        double weight = 0, power = 1;
        for (int k = 0; k < S->s; k++, power *= x) {
            weight += power * I->lagrange[k * S->s + j];
        }
        dls_axpy(S->n, weight, I->PW + j * S->n, W);
        dls_axpy(S->all, weight, I->PL + j * S->all, L);
    }
}

dls_error dls_motion_rk_guess(dls_rk *S, const dls_rk_trial *X, dls_fault *fault)
{
    const dls_rk_implicit *I = S->implicit;
    bool smooth = known(S, X);
    for (int i = 0; smooth && i < S->s; i++) {
        extrapolate(S, i, (X->y->t - I->t + S->T->c[i] * X->h) / I->h);
    }
    const dls_rk_start *start = NULL;
    dls_error error = DLS_OK;
    if (!smooth || I->first > 0) {
        error = dls_motion_rk_start_at(S, X->y, &start, fault);
    }
    for (int i = 0; i < (smooth ? I->first : S->s) && !error; i++) {
        dls_copy(S->n, start->a, S->W + i * S->n);
        dls_copy(S->count, start->lambda, S->L + i * S->all);
        dls_copy(DLS_WORKS, start->power, S->power + i * DLS_WORKS);
    }
    for (int i = 0; i < S->s && S->D != S->V; i++) {
        dls_motion_rk_rate(S, X->y->q, X->y->v, S->D + i * S->nq);
    }
    return error;
}
