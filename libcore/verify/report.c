/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of checks, and what became of them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "verify/verify.h"

void dls_verify_begin(dls_verify_report *report)
{
    *report = (dls_verify_report){.ok = true, .verifiable = true, .residual = NAN, .excludes = NAN};
}

static double badness(double value, double bound)
{
    bool zero = bound == 0 && value <= 0;
    return isnan(value) ? INFINITY : zero ? 0 : bound < 0 ? bound / value : value / bound;
}

void dls_verify_check(dls_verify_report *report, const char *name, double value, double bound)
{
    int k = 0;
    bool ok = value <= bound;
    while (k < report->checks && strcmp(report->check[k].name, name) != 0) {
        k++;
    }
    dls_verify_line *line = report->check + DLS_MIN(k, DLS_VERIFY_CHECKS - 1);
    bool fresh = k == report->checks && k < DLS_VERIFY_CHECKS;
    report->checks += fresh;
    if (fresh || (line->ok && !ok) ||
        (line->ok == ok && badness(value, bound) > badness(line->value, line->bound))) {
        *line = (dls_verify_line){name, value, bound, ok};
    }
    if (!ok && report->ok) {
        snprintf(report->message, sizeof report->message, "%s: %.1e, expected at most %.1e", name,
                 value, bound);
    }
    report->ok = report->ok && ok;
}

void dls_verify_leave(dls_verify_report *report, const char *claim)
{
    for (int k = 0; k < report->left; k++) {
        if (strcmp(report->not_checked[k], claim) == 0) {
            return;
        }
    }
    if (report->left < DLS_VERIFY_LEFT) {
        report->not_checked[report->left++] = claim;
    }
}

void dls_verify_nothing(dls_verify_report *report, dls_outcome outcome)
{
    report->ok = report->verifiable = false;
    snprintf(report->message, sizeof report->message, "'%s' comes without anything to verify",
             dls_outcome_text(outcome));
}

void dls_verify_refusal(const dls_verify_report *report, char *message, size_t room)
{
    size_t length = strlen(message);
    snprintf(message + length, room - length, "; verification: %s", report->message);
}

void dls_verify_join(dls_verify_report *report, const dls_verify_report *other)
{
    if (report->ok) {
        snprintf(report->message, sizeof report->message, "%s", other->message);
    }
    for (int k = 0; k < other->checks; k++) {
        const dls_verify_line *line = other->check + k;
        dls_verify_check(report, line->name, line->value, line->bound);
    }
    for (int k = 0; k < other->left; k++) {
        dls_verify_leave(report, other->not_checked[k]);
    }
    report->ok = report->ok && other->ok;
    report->verifiable = report->verifiable && other->verifiable;
    report->residual = fmax(report->residual, other->residual); /* NaN: none yet */
    report->excludes = fmin(report->excludes, other->excludes);
}
