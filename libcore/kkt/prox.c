/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The proximal operator (K + D)^-1: which factorisation carries it, and its application. */
#include <math.h>

#include "kkt/kkt.h"

/* Rounding is amplified by 1/(rho delta), more so by L D L' than by the Cholesky factor of E, and
   least by Q R of J. As small as they can be, for that is how fast the steps converge. Where what
   floats is pinned, the rest often is soft: rho must not be seen beside it, and delta larger. */
static void choose_regularisation(dls_kkt *K)
{
    typedef struct {
        double rho, delta;
    } weights;
    static const weights OF_E = {1e-6, 1e-8}, PINNED = {1e-12, 1e-6}, OF_J = {1e-7, 1e-7},
                         OF_K = {1e-5, 1e-5};
    const weights W = !K->backend->definite && K->backend->shape != DLS_TALL ? OF_K
                      : !K->backend->definite                                ? OF_J
                      : K->pins > 0 && K->decided                            ? PINNED
                                                                             : OF_E;
    K->rho = K->settings.rho > 0 ? K->settings.rho : W.rho;
    K->delta = K->settings.delta > 0 ? K->settings.delta : W.delta;
}

static dls_error new_factor(dls_kkt *K, const dls_backend *backend, dls_linsys **factor, dls_mat *E,
                            dls_fault *fault)
{
    dls_blocks S = dls_kkt_blocks(K);
    if (backend->shape == DLS_TALL) {
        return DLS_OK; /* J is made, analysed and factorised at one go */
    }
    bool ready = backend->definite ? dls_rank_normal_pattern(&S, E)
                                   : dls_rank_saddle_pattern(&S, backend->shape == DLS_LOWER, E);
    if (!ready) {
        return dls_fail_memory(fault);
    }
    if (backend->by_values) {
        choose_regularisation(K);
        dls_rank_saddle_values(&S, false, K->rho, K->delta, E);
    }
    if (K->team) {
        return dls_linsys_create_in(factor, K->team, backend, dls_see(E), fault);
    }
    return dls_linsys_create(factor, backend, dls_see(E), K->settings.rank_tolerance, fault);
}

