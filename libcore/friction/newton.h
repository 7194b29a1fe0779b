/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations of newton.c, which track.c shares. */
#ifndef DLS_FRICTION_NEWTON_H
#define DLS_FRICTION_NEWTON_H

#include "friction/friction.h"

typedef struct {
    dls_friction_task *T;
    dls_friction_system *S;
    dls_coulomb_equation equation;
    double theta, failed; /* the latter: with which Newton did, less with every problem since */
    bool full;            /* steps, see newton.c */
    double weight;  /* of velocities against reactions in F; 1: both of the size of the data */
    double *centre; /* N */
    double *F, *dr, *du, *dv; /* N, N, N, n */
    double *r, *u;            /* N: trial points */
    double *g;                /* n: minus the residual of the dynamics */
    double *start_v;          /* n */
} dls_newton;

/* F, its derivative and g at the point of the task; false: a singular block. */
bool dls_friction_newton_linearise(dls_newton *W);
/* dr, du, dv with F and g eliminated */
dls_error dls_friction_newton_direction(dls_newton *W, dls_fault *fault);

#endif
