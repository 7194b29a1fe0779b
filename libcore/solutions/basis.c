/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One complementary basis: for a choice of z_k = 0 or w_k = 0 the solutions are one point, or a
   polyhedron where the basis is singular, or nothing.

   Tolerances, on the scaled problem: 1e-7 a pivot that asks for complete pivoting, 1e-10 of the
   first one counts as zero; 1e-8 a sign or an equation while a point is sought, or what rounding
   and the accuracy of the data make of the smallest pivot; 1e-10 the relative natural map that a
   point must then meet on the caller's data. */
#include <math.h>

#include "solutions/solutions.h"

static const double SIGN = 1e-8, VERIFIED = 1e-10;

/* The basis of a choice: all equations and w_k = 0 for k in it; free unknowns and z_k. */
static void choose_basis(dls_search *S, uint32_t choice)
{
    for (S->count_rows = 0; S->count_rows < S->lead; S->count_rows++) {
        S->rows[S->count_rows] = S->count_rows;
    }
    for (S->count_cols = 0; S->count_cols < S->used; S->count_cols++) {
        S->cols[S->count_cols] = S->count_cols;
    }
    for (dls_int k = 0; k < S->m; k++) {
        S->inside[k] = choice >> k & 1;
        if (S->inside[k]) {
            S->rows[S->count_rows++] = S->lead + k;
            S->cols[S->count_cols++] = S->used + k;
        }
    }
}

static void gather_columns(dls_search *S)
{
    dls_int rows = S->count_rows;
    for (dls_int j = 0; j < S->count_cols; j++) {
        const double *from = S->W + S->cols[j] * S->n;
        for (dls_int i = 0; i < rows; i++) {
            S->K[i + j * rows] = from[S->rows[i]];
        }
    }
    for (dls_int i = 0; i < rows; i++) {
        S->K[i + S->count_cols * rows] = -S->D.q[S->rows[i]];
    }
}

/* Have z in the basis and w outside of it the right signs? degenerate: some of them are zero. */
static bool signs(dls_search *S, bool *degenerate)
{
    double size = dls_largest(S->count_cols, S->y), least = fmax(SIGN, S->unsure);
    *degenerate = false;
    for (dls_int j = S->used; j < S->count_cols; j++) {
        if (S->y[j] < -least * size) {
            return false;
        }
        *degenerate = *degenerate || S->y[j] <= SIGN * size;
    }
    for (dls_int k = 0; k < S->m; k++) {
        dls_int i = S->lead + k;
        double w = S->D.q[i], omega = fabs(S->D.q[i]);
        for (dls_int j = 0; !S->inside[k] && j < S->count_cols; j++) {
            double t = S->W[i + S->cols[j] * S->n] * S->y[j];
            w += t;
            omega += fabs(t);
        }
        if (!S->inside[k] && w < -least * omega) {
            return false;
        }
        *degenerate = *degenerate || (!S->inside[k] && w <= SIGN * omega);
    }
    return true;
}

/* v (the caller's units) from y; small negative z are zero. */
static void lift(dls_search *S, bool direction)
{
    static const double ROUNDING = 1e-13; /* of a solve on a good basis */
    double size = dls_largest(S->count_cols, S->y);
    dls_zero(S->n, S->z);
    for (dls_int j = 0; j < S->count_cols; j++) {
        dls_int to = j < S->used ? S->free[j] : S->cols[j] - S->used + S->lead;
        bool drop = j < S->used ? false : S->y[j] < ROUNDING * size;
        S->z[to] = drop ? 0 : S->y[j];
    }
    dls_mlcp_lift(&S->D, direction, S->z, S->v);
    dls_solutions_faces_project(S->F.set, S->F.set->lines, S->v);
}

static bool verified(dls_search *S)
{
    return dls_mlcp_tidy(S->problem, VERIFIED, S->v, S->work);
}

/* The signs were right, but v is no solution. Where the accuracy of the data leaves that open, or v
   is nowhere near one, because rounding or overflow decided, the list may lack something. */
static void doubt_basis(dls_search *S)
{
    static const double FAR = 1e-6;
    double natural, relative, product;
    dls_lcp_residual(S->problem, S->v, S->work, S->work + S->D.N, &natural, &relative, &product);
    S->F.set->complete = S->F.set->complete && relative <= FAR && relative > S->unsure;
}

static void add_point(dls_search *S)
{
    bool degenerate = false;
    if (!signs(S, &degenerate)) {
        return;
    }
    bool accurate = S->used == S->lead && dls_mlcp_polish(&S->D, S->inside, S->v) && verified(S);
    if (!accurate) {
        lift(S, false);
    }
    if (accurate || verified(S)) {
        dls_solutions_faces_vertex(&S->F, S->v, degenerate);
    } else {
        doubt_basis(S);
    }
}

