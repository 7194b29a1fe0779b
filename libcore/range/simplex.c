/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pivots of the simplex method: Devex prices, Harris' ratio test, dual repair, and the proof. */
#include <math.h>

#include "range/simplex.h"

static const double COST = 1e-10;    /* reduced costs below are zero (objectives have size one) */
static const double PIVOT = 1e-9;    /* least entry that limits a step */
static const double FEASIBLE = 1e-9; /* what x may lack of zero (b has size one) */
static const double NUDGE = 1e-6;    /* of bounds */
static const double HEAVY = 1e1;     /* Devex weights start anew */

/* The column whose entering promises most, or -1. */
static dls_int entering_column(const dls_simplex *S)
{
    dls_int best = -1;
    double most = 0;
    for (dls_int j = 0; j < S->m; j++) {
        double gain = S->free[j] ? fabs(S->d[j]) : -S->d[j];
        if (S->place[j] < 0 && gain > COST && gain * gain > most * S->weight[j]) {
            best = j;
            most = gain * gain / S->weight[j];
        }
    }
    return best;
}

/* The row that limits the step of x_q in direction `way`, or -1: of those that do so within the
   tolerance the one with the largest pivot. An artificial stays where it is in any case. */
static dls_int leaving_row(const dls_simplex *S, double way)
{
    double limit = INFINITY, largest = 0;
    dls_int best = -1;
    for (dls_int i = 0; i < S->n; i++) {
        double a = way * S->alpha[i];
        bool fixed = dls_simplex_artificial(S, i) && !S->artificial_cost;
        if (fixed && fabs(a) > PIVOT) {
            limit = 0;
        } else if (a > PIVOT && dls_simplex_bounded(S, i)) {
            limit = fmin(limit, (fmax(S->xp[i], 0) + FEASIBLE) / a);
        }
    }
    for (dls_int i = 0; limit < INFINITY && i < S->n; i++) {
        double a = way * S->alpha[i];
        bool fixed = dls_simplex_artificial(S, i) && !S->artificial_cost;
        bool blocks = fixed ? fabs(a) > PIVOT
                            : limit > 0 && a > PIVOT && dls_simplex_bounded(S, i) &&
                                  fmax(S->xp[i], 0) <= limit * a;
        if (blocks && fabs(a) > largest) {
            best = i;
            largest = fabs(a);
        }
    }
    return best;
}

/* Reduced costs, y and weights after q replaces row r; S->row and S->alpha are those of before. */
static void reprice(dls_simplex *S, dls_int q, dls_int r)
{
    double pivot = S->alpha[r], theta = S->d[q] / pivot, weight = S->weight[q], heaviest = 0;
    for (dls_int j = 0; j < S->m; j++) {
        if (S->row[j] != 0 && S->place[j] < 0) {
            double ratio = S->row[j] / pivot;
            S->d[j] -= theta * S->row[j];
            S->weight[j] = fmax(S->weight[j], ratio * ratio * weight);
            heaviest = fmax(heaviest, S->weight[j]);
        }
    }
    if (!dls_simplex_artificial(S, r)) {
        S->d[S->basic[r]] = -theta;
        S->weight[S->basic[r]] = fmax(weight / (pivot * pivot), 1);
    }
    S->d[q] = 0;
    for (dls_int j = 0; heaviest > HEAVY && j < S->m; j++) {
        S->weight[j] = 1;
    }
}

static void move_basis(dls_simplex *S, double *x, dls_int r, double step)
{
    dls_axpy(S->n, -step, S->alpha, x);
    x[r] = step;
}

/* x = the direction in which x_q goes and nothing limits it. */
static void ray(dls_simplex *S, dls_int q, double way)
{
    dls_zero(S->m, S->x);
    S->x[q] = way;
    for (dls_int i = 0; i < S->n; i++) {
        if (!dls_simplex_artificial(S, i)) {
            S->x[S->basic[i]] = -way * S->alpha[i];
        }
    }
}

