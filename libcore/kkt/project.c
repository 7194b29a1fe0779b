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

/* s = B v */
static void find_rest(dls_kkt *K, const dls_projection *T, int count)
{
    const dls_kkt_work *W = &K->column[T->column];
    dls_set_mul_t_many(dls_see(&K->Bt), count, W->v, W->s, K->lanes);
    dls_linsys_team_collect(K->team, W->s);
}

/* Is B v to become smaller still? */
static bool goes_on(dls_kkt *K, dls_projection *T)
{
    enum { MOST = 100, PATIENCE = 6 };
    if (T->ended || T->step++ > MOST) {
        return false;
    }
    T->reached = dls_linsys_team_norm(K->team, K->n, K->work.s);
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

/* q = B'c and v = u - q: not the recursion, but what c is worth. In dy is |B|'|c|: where that says
   that rounding is small, q is there, too; otherwise it is summed in doubled precision. */
static void evaluate(dls_kkt *K, dls_projection *T)
{
    dls_kkt_work *W = &K->work;
    double each = 0.5 * (double)K->longest, twice = 10 * DLS_EPS;
    double once = dls_linsys_team_norm(K->team, K->m, W->q),
           terms = dls_linsys_team_norm(K->team, K->m, W->dy);
    bool cheap = each * terms <= T->cheap * once;
    if (!cheap) {
        dls_mul_t_exactly(dls_see(&K->B), W->c, W->q);
        once = dls_linsys_team_norm(K->team, K->m, W->q);
    }
    T->rounding = DLS_EPS * (once + (cheap ? each : twice) * terms);
    for (dls_int i = 0; i < K->m; i++) {
        W->v[i] = T->u[i] - W->q[i];
    }
}

/* Of a vector that was clean to rounding c is worth nothing. */
static void end(dls_kkt *K, dls_projection *T)
{
    dls_kkt_work *W = &K->work;
    T->reached = dls_linsys_team_norm(K->team, K->n, W->s);
    if (T->reached > T->first) {
        dls_zero(K->n, W->c);
        dls_zero(K->m, W->q);
        dls_copy(K->m, T->u, W->v);
        T->reached = T->first;
    }
}

static void each(dls_kkt *K, dls_projection *T, int count,
                 void (*act)(dls_kkt *K, dls_projection *T))
{
    for (int c = 0; c < count; c++) {
        if (T[c].asked) {
            dls_kkt_turn_to(K, T[c].column);
            act(K, &T[c]);
        }
    }
}

/* Is there still one whose B v is to become smaller? */
static bool any_goes_on(dls_kkt *K, dls_projection *T, int count)
{
    bool any = false;
    for (int c = 0; c < count; c++) {
        dls_kkt_turn_to(K, T[c].column);
        T[c].going = T[c].asked && goes_on(K, &T[c]);
        any = any || T[c].going;
    }
    return any;
}

dls_error dls_kkt_project_all(dls_kkt *K, dls_projection *T, int count)
{
    const dls_kkt_work *W = &K->column[T->column];
    each(K, T, count, begin);
    for (find_rest(K, T, count); any_goes_on(K, T, count); find_rest(K, T, count)) {
        dls_error error = dls_kkt_prox_precondition(K, T->column, count);
        if (error) {
            return error;
        }
        dls_linsys_team_spread(K->team, W->dx);
        dls_set_mul_t_many(dls_see(&K->B), count, W->dx, W->dy, K->lanes);
        for (int c = 0; c < count; c++) {
            if (T[c].going) {
                dls_kkt_turn_to(K, T[c].column);
                advance(K, &T[c]);
            }
        }
    }
    dls_linsys_team_spread(K->team, W->c);
    dls_residual_t_many(dls_see(&K->B), 1, count, W->c, NULL, W->q, W->dy, K->lanes);
    each(K, T, count, evaluate);
    find_rest(K, T, count);
    each(K, T, count, end);
    return DLS_OK;
}

dls_error dls_kkt_project(dls_kkt *K, const double *u, double target, double *reached, int *steps)
{
    dls_projection T = {.column = K->at, .asked = true, .u = u, .target = target, .steps = steps};
    dls_error error = dls_kkt_project_all(K, &T, 1);
    *reached = T.reached;
    return error;
}
