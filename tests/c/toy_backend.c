/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "toy_backend.h"

#include <math.h>

typedef struct {
    dls_mat A;                      /* lower triangle */
    double *scale, *r, *z, *p, *Ap; /* n: 1 / diagonal, and the vectors of the method */
} conjugate;

static void lay_out(void *object, dls_room *room)
{
    dls_linsys *S = object;
    conjugate C = {.scale = DLS_TAKE(room, double, S->n),
                   .r = DLS_TAKE(room, double, S->n),
                   .z = DLS_TAKE(room, double, S->n),
                   .p = DLS_TAKE(room, double, S->n),
                   .Ap = DLS_TAKE(room, double, S->n)};
    dls_mat_take(room, &C.A, S->n, S->n, (dls_int)S->entries);
    conjugate *state = S->state = DLS_TAKE(room, conjugate, 1);
    if (state) {
        *state = C;
    }
}

static dls_error analyse(dls_linsys *S, dls_view A)
{
    S->entries = (double)dls_entries(A);
    if (!dls_pool_make(&S->pool, lay_out, S)) {
        return DLS_ERROR_MEMORY;
    }
    dls_mat_fill(&((conjugate *)S->state)->A, A);
    return DLS_OK;
}

/* A positive diagonal is all that is asked of A; the solution is the proof, or there is none. */
static dls_error factor(dls_linsys *S, dls_view A)
{
    conjugate *C = S->state;
    S->pivot_min = INFINITY;
    S->pivot_max = 0;
    dls_copy(dls_entries(A), A.x, C->A.x);
    for (dls_int j = 0; j < S->n; j++) {
        double d = dls_diagonal_entry(A, j);
        C->scale[j] = 1 / d;
        S->pivot_min = fmin(S->pivot_min, d);
        S->pivot_max = fmax(S->pivot_max, d);
    }
    return S->n == 0 || S->pivot_min > 0 ? DLS_OK : DLS_ERROR_NUMERICAL;
}

/* y = A x */
static void multiply(const dls_mat *A, const double *x, double *y)
{
    dls_zero(A->cols, y);
    for (dls_int j = 0; j < A->cols; j++) {
        for (dls_int k = A->p[j]; k < A->p[j + 1]; k++) {
            y[A->i[k]] += A->x[k] * x[j];
            y[j] += A->i[k] != j ? A->x[k] * x[A->i[k]] : 0;
        }
    }
}

static double precondition(const conjugate *C, dls_int n)
{
    for (dls_int k = 0; k < n; k++) {
        C->z[k] = C->scale[k] * C->r[k];
    }
    return dls_dot(n, C->z, C->r);
}

/* x += the solution for the residual of x */
static dls_error descend(dls_linsys *S, const double *b, double *x)
{
    conjugate *C = S->state;
    dls_int n = S->n;
    multiply(&C->A, x, C->Ap);
    for (dls_int k = 0; k < n; k++) {
        C->r[k] = b[k] - C->Ap[k];
    }
    double rz = precondition(C, n), first = rz;
    dls_copy(n, C->z, C->p);
    for (dls_int k = 0; k < 50 * n && rz > 1e-34 * first; k++) {
        multiply(&C->A, C->p, C->Ap);
        double curvature = dls_dot(n, C->p, C->Ap), before = rz;
        if (!(curvature > 0)) {
            return DLS_ERROR_NUMERICAL;
        }
        dls_axpy(n, rz / curvature, C->p, x);
        dls_axpy(n, -rz / curvature, C->Ap, C->r);
        rz = precondition(C, n);
        for (dls_int i = 0; i < n; i++) {
            C->p[i] = C->z[i] + rz / before * C->p[i];
        }
    }
    return DLS_OK;
}

static dls_error solve(dls_linsys *S, dls_int count, const double *b, double *x)
{
    (void)count;
    dls_zero(S->n, x);
    dls_error error = descend(S, b, x);
    return error ? error : descend(S, b, x);
}

const dls_backend toy_backend = {.name = "toy",
                                 .shape = DLS_LOWER,
                                 .definite = true,
                                 .block = 1,
                                 .price = 1,
                                 .analyse = analyse,
                                 .factor = factor,
                                 .solve = solve};
