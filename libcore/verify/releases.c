/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a diagnosis says of the parts that share states of self-stress: what to release, and
   leverages, by orthogonalisation of their columns of G, and of the kernel. */
#include <math.h>

#include "verify/redundancy.h"

typedef dls_verify_diagnosis question;

/* Flops: parts that need more are left out; sets of releases when only a glance is taken;
   those that a set costs beside its own. */
static const double CALL = 300, SHARE = 1e8, GLANCE = 4e3;

double dls_verify_column_size(dls_view Z, dls_int column, const double *unit)
{
    double largest = 0;
    for (dls_int k = Z.p[column]; k < Z.p[column + 1]; k++) {
        largest = dls_verify_worse(largest, fabs(Z.x[k]) / unit[Z.i[k]]);
    }
    return largest;
}

double dls_verify_pivot_needed(const question *Q)
{
    return fmax(Q->R->tolerance / DLS_VERIFY_KERNEL,
                DLS_VERIFY_PIVOT * (double)(Q->R->n + 1) * DLS_EPS);
}

/* Parts are the constraints that are not determined, each with the columns of its redundant ones.
   What of a column is in another part is rounding. */
void dls_verify_release_parts(const question *Q)
{
    const dls_redundancy_report *R = Q->R;
    dls_int wrong = 0;
    double across = 0;
    for (dls_int i = 0; i < R->m; i++) {
        Q->part[i] = -1;
    }
    for (dls_int p = 0; p < R->parts; p++) {
        const dls_release_part *P = R->releases + p;
        dls_int count = 0;
        for (dls_int k = 0; k < P->rows; k++) {
            dls_int i = P->row[k];
            wrong += R->determined[i] || Q->part[i] >= 0 || (k > 0 && i <= P->row[k - 1]);
            Q->part[i] = p;
            Q->at[i] = k;
            count += Q->place[i] >= 0;
        }
        wrong += count != P->count || P->sets < 1;
    }
    for (dls_int i = 0; i < R->m; i++) {
        wrong += R->determined[i] != (Q->part[i] < 0);
    }
    for (dls_int c = 0; c < R->kernel.cols; c++) {
        double other = 0;
        for (dls_int k = R->kernel.p[c]; k < R->kernel.p[c + 1]; k++) {
            dls_int i = R->kernel.i[k];
            if (Q->part[i] != Q->part[R->redundant[c]]) {
                other = dls_verify_worse(other, fabs(R->kernel.x[k]) / Q->c[i]);
            }
        }
        if (!(other <= 0)) {
            other /= dls_verify_column_size(R->kernel, c, Q->c);
            across = dls_verify_worse(across, other);
        }
    }
    dls_verify_check(Q->report, "releases: parts and their counts", (double)wrong, 0);
    dls_verify_check(Q->report, "releases: parts do not interfere", across, 1e-6);
}

/* What of each column is not in the span of those before, with unit length. Twice is enough. */
static void orthonormalise(dls_int rows, dls_int cols, double *A)
{
    for (dls_int c = 0; c < cols; c++) {
        double *a = A + c * rows;
        for (dls_int b = 0; b < 2 * c; b++) {
            const double *q = A + b % c * rows;
            dls_axpy(rows, -dls_dot(rows, q, a), q, a);
        }
        double length = dls_norm(rows, a);
        for (dls_int i = 0; i < rows; i++) {
            a[i] /= length > 0 ? length : 1;
        }
    }
}

/* 1 - |row of an orthonormal basis of the kernel|^2 of the constraints of a part */
static void leverage_of_part(const question *Q, const dls_release_part *P)
{
    dls_view Z = Q->R->kernel;
    dls_int cols = 0;
    dls_zero(P->rows * P->count, Q->full);
    for (dls_int k = 0; k < P->rows; k++) {
        dls_int c = Q->place[P->row[k]];
        for (dls_int t = c < 0 ? 0 : Z.p[c]; c >= 0 && t < Z.p[c + 1]; t++) {
            if (Q->part[Z.i[t]] == Q->part[P->row[k]]) {
                Q->full[Q->at[Z.i[t]] + cols * P->rows] = Z.x[t];
            }
        }
        if (c >= 0) {
            double *column = Q->full + cols++ * P->rows, length = dls_norm(P->rows, column);
            for (dls_int i = 0; i < P->rows; i++) {
                column[i] /= length;
            }
        }
    }
    orthonormalise(P->rows, P->count, Q->full);
    for (dls_int k = 0; k < P->rows * P->count; k++) {
        Q->h[P->row[k % P->rows]] -= Q->full[k] * Q->full[k];
    }
}

static void check_leverage(const question *Q)
{
    const dls_redundancy_report *R = Q->R;
    double sum = 0, outside = 0, away = 0, work = 0, m = (double)R->m;
    for (dls_int i = 0; i < R->m; i++) {
        double h = R->leverage[i];
        sum += h;
        outside = dls_verify_worse(outside, fmax(-h, h - 1));
        outside = dls_verify_worse(outside, R->determined[i] ? fabs(h - 1) : h - 1);
        Q->h[i] = 1;
    }
    dls_verify_check(Q->report, "leverages from 0 to 1, 1 where determined", outside, 0);
    sum = fabs(sum - (double)R->rank) / fmax(m, 1);
    dls_verify_check(Q->report, "leverages sum up to the rank", sum, R->leverage_error + 1e-9);
    bool left = R->parts == 0 && R->rank < R->m;
    for (dls_int p = 0; Q->all && p < R->parts; p++) {
        const dls_release_part *P = R->releases + p;
        double rows = (double)P->rows, cols = (double)P->count;
        if (work + rows * cols * cols > SHARE) {
            left = true;
            continue;
        }
        work += rows * cols * cols;
        leverage_of_part(Q, P);
        for (dls_int k = 0; k < P->rows; k++) {
            dls_int i = P->row[k];
            away = dls_verify_worse(away, fabs(R->leverage[i] - Q->h[i]));
        }
    }
    dls_verify_check(Q->report, "leverages, by the kernel", away, R->leverage_error + 1e-6);
    if (left) {
        dls_verify_leave(Q->report, "leverage of each reaction (large parts): their sum");
    }
}

