/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tests of dls_matrix_class share the matrix, its symmetric part and the report. */
#ifndef DLS_CLASSES_H
#define DLS_CLASSES_H

#include "rank/rank.h"

enum { DLS_EXACT_ORDER = 16 }; /* up to here tests over all principal submatrices */

typedef struct {
    dls_pool pool;
    dls_int n;
    dls_view A;
    dls_mat At;         /* A' */
    dls_mat S;          /* (A + A')/2, entries that cancel to rounding removed */
    dls_mat E;          /* room for the comparison matrix, and for A in balanced units */
    dls_mat P;          /* room for what is left of S without nonnegative entries */
    double *room;       /* n entries for each class: its witness, if it gets one */
    double *x, *y;      /* n */
    double *col, *work; /* n, 2n */
    double *d, *z, *g;  /* n, of the descent */
    dls_class_report *report;
} dls_classify;

/* x'Sx < 0, beyond rounding? */
bool dls_classes_negative(const dls_classify *C, const double *x);
/* Decide c, unless it is decided; the witness (n, may be NULL) is copied. */
void dls_classes_decide(dls_classify *C, dls_class c, dls_verdict verdict, const char *why,
                        const double *witness);
/* ... with an indicator of two indices as witness */
void dls_classes_refute_pair(dls_classify *C, dls_class c, const char *why, dls_int i, dls_int j);
/* z is nonnegative and z'Az < 0 */
void dls_classes_refute_copositive(dls_classify *C, const char *why, const double *z);
static inline bool dls_class_open(const dls_classify *C, dls_class c)
{
    return C->report->holds[c] == DLS_UNDECIDED;
}

/* principal.c: all principal minors of a matrix of order <= DLS_EXACT_ORDER */
void dls_classes_minors(dls_classify *C);
/* mmatrix.c: what entries, pairs and the comparison matrix say about P, P0, Z, M */
void dls_classes_signs(dls_classify *C);
dls_error dls_classes_comparison(dls_classify *C, dls_fault *fault);
/* copositive.c: all supports of a minimal zero or violation, order <= DLS_EXACT_ORDER */
void dls_classes_supports(dls_classify *C);
/* nonnegative.c: sufficient tests of copositivity, any order. x >= 0 with x'Ax = 0, x != 0: */
void dls_classes_zero(dls_classify *C, const double *x);
void dls_classes_zero_diagonal(dls_classify *C);
dls_error dls_classes_splitting(dls_classify *C, dls_fault *fault);
void dls_classes_descend(dls_classify *C);

#endif
