/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nonsmooth RATTLE: positions with h = 0, 0 <= g at the end of each step (rattle_gaps.c), then
   velocities that obey G'u = 0, Newton's law of impact and Coulomb's (rattle_rates.c). Forces act
   in the middle of the step, of models that say what their springs and dampers are these by a
   generalized-alpha filter of forces (rattle_forces.c): nothing is divided by a mass. Second order
   in smooth motion, with lasting contacts too; symmetric without springs. */
#include <math.h>
#include <string.h>

#include "motion/rattle.h"

static dls_int memories(const dls_motion_run *R)
{
    return DLS_RATTLE_NUMBERS + 3 * R->n + R->np + R->nu;
}

static void lay_out(void *object, dls_room *room)
{
    const dls_motion_run *R = object;
    dls_rattle *W = R->workspace;
    double **of_n[] = {&W->v,     &W->x,        &W->r,        &W->last,
                       &W->force, &W->filter.A, &W->filter.f, &W->filter.f1};
    for (size_t k = 0; k < sizeof of_n / sizeof *of_n; k++) {
        *of_n[k] = DLS_TAKE(room, double, R->n);
    }
    W->q = DLS_TAKE(room, double, R->nq);
    W->qm = DLS_TAKE(room, double, R->nq);
    W->c = DLS_TAKE(room, double, R->nb);
    W->p = DLS_TAKE(room, double, R->np);
    W->all = DLS_TAKE(room, double, R->np);
    double **of_columns[] = {&W->s, &W->u, &W->gaps.soft, &W->rates.soft};
    for (size_t k = 0; k < sizeof of_columns / sizeof *of_columns; k++) {
        *of_columns[k] = DLS_TAKE(room, double, R->d * R->nu);
    }
    double **of_nu[] = {&W->mu, &W->rolling, &W->spinning};
    for (size_t k = 0; k < sizeof of_nu / sizeof *of_nu; k++) {
        *of_nu[k] = DLS_TAKE(room, double, R->nu);
    }
    W->law = DLS_TAKE(room, dls_motion_law, R->nu);
    bool **flags[] = {&W->open, &W->turned, &W->active, &W->clings};
    for (size_t k = 0; k < sizeof flags / sizeof *flags; k++) {
        *flags[k] = DLS_TAKE(room, bool, R->nu);
    }
    dls_motion_point_take(R, room, &W->piece[0]);
    dls_motion_point_take(R, room, &W->piece[1]);
}

static dls_error begin(dls_motion_run *R, dls_fault *fault)
{
    dls_rattle *W = DLS_NEW(dls_rattle, 1);
    if (!dls_pool_own(&R->pool, dls_free, W)) {
        return dls_fail_memory(fault);
    }
    R->workspace = W;
    W->gaps.h = W->rates.h = NAN;
    if (!dls_pool_make(&R->pool, lay_out, R)) {
        return dls_fail_memory(fault);
    }
    dls_error error = dls_rattle_begin_filter(R, &W->filter, fault);
    W->parts = DLS_PART_MASS | DLS_PART_FORCE | (R->moving ? DLS_PART_TANGENT_SPEED : 0u);
    dls_motion_values *own[] = {&W->start, &W->middle, &W->end};
    for (int k = 0; k < 3 && !error; k++) {
        error = dls_motion_values_new(R->source, &R->pool, own[k], fault);
    }
    const dls_motion_point *at = &R->now;
    error = error ? error
                  : dls_motion_evaluate(R->source, &W->middle, DLS_PART_MASS, at->t, at->q, at->v,
                                        fault);
    for (dls_int k = 0; !error && k < R->n; k++) {
        W->massless = W->massless || dls_rattle_massless(W->middle.M, k);
    }
    return error;
}

static void end(dls_motion_run *R)
{
    dls_rattle *W = R->workspace;
    dls_percussion_free(W->gaps.P);
    dls_percussion_free(W->rates.P);
    dls_motion_matrices_free(&W->gaps.K);
    dls_motion_matrices_free(&W->rates.K);
}

/* What a compliant contact's law is in the first problem: p = h/2 max (0, -k g - c u) at the mean
   gap; bias: k g's part of the velocity */
static void soften(const dls_motion_run *R, double h, dls_int i)
{
    dls_rattle *W = R->workspace;
    double k = W->start.stiffness[i], yields = k * h / 2 + W->start.damping[i];
    W->law[i].soft[0] = 2 / (h * yields);
    W->law[i].bias = k / yields;
    W->law[i].factor[0] = 0;
}

