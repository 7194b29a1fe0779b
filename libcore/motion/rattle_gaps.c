/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first problem of a step of 'rattle': the mean velocity v and half percussions p with
     M (v - u) = h/2 fa(t + h/2, qm, v) + r0 + b fb(t + h, q1, 2 v - u) + W p,
     qm = q (+) h/2 v, q1 = q (+) h v:  h (q1) = 0,  0 <= g (q1) _|_ p >= 0, Coulomb's law for v,
   r0 + b fb: the momentum of the filtered springs. W: columns of contacts that are closed at q are
   those at q, the others' those at q1. Newton's method with W' as rows: that of q1 would be
   unsymmetric, and differs by the turn in a step. */
#include <math.h>
#include <string.h>

#include "motion/rattle.h"

/* Values in the middle, and at the end; *off: how far the force is from what was expected */
static dls_error look(dls_motion_run *R, double h, const dls_motion_point *from, bool first,
                      double *off, dls_fault *fault)
{
    dls_rattle *W = R->workspace;
    unsigned parts = DLS_PART_CONSTRAINT | DLS_PART_GAP, middle = W->parts;
    middle &= first ? middle : ~(unsigned)DLS_PARTS_JACOBIAN;
    parts |= W->mode == DLS_RATTLE_EXACT ? DLS_PART_CONSTRAINT_GRADIENT : 0;
    dls_motion_mean(R->n, 2, from->v, W->v, W->last); /* 2 v - u */
    dls_motion_advance(R->source, from->q, W->v, h, W->q);
    dls_motion_advance(R->source, from->q, W->v, h / 2, W->qm);
    dls_error error =
        dls_motion_evaluate(R->source, &W->end, parts, from->t + h, W->q, W->last, fault);
    if (W->filter.split) {
        dls_rattle_springs(R, W->q, W->last, W->filter.f1);
    }
    error = error ? error
                  : dls_motion_evaluate(R->source, &W->middle, middle, from->t + h / 2, W->qm, W->v,
                                        fault);
    if (!error) {
        dls_rattle_others(R, &W->middle, W->last, W->r);
        *off = dls_motion_replace(R->n, W->r, W->force);
    }
    return error;
}

/* Contacts that were open and are to close here get their columns at the end; *turns: there are
   some. */
static dls_error turn(dls_motion_run *R, bool *turns, bool *more, dls_fault *fault)
{
    dls_rattle *W = R->workspace;
    *turns = *more = false;
    for (dls_int i = 0; i < R->nu && !R->fixed; i++) {
        bool was = W->turned[i];
        W->turned[i] = was || (W->open[i] && (W->end.g[i] <= 0 || W->p[R->nb + i * R->d] > 0));
        *turns = *turns || W->turned[i];
        *more = *more || W->turned[i] != was;
    }
    unsigned parts = *turns ? DLS_PART_GAP_GRADIENT | DLS_PART_TANGENT : 0;
    return dls_motion_evaluate(R->source, &W->end, parts, W->end.t, W->q, W->end.v, fault);
}

static dls_error load(dls_motion_run *R, double h, bool first, bool turns, dls_fault *fault)
{
    dls_rattle *W = R->workspace;
    dls_rattle_stage *S = &W->gaps;
    bool exact = W->mode == DLS_RATTLE_EXACT;
    bool same = R->fixed && S->h == h && (R->linear || W->mode == DLS_RATTLE_STIFF);
    if (S->P && (same || (!first && !turns && !exact))) {
        S->P->watch = R->watch;
        return DLS_OK;
    }
    dls_error error = first || exact ? dls_rattle_matrix(R, h, false, fault) : DLS_OK;
    error = error ? error
                  : dls_motion_interleave_from(&S->K, R->d, &W->start, turns ? &W->end : NULL,
                                               W->turned, fault);
    dls_percussion_problem Q = {.A = dls_see(&S->K.A),
                                .G = exact ? W->end.G : W->start.G,
                                .F = exact ? W->start.G : (dls_view){0},
                                .B = dls_see(&S->K.B),
                                .d = R->d,
                                .mu = W->mu,
                                .compliance = R->soft || R->creeps ? S->soft : NULL,
                                .rolling = R->rolls ? W->rolling : NULL,
                                .spinning = R->spins ? W->spinning : NULL};
    S->h = h;
    return error ? error : dls_motion_percussions(R, &Q, &S->P, fault);
}

/* W->r, W->c, W->s of A v = r + W p, G'v + c = 0, u = B'v + s */
static void right_sides(dls_motion_run *R, double h, const dls_motion_point *from)
{
    dls_rattle *W = R->workspace;
    const dls_rattle_filter *F = &W->filter;
    double b = h * dls_rattle_weight(F);
    for (dls_int k = 0; k < R->n; k++) {
        W->x[k] = W->v[k] - from->v[k];
        W->r[k] = h / 2 * W->force[k];
        if (F->split) {
            double past = dls_rattle_filtered(F, 0, F->f[k], F->A[k]);
            W->r[k] += h * ((0.5 - F->beta) * F->A[k] + F->beta * past) + b * F->f1[k];
        }
    }
    dls_mul(dls_see(&W->gaps.K.A), 1, W->v, W->r);
    dls_mul(W->middle.M, -1, W->x, W->r);
    dls_set_mul_t(W->mode == DLS_RATTLE_EXACT ? W->end.G : W->start.G, W->v, W->c);
    for (dls_int k = 0; k < R->nb; k++) {
        W->c[k] = W->end.h[k] / h - W->c[k];
    }
    dls_set_mul_t(dls_see(&W->gaps.K.B), W->v, W->s);
    for (dls_int i = 0; i < R->nu; i++) {
        double *s = W->s + i * R->d;
        const dls_motion_law *law = &W->law[i];
        bool rigid = !R->soft || isinf(W->start.stiffness[i]);
        s[0] = rigid ? W->end.g[i] / h - s[0]
                     : law->bias * ((W->start.g[i] + W->end.g[i]) / 2 - h / 2 * s[0]);
        for (int t = 1; t < R->d; t++) {
            s[t] = R->moving ? W->middle.wt[i * (R->d - 1) + t - 1] : 0;
        }
    }
}

