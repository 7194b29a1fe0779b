/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Faces and edges of solids. Cylinders are round; their ends are faces with many corners, and lie
   on others with few, the lowest among them. */
#include "mechanism/solid.h"

#include <string.h>

#include "mechanism/vector3.h"

enum { ROUND_FACE = 32, ROUND_LYING = DLS_PATCH_POINTS };

static const double TINY = 1e-9;    /* of the size: corners of one face */
static const double FLAT = 0.9999;  /* cosine: an end of a cylinder lies on what it meets */
static const double LYING = 0.01;   /* cosine: a side of a cylinder does */
static const double UPRIGHT = 1e-6; /* sine: no corner of an end is lowest */
static const double LEVEL = 0.2;    /* slope of an edge that may be met along its length */

static dls_int faces_of(const dls_mechanism_solid *S)
{
    return S->triangle >= 0 ? 1 : S->shape->faces;
}

static const double *normal_of(const dls_mechanism_solid *S, dls_int face)
{
    return S->shape->normal + 3 * (S->triangle >= 0 ? S->triangle : face);
}

static void to_world(const dls_mechanism_solid *S, const double *own, double *x)
{
    dls_turn3((const double(*)[3])S->frame->R, own, x);
    dls_add3(S->frame->x, 1, x, x);
}

static void begin_feature(double radius, dls_mechanism_feature *F)
{
    F->count = 0;
    F->radius = radius;
    memset(F->n, 0, sizeof F->n);
    memset(F->axis, 0, sizeof F->axis);
}

static void add_corner(const dls_mechanism_solid *S, dls_int corner, dls_mechanism_feature *F)
{
    to_world(S, S->shape->corner + 3 * corner, F->x[F->count++]);
}

/* The corners of a triangle, or all that lie in the plane of a face, in turn around its middle */
static void polygon(const dls_mechanism_solid *S, dls_int face, dls_mechanism_feature *F)
{
    const dls_mechanism_shape *shape = S->shape;
    const double *n = normal_of(S, face), *corner = shape->corner;
    const dls_int *of_face = shape->face + 3 * (S->triangle >= 0 ? S->triangle : face);
    double angle[DLS_FACE_CORNERS], middle[3] = {0, 0, 0}, x[3], u[3], w[3];
    dls_int on[DLS_FACE_CORNERS], count = 0, all = S->triangle >= 0 ? 3 : shape->count;
    double height = dls_dot3(n, corner + 3 * of_face[0]) - TINY * shape->extent;
    for (dls_int k = 0; k < all && count < DLS_FACE_CORNERS; k++) {
        dls_int c = S->triangle >= 0 ? of_face[k] : k;
        if (S->triangle >= 0 || dls_dot3(n, corner + 3 * c) >= height) {
            on[count++] = c;
            dls_add3(middle, 1, corner + 3 * c, middle);
        }
    }
    dls_scale3(1 / (double)count, middle, middle);
    dls_add3(corner + 3 * on[0], -1, middle, u);
    dls_cross3(n, u, w);
    for (dls_int k = 0; k < count; k++) {
        dls_int c = on[k], at = k;
        dls_add3(corner + 3 * c, -1, middle, x);
        double turn = atan2(dls_dot3(w, x), dls_dot3(u, x));
        for (; at > 0 && angle[at - 1] > turn; at--) {
            angle[at] = angle[at - 1];
            on[at] = on[at - 1];
        }
        angle[at] = turn;
        on[at] = c;
    }
    begin_feature(shape->radius, F);
    for (dls_int k = 0; k < count; k++) {
        add_corner(S, on[k], F);
    }
    dls_turn3((const double(*)[3])S->frame->R, n, F->n);
}

/* An end of a cylinder, the side that the direction leaves at: its lowest point first */
static void end_of(const dls_mechanism_solid *S, const double *direction, int corners,
                   dls_mechanism_feature *F)
{
    const double *axis = S->frame->R[2];
    double u[3], w[3], centre[3], part = dls_dot3(direction, axis), side = part < 0 ? -1 : 1;
    dls_add3(direction, -part, axis, u);
    double slope = dls_length3(u);
    memcpy(u, slope > UPRIGHT ? u : S->frame->R[0], sizeof u);
    dls_scale3(S->shape->radius / dls_length3(u), u, u);
    dls_cross3(axis, u, w);
    begin_feature(0, F);
    to_world(S, S->shape->corner + (side > 0 ? 3 : 0), centre);
    for (int k = 0; k < corners; k++) {
        double turn = 8 * atan(1) * k / corners;
        dls_add3(centre, cos(turn), u, F->x[k]);
        dls_add3(F->x[k], sin(turn), w, F->x[k]);
    }
    F->count = corners;
    dls_scale3(side, axis, F->n);
}

