/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points where two solids meet along a direction: what lies on a face is cut off at the borders of
   the face; elsewhere two edges are nearest to each other in a point. */
#include <string.h>

#include "mechanism/solid.h"
#include "mechanism/vector3.h"

static const double TINY = 1e-9;     /* of the size */
static const double FACING = 0.9999; /* cosine: met by its face */
static const double PARALLEL = 1e-3; /* sine */
static const double SIDE = 0.01;     /* cosine: a cylinder is met by its side */

static void to_body(const dls_mechanism_solid *S, const double *x, double *own)
{
    double from[3];
    dls_add3(x, -1, S->frame->x, from);
    dls_turn_back3((const double(*)[3])S->frame->R, from, own);
}

/* What is around x, a place of b, on the plane of a through `at` with the normal n */
static void add(const dls_mechanism_solid *a, const double *at, const double *n,
                const dls_mechanism_solid *b, const double *x, const dls_mechanism_feature *around,
                double margin, dls_mechanism_patch *P)
{
    double apart[3], slope = dls_dot3(n, around->axis), own_n[3], own_at[3], own_x[3];
    double down = around->radius * sqrt(fmax(0, 1 - slope * slope));
    bool disk = dls_length3(around->axis) > 0;
    dls_add3(x, -1, at, apart);
    double gap = dls_dot3(n, apart) - down;
    if (P->count == DLS_PATCH_ROOM) {
        dls_mechanism_thin(a->shape->extent + b->shape->extent, P);
    }
    if (gap > margin || gap < P->deepest) {
        return;
    }
    dls_mechanism_spot *spot = &P->spot[P->count++];
    *spot = (dls_mechanism_spot){.gap = gap};
    to_body(a, at, own_at);
    to_body(b, x, own_x);
    dls_turn_back3((const double(*)[3])a->frame->R, n, own_n);
    dls_mechanism_place_on_plane(a, own_at, own_n, b, own_x, &spot->item);
    spot->item.p[0] = around->radius;
    if (disk) {
        spot->item.kind = dls_mechanism_touching(DLS_DISK_ON_PLANE);
        dls_turn_back3((const double(*)[3])b->frame->R, around->axis, spot->item.B[0]);
    }
    dls_add3(x, -around->radius, n, spot->mark);
    dls_scale3(a->body == P->from ? 1 : -1, n, spot->n);
}

/* Keeps what is inside the plane through `at` with the normal `in`: of a polygon, an edge, a
   point */
static void cut(const double *at, const double *in, double little, dls_mechanism_feature *F)
{
    dls_mechanism_feature old = *F;
    double height[DLS_FEATURE_CORNERS], apart[3];
    for (int k = 0; k < old.count; k++) {
        dls_add3(old.x[k], -1, at, apart);
        height[k] = dls_dot3(in, apart);
    }
    F->count = 0;
    for (int k = 0; k < old.count; k++) {
        int next = (k + 1) % old.count;
        bool stays = height[k] >= -little, other = height[next] >= -little;
        if (stays && F->count < DLS_FEATURE_CORNERS) {
            memcpy(F->x[F->count++], old.x[k], sizeof *old.x);
        }
        if (stays != other && (old.count > 2 || k == 0) && F->count < DLS_FEATURE_CORNERS) {
            double part = height[k] / (height[k] - height[next]), way[3];
            dls_add3(old.x[next], -1, old.x[k], way);
            dls_add3(old.x[k], part, way, F->x[F->count++]);
        }
    }
}

/* From the centres of disks to their lowest points, or back */
static void lower(dls_mechanism_feature *F, const double *n, double sign)
{
    double u[3];
    dls_add3(n, -dls_dot3(n, F->axis), F->axis, u);
    double length = dls_length3(u);
    for (int k = 0; k < F->count && dls_length3(F->axis) > 0 && length > 0; k++) {
        dls_add3(F->x[k], sign * F->radius / length, u, F->x[k]);
    }
}

