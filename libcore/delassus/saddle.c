/* SPDX-License-Identifier: GPL-3.0-or-later */
/* K = [A -F; G' shift] and its solution: which path is taken, the first of BODIES, CONDENSED,
   REGULAR, and KKT or PROXIMAL that fits. */
#include <math.h>
#include <string.h>

#include "delassus/operator.h"
#include "kkt/kkt.h"

static const double CLOSE = 1e-8; /* residual up to which a solution is one */

static bool may_be(const dls_operator *D, dls_operator_path path)
{
    return !(D->without & 1U << path);
}

/* By a tenth of what the KKT solver allows (dls_rank_check_symmetric): relative to the diagonal */
static bool symmetric(dls_operator *D)
{
    static const double ROUNDING = 1e-13;
    dls_int row, col;
    for (dls_int k = 0; k < D->n; k++) {
        D->probe[k] = sqrt(fabs(dls_diagonal_entry(D->A, k)));
    }
    return dls_asymmetry(D->A, D->probe, D->walk, &row, &col) <= ROUNDING;
}

/* Columns of [A; G']; their entries */
static dls_int fill_left(dls_operator *D)
{
    dls_int n = D->n, *next = D->walk, at = 0; /* of a row of G: entries, then its place in K */
    const dls_view A = D->A, G = D->G;
    const dls_mat K = D->saddle.K;
    memset(next, 0, (size_t)n * sizeof *next);
    for (dls_int k = 0; k < G.p[D->nb]; k++) {
        next[G.i[k]]++;
    }
    for (dls_int j = 0; j < n; j++) {
        dls_int count = next[j];
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++, at++) {
            K.i[at] = A.i[k];
            K.x[at] = A.x[k];
        }
        next[j] = at;
        at += count;
        K.p[j + 1] = at;
    }
    for (dls_int j = 0; j < D->nb; j++) {
        for (dls_int k = G.p[j]; k < G.p[j + 1]; k++) {
            dls_int there = next[G.i[k]]++;
            K.i[there] = n + j;
            K.x[there] = G.x[k];
        }
    }
    return at;
}

/* K; false: out of memory */
static bool assemble(dls_operator *D)
{
    dls_saddle *S = &D->saddle;
    dls_int size = D->n + D->nb;
    dls_int entries = dls_entries(D->A) + dls_entries(D->G) + dls_entries(D->F) + D->nb;
    if (S->K.cols != size || entries > S->room) {
        dls_mat_free(&S->K);
        S->room = dls_mat_new(&S->K, size, size, entries) ? entries : 0;
    }
    if (!S->K.p) {
        return false;
    }
    dls_int at = fill_left(D);
    for (dls_int j = 0; j < D->nb; j++) {
        dls_mat_put_column(&S->K, &at, D->F, j, 0, -1);
        if (S->shift > 0) {
            dls_mat_put(&S->K, &at, D->n + j, S->shift);
        }
        S->K.p[D->n + j + 1] = at;
    }
    return true;
}

/* The solver is of this kind, and may factorise K: `auto` compares patterns itself. */
static bool serves(const dls_operator *D, const dls_backend *backend)
{
    const dls_saddle *S = &D->saddle;
    return S->solver && S->solver->backend == backend && S->solver->n == D->n + D->nb &&
           (backend == &dls_linsys_auto || (D->nb == 0 && dls_same_pattern(D->A, dls_see(&S->K))));
}

/* By one back end; *good: it factorises K */
static dls_error try_backend(dls_operator *D, const dls_backend *backend, double least_pivot,
                             bool *good, dls_fault *fault)
{
    dls_saddle *S = &D->saddle;
    if (!serves(D, backend)) {
        dls_linsys_free(S->solver);
        S->solver = NULL;
    }
    bool alone = D->nb == 0 && backend == &dls_linsys_auto;
    dls_error error = alone || assemble(D) ? DLS_OK : dls_fail_memory(fault);
    dls_view K = alone ? D->A : dls_see(&S->K);
    if (!error && !S->solver) {
        error = dls_linsys_create(&S->solver, backend, K, 0, fault);
    }
    if (!error && backend == &dls_linsys_bodies && !dls_linsys_in_small_blocks(S->solver)) {
        return DLS_OK;
    }
    error = error ? error : dls_linsys_factor(S->solver, K, fault);
    *good = !error && S->solver->pivot_min >= least_pivot * S->solver->pivot_max;
    return error == DLS_ERROR_MEMORY ? error : DLS_OK;
}