/* Increasing constraints of the part; the rest of it to Q->list. */
static bool is_set(const question *Q, const dls_release_part *P, const dls_int *set)
{
    dls_int k = 0, left = 0;
    for (dls_int i = 0; i < P->rows; i++) {
        bool released = k < P->count && set[k] == P->row[i];
        k += released;
        Q->list[left] = P->row[i];
        left += !released && left < P->rows - P->count;
    }
    return k == P->count;
}

/* Sets come one after the other in the order of their numbers: none is there twice. */
static bool is_later(const dls_release_part *P, const dls_int *set, const dls_int *before)
{
    dls_int k = 0;
    while (k < P->count && set[k] == before[k]) {
        k++;
    }
    return k < P->count && set[k] > before[k];
}

/* The least pivot of the columns in Q->list, over the rows that they have. */
static double pivot_of_rest(const question *Q, dls_int count)
{
    dls_view G = Q->G;
    dls_int rows = 0;
    for (int pass = 0; pass < 3; pass++) { /* number the rows, fill, forget the numbers */
        for (dls_int k = 0; k < count; k++) {
            dls_int j = Q->list[k];
            for (dls_int t = G.p[j]; t < G.p[j + 1]; t++) {
                double *number = Q->y + G.i[t];
                if (pass == 1) {
                    Q->full[(dls_int)*number - 1 + k * rows] = Q->r[G.i[t]] * G.x[t] * Q->c[j];
                }
                *number = pass == 2 ? 0 : *number > 0 ? *number : (double)++rows;
            }
        }
        if (pass == 0) {
            dls_zero(rows * count, Q->full);
        }
    }
    return dls_verify_least_pivot(rows, count, Q->full);
}

static bool are_redundant(const question *Q, const dls_release_part *P, const dls_int *set)
{
    dls_int k = 0;
    while (k < P->count && Q->place[set[k]] >= 0) {
        k++;
    }
    return k == P->count;
}

/* Rows that the columns of a part have, at most. */
static double height(const question *Q, const dls_release_part *P)
{
    double rows = 0;
    for (dls_int k = 0; k < P->rows; k++) {
        rows += (double)(Q->G.p[P->row[k] + 1] - Q->G.p[P->row[k]]);
    }
    return fmin(rows, (double)Q->G.rows);
}

/* Without the constraints of a set the rest of its part is independent, and fewer are not enough:
   the part has so many columns of the kernel. */
static void check_sets(const question *Q)
{
    double budget = Q->all ? 10 * SHARE : GLANCE, least = INFINITY;
    dls_int wrong = 0;
    bool left = false;
    for (dls_int p = 0; p < Q->R->parts; p++) {
        const dls_release_part *P = Q->R->releases + p;
        double rows = height(Q, P);
        for (dls_int s = 0; s < P->sets; s++) {
            const dls_int *set = P->set + s * P->count;
            double cols = (double)(P->rows - P->count);
            bool good = is_set(Q, P, set) && (s == 0 || is_later(P, set, set - P->count));
            wrong += !good;
            double flops = CALL + rows * cols * cols;
            if (good && budget >= flops) {
                budget -= flops;
                least = fmin(least, pivot_of_rest(Q, P->rows - P->count));
            } else {
                left = left || (good && !are_redundant(Q, P, set));
            }
        }
    }
    dls_verify_check(Q->report, "releases: sets of constraints of their part", (double)wrong, 0);
    dls_verify_check(Q->report, "releases: tolerance over pivot of the rest",
                     dls_verify_pivot_needed(Q) / least, 1);
    dls_verify_leave(Q->report, left ? "releases: ranks of all sets; that there are no others"
                                     : "releases: that there are no other sets");
}

static void lay_out_full(void *object, dls_room *room)
{
    question *Q = object;
    Q->full = DLS_TAKE(room, double, Q->numbers);
}

/* Room for the largest part that is small enough. */
static bool make_full(question *Q, dls_pool *pool)
{
    for (dls_int p = 0; p < Q->R->parts; p++) {
        const dls_release_part *P = Q->R->releases + p;
        dls_int rest = P->rows - P->count, rows = (dls_int)height(Q, P);
        double states = (double)P->rows * (double)P->count * (double)P->count;
        double sets = (double)rows * (double)rest * (double)rest;
        if (states <= SHARE && Q->all) {
            Q->numbers = DLS_MAX(Q->numbers, P->rows * P->count);
        }
        if (sets <= (Q->all ? 10 * SHARE : GLANCE)) {
            Q->numbers = DLS_MAX(Q->numbers, rows * rest);
        }
    }
    return dls_pool_make(pool, lay_out_full, Q);
}

bool dls_verify_releases(dls_verify_diagnosis *Q, dls_pool *pool)
{
    if (!make_full(Q, pool)) {
        return false;
    }
    if (Q->R->kernel.p) {
        check_sets(Q);
    }
    if (Q->R->leverage) {
        check_leverage(Q);
    }
    return true;
}
