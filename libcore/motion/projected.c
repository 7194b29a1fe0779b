/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HIGHORDER (19): a step of Moreau and Jean, then the nearest positions with h (q) = 0, g (q) >= 0,
   in the metric of the mass or of the identity:  Q z = G t + N t',  0 <= g _|_ t' >= 0.
   'Combined' is a form of index 3, on velocities and positions: contacts do not close by predicted
   gaps. Those that the projection pushes, or leaves at g <= 0, join the closed ones (none at
   first), and the step is taken again, until none joins. With 'active' the contacts that press are
   projected with g = 0, and the others are not looked at. */
#include <math.h>
#include <string.h>

#include "motion/moreau_jean.h"

static const double ROUNDING = 1e-14, ACCEPTED = 1e-8; /* of positions */
static const double SLOW = 0.1; /* violations that fall slower call for other matrices */

static bool equations_only(const dls_motion_run *R)
{
    return R->settings.combined == DLS_COMBINED_ACTIVE;
}

/* Q, G, N of the projection, factorised */
static dls_error load(dls_motion_run *R, const dls_motion_point *to, dls_fault *fault)
{
    static const dls_int NONE = 0;
    dls_motion_moreau *W = R->workspace;
    const dls_motion_values *E = &R->here;
    if (R->fixed && W->projection && !equations_only(R)) {
        W->projection->watch = R->watch;
        return DLS_OK;
    }
    dls_percussion_problem Q = {.A = R->settings.projection == 1 ? dls_see(&W->identity) : E->M,
                                .G = E->G,
                                .B = E->N,
                                .d = 1};
    dls_error error = DLS_OK;
    if (equations_only(R)) {
        error = dls_motion_append(&W->joined, E->G, E->N, to->p + R->nb, &Q.G, fault);
        Q.B = (dls_view){R->n, 0, &NONE, NULL, NULL};
    }
    return error ? error : dls_motion_percussions(R, &Q, &W->projection, fault);
}

double dls_motion_projected_rest(const dls_motion_run *R, const dls_motion_values *E,
                                 const dls_motion_point *to)
{
    double worst = dls_largest(R->nb, E->h);
    for (dls_int i = 0; i < R->nu; i++) {
        bool presses = to->p[R->nb + i] > 0;
        bool soft = ((dls_motion_moreau *)R->workspace)->soft[i * R->d] > 0;
        double own = !equations_only(R) ? -E->g[i] : presses ? fabs(E->g[i]) : 0;
        worst = fmax(worst, soft ? 0 : own);
    }
    return worst;
}

/* Largest violation at the positions of `to`, and what corrects them; compliant contacts may
   overlap. */
static dls_error look(dls_motion_run *R, const dls_motion_point *to, double *worst,
                      dls_fault *fault)
{
    unsigned parts = DLS_PART_CONSTRAINT | DLS_PART_GAP;
    dls_motion_moreau *W = R->workspace;
    dls_motion_values *E = &R->here;
    dls_error error = dls_motion_evaluate(R->source, E, parts, to->t, to->q, to->v, fault);
    *worst = error ? 0 : dls_motion_projected_rest(R, E, to);
    for (dls_int i = 0; i < R->nu; i++) {
        W->gap[i] = W->soft[i * R->d] > 0 ? DLS_MOTION_FAR : E->g[i];
    }
    if (!error) {
        dls_int at = R->nb;
        dls_copy(R->nb, E->h, W->level);
        for (dls_int i = 0; i < R->nu; i++) {
            if (to->p[R->nb + i] > 0) {
                W->level[at++] = E->g[i];
            }
        }
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
        error = error ? error : load(R, to, fault);
    }
    if (error) {
        return error;
    }
    dls_percussion_result result = {.solved = true};
    dls_zero(R->n, W->r);
    memset(W->active, 0, (size_t)R->nu * sizeof *W->active);
    error = dls_percussion_solve(W->projection, W->r, W->level, W->gap, true, W->active, W->x, W->p,
                                 &result, fault);
    if (error) {
        return error;
    }
    bool finite = dls_finite(R->n, W->x); /* least squares where constraints are redundant */
    result.solved = result.solved || finite;
    result.missed = 0; /* positions are looked at themselves */
    dls_motion_count(R, &result, report);
    if (finite) {
        dls_motion_advance(R->source, to->q, W->x, 1, W->qm);
        dls_copy(R->nq, W->qm, to->q);
    }
    for (dls_int i = 0; i < R->nu && !equations_only(R); i++) {
        W->pushed[i] = W->pushed[i] || W->p[R->nb + i] > 0;
    }
    return DLS_OK;
}

static dls_error project(dls_motion_run *R, dls_motion_point *to, dls_motion_report *report,
                         dls_fault *fault)
{
    double size = fmax(1, dls_largest(R->nq, to->q)), worst = 0, last = 0;
    bool done = R->nb + R->nu == 0;
    dls_error error = DLS_OK;
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

/* Contacts that the projection has pushed, or left without a gap, join the closed ones. */
static dls_error join(dls_motion_run *R, const dls_motion_point *to, dls_int *joined,
                      dls_fault *fault)
{
    dls_motion_moreau *W = R->workspace;
    dls_motion_values *E = &R->here;
    dls_error error = dls_motion_evaluate(R->source, E, DLS_PART_GAP, to->t, to->q, to->v, fault);
    double size = fmax(1, dls_largest(R->nq, to->q));
    *joined = 0;
    for (dls_int i = 0; !error && i < R->nu; i++) {
        if (!W->closed[i] && (W->pushed[i] || E->g[i] <= ROUNDING * size)) {
            W->closed[i] = true;
            *joined += 1;
        }
    }
    return error;
}

static dls_error step(dls_motion_run *R, double h, const dls_motion_point *from,
                      dls_motion_point *to, dls_motion_report *report, dls_fault *fault)
{
    dls_motion_moreau *W = R->workspace;
    dls_error error = DLS_OK;
    dls_int joined = 1;
    memset(W->closed, 0, (size_t)R->nu * sizeof *W->closed);
    while (joined > 0 && !error) {
        memset(W->pushed, 0, (size_t)R->nu * sizeof *W->pushed);
        dls_copy(DLS_WORKS, from->work, to->work);
        to->gain = from->gain;
        error = dls_motion_moreau_step(R, h, from, to, report, fault);
        error = error || !report->ok ? error : project(R, to, report, fault);
        joined = 0;
        if (!error && report->ok && R->settings.combined) {
            error = join(R, to, &joined, fault);
        }
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
    return error ? error : load(R, at, fault);
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
