/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mechanisms for tests, built item by item. */
#ifndef MACHINES_H
#define MACHINES_H

#include "check.h"
#include "dense.h"

enum { MOST_BODIES = 40, MOST_ITEMS = 60 };

typedef struct {
    dls_mechanism_data data;
    double gravity[3], fixed[MOST_BODIES], mass[MOST_BODIES], inertia[9 * MOST_BODIES];
    double place[7 * MOST_BODIES];
    double joint[DLS_ITEM_ROWS * MOST_ITEMS], force[DLS_ITEM_ROWS * MOST_ITEMS];
} machine;

void machine_begin(machine *M, int d);
/* A body of mass 1 and inertia `size`^2; at: 3 or 7 coordinates. Returns its number. */
dls_int machine_body(machine *M, bool fixed, double size, const double *at);
/* The column of a new joint of this name (a force: of a new force) with all else zero. */
double *machine_joint(machine *M, const char *kind, dls_int a, dls_int b);
double *machine_force(machine *M, const char *kind, dls_int a, dls_int b);
void machine_set(double *item, int row, double x, double y, double z);
/* Points and axes of a joint where both bodies have it now, at a point and along an axis of the
   world. */
void machine_meet(const machine *M, double *item, const double *point, const double *along);
/* Coordinates of the bodies that move, at their places */
void machine_state(const machine *M, double *q);
/* A four-bar linkage of lengths 1, 2, 1.5, feet 2 apart, bars disturbed by `by`. In 3D it stands in
   the plane z = 0: 3 of 20 equations are redundant. */
void machine_four_bar(machine *M, int d, double by);
dls_mechanism *machine_setup(const machine *M);
/* Rank of G at q, by singular values of its columns; *count: how many there are */
dls_int machine_rank(dls_mechanism *B, const double *q, dls_int *count);

#endif
