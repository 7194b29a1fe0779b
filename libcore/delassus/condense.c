/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bodies and joints: where A is of small blocks, their motion is eliminated, and W = G'A^-1 G, as
   sparse as the joints are, is factorised. Patterns are analysed once. */
#include <math.h>
#include <string.h>

#include "delassus/operator.h"
#include "kkt/kkt.h"

enum { FEW = 48, FILL = 8 }; /* constraints for a full W; entries of W for each of G */

void dls_delassus_condensed_free(dls_condensed *C)
{
    dls_linsys_free(C->factor);
    dls_linsys_free(C->mass);
    dls_mat *const matrix[] = {&C->A, &C->G, &C->Gt, &C->Y, &C->W};
    for (int k = 0; k < 5; k++) {
        dls_mat_free(matrix[k]);
    }
    dls_pool_free(&C->pool);
    *C = (dls_condensed){.known = false};
}

static void lay_out(void *object, dls_room *room)
{
    dls_condensed *C = object;
    dls_int n = C->A.cols, m = C->G.cols;
    C->sum = DLS_TAKE(room, double, DLS_MAX(n, m));
    C->change = DLS_TAKE(room, double, m);
    C->res = DLS_TAKE(room, double, m);
}

static dls_error invert_blocks(dls_condensed *C, dls_view A, bool *done, dls_fault *fault)
{
    static const double LEAST_PIVOT = 1e-12; /* of a block, its rows scaled */
    dls_error error = dls_linsys_factor(C->mass, A, fault);
    *done = !error && C->mass->pivot_min >= LEAST_PIVOT;
    return error == DLS_ERROR_MEMORY ? error : DLS_OK;
}

static dls_error analyse_condensed(dls_condensed *C, dls_view A, dls_view G, dls_fault *fault)
{
    dls_delassus_condensed_free(C);
    bool done = dls_mat_copy(&C->A, A) && dls_mat_copy(&C->G, G);
    dls_error error = done ? dls_linsys_create(&C->mass, &dls_linsys_bodies, A, 0, fault)
                           : dls_fail_memory(fault);
    if (!error && dls_linsys_in_small_blocks(C->mass)) {
        error = invert_blocks(C, A, &C->fits, fault);
    }
    if (error || !C->fits) {
        return error;
    }
    dls_int most = FILL * (dls_entries(G) + G.cols);
    done = dls_mat_transpose(&C->Gt, G, NULL) &&
           dls_mat_product(dls_linsys_inverse(C->mass), G, false, INT64_MAX, &C->Y) &&
           dls_mat_product(dls_see(&C->Gt), dls_see(&C->Y), true, most, &C->W) &&
           dls_pool_make(&C->pool, lay_out, C);
    C->fits = done && C->W.p[G.cols] <= most;
    return done ? DLS_OK : dls_fail_memory(fault);
}

static bool symmetric_pattern(dls_view A)
{
    static const double ROUNDING = 1e-13;
    for (dls_int j = 0; j < A.cols; j++) {
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            double other = 0;
            for (dls_int l = A.p[A.i[k]]; l < A.p[A.i[k] + 1]; l++) {
                other = A.i[l] == j ? A.x[l] : other;
            }
            if (fabs(A.x[k] - other) > ROUNDING * (fabs(A.x[k]) + fabs(other))) {
                return false;
            }
        }
    }
    return true;
}

/* C->A := A; *done: it is symmetric, and its inverse is known */
static dls_error invert_mass(dls_condensed *C, dls_view A, bool known, bool *done, dls_fault *fault)
{
    *done = known && memcmp(A.x, C->A.x, (size_t)dls_entries(A) * sizeof *A.x) == 0;
    if (*done) {
        return DLS_OK;
    }
    dls_mat_fill(&C->A, A);
    return symmetric_pattern(A) ? invert_blocks(C, A, done, fault) : DLS_OK;
}

static dls_error factor_condensed(dls_condensed *C, double rank_tolerance, dls_fault *fault)
{
    static const double LEAST_PIVOT = 1e-11;
    bool few = C->G.cols <= FEW;
    dls_view W = dls_see(&C->W);
    dls_error error = DLS_OK;
    if (!C->factor) {
        error = dls_linsys_create(&C->factor, few ? &dls_linsys_pivoted : &dls_linsys_cholesky, W,
                                  0, fault);
    }
    if (!error) {
        /* W has squares of G's singular values */
        C->factor->rank_tolerance = rank_tolerance * rank_tolerance;
        error = dls_linsys_factor(C->factor, W, fault);
    }
    C->known = !error && (few || C->factor->pivot_min > LEAST_PIVOT * C->factor->pivot_max);
    return error == DLS_ERROR_MEMORY ? error : DLS_OK;
}

dls_error dls_delassus_condense(dls_condensed *C, dls_view A, dls_view G, double rank_tolerance,
                                dls_fault *fault)
{
    dls_error error = DLS_OK;
    bool known = C->fits && C->inverted, inverted = false;
    C->known = false;
    if (!dls_same_pattern(A, dls_see(&C->A)) || !dls_same_pattern(G, dls_see(&C->G))) {
        known = false;
        error = analyse_condensed(C, A, G, fault);
    }
    C->inverted = false;
    if (!error && C->fits) {
        error = invert_mass(C, A, known, &inverted, fault);
        C->inverted = inverted;
    }
    if (error) {
        dls_delassus_condensed_free(C);
    }
    if (error || !C->inverted) {
        return error;
    }
    dls_mat_fill(&C->G, G);
    dls_mat_fill_transpose(&C->Gt, G, NULL);
    dls_mat_fill_product(dls_linsys_inverse(C->mass), G, false, C->sum, &C->Y);
    dls_mat_fill_product(dls_see(&C->Gt), dls_see(&C->Y), true, C->sum, &C->W);
    C->rest = dls_kkt_rest(rank_tolerance);
    return factor_condensed(C, rank_tolerance, fault);
}

/* res := c - G'v; the largest, relative to its terms. forced: the rates that the forces would cause
   alone, known at the first time. */
static double rest(dls_condensed *C, const double *c, const double *v, bool first, double *forced)
{
    double worst = 0, size = 0;
    for (dls_int j = 0; j < C->G.cols; j++) {
        double sum = c[j], terms = fabs(c[j]);
        for (dls_int k = C->G.p[j]; k < C->G.p[j + 1]; k++) {
            double product = C->G.x[k] * v[C->G.i[k]];
            sum -= product;
            terms += fabs(product);
        }
        C->res[j] = sum;
        worst = fmax(worst, fabs(sum));
        size = fmax(size, terms);
    }
    *forced = first ? size : *forced;
    return dls_kkt_rate_error(worst, size, C->rest * *forced);
}

double dls_delassus_condensed_solve(dls_condensed *C, const double *r, const double *c, double *v,
                                    double *p)
{
    enum { TIMES = 2 }; /* the second one takes what rounding has left */
    static const double EXACT = 4 * DLS_EPS;
    double worst = INFINITY, forced = 0;
    dls_zero(C->G.cols, p);
    if (dls_linsys_solve(C->mass, r, v)) {
        return INFINITY;
    }
    for (int k = 0; k <= TIMES; k++) {
        worst = rest(C, c, v, k == 0, &forced);
        if (k == TIMES || worst <= EXACT) {
            break;
        }
        if (dls_linsys_solve(C->factor, C->res, C->change)) {
            return INFINITY;
        }
        dls_axpy(C->G.cols, 1, C->change, p);
        dls_mul(dls_see(&C->Y), 1, C->change, v);
    }
    return worst;
}
