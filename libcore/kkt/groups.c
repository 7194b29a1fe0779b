/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of a system that nothing connects are verified each by itself: what is small in one may be
   large in another. */
#include "kkt/kkt.h"

/* The members of a team see only their own part: for them all is one group. */
void dls_kkt_groups(dls_kkt *K)
{
    dls_int *group = K->group, *of_constraint = group + K->local;
    dls_view B = dls_see(&K->B);
    for (dls_int i = 0; i < K->local; i++) {
        group[i] = K->team ? 0 : i;
    }
    if (!K->team) {
        dls_join(dls_see(&K->A), true, group);
        dls_join(B, false, group);
        dls_roots(K->local, group);
    }
    for (dls_int j = 0; j < K->m; j++) {
        of_constraint[j] = B.p[j + 1] > B.p[j] ? group[B.i[B.p[j]]] : 0;
    }
}
