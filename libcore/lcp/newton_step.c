/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The linear systems of the semismooth Newton method: dense LU when small, Cholesky while M is
   symmetric semidefinite, else sparse LU; where they are singular, a least-squares step of minimum
   norm from singular values (small) or an iterated Tikhonov regularisation. */
#include <math.h>

#include "lcp/lcp.h"
#include "lcp/newton.h"

enum { DENSE_ORDER = 100, SINGULAR_VALUES_ORDER = 300, REFINEMENTS = 20 };
static const double ACCURATE = 1e-13, USABLE = 1e-9;
/* least progress of a refinement: of a factorisation, and of Tikhonov's iteration, which is slow */
static const double FAST = 0.5, SLOW = 0.9;

static bool is_small_problem(const dls_newton *S)
{
    return S->N <= DENSE_ORDER;
}

/* Rows with a large theta are weighted down where the matrix need not stay symmetric. */
static double weight(const dls_newton *S, dls_int i)
{
    return S->factor != DLS_NEWTON_LU ? 1 : 1 / (1 + S->theta[i]);
}

/* Pattern of M, or of its lower triangle. */
static void take_pattern(dls_newton *S, bool lower)
{
    const dls_mat *M = &S->M;
    dls_int at = 0;
    for (dls_int j = 0; j < S->N; j++) {
        for (dls_int k = M->p[j]; k < M->p[j + 1]; k++) {
            if (!lower || M->i[k] >= j) {
                S->K.i[at] = M->i[k];
                S->K.x[at++] = M->x[k];
            }
        }
        S->K.p[j + 1] = at;
    }
}

/* K = [weighted M + Theta + shift on the block that is not fixed; identity elsewhere] */
static void take_values(dls_newton *S, double shift)
{
    const dls_mat *M = &S->M;
    dls_int at = 0;
    for (dls_int j = 0; j < S->N; j++) {
        dls_int k = M->p[j];
        for (; k < M->p[j + 1] && M->i[k] < S->K.i[at]; k++) {
        }
        for (; at < S->K.p[j + 1]; at++, k++) {
            dls_int i = M->i[k];
            double diagonal = i != j ? 0 : S->fixed[j] ? 1 : S->theta[j] + shift;
            double value = (S->fixed[i] || S->fixed[j] ? 0 : M->x[k]) + diagonal;
            S->K.x[at] = S->fixed[i] ? value : value * weight(S, i);
        }
    }
}

/* r = b - K dy from M itself; |r| relative to |b| */
static double residual(dls_newton *S)
{
    double sum = 0, size = 0;
    for (dls_int i = 0; i < S->N; i++) {
        S->t[i] = S->fixed[i] ? 0 : S->dy[i];
        S->r[i] = 0;
    }
    dls_mul(dls_see(&S->M), -1, S->t, S->r);
    for (dls_int i = 0; i < S->N; i++) {
        double row = weight(S, i) * (S->r[i] - S->theta[i] * S->dy[i]);
        S->r[i] = S->b[i] + (S->fixed[i] ? -S->dy[i] : row);
        sum += S->r[i] * S->r[i];
        size += S->b[i] * S->b[i];
    }
    return size > 0 ? sqrt(sum / size) : sum;
}

/* ---- small: LAPACK on the block ---- */

static dls_int gather_block(dls_newton *S)
{
    dls_int n = 0, N = S->N;
    double *place = S->t; /* of an unknown in the block */
    for (dls_int i = 0; i < N; i++) {
        place[i] = S->fixed[i] ? -1 : (double)n++;
    }
    dls_zero(n * n, S->dense);
    for (dls_int j = 0; j < N; j++) {
        dls_int c = (dls_int)place[j];
        for (dls_int k = S->M.p[j]; c >= 0 && k < S->M.p[j + 1]; k++) {
            dls_int r = (dls_int)place[S->M.i[k]];
            if (r >= 0) {
                double value = S->M.x[k] + (r == c ? S->theta[j] : 0);
                S->dense[r + c * n] = value * weight(S, S->M.i[k]);
            }
        }
    }
    return n;
}

