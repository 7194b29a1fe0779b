/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The modes of contact of a small problem: open, sticking, sliding to either side. In each, (u, r)
   of a contact has d coordinates x, some of them >= 0, and

     M v - H'r = -f,  u - H v = w    or    u - W r = q

   is a linear program: it has a point, a solution of the problem, or a multiplier (p, y) with

     M p = H'y  (W'y takes the place of H p),   y'u - (H p)'r >= 0 in all the mode,   y'w - p'f < 0.

   If every mode has the latter there is no solution. Exact where cones are polyhedral: in 2D, and
   where mu is 0 or Inf. */
#ifndef DLS_MODES_H
#define DLS_MODES_H

#include "friction/friction.h"

typedef enum { DLS_MODE_POINT, DLS_MODE_REFUTED, DLS_MODE_DOUBTFUL } dls_mode_end;

typedef struct {
    dls_friction_task *T;
    dls_int rows, kept;   /* n + N equations; those left without v */
    double *contact;      /* nc, powers of two: r = contact r^, u = u^ / contact */
    double *coordinate;   /* n: v = coordinate v^ */
    double size;          /* of the data after this scaling: x = size x^ */
    double *V;            /* rows-by-(n + rows): what elimination of v leaves, and its steps */
    dls_int *pivot;       /* rows: the coordinate eliminated there, or -1 */
    double *U, *R, *e;    /* kept-by-N twice, kept: U u + R r = e */
    double *A;            /* kept-by-(N + 1 + kept): the tableau [B e I] */
    dls_int *basic;       /* kept: column of B, or -1 */
    bool *free;           /* N: column of B */
    int *mode;            /* nc */
    double *x, *y, *unit; /* N, rows, rows: multipliers, scaled and in the caller's units */
    dls_exact *sum;       /* N + n */
} dls_modes;

/* How many there are; 0: too many, or not polyhedral. */
dls_int dls_friction_modes_count(const dls_friction_problem *P);
/* Coordinate i of a contact in a mode: its u or r (d); true: of any sign. */
bool dls_friction_mode_coordinate(int d, double mu, int mode, int i, double *u, double *r);

/* modes_program.c: a point (K->x), or a multiplier (K->y). */
dls_mode_end dls_friction_modes_solve(dls_modes *K);

#endif
