/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Factorise [A -F; G' 0]: bodies and joints are condensed; else the cheapest of dense LU, sparse
   Cholesky and UMFPACK that passes a probe; redundant or singular systems go to the KKT solver, or,
   A being unsymmetric, to proximal steps: [A -F; G' d] (x - x_k) = residual of x_k for a small d,
   from zero, where p stays in Im G'. */
#include <math.h>

#include "kkt/kkt.h"
#include "motion/motion.h"

static const double LEAST_PIVOT = 1e-12, SAFE_PIVOT = 1e-6, PROBE = 1e-6;
static const double CLOSE = 1e-8; /* residual up to which a solution is one */

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

/* The columns of K; of those in A and G the rows are sorted. */
static void fill_saddle(const dls_percussion *P, dls_view Gt, dls_mat *K)
{
    dls_int n = P->n, at = 0;
    for (dls_int j = 0; j < n; j++) {
        for (dls_int k = P->A.p[j]; k < P->A.p[j + 1]; k++) {
            K->i[at] = P->A.i[k];
            K->x[at++] = P->A.x[k];
        }
        for (dls_int k = Gt.p[j]; k < Gt.p[j + 1]; k++) {
            K->i[at] = n + Gt.i[k];
            K->x[at++] = Gt.x[k];
        }
        K->p[j + 1] = at;
    }
    for (dls_int j = 0; j < P->nb; j++) {
        for (dls_int k = P->F.p[j]; k < P->F.p[j + 1]; k++) {
            K->i[at] = P->F.i[k];
            K->x[at++] = -P->F.x[k];
        }
        if (P->shift > 0) {
            K->i[at] = n + j;
            K->x[at++] = P->shift;
        }
        K->p[n + j + 1] = at;
    }
}

bool dls_motion_percussion_saddle(const dls_percussion *P, dls_mat *K)
{
    dls_int size = P->n + P->nb;
    dls_mat Gt;
    if (!dls_mat_transpose(&Gt, P->G, NULL)) {
        return false;
    }
    dls_int entries = dls_entries(P->A) + dls_entries(P->G) + dls_entries(P->F) + P->nb;
    bool done = dls_mat_new(K, size, size, entries);
    if (done) {
        fill_saddle(P, dls_see(&Gt), K);
    }
    dls_mat_free(&Gt);
    return done;
}

/* A x or [A -F; G' shift] x -> b */
static void multiply_saddle(const dls_percussion *P, const double *x, double *b)
{
    dls_zero(P->n + P->nb, b);
    dls_mul(P->A, 1, x, b);
    dls_mul(P->F, -1, x + P->n, b);
    dls_mul_t(P->G, 1, x, b + P->n);
    dls_axpy(P->nb, P->shift, x + P->n, b + P->n);
}

static dls_error solve_factored(dls_percussion *P, const double *b, double *x)
{
    if (!P->dense) {
        return dls_linsys_solve(P->direct, b, x);
    }
    dls_copy(P->n + P->nb, b, x);
    dls_lu_solve((int)(P->n + P->nb), P->lu, P->scale, P->pivots, x);
    return DLS_OK;
}

/* Does the factorisation give back a known vector? */
static bool passes(dls_percussion *P)
{
    dls_int size = P->n + P->nb;
    double *x = P->left, *b = P->right, *y = P->probe, worst = 0;
    dls_noise(size, x);
    multiply_saddle(P, x, b);
    bool done = !solve_factored(P, b, y);
    for (dls_int k = 0; done && k < size; k++) {
        double error = fabs(y[k] - x[k]);
        worst = error > worst || isnan(error) ? error : worst;
    }
    return done && worst <= PROBE;
}

/* K = L U as a full matrix */
static bool full(dls_percussion *P)
{
    dls_int n = P->n, size = n + P->nb;
    double *K = P->lu;
    dls_zero(size * size, K);
    dls_fill_full(P->A, size, K);
    for (dls_int j = 0; j < P->nb; j++) {
        for (dls_int k = P->F.p[j]; k < P->F.p[j + 1]; k++) {
            K[P->F.i[k] + (n + j) * size] = -P->F.x[k];
        }
        for (dls_int k = P->G.p[j]; k < P->G.p[j + 1]; k++) {
            K[n + j + P->G.i[k] * size] = P->G.x[k];
        }
        K[(n + j) * (size + 1)] = P->shift;
    }
    double ratio = dls_lu_factor((int)size, K, P->scale, P->pivots);
    P->dense = ratio >= LEAST_PIVOT;
    P->dense = P->dense && (ratio >= SAFE_PIVOT || passes(P));
    return P->dense;
}

static bool accepted(dls_percussion *P)
{
    return P->direct->pivot_min >= LEAST_PIVOT * P->direct->pivot_max && passes(P);
}

/* K is known: factorised anew where the pattern was analysed before. */
static dls_error try_factor(dls_percussion *P, const dls_backend *backend, bool *good,
                            dls_fault *fault)
{
    dls_view K = dls_see(&P->K);
    dls_error error = DLS_OK;
    if (!P->direct) {
        error = dls_linsys_create(&P->direct, backend, K, 0, fault);
    }
    error = error ? error : dls_linsys_factor(P->direct, K, fault);
    *good = !error && accepted(P);
    if (!*good) {
        dls_linsys_free(P->direct);
        P->direct = NULL;
    }
    return error == DLS_ERROR_MEMORY ? error : DLS_OK;
}

/* P->K := K2, which is of the same kind; a factorisation of another pattern is freed. */
static void take_matrix(dls_percussion *P, dls_mat *K2, const dls_backend *backend)
{
    bool same =
        P->direct && P->direct->backend == backend && dls_same_pattern(dls_see(&P->K), dls_see(K2));
    if (!same) {
        dls_linsys_free(P->direct);
        P->direct = NULL;
    }
    dls_mat_free(&P->K);
    P->K = *K2;
}

/* Sparse: Cholesky where it may be, else L U. */
static dls_error sparse(dls_percussion *P, bool *good, dls_fault *fault)
{
    dls_error error = DLS_OK;
    dls_mat K;
    if (P->nb == 0 && symmetric(P)) {
        if (!dls_mat_new(&K, P->n, P->n, dls_entries(P->A) + P->n)) {
            return dls_fail_memory(fault);
        }
        dls_mat_fill_lower(&K, P->A, NULL);
        take_matrix(P, &K, &dls_linsys_cholesky);
        error = try_factor(P, &dls_linsys_cholesky, good, fault);
    }
    if (!error && !*good) {
        if (!dls_motion_percussion_saddle(P, &K)) {
            return dls_fail_memory(fault);
        }
        take_matrix(P, &K, &dls_linsys_lu);
        error = try_factor(P, &dls_linsys_lu, good, fault);
    }
    return error;
}

static dls_error directly(dls_percussion *P, bool *good, dls_fault *fault)
{
    if (P->n + P->nb > DLS_MOTION_SMALL) {
        return sparse(P, good, fault);
    }
    *good = full(P);
    return DLS_OK;
}

/* Redundant constraints beside an unsymmetric A: the KKT solver knows symmetric ones only. */
static dls_error proximal(dls_percussion *P, dls_fault *fault)
{
    static const double SHIFT = 1e-6; /* of G'A^-1 G, or so: a step gains six digits */
    double g = dls_max_abs(P->G), a = dls_max_abs(P->A);
    bool good = false;
    P->shift = g > 0 ? fmax(SHIFT, P->rank_tolerance * P->rank_tolerance) * g * g / a : 1;
    return directly(P, &good, fault); /* a > 0: zero is symmetric */
}

dls_error dls_motion_percussion_factor(dls_percussion *P, dls_fault *fault)
{
    bool good = false, along = P->F.x == P->G.x;
    dls_error error = DLS_OK;
    dls_kkt_settings settings = dls_kkt_defaults();
    P->dense = P->condensed.known = false;
    P->shift = 0;
    dls_kkt_free(P->kkt);
    P->kkt = NULL;
    if (along && P->nb > 0) {
        error = dls_motion_condense(&P->condensed, P->A, P->G, P->rank_tolerance, fault);
        if (error || P->condensed.known) {
            return error;
        }
    }
    if (P->rank_tolerance > 0 && P->nb > 0 && along && symmetric(P)) {
        settings.method = DLS_KKT_DENSE;
        settings.rank_tolerance = P->rank_tolerance;
        return dls_kkt_setup(P->A, P->G, (dls_view){0}, &settings, P->watch.host, &P->kkt, fault);
    }
    error = directly(P, &good, fault);
    if (!error && !good && along && !symmetric(P)) {
        return proximal(P, fault);
    }
    if (!error && !good && along) {
        error = dls_kkt_setup(P->A, P->G, (dls_view){0}, &settings, P->watch.host, &P->kkt, fault);
    }
    return error;
}

/* [A -F; G' 0] x - b -> P->probe, for -b in P->left and x in P->right: the residual of the KKT
   solver, the larger one. */
static double defect(dls_percussion *P)
{
    const double *b = P->left, *x = P->right;
    const double mobility = dls_kkt_mobility(NULL, P->A, P->G);
    const dls_equations E = {NULL, 1, P->A, P->F, P->G, mobility, dls_kkt_rest(P->rank_tolerance)};
    const dls_terms terms = {P->probe, P->correction, P->probe + P->n, P->correction + P->n};
    double dynamics, constraints;
    dls_kkt_residual_terms(&E, b + P->n, x, x + P->n, terms);
    dls_kkt_residual_in(&E, b, b + P->n, terms, &dynamics, &constraints);
    return fmax(dynamics, constraints);
}

/* -P->left -> P->right; the defect goes to P->residual. */
static dls_error proximal_solve(dls_percussion *P, bool *solved, dls_fault *fault)
{
    enum { STEPS = 20 };
    static const double GOOD = 1e-14;
    dls_int size = P->n + P->nb;
    double *x = P->right, *d = P->correction, worst = INFINITY, last;
    dls_error error = DLS_OK;
    dls_zero(size, x);
    for (int k = 0; !error && k <= STEPS; k++) {
        last = worst;
        worst = defect(P);
        if (k > 0 && (worst <= GOOD || worst > last / 2)) {
            break;
        }
        error = solve_factored(P, P->probe, d);
        dls_axpy(size, -1, d, x);
    }
    P->residual = fmax(P->residual, worst);
    *solved = *solved && worst <= fmax(CLOSE, 10 * P->rank_tolerance);
    return error ? dls_fail(fault, error, "a factorised system could not be solved") : DLS_OK;
}

/* The same by the KKT solver: M a + F = G lambda, G'a + b = 0 */
static dls_error kkt_solve(dls_percussion *P, bool *solved, dls_fault *fault)
{
    dls_kkt_result result;
    dls_error error = dls_kkt_solve(P->kkt, P->left, P->left + P->n, P->right, P->right + P->n,
                                    (dls_kkt_certificate){NULL, NULL}, &result, fault);
    double residual = error ? INFINITY : defect(P);
    P->residual = fmax(P->residual, residual);
    *solved = *solved && residual <= fmax(CLOSE, 10 * P->rank_tolerance);
    return error;
}

dls_error dls_motion_percussion_backsolve(dls_percussion *P, bool *solved, dls_fault *fault)
{
    P->solves++;
    if (P->blocks.known) {
        dls_zero(P->n + P->nb, P->right);
        dls_mul(dls_see(&P->blocks.inverse), 1, P->left, P->right);
        return DLS_OK;
    }
    if (P->condensed.known) {
        double worst = dls_motion_condensed_solve(&P->condensed, P->left, P->left + P->n, P->right,
                                                  P->right + P->n);
        P->residual = fmax(P->residual, worst);
        *solved = *solved && worst <= fmax(CLOSE, 10 * P->rank_tolerance);
        return DLS_OK;
    }
    if ((P->dense || P->direct) && P->shift == 0) {
        dls_error error = solve_factored(P, P->left, P->right);
        return error ? dls_fail(fault, error, "a factorised system could not be solved") : DLS_OK;
    }
    if (!P->kkt && !P->dense && !P->direct) { /* reactions off the gradients, and singular */
        dls_zero(P->n + P->nb, P->right);
        *solved = false;
        return DLS_OK;
    }
    dls_negate(P->n + P->nb, P->left, P->left);
    dls_error error = P->kkt ? kkt_solve(P, solved, fault) : proximal_solve(P, solved, fault);
    dls_negate(P->n + P->nb, P->left, P->left);
    return error;
}
