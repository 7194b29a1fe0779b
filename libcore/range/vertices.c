/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranges of many linear functions over one polyhedron, vertex by vertex. */
#include <math.h>

#include "range/range.h"

static const double RELEVANT = 1e-9;   /* a function is constant along what changes it less */
static const double CONSISTENT = 1e-8; /* what A x may lack of b, which has size one */

static double value(const dls_range_solver *R, dls_int k, const double *x)
{
    double sum = 0;
    for (dls_int t = R->vertices.c.p[k]; t < R->vertices.c.p[k + 1]; t++) {
        sum += R->vertices.c.x[t] * x[R->vertices.c.i[t]];
    }
    return sum;
}

/* *place: which of the points factor times S.x is, kept where -1 */
static dls_int kept(dls_range_solver *R, double factor, dls_int *place)
{
    if (*place < 0) {
        *place = dls_range_keep(R, factor, R->vertices.S.C, R->vertices.S.x);
    }
    return *place;
}

/* Everything that changes along S.x is unbounded. */
static void mark_ray(dls_range_solver *R, bool both)
{
    double size = dls_largest(R->vertices.S.m, R->vertices.S.x);
    dls_int places[2] = {-1, -1}; /* against, along S.x */
    for (dls_int k = 0; k < R->vertices.c.cols; k++) {
        double rate = value(R, k, R->vertices.S.x) / size;
        bool falls = rate < -RELEVANT;
        for (int along = !both; along < 2 && (falls || rate > RELEVANT); along++) {
            bool lower = falls == (along == 1);
            double *end = lower ? &R->lo[k] : &R->hi[k], infinite = lower ? -INFINITY : INFINITY;
            if (R->proof && *end != infinite) {
                dls_int *at = lower ? R->proof->at_lo : R->proof->at_hi;
                at[k] = kept(R, (along ? 1 : -1) / size, &places[along]);
            }
            *end = infinite;
        }
    }
}

/* Functions without negative entries whose value is zero at the vertex S.x have their minimum. */
static void mark_zeros(dls_range_solver *R, dls_int vertex)
{
    for (dls_int k = 0; k < R->vertices.c.cols; k++) {
        if (R->positive[k] && isnan(R->lo[k]) && value(R, k, R->vertices.S.x) <= 0) {
            R->lo[k] = 0;
            if (R->proof) { /* by the multipliers zero */
                R->proof->at_lo[k] = kept(R, R->vertices.S.size, &vertex);
            }
        }
    }
}

/* S.y, times sign, proves an end of function k; side 1: the minimum, -1: the maximum. */
static void prove_end(dls_range_solver *R, dls_int k, double side, double sign, dls_int *vertex)
{
    const dls_simplex *S = &R->vertices.S;
    if (R->proof) {
        double *y = side > 0 ? R->proof->y_lo : R->proof->y_hi;
        dls_int *at = side > 0 ? R->proof->at_lo : R->proof->at_hi;
        dls_range_prove(R, y + k * R->n, sign * R->vertices.unit[k], S->R, S->y);
        at[k] = kept(R, S->size, vertex);
    }
}

/* MaxTime or Ctrl-C: what is not known by now stays NaN. */
static bool is_over(dls_range_solver *R)
{
    return dls_watch_over(&R->watch, &R->result->outcome);
}

static void enter_free(dls_range_solver *R)
{
    for (dls_int j = 0; j < R->vertices.S.m && !is_over(R); j++) {
        if (R->vertices.S.free[j] && !dls_range_simplex_enter(&R->vertices.S, j)) {
            mark_ray(R, true);
        }
    }
}

/* The prices y of the least sum of artificials prove that there is no solution: b'y > 0 where A'y
   <= 0 (= 0: free), but for errors that only an x of great size could make up for. */
static bool empty(dls_range_solver *R)
{
    static const double BOUNDED = 1e6;
    dls_simplex *S = &R->vertices.S;
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
    if (R->proof) {
        dls_range_prove(R, R->proof->empty, 1, S->R, S->y);
    }
    return dls_dot(S->n, S->b, S->y) > BOUNDED * (wrong + 4 * DLS_EPS * size);
}

/* A vertex: the least sum of artificials, made positive first. */
static dls_outcome find_vertex(dls_range_solver *R)
{
    dls_simplex *S = &R->vertices.S;
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
    R->result->error = end == DLS_SIMPLEX_OPTIMAL ? dls_range_simplex_error(S) : INFINITY;
    return end == DLS_SIMPLEX_OVER      ? S->ended
           : end != DLS_SIMPLEX_OPTIMAL ? DLS_NUMERICAL_TROUBLE
           : left <= CONSISTENT         ? DLS_SOLVED
           : empty(R)                   ? DLS_PRIMAL_INFEASIBLE
                                        : DLS_NOT_DECIDED;
}

static void set_objective(dls_range_solver *R, dls_int k, double side)
{
    dls_zero(R->vertices.S.m, R->vertices.S.c);
    for (dls_int t = R->vertices.c.p[k]; t < R->vertices.c.p[k + 1]; t++) {
        R->vertices.S.c[R->vertices.c.i[t]] = side * R->vertices.c.x[t];
    }
}

