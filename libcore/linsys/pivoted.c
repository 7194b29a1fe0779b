/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cholesky's method with pivots, of a small semidefinite matrix W: P'W P = [L; R] [L; R]' with the
   chosen rows first, each the one that repeats those before it least, in its own units. Rows that
   the chosen ones repeat within the rank tolerance are left out: the kernel is spanned by the
   columns of [-C; I] with L'C = R'. Solutions obey the chosen equations and are the shortest; the
   others are obeyed where the system is consistent. */
#include <math.h>

#include "linsys/linsys.h"

typedef struct {
    double *L;      /* n-by-n by rows, of the rows in their order; columns beyond the rank: C */
    double *N;      /* (n - rank)^2: I + C'C = N N' */
    double *d, *x;  /* n */
    dls_int *order; /* n: the chosen rows, then the others */
} pivoted;

static void lay_out(void *object, dls_room *room)
{
    dls_linsys *S = object;
    pivoted D;
    DLS_TAKE_NUMBERS(room, S->n * S->n, &D.L, &D.N);
    DLS_TAKE_NUMBERS(room, S->n, &D.d, &D.x);
    D.order = DLS_TAKE(room, dls_int, S->n);
    pivoted *state = S->state = DLS_TAKE(room, pivoted, 1);
    if (state) {
        *state = D;
    }
}

static dls_error analyse(dls_linsys *S, dls_view A)
{
    (void)A;
    S->entries = (double)S->n * (double)S->n;
    S->flops = S->entries * (double)S->n / 3;
    return dls_pool_make(&S->pool, lay_out, S) ? DLS_OK : DLS_ERROR_MEMORY;
}

/* The next row, into place k of the order; the share of its own diagonal that is left */
static double choose(dls_linsys *S, dls_int k)
{
    pivoted *V = S->state;
    const double *diagonal = V->x;
    dls_int best = k;
    double most = -1;
    for (dls_int i = k; i < S->n; i++) {
        dls_int row = V->order[i];
        double share = diagonal[row] > 0 ? V->d[row] / diagonal[row] : 0;
        if (share > most) {
            most = share;
            best = i;
        }
    }
    dls_int row = V->order[best];
    V->order[best] = V->order[k];
    V->order[k] = row;
    return most;
}

/* C in the columns beyond the rank of the chosen rows, and N */
static void find_kernel(dls_linsys *S)
{
    pivoted *V = S->state;
    dls_int n = S->n, r = S->rank, k = n - r;
    for (dls_int j = r; j < n; j++) {
        const double *row = V->L + V->order[j] * n;
        for (dls_int i = r - 1; i >= 0; i--) {
            double sum = row[i];
            for (dls_int l = i + 1; l < r; l++) {
                sum -= V->L[V->order[l] * n + i] * V->L[V->order[l] * n + j];
            }
            V->L[V->order[i] * n + j] = sum / V->L[V->order[i] * n + i];
        }
    }
    for (dls_int a = 0; a < k; a++) {
        for (dls_int b = 0; b <= a; b++) {
            double sum = a == b;
            for (dls_int l = 0; l < r; l++) {
                const double *row = V->L + V->order[l] * n + r;
                sum += row[a] * row[b];
            }
            for (dls_int l = 0; l < b; l++) {
                sum -= V->N[a * k + l] * V->N[b * k + l];
            }
            V->N[a * k + b] = a == b ? sqrt(sum) : sum / V->N[b * k + b];
        }
    }
}

/* The matrix in V->N, until the kernel is wanted; its diagonal in V->d, V->x */
static void take_matrix(dls_linsys *S, dls_view lower)
{
    pivoted *V = S->state;
    dls_int n = S->n;
    dls_zero(n * n, V->N);
    for (dls_int j = 0; j < n; j++) {
        for (dls_int k = lower.p[j]; k < lower.p[j + 1]; k++) {
            V->N[j + lower.i[k] * n] = V->N[lower.i[k] + j * n] = lower.x[k];
        }
        V->order[j] = j;
        V->d[j] = V->x[j] = V->N[j + j * n];
    }
}

