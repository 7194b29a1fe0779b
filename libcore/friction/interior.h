/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the interior point of interior.c. */
#ifndef DLS_FRICTION_INTERIOR_H
#define DLS_FRICTION_INTERIOR_H

#include "cones/cones.h"
#include "friction/friction.h"

/* BOLD      Newton's steps, as long as they lead on
   CAREFUL   the same, but a short one is not made
   HOLDING   instead, steps with the slips |u_T| held: CONIC's fixed point, one step at a time. The
             law's equations fold no longer; convergence is linear. The more often Newton's step
             fails, the more long ones of these are made before the next.

     BOLD --crawls, idles or breaks--> CAREFUL --short step--> HOLDING
                                          ^---- enough long steps ----'
     CAREFUL, HOLDING --crawls, idles, breaks or runs away--> the end */
typedef enum { DLS_BOLD, DLS_CAREFUL, DLS_HOLDING } dls_interior_state;

typedef struct {
    dls_friction_task *T;
    dls_friction_system *S;
    dls_product cones;
    double *x, *y, *lambda, *shift; /* rows of the cones */
    double *dx, *dy, *a, *b;
    double *gap; /* N: r1, the equation y = Y (u + mu |u_T| e_N) */
    double *c, *dr, *du, *dv, *g;
    dls_int *size; /* nc: of the cones */
    double smooth;
    dls_interior_state state;
    int pause, held; /* HOLDING: long steps to make, and made */
} dls_interior;

/* ---- interior_law.c ---- */
/* 0 < mu < Inf: a second-order cone */
bool dls_friction_interior_curved(const dls_interior *I, dls_int c);
/* x of r (their difference: of dr): exact, it is linear */
void dls_friction_interior_cone(const dls_interior *I, const double *r, double *x);
/* gap = Y (u + mu |u_T| e_N) - y with u from the reactions and u_T from y */
void dls_friction_interior_gap(dls_interior *I);
/* The blocks of the linear system. */
void dls_friction_interior_linearise(dls_interior *I, dls_int c);
/* dr, du, dv, dx, dy for W^-1 dx + W dy = shift */
dls_error dls_friction_interior_solve(dls_interior *I);

#endif
