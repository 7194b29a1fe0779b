/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The life of a run: setup, next, state, free. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "motion/book.h"

static void lay_out(void *object, dls_room *room)
{
    dls_motion_run *R = object;
    dls_motion_book *B = R->book;
    dls_motion_point *points[] = {&R->now, &B->to, &B->middle, &B->whole};
    for (int k = 0; k < (R->settings.adaptive ? 4 : 2); k++) {
        dls_motion_point_take(R, room, points[k]);
    }
    B->q = DLS_TAKE(room, double, R->nq);
    B->v = DLS_TAKE(room, double, R->n);
    B->gap = DLS_TAKE(room, double, R->nu);
    B->judged.rest = DLS_TAKE(room, double, R->n);
    B->judged.term = DLS_TAKE(room, double, R->n);
    B->judged.q = DLS_TAKE(room, double, R->nq);
    B->judged.v = DLS_TAKE(room, double, R->n);
    B->judged.lambda = DLS_TAKE(room, double, R->nb);
}

/* Where the motion begins; a memory of another scheme or model is forgotten, and contacts that come
   and go are known by their identities only. */
static void begin_at(dls_motion_run *R, const dls_motion_course *C)
{
    bool same = !R->model.contacts || C->identity;
    dls_int nu = R->model.contacts ? C->places : R->nu;
    R->now.t = R->from = R->until = C->t0;
    dls_copy(R->nq, C->q, R->now.q);
    dls_copy(R->n, C->v, R->now.v);
    if (C->p && same) {
        dls_motion_spread(R, nu, C->p, R->now.p);
    }
    if (C->status && same) {
        dls_copy(nu, C->status, R->now.status);
    }
    if (C->identity && R->model.contacts) {
        dls_copy(nu, C->identity, R->source->identity);
    }
    if (C->memory && (C->memories == R->memories || (C->identity && R->model.contacts))) {
        dls_motion_carry(R, nu, C->memories, C->memory);
    }
}

static void describe(dls_motion_run *R)
{
    const dls_motion_model *L = &R->model;
    const dls_motion_source *S = R->source;
    unsigned matrices = DLS_PART_MASS | DLS_PARTS_GRADIENT | DLS_PART_TANGENT;
    unsigned rough = DLS_PART_FRICTION & L->given;
    R->moving = (L->given & DLS_PARTS_SPEED) != 0;
    R->friction = R->d > 1 && rough != 0;
    if (R->friction && (L->constant & rough)) {
        R->friction = dls_largest(R->nu, S->constant.mu) > 0;
    }
    for (dls_int i = 0; i < R->nu && !R->soft; i++) {
        R->soft = isfinite(S->constant.stiffness[i]);
    }
    R->soft = R->soft || (S->asked & DLS_PART_STIFFNESS);
    R->creeps = (S->asked & DLS_PART_CREEP) || dls_largest(R->nu, S->constant.creep) > 0;
    R->fixed = (matrices & ~S->kept) == 0;
    R->linear = R->fixed && (S->kept & DLS_PARTS_JACOBIAN) == DLS_PARTS_JACOBIAN;
    R->jacobian = S->loaded || (L->given & DLS_PARTS_JACOBIAN);
}

static void set_contacts(dls_motion_run *R, dls_int nu)
{
    R->nu = R->model.nu = nu;
    R->nt = (R->d - 1) * nu;
    R->np = R->nb + nu + R->nt;
}

/* All that depends on the number of contacts, but the columns and the scheme */
static dls_error furnish(dls_motion_run *R, double t, const double *q, const double *v,
                         dls_fault *fault)
{
    dls_error error = dls_motion_source_new(&R->model, &R->stats, t, q, v, &R->source, fault);
    if (error) {
        return error;
    }
    describe(R);
    R->memories = R->scheme->memories ? R->scheme->memories(R) : 0;
    error = dls_pool_make(&R->pool, lay_out, R) ? DLS_OK : dls_fail_memory(fault);
    dls_motion_values *judged = R->book->judged.at;
    dls_motion_values *own[] = {&R->here, R->book->mass, R->book->mass + 1, judged, judged + 1};
    for (int k = 0; k < 5 && !error; k++) {
        error = dls_motion_values_new(R->source, &R->pool, own[k], fault);
    }
    return error;
}