/* What of b lies on the face of a; the number of points that are near */
static int on_face(const dls_mechanism_solid *a, const dls_mechanism_feature *face,
                   const dls_mechanism_solid *b, double margin, dls_mechanism_patch *P)
{
    dls_mechanism_feature F;
    double against[3], side[3], in[3], little = TINY * (a->shape->extent + b->shape->extent);
    int before = P->count;
    dls_scale3(-1, face->n, against);
    dls_mechanism_lying(b, against, &F);
    lower(&F, face->n, -1);
    for (int k = 0; k < face->count; k++) {
        dls_add3(face->x[(k + 1) % face->count], -1, face->x[k], side);
        dls_cross3(face->n, side, in);
        double length = dls_length3(side);
        if (length > 0) {
            dls_scale3(1 / length, in, in);
            cut(face->x[k], in, little, &F);
        }
    }
    lower(&F, face->n, 1);
    for (int k = 0; k < F.count; k++) {
        add(a, face->x[0], face->n, b, F.x[k], &F, margin, P);
    }
    return P->count - before;
}

static double within(double x)
{
    return fmin(fmax(x, 0), 1);
}

/* r + t w - s u is shortest for s, t in [0, 1]: the nearest points of two edges; u, w may be 0. */
static void nearest(const double *u, const double *w, const double *r, double *s, double *t)
{
    double uu = dls_dot3(u, u), ww = dls_dot3(w, w), uw = dls_dot3(u, w);
    double ur = dls_dot3(u, r), wr = dls_dot3(w, r), det = uu * ww - uw * uw;
    *s = det > 0 ? within((ww * ur - uw * wr) / det) : uu > 0 ? within(ur / uu) : 0;
    *t = ww > 0 ? within((uw * *s - wr) / ww) : 0;
    *s = uu > 0 ? within((ur + uw * *t) / uu) : 0;
}

/* The direction n, which is nearly right, from x to y; across the edges u and w where both meet
   inside */
static void refine(const double *u, const double *w, bool inside, const double *x, const double *y,
                   double little, double *n)
{
    double across[3], way[3];
    dls_cross3(u, w, across);
    dls_add3(y, -1, x, way);
    const double *best = inside ? across : way;
    double length = dls_length3(best);
    if (inside ? length > 0 : length > little) {
        dls_scale3((dls_dot3(best, n) < 0 ? -1 : 1) / length, best, n);
    }
}

static void add_edges(const dls_mechanism_solid *a, const dls_mechanism_feature *F,
                      const dls_mechanism_solid *b, const dls_mechanism_feature *E, const double *n,
                      const double *x, const double *y, double margin, dls_mechanism_patch *P)
{
    double at[3];
    int before = P->count;
    dls_add3(x, F->radius, n, at);
    add(a, at, n, b, y, E, margin, P);
    if (P->count > before) {
        P->spot[before].edged = true; /* not where room was made: then it is a point as others */
    }
}

/* Parallel edges share a part, with two ends; false: they do not */
static bool along_each_other(const dls_mechanism_solid *a, const dls_mechanism_feature *F,
                             const dls_mechanism_solid *b, const dls_mechanism_feature *E,
                             const double *n, double margin, dls_mechanism_patch *P)
{
    double u[3], w[3], across[3], r[3], x[3], y[3], m[3];
    dls_add3(F->x[1], -1, F->x[0], u);
    dls_add3(E->x[1], -1, E->x[0], w);
    dls_cross3(u, w, across);
    double length = dls_length3(u), part = dls_dot3(u, w) / (length * length);
    if (dls_length3(across) > PARALLEL * length * dls_length3(w)) {
        return false;
    }
    dls_add3(E->x[0], -1, F->x[0], r);
    double first = dls_dot3(u, r) / (length * length), last = first + part;
    double low = fmax(0, fmin(first, last)), high = fmin(1, fmax(first, last));
    if (!(high > low)) {
        return false;
    }
    for (int k = 0; k < 2; k++) {
        double s = k ? high : low;
        memcpy(m, n, sizeof m);
        dls_add3(F->x[0], s, u, x);
        dls_add3(E->x[0], (s - first) / part, w, y);
        refine(u, w, false, x, y, TINY * (a->shape->extent + b->shape->extent), m);
        add_edges(a, F, b, E, m, x, y, margin, P);
    }
    return true;
}

