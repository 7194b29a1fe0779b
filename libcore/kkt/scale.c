/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the caller's M, G to the scaled A, B. */
#include <math.h>

#include "kkt/kkt.h"

/* Below this ratio of largest to smallest the proximal steps converge well without scaling. */
static const double SPREAD = 1e3;
/* Roots of masses: they are lost beside the proximal weights from ratios of 1e6 on. */
static const double SPREAD_OF_MASSES = 3e4;

/* Of the positive entries; 0 if there are none. */
static double geometric_mean(const dls_team *T, dls_int n, const double *x)
{
    double sums[] = {0, 0}; /* of logarithms, and how many */
    for (dls_int k = 0; k < n; k++) {
        if (x[k] > 0) {
            sums[0] += log(x[k]);
            sums[1]++;
        }
    }
    dls_linsys_team_sum(T, 2, sums);
    return sums[1] > 0 ? exp(sums[0] / sums[1]) : 0;
}

/* T from the columns of S B, and beta. T = I? */
static bool scale_constraints(dls_kkt *K, bool unit_metric)
{
    dls_view B = dls_see(&K->B);
    for (dls_int j = 0; j < K->m; j++) {
        K->T[j] = dls_rank_length_in(B, K->S, j);
    }
    double typical = geometric_mean(K->team, K->m, K->T);
    bool unit = unit_metric || dls_rank_units_even(K->team, K->m, SPREAD, K->T);
    for (dls_int j = 0; j < K->m; j++) {
        K->T[j] = unit || K->T[j] == 0 ? 1 : dls_power2(1 / K->T[j]);
    }
    K->beta = unit ? dls_power2(typical) : 1;
    return unit;
}

/* alpha from the masses S M S */
static void scale_masses(dls_kkt *K)
{
    double mass = 0;
    for (dls_int j = 0; j < K->n; j++) {
        mass = fmax(mass, dls_diagonal_entry(dls_see(&K->M), j) * K->S[j] * K->S[j]);
    }
    dls_linsys_team_largest(K->team, 1, &mass);
    K->massless = mass == 0;
    K->alpha = dls_power2(mass);
}

/* Are the masses of one size, and the diagonal of A + B B'? A small mass that constraints hold is
   small beside them, but it is all there is along the directions that they leave. Uses row_A. */
static bool even(dls_kkt *K)
{
    double *t = K->row_A;
    dls_zero(K->local, t);
    for (dls_int j = 0; j < K->n; j++) {
        t[j] = sqrt(fmax(0, dls_diagonal_entry(dls_see(&K->M), j)));
    }
    if (!dls_rank_units_even(K->team, K->n, SPREAD_OF_MASSES, t)) {
        return false;
    }
    dls_zero(K->local, t);
    for (dls_int j = 0; j < K->n; j++) {
        t[j] = fmax(0, dls_diagonal_entry(dls_see(&K->M), j)) / K->alpha;
    }
    for (dls_int j = 0; j < K->m; j++) {
        for (dls_int k = K->B.p[j]; k < K->B.p[j + 1]; k++) {
            double v = K->B.x[k] * K->T[j] / K->beta;
            t[K->B.i[k]] += v * v;
        }
    }
    dls_linsys_team_collect(K->team, t);
    for (dls_int j = 0; j < K->n; j++) {
        t[j] = sqrt(t[j]);
    }
    return dls_rank_units_even(K->team, K->n, SPREAD, t);
}

static void take_given_units(dls_kkt *K)
{
    dls_fill(K->local, 1, K->S);
    scale_masses(K);
    K->units = DLS_KKT_GIVEN;
}

/* The caller's units where they are even enough, otherwise units of the system's own. Along a chain
   of hundreds of massless coordinates these may drift beyond all measure: then the caller's. */
static bool choose_scaling(dls_kkt *K, bool unit_metric)
{
    static const double ANY_UNITS = 1e40; /* largest over smallest */
    bool ready = true;
    take_given_units(K);
    bool unit_T = scale_constraints(K, unit_metric);
    K->units = unit_metric || (even(K) && unit_T) ? DLS_KKT_GIVEN : DLS_KKT_MASSES;
    if (K->units != DLS_KKT_GIVEN) {
        ready = dls_rank_units_find(K->team, dls_see(&K->M), dls_see(&K->B), K->S, K->T, K->row_A);
        scale_masses(K);
        K->units = scale_constraints(K, false) ? DLS_KKT_MASSES : DLS_KKT_OWN;
        if (!dls_rank_units_even(K->team, K->n, ANY_UNITS, K->S)) {
            take_given_units(K);
            scale_constraints(K, true);
        }
    }
    return ready;
}