/* W->v := x, W->x := what that changes; relative to velocities, and to what rounding of positions
   makes of them */
static double move(dls_motion_run *R, double h, const dls_motion_point *from)
{
    dls_rattle *W = R->workspace;
    double sum = 0, tolerance = fmax(R->settings.newton_tolerance, DLS_EPS);
    for (dls_int k = 0; k < R->n; k++) {
        double v = W->x[k];
        W->x[k] = v - W->v[k];
        W->v[k] = v;
        sum += W->x[k] * W->x[k];
    }
    if (sum == 0) {
        return 0;
    }
    double scale = dls_norm(R->n, W->v) + dls_norm(R->n, from->v);
    double noise = 16 * DLS_EPS * dls_largest(R->nq, W->q) / h, mass = dls_max_abs(W->middle.M);
    scale += noise / tolerance + (mass > 0 ? h * dls_norm(R->n, W->force) / mass : 0);
    return sqrt(sum) / scale;
}

static dls_error solve(dls_motion_run *R, double h, dls_motion_report *report, dls_fault *fault)
{
    dls_rattle *W = R->workspace;
    dls_percussion_result result = {.solved = true};
    dls_int columns = R->d * R->nu;
    for (dls_int i = 0; i < R->nu; i++) {
        W->active[i] = !W->open[i] || W->end.g[i] <= 0 || W->p[R->nb + i * R->d] > 0;
    }
    dls_motion_values N = {.N = dls_see(&W->gaps.K.B)};
    for (dls_int i = 0; i < columns; i += R->d) { /* cohesion pulls what is closed */
        double pull = W->clings[i / R->d] ? h / 2 * W->start.cohesion[i / R->d] : 0;
        for (dls_int k = N.N.p[i]; pull > 0 && k < N.N.p[i + 1]; k++) {
            W->r[N.N.i[k]] -= pull * N.N.x[k];
        }
    }
    dls_error error = dls_percussion_solve(W->gaps.P, W->r, W->c, W->s, true, W->active, W->x, W->p,
                                           &result, fault);
    for (dls_int i = 0; i < R->nu; i++) {
        W->p[R->nb + i * R->d] -= W->clings[i] ? h / 2 * W->start.cohesion[i] : 0;
    }
    if (!error) { /* positions say themselves how well redundant constraints are met */
        result.solved = result.solved || (!result.message[0] && dls_finite(R->n, W->x));
        result.error = result.solved && !memchr(W->active, true, (size_t)R->nu) ? 0 : result.error;
        report->unsettled = 0;
        dls_motion_count(R, &result, report);
    }
    return error;
}

/* Newton's method is slow: the next Jacobians, if there are others */
static bool refine(dls_motion_run *R, double h, double off)
{
    static const double SHARE = 0.1; /* of a change: what forces have in it */
    dls_rattle *W = R->workspace;
    double mass = dls_max_abs(W->middle.M);
    bool forces = W->mode == DLS_RATTLE_STIFF && h * off >= SHARE * mass * dls_norm(R->n, W->x);
    if (W->mode == DLS_RATTLE_EXACT || (!forces && R->nb == 0)) {
        return false;
    }
    W->mode = forces ? DLS_RATTLE_FORCES : DLS_RATTLE_EXACT;
    W->parts |= forces ? DLS_PARTS_JACOBIAN : 0;
    return true;
}

dls_error dls_rattle_gaps(dls_motion_run *R, double h, const dls_motion_point *from,
                          dls_motion_report *report, dls_fault *fault)
{
    dls_rattle *W = R->workspace;
    /* changes that fall slower call for other Jacobians */
    static const double SLOW = 0.2;
    /* the next change, predicted, below the tolerance by so much: energy gains it in each step */
    static const double SURE = 1e3;
    double change = 0, last = 0, off = 0;
    bool turns, more, again = true; /* matrices of the first iteration */
    for (int iteration = 1; report->ok; iteration++) {
        dls_error error = look(R, h, from, again, &off, fault);
        error = error ? error : turn(R, &turns, &more, fault);
        error = error ? error : load(R, h, again, turns, fault);
        if (error) {
            return error;
        }
        right_sides(R, h, from);
        error = solve(R, h, report, fault);
        if (error || !report->ok) {
            return error;
        }
        change = move(R, h, from);
        dls_rattle_follow(R, h);
        bool near = SURE * change * change <= R->settings.newton_tolerance * last;
        bool settled = !more && (near || dls_motion_settled(R, change, last));
        if (R->linear || settled || change == 0 ||
            !dls_motion_iterates(R, iteration, change, &W->parts, report)) {
            return DLS_OK;
        }
        again = iteration > 1 && change > SLOW * last && refine(R, h, off);
        last = again ? 0 : change;
    }
    return DLS_OK;
}
