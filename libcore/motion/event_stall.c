/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events that no end is in sight of: many, or some that change nothing, without time between
   them. A step of Moreau's scheme goes across. */
#include <math.h>
#include <stdio.h>

#include "motion/events.h"

/* Is everything closed, and slips, that did before? */
static bool same_contacts(const dls_rk *S)
{
    const dls_rk_contacts *C = S->contacts;
    bool same = !S->found.hits;
    for (dls_int k = 0; same && k < S->nu; k++) {
        same = (S->closed[k] != 0) == C->was_closed[k] && (S->slips[k] != 0) == C->was_slipping[k];
    }
    return same;
}

/* Several contacts that hit each other: their impacts accumulate, or many more follow. Those of one
   or two end by themselves, as each hits less than the last. */
static bool crowded(const dls_rk *S, const dls_rk_tally *events)
{
    enum { FEW = 3 };
    dls_int restless = 0;
    for (dls_int k = 0; k < S->nu; k++) {
        restless += S->contacts->restless[k];
    }
    return restless >= FEW && (double)events->count >= *S->patience;
}

/* Less after a step that ended so, more after another one */
void dls_motion_event_learn(dls_rk *S, const dls_rk_tally *events)
{
    static const double MOST = 16;
    double next = events->crowded ? *S->patience / 2 : *S->patience * 2;
    *S->patience = fmin(fmax(next, 1), MOST);
}

bool dls_motion_event_stalls(const dls_rk *S, dls_rk_tally *events, double left)
{
    enum { MANY = 200, IDLE = 3, PARTS = 8 };
    static const double NOTHING = 1e-9;
    dls_rk_contacts *C = S->contacts;
    bool soon = S->y.t - events->last <= NOTHING * S->length;
    events->last = S->y.t;
    events->idle = soon && same_contacts(S) ? events->idle + 1 : 0;
    for (dls_int k = 0; k < S->nu; k++) {
        bool moved = S->found.happened[k] || C->closes[k];
        C->restless[k] = moved || (C->restless[k] && events->count % MANY != 0);
    }
    events->count++;
    if (crowded(S, events)) {
        events->length = left / PARTS;
        events->crowded = true;
        return true;
    }
    if (events->idle < IDLE && events->count % MANY != 0) {
        return false;
    }
    bool still = events->idle == IDLE || S->y.t - events->since <= NOTHING * S->length;
    events->idle = 0;
    events->since = S->y.t;
    return still;
}

dls_error dls_motion_event_too_many(dls_rk *S, dls_int count)
{
    char contacts[120] = "";
    size_t at = 0;
    for (dls_int k = 0; k < S->nu && at + 24 < sizeof contacts; k++) {
        if (S->contacts->restless[k]) {
            long long who = S->R->model.contacts ? (long long)S->who[k] : (long long)k + 1;
            at += (size_t)snprintf(contacts + at, sizeof contacts - at, " %lld", who);
        }
    }
    return dls_motion_refuse(S->report,
                             "%lld events in one step ('MaxEvents' is %g), at t = %.15g of "
                             "contacts%s",
                             (long long)count, S->R->settings.max_events, S->y.t, contacts);
}

dls_error dls_motion_event_capture(dls_rk *S, dls_rk_tally *events, double critical, double left,
                                   dls_fault *fault)
{
    static const double LONGER = 10; /* the next, so that few reach the end of any such motion */
    double length = fmin(fmax(critical, events->length), left);
    events->length *= events->crowded ? 1 : LONGER;
    dls_error error =
        dls_motion_event_critical(S, &S->y, length, S->contacts->restless, false, fault);
    events->captured += length;
    events->when = S->y.t;
    return error;
}

bool dls_motion_event_lost(dls_rk *S, int *losses, dls_motion_report *why)
{
    enum { MOST = 8 };
    dls_motion_report now = *S->report;
    if (now.ok || S->nu == 0 || S->R->model.impact || *losses == MOST || !dls_motion_rk_again(S)) {
        *S->report = *losses == MOST && !now.ok ? *why : now;
        *losses = 0;
        return false;
    }
    *why = *losses == 0 ? now : *why;
    *losses += 1;
    return true;
}
