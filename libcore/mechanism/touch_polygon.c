/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Convex polygons in the plane. Two of them are as far apart as the best of their edges separates
   them; there the edge of one and the edge of the other that looks at it share an interval, whose
   two ends are corners of one or the other. A segment is a polygon with four edges, two of which
   have no length. */
#include "mechanism/touch.h"
#include "mechanism/vector3.h"

static dls_int edges(const dls_mechanism_solid *a)
{
    return a->shape->count == 2 ? 4 : a->shape->count;
}

/* Edge k is from corner from(k) to corner from(k + 1). */
static dls_int from(const dls_mechanism_solid *a, dls_int k)
{
    static const dls_int of_segment[] = {0, 1, 1, 0};
    k %= edges(a);
    return a->shape->count == 2 ? of_segment[k] : k;
}

/* The outward normal of edge k in the axes of the body; that of an end of a segment is along it.
   Returns the length of the edge. */
static double normal(const dls_mechanism_solid *a, dls_int k, double *n)
{
    const double *corner = a->shape->corner;
    double along[3];
    dls_add3(corner + 3 * from(a, k + 1), -1, corner + 3 * from(a, k), along);
    double length = dls_length3(along);
    n[0] = along[1];
    n[1] = -along[0];
    n[2] = 0;
    if (length == 0) {
        dls_add3(corner + 3 * from(a, k), -1, corner + 3 * from(a, k - 1 + edges(a)), n);
    }
    dls_scale3(1 / dls_length3(n), n, n);
    return length;
}

/* Edge k of a: the least distance of a corner of b from its line */
static double separation(const dls_mechanism_solid *a, dls_int k, const dls_mechanism_solid *b)
{
    double n[3], own[3], x[3], y[3], least = INFINITY;
    normal(a, k, own);
    dls_turn3((const double(*)[3])a->frame->R, own, n);
    dls_mechanism_corner(a, from(a, k), x);
    for (dls_int j = 0; j < b->shape->count; j++) {
        dls_mechanism_corner(b, j, y);
        dls_add3(y, -1, x, y);
        least = fmin(least, dls_dot3(n, y));
    }
    return least;
}

/* The edge of a with the largest separation; ends of segments must be better than `little`. */
static double best(const dls_mechanism_solid *a, const dls_mechanism_solid *b, double little,
                   dls_int *edge)
{
    double most = -INFINITY, n[3];
    for (dls_int k = 0; k < edges(a); k++) {
        double s = separation(a, k, b) - (normal(a, k, n) > 0 ? 0 : little);
        *edge = s > most ? k : *edge;
        most = fmax(most, s);
    }
    return most;
}

static double polygon_size(const dls_mechanism_solid *a)
{
    double size = 0;
    for (dls_int k = 0; k < a->shape->count; k++) {
        size = fmax(size, dls_length3(a->shape->corner + 3 * k));
    }
    return size;
}

/* The edge of b, of some length, whose normal is most against n (in the world); is it steep? */
static dls_int facing(const dls_mechanism_solid *b, const double *n, bool *steep)
{
    static const double STEEP = -0.6; /* a cosine: more than edges of a box that face each other */
    double least = INFINITY, own[3], m[3];
    dls_int edge = 0;
    for (dls_int k = 0; k < edges(b); k++) {
        double length = normal(b, k, own);
        dls_turn3((const double(*)[3])b->frame->R, own, m);
        double along = dls_dot3(n, m);
        if (length > 0 && along < least) {
            least = along;
            edge = k;
        }
    }
    *steep = least > STEEP;
    return edge;
}

static double place(const dls_mechanism_solid *a, dls_int corner, const double *t)
{
    double x[3];
    dls_mechanism_corner(a, corner, x);
    return dls_dot3(t, x);
}

/* Corner `corner` of b on edge k of a */
static void on_edge(const dls_mechanism_solid *a, dls_int k, const dls_mechanism_solid *b,
                    dls_int corner, dls_mechanism_item *item)
{
    double n[3];
    normal(a, k, n);
    dls_mechanism_on_plane(a, a->shape->corner + 3 * from(a, k), n, b, corner, item);
}

/* low, high: the ends, along edge k of a, of what it shares with the edge of b that faces it. Where
   they share nothing, or a point as far as can be seen, both are corners of b. */
static void share(const dls_mechanism_solid *a, dls_int k, const dls_mechanism_solid *b,
                  dls_mechanism_item *low, dls_mechanism_item *high)
{
    double own[3], n[3];
    bool steep, point = normal(a, k, own) == 0;
    dls_turn3((const double(*)[3])a->frame->R, own, n);
    double t[3] = {-n[1], n[0], 0};
    dls_int other = facing(b, n, &steep), a0 = from(a, k), a1 = from(a, k + 1);
    dls_int b0 = from(b, other + 1), b1 = from(b, other);
    double low_a = place(a, a0, t), high_a = place(a, a1, t);
    double low_b = place(b, b0, t), high_b = place(b, b1, t);
    bool apart = point || steep || fmax(low_a, low_b) > fmin(high_a, high_b);
    if (apart || low_b >= low_a) {
        on_edge(a, k, b, b0, low);
    } else {
        on_edge(b, other, a, a0, low);
    }
    if (apart || high_b <= high_a) {
        on_edge(a, k, b, b1, high);
    } else {
        on_edge(b, other, a, a1, high);
    }
}

void dls_mechanism_polygon_on_polygon(const dls_mechanism_solid *a, const dls_mechanism_solid *b,
                                      dls_mechanism_item *item)
{
    static const double TIE = 1e-9; /* relative: both edges lie on each other */
    double little = TIE * (polygon_size(a) + polygon_size(b));
    dls_int edge_a = 0, edge_b = 0;
    if (best(b, a, little, &edge_b) > best(a, b, little, &edge_a) + little) {
        share(b, edge_b, a, item + 1, item);
    } else {
        share(a, edge_a, b, item, item + 1);
    }
}

void dls_mechanism_round_on_polygon(const dls_mechanism_solid *a, const dls_mechanism_solid *b,
                                    dls_mechanism_item *item)
{
    dls_int edge = 0;
    double n[3], own[3];
    double outside = best(a, b, 0, &edge);
    double length = normal(a, edge, own);
    dls_turn3((const double(*)[3])a->frame->R, own, n);
    double t[3] = {-n[1], n[0], 0};
    double along = place(b, 0, t) - place(a, from(a, edge), t);
    if (outside > 0 && (along < 0 || along > length)) {
        dls_mechanism_on_round(a, from(a, edge + (along > length)), b, item);
    } else {
        on_edge(a, edge, b, 0, item);
    }
}
