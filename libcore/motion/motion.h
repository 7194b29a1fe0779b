/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Percussions and runs of linear models. A percussion keeps K = [A -G; G' 0] factorised, and for
   every contact that was active once its columns of K^-1 [B; 0] and of W = B' X. */
#ifndef DLS_STEP_H
#define DLS_STEP_H

#include "linsys/linsys.h"

struct dls_percussion {
    dls_pool pool;
    dls_int n, nb, nu, width; /* width = d nu */
    int d;
    dls_view A, G, B;
    const double *mu;
    dls_mat K;          /* what `direct` has factorised */
    dls_linsys *direct; /* of K; NULL: by the KKT solver */
    dls_kkt *kkt;
    double *X, *Y, *W; /* n-by-width, nb-by-width, width-by-width; columns of contacts in `have` */
    bool *have;        /* nu */
    double *left, *right; /* n + nb: right-hand side and solution */
    double *u;            /* width */
    double *probe;        /* n + nb: of the factorisation */
    dls_int *walk;        /* n: the same */
    /* the problem of the active contacts, dense in compressed columns */
    dls_int *list, *start, *row;                 /* nu, width + 1, width^2 */
    double *value;                               /* width^2 */
    double *q, *r, *w, *certificate, *mu_active; /* width, and nu */
    dls_friction_solver *rubs; /* of the contacts that were active last: their W is the same */
    dls_int *rubbing, rubbers; /* nu: which */
    dls_friction_settings friction;
    dls_lcp_settings lcp;
    dls_watch watch;
    double rank_tolerance;
    double residual; /* of the KKT solver, the largest so far */
    dls_int solves;
};

/* factor.c */
dls_error dls_motion_percussion_factor(dls_percussion *P, dls_fault *fault);
/* x := A v - G p = r, G'v = c for the right-hand side (r, c) in P->left; x = (v, p) in P->right. */
dls_error dls_motion_percussion_backsolve(dls_percussion *P, bool *solved, dls_fault *fault);

/* contacts.c: pc (width) of the active contacts, from u = B'v + s without percussions in P->u. */
dls_error dls_motion_percussion_contacts(dls_percussion *P, const bool *active, double *pc,
                                         dls_percussion_result *result, dls_fault *fault);

/* Is the predicted gap of contact i zero or less, up to rounding: of positions of size `moved`, and
   of the terms of N'q (q NULL: not of these)? A gap of rounding must not open a lasting contact for
   a step. */
bool dls_motion_closes(dls_view N, dls_int i, double predicted, double moved, const double *q);

#endif
