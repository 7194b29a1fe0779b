/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Suspicions become proofs, or nothing.

   A certificate y with G y = 0 and b'y ~= 0 is rounded, so that G y = e ~= 0. It counts when e is
   rounding of its own terms |G| |y|, and b'y more than that could make of accelerations up to 1000
   times the size of the least-squares ones, more than changes of the data within their accuracy,
   and more than rounding of accelerations that forces would cause alone. The same for a direction x
   with M x = 0, G'x = 0. */
#include <math.h>

#include "kkt/kkt.h"

static const double MARGIN = 1e3; /* sizes of solutions that a certificate excludes */
/* G y over |G| |y|, at most, in scaled units, |G| that of the group: y itself is rounded, by half
   an eps, in sums of some dozens of terms. Columns that are nearly dependent have a larger one. */
static const double VANISHES = 64 * DLS_EPS;

/* |value of the sum| bound, with what rounding may hide */
static double compensation(const dls_exact *sum, double bound)
{
    double lost, value = fabs(dls_exact_value(sum, &lost));
    return (value + lost) * bound;
}

/* The largest of products that should be zero, scaled */
static void take_product(const dls_exact *sum, double unit, double *left)
{
    double lost;
    *left = fmax(*left, unit * fabs(dls_exact_value(sum, &lost)));
}

/* max |v(k)| |A|, v scaled, |A| the largest sum of `row` in the group of v(k) */
static double matrix_terms(const dls_kkt *K, const double *row, const dls_int *group, dls_int n,
                           const double *v, const double *unit)
{
    double *most = K->work.z, terms = 0;
    dls_zero(K->n + K->m, most);
    for (dls_int i = 0; i < K->n; i++) {
        most[K->group[i]] = fmax(most[K->group[i]], row[i]);
    }
    for (dls_int k = 0; k < n; k++) {
        terms = fmax(terms, fabs(v[k] / unit[k]) * most[group[k]]);
    }
    return terms;
}

/* sum |A'x| bound; *left: the largest of A'x in the units given */
static double compensations(dls_view A, const double *x, const double *bound, const double *unit,
                            double *left)
{
    double total = 0;
    for (dls_int j = 0; j < A.cols; j++) {
        dls_exact sum = {0};
        dls_exact_column(A, j, x, &sum);
        total += compensation(&sum, bound[j]);
        take_product(&sum, unit[j], left);
    }
    return total;
}

/* sum |v(k)| (|data(k)| + |row k of A'| size) */
static double accuracy_terms(dls_view A, const double *v, const double *data, const double *size)
{
    double total = 0;
    for (dls_int j = 0; j < A.cols; j++) {
        double terms = data ? fabs(data[j]) : 0;
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            terms += fabs(A.x[k]) * size[A.i[k]];
        }
        total += fabs(v[j]) * terms;
    }
    return total;
}

/* sum |A| |v| weighted: the same for A instead of A' */
static double accuracy_terms_t(dls_view A, const double *v, const double *size)
{
    double total = 0;
    for (dls_int j = 0; j < A.cols; j++) {
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            total += fabs(A.x[k] * v[A.i[k]]) * size[j];
        }
    }
    return total;
}

/* |data'v| at least, beyond `enough` */
static bool beats(dls_int n, const double *data, const double *v, double enough)
{
    double bound, value = fabs(dls_exact_dot(n, data, v, &bound));
    return value - bound > enough;
}

/* Sizes of solutions, in the caller's units: of accelerations with those that the data would cause,
   and without (own), and of reactions. The sizes of the groups are lost. */
typedef struct {
    double *a, *own, *lambda;
} bounds;

static bounds bound_solution(dls_kkt *K, dls_kkt_sizes Z, const double *lambda)
{
    bounds B = {K->work.c, K->work.r1, K->work.v};
    double most = dls_largest(K->m, lambda);
    for (dls_int i = 0; i < K->n; i++) {
        B.own[i] = K->S[i] * Z.own[K->group[i]];
        B.a[i] = K->S[i] * Z.X[K->group[i]];
    }
    for (dls_int j = 0; j < K->m; j++) {
        double scale = K->alpha / K->beta * K->T[j] * Z.Y[K->group[K->local + j]];
        B.lambda[j] = K->metric.L ? most : K->metric.root ? scale / K->metric.root[j] : scale;
    }
    return B;
}

/* sum |y| (accuracy of b) */
static double known_errors(const dls_kkt *K, const double *y)
{
    double total = 0;
    for (dls_int j = 0; K->accuracy && j < K->m; j++) {
        total += fabs(y[j]) * K->accuracy[j];
    }
    return total;
}

static bool proves_constraints(const dls_kkt *K, const double *b, bounds B)
{
    const double *y = K->work.suspect_y, accuracy = K->settings.data_accuracy;
    dls_exact *sum = K->work.sum;
    dls_view G = dls_see(&K->G);
    double allowed = 0, left = 0;
    for (dls_int i = 0; i < K->n; i++) {
        sum[i] = (dls_exact){0};
    }
    dls_exact_product(G, y, sum);
    for (dls_int i = 0; i < K->n; i++) {
        allowed += compensation(&sum[i], B.own[i]);
        take_product(&sum[i], K->S[i] / K->beta, &left);
    }
    double data = 2 * accuracy * accuracy_terms(G, y, b, B.own) + known_errors(K, y);
    double statics = DLS_EPS * accuracy_terms(G, y, NULL, B.a);
    double terms = matrix_terms(K, K->row_B, K->group + K->local, K->m, y, K->T);
    return left <= VANISHES * terms &&
           beats(K->m, b, y, fmax(MARGIN * allowed, fmax(data, statics)));
}

static bool proves_forces(const dls_kkt *K, const double *F, bounds B)
{
    const double *x = K->work.suspect_x, accuracy = K->settings.data_accuracy;
    dls_view M = dls_see(&K->M), G = dls_see(&K->G);
    double inertia = 0, rates = 0;
    double allowed =
        compensations(M, x, B.a, K->S, &inertia) + compensations(G, x, B.lambda, K->T, &rates);
    double data = 2 * accuracy * (accuracy_terms(M, x, F, B.a) + accuracy_terms_t(G, x, B.lambda));
    bool vanishes =
        inertia <= VANISHES * K->alpha * matrix_terms(K, K->row_A, K->group, K->n, x, K->S) &&
        rates <= VANISHES * K->beta * matrix_terms(K, K->row_B, K->group, K->n, x, K->S);
    return vanishes && beats(K->n, F, x, fmax(MARGIN * allowed, data));
}

void dls_kkt_prove(dls_kkt *K, dls_kkt_sides X, dls_kkt_sizes Z, dls_kkt_result *R)
{
    bounds B = bound_solution(K, Z, X.lambda);
    R->constraints_inconsistent = R->constraints_inconsistent && proves_constraints(K, X.b, B);
    R->forces_inconsistent = R->forces_inconsistent && proves_forces(K, X.F, B);
}
