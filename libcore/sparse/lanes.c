/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Products and norms of woven vectors. */
#include "sparse/lanes.h"

#include <math.h>

typedef int64_t bits __attribute__((vector_size(8 * sizeof(int64_t)), aligned(8), may_alias));
#define SIZES(row) ((dls_lane_row)((bits)(row)&INT64_MAX)) /* |row(c)| */

DLS_FOR_EACH_CPU
static void set_mul_t(dls_view A, const dls_lane_row *X, dls_lane_row *Y)
{
    for (dls_int j = 0; j < A.cols; j++) {
        dls_lane_row sum = {0};
        for (dls_int k = A.p[j], end = A.p[j + 1]; k < end; k++) {
            sum += A.x[k] * X[A.i[k]];
        }
        Y[j] = sum;
    }
}

void dls_set_mul_t_many(dls_view A, int width, const double *X, double *Y)
{
    if (width == 1) {
        dls_set_mul_t(A, X, Y);
    } else {
        set_mul_t(A, (const dls_lane_row *)X, (dls_lane_row *)Y);
    }
}

DLS_FOR_EACH_CPU
static void residual_t(dls_view A, double sign, const dls_lane_row *X, const dls_lane_row *B,
                       dls_lane_row *R, dls_lane_row *scale)
{
    for (dls_int j = 0; j < A.cols; j++) {
        dls_lane_row sum = {0}, size = {0};
        for (dls_int k = A.p[j], end = A.p[j + 1]; k < end; k++) {
            dls_lane_row term = A.x[k] * X[A.i[k]];
            sum += term;
            size += SIZES(term);
        }
        R[j] = B ? sign * sum + B[j] : sign * sum;
        scale[j] = size;
    }
}

void dls_residual_t_many(dls_view A, double sign, int width, const double *X, const double *B,
                         double *R, double *scale)
{
    if (width == 1) {
        dls_residual_t(A, sign, X, B, R, scale);
    } else {
        residual_t(A, sign, (const dls_lane_row *)X, (const dls_lane_row *)B, (dls_lane_row *)R,
                   (dls_lane_row *)scale);
    }
}

DLS_FOR_EACH_CPU
static void add_mul(dls_view A, const dls_lane_row *X, dls_lane_row *Y)
{
    for (dls_int j = 0; j < A.cols; j++) {
        const dls_lane_row x = X[j];
        for (dls_int k = A.p[j], end = A.p[j + 1]; k < end; k++) {
            Y[A.i[k]] += A.x[k] * x;
        }
    }
}

void dls_set_mul_many(dls_view A, int width, const double *X, double *Y)
{
    dls_zero(width * A.rows, Y);
    if (width == 1) {
        dls_mul(A, 1, X, Y);
    } else {
        add_mul(A, (const dls_lane_row *)X, (dls_lane_row *)Y);
    }
}

DLS_FOR_EACH_CPU
static void dot(dls_int n, const dls_lane_row *X, const dls_lane_row *Y, double *out)
{
    dls_lane_row even = {0}, odd = {0};
    dls_int k = 0;
    for (; k + 1 < n; k += 2) {
        even += X[k] * Y[k];
        odd += X[k + 1] * Y[k + 1];
    }
    if (k < n) {
        even += X[k] * Y[k];
    }
    *(dls_lane_row *)out = even + odd;
}

void dls_dot_many(int width, dls_int n, const double *X, const double *Y, double *out)
{
    if (width == 1) {
        *out = dls_dot(n, X, Y);
    } else {
        dot(n, (const dls_lane_row *)X, (const dls_lane_row *)Y, out);
    }
}

/* Bits of all numbers together: 0 where they are zero */
DLS_FOR_EACH_CPU
static void collect_bits(dls_int n, const dls_lane_row *X, int64_t *out)
{
    bits any = {0};
    for (dls_int k = 0; k < n; k++) {
        any |= (bits)X[k] & INT64_MAX;
    }
    *(bits *)out = any;
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
        collect_bits(n, (const dls_lane_row *)X, any);
    }
    for (int c = 0; c < DLS_LANES; c++) {
        bool fits = all || dls_is_safe(out[c]) || isnan(out[c]);
        out[c] = fits ? sqrt(out[c]) : any[c] ? norm_of(n, X + c) : 0;
    }
}

DLS_FOR_EACH_CPU
static void axpy(dls_int n, const double *alpha, const dls_lane_row *X, dls_lane_row *Y)
{
    const dls_lane_row factor = *(const dls_lane_row *)alpha;
    for (dls_int k = 0; k < n; k++) {
        Y[k] += factor * X[k];
    }
}

void dls_axpy_many(int width, dls_int n, const double *alpha, const double *X, double *Y)
{
    if (width == 1) {
        dls_axpy(n, *alpha, X, Y);
    } else {
        axpy(n, alpha, (const dls_lane_row *)X, (dls_lane_row *)Y);
    }
}

DLS_FOR_EACH_CPU
static void xpay(dls_int n, const dls_lane_row *X, const double *alpha, dls_lane_row *Y)
{
    const dls_lane_row factor = *(const dls_lane_row *)alpha;
    for (dls_int k = 0; k < n; k++) {
        Y[k] = X[k] + factor * Y[k];
    }
}

void dls_xpay_many(int width, dls_int n, const double *X, const double *alpha, double *Y)
{
    if (width == 1) {
        dls_xpay(n, X, *alpha, Y);
    } else {
        xpay(n, (const dls_lane_row *)X, alpha, (dls_lane_row *)Y);
    }
}

DLS_FOR_EACH_CPU
static void scale_rows(dls_int n, double alpha, const double *s, const dls_lane_row *X,
                       dls_lane_row *Y)
{
    for (dls_int k = 0; k < n; k++) {
        Y[k] = 0 + alpha * s[k] * X[k];
    }
}

void dls_scale_rows(int width, dls_int n, double alpha, const double *s, const double *X, double *Y)
{
    if (width > 1) {
        scale_rows(n, alpha, s, (const dls_lane_row *)X, (dls_lane_row *)Y);
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
