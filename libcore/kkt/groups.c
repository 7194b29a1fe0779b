/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of a system that nothing connects are judged each by itself: what is small in one may be
   large in another. */
#include "kkt/kkt.h"

static dls_int root_of_group(dls_int *parent, dls_int i)
{
    while (parent[i] != i) {
        i = parent[i] = parent[parent[i]];
    }
    return i;
}

static void join_column(dls_view A, dls_int j, dls_int first, dls_int *parent)
{
    dls_int a = root_of_group(parent, first);
    for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
        if (parent[A.i[k]] != a) {
            dls_int b = root_of_group(parent, A.i[k]), least = DLS_MIN(a, b);
            parent[DLS_MAX(a, b)] = least;
            a = least;
        }
    }
}

/* The members of a team see only their own part: for them all is one group. */
void dls_kkt_groups(dls_kkt *K)
{
    dls_int *group = K->group, *of_constraint = group + K->local;
    dls_view A = dls_see(&K->A), B = dls_see(&K->B);
    for (dls_int i = 0; i < K->local; i++) {
        group[i] = K->team ? 0 : i;
    }
    for (dls_int j = 0; !K->team && j < K->n; j++) {
        join_column(A, j, j, group);
    }
    for (dls_int j = 0; !K->team && j < K->m; j++) {
        if (B.p[j + 1] > B.p[j]) {
            join_column(B, j, B.i[B.p[j]], group);
        }
    }
    for (dls_int i = 0; i < K->local; i++) {
        group[i] = root_of_group(group, i);
    }
    for (dls_int j = 0; j < K->m; j++) {
        of_constraint[j] = B.p[j + 1] > B.p[j] ? group[B.i[B.p[j]]] : 0;
    }
}
