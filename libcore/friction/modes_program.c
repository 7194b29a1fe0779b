/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One mode of contact: the first phase of the simplex method, dense, and the judge of its proof. */
#include <math.h>

#include "friction/modes.h"

static const double NOTHING = 1e-11;  /* pivots and reduced costs of data of size one */
static const double ROUNDING = 1e-13; /* of multipliers, relative to the largest */

static void pivot(dls_modes *K, dls_int row, dls_int column)
{
    dls_int width = K->T->N + 1 + K->kept;
    double *from = K->A + row * width, scale = 1 / from[column];
    for (dls_int j = 0; j < width; j++) {
        from[j] *= scale;
    }
    for (dls_int i = 0; i < K->kept; i++) {
        double *to = K->A + i * width, factor = i == row ? 0 : to[column];
        if (factor != 0) {
            dls_axpy(width, -factor, from, to);
            to[column] = 0;
        }
    }
    K->basic[row] = column;
}

/* [B e I] */
static void fill_mode(dls_modes *K)
{
    const dls_friction_task *T = K->T;
    int d = T->d;
    dls_int N = T->N, width = N + 1 + K->kept;
    dls_zero(K->kept * width, K->A);
    for (dls_int k = 0; k < N; k++) {
        double u[DLS_FRICTION_DIM], r[DLS_FRICTION_DIM];
        dls_int c = k / d;
        K->free[k] =
            dls_friction_mode_coordinate(d, T->problem->mu[c], K->mode[c], (int)(k % d), u, r);
        for (dls_int i = 0; i < K->kept; i++) {
            K->A[i * width + k] =
                dls_dot(d, u, K->U + i * N + c * d) + dls_dot(d, r, K->R + i * N + c * d);
        }
    }
    for (dls_int i = 0; i < K->kept; i++) {
        K->A[i * width + N] = K->e[i];
        K->A[i * width + N + 1 + i] = 1;
        K->basic[i] = -1;
    }
}

/* Coordinates of any sign enter first, with the largest pivots, and never leave. */
static void enter_free(dls_modes *K)
{
    dls_int N = K->T->N, width = N + 1 + K->kept, row;
    do {
        double most = NOTHING;
        dls_int column = -1;
        row = -1;
        for (dls_int i = 0; i < K->kept; i++) {
            for (dls_int j = 0; K->basic[i] < 0 && j < N; j++) {
                double size = K->free[j] ? fabs(K->A[i * width + j]) : 0;
                if (size > most) {
                    most = size;
                    row = i;
                    column = j;
                }
            }
        }
        if (row >= 0) {
            pivot(K, row, column);
        }
    } while (row >= 0);
}

/* The first coordinate (Bland's rule) that lessens the sum of what artificials have; -1: none. */
static dls_int entering(const dls_modes *K)
{
    dls_int N = K->T->N, width = N + 1 + K->kept;
    for (dls_int j = 0; j < N; j++) {
        double gain = 0;
        for (dls_int i = 0; i < K->kept; i++) {
            gain += K->basic[i] < 0 ? K->A[i * width + j] : 0;
        }
        if (!K->free[j] && gain > NOTHING) {
            return j;
        }
    }
    return -1;
}

/* Least ratio; of equal ones artificials, then the first coordinate. */
static dls_int leaving(const dls_modes *K, dls_int column)
{
    dls_int N = K->T->N, width = N + 1 + K->kept, row = -1;
    double least = INFINITY;
    for (dls_int i = 0; i < K->kept; i++) {
        bool stays = K->basic[i] >= 0 && K->free[K->basic[i]];
        double slope = K->A[i * width + column];
        if (stays || !(slope > NOTHING)) {
            continue;
        }
        double ratio = fmax(0, K->A[i * width + N]) / slope;
        if (ratio < least || (ratio == least && K->basic[i] < K->basic[row])) {
            least = ratio;
            row = i;
        }
    }
    return row;
}

/* Does the multiplier refute the mode in the caller's data, for all r and v up to a million times
   what the data suggest? K->unit becomes the multiplier (p, y) in the caller's units. */
static bool refuted(dls_modes *K);

dls_mode_end dls_friction_modes_solve(dls_modes *K)
{
    const dls_friction_task *T = K->T;
    dls_int N = T->N, width = N + 1 + K->kept, column = 0;
    fill_mode(K);
    enter_free(K);
    for (dls_int i = 0; i < K->kept; i++) {
        for (dls_int j = 0; K->basic[i] < 0 && K->A[i * width + N] < 0 && j < width; j++) {
            K->A[i * width + j] = j == N ? K->A[i * width + j] : -K->A[i * width + j];
        }
        K->A[i * width + N] = K->basic[i] < 0 ? fabs(K->A[i * width + N]) : K->A[i * width + N];
    }
    for (dls_int step = 0; column >= 0 && step < 50 * width; step++) {
        dls_int row = (column = entering(K)) < 0 ? -1 : leaving(K, column);
        if (row < 0) {
            break;
        }
        pivot(K, row, column);
    }
    double left = 0;
    dls_zero(N, K->x);
    dls_zero(K->rows, K->y);
    for (dls_int i = 0; i < K->kept; i++) {
        if (K->basic[i] >= 0) {
            K->x[K->basic[i]] = K->A[i * width + N];
        } else {
            left += K->A[i * width + N];
        }
    }
    if (!(left > NOTHING)) {
        return DLS_MODE_POINT;
    }
    /* the rows of artificials, added, are a multiplier of the kept rows, those of all rows */
    for (dls_int k = 0, at = 0; k < K->rows; k++) {
        double times = 0;
        for (dls_int i = 0; K->pivot[k] < 0 && i < K->kept; i++) {
            times += K->basic[i] < 0 ? K->A[i * width + N + 1 + at] : 0;
        }
        at += K->pivot[k] < 0;
        dls_axpy(K->rows, times, K->V + k * (T->n + K->rows) + T->n, K->y);
    }
    return refuted(K) ? DLS_MODE_REFUTED : DLS_MODE_DOUBTFUL;
}

