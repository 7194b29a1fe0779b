/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Symmetric matrices: how symmetric they are, their lower triangles, scalings. */
#include <math.h>

#include "sparse/sparse.h"

void dls_mat_fill_lower(dls_mat *L, dls_view S, const double *d)
{
    dls_int at = 0;
    for (dls_int j = 0; j < S.cols; j++) {
        dls_int diagonal = at++;
        L->p[j] = diagonal;
        L->i[diagonal] = j;
        L->x[diagonal] = 0;
        for (dls_int k = S.p[j]; k < S.p[j + 1]; k++) {
            dls_int i = S.i[k];
            double value = d ? S.x[k] * d[i] * d[j] : S.x[k];
            if (i == j) {
                L->x[diagonal] = value;
            } else if (i > j) {
                L->i[at] = i;
                L->x[at++] = value;
            }
        }
    }
    L->p[S.cols] = at;
}

void dls_mat_scale(dls_mat *A, const double *row, const double *col)
{
    for (dls_int j = 0; j < A->cols; j++) {
        for (dls_int k = A->p[j]; k < A->p[j + 1]; k++) {
            A->x[k] *= row[A->i[k]] * col[j];
        }
    }
}

double dls_asymmetry(dls_view A, const double *d, dls_int *work, dls_int *row, dls_int *col)
{
    /* work[i] walks down column i below the diagonal while the columns j > i pass by: at column j
       it stands at row j, if A(j,i) is stored, to be compared with A(i,j). */
    double worst = 0;
    *row = *col = 0;
#define DLS_SEEN(value, r, c)                                                                      \
    {                                                                                              \
        double v = fabs(value), s = d[r] * d[c], relative = s > 0 ? v / s : v > 0 ? INFINITY : 0;  \
        if (relative > worst) {                                                                    \
            worst = relative;                                                                      \
            *row = (r);                                                                            \
            *col = (c);                                                                            \
        }                                                                                          \
    }
    for (dls_int j = 0; j < A.cols; j++) {
        dls_int k = A.p[j];
        for (; k < A.p[j + 1] && A.i[k] < j; k++) {
            dls_int i = A.i[k];
            while (work[i] < A.p[i + 1] && A.i[work[i]] < j) {
                DLS_SEEN(A.x[work[i]], A.i[work[i]], i) /* has no partner above */
                work[i]++;
            }
            bool partner = work[i] < A.p[i + 1] && A.i[work[i]] == j;
            DLS_SEEN(A.x[k] - (partner ? A.x[work[i]] : 0), i, j)
            work[i] += partner;
        }
        work[j] = k + (k < A.p[j + 1] && A.i[k] == j);
    }
    for (dls_int j = 0; j < A.cols; j++) {
        for (dls_int k = work[j]; k < A.p[j + 1]; k++) {
            DLS_SEEN(A.x[k], A.i[k], j)
        }
    }
    return worst;
}
