/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Factorise [A -G; G' 0] once: the cheapest of dense LU, sparse Cholesky and UMFPACK that passes a
   probe; redundant or singular systems go to the KKT solver. */
#include <math.h>

#include "motion/motion.h"

enum { SMALL = 40 };
static const double LEAST_PIVOT = 1e-12, PROBE = 1e-6;

static bool symmetric(dls_percussion *P)
{
    static const double ROUNDING = 1e-13;
    dls_int row, col;
    double largest = dls_max_abs(P->A);
    for (dls_int k = 0; k < P->n; k++) {
        P->probe[k] = sqrt(largest > 0 ? largest : 1);
    }
    return dls_asymmetry(P->A, P->probe, P->walk, &row, &col) <= ROUNDING;
}

/* [A -G; G' 0] */
static bool saddle(dls_view A, dls_view G, dls_mat *K)
{
    dls_int n = A.rows, m = G.cols, at = 0;
    dls_mat Gt;
    if (!dls_mat_transpose(&Gt, G, NULL)) {
        return false;
    }
    bool done = dls_mat_new(K, n + m, n + m, dls_entries(A) + 2 * dls_entries(G));
    for (dls_int j = 0; done && j < n; j++) {
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            K->i[at] = A.i[k];
            K->x[at++] = A.x[k];
        }
        for (dls_int k = Gt.p[j]; k < Gt.p[j + 1]; k++) {
            K->i[at] = n + Gt.i[k];
            K->x[at++] = Gt.x[k];
        }
        K->p[j + 1] = at;
    }
    for (dls_int j = 0; done && j < m; j++) {
        for (dls_int k = G.p[j]; k < G.p[j + 1]; k++) {
            K->i[at] = G.i[k];
            K->x[at++] = -G.x[k];
        }
        K->p[n + j + 1] = at;
    }
    dls_mat_free(&Gt);
    return done;
}

/* Does the factorisation give back a known vector? */
static bool passes(dls_percussion *P)
{
    dls_int size = P->n + P->nb;
    dls_linsys *S = P->direct;
    if (S->pivot_min < LEAST_PIVOT * S->pivot_max) {
        return false;
    }
    double *x = P->left, *b = P->right, worst = 0;
    dls_noise(size, x);
    dls_zero(size, b);
    dls_mul(P->A, 1, x, b);
    dls_mul(P->G, -1, x + P->n, b);
    dls_mul_t(P->G, 1, x, b + P->n);
    double *y = P->probe;
    bool done = !dls_linsys_solve(S, b, y);
    for (dls_int k = 0; done && k < size; k++) {
        double error = fabs(y[k] - x[k]);
        worst = error > worst || isnan(error) ? error : worst;
    }
    return done && worst <= PROBE;
}

static dls_error attempt(dls_percussion *P, const dls_backend *backend, dls_view K, bool *good,
                         dls_fault *fault)
{
    dls_error error = dls_linsys_create(&P->direct, backend, K, 0, fault);
    error = error ? error : dls_linsys_factor(P->direct, K, fault);
    *good = !error && passes(P);
    if (!*good) {
        dls_linsys_free(P->direct);
        P->direct = NULL;
    }
    return error == DLS_ERROR_MEMORY ? error : DLS_OK;
}

dls_error dls_motion_percussion_factor(dls_percussion *P, dls_fault *fault)
{
    dls_int size = P->n + P->nb;
    bool good = false, small = size <= SMALL, even = small || symmetric(P);
    dls_error error = DLS_OK;
    dls_kkt_settings settings = dls_kkt_defaults();
    if (P->rank_tolerance > 0 && P->nb > 0) {
        /* a singular value s of G beside a unit mass makes one of s^2 in K */
        settings.method = DLS_KKT_DENSE;
        settings.rank_tolerance = P->rank_tolerance * P->rank_tolerance;
        return dls_kkt_setup(P->A, P->G, (dls_view){0}, &settings, P->watch.host, &P->kkt, fault);
    }
    if (!small && P->nb == 0 && even) {
        if (!dls_mat_new(&P->K, P->n, P->n, dls_entries(P->A) + P->n)) {
            return dls_fail_memory(fault);
        }
        dls_mat_fill_lower(&P->K, P->A, NULL);
        error = attempt(P, &dls_linsys_cholesky, dls_see(&P->K), &good, fault);
        if (!good) {
            dls_mat_free(&P->K);
        }
    }
    if (!error && !good) {
        if (!saddle(P->A, P->G, &P->K)) {
            return dls_fail_memory(fault);
        }
        error =
            attempt(P, small ? &dls_linsys_dense_lu : &dls_linsys_lu, dls_see(&P->K), &good, fault);
    }
    if (!error && !good) {
        error = dls_kkt_setup(P->A, P->G, (dls_view){0}, &settings, P->watch.host, &P->kkt, fault);
    }
    return error;
}

dls_error dls_motion_percussion_backsolve(dls_percussion *P, bool *solved, dls_fault *fault)
{
    P->solves++;
    if (P->direct) {
        dls_error error = dls_linsys_solve(P->direct, P->left, P->right);
        return error ? dls_fail(fault, error, "a factorised system could not be solved") : DLS_OK;
    }
    /* M a + F = G lambda, G'a + b = 0 */
    static const double CLOSE = 1e-8;
    for (dls_int k = 0; k < P->n + P->nb; k++) {
        P->left[k] = -P->left[k];
    }
    dls_kkt_result result;
    dls_error error = dls_kkt_solve(P->kkt, P->left, P->left + P->n, P->right, P->right + P->n,
                                    (dls_kkt_certificate){NULL, NULL}, &result, fault);
    double residual = error ? INFINITY : fmax(result.dynamics, result.constraints);
    P->residual = fmax(P->residual, residual);
    *solved = *solved && residual <= fmax(CLOSE, 10 * P->rank_tolerance);
    return error;
}
