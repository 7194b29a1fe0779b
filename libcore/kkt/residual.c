/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Residuals: the public ones in the caller's units, and the scaled ones that steer the iteration.
 */
#include <math.h>

#include "kkt/kkt.h"

/* The constraint acceleration that the applied forces would cause alone, |G| |F| / |M|: the scale
   on which a vanishing acceleration (statics) is small. */
static double free_acceleration(const dls_team *team, dls_view M, dls_view G, double force)
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
    double both[] = {mass, gradient};
    dls_linsys_team_largest(team, 2, both);
    mass = both[0];
    gradient = both[1];
    return mass > 0 ? gradient * force / mass : 0;
}

static double ratio(double part, double whole)
{
    return part == 0 ? 0 : part / whole;
}

void dls_kkt_residual_in(const dls_team *T, dls_view M, dls_view G, const double *F,
                         const double *b, const double *a, const double *lambda, double *inertia,
                         double *reaction, double *c, double *scale, double *dynamics,
                         double *constraints)
{
    dls_int n = T ? T->own : M.cols, m = G.cols;
    dls_zero(M.cols, inertia);
    dls_zero(M.cols, reaction);
    dls_mul(M, 1, a, inertia);
    dls_mul(G, 1, lambda, reaction);
    dls_linsys_team_collect(T, inertia);
    dls_linsys_team_collect(T, reaction);
    double force = dls_linsys_team_norm(T, n, F);
    double size =
        force + dls_linsys_team_norm(T, n, inertia) + dls_linsys_team_norm(T, n, reaction);
    for (dls_int k = 0; k < n; k++) {
        inertia[k] = (inertia[k] + F[k]) - reaction[k];
    }
    *dynamics = ratio(dls_linsys_team_norm(T, n, inertia), size);

    dls_residual_t(G, 1, a, b, c, scale);
    double asked = dls_linsys_team_norm(T, m, b), free = free_acceleration(T, M, G, force);
    bool statics = asked <= DLS_EPS * free; /* b is below the rounding of the forces */
    *constraints = ratio(dls_linsys_team_norm(T, m, c),
                         asked + dls_linsys_team_norm(T, m, scale) + (statics ? free : 0));
}

void dls_kkt_residual(dls_view M, dls_view G, const double *F, const double *b, const double *a,
                      const double *lambda, double *work, double *dynamics, double *constraints)
{
    double *r1 = work, *t1 = r1 + M.cols, *r2 = t1 + M.cols, *t2 = r2 + G.cols;
    dls_kkt_residual_in(NULL, M, G, F, b, a, lambda, r1, t1, r2, t2, dynamics, constraints);
}

/* a must be resolved well below the scale of statics, but not below what rounding of f allows */
static double resolved(const dls_kkt *K, double asked, double force)
{
    static const double STATIC_FLOOR = 1e-6, ROUNDING_FLOOR = 1e-8;
    double floor = asked <= DLS_EPS * force ? STATIC_FLOOR : ROUNDING_FLOOR;
    return K->massless ? 0 : floor * force;
}

void dls_kkt_defect_of_zero(dls_kkt *K, dls_progress *P)
{
    dls_kkt_work *W = &K->work;
    double force = dls_linsys_team_norm(K->team, K->n, W->f),
           asked = dls_linsys_team_norm(K->team, K->m, W->g);
    dls_zero(K->n, W->x);
    dls_zero(K->m, W->y);
    dls_copy(K->n, W->f, W->r1);
    dls_copy(K->m, W->g, W->r2);
    P->size1 = force;
    P->size2 = asked + resolved(K, asked, force);
    P->e1 = ratio(force, P->size1);
    P->e2 = ratio(asked, P->size2);
}

void dls_kkt_defect(dls_kkt *K, dls_progress *P)
{
    dls_int n = K->n, m = K->m;
    dls_kkt_work *W = &K->work;
    double force = dls_linsys_team_norm(K->team, n, W->f);
    dls_linsys_team_spread(K->team, W->x);
    dls_set_mul_t(dls_see(&K->A), W->x, W->r1);
    P->size1 = force + dls_linsys_team_norm(K->team, n, W->r1);
    dls_set_mul_t(dls_see(&K->Bt), W->y, W->dx);
    dls_linsys_team_collect(K->team, W->dx);
    P->size1 += dls_linsys_team_norm(K->team, n, W->dx);
    for (dls_int k = 0; k < n; k++) {
        W->r1[k] = (W->f[k] - W->r1[k]) - W->dx[k];
    }
    dls_residual_t(dls_see(&K->B), -1, W->x, W->g, W->r2, W->dy);
    double asked = dls_linsys_team_norm(K->team, m, W->g);
    P->size2 = asked + dls_linsys_team_norm(K->team, m, W->dy) + resolved(K, asked, force);
    P->e1 = ratio(dls_linsys_team_norm(K->team, n, W->r1), P->size1);
    P->e2 = ratio(dls_linsys_team_norm(K->team, m, W->r2), P->size2);
}
