/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ker A cap ker B' from the structure of J = [A; B']. A coordinate in a small definite block of A
   is zero in every null vector; so is the only one that an equation has left. What then remains
   falls into components, seldom of more than some dozens of coordinates: their null spaces by dense
   Q R with pivoting. J's columns are taken in the caller's units, so that the dependent coordinates
   are those with large scales, and V = [C; I] has no large entries. A component that is large is
   left open, for the factor of E to decide. */
#include <math.h>

#include "rank/peel.h"

/* Of a definite block of A, over its diagonal entry. */
static const double PIVOT = 1e-9;
/* An entry over the largest of its equation that determines the last coordinate of it. */
static const double DETERMINES = 1e-6;

static void lay_out(void *object, dls_room *room)
{
    dls_peeling *P = object;
    dls_int n = P->S->B.rows, m = P->S->B.cols;
    P->parent = DLS_TAKE(room, dls_int, n);
    P->first = DLS_TAKE(room, dls_int, n);
    P->next = DLS_TAKE(room, dls_int, n);
    P->place = DLS_TAKE(room, dls_int, n + m);
    P->count = DLS_TAKE(room, dls_int, m);
    P->queue = DLS_TAKE(room, dls_int, m);
    P->keep = DLS_TAKE(room, bool, n);
    P->column = dls_scatter_take(room, n);
}

dls_int dls_peel_root(dls_int *parent, dls_int i)
{
    while (parent[i] != i) {
        i = parent[i] = parent[parent[i]];
    }
    return i;
}

void dls_peel_join(dls_int *parent, dls_int i, dls_int j)
{
    dls_int a = dls_peel_root(parent, i), b = dls_peel_root(parent, j);
    parent[DLS_MAX(a, b)] = DLS_MIN(a, b);
}

void dls_peel_list(dls_peeling *P)
{
    dls_int n = P->S->B.rows;
    for (dls_int i = 0; i < n; i++) {
        P->first[i] = -1;
    }
    for (dls_int i = n - 1; i >= 0; i--) {
        if (P->keep[i]) {
            dls_int r = dls_peel_root(P->parent, i);
            P->next[i] = P->first[r];
            P->first[r] = i;
        }
    }
}

/* Cholesky's pivots of an s-by-s block, in place */
static bool is_definite(int s, double *H, double least)
{
    for (int k = 0; k < s; k++) {
        double whole = H[k + s * k], d = whole;
        for (int t = 0; t < k; t++) {
            d -= H[k + s * t] * H[k + s * t];
        }
        if (!(d > fmax(PIVOT * whole, least))) {
            return false;
        }
        d = H[k + s * k] = sqrt(d);
        for (int i = k + 1; i < s; i++) {
            for (int t = 0; t < k; t++) {
                H[i + s * k] -= H[i + s * t] * H[k + s * t];
            }
            H[i + s * k] /= d;
        }
    }
    return true;
}

/* The component of A at root r: small and definite? */
static bool has_inertia(dls_peeling *P, dls_int r, double least)
{
    dls_view A = P->S->A;
    int s = 0;
    for (dls_int j = P->first[r]; j >= 0; j = P->next[j]) {
        P->place[j] = s++;
        if (s > DLS_PEEL_BLOCK) {
            return false;
        }
    }
    dls_zero(s * s, P->full);
    for (dls_int j = P->first[r]; j >= 0; j = P->next[j]) {
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            if (A.x[k] != 0) {
                P->full[P->place[A.i[k]] + s * P->place[j]] = A.x[k];
            }
        }
    }
    return is_definite(s, P->full, least);
}

/* Coordinates of definite blocks are not kept. */
static void peel_masses(dls_peeling *P, double least)
{
    dls_view A = P->S->A;
    dls_int n = A.cols;
    for (dls_int j = 0; j < n; j++) {
        P->parent[j] = j;
        P->keep[j] = true;
    }
    for (dls_int j = 0; j < n; j++) {
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            if (A.i[k] > j && A.x[k] != 0) {
                dls_peel_join(P->parent, j, A.i[k]);
            }
        }
    }
    dls_peel_list(P);
    for (dls_int r = 0; r < n; r++) {
        if (P->first[r] >= 0 && has_inertia(P, r, least)) {
            for (dls_int j = P->first[r]; j >= 0; j = P->next[j]) {
                P->keep[j] = false;
            }
        }
    }
}

