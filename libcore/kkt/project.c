/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The projection onto im B' that turns "a lambda" into "the lambda", with the factor at hand:
   least squares min |u - B'c|. Preconditioned conjugate directions on B B'c = B u with
   (delta E)^-1 = (B B' + delta (A + rho I))^-1, which is one application of the proximal operator
   to (0, v). The result B'c has no part in ker B beyond the rounding of one product, whatever
   rounding (1/delta) (B'dx - r2) left in u. */
#include <math.h>

#include "kkt/kkt.h"

static const double EXHAUSTED = 1e-18; /* all but rounding was orthogonalised away */
static const double IDLE = 0.5;        /* |B v| over the least one: no step forward */
static const double TRUSTED = 0.01;    /* rounding of v'q, over q'q, up to which it is used */

static void begin(dls_kkt *K, dls_projection *T)
{
    dls_kkt_work *W = &K->work;
    dls_copy(K->m, T->u, W->v);
    dls_zero(K->n, W->c);
    dls_zero(K->n, W->p);
    dls_zero(K->m, W->q);
    T->length = 0;
    T->best = INFINITY;
    T->step = T->idle = 0;
    T->ended = false;
}

/* s = B v, and what is left of it */
static void measure_rest(dls_kkt *K, dls_projection *T)
{
    dls_kkt_work *W = &K->work;
    dls_set_mul_t(dls_see(&K->Bt), W->v, W->s);
    dls_linsys_team_collect(K->team, W->s);
    T->reached = dls_linsys_team_norm(K->team, K->n, W->s);
}

/* Is B v to become smaller still? */
static bool goes_on(dls_kkt *K, dls_projection *T)
{
    enum { MOST = 100, PATIENCE = 6 };
    if (T->ended || T->step++ > MOST) {
        return false;
    }
    measure_rest(K, T);
    T->first = T->step == 1 ? T->reached : T->first;
    T->idle = T->reached < IDLE * T->best ? 0 : T->idle + 1;
    T->best = fmin(T->best, T->reached);
    double rounding = 4 * DLS_EPS * dls_linsys_team_norm(K->team, K->m, K->work.v);
    T->ended = T->reached <= fmax(T->target, rounding) || T->idle > PATIENCE;
    return !T->ended;
}

/* A step in the direction z, made orthogonal to the one before. */
static void advance(dls_kkt *K, dls_projection *T)
{
    dls_kkt_work *W = &K->work;
    double *v = W->v, *c = W->c, *p = W->p, *q = W->q, *z = W->dx, *qz = W->dy;
    dls_linsys_team_spread(K->team, z);
    dls_set_mul_t(dls_see(&K->B), z, qz);
    double square = dls_linsys_team_dot(K->team, K->m, qz, qz);
    /* alpha and beta are worth computing only while v'q is above its rounding; the step of the
       proximal method itself, alpha = 1, always is good */
    bool noisy =
        DLS_EPS * dls_linsys_team_norm(K->team, K->m, v) * dls_linsys_team_norm(K->team, K->n, z) >
        TRUSTED * square;
    double beta =
        noisy || T->length == 0 ? 0 : dls_linsys_team_dot(K->team, K->m, q, qz) / T->length;
    for (dls_int i = 0; i < K->n; i++) {
        p[i] = z[i] - beta * p[i];
    }
    for (dls_int i = 0; i < K->m; i++) {
        q[i] = qz[i] - beta * q[i];
    }
    T->length = dls_linsys_team_dot(K->team, K->m, q, q);
    if (!(T->length > EXHAUSTED * square)) {
        T->ended = true;
        return;
    }
    double alpha = noisy ? 1 : dls_linsys_team_dot(K->team, K->m, v, q) / T->length;
    dls_axpy(K->n, alpha, p, c);
    dls_axpy(K->m, -alpha, q, v);
    (*T->steps)++;
}

/* Not the recursion, but what c is worth: of a vector that was clean to rounding, nothing. */
static void end(dls_kkt *K, dls_projection *T)
{
    dls_kkt_work *W = &K->work;
    dls_linsys_team_spread(K->team, W->c);
    dls_mul_t_exactly(dls_see(&K->B), W->c, W->q);
    for (dls_int i = 0; i < K->m; i++) {
        W->v[i] = T->u[i] - W->q[i];
    }
    measure_rest(K, T);
    if (T->reached > T->first) {
        dls_zero(K->n, W->c);
        dls_zero(K->m, W->q);
        dls_copy(K->m, T->u, W->v);
        T->reached = T->first;
    }
}

dls_error dls_kkt_project_all(dls_kkt *K, dls_projection *T, int count)
{
    int active = 1;
    for (int c = 0; c < count; c++) {
        dls_kkt_turn_to(K, T[c].column);
        begin(K, &T[c]);
    }
    while (active > 0) {
        dls_projection *going[DLS_KKT_BLOCK];
        int columns[DLS_KKT_BLOCK];
        active = 0;
        for (int c = 0; c < count; c++) {
            dls_kkt_turn_to(K, T[c].column);
            if (goes_on(K, &T[c])) {
                columns[active] = T[c].column;
                going[active++] = &T[c];
            }
        }
        dls_error error = active > 0 ? dls_kkt_prox_precondition(K, columns, active) : DLS_OK;
        if (error) {
            return error;
        }
        for (int c = 0; c < active; c++) {
            dls_kkt_turn_to(K, columns[c]);
            advance(K, going[c]);
        }
    }
    for (int c = 0; c < count; c++) {
        dls_kkt_turn_to(K, T[c].column);
        end(K, &T[c]);
    }
    return DLS_OK;
}

dls_error dls_kkt_project(dls_kkt *K, const double *u, double target, double *reached, int *steps)
{
    dls_projection T = {.column = K->at, .u = u, .target = target, .steps = steps};
    dls_error error = dls_kkt_project_all(K, &T, 1);
    *reached = T.reached;
    return error;
}
