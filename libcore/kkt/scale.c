/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the caller's M, G to the scaled A, B. */
#include <math.h>

#include "kkt/kkt.h"

/* Below this ratio of largest to smallest the proximal steps converge well without scaling. */
static const double SPREAD = 1e3;

static double largest_diagonal(dls_view M)
{
    double largest = 0;
    for (dls_int j = 0; j < M.cols; j++) {
        for (dls_int k = M.p[j]; k < M.p[j + 1]; k++) {
            if (M.i[k] == j) {
                largest = fmax(largest, M.x[k]);
            }
        }
    }
    return largest;
}

/* x[k] := power of two near 1/x[k] if they are spread widely; else 1 and true. */
static bool equilibrate(const dls_team *T, dls_int n, double *x, bool unit)
{
    double low = INFINITY, high = 0;
    for (dls_int k = 0; k < n; k++) {
        if (x[k] > 0) {
            low = fmin(low, x[k]);
            high = fmax(high, x[k]);
        }
    }
    double bounds[] = {high, -low};
    dls_team_largest(T, 2, bounds);
    high = bounds[0];
    low = -bounds[1];
    unit = unit || high <= SPREAD * low || high == 0;
    for (dls_int k = 0; k < n; k++) {
        x[k] = unit || !(x[k] > 0) ? 1 : dls_power2(1 / x[k]);
    }
    return unit;
}

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
    dls_team_sum(T, 2, sums);
    return sums[1] > 0 ? exp(sums[0] / sums[1]) : 0;
}

/* S from the diagonal of A + B B', T from the columns of B, both before scaling by S. */
static void choose_scaling(dls_kkt *K, bool unit_metric)
{
    dls_column_lengths(dls_see(&K->B), K->T);
    double typical = geometric_mean(K->team, K->m, K->T);
    double mass = largest_diagonal(dls_see(&K->M));
    dls_team_largest(K->team, 1, &mass);
    K->massless = mass == 0;
    K->alpha = dls_power2(mass);
    K->unit_T = equilibrate(K->team, K->m, K->T, unit_metric);
    K->beta = K->unit_T ? dls_power2(typical) : 1;

    dls_zero(K->local, K->S);
    for (dls_int j = 0; j < K->n; j++) {
        for (dls_int k = K->A.p[j]; k < K->A.p[j + 1]; k++) {
            if (K->A.i[k] == j) {
                K->S[j] += fmax(0, K->A.x[k]) / K->alpha;
            }
        }
    }
    for (dls_int j = 0; j < K->m; j++) {
        double t = K->T[j] / K->beta;
        for (dls_int k = K->B.p[j]; k < K->B.p[j + 1]; k++) {
            double v = K->B.x[k] * t;
            K->S[K->B.i[k]] += v * v;
        }
    }
    dls_team_collect(K->team, K->S);
    for (dls_int j = 0; j < K->n; j++) {
        K->S[j] = sqrt(K->S[j]);
    }
    K->unit_S = equilibrate(K->team, K->n, K->S, unit_metric);
    dls_team_spread(K->team, K->S);
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
            K->Bt.x[K->place[k]] = K->B.x[k];
        }
    }
}

dls_error dls_kkt_scale(dls_kkt *K, bool unit_metric, dls_fault *fault)
{
    dls_mat B;
    dls_error error = dls_metric_columns(&K->metric, dls_see(&K->G), &B, fault);
    if (error) {
        return error;
    }
    bool same = K->B.p && dls_same_pattern(dls_see(&B), dls_see(&K->B));
    if (same) {
        dls_copy(dls_entries(dls_see(&B)), B.x, K->B.x);
        dls_mat_free(&B);
    } else if (K->B.p) {
        dls_mat_free(&B);
        return dls_fail(fault, DLS_ERROR_PATTERN,
                        "the weighted gradients changed their pattern; call dls_kkt_setup again");
    } else {
        K->B = B;
        K->place = DLS_NEW(dls_int, dls_entries(dls_see(&B)));
        if (!K->place || !dls_mat_transpose(&K->Bt, dls_see(&K->B), K->place)) {
            return dls_fail_memory(fault);
        }
    }
    if (!K->A.p && !dls_mat_copy(&K->A, dls_see(&K->M))) {
        return dls_fail_memory(fault);
    }
    dls_copy(dls_entries(dls_see(&K->M)), K->M.x, K->A.x);
    choose_scaling(K, unit_metric);
    apply_scaling(K);
    bool ready = !K->team || dls_team_part(K->team, dls_see(&K->A), &K->part);
    return ready ? DLS_OK : dls_fail_memory(fault);
}
