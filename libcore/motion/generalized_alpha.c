/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The generalized-alpha method for the smooth motion, percussions at velocity level beside it:
     M d1 = f (t1,q1,v1) + G lambda, G'd1 + b = 0,
     (1 - am) a1 + am a0 = (1 - af) d1 + af d0,
     v1 = v0 + h ((1 - gamma) a0 + gamma a1) + W,
     q1 = q0 + h v0 + h^2 ((1/2 - beta) a0 + beta a1) + h/2 W,
     M W = G P, G'v1 = 0, 0 <= N'v1 + e N'v0 _|_ P >= 0 for gaps that close without W, friction
   (cohesion c, where a contact clings: P + h c in its law).
   Contact forces, even lasting ones, are in P: second order between impacts, in free motion. The
   percussions of bilateral constraints are P and h lambda, weighted as the accelerations are. */
#include <math.h>

#include "motion/generalized_alpha.h"

static void lay_out(void *object, dls_room *room)
{
    const dls_motion_run *R = object;
    dls_motion_alpha *X = R->workspace;
    double **of_n[] = {&X->d,  &X->a, &X->W, &X->dW,     &X->v,
                       &X->v1, &X->x, &X->r, &X->free_v, &X->zero};
    for (size_t k = 0; k < sizeof of_n / sizeof *of_n; k++) {
        *of_n[k] = DLS_TAKE(room, double, R->n);
    }
    X->u0 = DLS_TAKE(room, double, R->nu);
    X->mu = DLS_TAKE(room, double, R->nu);
    X->cohesion = DLS_TAKE(room, double, R->nu);
    X->rolling = DLS_TAKE(room, double, R->nu);
    X->spinning = DLS_TAKE(room, double, R->nu);
    X->law = DLS_TAKE(room, dls_motion_law, R->nu);
    X->soft = DLS_TAKE(room, double, R->d * R->nu);
    X->q = DLS_TAKE(room, double, R->nq);
    X->c_b = DLS_TAKE(room, double, R->nb);
    X->s = DLS_TAKE(room, double, R->d * R->nu);
    X->p = DLS_TAKE(room, double, R->np);
    X->lambda = DLS_TAKE(room, double, R->np);
    X->all = DLS_TAKE(room, double, R->np);
    X->active = DLS_TAKE(room, bool, R->nu);
    X->none = DLS_TAKE(room, bool, R->nu);
}

static dls_int memories(const dls_motion_run *R)
{
    return 3 + 2 * R->n + 2 * R->nb;
}

static dls_error begin(dls_motion_run *R, dls_fault *fault)
{
    dls_motion_alpha *X = DLS_NEW(dls_motion_alpha, 1);
    if (!dls_pool_own(&R->pool, dls_free, X)) {
        return dls_fail_memory(fault);
    }
    R->workspace = X;
    if (!dls_pool_make(&R->pool, lay_out, R)) {
        return dls_fail_memory(fault);
    }
    double rho = R->settings.spectral_radius;
    X->am = (2 * rho - 1) / (rho + 1);
    X->af = rho / (rho + 1);
    X->gamma = 0.5 - X->am + X->af;
    X->beta = (X->gamma + 0.5) * (X->gamma + 0.5) / 4;
    X->c = (1 - X->af) / (1 - X->am);
    X->parts = DLS_PART_MASS | DLS_PART_FORCE | DLS_PARTS_GRADIENT | DLS_PART_TANGENT |
               DLS_PART_CONSTRAINT_RATE;
    X->parts |= R->moving ? DLS_PARTS_SPEED : 0;
    X->parts |= R->jacobian ? DLS_PARTS_JACOBIAN : 0;
    return dls_motion_values_new(R->source, &R->pool, &X->values, fault);
}

static void end(dls_motion_run *R)
{
    dls_motion_alpha *X = R->workspace;
    dls_percussion_free(X->contacts);
    dls_percussion_free(X->smooth);
    dls_motion_matrices_free(&X->K);
}

