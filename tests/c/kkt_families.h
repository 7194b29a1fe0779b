/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Families of KKT systems that are no lattices, of any size and seed, with consistent data: for the
   tests (small) and for bench_kkt_families. */
#ifndef KKT_FAMILIES_H
#define KKT_FAMILIES_H

#include "dense.h"

typedef struct {
    dls_int n, m;
    dls_view M, G; /* arrays owned: family_free */
    double *F, *b; /* M x1 + F = G l1, G'x0 + b = 0 */
} family;

typedef enum {
    FAMILY_NET, /* cables between size^2 points in space, 10 % missing, 20 % of points massless */
    FAMILY_FULL_NET, /* the same with all cables */
    FAMILY_RANDOM, /* `size` coordinates, 20 % massless; three entries a column, 1 in 6 dependent */
    FAMILY_SPARSER, /* the same with 1 in 10 dependent and fewer columns */
    FAMILY_LADDER,  /* closed loops of bodies and hinges in space, three redundancies each */
    FAMILY_LIGHT,   /* the same with rungs without mass */
    FAMILY_TIES,    /* bilinear elements' mass matrix, size^2 nodes; each tie four times */
    FAMILY_HUBS,    /* a few coordinates are in very many constraints; 1 in 11 redundant */
    FAMILY_DENSE,   /* 22 constraints over all coordinates, two of them redundant */
    FAMILY_TRUSS,   /* braced, in the plane, 5 % of bars missing, 15 % massless */
    FAMILY_TREES,   /* massless cables of `size` points hanging between points of a small net */
    FAMILIES_OF_KKT
} family_kind;

extern const char *const family_name[FAMILIES_OF_KKT];
family family_make(family_kind kind, dls_int size, uint64_t seed);
void family_free(family *P);

#endif
