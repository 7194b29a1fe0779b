/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The diagnosis. G in units of its own (units.c: a verdict must not depend on the caller's; columns
   have unit length) gives the rank, the independent subset and a sparse kernel; reaction i is
   determined exactly when row i of the kernel is zero, that is when g_i is no combination of the
   others; the acceleration is unique exactly when ker M and ker G' meet in 0 only (TUTORIAL Prop. 1
   and App. E (iv), ALLSTICK Prop. 1). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "redundancy/redundancy.h"
#include "verify/verify.h"

typedef struct {
    dls_redundancy_report report;
    dls_pool pool;
    dls_view G;
    dls_mat kernel, floating;
    dls_redundancy_settings settings;
    double *units;    /* of the coordinates, S: inertias are 1 */
    double *balanced; /* B: as S, but for the rank of G alone */
    double *length;   /* of the columns of B G; 1 for zero columns */
    double *scratch;  /* n */
    dls_int *order;   /* m: the independent columns, then the redundant ones */
    dls_mat unit;     /* B G with unit columns */
    dls_rank rank;    /* of unit */
} diagnosis;

/* A gap in the spectrum that ends below this, relative to the largest value, is rank: positions
   known to six digits are enough for redundancy to show. */
static const double CEILING = 1e-5;

enum { SMALL = 400 }; /* up to here singular values decide, and constraints keep their order */

static void lay_out(void *object, dls_room *room)
{
    diagnosis *D = object;
    dls_redundancy_report *R = &D->report;
    dls_int n = R->n, m = R->m, least = DLS_MIN(n, m);
    DLS_TAKE_NUMBERS(room, n, &D->units, &D->balanced, &D->scratch);
    D->length = DLS_TAKE(room, double, m);
    D->order = DLS_TAKE(room, dls_int, m);
    R->determined = DLS_TAKE(room, bool, m);
    R->singular_values = least <= SMALL ? DLS_TAKE(room, double, least) : NULL;
    dls_mat_take(room, &D->unit, n, m, dls_entries(D->G));
}

static void lay_out_leverage(void *object, dls_room *room)
{
    diagnosis *D = object;
    D->report.leverage = DLS_TAKE(room, double, D->report.m);
}

/* What was made elsewhere. */
static void release(void *object)
{
    diagnosis *D = object;
    dls_mat_free(&D->kernel);
    dls_mat_free(&D->floating);
    dls_rank_free(&D->rank);
}

static dls_error normalise_report(diagnosis *D, dls_view M, dls_fault *fault)
{
    dls_view G = D->G;
    double *balanced = D->balanced;
    if (!dls_rank_units_find(NULL, M, G, D->units, D->length, D->scratch)) {
        return dls_fail_memory(fault);
    }
    dls_mat_fill(&D->unit, G);
    dls_copy(G.rows, D->units, balanced);
    dls_rank_units_balance(G, balanced, D->length, D->scratch);
    for (dls_int j = 0; j < G.cols; j++) {
        dls_int first = G.p[j], count = G.p[j + 1] - first;
        for (dls_int k = first; k < first + count; k++) {
            D->unit.x[k] *= balanced[G.i[k]];
        }
        double length = dls_norm(count, D->unit.x + first);
        D->length[j] = length > 0 ? length : 1;
        for (dls_int k = first; k < first + count; k++) {
            D->unit.x[k] /= D->length[j];
        }
    }
    return DLS_OK;
}

/* The least pivot of the columns taken for independent. */
static double weakest(const dls_rank *rank)
{
    double least = INFINITY;
    for (dls_int k = 0; k < rank->rank; k++) {
        least = fmin(least, fabs(rank->R.x[rank->R.p[k + 1] - 1]));
    }
    return least;
}

/* Where that is cheap the singular values of R decide; then R itself is right unless its diagonal
   told another rank, or took rounding for a pivot. */
