/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scheme 'rattle': what a step works with, and what it knows of the step before. */
#ifndef DLS_RATTLE_H
#define DLS_RATTLE_H

#include "motion/scheme.h"

/* One of the two problems of a step */
typedef struct {
    dls_percussion *P;
    dls_motion_matrices K; /* A and B of P */
    double *soft;          /* d nu: compliance of contacts in P */
    double h;              /* of P, where nothing else changes it; NAN: load it again */
} dls_rattle_stage;

/* Springs and dampers: a part of the force, by a generalized-alpha filter */
typedef struct {
    double am, af, gamma, beta;
    bool split;    /* the model says which part that is */
    dls_mat C;     /* of a model with C: its symmetric part, the rest is gyroscopic */
    double *A, *f; /* n: filtered force, and force, at the beginning of the step */
    double *f1;    /* n: the force at its end */
} dls_rattle_filter;

/* Jacobians in the first problem: of springs and dampers; of all forces; and gradients at the end
   of the step in the rows of bilateral constraints */
enum { DLS_RATTLE_STIFF, DLS_RATTLE_FORCES, DLS_RATTLE_EXACT };

typedef struct {
    dls_rattle_filter filter;
    dls_rattle_stage gaps, rates;
    dls_motion_values start, middle, end;
    unsigned parts; /* of an iteration, in the middle of the step */
    int mode;       /* which Jacobians */
    bool massless;  /* coordinates without mass: springs of any kind have to hold them */
    double *v, *x, *r, *last, *force;      /* n: mean velocity; solution; 2 v - u */
    double *q, *qm;                        /* nq: at the end, in the middle */
    double *c, *s, *u;                     /* nb, d nu; u: velocities before */
    double *p, *all;                       /* np: half of the first problem's; of the step */
    double *mu, *rolling, *spinning;       /* nu */
    dls_motion_law *law;                   /* nu */
    bool *open, *turned, *active, *clings; /* nu: at the beginning; has columns of the end */
    dls_motion_point piece[2];             /* of a step that is taken in pieces */
} dls_rattle;

/* memory: is there a step before; its length; the mode it ended with; of how many pieces it was;
   mean velocity, filtered
   force, force of springs (n each); of the same step, for its residual: p (np), which contacts
   have columns of the end (nu) */
typedef struct {
    double *known, *h, *mode, *pieces, *v, *A, *f, *p, *turned;
} dls_rattle_past;

enum { DLS_RATTLE_NUMBERS = 4 };
static inline dls_rattle_past dls_rattle_past_of(const dls_motion_run *R,
                                                 const dls_motion_point *point)
{
    double *m = point->memory, *v = m + DLS_RATTLE_NUMBERS;
    dls_int n = R->n;
    return (dls_rattle_past){
        m, m + 1, m + 2, m + 3, v, v + n, v + 2 * n, v + 3 * n, v + 3 * n + R->np};
}

/* (1 - am) A1 = (1 - af) f1 + af f0 - am A0 */
static inline double dls_rattle_filtered(const dls_rattle_filter *F, double f1, double f0,
                                         double A0)
{
    return ((1 - F->af) * f1 + F->af * f0 - F->am * A0) / (1 - F->am);
}

/* What f1 has in the momentum of the first problem, by h */
static inline double dls_rattle_weight(const dls_rattle_filter *F)
{
    return F->beta * (1 - F->af) / (1 - F->am);
}

/* rattle_forces.c: coefficients, the symmetric part of C */
dls_error dls_rattle_begin_filter(dls_motion_run *R, dls_rattle_filter *F, dls_fault *fault);
/* f := springs and dampers at (q, v), which E is evaluated at */
void dls_rattle_springs(const dls_motion_run *R, const double *q, const double *v, double *f);
/* y += (c C + k K) x, their damping and stiffness */
void dls_rattle_stiff(const dls_motion_run *R, double c, double k, const double *x, double *y);
/* f := the other forces, of E in the middle; by way of `room` (n) */
void dls_rattle_others(const dls_motion_run *R, const dls_motion_values *E, double *room,
                       double *f);
bool dls_rattle_massless(dls_view M, dls_int k); /* coordinate k */
/* After a solution that differs by W->x from where the forces were evaluated */
void dls_rattle_follow(dls_motion_run *R, double h);
/* A of the first problem; A of the second one */
dls_error dls_rattle_matrix(dls_motion_run *R, double h, bool second, dls_fault *fault);

/* rattle_gaps.c: W->v, W->p, W->q: positions with h = 0, 0 <= g _|_ p; W->force, W->filter.f1 */
dls_error dls_rattle_gaps(dls_motion_run *R, double h, const dls_motion_point *from,
                          dls_motion_report *report, dls_fault *fault);
/* rattle_rates.c: W->x: velocities with G'v + w = 0 and the laws of contacts, W->all */
dls_error dls_rattle_rates(dls_motion_run *R, double h, const dls_motion_point *from,
                           dls_motion_report *report, dls_fault *fault);
/* y := (M2 - M) x for coordinates without mass, of models whose springs are not known; E: middle */
void dls_rattle_hold(const dls_motion_run *R, double h, const dls_motion_values *E, const double *x,
                     double *y);
/* What percussions and forces of the step do to to->work */
void dls_rattle_work(dls_motion_run *R, double h, const dls_motion_point *from,
                     dls_motion_point *to);

#endif
