/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which shape the linear system gets, and its factorisation. */
#include <math.h>

#include "ipm/system.h"

static dls_error analyse(dls_system *S, dls_fault *fault)
{
    bool ready = dls_ipm_rows_choose(S) &&
                 (dls_is_normal(S) ? dls_ipm_normal_new(S) : dls_ipm_saddle_new(S));
    return ready ? dls_linsys_create(&S->factor, S->backend, dls_see(&S->E), 0, fault)
                 : dls_fail_memory(fault);
}

static void forget(dls_system *S)
{
    dls_linsys_free(S->factor);
    S->factor = NULL;
    dls_mat_free(&S->E);
    dls_mat_free(&S->J);
    dls_mat_free(&S->Jt);
    dls_free(S->place);
    dls_free(S->mixed);
    S->place = NULL;
    S->mixed = NULL;
    dls_rank_normal_end(&S->normal);
}

/* The analysis of the other shape replaces what there is. */
static void take(dls_system *S, dls_system *other)
{
    forget(S);
    S->backend = other->backend;
    S->factor = other->factor;
    S->E = other->E;
    S->J = other->J;
    S->Jt = other->Jt;
    S->place = other->place;
    S->normal = other->normal;
    S->mixed = other->mixed;
    S->order = other->order;
    S->arrows = other->arrows;
}

/* As for KKT systems: 'cholesky' while E stays sparse, 'ldl' where E is hopeless, else compare;
   n columns of E with e entries cost at least e^2/n. */
static dls_error choose(dls_system *S, dls_fault *fault)
{
    static const double AFFORDABLE = 1e6; /* flops: 'cholesky' is the more accurate */
    double n = (double)DLS_MAX(S->P.cols, 1), bound = dls_ipm_normal_estimate(S);
    double data = (double)(dls_entries(S->P) + dls_entries(S->A)) + n;
    S->backend = !S->symmetric                      ? &dls_linsys_lu
                 : bound > DLS_SPARSE_ENOUGH * data ? &dls_linsys_ldl
                                                    : &dls_linsys_cholesky;
    dls_error error = analyse(S, fault);
    double flops = error ? 0 : S->factor->flops * DLS_SIMPLICIAL_COST;
    if (error || S->backend != &dls_linsys_ldl || bound > DLS_HOPELESS * data ||
        fmax(flops, AFFORDABLE) < bound * bound / n) {
        return error;
    }
    dls_system other = {.P = S->P,
                        .Pt = S->Pt,
                        .A = S->A,
                        .At = S->At,
                        .symmetric = true,
                        .cones = S->cones,
                        .backend = &dls_linsys_cholesky,
                        .rho = S->rho,
                        .delta = S->delta,
                        .gather = S->gather};
    error = analyse(&other, fault);
    if (!error && other.factor->flops < fmax(flops, AFFORDABLE)) {
        take(S, &other);
    } else {
        forget(&other);
    }
    return error;
}

/* Relative to scaled data of size one. As large as this the factors stay accurate; what rho and
   delta change is of low rank where it matters, which is what GMRES is good at. */
static void regularise(dls_system *S)
{
    S->rho = dls_is_normal(S) ? 1e-9 : 1e-6;
    S->delta = 1e-7;
}

void dls_ipm_system_restart(dls_system *S)
{
    S->exhausted = false;
    regularise(S);
}

enum { KRYLOV = 10 };

dls_error dls_ipm_system_setup(dls_system *S, dls_fault *fault)
{
    dls_int n = S->P.cols, m = S->A.rows;
    S->rho = S->delta = 1e-8; /* for UMFPACK, which orders by values too */
    S->gather = DLS_NEW(double, m);
    if (!S->gather) {
        return dls_fail_memory(fault);
    }
    dls_error error = S->backend ? analyse(S, fault) : choose(S, fault);
    regularise(S);
    if (!error) {
        S->rhs = DLS_NEW(double, 2 * S->order);
        S->sol = DLS_NEW(double, 2 * S->order);
        S->e1 = DLS_NEW(double, n);
        S->f1 = DLS_NEW(double, n);
        S->e2 = DLS_NEW(double, m);
        S->f2 = DLS_NEW(double, m);
        S->t = DLS_NEW(double, m);
        S->weighted = DLS_NEW(double, n + m);
        S->keep = DLS_NEW(double, n + m);
        bool ready = dls_linsys_gmres_new(&S->krylov, n + m, KRYLOV) && S->weighted && S->keep;
        ready = ready && S->rhs && S->sol && S->e1 && S->f1 && S->e2 && S->f2 && S->t;
        error = ready ? DLS_OK : dls_fail_memory(fault);
    }
    return error;
}

