/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Central differences and their steps. */
#include <math.h>

#include "motion/slope.h"

static const double RATIO = 4;

double dls_motion_slope_top(dls_motion_stencil stencil, double size)
{
    /* of 1: least error in all, eps^(1/3), eps^(1/6) */
    static const double OF_ONE[] = {0x1p-17, 0x1p-8};
    return ldexp(OF_ONE[stencil], ilogb(fmax(1, size)));
}

double dls_motion_displace(dls_motion_source *S, bool of_v, dls_int k, double s, const double *q,
                           const double *v, double *qs, double *vs)
{
    dls_copy(S->n, v, vs);
    if (of_v || !S->model->advance) {
        dls_copy(S->nq, q, qs);
        return (of_v ? vs : qs)[k] += s;
    }
    dls_zero(S->n, vs);
    vs[k] = 1;
    dls_motion_advance(S, q, vs, s, qs);
    dls_copy(S->n, v, vs);
    return s;
}

/* The largest second difference by s^2, with its rounding; NAN: y(0) is not known */
static double bend_of(const dls_motion_slopes *D, double s, const double *ahead,
                      const double *behind)
{
    double bend = NAN;
    for (dls_int i = 0; D->here && i < D->rows; i++) {
        double here = D->here[i], size = fabs(ahead[i]) + fabs(behind[i]) + 2 * fabs(here);
        bend = fmax(bend, fabs(ahead[i] - 2 * here + behind[i]) + 2 * DLS_EPS * size);
    }
    return bend / (s * s);
}

/* y(s) - y(-s) by its distance */
static dls_error beside(const dls_motion_slopes *D, dls_int k, double s, double *column,
                        double *bend, dls_fault *fault)
{
    double *ahead = D->room + DLS_SLOPE_LEVELS * D->rows, *behind = ahead + D->rows, at[2];
    dls_error error = D->values(D->data, k, s, ahead, at, fault);
    for (dls_int i = 0; i < D->rows && !error; i++) {
        column[i] = (ahead[i] - behind[i]) / (at[0] - at[1]);
    }
    *bend = error ? NAN : bend_of(D, s, ahead, behind);
    return error;
}

/* (16 (y(s) + y(-s)) - y(2s) - y(-2s) - 30 y(0)) / 12 s^2; the bend is how far it is from the
   formula with s alone, as if that were curvature */
static dls_error along(const dls_motion_slopes *D, dls_int k, double s, double *column,
                       double *bend, dls_fault *fault)
{
    double *y = D->room + DLS_SLOPE_LEVELS * D->rows, at[2];
    dls_error error = D->values(D->data, k, s, y, at, fault);
    error = error ? error : D->values(D->data, k, 2 * s, y + 2 * D->rows, at, fault);
    *bend = NAN;
    for (dls_int i = 0; i < D->rows && !error; i++) {
        const double *Y = y + i, here = D->here[i];
        double near = (Y[0] - here) + (Y[D->rows] - here);
        double far = (Y[2 * D->rows] - here) + (Y[3 * D->rows] - here);
        column[i] = (16 * near - far) / (12 * s * s);
        double rounding = 8 * DLS_EPS * (fabs(Y[0]) + fabs(here) + fabs(Y[2 * D->rows]));
        *bend = fmax(*bend, (fabs(column[i] - near / (s * s)) + rounding / (s * s)) / (s * s));
    }
    return error;
}

static dls_error derivative(const dls_motion_slopes *D, dls_int k, double s, double *column,
                            double *bend, dls_fault *fault)
{
    return D->stencil == DLS_FIRST_BY_TWO ? beside(D, k, s, column, bend, fault)
                                          : along(D, k, s, column, bend, fault);
}

/* Changes of row i from level to level */
static double change(const dls_motion_slopes *D, dls_int i, int level)
{
    const double *y = D->room + level * D->rows + i;
    return fabs(y[0] - y[D->rows]);
}

