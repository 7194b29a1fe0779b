/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The basis of the simplex method: scaling, its explicit inverse, one pivot. */
#include <math.h>

#include "base/lapack.h"
#include "range/simplex.h"

static const double INDEPENDENT = 1e-9; /* least pivot of a free column */
enum { WAITING = 32, SPARSE = 8 };
static const double NOTHING = 1e-14; /* entries below are what cancellation left */

static void add_multiple(const dls_simplex *S, double factor, const double *x, double *y)
{
    const int n = (int)S->n, one = 1;
    if (factor != 0) {
        daxpy_(&n, &factor, x, &one, y, &one);
    }
}

/* Largest entries of rows and columns near one, by powers of two. */
static void scale_rows_columns(dls_simplex *S)
{
    enum { SWEEPS = 3 };
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        dls_zero(S->n, S->r);
        for (dls_int j = 0; j < S->m; j++) {
            double most = dls_largest(S->A.p[j + 1] - S->A.p[j], S->A.x + S->A.p[j]);
            double divide = most > 0 ? dls_power2(most) : 1;
            S->C[j] /= divide;
            for (dls_int t = S->A.p[j]; t < S->A.p[j + 1]; t++) {
                S->A.x[t] /= divide;
                S->r[S->A.i[t]] = fmax(S->r[S->A.i[t]], fabs(S->A.x[t]));
            }
        }
        for (dls_int i = 0; i < S->n; i++) {
            S->r[i] = S->r[i] > 0 ? dls_power2(S->r[i]) : 1;
            S->R[i] /= S->r[i];
        }
        for (dls_int t = 0; t < S->A.p[S->m]; t++) {
            S->A.x[t] /= S->r[S->A.i[t]];
        }
    }
}

/* Artificials only. */
static void begin_with_artificials(dls_simplex *S)
{
    dls_zero(S->n * S->n, S->inverse);
    S->late = S->pivots = S->factorisations = 0;
    dls_noise(S->n, S->noise);
    for (dls_int i = 0; i < S->n; i++) {
        S->noise[i] = 1.5 + 0.5 * S->noise[i];
        S->basic[i] = S->m + i;
        S->sign[i] = 1;
        S->inverse[i * S->n + i] = 1;
        S->xb[i] = S->b[i];
    }
    for (dls_int j = 0; j < S->m; j++) {
        S->place[j] = -1;
        S->weight[j] = 1;
    }
}

void dls_range_simplex_take(dls_room *room, dls_simplex *S, dls_view A)
{
    dls_int n = A.rows, m = A.cols, entries = dls_entries(A);
    DLS_TAKE_NUMBERS(room, n, &S->R, &S->b, &S->sign, &S->xb, &S->xp, &S->y, &S->r, &S->alpha,
                     &S->noise, &S->work, &S->rho);
    DLS_TAKE_NUMBERS(room, m, &S->C, &S->c, &S->d, &S->row, &S->weight, &S->x);
    dls_mat_take(room, &S->A, n, m, entries);
    dls_mat_take(room, &S->At, m, n, entries);
    DLS_TAKE_INDICES(room, n, &S->basic, &S->touched);
    S->place = DLS_TAKE(room, dls_int, m);
    S->order = DLS_TAKE(room, int, n);
    DLS_TAKE_NUMBERS(room, n * n, &S->inverse, &S->lu);
    DLS_TAKE_NUMBERS(room, n * WAITING, &S->late_u, &S->late_v);
}

void dls_range_simplex_load(dls_simplex *S, dls_view A, const bool *free)
{
    S->n = A.rows;
    S->m = A.cols;
    S->free = free;
    S->watch.deadline = INFINITY;
    dls_mat_fill(&S->A, A);
    dls_fill(S->n, 1, S->R);
    dls_fill(S->m, 1, S->C);
    scale_rows_columns(S);
    dls_mat_fill_transpose(&S->At, dls_see(&S->A), NULL);
}

void dls_range_simplex_start(dls_simplex *S, const double *b)
{
    dls_copy(S->n, b, S->b);
    S->size = dls_unit_size(S->n, S->R, S->b);
    begin_with_artificials(S);
}

void dls_range_simplex_settle(dls_simplex *S)
{
    const int n = (int)S->n;
    const double minus = -1, one = 1;
    if (S->late > 0) {
        dgemm_("N", "T", &n, &n, &S->late, &minus, S->late_v, &n, S->late_u, &n, &one, S->inverse,
               &n);
        S->late = 0;
    }
}

void dls_range_simplex_column(dls_simplex *S, dls_int q)
{
    for (dls_int i = 0; i < S->n; i++) {
        const double *inverse = S->inverse + i * S->n;
        double sum = 0;
        for (dls_int t = S->A.p[q]; t < S->A.p[q + 1]; t++) {
            sum += inverse[S->A.i[t]] * S->A.x[t];
        }
        S->alpha[i] = sum;
    }
    for (int k = 0; k < S->late; k++) {
        double sum = 0;
        for (dls_int t = S->A.p[q]; t < S->A.p[q + 1]; t++) {
            sum += S->late_v[k * S->n + S->A.i[t]] * S->A.x[t];
        }
        add_multiple(S, -sum, S->late_u + k * S->n, S->alpha);
    }
    for (dls_int i = 0; i < S->n; i++) {
        S->alpha[i] = fabs(S->alpha[i]) < NOTHING ? 0 : S->alpha[i];
    }
}

/* out = row r of the inverse */
static void inverse_row(const dls_simplex *S, dls_int r, double *out)
{
    dls_copy(S->n, S->inverse + r * S->n, out);
    for (int k = 0; k < S->late; k++) {
        add_multiple(S, -S->late_u[k * S->n + r], S->late_v + k * S->n, out);
    }
}

