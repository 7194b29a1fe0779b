/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors of several right-hand sides, woven: `width` numbers, one of each, stand for an entry.
   width is 1 (then these are the functions of sparse.h and base.h) or DLS_LANES: one operation on a
   row is DLS_LANES on numbers, by whatever vector registers there are. */
#ifndef DLS_LANES_H
#define DLS_LANES_H

#include "base/cpus.h"
#include "sparse/sparse.h"

enum { DLS_LANES = 8 };
typedef double dls_lane_row __attribute__((vector_size(8 * sizeof(double)), aligned(8), may_alias));

/* One operation on a row in the registers that there are. */
#define DLS_FOR_EACH_CPU DLS_FOR_CPUS("default", "avx2", "avx512f")

/* Y = A X,  Y = A'X,  R = B + sign A'X (B = NULL: zero) and scale = |A|'|X| */
void dls_set_mul_many(dls_view A, int width, const double *X, double *Y);
void dls_set_mul_t_many(dls_view A, int width, const double *X, double *Y);
void dls_residual_t_many(dls_view A, double sign, int width, const double *X, const double *B,
                         double *R, double *scale);
/* out(c) = X(:,c)'Y(:,c), |X(:,c)|;  Y(:,c) = Y(:,c) + alpha(c) X(:,c), X(:,c) + alpha(c) Y(:,c) */
void dls_dot_many(int width, dls_int n, const double *X, const double *Y, double *out);
void dls_norm_many(int width, dls_int n, const double *X, double *out);
void dls_axpy_many(int width, dls_int n, const double *alpha, const double *X, double *Y);
void dls_xpay_many(int width, dls_int n, const double *X, const double *alpha, double *Y);
/* row k of Y = alpha s(k) row k of X, never -0 */
void dls_scale_rows(int width, dls_int n, double alpha, const double *s, const double *X,
                    double *Y);
/* n-vectors, `count` of them one after the other <-> woven; those beyond `count` are zero */
void dls_weave(int width, int count, dls_int n, const double *x, double *X);
void dls_unweave(int width, int count, dls_int n, const double *X, double *x);

#endif
