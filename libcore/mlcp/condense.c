/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a sparse mixed problem to a dense scaled one without free unknowns, and back. */
#include <math.h>

#include "mlcp/dense.h"

/* A := R A C with the largest entries of rows and columns near 1, powers of two; r, c gather R and
   C, which may be NULL. work has 2n entries. */
static void equilibrate(dls_int n, double *A, double *r, double *c, double *work)
{
    double *row = work, *col = work + n;
    for (int pass = 0; pass < 8; pass++) {
        double low = 1, high = 1;
        dls_zero(n, row);
        for (dls_int j = 0; j < n; j++) {
            double most = 0;
            for (dls_int i = 0; i < n; i++) {
                double t = fabs(A[i + j * n]);
                row[i] = t > row[i] ? t : row[i];
                most = t > most ? t : most;
            }
            col[j] = most;
        }
        for (dls_int k = 0; k < 2 * n; k++) {
            low = work[k] > 0 && work[k] < low ? work[k] : low;
            high = work[k] > high ? work[k] : high;
        }
        if (low >= 0.125 && high <= 8) {
            return;
        }
        for (dls_int k = 0; k < 2 * n; k++) {
            work[k] = work[k] > 0 ? dls_power2(1 / sqrt(work[k])) : 1;
        }
        for (dls_int j = 0; j < n; j++) {
            for (dls_int i = 0; i < n; i++) {
                A[i + j * n] *= row[i] * col[j];
            }
        }
        for (dls_int k = 0; k < n; k++) {
            r[k] *= row[k];
            c[k] *= col[k];
        }
    }
}

static double normalise_condensed(dls_int n, const double *scale, double *q)
{
    double size = 0;
    for (dls_int i = 0; i < n; i++) {
        q[i] *= scale[i];
    }
    size = dls_largest(n, q);
    size = size > 0 ? dls_power2(size) : 1;
    for (dls_int i = 0; i < n; i++) {
        q[i] /= size;
    }
    return size;
}

/* A row without entries alone says whether there is a solution: its q is as large as others. */
static void scale_empty_rows(const dls_lcp_problem *P, dls_lcp_dense *D)
{
    double most = 0, *filled = D->y;
    dls_zero(D->N, filled);
    for (dls_int k = 0; k < P->M.p[D->N]; k++) {
        filled[P->M.i[k]] += fabs(P->M.x[k]);
    }
    for (dls_int i = 0; i < D->N; i++) {
        most = filled[i] > 0 ? fmax(most, D->row[i] * fabs(P->q[i])) : most;
    }
    for (dls_int i = 0; i < D->N; i++) {
        bool scaled = filled[i] > 0 || P->q[i] == 0;
        D->row[i] = scaled ? D->row[i] : dls_power2(most) / dls_power2(fabs(P->q[i]));
    }
}

static void load(const dls_lcp_problem *P, dls_lcp_dense *D)
{
    dls_view M = P->M;
    dls_int N = D->N;
    dls_zero(N * N, D->A);
    for (dls_int j = 0; j < N; j++) {
        for (dls_int k = M.p[j]; k < M.p[j + 1]; k++) {
            D->A[M.i[k] + j * N] = M.x[k];
        }
        D->row[j] = D->col[j] = 1;
    }
    equilibrate(N, D->A, D->row, D->col, D->K);
    scale_empty_rows(P, D);
    dls_copy(N, P->q, D->b);
    D->size = normalise_condensed(N, D->row, D->b);
}

/* M = D - C X, X = A^-1 B, and q become zero where all but rounding cancels: ranks want it. */
static void forget_rounding(dls_lcp_dense *D, double rcond)
{
    static const double MOST = 1e-12;
    dls_int N = D->N, f = D->free, m = N - f;
    double rounding = fmin(4 * (double)(f + 1) * DLS_EPS / rcond, MOST);
    for (dls_int j = 0; j <= m; j++) {
        double *column = j < m ? D->M + j * m : D->q;
        const double *before = (j < m ? D->A + (f + j) * N : D->b) + f;
        for (dls_int i = 0; i < m; i++) {
            double terms = fabs(before[i]);
            for (dls_int t = 0; t < f; t++) {
                terms += fabs(D->A[f + i + t * N] * D->K[t + j * f]);
            }
            column[i] = fabs(column[i]) <= rounding * terms ? 0 : column[i];
        }
    }
}

