/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What residuals are relative to, and what certificates prove. */
#include <math.h>

#include "verify/verify.h"

double dls_verify_most(double largest, double one, bool constants)
{
    double most = largest > one || isnan(largest) ? largest : one;
    return constants && most > DLS_VERIFY_MOST * one ? DLS_VERIFY_MOST * one : most;
}

double dls_verify_largest(dls_int n, const double *x, const double *d)
{
    double largest = 0;
    for (dls_int i = 0; i < n; i++) {
        largest = dls_verify_worse(largest, fabs(x[i]) / d[i]);
    }
    return largest;
}

double dls_verify_unexplained(dls_int m, const double *unit, const double *r, int stride,
                              const double *errors)
{
    double missed = 0, explained = 0;
    for (dls_int j = 0; errors && j < m; j++) {
        double x = unit[j] * r[j * stride];
        missed += x * x;
        explained += fabs(x) * unit[j] * errors[j];
    }
    return missed > 0 ? fmax(0, 1 - explained / missed) : 1;
}

void dls_verify_proof(dls_verify_report *report, const dls_verify_combination *C)
{
    double open = 0, accuracy = (double)(DLS_VERIFY_ROUNDINGS + C->n) * DLS_EPS;
    double left = 0, terms = C->gain_terms;
    for (dls_int i = 0; i < C->n; i++) {
        left = dls_verify_worse(left, fabs(C->e[i]) * C->reach[i]);
        terms = dls_verify_worse(terms, C->terms[i] * C->reach[i]);
        open += (DLS_VERIFY_REACH * fabs(C->e[i]) + accuracy * C->terms[i]) * C->reach[i];
    }
    open += accuracy * C->gain_terms;
    double value = C->gain > 0 && !isnan(open) ? open / C->gain : INFINITY;
    dls_verify_check(report, "what the certificate leaves open", value, 1);
    if (C->vanish > 0) {
        dls_verify_check(report, "the sums vanish", left == 0 ? 0 : left / terms, C->vanish);
    }
    report->excludes = fmin(report->excludes, DLS_VERIFY_REACH / value); /* NaN: none yet */
}

/* Moves the columns with a negative entry in row i to the front: how many? */
static dls_int divide(dls_int rows, dls_int cols, const double *S, dls_int row, dls_int *column)
{
    dls_int below = 0;
    for (dls_int k = 0; k < cols; k++) {
        dls_int j = column[k];
        if (S[row + j * rows] < 0) {
            column[k] = column[below];
            column[below++] = j;
        }
    }
    return below;
}

/* Are there entries of both signs, and no other ones? */
static bool divides(dls_int rows, dls_int cols, const double *S, dls_int row, const dls_int *column)
{
    dls_int below = 0, above = 0;
    for (dls_int k = 0; k < cols; k++) {
        double s = S[row + column[k] * rows];
        below += s < 0;
        above += s > 0;
    }
    return below > 0 && above > 0 && below + above == cols;
}

/* The columns agree in the `depth` rows that have divided; a leaf is zero in all others. */
static bool is_tree(dls_int rows, dls_int cols, const double *S, dls_int *column, dls_int depth)
{
    for (dls_int row = 0; row < rows; row++) {
        if (divides(rows, cols, S, row, column)) {
            dls_int below = divide(rows, cols, S, row, column);
            return is_tree(rows, below, S, column, depth + 1) &&
                   is_tree(rows, cols - below, S, column + below, depth + 1);
        }
    }
    dls_int filled = 0;
    for (dls_int row = 0; row < rows; row++) {
        filled += S[row + column[0] * rows] != 0;
    }
    return cols == 1 && filled == depth;
}

bool dls_verify_covers(dls_int rows, dls_int cols, const double *S, dls_int *work)
{
    for (dls_int k = 0; k < cols; k++) {
        work[k] = k;
    }
    return cols > 0 && is_tree(rows, cols, S, work, 0);
}

dls_error dls_verify_find_cover(dls_int rows, dls_int cols, const double *S, bool *all,
                                dls_fault *fault)
{
    dls_int *work = DLS_NEW(dls_int, cols);
    if (!work) {
        return dls_fail_memory(fault);
    }
    *all = dls_verify_covers(rows, cols, S, work);
    dls_free(work);
    return DLS_OK;
}
