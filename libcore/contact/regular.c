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
    /* what is clearly not zero, of the largest force or motion; the rounding of terms of a sum */
    static const double CLEAR = 1e-9, ROUNDING = 1e-12;
    for (dls_int c = 0; c < G.cols; c++) {
        double g = S->bu[c];
        for (dls_int t = G.p[c]; t < G.p[c + 1]; t++) {
            g += G.x[t] * v.a[G.i[t]];
        }
        strict[c] = v.nu[c] > CLEAR * force;
        if (!strict[c] && !(fabs(g) > fmax(CLEAR * motion, ROUNDING * reach[c]))) {
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

typedef struct {
    dls_int n, nu, cols, order;
    bool *strict;   /* nu */
    dls_int *place; /* cols */
    double *scale;  /* n + nu */
    double *A, *work;
    int *pivots; /* order */
} scratch;

static void lay_out(void *object, dls_room *room)
{
    scratch *W = object;
    W->strict = DLS_TAKE(room, bool, W->nu);
    W->place = DLS_TAKE(room, dls_int, W->cols);
    W->scale = DLS_TAKE(room, double, W->n + W->nu);
}

static void lay_out_dense(void *object, dls_room *room)
{
    scratch *W = object;
    W->A = DLS_TAKE(room, double, W->order * W->order);
    W->work = DLS_TAKE(room, double, 4 * W->order);
    W->pivots = DLS_TAKE(room, int, W->order);
}

dls_error dls_contact_regular(const dls_contact_system *S, dls_view K, dls_int free,
                              dls_contact_answer answer, bool *regular, dls_fault *fault)
{
    static const double SINGULAR = 1e-9; /* reciprocal condition that decides nothing */
    scratch W = {.n = S->M.rows, .nu = S->Gu.cols, .cols = K.cols, .order = free};
    dls_pool pool = {NULL, 0};
    *regular = false;
    if (free >= LARGEST || K.cols != free + W.nu) {
        return DLS_OK;
    }
    bool ready = dls_pool_make(&pool, lay_out, &W), goes_on = false;
    if (ready) {
        free_scale(S, answer, W.scale);
        goes_on = all_strict(S, answer, W.scale, W.scale + W.n, W.strict);
        for (dls_int j = 0; j < K.cols; j++) {
            W.place[j] = j < free ? j : W.strict[j - free] ? W.order++ : -1;
        }
        goes_on = goes_on && W.order > 0 && W.order < LARGEST;
    }
    if (goes_on) {
        ready = dls_pool_make(&pool, lay_out_dense, &W);
        *regular = ready && condition(K, W.place, (int)W.order, W.A, W.work, W.pivots) > SINGULAR;
    }
    dls_pool_free(&pool);
    return ready ? DLS_OK : dls_fail_memory(fault);
}
