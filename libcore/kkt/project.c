/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two projections that turn "a solution" into "the solution", with the factor at hand.

   Onto im B': least squares min |u - B'c|. Preconditioned conjugate gradients on B B'c = B u with
   (delta E)^-1 = (B B' + delta (A + rho I))^-1, which is one application of the proximal operator to
   (0, v). The result B'c has no part in ker B beyond the rounding of one product, whatever rounding
   (1/delta) (B'dx - r2) left in u.

   Onto ker A cap ker B': rho (A + rho I + B B'/delta)^-1 is 1 there and small elsewhere; iterate. */
#include <math.h>

#include "kkt/kkt.h"

dls_error dls_project(dls_kkt *K, const double *u, double target, double *reached, int *steps)
{
    enum { MOST = 60, PATIENCE = 10 };
    dls_kkt_work *W = &K->work;
    double *v = W->v, *c = W->c, *s = W->s, *p = W->p, *q = W->q, *z = W->dx;
    dls_copy(K->m, u, v);
    dls_zero(K->n, c);
    dls_zero(K->n, s);
    dls_mul_t(dls_see(&K->Bt), 1, v, s);
    double gamma = 0, size = dls_norm(K->n, s), best = size;
    for (int k = 0, idle = 0; size > target && k < MOST && idle < PATIENCE; k++) {
        dls_error error = dls_prox_apply(K, NULL, v, z, NULL);
        if (error) {
            return error;
        }
        double before = gamma;
        gamma = dls_dot(K->n, s, z);
        for (dls_int i = 0; i < K->n; i++) {
            p[i] = z[i] + (k > 0 ? gamma / before * p[i] : 0);
        }
        dls_zero(K->m, q);
        dls_mul_t(dls_see(&K->B), 1, p, q);
        double curvature = dls_dot(K->m, q, q);
        if (!(curvature > 0) || !(gamma > 0)) {
            break;
        }
        dls_axpy(K->n, gamma / curvature, p, c);
        dls_axpy(K->m, -gamma / curvature, q, v);
        dls_zero(K->n, s);
        dls_mul_t(dls_see(&K->Bt), 1, v, s);
        size = dls_norm(K->n, s);
        idle = size < 0.5 * best ? 0 : idle + 1;
        best = fmin(best, size);
        (*steps)++;
    }
    *reached = size;
    return DLS_OK;
}

/* |A t| + |B't|, with s and q as workspace */
static double distance_from_kernel(dls_kkt *K, const double *t)
{
    dls_zero(K->n, K->work.s);
    dls_zero(K->m, K->work.q);
    dls_mul_t(dls_see(&K->A), 1, t, K->work.s);
    dls_mul_t(dls_see(&K->B), 1, t, K->work.q);
    return dls_norm(K->n, K->work.s) + dls_norm(K->m, K->work.q);
}

dls_error dls_free_part(dls_kkt *K, double *t, int *steps)
{
    enum { MOST = 8 };
    double start = dls_norm(K->n, t), size = start, away = INFINITY;
    for (int k = 0; k < MOST && size > 1e-14 * start && away > 1e-15 * start; k++) {
        dls_error error = dls_prox_apply(K, t, NULL, K->work.dx, NULL);
        if (error) {
            return error;
        }
        for (dls_int i = 0; i < K->n; i++) {
            t[i] = K->rho * K->work.dx[i];
        }
        size = dls_norm(K->n, t);
        away = distance_from_kernel(K, t);
        (*steps)++;
    }
    if (!(away <= 1e-9 * size) || size <= 1e-14 * start) {
        dls_zero(K->n, t); /* a slow mode, not a kernel */
    }
    return DLS_OK;
}
