/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs of solids, looked at when a step begins: where they are near, and which of these points
   were there before. */
#include <stdlib.h>
#include <string.h>

#include "mechanism/solid.h"
#include "mechanism/vector3.h"

/* Kinds of shapes that may meet: one of each, the largest in corners */
dls_mechanism_looks dls_mechanism_looks_at(const dls_mechanism *B)
{
    dls_mechanism_looks most = DLS_LOOKS_AT_NOTHING;
    for (dls_int k = 0; k < B->rules; k++) {
        const dls_mechanism_rule *R = &B->rule[k];
        const dls_mechanism_shape *met[2][DLS_SHAPES] = {{NULL}, {NULL}};
        for (dls_int body = 0; body <= B->bodies; body++) {
            const dls_mechanism_shape *S = &B->shape[body];
            for (int side = 0; side < 2; side++) {
                dls_int named = side ? R->b : R->a;
                const dls_mechanism_shape *other = met[side][S->kind];
                bool more = !other || other->count < S->count;
                if (more && (named == body || (named < 0 && body > 0))) {
                    met[side][S->kind] = S;
                }
            }
        }
        for (int i = 0; i < DLS_SHAPES * DLS_SHAPES; i++) {
            const dls_mechanism_shape *a = met[0][i / DLS_SHAPES], *b = met[1][i % DLS_SHAPES];
            bool plane = i / DLS_SHAPES == DLS_SHAPE_PLANE || i % DLS_SHAPES == DLS_SHAPE_PLANE;
            if (a && b && dls_mechanism_looked_at(a, b) && most != DLS_LOOKS_AT_SOLIDS) {
                most = plane ? DLS_LOOKS_AT_PLANES : DLS_LOOKS_AT_SOLIDS;
            }
        }
    }
    return most;
}

static int by_identity(const void *x, const void *y)
{
    const dls_mechanism_mark *a = x, *b = y;
    return (a->identity > b->identity) - (a->identity < b->identity);
}

static void lay_out(void *object, dls_room *room)
{
    dls_mechanism *B = object;
    B->before = DLS_TAKE(room, dls_mechanism_mark, B->memory);
}

dls_error dls_mechanism_remember(dls_mechanism *B, dls_fault *fault)
{
    if (B->points > B->memory) {
        dls_pool_free(&B->remembered);
        B->remembered = (dls_pool){0};
        B->memory = 2 * B->points;
        if (!dls_pool_make(&B->remembered, lay_out, B)) {
            B->memory = 0;
            return dls_fail_memory(fault);
        }
    }
    B->marks = 0;
    for (dls_int k = 0; k < B->points; k++) {
        if (B->mark[k].identity > 0) {
            B->before[B->marks++] = B->mark[k];
        }
    }
    if (B->marks > 0) {
        qsort(B->before, (size_t)B->marks, sizeof *B->before, by_identity);
    }
    return DLS_OK;
}

/* The first of those that were seen with an identity above `low` */
static dls_int after(const dls_mechanism *B, dls_int low)
{
    dls_int first = 0, last = B->marks;
    while (first < last) {
        dls_int middle = (first + last) / 2;
        bool right = B->before[middle].identity > low;
        last = right ? middle : last;
        first = right ? first : middle + 1;
    }
    return first;
}

/* Names the points: pairs of new and old ones, the nearest first; then free numbers */
static void name(const dls_mechanism *B, dls_int pair, double reach, dls_int count,
                 dls_mechanism_mark *mark)
{
    dls_int first = after(B, DLS_MECHANISM_POINTS * pair);
    dls_int old = after(B, DLS_MECHANISM_POINTS * (pair + 1)) - first;
    bool taken[DLS_PATCH_POINTS + 2] = {false};
    for (dls_int round = 0; round < count; round++) {
        double least = reach, way[3];
        dls_int best = -1, at = -1;
        for (dls_int k = 0; k < count; k++) {
            for (dls_int j = 0; mark[k].identity == 0 && j < old; j++) {
                const dls_mechanism_mark *M = &B->before[first + j];
                dls_add3(mark[k].at, -1, M->at, way);
                double far = dls_length3(way);
                if (far < least && !taken[M->identity - DLS_MECHANISM_POINTS * pair]) {
                    least = far;
                    best = k;
                    at = M->identity;
                }
            }
        }
        if (best >= 0) {
            mark[best].identity = at;
            taken[at - DLS_MECHANISM_POINTS * pair] = true;
        }
    }
    for (dls_int k = 0, next = 1; k < count; k++) {
        while (mark[k].identity == 0 && taken[next]) {
            next++;
        }
        taken[next] = taken[next] || mark[k].identity == 0;
        mark[k].identity = mark[k].identity ? mark[k].identity : DLS_MECHANISM_POINTS * pair + next;
    }
}