static void take_laws(dls_motion_run *R, double h)
{
    dls_rattle *W = R->workspace;
    const dls_motion_values *E = &W->start;
    bool same = true;
    for (dls_int i = 0; i < R->nu; i++) {
        dls_motion_law *law = &W->law[i];
        dls_motion_law_of(R, h, E, i, law);
        if (R->soft && isfinite(E->stiffness[i])) {
            soften(R, h, i);
        }
        for (int t = 0; t < R->d; t++) { /* the first problem has half of a step's percussions */
            dls_int j = i * R->d + t;
            double soft = law->soft[t] * (t > 0 ? 2 : 1);
            same = same && W->gaps.soft[j] == soft;
            W->gaps.soft[j] = soft;
            W->rates.soft[j] = t > 0 ? law->soft[t] : 0; /* springs act in the first one */
        }
    }
    W->gaps.h = same ? W->gaps.h : NAN;
    W->rates.h = same ? W->rates.h : NAN;
    dls_copy(R->nu, E->mu, W->mu);
    dls_copy(R->nu, E->rolling, W->rolling);
    dls_copy(R->nu, E->spinning, W->spinning);
}

/* Which contacts are closed, and how fast they approach */
static void look_at_contacts(dls_motion_run *R, double h, const dls_motion_point *from)
{
    dls_rattle *W = R->workspace;
    const dls_motion_values *E = &W->start;
    const double *q = R->model.advance ? NULL : from->q;
    double way = h * dls_norm(R->n, from->v);
    for (dls_int i = 0; i < R->nu; i++) {
        W->open[i] = !dls_motion_closes(E->N, i, E->g[i], way, q);
        W->clings[i] = E->cohesion[i] > 0 && !W->open[i];
        for (int t = 0; t < R->d; t++) {
            dls_int j = t == 0 ? i : i * (R->d - 1) + t - 1;
            const double *w = t == 0 ? E->wu : E->wt;
            W->u[i * R->d + t] = dls_motion_power(t == 0 ? E->N : E->T, j, from->v);
            W->u[i * R->d + t] += R->moving ? w[j] : 0;
        }
    }
    memset(W->turned, 0, (size_t)R->nu * sizeof *W->turned);
    dls_zero(R->np, W->p);
}

/* Where Newton's method begins, and what the filter has of the step before */
static void recall(dls_motion_run *R, double h, const dls_motion_point *from)
{
    dls_rattle *W = R->workspace;
    dls_rattle_filter *F = &W->filter;
    dls_rattle_past P = dls_rattle_past_of(R, from);
    bool known = *P.known != 0;
    if (known) {
        dls_copy(R->n, P.A, F->A);
        dls_copy(R->n, P.f, F->f);
    } else if (F->split) {
        dls_rattle_springs(R, from->q, from->v, F->f);
        dls_copy(R->n, F->f, F->A);
    }
    double reach = known && *P.known > 1 ? h / *P.h : 0; /* the same accelerations */
    for (dls_int k = 0; k < R->n; k++) {
        W->v[k] = from->v[k] + (reach > 0 ? reach * (from->v[k] - P.v[k]) : 0);
    }
    int least = R->linear || (R->jacobian && !F->split) ? DLS_RATTLE_FORCES : DLS_RATTLE_STIFF;
    W->mode = DLS_MAX((int)*P.mode, W->massless && !F->split ? DLS_RATTLE_FORCES : least);
    W->parts |= W->mode >= DLS_RATTLE_FORCES ? DLS_PARTS_JACOBIAN : 0;
}

static dls_error begin_step(dls_motion_run *R, double h, const dls_motion_point *from,
                            dls_fault *fault)
{
    dls_rattle *W = R->workspace;
    unsigned parts = DLS_PARTS_GRADIENT | DLS_PART_TANGENT | DLS_PART_GAP | DLS_PARTS_LAWS;
    parts |= R->moving ? DLS_PART_GAP_SPEED | DLS_PART_TANGENT_SPEED : 0u;
    if (W->end.t == from->t && !memcmp(W->end.q, from->q, (size_t)R->nq * sizeof(double))) {
        dls_motion_values swap = W->start; /* the end of one step is the beginning of the next */
        W->start = W->end;
        W->end = swap;
    }
    dls_error error =
        dls_motion_evaluate(R->source, &W->start, parts, from->t, from->q, from->v, fault);
    if (!error) {
        take_laws(R, h);
        look_at_contacts(R, h, from);
        recall(R, h, from);
    }
    return error;
}

