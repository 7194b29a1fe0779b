/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The product of cones: every operation is a loop over them. */
#include <math.h>

#include "cones/cones.h"

typedef struct {
    dls_product *K;
    const dls_cones *cones;
} plan;

static void lay_out(void *object, dls_room *room)
{
    const plan *P = object;
    dls_int rows = P->cones->zero + P->cones->linear;
    for (dls_int k = 0; k < P->cones->count; k++) {
        rows += P->cones->second[k];
    }
    P->K->cone = DLS_TAKE(room, dls_cone, P->cones->count + 2);
    P->K->w = DLS_TAKE(room, double, rows);
    P->K->owner = DLS_TAKE(room, dls_int, rows);
}

static void add(dls_product *K, const dls_cone_kind *kind, dls_int size)
{
    if (size > 0) {
        dls_cone *c = &K->cone[K->count];
        *c = (dls_cone){kind, K->rows, size, K->w + K->rows, 1};
        for (dls_int i = K->rows; i < K->rows + size; i++) {
            K->owner[i] = K->count;
        }
        K->count++;
        K->rows += size;
        K->degree += kind->degree(c);
    }
}

bool dls_cones_new(dls_pool *pool, dls_product *K, const dls_cones *cones,
                   const dls_cone_kind *second)
{
    plan P = {K, cones};
    second = second ? second : &dls_cones_second_order;
    *K = (dls_product){0};
    if (!dls_pool_make(pool, lay_out, &P)) {
        return false;
    }
    add(K, &dls_cones_zero, cones->zero);
    add(K, &dls_cones_orthant, cones->linear);
    for (dls_int k = 0; k < cones->count; k++) {
        /* a cone of size one is a half-line */
        add(K, cones->second[k] == 1 ? &dls_cones_orthant : second, cones->second[k]);
    }
    return true;
}

#define DLS_EACH(c) for (dls_cone *c = K->cone; c < K->cone + K->count; c++)

void dls_cones_identity(const dls_product *K, double scale, double *x)
{
    DLS_EACH(c)
    {
        c->kind->identity(c, scale, x + c->start);
    }
}

double dls_cones_margin(const dls_product *K, const double *x)
{
    double least = INFINITY;
    DLS_EACH(c)
    {
        least = fmin(least, c->kind->margin(c, x + c->start));
    }
    return least;
}

void dls_cones_project(const dls_product *K, double *x)
{
    DLS_EACH(c)
    {
        c->kind->project(c, x + c->start);
    }
}

void dls_cones_unit_scaling(dls_product *K)
{
    DLS_EACH(c)
    {
        dls_zero(c->size, c->w);
        c->eta = 1;
        c->kind->identity(c, 1, c->w);
    }
}

dls_int dls_cones_equations(const dls_product *K)
{
    return K->count > 0 && K->cone->kind->equations ? K->cone->size : 0;
}

bool dls_cones_scale(dls_product *K, const double *s, const double *y, double *lambda)
{
    bool inside = true;
    DLS_EACH(c)
    {
        inside = c->kind->scale(c, s + c->start, y + c->start, lambda + c->start) && inside;
    }
    return inside;
}

void dls_cones_apply(const dls_product *K, const double *x, double *out)
{
    DLS_EACH(c)
    {
        c->kind->apply(c, x + c->start, out + c->start);
    }
}

void dls_cones_divide(const dls_product *K, const double *x, double *out)
{
    DLS_EACH(c)
    {
        c->kind->divide(c, x + c->start, out + c->start);
    }
}

void dls_cones_product(const dls_product *K, const double *u, const double *v, double *out)
{
    DLS_EACH(c)
    {
        c->kind->product(c, u + c->start, v + c->start, out + c->start);
    }
}

void dls_cones_quotient(const dls_product *K, const double *u, const double *v, double *out)
{
    DLS_EACH(c)
    {
        c->kind->quotient(c, u + c->start, v + c->start, out + c->start);
    }
}

double dls_cones_step(const dls_product *K, const double *x, const double *d)
{
    double least = INFINITY;
    DLS_EACH(c)
    {
        least = fmin(least, c->kind->step(c, x + c->start, d + c->start));
    }
    return least;
}
