/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns: the state, its gaps, energies and drift; at steps, or at given times. */
#include <math.h>
#include <string.h>

#include "motion/book.h"

enum {
    TIME,
    Q,
    V,
    P,
    STATUS,
    GAP,
    IDENTITY,
    KINETIC,
    POTENTIAL,
    VIOLATION,
    WORK,
    RESIDUAL,
    ELASTIC,
    KINDS
};

bool dls_motion_book_reserve(dls_motion_book *B, dls_int columns)
{
    if (columns <= B->room) {
        return true;
    }
    columns = DLS_MAX(columns, 2 * B->room);
    for (int k = 0; k < KINDS; k++) {
        double *x = dls_grow(B->column[k], B->rows[k] * columns, sizeof *x);
        if (!x) {
            return false;
        }
        B->column[k] = x;
    }
    B->room = columns;
    return true;
}

void dls_motion_spread(const dls_motion_run *R, dls_int nu0, const double *p0, double *p)
{
    dls_copy(R->nb + nu0, p0, p);
    dls_zero(R->np - R->nb - nu0, p + R->nb + nu0);
    dls_copy(nu0 * (R->d - 1), p0 + R->nb + nu0, p + R->nb + R->nu);
}

bool dls_motion_book_widen(dls_motion_run *R, dls_int nu0)
{
    dls_motion_book *B = R->book;
    const int kinds[] = {P, STATUS, GAP, IDENTITY};
    double *made[4];
    bool done = true;
    for (int i = 0; i < 4; i++) {
        made[i] = DLS_NEW(double, (i == 0 ? R->np : R->nu) * B->room);
        done = done && made[i];
    }
    for (int i = 0; i < 4; i++) {
        dls_int kind = kinds[i], rows = kind == P ? R->np : R->nu, before = B->rows[kind];
        for (dls_int k = 0; done && k < B->count; k++) {
            const double *from = B->column[kind] + before * k;
            double *to = made[i] + rows * k;
            dls_copy(kind == P ? 0 : nu0, from, to);
            for (dls_int j = nu0; kind != P && j < R->nu; j++) {
                to[j] = kind == GAP ? INFINITY : 0;
            }
            if (kind == P) {
                dls_motion_spread(R, nu0, from, to);
            }
        }
        dls_free(done ? B->column[kind] : made[i]);
        B->column[kind] = done ? made[i] : B->column[kind];
        B->rows[kind] = done ? rows : before;
    }
    return done;
}

void dls_motion_book_free(dls_motion_book *B)
{
    for (int k = 0; k < KINDS; k++) {
        dls_free(B->column[k]);
    }
    dls_pool_free(&B->pool);
    dls_free(B->event);
    dls_free(B->times);
    dls_free(B->kept);
}

static double *at(dls_motion_book *B, int kind)
{
    return B->column[kind] + B->rows[kind] * (B->count - 1);
}

/* v'M v / 2, without states */
static double kinetic(const dls_motion_run *R, const dls_motion_values *E)
{
    double sum = 0;
    for (dls_int j = 0; j < R->n - R->model.nx; j++) {
        for (dls_int k = E->M.p[j]; k < E->M.p[j + 1]; k++) {
            sum += E->v[j] * E->M.x[k] * E->v[E->M.i[k]];
        }
    }
    return sum / 2;
}

/* k g^2 / 2 of compliant contacts that are pressed */
static double elastic(const dls_motion_run *R, const dls_motion_values *E)
{
    double sum = 0;
    for (dls_int i = 0; R->soft && i < R->nu; i++) {
        sum += isfinite(E->stiffness[i]) && E->g[i] < 0 ? E->stiffness[i] * E->g[i] * E->g[i] : 0;
    }
    return sum / 2;
}

/* What else a column tells; NaN where the model fails. */
static dls_error measure(dls_motion_run *R, double t, const double *q, const double *v,
                         dls_fault *fault)
{
    dls_motion_book *B = R->book;
    dls_motion_values *E = &R->here;
    unsigned parts = DLS_PART_GAP | DLS_PART_CONSTRAINT;
    for (dls_int i = 0; i < R->nu; i++) {
        at(B, GAP)[i] = NAN;
    }
    *at(B, KINETIC) = *at(B, POTENTIAL) = *at(B, VIOLATION) = *at(B, ELASTIC) = NAN;
    dls_error error = dls_motion_evaluate(R->source, E, parts, t, q, v, fault);
    if (!error) {
        dls_copy(R->nu, E->g, at(B, GAP));
        for (dls_int i = 0; i < B->rows[IDENTITY]; i++) {
            at(B, GAP)[i] = at(B, IDENTITY)[i] > 0 ? E->g[i] : INFINITY;
        }
        *at(B, VIOLATION) = dls_largest(R->nb, E->h);
    }
    if (!error && R->settings.energy) {
        dls_motion_values *M = B->mass;
        error = dls_motion_evaluate(R->source, M, DLS_PART_MASS, t, q, v, fault);
        *at(B, KINETIC) = error ? NAN : kinetic(R, M);
    }
    if (!error && R->settings.energy) {
        parts = DLS_PART_POTENTIAL | DLS_PART_STIFFNESS | DLS_PART_GAP;
        error = dls_motion_evaluate(R->source, E, parts, t, q, v, fault);
        *at(B, POTENTIAL) = error ? NAN : *E->potential;
        *at(B, ELASTIC) = error ? NAN : elastic(R, E);
    }
    return error;
}

