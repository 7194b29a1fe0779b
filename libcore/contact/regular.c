/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Have the equations that hold at an answer one solution? */
#include <math.h>

#include "base/lapack.h"
#include "contact/contact.h"

enum { LARGEST = 300 };

/* Accelerations of the coordinates that the forces would cause one by one: a gap's acceleration
   that is zero is known only up to the rounding of these. */
static void free_scale(const dls_contact_system *S, dls_contact_answer v, double *w)
{
    dls_int n = S->M.rows;
    const dls_view sides[2] = {S->Gb, S->Gu};
    const double *ln[2] = {v.nb, v.nu};
    for (dls_int i = 0; i < n; i++) {
        w[i] = fabs(S->F[i]);
    }
    for (int s = 0; s < 2; s++) {
        for (dls_int j = 0; j < sides[s].cols; j++) {
            for (dls_int t = sides[s].p[j]; t < sides[s].p[j + 1]; t++) {
                w[sides[s].i[t]] += fabs(sides[s].x[t] * ln[s][j]);
            }
        }
    }
    for (dls_int j = 0; j < n; j++) {
        double m = 0;
        for (dls_int t = S->M.p[j]; t < S->M.p[j + 1]; t++) {
            m = S->M.i[t] == j ? S->M.x[t] : m;
        }
        w[j] = m > 0 ? w[j] / m : 0;
    }
}

/* strict[c]: contact c presses. false: another one closes without pressing. */
static bool all_strict(const dls_contact_system *S, dls_contact_answer v, const double *scale,
                       double *reach, bool *strict)
{
    dls_view G = S->Gu;
    double force = dls_largest(G.cols, v.nu), motion = dls_largest(G.cols, S->bu);
    force = fmax(force, dls_largest(S->Gb.cols, v.nb));
    force = fmax(force, fmax(dls_largest(S->Hb.cols, v.tb), dls_largest(S->Hu.cols, v.tu)));
    for (dls_int c = 0; c < G.cols; c++) {
        double size = 0;
        reach[c] = 0;
        for (dls_int t = G.p[c]; t < G.p[c + 1]; t++) {
            size += fabs(G.x[t] * v.a[G.i[t]]);
            reach[c] += fabs(G.x[t]) * scale[G.i[t]];
        }
        motion = fmax(motion, size);
    }
    for (dls_int c = 0; c < G.cols; c++) {
        double g = S->bu[c];
        for (dls_int t = G.p[c]; t < G.p[c + 1]; t++) {
            g += G.x[t] * v.a[G.i[t]];
        }
        strict[c] = v.nu[c] > 1e-9 * force;
        if (!strict[c] && !(fabs(g) > fmax(1e-9 * motion, 1e-12 * reach[c]))) {
            return false;
        }
    }
    return true;
}

/* The reciprocal condition of K in the rows and columns that are kept (place >= 0). */
static double condition(dls_view K, const dls_int *place, int order, double *A, double *work,
                        int *pivots)
{
    double norm = 0, rcond = 0;
    int info = 0;
    for (dls_int j = 0; j < K.cols; j++) {
        double sum = 0;
        for (dls_int t = K.p[j]; place[j] >= 0 && t < K.p[j + 1]; t++) {
            if (place[K.i[t]] >= 0) {
                A[place[K.i[t]] + place[j] * order] = K.x[t];
                sum += fabs(K.x[t]);
            }
        }
        norm = fmax(norm, sum);
    }
    dgetrf_(&order, &order, A, &order, pivots, &info);
    if (info == 0) {
        dgecon_("1", &order, A, &order, &norm, &rcond, work, pivots, &info);
    }
    return rcond;
}

dls_error dls_contact_regular(const dls_contact_system *S, dls_view K, dls_int free,
                              dls_contact_answer answer, bool *regular, dls_fault *fault)
{
    dls_int n = S->M.rows, nu = S->Gu.cols, order = free;
    *regular = false;
    if (free >= LARGEST || K.cols != free + nu) {
        return DLS_OK;
    }
    bool *strict = DLS_NEW(bool, nu);
    dls_int *place = DLS_NEW(dls_int, K.cols);
    double *scale = DLS_NEW(double, n + nu);
    double *A = NULL, *work = NULL;
    int *pivots = NULL;
    bool ready = strict && place && scale;
    bool goes_on = false;
    if (ready) {
        free_scale(S, answer, scale);
        goes_on = all_strict(S, answer, scale, scale + n, strict);
        for (dls_int j = 0; j < K.cols; j++) {
            place[j] = j < free ? j : strict[j - free] ? order++ : -1;
        }
        goes_on = goes_on && order > 0 && order < LARGEST;
    }
    if (goes_on) {
        A = DLS_NEW(double, order *order);
        work = DLS_NEW(double, 4 * order);
        pivots = DLS_NEW(int, order);
        ready = A && work && pivots;
        *regular = ready && condition(K, place, (int)order, A, work, pivots) > 1e-9;
    }
    dls_free(strict);
    dls_free(place);
    dls_free(scale);
    dls_free(A);
    dls_free(work);
    dls_free(pivots);
    return ready ? DLS_OK : dls_fail_memory(fault);
}
