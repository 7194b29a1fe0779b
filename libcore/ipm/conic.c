/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dls_conic: check, run, and recompute everything from the caller's data. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ipm/ipm.h"

static dls_error check_sizes(const dls_conic_problem *p, dls_fault *fault)
{
    if (p->P.rows != p->P.cols) {
        return dls_fail(fault, DLS_ERROR_DIMENSION, "P is %lld-by-%lld; expected square",
                        (long long)p->P.rows, (long long)p->P.cols);
    }
    if (p->A.cols != p->P.cols) {
        return dls_fail(fault, DLS_ERROR_DIMENSION,
                        "A is %lld-by-%lld; expected %lld columns, one per variable of P",
                        (long long)p->A.rows, (long long)p->A.cols, (long long)p->P.cols);
    }
    double rows = (double)p->cones.zero + (double)p->cones.linear;
    bool sizes = p->cones.zero >= 0 && p->cones.linear >= 0;
    for (dls_int k = 0; k < p->cones.count; k++) {
        rows += (double)p->cones.second[k];
        if (p->cones.second[k] < 1) {
            return dls_fail(fault, DLS_ERROR_DIMENSION,
                            "cones.q(%lld) is %lld; expected sizes of at least 1", (long long)k + 1,
                            (long long)p->cones.second[k]);
        }
    }
    if (!sizes || rows != (double)p->A.rows) {
        return dls_fail(fault, DLS_ERROR_DIMENSION,
                        "the cones have %.0f rows (z = %lld, l = %lld, q = %.0f); expected %lld, "
                        "the rows of A",
                        rows, (long long)p->cones.zero, (long long)p->cones.linear,
                        rows - (double)p->cones.zero - (double)p->cones.linear,
                        (long long)p->A.rows);
    }
    return DLS_OK;
}

dls_error dls_ipm_check_vector(dls_int n, const double *x, const char *name, dls_fault *fault)
{
    for (dls_int k = 0; !dls_finite(n, x) && k < n; k++) {
        if (!isfinite(x[k])) {
            return dls_fail(fault, DLS_ERROR_NOT_FINITE, "%s(%lld) is %g; expected finite numbers",
                            name, (long long)k + 1, x[k]);
        }
    }
    const dls_int whole[] = {0, n};
    return dls_rank_check_range((dls_view){n, 1, whole, NULL, x}, name, fault);
}

dls_error dls_ipm_check(const dls_conic_problem *p, const dls_conic_settings *settings,
                        dls_fault *fault)
{
    dls_error error = dls_settings_check("dls_conic", settings, fault);
    error = error ? error : check_sizes(p, fault);
    error = error ? error : dls_rank_check_positive(p->P, "P", fault);
    error = error ? error : dls_view_check(p->A, "A", fault);
    error = error ? error : dls_rank_check_range(p->A, "A", fault);
    error = error ? error : dls_ipm_check_vector(p->P.cols, p->q, "q", fault);
    return error ? error : dls_ipm_check_vector(p->A.rows, p->b, "b", fault);
}

static double relative(double value, double size)
{
    return size > 0 ? value / size : value > 0 ? INFINITY : 0;
}

/* Everything of dls_conic_result that can be said of (x, s, y) from the problem as it was given.
   Its scaling only says which sizes count as nothing, and relates rows to each other. */
typedef struct {
    const dls_conic_problem *p;
    const dls_product *cones;
    const double *x, *s, *y;
    const dls_scaled *scaled;
    double *Px, *Ay, *Ax; /* n, n, m: work */
} judged;

/* The gap in the caller's units. */
static dls_floors floors_of(const judged *J)
{
    const dls_scaled *S = J->scaled;
    double x = 0, y = 0;
    for (dls_int j = 0; j < S->n; j++) {
        x = fmax(x, fabs(J->x[j]) / (S->size * S->D[j]));
    }
    for (dls_int i = 0; i < S->m; i++) {
        y = fmax(y, fabs(J->y[i]) / S->E[i] * (S->cost * S->size));
    }
    dls_floors floors = dls_ipm_scaled_floors(S, x, y);
    floors.gap = fmax(fmin(floors.gap, 1), 1e-12) / S->cost;
    return floors;
}