/* Constraint j has one coordinate left; is it determined? Then others may have one left, too. */
static dls_int peel_last(dls_peeling *P, dls_int j, double least, dls_int waiting)
{
    dls_view B = P->S->B, Bt = P->S->Bt;
    double largest = 0;
    dls_int last = -1;
    for (dls_int k = B.p[j]; k < B.p[j + 1]; k++) {
        largest = fmax(largest, fabs(B.x[k]));
        last = P->keep[B.i[k]] ? k : last;
    }
    if (last < 0 || !(fabs(B.x[last]) > fmax(DETERMINES * largest, least))) {
        return waiting;
    }
    dls_int i = B.i[last];
    P->keep[i] = false;
    for (dls_int t = Bt.p[i]; t < Bt.p[i + 1]; t++) {
        if (--P->count[Bt.i[t]] == 1) {
            P->queue[waiting++] = Bt.i[t];
        }
    }
    return waiting;
}

static void peel_constraints(dls_peeling *P, double least)
{
    dls_view B = P->S->B;
    dls_int waiting = 0;
    for (dls_int j = 0; j < B.cols; j++) {
        P->count[j] = 0;
        for (dls_int k = B.p[j]; k < B.p[j + 1]; k++) {
            P->count[j] += P->keep[B.i[k]];
        }
        if (P->count[j] == 1) {
            P->queue[waiting++] = j;
        }
    }
    while (waiting > 0) {
        dls_int j = P->queue[--waiting];
        waiting = P->count[j] == 1 ? peel_last(P, j, least, waiting) : waiting;
    }
}

/* Room for what is kept, at most; columns that are there already stay. */
static bool prepare(dls_peeling *P, dls_floating *out)
{
    dls_int most = out->V.cols;
    for (dls_int j = 0; j < P->S->A.cols; j++) {
        most += P->keep[j];
    }
    dls_int *p = dls_grow(out->V.p, most + 1, sizeof *p);
    out->V.p = p ? p : out->V.p;
    dls_int *dependent = dls_grow(out->dependent, most + 1, sizeof *dependent);
    out->dependent = dependent ? dependent : out->dependent;
    return p && dependent;
}

static bool begin(dls_peeling *P, const dls_blocks *S, const double *scale, double tolerance)
{
    dls_int n = S->B.rows, m = S->B.cols;
    *P = (dls_peeling){.S = S,
                       .scale = scale,
                       .rule = {tolerance, DLS_RANK_CEILING, -1, false},
                       .rounding = 20.0 * (double)(2 * n + m) * DLS_EPS};
    for (dls_int j = 0; j < n; j++) {
        double square = 0;
        for (dls_int k = S->A.p[j]; k < S->A.p[j + 1]; k++) {
            square += S->A.x[k] * S->A.x[k];
        }
        for (dls_int k = S->Bt.p[j]; k < S->Bt.p[j + 1]; k++) {
            square += S->Bt.x[k] * S->Bt.x[k];
        }
        P->longest = fmax(P->longest, square);
    }
    P->longest = sqrt(P->longest);
    return dls_pool_make(&P->pool, lay_out, P);
}

dls_error dls_rank_peel(const dls_blocks *S, const double *scale, double tolerance,
                        dls_floating *out, dls_fault *fault)
{
    dls_peeling P;
    dls_int n = S->B.rows;
    *out = (dls_floating){.open = DLS_NEW(bool, n)};
    bool ready = out->open && begin(&P, S, scale, tolerance);
    if (ready) {
        double least = P.longest * fmax(tolerance, DLS_RANK_ROUNDING);
        peel_masses(&P, least);
        peel_constraints(&P, P.longest * fmax(tolerance, DLS_RANK_CEILING));
        ready = dls_mat_new(&out->V, n, 0, 0) && prepare(&P, out) && dls_peel_components(&P, out);
        dls_pool_free(&P.pool);
    }
    if (!ready) {
        dls_rank_floating_free(out);
    }
    return ready ? DLS_OK : dls_fail_memory(fault);
}

/* The rows of A that are open, in the caller's units, as the next columns of Jt, of length 1; what
   is rounding beside the rest of J would be as long as any, and is left out. */
