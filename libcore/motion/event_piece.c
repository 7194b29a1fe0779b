/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A piece of a motion, of one Runge-Kutta step, up to the first event in it. */
#include "motion/events.h"

/* A piece of at most *length, and what happened in it; shorter where stages do not converge: an
   event may come before that */
static dls_error try_piece(dls_rk *S, double *length, dls_fault *fault)
{
    static const double LEAST = 1e-9; /* of a step */
    dls_error error = dls_motion_rk_step(S, &S->y, *length, &S->z, fault);
    while (!error && *length > LEAST * S->length && dls_motion_rk_again(S)) {
        *length /= 4;
        error = dls_motion_rk_step(S, &S->y, *length, &S->z, fault);
    }
    return error || !S->report->ok ? error
                                   : dls_motion_event_look(S, &S->y, &S->z, &S->found, fault);
}

/* The same, where nothing happened that its ends do not show. *dips: something did, however short
   it is, as where a gradient leaps at an edge. */
static dls_error whole_piece(dls_rk *S, double *length, bool *dips, dls_fault *fault)
{
    enum { HALVES = 10 };
    dls_error error = DLS_OK;
    *dips = true;
    for (int k = 0; *dips && k < HALVES && !error && S->report->ok; k++) {
        *length /= k > 0 ? 2 : 1;
        error = try_piece(S, length, fault);
        *dips = false;
        if (!error && S->report->ok && !S->found.any && S->actives > 0) {
            error = dls_motion_event_dips(S, &S->z, dips, fault);
        }
    }
    return error;
}

const dls_rk_state *dls_motion_event_end(const dls_rk *S)
{
    bool before = S->found.hits || dls_motion_event_leaps(S);
    return !S->found.any ? &S->z : before ? &S->before : &S->after;
}

dls_error dls_motion_event_cover(dls_rk *S, const dls_rk_state *y, const dls_rk_state *z,
                                 dls_fault *fault)
{
    const dls_motion_model *L = &S->R->model;
    const double *const q[] = {y->q, z->q}, *const v[] = {y->v, z->v};
    bool complete = true;
    if (!L->covers || !S->report->ok) {
        return DLS_OK;
    }
    double start = dls_clock();
    dls_error error = L->covers(L->data, z->t - y->t, q, v, &complete, fault);
    S->R->stats.time_model += dls_clock() - start;
    if (!error && !complete) {
        S->report->incomplete = true;
        return dls_motion_refuse(S->report, "contacts close that are not in the list of the model");
    }
    return error;
}

dls_error dls_motion_event_piece(dls_rk *S, double width, double *length, bool *dips,
                                 dls_fault *fault)
{
    enum { MOST = 50 };
    dls_error error = DLS_OK;
    double at = 1;
    for (int k = 0; k < MOST && at > 0 && !error && S->report->ok; k++) {
        *length = k > 0 ? at : *length;
        at = 0;
        error = whole_piece(S, length, dips, fault);
        if (!error && S->report->ok && !*dips && S->found.any) {
            error = dls_motion_event_locate(S, &S->y, &S->z, width, fault);
        }
        if (!error && S->report->ok && !*dips) {
            error = dls_motion_event_hidden(S, &S->y, dls_motion_event_end(S), &at, fault);
        }
    }
    return error || *dips ? error
                          : dls_motion_event_cover(S, &S->y, dls_motion_event_end(S), fault);
}
