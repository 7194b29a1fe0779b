/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Complementarity problems with a known truth, and checks of answers by dense arithmetic that
   shares nothing with the library. */
#ifndef LCP_PROBLEMS_H
#define LCP_PROBLEMS_H

#include "dense.h"

typedef struct {
    dls_int N, free;
    double *A, *q;     /* dense, column-major */
    double *v;         /* a solution, or NULL */
    bool infeasible;   /* by construction, monotone */
    dls_mat M;         /* A, sparse */
    dls_lcp_problem P; /* of M, q */
} lcp;

lcp *lcp_of(dls_int N, dls_int free, double *A, double *q, double *v); /* takes the arrays */
lcp *lcp_of_values(dls_int N, dls_int free, const double *A_by_rows, const double *q);
void lcp_free(lcp *L);
/* q so that v is a solution: zero where the uniform noise is below -degenerate, and so on; `ties`
   share of pairs with v_i = w_i = 0. */
lcp *lcp_with_solution(dls_int N, dls_int free, double *A, double ties, uint64_t seed);

/* skew part of the size of the symmetric one: nonsymmetric P matrices */
lcp *lcp_definite(dls_int N, double skew, uint64_t seed);
/* A positive semidefinite of this rank plus a skew part */
lcp *lcp_semidefinite(dls_int N, dls_int rank, double skew, double ties, uint64_t seed);
lcp *lcp_infeasible(dls_int N, dls_int rank, uint64_t seed);
lcp *lcp_copositive(dls_int N, uint64_t seed); /* entries >= 0: strictly copositive */
lcp *lcp_murty(dls_int N);
lcp *lcp_fathi(dls_int N);
/* bodies of unit mass resting on each other, every contact `copies` times */
lcp *lcp_contacts(dls_int bodies, dls_int copies);
/* optimality of min x'Hx/2 + c'x, E x = e, C x >= d; some equations repeated: A is singular */
lcp *lcp_program(dls_int n, dls_int equations, dls_int repeated, dls_int m, uint64_t seed);
lcp *lcp_rescaled(const lcp *L, double decades, uint64_t seed); /* rows and columns */

/* max over i of the natural map, each term relative as delassus.h says */
double lcp_error(const lcp *L, const double *v, double *w);
void lcp_check_solution(const lcp *L, const double *v, const double *w, double bound);
void lcp_check_farkas(const lcp *L, const double *u, double bound);
/* Run a method; zero start; verifies whatever it claims. */
dls_lcp_result lcp_run(const lcp *L, int method, double *v);

#endif
