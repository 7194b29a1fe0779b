/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bodies and joints: where A is of small blocks, their motion is eliminated, and W = G'A^-1 G, as
   sparse as the joints are, is factorised. Patterns are analysed once. */
#include <math.h>
#include <string.h>

#include "kkt/kkt.h"
#include "motion/motion.h"

enum { FEW = 48, FILL = 8 }; /* constraints for a full W; entries of W for each of G */

void dls_motion_condensed_free(dls_motion_condensed *C)
{
    dls_linsys_free(C->factor);
    dls_motion_blocks_free(&C->blocks);
    dls_mat *const matrix[] = {&C->A, &C->G, &C->Gt, &C->Y, &C->W};
    for (int k = 0; k < 5; k++) {
        dls_mat_free(matrix[k]);
    }
    dls_pool_free(&C->pool);
    *C = (dls_motion_condensed){.known = false};
}

static void lay_out(void *object, dls_room *room)
{
    dls_motion_condensed *C = object;
    dls_int n = C->A.cols, m = C->G.cols;
    C->sum = DLS_TAKE(room, double, DLS_MAX(n, m));
    C->c = DLS_TAKE(room, double, m);
    C->res = DLS_TAKE(room, double, m);
    dls_motion_pivots_take(room, &C->full, m <= FEW ? m : 0);
}

/* Columns of C where those of A B have entries, from row `below` times the column's number */
static bool product_pattern(dls_view A, dls_view B, bool lower, dls_int most, dls_mat *C)
{
    dls_scatter sum = {0};
    dls_int room = 2 * dls_entries(B) + 1;
    bool done = dls_scatter_new(&sum, A.rows) && dls_mat_new(C, A.rows, B.cols, room);
    for (dls_int j = 0; done && j < B.cols; j++) {
        for (dls_int k = B.p[j]; k < B.p[j + 1]; k++) {
            for (dls_int i = A.p[B.i[k]]; i < A.p[B.i[k] + 1]; i++) {
                if (!lower || A.i[i] >= j) {
                    dls_scatter_add(&sum, A.i[i], 1);
                }
            }
        }
        done = C->p[j] > most || dls_scatter_collect(&sum, -1, A.rows, C, &room, j);
        if (C->p[j] > most) {
            C->p[j + 1] = C->p[j];
        }
    }
    dls_scatter_free(&sum);
    return done;
}

static dls_error analyse_condensed(dls_motion_condensed *C, dls_view A, dls_view G,
                                   dls_fault *fault)
{
    dls_motion_condensed_free(C);
    bool done = dls_mat_copy(&C->A, A) && dls_mat_copy(&C->G, G);
    dls_error error =
        done ? dls_motion_blocks_find(&C->blocks, A, &C->fits, fault) : dls_fail_memory(fault);
    if (error || !C->fits) {
        return error;
    }
    dls_view inverse = dls_see(&C->blocks.inverse);
    C->fits = dls_motion_blocks_invert(&C->blocks, A);
    if (!C->fits) {
        return DLS_OK;
    }
    dls_int most = FILL * (dls_entries(G) + G.cols);
    done = dls_mat_transpose(&C->Gt, G, NULL) &&
           product_pattern(inverse, G, false, INT64_MAX, &C->Y) &&
           product_pattern(dls_see(&C->Gt), dls_see(&C->Y), true, most, &C->W) &&
           dls_pool_make(&C->pool, lay_out, C);
    C->fits = done && C->W.p[G.cols] <= most;
    return done ? DLS_OK : dls_fail_memory(fault);
}

/* A' = A, and A^-1 is known for its values */
static bool invert_mass(dls_motion_condensed *C, dls_view A)
{
    static const double ROUNDING = 1e-13;
    if (C->blocks.known && memcmp(A.x, C->A.x, (size_t)dls_entries(A) * sizeof *A.x) == 0) {
        return true;
    }
    dls_mat_fill(&C->A, A);
    for (dls_int j = 0; j < A.cols; j++) {
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            double other = 0;
            for (dls_int l = A.p[A.i[k]]; l < A.p[A.i[k] + 1]; l++) {
                other = A.i[l] == j ? A.x[l] : other;
            }
            if (fabs(A.x[k] - other) > ROUNDING * (fabs(A.x[k]) + fabs(other))) {
                return C->blocks.known = false;
            }
        }
    }
    return C->blocks.known = dls_motion_blocks_invert(&C->blocks, A);
}

