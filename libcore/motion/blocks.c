/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many contacts between bodies whose mass is block diagonal, or between small groups of bodies that
   constraints tie: K^-1 of K = A or [A -F; G' 0], X = K^-1 [B; 0] and W = B'X are sparse, and known
   for all contacts at once. */
#include "motion/motion.h"

enum { MANY = 12, LARGEST = 24 }; /* columns of B; unknowns of a block */

static const double LEAST_PIVOT = 1e-12, SAFE_PIVOT = 1e-6;

void dls_motion_blocks_free(dls_motion_blocks *K)
{
    dls_mat_free(&K->inverse);
    dls_mat_free(&K->X);
    dls_mat_free(&K->W);
    dls_mat_free(&K->active);
    dls_free(K->block);
    dls_free(K->next);
    *K = (dls_motion_blocks){.known = false};
}

static dls_int root_of(dls_int *block, dls_int k)
{
    while (block[k] != k) {
        block[k] = block[block[k]];
        k = block[k];
    }
    return k;
}

/* block[k]: the first coordinate that k is connected with; next[k]: the one after k in its block,
   or -1. false: a block is too large. */
static bool connect(dls_motion_blocks *K, dls_view A)
{
    dls_int n = A.cols;
    for (dls_int j = 0; j < n; j++) {
        K->block[j] = j;
    }
    for (dls_int j = 0; j < n; j++) {
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            dls_int a = root_of(K->block, A.i[k]), b = root_of(K->block, j);
            K->block[DLS_MAX(a, b)] = DLS_MIN(a, b);
        }
    }
    for (dls_int j = n - 1; j >= 0; j--) {
        K->next[j] = -1;
    }
    bool small = true;
    for (dls_int j = n - 1; j >= 0; j--) {
        dls_int first = root_of(K->block, j);
        K->block[j] = first;
        if (first != j) { /* between the first one and the others, which are larger */
            K->next[j] = K->next[first];
            K->next[first] = j;
        }
    }
    for (dls_int j = 0; j < n; j++) {
        dls_int size = 0;
        for (dls_int k = K->block[j] == j ? j : -1; k >= 0; k = K->next[k]) {
            size++;
        }
        small = small && size <= LARGEST;
    }
    return small;
}

/* Columns of A^-1 of the block that begins at `first`; false: singular. */
static bool invert_block(dls_motion_blocks *K, dls_view A, dls_int first, double least)
{
    double lu[LARGEST * LARGEST], scale[LARGEST], x[LARGEST];
    int pivots[LARGEST], size = 0;
    dls_int member[LARGEST];
    for (dls_int k = first; k >= 0; k = K->next[k]) {
        member[size++] = k;
    }
    dls_zero(size * size, lu);
    for (int j = 0; j < size; j++) {
        for (dls_int k = A.p[member[j]]; k < A.p[member[j] + 1]; k++) {
            int i = 0;
            while (member[i] != A.i[k]) {
                i++;
            }
            lu[i + j * size] = A.x[k];
        }
    }
    if (dls_lu_factor(size, lu, scale, pivots) < least) {
        return false;
    }
    for (int j = 0; j < size; j++) {
        dls_zero(size, x);
        x[j] = 1;
        dls_lu_solve(size, lu, scale, pivots, x);
        dls_int at = K->inverse.p[member[j]];
        for (int i = 0; i < size; i++) {
            K->inverse.i[at] = member[i];
            K->inverse.x[at++] = x[i];
        }
    }
    return true;
}

/* The starts of the columns of A^-1 */
static dls_int count(dls_motion_blocks *K, dls_int n, bool write)
{
    dls_int entries = 0;
    for (dls_int j = 0; j < n; j++) {
        if (write) {
            K->inverse.p[j] = entries;
        }
        for (dls_int k = K->block[j]; k >= 0; k = K->next[k]) {
            entries++;
        }
    }
    if (write) {
        K->inverse.p[n] = entries;
    }
    return entries;
}

/* C = A B */
static bool new_product(dls_view A, dls_view B, dls_mat *C)
{
    dls_scatter sum = {0};
    dls_int room = 2 * dls_entries(B);
    bool done = dls_scatter_new(&sum, A.rows) && dls_mat_new(C, A.rows, B.cols, room);
    for (dls_int j = 0; done && j < B.cols; j++) {
        for (dls_int k = B.p[j]; k < B.p[j + 1]; k++) {
            for (dls_int i = A.p[B.i[k]]; i < A.p[B.i[k] + 1]; i++) {
                dls_scatter_add(&sum, A.i[i], A.x[i] * B.x[k]);
            }
        }
        done = dls_scatter_collect(&sum, -1, A.rows, C, &room, j);
    }
    dls_scatter_free(&sum);
    return done;
}

dls_error dls_motion_blocks_find(dls_motion_blocks *K, dls_view A, bool *small, dls_fault *fault)
{
    dls_int n = A.cols;
    K->block = DLS_NEW(dls_int, n);
    K->next = DLS_NEW(dls_int, n);
    bool done = K->block && K->next;
    *small = done && connect(K, A);
    if (*small) {
        done = dls_mat_new(&K->inverse, n, n, count(K, n, false));
    }
    if (*small && done) {
        count(K, n, true);
    }
    return done ? DLS_OK : dls_fail_memory(fault);
}

static bool invert_all(dls_motion_blocks *K, dls_view A, double least)
{
    bool regular = true;
    for (dls_int j = 0; regular && j < A.cols; j++) {
        regular = K->block[j] != j || invert_block(K, A, j, least);
    }
    return regular;
}

bool dls_motion_blocks_invert(dls_motion_blocks *K, dls_view A)
{
    return invert_all(K, A, LEAST_PIVOT);
}

bool dls_motion_blocks_pay(dls_int unknowns, dls_int columns)
{
    return unknowns > DLS_MOTION_SMALL && columns > MANY;
}

dls_error dls_motion_blocks_make(dls_motion_blocks *K, dls_view A, dls_view B, dls_fault *fault)
{
    bool small, tied = A.cols > B.rows;
    dls_error error = dls_motion_blocks_find(K, A, &small, fault);
    small = !error && small && invert_all(K, A, tied ? SAFE_PIVOT : LEAST_PIVOT);
    dls_mat Bt = {0};
    B.rows = A.cols; /* [B; 0] */
    if (small) {
        bool done = dls_mat_transpose(&Bt, B, NULL) &&
                    new_product(dls_see(&K->inverse), B, &K->X) &&
                    new_product(dls_see(&Bt), dls_see(&K->X), &K->W) &&
                    dls_mat_new(&K->active, K->W.rows, K->W.cols, dls_entries(dls_see(&K->W)));
        dls_mat_free(&Bt);
        error = done ? DLS_OK : dls_fail_memory(fault);
    }
    K->known = small && !error;
    if (!K->known) {
        dls_motion_blocks_free(K);
    }
    return error;
}