/* The percussions of M, and those of M less its Jacobians. */
static dls_error load(dls_motion_run *R, double kv, double kq, const dls_motion_values *E,
                      dls_fault *fault)
{
    dls_motion_alpha *X = R->workspace;
    dls_error error = DLS_OK;
    if ((!R->fixed || !X->contacts) && R->d > 1) {
        error = dls_motion_interleave(&X->K, R->d, E->N, E->T, fault);
    }
    dls_percussion_problem Q = {.A = E->M,
                                .G = E->G,
                                .B = R->d > 1 ? dls_see(&X->K.B) : E->N,
                                .d = R->d,
                                .mu = X->mu,
                                .compliance = R->creeps ? X->soft : NULL,
                                .rolling = R->rolls ? X->rolling : NULL,
                                .spinning = R->spins ? X->spinning : NULL};
    if (!error && (!R->fixed || !X->contacts || X->stale)) {
        X->mass = dls_max_abs(E->M);
        error = dls_motion_percussions(R, &Q, &X->contacts, fault);
    }
    bool same = R->linear && X->smooth && X->h == kv && !X->stale;
    X->stale = false;
    X->coupled = (X->parts & DLS_PARTS_JACOBIAN) && kv != 0;
    X->coupled = X->coupled && (same || dls_max_abs(E->fv) > 0 || dls_max_abs(E->fq) > 0);
    if (error || !X->coupled || same) {
        return error;
    }
    error = dls_motion_combine_matrices(&X->K, 1, E->M, -kv, E->fv, -kq, E->fq, fault);
    Q.A = dls_see(&X->K.A);
    X->h = kv;
    return error ? error : dls_motion_percussions(R, &Q, &X->smooth, fault);
}

/* One Newton step from d on M d = f + G lambda, G'd + b = 0: X->x, X->lambda; percussions have
   changed by dW since f was asked. Redundant constraints agree up to the drift of positions only:
   least squares, then. */
static dls_error accelerations(dls_motion_run *R, double h, double kv, double kq,
                               const dls_motion_values *E, dls_motion_report *report,
                               dls_fault *fault)
{
    static const double DRIFT = 1e-2;
    dls_motion_alpha *X = R->workspace;
    dls_copy(R->n, E->f, X->r);
    if (X->coupled) {
        dls_mul(E->fv, -kv, X->d, X->r);
        dls_mul(E->fq, -kq, X->d, X->r);
        dls_mul(E->fv, 1, X->dW, X->r);
        dls_mul(E->fq, h / 2, X->dW, X->r);
    }
    dls_percussion *P = X->coupled ? X->smooth : X->contacts;
    P->watch = R->watch;
    dls_percussion_result result = {.solved = true};
    dls_error error =
        dls_percussion_solve(P, X->r, E->bb, X->s, false, X->none, X->x, X->lambda, &result, fault);
    if (!error) {
        result.solved = result.solved || result.error <= DRIFT;
        result.solved = result.solved && dls_finite(R->n, X->x);
        dls_motion_count(R, &result, report);
    }
    return error;
}

/* d, a, lambda at the beginning of a motion */
static dls_error first_acceleration(dls_motion_run *R, const dls_motion_point *from,
                                    dls_alpha_past P, dls_motion_report *report, dls_fault *fault)
{
    dls_motion_alpha *X = R->workspace;
    dls_motion_values *E = &X->values;
    dls_error error = dls_motion_evaluate(R->source, E, X->parts, from->t, from->q, from->v, fault);
    error = error ? error : load(R, 0, 0, E, fault);
    error = error ? error : accelerations(R, 0, 0, 0, E, report, fault);
    if (!error) {
        dls_copy(R->n, X->x, P.d);
        dls_copy(R->n, X->x, P.a);
        dls_copy(R->nb, X->lambda, P.ld);
        dls_copy(R->nb, X->lambda, P.la);
        dls_motion_powers(R, E, X->lambda, from->v, P.power);
    }
    return error;
}

