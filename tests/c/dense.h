/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dense linear algebra for the tests, independent of the library: column-major arrays, LAPACK's
   dgesvd as the oracle. New arrays come from calloc, never from the library's allocator, so that
   its allocation hook sees the library only; free() them. */
#ifndef DENSE_H
#define DENSE_H

#include "sparse/sparse.h"

void *need(dls_int count, size_t size); /* calloc that stops the program when memory is out */
bool small_sizes(void);                 /* DLS_TEST_SMALL is set: valgrind is waiting */

/* Uniform in (-1, 1); the state is the seed. */
double uniform(uint64_t *state);
double *vector_random(dls_int n, uint64_t seed);
double *vector_copy(dls_int n, const double *x);
double length(dls_int n, const double *x);
double distance(dls_int n, const double *x, const double *y);

/* Each entry nonzero with probability `density`. */
double *dense_random(dls_int rows, dls_int cols, double density, uint64_t seed);
/* B'B + shift I for a random B (rank-by-n): positive (semi)definite. */
double *dense_gram(dls_int rank, dls_int n, double density, double shift, uint64_t seed);
double *dense_stack(dls_int r1, dls_int r2, dls_int cols, const double *A, const double *B);
double *dense_transpose(dls_int rows, dls_int cols, const double *A);
/* y += alpha A x and y += alpha A'x */
void dense_apply(dls_int rows, dls_int cols, double alpha, const double *A, const double *x,
                 double *y);
void dense_apply_t(dls_int rows, dls_int cols, double alpha, const double *A, const double *x,
                   double *y);
double dense_largest(dls_int rows, dls_int cols, const double *A);

double *dense_singular_values(dls_int rows, dls_int cols, const double *A);
/* Orthonormal basis Z (cols-by-nullity) of the kernel; singular values below 1e-10 of the first
   count as zero. */
dls_int dense_kernel(dls_int rows, dls_int cols, const double *A, double **Z);
/* x := its part in the span of orthonormal columns Z. */
void dense_project(dls_int n, dls_int k, const double *Z, double *x);
/* x = A^+ b for a square A */
double *dense_pseudo_solve(dls_int n, const double *A, const double *b);

/* To and from sparse, zeros dropped. sparse_free, not dls_mat_free. */
dls_mat sparse_of(dls_int rows, dls_int cols, const double *A);
dls_mat sparse_lower_of(dls_int n, const double *A);
double *dense_of(dls_view A);
void sparse_free(dls_mat *A);

#endif