double dls_mechanism_face(const dls_mechanism_solid *S, const double *direction,
                          dls_mechanism_feature *face)
{
    double own[3], most = -2;
    dls_int best = 0;
    if (S->shape->kind == DLS_SHAPE_PLANE) {
        begin_feature(0, face);
        memcpy(face->x[0], S->frame->x, sizeof face->x[0]);
        memcpy(face->n, S->frame->R[2], sizeof face->n);
        return dls_dot3(face->n, direction);
    }
    if (S->shape->kind == DLS_SHAPE_CYLINDER) {
        end_of(S, direction, ROUND_FACE, face);
        return fabs(dls_dot3(S->frame->R[2], direction));
    }
    dls_turn_back3((const double(*)[3])S->frame->R, direction, own);
    for (dls_int k = 0; k < faces_of(S); k++) {
        double part = dls_dot3(normal_of(S, k), own);
        best = part > most ? k : best;
        most = fmax(most, part);
    }
    if (faces_of(S) > 0) {
        polygon(S, best, face);
    }
    return most;
}

/* The axis of a cylinder or capsule, the centre of a sphere, with what is around */
static void core(const dls_mechanism_solid *S, dls_mechanism_feature *F)
{
    begin_feature(S->shape->radius, F);
    for (dls_int k = 0; k < S->shape->count; k++) {
        add_corner(S, k, F);
    }
    if (S->shape->kind == DLS_SHAPE_CYLINDER) {
        memcpy(F->axis, S->frame->R[2], sizeof F->axis);
    }
}

void dls_mechanism_lying(const dls_mechanism_solid *S, const double *direction,
                         dls_mechanism_feature *F)
{
    bool cylinder = S->shape->kind == DLS_SHAPE_CYLINDER;
    double along = fabs(dls_dot3(S->frame->R[2], direction));
    if (cylinder && along > FLAT) {
        end_of(S, direction, ROUND_LYING, F);
    } else if (faces_of(S) > 0) {
        dls_mechanism_face(S, direction, F);
    } else {
        core(S, F);
    }
}

/* The two highest corners of a convex body share an edge. */
static void highest(const dls_mechanism_solid *S, const double *direction, dls_mechanism_feature *F)
{
    const dls_mechanism_shape *shape = S->shape;
    const dls_int *of_face = S->triangle >= 0 ? shape->face + 3 * S->triangle : NULL;
    dls_int top = -1, next = -1, all = of_face ? 3 : shape->count;
    double own[3], high = -INFINITY, second = -INFINITY, edge[3];
    dls_turn_back3((const double(*)[3])S->frame->R, direction, own);
    for (dls_int k = 0; k < all; k++) {
        dls_int c = of_face ? of_face[k] : k;
        double height = dls_dot3(own, shape->corner + 3 * c);
        if (height > high) {
            second = high;
            next = top;
            high = height;
            top = c;
        } else if (height > second) {
            second = height;
            next = c;
        }
    }
    begin_feature(shape->radius, F);
    add_corner(S, top, F);
    dls_add3(shape->corner + 3 * top, -1, shape->corner + 3 * next, edge);
    if (high - second <= LEVEL * dls_length3(edge)) {
        add_corner(S, next, F);
    }
}

void dls_mechanism_edge(const dls_mechanism_solid *S, const double *direction,
                        dls_mechanism_feature *F)
{
    const double *axis = S->frame->R[2];
    double part = dls_dot3(axis, direction);
    if (faces_of(S) > 0) {
        highest(S, direction, F);
    } else if (S->shape->kind == DLS_SHAPE_CYLINDER && fabs(part) > LYING) {
        end_of(S, direction, 1, F);
        memset(F->n, 0, sizeof F->n);
    } else {
        core(S, F);
        memset(F->axis, 0, sizeof F->axis);
    }
}
