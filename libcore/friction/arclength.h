/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equation of arclength.c, x = P_tau (x - y) at every contact, and the way to its path. */
#ifndef DLS_FRICTION_ARCLENGTH_H
#define DLS_FRICTION_ARCLENGTH_H

#include "friction/friction.h"

typedef struct {
    dls_friction_task *T;
    dls_friction_system *S;
    double scale;  /* V: contact c has rho_c V^2 tau for tau */
    double round;  /* eps = round V tau / sqrt (rho_c) */
    double *F, *G; /* N: the equation, and its derivative with respect to log tau */
} dls_smoothed;

/* F, G and the blocks of the system at contact c of the point of the task */
void dls_friction_smooth(const dls_smoothed *X, dls_int c, double tau);

typedef struct {
    double *r, *v; /* N, n */
    double l;      /* log tau */
} dls_path_point;

typedef struct {
    dls_friction_task *T;
    dls_friction_system *S;
    dls_smoothed law;
    double l;               /* log tau */
    double *u, *g;          /* N, n */
    dls_path_point to;      /* Newton's step, with tau as it is */
    dls_path_point along;   /* that of the path for one of log tau */
    dls_path_point from;    /* the last point of the path */
    dls_path_point tangent; /* of length 1 */
    dls_path_point bend;    /* how it changes along the path */
    double moved;           /* length of the last step */
    double enough;          /* of tau: F on the path */
    int sign;               /* of the determinant where the path begins */
} dls_path;

/* ---- arclength_path.c ---- */
/* Energies, in units of V, of a mean contact; log tau counts as much as 1 / 1000 of them. */
double dls_path_product(dls_path *X, const dls_path_point *a, const dls_path_point *b);
void dls_path_add(dls_friction_task *T, double step, const dls_path_point *by);
void dls_path_keep(const dls_friction_task *T, dls_path_point *p);
void dls_path_back(dls_friction_task *T, const dls_path_point *p);
/* X->to and X->along at the point of the task, for F, G and the blocks as they are */
dls_error dls_path_directions(dls_path *X, dls_fault *fault);
/* From the point of the task and log tau to the path, in *steps of Newton's method; more than
   most: it does not get there. first: with tau as it is, and |F| falls. */
dls_error dls_path_correct(dls_path *X, bool first, int most, int *steps, dls_fault *fault);

#endif