/* a, free velocities, and the state with the percussions W: v, q; W = NULL: without */
static void state_of(dls_motion_run *R, double h, const dls_motion_point *from, dls_alpha_past P,
                     const double *W)
{
    dls_motion_alpha *X = R->workspace;
    for (dls_int k = 0; k < R->n; k++) {
        X->a[k] = dls_alpha_mixed(X, X->d[k], P.d[k], P.a[k]);
        X->free_v[k] = from->v[k] + h * ((1 - X->gamma) * P.a[k] + X->gamma * X->a[k]);
        X->v[k] = X->free_v[k] + (W ? W[k] : 0);
        X->v1[k] = from->v[k] + h * ((0.5 - X->beta) * P.a[k] + X->beta * X->a[k]);
        X->v1[k] += W ? W[k] / 2 : 0;
    }
    dls_motion_advance(R->source, from->q, X->v1, h, X->q);
}

/* Gaps at the end without percussions; rounding matters where bodies fall together, in stacks. */
static dls_error close_gaps(dls_motion_run *R, double t, double h, dls_fault *fault)
{
    dls_motion_alpha *X = R->workspace;
    static const double NEAR = 1e-3;
    double moved = h * dls_norm(R->n - R->model.nx, X->free_v);
    const double *g = X->values.g, *q = R->model.advance ? NULL : X->q;
    unsigned parts = 0;
    dls_error error =
        dls_motion_evaluate(R->source, &X->values, DLS_PART_GAP, t, X->q, X->free_v, fault);
    for (dls_int i = 0; !error && i < R->nu; i++) {
        X->active[i] = g[i] <= 0;
        parts |= g[i] > 0 && g[i] <= NEAR * moved ? DLS_PART_GAP_GRADIENT : 0;
    }
    error = error ? error
                  : dls_motion_evaluate(R->source, &X->values, parts, t, X->q, X->free_v, fault);
    for (dls_int i = 0; parts && !error && i < R->nu; i++) {
        X->active[i] = dls_motion_closes(X->values.N, i, g[i], moved, q);
    }
    return error;
}

/* Which gaps close without percussions; laws and normal velocities at the beginning. */
static dls_error choose(dls_motion_run *R, double h, const dls_motion_point *from, dls_alpha_past P,
                        dls_fault *fault)
{
    dls_motion_alpha *X = R->workspace;
    unsigned parts = DLS_PARTS_LAWS | DLS_PART_GAP;
    parts |= R->moving ? DLS_PART_GAP_SPEED : 0;
    dls_error error =
        dls_motion_evaluate(R->source, &R->here, parts, from->t, from->q, from->v, fault);
    if (error) {
        return error;
    }
    X->stale = !dls_motion_take_laws(R, h, &R->here, X->law, X->soft);
    dls_copy(R->nu, R->here.mu, X->mu);
    dls_copy(R->nu, R->here.cohesion, X->cohesion);
    dls_copy(R->nu, R->here.rolling, X->rolling);
    dls_copy(R->nu, R->here.spinning, X->spinning);
    dls_copy(R->nu, R->here.wu, X->u0);
    state_of(R, h, from, P, NULL);
    error = close_gaps(R, from->t + h, h, fault);
    for (dls_int i = 0; i < R->nu; i++) {
        X->active[i] = X->active[i] || dls_alpha_clings(&R->here, from, i);
        X->p[R->nb + i * R->d] = X->active[i] ? h * X->cohesion[i] : 0;
    }
    return error;
}

