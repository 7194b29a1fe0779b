/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The contacts of Schatzman and Paoli's step: each has its gap between two positions, by its own
   restitution; and its first step. */
#include <math.h>

#include "motion/paoli.h"

/* Which contacts touch and do not move apart: they are in the first acceleration. */
static void resting(const dls_motion_run *R, const dls_motion_values *E, bool *active)
{
    static const double PLACE = 1e-14, SPEED = 1e-12;
    for (dls_int i = 0; i < R->nu; i++) {
        double u = E->wu[i], size_q = 0, size_v = 0;
        for (dls_int k = E->N.p[i]; k < E->N.p[i + 1]; k++) {
            double v = E->N.x[k] * E->v[E->N.i[k]];
            u += v;
            size_q += fabs(E->N.x[k] * E->q[E->N.i[k]]);
            size_v += fabs(v);
        }
        active[i] = E->g[i] <= PLACE * size_q && fabs(u) <= SPEED * size_v;
    }
}

dls_error dls_motion_paoli_start(dls_motion_run *R, double h, const dls_motion_point *from,
                                 dls_motion_report *report, dls_fault *fault)
{
    dls_motion_paoli *W = R->workspace;
    dls_motion_values *E = &R->here;
    unsigned parts = DLS_PART_MASS | DLS_PART_FORCE | DLS_PARTS_GRADIENT | DLS_PARTS_RATE |
                     DLS_PART_GAP | DLS_PARTS_SPEED;
    dls_error error = dls_motion_evaluate(R->source, E, parts, from->t, from->q, from->v, fault);
    if (error) {
        return error;
    }
    resting(R, E, W->active);
    dls_percussion_problem Q = {.A = E->M, .G = E->G, .B = E->N, .d = 1};
    W->h = NAN;
    error = dls_motion_percussions(R, &Q, &W->P, fault);
    dls_percussion_result result = {.solved = true};
    if (!error) {
        error = dls_percussion_solve(W->P, E->f, E->bb, E->bu, false, W->active, W->x, W->p,
                                     &result, fault);
    }
    if (!error) {
        dls_motion_count(R, &result, report);
    }
    for (dls_int k = 0; !error && k < R->n; k++) {
        W->w[k] = h * from->v[k] - h * h / 2 * W->x[k];
    }
    return error;
}

/* Values of the contacts with restitution e at their place in the condition. */
static dls_error contacts_at(dls_motion_run *R, double h, const dls_motion_point *from, double e,
                             dls_motion_values **E, dls_fault *fault)
{
    dls_motion_paoli *W = R->workspace;
    int k = W->e_of[0] == e ? 0 : W->e_of[1] == e ? 1 : 1 - W->last;
    for (dls_int i = 0; i < R->n; i++) {
        W->q[i] = (from->q[i] + W->x[i] + e * (from->q[i] - W->w[i])) / (1 + e);
    }
    W->e_of[k] = e;
    W->last = k;
    *E = &W->contact[k];
    return dls_motion_evaluate(R->source, *E, DLS_PART_GAP | DLS_PART_GAP_GRADIENT, from->t + h,
                               W->q, W->vm, fault);
}

/* Column i of W->N := that of E */
static bool append(dls_motion_paoli *W, const dls_motion_values *E, dls_int i)
{
    dls_int at = W->N.p[i], count = E->N.p[i + 1] - E->N.p[i];
    if (!dls_mat_grow(&W->N, &W->room, at + count)) {
        return false;
    }
    for (dls_int k = 0; k < count; k++) {
        W->N.i[at + k] = E->N.i[E->N.p[i] + k];
        W->N.x[at + k] = E->N.x[E->N.p[i] + k];
    }
    W->N.p[i + 1] = at + count;
    return true;
}

dls_error dls_motion_paoli_gaps(dls_motion_run *R, double h, const dls_motion_point *from,
                                dls_view *N, dls_fault *fault)
{
    dls_motion_paoli *W = R->workspace;
    dls_motion_values *E = &W->contact[0];
    bool alike = true;
    for (dls_int i = 1; i < R->nu; i++) {
        alike = alike && W->e[i] == W->e[0];
    }
    if (!alike && !W->N.p && !dls_mat_new(&W->N, R->n, R->nu, 0)) {
        return dls_fail_memory(fault);
    }
    dls_error error = DLS_OK;
    for (dls_int i = 0; !error && i < R->nu; i++) {
        error = i == 0 || !alike ? contacts_at(R, h, from, W->e[i], &E, fault) : DLS_OK;
        if (!error && !alike && !append(W, E, i)) {
            error = dls_fail_memory(fault);
        }
        double *s = W->s + i * W->d;
        s[0] = error ? 0 : (1 + W->e[i]) * E->g[i];
        for (dls_int k = error ? 0 : E->N.p[i]; !error && k < E->N.p[i + 1]; k++) {
            s[0] -= E->N.x[k] * W->x[E->N.i[k]];
        }
    }
    *N = alike ? E->N : dls_see(&W->N);
    return error;
}