/* What is not found anew stays as it was; but a scheme that has ended is not begun. */
dls_error dls_motion_widen(dls_motion_run *R, dls_int nu, dls_fault *fault)
{
    dls_motion_run was = *R;
    dls_motion_book book = *R->book;
    if (R->scheme->end && R->workspace) {
        R->scheme->end(R);
    }
    R->workspace = was.workspace = R->source = NULL;
    R->pool = (dls_pool){0};
    set_contacts(R, nu);
    dls_error error = furnish(R, was.now.t, was.now.q, was.now.v, fault);
    if (!error) {
        dls_copy(R->nq, was.now.q, R->now.q);
        dls_copy(R->n, was.now.v, R->now.v);
        dls_motion_spread(R, was.nu, was.now.p, R->now.p);
        dls_copy(was.nu, was.now.status, R->now.status);
        dls_motion_carry(R, was.nu, was.memories, was.now.memory);
        dls_copy(was.nu, was.source->identity, R->source->identity);
        error = nu == was.nu || dls_motion_book_widen(R, was.nu) ? DLS_OK : dls_fail_memory(fault);
    }
    dls_motion_source_free(error ? R->source : was.source);
    dls_pool_free(error ? &R->pool : &was.pool);
    if (error) {
        was.stats = R->stats;
        *R = was;
        *R->book = book;
    }
    return error;
}

static dls_error make(dls_motion_run *R, const dls_motion_course *C, dls_fault *fault)
{
    dls_motion_book *B = R->book;
    dls_int count = 0;
    const dls_int *identity;
    dls_error error = DLS_OK;
    if (R->model.contacts) {
        error = dls_motion_count_contacts(R, C->t0, C->q, C->v, &count, &identity, fault);
        set_contacts(R, DLS_MAX(R->nu, DLS_MAX(C->places, count + count / 2)));
    }
    error = error ? error : furnish(R, C->t0, C->q, C->v, fault);
    if (error) {
        return error;
    }
    dls_int come_and_go = R->model.contacts ? R->nu : 0;
    const dls_int rows[] = {1, R->nq, R->n, R->np,     R->nu, R->nu, come_and_go,
                            1, 1,     1,    DLS_WORKS, 1,     1};
    memcpy(B->rows, rows, sizeof rows);
    if (!dls_motion_own_course(R, C)) {
        return dls_fail_memory(fault);
    }
    begin_at(R, C);
    error = dls_motion_check_laws(R, fault);
    error = error ? error : dls_motion_meet_contacts(R, fault);
    if (error) {
        return error;
    }
    double columns = (R->tend - R->now.t) / R->settings.step / R->settings.stride + 3;
    bool known = !R->settings.adaptive && columns * (double)(R->nq + R->n + R->np) < 1e7;
    columns = C->count ? (double)C->count + 2 : known ? columns : 64;
    if (!dls_motion_book_reserve(B, (dls_int)columns)) {
        return dls_fail_memory(fault);
    }
    error = R->scheme->begin(R, fault);
    return error ? error : dls_motion_store_first(R, fault);
}

/* What was left to the scheme. */
static void choose(dls_motion_run *R)
{
    /* of an interval; relative errors, of what pictures show; absolute ones, parts of these */
    static const double STEPS = 1000, RELATIVE = 1e-4, ABSOLUTE = 100;
    dls_motion_settings *S = &R->settings;
    if (S->step == 0) {
        S->step = fmax((R->tend - R->now.t) / STEPS, DLS_EPS);
        S->adaptive = S->adaptive != 0 || R->scheme->adaptive;
    }
    if (isinf(S->rel_tol)) {
        S->rel_tol = R->scheme->tolerance > 0 ? R->scheme->tolerance : RELATIVE;
    }
    S->abs_tol = isinf(S->abs_tol) ? S->rel_tol / ABSOLUTE : S->abs_tol;
}

/* Time goes on, also between calls; at each step: a function of the model may never return. */
static void tick(dls_motion_run *R)
{
    double now = dls_clock();
    R->stats.time += now - R->book->clock;
    R->book->clock = now;
}