static void eliminate(dls_linsys *S, dls_int k)
{
    pivoted *V = S->state;
    dls_int n = S->n, pivot = V->order[k];
    double *row = V->L + pivot * n, root = sqrt(V->d[pivot]);
    for (dls_int i = k + 1; i < n; i++) {
        double *other = V->L + V->order[i] * n, sum = V->N[V->order[i] + pivot * n];
        for (dls_int l = 0; l < k; l++) {
            sum -= row[l] * other[l];
        }
        other[k] = sum / root;
        V->d[V->order[i]] -= other[k] * other[k];
    }
    row[k] = root;
}

static dls_error factor(dls_linsys *S, dls_view lower)
{
    static const double ROUNDING = 1e-13; /* of what is left of a diagonal */
    static const double NEGATIVE = 1e-10; /* beyond it a matrix is indefinite */
    pivoted *V = S->state;
    double tolerance = fmax(ROUNDING, S->rank_tolerance), share = 1;
    take_matrix(S, lower);
    S->rank = 0;
    S->pivot_min = S->pivot_max = 1;
    for (; S->rank < S->n && (share = choose(S, S->rank)) > tolerance; S->rank++) {
        S->pivot_min = fmin(S->pivot_min, share);
        eliminate(S, S->rank);
    }
    for (dls_int k = S->rank; k < S->n; k++) {
        dls_int row = V->order[k];
        if (!(V->x[row] >= 0 && V->d[row] >= -NEGATIVE * V->x[row])) {
            return DLS_ERROR_NUMERICAL;
        }
    }
    if (S->rank < S->n) {
        find_kernel(S);
    }
    return DLS_OK;
}

/* The solution of the chosen equations that has zeros for the others */
static void solve_chosen(dls_linsys *S, const double *b, double *p)
{
    pivoted *V = S->state;
    dls_int n = S->n, rank = S->rank;
    double *x = V->x;
    dls_zero(n, p);
    for (dls_int k = 0; k < rank; k++) {
        const double *row = V->L + V->order[k] * n;
        double sum = b[V->order[k]];
        for (dls_int l = 0; l < k; l++) {
            sum -= row[l] * x[l];
        }
        x[k] = sum / row[k];
    }
    for (dls_int k = rank - 1; k >= 0; k--) {
        const double *row = V->L + V->order[k] * n;
        x[k] /= row[k];
        for (dls_int l = 0; l < k; l++) {
            x[l] -= row[l] * x[k];
        }
        p[V->order[k]] = x[k];
    }
}

/* p + [C; -I] s with N N's = [-C; I]'p = t, taken off: p - [-C; I] (I + C'C)^-1 t */
static void shorten(dls_linsys *S, double *p)
{
    pivoted *V = S->state;
    dls_int n = S->n, r = S->rank, k = n - r;
    double *s = V->x;
    for (dls_int a = 0; a < k; a++) {
        s[a] = p[V->order[r + a]];
        for (dls_int l = 0; l < r; l++) {
            s[a] -= V->L[V->order[l] * n + r + a] * p[V->order[l]];
        }
        for (dls_int b = 0; b < a; b++) {
            s[a] -= V->N[a * k + b] * s[b];
        }
        s[a] /= V->N[a * k + a];
    }
    for (dls_int a = k - 1; a >= 0; a--) {
        s[a] /= V->N[a * k + a];
        for (dls_int b = 0; b < a; b++) {
            s[b] -= V->N[a * k + b] * s[a];
        }
    }
    for (dls_int a = 0; a < k; a++) {
        p[V->order[r + a]] -= s[a];
        for (dls_int l = 0; l < r; l++) {
            p[V->order[l]] += V->L[V->order[l] * n + r + a] * s[a];
        }
    }
}

static dls_error solve(dls_linsys *S, dls_int count, const double *b, double *x)
{
    (void)count;
    solve_chosen(S, b, x);
    if (S->rank < S->n) {
        shorten(S, x);
    }
    return DLS_OK;
}

dls_int dls_linsys_left_out(const dls_linsys *S)
{
    return S->rank < S->n ? ((const pivoted *)S->state)->order[S->rank] : -1;
}

const dls_backend dls_linsys_pivoted = {.name = "pivoted",
                                        .shape = DLS_LOWER,
                                        .definite = true,
                                        .deficient = true,
                                        .block = 1,
                                        .price = 1,
                                        .analyse = analyse,
                                        .factor = factor,
                                        .solve = solve};
