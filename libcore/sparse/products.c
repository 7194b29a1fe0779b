/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Products and norms of sparse matrices. */
#include <math.h>

#include "sparse/sparse.h"

void dls_mul(dls_view A, double alpha, const double *x, double *y)
{
    for (dls_int j = 0; j < A.cols; j++) {
        double t = alpha * x[j];
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            y[A.i[k]] += A.x[k] * t;
        }
    }
}

void dls_mul_t(dls_view A, double alpha, const double *x, double *y)
{
    for (dls_int j = 0; j < A.cols; j++) {
        double sum = 0;
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            sum += A.x[k] * x[A.i[k]];
        }
        y[j] += alpha * sum;
    }
}

void dls_set_mul_t(dls_view A, const double *x, double *y)
{
    for (dls_int j = 0; j < A.cols; j++) {
        double sum = 0;
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            sum += A.x[k] * x[A.i[k]];
        }
        y[j] = sum;
    }
}

void dls_mul_t_exactly(dls_view A, const double *x, double *y)
{
    for (dls_int j = 0; j < A.cols; j++) {
        dls_exact sum = {0};
        dls_exact_column(A, j, x, &sum);
        y[j] = sum.high + sum.low;
    }
}

void dls_mul_t_abs(dls_view A, const double *x, double *y)
{
    for (dls_int j = 0; j < A.cols; j++) {
        double sum = 0;
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            sum += fabs(A.x[k] * x[A.i[k]]);
        }
        y[j] = sum;
    }
}

void dls_residual_t(dls_view A, double sign, const double *x, const double *b, double *r,
                    double *scale)
{
    for (dls_int j = 0; j < A.cols; j++) {
        double sum = 0, size = 0;
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            double product = A.x[k] * x[A.i[k]];
            sum += product;
            size += fabs(product);
        }
        r[j] = b[j] + sign * sum;
        scale[j] = size;
    }
}

void dls_column_lengths(dls_view A, double *lengths)
{
    for (dls_int j = 0; j < A.cols; j++) {
        lengths[j] = dls_norm(A.p[j + 1] - A.p[j], A.x + A.p[j]);
    }
}

double dls_max_abs(dls_view A)
{
    double largest = 0;
    for (dls_int k = 0; k < dls_entries(A); k++) {
        largest = fmax(largest, fabs(A.x[k]));
    }
    return largest;
}

double dls_frobenius(dls_view A)
{
    return dls_norm(dls_entries(A), A.x);
}
