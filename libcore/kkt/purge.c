/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two projections that make the norm minimal: x without ker A cap ker B', y without ker B. */
#include <math.h>

#include "kkt/kkt.h"

/* u := u without its part in a null space of the caller's unknowns `scale` u */
static dls_error drop_kernel(dls_nullspace *N, dls_int n, const double *scale, double *u)
{
    if (!N->gram) {
        return DLS_OK;
    }
    for (dls_int k = 0; k < n; k++) {
        u[k] *= scale[k];
    }
    dls_error error = dls_kkt_nullspace_remove(N, u);
    for (dls_int k = 0; k < n; k++) {
        u[k] /= scale[k];
    }
    return error;
}

/* x := x minus the noise in ker A cap ker B', which the residual does not show. */
dls_error dls_kkt_drop_floating(dls_kkt *K)
{
    return drop_kernel(&K->floating, K->n, K->S, K->work.x);
}

dls_error dls_kkt_drop_kernels(dls_kkt *K, dls_progress *P)
{
    dls_error error = dls_kkt_drop_floating(K);
    if (!error && K->reactions.gram) {
        error = drop_kernel(&K->reactions, K->m, K->T, K->work.y);
        P->result->kernel = DLS_EPS;
    }
    return error;
}

/* Does another step pay? The first one does. */
static bool pays(dls_progress *P)
{
    enum { MOST = 4 };
    bool pays =
        P->step++ < MOST && P->e1 > DLS_KKT_GOOD_ENOUGH && P->e1 < DLS_KKT_WORTH * P->before;
    P->before = P->e1;
    return pays;
}

static void take_step(dls_kkt *K, dls_progress *P)
{
    dls_kkt_turn_to(K, P->column);
    dls_axpy(K->n, 1, K->work.dx, K->work.x);
    dls_axpy(K->m, 1, K->work.dy, K->work.y);
    P->result->krylov++;
}

/* Proximal steps with r2 = 0 after y was replaced: x takes up the rounding of B y, and
   dy = B'dx/delta brings nothing into ker B, because dx is tiny and no rounding of g - B'x is
   divided by delta. `going`: those whose y was replaced. */
static dls_error polish(dls_kkt *K, dls_progress *P, int count)
{
    dls_error error = DLS_OK;
    int active = 0;
    for (int c = 0; c < count; c++) {
        P[c].before = INFINITY;
        P[c].step = 0;
        active += P[c].going;
    }
    while (!error && active > 0) {
        active = 0;
        dls_kkt_defect_all(K, P, count);
        for (int c = 0; c < count; c++) {
            P[c].going = P[c].going && pays(&P[c]);
            active += P[c].going;
        }
        error = active > 0 ? dls_kkt_prox_apply_all(K, P->column, count, true) : DLS_OK;
        for (int c = 0; !error && c < count; c++) {
            if (P[c].going) {
                take_step(K, &P[c]);
            }
        }
    }
    return error;
}

/* y := B'c, the projected y; the kernel bound is the rounding of B'c. false: too much is missing,
   and what y has in ker B is measured, not removed. */
static bool take_projection(dls_kkt *K, dls_progress *P, const dls_projection *T)
{
    static const double REPAIRABLE = 1e-8; /* left in the dynamics */
    dls_kkt_work *W = &K->work;
    bool repairable = !(T->reached > REPAIRABLE * P->size1);
    if (repairable) {
        dls_copy(K->m, W->q, W->y);
    }
    double part = repairable ? T->rounding : dls_linsys_team_norm(K->team, K->m, W->v);
    P->result->kernel = part / dls_linsys_team_norm(K->team, K->m, W->y);
    return repairable;
}

/* x, y := their parts in the range of K. */
dls_error dls_kkt_purge(dls_kkt *K, dls_progress *P, int count)
{
    static const double ROUGHLY = 1e-13; /* of the forces, left in the dynamics */
    static const double CHEAP = 20;      /* roundings in ker B, where residual.kernel may be 1e-9 */
    dls_projection T[DLS_KKT_BLOCK];
    dls_error error = DLS_OK;
    bool any = false;
    for (int c = 0; !error && c < count; c++) {
        dls_kkt_turn_to(K, P[c].column);
        error = dls_kkt_drop_floating(K);
        double size = dls_linsys_team_norm(K->team, K->m, K->work.y);
        T[c] = (dls_projection){.column = P[c].column,
                                .asked = size != 0 && !K->reactions.gram,
                                .u = K->work.y,
                                .target = ROUGHLY * fmin(P[c].size1, size),
                                .cheap = CHEAP,
                                .steps = &P[c].result->krylov};
        any = any || T[c].asked;
        if (!error && !T[c].asked) {
            error = dls_kkt_drop_kernels(K, &P[c]);
        }
    }
    error = error || !any ? error : dls_kkt_project_all(K, T, count);
    for (int c = 0; !error && c < count; c++) {
        dls_kkt_turn_to(K, P[c].column);
        P[c].going = T[c].asked && take_projection(K, &P[c], &T[c]);
    }
    return error ? error : polish(K, P, count);
}
