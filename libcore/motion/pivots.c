/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cholesky's method with pivots, of a small semidefinite matrix W: P'W P = [L; R] [L; R]' with the
   chosen rows first, each the one that repeats those before it least. What is left out depends on
   them: the kernel is spanned by the columns of [-C; I] with L'C = R'. */
#include <math.h>

#include "motion/motion.h"

void dls_motion_pivots_take(dls_room *room, dls_motion_pivots *V, dls_int m)
{
    V->m = m;
    V->L = DLS_TAKE(room, double, m *m);
    V->N = DLS_TAKE(room, double, m *m);
    V->d = DLS_TAKE(room, double, m);
    V->x = DLS_TAKE(room, double, m);
    V->order = DLS_TAKE(room, dls_int, m);
}

/* The next row, into place k of the order; its share of its own diagonal that is left */
static double choose(dls_motion_pivots *V, const double *diagonal, dls_int k)
{
    dls_int best = k;
    double most = -1;
    for (dls_int i = k; i < V->m; i++) {
        dls_int row = V->order[i];
        double share = diagonal[row] > 0 ? V->d[row] / diagonal[row] : 0;
        if (share > most) {
            most = share;
            best = i;
        }
    }
    dls_int row = V->order[best];
    V->order[best] = V->order[k];
    V->order[k] = row;
    return most;
}

/* C in the columns beyond the rank of the chosen rows, and N */
static void find_kernel(dls_motion_pivots *V)
{
    dls_int m = V->m, r = V->rank, k = m - r;
    for (dls_int j = r; j < m; j++) {
        const double *row = V->L + V->order[j] * m;
        for (dls_int i = r - 1; i >= 0; i--) {
            double sum = row[i];
            for (dls_int l = i + 1; l < r; l++) {
                sum -= V->L[V->order[l] * m + i] * V->L[V->order[l] * m + j];
            }
            V->L[V->order[i] * m + j] = sum / V->L[V->order[i] * m + i];
        }
    }
    for (dls_int a = 0; a < k; a++) {
        for (dls_int b = 0; b <= a; b++) {
            double sum = a == b;
            for (dls_int l = 0; l < r; l++) {
                const double *row = V->L + V->order[l] * m + r;
                sum += row[a] * row[b];
            }
            for (dls_int l = 0; l < b; l++) {
                sum -= V->N[a * k + l] * V->N[b * k + l];
            }
            V->N[a * k + b] = a == b ? sqrt(sum) : sum / V->N[b * k + b];
        }
    }
}

bool dls_motion_pivots_factor(dls_motion_pivots *V, dls_view lower, double tolerance)
{
    dls_int m = V->m;
    double *W = V->N; /* until the kernel is wanted */
    dls_zero(m * m, W);
    for (dls_int j = 0; j < m; j++) {
        for (dls_int k = lower.p[j]; k < lower.p[j + 1]; k++) {
            W[j + lower.i[k] * m] = W[lower.i[k] + j * m] = lower.x[k];
        }
        V->order[j] = j;
        V->d[j] = W[j + j * m];
        V->x[j] = W[j + j * m];
    }
    V->rank = 0;
    for (dls_int k = 0; k < m && choose(V, V->x, k) > tolerance; k++, V->rank++) {
        dls_int pivot = V->order[k];
        double *row = V->L + pivot * m, root = sqrt(V->d[pivot]);
        for (dls_int i = k + 1; i < m; i++) {
            double *other = V->L + V->order[i] * m, sum = W[V->order[i] + pivot * m];
            for (dls_int l = 0; l < k; l++) {
                sum -= row[l] * other[l];
            }
            other[k] = sum / root;
            V->d[V->order[i]] -= other[k] * other[k];
        }
        row[k] = root;
    }
    static const double ROUNDING = 1e-10;
    for (dls_int k = V->rank; k < m; k++) {
        dls_int row = V->order[k];
        if (V->x[row] < 0 || V->d[row] < -ROUNDING * V->x[row]) {
            return false;
        }
    }
    if (V->rank < m) {
        find_kernel(V);
    }
    return true;
}

void dls_motion_pivots_solve(dls_motion_pivots *V, const double *r, double *p)
{
    dls_int m = V->m, rank = V->rank;
    double *x = V->x;
    for (dls_int k = 0; k < rank; k++) {
        const double *row = V->L + V->order[k] * m;
        double sum = r[V->order[k]];
        for (dls_int l = 0; l < k; l++) {
            sum -= row[l] * x[l];
        }
        x[k] = sum / row[k];
    }
    for (dls_int k = rank - 1; k >= 0; k--) {
        const double *row = V->L + V->order[k] * m;
        x[k] /= row[k];
        for (dls_int l = 0; l < k; l++) {
            x[l] -= row[l] * x[k];
        }
        p[V->order[k]] += x[k];
    }
}

/* p + [C; -I] s with N N's = [-C; I]'p = t, taken off: p - [-C; I] (I + C'C)^-1 t */
void dls_motion_pivots_shorten(dls_motion_pivots *V, double *p)
{
    dls_int m = V->m, r = V->rank, k = m - r;
    double *s = V->x;
    for (dls_int a = 0; a < k; a++) {
        s[a] = p[V->order[r + a]];
        for (dls_int l = 0; l < r; l++) {
            s[a] -= V->L[V->order[l] * m + r + a] * p[V->order[l]];
        }
        for (dls_int b = 0; b < a; b++) {
            s[a] -= V->N[a * k + b] * s[b];
        }
        s[a] /= V->N[a * k + a];
    }
    for (dls_int a = k - 1; a >= 0; a--) {
        s[a] /= V->N[a * k + a];
        for (dls_int b = 0; b < a; b++) {
            s[b] -= V->N[a * k + b] * s[a];
        }
    }
    for (dls_int a = 0; a < k; a++) {
        p[V->order[r + a]] -= s[a];
        for (dls_int l = 0; l < r; l++) {
            p[V->order[l]] += V->L[V->order[l] * m + r + a] * s[a];
        }
    }
}