/* Where a contact has changed, or bounced, the mean velocity says nothing of the next one. */
static void remember(dls_motion_run *R, double h, const dls_motion_point *from,
                     dls_motion_point *to)
{
    const dls_rattle *W = R->workspace;
    const dls_rattle_filter *F = &W->filter;
    dls_rattle_past P = dls_rattle_past_of(R, to);
    bool smooth = memcmp(from->status, to->status, (size_t)R->nu * sizeof(double)) == 0;
    *P.known = smooth ? 2 : 1;
    *P.h = h;
    *P.pieces = 1;
    *P.mode = W->parts & DLS_PARTS_JACOBIAN ? DLS_RATTLE_FORCES : DLS_RATTLE_STIFF;
    dls_copy(R->n, W->v, P.v);
    dls_copy(R->np, W->p, P.p);
    for (dls_int i = 0; i < R->nu; i++) {
        P.turned[i] = W->turned[i];
    }
    for (dls_int k = 0; k < R->n && F->split; k++) {
        P.A[k] = dls_rattle_filtered(F, F->f1[k], F->f[k], F->A[k]);
        P.f[k] = F->f1[k];
    }
}

static dls_error whole(dls_motion_run *R, double h, const dls_motion_point *from,
                       dls_motion_point *to, dls_motion_report *report, dls_fault *fault)
{
    dls_rattle *W = R->workspace;
    unsigned parts = W->parts;
    dls_error error = begin_step(R, h, from, fault);
    error = error ? error : dls_rattle_gaps(R, h, from, report, fault);
    error = error || !report->ok ? error : dls_rattle_rates(R, h, from, report, fault);
    W->parts = parts;
    if (error || !report->ok) {
        return error;
    }
    to->t = from->t + h;
    dls_copy(R->nq, W->q, to->q);
    dls_copy(R->n, W->x, to->v);
    dls_motion_sort(R, W->rates.P, W->mu, W->all, to);
    dls_rattle_work(R, h, from, to);
    remember(R, h, from, to);
    return DLS_OK;
}

/* The step in `count` equal pieces. What they leave of their equations is to->residual. */
static dls_error in_pieces(dls_motion_run *R, double h, int count, const dls_motion_point *from,
                           dls_motion_point *to, dls_motion_report *report, dls_fault *fault)
{
    dls_rattle *W = R->workspace;
    double worst = 0, part = h / count;
    dls_error error = DLS_OK;
    dls_motion_copy(R, from, &W->piece[0]);
    dls_zero(R->np, to->p);
    for (int k = 0; k < count && report->ok && !error; k++) {
        dls_motion_point *a = &W->piece[k % 2], *b = &W->piece[(k + 1) % 2];
        dls_copy(DLS_WORKS, a->work, b->work);
        b->gain = k > 0 ? a->gain : from->gain;
        error = whole(R, part, a, b, report, fault);
        if (!error && report->ok && R->settings.residual) {
            error = dls_motion_judge_rattle(R, part, a, b, &worst, fault);
        }
        dls_axpy(R->np, report->ok ? 1 : 0, b->p, to->p);
        dls_copy(R->np, to->p, a->p);
    }
    if (report->ok && !error) {
        dls_motion_point *last = &W->piece[count % 2], *other = &W->piece[(count + 1) % 2];
        dls_copy(R->np, other->p, last->p); /* their sum */
        dls_motion_copy(R, last, to);
        to->gain = last->gain;
        to->residual = worst;
        *dls_rattle_past_of(R, to).pieces = count;
    }
    return error;
}

/* Where Newton's method does not converge, as where a body turns by a radian or more in a step,
   pieces of the step are taken instead. Adaptive steps are shortened by themselves. */
static dls_error step(dls_motion_run *R, double h, const dls_motion_point *from,
                      dls_motion_point *to, dls_motion_report *report, dls_fault *fault)
{
    enum { MOST = 16 };
    dls_error error = whole(R, h, from, to, report, fault);
    bool fails = !error && !report->ok && report->outcome == DLS_NO_SOLUTION;
    dls_motion_report first = *report;
    for (int count = 2; fails && count <= MOST && !R->settings.adaptive; count *= 2) {
        R->stats.rejected++;
        *report = (dls_motion_report){.ok = true};
        error = in_pieces(R, h, count, from, to, report, fault);
        fails = !error && !report->ok && report->outcome == DLS_NO_SOLUTION;
    }
    if (fails) {
        *report = first;
    }
    return error;
}

const dls_motion_scheme dls_motion_rattle = {.name = "rattle",
                                             .order = 2,
                                             .velocities = true,
                                             .projects = true,
                                             .memories = memories,
                                             .begin = begin,
                                             .step = step,
                                             .judge = dls_motion_judge_rattle,
                                             .end = end};
