/* SPDX-License-Identifier: GPL-3.0-or-later */
/* K^+ by the null space of the constraints, each connected part of the system by itself:

       B = U1 diag(s) V1',  U = [U1 U2]           singular values, rank to rounding of B
       U2'A U2 = Z diag(h) Z',  Q = U2 Z          what is left of the inertia, rank to rounding of A
       x = U1 diag(1/s) V1'g + Q1 diag(1/h) Q1'(f - A U1 diag(1/s) V1'g)
       y = V1 diag(1/s) U1'(f - A x)

   A singular value s of B counts as it is; in those of K it would be s^2 beside a unit mass. */
#ifndef DLS_KKT_DENSE_H
#define DLS_KKT_DENSE_H

#include "kkt/kkt.h"

typedef struct {
    dls_int n, m, rank, least; /* rank of B; coordinates, constraints; min(n, m) */
    dls_int lost;              /* columns of Q that nothing resists: the first ones */
    dls_int *coordinate, *constraint;
    double *U, *s, *Vt; /* n-by-n: U1, then Q; least; least-by-m */
    double *h;          /* n - rank, ascending */
} dls_dense_part;

struct dls_kkt_dense {
    dls_int n, m, parts;
    dls_dense_part *part;
    dls_int *at; /* n + m: where it is in its part */
    double *u, *u2, *v, *c;
    double *A, *AU; /* of the largest part: n^2 each */
    double *B;      /* n m */
    double *work;
    int lwork, *iwork;
    dls_int rank;
    double entries, flops;
    dls_pool pool;
};

#endif
