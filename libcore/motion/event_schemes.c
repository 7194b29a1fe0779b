/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runge-Kutta methods between events. event-driven: contacts are hit, lift off (the first to
   rounding) and the method starts again there; velocities jump by percussions, and the
   accelerations of the closed contacts decide which of them stay closed. event-capturing
   (HIGHORDER, Algorithm 1): an event is located within a critical length C h^r, r = p + 1,
   which Moreau's scheme steps across. After an impact so weak that the next flight would be
   shorter than that, a contact stays closed: accumulations of impacts end there, O(critical)
   away from their limit. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "motion/events.h"

static dls_error begin_motion(dls_rk *S, dls_rk_state *y, dls_fault *fault)
{
    dls_rk_contacts *C = S->contacts;
    dls_rk_tally none = {0};
    dls_int count = S->nb;
    *S->begun = 1;
    *S->patience = INFINITY;
    dls_motion_event_learn(S, &none);
    if (S->R->model.contacts) {
        dls_copy(S->nu, S->R->source->identity, S->who);
    }
    for (dls_int k = 0; k < S->nb; k++) {
        C->list[k] = k;
    }
    dls_error error = dls_motion_event_independent(S, y, C->list, &count, fault);
    dls_zero(S->nb, S->kept_bilateral);
    for (dls_int k = 0; k < count && !error; k++) {
        S->kept_bilateral[C->list[k]] = 1;
    }
    S->R->redundant = S->nb - count;
    for (dls_int k = S->nb - 1; k >= 0; k--) {
        S->R->repeats = S->kept_bilateral[k] == 0 ? k : S->R->repeats;
    }
    C->count = S->nu;
    for (dls_int k = 0; k < S->nu; k++) {
        C->set[k] = k;
        C->pulls[k] = false;
    }
    return error ? error : dls_motion_event_contacts(S, y, NAN, fault);
}

/* Directions and speeds of slipping contacts where a piece begins. */
static dls_error directions(dls_rk *S, const dls_rk_state *y, dls_fault *fault)
{
    dls_motion_values *E = &S->R->here;
    unsigned parts = DLS_PART_TANGENT | (S->R->moving ? DLS_PART_TANGENT_SPEED : 0u);
    int t = S->d - 1;
    if (!S->sliding) {
        return DLS_OK;
    }
    dls_error error = dls_motion_evaluate(S->R->source, E, parts, y->t, y->q, y->v, fault);
    static const double ROUNDING = 1e-9; /* of velocities that an iteration made zero */
    double rest = ROUNDING * dls_largest(S->n, y->v);
    for (dls_int k = 0; k < S->nu && !error; k++) {
        double u[2] = {0, 0}, along = 0, *s = S->direction + k * t;
        for (int e = 0; e < t && S->slips[k] != 0; e++) {
            dls_int j = k * t + e;
            u[e] = S->R->moving ? E->wt[j] : 0;
            for (dls_int i = E->T.p[j]; i < E->T.p[j + 1]; i++) {
                u[e] += E->T.x[i] * y->v[E->T.i[i]];
            }
            along += u[e] * s[e];
        }
        S->speed[k] = hypot(u[0], u[1]);
        if (S->d == 3 && S->slips[k] != 0 && S->speed[k] > rest && along > 0) {
            s[0] = u[0] / S->speed[k];
            s[1] = u[1] / S->speed[k];
        }
    }
    return error;
}

/* y := z, and what reactions did on the way is added up. */
static dls_error advance(dls_rk *S, const dls_rk_state *z, dls_fault *fault)
{
    double *p = S->percussions, *full = S->contacts->full;
    dls_error error = dls_motion_event_share(S, z, z->p, full, fault);
    error = error ? error : dls_motion_event_remember(S, &S->y, z, false, fault);
    dls_axpy(DLS_WORKS, 1, z->work, S->work);
    dls_axpy(S->all, 1, full, p);
    for (dls_int k = 0; k < S->nu; k++) {
        for (int e = 0; S->closed[k] != 0 && S->slips[k] != 0 && e < S->d - 1; e++) {
            dls_int j = k * (S->d - 1) + e;
            p[S->nb + S->nu + j] -= S->R->here.mu[k] * full[S->nb + k] * S->direction[j];
        }
    }
    dls_motion_rk_copy(S, z, &S->y);
    return error;
}

