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
        again = report->incomplete;
    }
    return error;
}
