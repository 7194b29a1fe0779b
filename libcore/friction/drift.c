/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jumps of sweeps. Where reactions drift in a direction that moves no body, sweep after sweep makes
   the same step, thousands of times, until a contact changes its state. Two blocks of sweeps show
   it: steps D, then D', that hardly differ. Then r moves on along D' until the first contact opens
   or begins to slide, or until D' would have changed. */
#include <math.h>

#include "friction/drift.h"

struct dls_drift {
    dls_sweeps *S;
    double *r0, *r1, *last; /* N, as the sweeps have them: before a block, after it; scratch */
    double *y0, *y1;        /* lanes */
    double gain, was;       /* how much longer this jump is; |D|^2 of the last one */
};

enum { BLOCK = 8 }; /* sweeps */

static void lay_out(void *object, dls_room *room)
{
    dls_drift *X = object;
    dls_int N = X->S->T->N, n = X->S->lanes * DLS_LANE;
    DLS_TAKE_NUMBERS(room, N, &X->r0, &X->r1, &X->last);
    DLS_TAKE_NUMBERS(room, n, &X->y0, &X->y1);
}

dls_drift *dls_drift_new(dls_sweeps *S)
{
    dls_drift *X = DLS_NEW(dls_drift, 1);
    if (!dls_pool_own(&S->T->pool, dls_free, X)) {
        return NULL;
    }
    X->S = S;
    return dls_pool_make(&S->T->pool, lay_out, X) ? X : NULL;
}

/* |dr|^2 of the last one of a block */
static double sweep(dls_drift *X)
{
    dls_sweeps *S = X->S;
    dls_sweeps_run most = {.count = BLOCK - 1, .relax = 1}, one = {.count = 1, .relax = 1};
    double sum = 0;
    dls_friction_sweeps_do(S, &most);
    dls_copy(S->T->N, S->r, X->last);
    dls_friction_sweeps_do(S, &one);
    for (dls_int i = 0; i < S->T->N; i++) {
        sum += (S->r[i] - X->last[i]) * (S->r[i] - X->last[i]);
    }
    return sum;
}

static void keep(const dls_sweeps *S, double *r, double *y)
{
    dls_copy(S->T->N, S->r, r);
    dls_copy(S->lanes * DLS_LANE, S->y, y);
}

/* How far contact k, at r with D, is from opening, or from sliding if it sticks */
static double way(int d, double mu, const double *r, const double *D)
{
    static const double STICKS = 1e-9; /* of the friction that is not used up */
    double t = D[0] < 0 ? -r[0] / D[0] : INFINITY, t2 = d == 3 ? r[2] : 0, D2 = d == 3 ? D[2] : 0;
    if (!isfinite(mu) || !(mu * r[0] - sqrt(r[1] * r[1] + t2 * t2) > STICKS * mu * r[0])) {
        return t;
    }
    double a = D[1] * D[1] + D2 * D2 - mu * mu * D[0] * D[0];
    double b = r[1] * D[1] + t2 * D2 - mu * mu * r[0] * D[0];
    double c = r[1] * r[1] + t2 * t2 - mu * mu * r[0] * r[0]; /* negative: a t^2 + 2 b t + c = 0 */
    double root2 = b * b - a * c;
    if (root2 < 0) {
        return t;
    }
    double root = sqrt(root2), first = b + root > 0 ? -c / (b + root) : INFINITY;
    return fmin(t, first);
}

/* 0: no drift; by how many D' to jump */
static double length_of(dls_drift *X)
{
    static const double SAME = 0.25, LIKE[] = {0.5, 1.5}, LONGER = 4, LONGEST = 4096, MOST = 1e5;
    const dls_sweeps *S = X->S;
    const dls_friction_task *T = S->T;
    double square = 0, change = 0;
    for (dls_int i = 0; i < T->N; i++) {
        double D = S->r[i] - X->r1[i], E = D - (X->r1[i] - X->r0[i]);
        square += D * D;
        change += E * E;
        X->last[i] = D;
    }
    if (!(square > 0 && change <= SAME * SAME * square)) {
        X->was = 0;
        return 0;
    }
    /* the drift of the last jump again: what differs is its echo */
    bool again = square > LIKE[0] * X->was && square < LIKE[1] * X->was;
    X->gain = again ? fmin(LONGER * X->gain, LONGEST) : 1;
    X->was = square;
    double most = change > 0 ? fmin(MOST, X->gain * sqrt(square / change)) : MOST;
    for (dls_int k = 0; k < T->nc; k++) {
        most = fmin(most, way(T->d, S->visits[k].mu, S->r + k * T->d, X->last + k * T->d));
    }
    return most;
}

/* x += far (x - from) */
static void extrapolate(dls_int n, double far, const double *from, double *x)
{
    for (dls_int i = 0; i < n; i++) {
        x[i] += far * (x[i] - from[i]);
    }
}

dls_int dls_drift_jump(dls_drift *X)
{
    static const double WORSE = 1000; /* |dr|^2 after a jump, for which it is taken back */
    dls_sweeps *S = X->S;
    keep(S, X->r0, X->y0);
    (void)sweep(X);
    keep(S, X->r1, X->y1);
    double before = sweep(X), far = length_of(X);
    dls_int made = 2 * BLOCK;
    if (far > 1) {
        keep(S, X->r0, X->y0);
        extrapolate(S->T->N, far, X->r1, S->r);
        extrapolate(S->lanes * DLS_LANE, far, X->y1, S->y);
        made += BLOCK;
        if (!(sweep(X) <= WORSE * before)) {
            dls_copy(S->T->N, X->r0, S->r);
            dls_copy(S->lanes * DLS_LANE, X->y0, S->y);
            X->gain = 1;
            X->was = 0;
        }
    }
    dls_past_forget(S->past);
    return made;
}
