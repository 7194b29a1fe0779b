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

static dls_error factor(dls_linsys *S, dls_view A)
{
    lu *D = S->state;
    int n = (int)S->n;
    if (n == 0) {
        return DLS_OK;
    }
    dls_zero(S->n * S->n, D->A);
    dls_fill_full(A, S->n, D->A);
    dls_lu_factor(n, D->A, D->scale, D->pivot);
    S->entries = (double)n * n;
    S->flops = 2.0 / 3.0 * n * n * n;
    S->pivot_min = INFINITY;
    S->pivot_max = 0;
    S->sign = 1;
    for (dls_int i = 0; i < n; i++) {
        double pivot = fabs(D->A[i + i * n]);
        S->sign *= (D->A[i + i * n] < 0) == (D->pivot[i] == i + 1) ? -1 : 1;
        S->pivot_max = fmax(S->pivot_max, pivot);
        S->pivot_min = pivot < S->pivot_min || isnan(pivot) ? pivot : S->pivot_min;
    }
    return S->pivot_min > 0 && isfinite(S->pivot_max) ? DLS_OK : DLS_ERROR_NUMERICAL;
}

static dls_error solve(dls_linsys *S, dls_int count, const double *b, double *x)
{
    lu *D = S->state;
    for (dls_int j = 0; j < count; j++) {
        for (dls_int i = 0; i < S->n; i++) {
            x[i + j * S->n] = D->scale[i] * b[i + j * S->n];
        }
    }
    dls_lu_solve_many((int)S->n, D->A, D->pivot, false, (int)count, x);
    return DLS_OK;
}

const dls_backend dls_linsys_dense_lu = {.name = "dense_lu",
                                         .shape = DLS_SQUARE,
                                         .block = 8,
                                         .price = 1,
                                         .analyse = analyse,
                                         .factor = factor,
                                         .solve = solve};