/* Contacts that collide right now */
static bool colliding(dls_rk *S, const dls_rk_state *y)
{
    static const double ROUNDING = 1e-12; /* of velocities that a jump made zero */
    double rest = ROUNDING * dls_largest(S->n, y->v);
    bool any = false;
    for (dls_int k = 0; k < S->nu; k++) {
        S->contacts->closes[k] = S->closed[k] == 0 && y->g[k] <= y->tolerance && y->u[k] < -rest;
        any = any || S->contacts->closes[k];
    }
    return any;
}

/* Across: to where contacts are hit, and then by an impact or a critical step. */
static dls_error jump(dls_rk *S, double critical, double left, dls_fault *fault)
{
    const bool *hit = S->contacts->closes;
    if (critical > 0) {
        return dls_motion_event_critical(S, &S->y, fmin(critical, left), hit, true, fault);
    }
    return dls_motion_event_impact(S, &S->y, hit, fault);
}

/* The length of the next piece. A flight that is much shorter than what is left of the step is
   tried alone. After an event a step and its halves would go the same way: these take two
   pieces, so that their difference is an error. */
static double attempt(const dls_rk *S, double left)
{
    enum { SHORT = 100, SAFE = 4 };
    dls_rk_contacts *C = S->contacts;
    double soon = C->soon;
    C->soon = 0;
    if (S->R->fine && C->fresh) {
        return (soon > 0 ? fmin(soon, left) : left) / 2;
    }
    return soon > 0 && SHORT * soon < left ? SAFE * soon : left;
}

/* A moment later, by the velocity alone */
static void drift(dls_rk *S, double h)
{
    dls_motion_advance(S->R->source, S->y.q, S->y.v, h, S->Q);
    dls_copy(S->nq, S->Q, S->y.q);
    S->y.t += h;
}

/* From S->y to z without an event, or to the first one. *over: z is the end of the step. */
static dls_error piece(dls_rk *S, double tend, double critical, bool *over, dls_rk_tally *events,
                       dls_fault *fault)
{
    static const double ROUNDING = 4e-15; /* of times, to locate events */
    dls_rk_contacts *C = S->contacts;
    double width = critical > 0 ? critical : ROUNDING * fmax(fabs(tend), S->length);
    double left = tend - S->y.t, length = attempt(S, left);
    dls_error error = directions(S, &S->y, fault);
    bool dips = false;
    error = error ? error : dls_motion_event_piece(S, width, &length, &dips, fault);
    if (error || !S->report->ok) {
        return error;
    } else if (dips) {
        events->length = fmin(length, left);
        memset(C->restless, 0, (size_t)S->nu * sizeof *C->restless);
        return dls_motion_event_capture(S, events, critical, left, fault);
    }
    *over = !S->found.any && length == left;
    C->fresh = S->found.any;
    S->stages_end = *over ? tend : NAN;
    error = advance(S, dls_motion_event_end(S), fault);
    if (!S->found.any) {
        return error;
    }
    if (S->found.hits) {
        for (dls_int k = 0; k < S->nu; k++) {
            C->closes[k] = S->found.happened[k] && !S->found.closed[k];
        }
        return error ? error : jump(S, critical, tend - S->y.t, fault);
    }
    if (dls_motion_event_leaps(S)) {
        drift(S, 2 * (S->after.t - S->before.t));
    }
    C->count = 0;
    for (dls_int k = 0; k < S->nu; k++) {
        C->pulls[k] = S->found.pulls[k];
        if (S->closed[k] != 0) {
            C->set[C->count++] = k;
        }
    }
    return error ? error : dls_motion_event_contacts(S, &S->y, 0, fault);
}

static dls_error between(dls_rk *S, double tend, double critical, dls_fault *fault)
{
    static const double CAPTURED = 1e-6; /* of a step: the first length where events stall */
    S->contacts->brief = fmax(critical, CAPTURED * S->length);
    dls_rk_tally events = {.since = S->y.t, .last = S->y.t, .length = CAPTURED * S->length};
    dls_motion_report why;
    int losses = 0;
    bool over = false, stuck = false;
    dls_error error = DLS_OK;
    while (!over && !error && S->report->ok && tend - S->y.t > 4 * DLS_EPS * fabs(tend)) {
        double left = tend - S->y.t;
        if (dls_motion_over(S->R, S->report)) {
            break;
        }
        if (stuck) {
            error = dls_motion_event_capture(S, &events, critical, left, fault);
        } else if (colliding(S, &S->y)) {
            error = jump(S, critical, left, fault);
        } else {
            error = piece(S, tend, critical, &over, &events, fault);
        }
        bool failed = !error && dls_motion_event_lost(S, &losses, &why);
        if (over || error || !S->report->ok) {
            break;
        }
        stuck = failed || events.crowded ||
                (!stuck && dls_motion_event_stalls(S, &events, tend - S->y.t));
        S->whole = false;
        if ((double)events.count > S->R->settings.max_events) {
            error = dls_motion_event_too_many(S, events.count);
        }
    }
    dls_motion_event_learn(S, &events);
    if (!error && events.captured > 0) {
        error = dls_motion_tell(S->R, events.when, 0, DLS_EVENT_CAPTURED, events.captured, fault);
    }
    return error;
}