/* Sparse columns, where contacts are many and singular values are not to be judged */
static dls_error try_bodies(dls_operator *D, bool *good, dls_fault *fault)
{
    enum { MANY = 12 };                                         /* columns of B */
    static const double LEAST_PIVOT = 1e-12, SAFE_PIVOT = 1e-6; /* with constraints there are no
                                                                   probes: a safe one is wanted */
    bool judged = D->nb > 0 && D->rank_tolerance > 0;
    if (judged || !may_be(D, DLS_OPERATOR_BODIES) || D->n + D->nb <= DLS_SMALL_SYSTEM ||
        D->width <= MANY) {
        return DLS_OK;
    }
    return try_backend(D, &dls_linsys_bodies, D->nb > 0 ? SAFE_PIVOT : LEAST_PIVOT, good, fault);
}

/* Redundant constraints beside an unsymmetric A: the KKT solver knows symmetric ones only. */
static dls_error proximal(dls_operator *D, bool *good, dls_fault *fault)
{
    static const double SHIFT = 1e-6; /* of G'A^-1 G, or so: a step gains six digits */
    double g = dls_max_abs(D->G), a = dls_max_abs(D->A), tolerance = D->rank_tolerance;
    D->saddle.shift = g > 0 && a > 0 ? fmax(SHIFT, tolerance * tolerance) * g * g / a : 1;
    return try_backend(D, &dls_linsys_auto, 0, good, fault);
}

static dls_error by_kkt(dls_operator *D, bool dense, dls_fault *fault)
{
    dls_kkt_settings settings = dls_kkt_defaults();
    if (dense) {
        settings.method = DLS_KKT_DENSE;
        settings.rank_tolerance = D->rank_tolerance;
    }
    D->saddle.path = DLS_OPERATOR_KKT;
    return dls_kkt_setup(D->A, D->G, (dls_view){0}, &settings, D->host, &D->saddle.kkt, fault);
}

/* K is singular, or its rank is to be judged */
static dls_error factor_singular(dls_operator *D, bool *good, dls_fault *fault)
{
    bool along = D->F.x == D->G.x;
    if (along && may_be(D, DLS_OPERATOR_KKT) && symmetric(D)) {
        return by_kkt(D, false, fault);
    }
    if (!along || !may_be(D, DLS_OPERATOR_PROXIMAL)) {
        return DLS_OK;
    }
    dls_error error = proximal(D, good, fault);
    D->saddle.path = *good ? DLS_OPERATOR_PROXIMAL : DLS_OPERATOR_NONE;
    return error;
}

dls_error dls_delassus_factor(dls_operator *D, dls_fault *fault)
{
    dls_saddle *S = &D->saddle;
    bool good = false, along = D->F.x == D->G.x;
    S->path = DLS_OPERATOR_NONE;
    S->shift = 0;
    S->condensed.known = false;
    dls_kkt_free(S->kkt);
    S->kkt = NULL;
    dls_error error = try_bodies(D, &good, fault);
    if (error || good) {
        S->path = good ? DLS_OPERATOR_BODIES : S->path;
        return error;
    }
    if (along && D->nb > 0 && may_be(D, DLS_OPERATOR_CONDENSED)) {
        error = dls_delassus_condense(&S->condensed, D->A, D->G, D->rank_tolerance, fault);
        if (error || S->condensed.known) {
            S->path = error ? S->path : DLS_OPERATOR_CONDENSED;
            return error;
        }
    }
    if (D->rank_tolerance > 0 && D->nb > 0 && along && may_be(D, DLS_OPERATOR_KKT) &&
        symmetric(D)) {
        return by_kkt(D, true, fault);
    }
    if (may_be(D, DLS_OPERATOR_REGULAR)) {
        error = try_backend(D, &dls_linsys_auto, 0, &good, fault);
        S->path = good ? DLS_OPERATOR_REGULAR : S->path;
    }
    return error || good ? error : factor_singular(D, &good, fault);
}

dls_int dls_delassus_redundant(const dls_operator *D, dls_int *one)
{
    const dls_linsys *W = D->saddle.condensed.factor;
    bool counted = D->saddle.path == DLS_OPERATOR_CONDENSED && W->backend->deficient;
    dls_int redundant = counted ? W->n - W->rank : 0;
    *one = redundant > 0 ? dls_linsys_left_out(W) : 0;
    return redundant;
}

void dls_delassus_saddle_free(dls_saddle *S)
{
    dls_linsys_free(S->solver);
    dls_kkt_free(S->kkt);
    dls_delassus_condensed_free(&S->condensed);
    dls_mat_free(&S->K);
}

/* [A -F; G' 0] x - b -> D->probe, for -b in D->left and x in D->right; the residual of the KKT
   solver, the larger one */
