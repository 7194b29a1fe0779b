/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranges of many linear functions over one polyhedron, vertex by vertex. */
#include <math.h>

#include "range/simplex.h"

static const double RELEVANT = 1e-9;   /* a function is constant along what changes it less */
static const double CONSISTENT = 1e-8; /* what A x may lack of b, which has size one */

typedef struct {
    dls_pool pool;
    dls_simplex S;
    const dls_range_problem *problem;
    dls_mat c; /* the functions of the scaled x, of size one */
    double *unit, *lo, *hi;
    bool *determined, *positive; /* positive: no entry is negative, so the minimum is >= 0 */
    dls_range_result *result;
} dls_range_task;

static double value(const dls_range_task *T, dls_int k, const double *x)
{
    double sum = 0;
    for (dls_int t = T->c.p[k]; t < T->c.p[k + 1]; t++) {
        sum += T->c.x[t] * x[T->c.i[t]];
    }
    return sum;
}

/* Everything that changes along S.x is unbounded. */
static void mark_ray(dls_range_task *T, bool both)
{
    double size = dls_largest(T->S.m, T->S.x);
    for (dls_int k = 0; k < T->c.cols; k++) {
        double rate = value(T, k, T->S.x) / size;
        if (rate > RELEVANT || (both && rate < -RELEVANT)) {
            T->hi[k] = INFINITY;
        }
        if (rate < -RELEVANT || (both && rate > RELEVANT)) {
            T->lo[k] = -INFINITY;
        }
    }
}

/* Functions without negative entries whose value is zero at the vertex S.x have their minimum. */
static void mark_zeros(dls_range_task *T)
{
    for (dls_int k = 0; k < T->c.cols; k++) {
        if (T->positive[k] && isnan(T->lo[k]) && value(T, k, T->S.x) <= 0) {
            T->lo[k] = 0;
        }
    }
}

/* MaxTime or Ctrl-C: what is not known by now stays NaN. */
static bool is_over(dls_range_task *T)
{
    return dls_watch_over(&T->S.watch, &T->result->outcome);
}

static void enter_free(dls_range_task *T)
{
    for (dls_int j = 0; j < T->S.m && !is_over(T); j++) {
        if (T->S.free[j] && !dls_range_simplex_enter(&T->S, j)) {
            mark_ray(T, true);
        }
    }
}

/* The prices y of the least sum of artificials prove that there is no solution: b'y > 0 where A'y
   <= 0 (= 0: free), but for errors that only an x of great size could make up for. */
static bool empty(dls_range_task *T)
{
    static const double BOUNDED = 1e6;
    dls_simplex *S = &T->S;
    double wrong = 0, size = 0;
    dls_zero(S->m, S->c);
    S->artificial_cost = true;
    dls_range_simplex_price(S);
    S->artificial_cost = false;
    for (dls_int i = 0; i < S->n; i++) {
        size += fabs(S->y[i]);
    }
    for (dls_int j = 0; j < S->m; j++) {
        wrong = fmax(wrong, S->free[j] ? fabs(S->d[j]) : -S->d[j]);
    }
    return dls_dot(S->n, S->b, S->y) > BOUNDED * (wrong + 4 * DLS_EPS * size);
}

/* A vertex: the least sum of artificials, made positive first. */
static dls_outcome find_vertex(dls_range_task *T)
{
    dls_simplex *S = &T->S;
    double left = 0;
    dls_range_simplex_settle(S);
    for (dls_int i = 0; i < S->n; i++) {
        if (dls_simplex_artificial(S, i) && S->xb[i] < 0) {
            S->sign[S->basic[i] - S->m] = -1;
            S->xb[i] = -S->xb[i];
            for (dls_int k = 0; k < S->n; k++) {
                S->inverse[i * S->n + k] = -S->inverse[i * S->n + k];
            }
        }
    }
    dls_zero(S->m, S->c);
    S->artificial_cost = true;
    dls_simplex_end end = dls_range_simplex_minimise(S);
    S->artificial_cost = false;
    for (dls_int i = 0; i < S->n; i++) {
        left = dls_simplex_artificial(S, i) ? fmax(left, S->xb[i]) : left;
    }
    T->result->error = end == DLS_SIMPLEX_OPTIMAL ? dls_range_simplex_error(S) : INFINITY;
    return end == DLS_SIMPLEX_OVER      ? S->ended
           : end != DLS_SIMPLEX_OPTIMAL ? DLS_NUMERICAL_TROUBLE
           : left <= CONSISTENT         ? DLS_SOLVED
           : empty(T)                   ? DLS_PRIMAL_INFEASIBLE
                                        : DLS_NOT_DECIDED;
}

static void set_objective(dls_range_task *T, dls_int k, double side)
{
    dls_zero(T->S.m, T->S.c);
    for (dls_int t = T->c.p[k]; t < T->c.p[k + 1]; t++) {
        T->S.c[T->c.i[t]] = side * T->c.x[t];
    }
}

