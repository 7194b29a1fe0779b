/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Row and column scaling by powers of two (exact): Ruiz' iteration in the maximum norm. A symmetric
   matrix stays symmetric. */
#include <math.h>

#include "sparse/sparse.h"

/* Of a dense matrix (A.p == NULL) the entries follow one another. */
static void largest_entries(dls_view A, const double *row, const double *col, double *r, double *c)
{
    dls_zero(A.rows, r);
    for (dls_int j = 0; j < A.cols; j++) {
        dls_int start = A.p ? A.p[j] : j * A.rows, end = A.p ? A.p[j + 1] : start + A.rows;
        c[j] = 0;
        for (dls_int k = start; k < end; k++) {
            dls_int i = A.p ? A.i[k] : k - start;
            double value = fabs(A.x[k]) * row[i] * col[j];
            c[j] = fmax(c[j], value);
            r[i] = fmax(r[i], value);
        }
    }
}

bool dls_equilibrate_step(dls_int n, const double *largest, double *factor)
{
    bool changed = false;
    for (dls_int i = 0; i < n; i++) {
        double step = largest[i] > 0 ? 1 / dls_power2(1.5 * sqrt(largest[i])) : 1;
        changed = changed || step != 1;
        factor[i] *= step;
    }
    return changed;
}

void dls_equilibrate_factors(dls_view A, double *row, double *col, double *work)
{
    static const int PASSES = 8;
    dls_fill(A.rows, 1, row);
    dls_fill(A.cols, 1, col);
    bool changed = true;
    for (int pass = 0; pass < PASSES && changed; pass++) {
        largest_entries(A, row, col, work, work + A.rows);
        changed = dls_equilibrate_step(A.rows, work, row);
        changed = dls_equilibrate_step(A.cols, work + A.rows, col) || changed;
    }
}

void dls_equilibrate(dls_mat *A, double *row, double *col, double *work)
{
    dls_equilibrate_factors(dls_see(A), row, col, work);
    dls_mat_scale(A, row, col);
}

void dls_equilibrate_dense(dls_int n, double *A, double *row, double *col, double *work)
{
    dls_equilibrate_factors((dls_view){n, n, NULL, NULL, A}, row, col, work);
    for (dls_int j = 0; j < n; j++) {
        for (dls_int i = 0; i < n; i++) {
            A[i + j * n] *= row[i] * col[j];
        }
    }
}