/* false: singular to rounding */
static bool solve_small(dls_newton *S)
{
    static const double SINGULAR = 1e-12;
    int n = (int)gather_block(S);
    if (!(dls_lu_factor(n, S->dense, NULL, S->pivots) > SINGULAR)) {
        return false;
    }
    for (dls_int i = 0, k = 0; i < S->N; i++) {
        if (!S->fixed[i]) {
            S->t[k++] = S->b[i];
        }
    }
    dls_lu_solve(n, S->dense, NULL, S->pivots, S->t);
    for (dls_int i = 0, k = 0; i < S->N; i++) {
        S->dy[i] = S->fixed[i] ? S->b[i] : S->t[k++];
    }
    return true;
}

/* ---- sparse ---- */

/* t = solution with r as right-hand side, added to dy */
static dls_error add_correction(dls_newton *S, dls_linsys *solver, dls_fault *fault)
{
    dls_error error = dls_linsys_solve(solver, S->r, S->t);
    dls_axpy(S->N, error ? 0 : 1, S->t, S->dy);
    return error == DLS_ERROR_MEMORY ? dls_fail_memory(fault) : error;
}

/* dy = K^-1 b, refined until it is accurate or gets no better: with a shift in a semidefinite K
   this is the proximal iteration, whose limit has minimum norm. */
static dls_error refine_direction(dls_newton *S, double *accuracy, dls_fault *fault)
{
    dls_error error = DLS_OK;
    dls_zero(S->N, S->dy);
    *accuracy = INFINITY;
    for (int k = 0; !error && k < REFINEMENTS; k++) {
        double before = *accuracy;
        *accuracy = residual(S);
        if (!(*accuracy > ACCURATE && *accuracy < FAST * before)) {
            break;
        }
        error = add_correction(S, S->direct, fault);
    }
    return error;
}

static dls_error factor_shifted(dls_newton *S, double shift, dls_fault *fault)
{
    static const double SINGULAR = 1e-14;
    take_values(S, shift);
    S->T->result->factorisations++;
    dls_error error = dls_linsys_factor(S->direct, dls_see(&S->K), fault);
    bool tiny = S->direct->pivot_min <= SINGULAR; /* the entries are about 1 */
    return !error && S->factor != DLS_NEWTON_LU && tiny ? DLS_ERROR_NUMERICAL : error;
}

/* Another factorisation, of the pattern that it asks for. */
static dls_error change(dls_newton *S, bool symmetric, dls_fault *fault)
{
    dls_linsys_free(S->direct);
    S->direct = NULL;
    S->factor = symmetric ? DLS_NEWTON_CHOLESKY : DLS_NEWTON_LU;
    take_pattern(S, symmetric);
    return dls_linsys_create(&S->direct, symmetric ? &dls_linsys_cholesky : &dls_linsys_lu,
                             dls_see(&S->K), 0, fault);
}

static dls_error solve_sparse(dls_newton *S, double *accuracy, dls_fault *fault)
{
    static const double SHIFT = 1e-9;
    *accuracy = INFINITY;
    dls_error error = factor_shifted(S, S->factor == DLS_NEWTON_SHIFTED ? SHIFT : 0, fault);
    if (error == DLS_ERROR_NUMERICAL && S->factor == DLS_NEWTON_CHOLESKY) {
        S->factor = DLS_NEWTON_SHIFTED;
        error = factor_shifted(S, SHIFT, fault);
    }
    if (error == DLS_ERROR_NUMERICAL && S->factor == DLS_NEWTON_SHIFTED) {
        error = change(S, false, fault); /* M was taken for semidefinite and is not */
        error = error ? error : factor_shifted(S, 0, fault);
    }
    error = error ? error : refine_direction(S, accuracy, fault);
    return error == DLS_ERROR_NUMERICAL ? DLS_OK : error;
}

/* ---- least squares ---- */

static dls_error by_singular_values(dls_newton *S, double *accuracy, dls_fault *fault)
{
    static const double RANK = 1e-12;
    dls_error error = DLS_OK;
    take_values(S, 0);
    if (!S->least) {
        error = dls_linsys_create(&S->least, &dls_linsys_dense, dls_see(&S->K), RANK, fault);
    }
    S->T->result->factorisations++;
    error = error ? error : dls_linsys_factor(S->least, dls_see(&S->K), fault);
    dls_zero(S->N, S->dy);
    for (int k = 0; !error && k < 2; k++) { /* once refined */
        *accuracy = residual(S);
        error = add_correction(S, S->least, fault);
    }
    *accuracy = error ? INFINITY : residual(S);
    return error;
}

