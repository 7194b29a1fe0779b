/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an answer is worth, from the data as given. Equations are compared in the scaled units, each
   with its own terms: |f_i| + |A_i| X + |B_i| Y and |g_j| + |B_j| X, where X and Y are the sizes of
   accelerations and reactions of the part of the system that it belongs to (groups.c), those that
   the data alone would cause included: what vanishes in statics is a difference of such.

   Whether constraints contradict each other has nothing to do with forces. Residuals g - B'x that
   are small only beside accelerations which the forces would cause alone are therefore split: what
   B can reach is rounding of statics, the rest is a contradiction (contradicts). */
#include <math.h>

#include "kkt/kkt.h"

static const double KERNEL_ALLOWED = 1e-9; /* part of lambda in ker G */
/* Of a force on what has no mass, as an acceleration: it causes none, its rounding errors do. */
static const double LIGHT = 1e-6;

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
__attribute__((always_inline)) static inline dls_kkt_sizes measure_groups(const dls_kkt *K,
                                                                          int width)
{
    const dls_kkt_work *W = &K->work;
    const dls_int *group = K->group, *of_constraint = group + K->local;
    dls_kkt_sizes Z = {W->w, W->z, W->p, W->c};
    double *const each[] = {Z.X, Z.Y, Z.own, Z.asked};
    for (int k = 0; k < 4; k++) {
        dls_zero(width * DLS_MAX(K->local, 1), each[k]);
    }
    for (dls_int i = 0; i < K->n; i++) {
        const dls_int at = width * group[i];
        double *X = Z.X + at, *Y = Z.Y + at, *own = Z.own + at;
        const double part = K->massless ? 0 : K->row_A[i] == 0 ? LIGHT : 1;
        for (int c = 0; c < width; c++) {
            double x = fabs(W->x[width * i + c]), f = fabs(W->f[width * i + c]);
            X[c] = DLS_MAX(X[c], DLS_MAX(x, part * f));
            Y[c] = DLS_MAX(Y[c], f);
            own[c] = DLS_MAX(own[c], x);
        }
    }
    for (dls_int j = 0; j < K->m; j++) {
        const dls_int at = width * of_constraint[j];
        double *X = Z.X + at, *Y = Z.Y + at, *own = Z.own + at, *asked = Z.asked + at;
        for (int c = 0; c < width; c++) {
            double y = fabs(W->y[width * j + c]), g = fabs(W->g[width * j + c]);
            X[c] = DLS_MAX(X[c], g);
            Y[c] = DLS_MAX(Y[c], K->massless ? y : DLS_MAX(y, g));
            asked[c] = DLS_MAX(asked[c], g);
            own[c] = DLS_MAX(own[c], g);
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
   the largest datum. Apart: of the constraints without what forces would cause. */
__attribute__((always_inline)) static inline void
worst_equation(const dls_kkt *K, dls_kkt_sizes Z, int width, double *most, double *apart)
{
    const dls_kkt_work *W = &K->work;
    const dls_int *group = K->group, *of_constraint = group + K->local;
    double force[DLS_LANES], drift[DLS_LANES];
    if (K->bare || K->team) {
        largest_of_each(K, K->n, W->f, force);
        largest_of_each(K, K->m, W->g, drift);
    }
    dls_zero(width, most);
    dls_zero(width, apart);
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
        const dls_int first = width * of_constraint[j];
        const double *X = Z.X + first, *own = Z.own + first, *asked = Z.asked + first;
        const double scale = K->T[j] / K->beta;
        for (int c = 0; c < width; c++) {
            dls_int at = width * j + c;
            double left = scale * W->r2[at], g = fabs(W->g[at]);
            double terms = K->column_B[j] > 0 ? g + K->column_B[j] * X[c] : drift[c];
            double alone = K->column_B[j] > 0 ? g + K->column_B[j] * own[c] : drift[c];
            most[c] = worse(most[c], left, terms);
            apart[c] = asked[c] > 0 ? worse(apart[c], left, alone) : apart[c];
        }
    }
    dls_linsys_team_largest(K->team, width, most);
}

static dls_kkt_sizes alone(const dls_kkt *K, double *most, double *apart)
{
    dls_kkt_sizes Z = measure_groups(K, 1);
    worst_equation(K, Z, 1, most, apart);
    return Z;
}

DLS_FOR_EACH_CPU
static dls_kkt_sizes together(const dls_kkt *K, double *most, double *apart)
{
    dls_kkt_sizes Z = measure_groups(K, DLS_LANES);
    worst_equation(K, Z, DLS_LANES, most, apart);
    return Z;
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

static double largest_in(int width, dls_int n, const double *x, int lane)
{
    double most = 0;
    for (dls_int k = 0; k < n; k++) {
        most = fmax(most, fabs(x[width * k + lane]));
    }
    return most;
}

static double largest_left(int width, dls_int n, const double *scale, const double *r, int lane)
{
    double most = 0;
    for (dls_int k = 0; k < n; k++) {
        most = fmax(most, fabs(scale[k] * r[width * k + lane]));
    }
    return most;
}

/* Is a residual small only because accelerations are larger than the data could make them, or
   reactions larger than those and the data, and large beside that? Then the data do not have the
   digits that the answer is made of. */
static bool beyond_data(const dls_kkt *K, int lane)
{
    static const double CAP = 1e8; /* times the data: the digits that a double has to spare */
    const dls_kkt_work *W = &K->work;
    const int width = W->width;
    if (K->team || K->massless) {
        return false;
    }
    double data = fmax(largest_in(width, K->n, W->f, lane), largest_in(width, K->m, W->g, lane));
    double x = largest_in(width, K->n, W->x, lane), y = largest_in(width, K->m, W->y, lane);
    double moving = fmax(data, x), allowed = CAP * K->settings.tolerance;
    return (x > CAP * data &&
            largest_left(width, K->m, K->T, W->r2, lane) > allowed * K->beta * data) ||
           (y > CAP * moving &&
            largest_left(width, K->n, K->S, W->r1, lane) > allowed * K->alpha * moving);
}

static double allowed(const dls_kkt *K)
{
    return fmax(K->settings.tolerance, K->settings.data_accuracy);
}

/* open: by something that was not proved */
static dls_outcome name_outcome(const dls_kkt *K, const dls_kkt_result *R, bool suspected,
                                bool open)
{
    bool small = R->worst <= allowed(K);
    bool minimal = !(R->kernel > KERNEL_ALLOWED);
    if (R->forces_inconsistent || R->constraints_inconsistent) {
        return DLS_INCONSISTENT;
    }
    return small && minimal && !open  ? DLS_SOLVED
           : R->stopped != DLS_SOLVED ? R->stopped
           : suspected || open        ? DLS_NOT_DECIDED
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
    const dls_view G = dls_see(&K->G);
    const dls_equations E = {K->team, W->width, dls_see(&K->M), G, G, K->mobility, dls_kkt_rest(0)};
    const dls_terms terms = {W->r1, W->t, W->r2, W->q};
    const double *a = X.a;
    if (K->team) { /* with the copies that others have of it */
        dls_copy(K->n, a, W->p);
        dls_linsys_team_spread(K->team, W->p);
        a = W->p;
    }
    dls_kkt_residual_terms(&E, X.b, a, X.lambda, terms);
    dls_kkt_residual_in(&E, X.F, X.b, terms, dynamics, constraints);
    dls_kkt_within_accuracy(K, W->width, W->r2);
    dls_kkt_metric_data(&K->metric, W->width, W->r2);
}

/* Residuals of constraints that are small only beside accelerations which forces would cause: what
   B cannot reach of them is suspected. */
static void look_for_contradiction(dls_kkt *K, dls_progress *P, dls_kkt_sizes *Z)
{
    dls_kkt_work *W = &K->work;
    double most, apart;
    dls_kkt_defect(K, P);
    if (dls_kkt_out_of_reach(K, P)) {
        return;
    }
    *Z = measure_groups(K, 1);
    for (dls_int j = 0; j < K->m; j++) { /* as the caller's, for the same comparison */
        W->r2[j] = W->v[j] * K->beta / K->T[j];
    }
    dls_zero(K->n, W->r1);
    worst_equation(K, *Z, 1, &most, &apart);
    if (apart > allowed(K)) {
        dls_kkt_suspect_constraints(K, W->v, P);
    }
}

/* The verdict on a right-hand side. Of many, one whose residual hides behind forces goes alone. */
static void conclude(dls_kkt *K, dls_kkt_sides X, int c, dls_kkt_sizes Z, double apart,
                     dls_progress *P)
{
    dls_kkt_result *R = P->result;
    bool small = R->worst <= allowed(K), beyond = small && beyond_data(K, c);
    bool hidden = apart > allowed(K) && small && !K->team;
    bool suspected = R->forces_inconsistent || R->constraints_inconsistent; /* alone */
    if (hidden && K->work.width > 1) {
        P->state = DLS_KKT_ALONE;
    } else if (hidden && !R->constraints_inconsistent) {
        look_for_contradiction(K, P, &Z);
        suspected = suspected || R->constraints_inconsistent;
    }
    bool contradicted = hidden && R->constraints_inconsistent;
    R->worst = R->constraints_inconsistent && !K->team ? fmax(R->worst, apart) : R->worst;
    if (suspected && !K->team) {
        dls_kkt_prove(K, X, Z, R);
    }
    if (suspected) {
        R->optimality = optimality(K);
    }
    R->outcome = name_outcome(K, R, suspected, contradicted || beyond);
    if (R->outcome == DLS_SOLVED && gross(K, X, c, R)) {
        R->outcome = DLS_INACCURATE;
    }
}

void dls_kkt_judge(dls_kkt *K, dls_kkt_sides X, dls_progress *P)
{
    const int width = K->work.width;
    double dynamics[DLS_LANES], constraints[DLS_LANES], most[DLS_LANES], apart[DLS_LANES];
    compute_residuals(K, X, dynamics, constraints);
    dls_kkt_load(K, X.F, X.b);
    dls_kkt_sizes Z = width == 1 ? alone(K, most, apart) : together(K, most, apart);
    for (int c = 0; c < width; c++) {
        dls_kkt_result *R = P[c].result;
        R->dynamics = dynamics[c];
        R->constraints = constraints[c];
        R->worst = most[c];
        R->optimality = fmax(R->dynamics, R->constraints);
        conclude(K, X, c, Z, apart[c], P + c);
    }
}
