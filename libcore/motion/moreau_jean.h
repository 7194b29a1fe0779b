/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The step of Moreau and Jean, alone or followed by a projection. */
#ifndef DLS_MOREAU_JEAN_H
#define DLS_MOREAU_JEAN_H

#include "motion/scheme.h"

typedef struct {
    unsigned parts; /* what an iteration evaluates */
    bool ends;      /* middle is the end of the step; forces by the trapezoidal rule */
    dls_motion_values middle, end; /* of the step; at its end only speeds, where walls move */
    double *force;                 /* of the step: in middle, or trapezoidal in mean */
    dls_motion_matrices K;
    dls_percussion *P;
    double h;                                   /* of P */
    double mass;                                /* max |M| */
    double *r, *x, *vm, *v, *f;                 /* n; f: of the iteration before */
    double *start, *mean;                       /* n: forces at the beginning, trapezoidal */
    double *was, *step;                         /* n: v before an iteration, what it changed */
    dls_motion_law *law;                        /* nu */
    double *qm;                                 /* nq */
    double *gap, *before;                       /* nu */
    double *mu, *cohesion, *rolling, *spinning; /* nu */
    double *c, *s, *u, *soft, *p;               /* nb, d nu (3; u: velocities before), np */
    bool *active;                               /* nu */
    bool close;                                 /* some are active, or nearly */
    bool slow;                                  /* Newton's method wants new Jacobians */
    dls_percussion *projection;
    dls_motion_matrices joined; /* of what is projected as equations */
    double *level;              /* nb + nu */
    bool *closed, *pushed;      /* nu, for 'Combined': in the step, by its projection */
    dls_mat identity;           /* metric of the projection */
} dls_motion_moreau;

bool dls_motion_moreau_ends(const dls_motion_run *R);      /* 'Gradients' 'end' */
unsigned dls_motion_moreau_start(const dls_motion_run *R); /* then: parts wanted at the beginning */
dls_int dls_motion_moreau_memories(const dls_motion_run *R);
dls_error dls_motion_moreau_begin(dls_motion_run *R, dls_fault *fault);
dls_error dls_motion_moreau_step(dls_motion_run *R, double h, const dls_motion_point *from,
                                 dls_motion_point *to, dls_motion_report *report, dls_fault *fault);
/* moreau_contacts.c */
/* Which contacts a prediction closes, by the gradients of this iteration; false: as before.
   W->close: some are closed, or their gaps are shorter than the way of a step. */
bool dls_motion_moreau_choose(dls_motion_run *R, double h, const dls_motion_point *from,
                              bool join_only);
/* Where gradients turn on the way (at edges of boxes they jump) the first prediction may be another
   than that of the step as it ends; at last contacts join only. */
bool dls_motion_moreau_choose_again(dls_motion_run *R, double h, const dls_motion_point *from,
                                    int *choices);
/* projected.c: the most that a projection is to remove; E: constraints and gaps where `to` is */
double dls_motion_projected_rest(const dls_motion_run *R, const dls_motion_values *E,
                                 const dls_motion_point *to);
void dls_motion_moreau_end(dls_motion_run *R);

#endif
