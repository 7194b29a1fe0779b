/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers of conic programs, minimise 1/2 x'P x + q'x, A x + s = b, s in K:
     solved             A x + s = b, P x + A'y + q = 0, s in K, y in K*, x'P x + q'x + b'y = 0
     primal_infeasible  y in K*, A'y = e = 0, b'y < 0: s = b - A x in K has 0 <= y's, that is
                        e'x <= b'y < 0
     dual_infeasible    s in K, A x + s = f = 0, P x = e = 0, q'x < 0 */
#include <math.h>

#include "verify/verify.h"

typedef struct {
    const dls_conic_problem *P;
    const dls_conic_claim *X;
    dls_int n, m;
    double *dx, *dy;          /* of x; of y: rows of a cone have one */
    double one;               /* the largest constant, or 1 */
    bool constants;           /* is there one? */
    double *e, *terms, *work; /* n + m each */
    dls_verify_report *report;
} question;

/* Calls f for the rows of each second-order cone. */
typedef void of_cone(question *Q, dls_int first, dls_int size);
static void each_cone(question *Q, of_cone *f)
{
    const dls_cones *K = &Q->P->cones;
    dls_int first = K->zero + K->linear;
    for (dls_int k = 0; k < K->count; k++) {
        f(Q, first, K->second[k]);
        first += K->second[k];
    }
}

static void share_unit(question *Q, dls_int first, dls_int size)
{
    double least = INFINITY;
    for (dls_int i = first; i < first + size; i++) {
        least = fmin(least, Q->dy[i]);
    }
    dls_fill(size, least, Q->dy + first);
}

typedef void fit_units(const dls_verify_blocks *K, double *d, double *work);
static void find_units(question *Q, fit_units *fit)
{
    const dls_conic_problem *P = Q->P;
    dls_int n = Q->n, m = Q->m;
    dls_verify_blocks K = {.order = n + m + 1};
    dls_verify_place(&K, P->P, 0, 0);
    dls_verify_place(&K, P->A, n, 0);
    dls_verify_place(&K, dls_verify_column(n, P->q), 0, n + m);
    dls_verify_place(&K, dls_verify_column(m, P->b), n, n + m);
    fit(&K, Q->dx, Q->e);
    Q->one = 0;
    each_cone(Q, share_unit);
    for (dls_int j = 0; j < n; j++) {
        Q->one = fmax(Q->one, Q->dx[j] * fabs(P->q[j]));
    }
    for (dls_int i = 0; i < m; i++) {
        Q->one = fmax(Q->one, Q->dy[i] * fabs(P->b[i]));
    }
    Q->constants = Q->one > 0;
    Q->one = Q->constants ? Q->one : 1;
}

/* How far v is outside of K (or K*, where equations have any sign), v(i) times unit(i)^power */
static double outside(const question *Q, const double *v, int power)
{
    const dls_cones *K = &Q->P->cones;
    double worst = 0;
    dls_int i = 0;
    for (; i < K->zero + K->linear; i++) {
        double unit = power > 0 ? Q->dy[i] : 1 / Q->dy[i];
        double out = i >= K->zero ? -v[i] : power > 0 ? fabs(v[i]) : 0;
        worst = dls_verify_worse(worst, unit * out);
    }
    for (dls_int k = 0; k < K->count; i += K->second[k++]) {
        double unit = power > 0 ? Q->dy[i] : 1 / Q->dy[i];
        worst = dls_verify_worse(worst, unit * (dls_norm(K->second[k] - 1, v + i + 1) - v[i]));
    }
    return worst;
}

/* max |v(i)| dy(i) */
static double largest(const question *Q, const double *v)
{
    double most = 0;
    for (dls_int i = 0; i < Q->m; i++) {
        most = dls_verify_worse(most, Q->dy[i] * fabs(v[i]));
    }
    return most;
}

