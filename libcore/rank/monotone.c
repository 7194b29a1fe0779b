/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Is M + M' positive semidefinite up to rounding? With unit diagonal and rho = 1e-12 on it, it must
   have a Cholesky factor; a row with a zero diagonal must be zero. */
#include <math.h>

#include "rank/rank.h"

enum { SMALL_ORDER = 60 };

/* Eigenvalues of a matrix of unit diagonal above minus this count as zero: data, L L'. */
static double shift(dls_int n)
{
    static const double OF_DATA = 1e-12;
    return OF_DATA + 4 * (double)n * DLS_EPS;
}

/* a + b, or zero when they cancel but for rounding: the skew part of M leaves nothing. */
static double sum(double a, double b)
{
    return fabs(a + b) <= 8 * DLS_EPS * fmax(fabs(a), fabs(b)) ? 0 : a + b;
}

/* X := X + X' (lower triangle), scaled; false when a diagonal cannot be of a semidefinite one. */
static bool symmetrise_small(dls_int n, double *X)
{
    double d[SMALL_ORDER], rounding = 0;
    for (dls_int k = 0; k < n * n; k++) {
        rounding = fmax(rounding, DLS_RANK_ROUNDING * fabs(X[k]));
    }
    for (dls_int j = 0; j < n; j++) {
        if (X[j + j * n] < -rounding) {
            return false;
        }
        d[j] = X[j + j * n] > 0 ? 1 / sqrt(2 * X[j + j * n]) : 0;
    }
    for (dls_int j = 0; j < n; j++) {
        for (dls_int i = j + 1; i < n; i++) {
            double t = sum(X[i + j * n], X[j + i * n]);
            if (t != 0 && (d[i] == 0 || d[j] == 0)) {
                return false;
            }
            X[i + j * n] = t * d[i] * d[j];
        }
        X[j + j * n] = 1 + shift(n);
    }
    return true;
}

/* X = L L' in place, lower triangle */
static bool cholesky_small(dls_int n, double *X)
{
    for (dls_int j = 0; j < n; j++) {
        double *x = X + j * n;
        if (!(x[j] > 0)) {
            return false;
        }
        double inverse = 1 / sqrt(x[j]);
        for (dls_int i = j; i < n; i++) {
            x[i] *= inverse;
        }
        for (dls_int k = j + 1; k < n; k++) {
            double t = x[k], *y = X + k * n;
            for (dls_int i = k; t != 0 && i < n; i++) {
                y[i] -= t * x[i];
            }
        }
    }
    return true;
}

static bool is_small(dls_view M)
{
    double X[SMALL_ORDER * SMALL_ORDER];
    dls_int n = M.cols;
    dls_zero(n * n, X);
    dls_fill_full(M, n, X);
    return symmetrise_small(n, X) && cholesky_small(n, X);
}

/* The lower triangle of M + M' into E, whose diagonal is always present; Mt = M'. */
static void lower_sum(dls_view M, dls_view Mt, dls_mat *E)
{
    dls_int count = 0;
    for (dls_int j = 0; j < M.cols; j++) {
        dls_int a = M.p[j], b = Mt.p[j], a_end = M.p[j + 1], b_end = Mt.p[j + 1];
        dls_int diagonal = count++;
        E->i[diagonal] = j;
        while (a < a_end || b < b_end) {
            dls_int i = a < a_end ? M.i[a] : M.cols;
            i = b < b_end && Mt.i[b] < i ? Mt.i[b] : i;
            double x = a < a_end && M.i[a] == i ? M.x[a++] : 0;
            double y = b < b_end && Mt.i[b] == i ? Mt.x[b++] : 0;
            double t = sum(x, y);
            if (i == j) {
                E->x[diagonal] = t;
            } else if (i > j && t != 0) {
                E->i[count] = i;
                E->x[count++] = t;
            }
        }
        E->p[j + 1] = count;
    }
}

/* false: a diagonal that no semidefinite matrix has. Otherwise E has unit diagonal plus the shift;
   dominant: no row of E has more beside the diagonal than on it. d, others: N. */
static bool unit_diagonal(dls_mat *E, double *d, double *others, bool *dominant)
{
    double rounding = DLS_RANK_ROUNDING * dls_max_abs(dls_see(E));
    *dominant = true;
    for (dls_int j = 0; j < E->cols; j++) {
        d[j] = E->x[E->p[j]];
        for (dls_int k = E->p[j] + 1; k < E->p[j + 1]; k++) {
            others[j] += fabs(E->x[k]);
            others[E->i[k]] += fabs(E->x[k]);
        }
    }
    for (dls_int j = 0; j < E->cols; j++) {
        if (d[j] < -rounding || (d[j] <= 0 && others[j] > 0)) {
            return false;
        }
        *dominant = *dominant && others[j] <= fmax(d[j], 0);
        d[j] = d[j] > 0 ? 1 / sqrt(d[j]) : 0;
    }
    for (dls_int j = 0; j < E->cols; j++) {
        E->x[E->p[j]] = 1 + shift(E->cols);
        for (dls_int k = E->p[j] + 1; k < E->p[j + 1]; k++) {
            E->x[k] *= d[j] * d[E->i[k]];
        }
    }
    return true;
}

typedef struct {
    dls_view M;
    dls_mat Mt, E;
    double *d; /* 2 N */
} sums;

static void lay_out(void *object, dls_room *room)
{
    sums *L = object;
    dls_int n = L->M.cols, entries = dls_entries(L->M);
    dls_mat_take(room, &L->Mt, n, n, entries);
    dls_mat_take(room, &L->E, n, n, entries + n);
    L->d = DLS_TAKE(room, double, 2 * n);
}

static dls_error monotone_large(dls_view M, bool *monotone, dls_fault *fault)
{
    sums L = {.M = M};
    dls_pool pool = {0};
    dls_linsys *chol = NULL;
    dls_fault ignored;
    bool dominant = false;
    if (!dls_pool_make(&pool, lay_out, &L)) {
        return dls_fail_memory(fault);
    }
    dls_mat_fill_transpose(&L.Mt, M, NULL);
    lower_sum(M, dls_see(&L.Mt), &L.E);
    *monotone = unit_diagonal(&L.E, L.d, L.d + M.cols, &dominant);
    dls_error error = DLS_OK;
    if (*monotone && !dominant) {
        dls_view E = dls_see(&L.E);
        error = dls_linsys_create(&chol, &dls_linsys_cholesky, E, 0, fault);
        error = error ? error : dls_linsys_factor(chol, E, &ignored);
        *monotone = error != DLS_ERROR_NUMERICAL;
    }
    dls_linsys_free(chol);
    dls_pool_free(&pool);
    return error == DLS_ERROR_NUMERICAL ? DLS_OK : error ? dls_fail_memory(fault) : DLS_OK;
}

dls_error dls_rank_monotone(dls_view M, bool *monotone, dls_fault *fault)
{
    if (M.cols <= SMALL_ORDER) {
        *monotone = is_small(M);
        return DLS_OK;
    }
    return monotone_large(M, monotone, fault);
}