static void apply_scaling(dls_kkt *K)
{
    for (dls_int j = 0; j < K->n; j++) {
        for (dls_int k = K->A.p[j]; k < K->A.p[j + 1]; k++) {
            K->A.x[k] *= K->S[K->A.i[k]] * K->S[j] / K->alpha;
        }
    }
    for (dls_int j = 0; j < K->m; j++) {
        for (dls_int k = K->B.p[j]; k < K->B.p[j + 1]; k++) {
            K->B.x[k] *= K->S[K->B.i[k]] * K->T[j] / K->beta;
        }
    }
    dls_mat_fill_transpose(&K->Bt, dls_see(&K->B), NULL);
}

static void sum_entries(dls_kkt *K)
{
    dls_zero(K->local, K->row_A);
    dls_zero(K->local, K->row_B);
    dls_zero(K->m, K->column_B);
    for (dls_int j = 0; j < K->n; j++) {
        for (dls_int k = K->A.p[j]; k < K->A.p[j + 1]; k++) {
            K->row_A[K->A.i[k]] += fabs(K->A.x[k]);
        }
    }
    for (dls_int j = 0; j < K->m; j++) {
        for (dls_int k = K->B.p[j]; k < K->B.p[j + 1]; k++) {
            K->column_B[j] += fabs(K->B.x[k]);
            K->row_B[K->B.i[k]] += fabs(K->B.x[k]);
        }
    }
    dls_linsys_team_collect(K->team, K->row_A);
    dls_linsys_team_collect(K->team, K->row_B);
    K->bare = false;
    for (dls_int i = 0; i < K->n; i++) {
        K->bare = K->bare || !(K->row_A[i] + K->row_B[i] > 0);
    }
    for (dls_int j = 0; j < K->m; j++) {
        K->bare = K->bare || !(K->column_B[j] > 0);
    }
}

/* B := G with the metric, on the pattern that it had. */
static dls_error load_gradients(dls_kkt *K, dls_fault *fault)
{
    if (!K->metric.L) {
        return dls_kkt_metric_columns(&K->metric, dls_see(&K->G), &K->B, fault);
    }
    dls_mat B = {0};
    dls_error error = dls_kkt_metric_columns(&K->metric, dls_see(&K->G), &B, fault);
    if (!error && !dls_same_pattern(dls_see(&B), dls_see(&K->B))) {
        error = dls_fail(fault, DLS_ERROR_PATTERN,
                         "the weighted gradients changed their pattern; call dls_kkt_setup again");
    } else if (!error) {
        dls_copy(dls_entries(dls_see(&B)), B.x, K->B.x);
    }
    dls_mat_free(&B);
    return error;
}

dls_error dls_kkt_scale(dls_kkt *K, bool unit_metric, dls_fault *fault)
{
    dls_error error = load_gradients(K, fault);
    if (error) {
        return error;
    }
    dls_copy(dls_entries(dls_see(&K->M)), K->M.x, K->A.x);
    bool ready = choose_scaling(K, unit_metric);
    apply_scaling(K);
    sum_entries(K);
    K->mobility = dls_kkt_mobility(K->team, dls_see(&K->M), dls_see(&K->G));
    ready = ready && (!K->team || dls_rank_team_part(K->team, dls_see(&K->A), &K->part));
    return ready ? DLS_OK : dls_fail_memory(fault);
}

/* The largest T over the least: lengths of constraints in the caller's units. */
double dls_kkt_unevenness(const dls_kkt *K)
{
    double most[2] = {0, 0};
    for (dls_int j = 0; j < K->m; j++) {
        most[0] = fmax(most[0], K->T[j]);
        most[1] = fmax(most[1], 1 / K->T[j]);
    }
    dls_linsys_team_largest(K->team, 2, most);
    return most[0] * most[1];
}

dls_blocks dls_kkt_blocks(const dls_kkt *K)
{
    return (dls_blocks){dls_see(K->team ? &K->part : &K->A), dls_see(&K->B), dls_see(&K->Bt)};
}
