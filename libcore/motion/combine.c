/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices of a step, from those of the model, in memory that is kept. */
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

dls_error dls_motion_combine_matrices(dls_motion_matrices *K, double a, dls_view M, double b,
                                      dls_view fv, double c, dls_view fq, dls_fault *fault)
{
    const dls_view parts[] = {M, fv, fq};
    const double factor[] = {a, b, c};
    dls_int n = M.rows, room = 0;
    for (int t = 0; t < 3; t++) {
        room += parts[t].rows && factor[t] != 0 ? dls_entries(parts[t]) : 0;
    }
    bool done = K->sum.size == n && K->sum.x;
    if (!done) {
        dls_scatter_free(&K->sum);
        done = dls_scatter_new(&K->sum, n);
    }
    done = done && reserve(&K->A, &K->room_A, n, n, room);
    for (dls_int j = 0; done && j < n; j++) {
        for (int t = 0; t < 3; t++) {
            bool there = parts[t].rows && factor[t] != 0;
            for (dls_int k = there ? parts[t].p[j] : 0; there && k < parts[t].p[j + 1]; k++) {
                dls_scatter_add(&K->sum, parts[t].i[k], factor[t] * parts[t].x[k]);
            }
        }
        done = dls_scatter_collect(&K->sum, 0, n, &K->A, &K->room_A, j);
    }
    return done ? DLS_OK : dls_fail_memory(fault);
}

dls_error dls_motion_interleave(dls_motion_matrices *K, int d, dls_view N, dls_view T,
                                dls_fault *fault)
{
    dls_int at = 0, room = dls_entries(N) + (d > 1 ? dls_entries(T) : 0);
    if (!reserve(&K->B, &K->room_B, N.rows, d * N.cols, room)) {
        return dls_fail_memory(fault);
    }
    for (dls_int j = 0; j < d * N.cols; j++) {
        dls_view from = j % d == 0 ? N : T;
        dls_int c = j % d == 0 ? j / d : j / d * (d - 1) + j % d - 1;
        for (dls_int k = from.p[c]; k < from.p[c + 1]; k++) {
            K->B.i[at] = from.i[k];
            K->B.x[at++] = from.x[k];
        }
        K->B.p[j + 1] = at;
    }
    return DLS_OK;
}

static void copy_column(dls_view from, dls_int c, dls_mat *B, dls_int to)
{
    dls_int entries = from.p[c + 1] - from.p[c];
    memcpy(B->i + B->p[to], from.i + from.p[c], (size_t)entries * sizeof *B->i);
    dls_copy(entries, from.x + from.p[c], B->x + B->p[to]);
    B->p[to + 1] = B->p[to] + entries;
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
