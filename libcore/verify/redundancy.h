/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the checks of a diagnosis share. */
#ifndef DLS_VERIFY_REDUNDANCY_H
#define DLS_VERIFY_REDUNDANCY_H

#include "verify/verify.h"

typedef struct {
    dls_view M, G;
    const dls_redundancy_report *R;
    bool all;
    dls_verify_report *report;
    double *r, *c;   /* units of the rows and columns of G */
    double *d;       /* n + m: of [M G; G' 0] */
    double *y;       /* n + m, zero between uses */
    double *h;       /* m: leverages by the kernel */
    dls_int *place;  /* m: of an independent constraint -1, of a redundant one its number */
    dls_int *part;   /* m: of a constraint, or -1 */
    dls_int *at;     /* m: in its part */
    dls_int *list;   /* n + m */
    double *full;    /* of a part */
    dls_int numbers; /* in it */
    double *work;
} dls_verify_diagnosis;

/* The largest entry of a column of Z in units. */
double dls_verify_column_size(dls_view Z, dls_int column, const double *unit);
/* Pivots above this are those of independent columns. */
double dls_verify_pivot_needed(const dls_verify_diagnosis *Q);
/* releases.c */
void dls_verify_release_parts(const dls_verify_diagnosis *Q);
/* Sets of releases and leverages; false: out of memory. */
bool dls_verify_releases(dls_verify_diagnosis *Q, dls_pool *pool);

#endif