/* ---- the judge ---- */

/* Multipliers of the velocities of a contact, without the rounding of those that must be zero or
   of one sign: y'u <= 0 in the mode. false: more than rounding is wrong. */
static bool tidy(const dls_modes *K, dls_int c)
{
    const dls_friction_task *T = K->T;
    int d = T->d;
    double *y = K->y + T->n + c * d, small = ROUNDING * dls_largest(K->rows, K->y);
    for (int i = 0; i < d; i++) {
        double u[DLS_FRICTION_DIM], r[DLS_FRICTION_DIM];
        bool free = dls_friction_mode_coordinate(d, T->problem->mu[c], K->mode[c], i, u, r);
        for (int j = 0; j < d; j++) {
            if (u[j] != 0 && (free || u[j] * y[j] > 0)) {
                if (fabs(y[j]) > small) {
                    return false;
                }
                y[j] = 0;
            }
        }
    }
    return true;
}

/* -(H p)'r, or -(W'y)'r, of a contact with r one of its coordinates: how far above zero it may be,
   scaled. */
static double above(const dls_modes *K, dls_int c, const double *r)
{
    const dls_friction_task *T = K->T;
    double accuracy = T->settings->accuracy, value = 0, doubt = 0;
    for (int i = 0; i < T->d; i++) {
        const dls_exact *sum = K->sum + c * T->d + i;
        double bound, s = dls_exact_value(sum, &bound);
        value -= s * r[i];
        doubt += fabs(r[i]) * (bound + accuracy * sum->size) + 4 * DLS_EPS * fabs(s * r[i]);
    }
    return fmax(0, value + doubt) * K->contact[c];
}

static bool refuted(dls_modes *K)
{
    static const double FAR = 1e6;
    const dls_friction_task *T = K->T;
    const dls_friction_problem *P = T->problem;
    double accuracy = T->settings->accuracy, bound, above_zero = 0, *p = K->unit, *y = p + T->n;
    dls_exact value = {0};
    double small = ROUNDING * dls_largest(K->rows, K->y);
    for (dls_int j = 0; j < T->n; j++) {
        K->y[j] = fabs(K->y[j]) > small ? K->y[j] : 0;
    }
    for (dls_int c = 0; c < T->nc; c++) {
        if (!tidy(K, c)) {
            return false;
        }
    }
    for (dls_int j = 0; j < T->n; j++) {
        p[j] = K->y[j] * K->coordinate[j];
        dls_exact_add(&value, -P->f[j], p[j]);
    }
    for (dls_int i = 0; i < T->N; i++) {
        y[i] = K->y[T->n + i] * K->contact[i / T->d];
        dls_exact_add(&value, P->q[i], y[i]);
    }
    for (dls_int i = 0; i < T->N + T->n; i++) {
        K->sum[i] = (dls_exact){0};
    }
    if (P->global) { /* H p, and M p - H'y */
        dls_exact_product(P->H, p, K->sum);
        dls_exact_product(P->M, p, K->sum + T->N);
        for (dls_int j = 0; j < T->n; j++) {
            for (dls_int k = P->H.p[j]; k < P->H.p[j + 1]; k++) {
                dls_exact_add(K->sum + T->N + j, -P->H.x[k], y[P->H.i[k]]);
            }
        }
    } else {
        dls_exact_transposed(P->W, y, K->sum);
    }
    for (dls_int k = 0; k < T->N; k++) {
        double u[DLS_FRICTION_DIM], r[DLS_FRICTION_DIM], minus[DLS_FRICTION_DIM];
        dls_int c = k / T->d;
        bool free = dls_friction_mode_coordinate(T->d, P->mu[c], K->mode[c], (int)(k % T->d), u, r);
        for (int i = 0; i < T->d; i++) {
            minus[i] = -r[i];
        }
        above_zero += fmax(above(K, c, r), free ? above(K, c, minus) : 0);
    }
    for (dls_int j = 0; j < T->n; j++) {
        const dls_exact *sum = K->sum + T->N + j;
        double left = fabs(dls_exact_value(sum, &bound));
        above_zero += (left + bound + accuracy * sum->size) * K->coordinate[j];
    }
    double most = dls_exact_value(&value, &bound);
    most -= bound + accuracy * value.size;
    for (dls_int i = 0; i < K->rows; i++) { /* y'u - (H p)'r >= 0 > y'w - p'f = -1 */
        K->unit[i] /= -(most > 0 ? most : 1);
    }
    return most > 0 && most > FAR * K->size * above_zero;
}
