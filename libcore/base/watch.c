/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MaxTime and Ctrl-C: every loop asks the watch once in an iteration. */
#include <math.h>

#include "base/base.h"

dls_watch dls_watch_start(dls_host host, double seconds)
{
    return (dls_watch){host, dls_clock() + seconds};
}

bool dls_watch_over(const dls_watch *watch, dls_outcome *why)
{
    dls_outcome reason = DLS_SOLVED;
    if (watch->host.interrupted && watch->host.interrupted(watch->host.data)) {
        reason = DLS_INTERRUPTED;
    } else if (watch->deadline < INFINITY && dls_clock() >= watch->deadline) {
        reason = DLS_TIME_LIMIT;
    }
    if (why && reason != DLS_SOLVED) {
        *why = reason;
    }
    return reason != DLS_SOLVED;
}
