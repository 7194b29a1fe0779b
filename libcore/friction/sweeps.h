/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Block Gauss-Seidel sweeps: contacts in turn, each solved exactly for the others' reactions, with
   all that a contact needs side by side in memory.
   Global form: M = L L' body by body, y = L'v, h_c = H_c L^-T; then u_c = h_c y + w_c,
   W_cc = h_c h_c', and a change of r_c adds h_c'dr to y. Local form: u_c from the blocks of row c
   of W.
   Contacts are visited by colours: those of one colour do not see each other, so that neither their
   order nor who computes them matters: a processor works on several of them at once, and several
   threads find the same bits as one. */
#ifndef DLS_FRICTION_SWEEPS_H
#define DLS_FRICTION_SWEEPS_H

#include "friction/friction.h"

/* contacts that find no colour free have the last one, and see each other */
enum { DLS_COLOURS = 64 };

typedef struct {
    dls_int contact, first, end; /* and what it touches */
    dls_law_block block;
} dls_visit;

typedef struct {
    dls_friction_task *T;
    const dls_parts *bodies; /* global form */
    bool regular, large;     /* global form: M is; and so much that there is no room */
    dls_int version;
    dls_int groups;           /* bodies, or contacts */
    dls_int touched;          /* by all contacts together: coordinates of bodies, or contacts */
    dls_visit *visits;        /* nc */
    dls_int end[DLS_COLOURS]; /* of the visits of a colour */
    dls_int *touch;           /* touched: places in y, or contacts */
    double *value;            /* d for each: a column of h_c; or d * d: W_cj by rows */
    double *y, *L;            /* n; bodies by rows */
    dls_int *row;             /* groups + 1: where those of a body begin */
    dls_mat rows;             /* H' or W' */
    dls_int *mark;            /* max (groups, nc) */
    uint64_t *colours;        /* groups: of those who touch it */
} dls_sweeps;

/* sweeps_setup.c: the sweeps of the task, for its matrices as they are now; f and q may change from
   run to run. *out = NULL: global form, where M has no inverse, or one that is too large. */
dls_error dls_friction_sweeps_of(dls_friction_task *T, dls_sweeps **out, dls_fault *fault);

/* Why there are none. */
void dls_friction_sweeps_tell(dls_friction_task *T, const char *method);

/* x := L^-1 x of a body, d numbers for each coordinate */
void dls_friction_sweeps_forward(const dls_sweeps *S, dls_int group, int d, double *x);

/* Sweeps from r (N), in place; fewer where the time of the task is over. relax: 1, or up to 2: how
   far r goes beyond the solution of a contact, within its cone. One way is faster; both ways by
   turns contacts that jam a body do not drift. */
void dls_friction_sweeps_run(dls_sweeps *S, dls_int count, bool both, double relax, double *r);
/* v (n) of what the last run left, global form */
void dls_friction_sweeps_velocity(const dls_sweeps *S, double *v);

#endif