/* At a degenerate vertex artificials are basic although rows are independent. */
static void replace_artificials(dls_range_solver *R)
{
    dls_simplex *S = &R->vertices.S;
    dls_int left = 0;
    for (dls_int i = 0; i < S->n; i++) {
        left += dls_simplex_artificial(S, i);
    }
    for (dls_int j = 0; left > 0 && j < S->m && !is_over(R); j++) {
        left -= S->place[j] < 0 && dls_range_simplex_enter(S, j);
    }
}

/* The same at all solutions of A x = b: the function is a combination of the rows of A. */
static void find_determined(dls_range_solver *R)
{
    dls_simplex *S = &R->vertices.S;
    dls_int vertex = -1;
    replace_artificials(R);
    dls_range_simplex_point(S);
    if (R->proof) {
        R->proof->point = kept(R, S->size, &vertex);
    }
    for (dls_int k = 0; k < R->vertices.c.cols && !is_over(R); k++) {
        double change = 0;
        set_objective(R, k, 1);
        dls_range_simplex_price(S);
        for (dls_int j = 0; j < S->m; j++) {
            change = fmax(change, S->place[j] < 0 ? fabs(S->d[j]) : 0);
        }
        R->determined[k] = change <= RELEVANT;
        if (R->determined[k]) {
            R->lo[k] = R->hi[k] = value(R, k, S->x) * R->vertices.unit[k] * R->vertices.S.size;
            prove_end(R, k, 1, 1, &vertex);
            prove_end(R, k, -1, 1, &vertex);
        }
    }
    mark_zeros(R, vertex);
}

/* side 1: the minimum; -1: the maximum */
static void find_end(dls_range_solver *R, dls_int k, double side)
{
    dls_simplex *S = &R->vertices.S;
    set_objective(R, k, side);
    R->result->programs++;
    dls_simplex_end end = dls_range_simplex_minimise(S);
    if (end == DLS_SIMPLEX_RAY) {
        mark_ray(R, false);
        return;
    }
    if (end != DLS_SIMPLEX_OPTIMAL) {
        R->result->outcome = end == DLS_SIMPLEX_OVER ? S->ended : DLS_NUMERICAL_TROUBLE;
        return;
    }
    R->result->error = fmax(R->result->error, dls_range_simplex_error(S));
    double found = value(R, k, S->x) * R->vertices.unit[k] * R->vertices.S.size;
    dls_int vertex = -1;
    prove_end(R, k, side, side, &vertex);
    if (side > 0) {
        R->lo[k] = found;
    } else {
        R->hi[k] = found;
    }
    mark_zeros(R, vertex);
}

static void take_vertices(dls_range_solver *R, dls_room *room)
{
    dls_view C = R->given->C;
    R->vertices.unit = DLS_TAKE(room, double, C.cols);
    dls_mat_take(room, &R->vertices.c, C.rows, C.cols, dls_entries(C));
    dls_range_simplex_take(room, &R->vertices.S, R->given->A);
}

static dls_error scale_functions(dls_range_solver *R, dls_fault *fault)
{
    (void)fault;
    dls_range_vertices *V = &R->vertices;
    dls_range_simplex_load(&V->S, R->given->A, R->free);
    dls_mat_fill(&V->c, dls_see(&R->C));
    for (dls_int k = 0; k < V->c.cols; k++) {
        double most = 0;
        for (dls_int t = V->c.p[k]; t < V->c.p[k + 1]; t++) {
            V->c.x[t] *= V->S.C[V->c.i[t]];
            most = fmax(most, fabs(V->c.x[t]));
        }
        V->unit[k] = most > 0 ? dls_power2(most) : 1;
        for (dls_int t = V->c.p[k]; t < V->c.p[k + 1]; t++) {
            V->c.x[t] /= V->unit[k];
        }
    }
    return DLS_OK;
}

static void run_bounds(dls_range_solver *R)
{
    dls_int count = R->vertices.c.cols;
    enter_free(R);
    if (R->result->outcome == DLS_SOLVED) {
        R->result->outcome = find_vertex(R);
    }
    if (R->result->outcome != DLS_SOLVED) {
        for (dls_int k = 0; k < count; k++) {
            R->lo[k] = R->hi[k] = NAN;
        }
        return;
    }
    find_determined(R);
    for (dls_int k = 0; k < count; k++) {
        if (isnan(R->hi[k]) && !is_over(R)) {
            find_end(R, k, -1);
        }
    }
    for (dls_int k = count - 1; k >= 0; k--) {
        if (isnan(R->lo[k]) && !is_over(R)) {
            find_end(R, k, 1);
        }
    }
}

static dls_error run_simplex(dls_range_solver *R, dls_fault *fault)
{
    (void)fault;
    dls_simplex *S = &R->vertices.S;
    dls_range_simplex_start(S, R->b);
    S->watch = R->watch;
    run_bounds(R);
    R->result->pivots = S->pivots;
    R->result->factorisations = S->factorisations;
    return DLS_OK;
}

const dls_range_method dls_range_by_vertices = {take_vertices, scale_functions, run_simplex};
