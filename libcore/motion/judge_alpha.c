/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations of the generalized-alpha method, as generalized_alpha.c states them; what the first
   step had before it is not known. */
#include <math.h>

#include "motion/generalized_alpha.h"
#include "motion/judge.h"

/* J->q := where d, and W if it counts, lead to; J->v: the velocity without W */
static void lead(const dls_motion_run *R, double h, const dls_motion_point *from, const double *d,
                 const double *v1)
{
    const dls_motion_alpha *X = R->workspace;
    dls_motion_judged *J = &R->book->judged;
    dls_alpha_past P = dls_alpha_past_of(R, from);
    for (dls_int k = 0; k < R->n; k++) {
        double a = dls_alpha_mixed(X, d[k], P.d[k], P.a[k]);
        J->v[k] = from->v[k] + h * ((1 - X->gamma) * P.a[k] + X->gamma * a);
        J->term[k] = from->v[k] + h * ((0.5 - X->beta) * P.a[k] + X->beta * a);
        J->term[k] += v1 ? (v1[k] - J->v[k]) / 2 : 0;
    }
    dls_motion_advance(R->source, from->q, J->term, h, J->q);
}

/* M d = f + G lambda, G'd + b = 0 */
static void accelerations(dls_judgement *V, const dls_motion_values *E, dls_alpha_past Q)
{
    dls_judge_begin(V);
    dls_judge_matrix(V, E->M, 1, Q.d);
    dls_judge_vector(V, -1, E->f);
    if (V->R->nb > 0) {
        dls_judge_matrix(V, E->G, -1, Q.ld);
    }
    dls_judge_end(V);
    double mass = dls_max_abs(E->M), speed = V->speed;
    V->speed = dls_norm(V->R->n, Q.d) + (mass > 0 ? V->size / mass : 0);
    dls_judge_rates(V, E->G, Q.d, E->bb);
    V->speed = speed;
}

/* M W = G P, without what h lambda is of the percussions; V->speed */
static void jumps(dls_judgement *V, double h, const dls_motion_values *E,
                  const dls_motion_point *from, const dls_motion_point *to)
{
    const dls_motion_run *R = V->R;
    const dls_motion_alpha *X = R->workspace;
    dls_alpha_past P = dls_alpha_past_of(R, from), Q = dls_alpha_past_of(R, to);
    dls_judge_begin(V);
    dls_judge_matrix(V, E->M, 1, to->v);
    dls_judge_matrix(V, E->M, -1, V->J->v);
    V->size = fmax(V->size, h * dls_largest(R->n, E->f));
    V->pace = dls_judge_pace(V, E, from->v, to->v);
    dls_judge_reactions(V, E, to->p);
    for (dls_int k = 0; k < R->nb; k++) {
        V->J->lambda[k] = h * ((1 - X->gamma) * P.la[k] + X->gamma * Q.la[k]);
    }
    if (R->nb > 0) {
        dls_judge_matrix(V, E->G, 1, V->J->lambda);
    }
    dls_judge_end(V);
    V->speed = dls_judge_pace(V, E, from->v, to->v);
}

static void contacts(dls_judgement *V, double h, const dls_motion_values *E,
                     const dls_motion_values *ahead, const dls_motion_point *from,
                     const dls_motion_point *to)
{
    const dls_motion_run *R = V->R;
    const double *q = R->model.advance ? NULL : to->q;
    for (dls_int i = 0; i < R->nu; i++) {
        double u[DLS_COLUMNS] = {0};
        bool touches = dls_motion_closes(E->N, i, ahead->g[i], h * V->speed, q) ||
                       dls_alpha_clings(V->first, from, i);
        double open = touches ? fmin(ahead->g[i], 0) : ahead->g[i];
        V->hold = touches ? h * V->first->cohesion[i] : 0;
        dls_judge_rebound(V, h, i, E, E, to->p, u);
        dls_judge_contact(V, i, E, V->first->mu[i], open / h, u, to->p);
        dls_judge_moments(V, i, E, u, to->p);
    }
}

dls_error dls_motion_judge_alpha(dls_motion_run *R, double h, const dls_motion_point *from,
                                 const dls_motion_point *to, double *worst, dls_fault *fault)
{
    dls_motion_judged *J = &R->book->judged;
    dls_motion_values *first = &R->here, *E = J->at, *ahead = J->at + 1;
    dls_judgement V = {.R = R, .J = J, .worst = worst, .first = first, .v0 = from->v, .v1 = to->v};
    dls_alpha_past P = dls_alpha_past_of(R, from), Q = dls_alpha_past_of(R, to);
    unsigned parts = DLS_PART_MASS | DLS_PART_FORCE | DLS_PARTS_GRADIENT | DLS_PART_TANGENT |
                     DLS_PART_CONSTRAINT_RATE | (R->moving ? DLS_PARTS_SPEED : 0u);
    dls_error error = dls_motion_evaluate(R->source, E, parts, to->t, to->q, to->v, fault);
    if (error) {
        return error;
    }
    accelerations(&V, E, Q);
    if (from->memory[0] == 0) {
        return DLS_OK;
    }
    if (R->nu > 0) {
        parts = DLS_PARTS_LAWS | DLS_PART_GAP | (R->moving ? DLS_PART_GAP_SPEED : 0u);
        error = dls_motion_evaluate(R->source, first, parts, from->t, from->q, from->v, fault);
        lead(R, h, from, P.d, NULL);
        error = error
                    ? error
                    : dls_motion_evaluate(R->source, ahead, DLS_PART_GAP, to->t, J->q, J->v, fault);
    }
    lead(R, h, from, Q.d, to->v);
    dls_judge_positions(&V, to->q, J->q);
    jumps(&V, h, E, from, to);
    dls_judge_rates(&V, E->G, to->v, R->moving ? E->wb : NULL);
    if (!error) {
        contacts(&V, h, E, ahead, from, to);
    }
    return error;
}
