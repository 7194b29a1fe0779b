/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A block diagonal matrix, up to a permutation (the masses of bodies): L U of each block with its
   rows scaled, and the inverse, which has those blocks, as a sparse matrix. */
#include <math.h>

#include "linsys/linsys.h"

typedef struct {
    dls_parts parts;
    bool ready; /* the arrays below, which the first factorisation allocates */
    dls_mat inverse;
    double *lu, *scale, *x; /* of the largest block: size^2, size, size */
    int *pivots;            /* size */
} bodies;

static void lay_out(void *object, dls_room *room)
{
    dls_linsys *S = object;
    bodies D = {.ready = false};
    dls_parts_take(room, &D.parts, S->n);
    bodies *state = S->state = DLS_TAKE(room, bodies, 1);
    if (state) {
        *state = D;
    }
}

static void lay_out_inverse(void *object, dls_room *room)
{
    dls_linsys *S = object;
    bodies *D = S->state;
    dls_int largest = D->parts.largest;
    dls_mat_take(room, &D->inverse, S->n, S->n, (dls_int)D->parts.squares);
    D->lu = DLS_TAKE(room, double, largest *largest);
    D->scale = DLS_TAKE(room, double, largest);
    D->x = DLS_TAKE(room, double, largest);
    D->pivots = DLS_TAKE(room, int, largest);
}

static dls_error analyse(dls_linsys *S, dls_view A)
{
    if (!dls_pool_make(&S->pool, lay_out, S)) {
        return DLS_ERROR_MEMORY;
    }
    bodies *D = S->state;
    dls_parts_find(&D->parts, A);
    S->entries = D->parts.squares;
    S->flops = 3 * (double)D->parts.largest * D->parts.squares;
    return DLS_OK;
}

/* The inverse of a block into its columns; the ratio of its pivots */
static double invert(bodies *D, dls_view A, dls_int block)
{
    const dls_parts *P = &D->parts;
    const dls_int *member = P->member + P->start[block];
    int size = (int)(P->start[block + 1] - P->start[block]);
    dls_zero(size * size, D->lu);
    for (int j = 0; j < size; j++) {
        for (dls_int k = A.p[member[j]]; k < A.p[member[j] + 1]; k++) {
            D->lu[P->place[A.i[k]] + j * size] = A.x[k];
        }
    }
    double ratio = dls_lu_factor(size, D->lu, D->scale, D->pivots);
    for (int j = 0; ratio > 0 && j < size; j++) {
        dls_zero(size, D->x);
        D->x[j] = 1;
        dls_lu_solve(size, D->lu, D->scale, D->pivots, D->x);
        dls_int at = D->inverse.p[member[j]];
        for (int i = 0; i < size; i++) {
            dls_mat_put(&D->inverse, &at, member[i], D->x[i]);
        }
    }
    return ratio;
}

static dls_error factor(dls_linsys *S, dls_view A)
{
    bodies *D = S->state;
    const dls_parts *P = &D->parts;
    if (!D->ready && !dls_pool_make(&S->pool, lay_out_inverse, S)) {
        return DLS_ERROR_MEMORY;
    }
    for (dls_int j = 0; !D->ready && j < S->n; j++) {
        D->inverse.p[j + 1] = D->inverse.p[j] + P->start[P->of[j] + 1] - P->start[P->of[j]];
    }
    D->ready = true;
    S->pivot_min = S->pivot_max = 1;
    for (dls_int b = 0; b < P->count && S->pivot_min > 0; b++) {
        double ratio = invert(D, A, b);
        S->pivot_min = ratio < S->pivot_min || isnan(ratio) ? ratio : S->pivot_min;
    }
    return S->pivot_min > 0 ? DLS_OK : DLS_ERROR_NUMERICAL;
}

static dls_error solve(dls_linsys *S, dls_int count, const double *b, double *x)
{
    (void)count;
    bodies *D = S->state;
    dls_zero(S->n, x);
    dls_mul(dls_see(&D->inverse), 1, b, x);
    return DLS_OK;
}

bool dls_linsys_in_small_blocks(const dls_linsys *S)
{
    enum { SMALL = 24 }; /* unknowns of a block */
    return ((const bodies *)S->state)->parts.largest <= SMALL;
}

dls_view dls_linsys_inverse(const dls_linsys *S)
{
    return dls_see(&((const bodies *)S->state)->inverse);
}

const dls_backend dls_linsys_bodies = {.name = "bodies",
                                       .shape = DLS_SQUARE,
                                       .block = 1,
                                       .price = 1,
                                       .analyse = analyse,
                                       .factor = factor,
                                       .solve = solve};