/* tall = [K; root I]: made once, then new values */
static bool take_tall(dls_newton *S, double root)
{
    dls_int at = 0;
    if (!S->tall.p && !(dls_mat_new(&S->tall, 2 * S->N, S->N, dls_entries(dls_see(&S->K)) + S->N) &&
                        dls_mat_own(&S->pool, &S->tall))) {
        S->tall.p = NULL;
        return false;
    }
    for (dls_int j = 0; j < S->N; j++) {
        dls_mat_put_column(&S->tall, &at, dls_see(&S->K), j, 0, 1);
        dls_mat_put(&S->tall, &at, S->N + j, root);
        S->tall.p[j + 1] = at;
    }
    return true;
}

/* dy += (K'K + nu I)^-1 K'(b - K dy): stays in the range of K', so that it has minimum norm. */
static dls_error by_tikhonov(dls_newton *S, double *accuracy, dls_fault *fault)
{
    static const double ROOT = 1e-7; /* its square beside squared singular values */
    dls_error error = DLS_OK;
    take_values(S, 0);
    if (!take_tall(S, ROOT)) {
        error = dls_fail_memory(fault);
    }
    if (!error && !S->least) {
        error = dls_linsys_create(&S->least, &dls_linsys_qr, dls_see(&S->tall), 0, fault);
    }
    S->T->result->factorisations++;
    error = error ? error : dls_linsys_factor(S->least, dls_see(&S->tall), fault);
    dls_zero(S->N, S->dy);
    *accuracy = INFINITY;
    for (int k = 0; !error && k < REFINEMENTS; k++) {
        double before = *accuracy;
        *accuracy = residual(S);
        if (!(*accuracy > ACCURATE && *accuracy < SLOW * before)) {
            break;
        }
        dls_set_mul_t(dls_see(&S->K), S->r, S->t);
        dls_copy(S->N, S->t, S->r);
        error = add_correction(S, S->least, fault);
    }
    return error;
}

/* ---- all together ---- */

void dls_lcp_newton_step_take(dls_room *room, dls_newton *S)
{
    dls_int entries = dls_entries(S->T->problem->M) + S->N;
    dls_mat_take(room, &S->K, S->N, S->N, entries);
    if (is_small_problem(S)) {
        S->dense = DLS_TAKE(room, double, S->N * S->N);
        S->pivots = DLS_TAKE(room, int, S->N);
    }
}

dls_error dls_lcp_newton_step_load(dls_newton *S, bool symmetric, dls_fault *fault)
{
    if (is_small_problem(S)) {
        take_pattern(S, false);
        return DLS_OK;
    }
    return S->direct && symmetric == (S->factor != DLS_NEWTON_LU) ? DLS_OK
                                                                  : change(S, symmetric, fault);
}

void dls_lcp_newton_step_free(dls_newton *S)
{
    dls_linsys_free(S->direct);
    dls_linsys_free(S->least);
}

dls_error dls_lcp_newton_direction(dls_newton *S, double *accuracy, dls_fault *fault)
{
    dls_error error = DLS_OK;
    for (dls_int i = 0; i < S->N; i++) { /* move the fixed unknowns to the right */
        S->t[i] = S->fixed[i] ? S->rhs[i] : 0;
        S->r[i] = 0;
    }
    dls_mul(dls_see(&S->M), 1, S->t, S->r);
    for (dls_int i = 0; i < S->N; i++) {
        S->b[i] = S->fixed[i] ? S->rhs[i] : weight(S, i) * (S->rhs[i] - S->r[i]);
    }
    *accuracy = INFINITY;
    if (is_small_problem(S)) {
        S->T->result->factorisations++;
        *accuracy = solve_small(S) ? residual(S) : INFINITY;
    } else {
        error = solve_sparse(S, accuracy, fault);
    }
    if (!error && !(*accuracy <= USABLE) && S->factor == DLS_NEWTON_LU) {
        error = S->N <= SINGULAR_VALUES_ORDER ? by_singular_values(S, accuracy, fault)
                                              : by_tikhonov(S, accuracy, fault);
        error = error == DLS_ERROR_NUMERICAL ? DLS_OK : error;
    }
    if (!error && !dls_finite(S->N, S->dy)) {
        dls_zero(S->N, S->dy);
        *accuracy = INFINITY;
    }
    dls_zero(S->N, S->dw);
    dls_mul(dls_see(&S->M), 1, S->dy, S->dw);
    return error;
}
