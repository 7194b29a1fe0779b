/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events of Runge-Kutta schemes: contacts that are hit, lift off, begin or cease to slip. */
#ifndef DLS_EVENTS_H
#define DLS_EVENTS_H

#include "motion/rk_implicit.h"

/* Some contacts at one instant: their problem, and what was known of them before. */
typedef struct dls_rk_contacts {
    dls_percussion *P;
    dls_rk_gradients bilateral, contacts; /* G of the percussion; B contact by contact */
    int d;                                /* rows of each: 1 without friction */
    dls_int *set, count, width;           /* the contacts; d count */
    dls_int *rows, *list, *empty;         /* of B; of any; n + 1 zeros */
    bool *active, *hit, *closes, *was_closed, *was_slipping, *pulls, *unsure, *restless, *taken;
    double *mu, *e, *et, *law;
    double *r, *c, *s, *v, *p; /* v, p: the answer */
    double *u;                 /* tangential velocities, d - 1 for each of the set */
    double *normal, *later, *push, *weak, *ahead, *full, *low, *high;
    double *G; /* `dense` numbers: gradients, to find independent ones */
    dls_int dense;
    double brief; /* flights that may end where a step of Moreau went across: longer ones would need
                     reactions that pull */
    bool fresh;   /* a piece begins at an event within the step */
    double soon;  /* the next flight after an impact takes so long; 0: nothing is known of it */
} dls_rk_contacts;

/* The events of a step so far. */
typedef struct {
    dls_int count;
    double since, last;    /* when the last 200 began, and the last one */
    double length;         /* of the next step across some that no end is in sight of */
    double captured, when; /* how long such steps were, and when the last ended */
    int idle;              /* events at one time that changed nothing */
    bool crowded;
} dls_rk_tally;

/* event_stall.c: of 200 events without time between them no end is in sight, nor of some that
   change nothing, nor of up to 16 of several contacts in one step; the contacts of those are
   restless. */
bool dls_motion_event_stalls(const dls_rk *S, dls_rk_tally *events, double left);
void dls_motion_event_learn(dls_rk *S, const dls_rk_tally *events);
dls_error dls_motion_event_too_many(dls_rk *S, dls_int count);
/* Moreau's step across what goes on without end; longer and longer ones */
dls_error dls_motion_event_capture(dls_rk *S, dls_rk_tally *events, double critical, double left,
                                   dls_fault *fault);

/* What has no solution there is left to a step of Moreau, some times in a row; the first reason is
   told when that does not help. */
bool dls_motion_event_lost(dls_rk *S, int *losses, dls_motion_report *why);

/* event_share.c: full (S->all numbers): reactions of all that is closed at y, in their cones if any
   are, which give the forces of lambda, of the independent rows */
dls_error dls_motion_event_share(dls_rk *S, const dls_rk_state *y, const double *lambda,
                                 double *full, dls_fault *fault);
/* Are the percussions of a piece that ends at z outside of their cones? Then something opened and
   closed again on the way. */
dls_error dls_motion_event_dips(dls_rk *S, const dls_rk_state *z, bool *dips, dls_fault *fault);
/* The contact of a row, -1: bilateral */
static inline dls_int dls_rk_contact(const dls_rk *S, dls_int row)
{
    dls_int tangents = S->nb + S->nu;
    return row < tangents ? DLS_MAX(row - S->nb, -1) : (row - tangents) / DLS_MAX(S->d - 1, 1);
}

static inline bool dls_rk_sticks(const dls_rk *S, dls_int k)
{
    return S->R->friction && S->slips[k] == 0 && S->R->here.mu[k] > 0;
}

/* event_look.c: what happened between y and z, whose gaps are made */
dls_error dls_motion_event_look(dls_rk *S, const dls_rk_state *y, dls_rk_state *z,
                                dls_rk_found *found, dls_fault *fault);
/* event_piece.c: from S->y to S->z, or to the first event within a width (S->found, S->before,
   S->after); *length becomes that of the step. *dips: something happened that its ends do not show,
   however short it is, as where a gradient leaps at an edge. */
dls_error dls_motion_event_piece(dls_rk *S, double width, double *length, bool *dips,
                                 dls_fault *fault);
