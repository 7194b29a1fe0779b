/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a sparse mixed problem to a dense scaled one without free unknowns, and back. */
#include <math.h>

#include "mlcp/dense.h"

static void copy_matrix(const dls_lcp_problem *P, dls_lcp_dense *D)
{
    dls_view M = P->M;
    dls_int N = D->N;
    dls_zero(N * N, D->A);
    dls_equilibrate_factors(M, D->row, D->col, D->K);
    for (dls_int i = 0; i < N; i++) {
        D->empty[i] = true;
    }
    for (dls_int j = 0; j < N; j++) {
        for (dls_int k = M.p[j]; k < M.p[j + 1]; k++) {
            D->A[M.i[k] + j * N] = D->row[M.i[k]] * M.x[k] * D->col[j];
            D->empty[M.i[k]] = D->empty[M.i[k]] && M.x[k] == 0;
        }
    }
}

/* A row without entries alone says whether there is a solution: its q is as large as others. */
static void scale_empty_rows(const double *q, dls_lcp_dense *D)
{
    double most = 0;
    for (dls_int i = 0; i < D->N; i++) {
        most = D->empty[i] ? most : fmax(most, D->row[i] * fabs(q[i]));
    }
    for (dls_int i = 0; i < D->N; i++) {
        if (D->empty[i]) {
            D->row[i] = q[i] == 0 ? 1 : dls_power2(most) / dls_power2(fabs(q[i]));
        }
    }
}

/* What is left of before - C x becomes zero where all but rounding cancels: ranks want it. */
static void forget_rounding(const dls_lcp_dense *D, const double *before, const double *x,
                            double *column)
{
    enum { BASES_MAY_BE_LISTED = 20 };
    dls_int N = D->N, f = D->free, m = N - f;
    for (dls_int i = 0; m <= BASES_MAY_BE_LISTED && i < m; i++) {
        double terms = fabs(before[i]);
        for (dls_int t = 0; t < f; t++) {
            terms += fabs(D->A[f + i + t * N] * x[t]);
        }
        column[i] = fabs(column[i]) <= D->rounding * terms ? 0 : column[i];
    }
}

/* to = (lower part of a column) - C A^-1 (its upper part); X: f numbers for each of `count`. */
static void reduce_column(const dls_lcp_dense *D, dls_int count, const double *from, double *X,
                          double *to)
{
    static const double PLUS = 1, MINUS = -1;
    dls_int N = D->N, f = D->free, m = N - f;
    int order = (int)f, columns = (int)count, rest = (int)m, ld = (int)N;
    for (dls_int j = 0; j < count; j++) {
        dls_copy(f, from + j * N, X + j * f);
        dls_copy(m, from + j * N + f, to + j * m);
    }
    dls_lu_solve_many(order, D->lu, D->pivots, false, columns, X);
    if (m > 0) {
        dgemm_("N", "N", &rest, &columns, &order, &MINUS, D->A + f, &ld, X, &order, &PLUS, to,
               &rest);
    }
    for (dls_int j = 0; j < count; j++) {
        forget_rounding(D, from + j * N + f, X + j * f, to + j * m);
    }
}

/* M = D - C A^-1 B, with scales of its own, when A is regular enough. */
static bool eliminate_free(dls_lcp_dense *D)
{
    static const double SINGULAR = 1e-12, MOST = 1e-12; /* rcond; what may count as cancelled */
    dls_int N = D->N, f = D->free, m = N - f;
    int order = (int)f, info = 0;
    double norm = 0, rcond = 0;
    for (dls_int j = 0; j < f; j++) {
        double sum = 0;
        for (dls_int i = 0; i < f; i++) {
            D->lu[i + j * f] = D->A[i + j * N];
            sum += fabs(D->A[i + j * N]);
        }
        norm = fmax(norm, sum);
    }
    dgetrf_(&order, &order, D->lu, &order, D->pivots, &info);
    if (info == 0) { /* K is large enough for its 4f workspace whenever N >= 4 */
        dgecon_("1", &order, D->lu, &order, &norm, &rcond, D->K, D->order, &info);
    }
    if (!(rcond > SINGULAR)) {
        return false;
    }
    D->rounding = fmin(4 * (double)(f + 1) * DLS_EPS / rcond, MOST);
    reduce_column(D, m, D->A + f * N, D->K, D->M);
    dls_equilibrate_dense(m, D->M, D->outer, D->inner, D->K);
    return dls_finite(m * m, D->M);
}

