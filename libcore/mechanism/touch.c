/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of pairs of shapes; planes, and what is round. */
#include "mechanism/solid.h"

#include <string.h>

#include "mechanism/vector3.h"

dls_mechanism_solid dls_mechanism_solid_of(const dls_mechanism *B, dls_int body)
{
    return (dls_mechanism_solid){B->d, body, &B->shape[body], &B->frame[body], -1};
}

void dls_mechanism_place_on_plane(const dls_mechanism_solid *a, const double *at, const double *n,
                                  const dls_mechanism_solid *b, const double *x,
                                  dls_mechanism_item *item)
{
    item->kind = dls_mechanism_touching(DLS_BALL_ON_PLANE);
    item->a = a->body;
    item->b = b->body;
    memcpy(item->pa, at, sizeof item->pa);
    memcpy(item->pb, x, sizeof item->pb);
    memcpy(item->A[0], n, sizeof item->A[0]);
    int least = fabs(n[1]) < fabs(n[0]) ? 1 : 0;
    least = fabs(n[2]) < fabs(n[least]) ? 2 : least;
    double axis[3] = {0, 0, 0};
    axis[least] = 1;
    dls_cross3(n, axis, item->A[2]);
    dls_scale3(1 / dls_length3(item->A[2]), item->A[2], item->A[2]);
    dls_cross3(item->A[2], n, item->A[1]);
    item->p[0] = item->p[1] = 0;
}

void dls_mechanism_on_plane(const dls_mechanism_solid *a, const double *at, const double *n,
                            const dls_mechanism_solid *b, dls_int k, dls_mechanism_item *item)
{
    dls_mechanism_place_on_plane(a, at, n, b, b->shape->corner + 3 * k, item);
    item->p[0] = b->shape->radius;
}

void dls_mechanism_on_round(const dls_mechanism_solid *a, dls_int k, const dls_mechanism_solid *b,
                            dls_mechanism_item *item)
{
    item->kind = dls_mechanism_touching(DLS_ROUND_ON_ROUND);
    item->a = a->body;
    item->b = b->body;
    memcpy(item->pa, a->shape->corner + 3 * k, sizeof item->pa);
    memcpy(item->pb, b->shape->corner, sizeof item->pb);
    item->p[0] = b->shape->radius;
    item->p[1] = a->shape->radius;
}

void dls_mechanism_corner(const dls_mechanism_solid *a, dls_int k, double *x)
{
    dls_turn3((const double(*)[3])a->frame->R, a->shape->corner + 3 * k, x);
    dls_add3(a->frame->x, 1, x, x);
}

/* What is below y = 0, in space z = 0: every corner has a point */
static void on_plane(const dls_mechanism_solid *a, const dls_mechanism_solid *b,
                     dls_mechanism_item *item)
{
    static const double ORIGIN[3] = {0, 0, 0};
    double n[3] = {0, 0, 0};
    n[a->d - 1] = 1;
    for (dls_int k = 0; k < b->shape->count; k++) {
        dls_mechanism_on_plane(a, ORIGIN, n, b, k, item + k);
    }
}

static void round_on_round(const dls_mechanism_solid *a, const dls_mechanism_solid *b,
                           dls_mechanism_item *item)
{
    dls_mechanism_on_round(a, 0, b, item);
}

typedef struct {
    dls_int points; /* -1: one for each corner of b */
    void (*find)(const dls_mechanism_solid *a, const dls_mechanism_solid *b,
                 dls_mechanism_item *item);
} pair;

/* Of shapes a (rows) and b; where there is none, that of b and a is taken */
static const pair pairs[DLS_SHAPES][DLS_SHAPES] = {
    [DLS_SHAPE_PLANE] = {[DLS_SHAPE_ROUND] = {-1, on_plane},
                         [DLS_SHAPE_POLYGON] = {-1, on_plane},
                         [DLS_SHAPE_SOLID] = {-1, on_plane}},
    [DLS_SHAPE_ROUND] = {[DLS_SHAPE_ROUND] = {1, round_on_round}},
    [DLS_SHAPE_POLYGON] = {[DLS_SHAPE_ROUND] = {1, dls_mechanism_round_on_polygon},
                           [DLS_SHAPE_POLYGON] = {2, dls_mechanism_polygon_on_polygon}}};

/* Solids with more corners than a patch are looked at even on planes. */
bool dls_mechanism_looked_at(const dls_mechanism_shape *a, const dls_mechanism_shape *b)
{
    static const bool solid[DLS_SHAPES] = {[DLS_SHAPE_ROUND] = true,
                                           [DLS_SHAPE_SOLID] = true,
                                           [DLS_SHAPE_CYLINDER] = true,
                                           [DLS_SHAPE_MESH] = true};
    const dls_mechanism_shape *other = a->kind == DLS_SHAPE_PLANE ? b : a;
    bool few = other->kind == DLS_SHAPE_ROUND ||
               (other->kind == DLS_SHAPE_SOLID && other->count <= DLS_PATCH_POINTS);
    if (a->kind == DLS_SHAPE_PLANE || b->kind == DLS_SHAPE_PLANE) {
        return solid[other->kind] && !few;
    }
    return solid[a->kind] && solid[b->kind] && !pairs[a->kind][b->kind].find;
}

dls_int dls_mechanism_points(const dls_mechanism_shape *a, const dls_mechanism_shape *b)
{
    const pair *P = &pairs[a->kind][b->kind];
    if (dls_mechanism_looked_at(a, b)) {
        return DLS_PATCH_POINTS;
    }
    if (!P->find) {
        P = &pairs[b->kind][a->kind];
        b = a;
    }
    return !P->find ? 0 : P->points < 0 ? b->count : P->points;
}

void dls_mechanism_find(dls_mechanism *B)
{
    for (dls_int k = 0; k < B->touches; k++) {
        const dls_mechanism_touch *T = &B->touch[k];
        dls_mechanism_solid a = dls_mechanism_solid_of(B, T->a);
        dls_mechanism_solid b = dls_mechanism_solid_of(B, T->b);
        const pair *P = &pairs[a.shape->kind][b.shape->kind];
        if (T->seen) {
            continue;
        } else if (P->find) {
            P->find(&a, &b, &B->place[T->first]);
        } else {
            pairs[b.shape->kind][a.shape->kind].find(&b, &a, &B->place[T->first]);
        }
    }
}
