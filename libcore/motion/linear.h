/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run of a linear model: matrices made and factorised once, then steps without allocation (but
   for the contact problems of two contacts or more). */
#ifndef DLS_LINEAR_H
#define DLS_LINEAR_H

#include "motion/motion.h"

typedef struct dls_run dls_run;
struct dls_run {
    dls_pool pool;
    const dls_linear_model *model;
    const dls_run_settings *settings;
    dls_run_state *state;
    dls_int n, nb, nu, width;
    dls_watch watch;
    dls_mat A, Q; /* of the step; metric of the projection */
    dls_percussion *step, *projection;
    double *r, *c, *s, *x, *z, *p, *cb, *sn; /* n, nb, width, n, n, nb + width, nb, nu */
    double *gap;                             /* nu */
    bool *active;                            /* nu */
    double mass;                             /* max |M| */
    dls_error (*advance)(dls_run *R, dls_fault *fault);
};

/* The percussions of a problem, with the watch of the run. */
dls_error dls_motion_setup_percussion(const dls_run *R, dls_percussion_problem problem,
                                      dls_percussion **P, dls_fault *fault);
/* A = a M + b C + c K, or a I + ... where M is absent */
dls_error dls_motion_combine(const dls_run *R, double a, double b, double c, dls_mat *A,
                             dls_fault *fault);
/* y := the percussions of the step, sorted: bilateral, normal, tangential; times `scale`. */
void dls_motion_linear_sort(dls_run *R, double scale);

dls_error dls_motion_linear_moreau(dls_run *R, dls_fault *fault);
dls_error dls_motion_paoli_begin(dls_run *R, dls_fault *fault);

#endif
