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
/* Of a force on what has no mass, as an acceleration: it causes none, its rounding errors do. */
static const double LIGHT = 1e-6;

typedef struct {
    double *X, *Y; /* scaled, of each group */
} sizes;

/* of each right-hand side */
static void largest_of_each(const dls_kkt *K, dls_int n, const double *x, double *most)
{
    const int width = K->work.width;
    dls_zero(width, most);
    for (dls_int k = 0; k < width * n; k++) {
        most[k % width] = fmax(most[k % width], fabs(x[k]));
    }
    dls_linsys_team_largest(K->team, width, most);
}

/* Where there is no inertia, accelerations and forces cannot be compared. One loop is made for each
   width. */
__attribute__((always_inline)) static inline sizes measure_groups(const dls_kkt *K, int width)
{
    const dls_kkt_work *W = &K->work;
    const dls_int *group = K->group, *of_constraint = group + K->local;
    sizes Z = {W->w, W->z};
    dls_zero(width * K->local, Z.X);
    dls_zero(width * K->local, Z.Y);
    for (dls_int i = 0; i < K->n; i++) {
        double *X = Z.X + width * group[i], *Y = Z.Y + width * group[i];
        const double part = K->massless ? 0 : K->row_A[i] == 0 ? LIGHT : 1;
        for (int c = 0; c < width; c++) {
            double x = fabs(W->x[width * i + c]), f = fabs(W->f[width * i + c]);
            X[c] = DLS_MAX(X[c], DLS_MAX(x, part * f));
            Y[c] = DLS_MAX(Y[c], f);
        }
    }
    for (dls_int j = 0; j < K->m; j++) {
        double *X = Z.X + width * of_constraint[j], *Y = Z.Y + width * of_constraint[j];
        for (int c = 0; c < width; c++) {
            double y = fabs(W->y[width * j + c]), g = fabs(W->g[width * j + c]);
            X[c] = DLS_MAX(X[c], g);
            Y[c] = DLS_MAX(Y[c], K->massless ? y : DLS_MAX(y, g));
        }
    }
    if (K->team) { /* one group; whoever has nothing listens, too */
        dls_int count = DLS_MIN(K->local, 1);
        double X, Y;
        largest_of_each(K, count, Z.X, &X);
        largest_of_each(K, count, Z.Y, &Y);
        dls_copy(count, &X, Z.X);
        dls_copy(count, &Y, Z.Y);
    }
    return Z;
}

static double worse(double most, double residual, double terms)
{
    residual = fabs(residual);
    return residual > most * terms || residual != residual ? residual / terms
                                                           : most; /* NaN stays */
}

/* The largest residual of an equation relative to its terms; where it has none but the datum, to
   the largest datum. */
__attribute__((always_inline)) static inline void worst_equation(const dls_kkt *K, sizes Z,
                                                                 int width, double *most)
{
    const dls_kkt_work *W = &K->work;
    const dls_int *group = K->group, *of_constraint = group + K->local;
    double force[DLS_LANES], drift[DLS_LANES];
    if (K->bare || K->team) {
        largest_of_each(K, K->n, W->f, force);
        largest_of_each(K, K->m, W->g, drift);
    }
    dls_zero(width, most);
    for (dls_int i = 0; i < K->n; i++) {
        const double *X = Z.X + width * group[i], *Y = Z.Y + width * group[i];
        const double scale = K->S[i] / K->alpha;
        for (int c = 0; c < width; c++) {
            dls_int at = width * i + c;
            double terms = fabs(W->f[at]) + K->row_A[i] * X[c] + K->row_B[i] * Y[c];
            terms = K->row_A[i] + K->row_B[i] > 0 ? terms : force[c];
            most[c] = worse(most[c], scale * W->r1[at], terms);
        }
    }
    for (dls_int j = 0; j < K->m; j++) {
        const double *X = Z.X + width * of_constraint[j], scale = K->T[j] / K->beta;
        for (int c = 0; c < width; c++) {
            dls_int at = width * j + c;
            double terms = fabs(W->g[at]) + K->column_B[j] * X[c];
            terms = K->column_B[j] > 0 ? terms : drift[c];
            most[c] = worse(most[c], scale * W->r2[at], terms);
        }
    }
    dls_linsys_team_largest(K->team, width, most);
}

