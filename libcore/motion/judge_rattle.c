/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations of 'rattle', as rattle_gaps.c and rattle_rates.c state them. The mean velocity and
   the percussions of the first problem are in the memory of the point where the step ended. */
#include <math.h>

#include "motion/judge.h"
#include "motion/rattle.h"

/* W->all := percussions of the first problem in the order of a point: of contacts with columns of
   the end, or (with the bilateral ones) of the others; every: of all */
static const double *half(const dls_motion_run *R, dls_rattle_past Q, bool turned, bool every)
{
    dls_rattle *W = R->workspace;
    dls_int nb = R->nb, nu = R->nu;
    for (dls_int k = 0; k < nb; k++) {
        W->all[k] = turned ? 0 : Q.p[k];
    }
    for (dls_int j = 0; j < R->d * nu; j++) {
        dls_int i = j / R->d, t = j % R->d;
        bool own = every || (Q.turned[i] != 0) == turned;
        W->all[t ? nb + nu + i * (R->d - 1) + t - 1 : nb + i] = own ? Q.p[nb + j] : 0;
    }
    return W->all;
}

/* W->r := the mean of the filtered springs over the step, or what the first problem has of them by
   h; W->last: where they are evaluated anew */
static void filtered(dls_motion_run *R, const dls_motion_point *from, const dls_motion_point *to,
                     bool whole)
{
    dls_rattle *W = R->workspace;
    const dls_rattle_filter *F = &W->filter;
    dls_rattle_past P = dls_rattle_past_of(R, from), Q = dls_rattle_past_of(R, to);
    const double *f0 = P.f, *A0 = P.A;
    if (*P.known == 0) {
        dls_rattle_springs(R, from->q, from->v, F->f);
        f0 = A0 = F->f;
    }
    dls_motion_mean(R->n, 2, from->v, Q.v, W->r);
    dls_rattle_springs(R, to->q, W->r, W->last);
    double now = whole ? F->gamma : F->beta, before = whole ? 1 - now : 0.5 - now;
    for (dls_int k = 0; k < R->n; k++) {
        W->r[k] = before * A0[k] + now * dls_rattle_filtered(F, W->last[k], f0[k], A0[k]);
    }
}

/* M (v - u) = h/2 fa + springs + W p */
static void first_momentum(dls_judgement *V, double h, const dls_motion_values *E,
                           const dls_motion_values *last, const dls_motion_point *from,
                           const dls_motion_point *to)
{
    dls_motion_run *R = V->R;
    dls_rattle *W = R->workspace;
    dls_rattle_past Q = dls_rattle_past_of(R, to);
    dls_judge_begin(V);
    dls_judge_matrix(V, E->M, 1, Q.v);
    dls_judge_matrix(V, E->M, -1, from->v);
    dls_judge_vector(V, -h / 2, W->force);
    if (W->filter.split) {
        filtered(R, from, to, false);
        dls_judge_vector(V, -h, W->r);
    }
    dls_judge_reactions(V, V->first, half(R, Q, false, false));
    dls_judge_reactions(V, last, half(R, Q, true, false));
    dls_judge_end(V);
}

