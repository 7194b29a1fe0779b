/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random friction problems that have solutions, in both forms, and the law as the oracle: cones and
   complementarity, no projection. */
#ifndef FRICTION_PROBLEMS_H
#define FRICTION_PROBLEMS_H

#include "dense.h"

typedef struct {
    int d;
    dls_int nc, N, n;
    double *M, *H, *W, *f, *w, *q, *mu;
    dls_mat Ms, Hs, Ws;
    double *r, *u, *v; /* room for an answer */
    dls_friction_problem global, local;
} friction;

/* EXTREMES: small and large mu. CONVEX: mu = 0 or Inf, a quadratic program, w in im H only. */
enum { FULL_RANK, REDUNDANT, SCALED, EXTREMES, CONVEX, FAMILIES };

friction *friction_random(int family, int d, dls_int nc, dls_int n, uint64_t seed);
void friction_free(friction *P);

/* How far x is from being in K (or, dual, in K*): 0 inside. */
double friction_outside(int d, double mu, bool dual, const double *x);
/* r in K, u + mu |u_T| e_N in K*, orthogonal, up to these times 1 + mu */
void contact_verify(int d, double mu, const double *r, const double *u, double forces,
                    double speeds, double power);
/* The same for all contacts, from P->r and a velocity computed from it alone, relatively. */
void friction_verify(const friction *P, double bound);

/* Both forms of P while memory runs out: the k-th allocation fails, for all k, then P is solved.
   At least `most` allocations. */
void friction_without_memory(friction *P, const dls_friction_settings *settings, dls_int most);

#endif
