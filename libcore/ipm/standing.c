/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Residuals of the iterate in the caller's units, and the verdict. */
#include <math.h>

#include "ipm/ipm.h"

/* floor: the least term */
static double relative_value(const dls_relative *R, dls_units units, double floor)
{
    double size = fmax(R->term[units], R->unit[units] * floor);
    return R->residual[units] > 0 ? R->residual[units] / size : 0;
}

/* g1, g2, g3 and the sizes they are compared with. */
void dls_ipm_residuals(dls_ipm *I)
{
    static const double NOTHING = 1e-12; /* objectives below this have no size of their own */
    const dls_scaled *d = &I->data;
    dls_standing *now = &I->standing;
    const dls_iterate *z = &I->now;
    double to_dual = 1 / (d->cost * d->size);
    dls_relative rows = DLS_RELATIVE_NONE, columns = DLS_RELATIVE_NONE;
    dls_set_mul_t(I->system.Pt, z->x, I->Px);
    dls_set_mul_t(I->system.A, z->y, I->g1);
    dls_set_mul_t(I->system.At, z->x, I->g2);
    for (dls_int j = 0; j < d->n; j++) {
        double qt = d->q[j] * z->tau, term = fmax(fabs(qt), fmax(fabs(I->Px[j]), fabs(I->g1[j])));
        I->g1[j] += I->Px[j] + qt;
        dls_ipm_relative_add(&columns, to_dual / d->D[j], I->g1[j], term);
    }
    for (dls_int i = 0; i < d->m; i++) {
        double bt = d->b[i] * z->tau, term = fmax(fabs(bt), fmax(fabs(I->g2[i]), fabs(z->s[i])));
        I->g2[i] += z->s[i] - bt;
        dls_ipm_relative_add(&rows, d->size / d->E[i], I->g2[i], term);
    }
    /* where everything vanishes at the solution, the units of the data are what is left */
    dls_floors floors = dls_ipm_scaled_floors(d, dls_largest(d->n, z->x), dls_largest(d->m, z->y));
    double xPx = dls_dot(d->n, z->x, I->Px) / z->tau;
    double qx = dls_dot(d->n, d->q, z->x), by = dls_dot(d->m, d->b, z->y);
    I->g3 = xPx + qx + by + z->kappa;
    double size_g = fmax(fmax(fabs(xPx), fabs(qx)), fmax(fabs(by), fmin(floors.gap, z->tau)));
    double least_p = z->tau * floors.primal, least_d = z->tau * floors.dual;
    now->primal = relative_value(&rows, DLS_SCALED, least_p);
    now->dual = relative_value(&columns, DLS_SCALED, least_d);
    now->visible = fmax(relative_value(&rows, DLS_GIVEN, least_p),
                        relative_value(&columns, DLS_GIVEN, least_d));
    now->gap = fabs(xPx + qx + by) / fmax(size_g, NOTHING * z->tau);
    now->objective = (xPx / 2 + qx) / z->tau / d->cost;
    now->dual_objective = (-xPx / 2 - by) / z->tau / d->cost;
}

/* |A'y| |b| / -b'y and |(P x / |P|, A x + s)| |q| / -q'x in scaled units: 1 / the least size of a
   point that could contradict the certificate, to rounding. Where P is only monotone, x'P x = 0
   does not make P x = 0, and the two cannot be told apart:
   |(P x + A'y, A x + s)| / -(q'x + b'y). */
static void certificates(dls_ipm *I)
{
    const dls_scaled *d = &I->data;
    const dls_iterate *z = &I->now;
    double by = dls_dot(d->m, d->b, z->y), qx = dls_dot(d->n, d->q, z->x);
    I->standing.no_primal = I->standing.no_dual = INFINITY;
    if (!I->symmetric) {
        double most = 0;
        for (dls_int j = 0; j < d->n; j++) {
            most = fmax(most, fabs(I->g1[j] - d->q[j] * z->tau));
        }
        for (dls_int i = 0; i < d->m; i++) {
            most = fmax(most, fabs(I->g2[i] + d->b[i] * z->tau));
        }
        I->standing.no_dual = by + qx < 0 ? most / -(by + qx) : INFINITY;
        return;
    }
    if (by < 0) {
        double most = 0;
        for (dls_int j = 0; j < d->n; j++) {
            most = fmax(most, fabs(I->g1[j] - I->Px[j] - d->q[j] * z->tau));
        }
        I->standing.no_primal = most * dls_largest(d->m, d->b) / -by;
    }
    if (qx < 0) {
        double P = d->most, rest = 0;
        double kernel = P > 0 ? dls_largest(d->n, I->Px) / P : 0;
        for (dls_int i = 0; i < d->m; i++) {
            rest = fmax(rest, fabs(I->g2[i] + d->b[i] * z->tau));
        }
        I->standing.no_dual = fmax(kernel, rest) * dls_largest(d->n, d->q) / -qx;
    }
}

