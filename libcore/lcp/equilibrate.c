/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Row and column scaling by powers of two (exact): Ruiz' iteration in the maximum norm. A symmetric
   matrix stays symmetric. */
#include <math.h>

#include "lcp/classes.h"

static void largest_entries(const dls_mat *A, double *row, double *col)
{
    dls_zero(A->rows, row);
    for (dls_int j = 0; j < A->cols; j++) {
        col[j] = 0;
        for (dls_int k = A->p[j]; k < A->p[j + 1]; k++) {
            double value = fabs(A->x[k]);
            col[j] = fmax(col[j], value);
            row[A->i[k]] = fmax(row[A->i[k]], value);
        }
    }
}

/* factor *= power of two near 1 / sqrt (largest), which becomes the step */
static void take_step(dls_int n, double *largest, double *factor)
{
    for (dls_int i = 0; i < n; i++) {
        largest[i] = largest[i] > 0 ? 1 / dls_power2(1.5 * sqrt(largest[i])) : 1;
        factor[i] *= largest[i];
    }
}

void dls_equilibrate(dls_mat *A, double *row, double *col, double *work)
{
    static const int PASSES = 8;
    double *r = work, *c = work + A->rows;
    for (dls_int i = 0; i < A->rows; i++) {
        row[i] = 1;
    }
    for (dls_int j = 0; j < A->cols; j++) {
        col[j] = 1;
    }
    for (int pass = 0; pass < PASSES; pass++) {
        largest_entries(A, r, c);
        take_step(A->rows, r, row);
        take_step(A->cols, c, col);
        for (dls_int j = 0; j < A->cols; j++) {
            for (dls_int k = A->p[j]; k < A->p[j + 1]; k++) {
                A->x[k] *= r[A->i[k]] * c[j];
            }
        }
    }
}
