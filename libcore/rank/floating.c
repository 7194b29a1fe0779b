/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The accelerations that nothing determines, ker M cap ker G'. Neither they nor the rank of M
   depend on the units of the coordinates, so that both are found for D M D and D G with unit
   inertias (units.c): grams beside tonnes are no rounding errors. */
#include <math.h>
#include <stdlib.h>

#include "rank/rank.h"

/* For D M D and [D M D; G' D], where no measurement errors are expected. */
static const double STRICT_CEILING = 1e-9;

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

/* The two blocks D M D and D G; rows of A without inertia are zero. */
static bool scaled(dls_view M, dls_view G, const double *d, dls_mat *A, dls_mat *B)
{
    bool ready = dls_mat_copy(A, M) && dls_mat_copy(B, G);
    if (ready) {
        dls_mat_scale(A, d, d);
        scale_gradients(d, B);
    }
    return ready;
}

/* A + B B' has a null vector exactly in ker A cap ker B'; its Cholesky factor then meets a pivot of
   the size of rounding. Large pivots settle the question at a fraction of the price of Q R. */
static dls_error clearly_positive(const dls_blocks *S, bool *positive, double *gap,
                                  dls_fault *fault)
{
    static const double LARGE_PIVOT = 1e-6, SPARSE_ENOUGH = 10;
    double data = (double)(dls_entries(S->A) + dls_entries(S->B) + S->A.cols);
    dls_mat E = {0};
    dls_linsys *chol = NULL;
    *positive = false;
    if (dls_rank_normal_bound(S) > SPARSE_ENOUGH * data) {
        return DLS_OK;
    }
    bool ready = dls_rank_normal_pattern(S, &E) && dls_rank_normal_values(S, 0, 1, &E);
    dls_error error = ready ? dls_linsys_create(&chol, &dls_linsys_cholesky, dls_see(&E), 0, fault)
                            : dls_fail_memory(fault);
    if (!error) {
        error = dls_linsys_factor(chol, dls_see(&E), fault);
        *positive = !error && chol->pivot_min > LARGE_PIVOT;
        *gap = S->A.cols > 0 ? sqrt(chol->pivot_min) / DLS_EPS : INFINITY;
    }
    dls_linsys_free(chol);
    dls_mat_free(&E);
    return error == DLS_ERROR_NUMERICAL ? DLS_OK : error;
}

/* Of A alone: then all of it is decided. Otherwise by Q R. */
static dls_error rank_of_mass(dls_view A, dls_redundancy_report *report, dls_fault *fault)
{
    dls_rank_rule rule = {0, STRICT_CEILING, -1, false};
    dls_rank mass = {0};
    dls_mat none = {0}, none_t = {0};
    bool regular = false;
    bool ready = dls_mat_new(&none, A.cols, 0, 0) && dls_mat_new(&none_t, 0, A.cols, 0);
    dls_blocks S = {A, dls_see(&none), dls_see(&none_t)};
    dls_error error =
        ready ? clearly_positive(&S, &regular, &report->gap_mass, fault) : dls_fail_memory(fault);
    report->rank_mass = A.cols;
    if (!error && !regular) {
        error = dls_rank_reveal(A, rule, &mass, fault);
        report->rank_mass = mass.rank;
        report->gap_mass = mass.gap;
    }
    dls_rank_free(&mass);
    dls_mat_free(&none);
    dls_mat_free(&none_t);
    return error;
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
static dls_error floating_kernel(const dls_blocks *S, const double *d, dls_mat *kernel, double *gap,
                                 dls_fault *fault)
{
    static const double MOST = 1e9; /* entries of the kernel */
    dls_rank_rule rule = {0, STRICT_CEILING, -1, false};
    dls_mat stacked = {0};
    dls_rank rank = {0};
    bool ready = dls_stack(S->A, S->Bt, &stacked);
    dls_error error =
        ready ? dls_rank_reveal(dls_see(&stacked), rule, &rank, fault) : dls_fail_memory(fault);
    error = error ? error : dls_rank_kernel(&rank, MOST, kernel, fault);
    if (!error && (!kernel->p || !in_given_units(&rank, d, kernel))) {
        dls_mat_free(kernel);
        error = dls_fail_memory(fault);
    }
    *gap = rank.gap;
    dls_rank_free(&rank);
    dls_mat_free(&stacked);
    return error;
}

dls_error dls_rank_floating(dls_view M, dls_view G, const double *units, dls_mat *kernel,
                            dls_redundancy_report *report, dls_fault *fault)
{
    dls_mat A = {0}, B = {0}, Bt = {0};
    bool unique = false;
    bool ready = scaled(M, G, units, &A, &B) && dls_mat_transpose(&Bt, dls_see(&B), NULL);
    dls_blocks S = {dls_see(&A), dls_see(&B), dls_see(&Bt)};
    dls_error error = ready ? rank_of_mass(S.A, report, fault) : dls_fail_memory(fault);
    if (!error && report->rank_mass == M.cols) {
        report->gap_all = report->gap_mass;
        unique = true;
    } else if (!error) {
        error = clearly_positive(&S, &unique, &report->gap_all, fault);
    }
    if (!error && unique) {
        error = dls_mat_new(kernel, M.cols, 0, 0) ? DLS_OK : dls_fail_memory(fault);
    } else if (!error) {
        error = floating_kernel(&S, units, kernel, &report->gap_all, fault);
    }
    dls_mat_free(&A);
    dls_mat_free(&B);
    dls_mat_free(&Bt);
    return error;
}
