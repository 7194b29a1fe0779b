/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Products and solves with the Q R of rank.c. */
#include <math.h>

#include "rank/rank.h"

static void reflect(const dls_rank *F, dls_int k, double *y)
{
    const dls_mat *H = &F->H;
    double sum = 0;
    for (dls_int t = H->p[k]; t < H->p[k + 1]; t++) {
        sum += H->x[t] * y[H->i[t]];
    }
    sum *= F->tau[k];
    for (dls_int t = H->p[k]; t < H->p[k + 1]; t++) {
        y[H->i[t]] -= sum * H->x[t];
    }
}

void dls_rank_apply_q_t(const dls_rank *F, double *y, double *t)
{
    dls_copy(F->H.rows, y, t);
    for (dls_int i = 0; i < F->H.rows; i++) {
        y[F->place[i]] = t[i];
    }
    for (dls_int k = 0; k < F->H.cols; k++) {
        reflect(F, k, y);
    }
}

void dls_rank_apply_q(const dls_rank *F, double *x, double *t)
{
    for (dls_int k = F->H.cols - 1; k >= 0; k--) {
        reflect(F, k, x);
    }
    dls_copy(F->H.rows, x, t);
    for (dls_int i = 0; i < F->H.rows; i++) {
        x[i] = t[F->place[i]];
    }
}

void dls_rank_solve(const dls_rank *F, double *x)
{
    const dls_mat *R = &F->R;
    for (dls_int k = F->rank - 1; k >= 0; k--) {
        dls_int last = R->p[k + 1] - 1;
        x[k] /= R->x[last];
        for (dls_int t = R->p[k]; t < last; t++) {
            x[R->i[t]] -= R->x[t] * x[k];
        }
    }
}

void dls_rank_solve_t(const dls_rank *F, double *x)
{
    const dls_mat *R = &F->R;
    for (dls_int k = 0; k < F->rank; k++) {
        dls_int last = R->p[k + 1] - 1;
        double sum = x[k];
        for (dls_int t = R->p[k]; t < last; t++) {
            sum -= R->x[t] * x[R->i[t]];
        }
        x[k] = sum / R->x[last];
    }
}

double dls_rank_clearness(const dls_rank *F, double *x)
{
    enum { ITERATIONS = 4 };
    double largest = 0, inverse = 0;
    dls_noise(F->rank, x);
    for (dls_int k = 0; k < F->rank; k++) {
        largest = fmax(largest, fabs(F->R.x[F->R.p[k + 1] - 1]));
    }
    for (int step = 0; step < ITERATIONS && F->rank > 0; step++) {
        double size = dls_norm(F->rank, x);
        for (dls_int k = 0; k < F->rank; k++) {
            x[k] /= size;
        }
        dls_rank_solve_t(F, x);
        dls_rank_solve(F, x);
        inverse = fmax(inverse, sqrt(dls_norm(F->rank, x)));
    }
    return F->rank > 0 ? 1 / (inverse * largest) : 1;
}
