/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Are columns linearly independent? Where a row has one entry its column is: it is taken away with
   its row, and so on, which rounds nothing (a chain, a tree of bodies). What is left falls into
   pieces without common rows; each is orthogonalised, the largest remainder first. */
#include <math.h>
#include <string.h>

#include "verify/verify.h"

static const double PIVOT = 1e-3;       /* of the largest entry: less does not take a column away */
static const double MOST_NUMBERS = 4e6; /* of a full piece */
static const double MOST_WORK = 2e9;    /* flops of all pieces */
enum { MOST_COLUMNS = 400 };            /* of a piece */

typedef struct {
    const dls_verify_columns *C;
    dls_int rows, entries;
    double *largest;         /* count: of a column, in units */
    dls_int *first, *column; /* rows + 1, entries: the columns of each row */
    dls_int *open, *stack;   /* rows: columns that are left; rows with one */
    dls_int *root;           /* count: of a piece; -1: taken away */
    dls_int *head, *next;    /* count: the columns of a piece */
    dls_int *place;          /* rows: in a piece, or -1 */
    double *full, work;
    dls_int numbers;
} search;

static double entry(const search *S, dls_int k, dls_int t)
{
    const dls_verify_columns *C = S->C;
    double x = C->A.x[t] * C->row[C->A.i[t]] * C->col[C->list[k]];
    return fabs(x) > DLS_VERIFY_NEGLIGIBLE * S->largest[k] ? x : 0;
}

static void lay_out(void *object, dls_room *room)
{
    search *S = object;
    dls_int count = S->C->count;
    S->largest = DLS_TAKE(room, double, count);
    S->first = DLS_TAKE(room, dls_int, S->rows + 1);
    S->column = DLS_TAKE(room, dls_int, S->entries);
    DLS_TAKE_INDICES(room, S->rows, &S->open, &S->stack, &S->place);
    DLS_TAKE_INDICES(room, count, &S->root, &S->head, &S->next);
}

static void lay_out_full(void *object, dls_room *room)
{
    search *S = object;
    S->full = DLS_TAKE(room, double, S->numbers);
}

/* The columns of each row. */
static void transpose(search *S)
{
    const dls_verify_columns *C = S->C;
    for (int pass = 0; pass < 2; pass++) {
        for (dls_int k = 0; k < C->count; k++) {
            dls_int j = C->list[k];
            for (dls_int t = C->A.p[j]; t < C->A.p[j + 1]; t++) {
                dls_int i = C->A.i[t];
                if (entry(S, k, t) != 0 && pass == 0) {
                    S->open[i]++;
                } else if (entry(S, k, t) != 0) {
                    S->column[S->first[i] + S->place[i]++] = k;
                }
            }
        }
        for (dls_int i = 0; pass == 0 && i < S->rows; i++) {
            S->first[i + 1] = S->first[i] + S->open[i];
        }
    }
}

static void take_away(search *S)
{
    const dls_verify_columns *C = S->C;
    dls_int waiting = 0;
    for (dls_int i = 0; i < S->rows; i++) {
        if (S->open[i] == 1) {
            S->stack[waiting++] = i;
        }
    }
    while (waiting > 0) {
        dls_int i = S->stack[--waiting], k = -1;
        for (dls_int t = S->first[i]; t < S->first[i + 1] && S->open[i] == 1; t++) {
            k = S->root[S->column[t]] >= 0 ? S->column[t] : k;
        }
        dls_int begin = k < 0 ? 0 : C->A.p[C->list[k]], end = k < 0 ? 0 : C->A.p[C->list[k] + 1];
        double pivot = 0;
        for (dls_int t = begin; t < end; t++) {
            pivot = C->A.i[t] == i ? fabs(entry(S, k, t)) : pivot;
        }
        if (k < 0 || pivot < PIVOT * S->largest[k]) {
            continue;
        }
        S->root[k] = -1;
        for (dls_int t = begin; t < end; t++) {
            dls_int r = C->A.i[t];
            if (entry(S, k, t) != 0 && --S->open[r] == 1) {
                S->stack[waiting++] = r;
            }
        }
    }
}

static dls_int find(dls_int *root, dls_int k)
{
    while (root[k] != k) {
        k = root[k] = root[root[k]];
    }
    return k;
}

