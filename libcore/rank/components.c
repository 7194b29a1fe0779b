/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Null spaces of small components of J = [A; B'], by dense Q R with pivoting. */
#include <math.h>
#include <stdlib.h>

#include "base/lapack.h"
#include "rank/peel.h"

enum { COMPONENT = 150, WORK = 64 * (COMPONENT + 1) };

/* Joins the coordinates kept in each column of A. */
static void join_columns(dls_peeling *P, dls_view A)
{
    for (dls_int j = 0; j < A.cols; j++) {
        dls_int before = -1;
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            if (P->keep[A.i[k]] && A.x[k] != 0) {
                dls_peel_join(P->parent, before < 0 ? A.i[k] : before, A.i[k]);
                before = A.i[k];
            }
        }
    }
}

/* One component: J = [A; B'] diag(scale)^-1 without the rows that are zero, rows-by-cols; its first
   coordinate, and LAPACK's */
typedef struct {
    dls_int first;
    int rows, cols, pivot[COMPONENT];
    dls_int col[COMPONENT];
    double tau[COMPONENT], value[COMPONENT + 1], *J, *work;
} component;

/* Rows that column j of A has get a place; how many have one */
static int number_rows(dls_peeling *P, dls_view A, dls_int j, dls_int shift, int rows)
{
    for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
        if (P->place[A.i[k] + shift] < 0) {
            P->place[A.i[k] + shift] = rows++;
        }
    }
    return rows;
}

static void put_rows(const dls_peeling *P, dls_view A, dls_int j, dls_int shift, double *column)
{
    double unit = P->scale ? 1 / P->scale[j] : 1;
    for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
        column[P->place[A.i[k] + shift]] = A.x[k] * unit;
    }
}

static void forget_rows(dls_peeling *P, dls_view A, dls_int j, dls_int shift)
{
    for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
        P->place[A.i[k] + shift] = -1;
    }
}

static bool fill_component(dls_peeling *P, component *C)
{
    dls_view A = P->S->A, Bt = P->S->Bt;
    C->rows = C->cols = 0;
    for (dls_int j = C->first; j >= 0; j = P->next[j]) {
        C->pivot[C->cols] = 0;
        C->col[C->cols++] = j;
        C->rows = number_rows(P, A, j, 0, C->rows);
        C->rows = number_rows(P, Bt, j, A.cols, C->rows);
    }
    double *grown = dls_grow(C->J, (dls_int)C->rows * C->cols + 1, sizeof *grown);
    C->J = grown ? grown : C->J;
    for (int c = 0; grown && c < C->cols; c++) {
        double *column = C->J + (dls_int)c * C->rows;
        dls_zero(C->rows, column);
        put_rows(P, A, C->col[c], 0, column);
        put_rows(P, Bt, C->col[c], A.cols, column);
    }
    for (int c = 0; c < C->cols; c++) {
        forget_rows(P, A, C->col[c], 0);
        forget_rows(P, Bt, C->col[c], A.cols);
    }
    return grown != NULL;
}

static int descending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* |R(k,k)| in scaled units */
static double diagonal(const dls_peeling *P, const component *C, int k)
{
    double r = k < C->rows ? fabs(C->J[k + (dls_int)k * C->rows]) : 0;
    return P->scale ? r * P->scale[C->col[C->pivot[k] - 1]] : r;
}

/* J P = Q R, and the rank that the diagonal of R suggests beside the longest column of all of J;
   -1 where the pivots, which are chosen in other units, are not in that order. */
static int reveal(const dls_peeling *P, component *C, double *gap)
{
    const int lwork = WORK;
    int info = 0;
    if (C->rows > 0) {
        dgeqp3_(&C->rows, &C->cols, C->J, &C->rows, C->pivot, C->tau, C->work, &lwork, &info);
    }
    for (int k = 0; k < C->cols; k++) {
        C->pivot[k] = C->rows > 0 ? C->pivot[k] : k + 1;
        C->value[k + 1] = diagonal(P, C, k);
    }
    qsort(C->value + 1, (size_t)C->cols, sizeof *C->value, descending);
    C->value[0] = fmax(P->longest, C->value[1]);
    double tolerance;
    int rank =
        (int)dls_rank_of_values(C->cols + 1, C->value, P->rule, P->rounding, gap, &tolerance) - 1;
    for (int k = 0; k < rank; k++) {
        if (diagonal(P, C, k) < C->value[rank]) {
            return -1;
        }
    }
    return rank;
}

/* Column c of J P becomes one of V: -R1 \ R2(:,c), and 1 at the coordinate itself. */
static bool collect(dls_peeling *P, component *C, int rank, int c, dls_floating *out)
{
    double *v = C->J + (dls_int)c * C->rows;
    dls_int dependent = C->col[C->pivot[c] - 1], column = out->V.cols;
    for (int k = rank - 1; k >= 0; k--) {
        const double *R = C->J + (dls_int)k * C->rows;
        v[k] /= R[k];
        dls_axpy(k, -v[k], R, v);
        if (fabs(v[k]) > DLS_EPS) {
            dls_scatter_add(&P->column, C->col[C->pivot[k] - 1], -v[k]);
        }
    }
    dls_scatter_add(&P->column, dependent, 1);
    if (!dls_scatter_collect(&P->column, 0, rank + 1, &out->V, &P->room, column)) {
        return false;
    }
    out->dependent[column] = dependent;
    out->V.cols++;
    return true;
}

/* The null space of a component; open where it is large or its pivots are not clear. */
static bool take_component(dls_peeling *P, component *C, dls_floating *out)
{
    int size = 0, rank = -1;
    double gap;
    for (dls_int j = C->first; j >= 0 && size <= COMPONENT; j = P->next[j]) {
        size++;
    }
    bool ready = true;
    if (size <= COMPONENT) {
        ready = fill_component(P, C);
        rank = ready ? reveal(P, C, &gap) : 0;
    }
    for (dls_int j = C->first; rank < 0 && j >= 0; j = P->next[j]) {
        out->open[j] = true;
        out->opened++;
    }
    for (int c = rank; ready && rank >= 0 && c < C->cols; c++) {
        ready = collect(P, C, rank, c, out);
    }
    return ready;
}

bool dls_peel_components(dls_peeling *P, dls_floating *out)
{
    dls_int n = P->S->A.cols;
    component C = {.work = DLS_NEW(double, WORK)};
    bool ready = C.work != NULL;
    for (dls_int j = 0; j < n; j++) {
        P->parent[j] = j;
    }
    join_columns(P, P->S->A);
    join_columns(P, P->S->B);
    dls_peel_list(P);
    for (dls_int k = 0; k < n + P->S->B.cols; k++) {
        P->place[k] = -1;
    }
    for (dls_int r = 0; ready && r < n; r++) {
        C.first = P->first[r];
        ready = C.first < 0 || take_component(P, &C, out);
    }
    dls_free(C.work);
    dls_free(C.J);
    return ready;
}
