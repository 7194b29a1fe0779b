/* SPDX-License-Identifier: GPL-3.0-or-later */
/* L U of matrices so small that the calls of LAPACK cost more than the arithmetic: dgetrs wakes all
   threads of OpenBLAS for two unknowns. */
#include <math.h>

#include "base/base.h"
#include "base/lapack.h"

enum { TINY = 12 };

/* By columns; row k and pivots[k] (from 1) change places, as in LAPACK. */
static void eliminate(int n, double *A, int *pivots)
{
    for (int k = 0; k < n; k++) {
        double *column = A + k * n;
        int best = k;
        for (int i = k + 1; i < n; i++) {
            best = fabs(column[i]) > fabs(column[best]) ? i : best;
        }
        pivots[k] = best + 1;
        for (int j = 0; best != k && j < n; j++) {
            double kept = A[k + j * n];
            A[k + j * n] = A[best + j * n];
            A[best + j * n] = kept;
        }
        double inverse = column[k] == 0 ? 0 : 1 / column[k];
        for (int i = k + 1; i < n; i++) {
            column[i] *= inverse;
        }
        for (int j = k + 1; j < n; j++) {
            double *next = A + j * n, factor = next[k];
            for (int i = k + 1; factor != 0 && i < n; i++) {
                next[i] -= factor * column[i];
            }
        }
    }
}

double dls_lu_factor(int n, double *A, double *scale, int *pivots)
{
    for (int i = 0; scale && i < n; i++) {
        double largest = 0;
        for (int j = 0; j < n; j++) {
            double entry = fabs(A[i + j * n]); /* fmax is a call */
            largest = entry > largest ? entry : largest;
        }
        scale[i] = 1 / dls_power2(largest);
        for (int j = 0; j < n; j++) {
            A[i + j * n] *= scale[i];
        }
    }
    if (n <= TINY) {
        eliminate(n, A, pivots);
    } else {
        int info = 0;
        dgetrf_(&n, &n, A, &n, pivots, &info);
    }
    double least = INFINITY, most = 0;
    for (int k = 0; k < n; k++) {
        double pivot = fabs(A[k + k * n]);
        most = pivot > most ? pivot : most;
        least = pivot < least || isnan(pivot) ? pivot : least;
    }
    return n == 0 ? 1 : most > 0 ? least / most : 0;
}

/* x = A^-1 x */
static void substitute(int n, const double *lu, const int *pivots, double *x)
{
    for (int k = 0; k < n; k++) {
        double kept = x[k];
        x[k] = x[pivots[k] - 1];
        x[pivots[k] - 1] = kept;
    }
    for (int k = 0; k < n; k++) {
        for (int i = k + 1; i < n; i++) {
            x[i] -= lu[i + k * n] * x[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        x[k] /= lu[k + k * n];
        for (int i = 0; i < k; i++) {
            x[i] -= lu[i + k * n] * x[k];
        }
    }
}

/* x = A^-T x */
static void substitute_transposed(int n, const double *lu, const int *pivots, double *x)
{
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < k; i++) {
            x[k] -= lu[i + k * n] * x[i];
        }
        x[k] /= lu[k + k * n];
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int i = k + 1; i < n; i++) {
            x[k] -= lu[i + k * n] * x[i];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        double kept = x[k];
        x[k] = x[pivots[k] - 1];
        x[pivots[k] - 1] = kept;
    }
}

void dls_lu_solve_many(int n, const double *lu, const int *pivots, bool transposed, int count,
                       double *X)
{
    int info = 0;
    if (n > TINY) {
        dgetrs_(transposed ? "T" : "N", &n, &count, lu, &n, pivots, X, &n, &info);
    }
    for (int j = 0; n <= TINY && j < count; j++) {
        (transposed ? substitute_transposed : substitute)(n, lu, pivots, X + j * n);
    }
}

void dls_lu_solve(int n, const double *lu, const double *scale, const int *pivots, double *x)
{
    for (int i = 0; scale && i < n; i++) {
        x[i] *= scale[i];
    }
    dls_lu_solve_many(n, lu, pivots, false, 1, x);
}
