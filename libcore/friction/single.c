/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A problem of one contact: in closed form, or a proof that it neither opens, sticks nor slides. */
#include <math.h>

#include "friction/friction.h"

/* W, row by row, and q of u = W r + q */
static dls_error reduce(dls_friction_task *T, dls_mobility *B, double *W, double *q)
{
    const dls_friction_problem *P = T->problem;
    int d = T->d;
    dls_error error = DLS_OK;
    dls_copy(d, P->q, q);
    if (P->global) {
        dls_zero(d, T->r);
        error = dls_friction_mobility_move(B, T);
        dls_mul(P->H, 1, T->v, q);
    }
    double columns[DLS_FRICTION_DIM * DLS_FRICTION_DIM] = {0};
    for (int j = 0; P->global && j < d; j++) {
        dls_delassus_column(&B->W, j, columns + j * d);
    }
    if (!P->global) {
        dls_fill_full(P->W, d, columns);
    }
    for (int k = 0; k < d * d; k++) {
        W[k] = columns[k % d * d + k / d];
    }
    return error;
}

/* Has W r = -q no r in K? A cone program, with the accuracy of the data. */
static dls_error never_sticks(const dls_friction_task *T, const double *W, const double *q,
                              bool *never, dls_fault *fault)
{
    double zero[3] = {0}, b[6], x[3], s[6], y[6], value[12], mu = *T->problem->mu;
    dls_int none[4] = {0}, p[4], row[12], size = 3;
    for (int j = 0; j < 3; j++) {
        p[j] = 4 * j;
        for (int i = 0; i < 3; i++) {
            row[4 * j + i] = i;
            value[4 * j + i] = W[i * 3 + j];
        }
        row[4 * j + 3] = 3 + j;
        value[4 * j + 3] = j == 0 ? -mu : -1;
        b[j] = -q[j];
        b[3 + j] = 0;
    }
    p[3] = 12;
    dls_conic_problem problem = {.P = {3, 3, none, none, zero},
                                 .q = zero,
                                 .A = {6, 3, p, row, value},
                                 .b = b,
                                 .cones = {.zero = 3, .count = 1, .second = &size}};
    dls_conic_settings settings = dls_conic_defaults();
    settings.accuracy = T->settings->accuracy;
    dls_conic_result result;
    dls_error error =
        dls_conic(&problem, &settings, false, (dls_host){0}, x, s, y, NULL, &result, fault);
    *never = !error && result.outcome == DLS_PRIMAL_INFEASIBLE;
    return error;
}

/* r = a (1, mu e) with a = -q_N / D needs D > 0, and the slip -u_T e >= 0. */
static bool never_slides(const dls_friction_task *T, const double *W, const double *q)
{
    static const double SMALL = 1e-7; /* of data of size one: what a perturbation may undo */
    double e[DLS_SLIPS][2], mu = *T->problem->mu;
    int count = dls_law_slips(mu, W, q, true, e);
    if (count < 0) { /* no direction is ruled out, but perhaps a is negative in all */
        return W[0] + mu * hypot(W[1], W[2]) <= SMALL;
    }
    for (int k = 0; k < count; k++) {
        const double *t = e[k];
        double D = W[0] + mu * (W[1] * t[0] + W[2] * t[1]), a = -q[0] / D, slip = 0, size = 0;
        for (int i = 1; i < 3; i++) {
            const double *row = W + 3 * i;
            double part = a * (row[0] + mu * (row[1] * t[0] + row[2] * t[1]));
            slip -= (q[i] + part) * t[i - 1];
            size += fabs(q[i]) + fabs(part);
        }
        if (D > SMALL && slip >= -SMALL * size) {
            return false;
        }
    }
    return true;
}

static dls_error refute(dls_friction_task *T, double *W, double *q, dls_fault *fault)
{
    double trace = W[0] + W[4] + W[8], size = dls_largest(3, q);
    bool never = false;
    for (int k = 0; k < 9; k++) {
        W[k] *= trace > 0 ? 3 / trace : 1;
    }
    for (int i = 0; i < 3; i++) {
        q[i] /= size;
    }
    static const double CLOSES = 1e-9; /* of |q|: else it opens, up to rounding */
    if (q[0] < -CLOSES && never_slides(T, W, q)) {
        dls_error error = never_sticks(T, W, q, &never, fault);
        if (error) {
            return error;
        }
    }
    if (never) {
        T->modes = DLS_MODES_REFUTED;
        dls_friction_tell(T, "no solution: the contact neither opens, sticks nor slides");
    }
    return DLS_OK;
}

dls_error dls_friction_single(dls_friction_task *T, dls_fault *fault)
{
    double W[DLS_FRICTION_DIM * DLS_FRICTION_DIM], q[DLS_FRICTION_DIM], mu = *T->problem->mu;
    bool global = T->problem->global;
    dls_mobility *B = NULL;
    dls_error error = global ? dls_friction_mobility_of(T, &B, fault) : DLS_OK;
    if (error || (global && (!B->regular || B->large))) {
        return error;
    }
    T->result->method = "one_contact";
    error = reduce(T, B, W, q);
    dls_law_solve(T->d, mu, W, q, T->r);
    if (!error && global) {
        error = dls_friction_mobility_move(B, T);
    }
    bool solved = !error && dls_friction_look(T);
    if (!error && !solved && T->d == 3 && mu > 0 && isfinite(mu)) {
        error = refute(T, W, q, fault);
    }
    return error;
}