/* Rows and columns (+x, -x, z) of M. */
static void split_blocks(dls_lcp_dense *D)
{
    dls_int N = D->N, f = D->free, n = N + f;
    for (dls_int j = 0; j < n; j++) {
        dls_int from = j < f ? j : j - f;
        double sign = j >= f && j < 2 * f ? -1 : 1;
        for (dls_int i = 0; i < N; i++) {
            double t = sign * D->A[i + from * N];
            D->M[(i < f ? i : i + f) + j * n] = t;
            if (i < f) {
                D->M[i + f + j * n] = -t;
            }
        }
    }
    D->n = n;
}

void dls_mlcp_dense_take(dls_room *room, const dls_lcp_problem *problem, bool twice,
                         dls_lcp_dense *D)
{
    dls_int N = problem->M.cols, f = problem->free, most = twice ? N + f : N;
    bool mixed = f > 0;
    *D = (dls_lcp_dense){.N = N, .free = f};
    D->A = DLS_TAKE(room, double, N *N);
    DLS_TAKE_NUMBERS(room, N, &D->b, &D->row, &D->col, &D->outer);
    D->empty = DLS_TAKE(room, bool, N);
    DLS_TAKE_NUMBERS(room, most, &D->inner, &D->y, &D->r);
    D->K = DLS_TAKE(room, double, DLS_MAX(most * most, 4 * most));
    D->order = DLS_TAKE(room, int, 2 * most);
    D->index = DLS_TAKE(room, dls_int, most);
    D->M = mixed ? DLS_TAKE(room, double, most *most) : D->A;
    D->q = mixed ? DLS_TAKE(room, double, most) : D->b;
    D->lu = mixed ? DLS_TAKE(room, double, f *f) : NULL;
    D->pivots = mixed ? DLS_TAKE(room, int, f) : NULL;
}

static void condense_matrix(const dls_lcp_problem *problem, dls_free_form fallback, bool always,
                            dls_lcp_dense *D)
{
    copy_matrix(problem, D);
    D->n = D->N;
    D->lead = 0;
    D->form = D->free > 0 ? fallback : DLS_FREE_NONE;
    if (D->free > 0 && !always && eliminate_free(D)) {
        D->form = DLS_FREE_ELIMINATED;
        D->n = D->N - D->free;
    } else if (D->form == DLS_FREE_SPLIT) {
        split_blocks(D);
    } else if (D->form == DLS_FREE_KEPT) {
        D->lead = D->free;
        dls_copy(D->N * D->N, D->A, D->M);
    }
}

/* q; false: it overflows */
static bool condense_constants(const double *q, dls_lcp_dense *D)
{
    dls_int N = D->N, f = D->free;
    scale_empty_rows(q, D);
    dls_copy(N, q, D->b);
    D->size = dls_unit_size(N, D->row, D->b);
    D->inner_size = 1;
    if (D->form == DLS_FREE_ELIMINATED) {
        reduce_column(D, 1, D->b, D->K, D->q);
        D->inner_size = dls_unit_size(D->n, D->outer, D->q);
    } else if (D->form == DLS_FREE_SPLIT) {
        dls_copy(f, D->b, D->q);
        dls_copy(N, D->b, D->q + f);
        for (dls_int i = 0; i < f; i++) {
            D->q[f + i] = -D->b[i];
        }
    } else if (D->form == DLS_FREE_KEPT) {
        dls_copy(N, D->b, D->q);
    }
    return dls_finite(D->n, D->q);
}

