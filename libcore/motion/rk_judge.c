/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations of a Runge-Kutta step, HIGHORDER (73), at the stages of the last piece of a step,
   which no event ended; and of each impact, M (v+ - v-) = G p, p >= 0. */
#include <math.h>

#include "motion/events.h"
#include "motion/judge.h"

/* M W = f + F L, and what keeps the constraints: G'W + c = 0 or G'V + w = 0 */
static dls_error stage(dls_judgement *V, int i, dls_fault *fault)
{
    dls_motion_run *R = V->R;
    dls_rk *S = R->workspace;
    dls_motion_values *E = V->J->at;
    unsigned parts = DLS_PART_MASS | DLS_PART_FORCE;
    const double *Vi = S->V + i * S->n, *Wi = S->W + i * S->n;
    double t = S->stages_t + S->T->c[i] * S->stages_h;
    dls_error error =
        dls_motion_rk_look(S, E, parts, S->rows, S->count, t, S->Qs + i * S->nq, Vi, &S->at, fault);
    if (error) {
        return error;
    }
    dls_judge_begin(V);
    dls_judge_matrix(V, E->M, 1, Wi);
    dls_judge_vector(V, -1, E->f);
    dls_judge_matrix(V, S->at.f, -1, S->L + i * S->all);
    if (R->model.K.rows) {
        V->size = fmax(V->size, dls_max_abs(R->model.K) * dls_largest(S->nq, S->Qs + i * S->nq));
    }
    dls_judge_end(V);
    double mass = dls_max_abs(E->M), rate = mass > 0 ? V->size / mass : 0;
    V->speed = dls_norm(S->n, Vi) + S->stages_h * rate;
    if (S->stages_index == 2 && !S->T->explicit_) {
        dls_judge_rates(V, S->at.g, Vi, S->at.w);
    } else if (S->stages_index == 1) {
        error = dls_motion_rk_bias(S, E, S->rows, S->count, S->bias, fault);
        V->speed = dls_norm(S->n, Wi) + rate;
        dls_judge_rates(V, S->at.g, Wi, error ? NULL : S->bias);
    }
    return error;
}

/* q1 = q0 + h sum b D, v1 = v0 + h sum b W */
static void quadrature(dls_judgement *V, const dls_motion_point *from, const dls_motion_point *to)
{
    const dls_rk *S = V->R->workspace;
    double h = S->stages_h;
    dls_motion_rk_combine(S->nq, from->q, h, S->T->b, S->s, S->D, V->J->q);
    dls_judge_positions(V, to->q, V->J->q);
    dls_motion_rk_combine(S->n, from->v, h, S->T->b, S->s, S->W, V->J->v);
    dls_axpy(S->n, -1, to->v, V->J->v);
    dls_judge_value(V->worst, S->projected ? 0 : dls_largest(S->n, V->J->v), V->speed);
}

/* G'v + w = 0 where the end has been projected */
static dls_error end_of_step(dls_judgement *V, const dls_motion_point *to, dls_fault *fault)
{
    dls_rk *S = V->R->workspace;
    if (!S->projected) {
        return DLS_OK;
    }
    dls_error error =
        dls_motion_rk_look(S, V->J->at, 0, S->rows, S->count, to->t, to->q, to->v, &S->at, fault);
    if (!error) {
        V->speed = fmax(V->speed, dls_norm(S->n, to->v));
        dls_judge_rates(V, S->at.g, to->v, S->at.w);
    }
    return error;
}

void dls_motion_judge_impact(dls_rk *S, const dls_rk_state *y, double h)
{
    const dls_rk_contacts *C = S->contacts;
    dls_judgement V = {.R = S->R, .J = &S->R->book->judged, .worst = S->residual};
    if (!S->R->settings.residual) {
        return;
    }
    dls_judge_begin(&V);
    dls_judge_matrix(&V, C->P->D.A, 1, C->v);
    dls_judge_matrix(&V, C->P->D.A, -1, y->v);
    if (h > 0) {
        dls_judge_vector(&V, -h, S->R->here.f);
    }
    dls_judge_matrix(&V, C->bilateral.g, -1, C->p);
    dls_judge_matrix(&V, C->contacts.g, -1, C->p + S->bilaterals);
    dls_judge_end(&V);
    double most = dls_largest(S->bilaterals + C->width, C->p);
    for (dls_int a = 0; a < C->width; a += C->d) {
        dls_judge_value(V.worst, fmin(C->p[S->bilaterals + a], 0), most);
    }
    double mass = dls_max_abs(C->P->D.A);
    V.speed = dls_norm(S->n, y->v) + dls_norm(S->n, C->v) + (mass > 0 ? V.size / mass : 0);
    dls_judge_rates(&V, C->bilateral.g, C->v, C->bilateral.w);
}

/* Contacts push, and friction is in its cone: what leaps of gradients and reactions within a step
   make of percussions is reported. */
static void cones(dls_judgement *V, const dls_motion_point *to)
{
    const dls_rk *S = V->R->workspace;
    double most = dls_largest(S->nb + S->nu, to->p);
    int tangents = V->R->friction ? V->R->dim - 1 : 0;
    for (dls_int k = 0; k < S->nu; k++) {
        double push = to->p[S->nb + k], mu = tangents > 0 ? V->R->here.mu[k] : 0;
        dls_judge_value(V->worst, fmin(push, 0), most);
        if (tangents > 0 && isfinite(mu)) {
            double rub = dls_norm(tangents, to->p + S->nb + S->nu + k * tangents);
            dls_judge_value(V->worst, fmax(rub - mu * push, 0), most);
        }
    }
}

dls_error dls_motion_judge_rk(dls_motion_run *R, double h, const dls_motion_point *from,
                              const dls_motion_point *to, double *worst, dls_fault *fault)
{
    static const double SAME_TIME = 1e-9; /* of a step: events move its end by more */
    dls_rk *S = R->workspace;
    dls_judgement V = {.R = R, .J = &R->book->judged, .worst = worst};
    dls_error error = DLS_OK;
    cones(&V, to);
    if (!(fabs(S->stages_end - to->t) <=
          SAME_TIME * h)) { /* an event ended it, or it is another's */
        return DLS_OK;
    }
    for (int i = S->T->first; i < S->s && !error; i++) {
        error = stage(&V, i, fault);
    }
    if (!error && S->whole && fabs(S->stages_h - h) <= SAME_TIME * h) {
        quadrature(&V, from, to);
    }
    return error ? error : end_of_step(&V, to, fault);
}
