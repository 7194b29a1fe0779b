/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which constraints to release so that all reactions are determined. What is left is independent
   exactly where the rows of the kernel that belong to the released ones are a basis: one choice for
   each connected part of the graph of constraints and states of self-stress. All choices are found
   by a walk through the independent sets of rows of an orthonormal basis of the kernel, in which
   distances have no units. */
#include <math.h>

#include "redundancy/redundancy.h"

enum { MOST_ROWS = 30 };                  /* of a part whose sets are all listed */
static const double MOST_CHOICES = 20000; /* of such a part */
static const double MOST_WORK = 1e9;      /* flops for all parts */

/* A row is independent of others if its distance to their span is at least this (what is nearer
   counts as redundant when the rank of G is decided), and many times its error. */
static const double APART = 1e-5, MANY = 1e3;
/* Dependent: no further than its error, if that is not more than this. */
static const double SHARP = 1e-6;

typedef struct {
    const dls_diagnosed *D;
    dls_int m, k;
    dls_int *root;  /* m: of a constraint, union-find */
    dls_int *part;  /* m: number of the part of a root */
    dls_int *place; /* m: of a constraint in its part */
    dls_int *column,
        *first;   /* k: columns of the kernel, part by part; parts + 1: where they begin */
    dls_int *row; /* m: constraints, part by part */
    dls_release_part *list;
    dls_int parts;
    dls_int *at;               /* parts: where its sets begin in */
    dls_int *sets, used, room; /* sets of all parts */
    double *levels;  /* of the walk, rows that are left of those chosen: one matrix each */
    dls_int numbers; /* in these */
    dls_int chosen[MOST_ROWS];
    double noise; /* of level 0 */
    bool memory;  /* is out */
} search;

static dls_int find(dls_int *root, dls_int i)
{
    while (root[i] != i) {
        i = root[i] = root[root[i]];
    }
    return i;
}

/* Entries beyond rounding link constraints; so do all of a constraint that has no other ones. */
static void link_column(search *S, dls_int c, bool all, dls_int *linked)
{
    dls_view Z = S->D->kernel;
    dls_int first = Z.p[c], end = Z.p[c + 1], last = S->D->last[c];
    double largest = dls_largest(end - first, Z.x + first);
    for (dls_int t = first; t < end; t++) {
        dls_int i = Z.i[t];
        bool clear = fabs(Z.x[t]) > DLS_REDUNDANCY_NOTHING * largest || i == last;
        if (all ? !linked[i] : clear) {
            S->root[find(S->root, i)] = find(S->root, last);
            linked[i] += !all;
        }
    }
}

static void link_constraints(search *S)
{
    dls_int *linked = S->place; /* for now */
    bool all = true;
    for (dls_int i = 0; i < S->m; i++) {
        S->root[i] = i;
    }
    for (dls_int c = 0; c < S->k; c++) {
        link_column(S, c, false, linked);
    }
    for (dls_int i = 0; i < S->m; i++) {
        all = all && (linked[i] || S->D->determined[i]);
    }
    for (dls_int c = 0; !all && c < S->k; c++) {
        link_column(S, c, true, linked);
    }
}

/* Parts in the order of their first constraints. */
static void number_parts(search *S)
{
    for (dls_int i = 0; i < S->m; i++) {
        S->part[i] = -1;
    }
    for (dls_int i = 0; i < S->m; i++) {
        dls_int *part = &S->part[find(S->root, i)];
        if (!S->D->determined[i]) {
            *part = *part < 0 ? S->parts++ : *part;
        }
    }
}

static dls_int part_of(search *S, dls_int constraint)
{
    return S->part[find(S->root, constraint)];
}

/* Lists of rows and columns, part by part. */
static void sort_by_part(search *S)
{
    for (dls_int c = 0; c < S->k; c++) {
        S->list[part_of(S, S->D->last[c])].count++;
    }
    for (dls_int i = 0; i < S->m; i++) {
        if (!S->D->determined[i]) {
            S->place[i] = S->list[part_of(S, i)].rows++;
        }
    }
    for (dls_int p = 0, rows = 0; p < S->parts; p++) {
        S->list[p].row = S->row + rows;
        rows += S->list[p].rows;
        S->first[p + 1] = S->first[p] + S->list[p].count;
    }
    for (dls_int i = 0; i < S->m; i++) {
        if (!S->D->determined[i]) {
            S->list[part_of(S, i)].row[S->place[i]] = i;
        }
    }
    for (dls_int c = S->k - 1; c >= 0; c--) { /* from the ends of the parts */
        dls_int p = part_of(S, S->D->last[c]);
        S->column[S->first[p] + --S->list[p].count] = c;
    }
    for (dls_int p = 0; p < S->parts; p++) {
        S->list[p].count = S->first[p + 1] - S->first[p];
    }
}

/* Room for one more set; NULL: out of memory. */
static dls_int *next_set(search *S, dls_release_part *P)
{
    if (S->used + P->count > S->room) {
        dls_int room = 2 * (S->used + P->count);
        dls_int *sets = dls_grow(S->sets, room, sizeof *sets);
        S->memory = !sets;
        if (!sets) {
            return NULL;
        }
        S->sets = sets;
        S->room = room;
    }
    P->sets++;
    S->used += P->count;
    return S->sets + S->used - P->count;
}

/* Rows of the part in an orthonormal basis of its columns of the kernel, one after the other:
   level 0. noise: the error of these numbers. */
