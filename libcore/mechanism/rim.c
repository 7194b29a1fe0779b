/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a cylinder, round and with its ends, is nearest to an edge: the distance of a point is
   known, and convex along the edge. */
#include <string.h>

#include "mechanism/solid.h"
#include "mechanism/vector3.h"

/* The nearest point of the cylinder; returns the distance */
static double project_on_rim(const dls_mechanism_solid *S, const double *y, double *x)
{
    const double *axis = S->frame->R[2];
    double from[3], half = S->shape->corner[5];
    dls_add3(y, -1, S->frame->x, from);
    double along = dls_dot3(axis, from), kept = fmin(fmax(along, -half), half);
    dls_add3(from, -along, axis, from);
    double far = dls_length3(from);
    dls_scale3(far > S->shape->radius ? S->shape->radius / far : 1, from, from);
    dls_add3(S->frame->x, 1, from, x);
    dls_add3(x, kept, axis, x);
    dls_add3(y, -1, x, from);
    return dls_length3(from);
}

static double at(const dls_mechanism_solid *S, const dls_mechanism_feature *E, double s, double *x,
                 double *y)
{
    memcpy(y, E->x[0], sizeof *E->x);
    if (E->count == 2) {
        dls_scale3(1 - s, E->x[0], y);
        dls_add3(y, s, E->x[1], y);
    }
    return project_on_rim(S, y, x);
}

double dls_mechanism_nearest_of_cylinder(const dls_mechanism_solid *S,
                                         const dls_mechanism_feature *E, double *x, double *y)
{
    enum { CUTS = 60 };
    static const double GOLDEN = 0.6180339887498949;
    double low = 0, high = 1;
    for (int k = 0; E->count == 2 && k < CUTS; k++) {
        double width = GOLDEN * (high - low), s = high - width, t = low + width;
        bool left = at(S, E, s, x, y) <= at(S, E, t, x, y);
        low = left ? low : s;
        high = left ? t : high;
    }
    return at(S, E, (low + high) / 2, x, y);
}
