/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Residuals of the iterate in the caller's units, and the verdict. */
#include <math.h>

#include "cone/ipm.h"

/* g1, g2, g3 and the sizes they are compared with. */
static void residuals(dls_ipm *I, double *primal, double *dual, double *gap)
{
    const dls_scaled *d = &I->data;
    const dls_iterate *z = &I->now;
    double to_dual = 1 / (d->cost * d->size), size_p = 0, size_d = 0, worst_p = 0, worst_d = 0;
    dls_set_mul_t(I->system.Pt, z->x, I->Px);
    dls_set_mul_t(I->system.A, z->y, I->g1);
    dls_set_mul_t(I->system.At, z->x, I->g2);
    for (dls_int j = 0; j < d->n; j++) {
        double unit = to_dual / d->D[j], qt = d->q[j] * z->tau;
        size_d = fmax(size_d, unit * fmax(fabs(qt), fmax(fabs(I->Px[j]), fabs(I->g1[j]))));
        I->g1[j] += I->Px[j] + qt;
        worst_d = fmax(worst_d, unit * fabs(I->g1[j]));
    }
    for (dls_int i = 0; i < d->m; i++) {
        double unit = d->size / d->E[i], bt = d->b[i] * z->tau;
        size_p = fmax(size_p, unit * fmax(fabs(bt), fmax(fabs(I->g2[i]), fabs(z->s[i]))));
        I->g2[i] += z->s[i] - bt;
        worst_p = fmax(worst_p, unit * fabs(I->g2[i]));
    }
    /* where everything vanishes at the solution, the units of the data are what is left */
    dls_floors floors = dls_scaled_floors(d, dls_largest(d->n, z->x), dls_largest(d->m, z->y));
    size_p = fmax(size_p, z->tau * floors.primal);
    size_d = fmax(size_d, z->tau * floors.dual);
    double xPx = dls_dot(d->n, z->x, I->Px) / z->tau;
    double qx = dls_dot(d->n, d->q, z->x), by = dls_dot(d->m, d->b, z->y);
    I->g3 = xPx + qx + by + z->kappa;
    double size_g = fmax(fmax(fabs(xPx), fabs(qx)), fmax(fabs(by), fmin(floors.gap, z->tau)));
    *primal = worst_p / size_p;
    *dual = worst_d / size_d;
    *gap = fabs(xPx + qx + by) / fmax(size_g, 1e-12 * z->tau);
    I->standing.objective = (xPx / 2 + qx) / z->tau / d->cost;
    I->standing.dual_objective = (-xPx / 2 - by) / z->tau / d->cost;
}

/* |A'y| / -b'y and |(P x, A x + s)| / -q'x in scaled units: 1 / the least size of a point that
   could contradict the certificate; but not more than what dls_conic_result reports of it. Where P
   is only monotone, x'P x = 0 does not make P x = 0, and the two cannot be told apart:
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
        I->standing.no_primal = most / fmin(-by, dls_largest(d->m, z->y));
    }
    if (qx < 0) {
        double kernel = dls_largest(d->n, I->Px), rest = 0, size = dls_largest(d->n, z->x);
        for (dls_int i = 0; i < d->m; i++) {
            rest = fmax(rest, fabs(I->g2[i] + d->b[i] * z->tau));
        }
        I->standing.no_dual = fmax(fmax(kernel, rest) / -qx,
                                   fmax(kernel / (d->cost * d->size * d->size), rest) / size);
    }
}

static void remember(dls_iterate *to, const dls_iterate *from, dls_int n, dls_int m)
{
    dls_copy(n, from->x, to->x);
    dls_copy(m, from->s, to->s);
    dls_copy(m, from->y, to->y);
    to->tau = from->tau;
    to->kappa = from->kappa;
}

void dls_ipm_look(dls_ipm *I)
{
    dls_standing *z = &I->standing;
    residuals(I, &z->primal, &z->dual, &z->gap);
    certificates(I);
    z->mu = (dls_dot(I->data.m, I->now.s, I->now.y) + I->now.tau * I->now.kappa) /
            (I->cones.degree + 1);
    double merit = fmax(z->primal, fmax(z->dual, z->gap)) / I->settings.tolerance;
    merit = fmin(merit, fmin(z->no_primal, z->no_dual) / I->settings.infeasible);
    I->idle = merit < 0.9 * I->best_merit ? 0 : I->idle + 1;
    if (merit < I->best_merit) {
        I->best_merit = merit;
        remember(&I->best, &I->now, I->data.n, I->data.m);
    }
}

static bool over(dls_ipm *I, dls_outcome outcome, const char *why)
{
    I->outcome = outcome;
    I->trouble = why;
    return true;
}

/* A certificate may have been reached to 1e-8, the loosest promise, before rounding set in. */
void dls_ipm_salvage(dls_ipm *I)
{
    static const double PROMISED = 1e-8;
    if (I->outcome != DLS_NUMERICAL_TROUBLE || !(I->best_merit < INFINITY)) {
        return;
    }
    double allowed = fmax(PROMISED, I->settings.infeasible), unused;
    remember(&I->now, &I->best, I->data.n, I->data.m);
    residuals(I, &unused, &unused, &unused);
    certificates(I);
    if (I->standing.no_primal <= allowed || I->standing.no_dual <= allowed) {
        bool primal = I->standing.no_primal <= I->standing.no_dual;
        over(I, primal ? DLS_PRIMAL_INFEASIBLE : DLS_DUAL_INFEASIBLE, NULL);
    }
}

static bool decide(dls_ipm *I)
{
    enum { PATIENCE = 12 };
    static const double SHORT = 1e-5;
    const dls_standing *z = &I->standing;
    double tolerance = I->settings.tolerance;
    if (I->accept ? I->accept(I->accept_data, I)
                  : z->primal <= tolerance && z->dual <= tolerance && z->gap <= tolerance) {
        return over(I, DLS_SOLVED, NULL);
    }
    if (z->no_primal <= I->settings.infeasible) {
        return over(I, DLS_PRIMAL_INFEASIBLE, NULL);
    }
    if (z->no_dual <= I->settings.infeasible) {
        return over(I, DLS_DUAL_INFEASIBLE, NULL);
    }
    if (!(z->mu >= 0)) {
        return over(I, DLS_NUMERICAL_TROUBLE, "numbers ceased to be finite");
    }
    if ((double)I->iterations >= I->settings.max_iterations) {
        return over(I, DLS_MAX_ITERATIONS, "iteration limit");
    }
    if (I->last_step < SHORT) {
        return over(I, DLS_NUMERICAL_TROUBLE, "steps became too short");
    }
    if (I->idle >= PATIENCE) {
        return over(I, DLS_NUMERICAL_TROUBLE, "residuals ceased to fall");
    }
    return false;
}

bool dls_ipm_decided(dls_ipm *I)
{
    bool decided = decide(I);
    if (decided) {
        dls_ipm_salvage(I);
    }
    return decided;
}
