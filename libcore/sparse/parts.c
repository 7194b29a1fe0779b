/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Connected components, by union and find. The root of a component is its least member. */
#include "sparse/sparse.h"

static dls_int root_of(dls_int *root, dls_int k)
{
    while (root[k] != k) {
        k = root[k] = root[root[k]];
    }
    return k;
}

void dls_join(dls_view A, bool square, dls_int *root)
{
    for (dls_int j = 0; j < A.cols; j++) {
        dls_int first = A.p[j], end = A.p[j + 1];
        dls_int a = first < end ? root_of(root, square ? j : A.i[first]) : 0;
        for (dls_int k = first; k < end; k++) {
            if (root[A.i[k]] != a) {
                dls_int b = root_of(root, A.i[k]), least = DLS_MIN(a, b);
                root[DLS_MAX(a, b)] = least;
                a = least;
            }
        }
    }
}

void dls_roots(dls_int n, dls_int *root)
{
    for (dls_int k = 0; k < n; k++) {
        root[k] = root[root[k]]; /* least members come first */
    }
}

void dls_parts_take(dls_room *room, dls_parts *P, dls_int n)
{
    P->of = DLS_TAKE(room, dls_int, n);
    P->place = DLS_TAKE(room, dls_int, n);
    P->member = DLS_TAKE(room, dls_int, n);
    P->start = DLS_TAKE(room, dls_int, n + 1);
}

void dls_parts_find(dls_parts *P, dls_view A)
{
    dls_int n = A.cols, *root = P->member;
    P->count = P->largest = 0;
    P->squares = 0;
    for (dls_int k = 0; k < n; k++) {
        root[k] = k;
        P->start[k] = P->start[k + 1] = 0;
    }
    dls_join(A, true, root);
    dls_roots(n, root);
    for (dls_int k = 0; k < n; k++) {
        P->of[k] = root[k] == k ? P->count++ : P->of[root[k]];
        P->place[k] = P->start[P->of[k] + 1]++;
        P->largest = DLS_MAX(P->largest, P->place[k] + 1);
    }
    for (dls_int c = 0; c < P->count; c++) {
        double size = (double)P->start[c + 1];
        P->squares += size * size;
        P->start[c + 1] += P->start[c];
    }
    for (dls_int k = 0; k < n; k++) {
        P->member[P->start[P->of[k]] + P->place[k]] = k;
    }
}