/* e = [P x + A'y; A x + s] and the sums of magnitudes, from zero or what is there */
static void add_products(const question *Q, const double *x, const double *s, const double *y)
{
    const dls_conic_problem *P = Q->P;
    dls_int n = Q->n;
    if (y) {
        dls_mul_t(P->A, 1, y, Q->e);
        for (dls_int j = 0; j < n; j++) {
            for (dls_int k = P->A.p[j]; k < P->A.p[j + 1]; k++) {
                Q->terms[j] += fabs(P->A.x[k] * y[P->A.i[k]]);
            }
        }
    }
    if (x) {
        dls_mul(P->P, 1, x, Q->e);
        dls_mul_sizes(P->P, x, Q->terms);
        dls_mul(P->A, 1, x, Q->e + n);
        dls_mul_sizes(P->A, x, Q->terms + n);
        for (dls_int i = 0; i < Q->m; i++) {
            Q->e[n + i] += s[i];
            Q->terms[n + i] += fabs(s[i]);
        }
    }
}

/* The values of the two functions at x and y, and their difference. */
static void check_objectives(const question *Q, double size)
{
    const dls_conic_claim *X = Q->X;
    double curved = 0, linear = dls_dot(Q->n, Q->P->q, X->x), dual = dls_dot(Q->m, Q->P->b, X->y);
    double terms = size, bound = dls_verify_bound(X->tolerance);
    dls_zero(2 * Q->n, Q->work);
    dls_mul(Q->P->P, 1, X->x, Q->work);
    for (dls_int j = 0; j < Q->n; j++) {
        curved += X->x[j] * Q->work[j];
        terms += fabs(Q->P->q[j] * X->x[j]);
    }
    dls_zero(Q->n, Q->work);
    dls_mul_sizes(Q->P->P, X->x, Q->work);
    for (dls_int j = 0; j < Q->n; j++) {
        terms += fabs(X->x[j]) * Q->work[j];
    }
    for (dls_int i = 0; i < Q->m; i++) {
        terms += fabs(Q->P->b[i] * X->y[i]);
    }
    dls_verify_check(Q->report, "x'*P*x + q'*x + b'*y = 0", fabs(curved + linear + dual) / terms,
                     bound);
    if (X->objectives) {
        double off[] = {fabs(X->objectives[0] - curved / 2 - linear),
                        fabs(X->objectives[1] + curved / 2 + dual)};
        dls_verify_check(Q->report, "objective", dls_verify_worse(off[0], off[1]) / terms, bound);
    }
}

/* Rows said to be strong are on the boundary, those said to be inactive have no y. */
static void check_rows(const question *Q, double size_s, double size_y, double bound)
{
    const dls_cones *K = &Q->P->cones;
    const dls_conic_claim *X = Q->X;
    double wrong = 0;
    dls_int i = 0;
    for (dls_int k = -K->zero - K->linear; k < K->count; k++) {
        dls_int size = k < 0 ? 1 : K->second[k];
        double s = X->s[i] - dls_norm(size - 1, X->s + i + 1), y = dls_largest(size, X->y + i);
        s = Q->dy[i] * (i < K->zero ? fabs(s) : s);
        y /= Q->dy[i];
        for (dls_int end = i + size; i < end; i++) {
            bool strong = X->active[i] == DLS_ROW_STRONG && s > y && s > bound * size_s;
            bool inactive = X->active[i] == DLS_ROW_INACTIVE && y > s && y > bound * size_y;
            wrong += strong || inactive || (i < K->zero && X->active[i] != DLS_ROW_STRONG);
        }
    }
    dls_verify_check(Q->report, "rows are strong or inactive", wrong, 0);
}

static void check_solution(const question *Q)
{
    const dls_conic_claim *X = Q->X;
    dls_int n = Q->n, m = Q->m;
    double bound = dls_verify_bound(X->tolerance), primal = 0, dual = 0;
    double size_x = dls_verify_worse(dls_verify_largest(n, X->x, Q->dx), largest(Q, X->s));
    double size_y = dls_verify_largest(m, X->y, Q->dy);
    size_x = dls_verify_most(size_x, Q->one, Q->constants);
    size_y = dls_verify_most(size_y, Q->one, Q->constants);
    dls_zero(n + m, Q->e);
    dls_zero(n + m, Q->terms);
    add_products(Q, X->x, X->s, X->y);
    for (dls_int j = 0; j < n; j++) {
        dual = dls_verify_worse(dual, Q->dx[j] * fabs(Q->e[j] + Q->P->q[j]));
    }
    for (dls_int i = 0; i < m; i++) {
        primal = dls_verify_worse(primal, Q->dy[i] * fabs(Q->e[n + i] - Q->P->b[i]));
    }
    double all = dls_verify_worse(size_x, size_y);
    check_objectives(Q, size_x * size_y);
    dls_verify_check(Q->report, "A*x + s = b", primal / size_x, bound);
    dls_verify_check(Q->report, "P*x + A'*y + q = 0", dual / all, bound);
    dls_verify_check(Q->report, "s in K", outside(Q, X->s, 1) / size_x, bound);
    dls_verify_check(Q->report, "y in K*", outside(Q, X->y, -1) / size_y, bound);
    if (X->active) {
        check_rows(Q, size_x, size_y, bound);
    }
}

