/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Products and norms of woven vectors. */
#include "sparse/lanes.h"

#include <math.h>

typedef int64_t bits __attribute__((vector_size(4 * sizeof(int64_t)), aligned(8), may_alias));
#define SIZES(row) ((dls_half_row)((bits)(row)&INT64_MAX)) /* |row(c)| */

DLS_FOR_EACH_CPU
static void set_mul_t(dls_view A, const double *X, double *Y)
{
    for (dls_int j = 0; j < A.cols; j++) {
        dls_half_row sum[2] = {{0}};
        for (dls_int k = A.p[j], end = A.p[j + 1]; k < end; k++) {
            DLS_EACH_HALF
            {
                sum[h] += A.x[k] * DLS_ROW_OF(X, A.i[k], h);
            }
        }
        DLS_EACH_HALF
        {
            DLS_ROW(Y, j, h) = sum[h];
        }
    }
}

void dls_set_mul_t_many(dls_view A, int width, const double *X, double *Y)
{
    if (width == 1) {
        dls_set_mul_t(A, X, Y);
    } else {
        set_mul_t(A, X, Y);
    }
}

DLS_FOR_EACH_CPU
static void residual_t(dls_view A, double sign, const double *X, const double *B, double *R,
                       double *scale)
{
    for (dls_int j = 0; j < A.cols; j++) {
        dls_half_row sum[2] = {{0}}, size[2] = {{0}};
        for (dls_int k = A.p[j], end = A.p[j + 1]; k < end; k++) {
            DLS_EACH_HALF
            {
                dls_half_row term = A.x[k] * DLS_ROW_OF(X, A.i[k], h);
                sum[h] += term;
                size[h] += SIZES(term);
            }
        }
        DLS_EACH_HALF
        {
            DLS_ROW(R, j, h) = B ? sign * sum[h] + DLS_ROW_OF(B, j, h) : sign * sum[h];
            DLS_ROW(scale, j, h) = size[h];
        }
    }
}

void dls_residual_t_many(dls_view A, double sign, int width, const double *X, const double *B,
                         double *R, double *scale)
{
    if (width == 1) {
        dls_residual_t(A, sign, X, B, R, scale);
    } else {
        residual_t(A, sign, X, B, R, scale);
    }
}

DLS_FOR_EACH_CPU
static void add_mul(dls_view A, const double *X, double *Y)
{
    for (dls_int j = 0; j < A.cols; j++) {
        const dls_half_row x[] = {DLS_ROW_OF(X, j, 0), DLS_ROW_OF(X, j, 1)};
        for (dls_int k = A.p[j], end = A.p[j + 1]; k < end; k++) {
            DLS_EACH_HALF
            {
                DLS_ROW(Y, A.i[k], h) += A.x[k] * x[h];
            }
        }
    }
}

void dls_set_mul_many(dls_view A, int width, const double *X, double *Y)
{
    dls_zero(width * A.rows, Y);
    if (width == 1) {
        dls_mul(A, 1, X, Y);
    } else {
        add_mul(A, X, Y);
    }
}

DLS_FOR_EACH_CPU
static void dot(dls_int n, const double *X, const double *Y, double *out)
{
    dls_half_row even[2] = {{0}}, odd[2] = {{0}};
    dls_int k = 0;
    for (; k + 1 < n; k += 2) {
        DLS_EACH_HALF
        {
            even[h] += DLS_ROW_OF(X, k, h) * DLS_ROW_OF(Y, k, h);
            odd[h] += DLS_ROW_OF(X, k + 1, h) * DLS_ROW_OF(Y, k + 1, h);
        }
    }
    DLS_EACH_HALF
    {
        if (k < n) {
            even[h] += DLS_ROW_OF(X, k, h) * DLS_ROW_OF(Y, k, h);
        }
        DLS_ROW(out, 0, h) = even[h] + odd[h];
    }
}

void dls_dot_many(int width, dls_int n, const double *X, const double *Y, double *out)
{
    if (width == 1) {
        *out = dls_dot(n, X, Y);
    } else {
        dot(n, X, Y, out);
    }
}

