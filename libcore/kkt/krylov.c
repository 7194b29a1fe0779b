/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GMRES on K z = r, right-preconditioned by (K + D)^-1, for the modes that the proximal steps
   contract too slowly (sigma^2 << delta: long chains). The preconditioned matrix has its spectrum
   in the disc |z - 1/2| <= 1/2 with all but the slow modes next to 1, so about one step per slow
   mode is needed. */
#include "kkt/kkt.h"

enum { RESTART = 30 };
static const double GOAL = 0.5 * DLS_EPS; /* absolute, of residuals that are relative */

typedef struct {
    dls_kkt *K;
    double w1, w2; /* weights of the two blocks */
} weighted;

/* (r1, r2) = v ./ weights */
static void split_weighted(const weighted *W, const double *v)
{
    dls_kkt *K = W->K;
    for (dls_int k = 0; k < K->n; k++) {
        K->work.r1[k] = v[k] / W->w1;
    }
    for (dls_int k = 0; k < K->m; k++) {
        K->work.r2[k] = v[K->n + k] / W->w2;
    }
}

/* out = weights .* K (K + D)^-1 (in ./ weights) */
static dls_error apply_weighted(void *data, const double *in, double *out)
{
    const weighted *W = data;
    dls_kkt *K = W->K;
    dls_kkt_work *w = &K->work;
    split_weighted(W, in);
    dls_error error = dls_kkt_prox_apply(K, w->r1, w->r2, w->dx, w->dy);
    dls_linsys_team_spread(K->team, w->dx);
    dls_zero(K->local, w->s);
    dls_mul_t(dls_see(&K->A), W->w1, w->dx, w->s);
    dls_mul_t(dls_see(&K->Bt), W->w1, w->dy, w->s);
    dls_linsys_team_collect(K->team, w->s);
    dls_copy(K->n, w->s, out);
    dls_zero(K->m, out + K->n);
    dls_mul_t(dls_see(&K->B), W->w2, w->dx, out + K->n);
    return error;
}

dls_error dls_kkt_krylov(dls_kkt *K, double w1, double w2, int budget, int *steps)
{
    dls_gmres *B = &K->krylov;
    weighted W = {K, w1, w2};
    if (!B->V && !dls_linsys_gmres_new(B, K->n + K->m, RESTART)) {
        return DLS_ERROR_MEMORY;
    }
    B->team = K->team;
    for (dls_int k = 0; k < K->n; k++) {
        B->V[k] = w1 * K->work.r1[k];
    }
    for (dls_int k = 0; k < K->m; k++) {
        B->V[K->n + k] = w2 * K->work.r2[k];
    }
    dls_error error = dls_linsys_gmres_run(B, apply_weighted, &W, GOAL, budget, K->work.w, steps);
    if (!error) {
        split_weighted(&W, K->work.w);
        error = dls_kkt_prox_apply(K, K->work.r1, K->work.r2, K->work.dx, K->work.dy);
        dls_axpy(K->n, 1, K->work.dx, K->work.x);
        dls_axpy(K->m, 1, K->work.dy, K->work.y);
        dls_copy(K->n, K->work.dx, B->V);
        dls_copy(K->m, K->work.dy, B->V + K->n);
    }
    return error;
}

void dls_kkt_krylov_undo(dls_kkt *K)
{
    dls_axpy(K->n, -1, K->krylov.V, K->work.x);
    dls_axpy(K->m, -1, K->krylov.V + K->n, K->work.y);
}
