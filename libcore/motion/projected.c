/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HIGHORDER (19): a step of Moreau and Jean, then the nearest positions with h (q) = 0, g (q) >= 0,
   in the metric of the mass or of the identity:  Q z = G t + N t',  0 <= g _|_ t' >= 0. */
#include <math.h>
#include <string.h>

#include "motion/moreau_jean.h"

static const double ROUNDING = 1e-14, ACCEPTED = 1e-8; /* of positions */
static const double SLOW = 0.1; /* violations that fall slower call for other matrices */

/* Q, G, N of the projection, factorised */
static dls_error load(dls_motion_run *R, dls_fault *fault)
{
    dls_motion_moreau *W = R->workspace;
    const dls_motion_values *E = &R->here;
    if (R->fixed && W->projection) {
        W->projection->watch = R->watch;
        return DLS_OK;
    }
    dls_percussion_problem Q = {.A = R->settings.projection == 1 ? dls_see(&W->identity) : E->M,
                                .G = E->G,
                                .B = E->N,
                                .d = 1};
    return dls_motion_percussions(R, &Q, &W->projection, fault);
}

/* Largest violation at the positions of `to`, and what corrects them. */
static dls_error look(dls_motion_run *R, const dls_motion_point *to, double *worst,
                      dls_fault *fault)
{
    unsigned parts = DLS_PART_CONSTRAINT | DLS_PART_GAP;
    dls_motion_values *E = &R->here;
    dls_error error = dls_motion_evaluate(R->source, E, parts, to->t, to->q, to->v, fault);
    *worst = error ? 0 : dls_largest(R->nb, E->h);
    for (dls_int i = 0; !error && i < R->nu; i++) {
        *worst = fmax(*worst, -E->g[i]);
    }
    return error;
}

/* z, with matrices of the first positions unless others are wanted */
static dls_error correct(dls_motion_run *R, bool renew, dls_motion_point *to,
                         dls_motion_report *report, dls_fault *fault)
{
    dls_motion_moreau *W = R->workspace;
    unsigned parts = DLS_PARTS_GRADIENT | DLS_PART_MASS;
    dls_error error = DLS_OK;
    if (renew) {
        error = dls_motion_evaluate(R->source, &R->here, parts, to->t, to->q, to->v, fault);
        error = error ? error : load(R, fault);
    }
    if (error) {
        return error;
    }
    dls_percussion_result result = {.solved = true};
    dls_zero(R->n, W->r);
    memset(W->active, 0, (size_t)R->nu * sizeof *W->active);
    error = dls_percussion_solve(W->projection, W->r, R->here.h, R->here.g, true, W->active, W->x,
                                 W->p, &result, fault);
    if (error) {
        return error;
    }
    bool finite = dls_finite(R->n, W->x); /* least squares where constraints are redundant */
    result.solved = result.solved || finite;
    dls_motion_count(R, &result, report);
    if (finite) {
        dls_motion_advance(R->source, to->q, W->x, 1, W->qm);
        dls_copy(R->nq, W->qm, to->q);
    }
    return DLS_OK;
}

static dls_error step(dls_motion_run *R, double h, const dls_motion_point *from,
                      dls_motion_point *to, dls_motion_report *report, dls_fault *fault)
{
    dls_error error = dls_motion_moreau_step(R, h, from, to, report, fault);
    double size = fmax(1, dls_largest(R->nq, to->q)), worst = 0, last = 0;
    bool done = error || !report->ok || R->nb + R->nu == 0;
    for (int k = 0; !done && k < R->settings.max_iterations; k++) {
        error = look(R, to, &worst, fault);
        done = error || worst <= ROUNDING * size;
        if (!done) {
            dls_motion_moreau *W = R->workspace;
            error = correct(R, k == 0 || worst > SLOW * last, to, report, fault);
            done = error || !report->ok || dls_largest(R->n, W->x) <= ROUNDING * size ||
                   dls_motion_over(R, report);
        }
        last = worst;
    }
    if (!error && report->ok && worst > ACCEPTED * size) {
        return dls_motion_refuse(report, "the projection of the step leaves %.1e", worst);
    }
    return error;
}

/* Its memory is made before the first step that needs it. */
static dls_error prepare(dls_motion_run *R, dls_fault *fault)
{
    const dls_motion_point *at = &R->now;
    unsigned parts = DLS_PARTS_GRADIENT | DLS_PART_MASS;
    if (R->nb + R->nu == 0) {
        return DLS_OK;
    }
    dls_error error = dls_motion_evaluate(R->source, &R->here, parts, at->t, at->q, at->v, fault);
    return error ? error : load(R, fault);
}

static dls_error begin(dls_motion_run *R, dls_fault *fault)
{
    dls_error error = dls_motion_moreau_begin(R, fault);
    dls_motion_moreau *W = R->workspace;
    if (error || R->settings.projection == 0) {
        return error ? error : prepare(R, fault);
    }
    if (!dls_mat_new(&W->identity, R->n, R->n, R->n) || !dls_mat_own(&R->pool, &W->identity)) {
        return dls_fail_memory(fault);
    }
    for (dls_int k = 0; k < R->n; k++) {
        W->identity.i[k] = k;
        W->identity.x[k] = 1;
        W->identity.p[k + 1] = k + 1;
    }
    return prepare(R, fault);
}

const dls_motion_scheme dls_motion_moreau_jean_projected = {.name = "moreau-jean-projected",
                                                            .order = 1,
                                                            .velocities = true,
                                                            .projects = true,
                                                            .memories = dls_motion_moreau_memories,
                                                            .begin = begin,
                                                            .step = step,
                                                            .judge = dls_motion_judge_moreau,
                                                            .end = dls_motion_moreau_end};
