/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solids in space: where two of them are near, in several points.

   A collider (ode.c) finds directions in which two solids are near each other; from a direction
   solid.c takes the face or the edge of each, and patch.c the points where these meet. A point is,
   until solids are looked at again, a place of one solid on a plane of the other (contact.c).
   A new shape: its faces and edges in solid.c, its place in the tables of touch.c and ode.c. */
#ifndef DLS_SOLID_H
#define DLS_SOLID_H

#include "mechanism/touch.h"

enum { DLS_FACE_CORNERS = 32, DLS_FEATURE_CORNERS = 80, DLS_PATCH_POINTS = 8 };

/* A face (its corners in turn, n its outward normal), an edge or a corner, in the world. Around
   the points are balls, or disks across the axis where it is not zero. A plane has no corners but
   the point x[0]. */
typedef struct {
    int count;
    double x[DLS_FEATURE_CORNERS][3];
    double n[3], radius, axis[3];
} dls_mechanism_feature;

/* The face that looks along the direction most; the cosine, -2: there is none */
double dls_mechanism_face(const dls_mechanism_solid *S, const double *direction,
                          dls_mechanism_feature *face);
/* What may lie on a plane whose normal is against the direction: a face or an edge */
void dls_mechanism_lying(const dls_mechanism_solid *S, const double *direction,
                         dls_mechanism_feature *F);
/* The edge or corner that is farthest along the direction */
void dls_mechanism_edge(const dls_mechanism_solid *S, const double *direction,
                        dls_mechanism_feature *F);

/* rim.c: the points x of a cylinder and y of an edge or corner that are nearest; their distance */
double dls_mechanism_nearest_of_cylinder(const dls_mechanism_solid *S,
                                         const dls_mechanism_feature *E, double *x, double *y);

/* Points of two solids: `mark` in the world, to tell them apart; `edged`: of no face */
typedef struct {
    dls_mechanism_item item;
    double gap, mark[3], n[3];
    bool edged;
} dls_mechanism_spot;
enum { DLS_PATCH_ROOM = 128 };
typedef struct {
    int count;
    dls_int from;   /* body: normals are those away from it */
    double deepest; /* least gap that is believed */
    dls_mechanism_spot spot[DLS_PATCH_ROOM];
} dls_mechanism_patch;

/* Adds the points nearer than `margin` where a and b meet along n, from a to b. */
void dls_mechanism_meet_along(const dls_mechanism_solid *a, const dls_mechanism_solid *b,
                              const double *n, double margin, dls_mechanism_patch *P);
/* thin.c: each point once, at most DLS_PATCH_POINTS: the nearest, and those farthest apart */
void dls_mechanism_thin(double size, dls_mechanism_patch *P);

/* meshes.c: of a mesh and what has faces, of all their triangles that are near */
void dls_mechanism_meet_meshes(dls_mechanism_solid *a, dls_mechanism_solid *b, double margin,
                               dls_mechanism_patch *P);

/* A direction from a to b, and how deep they are in each other; triangles of meshes, else -1 */
typedef struct {
    double n[3], depth;
    dls_int triangle_a, triangle_b;
} dls_mechanism_hint;
enum { DLS_HINTS = 128 };

/* Shapes for the collider, B->collider. Hints are of pairs without planes, at
   most one of them with triangles. */
dls_error dls_mechanism_collider_new(dls_mechanism *B, dls_fault *fault);
void dls_mechanism_collider_free(dls_mechanism *B);
int dls_mechanism_hints(const dls_mechanism *B, const dls_mechanism_solid *a,
                        const dls_mechanism_solid *b, double margin, dls_mechanism_hint *hint);

#endif
