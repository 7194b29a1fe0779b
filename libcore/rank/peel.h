/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What peel.c and components.c share. */
#ifndef DLS_PEEL_H
#define DLS_PEEL_H

#include "rank/rank.h"

enum { DLS_PEEL_BLOCK = 32 }; /* of A, at most */

typedef struct {
    const dls_blocks *S;
    dls_rank_rule rule;
    double longest, rounding; /* column of J; relative rounding of its rank */
    bool *keep;               /* may still be nonzero in a null vector */
    const double *scale;      /* S of a = S x; NULL: I */
    dls_int *parent;          /* trees of components */
    dls_int *first, *next;    /* coordinates of a component, at its root */
    dls_int *place;           /* n + m: of a row of J in a component, -1 elsewhere */
    dls_int *count, *queue;   /* m: coordinates that a constraint has left; those with one */
    double full[DLS_PEEL_BLOCK * DLS_PEEL_BLOCK];
    dls_scatter column;
    dls_int room; /* entries of V there is room for */
    dls_pool pool;
} dls_peeling;

dls_int dls_peel_root(dls_int *parent, dls_int i);
void dls_peel_join(dls_int *parent, dls_int i, dls_int j);
/* Lists of the coordinates kept, by component. */
void dls_peel_list(dls_peeling *P);
/* components.c: the null spaces of what is kept, appended to out->V; what is left stays open. */
bool dls_peel_components(dls_peeling *P, dls_floating *out);

#endif