/* The rim of a cylinder a, and an edge of b apart from it; false: it is none, or not apart */
static bool on_rim(const dls_mechanism_solid *a, const dls_mechanism_solid *b, double *n,
                   const dls_mechanism_feature *E, double margin, dls_mechanism_patch *P)
{
    double x[3], y[3], little = TINY * (a->shape->extent + b->shape->extent);
    double slope = fabs(dls_dot3(n, a->frame->R[2]));
    if (a->shape->kind != DLS_SHAPE_CYLINDER || slope < SIDE ||
        dls_mechanism_nearest_of_cylinder(a, E, x, y) <= little) {
        return false;
    }
    refine(n, n, false, x, y, little, n);
    dls_mechanism_feature point = {.count = 1};
    add_edges(a, &point, b, E, n, x, y, margin, P);
    return true;
}

/* n becomes the direction that was found. */
static void on_edges(const dls_mechanism_solid *a, const dls_mechanism_solid *b, double *n,
                     double margin, dls_mechanism_patch *P)
{
    dls_mechanism_feature F, E;
    double u[3] = {0, 0, 0}, w[3] = {0, 0, 0}, r[3], x[3], y[3], against[3], s, t;
    dls_scale3(-1, n, against);
    dls_mechanism_edge(a, n, &F);
    dls_mechanism_edge(b, against, &E);
    if (on_rim(a, b, n, &E, margin, P)) {
        return;
    }
    if (on_rim(b, a, against, &F, margin, P)) {
        dls_scale3(-1, against, n);
        return;
    }
    if (F.count == 2 && E.count == 2 && along_each_other(a, &F, b, &E, n, margin, P)) {
        return;
    }
    if (F.count == 2) {
        dls_add3(F.x[1], -1, F.x[0], u);
    }
    if (E.count == 2) {
        dls_add3(E.x[1], -1, E.x[0], w);
    }
    dls_add3(E.x[0], -1, F.x[0], r);
    nearest(u, w, r, &s, &t);
    dls_add3(F.x[0], s, u, x);
    dls_add3(E.x[0], t, w, y);
    bool inside = F.count == 2 && E.count == 2 && s > 0 && s < 1 && t > 0 && t < 1;
    refine(u, w, inside, x, y, TINY * (a->shape->extent + b->shape->extent), n);
    add_edges(a, &F, b, &E, n, x, y, margin, P);
}

/* All corners of b, a hull or a mesh, on the plane a */
static void on_plane(const dls_mechanism_solid *a, const dls_mechanism_feature *plane,
                     const dls_mechanism_solid *b, double margin, dls_mechanism_patch *P)
{
    dls_mechanism_feature bare = {.radius = b->shape->radius};
    double x[3];
    for (dls_int k = 0; k < b->shape->count; k++) {
        dls_mechanism_corner(b, k, x);
        add(a, plane->x[0], plane->n, b, x, &bare, margin, P);
    }
}

/* Where faces meet along n; the number of points that are near */
static int on_faces(const dls_mechanism_solid *a, const dls_mechanism_solid *b, const double *n,
                    double margin, dls_mechanism_patch *P)
{
    dls_mechanism_feature face_a, face_b;
    double against[3];
    dls_scale3(-1, n, against);
    double looks_a = dls_mechanism_face(a, n, &face_a);
    double looks_b = dls_mechanism_face(b, against, &face_b);
    if (looks_a > FACING && looks_a >= looks_b - TINY) {
        return on_face(a, &face_a, b, margin, P);
    }
    return looks_b > FACING ? on_face(b, &face_b, a, margin, P) : 0;
}

/* The direction of a collider is nearly right: edges tell a better one, which may be of others. */
void dls_mechanism_meet_along(const dls_mechanism_solid *a, const dls_mechanism_solid *b,
                              const double *n, double margin, dls_mechanism_patch *P)
{
    enum { ROUNDS = 6 };
    static const double SAME = 1e-12; /* a cosine, less 1 */
    dls_mechanism_feature plane;
    double m[3], next[3];
    if (a->shape->kind == DLS_SHAPE_PLANE) {
        dls_mechanism_face(a, n, &plane);
        if (b->shape->faces > 0) {
            on_plane(a, &plane, b, margin, P);
        } else {
            on_face(a, &plane, b, margin, P);
        }
        return;
    }
    memcpy(next, n, sizeof next);
    for (int before = P->count, round = 0; round < ROUNDS; round++) {
        memcpy(m, next, sizeof m);
        if (on_faces(a, b, m, margin, P) > 0) {
            return;
        }
        on_edges(a, b, next, margin, P);
        if (dls_dot3(m, next) > 1 - SAME || round == ROUNDS - 1) {
            return;
        }
        P->count = before;
    }
}
