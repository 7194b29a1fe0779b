/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HIGHORDER (22), (24) with x = q(k+1) - q(k), w = q(k) - q(k-1):
     M (x - w) = h^2 f (q + theta x, v') + G P + N P' + T P'',
     v' = (1 - theta) v + theta (x + w)/(2h),
     h (q + x) = 0,  0 <= g ((q + x + e q(k-1)) / (1 + e)) _|_ P' >= 0,
   and Coulomb's law for P'' and the displacement T'x + h w_t. v is (22b), the centred difference;
   percussions are P / h. Newton's method on x. */
#include <math.h>
#include <string.h>

#include "motion/paoli.h"

static void lay_out(void *object, dls_room *room)
{
    const dls_motion_run *R = object;
    dls_motion_paoli *W = R->workspace;
    double **of_n[] = {&W->w, &W->x, &W->x1, &W->r, &W->vm, &W->q};
    for (size_t k = 0; k < sizeof of_n / sizeof *of_n; k++) {
        *of_n[k] = DLS_TAKE(room, double, R->n);
    }
    W->c = DLS_TAKE(room, double, R->nb);
    W->s = DLS_TAKE(room, double, R->d * R->nu);
    W->p = DLS_TAKE(room, double, R->np);
    W->e = DLS_TAKE(room, double, R->nu);
    W->mu = DLS_TAKE(room, double, R->nu);
    W->active = DLS_TAKE(room, bool, R->nu);
}

static dls_error check(const dls_motion_run *R, dls_fault *fault)
{
    /* a step enters the obstacle by its own length; a much shorter one cannot follow, its contact
       condition throws the position back by the old length */
    if (R->settings.adaptive && R->nu > 0) {
        return dls_fail(fault, DLS_ERROR_OPTION,
                        "'Adaptive' is on for schatzman-paoli with contacts, whose positions do "
                        "not bear other steps; expected another scheme");
    }
    if (R->model.advance) {
        return dls_fail(fault, DLS_ERROR_OPTION,
                        "schatzman-paoli takes differences of positions, which this model "
                        "advances by itself; expected another scheme");
    }
    return DLS_OK;
}

static dls_error begin(dls_motion_run *R, dls_fault *fault)
{
    if (R->model.nx > 0) {
        return dls_fail(fault, DLS_ERROR_OPTION,
                        "'schatzman-paoli' knows velocities by positions of two steps, which "
                        "states have not; expected another scheme for a model with states");
    }
    dls_error error = check(R, fault);
    if (error) {
        return error;
    }
    dls_motion_paoli *W = DLS_NEW(dls_motion_paoli, 1);
    if (!dls_pool_own(&R->pool, dls_free, W)) {
        return dls_fail_memory(fault);
    }
    R->workspace = W;
    if (!dls_pool_make(&R->pool, lay_out, R)) {
        return dls_fail_memory(fault);
    }
    W->parts = DLS_PART_FORCE | (R->jacobian ? DLS_PARTS_JACOBIAN : 0);
    W->parts |= R->friction ? DLS_PART_TANGENT | DLS_PART_TANGENT_SPEED : 0;
    W->e_of[0] = W->e_of[1] = NAN;
    W->d = R->friction ? R->d : 1;
    dls_motion_values *all[] = {&W->middle, &W->end, &W->contact[0], &W->contact[1]};
    for (int k = 0; !error && k < 4; k++) {
        error = dls_motion_values_new(R->source, &R->pool, all[k], fault);
    }
    return error;
}

static void end(dls_motion_run *R)
{
    dls_motion_paoli *W = R->workspace;
    dls_percussion_free(W->P);
    dls_motion_matrices_free(&W->K);
    dls_mat_free(&W->N);
}

/* The system of an iteration; again only where it may be another. */
static dls_error load(dls_motion_run *R, double h, dls_view N, dls_fault *fault)
{
    dls_motion_paoli *W = R->workspace;
    double theta = R->settings.theta;
    if (R->linear && W->P && W->h == h) {
        W->P->watch = R->watch;
        return DLS_OK;
    }
    bool jacobian = W->parts & DLS_PARTS_JACOBIAN;
    dls_error error = DLS_OK;
    if (jacobian) {
        error = dls_motion_combine_matrices(&W->K, 1, W->end.M, -h * theta / 2, W->middle.fv,
                                            -h * h * theta, W->middle.fq, fault);
    }
    if (!error && W->d > 1) {
        error = dls_motion_interleave(&W->K, W->d, N, W->middle.T, fault);
    }
    if (error) {
        return error;
    }
    W->h = h;
    dls_percussion_problem Q = {.A = jacobian ? dls_see(&W->K.A) : W->end.M,
                                .G = W->end.G,
                                .B = W->d > 1 ? dls_see(&W->K.B) : N,
                                .d = W->d,
                                .mu = W->mu};
    return dls_motion_percussions(R, &Q, &W->P, fault);
}

/* r and c of an iteration, and the tangential part of s */
static void right_sides(dls_motion_run *R, double h)
{
    dls_motion_paoli *W = R->workspace;
    double theta = R->settings.theta;
    for (dls_int k = 0; k < R->n; k++) {
        W->r[k] = h * h * W->middle.f[k];
    }
    dls_mul(W->end.M, 1, W->w, W->r);
    if (W->parts & DLS_PARTS_JACOBIAN) { /* - J x */
        dls_mul(W->middle.fq, -h * h * theta, W->x, W->r);
        dls_mul(W->middle.fv, -h * theta / 2, W->x, W->r);
    }
    dls_copy(R->nb, W->end.h, W->c);
    dls_mul_t(W->end.G, -1, W->x, W->c);
    for (dls_int i = 0; i < R->nu; i++) {
        for (int t = 1; t < W->d; t++) {
            W->s[i * W->d + t] = h * W->middle.wt[i * (W->d - 1) + t - 1];
        }
    }
}

/* One iteration of Newton's method from W->x; *change: relative */
static dls_error iterate(dls_motion_run *R, double h, const dls_motion_point *from, double *change,
                         dls_motion_report *report, dls_fault *fault)
{
    dls_motion_paoli *W = R->workspace;
    double theta = R->settings.theta;
    for (dls_int k = 0; k < R->n; k++) {
        W->vm[k] = (1 - theta) * from->v[k] + theta * (W->x[k] + W->w[k]) / (2 * h);
        W->q[k] = from->q[k] + theta * W->x[k];
    }
    dls_error error = dls_motion_evaluate(R->source, &W->middle, W->parts, from->t + theta * h,
                                          W->q, W->vm, fault);
    for (dls_int k = 0; k < R->n; k++) {
        W->q[k] = from->q[k] + W->x[k];
    }
    unsigned parts = DLS_PART_MASS | DLS_PART_CONSTRAINT | DLS_PART_CONSTRAINT_GRADIENT;
    error = error ? error
                  : dls_motion_evaluate(R->source, &W->end, parts, from->t + h, W->q, W->vm, fault);
    error = error ? error : dls_motion_paoli_gaps(R, h, from, &W->normal, fault);
    error = error ? error : load(R, h, W->normal, fault);
    if (error) {
        return error;
    }
    right_sides(R, h);
    memset(W->active, 0, (size_t)R->nu * sizeof *W->active);
    dls_percussion_result result = {.solved = true};
    error =
        dls_percussion_solve(W->P, W->r, W->c, W->s, true, W->active, W->x1, W->p, &result, fault);
    if (error) {
        return error;
    }
    report->unsettled = 0; /* what the iterations before missed */
    dls_motion_count(R, &result, report);
    double sum = 0, mass = dls_max_abs(W->end.M);
    for (dls_int k = 0; k < R->n; k++) {
        sum += (W->x1[k] - W->x[k]) * (W->x1[k] - W->x[k]);
        W->x[k] = W->x1[k];
    }
    double size = dls_norm(R->n, W->x) + dls_norm(R->n, W->w);
    size += mass > 0 ? h * h * dls_norm(R->n, W->middle.f) / mass : 0;
    *change = sum > 0 ? sqrt(sum) / size : sum;
    return DLS_OK;
}

static dls_error solve(dls_motion_run *R, double h, const dls_motion_point *from,
                       dls_motion_report *report, dls_fault *fault)
{
    dls_motion_paoli *W = R->workspace;
    double change = INFINITY, last = 0;
    dls_copy(R->n, W->w, W->x);
    for (int iteration = 1; report->ok; iteration++) {
        dls_error error = iterate(R, h, from, &change, report, fault);
        bool done = error || R->linear || dls_motion_settled(R, change, last);
        if (done || !dls_motion_iterates(R, iteration, change, &W->parts, report)) {
            return error;
        }
        last = change;
    }
    return DLS_OK;
}

/* Gradients are those of the end; a linear force was asked before its one iteration, at x = w. */
static void work(const dls_motion_run *R, double h, dls_motion_point *to)
{
    dls_motion_paoli *W = R->workspace;
    dls_motion_values E = W->middle;
    double theta = R->settings.theta;
    E.G = W->end.G;
    E.N = W->normal;
    dls_copy(R->n, W->x, W->vm);
    dls_axpy(R->n, -1, W->w, W->vm);
    dls_motion_later_force(R, theta / (2 * h), theta, W->vm, &E, W->r);
    dls_motion_work(R, h, &E, to->v, to->v, to);
}

void dls_motion_paoli_before(dls_motion_run *R, double h, const dls_motion_point *from)
{
    dls_motion_paoli *W = R->workspace;
    for (dls_int k = 0; k < R->n; k++) {
        W->w[k] = h / from->memory[1] * (from->q[k] - from->memory[2 + k]);
    }
}

static dls_error step(dls_motion_run *R, double h, const dls_motion_point *from,
                      dls_motion_point *to, dls_motion_report *report, dls_fault *fault)
{
    dls_motion_paoli *W = R->workspace;
    unsigned laws = DLS_PART_RESTITUTION | DLS_PART_FRICTION, parts = W->parts;
    dls_error error =
        dls_motion_evaluate(R->source, &R->here, laws, from->t, from->q, from->v, fault);
    if (error) {
        return error;
    }
    dls_copy(R->nu, R->here.e, W->e);
    dls_copy(R->nu, R->here.mu, W->mu);
    if (from->memory[0] == 0) {
        error = dls_motion_paoli_start(R, h, from, report, fault);
    }
    if (from->memory[0] != 0) {
        dls_motion_paoli_before(R, h, from);
    }
    error = error ? error : solve(R, h, from, report, fault);
    W->parts = parts;
    if (error || !report->ok) {
        return error;
    }
    to->t = from->t + h;
    for (dls_int k = 0; k < R->n; k++) {
        to->q[k] = from->q[k] + W->x[k];
        to->v[k] = (W->x[k] + W->w[k]) / (2 * h);
        to->memory[2 + k] = from->q[k];
    }
    to->memory[0] = 1;
    to->memory[1] = h;
    for (dls_int k = 0; k < R->nb + W->d * R->nu; k++) {
        W->p[k] /= h;
    }
    dls_motion_sort(R, W->P, W->mu, W->p, to);
    work(R, h, to);
    return DLS_OK;
}

/* The parabola through q(k-1), q(k), q(k+1) */
static void dense(dls_motion_run *R, const dls_motion_point *from, const dls_motion_point *to,
                  double t, double *q, double *v)
{
    const dls_motion_paoli *W = R->workspace;
    double h = to->t - from->t, s = (t - from->t) / h;
    for (dls_int k = 0; k < R->n; k++) {
        double x = to->q[k] - from->q[k], w = W->w[k];
        q[k] = from->q[k] + s / 2 * (x + w + s * (x - w));
        v[k] = ((x + w) / 2 + s * (x - w)) / h;
    }
}

static dls_int memories(const dls_motion_run *R)
{
    return 2 + R->n;
}

const dls_motion_scheme dls_motion_schatzman_paoli = {.name = "schatzman-paoli",
                                                      .order = 1,
                                                      .memories = memories,
                                                      .begin = begin,
                                                      .step = step,
                                                      .judge = dls_motion_judge_paoli,
                                                      .dense = dense,
                                                      .end = end};
