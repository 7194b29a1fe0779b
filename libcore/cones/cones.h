/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Symmetric cones, one file each, and their product.

   For s, y in the interior of a cone the Nesterov-Todd scaling W (symmetric here) is the point
   where both look alike: W y = W^-1 s = lambda. o is the Jordan product with unit e, under which
   the squares are the cone: componentwise for the orthant; for a second-order cone
   (t, v) o (t', v') = (t t' + v'v', t v' + t' v), e = (1, 0). The zero cone has s = 0, W = 0. */
#ifndef DLS_CONE_H
#define DLS_CONE_H

#include "base/base.h"

typedef struct dls_cone dls_cone;

/* W^2 = eta^2 (D + u u' - v v') for a second-order cone: D = diag (d0, 1, ..), u = (u0, u1 w),
   v = (0, v1 w), w without its first entry, and D - v v' positive definite. */
typedef struct {
    double d0, u0, u1, v1;
} dls_arrow;

/* x, u, v, out have `size` entries and may be the same array unless it says otherwise. */
typedef struct {
    const char *name;
    bool diagonal;  /* W is; its rows are cones by themselves */
    bool equations; /* s = 0, y is free */
    double (*degree)(const dls_cone *c);
    void (*identity)(const dls_cone *c, double scale, double *x); /* x += scale e */
    double (*margin)(const dls_cone *c, const double *x);         /* largest t: x - t e in K */
    void (*project)(const dls_cone *c, double *x); /* to the nearest point of K*, surely in it */
    /* W from interior s, y; false when they are not. lambda on return. */
    bool (*scale)(dls_cone *c, const double *s, const double *y, double *lambda);
    void (*apply)(const dls_cone *c, const double *x, double *out);  /* W x */
    void (*divide)(const dls_cone *c, const double *x, double *out); /* W^-1 x */
    double (*square)(const dls_cone *c, dls_int i, dls_int j);       /* entry of W^2 */
    void (*product)(const dls_cone *c, const double *u, const double *v, double *out); /* u o v */
    /* u o out = v; out is not u */
    void (*quotient)(const dls_cone *c, const double *u, const double *v, double *out);
    double (*step)(const dls_cone *c, const double *x, const double *d); /* sup t: x + t d in K */
    dls_arrow (*arrow)(const dls_cone *c); /* NULL: W^2 is a dense block */
} dls_cone_kind;

struct dls_cone {
    const dls_cone_kind *kind;
    dls_int start, size; /* rows */
    double *w;           /* of W: its diagonal; or its direction in a second-order cone */
    double eta;          /* its size there */
};

extern const dls_cone_kind dls_cones_zero, dls_cones_orthant, dls_cones_second_order;

/* The product of all cones of a problem. */
typedef struct {
    dls_int rows, count;
    double degree;
    dls_cone *cone;
    double *w;      /* rows */
    dls_int *owner; /* of each row: its cone */
} dls_product;

/* second: the kind of the cones whose sizes are in cones->second; NULL: dls_cones_second_order */
bool dls_cones_new(dls_pool *pool, dls_product *K, const dls_cones *cones,
                   const dls_cone_kind *second);
dls_int dls_cones_equations(const dls_product *K); /* rows of the zero cone, which comes first */
void dls_cones_identity(const dls_product *K, double scale, double *x);
double dls_cones_margin(const dls_product *K, const double *x);
void dls_cones_project(const dls_product *K, double *x);
void dls_cones_unit_scaling(dls_product *K); /* W = I, zero cones excepted */
bool dls_cones_scale(dls_product *K, const double *s, const double *y, double *lambda);
void dls_cones_apply(const dls_product *K, const double *x, double *out);
void dls_cones_divide(const dls_product *K, const double *x, double *out);
void dls_cones_product(const dls_product *K, const double *u, const double *v, double *out);
void dls_cones_quotient(const dls_product *K, const double *u, const double *v, double *out);
double dls_cones_step(const dls_product *K, const double *x, const double *d);

#endif