static void check_certificate(question *Q)
{
    const dls_conic_claim *X = Q->X;
    bool primal = X->outcome == DLS_PRIMAL_INFEASIBLE;
    dls_int n = Q->n, m = Q->m;
    const double *data = primal ? Q->P->b : Q->P->q, *v = primal ? X->y : X->x;
    double size = primal ? dls_verify_largest(m, X->y, Q->dy)
                         : dls_verify_worse(dls_verify_largest(n, X->x, Q->dx), largest(Q, X->s));
    dls_verify_combination C = {
        primal ? n : n + m, Q->e, Q->terms, Q->work, 0, 0, dls_verify_bound(X->tolerance)};
    dls_zero(n + m, Q->e);
    dls_zero(n + m, Q->terms);
    add_products(Q, primal ? NULL : X->x, X->s, primal ? X->y : NULL);
    for (dls_int k = 0; k < (primal ? m : n); k++) {
        C.gain -= data[k] * v[k];
        C.gain_terms += fabs(data[k] * v[k]);
    }
    for (dls_int k = 0; k < C.n; k++) {
        Q->work[k] = Q->one * Q->dx[k]; /* dy follows dx */
    }
    dls_verify_check(Q->report, primal ? "y in K*" : "s in K",
                     outside(Q, primal ? X->y : X->s, primal ? -1 : 1) / size, DLS_VERIFY_IN_CONE);
    dls_verify_proof(Q->report, &C);
}

void dls_verify_conic_in(const dls_conic_problem *P, const dls_conic_claim *X, double *work,
                         dls_verify_report *report)
{
    dls_int n = P->P.cols, m = P->A.rows;
    question Q = {P, X, n, m, work, work + n, 0, false, NULL, NULL, NULL, report};
    Q.e = Q.dy + m + 1;
    Q.terms = Q.e + n + m;
    Q.work = Q.terms + n + m;
    dls_verify_begin(report);
    if (X->outcome == DLS_SOLVED) {
        find_units(&Q, dls_verify_units);
        check_solution(&Q);
        if (!report->ok) { /* was it measured by rounding of the caller's data? */
            dls_verify_report first = *report;
            dls_verify_begin(report);
            find_units(&Q, dls_verify_units_as_given);
            check_solution(&Q);
            *report = report->ok ? *report : first;
        }
    } else if (X->outcome == DLS_PRIMAL_INFEASIBLE || X->outcome == DLS_DUAL_INFEASIBLE) {
        find_units(&Q, dls_verify_units);
        check_certificate(&Q);
    } else {
        dls_verify_nothing(report, X->outcome);
    }
}

typedef struct {
    dls_int n, m;
    double *work;
} memory;

static void lay_out(void *object, dls_room *room)
{
    memory *W = object;
    W->work = DLS_TAKE(room, double, DLS_VERIFY_CONIC_WORK(W->n, W->m));
}

dls_error dls_verify_conic(const dls_conic_problem *P, const dls_conic_claim *X,
                           dls_verify_report *report, dls_fault *fault)
{
    memory W = {.n = P->P.cols, .m = P->A.rows};
    dls_pool pool = {0};
    if (!dls_pool_make(&pool, lay_out, &W)) {
        return dls_fail_memory(fault);
    }
    dls_verify_conic_in(P, X, W.work, report);
    dls_pool_free(&pool);
    return DLS_OK;
}