void dls_mlcp_condense(const dls_lcp_problem *problem, dls_free_form fallback, bool always,
                       dls_int version, dls_lcp_dense *D)
{
    if (version == 0 || D->version != version || D->always != always) {
        condense_matrix(problem, fallback, always, D);
        D->version = version;
        D->always = always;
    }
    if (!condense_constants(problem->q, D) && D->form == DLS_FREE_ELIMINATED) {
        D->version = 0;
        condense_matrix(problem, fallback, true, D);
        condense_constants(problem->q, D);
    }
}

void dls_mlcp_lift(dls_lcp_dense *D, bool direction, const double *z, double *v)
{
    dls_int N = D->N, f = D->free;
    if (D->form == DLS_FREE_ELIMINATED) { /* x = -A^-1 (a + B z) */
        for (dls_int i = 0; i < f; i++) {
            v[i] = direction ? 0 : -D->b[i];
        }
        for (dls_int k = 0; k < D->n; k++) {
            v[f + k] = z[k] * D->inner[k] * D->inner_size;
            dls_axpy(f, -v[f + k], D->A + (f + k) * N, v);
        }
        dls_lu_solve((int)f, D->lu, NULL, D->pivots, v);
    } else if (D->form == DLS_FREE_SPLIT) {
        for (dls_int i = 0; i < N; i++) {
            v[i] = i < f ? z[i] - z[f + i] : z[f + i];
        }
    } else {
        dls_copy(N, z, v);
    }
    for (dls_int i = 0; i < N; i++) {
        v[i] *= D->col[i] * D->size;
    }
}

void dls_mlcp_adjoint(dls_lcp_dense *D, double *u)
{
    dls_int N = D->N, f = D->free;
    for (dls_int i = f; i < N; i++) {
        D->r[i] = u[i] / D->row[i];
    }
    for (dls_int j = 0; j < f; j++) {
        u[j] = -dls_dot(N - f, D->A + f + j * N, D->r + f);
    }
    dls_lu_solve_many((int)f, D->lu, D->pivots, true, 1, u);
    for (dls_int j = 0; j < f; j++) {
        u[j] *= D->row[j];
    }
}

/* r -= E y over the basis, E of order n */
static void subtract(const dls_lcp_dense *D, const double *E, dls_int n, int count)
{
    for (int j = 0; j < count; j++) {
        const double *column = E + D->index[j] * n;
        for (int i = 0; i < count; i++) {
            D->r[i] -= column[D->index[i]] * D->y[j];
        }
    }
}

bool dls_mlcp_polish(dls_lcp_dense *D, const bool *inside, double *v)
{
    bool whole = D->form == DLS_FREE_SPLIT; /* the split system, or that of the caller */
    dls_int n = whole ? D->n : D->N, lead = whole ? 0 : D->free;
    const double *E = whole ? D->M : D->A, *e = whole ? D->q : D->b;
    int count = 0;
    for (dls_int k = 0; k < n; k++) {
        if (k < lead || inside[k - lead]) {
            D->index[count++] = k;
        }
    }
    for (int j = 0; j < count; j++) {
        for (int i = 0; i < count; i++) {
            D->K[i + (dls_int)j * count] = E[D->index[i] + D->index[j] * n];
        }
        D->r[j] = -e[D->index[j]];
        D->y[j] = 0;
    }
    bool regular = dls_lu_factor(count, D->K, NULL, D->order) > 0;
    for (int step = 0; regular && step < 2; step++) {
        dls_lu_solve(count, D->K, NULL, D->order, D->r);
        dls_axpy(count, 1, D->r, D->y);
        for (int i = 0; i < count && step == 0; i++) {
            D->r[i] = -e[D->index[i]];
        }
        if (step == 0) {
            subtract(D, E, n, count);
        }
    }
    if (!regular || !dls_finite(count, D->y)) {
        return false;
    }
    dls_zero(D->N, v);
    for (int k = 0; k < count; k++) {
        dls_int to = D->index[k];
        bool minus = whole && to >= D->free && to < 2 * D->free;
        double value = to < lead || D->y[k] > 0 ? D->y[k] : 0;
        v[whole && to >= D->free ? to - D->free : to] += minus ? -value : value;
    }
    for (dls_int i = 0; i < D->N; i++) {
        v[i] *= D->col[i] * D->size;
    }
    return true;
}
