/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report = dls_verify_held_mex ('range' | 'margin' | 'friction', E, claim)
   Contacts that are held, E of dls_verify_cones: what dls_verify_range and dls_verify_margin
   find; the fields of a claim are those of dls_range_claim, dls_margin_claim. */
#include <string.h>

#include "dls_verify_report.h"

typedef struct {
    const char *status;
    dls_contact_margin held;
    bool *free, *presses, *bilateral, *determined, *unbounded, *empty;
    dls_int *normal, *tangent;
    dls_margin_claim margin;
    dls_range_claim range;
} inputs;

static const dls_contact_margin *held_of(inputs *I, const dls_mex_reply *to)
{
    dls_contact_margin *Q = &I->held;
    Q->contacts = DLS_MEX_SIZE(to, 'k');
    if (DLS_MEX_SIZE(to, 't') != (Q->d - 1) * Q->contacts) {
        dls_mex_error("delassus:dimension", "dls_verify: expected d - 1 tangents of each contact");
    }
    Q->free = I->free;
    Q->presses = I->presses;
    Q->bilateral = I->bilateral;
    Q->normal = I->normal;
    Q->tangent = I->tangent;
    return Q;
}

enum { MARGIN, FRICTION };

static void verify_margin(void *in, dls_mex_reply *to)
{
    inputs *I = in;
    const dls_contact_margin *Q = held_of(I, to);
    dls_verify_report report;
    dls_fault fault;
    I->margin.leaves = DLS_MEX_SIZE(to, 'l');
    dls_mex_check(dls_verify_margin(Q, &I->margin, to->variant == FRICTION, &report, &fault),
                  "dls_verify", &fault);
    to->out[0] = dls_mex_report(&report);
}

static void verify_range(void *in, dls_mex_reply *to)
{
    inputs *I = in;
    const dls_contact_margin *Q = held_of(I, to);
    dls_verify_report report;
    dls_fault fault;
    I->range.outcome = strcmp(I->status, "solved") == 0 ? DLS_SOLVED : DLS_NOT_DECIDED;
    I->range.determined = I->determined;
    I->range.unbounded = I->unbounded;
    I->range.empty = I->empty;
    I->range.leaves = DLS_MEX_SIZE(to, 'l');
    I->range.bounds = DLS_MEX_SIZE(to, 'b');
    dls_mex_check(dls_verify_range(Q, &I->range, &report, &fault), "dls_verify", &fault);
    to->out[0] = dls_mex_report(&report);
}

static const dls_mex_argument held[] = {DLS_MEX_BOUNDED("d", WHOLE, held.d, "d", NULL, 2, 3),
                                        DLS_MEX_ARGUMENT("G", MATRIX, held.G, "n", "m"),
                                        DLS_MEX_ARGUMENT("w", FINITE, held.w, "n", "1"),
                                        DLS_MEX_ARGUMENT("size", NUMBER, held.size, NULL, NULL),
                                        DLS_MEX_ARGUMENT("free", FLAGS, free, "m", "1"),
                                        DLS_MEX_ARGUMENT("positive", FLAGS, presses, "m", "1"),
                                        DLS_MEX_ARGUMENT("normal", INDICES, normal, "k", "m"),
                                        DLS_MEX_ARGUMENT("tangent", INDICES, tangent, "t", "m"),
                                        DLS_MEX_ARGUMENT("bilateral", FLAGS, bilateral, "k", "1"),
                                        DLS_MEX_ARGUMENT("mu", NUMBERS, held.mu, "k", "1"),
                                        DLS_MEX_ARGUMENT("weight", NUMBERS, held.weight, "?k", "1"),
                                        DLS_MEX_ARGUMENT("facets", WHOLE, held.facets, NULL, NULL),
                                        DLS_MEX_END};
static const dls_mex_argument margin_answer[] = {
    DLS_MEX_ARGUMENT("value", NUMBER, margin.value, "?", NULL),
    DLS_MEX_ARGUMENT("below", NUMBER, margin.below, "?", NULL),
    DLS_MEX_ARGUMENT("lambda", FINITE, margin.x, "?m", "1"),
    DLS_MEX_ARGUMENT("signs", NUMBERS, margin.sign, "k", "l"),
    DLS_MEX_ARGUMENT("y", NUMBERS, margin.y, "n", "l"),
    DLS_MEX_END};
static const dls_mex_argument about_margin[] = DLS_MEX_ABOUT(held, margin_answer);
static const dls_mex_argument range_answer[] = {
    DLS_MEX_ARGUMENT("status", TEXT, status, NULL, NULL),
    DLS_MEX_ARGUMENT("lo", NUMBERS, range.lo, "m", "1"),
    DLS_MEX_ARGUMENT("hi", NUMBERS, range.hi, "m", "1"),
    DLS_MEX_ARGUMENT("determined", FLAGS, determined, "m", "1"),
    DLS_MEX_ARGUMENT("unbounded", FLAGS, unbounded, "m", "1"),
    DLS_MEX_ARGUMENT("lambda", FINITE, range.lambda, "m", "1"),
    DLS_MEX_ARGUMENT("moves", MATRIX, range.moves, "m", "p"),
    DLS_MEX_ARGUMENT("at_lo", NUMBERS, range.at_lo, "m", "1"),
    DLS_MEX_ARGUMENT("at_hi", NUMBERS, range.at_hi, "m", "1"),
    DLS_MEX_ARGUMENT("from_lo", NUMBERS, range.from_lo, "m", "1"),
    DLS_MEX_ARGUMENT("from_hi", NUMBERS, range.from_hi, "m", "1"),
    DLS_MEX_ARGUMENT("along", NUMBERS, range.along, "m", "1"),
    DLS_MEX_ARGUMENT("part", NUMBERS, range.part, "l", "1"),
    DLS_MEX_ARGUMENT("signs", NUMBERS, range.sign, "k", "l"),
    DLS_MEX_ARGUMENT("empty", FLAGS, empty, "l", "1"),
    DLS_MEX_ARGUMENT("y", NUMBERS, range.y, "n", "l"),
    DLS_MEX_ARGUMENT("column", NUMBERS, range.column, "b", "1"),
    DLS_MEX_ARGUMENT("leaf", NUMBERS, range.leaf, "b", "1"),
    DLS_MEX_ARGUMENT("y_lo", NUMBERS, range.y_lo, "n", "b"),
    DLS_MEX_ARGUMENT("y_hi", NUMBERS, range.y_hi, "n", "b"),
    DLS_MEX_END};
static const dls_mex_argument about_range[] = DLS_MEX_ABOUT(held, range_answer);

static const dls_mex_call calls[] = {{"range", about_range, 1, verify_range, 0},
                                     {"margin", about_margin, 1, verify_margin, MARGIN},
                                     {"friction", about_margin, 1, verify_margin, FRICTION},
                                     DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_verify", calls)
