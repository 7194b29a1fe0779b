/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices for the back ends of libcore/linsys, and what each answer has to fulfil. */
#ifndef BACKENDS_H
#define BACKENDS_H

#include "dense.h"
#include "linsys/linsys.h"

enum { N = 40 };

/* What the back end wants to see of A: its lower triangle or all of it (qr takes it for J). */
dls_mat shaped(const dls_backend *backend, dls_int n, const double *A);
dls_linsys *factorise(const dls_backend *backend, dls_view A, dls_error expected);
/* |A x - b| <= bound |b| for x from S; for qr, A'A x = b */
void check_solve(dls_linsys *S, dls_int n, const double *A, double bound);
double *definite(uint64_t seed);
double *quasi_definite(uint64_t seed); /* [A G; G' -C] */

#endif
