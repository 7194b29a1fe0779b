/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Products with up to DLS_LANES columns in one pass over the matrix. The columns are woven into
   rows of DLS_LANES numbers first: then each entry meets neighbours, and one vector register takes
   several (the loops over lanes are unrolled, or their sums would live in memory). */
#include <math.h>

#include "sparse/sparse.h"

#define EACH_LANE _Pragma("GCC unroll 8") for (dls_int c = 0; c < DLS_LANES; c++)
_Static_assert(DLS_LANES == 8, "unrolled in full");

/* lanes(8 i + c) = X(i,c) */
static void weave(dls_int rows, const double *X, double *lanes)
{
    for (dls_int i = 0; i < rows; i++) {
        EACH_LANE
        {
            lanes[DLS_LANES * i + c] = X[c * rows + i];
        }
    }
}

/* The sums of a product, one row per column of A, go where they belong. */
static void unweave(dls_int rows, const double *lanes, double *X)
{
    for (dls_int i = 0; i < rows; i++) {
        EACH_LANE
        {
            X[c * rows + i] = lanes[DLS_LANES * i + c];
        }
    }
}

/* out(8 j + c) = row(c) */
static inline void keep(const double *row, dls_int j, double *out)
{
    EACH_LANE
    {
        out[DLS_LANES * j + c] = row[c];
    }
}

void dls_set_mul_t_many(dls_view A, dls_int count, const double *X, double *Y, double *lanes)
{
    if (count == 1) {
        dls_set_mul_t(A, X, Y);
        return;
    }
    double *out = lanes + DLS_LANES * A.rows;
    weave(A.rows, X, lanes);
    for (dls_int j = 0; j < A.cols; j++) {
        double sum[DLS_LANES] = {0};
        for (dls_int k = A.p[j], end = A.p[j + 1]; k < end; k++) {
            const double a = A.x[k], *row = lanes + DLS_LANES * A.i[k];
            EACH_LANE
            {
                sum[c] += a * row[c];
            }
        }
        keep(sum, j, out);
    }
    unweave(A.cols, out, Y);
}

void dls_residual_t_many(dls_view A, double sign, dls_int count, const double *X, const double *B,
                         double *R, double *scale, double *lanes)
{
    if (count == 1) {
        dls_residual_t(A, sign, X, B, R, scale);
        return;
    }
    double *out = lanes + DLS_LANES * A.rows, *sizes = out + DLS_LANES * A.cols;
    weave(A.rows, X, lanes);
    for (dls_int j = 0; j < A.cols; j++) {
        double sum[DLS_LANES] = {0}, size[DLS_LANES] = {0};
        for (dls_int k = A.p[j], end = A.p[j + 1]; k < end; k++) {
            const double a = A.x[k], *row = lanes + DLS_LANES * A.i[k];
            EACH_LANE
            {
                double term = a * row[c];
                sum[c] += term;
                size[c] += fabs(term);
            }
        }
        EACH_LANE
        {
            sum[c] *= sign;
        }
        keep(sum, j, out);
        keep(size, j, sizes);
    }
    unweave(A.cols, out, R);
    unweave(A.cols, sizes, scale);
    dls_axpy(B ? DLS_LANES * A.cols : 0, 1, B, R);
}

void dls_set_mul_many(dls_view A, dls_int count, const double *X, double *Y, double *lanes)
{
    dls_zero(count == 1 ? A.rows : DLS_LANES * A.rows, count == 1 ? Y : lanes);
    if (count == 1) {
        dls_mul(A, 1, X, Y);
        return;
    }
    for (dls_int j = 0; j < A.cols; j++) {
        double x[DLS_LANES];
        EACH_LANE
        {
            x[c] = X[c * A.cols + j];
        }
        for (dls_int k = A.p[j], end = A.p[j + 1]; k < end; k++) {
            double a = A.x[k], *row = lanes + DLS_LANES * A.i[k], sum[DLS_LANES];
            EACH_LANE
            {
                sum[c] = row[c] + a * x[c];
            }
            EACH_LANE
            {
                row[c] = sum[c];
            }
        }
    }
    unweave(A.rows, lanes, Y);
}
