/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A largest set of independent rows, at a state that satisfies them. Stages of a Runge-Kutta method
   do so only to their accuracy, there redundant constraints contradict each other; the ones that
   are left out hold as well as the motion is accurate. */
#include <math.h>

#include "motion/events.h"

static const double DEPENDENT = 1e-7;
static const double EQUAL = 1e-12; /* lengths that rounding alone tells apart: the first is taken */

/* Columns of unit length, dense: what is left of each is orthogonal to those that were taken. */
static void orthogonalise(dls_int n, dls_int count, double *G, bool *taken)
{
    for (dls_int c = 0; c < count; c++) {
        double length = dls_norm(n, G + c * n);
        for (dls_int i = 0; i < n && length > 0; i++) {
            G[c * n + i] /= length;
        }
    }
    for (dls_int step = 0; step < count; step++) {
        dls_int best = -1;
        double most = DEPENDENT;
        for (dls_int c = 0; c < count; c++) {
            double left = taken[c] ? 0 : dls_norm(n, G + c * n);
            if (left > most * (1 + EQUAL)) {
                most = left;
                best = c;
            }
        }
        if (best < 0) {
            return;
        }
        taken[best] = true;
        double *g = G + best * n;
        for (dls_int i = 0; i < n; i++) {
            g[i] /= most;
        }
        for (dls_int c = 0; c < count; c++) {
            for (int twice = 0; twice < 2 && !taken[c]; twice++) {
                dls_axpy(n, -dls_dot(n, g, G + c * n), g, G + c * n);
            }
        }
    }
}

dls_int dls_motion_event_closed_rows(const dls_rk *S, dls_int *rows)
{
    dls_int count = 0;
    for (dls_int r = 0; r < S->all; r++) {
        dls_int k = dls_rk_contact(S, r);
        bool normal = r < S->nb + S->nu;
        if (k < 0 || (S->closed[k] != 0 && (normal || dls_rk_sticks(S, k)))) {
            rows[count++] = r;
        }
    }
    return count;
}

/* The masses tell which gradients are rounding. */
static dls_error independent_sparse(dls_view M, dls_view G, bool *taken, dls_fault *fault)
{
    dls_redundancy_settings settings = dls_redundancy_defaults();
    dls_redundancy_report *R;
    settings.rank_tolerance = DEPENDENT;
    settings.leverage = false;
    dls_error error = dls_redundancy(M, G, &settings, &R, fault);
    for (dls_int k = 0; !error && k < R->rank; k++) {
        taken[R->independent[k]] = true;
    }
    if (!error) {
        dls_redundancy_free(R);
    }
    return error;
}

/* rows: `count` on entry, those that are kept on return */
dls_error dls_motion_event_independent(dls_rk *S, const dls_rk_state *y, dls_int *rows,
                                       dls_int *count, dls_fault *fault)
{
    dls_rk_contacts *C = S->contacts;
    dls_rk_gradients *P = &C->contacts;
    if (*count < 2) {
        return DLS_OK;
    }
    dls_error error =
        dls_motion_rk_look(S, &S->R->here, DLS_PART_MASS, rows, *count, y->t, y->q, y->v, P, fault);
    if (error) {
        return error;
    }
    for (dls_int c = 0; c < *count; c++) {
        C->taken[c] = false;
    }
    if (S->n * *count <= C->dense) {
        dls_zero(S->n * *count, C->G);
        for (dls_int c = 0; c < *count; c++) {
            for (dls_int k = P->g.p[c]; k < P->g.p[c + 1]; k++) {
                C->G[P->g.i[k] + c * S->n] += P->g.x[k];
            }
        }
        orthogonalise(S->n, *count, C->G, C->taken);
    } else {
        error = independent_sparse(S->R->here.M, P->g, C->taken, fault);
    }
    dls_int kept = 0;
    for (dls_int c = 0; c < *count && !error; c++) {
        if (C->taken[c]) {
            rows[kept++] = rows[c];
        }
    }
    *count = error ? *count : kept;
    return error;
}
