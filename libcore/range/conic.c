/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranges of linear functions over a conic set by interior points, on the dual side:

       min c'x, A x = b, x in K    and    max b'y, c - A'y in K*.

   The second as a conic program has the unknowns y, few and free, and the fixed constraints A':
   its multiplier is x, and only its right-hand side c changes. */
#include <math.h>

#include "ipm/ipm.h"
#include "range/range.h"

static const double LESS = 1e-8; /* what the second attempt is content with */

static void release_program(void *program)
{
    dls_conic_free(program);
}

static dls_error make_program(dls_range_solver *R, int which, dls_fault *fault)
{
    dls_range_interior *I = &R->interior;
    dls_conic_settings settings = dls_conic_defaults();
    if (which == DLS_RANGE_SECOND) {
        settings.tolerance = LESS;
        settings.method = 2;
    }
    dls_error error = dls_conic_setup(&I->dual, &settings, R->host, &I->program[which], fault);
    return error || dls_pool_own(&R->pool, release_program, I->program[which])
               ? error
               : dls_fail_memory(fault);
}

static dls_error run_program(dls_range_solver *R, int which, dls_conic_result *r, dls_fault *fault)
{
    dls_range_interior *I = &R->interior;
    dls_error error = I->program[which] ? DLS_OK : make_program(R, which, fault);
    if (error) {
        return error;
    }
    I->program[which]->settings.max_time = fmax(R->watch.deadline - dls_clock(), 0);
    return dls_conic_next(I->program[which], I->q, I->c, false, I->y, I->s, I->x, NULL, r, fault);
}

/* MaxTime or Ctrl-C. */
static bool ended(dls_outcome outcome)
{
    return outcome == DLS_TIME_LIMIT || outcome == DLS_INTERRUPTED;
}

static dls_error solve_program(dls_range_solver *R, dls_conic_result *r, dls_fault *fault)
{
    dls_error error = DLS_OK;
    r->outcome = DLS_NUMERICAL_TROUBLE;
    for (int k = 0; !error && k < DLS_RANGE_ATTEMPTS && dls_outcome_exitflag(r->outcome) != 1 &&
                    r->outcome != DLS_PRIMAL_INFEASIBLE && r->outcome != DLS_DUAL_INFEASIBLE &&
                    !dls_watch_over(&R->watch, &r->outcome);
         k++) {
        error = run_program(R, k, r, fault);
        R->result->pivots += error ? 0 : r->iterations;
        R->result->factorisations += error ? 0 : r->factorisations;
    }
    if (ended(r->outcome)) {
        R->result->outcome = r->outcome;
    }
    R->result->programs++;
    return error;
}

static double function_value(const dls_range_solver *R, dls_int k)
{
    double sum = 0;
    for (dls_int t = R->C.p[k]; t < R->C.p[k + 1]; t++) {
        sum += R->C.x[t] * R->interior.x[R->C.i[t]];
    }
    return sum;
}

/* A point that is admissible shows that some minima are zero. */
static void look_around(dls_range_solver *R, dls_int place)
{
    for (dls_int k = 0; k < R->C.cols; k++) {
        if (R->positive[k] && isnan(R->lo[k]) && function_value(R, k) <= R->close) {
            R->lo[k] = 0;
            if (R->proof) { /* by the multipliers zero */
                R->proof->at_lo[k] = place;
            }
        }
    }
}

/* The y of the last program, if the end is finite, and a point or ray prove it. */
static void prove_end(dls_range_solver *R, dls_int k, double side, dls_int place)
{
    dls_range_proof *P = R->proof;
    if (!P) {
        return;
    }
    if (isfinite(side > 0 ? R->lo[k] : R->hi[k])) {
        dls_range_prove(R, (side > 0 ? P->y_lo : P->y_hi) + k * R->n, side, NULL, R->interior.y);
    }
    *(side > 0 ? P->at_lo + k : P->at_hi + k) = place;
}

/* The x of a program that found a point or, infinite, a ray: its place among the points, or -1. */
static dls_int keep_point(dls_range_solver *R, dls_outcome outcome)
{
    dls_int place = -1;
    if (R->proof && (outcome == DLS_SOLVED || outcome == DLS_PRIMAL_INFEASIBLE)) {
        place = dls_range_keep(R, 1, NULL, R->interior.x);
        bool first = outcome == DLS_SOLVED && R->proof->point < 0;
        R->proof->point = first ? place : R->proof->point;
    }
    return place;
}

