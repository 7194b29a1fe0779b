/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which shape the linear system gets, and its factorisation. */
#include <math.h>

#include "ipm/system.h"

static void lay_out_rows(void *object, dls_room *room)
{
    dls_ipm_rows_take(room, object);
}

static void lay_out_shape(void *object, dls_room *room)
{
    dls_system *S = object;
    if (dls_is_normal(S)) {
        dls_ipm_normal_take(room, S);
    } else {
        dls_mat_take(room, &S->E, S->order, S->order, S->saddle);
    }
    DLS_TAKE_NUMBERS(room, 2 * S->order, &S->rhs, &S->sol);
}

static bool fill_matrix(dls_system *S)
{
    if (!dls_pool_make(&S->shape, lay_out_rows, S)) {
        return false;
    }
    dls_ipm_rows_choose(S);
    S->entries = 0;
    for (dls_int j = 0; j < S->A.cols; j++) {
        S->entries += dls_ipm_rows_entries(S, j);
    }
    S->order = S->A.cols;
    if (!dls_is_normal(S)) {
        dls_ipm_saddle_size(S);
    }
    if (!dls_pool_make(&S->shape, lay_out_shape, S)) {
        return false;
    }
    if (dls_is_normal(S)) {
        return dls_ipm_normal_pattern(S);
    }
    dls_ipm_saddle_fill(S);
    return true;
}

static void release_factor(void *factor)
{
    dls_linsys_free(factor);
}

static dls_error analyse_system(dls_system *S, dls_fault *fault)
{
    dls_error error = fill_matrix(S) ? DLS_OK : dls_fail_memory(fault);
    error = error ? error : dls_linsys_create(&S->factor, S->backend, dls_see(&S->E), 0, fault);
    bool owned = !error && dls_pool_own(&S->shape, release_factor, S->factor);
    return error || owned ? error : dls_fail_memory(fault);
}

/* The same system in another shape, which is to take its place, or not. */
static dls_system beside(const dls_system *S, const dls_backend *backend)
{
    dls_system other = *S;
    other.shape = (dls_pool){NULL, 0};
    other.backend = backend;
    return other;
}

static void keep_one(dls_system *S, dls_system *other, bool better)
{
    dls_pool_free(better ? &S->shape : &other->shape);
    *S = better ? *other : *S;
}

/* As for KKT systems: 'cholesky' while E stays sparse, 'ldl' where E is hopeless, else compare;
   n columns of E with e entries cost at least e^2/n. */
static dls_error choose_backend(dls_system *S, dls_fault *fault)
{
    static const double AFFORDABLE = 1e6; /* flops: 'cholesky' is the more accurate */
    double n = (double)DLS_MAX(S->P.cols, 1), bound = dls_ipm_normal_estimate(S);
    double data = (double)(dls_entries(S->P) + dls_entries(S->A)) + n;
    S->backend = !S->symmetric                      ? &dls_linsys_lu
                 : bound > DLS_SPARSE_ENOUGH * data ? &dls_linsys_ldl
                                                    : &dls_linsys_cholesky;
    dls_error error = analyse_system(S, fault);
    double flops = error ? 0 : S->factor->flops * S->backend->price;
    if (error || !S->backend->inertia || bound > DLS_HOPELESS * data ||
        fmax(flops, AFFORDABLE) < bound * bound / n) {
        return error;
    }
    dls_system other = beside(S, &dls_linsys_cholesky);
    error = analyse_system(&other, fault);
    keep_one(S, &other, !error && other.factor->flops < fmax(flops, AFFORDABLE));
    return error;
}

/* Relative to scaled data of size one. As large as this the factors stay accurate; what rho and
   delta change is of low rank where it matters, which is what GMRES is good at. The smaller rho is,
   the fewer refinements: sqrt (rho delta) bounds the pivots of the saddle matrix from below and has
   to stay well above eps, E is positive definite anyway. */
static void regularise(dls_system *S)
{
    static const double NORMAL = 1e-9, SADDLE = 1e-8, DELTA = 1e-7;
    S->rho = dls_is_normal(S) ? NORMAL : SADDLE;
    S->delta = DELTA;
}

void dls_ipm_system_restart(dls_system *S)
{
    S->weights = DLS_FREE;
    regularise(S);
}

bool dls_ipm_system_firmer(dls_system *S)
{
    static const double FIRM = 1e-6; /* refinements are many, but the factors are accurate */
    if (dls_is_normal(S) || S->rho >= FIRM) {
        return false;
    }
    dls_ipm_system_restart(S);
    S->rho = FIRM;
    return true;
}

void dls_ipm_system_take(dls_room *room, dls_system *S, dls_int n, dls_int m)
{
    DLS_TAKE_NUMBERS(room, n, &S->e1, &S->f1);
    DLS_TAKE_NUMBERS(room, m, &S->e2, &S->f2, &S->t, &S->gather);
    DLS_TAKE_NUMBERS(room, n + m, &S->weighted, &S->keep);
}