static void put_open_columns(const dls_peeling *P, dls_view A, const dls_int *place, dls_mat *Jt)
{
    const double least = P->longest * fmax(P->rule.relative, DLS_RANK_ROUNDING);
    for (dls_int j = 0; j < A.cols; j++) {
        dls_int begin = Jt->p[Jt->cols], at = begin;
        double length = 0, scaled = 0;
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            if (place[A.i[k]] >= 0 && A.x[k] != 0) {
                double v = P->scale ? A.x[k] / P->scale[A.i[k]] : A.x[k];
                length = hypot(length, v);
                scaled = hypot(scaled, A.x[k]);
                dls_mat_put(Jt, &at, place[A.i[k]], v);
            }
        }
        for (dls_int k = begin; k < at; k++) {
            Jt->x[k] /= length;
        }
        if (scaled > least) {
            Jt->p[++Jt->cols] = at;
        }
    }
}

/* J' of the coordinates that are open, with the equations that they are in; their numbers */
static bool open_part(const dls_peeling *P, dls_floating *out, dls_mat *Jt)
{
    dls_view A = P->S->A, B = P->S->B;
    dls_int n = A.cols, *place = P->parent;
    out->number = DLS_NEW(dls_int, out->opened);
    if (!out->number ||
        !dls_mat_new(Jt, out->opened, n + B.cols, dls_entries(A) + dls_entries(B))) {
        return false;
    }
    for (dls_int j = 0, k = 0; j < n; j++) {
        place[j] = out->open[j] ? k : -1;
        if (out->open[j]) {
            out->number[k++] = j;
        }
    }
    Jt->cols = 0;
    put_open_columns(P, A, place, Jt);
    put_open_columns(P, B, place, Jt);
    return true;
}

static double least_pivot(const dls_rank *F)
{
    double least = INFINITY;
    for (dls_int k = 0; k < F->rank; k++) {
        least = fmin(least, fabs(F->R.x[F->R.p[k + 1] - 1]));
    }
    return least;
}

/* Without pivoting the columns that Q R takes first may be nearly dependent, and their range is off
   by rounding over the least pivot. A higher tolerance leaves them to others; what keeps the rank
   spans the same range. Columns have length 1. */
static dls_error reveal_clearly(dls_view Jt, dls_rank_rule rule, dls_rank *out, dls_fault *fault)
{
    static const double PIVOTS[] = {0.1, 0.01};
    enum { TRIALS = sizeof PIVOTS / sizeof *PIVOTS };
    dls_error error = dls_rank_reveal_with_q(Jt, rule, out, fault);
    for (int k = 0; !error && k < TRIALS && least_pivot(out) < PIVOTS[k]; k++) {
        dls_rank trial;
        rule.relative = PIVOTS[k];
        error = dls_rank_reveal_with_q(Jt, rule, &trial, fault);
        bool keeps = !error && trial.rank == out->rank;
        dls_rank worse = keeps ? *out : trial;
        *out = keeps ? trial : *out;
        dls_rank_free(&worse);
    }
    return error;
}

/* By sparse Q R, for all that dense components leave open */
static dls_error take_open(dls_peeling *P, dls_floating *out, dls_fault *fault)
{
    dls_mat Jt = {0};
    dls_error error = open_part(P, out, &Jt)
                          ? reveal_clearly(dls_see(&Jt), P->rule, &out->outer, fault)
                          : dls_fail_memory(fault);
    out->decided = out->opened;
    out->opened = 0;
    for (dls_int j = 0; j < P->S->A.cols; j++) {
        out->open[j] = false;
    }
    dls_mat_free(&Jt);
    return error;
}

dls_error dls_rank_peel_open(const dls_blocks *S, const double *scale, double tolerance,
                             dls_floating *out, dls_fault *fault)
{
    dls_peeling P;
    dls_error error = begin(&P, S, scale, tolerance) ? DLS_OK : dls_fail_memory(fault);
    if (!error) {
        for (dls_int j = 0; j < S->A.cols; j++) {
            P.keep[j] = out->open[j];
            out->open[j] = false;
        }
        out->opened = 0;
        P.room = dls_entries(dls_see(&out->V));
        error = prepare(&P, out) && dls_peel_components(&P, out) ? DLS_OK : dls_fail_memory(fault);
        error = error || out->opened == 0 ? error : take_open(&P, out, fault);
        dls_pool_free(&P.pool);
    }
    return error;
}

void dls_rank_floating_free(dls_floating *F)
{
    dls_mat_free(&F->V);
    dls_free(F->dependent);
    dls_free(F->open);
    dls_free(F->number);
    dls_rank_free(&F->outer);
    *F = (dls_floating){0};
}