/* Contacts that may close from y to z are all in the list of the model, or the step is refused */
dls_error dls_motion_event_cover(dls_rk *S, const dls_rk_state *y, const dls_rk_state *z,
                                 dls_fault *fault);
/* Where the piece ends: S->z, or by the first event in it */
const dls_rk_state *dls_motion_event_end(const dls_rk *S);
/* event_hidden.c: *at: a time after y at which an open contact is crossed that is open again at z;
   0: there is none */
dls_error dls_motion_event_hidden(dls_rk *S, const dls_rk_state *y, const dls_rk_state *z,
                                  double *at, dls_fault *fault);
/* event_locate.c: the first event between y and z (S->found says which) within a length: nothing
   has happened until S->before, something until S->after. */
dls_error dls_motion_event_locate(dls_rk *S, const dls_rk_state *y, const dls_rk_state *z,
                                  double width, dls_fault *fault);
/* Did a reaction leap there, as where a round body comes to an edge? What leads to S->after has
   then a stage beyond the leap. */
bool dls_motion_event_leaps(const dls_rk *S);
/* event_rows.c: rows of the bilateral constraints, of what is closed, and of the tangents that
   stick by S->R->here.mu; how many */
dls_int dls_motion_event_closed_rows(const dls_rk *S, dls_int *rows);
/* Of `count` rows the independent ones */
dls_error dls_motion_event_independent(dls_rk *S, const dls_rk_state *y, dls_int *rows,
                                       dls_int *count, dls_fault *fault);
/* event_problem.c: the percussion of C->set at (t, q, v), not yet solved */
dls_error dls_motion_event_problem(dls_rk *S, double t, const double *q, const double *v,
                                   dls_fault *fault);
/* Accelerations that obey Coulomb's law: C->v, C->p; C->s: accelerations at C->v = 0. */
dls_error dls_motion_event_accelerations(dls_rk *S, double t, const double *q, const double *v,
                                         dls_fault *fault);
/* event_mixed.c: the same where some contacts slip (C->u), from C->v without contacts */
dls_error dls_motion_event_mixed(dls_rk *S, dls_percussion_result *result, dls_fault *fault);
/* event_contacts.c: which contacts of C->set stay closed, after a step of length h across an event;
   0: after an impact, contacts that collide are left to the next one; NAN: a motion begins, gaps
   are as they were entered; C->pulls: those whose reaction has become negative
   open even where rounding hides their acceleration. */
dls_error dls_motion_event_contacts(dls_rk *S, dls_rk_state *y, double h, dls_fault *fault);
/* event_close.c: those of C->set do not separate any more, and slip by C->u */
dls_error dls_motion_event_close(dls_rk *S, dls_rk_state *y, dls_fault *fault);
/* As large as the acceleration of contact k may be when reactions stop some of its coordinates,
   whose free ones are a (NULL: by the forces alone): two bodies that fall together have none, until
   one of them rests. By Cauchy and Schwarz in the metric of the masses:
   sqrt (N'M^-1 N) sqrt (a'M a) */
double dls_motion_event_fall(const dls_rk *S, const double *a, dls_int k);
/* event_jump.c: across the event in which contacts are hit */
dls_error dls_motion_event_impact(dls_rk *S, dls_rk_state *y, const bool *hit, dls_fault *fault);
/* The contacts C->set are hit without rebound, by percussions that push; those that part leave */
dls_error dls_motion_event_stop(dls_rk *S, dls_rk_state *y, dls_fault *fault);
/* told: each impact is an event */
dls_error dls_motion_event_critical(dls_rk *S, dls_rk_state *y, double h, const bool *hit,
                                    bool told, dls_fault *fault);

/* rk_judge.c: what the impact (h = 0), or the step across it, leaves of M (v+ - v) = h f + G p */
void dls_motion_judge_impact(dls_rk *S, const dls_rk_state *y, double h);

/* event_dense.c: pieces beyond t, and those that are over, are forgotten; one more; what for */
void dls_motion_event_forget(dls_rk *S, double t);
dls_error dls_motion_event_remember(dls_rk *S, const dls_rk_state *y, const dls_rk_state *z,
                                    bool across, dls_fault *fault);
void dls_motion_event_dense(dls_motion_run *R, const dls_motion_point *from,
                            const dls_motion_point *to, double t, double *q, double *v);

#endif