static double defect(dls_operator *D)
{
    const double *b = D->left, *x = D->right;
    dls_int n = D->n;
    const double mobility = dls_kkt_mobility(NULL, D->A, D->G);
    const dls_equations E = {NULL, 1, D->A, D->F, D->G, mobility, dls_kkt_rest(D->rank_tolerance)};
    const dls_terms terms = {D->probe, D->correction, D->probe + n, D->correction + n};
    double dynamics, constraints;
    dls_kkt_residual_terms(&E, b + n, x, x + n, terms);
    dls_kkt_residual_in(&E, b, b + n, terms, &dynamics, &constraints);
    return fmax(dynamics, constraints);
}

/* p := its part in Im G'. K^-1 (0, shift p) keeps what G does not see, and shift of the rest: three
   times, it is what rounding has put into p beside Im G'. */
static dls_error shorten(dls_operator *D)
{
    enum { TIMES = 3 };
    dls_int n = D->n, nb = D->nb;
    dls_error error = DLS_OK;
    dls_zero(n, D->probe);
    dls_copy(nb, D->right + n, D->correction + n);
    for (int k = 0; !error && k < TIMES; k++) {
        dls_zero(nb, D->probe + n);
        dls_axpy(nb, D->saddle.shift, D->correction + n, D->probe + n);
        error = dls_linsys_solve(D->saddle.solver, D->probe, D->correction);
    }
    dls_axpy(error ? 0 : nb, -1, D->correction + n, D->right + n);
    return error;
}

/* -D->left -> D->right; *left: the residual. It is small long before p is near its limit: steps go
   on until they are rounding, or do not halve. */
static dls_error solve_proximal(dls_operator *D, double *left, dls_fault *fault)
{
    enum { STEPS = 20 };
    static const double GOOD = 4 * DLS_EPS;
    dls_int size = D->n + D->nb;
    double last = INFINITY;
    dls_error error = DLS_OK;
    dls_zero(size, D->right);
    *left = defect(D);
    for (int k = 0; !error && k < STEPS; k++) {
        error = dls_linsys_solve(D->saddle.solver, D->probe, D->correction);
        double step = dls_norm(size, D->correction);
        if (error || !(step <= last / 2)) {
            break;
        }
        dls_axpy(size, -1, D->correction, D->right);
        *left = defect(D);
        last = step;
        if (step <= GOOD * dls_norm(size, D->right)) {
            break;
        }
    }
    error = error ? error : shorten(D);
    return error ? dls_fail(fault, error, "a factorised system could not be solved") : DLS_OK;
}

/* The same by the KKT solver: M a + F = G lambda, G'a + b = 0 */
static dls_error solve_kkt(dls_operator *D, double *left, dls_fault *fault)
{
    dls_kkt_result result;
    dls_error error =
        dls_kkt_solve(D->saddle.kkt, D->left, D->left + D->n, D->right, D->right + D->n,
                      (dls_kkt_certificate){NULL, NULL}, &result, fault);
    *left = error ? INFINITY : defect(D);
    return error;
}

static dls_error solve_regular(dls_operator *D, dls_fault *fault)
{
    dls_error error = dls_linsys_solve(D->saddle.solver, D->left, D->right);
    return error ? dls_fail(fault, error, "a factorised system could not be solved") : DLS_OK;
}

dls_error dls_delassus_solve(dls_operator *D, bool *solved, dls_fault *fault)
{
    dls_saddle *S = &D->saddle;
    dls_int size = D->n + D->nb;
    double left = INFINITY;
    dls_error error = DLS_OK;
    D->solves++;
    switch (S->path) {
    case DLS_OPERATOR_BODIES:
    case DLS_OPERATOR_REGULAR:
        return solve_regular(D, fault);
    case DLS_OPERATOR_NONE:
        dls_zero(size, D->right);
        *solved = false;
        return DLS_OK;
    case DLS_OPERATOR_CONDENSED:
        left = dls_delassus_condensed_solve(&S->condensed, D->left, D->left + D->n, D->right,
                                            D->right + D->n);
        break;
    case DLS_OPERATOR_KKT:
    case DLS_OPERATOR_PROXIMAL:
        dls_negate(size, D->left, D->left);
        error = S->path == DLS_OPERATOR_KKT ? solve_kkt(D, &left, fault)
                                            : solve_proximal(D, &left, fault);
        dls_negate(size, D->left, D->left);
        break;
    }
    D->residual = fmax(D->residual, left);
    *solved = *solved && left <= fmax(CLOSE, 10 * D->rank_tolerance);
    return error;
}