static sizes alone(const dls_kkt *K, double *most)
{
    sizes Z = measure_groups(K, 1);
    worst_equation(K, Z, 1, most);
    return Z;
}

DLS_FOR_EACH_CPU
static sizes together(const dls_kkt *K, double *most)
{
    sizes Z = measure_groups(K, DLS_LANES);
    worst_equation(K, Z, DLS_LANES, most);
    return Z;
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

/* Is a residual of the forces, small beside what a row of rounding might cause in its group, large
   beside |F| and the rounding errors of the terms? */
static bool gross(const dls_kkt *K, dls_kkt_sides X, int lane, const dls_kkt_result *R)
{
    static const double GROSS = 1e-6, ROUNDINGS = 1e6;
    const int width = K->work.width;
    if (!(R->dynamics > fmax(GROSS, K->settings.tolerance)) || K->team) {
        return false;
    }
    dls_view part[] = {dls_see(&K->M), dls_see(&K->G)};
    const double *unknown[] = {X.a, X.lambda};
    double terms = 0, force = 0;
    for (int side = 0; side < 2; side++) {
        for (dls_int j = 0; j < part[side].cols; j++) {
            double square = 0, size = fabs(unknown[side][j * width + lane]);
            for (dls_int k = part[side].p[j]; k < part[side].p[j + 1]; k++) {
                square += part[side].x[k] * part[side].x[k];
            }
            terms += sqrt(square) * size;
        }
    }
    for (dls_int k = 0; k < K->n; k++) {
        force = hypot(force, X.F[k * width + lane]);
    }
    return R->dynamics * force > ROUNDINGS * DLS_EPS * terms;
}

static dls_outcome name_outcome(const dls_kkt *K, const dls_kkt_result *R, bool suspected)
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
    dls_progress P = {0};
    dls_kkt_size_up(K, &P);
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

static void compute_residuals(dls_kkt *K, dls_kkt_sides X, double *dynamics, double *constraints)
{
    const dls_kkt_work *W = &K->work;
    const dls_equations E = {K->team, W->width, dls_see(&K->M), dls_see(&K->G), K->mobility};
    const dls_terms terms = {W->r1, W->t, W->r2, W->q};
    const double *a = X.a;
    if (K->team) { /* with the copies that others have of it */
        dls_copy(K->n, a, W->p);
        dls_linsys_team_spread(K->team, W->p);
        a = W->p;
    }
    dls_kkt_residual_terms(&E, X.b, a, X.lambda, terms);
    dls_kkt_residual_in(&E, X.F, X.b, terms, dynamics, constraints);
    dls_kkt_metric_data(&K->metric, W->width, W->r2);
}

void dls_kkt_judge(dls_kkt *K, dls_kkt_sides X, dls_progress *P)
{
    const int width = K->work.width;
    double dynamics[DLS_LANES], constraints[DLS_LANES], most[DLS_LANES];
    compute_residuals(K, X, dynamics, constraints);
    dls_kkt_load(K, X.F, X.b);
    sizes Z = width == 1 ? alone(K, most) : together(K, most);
    for (int c = 0; c < width; c++) {
        dls_kkt_result *R = P[c].result;
        bool suspected = R->forces_inconsistent || R->constraints_inconsistent; /* alone */
        R->dynamics = dynamics[c];
        R->constraints = constraints[c];
        R->worst = most[c];
        R->optimality = fmax(R->dynamics, R->constraints);
        if (suspected && !K->team) {
            verify(K, X.F, X.b, X.lambda, Z, R);
        }
        if (suspected) {
            R->optimality = optimality(K);
        }
        R->outcome = name_outcome(K, R, suspected);
        if (R->outcome == DLS_SOLVED && gross(K, X, c, R)) {
            R->outcome = DLS_INACCURATE;
        }
    }
}
