/* SPDX-License-Identifier: GPL-3.0-or-later */
/* R+^l: everything is componentwise, W = diag (sqrt (s / y)). */
#include <math.h>

#include "cones/cones.h"

static double degree(const dls_cone *c)
{
    return (double)c->size;
}

static void identity(const dls_cone *c, double scale, double *x)
{
    for (dls_int i = 0; i < c->size; i++) {
        x[i] += scale;
    }
}

static double margin(const dls_cone *c, const double *x)
{
    double least = INFINITY;
    for (dls_int i = 0; i < c->size; i++) {
        least = x[i] < least ? x[i] : least;
    }
    return least;
}

static void project(const dls_cone *c, double *x)
{
    for (dls_int i = 0; i < c->size; i++) {
        x[i] = fmax(x[i], 0);
    }
}

static bool scale(dls_cone *c, const double *s, const double *y, double *lambda)
{
    bool inside = true;
    for (dls_int i = 0; i < c->size; i++) {
        inside = inside && s[i] > 0 && y[i] > 0;
        c->w[i] = sqrt(s[i] / y[i]);
        lambda[i] = sqrt(s[i] * y[i]);
    }
    return inside;
}

static void apply(const dls_cone *c, const double *x, double *out)
{
    for (dls_int i = 0; i < c->size; i++) {
        out[i] = c->w[i] * x[i];
    }
}

static void divide(const dls_cone *c, const double *x, double *out)
{
    for (dls_int i = 0; i < c->size; i++) {
        out[i] = x[i] / c->w[i];
    }
}

static double square(const dls_cone *c, dls_int i, dls_int j)
{
    return i == j ? c->w[i] * c->w[i] : 0;
}

static void product(const dls_cone *c, const double *u, const double *v, double *out)
{
    for (dls_int i = 0; i < c->size; i++) {
        out[i] = u[i] * v[i];
    }
}

static void quotient(const dls_cone *c, const double *u, const double *v, double *out)
{
    for (dls_int i = 0; i < c->size; i++) {
        out[i] = v[i] / u[i];
    }
}

static double step(const dls_cone *c, const double *x, const double *d)
{
    double least = 0; /* of d / x: no division where nothing blocks */
    for (dls_int i = 0; i < c->size; i++) {
        least = d[i] < least * x[i] ? d[i] / x[i] : least;
    }
    return least < 0 ? -1 / least : INFINITY;
}

const dls_cone_kind dls_cones_orthant = {"orthant", true,    false,    degree, identity,
                                         margin,    project, scale,    apply,  divide,
                                         square,    product, quotient, step,   NULL};