static dls_error column(dls_motion_run *R, double t, const double *q, const double *v,
                        dls_fault *fault)
{
    dls_motion_book *B = R->book;
    if (!dls_motion_book_reserve(B, B->count + 1)) {
        return dls_fail_memory(fault);
    }
    B->count++;
    *at(B, TIME) = t;
    dls_copy(R->nq, q, at(B, Q));
    dls_copy(R->n, v, at(B, V));
    dls_copy(R->np, R->now.p, at(B, P));
    dls_copy(R->nu, R->now.status, at(B, STATUS));
    dls_copy(B->rows[IDENTITY], R->source->identity, at(B, IDENTITY));
    for (int k = 0; k < DLS_WORKS; k++) {
        at(B, WORK)[k] = R->settings.energy && t == R->now.t ? R->now.work[k] : NAN;
    }
    *at(B, RESIDUAL) = R->settings.residual ? B->judged.worst : NAN;
    return measure(R, t, q, v, fault);
}

/* Positions and velocities between two points: a cubic through both where nothing happened, else
   straight lines. */
static void between(dls_motion_run *R, const dls_motion_point *from, double t, double *q, double *v)
{
    const dls_motion_point *to = &R->now;
    double h = to->t - from->t, s = (t - from->t) / h;
    bool smooth = !R->model.advance;
    for (dls_int i = 0; i < R->nu; i++) {
        smooth = smooth && from->status[i] == to->status[i] && !(to->p[R->nb + i] > 0);
    }
    for (dls_int k = 0; k < R->n; k++) {
        double v0 = from->v[k], v1 = to->v[k];
        v[k] = v0 + R->settings.theta * s * (v1 - v0);
    }
    dls_motion_advance(R->source, from->q, v, s * h, q);
    for (dls_int k = 0; k < R->n; k++) {
        double v0 = from->v[k], v1 = to->v[k], rise = smooth ? (to->q[k] - from->q[k]) / h : 0;
        v[k] = v0 + s * (v1 - v0);
        if (smooth) {
            double bend = v0 + v1 - 2 * rise;
            q[k] = from->q[k] + s * h * (v0 + s * (3 * rise - 2 * v0 - v1 + s * bend));
            v[k] = v0 + s * (2 * (3 * rise - 2 * v0 - v1) + s * 3 * bend);
        }
    }
}

dls_error dls_motion_store_first(dls_motion_run *R, dls_fault *fault)
{
    return column(R, R->now.t, R->now.q, R->now.v, fault);
}

dls_error dls_motion_store(dls_motion_run *R, const dls_motion_point *from, dls_fault *fault)
{
    dls_motion_book *B = R->book;
    bool over = R->now.t >= R->tend;
    if (!B->times) {
        bool wanted = over || (R->stats.steps - B->since) % (dls_int)R->settings.stride == 0;
        return wanted ? column(R, R->now.t, R->now.q, R->now.v, fault) : DLS_OK;
    }
    dls_error error = DLS_OK;
    static const double SAME_TIME = 1e-12; /* of a step: rounding of sums of steps */
    double little = SAME_TIME * (R->now.t - from->t);
    while (!error && B->next < B->wanted && B->times[B->next] <= R->now.t + little) {
        double t = B->times[B->next++];
        if (fabs(t - R->now.t) <= little) {
            error = column(R, t, R->now.q, R->now.v, fault);
            continue;
        }
        if (R->scheme->dense) {
            R->scheme->dense(R, from, &R->now, t, B->q, B->v);
        } else {
            between(R, from, t, B->q, B->v);
        }
        error = column(R, t, B->q, B->v, fault);
    }
    return error;
}

dls_error dls_motion_close(dls_motion_run *R, dls_fault *fault)
{
    dls_motion_book *B = R->book;
    bool known = B->count > 0 && *at(B, TIME) >= R->now.t;
    return known ? DLS_OK : column(R, R->now.t, R->now.q, R->now.v, fault);
}

dls_error dls_motion_moved(dls_motion_run *R, const double *q, const double *v, double h,
                           double *next, dls_fault *fault)
{
    dls_motion_advance(R->source, q, v, h, next);
    return dls_motion_mend(R->source, fault);
}

