/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sparse vectors in a dense array with a set of bits, collected as columns of a matrix. */
#include <math.h>

#include "sparse/sparse.h"

dls_scatter dls_scatter_take(dls_room *room, dls_int size)
{
    return (dls_scatter){size, DLS_TAKE(room, uint64_t, size / 64 + 1),
                         DLS_TAKE(room, double, size), 0, 0};
}

bool dls_scatter_new(dls_scatter *S, dls_int size)
{
    *S = (dls_scatter){size, DLS_NEW(uint64_t, size / 64 + 1), DLS_NEW(double, size), 0, 0};
    return S->bits && S->x;
}

void dls_scatter_free(dls_scatter *S)
{
    dls_free(S->bits);
    dls_free(S->x);
}

bool dls_scatter_collect(dls_scatter *S, double negligible, dls_int count, dls_mat *Z,
                         dls_int *room, dls_int c)
{
    dls_int at = Z->p[c];
    if (!dls_mat_grow(Z, room, at + count)) {
        return false;
    }
    for (dls_int word = S->first; word <= S->last; word++) {
        for (; S->bits[word]; S->bits[word] &= S->bits[word] - 1) {
            dls_int row = word * 64 + __builtin_ctzll(S->bits[word]);
            double v = S->x[row];
            S->x[row] = 0;
            if (!(fabs(v) <= negligible)) { /* NaN stays */
                Z->i[at] = row;
                Z->x[at++] = v;
            }
        }
    }
    S->first = S->size / 64;
    S->last = 0;
    Z->p[c + 1] = at;
    return true;
}