static void orthonormal_rows(search *S, dls_int p)
{
    dls_view Z = S->D->kernel;
    dls_int rows = S->list[p].rows, count = S->list[p].count;
    double *Q = S->levels, least = 1;
    dls_zero(rows * count, Q);
    for (dls_int c = 0; c < count; c++) {
        dls_int column = S->column[S->first[p] + c];
        dls_int first = Z.p[column], end = Z.p[column + 1];
        double length = dls_norm(end - first, Z.x + first);
        for (dls_int t = first; t < end;
             t++) { /* rounding may stand in rows of no or another part */
            if (!S->D->determined[Z.i[t]] && part_of(S, Z.i[t]) == p) {
                Q[S->place[Z.i[t]] * count + c] = Z.x[t] / length;
            }
        }
        for (dls_int b = 0; b < 2 * c; b++) { /* twice is enough */
            double along = 0;
            for (dls_int i = 0; i < rows; i++) {
                along += Q[i * count + b % c] * Q[i * count + c];
            }
            for (dls_int i = 0; i < rows; i++) {
                Q[i * count + c] -= along * Q[i * count + b % c];
            }
        }
        length = 0;
        for (dls_int i = 0; i < rows; i++) {
            length = hypot(length, Q[i * count + c]);
        }
        for (dls_int i = 0; i < rows; i++) {
            Q[i * count + c] /= length;
        }
        least = fmin(least, length);
    }
    S->noise = (10 * S->D->accuracy + 10 * (double)rows * DLS_EPS) / least;
}

/* Sets that begin with the `depth` rows chosen and go on with rows `from` and later. volume: of the
   rows chosen; the error of what is left of others grows with its inverse. */
static void walk(search *S, dls_release_part *P, dls_int from, dls_int depth, double volume)
{
    dls_int rows = P->rows, count = P->count;
    const double *W = S->levels + depth * rows * count;
    double *next = S->levels + (depth + 1) * rows * count, error = S->noise / volume;
    if (depth == count) {
        dls_int *set = next_set(S, P);
        for (dls_int d = 0; set && d < count; d++) {
            set[d] = P->row[S->chosen[d]];
        }
        return;
    }
    for (dls_int i = from; i <= rows - (count - depth) && !S->memory; i++) {
        double apart = dls_norm(count, W + i * count);
        if (apart <= error && error <= SHARP) {
            continue;
        }
        if (!(apart >= APART && apart >= MANY * error)) {
            P->complete = false;
            continue;
        }
        S->chosen[depth] = i;
        for (dls_int r = i + 1; r < rows; r++) {
            double along = dls_dot(count, W + i * count, W + r * count) / (apart * apart);
            dls_copy(count, W + r * count, next + r * count);
            dls_axpy(count, -along, W + i * count, next + r * count);
        }
        walk(S, P, i + 1, depth + 1, volume * apart);
    }
}

static double choices(dls_int rows, dls_int count)
{
    double several = 1;
    for (dls_int k = 1; k <= count; k++) {
        several *= (double)(rows - count + k) / (double)k;
    }
    return several;
}

/* complete, for now: all sets are to be listed. */
static void choose_parts(search *S)
{
    double work = 0;
    for (dls_int p = 0; p < S->parts; p++) {
        dls_release_part *P = &S->list[p];
        double several = choices(P->rows, P->count), size = (double)(P->rows * P->count);
        P->complete = P->rows <= MOST_ROWS && several <= MOST_CHOICES &&
                      work + several * size * (double)P->count <= MOST_WORK;
        if (P->complete) {
            work += several * size * (double)P->count;
            S->numbers = DLS_MAX(S->numbers, (P->count + 1) * P->rows * P->count);
        }
    }
}

static bool list_sets(search *S)
{
    for (dls_int p = 0; p < S->parts && !S->memory; p++) {
        dls_release_part *P = &S->list[p];
        S->at[p] = S->used;
        if (P->complete) {
            orthonormal_rows(S, p);
            walk(S, P, 0, 0, 1);
        }
        dls_int *set = P->sets == 0 && !S->memory ? next_set(S, P) : NULL;
        for (dls_int c = 0; set && c < P->count; c++) { /* what depends on the others is one */
            P->complete = false;
            set[c] = S->D->last[S->column[S->first[p] + c]];
        }
    }
    for (dls_int p = 0; p < S->parts; p++) {
        S->list[p].set = S->sets + S->at[p];
    }
    return !S->memory;
}

static void lay_out(void *object, dls_room *room)
{
    search *S = object;
    DLS_TAKE_INDICES(room, S->m, &S->root, &S->part, &S->place);
    DLS_TAKE_INDICES(room, S->k + 1, &S->column, &S->first, &S->at);
}

static void lay_out_levels(void *object, dls_room *room)
{
    search *S = object;
    S->levels = DLS_TAKE(room, double, S->numbers);
}

dls_error dls_redundancy_releases(const dls_diagnosed *D, dls_pool *owner, dls_release_part **list,
                                  dls_int *parts, dls_fault *fault)
{
    search S = {.D = D, .m = D->kernel.rows, .k = D->kernel.cols};
    dls_pool pool = {0};
    bool ready = S.k > 0 && dls_pool_make(&pool, lay_out, &S);
    if (ready) {
        link_constraints(&S);
        number_parts(&S);
        ready = dls_pool_own(owner, dls_free, S.list = DLS_NEW(dls_release_part, S.parts)) &&
                dls_pool_own(owner, dls_free, S.row = DLS_NEW(dls_int, S.m));
    }
    if (ready) {
        sort_by_part(&S);
        choose_parts(&S);
        ready = dls_pool_make(&pool, lay_out_levels, &S) && list_sets(&S);
        ready = dls_pool_own(owner, dls_free, S.sets) && ready;
    }
    dls_pool_free(&pool);
    *list = S.list;
    *parts = S.parts;
    return ready || S.k == 0 ? DLS_OK : dls_fail_memory(fault);
}