dls_error dls_motion_look(dls_motion_run *R, unsigned parts, double t, const double *q,
                          const double *v, const dls_motion_values **out, dls_fault *fault)
{
    *out = &R->here;
    return dls_motion_evaluate(R->source, &R->here, parts, t, q, v, fault);
}

bool dls_motion_between(dls_motion_run *R, double t, double *q, double *v)
{
    const dls_motion_point *from = &R->book->to;
    bool within = R->stats.steps > 0 && t >= from->t && t < R->now.t;
    if (!within) {
        dls_copy(R->nq, R->now.q, q);
        dls_copy(R->n, R->now.v, v);
    } else if (R->scheme->dense) {
        R->scheme->dense(R, from, &R->now, t, q, v);
    } else {
        between(R, from, t, q, v);
    }
    return within || t == R->now.t;
}

dls_error dls_motion_tell(dls_motion_run *R, double t, dls_int contact, int kind, double value,
                          dls_fault *fault)
{
    dls_motion_book *B = R->book;
    if (B->events == B->event_room) {
        dls_int room = DLS_MAX(64, 2 * B->event_room);
        dls_motion_event *event = dls_grow(B->event, room, sizeof *event);
        if (!event) {
            return dls_fail_memory(fault);
        }
        B->event = event;
        B->event_room = room;
    }
    contact =
        R->model.contacts && contact >= 0 ? (dls_int)R->source->identity[contact] - 1 : contact;
    B->event[B->events++] = (dls_motion_event){t, contact, kind, value};
    return DLS_OK;
}

dls_error dls_motion_tell_redundant(dls_motion_run *R, dls_fault *fault)
{
    dls_motion_book *B = R->book;
    if (R->redundant == B->redundant) {
        return DLS_OK;
    }
    dls_error error =
        dls_motion_tell(R, R->now.t, -1, DLS_EVENT_REDUNDANT, (double)R->redundant, fault);
    if (!error) {
        B->event[B->events - 1].contact = R->repeats;
    }
    B->redundant = R->redundant;
    B->accepted = B->events;
    return error;
}

dls_error dls_motion_tell_first(dls_motion_run *R, const dls_motion_point *from,
                                const dls_motion_point *to, dls_fault *fault)
{
    static const double TOUCHES = 1e-10, ROUNDING = 1e-12; /* as entered; of velocities */
    unsigned parts = DLS_PART_GAP | DLS_PART_GAP_GRADIENT;
    parts |= (R->moving ? DLS_PART_GAP_SPEED : 0u) | (R->soft ? DLS_PART_STIFFNESS : 0u);
    if (R->stats.steps != 1 || R->scheme->keeps_order || !(dls_largest(R->nu, to->p + R->nb) > 0)) {
        return DLS_OK;
    }
    const dls_motion_values *E = &R->here;
    double rest = ROUNDING * dls_largest(R->n, from->v);
    dls_error error =
        dls_motion_evaluate(R->source, &R->here, parts, from->t, from->q, from->v, fault);
    for (dls_int k = 0; k < R->nu && !error; k++) {
        double u = dls_motion_power(E->N, k, from->v) + (R->moving ? E->wu[k] : 0);
        bool rigid = !R->soft || isinf(E->stiffness[k]);
        bool hits = from->status[k] == 0 && E->g[k] <= TOUCHES && u < -rest;
        if (rigid && hits && to->p[R->nb + k] > 0) {
            error = dls_motion_tell(R, from->t, k, DLS_EVENT_IMPACT, to->p[R->nb + k], fault);
        }
    }
    R->book->accepted = R->book->events;
    return error;
}

dls_error dls_motion_tell_unsettled(dls_motion_run *R, double lacks, dls_fault *fault)
{
    static const double SOLVED =
        1e-6; /* residuals of what solvers that stopped at rounding leave */
    double left = R->book->judged.step, value = left > SOLVED ? fmax(lacks, left) : lacks;
    dls_error error = DLS_OK;
    if (value > 0) {
        error = dls_motion_tell(R, R->now.t, -1, DLS_EVENT_UNSETTLED, value, fault);
    }
    R->book->accepted = R->book->events;
    return error;
}

dls_error dls_motion_tell_changes(dls_motion_run *R, const dls_motion_point *from,
                                  const dls_motion_point *to, dls_fault *fault)
{
    dls_error error = DLS_OK;
    bool told = R->book->events > R->book->accepted;
    for (dls_int i = 0; !told && !error && i < R->nu; i++) {
        if (from->status[i] != to->status[i]) {
            error = dls_motion_tell(R, to->t, i, (int)to->status[i], to->p[R->nb + i], fault);
        }
    }
    R->book->accepted = R->book->events;
    return error;
}
