/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a stage needs of a model: values, gradients of some rows, how they turn. */
#include <math.h>

#include "motion/rk.h"

static unsigned parts_of(const dls_rk *S, const dls_int *rows, dls_int count)
{
    static const unsigned NOTHING = 0;
    unsigned parts = 0, moving = S->R->moving ? DLS_PARTS_SPEED : NOTHING;
    for (dls_int k = 0; k < count; k++) {
        dls_int contact = rows[k] - S->nb;
        if (contact < 0) {
            parts |= DLS_PART_CONSTRAINT_GRADIENT | (moving & DLS_PART_CONSTRAINT_SPEED);
        } else if (contact < S->nu) {
            parts |= DLS_PART_GAP_GRADIENT | (moving & DLS_PART_GAP_SPEED);
        }
        if (contact >= S->nu || (contact >= 0 && S->slips[contact] != 0)) {
            parts |= DLS_PART_TANGENT | (moving & DLS_PART_TANGENT_SPEED);
        }
        if (contact >= 0 && contact < S->nu && S->slips[contact] != 0) {
            parts |= DLS_PART_FRICTION;
        }
    }
    return parts;
}

/* The column of a row's gradient. */
static dls_view column_of(const dls_rk *S, const dls_motion_values *E, dls_int row, dls_int *column)
{
    dls_view all = E->G;
    *column = row;
    if (row >= S->nb + S->nu) {
        all = E->T;
        *column = row - S->nb - S->nu;
    } else if (row >= S->nb) {
        all = E->N;
        *column = row - S->nb;
    }
    return all;
}

static double speed_of(const dls_rk *S, const dls_motion_values *E, dls_int row)
{
    if (!S->R->moving) {
        return 0;
    }
    if (row >= S->nb + S->nu) {
        return E->wt[row - S->nb - S->nu];
    }
    return row >= S->nb ? E->wu[row - S->nb] : E->wb[row];
}

static void append(dls_mat *A, dls_int column, dls_view from, dls_int j)
{
    dls_int at = A->p[column];
    for (dls_int k = from.p[j]; k < from.p[j + 1]; k++) {
        A->i[at] = from.i[k];
        A->x[at++] = from.x[k];
    }
    A->p[column + 1] = at;
}

static bool gather_gradients(dls_rk *S, const dls_motion_values *E, const dls_int *rows,
                             dls_int count, dls_rk_gradients *P)
{
    dls_int entries = 0, j;
    for (dls_int k = 0; k < count; k++) {
        dls_view A = column_of(S, E, rows[k], &j);
        entries += A.p[j + 1] - A.p[j];
    }
    if (!dls_mat_grow(&P->G, &P->room_G, entries)) {
        return false;
    }
    for (dls_int k = 0; k < count; k++) {
        dls_view A = column_of(S, E, rows[k], &j);
        append(&P->G, k, A, j);
        P->w[k] = speed_of(S, E, rows[k]);
    }
    P->G.rows = S->n;
    P->G.cols = count;
    P->g = P->f = dls_see(&P->G);
    return true;
}

/* The direction of a contact that slips. That of the velocity is undefined at rest: where slipping
   begins it is blended with the one that is known, and where it ends the latter is kept. */
static void direction(const dls_rk *S, const dls_motion_values *E, dls_int k, const double *v,
                      double *s)
{
    /* of the speed that is known; of velocities, and the least velocity that counts, in the user's
       units: the direction is blended in where sliding ends, and nothing else depends on it */
    static const double AT_REST = 0.01, BLENDED = 1e-7, LEAST = 1e-3;
    const double *known = S->direction + k * (S->d - 1);
    dls_copy(S->d - 1, known, s);
    if (S->d < 3) {
        return;
    }
    double u[2];
    for (int e = 0; e < 2; e++) {
        u[e] = S->R->moving ? E->wt[2 * k + e] : 0;
        for (dls_int i = E->T.p[2 * k + e]; i < E->T.p[2 * k + e + 1]; i++) {
            u[e] += E->T.x[i] * v[E->T.i[i]];
        }
    }
    if (u[0] * s[0] + u[1] * s[1] > AT_REST * S->speed[k]) {
        double little = BLENDED * fmax(dls_largest(S->n, v), LEAST);
        double x = u[0] + little * s[0], y = u[1] + little * s[1], length = hypot(x, y);
        s[0] = x / length;
        s[1] = y / length;
    }
}

