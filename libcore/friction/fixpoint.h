/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CONIC's fixed point. For given s the problem

     minimise 1/2 v'M v + f'v,  H v + w + E s in L*       (3.15)
     minimise 1/2 r'W r + (q + E s)'r,  r in L            (4.7), its dual

   (E s adds mu s to the normal velocities) is convex; F (s) = |u_T| of its solution, contact by
   contact, and s = F (s) is Coulomb's law. */
#ifndef DLS_FIXPOINT_H
#define DLS_FIXPOINT_H

#include "friction/friction.h"

typedef struct dls_convex dls_convex;

/* The point of the task goes to a solution for s (nc), starting from where it is. */
typedef struct {
    dls_error (*prepare)(dls_convex *C, dls_fault *fault);
    dls_error (*solve)(dls_convex *C, const double *s, dls_fault *fault);
} dls_convex_kind;

struct dls_convex {
    const dls_convex_kind *kind;
    dls_friction_task *T;
    void *state;      /* of the kind: a workspace of the task */
    double tolerance; /* of the next solution, relative */
    double least;     /* tolerance worth asking for */
    bool empty;       /* (3.15) has no feasible point for this s */
    dls_int steps;    /* interior-point or gradient steps in all */
    dls_int factorisations;
    double time; /* of these */
};

extern const dls_convex_kind dls_friction_convex_conic, dls_friction_convex_gradient;

/* Anderson's acceleration of x <- g (x), n numbers: the combination of the last images whose
   residual g - x is least. */
typedef struct {
    dls_int n;
    int depth, used, next;
    double *dx, *dg;     /* n-by-depth: changes of the residual and of the image */
    double *res, *image; /* n: the last ones */
} dls_anderson;

void dls_friction_anderson_take(dls_room *room, dls_anderson *A, dls_int n, int depth);
void dls_friction_anderson_restart(dls_anderson *A); /* and before the first */
/* out (n): the next x */
void dls_friction_anderson_next(dls_anderson *A, const double *x, const double *g, double *out);

#endif
