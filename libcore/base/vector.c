/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small vector arithmetic and the clock. */
#include <math.h>
#include <string.h>
#include <time.h>

#include "base/base.h"
#include "base/cpus.h"

double dls_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Eight partial sums, which do not wait for each other: a smaller rounding error than one, too. */
typedef double lanes __attribute__((vector_size(4 * sizeof(double)), aligned(8), may_alias));

DLS_FOR_CPUS("default", "avx2")
double dls_dot(dls_int n, const double *x, const double *y)
{
    enum { WIDTH = sizeof(lanes) / sizeof(double) };
    lanes even = {0}, odd = {0};
    double last = 0;
    dls_int k = 0;
    for (; k + 2 * WIDTH <= n; k += 2 * WIDTH) {
        even += *(const lanes *)(x + k) * *(const lanes *)(y + k);
        odd += *(const lanes *)(x + k + WIDTH) * *(const lanes *)(y + k + WIDTH);
    }
    for (; k + WIDTH <= n; k += WIDTH) {
        even += *(const lanes *)(x + k) * *(const lanes *)(y + k);
    }
    for (; k < n; k++) {
        last += x[k] * y[k];
    }
    even += odd;
    return ((even[0] + even[1]) + (even[2] + even[3])) + last;
}

double dls_norm(dls_int n, const double *x)
{
    double square = dls_dot(n, x, x);
    if (dls_is_safe(square)) {
        return sqrt(square);
    }
    double largest = dls_largest(n, x); /* rescale against underflow and overflow */
    if (!(largest > 0) || isinf(largest)) {
        return largest;
    }
    double sum = 0;
    for (dls_int k = 0; k < n; k++) {
        double t = x[k] / largest;
        sum += t * t;
    }
    return largest * sqrt(sum);
}

double dls_largest(dls_int n, const double *x)
{
    double even = 0, odd = 0, nan = 0; /* two that do not wait for each other; NaN stays */
    dls_int k = 0;
    for (; k + 1 < n; k += 2) {
        double a = fabs(x[k]), b = fabs(x[k + 1]);
        even = a > even ? a : even;
        odd = b > odd ? b : odd;
        nan = a != a || b != b ? NAN : nan;
    }
    double last = k < n ? fabs(x[k]) : 0;
    nan = last != last ? NAN : nan;
    even = last > even ? last : even;
    return nan + DLS_MAX(even, odd);
}

void dls_axpy(dls_int n, double alpha, const double *x, double *y)
{
    dls_int k = 0; /* four at a time, read before they are written: for vector registers */
    for (; k + 3 < n; k += 4) {
        double y0 = y[k] + alpha * x[k], y1 = y[k + 1] + alpha * x[k + 1];
        double y2 = y[k + 2] + alpha * x[k + 2], y3 = y[k + 3] + alpha * x[k + 3];
        y[k] = y0;
        y[k + 1] = y1;
        y[k + 2] = y2;
        y[k + 3] = y3;
    }
    for (; k < n; k++) {
        y[k] += alpha * x[k];
    }
}

void dls_xpay(dls_int n, const double *x, double alpha, double *y)
{
    dls_int k = 0;
    for (; k + 4 <= n; k += 4) {
        *(lanes *)(y + k) = *(const lanes *)(x + k) + alpha * *(const lanes *)(y + k);
    }
    for (; k < n; k++) {
        y[k] = x[k] + alpha * y[k];
    }
}

void dls_rest(dls_int n, const double *f, double sign, const double *x, double *r)
{
    dls_int k = 0;
    for (; k + 4 <= n; k += 4) {
        const lanes rest = *(const lanes *)(f + k) + sign * *(const lanes *)(r + k);
        *(lanes *)(r + k) = rest - *(const lanes *)(x + k);
    }
    for (; k < n; k++) {
        r[k] = (f[k] + sign * r[k]) - x[k];
    }
}

void dls_copy(dls_int n, const double *x, double *y)
{
    if (n > 0) {
        memcpy(y, x, (size_t)n * sizeof *x);
    }
}

void dls_zero(dls_int n, double *x)
{
    if (n > 0) {
        memset(x, 0, (size_t)n * sizeof *x);
    }
}

void dls_fill(dls_int n, double value, double *x)
{
    for (dls_int k = 0; k < n; k++) {
        x[k] = value;
    }
}

void dls_negate(dls_int n, const double *x, double *y)
{
    for (dls_int k = 0; k < n; k++) {
        y[k] = -x[k];
    }
}

double dls_unit_size(dls_int n, const double *scale, double *x)
{
    for (dls_int k = 0; k < n; k++) {
        x[k] *= scale[k];
    }
    double size = dls_power2(dls_largest(n, x));
    for (dls_int k = 0; k < n; k++) {
        x[k] /= size;
    }
    return size;
}

DLS_FOR_CPUS("default", "avx2")
bool dls_finite(dls_int n, const double *x)
{
    lanes even = {0}, odd = {0}; /* 0 * x is NaN exactly when x is not finite */
    double last = 0;
    dls_int k = 0;
    for (; k + 8 <= n; k += 8) {
        even += 0 * *(const lanes *)(x + k);
        odd += 0 * *(const lanes *)(x + k + 4);
    }
    for (; k < n; k++) {
        last += 0 * x[k];
    }
    even += odd;
    return even[0] + even[1] + even[2] + even[3] + last == 0;
}

double dls_power2(double x)
{
    if (!(x > 0) || isinf(x)) {
        return 1;
    }
    int exponent;
    frexp(x, &exponent);
    return ldexp(1.0, exponent - 1);
}

void dls_noise(dls_int n, double *x)
{
    uint64_t state = 0x9E3779B97F4A7C15u;
    for (dls_int k = 0; k < n; k++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        x[k] = (double)(int64_t)(state >> 11) / 4503599627370496.0 - 1.0;
    }
}
