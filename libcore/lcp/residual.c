/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verdict: w and the natural map from the caller's data, certificates by their arithmetic. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lcp/dense.h"

double dls_lcp_data_size(const dls_lcp_problem *problem, double *most)
{
    dls_view M = problem->M;
    double size = 0;
    dls_zero(M.cols, most);
    for (dls_int k = 0; k < M.p[M.cols]; k++) {
        most[M.i[k]] = fmax(most[M.i[k]], fabs(M.x[k]));
    }
    for (dls_int i = 0; i < M.cols; i++) {
        size = most[i] > 0 ? fmax(size, fabs(problem->q[i]) / most[i]) : size;
    }
    return size;
}

/* w = M v + q and |q| + |M| |v| */
static void evaluate(const dls_lcp_problem *problem, const double *v, double *w, double *terms)
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

/* Sizes come from the data or from v, whichever is smaller: a huge v must not hide that w is not
   what it should be. But what rounding does to M v, some eps |M| |v|, cannot be asked for, and what
   is nothing beside the data is zero. */
void dls_lcp_residual(const dls_lcp_problem *problem, const double *v, double *w, double *work,
                      double *natural, double *relative, double *complementarity)
{
    static const double ROUNDING = 1e-4, NOTHING = 1e-14;
    dls_int N = problem->M.cols;
    double *terms = work, *most = work + N, data = dls_lcp_data_size(problem, most);
    double largest = dls_largest(N, v), size = fmin(data, largest) + ROUNDING * largest;
    size = fmax(size, NOTHING * data);
    size = size > 0 ? size : 1;
    *natural = *relative = *complementarity = 0;
    evaluate(problem, v, w, terms);
    if (!dls_finite(N, v) || !dls_finite(N, terms)) {
        *natural = *relative = *complementarity = INFINITY;
        return;
    }
    for (dls_int i = 0; i < N; i++) {
        double given = fabs(problem->q[i]) + most[i] * data;
        double omega = fmax(fmin(given, terms[i]) + ROUNDING * terms[i], NOTHING * given);
        double scaled = omega > 0 ? w[i] / omega : 0;
        bool free = i < problem->free;
        *natural = fmax(*natural, fabs(free ? w[i] : fmin(v[i], w[i])));
        *relative = fmax(*relative, fabs(free ? scaled : fmin(v[i] / size, scaled)));
        *complementarity = free ? *complementarity : fmax(*complementarity, v[i] * w[i]);
    }
}

bool dls_lcp_tidy(const dls_lcp_problem *problem, double tolerance, double *v, double *work)
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

bool dls_lcp_accept(dls_lcp_task *T)
{
    dls_lcp_result *r = T->result;
    dls_lcp_residual(T->problem, T->v, T->w, T->work, &r->natural, &r->relative,
                     &r->complementarity);
    bool solved = r->relative <= T->settings->tolerance;
    if (solved) {
        r->outcome = DLS_SOLVED;
        r->certificate = DLS_CERTIFICATE_NONE;
    }
    return solved;
}

/* Set to zero what has the wrong sign or is negligible in complementarity rows. */
static void clean(const dls_lcp_problem *P, double negligible, const double *u, double *y)
{
    double small = negligible * dls_largest(P->M.cols, u);
    for (dls_int i = 0; i < P->M.cols; i++) {
        bool drop = i >= P->free ? u[i] <= small : fabs(u[i]) <= small;
        y[i] = drop ? 0 : u[i];
    }
}

/* M'y = 0 in free columns, <= 0 in the others, to 1e-9 of |M|'|y|; q'y / (|q|'|y|) returned, or
   0 when y proves nothing. */
static double farkas(const dls_lcp_problem *P, const double *y, double *product)
{
    static const double ALLOWED = 1e-9;
    dls_view M = P->M;
    double size = 0;
    *product = 0;
    for (dls_int j = 0; j < M.cols; j++) {
        double sum = 0, scale = 0;
        for (dls_int k = M.p[j]; k < M.p[j + 1]; k++) {
            double t = M.x[k] * y[M.i[k]];
            sum += t;
            scale += fabs(t);
        }
        if (!((j < P->free ? fabs(sum) : sum) <= ALLOWED * scale)) {
            return 0;
        }
        *product += P->q[j] * y[j];
        size += fabs(P->q[j] * y[j]);
    }
    return *product < -ALLOWED * size ? *product / size : 0;
}

bool dls_lcp_certify(dls_lcp_task *T, const double *u)
{
    static const double NEGATIVE = 1e-9, LEVELS[] = {1e-9, 1e-13, 0};
    const dls_lcp_problem *P = T->problem;
    dls_int N = P->M.cols;
    double product = 0, size = dls_largest(N, u);
    bool proves = dls_finite(N, u) && size > 0;
    for (dls_int i = P->free; proves && i < N; i++) {
        proves = u[i] >= -NEGATIVE * size;
    }
    bool found = false;
    for (int k = 0; proves && !found && k < 3; k++) {
        clean(P, LEVELS[k], u, T->work);
        found = farkas(P, T->work, &product) < 0;
    }
    for (dls_int i = 0; found && i < N; i++) {
        T->certificate[i] = T->work[i] / -product;
    }
    found = found && dls_finite(N, T->certificate);
    if (found) {
        T->result->certificate = DLS_CERTIFICATE_FARKAS;
        T->result->outcome = DLS_INFEASIBLE;
    }
    return found;
}

void dls_lcp_tell(dls_lcp_task *T, const char *format, ...)
{
    char *message = T->result->message;
    size_t room = sizeof T->result->message, used = strlen(message);
    if (used > 0 && used + 3 < room) {
        memcpy(message + used, "; ", 3);
        used += 2;
    }
    va_list values;
    va_start(values, format);
    vsnprintf(message + used, room - used, format, values);
    va_end(values);
}
