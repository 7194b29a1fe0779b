/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conic programs, and checks of answers by dense arithmetic that shares nothing with the
   library. */
#ifndef CONIC_PROBLEMS_H
#define CONIC_PROBLEMS_H

#include "dense.h"

enum { CONIC_CONES = 8 };

typedef struct {
    dls_int n, m, sizes[CONIC_CONES];
    double *P, *A, *q, *b; /* dense, column-major */
    dls_mat Ps, As;
    dls_conic_problem p;
    double *x, *s, *y; /* the answer of the last run, where the next warm one starts */
    double objective;  /* the truth of a random problem */
    dls_row *active;
    dls_conic_result r;
} conic;

/* Matrices by rows; P NULL: zero. `sizes` ends with 0. */
conic *conic_of(dls_int n, dls_int m, const double *P, const double *q, const double *A,
                const double *b, dls_int zero, dls_int linear, const dls_int *sizes);
/* P of the rank given, random A, and an optimal pair. */
conic *conic_random(dls_int n, dls_int rank, dls_int zero, dls_int linear, const dls_int *sizes,
                    uint64_t seed);
void conic_free(conic *C);

/* Run, and verify whatever it claims; settings NULL: the default ones. */
void conic_run(conic *C, const dls_conic_settings *settings, bool warm);
void conic_verify(const conic *C, double tolerance);
dls_conic_settings conic_settings(int method, double tolerance);

#endif
