/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second problem of a step of 'rattle': velocities u1 and the percussions L of the step,
     M2 (u1 - ub) = h fa + h ((1 - gamma) A0 + gamma A1) + W p - W1 p - M (ub - u) + W1 L,
     ub = 2 v - u, G1'u1 + w = 0, contacts with g (q1) <= 0 or p > 0: 0 <= u1 + e max (0, -u) _|_ L
   and Coulomb's law. All others keep what the first problem gave them, L = 2 p. W1: columns at q1;
   M2 = M + b (h Kb + 2 Db), as in the first problem, but without the other forces. */
#include <math.h>

#include "motion/rattle.h"

static dls_error load(dls_motion_run *R, double h, dls_fault *fault)
{
    dls_rattle *W = R->workspace;
    dls_rattle_stage *S = &W->rates;
    if (R->fixed && S->P && S->h == h && !(W->massless && !W->filter.split && !R->linear)) {
        S->P->watch = R->watch;
        return DLS_OK;
    }
    dls_error error = dls_rattle_matrix(R, h, true, fault);
    error = error ? error : dls_motion_interleave_from(&S->K, R->d, &W->end, NULL, NULL, fault);
    dls_percussion_problem Q = {.A = dls_see(&S->K.A),
                                .G = W->end.G,
                                .B = dls_see(&S->K.B),
                                .d = R->d,
                                .mu = W->mu,
                                .compliance = R->creeps ? S->soft : NULL,
                                .rolling = R->rolls ? W->rolling : NULL,
                                .spinning = R->spins ? W->spinning : NULL};
    S->h = h;
    return error ? error : dls_motion_percussions(R, &Q, &S->P, fault);
}

/* Contacts that the laws of velocities bind */
static void choose(dls_motion_run *R, double h, const dls_motion_point *from)
{
    dls_rattle *W = R->workspace;
    double way = h * (dls_norm(R->n, from->v) + dls_norm(R->n, W->v));
    const double *q = R->model.advance ? NULL : W->q;
    for (dls_int i = 0; i < R->nu; i++) {
        double pull = W->clings[i] ? h / 2 * W->start.cohesion[i] : 0;
        bool rigid = !R->soft || isinf(W->start.stiffness[i]);
        bool touches = dls_motion_closes(W->end.N, i, W->end.g[i], way, q);
        W->active[i] = rigid && (touches || W->p[R->nb + i * R->d] + pull > 0);
    }
}

/* r += sum over columns of B, times alpha, of x: all, or those of inactive contacts */
static void add_columns(const dls_motion_run *R, double alpha, dls_view B, const double *x,
                        bool inactive)
{
    const dls_rattle *W = R->workspace;
    for (dls_int j = 0; j < B.cols; j++) {
        bool leave = inactive && W->active[j / R->d];
        for (dls_int k = B.p[j]; x[j] != 0 && !leave && k < B.p[j + 1]; k++) {
            W->r[B.i[k]] += alpha * x[j] * B.x[k];
        }
    }
}

static void right_sides(dls_motion_run *R, double h, const dls_motion_point *from)
{
    dls_rattle *W = R->workspace;
    const dls_rattle_filter *F = &W->filter;
    const double *pc = W->p + R->nb;
    for (dls_int k = 0; k < R->n; k++) {
        W->x[k] = W->last[k] - from->v[k];
        if (F->split) { /* the mean force of the step, from here on */
            double A1 = dls_rattle_filtered(F, F->f1[k], F->f[k], F->A[k]);
            W->force[k] += (1 - F->gamma) * F->A[k] + F->gamma * A1;
        }
        W->r[k] = h * W->force[k];
    }
    dls_mul(dls_see(&W->rates.K.A), 1, W->last, W->r);
    dls_mul(W->middle.M, -1, W->x, W->r);
    dls_mul(W->start.G, 1, W->p, W->r);
    dls_mul(W->end.G, -1, W->p, W->r);
    add_columns(R, 1, dls_see(&W->gaps.K.B), pc, false);
    add_columns(R, -1, dls_see(&W->rates.K.B), pc, false);
    add_columns(R, 2, dls_see(&W->rates.K.B), pc, true);
}

/* What velocities have in the laws, W->c and W->s; plastic: no restitution */
static void laws(dls_motion_run *R, bool plastic)
{
    dls_rattle *W = R->workspace;
    dls_zero(R->nb, W->c);
    for (dls_int k = 0; k < R->nb && R->moving; k++) {
        W->c[k] = W->end.wb[k];
    }
    for (dls_int i = 0; i < R->nu; i++) {
        double *s = W->s + i * R->d, *u = W->u + i * R->d;
        const double *factor = W->law[i].factor;
        bool hits = u[0] < 0 && !plastic;
        s[0] = (R->moving ? W->end.wu[i] : 0) + (hits ? factor[0] * u[0] : 0);
        for (int t = 1; t < R->d; t++) {
            s[t] = R->moving ? W->end.wt[i * (R->d - 1) + t - 1] : 0;
            s[t] += hits ? factor[t] * u[t] : 0;
        }
    }
}

