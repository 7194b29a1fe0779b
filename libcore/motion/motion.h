/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Percussions. A percussion keeps K = [A -F; G' 0] factorised, and for every contact that was
   active once its columns of K^-1 [B; 0] and of W = B' X. */
#ifndef DLS_STEP_H
#define DLS_STEP_H

#include "linsys/linsys.h"

/* n + nb up to which K is a full matrix; contacts up to which their closed ones are guessed */
enum { DLS_MOTION_SMALL = 40, DLS_MOTION_FEW = 12 };

/* What there is room for, and what there is. */
typedef struct {
    dls_int n, nb, nu, width; /* width = d nu */
    dls_int wide;             /* of the problems of contacts */
    bool full;                /* X, Y, W */
} dls_percussion_size;

/* blocks.c */
typedef struct {
    bool known;
    dls_mat inverse, X, W; /* A^-1, A^-1 B, B'X */
    dls_mat active;        /* the part of W of the active contacts */
    dls_int *block, *next; /* coordinates that are connected */
} dls_motion_blocks;
/* The pattern of A^-1, *small: of small blocks; its values, false: singular */
dls_error dls_motion_blocks_find(dls_motion_blocks *K, dls_view A, bool *small, dls_fault *fault);
bool dls_motion_blocks_invert(dls_motion_blocks *K, dls_view A);
bool dls_motion_blocks_pay(dls_int unknowns, dls_int columns); /* are there so many contacts? */
/* K->known: A is block diagonal; it may be larger than B, which has zeros there. */
dls_error dls_motion_blocks_make(dls_motion_blocks *K, dls_view A, dls_view B, dls_fault *fault);
void dls_motion_blocks_free(dls_motion_blocks *K);

/* pivots.c: W = G'A^-1 G, semidefinite and small, by Cholesky's method with pivots in its own
   units: rows that repeat others within `tolerance` are left out. false: W is indefinite. */
typedef struct {
    dls_int m, rank;
    double *L; /* m-by-m by rows, of the rows in their order; columns beyond the rank: combine */
    double *d, *x;  /* m */
    double *N;      /* (m - rank)^2: I + C'C = N N' */
    dls_int *order; /* m: the chosen rows, then the others */
} dls_motion_pivots;
void dls_motion_pivots_take(dls_room *room, dls_motion_pivots *V, dls_int m);
bool dls_motion_pivots_factor(dls_motion_pivots *V, dls_view lower, double tolerance);
/* p += W^+ r on the chosen rows */
void dls_motion_pivots_solve(dls_motion_pivots *V, const double *r, double *p);
void dls_motion_pivots_shorten(dls_motion_pivots *V, double *p); /* p := its part off ker W */

/* condense.c: A of small blocks, symmetric: v = A^-1 (r + G p), W p = c - G'A^-1 r */
typedef struct {
    bool known, fits;
    dls_pool pool;
    dls_motion_blocks blocks;
    dls_mat A, G, Gt, Y, W; /* copies, G', A^-1 G, the lower triangle of W */
    double *sum;            /* max (n, m): zero */
    double *c, *res;        /* m */
    double rest;            /* of dls_kkt_rest */
    dls_motion_pivots full; /* of few constraints, else */
    dls_linsys *factor;
} dls_motion_condensed;
void dls_motion_condensed_free(dls_motion_condensed *C);
/* C->known: A and G are of this kind, and W has been factorised. */
dls_error dls_motion_condense(dls_motion_condensed *C, dls_view A, dls_view G,
                              double rank_tolerance, dls_fault *fault);
/* v, p from r, c; returns the largest of G'v - c, relative to its terms. */
double dls_motion_condensed_solve(dls_motion_condensed *C, const double *r, const double *c,
                                  double *v, double *p);

struct dls_percussion {
    dls_pool pool;
    dls_percussion_size room;
    dls_int n, nb, nu, width;
    int d, dim, disks; /* columns of a contact; of them normal and tangents; disks of its law */
    dls_view A, G, B, F;
    const double *mu, *rolling, *spinning;
    bool dense;         /* K = L U in lu */
    double *lu, *scale; /* (n + nb)^2 where that is small, n + nb */
    int *pivots;        /* n + nb */
    dls_mat K;          /* what `direct` has factorised */
    dls_linsys *direct; /* of K; else `dense`; else the KKT solver */
    dls_kkt *kkt;
    dls_motion_blocks blocks;       /* instead of all this and of X, Y, W; X with n + nb rows */
    dls_motion_condensed condensed; /* instead of K */
    double *X, *Y, *W; /* n-by-width, nb-by-width, width-by-width; columns of contacts in `have` */
    bool *have;        /* nu */
    double *left, *right; /* n + nb: right-hand side and solution */
    double *u;            /* width */
    double *probe;        /* n + nb: of the factorisation */
    double *correction;   /* n + nb: of a proximal step */
    double shift;         /* then: of the constraints' diagonal */
    dls_int *walk;        /* n: the same */
    /* the problem of the active contacts, dense in compressed columns */
    dls_int *list, *start, *row;                 /* nu, width + 1, width^2 */
    double *value;                               /* width^2 */
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
    double rank_tolerance;
    bool stands;           /* a contact that bilateral constraints hold is at rest */
    double inertia, speed; /* the largest |A|; a size of velocities, |v| + |r|/|A| */
    double residual;       /* of the KKT solver, the largest so far */
    dls_int solves;
};

/* percussion.c: dls_percussion_update without checks */
dls_error dls_motion_percussion_load(dls_percussion *P, const dls_percussion_problem *problem,
                                     dls_fault *fault);

/* v and the bilateral percussions p get what the contacts' percussions pc do, times alpha. */
void dls_motion_percussion_add(dls_percussion *P, double alpha, const double *pc, double *v,
                               double *p);
/* What is kept of contact problems is forgotten. */
void dls_motion_percussion_forget(dls_percussion *P);
/* impact.c: factors of normal and tangential velocities before, in what a law asks */
void dls_motion_rebound(double law, double e, double et, double factor[2]);

/* factor.c */
bool dls_motion_percussion_saddle(const dls_percussion *P, dls_mat *K); /* [A -F; G' shift] */
dls_error dls_motion_percussion_factor(dls_percussion *P, dls_fault *fault);
/* x := A v - F p = r, G'v = c for the right-hand side (r, c) in P->left; x = (v, p) in P->right. */
dls_error dls_motion_percussion_backsolve(dls_percussion *P, bool *solved, dls_fault *fault);

/* percussion.c: X, Y and W for the columns of one contact. */
dls_error dls_motion_percussion_prepare(dls_percussion *P, dls_int contact, bool *solved,
                                        dls_fault *fault);

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