void dls_range_simplex_row(dls_simplex *S, dls_int r)
{
    inverse_row(S, r, S->rho);
    dls_zero(S->m, S->row);
    for (dls_int i = 0; i < S->n; i++) {
        if (fabs(S->rho[i]) < NOTHING) {
            continue;
        }
        for (dls_int t = S->At.p[i]; t < S->At.p[i + 1]; t++) {
            S->row[S->At.i[t]] += S->rho[i] * S->At.x[t];
        }
    }
}

/* Inverse - u rho', u = (alpha - e_r) / alpha_r, entry by entry. */
static void update_now(dls_simplex *S, dls_int r, dls_int count)
{
    for (dls_int i = 0; i < S->n; i++) {
        double factor = (S->alpha[i] - (i == r)) / S->alpha[r], *row = S->inverse + i * S->n;
        for (dls_int t = 0; factor != 0 && t < count; t++) {
            double *entry = row + S->touched[t];
            *entry -= factor * S->rho[S->touched[t]];
            *entry = fabs(*entry) < NOTHING ? 0 : *entry;
        }
    }
}

static void update_later(dls_simplex *S, dls_int r)
{
    double *u = S->late_u + S->late * S->n;
    for (dls_int i = 0; i < S->n; i++) {
        u[i] = (S->alpha[i] - (i == r)) / S->alpha[r];
    }
    dls_copy(S->n, S->rho, S->late_v + S->late * S->n);
    if (++S->late == WAITING) {
        dls_range_simplex_settle(S);
    }
}

void dls_range_simplex_pivot(dls_simplex *S, dls_int q, dls_int r)
{
    dls_int wide = 0, high = 0;
    inverse_row(S, r, S->rho);
    for (dls_int k = 0; k < S->n; k++) {
        S->rho[k] = fabs(S->rho[k]) < NOTHING ? 0 : S->rho[k];
        high += S->alpha[k] != 0;
        if (S->rho[k] != 0) {
            S->touched[wide++] = k;
        }
    }
    if (SPARSE * wide * high < S->n * S->n) {
        update_now(S, r, wide);
    } else {
        update_later(S, r);
    }
    if (!dls_simplex_artificial(S, r)) {
        S->place[S->basic[r]] = -1;
    }
    S->basic[r] = q;
    S->place[q] = r;
    S->pivots++;
}

bool dls_range_simplex_refactor(dls_simplex *S)
{
    dls_int n = S->n;
    int order = (int)n, info = 0, room = order;
    dls_zero(n * n, S->lu);
    for (dls_int k = 0; k < n; k++) { /* row k of B', so that its inverse comes row after row */
        if (dls_simplex_artificial(S, k)) {
            S->lu[(S->basic[k] - S->m) * n + k] = S->sign[S->basic[k] - S->m];
            continue;
        }
        for (dls_int j = S->basic[k], t = S->A.p[j]; t < S->A.p[j + 1]; t++) {
            S->lu[S->A.i[t] * n + k] = S->A.x[t];
        }
    }
    S->factorisations++;
    S->late = 0;
    if (n > 0) {
        dgetrf_(&order, &order, S->lu, &order, S->order, &info);
    }
    if (n > 0 && info == 0) {
        dgetri_(&order, S->lu, &order, S->order, S->work, &room, &info);
    }
    if (info != 0 || !dls_finite(n * n, S->lu)) {
        return false;
    }
    for (dls_int k = 0; k < n * n; k++) {
        S->inverse[k] = fabs(S->lu[k]) < NOTHING ? 0 : S->lu[k];
    }
    for (dls_int i = 0; i < n; i++) {
        S->xb[i] = dls_dot(n, S->inverse + i * n, S->b);
    }
    return true;
}

void dls_range_simplex_price(dls_simplex *S)
{
    dls_zero(S->n, S->y);
    for (dls_int i = 0; i < S->n; i++) {
        bool artificial = dls_simplex_artificial(S, i);
        double cost = artificial ? (S->artificial_cost ? 1 : 0) : S->c[S->basic[i]];
        if (cost != 0) {
            inverse_row(S, i, S->rho);
            add_multiple(S, cost, S->rho, S->y);
        }
    }
    dls_set_mul_t(dls_see(&S->A), S->y, S->d);
    for (dls_int j = 0; j < S->m; j++) {
        S->d[j] = S->c[j] - S->d[j];
    }
}

void dls_range_simplex_point(dls_simplex *S)
{
    dls_zero(S->m, S->x);
    for (dls_int i = 0; i < S->n; i++) {
        if (!dls_simplex_artificial(S, i)) {
            S->x[S->basic[i]] = S->xb[i];
        }
    }
}

bool dls_range_simplex_enter(dls_simplex *S, dls_int j)
{
    dls_int r = -1;
    double largest = INDEPENDENT;
    dls_range_simplex_column(S, j);
    for (dls_int i = 0; i < S->n; i++) {
        if (dls_simplex_artificial(S, i) && fabs(S->alpha[i]) > largest) {
            largest = fabs(S->alpha[i]);
            r = i;
        }
    }
    if (r >= 0) {
        double step = S->xb[r] / S->alpha[r];
        dls_axpy(S->n, -step, S->alpha, S->xb);
        S->xb[r] = step;
        dls_range_simplex_pivot(S, j, r);
        return true;
    }
    dls_zero(S->m, S->x);
    S->x[j] = 1;
    for (dls_int i = 0; i < S->n; i++) {
        if (!dls_simplex_artificial(S, i)) {
            S->x[S->basic[i]] = -S->alpha[i];
        }
    }
    return false;
}
