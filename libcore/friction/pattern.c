/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pattern of a friction problem's linear systems: what does not change between steps. */
#include <stdlib.h>

#include "friction/friction.h"

static int ascending(const void *a, const void *b)
{
    dls_int x = *(const dls_int *)a, y = *(const dls_int *)b;
    return (x > y) - (x < y);
}

/* Blocks of rows that column j of W touches, its own included, increasing; how many. */
static dls_int touched(const dls_friction_task *T, dls_int j, dls_int *block)
{
    dls_view W = T->problem->W;
    dls_int count = 0, own = j / T->d;
    bool placed = false;
    for (dls_int k = W.p[j]; k < W.p[j + 1]; k++) {
        dls_int c = W.i[k] / T->d;
        if (!placed && c >= own) {
            block[count++] = own;
            placed = true;
        }
        if (count == 0 || block[count - 1] != c) {
            block[count++] = c;
        }
    }
    if (!placed) {
        block[count++] = own;
    }
    return count;
}

/* Column j of K = A + B W has all rows of the contacts that column j of W touches. */
static dls_error local_pattern(dls_friction_system *S, dls_fault *fault)
{
    const dls_friction_task *T = S->task;
    dls_view W = T->problem->W;
    dls_int *block = DLS_NEW(dls_int, T->nc + 1), entries = 0;
    for (dls_int j = 0; block && j < T->N; j++) {
        entries += T->d * touched(T, j, block);
    }
    S->values = DLS_NEW(double, entries);
    if (!block || !S->values || !dls_mat_new(&S->K, T->N, T->N, entries)) {
        dls_free(block);
        return dls_fail_memory(fault);
    }
    dls_int at = 0;
    for (dls_int j = 0; j < T->N; j++) {
        dls_int count = touched(T, j, block), k = W.p[j];
        S->K.p[j] = at;
        for (dls_int b = 0; b < count; b++) {
            for (int i = 0; i < T->d; i++, at++) {
                S->K.i[at] = block[b] * T->d + i;
                bool here = k < W.p[j + 1] && W.i[k] == S->K.i[at];
                S->values[at] = here ? W.x[k++] : 0;
            }
        }
    }
    S->K.p[T->N] = at;
    dls_free(block);
    return DLS_OK;
}

/* The coordinates that each contact touches, and its d rows of H as a small dense matrix. */
static bool gather(dls_friction_system *S)
{
    const dls_friction_task *T = S->task;
    dls_view H = T->problem->H;
    dls_int *last = DLS_NEW(dls_int, T->nc), *next = DLS_NEW(dls_int, T->nc + 1);
    S->start = DLS_NEW(dls_int, T->nc + 1);
    bool ready = last && next && S->start;
    for (int pass = 0; ready && pass < 2; pass++) {
        for (dls_int c = 0; c < T->nc; c++) {
            last[c] = -1;
            next[c] = S->start[c];
        }
        for (dls_int j = 0; j < H.cols; j++) {
            for (dls_int k = H.p[j]; k < H.p[j + 1]; k++) {
                dls_int c = H.i[k] / T->d;
                next[c] += last[c] != j;
                last[c] = j;
                if (pass == 1) {
                    S->coordinate[next[c] - 1] = j;
                    S->entry[(next[c] - 1) * T->d + H.i[k] % T->d] = H.x[k];
                }
            }
        }
        dls_int total = 0;
        for (dls_int c = 0; pass == 0 && c < T->nc; c++) { /* counts become starts */
            S->start[c] = total;
            total += next[c];
        }
        if (pass == 0) {
            S->start[T->nc] = total;
            S->coordinate = DLS_NEW(dls_int, total);
            S->entry = DLS_NEW(double, total * T->d);
            ready = S->coordinate && S->entry;
        }
    }
    dls_free(last);
    dls_free(next);
    return ready;
}

/* Rows of column j of M + H'C H into `row` (of its lower triangle if S->symmetric); how many.
   mark[i] == j: seen. */
static dls_int global_rows(const dls_friction_system *S, dls_int j, dls_int *mark, dls_int *row)
{
    const dls_friction_task *T = S->task;
    dls_view M = T->problem->M, H = T->problem->H;
    dls_int count = 0, contact = -1;
    dls_int least = S->symmetric ? j : 0;
    for (dls_int k = M.p[j]; k < M.p[j + 1]; k++) {
        mark[M.i[k]] = j;
        row[count] = M.i[k];
        count += M.i[k] >= least;
    }
    for (dls_int k = H.p[j]; k < H.p[j + 1]; k++) {
        if (H.i[k] / T->d == contact) {
            continue;
        }
        contact = H.i[k] / T->d;
        for (dls_int t = S->start[contact]; t < S->start[contact + 1]; t++) {
            dls_int i = S->coordinate[t];
            if (mark[i] != j && i >= least) {
                mark[i] = j;
                row[count++] = i;
            }
        }
    }
    if (mark[j] != j) { /* a diagonal for all */
        mark[j] = j;
        row[count++] = j;
    }
    return count;
}

static dls_error global_pattern(dls_friction_system *S, dls_fault *fault)
{
    const dls_friction_task *T = S->task;
    dls_view M = T->problem->M;
    dls_int *mark = DLS_NEW(dls_int, T->n), *row = DLS_NEW(dls_int, T->n), entries = 0;
    bool ready = mark && row && gather(S);
    for (int pass = 0; ready && pass < 2; pass++) {
        for (dls_int i = 0; i < T->n; i++) {
            mark[i] = -1;
        }
        dls_int at = 0;
        for (dls_int j = 0; j < T->n; j++) {
            dls_int count = global_rows(S, j, mark, row);
            if (pass == 1) {
                S->K.p[j] = at;
                qsort(row, (size_t)count, sizeof *row, ascending);
                dls_int k = M.p[j];
                for (dls_int t = 0; t < count; t++) {
                    while (k < M.p[j + 1] && M.i[k] < row[t]) {
                        k++;
                    }
                    S->K.i[at + t] = row[t];
                    bool here = k < M.p[j + 1] && M.i[k] == row[t];
                    S->values[at + t] = here ? M.x[k++] : 0;
                }
            }
            at += count;
        }
        entries = at;
        if (pass == 0) {
            S->values = DLS_NEW(double, entries);
            ready = S->values && dls_mat_new(&S->K, T->n, T->n, entries);
        } else {
            S->K.p[T->n] = at;
        }
    }
    dls_free(mark);
    dls_free(row);
    return ready ? DLS_OK : dls_fail_memory(fault);
}

dls_error dls_friction_pattern(dls_friction_system *S, dls_fault *fault)
{
    return S->task->problem->global ? global_pattern(S, fault) : local_pattern(S, fault);
}