/* Restitution of contacts that are hit while others jam them may have no solution: such a step has
   none. */
static dls_error solve(dls_motion_run *R, dls_percussion_result *result, dls_fault *fault)
{
    dls_rattle *W = R->workspace;
    bool bounces = false;
    laws(R, false);
    dls_error error = dls_percussion_solve(W->rates.P, W->r, W->c, W->s, false, W->active, W->x,
                                           W->all, result, fault);
    for (dls_int i = 0; i < R->nu; i++) {
        const double *factor = W->law[i].factor;
        bool any = factor[0] > 0 || dls_largest(R->d - 1, factor + 1) > 0;
        bounces = bounces || (W->active[i] && W->u[i * R->d] < 0 && any);
    }
    if (error || result->solved || !bounces) {
        return error;
    }
    R->stats.rejected++;
    *result = (dls_percussion_result){.solved = true};
    laws(R, true);
    return dls_percussion_solve(W->rates.P, W->r, W->c, W->s, false, W->active, W->x, W->all,
                                result, fault);
}

dls_error dls_rattle_rates(dls_motion_run *R, double h, const dls_motion_point *from,
                           dls_motion_report *report, dls_fault *fault)
{
    dls_rattle *W = R->workspace;
    unsigned parts = DLS_PARTS_GRADIENT | DLS_PART_TANGENT | DLS_PART_CONSTRAINT | DLS_PART_GAP;
    parts |= R->moving ? DLS_PARTS_SPEED : 0u;
    dls_motion_advance(R->source, from->q, W->v, h, W->q);
    dls_motion_mean(R->n, 2, from->v, W->v, W->last);
    dls_error error =
        dls_motion_evaluate(R->source, &W->end, parts, from->t + h, W->q, W->last, fault);
    error = error ? error : load(R, h, fault);
    if (error) {
        return error;
    }
    choose(R, h, from);
    right_sides(R, h, from);
    for (dls_int i = 0; i < R->nu; i++) {
        W->clings[i] = W->clings[i] && W->active[i];
    }
    dls_motion_pull(R->nu, W->clings, h, W->start.cohesion, W->end.N, W->r);
    dls_percussion_result result = {.solved = true};
    error = solve(R, &result, fault);
    if (error) {
        return error;
    }
    dls_motion_count(R, &result, report);
    for (dls_int i = 0; i < R->nu; i++) {
        double *L = W->all + R->nb + i * R->d;
        const double *p = W->p + R->nb + i * R->d;
        for (int t = 0; t < R->d && !W->active[i]; t++) {
            L[t] = 2 * p[t];
        }
        L[0] -= W->clings[i] ? h * W->start.cohesion[i] : 0;
    }
    return DLS_OK;
}

/* sum of x_j B_j'v over columns, normal and tangential ones; size: of its terms, and of |B x|^2 */
static void powers(int d, dls_view B, const double *x, const double *v, double sum[2],
                   double size[2])
{
    for (dls_int j = 0; j < B.cols; j++) {
        double part = x[j] != 0 ? x[j] * dls_motion_power(B, j, v) : 0;
        dls_int own = B.p[j + 1] - B.p[j];
        sum[d > 0 && j % d > 0] += part;
        size[0] += fabs(part);
        size[1] += x[j] * x[j] * dls_dot(own, B.x + B.p[j], B.x + B.p[j]);
    }
}

void dls_rattle_work(dls_motion_run *R, double h, const dls_motion_point *from,
                     dls_motion_point *to)
{
    dls_rattle *W = R->workspace;
    double bilateral[2] = {0}, contact[2] = {0}, size[2] = {0}, none[2] = {0};
    if (!R->settings.energy) {
        return;
    }
    dls_motion_mean(R->n, 0.5, from->v, to->v, W->r);
    to->work[DLS_WORK_FORCE] += h * dls_motion_force_power(R, W->force, W->r);
    powers(0, W->start.G, W->p, W->r, bilateral, none);
    powers(R->d, dls_see(&W->gaps.K.B), W->p + R->nb, W->r, contact, size);
    dls_axpy(R->np, -1, W->p, W->all); /* what acts at the end */
    powers(0, W->end.G, W->all, W->r, bilateral, none);
    powers(R->d, dls_see(&W->rates.K.B), W->all + R->nb, W->r, contact, size);
    dls_axpy(R->np, 1, W->p, W->all);
    to->work[DLS_WORK_CONSTRAINT] += bilateral[0];
    to->work[DLS_WORK_CONTACT] += contact[0];
    to->work[DLS_WORK_FRICTION] += contact[1];
    dls_motion_gain(R, contact[0] + contact[1], size, h * dls_norm(R->n - R->model.nx, W->force),
                    W->middle.M, to);
}