/* Bits of all numbers together: 0 where they are zero */
DLS_FOR_EACH_CPU
static void collect_bits(dls_int n, const double *X, int64_t *out)
{
    bits any[2] = {{0}};
    for (dls_int k = 0; k < n; k++) {
        DLS_EACH_HALF
        {
            any[h] |= (bits)DLS_ROW_OF(X, k, h) & INT64_MAX;
        }
    }
    DLS_EACH_HALF
    {
        ((bits *)out)[h] = any[h];
    }
}

/* |X(:,c)| where its square is too small or too large to be added up */
static double norm_of(dls_int n, const double *X)
{
    double most = 0, sum = 0;
    for (dls_int k = 0; k < n; k++) {
        most = fmax(most, fabs(X[DLS_LANES * k]));
    }
    for (dls_int k = 0; k < n; k++) {
        double t = X[DLS_LANES * k] / most;
        sum += t * t;
    }
    return isinf(most) ? most : most * sqrt(sum);
}

void dls_norm_many(int width, dls_int n, const double *X, double *out)
{
    if (width == 1) {
        *out = dls_norm(n, X);
        return;
    }
    int64_t any[DLS_LANES];
    bool all = true;
    dls_dot_many(width, n, X, X, out);
    for (int c = 0; c < DLS_LANES; c++) {
        all = all && dls_is_safe(out[c]);
    }
    if (!all) {
        collect_bits(n, X, any);
    }
    for (int c = 0; c < DLS_LANES; c++) {
        bool fits = all || dls_is_safe(out[c]) || isnan(out[c]);
        out[c] = fits ? sqrt(out[c]) : any[c] ? norm_of(n, X + c) : 0;
    }
}

DLS_FOR_EACH_CPU
static void axpy(dls_int n, const double *alpha, const double *X, double *Y)
{
    const dls_half_row factor[] = {DLS_ROW_OF(alpha, 0, 0), DLS_ROW_OF(alpha, 0, 1)};
    for (dls_int k = 0; k < n; k++) {
        DLS_EACH_HALF
        {
            DLS_ROW(Y, k, h) += factor[h] * DLS_ROW_OF(X, k, h);
        }
    }
}

void dls_axpy_many(int width, dls_int n, const double *alpha, const double *X, double *Y)
{
    if (width == 1) {
        dls_axpy(n, *alpha, X, Y);
    } else {
        axpy(n, alpha, X, Y);
    }
}

DLS_FOR_EACH_CPU
static void xpay(dls_int n, const double *X, const double *alpha, double *Y)
{
    const dls_half_row factor[] = {DLS_ROW_OF(alpha, 0, 0), DLS_ROW_OF(alpha, 0, 1)};
    for (dls_int k = 0; k < n; k++) {
        DLS_EACH_HALF
        {
            DLS_ROW(Y, k, h) = DLS_ROW_OF(X, k, h) + factor[h] * DLS_ROW_OF(Y, k, h);
        }
    }
}

void dls_xpay_many(int width, dls_int n, const double *X, const double *alpha, double *Y)
{
    if (width == 1) {
        dls_xpay(n, X, *alpha, Y);
    } else {
        xpay(n, X, alpha, Y);
    }
}

DLS_FOR_EACH_CPU
static void scale_rows(dls_int n, double alpha, const double *s, const double *X, double *Y)
{
    for (dls_int k = 0; k < n; k++) {
        DLS_EACH_HALF
        {
            DLS_ROW(Y, k, h) = 0 + alpha * s[k] * DLS_ROW_OF(X, k, h);
        }
    }
}

void dls_scale_rows(int width, dls_int n, double alpha, const double *s, const double *X, double *Y)
{
    if (width > 1) {
        scale_rows(n, alpha, s, X, Y);
    }
    for (dls_int k = 0; width == 1 && k < n; k++) {
        Y[k] = 0 + alpha * s[k] * X[k];
    }
}

void dls_weave(int width, int count, dls_int n, const double *x, double *X)
{
    if (count < width) {
        dls_zero(width * n, X);
    }
    for (dls_int k = 0; k < n; k++) {
        for (int c = 0; c < count; c++) {
            X[width * k + c] = x[c * n + k];
        }
    }
}

void dls_unweave(int width, int count, dls_int n, const double *X, double *x)
{
    for (dls_int k = 0; k < n; k++) {
        for (int c = 0; c < count; c++) {
            x[c * n + k] = X[width * k + c];
        }
    }
}
