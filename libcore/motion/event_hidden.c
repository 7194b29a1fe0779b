/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Crossings that the ends of a piece do not show: an open contact that closed and opened again. The
   path between the ends is the cubic through positions and their rates. On an interval a gap is the
   cubic through its values and rates at both ends, with an error that vanishes there like
   s^2 (1 - s)^2 and is measured in the middle. An interval on which that may become negative is
   halved, until a negative gap is found or none can be. */
#include <math.h>

#include "motion/events.h"

enum { SAMPLES = 64 };           /* of a piece, at most */
static const double DISTANT = 2; /* times the way at the larger rate: no sample is needed */
static const double DOUBTED = 2; /* times the error that was measured */

/* A part s of the piece, with gaps and their rates */
typedef struct {
    double s;
    const double *g, *u;
} sample;

typedef struct {
    dls_rk *S;
    const dls_rk_state *y, *z;
    double h;
} piece;

/* S->x at the part s of the piece */
static void interpolate(const piece *P, double s)
{
    const dls_rk *S = P->S;
    const dls_rk_state *y = P->y, *z = P->z;
    bool advances = S->R->model.advance != NULL;
    const double *d0 = advances ? S->path.rate[0] : y->v, *d1 = advances ? S->path.rate[1] : z->v;
    double h = P->h, r = 1 - s;
    for (dls_int k = 0; k < S->nq; k++) {
        S->x.q[k] = r * r * ((1 + 2 * s) * y->q[k] + h * s * d0[k]) +
                    s * s * ((1 + 2 * r) * z->q[k] - h * r * d1[k]);
    }
    for (dls_int k = 0; k < S->n; k++) {
        S->x.v[k] = advances ? r * y->v[k] + s * z->v[k]
                             : 6 * s * r * (z->q[k] - y->q[k]) / h + r * (1 - 3 * s) * y->v[k] +
                                   s * (1 - 3 * r) * z->v[k];
    }
}

/* A sample at s, in row `row` of the memory */
static dls_error take(const piece *P, int row, double s, sample *at, dls_fault *fault)
{
    dls_rk *S = P->S;
    double *g = S->path.g + row * S->nu, *u = S->path.u + row * S->nu;
    interpolate(P, s);
    S->x.t = P->y->t + s * P->h;
    dls_error error = dls_motion_rk_gaps(S, &S->x, fault);
    dls_copy(S->nu, S->x.g, g);
    dls_copy(S->nu, S->x.u, u);
    *at = (sample){s, g, u};
    return error;
}

/* Is contact k too far away to be met from a to b? Closed ones are not met. */
static bool distant(const piece *P, const sample *a, const sample *b, dls_int k)
{
    double way = (b->s - a->s) * P->h * fmax(fabs(a->u[k]), fabs(b->u[k]));
    return P->S->closed[k] != 0 || fmin(a->g[k], b->g[k]) > DISTANT * way;
}

static bool all_distant(const piece *P, const sample *a, const sample *b)
{
    bool all = true;
    for (dls_int k = 0; k < P->S->nu && all; k++) {
        all = distant(P, a, b, k);
    }
    return all;
}

/* Does gap k stay above `least` from a to b? By Bernstein's coefficients of degree 4 */
static bool clears(const piece *P, const sample *a, const sample *m, const sample *b, dls_int k,
                   double least)
{
    double h = (b->s - a->s) * P->h, d0 = h * a->u[k], d1 = h * b->u[k];
    double g0 = a->g[k], g1 = b->g[k];
    double off = fabs(m->g[k] - (g0 + g1) / 2 - (d0 - d1) / 8) +
                 fabs(h * m->u[k] - 1.5 * (g1 - g0) + (d0 + d1) / 4) / 4;
    double middle = (g0 + g1) / 2 + (d0 - d1) / 6 - DOUBTED * off * 16 / 6;
    return g0 + d0 / 4 >= least && g1 - d1 / 4 >= least && middle >= least;
}

/* The interval from a to b, with its middle m: *crossed: a gap is negative there */
static bool all_clear(const piece *P, const sample *a, const sample *m, const sample *b,
                      bool *crossed)
{
    bool clear = true;
    *crossed = false;
    for (dls_int k = 0; k < P->S->nu; k++) {
        double least = fmin(P->y->g[k], 0) - P->S->x.tolerance;
        if (!distant(P, a, b, k)) {
            *crossed = *crossed || m->g[k] < least;
            clear = clear && clears(P, a, m, b, k, least);
        }
    }
    return clear;
}

/* From left to right; `high`: ends of intervals that are still to be checked, the nearest last */
static dls_error search(const piece *P, double *at, dls_fault *fault)
{
    const dls_rk *S = P->S;
    dls_int last = DLS_RK_LEVELS * S->nu;
    sample low = {0, P->y->g, P->y->u}, high[DLS_RK_LEVELS + 1] = {{1, P->z->g, P->z->u}};
    dls_error error = DLS_OK;
    bool crossed = false;
    for (int top = 0, count = 0; top >= 0 && count < SAMPLES && !crossed && !error; count++) {
        bool clear = top == DLS_RK_LEVELS || all_distant(P, &low, &high[top]);
        if (!clear) {
            error = take(P, top, (low.s + high[top].s) / 2, &high[top + 1], fault);
            clear = !error && all_clear(P, &low, &high[top + 1], &high[top], &crossed);
            *at = crossed ? high[top + 1].s * P->h : 0;
        }
        if (!clear) {
            top++;
            continue;
        }
        dls_copy(S->nu, high[top].g, S->path.g + last);
        dls_copy(S->nu, high[top].u, S->path.u + last);
        low = (sample){high[top--].s, S->path.g + last, S->path.u + last};
    }
    return error;
}

dls_error dls_motion_event_hidden(dls_rk *S, const dls_rk_state *y, const dls_rk_state *z,
                                  double *at, dls_fault *fault)
{
    piece P = {S, y, z, z->t - y->t};
    sample a = {0, y->g, y->u}, b = {1, z->g, z->u};
    *at = 0;
    if (!(P.h > 0) || all_distant(&P, &a, &b)) {
        return DLS_OK;
    }
    dls_motion_rk_rate(S, y->q, y->v, S->path.rate[0]);
    dls_motion_rk_rate(S, z->q, z->v, S->path.rate[1]);
    return search(&P, at, fault);
}
