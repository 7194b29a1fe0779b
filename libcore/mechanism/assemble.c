/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Closing loops: positions, then velocities, both moved as little as can be in the metric of M. */
#include <math.h>

#include "mechanism/close.h"

static const double CLOSED = 1e-13; /* relative: some roundings, where steps end */
static const double GOOD = 1e-10;   /* relative: what counts as closed */

/* s of the linear problems: least squares far away, where G may have no solution; it vanishes with
   the distance, so that steps become Newton's (error bounds: quadratic, redundant or not). */
static double softness(double distance)
{
    static const double LEAST = 1e-7;
    return fmin(1, fmax(LEAST, sqrt(distance)));
}

/* C->q := closed, from there: Levenberg and Marquardt's steps, halved until the distance falls */
static dls_error close_positions(dls_closing *C, double *distance, int *steps, dls_fault *fault)
{
    enum { MOST = 60, HALVINGS = 12 };
    static const double ENOUGH =
        1e-9; /* relative decrease: where nothing closes, gaps to its root */
    dls_error error = dls_mechanism_measure(C, C->q, C->v0, distance, fault);
    bool moves = true;
    double doubt = 1; /* of the linear model: steps are shorter */
    for (int k = 0; k < MOST && !error && moves && *distance > CLOSED; k++) {
        dls_zero(C->n, C->F);
        dls_copy(C->m, C->h, C->b);
        error = dls_mechanism_close(C, false, softness(doubt * *distance), C->b, fault);
        double alpha = 1, next = INFINITY;
        moves = false;
        for (int j = 0; j < HALVINGS && !error && !moves; j++, alpha /= 2) {
            dls_mechanism_advance(C->B, C->q, C->x, alpha, C->trial);
            error = dls_mechanism_measure(C, C->trial, C->v0, &next, fault);
            moves = next <= (1 - ENOUGH) * *distance;
        }
        if (moves) {
            dls_copy(C->B->nq, C->trial, C->q);
            *distance = next;
            doubt *= alpha < 0.5 ? 4 : 0.25; /* a whole step leaves 0.5 */
        }
        ++*steps;
    }
    return error ? error : dls_mechanism_measure(C, C->q, C->v0, distance, fault);
}

/* From a closed position to the closed one next to q0: steps along the constraints towards q0, and
   closed again. q holds the best one. */
static dls_error approach(dls_closing *C, double *q, double *moved, int *steps, dls_fault *fault)
{
    enum { MOST = 30 };
    static const double SMALL = 1e-9; /* of what has been moved */
    double alpha = 1, distance;
    dls_error error = DLS_OK;
    *moved = dls_mechanism_moved(C, q, C->d, C->Md);
    for (int k = 0; k < MOST && !error && alpha > 0.01 && *moved > 0; k++) {
        error = dls_mechanism_measure(C, q, C->v0, &distance, fault);
        dls_copy(C->n, C->Md, C->F);
        dls_zero(C->m, C->b);
        error = error ? error : dls_mechanism_close(C, false, softness(0), C->b, fault);
        if (error || dls_norm(C->n, C->x) <= SMALL * dls_norm(C->n, C->d)) {
            break;
        }
        dls_mechanism_advance(C->B, q, C->x, alpha, C->q);
        error = close_positions(C, &distance, steps, fault);
        double next = dls_mechanism_moved(C, C->q, C->d, C->Md);
        if (!error && distance <= GOOD && next < *moved) {
            dls_copy(C->B->nq, C->q, q);
            *moved = next;
        } else {
            alpha /= 2;
            *moved = dls_mechanism_moved(C, q, C->d, C->Md);
        }
    }
    return error;
}

/* Where a start is as far from closed in all directions, others near it: a part of the length of
   the mechanism, and of a turn, away. */
static void shake(dls_closing *C, int time)
{
    static const double PART = 0.05;
    dls_noise(C->n, C->x);
    for (dls_int k = 1; k <= C->B->bodies; k++) {
        dls_int from = C->B->frame[k].v_at;
        bool still = from < 0 || (C->held && C->held[k - 1]);
        for (int i = 0; from >= 0 && i < (C->B->d == 2 ? 3 : 6); i++) {
            C->x[from + i] *= still ? 0 : i < C->B->d ? C->length : 1;
        }
    }
    dls_mechanism_advance(C->B, C->q0, C->x, time * PART, C->q);
}

static dls_error find_positions(dls_closing *C, double *q, dls_mechanism_fit *fit, dls_fault *fault)
{
    enum { TIMES = 3 };
    double distance = INFINITY;
    dls_error error = DLS_OK;
    fit->distance = INFINITY;
    for (int time = 0; time < TIMES && !error && fit->distance > GOOD; time++) {
        dls_copy(C->B->nq, C->q0, C->q);
        if (time > 0) {
            shake(C, time);
        }
        error = close_positions(C, &distance, &fit->steps, fault);
        if (distance < fit->distance) {
            fit->distance = distance;
            dls_copy(C->B->nq, C->q, q);
        }
    }
    fit->closed = fit->distance <= GOOD;
    return error || !fit->closed ? error : approach(C, q, &fit->moved, &fit->steps, fault);
}

/* v := the next one for which G'v + w = 0; slip: what remains, the second time what s has left */
static dls_error match_speeds(dls_closing *C, const double *q, double *v, double *slip,
                              dls_mechanism_fit *fit, dls_fault *fault)
{
    enum { TIMES = 2 };
    double distance, largest = 0, rest = 0;
    dls_error error = dls_mechanism_measure(C, q, v, &distance, fault);
    dls_zero(C->n, C->F);
    for (int k = 0; k <= TIMES && !error; k++) {
        dls_copy(C->m, C->E.wb, slip);
        dls_mul_t(C->E.G, 1, v, slip);
        for (dls_int j = 0; j < C->m; j++) {
            C->b[j] = slip[j] * dls_mechanism_unit(C, j);
            double size = fabs(C->E.wb[j]);
            for (dls_int e = C->E.G.p[j]; e < C->E.G.p[j + 1]; e++) {
                size += fabs(C->E.G.x[e] * v[C->E.G.i[e]]);
            }
            largest = fmax(largest, size * dls_mechanism_unit(C, j));
        }
        rest = dls_largest(C->m, C->b);
        if (k < TIMES && rest > 0) {
            error = dls_mechanism_close(C, true, softness(0), C->b, fault);
            dls_axpy(C->n, 1, C->x, v);
        }
    }
    fit->matched = rest <= GOOD * largest;
    return error;
}

dls_error dls_mechanism_assemble(dls_mechanism *B, const bool *held, double t, double *q, double *v,
                                 double *gap, double *slip, dls_mechanism_fit *fit,
                                 dls_fault *fault)
{
    dls_closing C;
    *fit = (dls_mechanism_fit){.closed = true};
    dls_mechanism_place(B, q, v);
    dls_error error = dls_mechanism_closing_new(B, held, t, &C, fault);
    if (!error) {
        dls_zero(C.n, C.v0);
        dls_mechanism_advance(B, q, C.v0, 0, C.q0); /* quaternions of length one */
        dls_copy(B->nq, C.q0, q);
        error = find_positions(&C, q, fit, fault);
        error = error ? error : match_speeds(&C, q, v, slip, fit, fault);
    }
    if (!error) {
        dls_copy(C.m, C.E.h, gap);
    }
    dls_mechanism_closing_free(&C);
    return error;
}