/* M (u1 - u) + (M2 - M) (u1 - ub) = h fa + springs + W p - W1 p + W1 L; V->pace, V->speed */
static void second_momentum(dls_judgement *V, double h, const dls_motion_values *E,
                            const dls_motion_values *last, const dls_motion_point *from,
                            const dls_motion_point *to)
{
    dls_motion_run *R = V->R;
    dls_rattle *W = R->workspace;
    dls_rattle_past Q = dls_rattle_past_of(R, to);
    double b = h * dls_rattle_weight(&W->filter);
    dls_judge_begin(V);
    dls_judge_matrix(V, E->M, 1, to->v);
    dls_judge_matrix(V, E->M, -1, from->v);
    dls_judge_vector(V, -h, W->force);
    for (dls_int k = 0; k < R->n; k++) {
        W->x[k] = to->v[k] - 2 * Q.v[k] + from->v[k];
    }
    if (W->filter.split) {
        filtered(R, from, to, true);
        dls_judge_vector(V, -h, W->r);
        dls_zero(R->n, W->r);
        dls_rattle_stiff(R, 2 * b, b * h, W->x, W->r);
        dls_judge_vector(V, 1, W->r);
    } else if (W->massless) {
        dls_rattle_hold(R, h, E, W->x, W->r);
        dls_judge_vector(V, 1, W->r);
    }
    V->pace = dls_judge_pace(V, E, from->v, to->v);
    dls_judge_reactions(V, V->first, half(R, Q, false, false));
    dls_judge_reactions(V, last, half(R, Q, true, false));
    const double *p = half(R, Q, false, true);
    for (dls_int k = 0; k < R->np; k++) {
        W->all[k] = to->p[k] - p[k];
    }
    dls_judge_reactions(V, last, W->all);
    dls_judge_end(V);
    V->speed = dls_judge_pace(V, E, from->v, to->v);
}

/* Coulomb's law with the gap at the end, for the mean velocity */
static void judge_gap(dls_judgement *V, double h, dls_int i, const dls_motion_values *E,
                      const dls_motion_values *last, dls_rattle_past Q)
{
    const dls_motion_run *R = V->R;
    const dls_motion_values *first = V->first, *of = Q.turned[i] != 0 ? last : first;
    double u[DLS_COLUMNS] = {last->g[i] / h}, k = first->stiffness[i];
    const double *p = half(R, Q, false, true);
    bool soft = R->soft && isfinite(k);
    for (int t = 1; t < R->d; t++) {
        dls_int j = i * (R->d - 1) + t - 1;
        V->law.soft[t] *= 2;
        u[t] = dls_motion_power(of->T, j, Q.v) + (R->moving ? E->wt[j] : 0);
        u[t] += V->law.soft[t] * p[R->nb + R->nu + j];
    }
    if (soft) {
        double yields = k * h / 2 + first->damping[i], normal = dls_motion_power(of->N, i, Q.v);
        V->law.soft[0] = 2 / (h * yields);
        u[0] = k / yields * ((first->g[i] + last->g[i]) / 2 - h / 2 * normal) + normal;
        u[0] += V->law.soft[0] * p[R->nb + i];
    }
    dls_judge_contact(V, i, of, first->mu[i], 0, u, p);
    dls_judge_moments(V, i, of, u, p);
}

/* The laws of velocities at the end; open: by which velocity the gap is off, 0: it touches */
static void judge_rate(dls_judgement *V, double h, dls_int i, const dls_motion_values *last,
                       double open, const double *p)
{
    const dls_motion_run *R = V->R;
    const dls_motion_values *first = V->first;
    double u[DLS_COLUMNS] = {0};
    dls_motion_law_of(R, h, first, i, &V->law);
    V->law.soft[0] = 0;
    double before = dls_motion_power(first->N, i, V->v0) + (R->moving ? first->wu[i] : 0);
    const double *factor = V->law.factor;
    u[0] = dls_motion_power(last->N, i, V->v1) + (R->moving ? last->wu[i] : 0);
    u[0] += factor[0] * fmin(before, 0);
    for (int t = 1; t < R->d; t++) {
        dls_int j = i * (R->d - 1) + t - 1;
        u[t] = dls_motion_power(last->T, j, V->v1) + (R->moving ? last->wt[j] : 0);
        u[t] += V->law.soft[t] * p[R->nb + R->nu + j];
        if (before < 0) {
            double own = dls_motion_power(first->T, j, V->v0) + (R->moving ? first->wt[j] : 0);
            u[t] += factor[t] * own;
        }
    }
    dls_judge_contact(V, i, last, first->mu[i], open, u, p);
    if (open == 0) {
        dls_judge_moments(V, i, last, u, p);
    }
}

