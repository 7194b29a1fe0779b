/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds N = ker A cap ker B', by structure where it suffices, else by the factor of E. The
   dependent coordinates of what structure finds are pinned in E: then nothing is unconstrained
   there, and rho may be as small as rounding. */
#include <math.h>

#include "kkt/kkt.h"

static const double NOTHING = 1e-3; /* of the part that one dimension of n would keep */

/* t := rho (A + rho I + B B'/delta)^-1 t keeps its part in N and shrinks the rest by rho/lambda. */
static dls_error damp(dls_kkt *K, double *kept, dls_fault *fault)
{
    dls_kkt_work *W = &K->work;
    dls_error error = dls_kkt_prox_apply(K, W->t, NULL, W->dx, NULL);
    if (error) {
        return dls_fail(fault, error, "the triangular solves failed");
    }
    for (dls_int i = 0; i < K->n; i++) {
        W->t[i] = K->rho * W->dx[i];
    }
    *kept = dls_linsys_team_norm(K->team, K->n, W->t);
    return DLS_OK;
}

/* A team has no Q R, but patience: a slow part shrinks, the part that is sought does not. */
static dls_error exclude_in_team(dls_kkt *K, dls_fault *fault)
{
    enum { APPLICATIONS = 60 };
    dls_kkt_work *W = &K->work;
    dls_noise(K->n, W->t);
    double start = dls_linsys_team_norm(K->team, K->n, W->t), kept = start;
    double limit = NOTHING * start / sqrt((double)DLS_MAX(K->team->whole, 1));
    dls_error error = DLS_OK;
    for (int k = 0; !error && kept > limit && k < APPLICATIONS; k++) {
        error = damp(K, &kept, fault);
    }
    if (!error && kept > limit) {
        error = dls_fail(fault, DLS_ERROR_NUMERICAL,
                         "neither inertia nor constraints determine all accelerations, which only "
                         "a process alone can handle");
    }
    return error;
}

static const double *units_of(const dls_kkt *K)
{
    return K->units == DLS_KKT_GIVEN ? NULL : K->S;
}

static void choose_pins(dls_kkt *K, const dls_floating *F)
{
    K->pins = F->V.cols;
    K->decided = F->opened == 0 && F->decided == 0;
    for (dls_int i = 0; i < K->n; i++) {
        K->pinned[i] = false;
    }
    for (dls_int c = 0; c < K->pins; c++) {
        K->pinned[F->dependent[c]] = true;
    }
}

dls_error dls_kkt_floating_by_structure(dls_kkt *K, dls_floating *F, dls_fault *fault)
{
    const dls_blocks S = dls_kkt_blocks(K);
    K->pins = 0;
    dls_kkt_nullspace_free(&K->floating);
    if (K->team) {
        return DLS_OK;
    }
    dls_error error = dls_rank_peel(&S, units_of(K), K->settings.rank_tolerance, F, fault);
    error = error ? error : dls_kkt_nullspace_floating(K, F, fault);
    if (!error) {
        choose_pins(K, F);
    }
    return error;
}

/* Coordinates where damped noise is left stay open. */
static void narrow(const dls_kkt *K, dls_floating *F)
{
    static const double LEFT = 1e-6; /* of noise in (-1, 1), after three applications */
    F->opened = 0;
    for (dls_int i = 0; i < K->n; i++) {
        F->open[i] = F->open[i] && fabs(K->work.t[i]) > LEFT;
        F->opened += F->open[i];
    }
}

dls_error dls_kkt_floating_by_factor(dls_kkt *K, dls_floating *F, dls_fault *fault)
{
    enum { APPLICATIONS = 3 };
    dls_kkt_work *W = &K->work;
    dls_int before = F->V.cols;
    if (K->team || F->opened == 0) {
        return K->team ? exclude_in_team(K, fault) : DLS_OK;
    }
    dls_noise(K->n, W->t);
    for (dls_int i = 0; i < K->n; i++) {
        W->t[i] = F->open[i] ? W->t[i] : 0;
    }
    double start = dls_norm(K->n, W->t), kept = start;
    double limit = NOTHING * start / sqrt((double)DLS_MAX(K->n, 1));
    dls_error error = DLS_OK;
    for (int k = 0; !error && kept > limit && k < APPLICATIONS; k++) {
        error = damp(K, &kept, fault);
    }
    if (error || kept <= limit) {
        return error;
    }
    narrow(K, F);
    const dls_blocks S = dls_kkt_blocks(K);
    error = dls_rank_peel_open(&S, units_of(K), K->settings.rank_tolerance, F, fault);
    error = error ? error : dls_kkt_nullspace_floating(K, F, fault);
    if (!error && F->V.cols > before) {
        choose_pins(K, F);
        error = dls_kkt_prox_factor(K, fault);
    }
    return error;
}

dls_error dls_kkt_floating_by_qr(dls_kkt *K, dls_fault *fault)
{
    const dls_blocks S = dls_kkt_blocks(K);
    dls_floating F = {0};
    dls_error error = dls_rank_peel(&S, units_of(K), K->settings.rank_tolerance, &F, fault);
    if (!error && F.opened > 0) {
        error = dls_rank_peel_open(&S, units_of(K), K->settings.rank_tolerance, &F, fault);
    }
    error = error ? error : dls_kkt_nullspace_floating(K, &F, fault);
    dls_rank_floating_free(&F);
    return error;
}
