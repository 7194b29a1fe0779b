/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an answer is worth, from the data as given. Equations are compared in the scaled units, each
   with its own terms: |f_i| + |A_i| X + |B_i| Y and |g_j| + |B_j| X, where X and Y are the sizes of
   accelerations and reactions of the part of the system that it belongs to (groups.c), those that
   the data alone would cause included: what vanishes in statics is a difference of such.

   A certificate y with G y = 0 and b'y ~= 0 is rounded, so that G y = e ~= 0, and an acceleration
   with e'a = -b'y would do. It counts when no acceleration up to 1000 times the size of the
   least-squares one can, e and b'y with the bounds of their rounding errors, and when no change of
   the data within their accuracy can. The same for a direction x with M x = 0, G'x = 0. */
#include <math.h>

#include "kkt/kkt.h"

static const double KERNEL_ALLOWED = 1e-9; /* part of lambda in ker G */
static const double MARGIN = 1e3;          /* sizes of solutions that a certificate excludes */

typedef struct {
    double *X, *Y; /* scaled, of each group */
} sizes;

static double largest(const dls_team *T, dls_int n, const double *x)
{
    double most = dls_largest(n, x);
    dls_linsys_team_largest(T, 1, &most);
    return most;
}

/* Where nothing has inertia, accelerations and forces cannot be compared. */
static sizes measure_groups(const dls_kkt *K)
{
    const dls_kkt_work *W = &K->work;
    const dls_int *group = K->group, *of_constraint = group + K->local;
    sizes Z = {W->w, W->z};
    dls_zero(K->local, Z.X);
    dls_zero(K->local, Z.Y);
    for (dls_int i = 0; i < K->n; i++) {
        double x = fabs(W->x[i]), f = fabs(W->f[i]), *X = &Z.X[group[i]], *Y = &Z.Y[group[i]];
        *X = DLS_MAX(*X, K->massless ? x : DLS_MAX(x, f));
        *Y = DLS_MAX(*Y, f);
    }
    for (dls_int j = 0; j < K->m; j++) {
        double y = fabs(W->y[j]), g = fabs(W->g[j]);
        double *X = &Z.X[of_constraint[j]], *Y = &Z.Y[of_constraint[j]];
        *X = DLS_MAX(*X, g);
        *Y = DLS_MAX(*Y, K->massless ? y : DLS_MAX(y, g));
    }
    if (K->team) { /* one group; whoever has nothing listens, too */
        dls_int count = DLS_MIN(K->local, 1);
        double X = largest(K->team, count, Z.X), Y = largest(K->team, count, Z.Y);
        dls_copy(count, &X, Z.X);
        dls_copy(count, &Y, Z.Y);
    }
    return Z;
}

/* The largest residual of an equation relative to its terms; where it has none but the datum, to
   the largest datum. */
static double worst(const dls_kkt *K, sizes Z)
{
    const dls_kkt_work *W = &K->work;
    const dls_int *group = K->group, *of_constraint = group + K->local;
    double most = 0, force = largest(K->team, K->n, W->f), drift = largest(K->team, K->m, W->g);
    for (dls_int i = 0; i < K->n; i++) {
        double terms = fabs(W->f[i]) + K->row_A[i] * Z.X[group[i]] + K->row_B[i] * Z.Y[group[i]];
        terms = K->row_A[i] + K->row_B[i] > 0 ? terms : force;
        double r = fabs(K->S[i] * (W->r1[i] / K->alpha));
        most = r <= most * terms ? most : r / terms; /* NaN stays */
    }
    for (dls_int j = 0; j < K->m; j++) {
        double terms = fabs(W->g[j]) + K->column_B[j] * Z.X[of_constraint[j]];
        terms = K->column_B[j] > 0 ? terms : drift;
        double r = fabs(K->T[j] / K->beta * W->r2[j]);
        most = r <= most * terms ? most : r / terms;
    }
    dls_linsys_team_largest(K->team, 1, &most);
    return most;
}

/* |value of the sum| bound, with what rounding may hide */
static double compensation(const dls_exact *sum, double bound)
{
    double lost, value = fabs(dls_exact_value(sum, &lost));
    return (value + lost) * bound;
}

