/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The solver of a square matrix that may be singular: dense L U where it is small, Cholesky where
   it is symmetric and definite, else sparse L U. It is refused where pivots, or a known vector that
   the factors do not return, show that it is singular or nearly so. Any pattern may follow: it is
   analysed again where it changes. */
#include <math.h>

#include "linsys/linsys.h"

/* Ratios of pivots: none is accepted below; above, a small matrix needs no probe */
static const double LEAST_PIVOT = 1e-12, SAFE_PIVOT = 1e-6;
static const double PROBE = 1e-6; /* error of a known vector whose entries are about 1 */

typedef struct {
    dls_linsys *inner;
    dls_mat seen, lower;           /* the last matrix; its triangle: two more back ends' input */
    double *known, *image, *found; /* n */
    dls_int *walk;                 /* n */
} chooser;

static void lay_out(void *object, dls_room *room)
{
    dls_linsys *S = object;
    chooser D = {0};
    DLS_TAKE_NUMBERS(room, S->n, &D.known, &D.image, &D.found);
    D.walk = DLS_TAKE(room, dls_int, S->n);
    chooser *state = S->state = DLS_TAKE(room, chooser, 1);
    if (state) {
        *state = D;
    }
}

static void release_inner(chooser *D)
{
    dls_linsys_free(D->inner);
    D->inner = NULL;
}

static void release(void *state)
{
    chooser *D = state;
    release_inner(D);
    dls_mat_free(&D->seen);
    dls_mat_free(&D->lower);
}

static dls_error analyse(dls_linsys *S, dls_view A)
{
    (void)A; /* values decide */
    bool ready = dls_pool_make(&S->pool, lay_out, S) && dls_pool_own(&S->pool, release, S->state);
    return ready ? DLS_OK : DLS_ERROR_MEMORY;
}

static bool symmetric(chooser *D, dls_view A)
{
    static const double ROUNDING = 1e-13; /* of the largest entry */
    dls_int row, col;
    double largest = dls_max_abs(A);
    for (dls_int k = 0; k < A.cols; k++) {
        D->found[k] = sqrt(largest > 0 ? largest : 1);
    }
    return dls_asymmetry(A, D->found, D->walk, &row, &col) <= ROUNDING;
}

/* Does the factorisation return a known vector? */
static bool passes(chooser *D, dls_view A)
{
    dls_noise(A.cols, D->known);
    dls_zero(A.cols, D->image);
    dls_mul(A, 1, D->known, D->image);
    double worst = dls_linsys_solve(D->inner, D->image, D->found) ? INFINITY : 0;
    for (dls_int k = 0; k < A.cols; k++) {
        double error = fabs(D->found[k] - D->known[k]);
        worst = error > worst || isnan(error) ? error : worst;
    }
    return worst <= PROBE;
}

/* By one back end, of A as it wants to see it; analysed where it was not the last one */
static dls_error attempt(dls_linsys *S, const dls_backend *backend, dls_view A, dls_view shaped,
                         bool *good)
{
    chooser *D = S->state;
    dls_error error = DLS_OK;
    if (D->inner && D->inner->backend != backend) {
        release_inner(D);
    }
    if (!D->inner) {
        error = dls_linsys_create(&D->inner, backend, shaped, 0, NULL);
    }
    if (!error) {
        D->inner->workers = S->workers;
        error = dls_linsys_factor(D->inner, shaped, NULL);
    }
    double ratio = error                     ? 0
                   : D->inner->pivot_max > 0 ? D->inner->pivot_min / D->inner->pivot_max
                                             : 1;
    bool safe = backend == &dls_linsys_dense_lu && ratio >= SAFE_PIVOT;
    *good = !error && ratio >= LEAST_PIVOT && (safe || passes(D, A));
    if (!*good) {
        release_inner(D);
    }
    return error == DLS_ERROR_MEMORY ? error : DLS_OK;
}

/* Of another pattern than the last one nothing is kept. */
static bool take_pattern(chooser *D, dls_view A)
{
    if (dls_same_pattern(A, dls_see(&D->seen))) {
        return true;
    }
    release(D);
    return dls_mat_copy(&D->seen, A);
}

static bool take_lower(chooser *D, dls_view A)
{
    bool there = D->lower.p || dls_mat_new(&D->lower, A.rows, A.cols, dls_entries(A) + A.cols);
    if (there) {
        dls_mat_fill_lower(&D->lower, A, NULL);
    }
    return there;
}

static dls_error factor_sparse(dls_linsys *S, dls_view A, bool *good)
{
    chooser *D = S->state;
    dls_error error = DLS_OK;
    if (!take_pattern(D, A)) {
        return DLS_ERROR_MEMORY;
    }
    if (symmetric(D, A)) {
        error = take_lower(D, A) ? attempt(S, &dls_linsys_cholesky, A, dls_see(&D->lower), good)
                                 : DLS_ERROR_MEMORY;
    }
    return error || *good ? error : attempt(S, &dls_linsys_lu, A, A, good);
}

static dls_error factor(dls_linsys *S, dls_view A)
{
    chooser *D = S->state;
    bool good = false;
    dls_error error = S->n <= DLS_SMALL_SYSTEM ? attempt(S, &dls_linsys_dense_lu, A, A, &good)
                                               : factor_sparse(S, A, &good);
    if (good) {
        S->entries = D->inner->entries;
        S->flops = D->inner->flops;
        S->pivot_min = D->inner->pivot_min;
        S->pivot_max = D->inner->pivot_max;
    }
    return error ? error : good ? DLS_OK : DLS_ERROR_NUMERICAL;
}

static dls_error solve(dls_linsys *S, dls_int count, const double *b, double *x)
{
    (void)count;
    return dls_linsys_solve(((chooser *)S->state)->inner, b, x);
}

const dls_backend dls_linsys_auto = {.name = "auto",
                                     .shape = DLS_SQUARE,
                                     .by_values = true,
                                     .block = 1,
                                     .price = 1,
                                     .analyse = analyse,
                                     .factor = factor,
                                     .solve = solve};