dls_error dls_ipm_system_setup(dls_system *S, dls_pool *pool, dls_fault *fault)
{
    enum { KRYLOV = 10 };
    static const double ORDERING = 1e-8; /* UMFPACK orders by values, too */
    bool ready = dls_linsys_gmres_new(&S->krylov, S->P.cols + S->A.rows, KRYLOV) &&
                 dls_pool_own(pool, dls_free, S->krylov.V);
    S->rho = S->delta = ORDERING;
    dls_error error = !ready       ? dls_fail_memory(fault)
                      : S->backend ? analyse_system(S, fault)
                                   : choose_backend(S, fault);
    regularise(S);
    double n = (double)S->P.cols;
    if (error == DLS_ERROR_MEMORY && ready && dls_is_normal(S) && S->symmetric) {
        return dls_fail(fault, DLS_ERROR_MEMORY,
                        "out of memory for the normal matrix of 'cholesky', of up to %.1e entries; "
                        "'ldl' needs %.1e and what its factor adds",
                        fmin(dls_ipm_normal_estimate(S), n * (n + 1) / 2),
                        (double)(dls_entries(S->P) + dls_entries(S->A)) + n);
    }
    return error;
}

dls_error dls_ipm_system_change(dls_system *S, bool *changed, dls_fault *fault)
{
    double data = (double)(dls_entries(S->P) + dls_entries(S->A) + S->P.cols);
    bool hopeless = dls_ipm_normal_estimate(S) > DLS_HOPELESS * data;
    *changed = S->symmetric && (dls_is_normal(S) || !hopeless);
    if (!*changed) {
        return DLS_OK;
    }
    dls_system other = beside(S, dls_is_normal(S) ? &dls_linsys_ldl : &dls_linsys_cholesky);
    dls_ipm_system_restart(&other);
    dls_error error = analyse_system(&other, fault);
    keep_one(S, &other, !error);
    return error;
}

static dls_error factor_once(dls_system *S, dls_fault *fault)
{
    if (dls_is_normal(S)) {
        dls_ipm_normal_refill(S);
    } else {
        dls_ipm_saddle_fill(S);
    }
    double start = dls_clock();
    dls_error error = dls_linsys_factor(S->factor, dls_see(&S->E), fault);
    S->time_factor += dls_clock() - start;
    S->factorisations++;
    bool wrong =
        !error && S->backend->inertia && S->factor->negative_pivots != S->A.rows + S->arrows;
    return wrong ? dls_fail(fault, DLS_ERROR_NUMERICAL, "wrong inertia") : error;
}

dls_error dls_ipm_system_factor(dls_system *S, dls_fault *fault)
{
    enum { RETRIES = 4 };
    static const double MORE = 30; /* in four steps from 1e-8 to 1e-2 */
    dls_error error = factor_once(S, fault);
    for (int retry = 0; error == DLS_ERROR_NUMERICAL && retry < RETRIES; retry++) {
        S->weights = DLS_HELD;
        S->rho *= MORE;
        S->delta *= MORE;
        error = factor_once(S, fault);
    }
    return error;
}

static const double LESS = 1e-2;

/* Rounding forbids less regularisation, or nothing is gained by it, now and closer to the end. */
dls_error dls_ipm_system_loosen(dls_system *S, dls_fault *fault)
{
    S->weights = DLS_HELD;
    S->rho /= LESS;
    S->delta /= LESS;
    return dls_ipm_system_factor(S, fault);
}

dls_error dls_ipm_system_tighten(dls_system *S, dls_fault *fault)
{
    static const double LEAST = 1e-12;
    if (fmin(S->rho, S->delta) * LESS < LEAST) {
        S->weights = DLS_HELD;
        return DLS_OK;
    }
    S->rho *= LESS;
    S->delta *= LESS;
    dls_error error = factor_once(S, fault);
    return error == DLS_ERROR_NUMERICAL ? dls_ipm_system_loosen(S, fault) : error;
}

/* The right-hand side of the factorised matrix, to which from_factored belongs. With
   t = (W^2 + delta)^-1/2 r2:  E dx = r1 + J't,  dy = (W^2 + delta)^-1/2 (J dx - t). */
static void to_factored(dls_system *S, const double *r1, const double *r2, double *t, double *rhs)
{
    dls_int n = S->P.cols;
    dls_copy(n, r1, rhs);
    if (dls_is_normal(S)) {
        dls_ipm_rows_divide(S, r2, t);
        dls_mul_t(dls_see(&S->J), 1, t, rhs);
    } else {
        dls_ipm_rows_divide(S, r2, rhs + n);
    }
}

static void from_factored(dls_system *S, const double *sol, const double *t, double *dx, double *dy)
{
    dls_int n = S->P.cols;
    dls_copy(n, sol, dx);
    if (dls_is_normal(S)) {
        dls_set_mul_t(dls_see(&S->Jt), dx, dy);
        dls_axpy(S->A.rows, -1, t, dy);
        dls_ipm_rows_divide(S, dy, dy);
    } else {
        dls_ipm_rows_divide(S, sol + n, dy);
    }
}

dls_error dls_ipm_system_apply(dls_system *S, const double *r1, const double *r2, double *dx,
                               double *dy)
{
    to_factored(S, r1, r2, S->t, S->rhs);
    dls_error error = dls_linsys_solve(S->factor, S->rhs, S->sol);
    from_factored(S, S->sol, S->t, dx, dy);
    return error;
}

dls_error dls_ipm_system_apply_pair(dls_system *S, const dls_pair *first, const dls_pair *second)
{
    to_factored(S, first->r1, first->r2, S->t, S->rhs);
    to_factored(S, second->r1, second->r2, S->e2, S->rhs + S->order);
    dls_error error = dls_linsys_solve_many(S->factor, 2, S->rhs, S->sol);
    from_factored(S, S->sol, S->t, first->dx, first->dy);
    from_factored(S, S->sol + S->order, S->e2, second->dx, second->dy);
    return error;
}