dls_error dls_motion_setup(const dls_motion_model *model, const dls_motion_settings *settings,
                           const dls_motion_course *course, dls_host host, dls_motion_run **out,
                           dls_fault *fault)
{
    *out = NULL;
    dls_int nq = model->nq ? model->nq : model->n;
    dls_error error = dls_motion_check_course(course, settings, nq, model->n, fault);
    if (error) {
        return error;
    }
    dls_motion_run *R = DLS_NEW(dls_motion_run, 1);
    if (R) {
        R->book = DLS_NEW(dls_motion_book, 1);
    }
    if (!R || !R->book) {
        dls_free(R);
        return dls_fail_memory(fault);
    }
    static const double usual[] = {0.9, 0.5, 5};
    R->book->clock = dls_clock();
    R->model = *model;
    R->settings = *settings;
    R->n = model->n;
    R->nq = nq;
    R->nb = model->nb;
    R->d = model->d;
    R->dim = dls_motion_dimension(model);
    R->rolls = model->given & DLS_PART_ROLLING;
    R->spins = model->given & DLS_PART_SPINNING;
    set_contacts(R, model->nu);
    R->now.t = course->t0;
    R->tend = course->tend;
    memcpy(R->factors, course->factors[0] != 0 ? course->factors : usual, sizeof R->factors);
    R->watch = dls_watch_start(host, settings->max_time);
    R->shown = course->shown;
    R->scheme = dls_motion_scheme_of((int)settings->scheme);
    choose(R);
    error = make(R, course, fault);
    if (error) {
        dls_motion_free(R);
        return error;
    }
    tick(R);
    *out = R;
    return DLS_OK;
}

void dls_motion_free(dls_motion_run *R)
{
    if (!R) {
        return;
    }
    if (R->scheme->end && R->workspace) {
        R->scheme->end(R);
    }
    dls_motion_book_free(R->book);
    dls_free(R->book);
    dls_motion_source_free(R->source);
    dls_pool_free(&R->pool);
    dls_free(R);
}

/* What was tried becomes what is. */
static dls_error accept(dls_motion_run *R, double unsettled, dls_fault *fault)
{
    dls_motion_point from = R->now;
    R->now = R->book->to;
    R->book->to = from;
    R->stats.steps++;
    tick(R);
    dls_error lost = dls_motion_work_mass(R, &from, fault), error;
    error = dls_motion_tell_first(R, &from, &R->now, fault);
    error = error ? error : dls_motion_tell_changes(R, &from, &R->now, fault);
    error = error ? error : dls_motion_tell_gain(R, fault);
    error = error ? error : dls_motion_tell_redundant(R, fault);
    error = error ? error : dls_motion_tell_unsettled(R, unsettled, fault);
    error = error ? error : dls_motion_store(R, &from, fault);
    return error ? error : lost;
}

static dls_error one_step(dls_motion_run *R, dls_fault *fault)
{
    dls_motion_book *B = R->book;
    dls_motion_report report;
    B->events = B->accepted;
    B->judged.step = 0;
    dls_error error = dls_motion_begin_stretch(R, fault);
    error = error ? error : dls_motion_attempt(R, &report, fault);
    if (!error && report.ok) {
        return accept(R, report.unsettled, fault);
    }
    B->events = B->accepted;
    B->outcome = error ? DLS_NO_SOLUTION : report.outcome;
    if (!error && report.outcome == DLS_NO_SOLUTION) {
        snprintf(B->message, sizeof B->message, "step from t = %.10g: %s", R->now.t,
                 report.message);
    }
    return error;
}

bool dls_motion_arrived(const dls_motion_run *R)
{
    static const double SAME_TIME = 1e-10; /* of a step: rounding of a million of them */
    return R->now.t >= R->tend - SAME_TIME * fmin(R->settings.step, R->tend - R->from);
}

dls_error dls_motion_next(dls_motion_run *R, dls_int steps, dls_fault *fault)
{
    dls_motion_book *B = R->book;
    dls_error error = DLS_OK;
    B->outcome = DLS_SOLVED;
    B->message[0] = '\0';
    for (dls_int k = 0; !error && k < steps && !dls_motion_arrived(R) && B->outcome == DLS_SOLVED;
         k++) {
        if ((double)R->stats.steps >= R->settings.max_steps) {
            B->outcome = DLS_MAX_ITERATIONS;
            break;
        }
        error = one_step(R, fault);
        if (!error && B->outcome == DLS_SOLVED && !dls_motion_arrived(R)) {
            dls_watch_over(&R->watch, &B->outcome);
        }
    }
    tick(R);
    return error;
}

dls_error dls_motion_extend(dls_motion_run *R, double tend, dls_fault *fault)
{
    if (!(isfinite(tend) && tend >= R->now.t)) {
        return dls_fail(fault, DLS_ERROR_DIMENSION, "the motion ends at %g; expected more than %g",
                        tend, R->now.t);
    }
    R->until = R->now.t;
    R->tend = tend;
    R->book->since = R->stats.steps;
    R->book->clock = dls_clock();
    R->watch = dls_watch_start(R->watch.host, R->settings.max_time);
    return DLS_OK;
}
