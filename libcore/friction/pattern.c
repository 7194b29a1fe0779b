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
        dls_int c = dls_friction_contact_of(T->d, W.i[k]);
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
static dls_int local_entries(const dls_friction_system *S)
{
    const dls_friction_task *T = S->task;
    dls_int entries = 0;
    for (dls_int j = 0; j < T->N; j++) {
        entries += T->d * touched(T, j, S->list);
    }
    return entries;
}

static void fill_local(dls_friction_system *S)
{
    const dls_friction_task *T = S->task;
    dls_view W = T->problem->W;
    dls_int at = 0;
    for (dls_int j = 0; j < T->N; j++) {
        dls_int count = touched(T, j, S->list), k = W.p[j];
        S->K.p[j] = at;
        for (dls_int b = 0; b < count; b++) {
            for (int i = 0; i < T->d; i++, at++) {
                S->K.i[at] = S->list[b] * T->d + i;
                bool here = k < W.p[j + 1] && W.i[k] == S->K.i[at];
                S->values[at] = here ? W.x[k++] : 0;
            }
        }
    }
    S->K.p[T->N] = at;
}

/* ---- local, symmetric: K = I + F'W F of blocks, by its lower triangle ---- */

/* Contact j and those after it whose velocities its reactions move; how many. */
static dls_int below(const dls_friction_system *S, dls_int j, dls_int *contact)
{
    const dls_friction_task *T = S->task;
    dls_view W = T->problem->W;
    dls_int count = 0;
    contact[count++] = j;
    S->mark[j] = j;
    for (dls_int k = W.p[j * T->d]; k < W.p[(j + 1) * T->d]; k++) {
        dls_int c = dls_friction_contact_of(T->d, W.i[k]);
        if (c > j && S->mark[c] != j) {
            S->mark[c] = j;
            contact[count++] = c;
        }
    }
    return count;
}

static void count_blocks(dls_friction_system *S)
{
    const dls_friction_task *T = S->task;
    int d = T->d;
    for (dls_int j = 0; j < T->nc; j++) {
        S->mark[j] = -1;
    }
    for (dls_int j = 0; j < T->nc; j++) {
        S->start[j + 1] = S->start[j] + below(S, j, S->list);
    }
    S->coordinates = S->start[T->nc];
    S->entries = S->coordinates * d * d - T->nc * d * (d - 1) / 2;
}

/* The lists of contacts, increasing, and the pattern of K. */
static void list_blocks(dls_friction_system *S)
{
    int d = S->task->d;
    dls_int at = 0;
    for (dls_int j = 0; j < S->task->nc; j++) {
        S->mark[j] = -1;
    }
    for (dls_int j = 0; j < S->task->nc; j++) {
        dls_int first = S->start[j], count = below(S, j, S->coordinate + first);
        qsort(S->coordinate + first, (size_t)count, sizeof *S->coordinate, ascending);
        for (int l = 0; l < d; l++) {
            S->K.p[j * d + l] = at;
            for (dls_int b = first; b < first + count; b++) {
                for (int i = b == first ? l : 0; i < d; i++) {
                    S->K.i[at++] = S->coordinate[b] * d + i;
                }
            }
        }
    }
    S->K.p[S->task->N] = at;
}

/* place[c]: of the block of contacts c and j, in column j or, c < j, in row j: there columns get on
   as j does. */
static void find_places(dls_friction_system *S, dls_int j, dls_int *next, dls_int *place)
{
    const dls_friction_task *T = S->task;
    dls_view W = T->problem->W;
    for (dls_int b = S->start[j]; b < S->start[j + 1]; b++) {
        place[S->coordinate[b]] = b;
    }
    for (dls_int k = W.p[j * T->d]; k < W.p[(j + 1) * T->d]; k++) {
        dls_int c = dls_friction_contact_of(T->d, W.i[k]), end = S->start[c + 1];
        while (c < j && next[c] < end && S->coordinate[next[c]] < j) {
            next[c]++;
        }
        if (c < j) {
            place[c] = next[c] < end && S->coordinate[next[c]] == j ? next[c] : -1;
        }
    }
}

