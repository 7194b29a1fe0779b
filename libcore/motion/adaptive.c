/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps of an adaptive length: two halves are compared with the whole, HIGHORDER (63) to (67); the
   order of a step comes from what contacts do in it, (68) to (70). What fails or is not accurate
   enough is tried again with a smaller step. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "motion/book.h"

/* Steps end where the stretch does; the last two share what is left. clipped: the length that was
   wanted, or 0. */
static const double ROUNDING = 8 * DLS_EPS;
static const double REST = 1e-10; /* of a step: what is left of a stretch is no step of its own */

static double clip(const dls_motion_run *R, double h, double *clipped)
{
    double left = R->until - R->now.t;
    *clipped = 0;
    if (left <= h * (1 + REST)) {
        *clipped = left < h ? h : 0;
        return left;
    }
    if (left < 2 * h) {
        *clipped = h;
        return left / 2;
    }
    return h;
}

/* whole, middle and to of the book; events are those of the halves. */
static dls_error three_steps(dls_motion_run *R, double h, dls_motion_report *report,
                             dls_fault *fault)
{
    dls_motion_book *B = R->book;
    B->events = B->accepted;
    dls_error error = dls_motion_try(R, h, &R->now, &B->whole, report, fault);
    B->events = B->accepted;
    B->whole.t = R->now.t + h;
    R->fine = true;
    if (!error && report->ok) {
        error = dls_motion_try(R, h / 2, &R->now, &B->middle, report, fault);
        B->middle.t = R->now.t + h / 2;
    }
    if (!error && report->ok) {
        error = dls_motion_try(R, h / 2, &B->middle, &B->to, report, fault);
        B->to.t = B->whole.t;
    }
    R->fine = false;
    return error;
}

static int order_of(const dls_motion_run *R)
{
    return R->scheme->order ? R->scheme->order : R->tableau->order;
}

/* Where positions are without their projection, which would hide how far they are off */
static const double *positions(dls_motion_run *R, double h, const dls_motion_point *from,
                               const dls_motion_point *to)
{
    dls_motion_book *B = R->book;
    if (!R->scheme->projects) {
        return to->q;
    }
    dls_motion_mean(R->n, R->settings.theta, from->v, to->v, B->v);
    dls_motion_advance(R->source, from->q, B->v, h, B->q);
    return B->q;
}

/* *off: how far contacts are, in half a step, from where they belong: deeper than before, as where
   the step and its halves fly through an obstacle alike, as contacts are closed by predictions; or
   hit while they are open at both ends. Of compliant ones nothing is known. */
static dls_error look(dls_motion_run *R, double h, const dls_motion_point *from,
                      const dls_motion_point *to, int *order, double *off, dls_fault *fault)
{
    dls_motion_book *B = R->book;
    unsigned parts = DLS_PART_GAP | (R->soft ? DLS_PART_STIFFNESS : 0);
    dls_error error =
        dls_motion_evaluate(R->source, &R->here, DLS_PART_GAP, from->t, from->q, from->v, fault);
    if (error) {
        return error;
    }
    const double *q = positions(R, h, from, to), *g = R->here.g;
    bool away = false;
    dls_copy(R->nu, g, B->gap);
    error = dls_motion_evaluate(R->source, &R->here, parts, to->t, q, to->v, fault);
    for (dls_int i = 0; !error && i < R->nu; i++) {
        double high = to->p[R->nb + i] > 0 ? fmin(B->gap[i], g[i]) : 0;
        bool rigid = !R->soft || isinf(R->here.stiffness[i]);
        *order = B->gap[i] > 0 && g[i] <= 0 ? 0 : *order;
        B->gap[i] = rigid ? fmax(high, fmin(0, B->gap[i]) - g[i]) : 0;
        away = away || B->gap[i] > 0;
    }
    parts |= away ? DLS_PART_GAP_GRADIENT : 0;
    error = error ? error : dls_motion_evaluate(R->source, &R->here, parts, to->t, q, to->v, fault);
    for (dls_int i = 0; !error && away && i < R->nu; i++) {
        dls_view N = R->here.N;
        double length = dls_norm(N.p[i + 1] - N.p[i], N.x + N.p[i]);
        *off = fmax(*off, B->gap[i] / fmax(length, DBL_MIN));
    }
    return error;
}

/* Order by (68) to (70) for schemes that capture events within a step; Runge-Kutta methods keep
   theirs. */
static dls_error look_at_contacts(dls_motion_run *R, double h, int *order, double *off,
                                  dls_fault *fault)
{
    dls_motion_book *B = R->book;
    *order = order_of(R);
    *off = 0;
    if (R->scheme->keeps_order || R->nu == 0) {
        return DLS_OK;
    }
    *order = R->settings.estimate == 1 ? 0 : *order;
    dls_error error = look(R, h / 2, &R->now, &B->middle, order, off, fault);
    return error ? error : look(R, h / 2, &B->middle, &B->to, order, off, fault);
}

/* Where the step and its halves both end on an obstacle, as projections make them, positions say
   nothing of the flight that was jumped over: velocities do, by what they make in such a step. */