/* Pieces as lists; of a root, head: the first column, or -1. */
static void fall_apart(search *S)
{
    for (dls_int i = 0; i < S->rows; i++) {
        dls_int before = -1;
        for (dls_int t = S->first[i]; t < S->first[i + 1]; t++) {
            dls_int k = S->column[t];
            if (S->root[k] >= 0) {
                dls_int mine = find(S->root, k);
                S->root[before < 0 ? mine : find(S->root, before)] = mine;
                before = k;
            }
        }
        S->place[i] = -1;
    }
    for (dls_int k = 0; k < S->C->count; k++) {
        S->head[k] = -1;
    }
    for (dls_int k = S->C->count - 1; k >= 0; k--) {
        if (S->root[k] >= 0) {
            dls_int r = find(S->root, k);
            S->next[k] = S->head[r];
            S->head[r] = k;
        }
    }
}

double dls_verify_least_pivot(dls_int rows, dls_int cols, double *A)
{
    double least = INFINITY;
    for (dls_int j = 0; j < cols; j++) {
        double length = dls_norm(rows, A + j * rows);
        for (dls_int i = 0; i < rows; i++) {
            A[i + j * rows] /= length > 0 ? length : 1;
        }
    }
    for (dls_int j = 0; j < cols; j++) {
        dls_int at = j;
        double most = -1;
        for (dls_int k = j; k < cols; k++) {
            double length = dls_norm(rows, A + k * rows);
            at = length > most ? k : at;
            most = fmax(most, length);
        }
        least = fmin(least, most);
        for (dls_int i = 0; i < rows; i++) {
            double x = A[i + at * rows];
            A[i + at * rows] = A[i + j * rows];
            A[i + j * rows] = most > 0 ? x / most : 0;
        }
        for (dls_int k = j + 1; k < cols; k++) {
            dls_axpy(rows, -dls_dot(rows, A + j * rows, A + k * rows), A + j * rows, A + k * rows);
        }
    }
    return cols > rows ? 0 : least;
}

/* The rows and columns of a piece; full: its numbers. Returns whether it is small enough. */
static bool gather(search *S, dls_int head, bool full, dls_int *rows, dls_int *cols)
{
    const dls_verify_columns *C = S->C;
    dls_int height = 0;
    *cols = 0;
    for (dls_int k = head; k >= 0; k = S->next[k], ++*cols) {
        for (dls_int t = C->A.p[C->list[k]]; t < C->A.p[C->list[k] + 1]; t++) {
            double x = entry(S, k, t);
            dls_int *place = &S->place[C->A.i[t]];
            if (full && x != 0) {
                S->full[*place + *cols * *rows] = x;
            } else if (x != 0) {
                *place = *place < 0 ? height++ : *place;
            }
        }
    }
    *rows = full ? *rows : height;
    double h = (double)*rows, w = (double)*cols;
    return *cols <= MOST_COLUMNS && h * w <= MOST_NUMBERS && S->work + 2 * h * w * w <= MOST_WORK;
}

static bool check_pieces(search *S, dls_pool *pool, dls_verify_columns *C)
{
    dls_int rows, cols;
    for (dls_int k = 0; k < C->count; k++) { /* room for the largest */
        if (S->head[k] >= 0 && gather(S, S->head[k], false, &rows, &cols)) {
            S->numbers = DLS_MAX(S->numbers, rows * cols);
        }
    }
    if (!dls_pool_make(pool, lay_out_full, S)) {
        return false;
    }
    for (dls_int i = 0; i < S->rows; i++) {
        S->place[i] = -1;
    }
    for (dls_int k = 0; k < C->count; k++) {
        if (S->head[k] >= 0 && gather(S, S->head[k], false, &rows, &cols)) {
            S->work += 2.0 * (double)rows * (double)cols * (double)cols;
            dls_zero(rows * cols, S->full);
            gather(S, S->head[k], true, &rows, &cols);
            C->least = fmin(C->least, dls_verify_least_pivot(rows, cols, S->full));
        } else if (S->head[k] >= 0) {
            C->left += cols;
        }
    }
    return true;
}

bool dls_verify_independent(dls_verify_columns *C)
{
    search S = {.C = C, .rows = C->A.rows, .entries = dls_entries(C->A)};
    dls_pool pool = {0};
    C->least = INFINITY;
    C->left = 0;
    bool ready = dls_pool_make(&pool, lay_out, &S);
    for (dls_int k = 0; ready && k < C->count; k++) {
        dls_int j = C->list[k];
        S.root[k] = k;
        for (dls_int t = C->A.p[j]; t < C->A.p[j + 1]; t++) {
            double x = fabs(C->A.x[t]) * C->row[C->A.i[t]] * C->col[j];
            S.largest[k] = dls_verify_worse(S.largest[k], x);
        }
        C->least = S.largest[k] > 0 ? C->least : 0; /* a column of zeros */
    }
    if (ready) {
        transpose(&S);
        take_away(&S);
        fall_apart(&S);
        ready = check_pieces(&S, &pool, C);
    }
    dls_pool_free(&pool);
    return ready;
}
