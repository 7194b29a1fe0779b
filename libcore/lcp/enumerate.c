/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All complementary bases: for each choice of z_k = 0 or w_k = 0 the solutions are one point, or a
   polyhedron where the basis is singular, or nothing.

   Tolerances, on the scaled problem: 1e-7 a pivot that asks for complete pivoting, 1e-10 of the
   first one counts as zero; 1e-8 a sign or an equation while a point is sought; 1e-9 the relative
   natural map that a point must then meet on the caller's data. */
#include <math.h>

#include "lcp/faces.h"

static const double PIVOT = 1e-7, RANK = 1e-10, SIGN = 1e-8, VERIFIED = 1e-9, WORK = 1e11;

typedef struct {
    const dls_lcp_problem *problem;
    dls_lcp_dense D;
    dls_polyhedron P;
    dls_faces F;
    dls_int n, lead, m; /* rows; equations; complementary pairs */
    dls_int used;       /* free unknowns that change w independently; the others stay 0 */
    dls_int *free;      /* which */
    double *W;          /* n-by-(used + m): the columns of these and of z */
    double *K, *G;      /* n-by-(used + m + 1); rows of inequalities */
    double *y, *z, *v, *w, *work;
    dls_int *rows, *cols, *order;
    bool *inside;
    dls_int count_rows, count_cols;
} search;

static void release(search *S)
{
    dls_polyhedron_free(&S->P);
    dls_faces_free(&S->F);
    dls_lcp_dense_free(&S->D);
    dls_free(S->free);
    dls_free(S->inside);
    dls_free(S->W);
}

static bool allocate(search *S)
{
    dls_int n = S->n = S->D.n, N = S->D.N, lead = S->lead = S->D.lead;
    S->m = n - lead;
    dls_int square = n * (n + 1), ineq = DLS_POLYHEDRON_ROWS * DLS_POLYHEDRON_ROWS;
    S->W = DLS_NEW(double, 2 * square + ineq + 2 * n + 3 * N);
    S->free = DLS_NEW(dls_int, lead + 3 * n);
    S->inside = DLS_NEW(bool, n);
    if (!S->W || !S->free || !S->inside || !dls_polyhedron_new(&S->P) || !dls_faces_new(&S->F, N)) {
        return false;
    }
    S->K = S->W + square;
    S->G = S->K + square;
    S->y = S->G + ineq;
    S->z = S->y + n;
    S->v = S->z + n;
    S->w = S->v + N;
    S->work = S->w + N;
    S->rows = S->free + lead;
    S->cols = S->rows + n;
    S->order = S->cols + n;
    return true;
}

/* x := its part orthogonal to the lines, twice for rounding */
static void project(const dls_lcp_set *set, dls_int lines, double *x)
{
    for (dls_int k = 0; k < 2 * lines; k++) {
        const double *line = set->line + k % lines * set->N;
        dls_axpy(set->N, -dls_dot(set->N, line, x), line, x);
    }
}

/* Directions of free unknowns that change no w: orthonormal lines; the free unknowns that remain
   are independent columns. */
static bool split_lines(search *S)
{
    dls_lcp_set *set = S->F.set;
    dls_int n = S->n, f = S->lead, N = set->N;
    dls_copy(n * f, S->D.M, S->K);
    dls_zero(n, S->K + n * f);
    dls_int rank = S->used = dls_echelon(n, f, S->K, RANK, S->order);
    if (rank < f) {
        dls_free(set->line);
        set->line = DLS_NEW(double, N *(f - rank));
        if (!set->line) {
            return false;
        }
    }
    for (dls_int j = rank; j < f; j++) {
        double *line = set->line + set->lines * N;
        line[S->order[j]] = 1;
        for (dls_int i = 0; i < rank; i++) {
            line[S->order[i]] = -S->K[i + j * n];
        }
        for (dls_int i = 0; i < f; i++) {
            line[i] *= S->D.col[i];
        }
        project(set, set->lines, line);
        double length = dls_norm(N, line);
        for (dls_int i = 0; i < f; i++) {
            line[i] /= length;
        }
        set->lines++;
    }
    for (dls_int j = 0; j < rank; j++) {
        S->free[j] = S->order[j];
        dls_copy(n, S->D.M + S->order[j] * n, S->W + j * n);
    }
    dls_copy(n * S->m, S->D.M + f * n, S->W + rank * n);
    return true;
}

/* The basis of a choice: all equations and w_k = 0 for k in it; free unknowns and z_k. */
static void choose(search *S, uint32_t choice)
{
    S->count_rows = S->lead;
    S->count_cols = S->used;
    for (dls_int k = 0; k < S->m; k++) {
        S->inside[k] = choice >> k & 1;
        if (S->inside[k]) {
            S->rows[S->count_rows++] = S->lead + k;
            S->cols[S->count_cols++] = S->used + k;
        }
    }
}

static void gather(search *S)
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

/* y by elimination with row exchanges; false at a small pivot. */
static bool eliminate(search *S)
{
    dls_int k = S->count_cols;
    double *K = S->K;
    for (dls_int c = 0; c < k; c++) {
        double *column = K + c * k;
        dls_int row = c;
        for (dls_int i = c + 1; i < k; i++) {
            row = fabs(column[i]) > fabs(column[row]) ? i : row;
        }
        double p = column[row];
        if (!(fabs(p) > PIVOT)) {
            return false;
        }
        column[row] = column[c];
        for (dls_int j = c + 1; j <= k; j++) {
            double *y = K + j * k, t = y[row] / p;
            y[row] = y[c];
            y[c] = t;
            for (dls_int i = c + 1; t != 0 && i < k; i++) {
                y[i] -= t * column[i];
            }
        }
    }
    double *y = K + k * k;
    for (dls_int c = k - 1; c >= 0; c--) {
        dls_axpy(c, -y[c], K + c * k, y);
    }
    dls_copy(k, y, S->y);
    return true;
}

