/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proofs that there is no solution, so that neither rounding nor the accuracy of the data can make
   one. In the scaled data, where nothing has been rounded, with y in K* and b'y = -1:

       A'y = e:  0 <= s'y = b'y - e'x for a feasible x, so none has |e|'|x| < 1;

   with s in K, A x + s = r, P x = p and q'x = -1 a feasible (x', y') of the dual has
   0 <= s'y' = q'x + r'y' + p'x', so none has |r|'|y'| + |p|'|x'| < 1. Points are measured in the
   sizes that b, or q and P, suggest; `certificate` is 1 / the size up to which they are excluded.
   Data that differ by their accuracy change e, r, p and the -1 by a part of the terms: a
   contradiction that this could undo at the size of the data is none. */
#include <math.h>

#include "ipm/ipm.h"

/* The worst of several sums of products that should vanish. */
typedef struct {
    double left;  /* in sizes of the data */
    double terms; /* of which the sums are made, likewise */
    double most;  /* left in the caller's units */
} remainders;

static void count_remainder(remainders *R, const dls_exact *sum, double size, double unit)
{
    double bound, value = dls_exact_value(sum, &bound);
    R->left = fmax(R->left, size * (fabs(value) + bound));
    R->terms = fmax(R->terms, size * sum->size);
    R->most = fmax(R->most, unit * (fabs(value) + bound));
}

/* w'v := -cost, which is -1 in the caller's units; false where it is not negative. */
static bool normalise_proof(double cost, dls_int n, const double *w, double *v)
{
    double bound, value = dls_exact_dot(n, w, v, &bound);
    for (dls_int k = 0; k < n; k++) {
        v[k] *= cost / -value;
    }
    return value < -bound && dls_finite(n, v);
}

/* The verdict on v, where w'v is -cost but for rounding. */
static bool conclude_proof(dls_ipm *I, const remainders *R, dls_int n, const double *w,
                           const double *v, double allowed)
{
    dls_exact sum = {0};
    double bound;
    for (dls_int k = 0; k < n; k++) {
        dls_exact_add(&sum, w[k], v[k]);
    }
    double gain = fmax(-dls_exact_value(&sum, &bound) - bound, 0);
    I->proof.certificate = R->left / gain;
    I->proof.accuracy = I->settings.accuracy * (R->terms + sum.size) / gain;
    I->proof.reach = gain / (I->data.cost * R->most);
    return I->proof.certificate <= allowed && I->proof.accuracy < 1;
}

static bool no_primal(dls_ipm *I, double allowed)
{
    const dls_scaled *d = &I->data;
    double *y = I->u, size = dls_largest(d->m, d->b);
    remainders R = {0};
    dls_copy(d->m, I->now.y, y);
    if (!normalise_proof(d->cost, d->m, d->b, y)) {
        return false;
    }
    dls_cones_project(&I->cones, y);
    for (dls_int j = 0; j < d->n; j++) {
        dls_exact sum = {0};
        dls_exact_column(I->system.A, j, y, &sum);
        count_remainder(&R, &sum, size, 1 / (d->cost * d->size * d->D[j]));
    }
    bool proved = conclude_proof(I, &R, d->m, d->b, y, allowed);
    dls_copy(proved ? d->m : 0, y, I->now.y);
    return proved;
}

/* s := -A x, rounded and moved into the cone */
static void slacks(dls_ipm *I, const double *x, double *s)
{
    for (dls_int i = 0; i < I->data.m; i++) {
        dls_exact sum = {0};
        double bound;
        dls_exact_column(I->system.At, i, x, &sum);
        s[i] = -dls_exact_value(&sum, &bound);
    }
    dls_zero(dls_cones_equations(&I->cones), s);
    dls_cones_project(&I->cones, s);
}

static bool no_dual(dls_ipm *I, double allowed)
{
    const dls_scaled *d = &I->data;
    double *x = I->r1, *s = I->u, size = dls_largest(d->n, d->q), P = d->most;
    remainders R = {0};
    dls_copy(d->n, I->now.x, x);
    if (!normalise_proof(d->cost, d->n, d->q, x)) {
        return false;
    }
    slacks(I, x, s);
    for (dls_int i = 0; i < d->m; i++) {
        dls_exact sum = {0};
        dls_exact_column(I->system.At, i, x, &sum);
        dls_exact_add(&sum, s[i], 1);
        count_remainder(&R, &sum, size, d->size / d->E[i]);
    }
    for (dls_int j = 0; P > 0 && j < d->n; j++) {
        dls_exact sum = {0};
        dls_exact_column(I->system.P, j, x, &sum);
        count_remainder(&R, &sum, size / P, 1 / (d->cost * d->size * d->D[j]));
    }
    bool proved = conclude_proof(I, &R, d->n, d->q, x, allowed);
    dls_copy(proved ? d->n : 0, x, I->now.x);
    dls_copy(proved ? d->m : 0, s, I->now.s);
    return proved;
}

bool dls_ipm_prove(dls_ipm *I, dls_outcome claim, double allowed)
{
    I->proof = (dls_proof){INFINITY, INFINITY, 0};
    return claim == DLS_PRIMAL_INFEASIBLE ? no_primal(I, allowed) : no_dual(I, allowed);
}

void dls_ipm_propose(dls_ipm *I, dls_outcome claim, const double *v)
{
    bool primal = claim == DLS_PRIMAL_INFEASIBLE;
    dls_copy(primal ? I->data.m : I->data.n, v, primal ? I->now.y : I->now.x);
    if (dls_ipm_prove(I, claim, fmax(DLS_PROMISED, I->settings.infeasible))) {
        I->outcome = claim;
    }
}
