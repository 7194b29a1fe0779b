/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rank by sparse Q R. SPQR drops a column when what is left of its norm is below a tolerance;
   without column pivoting a small pivot may amplify the rounding errors that survive. So the
   diagonal of a first R, taken with a tiny tolerance, is searched for a gap, and a second
   factorisation drops all below it. */
#include <math.h>
#include <stdlib.h>

#include "rank/rank.h"

dls_int dls_rank_of_values(dls_int count, const double *values, dls_rank_rule rule, double rounding,
                           double *gap, double *tolerance)
{
    static const double WIDE = 1e3;
    double first = count > 0 ? values[0] : 0;
    double floor = first * (rule.relative > 0 ? rule.relative : rounding);
    dls_int rank = 0;
    while (rank < count && values[rank] > floor) {
        rank++;
    }
    double widest = WIDE;
    for (dls_int k = 1, last = rank; rule.relative == 0 && k < last; k++) {
        double ratio = values[k - 1] / values[k];
        if (values[k] <= rule.ceiling * first && ratio >= widest) {
            widest = ratio;
            rank = k;
        }
    }
    if (rule.target >= 0) {
        rank = DLS_MIN(rule.target, count);
    }
    double kept = rank > 0 ? values[rank - 1] : 0;
    double dropped = rank < count ? fmax(values[rank], DLS_EPS * first) : DLS_EPS * first;
    *gap = rank > 0 ? kept / dropped : INFINITY;
    *tolerance = rule.relative > 0 && rule.target < 0 ? rule.relative
                 : first > 0                          ? sqrt(kept * dropped) / first
                                                      : 0;
    return rank;
}

static int descending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* R may be a staircase: a live column opens a new row, a dead one does not. Live ones go first. */
static bool take_apart(const cholmod_sparse *R, const dls_int *E, dls_int rank, dls_rank *out)
{
    dls_int cols = (dls_int)R->ncol, live = 0, dead = rank, at = 0;
    const dls_int *p = R->p, *i = R->i;
    const double *x = R->x;
    dls_int *source = DLS_NEW(dls_int, cols);
    out->rank = rank;
    out->order = DLS_NEW(dls_int, cols);
    bool ready = source && out->order && dls_mat_new(&out->R, rank, cols, p[cols]);
    for (dls_int j = 0; ready && j < cols; j++) {
        bool opens = live < rank && p[j + 1] > p[j] && i[p[j + 1] - 1] == live;
        if (!opens && dead == cols) {
            ready = false; /* not a staircase: cannot happen */
        } else {
            source[opens ? live++ : dead++] = j;
        }
    }
    for (dls_int k = 0; ready && k < cols; k++) {
        dls_int j = source[k];
        out->order[k] = E ? E[j] : j;
        for (dls_int t = p[j]; t < p[j + 1]; t++, at++) {
            out->R.i[at] = i[t];
            out->R.x[at] = x[t];
        }
        out->R.p[k + 1] = at;
    }
    dls_free(source);
    return ready;
}

/* Q as Householder vectors, out of SPQR's hands */
static bool take_q(const cholmod_sparse *H, const dls_int *place, const cholmod_dense *tau,
                   dls_rank *out)
{
    dls_int rows = (dls_int)H->nrow, cols = (dls_int)H->ncol;
    out->place = DLS_NEW(dls_int, rows);
    out->tau = DLS_NEW(double, cols);
    if (!out->place || !out->tau ||
        !dls_mat_copy(&out->H, (dls_view){rows, cols, H->p, H->i, H->x})) {
        return false;
    }
    for (dls_int k = 0; k < rows; k++) {
        out->place[k] = place[k];
    }
    dls_copy(cols, tau->x, out->tau);
    return true;
}

