/* SPDX-License-Identifier: GPL-3.0-or-later */
/* KKT systems with a known Moore-Penrose solution, and checks of candidates by dense arithmetic
   that shares nothing with the library. */
#ifndef PROBLEMS_H
#define PROBLEMS_H

#include "dense.h"

typedef struct {
    const char *name;
    dls_int n, m;
    double *Md, *Gd;           /* dense */
    dls_mat Ms, Gs;            /* the same, sparse */
    dls_view M, G;             /* of Ms, Gs */
    double *F, *b;             /* M a + F = G lambda, G'a + b = 0 */
    double *a, *lambda;        /* the solution of minimum norm */
    double *Zg, *Zf;           /* orthonormal bases of ker G and of ker M cap ker G' */
    dls_int nullity, floating; /* their dimensions */
    double accuracy; /* of the solution in double precision: a bound on a few eps cond(K) */
} problem;

/* What M and G look like; the data follow from a solution x in Im [M G], lambda in Im G'. */
enum {
    FULL,      /* M definite, G of full rank: everything unique */
    REDUNDANT, /* M singular, G of rank below m and n, K with kernel ker G */
    MASSLESS,  /* diagonal M with zeros that the constraints hold */
    FLOATING,  /* ker M cap ker G' is not 0 */
    REPEATED,  /* zero, equal and opposite columns in G */
    UNITS,     /* masses over six decades, gradients over four */
    STATICS,   /* M = 0 */
    FREE,      /* m = 0 */
    LATTICE,   /* braced, 20 % of the points massless */
    CHAIN,     /* bars in a row: as ill-conditioned as long */
    FAMILIES
};

problem *problem_make(int family);
/* n and m of your choice, rank(M) = n - 2, rank(G) = min(n, m) - 3, everything determined but
 * lambda */
problem *problem_random(dls_int n, dls_int m, uint64_t seed);
/* D M D and D G for a positive diagonal D: other values, same patterns, same ranks. */
problem *problem_rescaled(const problem *P, uint64_t seed);
void problem_data(problem *P, uint64_t seed); /* another right-hand side and its solution */
void problem_free(problem *P);

/* The number of the last method of this build: 'mumps' is optional. */
int last_method(void);

/* Add size * (a random unit vector of the kernel) to b or F: the solution becomes the least-squares
 * one. */
void problem_spoil_constraints(problem *P, double size);
void problem_spoil_forces(problem *P, double size);

/* The relative residual of both equations is at most `bound`. */
void verify_residuals(const problem *P, const double *a, const double *lambda, double bound);
/* The answer is the known solution, as accurately as P says. */
void verify_solution(const problem *P, const double *a, const double *lambda);
/* |part of lambda in ker G| / |lambda| */
double verify_kernel_part(const problem *P, const double *lambda);
/* G y = 0 and b'y /= 0; M x = 0, G'x = 0 and F'x /= 0 */
void verify_constraint_certificate(const problem *P, const double *y);
void verify_force_certificate(const problem *P, const double *x);

#endif
