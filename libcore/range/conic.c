/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranges of linear functions over a conic set by interior points, on the dual side:

       min c'x, A x = b, x in K    and    max b'y, c - A'y in K*.

   The second as a conic program has the unknowns y, few and free, and the fixed constraints A':
   its multiplier is x, and only its right-hand side c changes. */
#include <math.h>

#include "ipm/ipm.h"

enum { FIRST, SECOND, ATTEMPTS };

typedef struct {
    dls_pool pool;
    dls_conic_problem dual;
    dls_view A, C;
    dls_mat none, At; /* of the dual program */
    double *q;
    double close, *lo, *hi;
    bool feasible;                       /* a point is known */
    bool *positive;                      /* c is in K*: the minimum is >= 0 */
    dls_conic_solver *program[ATTEMPTS]; /* the second rounds otherwise and asks for less */
    double *c, *x, *s, *y;
    dls_watch watch; /* its end is that of the programs */
    dls_range_result *result;
} conic_task;

static const double LESS = 1e-8; /* what the second attempt is content with */

static dls_error run_program(conic_task *T, int which, dls_conic_result *r, dls_fault *fault)
{
    dls_conic_settings settings = dls_conic_defaults();
    dls_error error = DLS_OK;
    settings.max_time = fmax(T->watch.deadline - dls_clock(), 0);
    if (which == SECOND) {
        settings.tolerance = LESS;
        settings.method = 2;
    }
    if (!T->program[which]) {
        error = dls_conic_setup(&T->dual, &settings, T->watch.host, &T->program[which], fault);
    }
    return error ? error
                 : dls_conic_next(T->program[which], NULL, T->c, false, T->y, T->s, T->x, NULL, r,
                                  fault);
}

/* MaxTime or Ctrl-C. */
static bool ended(dls_outcome outcome)
{
    return outcome == DLS_TIME_LIMIT || outcome == DLS_INTERRUPTED;
}

static dls_error solve_program(conic_task *T, dls_conic_result *r, dls_fault *fault)
{
    dls_error error = DLS_OK;
    r->outcome = DLS_NUMERICAL_TROUBLE;
    for (int k = 0; !error && k < ATTEMPTS && dls_outcome_exitflag(r->outcome) != 1 &&
                    r->outcome != DLS_PRIMAL_INFEASIBLE && r->outcome != DLS_DUAL_INFEASIBLE &&
                    !dls_watch_over(&T->watch, &r->outcome);
         k++) {
        error = run_program(T, k, r, fault);
        T->result->pivots += error ? 0 : r->iterations;
        T->result->factorisations += error ? 0 : r->factorisations;
    }
    if (ended(r->outcome)) {
        T->result->outcome = r->outcome;
    }
    T->result->programs++;
    return error;
}

static double function_value(const conic_task *T, dls_int k)
{
    double sum = 0;
    for (dls_int t = T->C.p[k]; t < T->C.p[k + 1]; t++) {
        sum += T->C.x[t] * T->x[T->C.i[t]];
    }
    return sum;
}

/* A point that is admissible shows that some minima are zero. */
static void look_around(conic_task *T)
{
    for (dls_int k = 0; k < T->C.cols; k++) {
        if (T->positive[k] && isnan(T->lo[k]) && function_value(T, k) <= T->close) {
            T->lo[k] = 0;
        }
    }
}

/* The program for c; afterwards it is known whether there is a point at all. */
static dls_error solve_surely(conic_task *T, dls_conic_result *r, dls_fault *fault)
{
    dls_error error = solve_program(T, r, fault);
    if (!error && !T->feasible && r->outcome != DLS_SOLVED && !ended(r->outcome)) {
        dls_conic_result nothing;
        dls_zero(T->C.rows, T->c);
        error = solve_program(T, &nothing, fault);
        T->feasible = !error && nothing.outcome == DLS_SOLVED;
        if (!error && !T->feasible && !ended(nothing.outcome)) {
            bool empty = nothing.outcome == DLS_DUAL_INFEASIBLE;
            T->result->outcome = empty ? DLS_PRIMAL_INFEASIBLE : DLS_NUMERICAL_TROUBLE;
        }
    }
    T->feasible = T->feasible || (!error && r->outcome == DLS_SOLVED);
    return error;
}

static dls_error one_end(conic_task *T, dls_int k, double side, dls_fault *fault)
{
    dls_conic_result r;
    double *end = side > 0 ? T->lo : T->hi;
    dls_zero(T->C.rows, T->c);
    for (dls_int t = T->C.p[k]; t < T->C.p[k + 1]; t++) {
        T->c[T->C.i[t]] = side * T->C.x[t];
    }
    dls_error error = solve_surely(T, &r, fault);
    if (error || !T->feasible) {
        return error;
    }
    if (r.outcome == DLS_SOLVED) {
        double worst = fmax(fmax(r.primal, r.dual), fmax(r.gap, r.cone));
        end[k] = function_value(T, k);
        T->result->error = fmax(T->result->error, worst);
        look_around(T);
    } else if (r.outcome == DLS_PRIMAL_INFEASIBLE) { /* the proof is a ray */
        end[k] = -side * INFINITY;
    } else if (!ended(r.outcome)) {
        T->result->outcome = DLS_NUMERICAL_TROUBLE;
    }
    return DLS_OK;
}

