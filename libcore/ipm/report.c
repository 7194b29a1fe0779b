/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said of an answer: everything is computed anew from x, s, y as they are handed back. The
   scaled data serve for that: powers of two round nothing. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ipm/ipm.h"

static double relative(double value, double size)
{
    return size > 0 ? value / size : value > 0 ? INFINITY : 0;
}

/* I->now := (x, s, y) with tau = 1, and its standing. */
static void judge_program(dls_ipm *I, const double *x, const double *s, const double *y,
                          dls_conic_result *r)
{
    dls_int m = I->data.m;
    dls_ipm_place(I, x, s, y);
    I->now.tau = 1;
    I->now.kappa = 0;
    dls_ipm_residuals(I);
    r->primal = I->standing.primal;
    r->dual = I->standing.dual;
    r->gap = I->standing.gap;
    r->objective = I->standing.objective;
    r->dual_objective = I->standing.dual_objective;
    r->cone = fmax(relative(fmax(-dls_cones_margin(&I->cones, s), 0), dls_largest(m, s)),
                   relative(fmax(-dls_cones_margin(&I->cones, y), 0), dls_largest(m, y)));
}

/* The answer stands only if the residuals from the caller's data bear it out; certificates have
   been checked already. */
static void confirm(const dls_conic_settings *settings, dls_conic_result *r)
{
    double limit = 1.5 * settings->tolerance; /* rounding of the recomputation */
    bool solved = r->primal <= limit && r->dual <= limit && r->gap <= limit && r->cone <= limit;
    if (r->outcome == DLS_SOLVED && !solved) {
        r->outcome = DLS_NUMERICAL_TROUBLE;
        snprintf(r->message, sizeof r->message,
                 "the answer does not meet the tolerance in the data as given");
    }
}

/* s and y of a strictly complementary pair differ by many orders of magnitude at the end, those of
   another are both about sqrt(mu). Rows of one cone share their verdict, unless they are cones by
   themselves: strong when the reaction is not zero and s is on the boundary, inactive when s is
   inside and y is zero. */
static void classify_rows(const dls_ipm *I, dls_row *active)
{
    static const double CLEAR = 1e3;
    const dls_iterate *z = &I->now;
    for (const dls_cone *c = I->cones.cone; c < I->cones.cone + I->cones.count; c++) {
        bool linear = c->kind->diagonal;
        double s = linear ? 0 : c->kind->margin(c, z->s + c->start);
        double y = dls_largest(c->size, z->y + c->start);
        for (dls_int i = c->start; i < c->start + c->size; i++) {
            s = linear ? z->s[i] : s;
            y = linear ? z->y[i] : y;
            active[i] = I->outcome != DLS_SOLVED              ? DLS_ROW_UNDECIDED
                        : c->kind->equations || y > CLEAR * s ? DLS_ROW_STRONG
                        : s > CLEAR * y                       ? DLS_ROW_INACTIVE
                                                              : DLS_ROW_UNDECIDED;
        }
    }
}

/* What a certificate excludes; or why what looked like one is none. */
static void describe_claim(const dls_ipm *I, dls_conic_result *r)
{
    const char *points =
        r->outcome == DLS_DUAL_INFEASIBLE ? "dual points with sum |x| + |y|" : "x with sum |x|";
    size_t used = strlen(r->message), room = sizeof r->message - used;
    if (r->outcome == DLS_NOT_DECIDED && I->proof.accuracy >= 1) {
        snprintf(r->message + used, room,
                 "; a change of the data by %.1g of themselves removes the contradiction found",
                 I->settings.accuracy / I->proof.accuracy);
    } else if (isfinite(I->proof.reach)) {
        snprintf(r->message + used, room, "; this excludes all %s < %.1e", points, I->proof.reach);
    }
}

static void describe_end(const dls_ipm *I, dls_conic_result *r)
{
    static const char *const words[] = {
        [DLS_SOLVED] = "solved: residuals and gap meet the tolerance after %lld iterations",
        [DLS_PRIMAL_INFEASIBLE] = "no feasible point: A'y = 0, b'y < 0 for y in the dual cone",
        [DLS_DUAL_INFEASIBLE] = "unbounded along x: P x = 0, A x + s = 0, q'x < 0, if feasible",
        [DLS_MAX_ITERATIONS] = "iteration limit: the best point is returned",
        [DLS_TIME_LIMIT] = "time limit: the best point is returned",
        [DLS_INTERRUPTED] = "interrupted: the best point is returned"};
    bool proved = I->outcome == DLS_PRIMAL_INFEASIBLE || I->outcome == DLS_DUAL_INFEASIBLE;
    bool stuck = I->outcome == DLS_NUMERICAL_TROUBLE;
    r->outcome = stuck && I->claimed ? DLS_NOT_DECIDED : I->outcome;
    if (stuck) {
        snprintf(r->message, sizeof r->message, "not solved: %s; the best point is returned",
                 I->trouble);
    } else {
        dls_phrase(r->message, sizeof r->message, words[I->outcome], (long long)I->iterations);
    }
    if (proved || r->outcome == DLS_NOT_DECIDED) {
        describe_claim(I, r);
    }
    r->certificate = proved ? I->proof.certificate : NAN;
    r->iterations = I->iterations;
    r->factorisations = I->system.factorisations;
    r->refinements = I->system.refinements;
    r->method = I->system.backend->name;
    r->factor_entries = I->system.factor->entries;
    r->time_factor = I->system.time_factor;
}

void dls_ipm_report(dls_ipm *I, double *x, double *s, double *y, dls_row *active,
                    dls_conic_result *result)
{
    if (active) {
        classify_rows(I, active);
    }
    dls_ipm_solution(I, x, s, y);
    describe_end(I, result);
    judge_program(I, x, s, y, result);
    confirm(&I->settings, result);
}