/* sum |A'x| bound */
static double compensations(dls_view A, const double *x, const double *bound)
{
    double total = 0;
    for (dls_int j = 0; j < A.cols; j++) {
        dls_exact sum = {0};
        dls_exact_column(A, j, x, &sum);
        total += compensation(&sum, bound[j]);
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

/* |data'v| at least, more than what bounded solutions and the accuracy of the data allow for */
static bool beats(const dls_kkt *K, dls_int n, const double *data, const double *v, double allowed,
                  double terms)
{
    double bound, value = fabs(dls_exact_dot(n, data, v, &bound));
    return value - bound > fmax(MARGIN * allowed, 2 * K->settings.data_accuracy * terms);
}

/* a <= bound_a, lambda <= bound_lambda: sizes in the caller's units */
static void bound_solution(dls_kkt *K, sizes Z, const double *lambda, double *bound_a,
                           double *bound_lambda)
{
    double most = dls_largest(K->m, lambda);
    for (dls_int i = 0; i < K->n; i++) {
        bound_a[i] = K->S[i] * Z.X[K->group[i]];
    }
    for (dls_int j = 0; j < K->m; j++) {
        double scale = K->alpha / K->beta * K->T[j] * Z.Y[K->group[K->local + j]];
        bound_lambda[j] = K->metric.L ? most : K->metric.root ? scale / K->metric.root[j] : scale;
    }
}

static bool proves_constraints(const dls_kkt *K, const double *b, const double *bound_a)
{
    const double *y = K->work.suspect_y;
    dls_exact *sum = K->work.sum;
    dls_view G = dls_see(&K->G);
    double allowed = 0;
    for (dls_int i = 0; i < K->n; i++) {
        sum[i] = (dls_exact){0};
    }
    dls_exact_product(G, y, sum);
    for (dls_int i = 0; i < K->n; i++) {
        allowed += compensation(&sum[i], bound_a[i]);
    }
    return beats(K, K->m, b, y, allowed, accuracy_terms(G, y, b, bound_a));
}

static bool proves_forces(const dls_kkt *K, const double *F, const double *bound_a,
                          const double *bound_lambda)
{
    const double *x = K->work.suspect_x;
    dls_view M = dls_see(&K->M), G = dls_see(&K->G);
    double allowed = compensations(M, x, bound_a) + compensations(G, x, bound_lambda);
    return beats(K, K->n, F, x, allowed,
                 accuracy_terms(M, x, F, bound_a) + accuracy_terms_t(G, x, bound_lambda));
}

/* Suspicions become verdicts, or nothing. */
static void verify(dls_kkt *K, const double *F, const double *b, const double *lambda, sizes Z,
                   dls_kkt_result *R)
{
    double *bound_a = K->work.c, *bound_lambda = K->work.v;
    bound_solution(K, Z, lambda, bound_a, bound_lambda);
    R->constraints_inconsistent = R->constraints_inconsistent && proves_constraints(K, b, bound_a);
    R->forces_inconsistent = R->forces_inconsistent && proves_forces(K, F, bound_a, bound_lambda);
}

static dls_outcome classify(const dls_kkt *K, const dls_kkt_result *R, bool suspected)
{
    double allowed = fmax(K->settings.tolerance, K->settings.data_accuracy);
    bool small = R->worst <= allowed;
    bool minimal = !(R->kernel > KERNEL_ALLOWED);
    if (R->forces_inconsistent || R->constraints_inconsistent) {
        return DLS_INCONSISTENT;
    }
    return small && minimal           ? DLS_SOLVED
           : R->stopped != DLS_SOLVED ? R->stopped
           : suspected                ? DLS_NOT_DECIDED
                                      : DLS_INACCURATE;
}

/* The residual of the caller's equations as a direction of the scaled unknowns, of the same size.
 */
static void as_direction(const dls_team *T, dls_int n, const double *scale, double *r)
{
    double before = dls_linsys_team_norm(T, n, r);
    for (dls_int k = 0; k < n; k++) {
        r[k] /= scale[k] * scale[k];
    }
    double after = dls_linsys_team_norm(T, n, r);
    for (dls_int k = 0; after > 0 && k < n; k++) {
        r[k] *= before / after;
    }
}

/* |K'r| of the residual r, relative: 0 when the answer is a least-squares one. */
static double optimality(dls_kkt *K)
{
    dls_kkt_work *W = &K->work;
    dls_progress P = {.column = K->at};
    dls_kkt_defect(K, &P);
    as_direction(K->team, K->n, K->S, W->r1);
    as_direction(K->team, K->m, K->T, W->r2);
    dls_linsys_team_spread(K->team, W->r1);
    dls_set_mul_t(dls_see(&K->A), W->r1, W->s);
    dls_mul_t(dls_see(&K->Bt), 1, W->r2, W->s);
    dls_linsys_team_collect(K->team, W->s);
    dls_set_mul_t(dls_see(&K->B), W->r1, W->q);
    double part1 = dls_linsys_team_norm(K->team, K->n, W->s),
           part2 = dls_linsys_team_norm(K->team, K->m, W->q);
    double whole = P.size1 + P.size2;
    return whole > 0 ? hypot(part1, part2) / whole : 0;
}

static dls_equations equations(const dls_kkt *K)
{
    return (dls_equations){K->team, dls_see(&K->M), dls_see(&K->G), K->mobility};
}

static dls_terms terms_of(const dls_kkt_work *W)
{
    return (dls_terms){W->r1, W->t, W->r2, W->q};
}

void dls_kkt_measure(dls_kkt *K, int count, const double *b, const double *a, const double *lambda)
{
    const dls_kkt_work *W = K->column;
    const dls_equations E = equations(K);
    if (K->team) { /* a, with the copies that others have of it */
        dls_copy(K->n, a, W->p);
        dls_linsys_team_spread(K->team, W->p);
        a = W->p;
    }
    int together = count == DLS_KKT_BLOCK ? count : 1; /* the caller has no more columns */
    for (int c = 0; c < count; c += together) {
        dls_kkt_residual_terms(&E, together, b + c * K->m, a + c * K->n, lambda + c * K->m,
                               terms_of(W + c), K->lanes);
    }
}

void dls_kkt_judge(dls_kkt *K, const double *F, const double *b, const double *lambda,
                   dls_kkt_result *R)
{
    const dls_kkt_work *W = &K->work;
    const dls_equations E = equations(K);
    dls_kkt_residual_in(&E, F, b, terms_of(W), R);
    dls_kkt_metric_data(&K->metric, W->r2);
    dls_kkt_load(K, F, b);
    sizes Z = measure_groups(K);
    bool suspected = R->forces_inconsistent || R->constraints_inconsistent;
    R->worst = worst(K, Z);
    R->optimality = fmax(R->dynamics, R->constraints);
    if (suspected && !K->team) {
        verify(K, F, b, lambda, Z, R);
    }
    if (suspected) {
        R->optimality = optimality(K);
    }
    R->outcome = classify(K, R, suspected);
}
