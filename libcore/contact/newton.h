/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coulomb's law at the acceleration level as equations: each contact open or closed, each sticking
   one stuck (H'a + tau = 0) or slipping,
      |at| t + mu |ln| at = 0,   at = H'a + tau,
   as the natural map says. Unknowns y = (a, ln, t) with the dynamics among the equations; where
   M > 0 is small and nothing slides, a = a0 + Z (ln, t) is eliminated. */
#ifndef DLS_NEWTON_H
#define DLS_NEWTON_H

#include "contact/spatial.h"

enum { DLS_NEWTON_FULL = 200 }; /* unknowns: up to there matrices are full */

struct dls_spatial_newton {
    const dls_spatial *D;
    dls_pool pool;
    bool local;                  /* a is eliminated */
    dls_int nr, at, order, room; /* reactions; the first one in y; unknowns; entries */
    dls_mat C, Ct;               /* n-by-nr: what reactions pull at; its transpose */
    dls_scatter sum, row;        /* n, order */
    double *sign;                /* nb: of the normal forces in C */
    double *free, *Z, *W;        /* local: a0 (n), n-by-nr, nr-by-nr: rows of accelerations */
    double *lu;                  /* n-by-n */
    int *pivots;
    double *a, *y, *r, *step, *acc, *zero;
    double *Jt; /* full: columns are the equations */
    double *length;
    bool *used;
    dls_mat sparse, I;
    double *x; /* of an answer */
};

/* The data of a setup: C of the signs; a0, Z, W (false: M is singular) */
bool dls_newton_pulls(dls_spatial_newton *T);
bool dls_newton_eliminate(dls_spatial_newton *T);
void dls_newton_accelerate(dls_spatial_newton *T); /* a and its components, of y */
/* J, r at y; those of a case at y = 0. false: out of memory */
bool dls_newton_linearise(dls_spatial_newton *T);
bool dls_newton_assemble_case(dls_spatial_newton *T, const int *state);

#endif
