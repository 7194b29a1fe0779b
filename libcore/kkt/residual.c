/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Residuals: the public ones in the caller's units, and the scaled ones that steer the iteration.
 */
#include <math.h>

#include "kkt/kkt.h"

/* The constraint acceleration that the applied forces would cause alone, |G| |F| / |M|: the scale
   on which a vanishing acceleration (statics) is small. */
double dls_kkt_mobility(const dls_team *team, dls_view M, dls_view G)
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
    return both[0] > 0 ? both[1] / both[0] : 0;
}

static double ratio(double part, double whole)
{
    return part == 0 ? 0 : part / whole;
}

void dls_kkt_residual_terms(const dls_equations *E, dls_int count, const double *b, const double *a,
                            const double *lambda, dls_terms terms, double *lanes)
{
    dls_set_mul_many(E->M, count, a, terms.inertia, lanes);
    dls_set_mul_many(E->G, count, lambda, terms.reaction, lanes);
    dls_residual_t_many(E->G, 1, count, a, b, terms.c, terms.scale, lanes);
    dls_linsys_team_collect(E->team, terms.inertia);
    dls_linsys_team_collect(E->team, terms.reaction);
}

void dls_kkt_residual_in(const dls_equations *E, const double *F, const double *b, dls_terms t,
                         dls_kkt_result *R)
{
    const dls_team *T = E->team;
    dls_int n = T ? T->own : E->M.cols, m = E->G.cols;
    double force = dls_linsys_team_norm(T, n, F);
    double size =
        force + dls_linsys_team_norm(T, n, t.inertia) + dls_linsys_team_norm(T, n, t.reaction);
    for (dls_int k = 0; k < n; k++) {
        t.inertia[k] = (t.inertia[k] + F[k]) - t.reaction[k];
    }
    R->dynamics = ratio(dls_linsys_team_norm(T, n, t.inertia), size);

    double asked = dls_linsys_team_norm(T, m, b), free = E->mobility * force;
    bool statics = asked <= DLS_EPS * free; /* b is below the rounding of the forces */
    R->constraints = ratio(dls_linsys_team_norm(T, m, t.c),
                           asked + dls_linsys_team_norm(T, m, t.scale) + (statics ? free : 0));
}

void dls_kkt_residual(dls_view M, dls_view G, const double *F, const double *b, const double *a,
                      const double *lambda, double *work, double *dynamics, double *constraints)
{
    double *r2 = work + 2 * M.cols;
    const dls_equations E = {NULL, M, G, dls_kkt_mobility(NULL, M, G)};
    const dls_terms terms = {work, work + M.cols, r2, r2 + G.cols};
    dls_kkt_result R;
    dls_kkt_residual_terms(&E, 1, b, a, lambda, terms, NULL);
    dls_kkt_residual_in(&E, F, b, terms, &R);
    *dynamics = R.dynamics;
    *constraints = R.constraints;
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

/* The products are there: r1 = A x, dx = B y, r2 = g - B'x, dy = |B|'|x|. */
static void compare(dls_kkt *K, dls_progress *P)
{
    dls_int n = K->n, m = K->m;
    const dls_kkt_work *W = &K->column[P->column];
    double force = dls_linsys_team_norm(K->team, n, W->f);
    P->size1 = force + dls_linsys_team_norm(K->team, n, W->r1);
    P->size1 += dls_linsys_team_norm(K->team, n, W->dx);
    for (dls_int k = 0; k < n; k++) {
        W->r1[k] = (W->f[k] - W->r1[k]) - W->dx[k];
    }
    double asked = dls_linsys_team_norm(K->team, m, W->g);
    P->size2 = asked + dls_linsys_team_norm(K->team, m, W->dy) + resolved(K, asked, force);
    P->e1 = ratio(dls_linsys_team_norm(K->team, n, W->r1), P->size1);
    P->e2 = ratio(dls_linsys_team_norm(K->team, m, W->r2), P->size2);
}

void dls_kkt_defect_all(dls_kkt *K, dls_progress *P, int count)
{
    const dls_kkt_work *W = &K->column[P->column];
    dls_linsys_team_spread(K->team, W->x);
    dls_set_mul_t_many(dls_see(&K->A), count, W->x, W->r1, K->lanes);
    dls_set_mul_t_many(dls_see(&K->Bt), count, W->y, W->dx, K->lanes);
    dls_linsys_team_collect(K->team, W->dx);
    dls_residual_t_many(dls_see(&K->B), -1, count, W->x, W->g, W->r2, W->dy, K->lanes);
    for (int c = 0; c < count; c++) {
        compare(K, P + c);
    }
}

void dls_kkt_defect(dls_kkt *K, dls_progress *P)
{
    dls_kkt_defect_all(K, P, 1);
}
