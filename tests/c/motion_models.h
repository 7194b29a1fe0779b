/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models of motions, whose parts are data or functions. */
#ifndef MOTION_MODELS_H
#define MOTION_MODELS_H

#include "delassus.h"

/* A ball above the ground, on a spring: each part may come from its function. */
typedef struct {
    double f, k, e, gap;
    unsigned calls;    /* of the function */
    unsigned fails_at; /* call that fails; 0: none */
    dls_motion_model model;
} ball;

/* Who gives its parts: nobody, functions, or functions of which some are left out. */
enum { DATA, FUNCTIONS, DIFFERENCES, KINDS };

/* force f - k q, restitution e */
void ball_make(ball *b, int kind, double f, double k, double e);
/* From q = 1, v = 0 */
dls_error ball_run(ball *b, int scheme, double h, int steps, dls_motion_run **R, dls_fault *fault);

#endif