/* An error of truncation falls by RATIO^2 at least from level to level */
static const double FALLS = 6;

/* Does each row agree from level to level, and the last step makes it no better? */
static bool settled(const dls_motion_slopes *D, int last)
{
    static const double AGREE = 1e-6;
    for (dls_int i = 0; i < D->rows; i++) {
        double now = change(D, i, last - 1), before = change(D, i, last - 2);
        double size = fabs(D->room[last * D->rows + i]);
        if (FALLS * now < before || before > AGREE * size) {
            return false;
        }
    }
    return true;
}

/* The level at which row i changes least. The last changes are rounding, which grows by RATIO from
   level to level: what is below it is so by chance, and a longer step that is not clearly worse is
   as good. */
static int level_of(const dls_motion_slopes *D, dls_int i, int from, int last, double *least)
{
    enum { LAST = 2 };
    double e[DLS_SLOPE_LEVELS], rounding = 0;
    int best = from;
    for (int j = last - 1; j >= from; j--) {
        e[j] = change(D, i, j);
        rounding = j >= last - LAST ? fmax(rounding, ldexp(e[j], -2 * j)) : rounding;
    }
    for (int j = from; j < last; j++) {
        e[j] = fmax(e[j], ldexp(rounding, 2 * j));
        best = e[j] < e[best] ? j : best;
    }
    while (best > from && e[best - 1] <= FALLS * e[best]) {
        best--;
    }
    *least = e[best];
    return best;
}

/* bent: the curvature that asked for it; it asks no more, were it rounding */
static dls_error choose(const dls_motion_slopes *D, dls_int k, double bent, double *column,
                        dls_fault *fault)
{
    double bend[DLS_SLOPE_LEVELS], s = D->top;
    dls_error error = DLS_OK;
    int from = 0, last = 0;
    for (int j = 0; j < DLS_SLOPE_LEVELS; j++, s /= RATIO) {
        error = derivative(D, k, s, D->room + j * D->rows, bend + j, fault);
        bool outside = error && D->source->outside && from == j;
        if (error && !outside) {
            return error;
        }
        from += outside;
        last = j;
        if (j >= from + 2 && settled(D, j)) {
            break;
        }
    }
    if (error) {
        return error;
    }
    int best = from;
    for (dls_int i = 0; i < D->rows && last > from; i++) {
        double least;
        best = DLS_MAX(best, level_of(D, i, from, last, &least));
        *D->error = fmax(*D->error, least);
    }
    dls_copy(D->rows, D->room + best * D->rows, column);
    *D->size = fmax(*D->size, dls_largest(D->rows, column));
    D->reach[k] = (dls_motion_reach){ldexp(D->top, -2 * best), D->top, fmax(bend[best], bent)};
    return DLS_OK;
}

/* of the curvature; of the size of the point */
static const double CHANGED = 16, AWAY = 8;

bool dls_motion_slope_known(const dls_motion_slopes *D, dls_int direction)
{
    const dls_motion_reach *reach = D->reach + direction;
    return reach->step > 0 && D->top <= AWAY * reach->top;
}

void dls_motion_slope_test(const dls_motion_slopes *D, dls_int direction, const double *ahead,
                           const double *behind)
{
    dls_motion_reach *reach = D->reach + direction;
    double bend = bend_of(D, reach->step, ahead, behind);
    if (bend > CHANGED * reach->bend) {
        *reach = (dls_motion_reach){0, reach->top, bend};
    }
}

dls_error dls_motion_slope(const dls_motion_slopes *D, dls_int direction, double *column,
                           dls_fault *fault)
{
    const dls_motion_reach *reach = D->reach + direction;
    double bend = reach->step > 0 ? 0 : reach->bend;
    if (dls_motion_slope_known(D, direction)) {
        dls_error error = derivative(D, direction, reach->step, column, &bend, fault);
        if (error || !(bend > CHANGED * reach->bend)) {
            return error;
        }
    }
    return choose(D, direction, bend, column, fault);
}
