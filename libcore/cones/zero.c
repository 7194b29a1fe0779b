/* SPDX-License-Identifier: GPL-3.0-or-later */
/* {0}, the cone of equations: s = 0, y is free, W = 0. */
#include <math.h>

#include "cones/cones.h"

static double degree(const dls_cone *c)
{
    (void)c;
    return 0;
}

static void identity(const dls_cone *c, double scale, double *x)
{
    (void)c;
    (void)scale;
    (void)x;
}

static double margin(const dls_cone *c, const double *x)
{
    (void)c;
    (void)x;
    return INFINITY;
}

static void project(const dls_cone *c, double *x)
{
    (void)c;
    (void)x;
}

static bool scale(dls_cone *c, const double *s, const double *y, double *lambda)
{
    (void)s;
    (void)y;
    dls_zero(c->size, lambda);
    return true;
}

static void nothing(const dls_cone *c, const double *x, double *out)
{
    (void)x;
    dls_zero(c->size, out);
}

static double square(const dls_cone *c, dls_int i, dls_int j)
{
    (void)c;
    (void)i;
    (void)j;
    return 0;
}

static void product(const dls_cone *c, const double *u, const double *v, double *out)
{
    (void)u;
    (void)v;
    dls_zero(c->size, out);
}

static double step(const dls_cone *c, const double *x, const double *d)
{
    (void)c;
    (void)x;
    (void)d;
    return INFINITY;
}

const dls_cone_kind dls_cones_zero = {"zero", true,    true,    degree,  identity,
                                      margin, project, scale,   nothing, nothing,
                                      square, product, product, step,    NULL};