static bool known(const dls_mechanism_hint *hint, int count)
{
    static const double SAME = 1e-9;
    double way[3];
    bool yes = false;
    for (int k = 0; k < count && !yes; k++) {
        dls_add3(hint[k].n, -1, hint[count].n, way);
        yes = hint[k].triangle_a == hint[count].triangle_a &&
              hint[k].triangle_b == hint[count].triangle_b && dls_length3(way) <= SAME;
    }
    return yes;
}

static void meet(const dls_mechanism *B, dls_mechanism_solid *a, dls_mechanism_solid *b,
                 double margin, dls_mechanism_patch *P)
{
    static const double BELIEVED = 1.01;
    dls_mechanism_hint hint[DLS_HINTS];
    bool meshed = a->shape->kind == DLS_SHAPE_MESH || b->shape->kind == DLS_SHAPE_MESH;
    P->deepest = 0;
    if (a->shape->kind == DLS_SHAPE_PLANE) {
        P->deepest = -INFINITY;
        dls_mechanism_meet_along(a, b, a->frame->R[2], margin, P);
    } else if (b->shape->kind == DLS_SHAPE_PLANE) {
        P->deepest = -INFINITY;
        dls_mechanism_meet_along(b, a, b->frame->R[2], margin, P);
    } else if (a->shape->faces > 0 && b->shape->faces > 0 && meshed) {
        dls_mechanism_meet_meshes(a, b, margin, P);
    } else {
        int count = dls_mechanism_hints(B, a, b, margin, hint);
        for (int k = 0; k < count; k++) {
            P->deepest = fmin(P->deepest, -BELIEVED * hint[k].depth);
        }
        for (int k = 0; k < count; k++) {
            bool whole = (a->shape->kind == DLS_SHAPE_MESH && hint[k].triangle_a < 0) ||
                         (b->shape->kind == DLS_SHAPE_MESH && hint[k].triangle_b < 0);
            if (!whole && !known(hint, k)) {
                a->triangle = hint[k].triangle_a;
                b->triangle = hint[k].triangle_b;
                dls_mechanism_meet_along(a, b, hint[k].n, margin, P);
            }
        }
    }
}

void dls_mechanism_see(const dls_mechanism *B, dls_mechanism_touch *T)
{
    static const double REACH = 0.2; /* of the smaller size, that a point may go in a step */
    dls_mechanism_solid a = dls_mechanism_solid_of(B, T->a), b = dls_mechanism_solid_of(B, T->b);
    double sizes[] = {a.shape->extent, b.shape->extent}, from[3];
    double size = sizes[0] > 0 && sizes[1] > 0 ? fmin(sizes[0], sizes[1]) : sizes[0] + sizes[1];
    dls_mechanism_patch P;
    P.count = 0;
    P.from = T->a;
    meet(B, &a, &b, dls_mechanism_margin(B, T->a, T->b), &P);
    dls_mechanism_thin(size, &P);
    dls_mechanism_mark *mark = B->mark + T->first;
    for (int k = 0; k < P.count; k++) {
        B->place[T->first + k] = P.spot[k].item;
        mark[k].identity = 0;
        dls_add3(P.spot[k].mark, -1, b.frame->x, from);
        dls_turn_back3((const double(*)[3])b.frame->R, from, mark[k].at);
    }
    T->points = P.count;
    name(B, T->a + (B->bodies + 1) * T->b, REACH * size, P.count, mark);
}
