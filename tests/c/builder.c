/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "builder.h"

void builder_put(entries *E, dls_int i, dls_int j, double x)
{
    if (E->count == E->room) {
        E->room = 2 * E->room + 1024;
        E->list = realloc(E->list, (size_t)E->room * sizeof *E->list);
        if (!E->list) {
            abort();
        }
    }
    E->list[E->count++] = (entry){i, j, x};
}

double builder_between(builder *B, double low, double high)
{
    return low + (high - low) * (0.5 + 0.5 * uniform(&B->seed));
}

bool builder_chance(builder *B, double p)
{
    return builder_between(B, 0, 1) < p;
}

dls_int builder_any(builder *B, dls_int count)
{
    return DLS_MIN((dls_int)builder_between(B, 0, (double)count), count - 1);
}

static int by_place(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    int column = (x->j > y->j) - (x->j < y->j);
    return column ? column : (x->i > y->i) - (x->i < y->i);
}

dls_view builder_matrix(entries *E, dls_int rows, dls_int cols)
{
    dls_int *p = need(cols + 1, sizeof *p), *i = need(E->count, sizeof *i), at = -1;
    double *x = need(E->count, sizeof *x);
    if (E->count > 0) {
        qsort(E->list, (size_t)E->count, sizeof *E->list, by_place);
    }
    for (dls_int k = 0; k < E->count; k++) {
        entry e = E->list[k];
        if (k == 0 || by_place(&e, &E->list[k - 1]) != 0) {
            i[++at] = e.i;
        }
        x[at] += e.x;
        p[e.j + 1] = at + 1;
    }
    for (dls_int j = 0; j < cols; j++) {
        p[j + 1] = DLS_MAX(p[j + 1], p[j]);
    }
    free(E->list);
    return (dls_view){rows, cols, p, i, x};
}
