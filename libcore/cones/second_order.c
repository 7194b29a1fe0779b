/* SPDX-License-Identifier: GPL-3.0-or-later */
/* {(t, v): |v| <= t}. With J = diag (1, -I) and w'J w = 1, w_0 > 0,

       W = eta [w_0, v'; v, I + v v'/(1 + w_0)],  v = w(1:),   W^2 = eta^2 (2 w w' - J). */
#include <math.h>

#include "cones/cones.h"

/* Most cones have three rows: a call costs more than the sum. */
static inline double dot(dls_int n, const double *x, const double *y)
{
    return n == 2 ? x[0] * y[0] + x[1] * y[1] : dls_dot(n, x, y);
}

/* x'J x without cancellation, negative outside the cone. */
static double form(dls_int n, const double *x)
{
    double length = dls_norm(n - 1, x + 1);
    return (x[0] - length) * (x[0] + length);
}

static double degree(const dls_cone *c)
{
    (void)c;
    return 1;
}

static void identity(const dls_cone *c, double scale, double *x)
{
    (void)c;
    x[0] += scale;
}

static double margin(const dls_cone *c, const double *x)
{
    return x[0] - dls_norm(c->size - 1, x + 1);
}

static void project(const dls_cone *c, double *x)
{
    double length = dls_norm(c->size - 1, x + 1);
    if (x[0] < length) {
        double part = fmax((1 + x[0] / length) / 2, 0);
        for (dls_int i = 1; i < c->size; i++) {
            x[i] *= part;
        }
        x[0] = length *= part;
    }
    x[0] = fmax(x[0], length * (1 + (double)(c->size + 4) * DLS_EPS)); /* rounding of the norm */
}

static void apply(const dls_cone *c, const double *x, double *out)
{
    dls_int n = c->size;
    double first = x[0], along = dot(n - 1, c->w + 1, x + 1);
    double share = first + along / (1 + c->w[0]);
    out[0] = c->eta * (c->w[0] * first + along);
    for (dls_int i = 1; i < n; i++) {
        out[i] = c->eta * (x[i] + share * c->w[i]);
    }
}

static void divide(const dls_cone *c, const double *x, double *out)
{
    dls_int n = c->size;
    double first = x[0], along = dot(n - 1, c->w + 1, x + 1);
    double share = along / (1 + c->w[0]) - first, inverse = 1 / c->eta;
    out[0] = (c->w[0] * first - along) * inverse;
    for (dls_int i = 1; i < n; i++) {
        out[i] = (x[i] + share * c->w[i]) * inverse;
    }
}

static bool scale(dls_cone *c, const double *s, const double *y, double *lambda)
{
    dls_int n = c->size;
    double ss = form(n, s), yy = form(n, y);
    if (!(ss > 0 && yy > 0 && s[0] > 0 && y[0] > 0)) {
        return false;
    }
    double rs = sqrt(ss), ry = sqrt(yy), sy = dls_dot(n, s, y) / (rs * ry);
    double gamma = sqrt((1 + sy) / 2);
    c->eta = sqrt(rs / ry);
    c->w[0] = (s[0] / rs + y[0] / ry) / (2 * gamma);
    for (dls_int i = 1; i < n; i++) {
        c->w[i] = (s[i] / rs - y[i] / ry) / (2 * gamma);
    }
    double length = dls_norm(n - 1, c->w + 1);
    c->w[0] = sqrt(1 + length * length); /* w'J w = 1 to rounding */
    apply(c, y, lambda);
    return true;
}

static double square(const dls_cone *c, dls_int i, dls_int j)
{
    double sign = i != j ? 0 : i == 0 ? 1 : -1;
    return c->eta * c->eta * (2 * c->w[i] * c->w[j] - sign);
}

static void product(const dls_cone *c, const double *u, const double *v, double *out)
{
    double u0 = u[0], v0 = v[0], first = dls_dot(c->size, u, v);
    for (dls_int i = 1; i < c->size; i++) {
        out[i] = u0 * v[i] + v0 * u[i];
    }
    out[0] = first;
}

static void quotient(const dls_cone *c, const double *u, const double *v, double *out)
{
    dls_int n = c->size;
    double along = dot(n - 1, u + 1, v + 1), first = (u[0] * v[0] - along) / form(n, u);
    for (dls_int i = 1; i < n; i++) {
        out[i] = (v[i] - first * u[i]) / u[0];
    }
    out[0] = first;
}

/* With x scaled to the unit e by the automorphism that takes it there, d becomes (p, r) and
   x + t d stays inside while t (|r| - p) <= 1. */
static double step(const dls_cone *c, const double *x, const double *d)
{
    dls_int n = c->size;
    double inverse = 1 / sqrt(fmax(form(n, x), 0)), x0 = x[0] * inverse;
    double p = (x0 * d[0] - dot(n - 1, x + 1, d + 1) * inverse) * inverse;
    double share = (p + d[0] * inverse) / (x0 + 1), rr = 0;
    for (dls_int i = 1; i < n; i++) {
        double r = (d[i] - share * x[i]) * inverse;
        rr += r * r;
    }
    double rate = sqrt(rr) - p;
    return rate > 0 ? 1 / rate : INFINITY;
}

static dls_arrow arrow(const dls_cone *c)
{
    /* 2 w w' - J = D + u u' - v v' leaves d0 free below 1 / (2 w_0^2 - 1) */
    double w0 = c->w[0], ww = 2 * w0 * w0 - 1, d0 = 0.5 / ww, u0 = sqrt(ww - d0);
    return (dls_arrow){d0, u0, 2 * w0 / u0, sqrt(2 * (1 + d0)) / u0};
}

const dls_cone_kind dls_cones_second_order = {"second-order", false,   false,    degree, identity,
                                              margin,         project, scale,    apply,  divide,
                                              square,         product, quotient, step,   arrow};
