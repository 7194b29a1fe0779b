/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Units that depend on M and G and on nothing else, so that a verdict is the same whatever units
   the caller has chosen: a = S x with unit inertias, S powers of two; a coordinate without inertia
   is measured by the constraints that touch it, a constraint by its gradient in such coordinates.
   Other units of coordinates and constraints (powers of two) give the same S M S and S G T. */
#include <math.h>

#include "rank/rank.h"

enum { STEPS = 20 }; /* of constraints between a coordinate without inertia and one with it */

static bool inertia_units(dls_view M, double *s)
{
    bool all = true;
    for (dls_int j = 0; j < M.cols; j++) {
        double inertia = dls_diagonal_entry(M, j);
        s[j] = inertia > 0 ? dls_power2(1 / sqrt(inertia)) : 0;
        all = all && s[j] > 0;
    }
    return all;
}

bool dls_rank_units_even(const dls_team *T, dls_int n, double spread, const double *size)
{
    double bounds[] = {0, -INFINITY}; /* largest, -smallest */
    for (dls_int k = 0; k < n; k++) {
        if (size[k] > 0) {
            bounds[0] = fmax(bounds[0], size[k]);
            bounds[1] = fmax(bounds[1], -size[k]);
        }
    }
    dls_linsys_team_largest(T, 2, bounds);
    return bounds[0] <= spread * -bounds[1] || bounds[0] == 0;
}

double dls_rank_length_in(dls_view G, const double *s, dls_int j)
{
    double square = 0, length = 0;
    for (dls_int k = G.p[j]; k < G.p[j + 1]; k++) {
        double v = s[G.i[k]] * G.x[k];
        square += v * v;
    }
    if (dls_is_safe(square)) {
        return sqrt(square);
    }
    for (dls_int k = G.p[j]; k < G.p[j + 1]; k++) {
        length = hypot(length, s[G.i[k]] * G.x[k]);
    }
    return length;
}

/* t[j] = 1 / |S g_j| over the coordinates that have a unit; 0 where there are none. */
static void measure_constraints(dls_view G, const double *s, double *t)
{
    for (dls_int j = 0; j < G.cols; j++) {
        double length = dls_rank_length_in(G, s, j);
        t[j] = length > 0 ? 1 / length : 0;
    }
}

/* largest[i] = max |row i of G T|: unlike its length it can be 1 in all rows while columns have
   unit length. (A team adds what its members find.) */
static void measure_rows(const dls_team *T, dls_view G, const double *t, double *largest)
{
    dls_zero(G.rows, largest);
    for (dls_int j = 0; j < G.cols; j++) {
        for (dls_int k = G.p[j]; k < G.p[j + 1]; k++) {
            largest[G.i[k]] = fmax(largest[G.i[k]], fabs(G.x[k]) * t[j]);
        }
    }
    dls_linsys_team_collect(T, largest);
}

/* Of coordinates i without inertia (s[i] <= 0 at first, -unit later): again while some changed. */
static bool measure_massless(const dls_team *T, dls_int own, const double *largest, double *s)
{
    double changed = 0;
    for (dls_int i = 0; i < own; i++) {
        if (s[i] <= 0 && largest[i] > 0) {
            double unit = -dls_power2(1 / largest[i]);
            changed = s[i] < unit / 2 || s[i] > unit / 2 ? 1 : changed;
            s[i] = unit;
        }
    }
    dls_linsys_team_largest(T, 1, &changed);
    dls_linsys_team_spread(T, s);
    return changed > 0;
}

/* The coordinates of constraint j that have no unit yet join the queue. */
static dls_int touch(dls_view G, dls_int j, double t, const double *s, double *largest,
                     dls_int *rows, dls_int end)
{
    for (dls_int k = G.p[j]; k < G.p[j + 1]; k++) {
        dls_int i = G.i[k];
        double size = fabs(G.x[k]) * t;
        if (s[i] == 0 && size > 0) {
            rows[end] = i;
            end += largest[i] == 0;
            largest[i] = fmax(largest[i], size);
        }
    }
    return end;
}

