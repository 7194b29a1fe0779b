/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sparse kernel and a solution of A x = b, by the pivots of the simplex method. */
#include <math.h>

#include "range/simplex.h"

/* Append S.x, in the caller's units and divided by its entry j, as column c of K. */
static bool append_kernel(const dls_simplex *S, dls_int j, dls_int c, dls_mat *K, dls_int *room)
{
    static const double NEGLIGIBLE = 1e-12;
    dls_int count = K->p[c];
    if (!dls_mat_grow(K, room, count + S->m)) {
        return false;
    }
    double most = dls_largest(S->m, S->x);
    for (dls_int k = 0; k < S->m; k++) {
        if (fabs(S->x[k]) > NEGLIGIBLE * most) {
            K->i[count] = k;
            K->x[count++] = S->x[k] * (S->C[k] / S->C[j]);
        }
    }
    K->p[c + 1] = count;
    return true;
}

/* All of K from the last basis. *worst: largest entry of A K, in scaled data. */
static bool kernel_columns(dls_simplex *S, const bool *skipped, dls_mat *K, dls_int *room,
                           double *worst)
{
    bool ready = true;
    *worst = 0;
    K->cols = 0;
    for (dls_int j = 0; ready && j < S->m; j++) {
        if (skipped[j]) {
            dls_range_simplex_enter(S, j);
            dls_zero(S->n, S->r);
            dls_mul(dls_see(&S->A), 1, S->x, S->r);
            *worst = fmax(*worst, dls_largest(S->n, S->r));
            ready = append_kernel(S, j, K->cols++, K, room);
        }
    }
    return ready;
}

typedef struct {
    dls_pool pool;
    dls_simplex S;
    dls_view A;
    dls_int m;
    bool *free, *skipped; /* m: all; columns that depend on others */
} columns;

static void lay_out(void *object, dls_room *room)
{
    columns *L = object;
    L->free = DLS_TAKE(room, bool, L->m);
    L->skipped = DLS_TAKE(room, bool, L->m);
    dls_range_simplex_take(room, &L->S, L->A);
}

/* x, K and what remains, of a basis that all columns have tried to enter. */
static dls_error read_kernel(columns *L, double *x, dls_mat *K, double *left, dls_fault *fault)
{
    dls_simplex *S = &L->S;
    static const double ACCURATE = 1e-12; /* entries of A K; else once more from a fresh inverse */
    double worst = INFINITY;
    dls_int room = 0;
    dls_error error = dls_mat_new(K, L->m, L->m, 0) ? DLS_OK : dls_fail_memory(fault);
    for (int round = 0; !error && round < 2 && worst > ACCURATE; round++) {
        if (round > 0 && !dls_range_simplex_refactor(S)) {
            break;
        }
        error = kernel_columns(S, L->skipped, K, &room, &worst) ? DLS_OK : dls_fail_memory(fault);
    }
    *left = 0;
    for (dls_int i = 0; i < S->n; i++) {
        *left = dls_simplex_artificial(S, i) ? fmax(*left, fabs(S->xb[i])) : *left;
    }
    dls_range_simplex_point(S);
    for (dls_int j = 0; j < L->m; j++) {
        x[j] = S->size * S->C[j] * S->x[j];
    }
    return error;
}

dls_error dls_range_kernel(dls_view A, const double *b, double *x, dls_view *kernel, double *left,
                           dls_fault *fault)
{
    dls_mat K = {0};
    columns L = {.A = A, .m = A.cols};
    *kernel = (dls_view){0};
    dls_error error = dls_view_check(A, "A", fault);
    if (error) {
        return error;
    }
    error = dls_pool_make(&L.pool, lay_out, &L) ? DLS_OK : dls_fail_memory(fault);
    for (dls_int j = 0; !error && j < L.m; j++) {
        L.free[j] = true;
    }
    if (!error) {
        dls_range_simplex_load(&L.S, A, L.free);
        dls_range_simplex_start(&L.S, b);
    }
    for (dls_int j = 0; !error && j < L.m; j++) {
        L.skipped[j] = !dls_range_simplex_enter(&L.S, j);
    }
    error = error ? error : read_kernel(&L, x, &K, left, fault);
    if (error) {
        dls_mat_free(&K);
    } else {
        *kernel = dls_see(&K);
    }
    dls_pool_free(&L.pool);
    return error;
}

void dls_range_kernel_free(dls_view *kernel)
{
    dls_mat K = {kernel->rows, kernel->cols, (dls_int *)kernel->p, (dls_int *)kernel->i,
                 (double *)kernel->x};
    dls_mat_free(&K);
    *kernel = (dls_view){0};
}