/* R and the order of columns; the diagonal is the last entry of the first `rank` columns. */
static dls_error sparse_qr(dls_view A, double tolerance, bool natural, bool q, dls_rank *out,
                           cholmod_common *c)
{
    cholmod_sparse M = dls_linsys_as_cholmod(A, 0), *R = NULL, *H = NULL;
    cholmod_dense *tau = NULL;
    dls_int *E = NULL, *place = NULL;
    int ordering = natural ? SPQR_ORDERING_FIXED : SPQR_ORDERING_DEFAULT;
    SuiteSparseQR_C(ordering, tolerance, A.rows, 0, &M, NULL, NULL, NULL, NULL, &R, &E,
                    q ? &H : NULL, q ? &place : NULL, q ? &tau : NULL, c);
    bool done = c->status != CHOLMOD_OUT_OF_MEMORY && c->status != CHOLMOD_TOO_LARGE && R &&
                cholmod_l_sort(R, c) && take_apart(R, E, c->SPQR_istat[4], out) &&
                (!q || take_q(H, place, tau, out));
    cholmod_l_free_sparse(&R, c);
    cholmod_l_free_sparse(&H, c);
    cholmod_l_free_dense(&tau, c);
    if (E) {
        cholmod_l_free((size_t)A.cols, sizeof(dls_int), E, c);
    }
    if (place) {
        cholmod_l_free((size_t)A.rows, sizeof(dls_int), place, c);
    }
    return done ? DLS_OK : DLS_ERROR_MEMORY;
}

/* The rank that the diagonal of R suggests. */
static dls_error read_rank(const dls_rank *first, dls_rank_rule rule, double rounding,
                           dls_rank *out)
{
    double *d = DLS_NEW(double, first->rank);
    if (!d) {
        return DLS_ERROR_MEMORY;
    }
    for (dls_int k = 0; k < first->rank; k++) {
        d[k] = fabs(first->R.x[first->R.p[k + 1] - 1]);
    }
    qsort(d, (size_t)first->rank, sizeof *d, descending);
    out->rank = dls_rank_of_values(first->rank, d, rule, rounding, &out->gap, &out->tolerance);
    dls_free(d);
    return DLS_OK;
}

static dls_error reveal(dls_view A, dls_rank_rule rule, bool q, dls_rank *out, dls_fault *fault)
{
    *out = (dls_rank){0};
    if (A.rows == 0 || A.cols == 0) {
        out->order = DLS_NEW(dls_int, A.cols);
        bool done = out->order && dls_mat_new(&out->R, 0, A.cols, 0);
        for (dls_int j = 0; done && j < A.cols; j++) {
            out->order[j] = j;
        }
        out->gap = INFINITY;
        return done ? DLS_OK : dls_fail_memory(fault);
    }
    cholmod_common c;
    cholmod_l_start(&c);
    c.print = 0;
    double scale = dls_longest_column(A), rounding = 20.0 * (double)(A.rows + A.cols) * DLS_EPS;
    dls_rank first = {0}, verdict = {0};
    dls_error error = sparse_qr(A, rounding * scale, rule.natural, q, &first, &c);
    error = error ? error : read_rank(&first, rule, rounding, &verdict);
    if (!error && verdict.rank < first.rank) {
        dls_rank_free(&first);
        error = sparse_qr(A, verdict.tolerance * scale, rule.natural, q, out, &c);
    } else if (!error) {
        *out = first;
        first = (dls_rank){0};
    }
    out->gap = verdict.gap;
    out->tolerance = verdict.tolerance;
    dls_rank_free(&first);
    cholmod_l_finish(&c);
    return error ? dls_fail_memory(fault) : DLS_OK;
}

dls_error dls_rank_reveal(dls_view A, dls_rank_rule rule, dls_rank *out, dls_fault *fault)
{
    return reveal(A, rule, false, out, fault);
}

dls_error dls_rank_reveal_with_q(dls_view A, dls_rank_rule rule, dls_rank *out, dls_fault *fault)
{
    return reveal(A, rule, true, out, fault);
}

void dls_rank_free(dls_rank *rank)
{
    dls_free(rank->order);
    dls_mat_free(&rank->R);
    dls_mat_free(&rank->H);
    dls_free(rank->place);
    dls_free(rank->tau);
    *rank = (dls_rank){0};
}