/* Inequalities in the `nullity` unknowns t = y(order(rank...)) after the echelon form. */
static void inequalities(dls_search *S, dls_int rank)
{
    static const double CANCELLED = 1e-12; /* left of the largest term: rounding */
    dls_int rows = S->count_rows, cols = S->count_cols, d = cols - rank;
    for (dls_int k = 0; k < S->m; k++) {
        double *g = S->G + k * (d + 1);
        dls_zero(d + 1, g);
        g[d] = S->inside[k] ? 0 : S->D.q[S->lead + k];
        double size = fabs(g[d]);
        for (dls_int c = 0; c < cols; c++) {
            dls_int col = S->cols[S->order[c]];
            double t = S->inside[k] ? (double)(col == S->used + k) : S->W[S->lead + k + col * S->n];
            for (dls_int j = 0; t != 0 && c < rank && j <= d; j++) {
                double part = t * S->K[c + (rank + j) * rows];
                g[j] += j < d ? -part : part;
                size = fmax(size, fabs(part));
            }
            if (c >= rank) {
                g[c - rank] += t;
                size = fmax(size, fabs(t));
            }
        }
        for (dls_int j = 0; j <= d; j++) { /* what cancelled */
            g[j] = fabs(g[j]) <= CANCELLED * size ? 0 : g[j];
        }
    }
}

/* y of a generator t */
static void point(dls_search *S, dls_int rank, const double *t)
{
    dls_int rows = S->count_rows, cols = S->count_cols, d = cols - rank;
    for (dls_int i = 0; i < cols; i++) {
        double y = i < rank ? t[d] * S->K[i + cols * rows] : t[i - rank];
        for (dls_int j = 0; i < rank && j < d; j++) {
            y -= S->K[i + (rank + j) * rows] * t[j];
        }
        S->y[S->order[i]] = y;
    }
}

static void add_ray(dls_search *S)
{
    static const double NOTHING = 1e-14; /* of the largest entry */
    double size = dls_largest(S->D.N, S->v);
    for (dls_int i = 0; i < S->D.N && size > 0; i++) {
        S->v[i] = fabs(S->v[i]) <= NOTHING * size ? 0 : S->v[i] / size;
    }
    if (size > 0) {
        dls_solutions_faces_ray(&S->F, S->v);
    }
}

static void add_polyhedron(dls_search *S, dls_int rank)
{
    dls_int d = S->count_cols - rank;
    inequalities(S, rank);
    if (!dls_solutions_polyhedron_generate(&S->P, d, S->m, S->G)) {
        S->F.set->complete = false;
        return;
    }
    bool empty = true;
    for (dls_int k = 0; k < S->P.count; k++) { /* vertices first: without one it is empty */
        if (S->P.generator[k * (d + 1) + d] != 0) {
            point(S, rank, S->P.generator + k * (d + 1));
            lift(S, false);
            if (verified(S)) {
                empty = false;
                dls_solutions_faces_vertex(&S->F, S->v, true);
            } else {
                doubt_basis(S);
            }
        }
    }
    for (dls_int k = 0; !empty && k < S->P.count; k++) {
        if (S->P.generator[k * (d + 1) + d] == 0) {
            point(S, rank, S->P.generator + k * (d + 1));
            lift(S, true);
            add_ray(S);
        }
    }
}

void dls_solutions_examine(dls_search *S, uint32_t choice)
{
    choose_basis(S, choice);
    gather_columns(S);
    double least = 1, roundings = (double)(4 * S->count_cols + 4) * DLS_EPS;
    bool regular =
        S->count_rows == S->count_cols && dls_solutions_eliminate(S->count_cols, S->K, &least);
    S->unsure = (roundings + S->accuracy) / least;
    if (regular) {
        dls_copy(S->count_cols, S->K + S->count_cols * S->count_cols, S->y);
        add_point(S);
    } else {
        dls_int rows = S->count_rows, cols = S->count_cols;
        gather_columns(S);
        dls_int rank =
            dls_solutions_echelon(rows, cols, S->K, S->order, &S->F.set->complete, &least);
        S->unsure = (roundings + S->accuracy) / least;
        double size = 1, off = 0;
        for (dls_int i = 0; i < rows; i++) {
            double t = fabs(S->K[i + cols * rows]);
            size = i < rank ? fmax(size, t) : size;
            off = i < rank ? off : fmax(off, t);
        }
        if (off <= fmax(SIGN, S->unsure) * size && rank == cols) {
            for (dls_int i = 0; i < rank; i++) {
                S->y[S->order[i]] = S->K[i + cols * rows];
            }
            add_point(S);
        } else if (off <= fmax(SIGN, S->unsure) * size) {
            add_polyhedron(S, rank);
        }
    }
    dls_solutions_faces_close(&S->F);
}
