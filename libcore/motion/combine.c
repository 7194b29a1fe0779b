/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices of a step, from those of the model, in memory that is kept. */
#include <math.h>
#include <string.h>

#include "motion/scheme.h"

/* Room for entries of A, whose size may change, too. */
static bool reserve(dls_mat *A, dls_int *room, dls_int rows, dls_int cols, dls_int entries)
{
    if (A->p && A->cols == cols && *room >= entries) {
        return true;
    }
    dls_mat_free(A);
    *room = entries;
    return dls_mat_new(A, rows, cols, entries);
}

dls_error dls_motion_sum_matrices(dls_motion_matrices *K, dls_int n, int count,
                                  const dls_view *parts, const double *factor, dls_fault *fault)
{
    dls_int room = 0;
    for (int t = 0; t < count; t++) {
        room += parts[t].rows && factor[t] != 0 ? dls_entries(parts[t]) : 0;
    }
    bool done = K->sum.size == n && K->sum.x;
    if (!done) {
        dls_scatter_free(&K->sum);
        done = dls_scatter_new(&K->sum, n);
    }
    done = done && reserve(&K->A, &K->room_A, n, n, room);
    for (dls_int j = 0; done && j < n; j++) {
        for (int t = 0; t < count; t++) {
            bool there = parts[t].rows && factor[t] != 0;
            for (dls_int k = there ? parts[t].p[j] : 0; there && k < parts[t].p[j + 1]; k++) {
                dls_scatter_add(&K->sum, parts[t].i[k], factor[t] * parts[t].x[k]);
            }
        }
        done = dls_scatter_collect(&K->sum, 0, n, &K->A, &K->room_A, j);
    }
    return done ? DLS_OK : dls_fail_memory(fault);
}

dls_error dls_motion_combine_matrices(dls_motion_matrices *K, double a, dls_view M, double b,
                                      dls_view fv, double c, dls_view fq, dls_fault *fault)
{
    const dls_view parts[] = {M, fv, fq};
    const double factor[] = {a, b, c};
    return dls_motion_sum_matrices(K, M.rows, 3, parts, factor, fault);
}

static void copy_column(dls_view from, dls_int c, dls_mat *B, dls_int to)
{
    dls_int entries = from.p[c + 1] - from.p[c];
    memcpy(B->i + B->p[to], from.i + from.p[c], (size_t)entries * sizeof *B->i);
    dls_copy(entries, from.x + from.p[c], B->x + B->p[to]);
    B->p[to + 1] = B->p[to] + entries;
}

dls_error dls_motion_interleave_from(dls_motion_matrices *K, int d, const dls_motion_values *E,
                                     const dls_motion_values *other, const bool *from_other,
                                     dls_fault *fault)
{
    dls_int nu = E->N.cols, room = dls_entries(E->N) + (d > 1 ? dls_entries(E->T) : 0);
    room += other ? dls_entries(other->N) + (d > 1 ? dls_entries(other->T) : 0) : 0;
    if (!reserve(&K->B, &K->room_B, E->N.rows, d * nu, room)) {
        return dls_fail_memory(fault);
    }
    for (dls_int j = 0; j < d * nu; j++) {
        const dls_motion_values *V = other && from_other[j / d] ? other : E;
        dls_int c = j % d == 0 ? j / d : j / d * (d - 1) + j % d - 1;
        copy_column(j % d == 0 ? V->N : V->T, c, &K->B, j);
    }
    return DLS_OK;
}

dls_error dls_motion_interleave(dls_motion_matrices *K, int d, dls_view N, dls_view T,
                                dls_fault *fault)
{
    const dls_motion_values E = {.N = N, .T = T};
    return dls_motion_interleave_from(K, d, &E, NULL, NULL, fault);
}

dls_error dls_motion_append(dls_motion_matrices *K, dls_view G, dls_view N, const double *p,
                            dls_view *joined, dls_fault *fault)
{
    if (!reserve(&K->B, &K->room_B, N.rows, G.cols + N.cols, dls_entries(G) + dls_entries(N))) {
        return dls_fail_memory(fault);
    }
    *joined = dls_see(&K->B);
    joined->cols = G.cols;
    for (dls_int j = 0; j < G.cols; j++) {
        copy_column(G, j, &K->B, j);
    }
    for (dls_int j = 0; j < N.cols; j++) {
        if (p[j] > 0) {
            copy_column(N, j, &K->B, joined->cols++);
        }
    }
    return DLS_OK;
}

void dls_motion_matrices_free(dls_motion_matrices *K)
{
    dls_mat_free(&K->A);
    dls_mat_free(&K->B);
    dls_scatter_free(&K->sum);
}

double dls_motion_replace(dls_int n, const double *x, double *old)
{
    double sum = 0;
    for (dls_int k = 0; k < n; k++) {
        sum += (x[k] - old[k]) * (x[k] - old[k]);
        old[k] = x[k];
    }
    return sqrt(sum);
}
