/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two projections that make the norm minimal: x without ker A cap ker B', y without ker B. */
#include <math.h>

#include "kkt/kkt.h"

/* u := u without its part in a null space of the caller's unknowns `scale` u */
static dls_error drop_kernel(dls_nullspace *N, dls_int n, const double *scale, double *u)
{
    if (!dls_kkt_nullspace_any(N)) {
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
    } else if (!error && K->range) {
        P->result->kernel = 0; /* there is no other lambda */
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

/* Proximal steps with r2 = 0 after y was replaced: x takes up the rounding of B y, and
   dy = B'dx/delta brings nothing into ker B, because dx is tiny and no rounding of g - B'x is
   divided by delta. `going`: those whose y was replaced. */
static dls_error polish_dynamics(dls_kkt *K, dls_progress *P)
{
    const dls_kkt_work *W = &K->work;
    dls_error error = DLS_OK;
    bool any = false;
    for (int c = 0; c < W->width; c++) {
        P[c].before = INFINITY;
        P[c].step = 0;
        any = any || P[c].going;
    }
    while (!error && any) {
        any = false;
        dls_kkt_defect(K, P);
        for (int c = 0; c < W->width; c++) {
            P[c].going = P[c].going && pays(&P[c]);
            P[c].result->krylov += P[c].going;
            any = any || P[c].going;
        }
        if (any) {
            error = dls_kkt_prox_apply(K, W->r1, NULL, W->dx, W->dy);
            dls_kkt_take_step(K, P);
        }
    }
    return error;
}

/* y := B'c, the projected y; the kernel bound is the rounding of B'c. Where too much is missing,
   what y has in ker B is measured, not removed. */
static void take_projections(dls_kkt *K, dls_progress *P, const dls_projection *T)
{
    static const double REPAIRABLE = 1e-8; /* left in the dynamics */
    const dls_kkt_work *W = &K->work;
    double part[DLS_LANES], size[DLS_LANES];
    for (int c = 0; c < W->width; c++) {
        P[c].going = T[c].asked && !(T[c].reached > REPAIRABLE * P[c].size1);
    }
    for (dls_int k = 0; k < K->m; k++) {
        for (int c = 0; c < W->width; c++) {
            dls_int at = W->width * k + c;
            W->y[at] = P[c].going ? W->q[at] : W->y[at];
        }
    }
    dls_kkt_norms(K->team, W->width, K->m, W->v, part);
    dls_kkt_norms(K->team, W->width, K->m, W->y, size);
    for (int c = 0; c < W->width; c++) {
        double missing = P[c].going ? T[c].rounding : part[c];
        P[c].result->kernel = T[c].asked ? missing / size[c] : P[c].result->kernel;
    }
}

/* x, y := their parts in the range of K. */
dls_error dls_kkt_purge(dls_kkt *K, dls_progress *P)
{
    static const double ROUGHLY = 1e-13; /* of the forces, left in the dynamics */
    static const double CHEAP = 20;      /* roundings in ker B, where residual.kernel may be 1e-9 */
    const dls_kkt_work *W = &K->work;
    dls_projection T[DLS_LANES];
    double size[DLS_LANES];
    const bool unique = K->range && dls_kkt_range_unique(K->range);
    bool any = false;
    dls_error error = dls_kkt_drop_floating(K);
    dls_kkt_norms(K->team, W->width, K->m, W->y, size);
    for (int c = 0; c < W->width; c++) {
        T[c] = (dls_projection){.asked = size[c] != 0 && !K->reactions.gram && !unique &&
                                         P[c].state != DLS_KKT_ALONE,
                                .target = ROUGHLY * fmin(P[c].size1, size[c]),
                                .cheap = CHEAP,
                                .steps = &P[c].result->krylov};
        any = any || T[c].asked;
    }
    if (error || !any) {
        return error ? error : W->width == 1 ? dls_kkt_drop_kernels(K, P) : DLS_OK;
    }
    error = dls_kkt_project_all(K, W->y, T);
    if (!error) {
        take_projections(K, P, T);
        error = polish_dynamics(K, P);
    }
    return error || K->pins == 0 ? error : dls_kkt_drop_floating(K);
}