static dls_error reveal(diagnosis *D, dls_fault *fault)
{
    dls_redundancy_report *R = &D->report;
    dls_int least = DLS_MIN(R->n, R->m);
    dls_rank_rule rule = {D->settings.rank_tolerance, CEILING, -1, R->m <= SMALL};
    dls_rank_rule complete = {20.0 * (double)(R->n + R->m) * DLS_EPS, 0, -1, R->m <= SMALL};
    dls_error error =
        dls_rank_reveal(dls_see(&D->unit), least > SMALL ? rule : complete, &D->rank, fault);
    R->gap = D->rank.gap;
    R->tolerance = D->rank.tolerance;
    if (error || least > SMALL) {
        return error;
    }
    error = dls_rank_singular_values(dls_see(&D->rank.R), R->singular_values, fault);
    if (error) {
        return error;
    }
    double rounding = 4.0 * (double)DLS_MAX(R->n, R->m) * DLS_EPS;
    dls_int target =
        dls_rank_of_values(least, R->singular_values, rule, rounding, &R->gap, &R->tolerance);
    if (target != D->rank.rank || weakest(&D->rank) < R->tolerance) {
        rule.relative = R->tolerance;
        dls_rank_free(&D->rank);
        error = dls_rank_reveal(dls_see(&D->unit), rule, &D->rank, fault);
    }
    if (!error && target != D->rank.rank) { /* a long chain: pivots of dependent columns amplify */
        rule.target = target;
        dls_rank_free(&D->rank);
        error = dls_rank_reveal(dls_see(&D->unit), rule, &D->rank, fault);
    }
    return error;
}

static int increasing(const void *a, const void *b)
{
    dls_int x = *(const dls_int *)a, y = *(const dls_int *)b;
    return (x > y) - (x < y);
}

static void part_columns(diagnosis *D)
{
    dls_redundancy_report *R = &D->report;
    dls_int rank = R->rank = D->rank.rank;
    for (dls_int k = 0; k < R->m; k++) {
        D->order[k] = D->rank.order[k];
    }
    R->independent = D->order;
    R->redundant = D->order + rank;
    qsort(R->independent, (size_t)rank, sizeof(dls_int), increasing);
    qsort(R->redundant, (size_t)(R->m - rank), sizeof(dls_int), increasing);
}

static dls_diagnosed diagnosed(const diagnosis *D)
{
    return (dls_diagnosed){.unit = dls_see(&D->unit),
                           .kernel = dls_see(&D->kernel),
                           .rank = &D->rank,
                           .last = D->report.redundant,
                           .determined = D->report.determined,
                           .accuracy = 1 / D->report.gap};
}

/* Reaction i is determined where row i of the kernel is zero. faint: what it has is near rounding.
   Columns of a kernel may be long, 1e8 and more, beside the 1 of their redundant constraint. */
static dls_int read_kernel(diagnosis *D, bool *faint)
{
    dls_redundancy_report *R = &D->report;
    dls_view Z = dls_see(&D->kernel);
    dls_int count = 0;
    for (dls_int c = 0; c < Z.cols; c++) {
        double largest = dls_largest(Z.p[c + 1] - Z.p[c], Z.x + Z.p[c]);
        for (dls_int k = Z.p[c]; k < Z.p[c + 1]; k++) {
            bool clear =
                fabs(Z.x[k]) > DLS_REDUNDANCY_NOTHING * largest || Z.i[k] == R->redundant[c];
            R->determined[Z.i[k]] = R->determined[Z.i[k]] && !clear;
            faint[Z.i[k]] = true;
        }
    }
    for (dls_int i = 0; i < R->m; i++) {
        faint[i] = faint[i] && R->determined[i];
        count += faint[i];
    }
    return count;
}

/* What is left in rows of determined reactions is rounding. */
static void clear_determined(const bool *determined, dls_mat *Z)
{
    dls_int at = 0, k = 0;
    for (dls_int c = 0; c < Z->cols; c++) {
        for (; k < Z->p[c + 1]; k++) {
            if (!determined[Z->i[k]]) {
                dls_mat_put(Z, &at, Z->i[k], Z->x[k]);
            }
        }
        Z->p[c + 1] = at;
    }
}

/* Leverages without units decide about faint rows, if they are accurate enough. */
static dls_error decide_faint(diagnosis *D, const bool *faint, dls_fault *fault)
{
    static const double BELOW = 1e-6; /* 1, that is clearly not determined */
    dls_redundancy_report *R = &D->report;
    double bound, *h = DLS_NEW(double, R->m);
    for (dls_int i = 0; i < R->m; i++) {
        R->determined[i] = R->determined[i] && !faint[i];
    }
    dls_diagnosed what = diagnosed(D);
    dls_error error =
        h ? dls_redundancy_leverage(&what, NULL, h, &bound, fault) : dls_fail_memory(fault);
    for (dls_int i = 0; !error && i < R->m; i++) {
        R->determined[i] = R->determined[i] || (faint[i] && !(h[i] < 1 - BELOW - bound));
    }
    clear_determined(R->determined, &D->kernel);
    dls_free(h);
    return error;
}