static void copy_iterate(dls_iterate *to, const dls_iterate *from, dls_int n, dls_int m)
{
    dls_copy(n, from->x, to->x);
    dls_copy(m, from->s, to->s);
    dls_copy(m, from->y, to->y);
    to->tau = from->tau;
    to->kappa = from->kappa;
}

/* Has a measure fallen since it was least? */
static bool has_fallen(double now, double *least)
{
    static const double PROGRESS = 0.9; /* what counts against being idle */
    bool fallen = now < PROGRESS * *least;
    *least = fmin(now, *least);
    return fallen;
}

/* The gap may stand still while residuals fall by orders, and both while a certificate grows: each
   of them is progress. */
void dls_ipm_look(dls_ipm *I)
{
    static const double TELLING = 1e-4; /* weaker certificates exclude nothing, see delassus.h */
    dls_standing *z = &I->standing;
    dls_ipm_residuals(I);
    certificates(I);
    z->mu = (dls_dot(I->data.m, I->now.s, I->now.y) + I->now.tau * I->now.kappa) /
            (I->cones.degree + 1);
    double residual = fmax(fmax(z->primal, z->visible), z->dual);
    double certificate = fmin(z->no_primal, z->no_dual);
    bool fallen = has_fallen(residual, &I->least.residual);
    fallen = has_fallen(z->gap, &I->least.gap) || fallen;
    fallen = has_fallen(certificate, &I->least.certificate) || fallen;
    I->idle = fallen ? 0 : I->idle + 1;
    double merit = fmax(residual, z->gap) / I->settings.tolerance;
    merit = certificate < TELLING ? fmin(merit, certificate / I->settings.infeasible) : merit;
    if (merit < I->best_merit) {
        I->best_merit = merit;
        copy_iterate(&I->best, &I->now, I->data.n, I->data.m);
    }
}

static bool end_with(dls_ipm *I, dls_outcome outcome, const char *why)
{
    I->outcome = outcome;
    I->trouble = why;
    return true;
}

/* Is one of the two certificates short enough, and a proof? */
static bool infeasible(dls_ipm *I, double allowed)
{
    const dls_standing *z = &I->standing;
    double least = fmin(z->no_primal, z->no_dual);
    dls_outcome claim = z->no_primal <= z->no_dual ? DLS_PRIMAL_INFEASIBLE : DLS_DUAL_INFEASIBLE;
    if (!(least <= allowed)) {
        return false;
    }
    if (I->symmetric) { /* who solves other problems has to look for himself */
        I->claimed = true;
        return dls_ipm_prove(I, claim, allowed) && end_with(I, claim, NULL);
    }
    return end_with(I, claim, NULL);
}

/* A certificate may have been reached to DLS_PROMISED before rounding set in. */
void dls_ipm_salvage(dls_ipm *I)
{
    if (I->outcome != DLS_NUMERICAL_TROUBLE || !(I->best_merit < INFINITY)) {
        return;
    }
    double allowed = fmax(DLS_PROMISED, I->settings.infeasible);
    copy_iterate(&I->now, &I->best, I->data.n, I->data.m);
    dls_ipm_residuals(I);
    certificates(I);
    infeasible(I, allowed);
}

static bool judge_iterate(dls_ipm *I)
{
    enum { PATIENCE = 12 };
    static const double SHORT = 1e-5, VANISHED = 1e-40;
    const dls_standing *z = &I->standing;
    double tolerance = I->settings.tolerance;
    /* in the caller's units, too, as long as that gets better */
    if (I->accept ? I->accept(I->accept_data, I)
                  : z->primal <= tolerance && z->dual <= tolerance && z->gap <= tolerance &&
                        (z->visible <= tolerance || I->idle > 1)) {
        return end_with(I, DLS_SOLVED, NULL);
    }
    if (infeasible(I, I->settings.infeasible)) {
        return true;
    }
    if (I->now.tau < VANISHED) {
        return end_with(I, DLS_NUMERICAL_TROUBLE, "the iterate ran away without a proof");
    }
    if (!(z->mu >= 0)) {
        return end_with(I, DLS_NUMERICAL_TROUBLE, "numbers ceased to be finite");
    }
    if ((double)I->iterations >= I->settings.max_iterations) {
        return end_with(I, DLS_MAX_ITERATIONS, "iteration limit");
    }
    dls_outcome why;
    if (dls_watch_over(&I->watch, &why)) {
        return end_with(I, why, "it was stopped");
    }
    if (I->last_step < SHORT) {
        return end_with(I, DLS_NUMERICAL_TROUBLE, "steps became too short");
    }
    if (I->idle >= PATIENCE) {
        return end_with(I, DLS_NUMERICAL_TROUBLE, "residuals ceased to fall");
    }
    return false;
}

bool dls_ipm_decided(dls_ipm *I)
{
    bool decided = judge_iterate(I);
    if (decided) {
        dls_ipm_salvage(I);
    }
    return decided;
}
