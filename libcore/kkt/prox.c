/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The proximal operator (K + D)^-1: which factorisation carries it, and its application. */
#include <math.h>

#include "kkt/kkt.h"

/* E is clearly the better choice while it stays this sparse; beyond, both are analysed. */
static const double SPARSE_ENOUGH = 10;
/* Never assemble an E with more entries than this times those of the data. */
static const double HOPELESS = 400;
/* One flop of a simplicial L D L' costs this many of a supernodal L L'. */
static const double SIMPLICIAL_COST = 4;

static dls_error analyse(dls_kkt *K, const dls_backend *backend, dls_linsys **factor, dls_mat *E,
                         dls_fault *fault)
{
    bool ready = backend == &dls_cholesky ? dls_normal_pattern(K, E)
                                          : dls_saddle_pattern(K, backend->lower, E);
    if (!ready) {
        return dls_fail_memory(fault);
    }
    if (backend == &dls_lu) {
        dls_saddle_values(K, false, K->rho, K->delta, E); /* UMFPACK orders by values too */
    }
    return dls_linsys_create(factor, backend, dls_see(E), K->settings.rank_tolerance, fault);
}

static dls_error analyse_cheaper(dls_kkt *K, dls_fault *fault)
{
    dls_linsys *chol = NULL, *ldl = NULL;
    dls_mat E = {0}, Q = {0};
    dls_error error = analyse(K, &dls_cholesky, &chol, &E, fault);
    if (!error) {
        error = analyse(K, &dls_ldl, &ldl, &Q, fault);
    }
    bool take_ldl = !error && ldl->flops * SIMPLICIAL_COST < chol->flops;
    K->backend = take_ldl ? &dls_ldl : &dls_cholesky;
    K->factor = error ? NULL : take_ldl ? ldl : chol;
    dls_linsys_free(error || take_ldl ? chol : ldl);
    if (error) {
        dls_linsys_free(ldl);
    }
    K->E = take_ldl ? Q : E;
    dls_mat_free(take_ldl ? &E : &Q);
    return error;
}

/* Which back end, and its symbolic analysis. */
dls_error dls_prox_setup(dls_kkt *K, dls_fault *fault)
{
    static const dls_backend *const named[] = {NULL, &dls_cholesky, &dls_ldl, &dls_lu};
    K->rho = K->settings.rho;
    K->delta = K->settings.delta;
    K->backend = named[(int)K->settings.method];
    if (!K->backend) {
        double data = (double)(dls_entries(dls_see(&K->A)) + dls_entries(dls_see(&K->B)) + K->n);
        double bound = dls_normal_bound(K);
        if (bound <= SPARSE_ENOUGH * data) {
            K->backend = &dls_cholesky;
        } else if (bound > HOPELESS * data) {
            K->backend = &dls_ldl;
        } else {
            return analyse_cheaper(K, fault);
        }
    }
    return analyse(K, K->backend, &K->factor, &K->E, fault);
}

static dls_error factor_once(dls_kkt *K, dls_fault *fault)
{
    if (K->backend == &dls_cholesky) {
        if (!dls_normal_values(K, &K->E)) {
            return dls_fail_memory(fault);
        }
    } else {
        dls_saddle_values(K, K->backend->lower, K->rho, K->delta, &K->E);
    }
    dls_error error = dls_linsys_factor(K->factor, dls_see(&K->E), fault);
    /* inertia of a quasi-definite matrix: m negative pivots, no more */
    bool wrong = !error && K->backend == &dls_ldl && K->factor->negative_pivots != K->m;
    return wrong ? dls_fail(fault, DLS_ERROR_NUMERICAL, "wrong inertia") : error;
}

dls_error dls_prox_factor(dls_kkt *K, dls_fault *fault)
{
    dls_error error = factor_once(K, fault);
    for (int retry = 0; error == DLS_ERROR_NUMERICAL && retry < 2; retry++) {
        error = dls_explain_pivot(K, fault);
        if (error) {
            return error;
        }
        K->rho *= 30; /* rounding in E, not M, spoilt the pivot */
        K->delta *= 3;
        error = factor_once(K, fault);
    }
    return error;
}

dls_error dls_prox_apply(dls_kkt *K, const double *r1, const double *r2, double *dx, double *dy)
{
    dls_int n = K->n, m = K->m;
    double *w = K->work.w;
    if (r1) {
        dls_copy(n, r1, w);
    } else {
        dls_zero(n, w);
    }
    if (K->backend != &dls_cholesky) {
        if (r2) {
            dls_copy(m, r2, w + n);
        } else {
            dls_zero(m, w + n);
        }
        double *z = K->work.z;
        dls_error error = dls_linsys_solve(K->factor, w, z);
        dls_copy(n, z, dx);
        if (dy) {
            dls_copy(m, z + n, dy);
        }
        return error;
    }
    if (r2) {
        dls_mul_t(dls_see(&K->Bt), 1 / K->delta, r2, w);
    }
    dls_error error = dls_linsys_solve(K->factor, w, dx);
    if (dy) { /* dy = (B'dx - r2) / delta */
        dls_zero(m, dy);
        dls_mul_t(dls_see(&K->B), 1, dx, dy);
        for (dls_int k = 0; k < m; k++) {
            dy[k] = (dy[k] - (r2 ? r2[k] : 0)) / K->delta;
        }
    }
    return error;
}

/* K itself, for the back ends that solve singular systems. */
dls_error dls_direct_setup(dls_kkt *K, const dls_backend *backend, dls_linsys **factor, dls_mat *E,
                           dls_fault *fault)
{
    if (!dls_saddle_pattern(K, false, E)) {
        return dls_fail_memory(fault);
    }
    dls_saddle_values(K, false, 0, 0, E);
    dls_error error =
        dls_linsys_create(factor, backend, dls_see(E), K->settings.rank_tolerance, fault);
    return error ? error : dls_linsys_factor(*factor, dls_see(E), fault);
}
