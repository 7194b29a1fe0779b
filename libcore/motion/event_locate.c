/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first event of a step, with the Runge-Kutta step from its beginning as the function: Newton's
   method on a gap with its rate, secants on reactions; bisection where these do not help. The first
   guess is the root of the cubic through gaps and rates at both ends. */
#include <math.h>

#include "law/law.h"
#include "motion/events.h"

typedef struct {
    double s, *value;
} bound;

/* Between a at 0 and b at h */
static double cubic_root(const dls_rk *S, const dls_rk_found *a, const dls_rk_found *b, double h)
{
    static const double LEAST = 1e-12, INSIDE = 1e-6; /* of h: a guess is no end */
    double at = INFINITY;
    for (dls_int k = 0; k < S->nu; k++) {
        if (!b->happened[k] || b->closed[k]) {
            continue;
        }
        double rise = b->value[k] - a->value[k], x[4];
        double c[4] = {a->value[k], h * a->rate[k], 3 * rise - h * (2 * a->rate[k] + b->rate[k]),
                       -2 * rise + h * (a->rate[k] + b->rate[k])};
        int degree = 3;
        while (degree > 0 && c[degree] == 0) {
            degree--;
        }
        int count = degree > 0 ? dls_law_roots(degree, c, LEAST, 1, x) : 0;
        for (int i = 0; i < count; i++) {
            at = x[i] < 1 ? fmin(at, h * x[i]) : at;
        }
    }
    return fmin(at, h * (1 - INSIDE));
}

/* The width that is asked for; lifting off needs no critical step; rounding of the gaps. */
static double resolution(const dls_rk *S, const dls_rk_found *x, const dls_rk_state *z,
                         double width)
{
    /* of times, to which contacts that open are found; of a length; no division by zero */
    static const double OPENING = 1e-10, COARSEST = 1e-6, NOTHING = 1e-300;
    double near = width;
    if (!x->hits) {
        near = fmin(near, OPENING * fmax(fabs(z->t), NOTHING));
    }
    near = fmax(near, 4 * DLS_EPS * fabs(z->t));
    for (dls_int k = 0; k < S->nu; k++) {
        if (x->happened[k] && !x->closed[k]) {
            near = fmax(near, 4 * z->tolerance / fmax(fabs(x->rate[k]), NOTHING));
        }
    }
    return fmin(near, fmax(width, COARSEST));
}

/* Where the contacts that were crossed by `high` were crossed first, seen from s */
static double root(const dls_rk *S, bound low, bound high, const dls_rk_found *x, double s)
{
    double at = INFINITY;
    for (dls_int k = 0; k < S->nu; k++) {
        if (!x->happened[k]) {
            continue;
        }
        double a = low.value[k], b = high.value[k], r = (low.s + high.s) / 2;
        if (!x->closed[k] && x->rate[k] < 0) {
            r = s - x->value[k] / x->rate[k];
        } else if (a > 0) {
            r = low.s + (high.s - low.s) * a / (a - b);
        }
        at = fmin(at, r);
    }
    return at;
}

static void keep(const dls_rk *S, const dls_rk_found *from, dls_rk_found *to)
{
    for (dls_int k = 0; k < S->nu; k++) {
        to->happened[k] = from->happened[k];
        to->closed[k] = from->closed[k];
        to->pulls[k] = from->pulls[k];
        to->value[k] = from->value[k];
        to->rate[k] = from->rate[k];
    }
    to->any = from->any;
    to->hits = from->hits;
}

/* Where to look next, within (low, high) */
static double next(const dls_rk *S, bound low, bound high, double s, double near, int k)
{
    /* a little beyond the root, on the other side: so both ends of the bracket converge */
    if (k == 1) {
        s = cubic_root(S, &S->begin, &S->found, high.s) - near / 4;
    } else {
        s = root(S, low, high, &S->what, s) + near / 4 * (s == high.s ? -1 : 1);
    }
    bool halve = k > 6 && k % 3 == 0;
    return halve || !(s > low.s && s < high.s) ? (low.s + high.s) / 2 : s;
}

/* S->begin, S->found at y and z; nothing happened before the beginning */
static dls_error begin_search(dls_rk *S, const dls_rk_state *y, const dls_rk_state *z,
                              dls_fault *fault)
{
    dls_motion_rk_copy(S, y, &S->before);
    dls_zero(S->all, S->before.p);
    dls_zero(DLS_WORKS, S->before.work);
    dls_motion_rk_copy(S, z, &S->after);
    dls_motion_rk_copy(S, y, &S->x);
    dls_error error = dls_motion_event_look(S, y, &S->x, &S->begin, fault);
    return error || !S->report->ok ? error
                                   : dls_motion_event_look(S, y, &S->after, &S->found, fault);
}

bool dls_motion_event_leaps(const dls_rk *S)
{
    static const double LEAP = 1e-4; /* of the load, within the width of the search */
    bool leaps = false;
    for (dls_int k = 0; k < S->nu; k++) {
        double fall = S->contacts->low[k] - S->contacts->high[k];
        leaps = leaps || (S->found.happened[k] && S->found.closed[k] && fall > LEAP * *S->load);
    }
    return leaps;
}

dls_error dls_motion_event_locate(dls_rk *S, const dls_rk_state *y, const dls_rk_state *z,
                                  double width, dls_fault *fault)
{
    enum { MOST = 200 };
    bound low = {0, S->contacts->low}, high = {z->t - y->t, S->contacts->high};
    dls_error error = begin_search(S, y, z, fault);
    dls_copy(S->nu, S->begin.value, low.value);
    dls_copy(S->nu, S->found.value, high.value);
    keep(S, &S->found, &S->what);
    double s = high.s;
    for (int k = 1; k <= MOST && !error && S->report->ok; k++) {
        double near = resolution(S, &S->what, k > 1 ? &S->x : z, width);
        if (high.s - low.s <= near) {
            break;
        }
        s = next(S, low, high, s, near, k);
        error = dls_motion_rk_step(S, y, s, &S->x, fault);
        while (!error && s - low.s > near && dls_motion_rk_again(S)) { /* nearer to what is known */
            s = (low.s + s) / 2;
            error = dls_motion_rk_step(S, y, s, &S->x, fault);
        }
        error =
            error || !S->report->ok ? error : dls_motion_event_look(S, y, &S->x, &S->what, fault);
        if (error || !S->report->ok) {
            break;
        }
        if (S->what.any) {
            high.s = s;
            dls_copy(S->nu, S->what.value, high.value);
            dls_motion_rk_copy(S, &S->x, &S->after);
            keep(S, &S->what, &S->found);
        } else {
            low.s = s;
            dls_copy(S->nu, S->what.value, low.value);
            dls_motion_rk_copy(S, &S->x, &S->before);
            for (dls_int c = 0; c < S->nu; c++) {
                S->what.happened[c] = S->found.happened[c];
            }
            S->what.hits = S->found.hits;
        }
    }
    return error;
}
