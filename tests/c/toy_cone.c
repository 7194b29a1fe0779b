/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "toy_cone.h"

#include <math.h>

void toy_turn(double *x)
{
    double a = x[0], b = x[1];
    x[0] = (a + b) * sqrt(0.5);
    x[1] = (a - b) * sqrt(0.5);
}

/* T x, the same cone in its own coordinates, and x back. */
typedef struct {
    dls_cone cone;
    double w[TOY_SIZE], x[TOY_SIZE], d[TOY_SIZE];
} turned;

static const dls_cone *turn(const dls_cone *c, const double *x, const double *d, turned *out)
{
    out->cone = *c;
    out->cone.w = out->w;
    dls_copy(c->size, c->w, out->w);
    dls_copy(x ? c->size : 0, x, out->x);
    dls_copy(d ? c->size : 0, d, out->d);
    toy_turn(out->w);
    toy_turn(out->x);
    toy_turn(out->d);
    return &out->cone;
}

static double degree(const dls_cone *c)
{
    return dls_cones_second_order.degree(c);
}

static void identity(const dls_cone *c, double scale, double *x)
{
    (void)c;
    x[0] += scale * sqrt(0.5);
    x[1] += scale * sqrt(0.5);
}

static double margin(const dls_cone *c, const double *x)
{
    turned t = {0};
    return dls_cones_second_order.margin(turn(c, x, NULL, &t), t.x);
}

static void project(const dls_cone *c, double *x)
{
    turned t = {0};
    dls_cones_second_order.project(turn(c, x, NULL, &t), t.x);
    toy_turn(t.x);
    dls_copy(c->size, t.x, x);
    x[0] += fabs(x[0]) * 4 * DLS_EPS; /* rounding of T */
    x[1] += fabs(x[1]) * 4 * DLS_EPS;
}

static bool scale(dls_cone *c, const double *s, const double *y, double *lambda)
{
    turned t = {0};
    turn(c, s, y, &t);
    bool inside = dls_cones_second_order.scale(&t.cone, t.x, t.d, lambda);
    c->eta = t.cone.eta;
    dls_copy(c->size, t.w, c->w);
    toy_turn(c->w);
    toy_turn(lambda);
    return inside;
}

static void apply(const dls_cone *c, const double *x, double *out)
{
    turned t = {0};
    dls_cones_second_order.apply(turn(c, x, NULL, &t), t.x, out);
    toy_turn(out);
}

static void divide(const dls_cone *c, const double *x, double *out)
{
    turned t = {0};
    dls_cones_second_order.divide(turn(c, x, NULL, &t), t.x, out);
    toy_turn(out);
}

/* T W^2 T, of which T mixes the first two rows and columns only */
static double square(const dls_cone *c, dls_int i, dls_int j)
{
    turned t = {0};
    const dls_cone *own = turn(c, NULL, NULL, &t);
    double sum = 0;
    for (dls_int k = 0; k < (i < 2 ? 2 : 1); k++) {
        for (dls_int l = 0; l < (j < 2 ? 2 : 1); l++) {
            double left = i >= 2 ? 1 : i == 1 && k == 1 ? -sqrt(0.5) : sqrt(0.5);
            double right = j >= 2 ? 1 : j == 1 && l == 1 ? -sqrt(0.5) : sqrt(0.5);
            sum += left * right * dls_cones_second_order.square(own, i < 2 ? k : i, j < 2 ? l : j);
        }
    }
    return sum;
}

static void product(const dls_cone *c, const double *u, const double *v, double *out)
{
    turned t = {0};
    dls_cones_second_order.product(turn(c, u, v, &t), t.x, t.d, out);
    toy_turn(out);
}

static void quotient(const dls_cone *c, const double *u, const double *v, double *out)
{
    turned t = {0};
    dls_cones_second_order.quotient(turn(c, u, v, &t), t.x, t.d, out);
    toy_turn(out);
}

static double step(const dls_cone *c, const double *x, const double *d)
{
    turned t = {0};
    return dls_cones_second_order.step(turn(c, x, d, &t), t.x, t.d);
}

const dls_cone_kind toy_cone = {"rotated", false,   false,    degree, identity,
                                margin,    project, scale,    apply,  divide,
                                square,    product, quotient, step,   NULL};
