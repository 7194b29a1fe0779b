/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Residuals: the public ones in the caller's units, and the scaled ones that steer the iteration.
 */
#include <math.h>

#include "kkt/kkt.h"

/* The constraint acceleration that the applied forces would cause alone, |G| |F| / |M|: the scale
   on which a vanishing acceleration (statics) is small. */
static double free_acceleration(dls_view M, dls_view G, double force)
{
    double mass = 0, gradient = 0;
    for (dls_int j = 0; j < M.cols; j++) {
        for (dls_int k = M.p[j]; k < M.p[j + 1]; k++) {
            mass = M.i[k] == j ? fmax(mass, fabs(M.x[k])) : mass;
        }
    }
    for (dls_int j = 0; j < G.cols; j++) {
        gradient = fmax(gradient, dls_norm(G.p[j + 1] - G.p[j], G.x + G.p[j]));
    }
    return mass > 0 ? gradient * force / mass : 0;
}

static double ratio(double part, double whole)
{
    return part == 0 ? 0 : part / whole;
}

void dls_kkt_residual(dls_view M, dls_view G, const double *F, const double *b, const double *a,
                      const double *lambda, double *work, double *dynamics, double *constraints)
{
    dls_int n = M.cols, m = G.cols;
    double *inertia = work, *reaction = work + n, *c = work + 2 * n, *scale = c + m;
    dls_zero(2 * n, work);
    dls_mul(M, 1, a, inertia);
    dls_mul(G, 1, lambda, reaction);
    double force = dls_norm(n, F);
    double size = force + dls_norm(n, inertia) + dls_norm(n, reaction);
    for (dls_int k = 0; k < n; k++) {
        inertia[k] = (inertia[k] + F[k]) - reaction[k];
    }
    *dynamics = ratio(dls_norm(n, inertia), size);

    dls_residual_t(G, 1, a, b, c, scale);
    double asked = dls_norm(m, b), free = free_acceleration(M, G, force);
    bool statics = asked <= DLS_EPS * free; /* b is below the rounding of the forces */
    *constraints = ratio(dls_norm(m, c), asked + dls_norm(m, scale) + (statics ? free : 0));
}

void dls_kkt_defect(dls_kkt *K, dls_progress *P)
{
    /* a must be resolved well below the scale of statics, but not below what rounding of f allows
     */
    static const double STATIC_FLOOR = 1e-6, ROUNDING_FLOOR = 1e-8;
    dls_int n = K->n, m = K->m;
    dls_kkt_work *W = &K->work;
    double force = dls_norm(n, W->f);
    dls_set_mul_t(dls_see(&K->A), W->x, W->r1);
    P->size1 = force + dls_norm(n, W->r1);
    dls_set_mul_t(dls_see(&K->Bt), W->y, W->dx);
    P->size1 += dls_norm(n, W->dx);
    for (dls_int k = 0; k < n; k++) {
        W->r1[k] = (W->f[k] - W->r1[k]) - W->dx[k];
    }
    dls_residual_t(dls_see(&K->B), -1, W->x, W->g, W->r2, W->dy);
    double asked = dls_norm(m, W->g);
    double floor = asked <= DLS_EPS * force ? STATIC_FLOOR : ROUNDING_FLOOR;
    P->size2 = asked + dls_norm(m, W->dy) + (K->massless ? 0 : floor * force);
    P->e1 = ratio(dls_norm(n, W->r1), P->size1);
    P->e2 = ratio(dls_norm(m, W->r2), P->size2);
}