static dls_error iterate(dls_motion_run *R, double h, const dls_motion_point *from,
                         dls_alpha_past P, double *change, dls_motion_report *report,
                         dls_fault *fault)
{
    dls_motion_alpha *X = R->workspace;
    dls_motion_values *E = &X->values;
    double kv = h * X->gamma * X->c, kq = h * h * X->beta * X->c;
    state_of(R, h, from, P, X->W);
    dls_error error = dls_motion_evaluate(R->source, E, X->parts, from->t + h, X->q, X->v, fault);
    error = error ? error : load(R, kv, kq, E, fault);
    error = error ? error : dls_motion_alpha_percussions(R, h, from, E, report, fault);
    if (error) {
        return error;
    }
    dls_copy(R->n, X->x, X->dW);
    dls_axpy(R->n, -1, X->W, X->dW);
    *change = dls_motion_replace(R->n, X->x, X->W);
    error = accelerations(R, h, kv, kq, E, report, fault);
    if (error) {
        return error;
    }
    *change += h * dls_motion_replace(R->n, X->x, X->d);
    double size = dls_norm(R->n, X->free_v) + dls_norm(R->n, from->v) + dls_norm(R->n, X->W) +
                  h * dls_norm(R->n, X->d);
    *change = *change > 0 ? *change / size : *change;
    return DLS_OK;
}

static dls_error solve(dls_motion_run *R, double h, const dls_motion_point *from, dls_alpha_past P,
                       dls_motion_report *report, dls_fault *fault)
{
    dls_motion_alpha *X = R->workspace;
    double change = INFINITY, last = 0;
    dls_copy(R->n, P.d, X->d);
    dls_zero(R->n, X->W);
    dls_zero(R->np, X->p);
    dls_error error = choose(R, h, from, P, fault);
    for (int iteration = 1; !error && report->ok; iteration++) {
        error = iterate(R, h, from, P, &change, report, fault);
        bool done = error || dls_motion_settled(R, change, last);
        if (done || !dls_motion_iterates(R, iteration, change, &X->parts, report)) {
            return error;
        }
        last = change;
    }
    return error;
}

static dls_error step(dls_motion_run *R, double h, const dls_motion_point *from,
                      dls_motion_point *to, dls_motion_report *report, dls_fault *fault)
{
    dls_motion_alpha *X = R->workspace;
    dls_alpha_past P = dls_alpha_past_of(R, from), Q = dls_alpha_past_of(R, to);
    unsigned parts = X->parts;
    dls_error error = DLS_OK;
    if (from->memory[0] == 0) {
        P = Q; /* the new one is not needed yet */
        error = first_acceleration(R, from, P, report, fault);
    }
    error = error ? error : solve(R, h, from, P, report, fault);
    X->parts = parts;
    if (error || !report->ok) {
        return error;
    }
    state_of(R, h, from, P, X->W);
    to->t = from->t + h;
    dls_copy(R->n, X->v, to->v);
    dls_copy(R->nq, X->q, to->q);
    dls_motion_sort(R, X->contacts, X->mu, X->p, to);
    dls_motion_pull(R->nu, X->active, h, X->cohesion, (dls_view){0}, to->p + R->nb);
    /* forces work on the way to the free velocity, percussions from there on */
    dls_motion_work(R, 0, &X->values, X->free_v, to->v, to);
    dls_motion_powers(R, &X->values, X->lambda, X->free_v, Q.power);
    to->work[DLS_WORK_FORCE] += h / 2 * (P.power[0] + Q.power[0]);
    to->work[DLS_WORK_CONSTRAINT] += h / 2 * (P.power[1] + Q.power[1]);
    dls_motion_powers(R, &X->values, X->lambda, to->v, Q.power);
    for (dls_int k = 0; k < R->nb; k++) {
        double ld = X->lambda[k], la = dls_alpha_mixed(X, ld, P.ld[k], P.la[k]);
        to->p[k] += h * ((1 - X->gamma) * P.la[k] + X->gamma * la);
        Q.ld[k] = ld;
        Q.la[k] = la;
    }
    dls_copy(R->n, X->d, Q.d);
    dls_copy(R->n, X->a, Q.a);
    to->memory[0] = 1;
    return DLS_OK;
}

const dls_motion_scheme dls_motion_generalized_alpha = {.name = "nonsmooth-generalized-alpha",
                                                        .order = 2,
                                                        .velocities = true,
                                                        .memories = memories,
                                                        .begin = begin,
                                                        .step = step,
                                                        .judge = dls_motion_judge_alpha,
                                                        .end = end};
