/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One step from R->now to R->book->to, with the contacts that there are when it begins; again while
   it finds that their list was not complete. */
#include <math.h>

#include "motion/book.h"

/* Steps of one length, that end at `from` + k h and not at sums of rounded steps; the last one ends
   the stretch, and keeps its bits where it is a whole one: so factorisations are used again. */
static dls_error fixed_step(dls_motion_run *R, dls_motion_report *report, dls_fault *fault)
{
    static const double WHOLE = 1e-8; /* of a step: what sums of times may have rounded away */
    dls_motion_book *B = R->book;
    double h = R->settings.step, t = R->from + (double)(R->stats.steps - B->stretch + 1) * h;
    if (t >= R->until - WHOLE * h) {
        double rest = R->until - R->now.t;
        h = fabs(rest - h) <= WHOLE * rest ? h : rest;
        t = R->until;
    }
    dls_error error = dls_motion_try(R, h, &R->now, &B->to, report, fault);
    B->to.t = t;
    return error || !report->ok ? error : dls_motion_judge(R, h, &R->now, &B->to, fault);
}

/* Positions that were projected stand clear of all bodies, not only of those in the list. (Event
   schemes see to this themselves, the others let what they do not predict overlap for a step.) */
static dls_error cover(dls_motion_run *R, dls_motion_report *report, dls_fault *fault)
{
    const dls_motion_model *L = &R->model;
    const dls_motion_point *to = &R->book->to;
    const double *const q[] = {R->now.q, to->q}, *const v[] = {R->now.v, to->v};
    bool complete = true;
    if (!L->covers || !R->scheme->projects || !report->ok) {
        return DLS_OK;
    }
    dls_error error = L->covers(L->data, to->t - R->now.t, q, v, &complete, fault);
    if (!error && !complete) {
        report->incomplete = true;
        return dls_motion_refuse(report, "contacts close that are not in the list of the model");
    }
    return error;
}

dls_error dls_motion_attempt(dls_motion_run *R, dls_motion_report *report, dls_fault *fault)
{
    enum { MOST = 100 };
    dls_error error = DLS_OK;
    bool again = true;
    for (int k = 0; k < MOST && again && !error; k++) {
        *report = (dls_motion_report){.ok = true};
        R->book->events = R->book->accepted;
        error = dls_motion_meet_contacts(R, fault);
        if (!error) {
            error = R->settings.adaptive ? dls_motion_adaptive(R, report, fault)
                                         : fixed_step(R, report, fault);
        }
        error = error ? error : cover(R, report, fault);
        again = report->incomplete;
    }
    return error;
}