static dls_simplex_end primal(dls_simplex *S, dls_int most)
{
    for (dls_int i = 0; i < S->n; i++) {
        S->xp[i] = fmax(S->xb[i], 0) + NUDGE * S->noise[i];
    }
    for (; most > 0; most--) {
        dls_int q = entering_column(S);
        if (q < 0) {
            return DLS_SIMPLEX_OPTIMAL;
        }
        if (dls_watch_over(&S->watch, &S->ended)) {
            return DLS_SIMPLEX_OVER;
        }
        double way = S->d[q] < 0 ? 1 : -1;
        dls_range_simplex_column(S, q);
        dls_int r = leaving_row(S, way);
        if (r < 0) {
            ray(S, q, way);
            return DLS_SIMPLEX_RAY;
        }
        bool fixed = dls_simplex_artificial(S, r) && !S->artificial_cost;
        dls_range_simplex_row(S, r);
        reprice(S, q, r);
        move_basis(S, S->xp, r, fixed ? 0 : fmax(S->xp[r], 0) / S->alpha[r]);
        move_basis(S, S->xb, r, S->xb[r] / S->alpha[r]);
        dls_range_simplex_pivot(S, q, r);
    }
    return DLS_SIMPLEX_STUCK;
}

/* The row whose variable is most below its bound, or -1. */
static dls_int worst_row(const dls_simplex *S)
{
    double least = -FEASIBLE;
    dls_int r = -1;
    for (dls_int i = 0; i < S->n; i++) {
        if (S->xb[i] < least && dls_simplex_bounded(S, i)) {
            least = S->xb[i];
            r = i;
        }
    }
    return r;
}

/* Dual pivots until xb is feasible; the reduced costs stay so. */
static dls_simplex_end dual_pivots(dls_simplex *S, dls_int most)
{
    dls_int r;
    while ((r = worst_row(S)) >= 0 && most-- > 0) {
        dls_int q = -1;
        double least = INFINITY;
        if (dls_watch_over(&S->watch, &S->ended)) {
            return DLS_SIMPLEX_OVER;
        }
        dls_range_simplex_row(S, r);
        for (dls_int j = 0; j < S->m; j++) {
            double cost = fmax(S->d[j], 0);
            if (S->place[j] >= 0 || S->row[j] > -PIVOT || S->free[j]) {
                continue;
            }
            double ratio = (cost + COST) / -S->row[j];
            if (ratio < least) {
                least = ratio;
                q = j;
            }
        }
        if (q < 0) {
            return DLS_SIMPLEX_STUCK;
        }
        dls_range_simplex_column(S, q);
        reprice(S, q, r);
        move_basis(S, S->xb, r, S->xb[r] / S->alpha[r]);
        dls_range_simplex_pivot(S, q, r);
    }
    return r < 0 ? DLS_SIMPLEX_OPTIMAL : DLS_SIMPLEX_STUCK;
}

double dls_range_simplex_error(dls_simplex *S)
{
    double error = 0, value = 0;
    dls_range_simplex_point(S);
    dls_copy(S->n, S->b, S->r);
    dls_mul(dls_see(&S->A), -1, S->x, S->r);
    for (dls_int i = 0; i < S->n; i++) {
        dls_int row = S->basic[i] - S->m;
        if (dls_simplex_artificial(S, i) && S->artificial_cost) {
            value += S->xb[i];
            S->r[row] -= S->sign[row] * S->xb[i];
            error = fmax(error, -S->xb[i]);
        }
    }
    error = fmax(error, dls_largest(S->n, S->r));
    dls_range_simplex_price(S);
    for (dls_int j = 0; j < S->m; j++) {
        error = fmax(error, fmax(S->free[j] ? fabs(S->d[j]) : -S->d[j], S->free[j] ? 0 : -S->x[j]));
        value += S->c[j] * S->x[j];
    }
    return fmax(error, fabs(value - dls_dot(S->n, S->b, S->y)));
}

/* Rounding makes it worth another round, from a fresh inverse, once or twice. */
dls_simplex_end dls_range_simplex_minimise(dls_simplex *S)
{
    enum { ROUNDS = 4 };
    dls_int most = 50 * (S->n + S->m) + 100;
    dls_simplex_end end = DLS_SIMPLEX_STUCK;
    for (int round = 0; round < ROUNDS; round++) {
        dls_range_simplex_price(S);
        end = primal(S, most);
        end = end == DLS_SIMPLEX_OPTIMAL ? dual_pivots(S, most) : end;
        if (end == DLS_SIMPLEX_RAY || end == DLS_SIMPLEX_OVER) {
            return end;
        }
        if (end == DLS_SIMPLEX_OPTIMAL && dls_range_simplex_error(S) <= 2 * FEASIBLE) {
            return end;
        }
        if (!dls_range_simplex_refactor(S)) {
            return DLS_SIMPLEX_STUCK;
        }
    }
    return DLS_SIMPLEX_STUCK;
}
