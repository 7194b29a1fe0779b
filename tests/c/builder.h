/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random KKT systems, entry by entry. */
#ifndef BUILDER_H
#define BUILDER_H

#include "dense.h"

typedef struct {
    dls_int i, j;
    double x;
} entry;

typedef struct {
    entry *list;
    dls_int count, room;
} entries;

typedef struct {
    entries M, G;
    dls_int n, m;
    uint64_t seed;
} builder;

void builder_put(entries *E, dls_int i, dls_int j, double x);
double builder_between(builder *B, double low, double high);
bool builder_chance(builder *B, double p);
dls_int builder_any(builder *B, dls_int count); /* 0 .. count - 1 */
/* Columns of increasing rows, entries in one place added; the list goes. */
dls_view builder_matrix(entries *E, dls_int rows, dls_int cols);

#endif