static dls_error finish(dls_rk *S, dls_motion_point *to, dls_fault *fault)
{
    const dls_motion_run *R = S->R;
    dls_error error = DLS_OK;
    dls_copy(S->nq, S->y.q, to->q);
    dls_copy(S->n, S->y.v, to->v);
    if (S->nu > 0) {
        error = dls_motion_evaluate(R->source, &S->R->here, DLS_PART_FRICTION, S->y.t, S->y.q,
                                    S->y.v, fault);
    }
    for (dls_int k = 0; k < S->nu && !error; k++) {
        bool rubs = R->friction && R->here.mu[k] > 0;
        to->status[k] = S->closed[k] == 0 ? 0 : S->slips[k] != 0 ? 3 : rubs ? 2 : 1;
    }
    return error;
}

static dls_error step(dls_motion_run *R, double h, double critical, const dls_motion_point *from,
                      dls_motion_point *to, dls_motion_report *report, dls_fault *fault)
{
    dls_rk *S = R->workspace;
    dls_motion_copy(R, from, to);
    dls_zero(R->np, to->p);
    dls_motion_rk_attach(S, to->memory);
    S->report = report;
    S->length = h;
    S->contacts->fresh = false;
    S->percussions = to->p;
    S->residual = &to->residual;
    S->stages_end = NAN;
    S->work = to->work;
    S->y.t = from->t;
    dls_copy(S->nq, from->q, S->y.q);
    dls_copy(S->n, from->v, S->y.v);
    S->whole = !dls_motion_rk_normalise(S);
    S->halvings = R->fine ? S->halvings : 0;
    dls_motion_rk_select(S);
    dls_motion_event_forget(S, from->t);
    dls_error error = *S->begun != 0 ? DLS_OK : begin_motion(S, &S->y, fault);
    error = error || !report->ok ? error : dls_motion_rk_gaps(S, &S->y, fault);
    error = error || !report->ok ? error : dls_motion_rk_meet(S, fault);
    to->t = from->t + h;
    error = error || !report->ok ? error : between(S, to->t, critical, fault);
    return error || !report->ok ? error : finish(S, to, fault);
}

static dls_error step_driven(dls_motion_run *R, double h, const dls_motion_point *from,
                             dls_motion_point *to, dls_motion_report *report, dls_fault *fault)
{
    return step(R, h, 0, from, to, report, fault);
}

static dls_error step_capturing(dls_motion_run *R, double h, const dls_motion_point *from,
                                dls_motion_point *to, dls_motion_report *report, dls_fault *fault)
{
    const dls_motion_settings *O = &R->settings;
    double r = O->critical_order > 0 ? O->critical_order : R->tableau->order + 1;
    double critical = fmin(O->critical_factor * pow(h, r), h / 4);
    static const double ROUNDING = 1e-14; /* of times: no event is located closer */
    critical = fmax(critical, ROUNDING * fmax(fabs(from->t), h));
    return step(R, h, critical, from, to, report, fault);
}

/* Of adaptive steps: events are found where gaps are zero, so that a flight is as exact as a double
   lets it be; an order of five to six pays for it with few steps. */
#define EXACT 1e-12

const dls_motion_scheme dls_motion_event_driven = {.name = "event-driven",
                                                   .keeps_order = true,
                                                   .adaptive = true,
                                                   .tolerance = EXACT,
                                                   .memories = dls_motion_rk_memories,
                                                   .carry = dls_motion_rk_carry,
                                                   .begin = dls_motion_rk_new,
                                                   .step = step_driven,
                                                   .judge = dls_motion_judge_rk,
                                                   .dense = dls_motion_event_dense,
                                                   .end = dls_motion_rk_free};
const dls_motion_scheme dls_motion_event_capturing = {.name = "event-capturing",
                                                      .keeps_order = true,
                                                      .memories = dls_motion_rk_memories,
                                                      .carry = dls_motion_rk_carry,
                                                      .begin = dls_motion_rk_new,
                                                      .step = step_capturing,
                                                      .judge = dls_motion_judge_rk,
                                                      .dense = dls_motion_event_dense,
                                                      .end = dls_motion_rk_free};
