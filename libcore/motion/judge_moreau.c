/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations of Moreau and Jean's step, HIGHORDER (16), (18), as moreau_jean.c states them. */
#include <math.h>

#include "motion/judge.h"
#include "motion/moreau_jean.h"

/* The law of the contacts at the gaps that were foreseen, by gamma h */
static void contacts(dls_judgement *V, double h, const dls_motion_values *E,
                     const dls_motion_values *last, const dls_motion_point *from,
                     const dls_motion_point *to)
{
    const dls_motion_run *R = V->R;
    const dls_motion_values *first = V->first;
    const double *sway = to->memory + 1 + 2 * R->n;
    const double *q = R->model.advance ? NULL : from->q;
    for (dls_int i = 0; i < R->nu; i++) {
        double u[DLS_COLUMNS] = {0};
        double open = first->g[i] - sway[i];
        open += R->settings.gamma * h * dls_judge_approach(V, i, E);
        bool touches = dls_motion_closes(E->N, i, open, h * V->speed, q);
        open = touches ? fmin(open, 0) : open;
        if (R->scheme->projects && R->settings.combined) { /* positions close contacts */
            open = to->p[R->nb + i] > 0 ? 0 : INFINITY;
        }
        V->hold = touches ? h * first->cohesion[i] : 0;
        dls_judge_rebound(V, h, i, E, last, to->p, u);
        open = isfinite(V->law.soft[0]) ? open : DLS_MOTION_FAR;
        dls_judge_contact(V, i, E, first->mu[i], open / h, u, to->p);
        dls_judge_moments(V, i, E, u, to->p);
    }
}

dls_error dls_motion_judge_moreau(dls_motion_run *R, double h, const dls_motion_point *from,
                                  const dls_motion_point *to, double *worst, dls_fault *fault)
{
    dls_motion_judged *J = &R->book->judged;
    dls_motion_values *first = &R->here, *E = J->at, *last = J->at + 1;
    dls_judgement V = {.R = R,
                       .J = J,
                       .worst = worst,
                       .first = first,
                       .v0 = from->v,
                       .v1 = to->v,
                       .own = dls_motion_moreau_ends(R)};
    double theta = R->settings.theta, at = V.own ? h : theta * h;
    unsigned parts = DLS_PART_GAP | DLS_PARTS_LAWS | (R->moving ? DLS_PART_GAP_SPEED : 0u);
    parts = V.own ? parts | dls_motion_moreau_start(R) : R->nu > 0 ? parts : 0;
    unsigned middle = DLS_PART_MASS | DLS_PART_FORCE | DLS_PARTS_GRADIENT | DLS_PART_TANGENT;
    dls_error error =
        dls_motion_evaluate(R->source, first, parts, from->t, from->q, from->v, fault);
    dls_motion_mean(R->n, theta, from->v, to->v, J->v);
    dls_motion_advance(R->source, from->q, J->v, at, J->q);
    error = error ? error
                  : dls_motion_evaluate(R->source, E, middle, from->t + at, J->q,
                                        V.own ? to->v : J->v, fault);
    dls_motion_advance(R->source, from->q, J->v, h, J->q);
    if (!error && R->moving) {
        error = dls_motion_evaluate(R->source, last, DLS_PARTS_SPEED, to->t, J->q, to->v, fault);
    }
    if (error) {
        return error;
    }
    dls_motion_values step = *E;
    if (V.own) {
        dls_motion_mean(R->n, theta, first->f, E->f, J->v);
        step.f = J->v;
    }
    dls_judge_momentum(&V, h, &step, from->v, to->v, to->p);
    dls_judge_rates(&V, E->G, to->v, R->moving ? last->wb : NULL);
    contacts(&V, h, E, last, from, to);
    if (!R->scheme->projects) {
        dls_judge_positions(&V, to->q, J->q);
        return DLS_OK;
    }
    error = dls_motion_evaluate(R->source, last, DLS_PART_CONSTRAINT | DLS_PART_GAP, to->t, to->q,
                                to->v, fault);
    double size = fmax(1, dls_largest(R->nq, to->q));
    dls_judge_value(worst, error ? 0 : dls_motion_projected_rest(R, last, to), size);
    return error;
}