/* The lower triangle of (W + W') / 2, and the pattern */
static void fill_blocks(dls_friction_system *S)
{
    const dls_friction_task *T = S->task;
    dls_view W = T->problem->W;
    int d = T->d;
    dls_int *place = S->list, *next = S->mark;
    list_blocks(S);
    dls_zero(S->coordinates * d * d, S->entry);
    for (dls_int j = 0; j < T->nc; j++) {
        next[j] = S->start[j];
    }
    for (dls_int j = 0; j < T->N; j++) {
        dls_int own = dls_friction_contact_of(d, j), l = j - own * d;
        if (l == 0) {
            find_places(S, own, next, place);
        }
        for (dls_int k = W.p[j]; k < W.p[j + 1]; k++) {
            dls_int c = dls_friction_contact_of(d, W.i[k]), i = W.i[k] - c * d;
            double *block = S->entry + DLS_MAX(place[c], 0) * d * d;
            block[i * d + l] += c >= own ? W.x[k] / 2 : 0;
            block[l * d + i] += c <= own && place[c] >= 0 ? W.x[k] / 2 : 0;
        }
    }
}

/* ---- global ---- */

/* The coordinates that each contact touches: how many, or (fill) which, and its d rows of H there
   as a small dense matrix. */
static void gather_coordinates(dls_friction_system *S, bool fill)
{
    const dls_friction_task *T = S->task;
    dls_view H = T->problem->H;
    dls_int *last = S->mark, *next = S->list;
    for (dls_int c = 0; c < T->nc; c++) {
        last[c] = -1;
        next[c] = fill ? S->start[c] : 0;
    }
    for (dls_int k = 0; fill && k < S->coordinates * T->d; k++) {
        S->entry[k] = 0;
    }
    for (dls_int j = 0; j < H.cols; j++) {
        for (dls_int k = H.p[j]; k < H.p[j + 1]; k++) {
            dls_int c = dls_friction_contact_of(T->d, H.i[k]);
            next[c] += last[c] != j;
            last[c] = j;
            if (fill) {
                S->coordinate[next[c] - 1] = j;
                S->entry[(next[c] - 1) * T->d + H.i[k] % T->d] = H.x[k];
            }
        }
    }
    for (dls_int c = 0; !fill && c < T->nc; c++) {
        S->start[c + 1] = S->start[c] + next[c];
    }
    S->coordinates = S->start[T->nc];
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
        if (dls_friction_contact_of(T->d, H.i[k]) == contact) {
            continue;
        }
        contact = dls_friction_contact_of(T->d, H.i[k]);
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

/* All columns of K: how many entries, or (fill) which, with those of M. */
static dls_int global_columns(dls_friction_system *S, bool fill)
{
    const dls_friction_task *T = S->task;
    dls_view M = T->problem->M;
    dls_int *row = S->list, at = 0;
    for (dls_int i = 0; i < T->n; i++) {
        S->mark[i] = -1;
    }
    for (dls_int j = 0; j < T->n; j++) {
        dls_int count = global_rows(S, j, S->mark, row);
        if (fill) {
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
            S->K.p[j + 1] = at + count;
        }
        at += count;
    }
    return at;
}

void dls_friction_pattern_fill(dls_friction_system *S)
{
    if (S->task->problem->global) {
        gather_coordinates(S, true);
        global_columns(S, true);
    } else if (S->symmetric) {
        fill_blocks(S);
    } else {
        fill_local(S);
    }
    S->version = S->task->version;
}

static void lay_out_contacts(void *object, dls_room *room)
{
    dls_friction_system *S = object;
    int d = S->task->d;
    S->coordinate = DLS_TAKE(room, dls_int, S->coordinates);
    S->entry = DLS_TAKE(room, double, S->coordinates *(S->task->problem->global ? d : d * d));
}

static void lay_out_matrix(void *object, dls_room *room)
{
    dls_friction_system *S = object;
    dls_int order = S->task->problem->global ? S->task->n : S->task->N;
    bool blocks = S->symmetric && !S->task->problem->global;
    dls_mat_take(room, &S->K, order, order, S->entries);
    S->values = DLS_TAKE(room, double, blocks ? 0 : S->entries);
}

dls_error dls_friction_pattern(dls_friction_system *S, dls_fault *fault)
{
    dls_friction_task *T = S->task;
    bool ready = true;
    if (T->problem->global) {
        gather_coordinates(S, false);
        ready = dls_pool_make(&T->pool, lay_out_contacts, S);
        if (ready) {
            gather_coordinates(S, true);
            S->entries = global_columns(S, false);
        }
    } else if (S->symmetric) {
        count_blocks(S);
        ready = dls_pool_make(&T->pool, lay_out_contacts, S);
    } else {
        S->entries = local_entries(S);
    }
    if (!ready || !dls_pool_make(&T->pool, lay_out_matrix, S)) {
        return dls_fail_memory(fault);
    }
    dls_friction_pattern_fill(S);
    return DLS_OK;
}
