/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of A as they are factorised. In a second-order cone with s and y both on the boundary
   the entries of W^2 lose its small eigenvalue; W^-1 A does not. So those rows are mixed,

       [A_c, -W^2]  ->  [W^-1 A_c, -I],

   at the price that every column which touches the cone gets all its rows. Where that is too much,
   saddle.c treats the cone as an arrow. */
#include <math.h>

#include "ipm/system.h"

void dls_ipm_rows_take(dls_room *room, dls_system *S)
{
    S->mixed = DLS_TAKE(room, bool, S->cones->count);
    DLS_TAKE_INDICES(room, S->cones->count, &S->touched, &S->last);
}

void dls_ipm_rows_choose(dls_system *S)
{
    /* cones of this size are mixed anyway; larger ones while that fills A by no more than FILL */
    enum { SMALL = 4, FILL = 3 };
    const dls_product *K = S->cones;
    for (dls_int j = 0; j < S->A.cols; j++) {
        for (dls_int t = S->A.p[j]; t < S->A.p[j + 1]; t++) {
            dls_int k = K->owner[S->A.i[t]];
            S->touched[k] += S->last[k] != j + 1;
            S->last[k] = j + 1;
        }
    }
    for (dls_int k = 0; k < K->count; k++) {
        const dls_cone *c = &K->cone[k];
        dls_int entries = S->At.p[c->start + c->size] - S->At.p[c->start];
        S->mixed[k] =
            !c->kind->diagonal && (dls_is_normal(S) || !c->kind->arrow || c->size <= SMALL ||
                                   S->touched[k] * c->size <= FILL * entries);
    }
}

/* The entries t..end-1 of a column that lie in the cone. */
static dls_int end_of(dls_view A, dls_int j, dls_int t, const dls_cone *c)
{
    while (t < A.p[j + 1] && A.i[t] < c->start + c->size) {
        t++;
    }
    return t;
}

dls_int dls_ipm_rows_entries(const dls_system *S, dls_int j)
{
    dls_int count = 0, end;
    const dls_cone *cone = S->cones->cone;
    for (dls_int t = S->A.p[j]; t < S->A.p[j + 1]; t = end) {
        dls_int k = S->cones->owner[S->A.i[t]];
        end = end_of(S->A, j, t, &cone[k]);
        count += S->mixed[k] ? cone[k].size : end - t;
    }
    return count;
}

static void mix(const dls_system *S, const dls_cone *c, dls_int t, dls_int end, double *x)
{
    dls_zero(c->size, S->gather);
    for (; t < end; t++) {
        S->gather[S->A.i[t] - c->start] = S->A.x[t];
    }
    c->kind->divide(c, S->gather, x);
}

dls_int dls_ipm_rows_column(const dls_system *S, dls_int j, bool values, dls_int *rows, double *x)
{
    dls_int at = 0, end;
    const dls_cone *cone = S->cones->cone;
    for (dls_int t = S->A.p[j]; t < S->A.p[j + 1]; t = end) {
        dls_int k = S->cones->owner[S->A.i[t]];
        const dls_cone *c = &cone[k];
        end = end_of(S->A, j, t, c);
        if (S->mixed[k]) {
            if (values) {
                mix(S, c, t, end, x + at);
            }
            for (dls_int i = 0; i < c->size; i++) {
                rows[at++] = c->start + i;
            }
            continue;
        }
        for (; t < end; t++) {
            dls_int i = S->A.i[t] - c->start;
            rows[at] = S->A.i[t];
            x[at++] = dls_is_normal(S) ? S->A.x[t] / sqrt(c->kind->square(c, i, i) + S->delta)
                                       : S->A.x[t];
        }
    }
    return at;
}

void dls_ipm_rows_divide(const dls_system *S, const double *x, double *out)
{
    for (dls_int k = 0; k < S->cones->count; k++) {
        const dls_cone *c = &S->cones->cone[k];
        if (S->mixed[k]) {
            c->kind->divide(c, x + c->start, out + c->start);
            continue;
        }
        for (dls_int i = 0; i < c->size; i++) {
            double root = dls_is_normal(S) ? sqrt(c->kind->square(c, i, i) + S->delta) : 1;
            out[c->start + i] = x[c->start + i] / root;
        }
    }
}
