/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs of bodies that meet within a piece of a step, though they were not near when it began, as
   after an impact. The centre of a body moves along a cubic, within the hull of its four control
   points; so does that of a body relative to another one. */
#include <stdlib.h>
#include <string.h>

#include "mechanism/mechanism.h"
#include "mechanism/vector3.h"

typedef double curve[4][3];

enum { HALVES = 8 };

static int by_size(const void *x, const void *y)
{
    dls_int a = *(const dls_int *)x, b = *(const dls_int *)y;
    return (a > b) - (a < b);
}

static dls_int key(const dls_mechanism *B, dls_int a, dls_int b)
{
    return DLS_MIN(a, b) + (B->bodies + 1) * DLS_MAX(a, b);
}

/* Does a curve come nearer to the origin than a distance? It may, if halves do not tell. */
static bool may_meet(curve c, double distance, int halves)
{
    double way[3], far = 0;
    for (int i = 1; i < 4; i++) {
        dls_add3(c[i], -1, c[0], way);
        far = fmax(far, dls_length3(way));
    }
    if (dls_length3(c[0]) - far > distance) {
        return false;
    }
    if (fmin(dls_length3(c[0]), dls_length3(c[3])) < distance || halves == 0) {
        return true;
    }
    curve left, right; /* de Casteljau */
    memcpy(right, c, sizeof right);
    for (int i = 0; i < 4; i++) {
        memcpy(left[i], right[0], sizeof left[i]);
        for (int k = 0; k < 3 - i; k++) {
            dls_add3(right[k], 1, right[k + 1], right[k]);
            dls_scale3(0.5, right[k], right[k]);
        }
    }
    return may_meet(left, distance, halves - 1) || may_meet(right, distance, halves - 1);
}

static bool meets(const dls_mechanism *B, dls_int a, dls_int b)
{
    const double(*x)[3] = (const double(*)[3])(B->grid.path + 12 * a);
    const double(*y)[3] = (const double(*)[3])(B->grid.path + 12 * b);
    double distance = B->shape[a].extent + B->shape[b].extent;
    curve c;
    for (int i = 0; i < 4; i++) {
        dls_add3(y[i], -1, x[i], c[i]);
    }
    bool plane_a = B->shape[a].kind == DLS_SHAPE_PLANE;
    if (!plane_a && B->shape[b].kind != DLS_SHAPE_PLANE) {
        return may_meet(c, distance, HALVES);
    }
    const double *normal = B->frame[plane_a ? a : b].R[B->d - 1];
    bool below = false;
    for (int i = 0; i < 4; i++) {
        below = below || (plane_a ? 1 : -1) * dls_dot3(normal, c[i]) < distance;
    }
    return below;
}

static bool is_known(const dls_mechanism_missed *L, dls_int pair)
{
    bool known = bsearch(&pair, L->touched, (size_t)L->touches, sizeof pair, by_size) != NULL;
    for (dls_int k = 0; k < L->count && !known; k++) {
        known = L->pair[k] == pair;
    }
    return known;
}

dls_error dls_mechanism_miss(dls_mechanism *B, dls_int a, dls_int b, dls_fault *fault)
{
    dls_mechanism_missed *L = &B->missed;
    if (is_known(L, key(B, a, b))) {
        return DLS_OK;
    }
    if (L->count == L->room) {
        dls_int room = 2 * L->room + 8, *more = dls_grow(L->pair, room, sizeof *more);
        if (!more) {
            return dls_fail_memory(fault);
        }
        L->pair = more;
        L->room = room;
    }
    L->pair[L->count++] = key(B, a, b);
    return DLS_OK;
}

static dls_error visit(dls_mechanism *B, dls_int a, dls_int b, dls_fault *fault)
{
    bool missed = dls_mechanism_rule_of(B, a, b) >= 0 && !is_known(&B->missed, key(B, a, b)) &&
                  meets(B, a, b);
    return missed ? dls_mechanism_miss(B, a, b, fault) : DLS_OK;
}

/* Control points of the centres, and how far these go */
static void set_paths(dls_mechanism *B, double h, const double *const q[2],
                      const double *const v[2])
{
    for (int end = 0; end < 2; end++) {
        dls_mechanism_place(B, q[end], v[end]);
        for (dls_int k = 0; k <= B->bodies; k++) {
            double *x = B->grid.path + 12 * k + 9 * end;
            memcpy(x, B->frame[k].x, 3 * sizeof *x);
            dls_add3(x, (end ? -h : h) / 3, B->frame[k].v, end ? x - 3 : x + 3);
        }
    }
    for (dls_int k = 0; k <= B->bodies; k++) {
        const double *x = B->grid.path + 12 * k;
        double way[3], far = 0;
        for (int i = 0; i < 3; i++) {
            dls_add3(x + 3 * i, -1, x + 9, way);
            far = fmax(far, dls_length3(way));
        }
        B->grid.reach[k] = B->shape[k].extent + far;
    }
}

dls_error dls_mechanism_cover(dls_mechanism *B, double h, const double *const q[2],
                              const double *const v[2], bool *complete, dls_fault *fault)
{
    dls_mechanism_missed *L = &B->missed;
    dls_int before = L->count;
    if (L->touches == 0 && B->touches > 0) {
        for (; L->touches < B->touches; L->touches++) {
            const dls_mechanism_touch *T = &B->touch[L->touches];
            L->touched[L->touches] = key(B, T->a, T->b);
        }
        qsort(L->touched, (size_t)L->touches, sizeof *L->touched, by_size);
    }
    set_paths(B, h, q, v);
    B->known = 0; /* the bodies are elsewhere now */
    dls_error error = dls_mechanism_neighbours(B, visit, fault);
    *complete = L->count == before;
    return error;
}
