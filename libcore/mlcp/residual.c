/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verdict: w and the natural map from the caller's data, certificates by their arithmetic. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "mlcp/dense.h"

/* Units of the columns; NULL: those of the caller. */
static double unit_of(const double *col, dls_int j)
{
    return col ? col[j] : 1;
}

/* most(i) = max_j |M(i,j)|; the size of v that the data suggest: max_i |q(i)| / most(i) */
static double data_size(const dls_lcp_problem *problem, const double *col, double *most)
{
    dls_view M = problem->M;
    double size = 0;
    dls_zero(M.cols, most);
    for (dls_int j = 0; j < M.cols; j++) {
        double unit = unit_of(col, j);
        for (dls_int k = M.p[j]; k < M.p[j + 1]; k++) {
            double t = unit * fabs(M.x[k]), *row = &most[M.i[k]];
            *row = t > *row ? t : *row;
        }
    }
    for (dls_int i = 0; i < M.cols; i++) {
        size = most[i] > 0 ? fmax(size, fabs(problem->q[i]) / most[i]) : size;
    }
    return size;
}

double dls_mlcp_data_size(const dls_lcp_problem *problem, double *most)
{
    return data_size(problem, NULL, most);
}

/* w = M v + q and |q| + |M| |v| */
static void evaluate_map(const dls_lcp_problem *problem, const double *v, double *w, double *terms)
{
    dls_view M = problem->M;
    for (dls_int i = 0; i < M.cols; i++) {
        w[i] = problem->q[i];
        terms[i] = fabs(problem->q[i]);
    }
    for (dls_int j = 0; j < M.cols; j++) {
        for (dls_int k = v[j] == 0 ? M.p[j + 1] : M.p[j]; k < M.p[j + 1]; k++) {
            double t = M.x[k] * v[j];
            w[M.i[k]] += t;
            terms[M.i[k]] += fabs(t);
        }
    }
}

/* max_i |min (v_i / nu, w_i / omega_i)| of v / col. Sizes come from the data or from v, whichever
   is smaller: a huge v must not hide that w is not what it should be. But what rounding does to
   M v, some eps |M| |v|, cannot be asked for, and what is nothing beside the data is zero. Units of
   rows cancel. most: N, work */
static double relative_map(const dls_lcp_problem *problem, const double *col, const double *v,
                           const double *w, const double *terms, double *most)
{
    static const double ROUNDING = 1e-4, NOTHING = 1e-14;
    dls_int N = problem->M.cols;
    double data = data_size(problem, col, most), largest = 0, worst = 0;
    for (dls_int j = 0; j < N; j++) {
        largest = fmax(largest, fabs(v[j]) / unit_of(col, j));
    }
    double size = fmin(data, largest) + ROUNDING * largest;
    size = fmax(size, NOTHING * data);
    size = size > 0 ? size : 1;
    for (dls_int i = 0; i < N; i++) {
        double given = fabs(problem->q[i]) + most[i] * data;
        double omega = fmax(fmin(given, terms[i]) + ROUNDING * terms[i], NOTHING * given);
        double scaled = omega > 0 ? w[i] / omega : 0, z = v[i] / (size * unit_of(col, i));
        worst = fmax(worst, fabs(i < problem->free ? scaled : fmin(z, scaled)));
    }
    return worst;
}

void dls_lcp_residual(const dls_lcp_problem *problem, const double *v, double *w, double *work,
                      double *natural, double *relative, double *complementarity)
{
    dls_int N = problem->M.cols;
    double *terms = work, *most = work + N;
    *natural = *relative = *complementarity = 0;
    evaluate_map(problem, v, w, terms);
    if (!dls_finite(N, v) || !dls_finite(N, terms)) {
        *natural = *relative = *complementarity = INFINITY;
        return;
    }
    *relative = relative_map(problem, NULL, v, w, terms, most);
    for (dls_int i = 0; i < N; i++) {
        bool free = i < problem->free;
        *natural = fmax(*natural, fabs(free ? w[i] : fmin(v[i], w[i])));
        *complementarity = free ? *complementarity : fmax(*complementarity, v[i] * w[i]);
    }
}

void dls_mlcp_units(dls_lcp_task *T)
{
    dls_lcp_kept *kept = T->kept;
    if (!kept->sized) {
        dls_equilibrate_factors(T->problem->M, kept->row, kept->col, T->work + T->problem->M.cols);
        kept->sized = true;
    }
}

bool dls_mlcp_tidy(const dls_lcp_problem *problem, double tolerance, double *v, double *work)
{
    static const double LEVELS[] = {0, 1e-15, 1e-13, 1e-11};
    dls_int N = problem->M.cols;
    double *w = work, *scratch = w + N, *start = scratch + 2 * N;
    double natural, relative, complementarity, size = dls_largest(N, v);
    dls_copy(N, v, start);
    for (int level = 0; level < 4; level++) {
        for (dls_int i = 0; i < N; i++) {
            v[i] = fabs(start[i]) <= LEVELS[level] * size ? 0 : start[i];
        }
        dls_lcp_residual(problem, v, w, scratch, &natural, &relative, &complementarity);
        if (relative <= tolerance) {
            return true;
        }
    }
    dls_copy(N, start, v);
    return false;
}

bool dls_mlcp_accept(dls_lcp_task *T)
{
    dls_lcp_result *r = T->result;
    dls_lcp_residual(T->problem, T->v, T->w, T->work, &r->natural, &r->relative,
                     &r->complementarity);
    bool solved = r->relative <= T->settings->tolerance;
    if (solved) { /* in units in which rows and columns are alike, too */
        dls_int N = T->problem->M.cols;
        dls_mlcp_units(T); /* leaves the terms in T->work */
        double relative = relative_map(T->problem, T->kept->col, T->v, T->w, T->work, T->work + N);
        r->relative = fmax(r->relative, relative);
        solved = r->relative <= T->settings->tolerance;
    }
    if (solved) {
        r->outcome = DLS_SOLVED;
        r->certificate = DLS_CERTIFICATE_NONE;
    }
    return solved;
}

bool dls_mlcp_is_small(const dls_lcp_problem *problem)
{
    dls_int N = problem->M.cols;
    return N - problem->free <= 12 && N <= 50;
}

bool dls_mlcp_over(dls_lcp_task *T)
{
    dls_lcp_known *known = T->known;
    known->stopped = known->stopped || dls_watch_over(&known->watch, &known->why);
    T->result->outcome = known->stopped ? known->why : T->result->outcome;
    return known->stopped;
}

void dls_mlcp_tell(dls_lcp_task *T, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    dls_append(T->result->message, sizeof T->result->message, format, args);
    va_end(args);
}