/* What no inertia reaches, part by part: its first constraint begins with what it is in the
   caller's units (that is the unit of the part), coordinates are measured by the constraints
   reached before them. s, t: 0 is unknown. */
static bool measure_parts(dls_view G, double *s, double *t, double *largest)
{
    dls_mat Gt = {0};
    dls_int *rows = DLS_NEW(dls_int, G.rows + 1), begin = 0, end = 0;
    bool ready = rows && dls_mat_transpose(&Gt, G, NULL);
    dls_zero(G.rows, largest);
    for (dls_int first = 0; ready && first < G.cols; first++) {
        double length = dls_norm(G.p[first + 1] - G.p[first], G.x + G.p[first]);
        if (t[first] == 0 && length > 0) {
            t[first] = 1 / length;
            end = touch(G, first, t[first], s, largest, rows, end);
        }
        while (begin < end) {
            dls_int stop = end;
            for (dls_int q = begin; q < stop; q++) {
                s[rows[q]] = dls_power2(1 / largest[rows[q]]);
            }
            for (; begin < stop; begin++) {
                for (dls_int k = Gt.p[rows[begin]]; k < Gt.p[rows[begin] + 1]; k++) {
                    dls_int j = Gt.i[k];
                    if (t[j] == 0 && Gt.x[k] != 0) {
                        t[j] = 1 / dls_rank_length_in(G, s, j);
                        end = touch(G, j, t[j], s, largest, rows, end);
                    }
                }
            }
        }
    }
    dls_mat_free(&Gt);
    dls_free(rows);
    return ready;
}

/* A team does not know its parts: there all such constraints begin with what they are. */
static void begin_anywhere(dls_view G, double *t)
{
    for (dls_int j = 0; j < G.cols; j++) {
        double length = dls_norm(G.p[j + 1] - G.p[j], G.x + G.p[j]);
        t[j] = t[j] > 0 || length == 0 ? t[j] : 1 / length;
    }
}

bool dls_rank_units_find(const dls_team *T, dls_view M, dls_view G, double *s, double *t,
                         double *largest)
{
    dls_int own = T ? T->own : M.cols;
    double missing = inertia_units(M, s) ? 0 : 1;
    bool ready = true;
    dls_linsys_team_largest(T, 1, &missing);
    dls_linsys_team_spread(T, s);
    for (int begin = 0; missing > 0 && begin < (T ? 2 : 1); begin++) {
        bool again = true;
        for (int step = 0; again && step < STEPS; step++) {
            measure_constraints(G, s, t);
            if (begin && step == 0) {
                begin_anywhere(G, t);
            }
            measure_rows(T, G, t, largest);
            again = measure_massless(T, own, largest, s);
        }
    }
    if (missing > 0 && !T) {
        ready = measure_parts(G, s, t, largest);
    }
    for (dls_int i = 0; i < M.cols; i++) {
        s[i] = s[i] == 0 ? 1 : fabs(s[i]);
    }
    return ready;
}

/* Where masses differ much, two constraints on a light body that a heavy one tells apart are almost
   parallel in coordinates with unit inertias; for the rank of G alone rows of equal length are
   better. Rows that are a million times shorter than unit columns stay so: where positions are
   known to six digits that is what is left of zeros. */
void dls_rank_units_balance(dls_view G, double *s, double *t, double *largest)
{
    enum { PASSES = 4 };
    static const double SIX_DIGITS = 1e-6; /* or masses that differ by 1e12 */
    for (int pass = 0; pass < PASSES; pass++) {
        measure_constraints(G, s, t);
        measure_rows(NULL, G, t, largest);
        for (dls_int i = 0; i < G.rows; i++) {
            double row = s[i] * largest[i];
            s[i] = row >= SIX_DIGITS ? dls_power2(1 / largest[i]) : s[i];
        }
    }
}
