/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where shapes touch. A pair of shapes has a fixed number of points; each is, at a state, a place
   of one shape and a plane or a round place of the other: what contact.c computes with. The points
   of a pair are numbered so that they keep their numbers while the shapes stay together.
   Solids in space are looked at when a step begins, and then have the points of a patch (solid.h).
   A new shape is a number DLS_SHAPE_.., a file touch_<shape>.c, its rows of `pairs` in touch.c. */
#ifndef DLS_TOUCH_H
#define DLS_TOUCH_H

#include "mechanism/mechanism.h"

/* A body with its shape */
typedef struct {
    int d;
    dls_int body;
    const dls_mechanism_shape *shape;
    const dls_mechanism_frame *frame;
    dls_int triangle; /* of a mesh: this one alone; -1: the whole */
} dls_mechanism_solid;
dls_mechanism_solid dls_mechanism_solid_of(const dls_mechanism *B, dls_int body);

/* item: corner k of b, or b's round surface, on the plane of a through `at` with the outward normal
   n, in the axes of a */
void dls_mechanism_on_plane(const dls_mechanism_solid *a, const double *at, const double *n,
                            const dls_mechanism_solid *b, dls_int k, dls_mechanism_item *item);
/* The same at x, in the axes of b; the radius is 0 */
void dls_mechanism_place_on_plane(const dls_mechanism_solid *a, const double *at, const double *n,
                                  const dls_mechanism_solid *b, const double *x,
                                  dls_mechanism_item *item);
/* item: the round b on corner k of a, or on its round surface */
void dls_mechanism_on_round(const dls_mechanism_solid *a, dls_int k, const dls_mechanism_solid *b,
                            dls_mechanism_item *item);
/* Corner k in the world */
void dls_mechanism_corner(const dls_mechanism_solid *a, dls_int k, double *x);

/* touch_polygon.c: the points of b, round or a polygon, on the polygon a */
void dls_mechanism_round_on_polygon(const dls_mechanism_solid *a, const dls_mechanism_solid *b,
                                    dls_mechanism_item *item);
void dls_mechanism_polygon_on_polygon(const dls_mechanism_solid *a, const dls_mechanism_solid *b,
                                      dls_mechanism_item *item);

#endif