/* C := A B on its pattern */
static void fill_product(dls_view A, dls_view B, double *sum, dls_mat *C)
{
    for (dls_int j = 0; j < B.cols; j++) {
        for (dls_int k = B.p[j]; k < B.p[j + 1]; k++) {
            for (dls_int i = A.p[B.i[k]]; i < A.p[B.i[k] + 1]; i++) {
                sum[A.i[i]] += A.x[i] * B.x[k];
            }
        }
        for (dls_int k = C->p[j]; k < C->p[j + 1]; k++) {
            C->x[k] = sum[C->i[k]];
            sum[C->i[k]] = 0;
        }
        for (dls_int k = B.p[j]; k < B.p[j + 1]; k++) { /* beyond the pattern: the upper triangle */
            for (dls_int i = A.p[B.i[k]]; i < A.p[B.i[k] + 1]; i++) {
                sum[A.i[i]] = 0;
            }
        }
    }
}

static dls_error factor_condensed(dls_motion_condensed *C, double rank_tolerance, dls_fault *fault)
{
    static const double ROUNDING = 1e-13, LEAST_PIVOT = 1e-11;
    dls_view W = dls_see(&C->W);
    if (C->G.cols <= FEW) {
        double least = rank_tolerance * rank_tolerance; /* W has squares of G's singular values */
        C->known = dls_motion_pivots_factor(&C->full, W, fmax(ROUNDING, least));
        return DLS_OK;
    }
    dls_error error =
        C->factor ? DLS_OK : dls_linsys_create(&C->factor, &dls_linsys_cholesky, W, 0, fault);
    error = error ? error : dls_linsys_factor(C->factor, W, fault);
    C->known = !error && C->factor->pivot_min > LEAST_PIVOT * C->factor->pivot_max;
    return error == DLS_ERROR_MEMORY ? error : DLS_OK;
}

dls_error dls_motion_condense(dls_motion_condensed *C, dls_view A, dls_view G,
                              double rank_tolerance, dls_fault *fault)
{
    dls_error error = DLS_OK;
    C->known = false;
    if (!dls_same_pattern(A, dls_see(&C->A)) || !dls_same_pattern(G, dls_see(&C->G))) {
        error = analyse_condensed(C, A, G, fault);
    }
    if (error) {
        dls_motion_condensed_free(C);
    }
    if (error || !C->fits || !invert_mass(C, A)) {
        return error;
    }
    dls_mat_fill(&C->G, G);
    dls_mat_fill_transpose(&C->Gt, G, NULL);
    fill_product(dls_see(&C->blocks.inverse), G, C->sum, &C->Y);
    fill_product(dls_see(&C->Gt), dls_see(&C->Y), C->sum, &C->W);
    C->rest = dls_kkt_rest(rank_tolerance);
    return factor_condensed(C, rank_tolerance, fault);
}

/* res := c - G'v; the largest, relative to its terms. forced: the rates that the forces would cause
   alone, known at the first time. */
static double rest(dls_motion_condensed *C, const double *c, const double *v, bool first,
                   double *forced)
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

double dls_motion_condensed_solve(dls_motion_condensed *C, const double *r, const double *c,
                                  double *v, double *p)
{
    enum { TIMES = 2 }; /* the second one takes what rounding has left */
    static const double EXACT = 4 * DLS_EPS;
    dls_int n = C->A.cols, m = C->G.cols;
    bool full = m <= FEW;
    double *change = C->c, worst = INFINITY, forced = 0;
    dls_zero(n, v);
    dls_zero(m, p);
    dls_mul(dls_see(&C->blocks.inverse), 1, r, v);
    for (int k = 0; k <= TIMES; k++) {
        worst = rest(C, c, v, k == 0, &forced);
        if (k == TIMES || worst <= EXACT) {
            break;
        }
        dls_zero(m, change);
        if (full) {
            dls_motion_pivots_solve(&C->full, C->res, change);
        } else if (dls_linsys_solve(C->factor, C->res, change)) {
            return INFINITY;
        }
        dls_axpy(m, 1, change, p);
        dls_mul(dls_see(&C->Y), 1, change, v);
    }
    if (full && C->full.rank < m) {
        dls_motion_pivots_shorten(&C->full, p);
    }
    return worst;
}
