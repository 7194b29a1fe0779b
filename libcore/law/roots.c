/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Real roots of polynomials of small degree: those of the derivative part the line into pieces, and
   on each the polynomial is monotone. */
#include <math.h>

#include "law/law.h"

static double polynomial(int degree, const double *a, double t)
{
    double value = a[degree];
    for (int k = degree - 1; k >= 0; k--) {
        value = value * t + a[k];
    }
    return value;
}

/* The root in [lo, hi], where the polynomial is monotone and changes sign: Newton's method, kept
   inside by bisection. */
static double root_between(int degree, const double *a, const double *slope, double lo, double hi)
{
    bool rises = polynomial(degree, a, hi) > 0;
    double t = 0.5 * (lo + hi);
    for (int k = 0; k < 80; k++) {
        double value = polynomial(degree, a, t), next = t;
        if ((value > 0) == rises) {
            hi = t;
        } else {
            lo = t;
        }
        next -= value / polynomial(degree - 1, slope, t);
        next = next > lo && next < hi ? next : 0.5 * (lo + hi);
        if (fabs(next - t) <= DLS_EPS * (1 + fabs(t))) {
            return next;
        }
        t = next;
    }
    return t;
}

int dls_law_roots(int degree, const double *a, double lo, double hi, double *x)
{
    double slope[4] = {0}, turn[6], size = 0;
    if (degree == 1) {
        x[0] = -a[0] / a[1];
        return x[0] >= lo && x[0] <= hi;
    }
    for (int k = 0; k <= degree; k++) {
        size += fabs(a[k]);
    }
    for (int k = 1; k <= degree; k++) {
        slope[k - 1] = k * a[k];
    }
    int turns = dls_law_roots(degree - 1, slope, lo, hi, turn + 1), count = 0;
    turn[0] = lo;
    turn[++turns] = hi;
    double left = polynomial(degree, a, lo);
    for (int k = 1; k <= turns; k++) {
        double right = polynomial(degree, a, turn[k]);
        double reach = fmax(1, pow(fabs(turn[k]), degree));
        if (k < turns && fabs(right) <= 16 * DLS_EPS * size * reach && count < degree) {
            x[count++] = turn[k];
        } else if ((left < 0) != (right < 0) && count < degree) {
            x[count++] = root_between(degree, a, slope, turn[k - 1], turn[k]);
        }
        left = right;
    }
    return count;
}