/* The same at all solutions of A x = b: the function is a combination of the rows of A. */
static void find_determined(dls_range_task *T)
{
    dls_simplex *S = &T->S;
    dls_range_simplex_point(S);
    for (dls_int k = 0; k < T->c.cols && !is_over(T); k++) {
        double change = 0;
        set_objective(T, k, 1);
        dls_range_simplex_price(S);
        for (dls_int j = 0; j < S->m; j++) {
            change = fmax(change, S->place[j] < 0 ? fabs(S->d[j]) : 0);
        }
        T->determined[k] = change <= RELEVANT;
        if (T->determined[k]) {
            T->lo[k] = T->hi[k] = value(T, k, S->x) * T->unit[k];
        }
    }
    mark_zeros(T);
}

/* side 1: the minimum; -1: the maximum */
static void find_end(dls_range_task *T, dls_int k, double side)
{
    dls_simplex *S = &T->S;
    set_objective(T, k, side);
    T->result->programs++;
    dls_simplex_end end = dls_range_simplex_minimise(S);
    if (end == DLS_SIMPLEX_RAY) {
        mark_ray(T, false);
        return;
    }
    if (end != DLS_SIMPLEX_OPTIMAL) {
        T->result->outcome = end == DLS_SIMPLEX_OVER ? S->ended : DLS_NUMERICAL_TROUBLE;
        return;
    }
    T->result->error = fmax(T->result->error, dls_range_simplex_error(S));
    double found = value(T, k, S->x) * T->unit[k];
    if (side > 0) {
        T->lo[k] = found;
    } else {
        T->hi[k] = found;
    }
    mark_zeros(T);
}

static void lay_out(void *object, dls_room *room)
{
    dls_range_task *T = object;
    dls_view C = T->problem->C;
    T->unit = DLS_TAKE(room, double, C.cols);
    T->positive = DLS_TAKE(room, bool, C.cols);
    dls_mat_take(room, &T->c, C.rows, C.cols, dls_entries(C));
}

static dls_error scale_functions(dls_range_task *T, dls_fault *fault)
{
    const dls_range_problem *p = T->problem;
    dls_int count = p->C.cols;
    dls_error error = dls_range_simplex_new(&T->S, p->A, p->b, p->free, fault);
    if (error || !dls_pool_make(&T->pool, lay_out, T)) {
        return error ? error : dls_fail_memory(fault);
    }
    dls_mat_fill(&T->c, p->C);
    for (dls_int k = 0; k < count; k++) {
        double most = 0;
        T->positive[k] = true;
        for (dls_int t = T->c.p[k]; t < T->c.p[k + 1]; t++) {
            dls_int j = T->c.i[t];
            T->c.x[t] *= T->S.C[j];
            most = fmax(most, fabs(T->c.x[t]));
            T->positive[k] = T->positive[k] && T->c.x[t] >= 0 && !(p->free[j] && T->c.x[t] != 0);
        }
        most = most > 0 ? dls_power2(most) : 1;
        for (dls_int t = T->c.p[k]; t < T->c.p[k + 1]; t++) {
            T->c.x[t] /= most;
        }
        T->unit[k] = most * T->S.size;
        T->lo[k] = T->hi[k] = NAN;
        T->determined[k] = false;
    }
    return DLS_OK;
}

static void run_bounds(dls_range_task *T)
{
    dls_int count = T->c.cols;
    enter_free(T);
    if (T->result->outcome == DLS_SOLVED) {
        T->result->outcome = find_vertex(T);
    }
    if (T->result->outcome != DLS_SOLVED) {
        for (dls_int k = 0; k < count; k++) {
            T->lo[k] = T->hi[k] = NAN;
        }
        return;
    }
    find_determined(T);
    for (dls_int k = 0; k < count; k++) {
        if (isnan(T->hi[k]) && !is_over(T)) {
            find_end(T, k, -1);
        }
    }
    for (dls_int k = count - 1; k >= 0; k--) {
        if (isnan(T->lo[k]) && !is_over(T)) {
            find_end(T, k, 1);
        }
    }
}

static dls_error check_range(const dls_range_problem *p, dls_fault *fault)
{
    dls_error error = dls_view_check(p->A, "A", fault);
    error = error ? error : dls_view_check(p->C, "C", fault);
    if (error) {
        return error;
    }
    if (p->C.rows != p->A.cols) {
        return dls_fail(fault, DLS_ERROR_DIMENSION,
                        "C has %lld rows; expected %lld, one per column of A", (long long)p->C.rows,
                        (long long)p->A.cols);
    }
    if (!dls_finite(p->A.rows, p->b)) {
        return dls_fail(fault, DLS_ERROR_NOT_FINITE, "b is not finite; expected finite numbers");
    }
    return DLS_OK;
}

dls_error dls_range(const dls_range_problem *problem, double max_time, dls_host host, double *lo,
                    double *hi, bool *determined, dls_range_result *result, dls_fault *fault)
{
    double start = dls_clock();
    *result = (dls_range_result){.outcome = DLS_SOLVED};
    dls_error error = check_range(problem, fault);
    if (error) {
        return error;
    }
    dls_range_task T = {
        .problem = problem, .lo = lo, .hi = hi, .determined = determined, .result = result};
    error = scale_functions(&T, fault);
    if (!error) {
        T.S.watch = (dls_watch){host, start + max_time};
        run_bounds(&T);
    }
    result->pivots = T.S.pivots;
    result->factorisations = T.S.factorisations;
    dls_range_simplex_free(&T.S);
    dls_pool_free(&T.pool);
    result->time = dls_clock() - start;
    return error;
}
