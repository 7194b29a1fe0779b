/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starting points in the interior of the cones. */
#include <math.h>

#include "ipm/ipm.h"

/* x := x + t e so that its margin is at least one, unless it is inside anyway. */
static void shift_inside(const dls_product *K, double *x)
{
    static const double INSIDE = 1e-2; /* of data of size one: far enough from the boundary */
    double margin = dls_cones_margin(K, x);
    if (margin < INSIDE && !isinf(margin)) {
        dls_cones_identity(K, 1 - margin, x);
    }
}

/* With W = I, least squares for the primal and the dual point:
   [P A'; A -I] (x, y) = (-q, b) and s = -y; for P = 0 the two sides separately. */
dls_error dls_ipm_cold_start(dls_ipm *I, dls_fault *fault)
{
    static const double ROUGH = 1e-6; /* a start need not be exact */
    dls_scaled *d = &I->data;
    dls_iterate *z = &I->now;
    dls_cones_unit_scaling(&I->cones);
    dls_error error = dls_ipm_system_factor(&I->system, fault);
    I->wanted = (dls_accuracy){ROUGH, ROUGH};
    dls_negate(d->n, d->q, I->r1);
    bool linear = d->most == 0;
    if (!error && linear) {
        dls_zero(d->n, I->Px);
        dls_zero(d->m, I->r2);
        error = dls_ipm_system_solve(&I->system, I->Px, d->b, z->x, z->s, &I->wanted);
        error =
            error ? error : dls_ipm_system_solve(&I->system, I->r1, I->r2, I->c, z->y, &I->wanted);
    } else if (!error) {
        error = dls_ipm_system_solve(&I->system, I->r1, d->b, z->x, z->y, &I->wanted);
        dls_copy(d->m, z->y, z->s);
    }
    dls_negate(d->m, z->s, z->s);
    dls_zero(dls_cones_equations(&I->cones), z->s);
    shift_inside(&I->cones, z->s);
    shift_inside(&I->cones, z->y);
    z->tau = z->kappa = 1;
    return error;
}

void dls_ipm_place(dls_ipm *I, const double *x, const double *s, const double *y)
{
    const dls_scaled *d = &I->data;
    for (dls_int j = 0; j < d->n; j++) {
        I->now.x[j] = x[j] / (d->size * d->D[j]);
    }
    for (dls_int i = 0; i < d->m; i++) {
        I->now.s[i] = s[i] * d->E[i] / d->size;
        I->now.y[i] = y[i] / d->E[i] * (d->cost * d->size);
    }
}

void dls_ipm_warm_start(dls_ipm *I, const double *x, const double *s, const double *y)
{
    static const double BACK = 1e-2; /* towards the unit: on the boundary there is no way on */
    dls_iterate *z = &I->now;
    dls_ipm_place(I, x, s, y);
    dls_zero(dls_cones_equations(&I->cones), z->s);
    dls_cones_identity(&I->cones, BACK - fmin(dls_cones_margin(&I->cones, z->s), 0), z->s);
    dls_cones_identity(&I->cones, BACK - fmin(dls_cones_margin(&I->cones, z->y), 0), z->y);
    z->tau = 1;
    z->kappa = I->cones.degree > 0 ? dls_dot(I->data.m, z->s, z->y) / I->cones.degree : BACK;
}
