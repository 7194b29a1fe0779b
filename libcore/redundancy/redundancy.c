/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The diagnosis. G in units of its own (units.c: a verdict must not depend on the caller's; columns
   have unit length) gives the rank, the independent subset and a sparse kernel; reaction i is
   determined exactly when row i of the kernel is zero, that is when g_i is no combination of the
   others; the acceleration is unique exactly when ker M and ker G' meet in 0 only (TUTORIAL Prop. 1
   and App. E (iv), ALLSTICK Prop. 1). */
#include <math.h>
#include <stdlib.h>

#include "rank/rank.h"

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

/* Row i of the kernel zero up to this, relative to the largest entry of its column: determined, if
   the leverage does not say otherwise: columns of a kernel may be long, 1e8 and more. */
static const double NOTHING = 1e-8;

/* ker G from ker(unit): entry i times length[j]/length[i], which keeps 1 at the redundant j. */
static dls_error kernel_of_constraints(diagnosis *D, dls_fault *fault)
{
    dls_redundancy_report *R = &D->report;
    dls_mat Z;
    dls_error error = dls_rank_kernel(&D->rank, D->settings.most, &Z, fault);
    if (error || !Z.p) { /* too large is not an error: the rest of the report stands without it */
        return error;
    }
    for (dls_int i = 0; i < R->m; i++) {
        R->determined[i] = true;
    }
    for (dls_int c = 0; c < Z.cols; c++) {
        dls_int j = R->redundant[c];
        double largest = 0;
        for (dls_int k = Z.p[c]; k < Z.p[c + 1]; k++) {
            largest = DLS_MAX(largest, fabs(Z.x[k]));
        }
        R->determined[j] = false;
        for (dls_int k = Z.p[c]; k < Z.p[c + 1]; k++) {
            bool something = fabs(Z.x[k]) > NOTHING * largest;
            R->determined[Z.i[k]] = R->determined[Z.i[k]] && !something;
            Z.x[k] *= D->length[j] / D->length[Z.i[k]];
        }
    }
    D->kernel = Z;
    R->kernel = dls_see(&D->kernel);
    return DLS_OK;
}

/* h = 1 - |row of an orthonormal kernel basis|^2 */
static dls_error leverage_from_kernel(diagnosis *D, dls_fault *fault)
{
    dls_redundancy_report *R = &D->report;
    dls_int m = R->m, k = R->kernel.cols, entries = m * k;
    double *Z = DLS_NEW(double, entries);
    if (!Z) {
        return dls_fail_memory(fault);
    }
    dls_fill_full(R->kernel, m, Z);
    dls_error error = dls_rank_complement_leverage(m, k, Z, R->leverage, fault);
    dls_free(Z);
    return error;
}

/* h = |row of an orthonormal basis of the range of G'|^2, whose columns are the rows of R */
static dls_error leverage_from_rows(diagnosis *D, dls_fault *fault)
{
    dls_redundancy_report *R = &D->report;
    const dls_mat *rows = &D->rank.R;
    dls_int m = R->m, entries = m * R->rank;
    double *X = DLS_NEW(double, entries);
    if (!X) {
        return dls_fail_memory(fault);
    }
    for (dls_int c = 0; c < m; c++) {
        dls_int j = D->rank.order[c];
        for (dls_int k = rows->p[c]; k < rows->p[c + 1]; k++) {
            X[j + rows->i[k] * m] = rows->x[k] * D->length[j];
        }
    }
    dls_error error = dls_rank_complement_leverage(m, R->rank, X, R->leverage, fault);
    for (dls_int j = 0; j < m; j++) {
        R->leverage[j] = 1 - R->leverage[j];
    }
    dls_free(X);
    return error;
}

/* h_i = g_i' (G G' + eps I)^-1 g_i by the selected inverse: right to eps/sigma_min^2 + 1e-16/eps.
 */
static dls_error leverage_from_inverse(diagnosis *D, dls_fault *fault)
{
    static const double EPSILON = 1e-9;
    dls_mat zero = {0}, G = {0}, Gt = {0}, E = {0};
    bool ready = dls_mat_copy(&G, dls_see(&D->unit));
    for (dls_int j = 0; ready && j < G.cols; j++) { /* columns as given: leverage depends on them */
        for (dls_int k = G.p[j]; k < G.p[j + 1]; k++) {
            G.x[k] *= D->length[j];
        }
    }
    ready = ready && dls_mat_new(&zero, G.rows, G.rows, 0);
    ready = ready && dls_mat_transpose(&Gt, dls_see(&G), NULL);
    double square = ready ? dls_frobenius(dls_see(&G)) : 0;
    double epsilon = EPSILON * square * square / (double)DLS_MAX(G.cols, 1);
    dls_blocks S = {dls_see(&zero), dls_see(&G), dls_see(&Gt)};
    ready = ready && dls_rank_normal_pattern(&S, &E) && dls_rank_normal_values(&S, epsilon, 1, &E);
    dls_error error = ready ? dls_rank_inverse_forms(dls_see(&E), S.B, D->report.leverage, fault)
                            : dls_fail_memory(fault);
    dls_mat_free(&zero);
    dls_mat_free(&G);
    dls_mat_free(&Gt);
    dls_mat_free(&E);
    return error;
}

/* The cheapest of three by their flops and bytes: an orthonormal basis of ker G or of its
   complement, m k^2, or the selected inverse, unless columns are so long that G G' is full. */
static dls_error find_leverage(diagnosis *D, dls_fault *fault)
{
    static const double DENSE_WORK = 5e8; /* of an orthonormalisation, m k^2 */
    static const double WHOLE = 1 - 1e-6; /* leverage of a reaction that is determined, rounded */
    dls_redundancy_report *R = &D->report;
    double m = (double)R->m, rank = (double)R->rank;
    dls_blocks S = {{.cols = R->n}, D->G, {0}};
    bool hopeless = dls_rank_normal_bound(&S) > DLS_HOPELESS * (double)(dls_entries(D->G) + R->n);
    double kernel = R->kernel.p ? m * (m - rank) * (m - rank) : INFINITY, rows = m * rank * rank;
    if (!dls_pool_make(&D->pool, lay_out_leverage, D)) {
        return dls_fail_memory(fault);
    }
    dls_error error;
    if (fmin(kernel, rows) > DENSE_WORK && !hopeless) {
        error = leverage_from_inverse(D, fault);
    } else if (kernel <= fmax(rows, DENSE_WORK)) {
        error = leverage_from_kernel(D, fault);
    } else {
        error = leverage_from_rows(D, fault);
    }
    for (dls_int i = 0; !error && i < R->m; i++) {
        R->leverage[i] = fmin(1, fmax(0, R->leverage[i]));
        R->determined[i] = (R->determined[i] || !R->kernel.p) && R->leverage[i] > WHOLE;
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
        error = kernel_of_constraints(D, fault);
    }
    if (!error && (D->settings.leverage != 0 || !D->report.kernel.p)) {
        error = find_leverage(D, fault); /* without a kernel, leverage tells what is determined */
    }
    error = error ? error : find_floating(D, M, G, fault);
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
