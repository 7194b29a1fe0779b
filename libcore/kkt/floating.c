/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The accelerations that nothing determines, ker M cap ker G'. Neither they nor the rank of M
   depend on the units of the coordinates, so that both are found for D M D and D G with unit
   inertias: grams beside tonnes are no rounding errors. */
#include <math.h>
#include <stdlib.h>

#include "kkt/kkt.h"

/* For D M D and [D M D; G' D], where no measurement errors are expected. */
static const double STRICT_CEILING = 1e-9;

/* d[i] = 1/sqrt (M(i,i)), a power of two; 0 where inertias are 1e20 times smaller than others. */
static void inertia_units(dls_view M, double *d)
{
    static const double NO_INERTIA = 1e-20;
    double least = NO_INERTIA * dls_max_abs(M);
    for (dls_int j = 0; j < M.cols; j++) {
        d[j] = 0;
        for (dls_int k = M.p[j]; k < M.p[j + 1]; k++) {
            if (M.i[k] == j && M.x[k] > least) {
                d[j] = dls_power2(1 / sqrt(M.x[k]));
            }
        }
    }
}

/* Coordinates without inertia, in which constraints have gradients of the size of the others:
   unit rows of D G, its columns measured by the coordinates with inertia. sum: n zeros. */
static void massless_units(dls_view G, double *d, double *sum)
{
    for (dls_int j = 0; j < G.cols; j++) {
        double length = 0, raw = 0;
        for (dls_int k = G.p[j]; k < G.p[j + 1]; k++) {
            length = hypot(length, d[G.i[k]] * G.x[k]);
            raw = hypot(raw, G.x[k]);
        }
        length = length > 0 ? length : raw;
        for (dls_int k = G.p[j]; k < G.p[j + 1]; k++) {
            if (length > 0) {
                sum[G.i[k]] = hypot(sum[G.i[k]], G.x[k] / length);
            }
        }
    }
    for (dls_int i = 0; i < G.rows; i++) {
        if (d[i] == 0) {
            d[i] = sum[i] > 0 ? dls_power2(1 / sum[i]) : 1;
        }
    }
}

/* B = D G with unit columns */
static void scale_gradients(const double *d, dls_mat *B)
{
    for (dls_int j = 0; j < B->cols; j++) {
        double length = 0;
        for (dls_int k = B->p[j]; k < B->p[j + 1]; k++) {
            B->x[k] *= d[B->i[k]];
            length = hypot(length, B->x[k]);
        }
        for (dls_int k = B->p[j]; k < B->p[j + 1]; k++) {
            B->x[k] /= length > 0 ? length : 1;
        }
    }
}

/* The two blocks and D; rows of A without inertia are zero. */
static bool scaled(dls_view M, dls_view G, dls_mat *A, dls_mat *B, double *d)
{
    double *sum = DLS_NEW(double, M.cols);
    bool ready = sum && dls_mat_copy(A, M) && dls_mat_copy(B, G);
    if (ready) {
        inertia_units(M, d);
        for (dls_int j = 0; j < A->cols; j++) {
            for (dls_int k = A->p[j]; k < A->p[j + 1]; k++) {
                A->x[k] *= d[A->i[k]] * d[j];
            }
        }
        massless_units(G, d, sum);
        scale_gradients(d, B);
    }
    dls_free(sum);
    return ready;
}

/* A + B B' has a null vector exactly in ker A cap ker B'; its Cholesky factor then meets a pivot of
   the size of rounding. Large pivots settle the question at a fraction of the price of Q R. */
static dls_error clearly_positive(const dls_blocks *S, bool *positive, dls_fault *fault)
{
    static const double LARGE_PIVOT = 1e-6, SPARSE_ENOUGH = 10;
    double data = (double)(dls_entries(S->A) + dls_entries(S->B) + S->A.cols);
    dls_mat E = {0};
    dls_linsys *chol = NULL;
    *positive = false;
    if (dls_normal_bound(S) > SPARSE_ENOUGH * data) {
        return DLS_OK;
    }
    bool ready = dls_normal_pattern(S, &E) && dls_normal_values(S, 0, 1, &E);
    dls_error error = ready ? dls_linsys_create(&chol, &dls_cholesky, dls_see(&E), 0, fault)
                            : dls_fail_memory(fault);
    if (!error) {
        error = dls_linsys_factor(chol, dls_see(&E), fault);
        *positive = !error && chol->pivot_min > LARGE_PIVOT;
    }
    dls_linsys_free(chol);
    dls_mat_free(&E);
    return error == DLS_ERROR_NUMERICAL ? DLS_OK : error;
}

/* Columns of Z back in the caller's coordinates, the entry of the dependent one is 1 again. */
static bool in_given_units(const dls_rank *rank, const double *d, dls_mat *Z)
{
    bool *dependent = DLS_NEW(bool, rank->R.cols);
    if (!dependent) {
        return false;
    }
    for (dls_int k = rank->rank; k < rank->R.cols; k++) {
        dependent[rank->order[k]] = true;
    }
    for (dls_int c = 0; c < Z->cols; c++) {
        double unit = 1;
        for (dls_int k = Z->p[c]; k < Z->p[c + 1]; k++) {
            unit = dependent[Z->i[k]] ? d[Z->i[k]] : unit;
        }
        for (dls_int k = Z->p[c]; k < Z->p[c + 1]; k++) {
            Z->x[k] *= d[Z->i[k]] / unit;
        }
    }
    dls_free(dependent);
    return true;
}

/* ker [A; B'] by Q R */
static dls_error floating_kernel(const dls_blocks *S, const double *d, dls_mat *kernel,
                                 dls_fault *fault)
{
    dls_rank_rule rule = {0, STRICT_CEILING, -1, false};
    dls_mat stacked = {0};
    dls_rank rank = {0};
    bool ready = dls_stack(S->A, S->Bt, &stacked);
    dls_error error =
        ready ? dls_rank_reveal(dls_see(&stacked), rule, &rank, fault) : dls_fail_memory(fault);
    error = error ? error : dls_rank_kernel(&rank, 1e9, kernel, fault);
    if (!error && (!kernel->p || !in_given_units(&rank, d, kernel))) {
        dls_mat_free(kernel);
        error = dls_fail_memory(fault);
    }
    dls_rank_free(&rank);
    dls_mat_free(&stacked);
    return error;
}

dls_error dls_floating_find(dls_view M, dls_view G, dls_mat *kernel, dls_int *rank_mass,
                            dls_fault *fault)
{
    dls_mat A = {0}, B = {0}, Bt = {0};
    dls_rank_rule rule = {0, STRICT_CEILING, -1, false};
    dls_rank mass = {0};
    bool unique = false;
    double *d = DLS_NEW(double, M.cols);
    bool ready = d && scaled(M, G, &A, &B, d) && dls_mat_transpose(&Bt, dls_see(&B), NULL);
    dls_blocks S = {dls_see(&A), dls_see(&B), dls_see(&Bt)};
    dls_error error = ready ? clearly_positive(&S, &unique, fault) : dls_fail_memory(fault);
    if (!error && unique) {
        error = dls_mat_new(kernel, M.cols, 0, 0) ? DLS_OK : dls_fail_memory(fault);
    } else if (!error) {
        error = floating_kernel(&S, d, kernel, fault);
    }
    error = error ? error : dls_rank_reveal(dls_see(&A), rule, &mass, fault);
    if (!error) {
        *rank_mass = mass.rank;
    }
    dls_rank_free(&mass);
    dls_mat_free(&A);
    dls_mat_free(&B);
    dls_mat_free(&Bt);
    dls_free(d);
    return error;
}
