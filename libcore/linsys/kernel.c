/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sparse basis of the kernel from A P = Q [R1 R2]: column j of it is P [-R1 \ R2(:,j); e_j].
   Back substitution visits rows from the last up; a heap holds those reached so far, so each column
   costs what it contains. Most structural entries of such a basis cancel (dependencies are local),
   and what has cancelled is not followed further. */
#include <math.h>
#include <string.h>

#include "linsys/linsys.h"

/* Smaller coefficients, relative to the largest of their column, are rounding. */
static const double NEGLIGIBLE = 1e-11;
/* Smaller ones on the way have cancelled. */
static const double CANCELLED = 1e-14;

typedef struct {
    dls_int *heap, size;  /* rows to visit, the largest first */
    dls_int *seen;        /* seen[k] = j + 1: row k was reached for column j */
    dls_int *rows, count; /* rows visited, decreasing */
    double *x;
} solver;

static void push(solver *S, dls_int row)
{
    dls_int k = S->size++;
    while (k > 0 && S->heap[(k - 1) / 2] < row) {
        S->heap[k] = S->heap[(k - 1) / 2];
        k = (k - 1) / 2;
    }
    S->heap[k] = row;
}

static dls_int pop(solver *S)
{
    dls_int top = S->heap[0], last = S->heap[--S->size], k = 0;
    for (dls_int child = 1; child < S->size; child = 2 * k + 1) {
        child += child + 1 < S->size && S->heap[child + 1] > S->heap[child];
        if (S->heap[child] <= last) {
            break;
        }
        S->heap[k] = S->heap[child];
        k = child;
    }
    S->heap[k] = last;
    return top;
}

static void add(solver *S, dls_int row, double value, dls_int mark)
{
    if (S->seen[row] != mark) {
        S->seen[row] = mark;
        S->x[row] = 0;
        push(S, row);
    }
    S->x[row] += value;
}

/* x = R1 \ R2(:,j) on rows[0..count-1] */
static void back_substitute(const dls_rank *F, solver *S, dls_int j)
{
    const dls_mat *R = &F->R;
    double largest = 1;
    S->size = S->count = 0;
    for (dls_int t = R->p[j]; t < R->p[j + 1]; t++) {
        add(S, R->i[t], R->x[t], j + 1);
    }
    while (S->size > 0) {
        dls_int k = pop(S), end = R->p[k + 1] - 1; /* the diagonal is last */
        double v = S->x[k] /= R->x[end];
        if (fabs(v) <= CANCELLED * largest) {
            continue;
        }
        largest = fmax(largest, fabs(v));
        S->rows[S->count++] = k;
        for (dls_int t = R->p[k]; t < end; t++) {
            add(S, R->i[t], -R->x[t] * v, j + 1);
        }
    }
}

static bool reserve(dls_mat *Z, dls_int *room, dls_int needed)
{
    if (needed <= *room) {
        return true;
    }
    dls_int more = 2 * needed;
    dls_int *i = DLS_NEW(dls_int, more);
    double *x = DLS_NEW(double, more);
    if (!i || !x) {
        dls_free(i);
        dls_free(x);
        return false;
    }
    memcpy(i, Z->i, (size_t)*room * sizeof *i);
    memcpy(x, Z->x, (size_t)*room * sizeof *x);
    dls_free(Z->i);
    dls_free(Z->x);
    Z->i = i;
    Z->x = x;
    *room = more;
    return true;
}

/* Append [-x; 1] to Z, unsorted. */
static void append(const dls_rank *F, const solver *S, dls_int j, dls_mat *Z)
{
    dls_int at = Z->p[j - F->rank];
    double largest = 1;
    for (dls_int q = 0; q < S->count; q++) {
        largest = fmax(largest, fabs(S->x[S->rows[q]]));
    }
    Z->i[at] = F->order[j];
    Z->x[at++] = 1;
    for (dls_int q = 0; q < S->count; q++) {
        double v = S->x[S->rows[q]];
        if (fabs(v) > NEGLIGIBLE * largest) {
            Z->i[at] = F->order[S->rows[q]];
            Z->x[at++] = -v;
        }
    }
    Z->p[j - F->rank + 1] = at;
}

/* Rows in increasing order, by transposing twice. */
static bool sort_rows(dls_mat *Z)
{
    dls_mat Zt, sorted;
    if (!dls_mat_transpose(&Zt, dls_see(Z), NULL)) {
        return false;
    }
    bool done = dls_mat_transpose(&sorted, dls_see(&Zt), NULL);
    dls_mat_free(&Zt);
    if (done) {
        dls_mat_free(Z);
        *Z = sorted;
    }
    return done;
}

dls_error dls_rank_kernel(const dls_rank *F, double most, dls_mat *Z, dls_fault *fault)
{
    dls_int cols = F->R.cols, nullity = cols - F->rank, room = 4 * nullity + 64;
    solver S = {DLS_NEW(dls_int, F->rank), 0, DLS_NEW(dls_int, F->rank),
                DLS_NEW(dls_int, F->rank), 0, DLS_NEW(double, F->rank)};
    bool done = dls_mat_new(Z, cols, nullity, room) && S.heap && S.seen && S.rows && S.x;
    bool fits = true;
    for (dls_int j = F->rank; done && fits && j < cols; j++) {
        back_substitute(F, &S, j);
        dls_int needed = Z->p[j - F->rank] + S.count + 1;
        fits = (double)needed <= most;
        done = fits && reserve(Z, &room, needed);
        if (done) {
            append(F, &S, j, Z);
        }
    }
    done = done && sort_rows(Z);
    dls_free(S.heap);
    dls_free(S.seen);
    dls_free(S.rows);
    dls_free(S.x);
    if (!done) {
        dls_mat_free(Z);
    }
    return done || !fits ? DLS_OK : dls_fail_memory(fault);
}