void dls_ipm_system_free(dls_system *S)
{
    forget(S);
    dls_free(S->rhs);
    dls_free(S->sol);
    dls_free(S->e1);
    dls_free(S->f1);
    dls_free(S->e2);
    dls_free(S->f2);
    dls_free(S->t);
    dls_free(S->gather);
    dls_free(S->weighted);
    dls_free(S->keep);
    dls_linsys_gmres_free(&S->krylov);
}

dls_error dls_ipm_system_change(dls_system *S, bool *changed, dls_fault *fault)
{
    double data = (double)(dls_entries(S->P) + dls_entries(S->A) + S->P.cols);
    bool hopeless = dls_ipm_normal_estimate(S) > DLS_HOPELESS * data;
    *changed = S->symmetric && (dls_is_normal(S) || !hopeless);
    if (!*changed) {
        return DLS_OK;
    }
    forget(S);
    S->backend = dls_is_normal(S) ? &dls_linsys_ldl : &dls_linsys_cholesky;
    dls_ipm_system_restart(S);
    dls_error error = analyse(S, fault);
    dls_free(S->rhs);
    dls_free(S->sol);
    S->rhs = DLS_NEW(double, 2 * S->order);
    S->sol = DLS_NEW(double, 2 * S->order);
    return error || (S->rhs && S->sol) ? error : dls_fail_memory(fault);
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
    bool wrong = !error && S->backend == &dls_linsys_ldl &&
                 S->factor->negative_pivots != S->A.rows + S->arrows;
    return wrong ? dls_fail(fault, DLS_ERROR_NUMERICAL, "wrong inertia") : error;
}

dls_error dls_ipm_system_factor(dls_system *S, dls_fault *fault)
{
    enum { RETRIES = 4 };
    dls_error error = factor_once(S, fault);
    for (int retry = 0; error == DLS_ERROR_NUMERICAL && retry < RETRIES; retry++) {
        S->exhausted = true;
        S->rho *= 30;
        S->delta *= 30;
        error = factor_once(S, fault);
    }
    return error;
}

static const double LESS = 1e-2;

/* Rounding forbids less regularisation, or nothing is gained by it, now and closer to the end. */
dls_error dls_ipm_system_loosen(dls_system *S, dls_fault *fault)
{
    S->exhausted = true;
    S->rho /= LESS;
    S->delta /= LESS;
    return dls_ipm_system_factor(S, fault);
}

dls_error dls_ipm_system_tighten(dls_system *S, dls_fault *fault)
{
    static const double LEAST = 1e-12;
    if (fmin(S->rho, S->delta) * LESS < LEAST) {
        S->exhausted = true;
        return DLS_OK;
    }
    S->rho *= LESS;
    S->delta *= LESS;
    dls_error error = factor_once(S, fault);
    return error == DLS_ERROR_NUMERICAL ? dls_ipm_system_loosen(S, fault) : error;
}

/* The right-hand side of the factorised matrix, to which lift belongs. With
   t = (W^2 + delta)^-1/2 r2:  E dx = r1 + J't,  dy = (W^2 + delta)^-1/2 (J dx - t). */
static void lower(dls_system *S, const double *r1, const double *r2, double *t, double *rhs)
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

static void lift(dls_system *S, const double *sol, const double *t, double *dx, double *dy)
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
    lower(S, r1, r2, S->t, S->rhs);
    dls_error error = dls_linsys_solve(S->factor, S->rhs, S->sol);
    lift(S, S->sol, S->t, dx, dy);
    return error;
}

dls_error dls_ipm_system_apply_pair(dls_system *S, const dls_pair *first, const dls_pair *second)
{
    lower(S, first->r1, first->r2, S->t, S->rhs);
    lower(S, second->r1, second->r2, S->e2, S->rhs + S->order);
    dls_error error = dls_linsys_solve_pair(S->factor, S->rhs, S->sol);
    lift(S, S->sol, S->t, first->dx, first->dy);
    lift(S, S->sol + S->order, S->e2, second->dx, second->dy);
    return error;
}