/* The program for c, the place of its x; afterwards it is known whether there is a point at all. */
static dls_error solve_surely(dls_range_solver *R, dls_conic_result *r, dls_int *place,
                              dls_fault *fault)
{
    dls_error error = solve_program(R, r, fault);
    *place = error ? -1 : keep_point(R, r->outcome);
    if (!error && !R->interior.feasible && r->outcome != DLS_SOLVED && !ended(r->outcome)) {
        dls_conic_result nothing;
        dls_zero(R->C.rows, R->interior.c);
        error = solve_program(R, &nothing, fault);
        R->interior.feasible = !error && nothing.outcome == DLS_SOLVED;
        if (R->interior.feasible) {
            keep_point(R, nothing.outcome);
        } else if (!error && !ended(nothing.outcome)) {
            bool empty = nothing.outcome == DLS_DUAL_INFEASIBLE;
            R->result->outcome = empty ? DLS_PRIMAL_INFEASIBLE : DLS_NUMERICAL_TROUBLE;
            if (R->proof && empty) {
                dls_range_prove(R, R->proof->empty, 1, NULL, R->interior.y);
            }
        }
    }
    R->interior.feasible = R->interior.feasible || (!error && r->outcome == DLS_SOLVED);
    return error;
}

static dls_error one_end(dls_range_solver *R, dls_int k, double side, dls_fault *fault)
{
    dls_conic_result r;
    dls_int place;
    double *end = side > 0 ? R->lo : R->hi;
    dls_zero(R->C.rows, R->interior.c);
    for (dls_int t = R->C.p[k]; t < R->C.p[k + 1]; t++) {
        R->interior.c[R->C.i[t]] = side * R->C.x[t];
    }
    dls_error error = solve_surely(R, &r, &place, fault);
    if (error || !R->interior.feasible) {
        return error;
    }
    if (r.outcome == DLS_SOLVED) {
        double worst = fmax(fmax(r.primal, r.dual), fmax(r.gap, r.cone));
        end[k] = function_value(R, k);
        R->result->error = fmax(R->result->error, worst);
        prove_end(R, k, side, place);
        look_around(R, place);
    } else if (r.outcome == DLS_PRIMAL_INFEASIBLE) { /* the proof is a ray */
        end[k] = -side * INFINITY;
        prove_end(R, k, side, place);
    } else if (!ended(r.outcome)) {
        R->result->outcome = DLS_NUMERICAL_TROUBLE;
    }
    return DLS_OK;
}

static dls_error all_ends(dls_range_solver *R, dls_fault *fault)
{
    dls_conic_result r;
    dls_int place;
    dls_error error = R->C.cols == 0 ? solve_surely(R, &r, &place, fault) : DLS_OK;
    for (dls_int k = 0; !error && k < R->C.cols && !ended(R->result->outcome); k++) {
        error = one_end(R, k, -1, fault);
        if (!error && !R->interior.feasible) {
            return DLS_OK;
        }
    }
    for (dls_int k = 0; !error && k < R->C.cols && !ended(R->result->outcome); k++) {
        error = isnan(R->lo[k]) ? one_end(R, k, 1, fault) : DLS_OK;
    }
    return error;
}

static void take_program(dls_range_solver *R, dls_room *room)
{
    dls_range_interior *I = &R->interior;
    dls_view A = R->given->A;
    dls_int n = A.rows, m = A.cols;
    dls_mat_take(room, &I->none, n, n, 0);
    dls_mat_take(room, &I->At, m, n, dls_entries(A));
    DLS_TAKE_NUMBERS(room, n, &I->q, &I->y);
    DLS_TAKE_NUMBERS(room, m, &I->c, &I->x, &I->s);
}

static dls_error set_up_program(dls_range_solver *R, dls_fault *fault)
{
    dls_range_interior *I = &R->interior;
    dls_mat_fill_transpose(&I->At, R->given->A, NULL);
    I->dual = (dls_conic_problem){dls_see(&I->none), I->q, dls_see(&I->At), I->c, R->cones};
    return make_program(R, DLS_RANGE_FIRST, fault);
}

static dls_error run_programs(dls_range_solver *R, dls_fault *fault)
{
    dls_negate(R->n, R->b, R->interior.q);
    R->interior.feasible = false;
    return all_ends(R, fault);
}

const dls_range_method dls_range_by_interior = {take_program, set_up_program, run_programs};