static dls_error all_ends(conic_task *T, dls_fault *fault)
{
    dls_conic_result r;
    dls_error error = T->C.cols == 0 ? solve_surely(T, &r, fault) : DLS_OK;
    for (dls_int k = 0; !error && k < T->C.cols && !ended(T->result->outcome); k++) {
        error = one_end(T, k, -1, fault);
        if (!error && !T->feasible) {
            return DLS_OK;
        }
    }
    for (dls_int k = 0; !error && k < T->C.cols && !ended(T->result->outcome); k++) {
        error = isnan(T->lo[k]) ? one_end(T, k, 1, fault) : DLS_OK;
    }
    return error;
}

/* Is the function a nonnegative sum of coordinates that K keeps nonnegative? */
static void find_positive(conic_task *T, const dls_cones *cones)
{
    dls_int orthant = cones->zero + cones->linear;
    dls_zero(T->C.rows, T->x);
    for (dls_int i = cones->zero; i < orthant; i++) {
        T->x[i] = 1;
    }
    for (dls_int k = 0, i = orthant; k < cones->count; i += cones->second[k], k++) {
        T->x[i] = 1;
    }
    for (dls_int k = 0; k < T->C.cols; k++) {
        T->positive[k] = true;
        for (dls_int t = T->C.p[k]; t < T->C.p[k + 1]; t++) {
            bool good = T->C.x[t] == 0 || (T->C.x[t] > 0 && T->x[T->C.i[t]] > 0);
            T->positive[k] = T->positive[k] && good;
        }
        T->lo[k] = T->hi[k] = NAN;
    }
}

/* What the cones hold in all, or -1 where a size is negative or more than `most`. */
static dls_int total(const dls_cones *cones, dls_int most)
{
    dls_int size = 0;
    for (dls_int k = -2; k < cones->count; k++) {
        dls_int next = k == -2 ? cones->zero : k == -1 ? cones->linear : cones->second[k];
        if (next < (k >= 0) || next > most - size) {
            return -1;
        }
        size += next;
    }
    return size;
}

static dls_error check_range(dls_view A, const double *b, const dls_cones *cones, dls_view C,
                             dls_fault *fault)
{
    dls_error error = dls_view_check(A, "A", fault);
    error = error ? error : dls_view_check(C, "C", fault);
    if (error) {
        return error;
    }
    if (total(cones, A.cols) != A.cols) {
        return dls_fail(fault, DLS_ERROR_DIMENSION,
                        "the sizes of the cones do not add up to %lld, the columns of A",
                        (long long)A.cols);
    }
    if (C.rows != A.cols) {
        return dls_fail(fault, DLS_ERROR_DIMENSION,
                        "C has %lld rows; expected %lld, one per column of A", (long long)C.rows,
                        (long long)A.cols);
    }
    if (!dls_finite(A.rows, b)) {
        return dls_fail(fault, DLS_ERROR_NOT_FINITE, "b is not finite; expected finite numbers");
    }
    return DLS_OK;
}

static void lay_out(void *object, dls_room *room)
{
    conic_task *T = object;
    dls_int n = T->A.rows, m = T->A.cols;
    dls_mat_take(room, &T->none, n, n, 0);
    dls_mat_take(room, &T->At, m, n, dls_entries(T->A));
    T->q = DLS_TAKE(room, double, n);
    T->y = DLS_TAKE(room, double, n);
    T->c = DLS_TAKE(room, double, m);
    T->x = DLS_TAKE(room, double, m);
    T->s = DLS_TAKE(room, double, m);
    T->positive = DLS_TAKE(room, bool, T->C.cols);
}

static dls_error run_bound(conic_task *T, const double *b, const dls_cones *cones, dls_fault *fault)
{
    dls_int n = T->A.rows;
    if (!dls_pool_make(&T->pool, lay_out, T)) {
        return dls_fail_memory(fault);
    }
    for (dls_int i = 0; i < n; i++) {
        T->q[i] = -b[i];
    }
    dls_mat_fill_transpose(&T->At, T->A, NULL);
    T->dual = (dls_conic_problem){dls_see(&T->none), T->q, dls_see(&T->At), T->c, *cones};
    find_positive(T, cones);
    return all_ends(T, fault);
}

dls_error dls_range_conic(dls_view A, const double *b, const dls_cones *cones, dls_view C,
                          double close, double max_time, dls_host host, double *lo, double *hi,
                          dls_range_result *result, dls_fault *fault)
{
    double start = dls_clock();
    conic_task T = {.A = A, .C = C, .close = close, .lo = lo, .hi = hi, .result = result};
    T.watch = (dls_watch){host, start + max_time};
    *result = (dls_range_result){.outcome = DLS_SOLVED};
    dls_error error = check_range(A, b, cones, C, fault);
    error = error ? error : run_bound(&T, b, cones, fault);
    dls_conic_free(T.program[FIRST]);
    dls_conic_free(T.program[SECOND]);
    dls_pool_free(&T.pool);
    result->time = dls_clock() - start;
    return error;
}