/* A kernel that is too large is not an error: the rest of the report stands without it. */
static dls_error find_determined(diagnosis *D, dls_fault *fault)
{
    dls_redundancy_report *R = &D->report;
    dls_error error = dls_rank_kernel(&D->rank, D->settings.most, &D->kernel, fault);
    bool *faint = DLS_NEW(bool, R->m);
    for (dls_int i = 0; i < R->m; i++) {
        R->determined[i] = true;
    }
    if (error || !faint) {
        error = error ? error : dls_fail_memory(fault);
    } else if (D->kernel.p) {
        error = read_kernel(D, faint) > 0 ? decide_faint(D, faint, fault) : DLS_OK;
    } else {
        error = dls_rank_dependent(&D->rank, faint, fault);
        for (dls_int i = 0; i < R->m; i++) {
            R->determined[i] = !faint[i];
        }
    }
    dls_free(faint);
    return error;
}

/* ker G from ker(unit): entry i times length[j]/length[i], which keeps 1 at the redundant j. */
static void kernel_of_constraints(diagnosis *D)
{
    dls_mat *Z = &D->kernel;
    for (dls_int c = 0; c < Z->cols; c++) {
        dls_int j = D->report.redundant[c];
        for (dls_int k = Z->p[c]; k < Z->p[c + 1]; k++) {
            Z->x[k] *= D->length[j] / D->length[Z->i[k]];
        }
    }
    D->report.kernel = dls_see(Z);
}

/* What follows from the kernel of the unit columns. */
static dls_error use_kernel(diagnosis *D, dls_fault *fault)
{
    dls_redundancy_report *R = &D->report;
    dls_diagnosed what = diagnosed(D);
    dls_error error = DLS_OK;
    if (D->settings.leverage != 0) {
        bool ready = dls_pool_make(&D->pool, lay_out_leverage, D);
        error = ready ? dls_redundancy_leverage(&what, D->length, R->leverage, &R->leverage_error,
                                                fault)
                      : dls_fail_memory(fault);
    }
    if (!error && D->kernel.p) {
        error = dls_redundancy_releases(&what, &D->pool, &R->releases, &R->parts, fault);
        kernel_of_constraints(D);
    }
    return error;
}

static dls_error find_floating(diagnosis *D, dls_view M, dls_view G, dls_fault *fault)
{
    dls_redundancy_report *R = &D->report;
    dls_error error = dls_rank_floating(M, G, D->units, &D->floating, R, fault);
    R->floating = dls_see(&D->floating);
    return error;
}

/* What is refused is a matter of opinion. */
static dls_error verify(diagnosis *D, dls_view M, dls_fault *fault)
{
    dls_redundancy_report *R = &D->report;
    dls_verify_report report;
    dls_error error = dls_verify_redundancy(M, D->G, R, false, &report, fault);
    if (!error && !report.ok) {
        snprintf(R->message, sizeof R->message, "verification: %s", report.message);
        R->gap = fmin(R->gap, 1);
        for (dls_int p = 0; p < R->parts; p++) {
            R->releases[p].complete = false;
        }
    }
    return error;
}

dls_error dls_redundancy(dls_view M, dls_view G, const dls_redundancy_settings *settings,
                         dls_redundancy_report **out, dls_fault *fault)
{
    *out = NULL;
    dls_error error = settings ? dls_settings_check("dls_redundancy", settings, fault) : DLS_OK;
    error = error ? error : dls_rank_check_system(M, G, fault);
    if (error) {
        return error;
    }
    diagnosis *D = DLS_NEW(diagnosis, 1);
    if (!D) {
        return dls_fail_memory(fault);
    }
    D->settings = settings ? *settings : dls_redundancy_defaults();
    D->G = G;
    D->report.n = G.rows;
    D->report.m = G.cols;
    bool ready = dls_pool_own(&D->pool, release, D) && dls_pool_make(&D->pool, lay_out, D);
    error = ready ? normalise_report(D, M, fault) : dls_fail_memory(fault);
    D->report.units = D->units;
    error = error ? error : reveal(D, fault);
    if (!error) {
        part_columns(D);
        error = find_determined(D, fault);
    }
    error = error ? error : use_kernel(D, fault);
    error = error ? error : find_floating(D, M, G, fault);
    error = error ? error : verify(D, M, fault);
    if (error) {
        dls_redundancy_free(&D->report);
    } else {
        *out = &D->report;
    }
    return error;
}

void dls_redundancy_free(dls_redundancy_report *report)
{
    if (report) {
        diagnosis *D = (diagnosis *)report; /* its first member */
        dls_pool_free(&D->pool);
        dls_free(D);
    }
}
