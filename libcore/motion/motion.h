/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Percussions: Delassus' operator of the contacts that may be active, and the contact problems
   u = W p + q in it, which begin at their last answers. */
#ifndef DLS_STEP_H
#define DLS_STEP_H

#include "delassus/operator.h"

/* contacts up to which their closed ones are guessed */
enum { DLS_MOTION_FEW = 12 };

/* Capacities */
typedef struct {
    dls_int nu, width; /* width = d nu */
    dls_int wide;      /* of the problems of contacts */
} dls_percussion_size;

struct dls_percussion {
    dls_pool pool;
    dls_percussion_size room;
    dls_operator D;
    int dim, disks; /* columns of a contact: of them normal and tangents; disks of its law */
    const double *mu, *rolling, *spinning;
    double *u;     /* width */
    dls_int *list; /* nu: the active contacts, */
    dls_mat part;  /* and W of them */
    dls_int room_part;
    dls_int *column;                             /* of disks: what their unknowns are in W */
    double *factor;                              /* and by which factor */
    double *q, *r, *w, *certificate, *mu_active; /* width, and nu */
    bool *closed, *factored; /* nu: of the last problem without friction; of `pushes` */
    dls_mat closing;         /* W of the closed contacts */
    dls_linsys *pushes;      /* of it, of many contacts; NULL: of none */
    dls_lcp_solver *presses; /* of the contacts `pressing` */
    bool stale_lcp;
    dls_int *pressing, pressers;
    dls_int *place;            /* nu: of the closed ones among themselves */
    double *load;              /* nu */
    double *basis, *units;     /* its equations, of a few */
    int *order;                /* nu */
    dls_friction_solver *rubs; /* of the contacts that were active last */
    bool stale;                /* but not of this W */
    double *past;              /* width: the last percussions */
    double *strike;            /* of impacts */
    dls_int strikes;
    const double *compliance;  /* width: is added to the diagonal of W; NULL: nothing */
    const double *given;       /* nu: normal percussions, to which more may come; NULL: none */
    dls_int *rubbing, rubbers; /* nu: which */
    dls_friction_settings friction;
    dls_lcp_settings lcp;
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
