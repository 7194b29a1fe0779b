/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of the diagnosis. All see G with columns of unit length: no decision depends on units. */
#ifndef DLS_REDUNDANCY_H
#define DLS_REDUNDANCY_H

#include "rank/rank.h"

/* An entry of the kernel up to this, relative to the largest one of its column, is no more than
   rounding, unless leverages prove that it is. */
#define DLS_REDUNDANCY_NOTHING 1e-8

typedef struct {
    dls_view unit;          /* G with columns of unit length */
    dls_view kernel;        /* of unit, zero rows at determined reactions; p == NULL: none */
    const dls_rank *rank;   /* of unit */
    const dls_int *last;    /* of each column of the kernel: its redundant constraint */
    const bool *determined; /* m */
    double accuracy;        /* of the directions in the kernel */
} dls_diagnosed;

/* h_i = g_i' (G G')^+ g_i for columns of the given lengths (NULL: 1), exactly 1 where determined;
   no h_i is further off than *bound. */
dls_error dls_redundancy_leverage(const dls_diagnosed *D, const double *length, double *h,
                                  double *bound, dls_fault *fault);

/* What to release, part by part; the kernel must be there. The pool owns the lists. */
dls_error dls_redundancy_releases(const dls_diagnosed *D, dls_pool *owner, dls_release_part **list,
                                  dls_int *parts, dls_fault *fault);

#endif
