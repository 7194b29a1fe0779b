/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bodies that move, for tests: up to three coordinates, with all their functions. */
#ifndef BODIES_H
#define BODIES_H

#include "delassus.h"

typedef struct body body;
struct body {
    dls_motion_model model;
    double a, b; /* numbers of the model */
    dls_int calls, fails_at;
    /* vectors of E, and matrices, which are zero */
    void (*values)(const body *b, dls_motion_values *E, double *M, double *G, double *N, double *T);
};
body body_make(dls_int n, dls_int nb, dls_int nu, int d);

typedef struct {
    int scheme, index; /* index 0: 2 */
    const dls_motion_tableau *tableau;
    double step, tend;
    const double *times;
    dls_int count;
} body_plan;
dls_error body_move(body *b, body_plan P, const double *q, const double *v, dls_motion_run **R,
                    dls_fault *fault);
/* The run to its end, and what is known of it. */
dls_motion_run *body_run(body *b, body_plan P, const double *q, const double *v,
                         dls_motion_picture *picture);
/* Time of event number `which` of a kind; NaN: there are not so many. */
double body_event(const dls_motion_picture *P, int kind, int which);

void body_ball(const body *b, dls_motion_values *E, double *M, double *G, double *N, double *T);
void body_pendulum(const body *b, dls_motion_values *E, double *M, double *G, double *N, double *T);
void body_block(const body *b, dls_motion_values *E, double *M, double *G, double *N, double *T);
void body_on_feet(const body *b, dls_motion_values *E, double *M, double *G, double *N, double *T);
void body_ladder(const body *b, dls_motion_values *E, double *M, double *G, double *N, double *T);
void body_top(const body *b, dls_motion_values *E, double *M, double *G, double *N, double *T);
void body_on_belt(const body *b, dls_motion_values *E, double *M, double *G, double *N, double *T);
void body_blocks(const body *b, dls_motion_values *E, double *M, double *G, double *N, double *T);
void body_in_space(const body *b, dls_motion_values *E, double *M, double *G, double *N, double *T);
void body_rod(const body *b, dls_motion_values *E, double *M, double *G, double *N, double *T);

#endif
