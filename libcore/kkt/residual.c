/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Residuals: the public ones in the caller's units, and the scaled ones that steer the iteration.
 */
#include <math.h>

#include "kkt/kkt.h"

/* The constraint acceleration that the applied forces would cause alone, |G| |F| / |M|: the scale
   on which a vanishing acceleration (statics) is small. */
double dls_kkt_mobility(const dls_team *team, dls_view M, dls_view G)
{
    double mass = 0;
    for (dls_int j = 0; j < M.cols; j++) {
        mass = fmax(mass, fabs(dls_diagonal_entry(M, j)));
    }
    double both[] = {mass, dls_longest_column(G)};
    dls_linsys_team_largest(team, 2, both);
    return both[0] > 0 ? both[1] / both[0] : 0;
}

static double relative(double part, double whole)
{
    return part == 0 ? 0 : part / whole;
}

double dls_kkt_rest(double rank_tolerance)
{
    static const double ROUNDINGS = 4; /* of what cancels to rest */
    static const double LEFT = 10;     /* of what the tolerance leaves out, in its units */
    return fmax(ROUNDINGS * DLS_EPS, LEFT * rank_tolerance);
}

double dls_kkt_rate_error(double left, double terms, double lost)
{
    return left <= lost ? 0 : (left - lost) / terms;
}

void dls_kkt_residual_terms(const dls_equations *E, const double *b, const double *a,
                            const double *lambda, dls_terms terms)
{
    dls_set_mul_many(E->M, E->width, a, terms.inertia);
    dls_set_mul_many(E->H, E->width, lambda, terms.reaction);
    dls_residual_t_many(E->G, 1, E->width, a, b, terms.c, terms.scale);
    dls_linsys_team_collect(E->team, terms.inertia);
    dls_linsys_team_collect(E->team, terms.reaction);
}

void dls_kkt_residual_in(const dls_equations *E, const double *F, const double *b, dls_terms t,
                         double *dynamics, double *constraints)
{
    const dls_team *T = E->team;
    const int width = E->width;
    dls_int n = T ? T->own : E->M.cols, m = E->G.cols;
    double force[DLS_LANES], inertia[DLS_LANES], reaction[DLS_LANES], asked[DLS_LANES],
        scale[DLS_LANES];
    dls_kkt_norms(T, width, n, F, force);
    dls_kkt_norms(T, width, n, t.inertia, inertia);
    dls_kkt_norms(T, width, n, t.reaction, reaction);
    dls_kkt_norms(T, width, m, b, asked);
    dls_kkt_norms(T, width, m, t.scale, scale);
    dls_rest(width * n, F, 1, t.reaction, t.inertia);
    dls_kkt_norms(T, width, n, t.inertia, dynamics);
    dls_kkt_norms(T, width, m, t.c, constraints);
    for (int c = 0; c < width; c++) {
        dynamics[c] = relative(dynamics[c], force[c] + inertia[c] + reaction[c]);
        constraints[c] = dls_kkt_rate_error(constraints[c], asked[c] + scale[c],
                                            E->rest * E->mobility * force[c]);
    }
}

void dls_kkt_within_accuracy(const dls_kkt *K, int width, double *r)
{
    for (int c = 0; K->accuracy && c < width; c++) {
        double left = dls_verify_unexplained(K->m, K->T, r + c, width, K->accuracy);
        for (dls_int j = 0; j < K->m; j++) {
            r[j * width + c] *= left;
        }
    }
}

void dls_kkt_residual(dls_view M, dls_view G, const double *F, const double *b, const double *a,
                      const double *lambda, double *work, double *dynamics, double *constraints)
{
    double *r2 = work + 2 * M.cols;
    const dls_equations E = {NULL, 1, M, G, G, dls_kkt_mobility(NULL, M, G), dls_kkt_rest(0)};
    const dls_terms terms = {work, work + M.cols, r2, r2 + G.cols};
    dls_kkt_residual_terms(&E, b, a, lambda, terms);
    dls_kkt_residual_in(&E, F, b, terms, dynamics, constraints);
}

/* a must be resolved well below the scale of statics, but not below what rounding of f allows */
static double resolved(const dls_kkt *K, double asked, double force)
{
    static const double STATIC_FLOOR = 1e-6, ROUNDING_FLOOR = 1e-8;
    double floor = asked <= DLS_EPS * force ? STATIC_FLOOR : ROUNDING_FLOOR;
    return K->massless ? 0 : floor * force;
}

void dls_kkt_size_up(dls_kkt *K, dls_progress *P)
{
    const dls_kkt_work *W = &K->work;
    double force[DLS_LANES], asked[DLS_LANES];
    dls_kkt_norms(K->team, W->width, K->n, W->f, force);
    dls_kkt_norms(K->team, W->width, K->m, W->g, asked);
    for (int c = 0; c < W->width; c++) {
        P[c].force = force[c];
        P[c].asked = asked[c];
    }
}

/* size1, size2: of A x + B y, and of |B|'|x|; e1, e2: of the residuals */
static void relate_sizes(const dls_kkt *K, dls_progress *P, double size1, double size2, double e1,
                         double e2)
{
    P->size1 = P->force + size1;
    P->size2 = P->asked + size2 + resolved(K, P->asked, P->force);
    P->e1 = relative(e1, P->size1);
    P->e2 = relative(e2, P->size2);
}

void dls_kkt_defect_of_zero(dls_kkt *K, dls_progress *P)
{
    dls_kkt_work *W = &K->work;
    dls_zero(W->width * K->n, W->x);
    dls_zero(W->width * K->m, W->y);
    dls_copy(W->width * K->n, W->f, W->r1);
    dls_copy(W->width * K->m, W->g, W->r2);
    dls_kkt_size_up(K, P);
    for (int c = 0; c < W->width; c++) {
        relate_sizes(K, P + c, 0, 0, P[c].force, P[c].asked);
    }
}

void dls_kkt_defect(dls_kkt *K, dls_progress *P)
{
    const dls_kkt_work *W = &K->work;
    const int width = W->width;
    double inertia[DLS_LANES], reaction[DLS_LANES], scale[DLS_LANES], e1[DLS_LANES], e2[DLS_LANES];
    dls_linsys_team_spread(K->team, W->x);
    dls_set_mul_t_many(dls_see(&K->A), width, W->x, W->r1);
    dls_set_mul_t_many(dls_see(&K->Bt), width, W->y, W->dx);
    dls_linsys_team_collect(K->team, W->dx);
    dls_residual_t_many(dls_see(&K->B), -1, width, W->x, W->g, W->r2, W->dy);
    dls_kkt_norms(K->team, width, K->n, W->r1, inertia);
    dls_kkt_norms(K->team, width, K->n, W->dx, reaction);
    dls_kkt_norms(K->team, width, K->m, W->dy, scale);
    dls_rest(width * K->n, W->f, -1, W->dx, W->r1);
    dls_kkt_norms(K->team, width, K->n, W->r1, e1);
    dls_kkt_norms(K->team, width, K->m, W->r2, e2);
    for (int c = 0; c < width; c++) {
        relate_sizes(K, P + c, inertia[c] + reaction[c], scale[c], e1[c], e2[c]);
    }
}
