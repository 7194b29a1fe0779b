/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Projected Gauss-Seidel sweeps: contacts in turn, each one solved for the reactions of the others;
   and their acceleration.
   Global form: M = L L' body by body, y = L^-1 (H'r - f), so that v = L^-T y; h_c = H_c L^-T, then
   u_c = h_c y + w_c, W_cc = h_c h_c', and a change of r_c adds h_c'dr to y. Local form: y = r, and
   h_c is row c of W. In both y follows from r by an affine map: weights of sum one that mix
   reactions mix y as well.
   y lies in lanes of four numbers, the coordinates of a body in lanes of its own. Contacts are
   visited by colours: those of one colour have no lane in common, so that neither their order nor
   the thread that computes them matters. */
#ifndef DLS_FRICTION_SWEEPS_H
#define DLS_FRICTION_SWEEPS_H

#include "friction/friction.h"

/* contacts that find no colour free have the last one, and see each other */
enum { DLS_COLOURS = 64 };
enum { DLS_LANE = 4, DLS_PAST = 3 };

/* How a contact is solved. SIMPLE: W_cc = diag (a, b, b), the normal, then the tangent. COUPLED:
   sticking and open exactly, sliding along the direction of the trial. EXACT: dls_law_block. */
typedef enum { DLS_VISIT_SIMPLE, DLS_VISIT_COUPLED, DLS_VISIT_EXACT } dls_visit_kind;

typedef struct {
    double w[3], mu;
    double normal, tangent; /* 1 / W_NN, and of the largest part of W_TT */
    dls_int first;          /* of its lanes */
    int lanes, kind;
} dls_visit;

typedef struct {
    dls_friction_task *T;
    const dls_parts *bodies; /* global form */
    bool regular, large;     /* global form: M is; and so much that there is no room */
    dls_int version;
    dls_int groups;           /* of lanes that a contact touches all or none of */
    dls_int lanes, touched;   /* of y; by all contacts together */
    dls_int entries;          /* of L */
    dls_int *group;           /* groups + 1: the first lane */
    dls_int *place;           /* columns of H or W: in y */
    dls_visit *visits;        /* nc, in order */
    dls_int *contact;         /* nc: of a visit, */
    dls_int *visit;           /* and the visit of a contact */
    dls_int end[DLS_COLOURS]; /* of the visits of a colour */
    dls_law_block *blocks;    /* nc: of visits that are not simple */
    dls_int *lane;            /* touched */
    double *h;                /* touched: d lanes each, rows of h_c */
    double *y, *r;            /* lanes; N in the order of visits */
    double *L;                /* bodies by rows */
    dls_int *row;             /* bodies + 1: where those of a body begin */
    dls_int *starts;          /* lanes + 1: the first body that begins there, or behind */
    dls_int *cursor, *last;   /* nc */
    struct dls_past *past;
    struct dls_drift *drift; /* NULL: not needed yet */
} dls_sweeps;

/* sweeps_order.c: group, place, contact, visit, end, lane, the lanes of visits; large */
dls_error dls_friction_sweeps_order(dls_sweeps *S, dls_fault *fault);
/* H or W, and its k-th column in the order of lanes */
dls_view dls_friction_sweeps_columns(const dls_sweeps *S);
dls_int dls_friction_sweeps_column(const dls_sweeps *S, dls_int k);

/* sweeps_setup.c: the sweeps of the task, for its matrices as they are now; f and q may change from
   run to run. *out = NULL: global form, where M has no inverse, or one that is too large. */
dls_error dls_friction_sweeps_of(dls_friction_task *T, dls_sweeps **out, dls_fault *fault);

/* Why there are none. */
void dls_friction_sweeps_tell(dls_friction_task *T, const char *method);

/* Begins at r (N). */
void dls_friction_sweeps_begin(dls_sweeps *S, const double *r);
/* r (N) and, global form, v (n) that the last sweep left */
void dls_friction_sweeps_point(const dls_sweeps *S, double *r, double *v);

typedef struct {
    dls_int count;   /* sweeps at most; fewer where the time of the task is over */
    double relax;    /* 1, or up to 2: how far beyond the solution of a contact, within its cone */
    bool accelerate; /* by Anderson's method */
    double goal;     /* accelerated: ends where a sweep changes r by less than that part of it */
    dls_int done;    /* out: sweeps made */
    double change;   /* out, accelerated: by which part of |r| the last sweep changed r */
} dls_sweeps_run;
void dls_friction_sweeps_do(dls_sweeps *S, dls_sweeps_run *run);

#endif
