/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Views and owned matrices: make, check, copy, transpose. */
#include <math.h>
#include <string.h>

#include "sparse/sparse.h"

dls_view dls_see(const dls_mat *A)
{
    return (dls_view){A->rows, A->cols, A->p, A->i, A->x};
}

dls_int dls_entries(dls_view A)
{
    return A.p ? A.p[A.cols] : 0;
}

bool dls_mat_new(dls_mat *A, dls_int rows, dls_int cols, dls_int nnz)
{
    *A = (dls_mat){rows, cols, DLS_NEW(dls_int, cols + 1), DLS_NEW(dls_int, nnz),
                   DLS_NEW(double, nnz)};
    if (A->p && A->i && A->x) {
        return true;
    }
    dls_mat_free(A);
    return false;
}

void dls_fill_full(dls_view A, dls_int lead, double *full)
{
    for (dls_int j = 0; j < A.cols; j++) {
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            full[A.i[k] + j * lead] = A.x[k];
        }
    }
}

bool dls_mat_grow(dls_mat *A, dls_int *room, dls_int needed)
{
    if (needed <= *room) {
        return true;
    }
    dls_int more = 2 * needed;
    dls_int *i = dls_grow(A->i, more, sizeof *i);
    A->i = i ? i : A->i;
    double *x = i ? dls_grow(A->x, more, sizeof *x) : NULL;
    A->x = x ? x : A->x;
    *room = x ? more : *room;
    return x != NULL;
}

void dls_mat_free(dls_mat *A)
{
    dls_free(A->p);
    dls_free(A->i);
    dls_free(A->x);
    *A = (dls_mat){0, 0, NULL, NULL, NULL};
}

void dls_mat_take(dls_room *room, dls_mat *A, dls_int rows, dls_int cols, dls_int nnz)
{
    dls_int columns = cols < 0 ? -1 : cols + 1;
    *A = (dls_mat){rows, cols, DLS_TAKE(room, dls_int, columns), DLS_TAKE(room, dls_int, nnz),
                   DLS_TAKE(room, double, nnz)};
}

void dls_mat_fill(dls_mat *A, dls_view B)
{
    dls_int nnz = dls_entries(B);
    memcpy(A->p, B.p, (size_t)(B.cols + 1) * sizeof *A->p);
    if (nnz > 0) {
        memcpy(A->i, B.i, (size_t)nnz * sizeof *A->i);
        memcpy(A->x, B.x, (size_t)nnz * sizeof *A->x);
    }
}

bool dls_mat_copy(dls_mat *A, dls_view B)
{
    bool ready = dls_mat_new(A, B.rows, B.cols, dls_entries(B));
    if (ready) {
        dls_mat_fill(A, B);
    }
    return ready;
}

bool dls_same_pattern(dls_view A, dls_view B)
{
    if (A.rows != B.rows || A.cols != B.cols || dls_entries(A) != dls_entries(B)) {
        return false;
    }
    size_t nnz = (size_t)dls_entries(A);
    return memcmp(A.p, B.p, (size_t)(A.cols + 1) * sizeof *A.p) == 0 &&
           (nnz == 0 || memcmp(A.i, B.i, nnz * sizeof *A.i) == 0);
}

double dls_diagonal_entry(dls_view A, dls_int j)
{
    double value = 0;
    for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
        value = A.i[k] == j ? A.x[k] : value;
    }
    return value;
}

void dls_diagonal(dls_view A, double *d)
{
    for (dls_int j = 0; j < A.cols; j++) {
        d[j] = dls_diagonal_entry(A, j);
    }
}

bool dls_mat_own(dls_pool *pool, dls_mat *A)
{
    bool p = dls_pool_own(pool, dls_free, A->p), i = dls_pool_own(pool, dls_free, A->i),
         x = dls_pool_own(pool, dls_free, A->x);
    return p && i && x;
}

void dls_mat_fill_transpose(dls_mat *At, dls_view A, dls_int *place)
{
    dls_int *next = At->p, nnz = dls_entries(A); /* where row i of A goes on, until all are there */
    memset(next, 0, (size_t)(A.rows + 1) * sizeof *next);
    for (dls_int k = 0; k < nnz; k++) {
        next[A.i[k] + 1]++;
    }
    for (dls_int i = 0; i < A.rows; i++) {
        next[i + 1] += next[i];
    }
    for (dls_int j = 0; j < A.cols; j++) {
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            dls_int t = next[A.i[k]]++;
            At->i[t] = j;
            At->x[t] = A.x[k];
            if (place) {
                place[k] = t;
            }
        }
    }
    memmove(next + 1, next, (size_t)A.rows * sizeof *next); /* ends become starts */
    next[0] = 0;
}

bool dls_mat_transpose(dls_mat *At, dls_view A, dls_int *place)
{
    bool ready = dls_mat_new(At, A.cols, A.rows, dls_entries(A));
    if (ready) {
        dls_mat_fill_transpose(At, A, place);
    }
    return ready;
}

void dls_mat_put_column(dls_mat *B, dls_int *at, dls_view A, dls_int j, dls_int row, double factor)
{
    for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
        dls_mat_put(B, at, row + A.i[k], factor * A.x[k]);
    }
}

bool dls_stack(dls_view A, dls_view B, dls_mat *S)
{
    dls_int at = 0;
    if (!dls_mat_new(S, A.rows + B.rows, A.cols, dls_entries(A) + dls_entries(B))) {
        return false;
    }
    for (dls_int j = 0; j < A.cols; j++) {
        dls_mat_put_column(S, &at, A, j, 0, 1);
        dls_mat_put_column(S, &at, B, j, A.rows, 1);
        S->p[j + 1] = at;
    }
    return true;
}

static dls_error check_starts(dls_view A, const char *name, dls_fault *fault)
{
    if (A.rows < 0 || A.cols < 0 || !A.p || A.p[0] != 0) {
        return dls_fail(fault, DLS_ERROR_STRUCTURE,
                        "%s has no valid column starts; expected a CSC matrix", name);
    }
    for (dls_int j = 0; j < A.cols; j++) {
        if (A.p[j + 1] < A.p[j]) {
            return dls_fail(fault, DLS_ERROR_STRUCTURE,
                            "%s: the start of column %lld decreases; expected a CSC matrix", name,
                            (long long)j + 1);
        }
    }
    return DLS_OK;
}

dls_error dls_view_check(dls_view A, const char *name, dls_fault *fault)
{
    dls_error error = check_starts(A, name, fault);
    for (dls_int j = 0; !error && j < A.cols; j++) {
        dls_int previous = -1;
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            if (A.i[k] <= previous || A.i[k] >= A.rows) {
                return dls_fail(fault, DLS_ERROR_STRUCTURE,
                                "%s: rows of column %lld are out of range or not increasing", name,
                                (long long)j + 1);
            }
            if (!isfinite(A.x[k])) {
                return dls_fail(fault, DLS_ERROR_NOT_FINITE,
                                "%s(%lld,%lld) is %g; expected finite numbers", name,
                                (long long)A.i[k] + 1, (long long)j + 1, A.x[k]);
            }
            previous = A.i[k];
        }
    }
    return error;
}

dls_error dls_view_check_as(dls_view A, const char *name, dls_int rows, dls_int cols,
                            dls_fault *fault)
{
    if (A.rows != rows || A.cols != cols) {
        return dls_fail(fault, DLS_ERROR_DIMENSION, "%s is %lld-by-%lld; expected %lld-by-%lld",
                        name, (long long)A.rows, (long long)A.cols, (long long)rows,
                        (long long)cols);
    }
    return dls_view_check(A, name, fault);
}