/* M = D - C A^-1 B and q = b - C A^-1 a when A has rcond > 1e-12. */
static bool eliminate_free(dls_lcp_dense *D)
{
    static const double SINGULAR = 1e-12, PLUS = 1, MINUS = -1;
    dls_int N = D->N, f = D->free, m = N - f;
    int order = (int)f, count = (int)m + 1, rest = (int)m, ld = (int)N, info = 0;
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
    for (dls_int j = 0; j <= m; j++) { /* X = A^-1 [B a] */
        dls_copy(f, j < m ? D->A + (f + j) * N : D->b, D->K + j * f);
        dls_copy(m, j < m ? D->A + (f + j) * N + f : D->b + f, j < m ? D->M + j * m : D->q);
    }
    dgetrs_("N", &order, &count, D->lu, &order, D->pivots, D->K, &order, &info);
    if (m > 0) {
        int one = 1;
        dgemm_("N", "N", &rest, &rest, &order, &MINUS, D->A + f, &ld, D->K, &order, &PLUS, D->M,
               &rest);
        dgemm_("N", "N", &rest, &one, &order, &MINUS, D->A + f, &ld, D->K + f * m, &order, &PLUS,
               D->q, &rest);
    }
    if (m <= 20) { /* bases may be listed */
        forget_rounding(D, rcond);
    }
    return dls_finite(m * m, D->M) && dls_finite(m, D->q);
}

/* Rows and columns (+x, -x, z) of M. */
static void split(dls_lcp_dense *D)
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
        D->q[j] = sign * D->b[from];
        D->inner[j] = 1;
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
    D->b = DLS_TAKE(room, double, N);
    D->row = DLS_TAKE(room, double, N);
    D->col = DLS_TAKE(room, double, N);
    D->inner = DLS_TAKE(room, double, most);
    D->y = DLS_TAKE(room, double, most);
    D->r = DLS_TAKE(room, double, most);
    D->K = DLS_TAKE(room, double, DLS_MAX(most * most, 4 * most));
    D->order = DLS_TAKE(room, int, 2 * most);
    D->index = DLS_TAKE(room, dls_int, most);
    D->M = mixed ? DLS_TAKE(room, double, most *most) : D->A;
    D->q = mixed ? DLS_TAKE(room, double, most) : D->b;
    D->lu = mixed ? DLS_TAKE(room, double, f *f) : NULL;
    D->pivots = mixed ? DLS_TAKE(room, int, f) : NULL;
}

void dls_mlcp_condense(const dls_lcp_problem *problem, dls_free_form fallback, bool always,
                       dls_lcp_dense *D)
{
    D->n = D->N;
    D->lead = 0;
    D->form = DLS_FREE_NONE;
    load(problem, D);
    if (D->free > 0 && !always && eliminate_free(D)) {
        D->form = DLS_FREE_ELIMINATED;
        D->n = D->N - D->free;
    } else if (D->free > 0 && fallback == DLS_FREE_SPLIT) {
        D->form = DLS_FREE_SPLIT;
        split(D);
    } else if (D->free > 0) {
        D->form = DLS_FREE_KEPT;
        D->lead = D->free;
        dls_copy(D->N * D->N, D->A, D->M);
        dls_copy(D->N, D->b, D->q);
    }
    for (dls_int k = 0; k < D->n; k++) {
        D->inner[k] = 1;
    }
    if (D->form == DLS_FREE_ELIMINATED) { /* the Schur complement has scales of its own */
        for (dls_int k = 0; k < D->n; k++) {
            D->y[k] = 1;
        }
        equilibrate(D->n, D->M, D->y, D->inner, D->K);
        double size = normalise_condensed(D->n, D->y, D->q);
        for (dls_int k = 0; k < D->n; k++) {
            D->inner[k] *= size;
        }
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
            v[f + k] = z[k] * D->inner[k];
            dls_axpy(f, -v[f + k], D->A + (f + k) * N, v);
        }
        int order = (int)f, one = 1, info = 0;
        dgetrs_("N", &order, &one, D->lu, &order, D->pivots, v, &order, &info);
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
    int order = (int)f, one = 1, info = 0;
    for (dls_int i = f; i < N; i++) {
        D->r[i] = u[i] / D->row[i];
    }
    for (dls_int j = 0; j < f; j++) {
        u[j] = -dls_dot(N - f, D->A + f + j * N, D->r + f);
    }
    dgetrs_("T", &order, &one, D->lu, &order, D->pivots, u, &order, &info);
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
    int count = 0, one = 1, info = 0;
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
    if (count > 0) {
        dgetrf_(&count, &count, D->K, &count, D->order, &info);
    }
    for (int step = 0; count > 0 && info == 0 && step < 2; step++) {
        dgetrs_("N", &count, &one, D->K, &count, D->order, D->r, &count, &info);
        dls_axpy(count, 1, D->r, D->y);
        for (int i = 0; i < count && step == 0; i++) {
            D->r[i] = -e[D->index[i]];
        }
        if (step == 0) {
            subtract(D, E, n, count);
        }
    }
    if (info != 0 || !dls_finite(count, D->y)) {
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
