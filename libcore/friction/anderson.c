/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Anderson's acceleration, "type II": x+ = g - dG gamma with gamma minimising |f - dF gamma|,
   f = g - x, over the last few differences. */
#include <math.h>

#include "friction/fixpoint.h"

enum { DEPTH = 10 };

void dls_friction_anderson_take(dls_room *room, dls_anderson *A, dls_int n, int depth)
{
    A->n = n;
    A->depth = DLS_MIN(depth, DEPTH);
    A->dx = DLS_TAKE(room, double, n * A->depth);
    A->dg = DLS_TAKE(room, double, n * A->depth);
    A->res = DLS_TAKE(room, double, n);
    A->image = DLS_TAKE(room, double, n);
}

void dls_friction_anderson_restart(dls_anderson *A)
{
    A->used = 0;
    A->next = -1;
}

/* gamma of the normal equations, slightly regularised, by Cholesky. */
static void least_squares(const dls_anderson *A, double *gamma)
{
    /* differences that nearly repeat: pivots are at least PIVOT of the length of their column */
    static const double RIDGE = 1e-12, PIVOT = 1e-8;
    double L[DEPTH * DEPTH];
    int k = A->used;
    for (int i = 0; i < k; i++) {
        gamma[i] = dls_dot(A->n, A->dx + i * A->n, A->res);
        for (int j = 0; j <= i; j++) {
            L[i * DEPTH + j] = dls_dot(A->n, A->dx + i * A->n, A->dx + j * A->n);
        }
        L[i * DEPTH + i] *= 1 + RIDGE;
    }
    for (int i = 0; i < k; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = L[i * DEPTH + j];
            for (int l = 0; l < j; l++) {
                sum -= L[i * DEPTH + l] * L[j * DEPTH + l];
            }
            double own = L[i * DEPTH + i];
            L[i * DEPTH + j] = j < i     ? sum / L[j * DEPTH + j]
                               : sum > 0 ? fmax(sqrt(sum), PIVOT * sqrt(own))
                                         : PIVOT * sqrt(own) + (own == 0);
        }
    }
    for (int i = 0; i < k; i++) {
        for (int l = 0; l < i; l++) {
            gamma[i] -= L[i * DEPTH + l] * gamma[l];
        }
        gamma[i] /= L[i * DEPTH + i];
    }
    for (int i = k - 1; i >= 0; i--) {
        for (int l = i + 1; l < k; l++) {
            gamma[i] -= L[l * DEPTH + i] * gamma[l];
        }
        gamma[i] /= L[i * DEPTH + i];
    }
}

void dls_friction_anderson_next(dls_anderson *A, const double *x, const double *g, double *out)
{
    dls_int n = A->n;
    double gamma[DEPTH];
    if (A->next < 0) { /* the first */
        A->next = 0;
        for (dls_int i = 0; i < n; i++) {
            A->res[i] = g[i] - x[i];
        }
    } else {
        double *dx = A->dx + A->next * n, *dg = A->dg + A->next * n;
        for (dls_int i = 0; i < n; i++) {
            dx[i] = g[i] - x[i] - A->res[i];
            dg[i] = g[i] - A->image[i];
            A->res[i] = g[i] - x[i];
        }
        A->used = DLS_MIN(A->used + 1, A->depth);
        A->next = (A->next + 1) % A->depth;
    }
    dls_copy(n, g, A->image);
    least_squares(A, gamma);
    dls_copy(n, g, out);
    for (int k = 0; k < A->used; k++) {
        dls_axpy(n, -gamma[k], A->dg + k * n, out);
    }
}