static void contacts(dls_judgement *V, double h, const dls_motion_values *E,
                     const dls_motion_values *last, const dls_motion_point *from,
                     const dls_motion_point *to)
{
    const dls_motion_run *R = V->R;
    const dls_motion_values *first = V->first;
    dls_rattle_past Q = dls_rattle_past_of(R, to);
    const double *q = R->model.advance ? NULL : from->q;
    double way = h * dls_norm(R->n, from->v), way1 = way + h * dls_norm(R->n, Q.v);
    for (dls_int i = 0; i < R->nu; i++) {
        double pn = Q.p[R->nb + i * R->d];
        bool closed = dls_motion_closes(first->N, i, first->g[i], way, q);
        double pull = closed ? h * first->cohesion[i] : 0;
        bool rigid = !R->soft || isinf(first->stiffness[i]);
        bool touches = dls_motion_closes(last->N, i, last->g[i], way1, q ? to->q : NULL);
        dls_motion_law_of(R, h, first, i, &V->law);
        V->law.soft[0] = 0;
        V->hold = pull / 2;
        judge_gap(V, h, i, E, last, Q);
        touches = touches || pn + pull / 2 > 0;
        if (rigid && (touches || pull == 0)) {
            V->hold = pull;
            judge_rate(V, h, i, last, touches ? 0 : last->g[i] / h, to->p);
        } else {
            double own = to->p[R->nb + i];
            dls_judge_value(V->worst, own - 2 * pn, fmax(fabs(own) + fabs(pn), V->size));
        }
    }
}

dls_error dls_motion_judge_rattle(dls_motion_run *R, double h, const dls_motion_point *from,
                                  const dls_motion_point *to, double *worst, dls_fault *fault)
{
    dls_motion_judged *J = &R->book->judged;
    dls_rattle *W = R->workspace;
    dls_rattle_past Q = dls_rattle_past_of(R, to);
    dls_motion_values *first = &R->here, *E = J->at, *last = J->at + 1;
    dls_judgement V = {.R = R, .J = J, .worst = worst, .first = first, .v0 = from->v, .v1 = to->v};
    unsigned columns = DLS_PARTS_GRADIENT | DLS_PART_TANGENT | DLS_PART_GAP | DLS_PART_MASS;
    unsigned ends = columns | (R->moving ? DLS_PARTS_SPEED : 0u);
    unsigned middle = DLS_PART_MASS | DLS_PART_FORCE | (R->moving ? DLS_PART_TANGENT_SPEED : 0u);
    if (*Q.pieces > 1) { /* each has been judged */
        return DLS_OK;
    }
    middle |= W->massless && !W->filter.split ? DLS_PARTS_JACOBIAN : 0u;
    dls_error error = dls_motion_evaluate(R->source, first, ends | DLS_PARTS_LAWS, from->t, from->q,
                                          from->v, fault);
    dls_motion_advance(R->source, from->q, Q.v, h / 2, J->q);
    error = error ? error
                  : dls_motion_evaluate(R->source, E, middle, from->t + h / 2, J->q, Q.v, fault);
    error = error ? error
                  : dls_motion_evaluate(R->source, last, ends | DLS_PART_CONSTRAINT, to->t, to->q,
                                        to->v, fault);
    if (error) {
        return error;
    }
    dls_rattle_others(R, E, W->last, W->force);
    first_momentum(&V, h, E, last, from, to);
    second_momentum(&V, h, E, last, from, to);
    dls_motion_advance(R->source, from->q, Q.v, h, J->q);
    dls_judge_positions(&V, to->q, J->q);
    dls_judge_value(worst, dls_largest(R->nb, last->h), fmax(1, dls_largest(R->nq, to->q)));
    dls_judge_rates(&V, last->G, to->v, R->moving ? last->wb : NULL);
    contacts(&V, h, E, last, from, to);
    return DLS_OK;
}