static double error_of_velocities(const dls_motion_run *R, double h)
{
    const dls_motion_book *B = R->book;
    double size = fmax(dls_largest(R->nq, R->now.q), dls_largest(R->nq, B->to.q)), worst = 0;
    double allowed = R->settings.abs_tol + R->settings.rel_tol * size;
    for (dls_int k = 0; k < R->n; k++) {
        double speed = fmax(fabs(R->now.v[k]), fabs(B->to.v[k]));
        double scale = fmax(allowed, h * ROUNDING * speed);
        double e = h * fabs(B->to.v[k] - B->whole.v[k]) / scale;
        worst = e > worst || isnan(e) ? e : worst;
    }
    return worst;
}

/* (65) with the largest component; (63), or the difference as it is where the order is 0, (67).
   Rounding of the positions is no error of the step. */
static double error_of(const dls_motion_run *R, double h, int order, double off)
{
    const dls_motion_book *B = R->book;
    double divisor = order > 0 ? pow(2, order) - 1 : 1;
    double rounding = ROUNDING * dls_largest(R->nq, B->to.q);
    double worst = R->scheme->projects && R->nu > 0 ? error_of_velocities(R, h) / divisor : 0;
    for (dls_int k = 0; k < R->nq; k++) {
        double size = fmax(fabs(R->now.q[k]), fabs(B->to.q[k]));
        double e = fabs(B->to.q[k] - B->whole.q[k]) / divisor;
        e /= fmax(R->settings.abs_tol + R->settings.rel_tol * size, rounding);
        worst = e > worst || isnan(e) ? e : worst;
    }
    double size = fmax(dls_largest(R->nq, R->now.q), dls_largest(R->nq, B->to.q));
    return fmax(worst, off / fmax(R->settings.abs_tol + R->settings.rel_tol * size, rounding));
}

/* (66) */
static double next_length(const dls_motion_run *R, double h, double error, int order)
{
    const double *f = R->factors;
    return h * fmin(f[2], fmax(f[1], f[0] * pow(1 / error, 1.0 / (order + 1))));
}

/* One try; *proposal: what to go on with. accepted: the error is small enough. */
static dls_error attempt(dls_motion_run *R, double h, double *proposal, bool *accepted,
                         dls_motion_report *report, dls_fault *fault)
{
    int order = 0;
    double off = 0;
    *accepted = false;
    *proposal = R->factors[1] * h;
    dls_error error = three_steps(R, h, report, fault);
    if (!error && report->ok) {
        error = look_at_contacts(R, h, &order, &off, fault);
    }
    if (error || !report->ok) {
        return error;
    }
    double e = error_of(R, h, order, off);
    *proposal = next_length(R, h, e, order);
    *accepted = e <= 1;
    if (!*accepted) {
        *proposal = fmin(*proposal, 0.95 * h);
        return dls_motion_refuse(report, "the error is %.1e times the tolerance", e);
    }
    return DLS_OK;
}

/* The two halves become one step. */
static dls_error join(dls_motion_run *R, double h, dls_fault *fault)
{
    dls_motion_book *B = R->book;
    dls_error error = dls_motion_judge(R, h / 2, &R->now, &B->middle, fault);
    error = error ? error : dls_motion_judge(R, h / 2, &B->middle, &B->to, fault);
    dls_axpy(R->np, 1, B->middle.p, B->to.p);
    return error;
}

dls_error dls_motion_adaptive(dls_motion_run *R, dls_motion_report *report, dls_fault *fault)
{
    dls_motion_book *B = R->book;
    double longest = R->settings.max_step, clipped, proposal;
    double size = fmax(fabs(R->now.t), R->tend - R->from); /* of times: rounding at t = 0, too */
    double shortest = fmax(R->settings.min_step, 16 * DLS_EPS * size);
    B->h = B->h > 0 ? B->h : fmin(R->settings.step, longest);
    B->h = R->model.lasting ? fmin(B->h, B->longest) : B->h;
    while (true) {
        bool accepted;
        double h = clip(R, B->h, &clipped);
        *report = (dls_motion_report){.ok = true};
        dls_error error = attempt(R, h, &proposal, &accepted, report, fault);
        if (error && error != DLS_ERROR_MODEL) {
            return error;
        }
        if (accepted) {
            error = join(R, h, fault);
            B->h = error ? B->h : fmin(clipped > 0 ? fmax(proposal, clipped) : proposal, longest);
            return error;
        }
        bool over = dls_watch_over(&R->watch, &report->outcome) || report->incomplete;
        if (over || (!error && report->outcome != DLS_NO_SOLUTION)) {
            return DLS_OK;
        }
        R->stats.rejected++;
        B->h = proposal;
        if (proposal < shortest) {
            char why[240];
            memcpy(why, report->message, sizeof why - 1);
            why[sizeof why - 1] = '\0';
            *report = (dls_motion_report){.ok = true};
            dls_motion_refuse(report, "no step above %.1e succeeds: %s", shortest, why);
            return error;
        }
    }
}
