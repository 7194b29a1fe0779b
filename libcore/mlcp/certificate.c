/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Farkas certificates, so that neither rounding nor the accuracy of the data can make one. With
   u >= 0, q'u = -1 and e the positive part of M'u, or all of it in free columns, every v that is
   feasible has 0 <= u'w = (M'u)'v - 1 <= e'|v| - 1. So none has e'|v| < 1: e, of sums without
   rounding, has to exclude all v up to 1e8 times the sizes that M and q suggest. Data that differ
   by their accuracy change e and the -1 by a part of the terms: a contradiction that this could
   undo at the size of the data is none. */
#include <math.h>

#include "mlcp/mlcp.h"

/* |v_j| / col_j that the rows with y_i != 0 suggest: the largest |q|, rows and columns
   equilibrated; rows without entries say nothing: 0 if nothing is said. */
static double suggested_size(dls_lcp_task *T, const double *y)
{
    dls_view M = T->problem->M;
    double most = 0;
    for (dls_int k = 0; k < M.p[M.cols]; k++) {
        dls_int i = M.i[k];
        most = y[i] != 0 ? fmax(most, T->kept->row[i] * fabs(T->problem->q[i])) : most;
    }
    return most;
}

/* y = u / -q'u without what has the wrong sign or is negligible in complementarity rows; false
   where q'u is not negative. */
static bool clean_ray(const dls_lcp_problem *P, double negligible, const double *row,
                      const double *u, double *y)
{
    dls_int N = P->M.cols;
    double small = 0, bound;
    for (dls_int i = 0; i < N; i++) {
        small = fmax(small, negligible * fabs(u[i] / row[i]));
    }
    for (dls_int i = 0; i < N; i++) {
        double t = u[i] / row[i];
        bool drop = i >= P->free ? t <= small : fabs(t) <= small;
        y[i] = drop ? 0 : u[i];
    }
    double product = dls_exact_dot(N, P->q, y, &bound);
    for (dls_int i = 0; i < N; i++) {
        y[i] /= -product;
    }
    return product < -bound && dls_finite(N, y);
}

static bool proves(dls_lcp_task *T, const double *y)
{
    static const double ALLOWED = 1e-8;
    const dls_lcp_problem *P = T->problem;
    dls_lcp_known *known = T->known;
    dls_exact product = {0};
    double left = 0, terms = 0, most = 0, bound, size = suggested_size(T, y);
    for (dls_int i = 0; i < P->M.cols; i++) {
        dls_exact_add(&product, P->q[i], y[i]);
    }
    double gain = -dls_exact_value(&product, &bound);
    gain -= bound;
    for (dls_int j = 0; gain > 0 && j < P->M.cols; j++) {
        dls_exact sum = {0};
        dls_exact_column(P->M, j, y, &sum);
        double value = dls_exact_value(&sum, &bound);
        double e = j < P->free ? fabs(value) + bound : fmax(value + bound, 0);
        if (size == 0 && e > ALLOWED * sum.size + bound) {
            return false; /* v of any size: the terms have to cancel */
        }
        left = fmax(left, size * T->kept->col[j] * e);
        terms = fmax(terms, size * T->kept->col[j] * sum.size);
        most = fmax(most, e);
    }
    if (!(gain > 0 && left <= ALLOWED * gain)) {
        return false;
    }
    double enough = gain / (terms + product.size);
    known->reach = gain / most;
    known->doubt = enough > T->settings->accuracy ? 0 : enough;
    return known->doubt == 0;
}

bool dls_mlcp_certify(dls_lcp_task *T, const double *u)
{
    static const double NEGATIVE = 1e-9, LEVELS[] = {1e-9, 1e-13, 0};
    const dls_lcp_problem *P = T->problem;
    dls_int N = P->M.cols;
    double largest = dls_largest(N, u);
    bool possible = dls_finite(N, u) && largest > 0, found = false;
    for (dls_int i = P->free; possible && i < N; i++) {
        possible = u[i] >= -NEGATIVE * largest;
    }
    if (possible) {
        dls_mlcp_units(T);
    }
    for (int k = 0; possible && !found && k < 3; k++) {
        found = clean_ray(P, LEVELS[k], T->kept->row, u, T->work) && proves(T, T->work);
    }
    if (found) {
        dls_copy(N, T->work, T->certificate);
        T->result->certificate = DLS_CERTIFICATE_FARKAS;
        T->result->outcome = DLS_INFEASIBLE;
    }
    return found;
}
