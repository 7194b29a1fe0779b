/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What there is without Delassus: one bare run of each library on the same model. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include "lattice.h"

typedef struct {
    double assemble, analyse, factor, solve; /* seconds */
    double entries;                          /* of the factor */
    double residual;                         /* relative, of the system that was factorised */
    dls_int rank;                            /* SPQR's */
} bare;

double bare_total(bare B);
/* analyse + factorise + solve */
double bare_run(bare B);

/* E = M + rho I + G G'/delta, one solve */
bare bare_cholesky(const model *P, double rho, double delta);
/* any symmetric positive definite A, one solve of A x = b */
bare bare_matrix(dls_view A, const double *b);
/* L D L' of [M + rho I, G; G', -delta I], one solve */
bare bare_ldl(const model *P, double rho, double delta);
/* UMFPACK on the same matrix; with its own refinement */
bare bare_umfpack(const model *P, double rho, double delta);
/* SPQR on [M, G; G', 0]: x = Q (R'\(P'b)) of its transpose (n + m). The solution of minimum norm if
   the rank is right; on lattices of over 1000 points it is a few too high, for any tolerance. */
bare bare_spqr(const model *P, double *x);
/* The judge of minimum norms: |part of lambda in ker G| / |lambda| from the Q of G' = Q R, with the
   rank of G that SPQR found in it. */
double kernel_part(const model *P, const double *lambda, dls_int *rank);

#endif
