/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The life of a solver of ranges, and all of it in one call. */
#include <math.h>

#include <string.h>

#include "range/range.h"

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

static dls_error check_range(const dls_range_problem *p, dls_fault *fault)
{
    dls_error error = dls_view_check(p->A, "A", fault);
    error = error ? error : dls_view_check(p->C, "C", fault);
    if (error) {
        return error;
    }
    if (p->cones && total(p->cones, p->A.cols) != p->A.cols) {
        return dls_fail(fault, DLS_ERROR_DIMENSION,
                        "the sizes of the cones do not add up to %lld, the columns of A",
                        (long long)p->A.cols);
    }
    if (p->C.rows != p->A.cols) {
        return dls_fail(fault, DLS_ERROR_DIMENSION,
                        "C has %lld rows; expected %lld, one per column of A", (long long)p->C.rows,
                        (long long)p->A.cols);
    }
    return dls_check_vector(p->A.rows, p->b, "b", fault);
}

static void lay_out(void *object, dls_room *room)
{
    dls_range_solver *R = object;
    const dls_range_problem *p = R->given;
    R->b = DLS_TAKE(room, double, p->A.rows);
    R->free = DLS_TAKE(room, bool, p->A.cols);
    R->positive = DLS_TAKE(room, bool, p->C.cols);
    R->second = DLS_TAKE(room, dls_int, p->cones ? p->cones->count : 0);
    dls_mat_take(room, &R->C, p->C.rows, p->C.cols, dls_entries(p->C));
    R->method->take(R, room);
}

/* Is the function a nonnegative sum of coordinates that are nowhere negative? */
static void find_positive(dls_range_solver *R)
{
    for (dls_int k = 0; k < R->C.cols; k++) {
        R->positive[k] = true;
        for (dls_int t = R->C.p[k]; t < R->C.p[k + 1]; t++) {
            bool good = R->C.x[t] == 0 || (R->C.x[t] > 0 && !R->free[R->C.i[t]]);
            R->positive[k] = R->positive[k] && good;
        }
    }
}

/* Which x may be negative; the sizes of cones. */
static void copy_signs(dls_range_solver *R)
{
    const dls_range_problem *p = R->given;
    if (!p->cones) {
        memcpy(R->free, p->free, (size_t)p->A.cols * sizeof *R->free);
        return;
    }
    dls_int i = p->cones->zero + p->cones->linear;
    for (dls_int j = 0; j < p->A.cols; j++) {
        R->free[j] = j < p->cones->zero || j >= i;
    }
    for (dls_int k = 0; k < p->cones->count; i += p->cones->second[k], k++) {
        R->free[i] = false;
        R->second[k] = p->cones->second[k];
    }
    R->cones = *p->cones;
    R->cones.second = R->second;
}

dls_error dls_range_setup(const dls_range_problem *problem, double max_time, dls_host host,
                          dls_range_solver **out, dls_fault *fault)
{
    *out = NULL;
    dls_error error = check_range(problem, fault);
    if (error) {
        return error;
    }
    dls_range_solver *R = DLS_NEW(dls_range_solver, 1);
    if (!R) {
        return dls_fail_memory(fault);
    }
    R->method = problem->cones ? &dls_range_by_interior : &dls_range_by_vertices;
    R->given = problem;
    R->n = problem->A.rows;
    R->m = problem->A.cols;
    R->proof = problem->proof;
    R->close = problem->close;
    R->max_time = max_time;
    R->host = host;
    error = dls_pool_make(&R->pool, lay_out, R) ? DLS_OK : dls_fail_memory(fault);
    if (!error) {
        dls_copy(R->n, problem->b, R->b);
        dls_mat_fill(&R->C, problem->C);
        copy_signs(R);
        find_positive(R);
        error = R->method->setup(R, fault);
        R->given = NULL;
    }
    if (error) {
        dls_range_free(R);
        return error;
    }
    *out = R;
    return DLS_OK;
}

dls_int dls_range_keep(dls_range_solver *R, double factor, const double *unit, const double *x)
{
    dls_range_proof *P = R->proof;
    double *point = P->points + R->m * P->count;
    for (dls_int j = 0; j < R->m; j++) {
        point[j] = factor * (unit ? unit[j] : 1) * x[j];
    }
    return P->count++;
}

void dls_range_prove(dls_range_solver *R, double *proof, double factor, const double *unit,
                     const double *y)
{
    for (dls_int i = 0; i < R->n; i++) {
        proof[i] = factor * (unit ? unit[i] : 1) * y[i];
    }
}

static void start_proof(dls_range_solver *R)
{
    dls_range_proof *P = R->proof;
    if (P) {
        P->count = 0;
        P->point = -1;
        dls_zero(R->n * R->C.cols, P->y_lo);
        dls_zero(R->n * R->C.cols, P->y_hi);
        dls_zero(R->n, P->empty);
        for (dls_int k = 0; k < R->C.cols; k++) {
            P->at_lo[k] = P->at_hi[k] = -1;
        }
    }
}

dls_error dls_range_next(dls_range_solver *R, const double *b, double *lo, double *hi,
                         bool *determined, dls_range_result *result, dls_fault *fault)
{
    double start = dls_clock();
    dls_error error = b ? dls_check_vector(R->n, b, "b", fault) : DLS_OK;
    if (error) {
        return error;
    }
    *result = (dls_range_result){.outcome = DLS_SOLVED};
    dls_copy(b ? R->n : 0, b, R->b);
    R->lo = lo;
    R->hi = hi;
    R->determined = determined;
    R->result = result;
    R->watch = dls_watch_start(R->host, R->max_time);
    for (dls_int k = 0; k < R->C.cols; k++) {
        lo[k] = hi[k] = NAN;
        determined[k] = false;
    }
    start_proof(R);
    error = R->method->run(R, fault);
    result->time = dls_clock() - start;
    return error;
}

void dls_range_free(dls_range_solver *R)
{
    if (R) {
        dls_pool_free(&R->pool);
        dls_free(R);
    }
}

dls_error dls_range(const dls_range_problem *problem, double max_time, dls_host host, double *lo,
                    double *hi, bool *determined, dls_range_result *result, dls_fault *fault)
{
    double start = dls_clock();
    dls_range_solver *R = NULL;
    dls_error error = dls_range_setup(problem, max_time, host, &R, fault);
    error = error ? error : dls_range_next(R, NULL, lo, hi, determined, result, fault);
    dls_range_free(R);
    if (!error) {
        result->time = dls_clock() - start;
    }
    return error;
}
