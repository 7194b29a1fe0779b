/* SPDX-License-Identifier: GPL-3.0-or-later */
/* LAPACK: L U with partial pivoting, for small or full square matrices, where UMFPACK's
   administration costs more than the arithmetic. Rows are scaled first: callers mix rows of
   different units. */
#include <math.h>

#include "base/lapack.h"
#include "linsys/linsys.h"

typedef struct {
    double *A, *scale; /* n^2, n */
    int *pivot;
} lu;

static void lay_out(void *object, dls_room *room)
{
    dls_linsys *S = object;
    lu D = {DLS_TAKE(room, double, S->n * S->n), DLS_TAKE(room, double, S->n),
            DLS_TAKE(room, int, S->n)};
    lu *state = S->state = DLS_TAKE(room, lu, 1);
    if (state) {
        *state = D;
    }
}

static dls_error analyse(dls_linsys *S, dls_view A)
{
    (void)A;
    return dls_pool_make(&S->pool, lay_out, S) ? DLS_OK : DLS_ERROR_MEMORY;
}

static void scatter(lu *D, dls_view A)
{
    dls_int n = A.rows;
    dls_zero(n * n, D->A);
    dls_zero(n, D->scale);
    for (dls_int j = 0; j < n; j++) {
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            D->A[A.i[k] + j * n] = A.x[k];
            D->scale[A.i[k]] = fmax(D->scale[A.i[k]], fabs(A.x[k]));
        }
    }
    for (dls_int i = 0; i < n; i++) {
        D->scale[i] = 1 / dls_power2(D->scale[i]);
    }
    for (dls_int k = 0; k < n * n; k++) {
        D->A[k] *= D->scale[k % n];
    }
}

static dls_error factor(dls_linsys *S, dls_view A)
{
    lu *D = S->state;
    int n = (int)S->n, info = 0;
    if (n == 0) {
        return DLS_OK;
    }
    scatter(D, A);
    dgetrf_(&n, &n, D->A, &n, D->pivot, &info);
    S->entries = (double)n * n;
    S->flops = 2.0 / 3.0 * n * n * n;
    S->pivot_min = INFINITY;
    S->pivot_max = 0;
    for (dls_int i = 0; i < n; i++) {
        double pivot = fabs(D->A[i + i * n]);
        S->pivot_max = fmax(S->pivot_max, pivot);
        S->pivot_min = pivot < S->pivot_min || isnan(pivot) ? pivot : S->pivot_min;
    }
    return info == 0 && S->pivot_min > 0 && isfinite(S->pivot_max) ? DLS_OK : DLS_ERROR_NUMERICAL;
}

static dls_error solve(dls_linsys *S, dls_int count, const double *b, double *x)
{
    lu *D = S->state;
    int n = (int)S->n, columns = (int)count, info = 0;
    for (dls_int k = 0; k < S->n * count; k++) {
        x[k] = D->scale[k % S->n] * b[k];
    }
    if (n > 0) {
        dgetrs_("N", &n, &columns, D->A, &n, D->pivot, x, &n, &info);
    }
    return info == 0 ? DLS_OK : DLS_ERROR_NUMERICAL;
}

const dls_backend dls_linsys_dense_lu = {.name = "dense_lu",
                                         .shape = DLS_SQUARE,
                                         .block = 8,
                                         .price = 1,
                                         .analyse = analyse,
                                         .factor = factor,
                                         .solve = solve};