static dls_error analyse_cheaper(dls_kkt *K, dls_fault *fault)
{
    dls_linsys *chol = NULL, *ldl = NULL;
    dls_mat E = {0}, Q = {0};
    dls_error error = new_factor(K, &dls_linsys_cholesky, &chol, &E, fault);
    if (!error) {
        error = new_factor(K, &dls_linsys_ldl, &ldl, &Q, fault);
    }
    bool take_ldl = !error && ldl->flops * ldl->backend->price < chol->flops;
    K->backend = take_ldl ? &dls_linsys_ldl : &dls_linsys_cholesky;
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
dls_error dls_kkt_prox_setup(dls_kkt *K, dls_fault *fault)
{
    static const dls_backend *const named[] = {
        [DLS_KKT_CHOLESKY] = &dls_linsys_cholesky,
        [DLS_KKT_LDL] = &dls_linsys_ldl,
        [DLS_KKT_LU] = &dls_linsys_lu,
        [DLS_KKT_QR] = &dls_linsys_qr,
        [DLS_KKT_MUMPS] = &dls_linsys_mumps,
    };
    K->backend = K->backend ? K->backend : named[(int)K->settings.method];
    if (!K->backend) {
        double data = (double)(dls_entries(dls_see(&K->A)) + dls_entries(dls_see(&K->B)) + K->n);
        dls_blocks S = dls_kkt_blocks(K);
        double bound = dls_rank_normal_bound(&S);
        if (bound <= DLS_SPARSE_ENOUGH * data) {
            K->backend = &dls_linsys_cholesky;
        } else if (bound > DLS_HOPELESS * data) {
            K->backend = &dls_linsys_ldl;
        } else {
            return analyse_cheaper(K, fault);
        }
    }
    return new_factor(K, K->backend, &K->factor, &K->E, fault);
}

/* Rows and columns of what is pinned: 0, their diagonal entry: 1 */
static void pin(const dls_kkt *K, dls_mat *E)
{
    for (dls_int j = 0; K->pins > 0 && j < E->cols; j++) {
        bool column = j < K->n && K->pinned[j];
        for (dls_int k = E->p[j]; k < E->p[j + 1]; k++) {
            dls_int i = E->i[k];
            if (column || (i < K->n && K->pinned[i])) {
                E->x[k] = i == j;
            }
        }
    }
}

static void pin_vector(const dls_kkt *K, double *w)
{
    const int width = K->work.width;
    for (dls_int i = 0; K->pins > 0 && i < K->n; i++) {
        for (int c = 0; K->pinned[i] && c < width; c++) {
            w[width * i + c] = 0;
        }
    }
}

/* J has a row for each coordinate and one for each constraint: the blocks that it is made of are
   pinned, whose diagonal then is rho. */
static dls_error make_tall(dls_kkt *K, const dls_blocks *S)
{
    dls_mat A = {0}, Bt = {0};
    dls_blocks of = *S;
    if (K->pins > 0) {
        if (!dls_mat_copy(&A, S->A) || !dls_mat_copy(&Bt, S->Bt)) {
            dls_mat_free(&A);
            return DLS_ERROR_MEMORY;
        }
        pin(K, &A);
        for (dls_int j = 0; j < K->n; j++) {
            for (dls_int k = Bt.p[j]; K->pinned[j] && k < Bt.p[j + 1]; k++) {
                Bt.x[k] = 0;
            }
        }
        of.A = dls_see(&A);
        of.Bt = dls_see(&Bt);
    }
    dls_error error = dls_rank_tall(&of, K->rho, K->delta, &K->E);
    dls_mat_free(&A);
    dls_mat_free(&Bt);
    return error;
}

static dls_error factor_tall(dls_kkt *K, const dls_blocks *S, dls_fault *fault)
{
    dls_error error = make_tall(K, S);
    if (error) {
        return error == DLS_ERROR_MEMORY ? dls_fail_memory(fault)
                                         : dls_fail(fault, error, "M + rho I has no root");
    }
    if (!K->factor) {
        error = dls_linsys_create(&K->factor, K->backend, dls_see(&K->E), 0, fault);
    }
    return error ? error : dls_linsys_factor(K->factor, dls_see(&K->E), fault);
}

static dls_error factor_E(dls_kkt *K, dls_fault *fault)
{
    dls_blocks S = dls_kkt_blocks(K);
    if (K->backend->shape == DLS_TALL) {
        return factor_tall(K, &S, fault);
    }
    if (K->backend->definite) {
        if (!(K->team ? dls_rank_normal_share(&S, K->team, K->rho, K->delta, &K->E)
                      : dls_rank_normal_values(&S, K->rho, K->delta, &K->E))) {
            return dls_fail_memory(fault);
        }
    } else {
        dls_rank_saddle_values(&S, K->backend->shape == DLS_LOWER, K->rho, K->delta, &K->E);
    }
    pin(K, &K->E);
    dls_error error = dls_linsys_factor(K->factor, dls_see(&K->E), fault);
    /* inertia of a quasi-definite matrix: m negative pivots, no more */
    bool wrong = !error && K->backend->inertia && K->factor->negative_pivots != K->m;
    return wrong ? dls_fail(fault, DLS_ERROR_NUMERICAL, "wrong inertia") : error;
}

dls_error dls_kkt_prox_factor(dls_kkt *K, dls_fault *fault)
{
    /* then rho is 10; a team has not checked that M is semidefinite, a large rho would hide it */
    enum { RETRIES = 5, IN_A_TEAM = 2, MORE_RHO = 30, MORE_DELTA = 3 };
    const int retries = K->team ? IN_A_TEAM : RETRIES;
    choose_regularisation(K);
    K->tightened = false;
    dls_kkt_range_free(K->range);
    K->range = NULL;
    K->range_refused = false;
    dls_error error = factor_E(K, fault);
    for (int retry = 0; error == DLS_ERROR_NUMERICAL && retry < retries; retry++) {
        K->rho *= MORE_RHO; /* M is semidefinite: rounding in E spoilt the pivot */
        K->delta *= MORE_DELTA;
        error = factor_E(K, fault);
    }
    return error;
}

dls_error dls_kkt_prox_tighten(dls_kkt *K, bool forces, bool constraints, bool *done)
{
    /* what is soft where something floats would be lost beside smaller ones */
    const double FACTOR = K->pins > 0 ? 1e-2 : 1e-4;
    double rho = K->rho, delta = K->delta;
    *done = false;
    if (K->tightened) {
        return DLS_OK;
    }
    K->tightened = true;
    K->rho *= forces && !constraints ? FACTOR : 1;
    K->delta *= constraints ? FACTOR : 1;
    dls_error error = factor_E(K, NULL);
    *done = !error;
    if (error == DLS_ERROR_NUMERICAL) {
        K->rho = rho;
        K->delta = delta;
        error = factor_E(K, NULL);
    }
    return error;
}

static void set_or_zero(dls_int n, const double *x, double *y)
{
    if (x) {
        dls_copy(n, x, y);
    } else {
        dls_zero(n, y);
    }
}

static bool is_normal(const dls_kkt *K)
{
    return K->backend->definite || K->backend->shape == DLS_TALL;
}

/* r1, r2: NULL for zero. With E the right-hand side w = r1 + B r2 / delta gives dx, and
   dy = (B'dx - r2) / delta (dx then with copies); with K + D w = (r1, r2) gives both. */
static void sum_sides(dls_kkt *K, const double *r1, const double *r2, double *w)
{
    const int width = K->work.width;
    dls_int n = width * K->n, m = width * K->m;
    if (!is_normal(K)) {
        set_or_zero(n, r1, w);
        set_or_zero(m, r2, w + n);
        return;
    }
    if (!r2) {
        set_or_zero(n, r1, w);
        return;
    }
    dls_set_mul_t_many(dls_see(&K->Bt), width, r2, w);
    dls_linsys_team_collect(K->team, w);
    const double inverse = 1 / K->delta;
    for (dls_int k = 0; !r1 && k < n; k++) {
        w[k] *= inverse;
    }
    dls_xpay(r1 ? n : 0, r1, inverse, w);
}

static void after_solve(dls_kkt *K, const double *r2, const double *z, double *dx, double *dy)
{
    const int width = K->work.width;
    dls_int n = width * K->n, m = width * K->m;
    if (!is_normal(K)) {
        dls_copy(n, z, dx);
        dls_copy(dy ? m : 0, z + n, dy);
    } else if (dy) {
        dls_linsys_team_spread(K->team, dx);
        dls_set_mul_t_many(dls_see(&K->B), width, dx, dy);
        const double inverse = 1 / K->delta;
        for (dls_int k = 0; k < m; k++) {
            dy[k] = inverse * (r2 ? dy[k] - r2[k] : dy[k]);
        }
    }
}

static dls_error solve_operator(dls_kkt *K, const double *w, double *z)
{
    return K->work.width == 1 ? dls_linsys_solve(K->factor, w, z)
                              : dls_linsys_solve_woven(K->factor, w, z);
}

dls_error dls_kkt_prox_apply(dls_kkt *K, const double *r1, const double *r2, double *dx, double *dy)
{
    double *w = K->work.w, *z = is_normal(K) ? dx : K->work.z;
    if (K->range) {
        dls_kkt_range_apply(K, r1, r2, dx, dy);
        return DLS_OK;
    }
    sum_sides(K, r1, r2, w);
    pin_vector(K, w);
    dls_error error = solve_operator(K, w, z);
    after_solve(K, r2, z, dx, dy);
    return error;
}

/* dx += the solution for the residual of (K + D)(dx, dy) = (f, 0), in the place of (r1, r2). */
static dls_error refine_step(dls_kkt *K, const double *f, double inverse, double *dx, double *dy)
{
    const int width = K->work.width;
    double *s1 = K->work.r1, *s2 = K->work.r2, *cx = K->work.t;
    dls_set_mul_t_many(dls_see(&K->A), width, dx, s1);
    dls_set_mul_t_many(dls_see(&K->Bt), width, dy, cx);
    for (dls_int k = 0; k < width * K->n; k++) {
        s1[k] = inverse * f[k] - s1[k] - K->rho * dx[k] - cx[k];
    }
    dls_set_mul_t_many(dls_see(&K->B), width, dx, s2);
    for (dls_int k = 0; k < width * K->m; k++) {
        s2[k] = -s2[k] + K->delta * dy[k];
    }
    dls_error error = dls_kkt_prox_apply(K, s1, s2, cx, NULL);
    dls_axpy(width * K->n, 1, cx, dx);
    return error;
}

dls_error dls_kkt_prox_precondition(dls_kkt *K)
{
    const dls_kkt_work *W = &K->work;
    const double inverse = 1 / K->delta;
    for (dls_int k = 0; k < W->width * K->n; k++) {
        W->t[k] = W->s[k] * inverse;
    }
    pin_vector(K, W->t);
    if (is_normal(K)) {
        return solve_operator(K, W->t, W->dx);
    }
    dls_error error = dls_kkt_prox_apply(K, W->t, NULL, W->dx, W->dy);
    return error ? error : refine_step(K, W->s, inverse, W->dx, W->dy);
}
