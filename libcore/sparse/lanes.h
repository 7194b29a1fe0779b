/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors of several right-hand sides, woven: `width` numbers, one of each, stand for an entry.
   width is 1 (then these are the functions of sparse.h and base.h) or DLS_LANES: then a row is two
   halves of the size of AVX2's registers. (Of larger vectors than a machine has, compilers keep the
   sums of a loop in memory.) */
#ifndef DLS_LANES_H
#define DLS_LANES_H

#include "base/cpus.h"
#include "sparse/sparse.h"

enum { DLS_HALF = 4, DLS_LANES = 8 };
typedef double dls_half_row __attribute__((vector_size(4 * sizeof(double)), aligned(8), may_alias));
/* Half h of row k of X */
#define DLS_ROW(X, k, h) (((dls_half_row *)(X))[2 * (k) + (h)])
#define DLS_ROW_OF(X, k, h) (((const dls_half_row *)(X))[2 * (k) + (h)])
#define DLS_EACH_HALF _Pragma("GCC unroll 2") for (int h = 0; h < 2; h++)

#define DLS_FOR_EACH_CPU DLS_FOR_CPUS("default", "avx2")

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
