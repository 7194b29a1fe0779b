/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a report of dls_matrix_class must satisfy: witnesses by arithmetic, implications. */
#ifndef CLASS_TRUTH_H
#define CLASS_TRUTH_H

#include "delassus.h"

/* Of the principal submatrix where the indicator is not 0; rows and columns are scaled first, so
   that its sign is what counts. */
double determinant(int n, const double *A, const double *indicator);
/* The report of a dense A (column-major), verified. */
dls_class_report *classify(int n, const double *A);
/* All minors: 1 P, 0 P0 only, -1 neither; 2 too close to call. */
int brute_p(int n, const double *A);
/* Smallest value of z'Az on a grid of the simplex, n <= 4. */
double grid_minimum(int n, const double *A, int steps);

#endif
