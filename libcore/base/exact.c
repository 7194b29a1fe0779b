/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums of products in twice the working precision, with a bound on what is still lost. A product is
   p + e without error (e by fma), so is a sum of two numbers (two_sum); high takes the rounded sum
   and low the errors. With u = eps/2, n terms and S = sum |x(k) y(k)| the rounded result obeys
     |value - sum x(k) y(k)| <= u |value| + gamma_n^2 S,   gamma_n = n u / (1 - n u),
   (Ogita, Rump, Oishi, Accurate sum and dot product, 2005); a product that underflows loses at most
   the smallest positive number. The bound takes eps for u: that covers its own roundings. */
#include "base/base.h"
#include "base/cpus.h"
#include <float.h>
#include <math.h>

/* fma is an instruction of the machine, or a function. */
#define WITH_FMA DLS_FOR_CPUS("default", "fma")

__attribute__((always_inline)) static inline void add(dls_exact *sum, double x, double y)
{
    double p = x * y, e = fma(x, y, -p);
    double high = sum->high + p, t = high - sum->high;
    sum->low += (sum->high - (high - t)) + (p - t) + e;
    sum->high = high;
    sum->size += fabs(p);
    sum->count++;
}

WITH_FMA
void dls_exact_add(dls_exact *sum, double x, double y)
{
    add(sum, x, y);
}

double dls_exact_value(const dls_exact *sum, double *bound)
{
    double value = sum->high + sum->low, gamma = (double)sum->count * DLS_EPS;
    double lost = DLS_EPS * fabs(value) + gamma * gamma * sum->size;
    *bound = isfinite(value) ? lost + 2 * (double)sum->count * DBL_TRUE_MIN : INFINITY;
    return value;
}

WITH_FMA
double dls_exact_dot(dls_int n, const double *x, const double *y, double *bound)
{
    dls_exact sum = {0};
    for (dls_int k = 0; k < n; k++) {
        add(&sum, x[k], y[k]);
    }
    return dls_exact_value(&sum, bound);
}

WITH_FMA
void dls_exact_product(dls_view A, const double *x, dls_exact *sum)
{
    for (dls_int j = 0; j < A.cols; j++) {
        for (dls_int k = A.p[j]; x[j] != 0 && k < A.p[j + 1]; k++) {
            add(&sum[A.i[k]], A.x[k], x[j]);
        }
    }
}

WITH_FMA
void dls_exact_column(dls_view A, dls_int j, const double *y, dls_exact *sum)
{
    dls_exact local = *sum; /* in registers */
    for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
        add(&local, A.x[k], y[A.i[k]]);
    }
    *sum = local;
}

void dls_exact_transposed(dls_view A, const double *y, dls_exact *sum)
{
    for (dls_int j = 0; j < A.cols; j++) {
        dls_exact_column(A, j, y, &sum[j]);
    }
}