/* N - mu T s of the contacts that slip, else as in G */
static bool directions(dls_rk *S, const dls_motion_values *E, const dls_int *rows, dls_int count,
                       const double *v, dls_rk_gradients *P)
{
    for (dls_int c = 0; c < count; c++) {
        dls_int k = rows[c] - S->nb;
        double s[2] = {0, 0};
        dls_int most = P->G.p[c + 1] - P->G.p[c];
        for (dls_int i = P->G.p[c]; i < P->G.p[c + 1]; i++) {
            dls_scatter_add(&S->sum, P->G.i[i], P->G.x[i]);
        }
        bool slipping = k >= 0 && k < S->nu && S->slips[k] != 0;
        if (slipping) {
            direction(S, E, k, v, s);
        }
        for (int e = 0; slipping && e < S->d - 1; e++) {
            dls_int j = k * (S->d - 1) + e;
            most += E->T.p[j + 1] - E->T.p[j];
            for (dls_int i = E->T.p[j]; i < E->T.p[j + 1]; i++) {
                dls_scatter_add(&S->sum, E->T.i[i], -E->mu[k] * s[e] * E->T.x[i]);
            }
        }
        if (!dls_scatter_collect(&S->sum, 0, most, &P->F, &P->room_F, c)) {
            return false;
        }
    }
    P->F.rows = S->n;
    P->F.cols = count;
    P->f = dls_see(&P->F);
    return true;
}

static bool gradients_of(dls_rk *S, const dls_motion_values *E, const dls_int *rows, dls_int count,
                         const double *v, dls_rk_gradients *P)
{
    bool sliding = false;
    for (dls_int k = 0; S->sliding && k < count; k++) {
        dls_int contact = rows[k] - S->nb;
        sliding = sliding || (contact >= 0 && contact < S->nu && S->slips[contact] != 0);
    }
    return gather_gradients(S, E, rows, count, P) &&
           (!sliding || directions(S, E, rows, count, v, P));
}

dls_error dls_motion_rk_look(dls_rk *S, dls_motion_values *E, unsigned more, const dls_int *rows,
                             dls_int count, double t, const double *q, const double *v,
                             dls_rk_gradients *P, dls_fault *fault)
{
    unsigned parts = more | parts_of(S, rows, count);
    dls_error error = dls_motion_evaluate(S->R->source, E, parts, t, q, v, fault);
    if (!error && P && !gradients_of(S, E, rows, count, v, P)) {
        return dls_fail_memory(fault);
    }
    return error;
}

dls_error dls_motion_rk_bias(dls_rk *S, dls_motion_values *E, const dls_int *rows, dls_int count,
                             double *c, dls_fault *fault)
{
    const dls_motion_run *R = S->R;
    dls_int tangents = S->nb + S->nu;
    unsigned parts = 0;
    dls_zero(count, c);
    if (count == 0 || (R->fixed && !R->moving)) {
        return DLS_OK;
    }
    bool rubs = false;
    for (dls_int k = 0; k < count; k++) {
        bool contact = rows[k] >= S->nb && rows[k] < tangents;
        parts |= rows[k] < S->nb ? DLS_PART_CONSTRAINT_RATE : 0u;
        parts |= contact ? DLS_PART_GAP_RATE : 0u;
        rubs = rubs || rows[k] >= tangents;
    }
    dls_error error = dls_motion_evaluate(R->source, E, parts, E->t, E->q, E->v, fault);
    if (!error && rubs) {
        error = dls_motion_rate(R->source, E, DLS_PART_TANGENT, S->turning, fault);
    }
    for (dls_int k = 0; !error && k < count; k++) {
        dls_int r = rows[k];
        c[k] = r < S->nb ? E->bb[r] : r < tangents ? E->bu[r - S->nb] : S->turning[r - tangents];
    }
    return error;
}

dls_error dls_motion_rk_gaps(dls_rk *S, dls_rk_state *y, dls_fault *fault)
{
    static const double ROUNDING = 1e-14;
    dls_motion_run *R = S->R;
    dls_error error = DLS_OK;
    if (S->nu > 0) {
        unsigned parts = DLS_PART_GAP | DLS_PART_GAP_GRADIENT;
        parts |= R->moving ? DLS_PART_GAP_SPEED : 0u;
        error = dls_motion_evaluate(R->source, &R->here, parts, y->t, y->q, y->v, fault);
    }
    if (!error && S->nu > 0) {
        dls_copy(S->nu, R->here.g, y->g);
        dls_set_mul_t(R->here.N, y->v, y->u);
        if (R->moving) {
            dls_axpy(S->nu, 1, R->here.wu, y->u);
        }
    }
    y->tolerance = ROUNDING * fmax(1, dls_largest(S->nq, y->q));
    return error;
}
