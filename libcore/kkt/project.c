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

static void begin_projection(dls_kkt *K, const double *u, dls_projection *T)
{
    const dls_kkt_work *W = &K->work;
    dls_copy(W->width * K->m, u, W->v);
    dls_zero(W->width * K->n, W->c);
    dls_zero(W->width * K->n, W->p);
    dls_zero(W->width * K->m, W->q);
    for (int c = 0; c < W->width; c++) {
        T[c].length = T[c].first = 0;
        T[c].best = INFINITY;
        T[c].step = T[c].idle = 0;
        T[c].ended = !T[c].asked;
    }
}

/* s = B v, reached = |s| */
static void find_rest(dls_kkt *K, dls_projection *T)
{
    const dls_kkt_work *W = &K->work;
    double reached[DLS_LANES];
    dls_set_mul_t_many(dls_see(&K->Bt), W->width, W->v, W->s);
    dls_linsys_team_collect(K->team, W->s);
    dls_kkt_norms(K->team, W->width, K->n, W->s, reached);
    for (int c = 0; c < W->width; c++) {
        T[c].reached = reached[c];
    }
}

/* Is B v to become smaller still? */
static bool goes_on(dls_projection *T, double size)
{
    enum { MOST = 100, PATIENCE = 6 };
    if (T->ended || T->step++ > MOST) {
        return false;
    }
    T->first = T->step == 1 ? T->reached : T->first;
    T->idle = T->reached < IDLE * T->best ? 0 : T->idle + 1;
    T->best = fmin(T->best, T->reached);
    T->ended = T->reached <= fmax(T->target, 4 * DLS_EPS * size) || T->idle > PATIENCE;
    return !T->ended;
}

/* A step in the direction z, made orthogonal to the one before. */
static void conjugate_step(dls_kkt *K, dls_projection *T)
{
    const dls_kkt_work *W = &K->work;
    const int width = W->width;
    double *z = W->dx, *qz = W->dy, square[DLS_LANES], size_v[DLS_LANES], size_z[DLS_LANES],
           alpha[DLS_LANES], beta[DLS_LANES], length[DLS_LANES];
    bool noisy[DLS_LANES];
    dls_kkt_dots(K, qz, qz, square);
    dls_kkt_dots(K, W->q, qz, beta);
    dls_kkt_norms(K->team, width, K->m, W->v, size_v);
    dls_kkt_norms(K->team, width, K->n, z, size_z);
    for (int c = 0; c < width; c++) {
        /* alpha and beta are worth computing only while v'q is above its rounding; the step of the
           proximal method itself, alpha = 1, always is good */
        noisy[c] = DLS_EPS * size_v[c] * size_z[c] > TRUSTED * square[c];
        beta[c] = noisy[c] || T[c].length == 0 ? 0 : -beta[c] / T[c].length;
    }
    dls_xpay_many(width, K->n, z, beta, W->p);
    dls_xpay_many(width, K->m, qz, beta, W->q);
    dls_kkt_dots(K, W->q, W->q, length);
    dls_kkt_dots(K, W->v, W->q, alpha);
    for (int c = 0; c < width; c++) {
        T[c].length = length[c];
        T[c].ended = T[c].ended || !(length[c] > EXHAUSTED * square[c]);
        bool steps = T[c].going && !T[c].ended;
        alpha[c] = !steps ? 0 : noisy[c] ? 1 : alpha[c] / length[c];
        *T[c].steps += steps;
    }
    dls_axpy_many(width, K->n, alpha, W->p, W->c);
    for (int c = 0; c < width; c++) {
        alpha[c] = -alpha[c];
    }
    dls_axpy_many(width, K->m, alpha, W->q, W->v);
}

/* Right-hand side k of q := B'c, its sums in doubled precision */
static void sum_exactly(dls_kkt *K, int k)
{
    const dls_kkt_work *W = &K->work, *A = &K->alone;
    if (W->width == 1) {
        dls_mul_t_exactly(dls_see(&K->B), W->c, W->q);
        return;
    }
    for (dls_int i = 0; i < K->n; i++) {
        A->c[i] = W->c[W->width * i + k];
    }
    dls_mul_t_exactly(dls_see(&K->B), A->c, A->q);
    for (dls_int i = 0; i < K->m; i++) {
        W->q[W->width * i + k] = A->q[i];
    }
}

/* q = B'c and v = u - q: not the recursion, but what c is worth. In dy is |B|'|c|: where that says
   that rounding is small, q is there, too; otherwise it is summed in doubled precision. */
static void evaluate_projection(dls_kkt *K, const double *u, dls_projection *T)
{
    const dls_kkt_work *W = &K->work;
    double each = 0.5 * (double)K->longest, twice = 10 * DLS_EPS, once[DLS_LANES], terms[DLS_LANES];
    dls_linsys_team_spread(K->team, W->c);
    dls_residual_t_many(dls_see(&K->B), 1, W->width, W->c, NULL, W->q, W->dy);
    dls_kkt_norms(K->team, W->width, K->m, W->q, once);
    dls_kkt_norms(K->team, W->width, K->m, W->dy, terms);
    for (int c = 0; c < W->width; c++) {
        bool cheap = each * terms[c] <= T[c].cheap * once[c];
        if (!cheap && T[c].asked) {
            sum_exactly(K, c);
        }
        T[c].rounding = DLS_EPS * (once[c] + (cheap ? each : twice) * terms[c]);
    }
    for (dls_int i = 0; i < W->width * K->m; i++) {
        W->v[i] = u[i] - W->q[i];
    }
}

/* Of a vector that was clean to rounding c is worth nothing. */
static void give_up(dls_kkt *K, const double *u, dls_projection *T, int c)
{
    const dls_kkt_work *W = &K->work;
    for (dls_int i = 0; i < K->n; i++) {
        W->c[W->width * i + c] = 0;
    }
    for (dls_int i = 0; i < K->m; i++) {
        W->q[W->width * i + c] = 0;
        W->v[W->width * i + c] = u[W->width * i + c];
    }
    T->reached = T->first;
}

/* Is there still one whose B v is to become smaller? */
static bool any_goes_on(dls_kkt *K, dls_projection *T)
{
    bool any = false;
    double size[DLS_LANES];
    dls_kkt_norms(K->team, K->work.width, K->m, K->work.v, size);
    for (int c = 0; c < K->work.width; c++) {
        T[c].going = goes_on(&T[c], size[c]);
        any = any || T[c].going;
    }
    return any;
}

dls_error dls_kkt_project_all(dls_kkt *K, const double *u, dls_projection *T)
{
    const dls_kkt_work *W = &K->work;
    begin_projection(K, u, T);
    for (find_rest(K, T); any_goes_on(K, T); find_rest(K, T)) {
        dls_error error = dls_kkt_prox_precondition(K);
        if (error) {
            return error;
        }
        dls_linsys_team_spread(K->team, W->dx);
        dls_set_mul_t_many(dls_see(&K->B), W->width, W->dx, W->dy);
        conjugate_step(K, T);
    }
    evaluate_projection(K, u, T);
    find_rest(K, T);
    for (int c = 0; c < W->width; c++) {
        if (T[c].asked && T[c].reached > T[c].first) {
            give_up(K, u, &T[c], c);
        }
    }
    return DLS_OK;
}

dls_error dls_kkt_project(dls_kkt *K, const double *u, double target, double *reached, int *steps)
{
    dls_projection T = {.asked = true, .target = target, .steps = steps};
    dls_error error = dls_kkt_project_all(K, u, &T);
    *reached = T.reached;
    return error;
}