static void judge(const judged *J, dls_conic_result *r)
{
    const dls_conic_problem *p = J->p;
    const dls_scaled *S = J->scaled;
    dls_int n = p->P.cols, m = p->A.rows;
    dls_set_mul_t(p->P, J->x, J->Px);
    dls_set_mul_t(p->A, J->y, J->Ay);
    dls_zero(m, J->Ax);
    dls_mul(p->A, 1, J->x, J->Ax);
    double xPx = dls_dot(n, J->x, J->Px), qx = dls_dot(n, p->q, J->x), by = dls_dot(m, p->b, J->y);
    double size_g = fmax(fabs(xPx), fmax(fabs(qx), fabs(by)));
    dls_relative rows = DLS_RELATIVE_NONE, columns = DLS_RELATIVE_NONE;
    for (dls_int i = 0; i < m; i++) {
        double unit = S->size / S->E[i];
        double term = fmax(fabs(J->Ax[i]), fmax(fabs(J->s[i]), fabs(p->b[i])));
        dls_ipm_relative_add(&rows, unit, (J->Ax[i] + J->s[i] - p->b[i]) / unit, term / unit);
    }
    for (dls_int j = 0; j < n; j++) {
        double unit = 1 / (S->cost * S->size * S->D[j]);
        double term = fmax(fabs(J->Px[j]), fmax(fabs(J->Ay[j]), fabs(p->q[j])));
        dls_ipm_relative_add(&columns, unit, (J->Px[j] + J->Ay[j] + p->q[j]) / unit, term / unit);
    }
    dls_floors floors = floors_of(J);
    r->primal = dls_ipm_relative_value(&rows, DLS_SCALED, floors.primal);
    r->dual = dls_ipm_relative_value(&columns, DLS_SCALED, floors.dual);
    r->gap = relative(fabs(xPx + qx + by), fmax(size_g, floors.gap));
    r->cone = fmax(relative(fmax(-dls_cones_margin(J->cones, J->s), 0), dls_largest(m, J->s)),
                   relative(fmax(-dls_cones_margin(J->cones, J->y), 0), dls_largest(m, J->y)));
    r->objective = xPx / 2 + qx;
    r->dual_objective = -xPx / 2 - by;
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
   another are both about sqrt(mu). Rows of a second-order cone share their verdict: strong when
   the reaction is not zero and s is on the boundary, inactive when s is inside and y is zero. */
static void classify(const dls_ipm *I, dls_row *active)
{
    static const double CLEAR = 1e3;
    const dls_iterate *z = &I->now;
    for (const dls_cone *c = I->cones.cone; c < I->cones.cone + I->cones.count; c++) {
        bool linear = c->kind->diagonal;
        double s = linear ? 0 : c->kind->margin(c, z->s + c->start), y = z->y[c->start];
        for (dls_int i = c->start; i < c->start + c->size; i++) {
            s = linear ? z->s[i] : s;
            y = linear ? z->y[i] : y;
            active[i] = I->outcome != DLS_SOLVED                      ? DLS_ROW_UNDECIDED
                        : c->kind == &dls_cones_zero || y > CLEAR * s ? DLS_ROW_STRONG
                        : s > CLEAR * y                               ? DLS_ROW_INACTIVE
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

static void describe(const dls_ipm *I, dls_conic_result *r)
{
    static const char *const words[] = {
        [DLS_SOLVED] = "solved: primal, dual residuals and gap meet the tolerance",
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
        snprintf(r->message, sizeof r->message, "%s", words[I->outcome]);
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

void dls_ipm_report(const dls_ipm *I, const dls_conic_problem *problem, double *x, double *s,
                    double *y, double *work, dls_conic_result *result)
{
    dls_int n = I->data.n;
    judged J = {problem, &I->cones, x, s, y, &I->data, work, work + n, work + 2 * n};
    dls_ipm_solution(I, x, s, y);
    describe(I, result);
    judge(&J, result);
    confirm(&I->settings, result);
}

/* Another problem of the same kind, which takes over the time that is left. */
static dls_error run_other(const dls_conic_problem *problem, const dls_ipm *I, dls_ipm **out,
                           dls_fault *fault)
{
    dls_error error = dls_ipm_new(out, problem, true, &I->settings, I->host, fault);
    if (!error) {
        (*out)->watch = I->watch;
        error = dls_ipm_run(*out, false, fault);
    }
    return error;
}

/* Where the iteration got stuck, the constraints alone may still be shown to contradict each other:
   the same problem without its objective. *I is replaced when they do. */
static dls_error seek_contradiction(const dls_conic_problem *problem, dls_view none, double *zero,
                                    dls_ipm **I, dls_fault *fault)
{
    dls_conic_problem feasibility = *problem;
    dls_ipm *F = NULL;
    feasibility.P = none;
    feasibility.q = zero;
    dls_error error = run_other(&feasibility, *I, &F, fault);
    if (!error && F->outcome == DLS_PRIMAL_INFEASIBLE) {
        F->iterations += (*I)->iterations;
        dls_ipm_free(*I);
        *I = F;
        F = NULL;
    }
    dls_ipm_free(F);
    return error;
}

/* Or the objective may fall forever: the linear program of the directions, q'x over P x = 0 and
   A x + s = 0. zero: n + m entries */
static dls_error seek_direction(const dls_conic_problem *problem, dls_view none, double *zero,
                                dls_ipm *I, dls_fault *fault)
{
    dls_int n = problem->P.cols, m = problem->A.rows;
    dls_mat A = {0};
    dls_ipm *F = NULL;
    double *x = DLS_NEW(double, 3 * n + 2 * m);
    if (!x || !dls_stack(problem->P, problem->A, &A)) {
        dls_free(x);
        return dls_fail_memory(fault);
    }
    dls_conic_problem directions = {none, problem->q, dls_see(&A), zero, problem->cones};
    directions.cones.zero += n;
    dls_error error = run_other(&directions, I, &F, fault);
    if (!error && F->outcome == DLS_DUAL_INFEASIBLE) {
        dls_ipm_solution(F, x, x + n, x + 2 * n + m);
        dls_ipm_propose(I, x);
        I->iterations += F->iterations;
    }
    dls_ipm_free(F);
    dls_mat_free(&A);
    dls_free(x);
    return error;
}

static dls_error seek_proofs(const dls_conic_problem *problem, dls_ipm **I, dls_fault *fault)
{
    dls_int n = problem->P.cols;
    dls_mat none = {0};
    double *zero = DLS_NEW(double, n + problem->A.rows);
    dls_error error = DLS_OK;
    if (!zero || !dls_mat_new(&none, n, n, 0)) {
        error = dls_fail_memory(fault);
    }
    if (!error) {
        error = seek_contradiction(problem, dls_see(&none), zero, I, fault);
    }
    if (!error && (*I)->outcome == DLS_NUMERICAL_TROUBLE) {
        error = seek_direction(problem, dls_see(&none), zero, *I, fault);
    }
    dls_mat_free(&none);
    dls_free(zero);
    return error;
}

dls_error dls_conic(const dls_conic_problem *problem, const dls_conic_settings *settings, bool warm,
                    dls_host host, double *x, double *s, double *y, dls_row *active,
                    dls_conic_result *result, dls_fault *fault)
{
    dls_conic_settings chosen = settings ? *settings : dls_conic_defaults();
    double start = dls_clock(), *work = NULL;
    dls_ipm *I = NULL;
    dls_error error = dls_ipm_check(problem, &chosen, fault);
    if (!error && warm) {
        error = dls_ipm_check_vector(problem->P.cols, x, "Start.x", fault);
        error = error ? error : dls_ipm_check_vector(problem->A.rows, s, "Start.s", fault);
        error = error ? error : dls_ipm_check_vector(problem->A.rows, y, "Start.y", fault);
    }
    error = error ? error : dls_ipm_new(&I, problem, true, &chosen, host, fault);
    if (!error && warm) {
        dls_ipm_warm_start(I, x, s, y);
    }
    error = error ? error : dls_ipm_run(I, warm, fault);
    if (!error && I->outcome == DLS_NUMERICAL_TROUBLE) {
        error = seek_proofs(problem, &I, fault);
    }
    if (!error) {
        work = DLS_NEW(double, 2 * problem->P.cols + problem->A.rows);
        error = work ? DLS_OK : dls_fail_memory(fault);
    }
    if (!error) {
        dls_ipm_report(I, problem, x, s, y, work, result);
        if (active) {
            classify(I, active);
        }
    }
    dls_free(work);
    dls_ipm_free(I);
    if (!error) {
        result->time = dls_clock() - start;
        if (chosen.display > 0) {
            dls_say(host, "dls_conic: %s (%lld iterations, %s)", result->message,
                    (long long)result->iterations, result->method);
        }
    }
    return error;
}
