/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equation of arclength.c: x = P_tau (x - y) at every contact. */
#ifndef DLS_FRICTION_ARCLENGTH_H
#define DLS_FRICTION_ARCLENGTH_H

#include "friction/friction.h"

typedef struct {
    dls_friction_task *T;
    dls_friction_system *S;
    double scale;  /* V: contact c has rho_c V^2 tau for tau, and eps = V tau / sqrt (rho_c) */
    double *F, *G; /* N: the equation, and its derivative with respect to log tau */
} dls_smoothed;

/* F, G and the blocks of the system at contact c of the point of the task */
void dls_friction_smooth(const dls_smoothed *X, dls_int c, double tau);

#endif
