/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Percussions: Delassus' operator of the contacts that may be active, and the contact problems
   u = W p + q in it, which begin at their last answers. */
#ifndef DLS_STEP_H
#define DLS_STEP_H

#include "delassus/operator.h"

/* contacts up to which their closed ones are guessed */
enum { DLS_MOTION_FEW = 12 };

/* Capacities: contacts, rows of their problems, entries of W of the active ones, `strike` */
typedef struct {
    dls_int nu, wide, entries, strike;
} dls_percussion_size;

/* Which contacts were closed in the last problem without friction: the next one begins there. */
typedef struct {
    bool *closed;         /* nu */
    double *load;         /* nu + 1: their right-hand side */
    double *full, *scale; /* W of a few, factorised */
    int *pivots;          /* few */
    dls_mat W;            /* of many: its lower triangle, */
    dls_linsys *solver;   /* factorised for these; NULL: for none */
    bool *factored;       /* nu */
} dls_motion_basis;

/* Solvers that are kept while the same contacts are active; stale: W has changed since. */
typedef struct {
    dls_lcp_settings settings;
    dls_lcp_solver *solver;
    dls_int *contacts, count; /* nu */
    bool stale;
    double *certificate; /* width */
} dls_motion_presses;
typedef struct {
    dls_friction_settings settings;
    dls_friction_solver *solver;
    dls_int *contacts, count; /* nu */
    bool stale;
} dls_motion_rubs;

struct dls_percussion {
    dls_pool pool;
    dls_percussion_size room;
    dls_operator D;
    int dim, disks; /* columns of a contact: of them normal and tangents; disks of its law */
    const double *mu, *rolling, *spinning;
    const double *compliance;      /* width: is added to the diagonal of W; NULL: nothing */
    const double *given;           /* nu: normal percussions, to which more may come; NULL: none */
    double *u, *past;              /* width: velocities without percussions; the last percussions */
    dls_int *list, *place;         /* nu: the active contacts; places of some among themselves */
    dls_mat part;                  /* W of the active contacts */
    double *q, *r, *w, *mu_active; /* width: the problem of the active contacts, its answer */
    dls_int *column;               /* of disks: what their unknowns are in W, */
    double *factor;                /* and by which factor */
    dls_motion_basis basis;
    dls_motion_presses presses;
    dls_motion_rubs rubs;
    double *strike; /* of impacts */
    dls_watch watch;
    dls_step_host shown;
    bool stands;           /* a contact that bilateral constraints hold is at rest */
    double inertia, speed; /* the largest |A|; a size of velocities, |v| + |r|/|A| */
};

/* percussion.c: dls_percussion_update without checks */
dls_error dls_motion_percussion_load(dls_percussion *P, const dls_percussion_problem *problem,
                                     dls_fault *fault);

/* What is kept of contact problems is forgotten. */
void dls_motion_percussion_forget(dls_percussion *P);
/* impact.c: factors of normal and tangential velocities before, in what a law asks */
void dls_motion_rebound(double law, double e, double et, double factor[2]);

/* contacts.c: pc (width) of the active contacts, from u = B'v + s without percussions in P->u. */
dls_error dls_motion_percussion_contacts(dls_percussion *P, const bool *active, double *pc,
                                         dls_percussion_result *result, dls_fault *fault);

/* The problem is shown; r and *solved: somebody has solved it */
dls_error dls_motion_show_contacts(dls_percussion *P, const dls_friction_problem *problem,
                                   double *r, bool *solved, dls_percussion_result *result,
                                   dls_fault *fault);
/* Columns and rows of the active contacts, `k` of each d (1: normals only). */
dls_view dls_motion_gather(dls_percussion *P, dls_int count, int k);
/* Where there is no solution, reactions far beyond the data make any residual look small. */
bool dls_motion_runs_away(dls_view W, const double *q, const double *r);
/* May a step use velocities that miss the law by `off`, `speed` being without percussions?
   result->missed */
bool dls_motion_meets_law(double off, double speed, dls_percussion_result *result);
double dls_motion_time_left(const dls_percussion *P); /* seconds, for a contact problem */

/* coulomb.c: P->r of the contacts P->list with friction */
dls_error dls_motion_coulomb(dls_percussion *P, dls_int count, dls_percussion_result *result,
                             dls_fault *fault);
/* The friction problem Q, which is solved once: r, u of its size; nobody is shown it */
dls_error dls_motion_rub_once(dls_percussion *P, const dls_friction_problem *Q, bool warm,
                              double *r, double *u, dls_percussion_result *result,
                              dls_fault *fault);
/* The same, shown */
dls_error dls_motion_rub(dls_percussion *P, const dls_friction_problem *Q, double *r, double *u,
                         dls_percussion_result *result, dls_fault *fault);
/* One contact in closed form; false: there are more, or it has no solution, as far as this goes. */
bool dls_motion_rub_alone(const dls_percussion *P, const dls_friction_problem *Q, double *r);

/* apart.c: P->r of the friction problem Q of the contacts P->list, by the groups that it couples;
   !*done: it is one group */
dls_error dls_motion_apart(dls_percussion *P, const dls_friction_problem *Q, bool *done,
                           dls_percussion_result *result, dls_fault *fault);

/* expansion.c: P->u with what P->given does; the contacts P->list beside that, with friction */
void dls_motion_give(dls_percussion *P);
dls_error dls_motion_expand(dls_percussion *P, dls_int count, double *pc,
                            dls_percussion_result *result, dls_fault *fault);

/* disks.c: the problem of the contacts P->list, with moments; their percussions */
dls_view dls_motion_disks(dls_percussion *P, dls_int count);
void dls_motion_of_disks(const dls_percussion *P, dls_int count, double *pc);

/* basis.c: P->r of the complementarity problem (W, P->q) of the contacts P->list, from those that
   were closed last; false: they are not found so. */
dls_error dls_motion_percussion_basis(dls_percussion *P, dls_view W, bool *found, dls_fault *fault);

/* Is the predicted gap of contact i zero or less, up to rounding: of positions of size `moved`, and
   of the terms of N'q (q NULL: not of these)? A gap of rounding must not open a lasting contact for
   a step. */
bool dls_motion_closes(dls_view N, dls_int i, double predicted, double moved, const double *q);

#endif
