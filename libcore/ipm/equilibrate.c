/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scaling of the data by powers of two, which rounds nothing: rows and columns of [P A'; A 0] to
   largest entries near one (Ruiz), all rows of a second-order cone alike; then x and the objective
   so that b, q and P have size one. */
#include <math.h>

#include "ipm/ipm.h"

enum { PASSES = 8 };

/* A bound on one variable can be scaled to anything: where P tells the variable's size, it is
   silent. */
static bool is_silent(const dls_scaled *S, const dls_product *cones, dls_int i, dls_int j)
{
    return S->P.p[j + 1] > S->P.p[j] && S->At.p[i + 1] - S->At.p[i] == 1 &&
           cones->cone[cones->owner[i]].kind->diagonal &&
           !cones->cone[cones->owner[i]].kind->equations;
}

/* Largest entries of the columns of [P; A] without bounds and of the rows of A, scaled by D, E. */
static void measure_scaled(const dls_scaled *S, const dls_product *cones, double *col, double *row)
{
    dls_zero(S->n, col);
    dls_zero(S->m, row);
    for (dls_int j = 0; j < S->n; j++) {
        for (dls_int t = S->P.p[j]; t < S->P.p[j + 1]; t++) {
            double value = fabs(S->P.x[t]) * S->D[S->P.i[t]] * S->D[j];
            col[j] = fmax(col[j], value);
            col[S->P.i[t]] = fmax(col[S->P.i[t]], value);
        }
        for (dls_int t = S->A.p[j]; t < S->A.p[j + 1]; t++) {
            double value = fabs(S->A.x[t]) * S->E[S->A.i[t]] * S->D[j];
            col[j] = is_silent(S, cones, S->A.i[t], j) ? col[j] : fmax(col[j], value);
            row[S->A.i[t]] = fmax(row[S->A.i[t]], value);
        }
    }
}

/* Rows of a cone that is not a product of half lines have the same factor. */
static void level_cones(const dls_product *cones, double *row)
{
    for (const dls_cone *c = cones->cone; c < cones->cone + cones->count; c++) {
        double most = dls_largest(c->size, row + c->start);
        for (dls_int i = c->start; !c->kind->diagonal && i < c->start + c->size; i++) {
            row[i] = most;
        }
    }
}

static void balance_matrices(dls_scaled *S, const dls_product *cones, double *col, double *row)
{
    bool changed = true;
    for (int pass = 0; pass < PASSES && changed; pass++) {
        measure_scaled(S, cones, col, row);
        level_cones(cones, row);
        changed = dls_equilibrate_step(S->m, row, S->E);
        changed = dls_equilibrate_step(S->n, col, S->D) || changed;
    }
}

/* What x and the objective are measured in. Both b and q / P suggest a size of x. */
static void choose_units(dls_scaled *S)
{
    static const double LARGEST = 1e140; /* of the data, and still far from overflow */
    double b = dls_largest(S->m, S->b), q = dls_largest(S->n, S->q),
           P = dls_max_abs(dls_see(&S->P));
    double free_size = P > 0 && q > 0 ? q / P : 0;
    double size = b > 0 && free_size > 0 ? sqrt(b * free_size) : fmax(b, free_size);
    S->size = size > 0 ? dls_power2(fmax(fmin(size, LARGEST), 1 / LARGEST)) : 1;
    double cost = fmax(S->size * q, S->size * S->size * P);
    S->cost = cost > 0 ? 1 / dls_power2(cost) : 1;
    S->most = P > 0 ? S->cost * S->size * S->size * P : 0;
}

static void multiply_P(dls_scaled *S, double factor)
{
    for (dls_int t = 0; t < S->P.p[S->n]; t++) {
        S->P.x[t] *= factor;
    }
    for (dls_int t = 0; !S->symmetric && t < S->Pt.p[S->n]; t++) {
        S->Pt.x[t] *= factor;
    }
}

/* A row without entries, or a column, has the unit of its constant, which then is as large as the
   largest: alone it decides what is feasible. */
static bool is_alone(const dls_scaled *S, bool row, dls_int k)
{
    if (row) {
        return S->At.p[k + 1] == S->At.p[k] && S->cones->cone[S->cones->owner[k]].kind->diagonal;
    }
    return S->symmetric && S->P.p[k + 1] == S->P.p[k] && S->A.p[k + 1] == S->A.p[k];
}

/* out = scale given, where what is alone gets its scale here. */
static void scale_vector(const dls_scaled *S, bool row, dls_int n, const double *given,
                         double *scale, double *out)
{
    double most = 0;
    for (dls_int k = 0; k < n; k++) {
        out[k] = scale[k] * given[k];
        most = is_alone(S, row, k) ? most : fmax(most, fabs(out[k]));
    }
    most = most > 0 ? dls_power2(most) : 1;
    for (dls_int k = 0; k < n; k++) {
        if (is_alone(S, row, k)) {
            scale[k] = given[k] != 0 ? most / dls_power2(fabs(given[k])) : 1;
            out[k] = scale[k] * given[k];
        }
    }
}

void dls_ipm_scaled_vectors(dls_scaled *S, const double *q, const double *b)
{
    multiply_P(S, 1 / (S->cost * S->size * S->size));
    scale_vector(S, false, S->n, q, S->D, S->q);
    scale_vector(S, true, S->m, b, S->E, S->b);
    choose_units(S);
    multiply_P(S, S->cost * S->size * S->size);
    for (dls_int j = 0; j < S->n; j++) {
        S->q[j] *= S->cost * S->size;
    }
    for (dls_int i = 0; i < S->m; i++) {
        S->b[i] /= S->size;
    }
}

void dls_ipm_scaled_take(dls_room *room, dls_scaled *S, dls_int P_entries, dls_int A_entries)
{
    dls_int n = S->n, m = S->m;
    dls_mat_take(room, &S->P, n, n, P_entries);
    dls_mat_take(room, &S->A, m, n, A_entries);
    dls_mat_take(room, &S->At, n, m, A_entries);
    if (!S->symmetric) {
        dls_mat_take(room, &S->Pt, n, n, P_entries);
    }
    DLS_TAKE_NUMBERS(room, n, &S->q, &S->D);
    DLS_TAKE_NUMBERS(room, m, &S->b, &S->E);
}

void dls_ipm_scaled_matrices(dls_scaled *S, dls_view P, dls_view A, double *col, double *row)
{
    dls_mat_fill(&S->P, P);
    dls_mat_fill(&S->A, A);
    dls_mat_fill_transpose(&S->At, A, NULL);
    dls_fill(S->n, 1, S->D);
    dls_fill(S->m, 1, S->E);
    S->cost = S->size = 1;
    balance_matrices(S, S->cones, col, row);
    dls_mat_scale(&S->P, S->D, S->D);
    dls_mat_scale(&S->A, S->E, S->D);
    dls_mat_scale(&S->At, S->D, S->E);
    if (!S->symmetric) {
        dls_mat_fill_transpose(&S->Pt, dls_see(&S->P), NULL);
    }
}

/* The size chosen for x is a guess: it is what residuals are relative to only where b = 0 (or
   q = 0) leaves nothing else. Otherwise 1e-6 of it (it is a geometric mean: so data of 1e-12 of the
   others) counts as zero, and objectives are relative to |q| |x| + |b| |y|, scaled x and y. */
dls_floors dls_ipm_scaled_floors(const dls_scaled *S, double x_size, double y_size)
{
    static const double NEGLIGIBLE = 1e-6;
    double b = dls_largest(S->m, S->b), q = dls_largest(S->n, S->q);
    return (dls_floors){b > 0 ? NEGLIGIBLE : 1, q > 0 ? NEGLIGIBLE : 1,
                        b > 0 && q > 0 ? q * x_size + b * y_size : INFINITY};
}
