/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the interior point of interior.c. */
#ifndef DLS_FRICTION_INTERIOR_H
#define DLS_FRICTION_INTERIOR_H

#include "cones/cones.h"
#include "friction/friction.h"

typedef struct {
    dls_friction_task *T;
    dls_friction_system *S;
    dls_product cones;
    double *x, *y, *lambda, *shift; /* rows of the cones */
    double *dx, *dy, *a, *b;
    double *gap; /* N: r1, the equation y = Y (u + mu |u_T| e_N) */
    double *c, *dr, *du, *dv, *g;
    dls_int *size;        /* nc: of the cones */
    double *s, *ds;       /* nc: the slips, and their steps */
    double *lag, *smooth; /* nc: |u_T| - s; what smooths |u_T| */
    bool associated;      /* the law: slips stay 0 */
    double kappa;         /* how much of the lag a step makes up for */
} dls_interior;

/* interior.c: r near the centre of the associated problem, from anywhere; not all the way where the
   residual stays above `enough` */
dls_error dls_friction_interior_associated(dls_friction_task *T, double enough, dls_fault *fault);

/* ---- interior_law.c ---- */
/* 0 < mu < Inf: a second-order cone */
bool dls_friction_interior_curved(const dls_interior *I, dls_int c);
/* x of r (their difference: of dr): exact, it is linear */
void dls_friction_interior_cone(const dls_interior *I, const double *r, double *x);
/* gap = Y u + mu s e_N - y, lag; tau: the mean of x o y */
void dls_friction_interior_gap(dls_interior *I, double tau);
/* The blocks of the linear system. */
void dls_friction_interior_linearise(dls_interior *I, dls_int c);
/* dr, du, dv, dx, dy, ds for W^-1 dx + W dy = shift */
dls_error dls_friction_interior_solve(dls_interior *I);

#endif
