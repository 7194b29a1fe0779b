/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small dense systems: row exchanges when regular, complete pivoting for the echelon form. */
#include <math.h>

#include "solutions/solutions.h"

bool dls_solutions_eliminate(dls_int k, double *K, double *least)
{
    static const double PIVOT = 1e-7;
    *least = 1;
    for (dls_int c = 0; c < k; c++) {
        double *column = K + c * k;
        dls_int row = c;
        for (dls_int i = c + 1; i < k; i++) {
            row = fabs(column[i]) > fabs(column[row]) ? i : row;
        }
        double p = column[row];
        if (!(fabs(p) > PIVOT)) {
            return false;
        }
        *least = fmin(*least, fabs(p));
        column[row] = column[c];
        for (dls_int j = c + 1; j <= k; j++) {
            double *y = K + j * k, t = y[row] / p;
            y[row] = y[c];
            y[c] = t;
            for (dls_int i = c + 1; t != 0 && i < k; i++) {
                y[i] -= t * column[i];
            }
        }
    }
    double *y = K + k * k;
    for (dls_int c = k - 1; c >= 0; c--) {
        dls_axpy(c, -y[c], K + c * k, y);
    }
    return true;
}

static void swap_entries(double *x, double *y)
{
    double t = *x;
    *x = *y;
    *y = t;
}

dls_int dls_solutions_echelon(dls_int rows, dls_int cols, double *K, dls_int *order, bool *clear,
                              double *least)
{
    static const double ROUNDING = 1e-13;
    double first = 0;
    *least = 1;
    dls_int rank = 0, most = DLS_MIN(rows, cols);
    for (dls_int j = 0; j < cols; j++) {
        order[j] = j;
    }
    for (; rank < most; rank++) {
        dls_int row = rank, col = rank;
        double largest = 0;
        for (dls_int j = rank; j < cols; j++) {
            for (dls_int i = rank; i < rows; i++) {
                if (fabs(K[i + j * rows]) > largest) {
                    largest = fabs(K[i + j * rows]);
                    row = i;
                    col = j;
                }
            }
        }
        first = rank == 0 ? largest : first;
        if (!(largest > DLS_RANK * first)) {
            *clear = *clear && largest <= ROUNDING * first;
            break;
        }
        *least = fmin(*least, largest);
        for (dls_int i = 0; i < rows && col != rank; i++) {
            swap_entries(&K[i + col * rows], &K[i + rank * rows]);
        }
        dls_int label = order[col];
        order[col] = order[rank];
        order[rank] = label;
        for (dls_int j = 0; j <= cols && row != rank; j++) {
            swap_entries(&K[row + j * rows], &K[rank + j * rows]);
        }
        double *pivot = K + rank * rows, p = pivot[rank];
        pivot[rank] = 0;
        for (dls_int j = rank + 1; j <= cols; j++) {
            double t = K[rank + j * rows] / p;
            if (t != 0) {
                dls_axpy(rows, -t, pivot, K + j * rows);
            }
            K[rank + j * rows] = t;
        }
        dls_zero(rows, pivot);
        pivot[rank] = 1;
    }
    return rank;
}
