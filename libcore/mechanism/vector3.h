/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors in space, and frames: R[k] is the image of axis k. */
#ifndef DLS_VECTOR3_H
#define DLS_VECTOR3_H

#include <math.h>

static inline double dls_dot3(const double *x, const double *y)
{
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

static inline void dls_cross3(const double *x, const double *y, double *z)
{
    double a = x[1] * y[2] - x[2] * y[1], b = x[2] * y[0] - x[0] * y[2];
    z[2] = x[0] * y[1] - x[1] * y[0];
    z[0] = a;
    z[1] = b;
}

/* z = x + alpha y */
static inline void dls_add3(const double *x, double alpha, const double *y, double *z)
{
    for (int k = 0; k < 3; k++) {
        z[k] = x[k] + alpha * y[k];
    }
}

static inline void dls_scale3(double alpha, const double *x, double *y)
{
    for (int k = 0; k < 3; k++) {
        y[k] = alpha * x[k];
    }
}

static inline double dls_length3(const double *x)
{
    return sqrt(dls_dot3(x, x));
}

/* y = R x, and y = R'x; y is not x */
static inline void dls_turn3(const double (*R)[3], const double *x, double *y)
{
    for (int k = 0; k < 3; k++) {
        y[k] = R[0][k] * x[0] + R[1][k] * x[1] + R[2][k] * x[2];
    }
}

static inline void dls_turn_back3(const double (*R)[3], const double *x, double *y)
{
    for (int k = 0; k < 3; k++) {
        y[k] = dls_dot3(R[k], x);
    }
}

#endif
