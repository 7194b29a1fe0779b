/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dense output: the pieces of the last steps, with what the contacts did in each. Between events
   positions are the polynomial of degree 5 through positions, velocities and accelerations at both
   ends, velocities its derivative; where positions are advanced by the model, cubics through rates
   and accelerations. Across an event that was captured the motion is a straight line, as there.
   Accelerations are made when they are first wanted. */
#include <string.h>

#include "motion/events.h"

enum { BEGINS, ENDS, ACROSS, KNOWN, NUMBERS };

static dls_int piece_size(const dls_rk *S)
{
    return NUMBERS + 2 * S->nq + 4 * S->n + dls_motion_rk_memories(S->R);
}

typedef struct {
    double *number, *q[2], *v[2], *a[2], *memory;
} piece;

static piece piece_of(const dls_rk *S, dls_int k)
{
    piece P = {.number = S->pieces.data + k * piece_size(S)};
    P.q[0] = P.number + NUMBERS;
    P.q[1] = P.q[0] + S->nq;
    P.v[0] = P.q[1] + S->nq;
    P.v[1] = P.v[0] + S->n;
    P.a[0] = P.v[1] + S->n;
    P.a[1] = P.a[0] + S->n;
    P.memory = P.a[1] + S->n;
    return P;
}

void dls_motion_event_forget(dls_rk *S, double t)
{
    dls_int kept = 0, size = piece_size(S);
    for (dls_int k = 0; k < S->pieces.count; k++) {
        const double *x = S->pieces.data + k * size;
        if (x[BEGINS] >= S->R->now.t && x[ENDS] <= t) {
            memmove(S->pieces.data + kept++ * size, x, (size_t)size * sizeof *x);
        }
    }
    S->pieces.count = kept;
}

dls_error dls_motion_event_remember(dls_rk *S, const dls_rk_state *y, const dls_rk_state *z,
                                    bool across, dls_fault *fault)
{
    if (S->pieces.count == S->pieces.room) {
        dls_int room = DLS_MAX(8, 2 * S->pieces.room);
        double *data = dls_grow(S->pieces.data, room * piece_size(S), sizeof *data);
        if (!data) {
            return dls_fail_memory(fault);
        }
        S->pieces.data = data;
        S->pieces.room = room;
    }
    const dls_rk_state *ends[] = {y, z};
    piece P = piece_of(S, S->pieces.count++);
    P.number[BEGINS] = y->t;
    P.number[ENDS] = z->t;
    P.number[ACROSS] = across;
    P.number[KNOWN] = 0;
    for (int k = 0; k < 2; k++) {
        dls_copy(S->nq, ends[k]->q, P.q[k]);
        dls_copy(S->n, ends[k]->v, P.v[k]);
    }
    dls_copy(dls_motion_rk_memories(S->R), S->begun, P.memory);
    return DLS_OK;
}

/* Accelerations at both ends of a piece; false: the model fails there. */
static bool accelerate(dls_rk *S, piece P)
{
    dls_motion_report report = {.ok = true};
    const dls_rk_start *start;
    dls_fault fault;
    bool known = P.number[KNOWN] != 0;
    S->report = &report;
    dls_motion_rk_attach(S, P.memory);
    dls_motion_rk_select(S);
    for (int k = 0; k < 2 && !known; k++) {
        dls_rk_state *y = &S->before;
        y->t = P.number[k ? ENDS : BEGINS];
        dls_copy(S->nq, P.q[k], y->q);
        dls_copy(S->n, P.v[k], y->v);
        if (dls_motion_rk_start_at(S, y, &start, &fault) || !report.ok) {
            return false;
        }
        dls_copy(S->n, start->a, P.a[k]);
        P.number[KNOWN] = k; /* both are */
    }
    return true;
}

/* Through x and its derivative at both ends, s in [0, 1] of the length h */
static double cubic(double x0, double x1, double d0, double d1, double s, double h)
{
    double rise = (x1 - x0) / h, bend = d0 + d1 - 2 * rise;
    return x0 + s * h * (d0 + s * (rise - d0 - bend + s * bend));
}

/* ... and its second derivative: x = x0 + h (v0 s + ..); *slope: dx/dt */
static double quintic(const double x[2], const double v[2], const double a[2], double s, double h,
                      double *slope)
{
    double c0 = v[0], c1 = h * a[0] / 2, rise = (x[1] - x[0]) / h - c0 - c1;
    double turn = v[1] - c0 - 2 * c1, bend = h * a[1] - 2 * c1;
    double c2 = 10 * rise - 4 * turn + bend / 2, c3 = -15 * rise + 7 * turn - bend;
    double c4 = 6 * rise - 3 * turn + bend / 2;
    *slope = c0 + s * (2 * c1 + s * (3 * c2 + s * (4 * c3 + s * 5 * c4)));
    return x[0] + h * s * (c0 + s * (c1 + s * (c2 + s * (c3 + s * c4))));
}

static void straight(const dls_rk *S, piece P, double s, double *q, double *v)
{
    for (dls_int k = 0; k < S->nq; k++) {
        q[k] = P.q[0][k] + s * (P.q[1][k] - P.q[0][k]);
    }
    for (dls_int k = 0; k < S->n; k++) {
        v[k] = P.v[0][k] + s * (P.v[1][k] - P.v[0][k]);
    }
}

static void smooth(dls_rk *S, piece P, double s, double h, double *q, double *v)
{
    bool advances = S->R->model.advance != NULL;
    for (int k = 0; k < 2 && advances; k++) {
        dls_motion_rk_rate(S, P.q[k], P.v[k], S->Qs + k * S->nq);
    }
    for (dls_int k = 0; k < S->nq && advances; k++) {
        q[k] = cubic(P.q[0][k], P.q[1][k], S->Qs[k], S->Qs[S->nq + k], s, h);
    }
    for (dls_int k = 0; k < S->n; k++) {
        if (advances) {
            v[k] = cubic(P.v[0][k], P.v[1][k], P.a[0][k], P.a[1][k], s, h);
            continue;
        }
        double x[] = {P.q[0][k], P.q[1][k]}, slope[] = {P.v[0][k], P.v[1][k]};
        double a[] = {P.a[0][k], P.a[1][k]};
        q[k] = quintic(x, slope, a, s, h, &v[k]);
    }
}

void dls_motion_event_dense(dls_motion_run *R, const dls_motion_point *from,
                            const dls_motion_point *to, double t, double *q, double *v)
{
    dls_rk *S = R->workspace;
    dls_int k = 0;
    while (k < S->pieces.count - 1 && piece_of(S, k).number[ENDS] < t) {
        k++;
    }
    (void)from;
    if (S->pieces.count == 0) {
        dls_copy(S->nq, to->q, q);
        dls_copy(S->n, to->v, v);
        return;
    }
    piece P = piece_of(S, k);
    double h = P.number[ENDS] - P.number[BEGINS], s = h > 0 ? (t - P.number[BEGINS]) / h : 1;
    if (P.number[ACROSS] == 0 && accelerate(S, P)) {
        smooth(S, P, s, h, q, v);
    } else {
        straight(S, P, s, q, v);
    }
}
