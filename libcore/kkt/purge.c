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

/* Proximal steps with r2 = 0 after y was replaced: x takes up the rounding of B y, and
   dy = B'dx/delta brings nothing into ker B, because dx is tiny and no rounding of g - B'x is
   divided by delta. */
static dls_error polish(dls_kkt *K, dls_progress **P, int count)
{
    enum { MOST = 4 };
    dls_progress *going[DLS_KKT_BLOCK];
    dls_error error = DLS_OK;
    for (int c = 0; c < count; c++) {
        P[c]->before = INFINITY;
        P[c]->step = 0;
        dls_kkt_turn_to(K, P[c]->column);
        dls_kkt_defect(K, P[c]);
    }
    for (int active = 1; !error && active > 0;) {
        active = 0;
        for (int c = 0; c < count; c++) {
            if (P[c]->step++ < MOST && P[c]->e1 > DLS_KKT_GOOD_ENOUGH &&
                P[c]->e1 < DLS_KKT_WORTH * P[c]->before) {
                P[c]->before = P[c]->e1;
                going[active++] = P[c];
            }
        }
        error = active > 0 ? dls_kkt_prox_apply_all(K, going, active, true) : DLS_OK;
        for (int c = 0; !error && c < active; c++) {
            dls_kkt_turn_to(K, going[c]->column);
            dls_axpy(K->n, 1, K->work.dx, K->work.x);
            dls_axpy(K->m, 1, K->work.dy, K->work.y);
            going[c]->result->krylov++;
            dls_kkt_defect(K, going[c]);
        }
    }
    return error;
}

/* y := B'c, the projected y; the kernel bound is the rounding of B'c. false: too much is missing,
   and what y has in ker B is measured, not removed. */
static bool take_projection(dls_kkt *K, dls_progress *P, double reached)
{
    static const double REPAIRABLE = 1e-8; /* left in the dynamics */
    dls_kkt_work *W = &K->work;
    if (reached > REPAIRABLE * P->size1) {
        P->result->kernel =
            dls_linsys_team_norm(K->team, K->m, W->v) / dls_linsys_team_norm(K->team, K->m, W->y);
        return false;
    }
    dls_copy(K->m, W->q, W->y);
    dls_mul_t_abs(dls_see(&K->B), W->c, W->q); /* second order: eps^2 |B|'|c| */
    P->result->kernel = DLS_EPS * (1 + 10 * DLS_EPS * dls_linsys_team_norm(K->team, K->m, W->q) /
                                           dls_linsys_team_norm(K->team, K->m, W->y));
    return true;
}

/* x, y := their parts in the range of K. */
dls_error dls_kkt_purge(dls_kkt *K, dls_progress *P, int count)
{
    static const double ROUGHLY = 1e-13; /* of the forces, left in the dynamics */
    dls_projection T[DLS_KKT_BLOCK];
    dls_progress *list[DLS_KKT_BLOCK];
    dls_error error = DLS_OK;
    int asked = 0, taken = 0;
    for (int c = 0; !error && c < count; c++) {
        dls_kkt_turn_to(K, P[c].column);
        error = dls_kkt_drop_floating(K);
        double size = dls_linsys_team_norm(K->team, K->m, K->work.y);
        if (!error && (size == 0 || K->reactions.gram)) {
            error = dls_kkt_drop_kernels(K, &P[c]);
        } else if (!error) {
            list[asked] = &P[c];
            T[asked++] = (dls_projection){.column = P[c].column,
                                          .u = K->work.y,
                                          .target = ROUGHLY * fmin(P[c].size1, size),
                                          .steps = &P[c].result->krylov};
        }
    }
    error = error ? error : dls_kkt_project_all(K, T, asked);
    for (int c = 0; !error && c < asked; c++) {
        dls_kkt_turn_to(K, T[c].column);
        if (take_projection(K, list[c], T[c].reached)) {
            list[taken++] = list[c];
        }
    }
    return error ? error : polish(K, list, taken);
}