/* Have z in the basis and w outside of it the right signs? degenerate: some of them are zero. */
static bool signs(search *S, bool *degenerate)
{
    double size = 0;
    *degenerate = false;
    for (dls_int j = 0; j < S->count_cols; j++) {
        size = fmax(size, fabs(S->y[j]));
    }
    for (dls_int j = S->used; j < S->count_cols; j++) {
        if (S->y[j] < -SIGN * size) {
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
        if (!S->inside[k] && w < -SIGN * omega) {
            return false;
        }
        *degenerate = *degenerate || (!S->inside[k] && w <= SIGN * omega);
    }
    return true;
}

/* v (the caller's units) from y; small negative z are zero. */
static void lift(search *S, bool direction)
{
    double size = 0;
    dls_zero(S->n, S->z);
    for (dls_int j = 0; j < S->count_cols; j++) {
        size = fmax(size, fabs(S->y[j]));
    }
    for (dls_int j = 0; j < S->count_cols; j++) {
        dls_int to = j < S->used ? S->free[j] : S->cols[j] - S->used + S->lead;
        bool drop = j < S->used ? false : S->y[j] < 1e-13 * size;
        S->z[to] = drop ? 0 : S->y[j];
    }
    dls_lcp_lift(&S->D, direction, S->z, S->v);
    project(S->F.set, S->F.set->lines, S->v);
}

static bool verified(search *S)
{
    double natural, relative, product;
    dls_lcp_residual(S->problem, S->v, S->w, S->work, &natural, &relative, &product);
    return relative <= VERIFIED;
}

static void add_point(search *S)
{
    bool degenerate = false;
    if (!signs(S, &degenerate)) {
        return;
    }
    bool accurate = S->used == S->lead && dls_lcp_polish(&S->D, S->inside, S->v) && verified(S);
    if (!accurate) {
        lift(S, false);
    }
    if (accurate || verified(S)) {
        dls_faces_vertex(&S->F, S->v, degenerate);
    }
}

/* Inequalities in the `nullity` unknowns t = y(order(rank...)) after the echelon form. */
static void inequalities(search *S, dls_int rank)
{
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
            g[j] = fabs(g[j]) <= 1e-12 * size ? 0 : g[j];
        }
    }
}

/* y of a generator t */
static void point(search *S, dls_int rank, const double *t)
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

static void add_ray(search *S)
{
    double size = 0;
    for (dls_int i = 0; i < S->D.N; i++) {
        size = fmax(size, fabs(S->v[i]));
    }
    for (dls_int i = 0; i < S->D.N && size > 0; i++) {
        S->v[i] = fabs(S->v[i]) <= 1e-14 * size ? 0 : S->v[i] / size;
    }
    if (size > 0) {
        dls_faces_ray(&S->F, S->v);
    }
}

static void add_polyhedron(search *S, dls_int rank)
{
    dls_int d = S->count_cols - rank;
    inequalities(S, rank);
    if (!dls_polyhedron_generate(&S->P, d, S->m, S->G)) {
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
                dls_faces_vertex(&S->F, S->v, true);
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

static void examine(search *S, uint32_t choice)
{
    choose(S, choice);
    gather(S);
    if (S->count_rows == S->count_cols && eliminate(S)) {
        add_point(S);
    } else {
        dls_int rows = S->count_rows, cols = S->count_cols;
        gather(S);
        dls_int rank = dls_echelon(rows, cols, S->K, RANK, S->order);
        double size = 1, off = 0;
        for (dls_int i = 0; i < rows; i++) {
            double t = fabs(S->K[i + cols * rows]);
            size = i < rank ? fmax(size, t) : size;
            off = i < rank ? off : fmax(off, t);
        }
        if (off <= SIGN * size && rank == cols) {
            for (dls_int i = 0; i < rank; i++) {
                S->y[S->order[i]] = S->K[i + cols * rows];
            }
            add_point(S);
        } else if (off <= SIGN * size) {
            add_polyhedron(S, rank);
        }
    }
    dls_faces_close(&S->F);
}

dls_error dls_lcp_search(const dls_lcp_problem *problem, dls_lcp_set **out, dls_fault *fault)
{
    search S = {.problem = problem};
    dls_error error = dls_lcp_condense(problem, DLS_FREE_KEPT, false, &S.D, fault);
    if (!error && (!allocate(&S) || !split_lines(&S))) {
        error = dls_fail_memory(fault);
    }
    double work = 0;
    int64_t last = error ? -1 : ((int64_t)1 << S.m) - 1; /* large faces first */
    for (int64_t choice = last; choice >= 0 && !S.F.memory; choice--) {
        examine(&S, (uint32_t)choice);
        S.F.set->bases++;
        work += 100 + pow((double)S.count_rows, 3);
        if (choice > 0 && (work > WORK || S.F.set->faces >= DLS_FACES_MOST)) {
            S.F.set->complete = false;
            break;
        }
    }
    if (!error && S.F.memory) {
        error = dls_fail_memory(fault);
    }
    if (!error) {
        dls_faces_finish(&S.F);
    } else {
        dls_lcp_set_free(S.F.set);
        S.F.set = NULL;
    }
    *out = S.F.set;
    release(&S);
    return error;
}
