/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which contacts of a set stay closed: those that touch, do not separate faster than a flight as
   short as h could undo, and whose accelerations (72) keep them closed; their velocities are made
   zero. Which of them stick or slip: by Coulomb's law for the accelerations. Where neither reaction
   nor acceleration tells (both are zero: two contacts that lift off together), it is asked a little
   later along the motion. */
#include <math.h>

#include "motion/events.h"

/* Of velocities: below, they are rounding of the step; tangential ones come from a Newton
   iteration, and at rest there is no speed to compare with. */
static const double NORMAL_ROUNDING = 1e-12, TANGENTIAL_ROUNDING = 1e-10, AT_REST = 1e-3;
/* Of the largest reaction: it presses; it does not tell. */
static const double PRESSES = 1e-10, HARDLY_PRESSES = 1e-9;
/* Of accelerations: it lifts (those of a friction problem are solved less exactly); it does not
   tell; it begins to slip; it lifts a little later. */
static const double LIFTS = 1e-12, LIFTS_IN_FRICTION = 1e-9, HARDLY_LIFTS = 1e-8, SLIPS = 1e-7,
                    LIFTS_LATER = 1e-3;
static const double ON_CONE = 1e-8;  /* relative: the force is as large as friction allows */
static const double LATER = 1e-5;    /* of a step: how far along the motion is asked again */
static const double TOUCHES = 1e-10; /* a gap at the start of a motion, as it is entered */

double dls_motion_event_fall(const dls_rk *S, const double *a, dls_int k)
{
    const dls_motion_values *E = &S->R->here;
    double mobility = 0, energy = 0, massless = 0;
    for (dls_int j = E->N.p[k]; j < E->N.p[k + 1]; j++) {
        dls_int i = E->N.i[j];
        double N = E->N.x[j], mass = dls_diagonal_entry(E->M, i);
        double rate = a ? a[i] : mass > 0 ? E->f[i] / mass : 0;
        mobility += mass > 0 ? N * N / mass : 0;
        energy += mass > 0 ? mass * rate * rate : 0;
        massless += mass > 0 ? 0 : fabs(N * rate);
    }
    return sqrt(mobility) * sqrt(energy) + massless;
}

/* Those of C->set that touch and do not separate; they change by less than `weak`. */
static dls_error touching(dls_rk *S, dls_rk_state *y, double h, bool first, dls_fault *fault)
{
    dls_rk_contacts *C = S->contacts;
    dls_motion_values *E = &S->R->here;
    const dls_rk_start *start;
    unsigned parts =
        DLS_PART_GAP_RATE | DLS_PART_GAP_GRADIENT | DLS_PART_RESTITUTION | DLS_PART_MASS;
    dls_error error = dls_motion_rk_gaps(S, y, fault);
    error = error ? error : dls_motion_rk_start_at(S, y, &start, fault);
    error = error ? error : dls_motion_evaluate(S->R->source, E, parts, y->t, y->q, y->v, fault);
    if (error || !S->report->ok) {
        return error;
    }
    double rounding = NORMAL_ROUNDING * dls_largest(S->n, y->v);
    dls_int count = C->count;
    dls_set_mul_t(E->N, start->a, C->normal);
    C->count = 0;
    for (dls_int a = 0; a < count; a++) {
        dls_int k = C->set[a];
        double fall = fabs(C->normal[k] + E->bu[k]);
        double most = dls_motion_event_fall(S, start->a, k);
        double weak = fmax(h * fall, 3 * sqrt(most * y->tolerance)) + rounding;
        bool keep = y->u[k] <= weak && (y->u[k] >= -weak || h > 0);
        if (keep && first && !(h > 0)) {
            keep = y->g[k] <= fmax(y->tolerance, TOUCHES);
        }
        double flight = y->u[k] > 0 && fall > 0 ? 2 * y->u[k] / fall : 0;
        if (!keep && flight > 0 && !(C->soon > 0 && C->soon < flight)) {
            C->soon = flight;
        }
        if (keep) {
            C->set[C->count++] = k;
            bool bounces = h >= 0 && E->e[k] > 0 && y->u[k] > rounding && fall > 0 && E->e[k] < 1;
            C->weak[k] = bounces ? flight / (1 - E->e[k]) : 0;
        }
    }
    return DLS_OK;
}

static double reaction(const dls_rk *S, dls_int a)
{
    return S->contacts->p[S->bilaterals + a * S->contacts->d];
}

/* Accelerations of the rows of contact a */
static void accelerations_of(const dls_rk *S, dls_int a, double *u)
{
    const dls_rk_contacts *C = S->contacts;
    dls_view B = C->contacts.g;
    for (int e = 0; e < C->d; e++) {
        dls_int j = a * C->d + e;
        u[e] = C->s[j];
        for (dls_int k = B.p[j]; k < B.p[j + 1]; k++) {
            u[e] += B.x[k] * C->v[B.i[k]];
        }
    }
}

static double size_of_accelerations(const dls_rk *S)
{
    const dls_motion_values *E = &S->R->here;
    double mass = dls_max_abs(E->M);
    return dls_largest(S->n, E->f) / (mass > 0 ? mass : 1) + dls_norm(S->n, S->contacts->v);
}

/* Tangential velocities: zero when rounding says so, or when what slipped has turned back. */
static dls_error slipping_velocities(dls_rk *S, const dls_rk_state *y, dls_fault *fault)
{
    dls_rk_contacts *C = S->contacts;
    const dls_motion_values *E = &S->R->here;
    unsigned parts = DLS_PART_TANGENT | DLS_PART_FRICTION;
    parts |= S->R->moving ? DLS_PART_TANGENT_SPEED : 0u;
    if (!S->R->friction) {
        return DLS_OK;
    }
    dls_error error =
        dls_motion_evaluate(S->R->source, &S->R->here, parts, y->t, y->q, y->v, fault);
    double rest = TANGENTIAL_ROUNDING * fmax(dls_norm(S->n, y->v), AT_REST);
    int t = S->d - 1;
    for (dls_int a = 0; a < C->count && !error; a++) {
        dls_int k = C->set[a];
        double *u = C->u + a * t, along = 0;
        for (int e = 0; e < t; e++) {
            dls_int j = k * t + e;
            u[e] = S->R->moving ? E->wt[j] : 0;
            for (dls_int i = E->T.p[j]; i < E->T.p[j + 1]; i++) {
                u[e] += E->T.x[i] * y->v[E->T.i[i]];
            }
            along += u[e] * S->direction[j];
        }
        if (dls_norm(t, u) <= rest || (C->was_slipping[k] && along <= 0)) {
            dls_zero(t, u);
        }
    }
    return error;
}

/* The accelerations of the contacts a time `later` along the motion: normal parts in C->later,
   reactions in C->push. */
static dls_error look_ahead(dls_rk *S, const dls_rk_state *y, double later, dls_fault *fault)
{
    dls_rk_contacts *C = S->contacts;
    double u[3];
    for (dls_int i = 0; i < S->n; i++) {
        C->ahead[i] = y->v[i] + later / 2 * C->v[i];
    }
    dls_motion_advance(S->R->source, y->q, C->ahead, later, S->Q);
    dls_axpy(S->n, later / 2, C->v, C->ahead);
    dls_error error = dls_motion_event_accelerations(S, y->t + later, S->Q, C->ahead, fault);
    for (dls_int a = 0; a < C->count && !error; a++) {
        accelerations_of(S, a, u);
        C->later[a] = u[0];
        C->push[a] = reaction(S, a);
    }
    return error;
}

/* The directions in which contact a begins or goes on to slip; false: it sticks. */
static bool slides(const dls_rk *S, dls_int a, const double *u, double size, double *s)
{
    const dls_rk_contacts *C = S->contacts;
    int t = S->d - 1;
    const double *p = C->p + S->bilaterals + a * C->d, *velocity = C->u + a * t;
    double length = dls_norm(t, velocity), force = dls_norm(t, p + 1), sign = 1;
    const double *along = velocity;
    if (!(C->mu[a] > 0)) {
        return false;
    }
    if (!(length > 0) && dls_norm(t, u + 1) > SLIPS * size) {
        along = u + 1;
    } else if (!(length > 0) && force > 0 && force >= C->mu[a] * p[0] * (1 - ON_CONE)) {
        along = p + 1; /* about to slip */
        sign = -1;
    }
    length = dls_norm(t, along);
    for (int e = 0; e < t && length > 0; e++) {
        s[e] = sign * along[e] / length;
    }
    return length > 0;
}

/* Of C->set, from the accelerations: closed, slips and direction. */
static dls_error decide(dls_rk *S, const dls_rk_state *y, dls_fault *fault)
{
    dls_rk_contacts *C = S->contacts;
    double u[3], size, lift = S->R->friction ? LIFTS_IN_FRICTION : LIFTS;
    bool open = false;
    dls_error error = dls_motion_event_accelerations(S, y->t, y->q, y->v, fault);
    if (error || !S->report->ok) {
        return error;
    }
    size = S->R->friction ? size_of_accelerations(S) : dls_largest(S->n, S->R->here.f) + 1;
    for (dls_int a = 0; a < C->count; a++) {
        dls_int k = C->set[a];
        double p = reaction(S, a);
        accelerations_of(S, a, u);
        bool lifts = C->pulls[k] || u[0] > lift * size;
        bool closed = p > PRESSES * *S->load * C->pulls[k] || !lifts;
        S->closed[k] = closed;
        C->unsure[a] = closed && *S->load > 0 && p <= HARDLY_PRESSES * *S->load &&
                       fabs(u[0]) <= HARDLY_LIFTS * size;
        open = open || C->unsure[a];
        S->slips[k] = closed && C->d > 1 && slides(S, a, u, size, S->direction + k * (S->d - 1));
    }
    double later = LATER * S->length;
    error = open ? look_ahead(S, y, later, fault) : DLS_OK;
    for (dls_int a = 0; a < C->count && open && !error; a++) {
        bool lifts = C->later[a] > LIFTS_LATER * later * size / S->length &&
                     C->push[a] <= HARDLY_PRESSES * *S->load;
        if (C->unsure[a] && lifts) {
            S->closed[C->set[a]] = S->slips[C->set[a]] = 0;
        }
    }
    return error;
}

static dls_error keep_rows(dls_rk *S, const dls_rk_state *y, dls_fault *fault)
{
    dls_rk_contacts *C = S->contacts;
    unsigned parts = DLS_PART_FRICTION;
    dls_error error =
        dls_motion_evaluate(S->R->source, &S->R->here, parts, y->t, y->q, y->v, fault);
    dls_int count = error ? 0 : dls_motion_event_closed_rows(S, C->list);
    bool any = count > S->nb;
    dls_zero(S->all, S->kept);
    dls_copy(S->nb, S->kept_bilateral, S->kept);
    if (!error && any) {
        dls_motion_rk_select(S);
        error = dls_motion_event_independent(S, y, C->list, &count, fault);
        dls_zero(S->all, S->kept);
        for (dls_int r = 0; r < count && !error; r++) {
            S->kept[C->list[r]] = 1;
        }
    }
    dls_motion_rk_select(S);
    return error;
}

static dls_error tell(dls_rk *S, const dls_rk_state *y, dls_fault *fault)
{
    dls_rk_contacts *C = S->contacts;
    dls_error error = DLS_OK;
    for (dls_int k = 0; k < S->nu && !error; k++) {
        bool closed = S->closed[k] != 0;
        if (closed != C->was_closed[k]) {
            error = dls_motion_tell(S->R, y->t, k, closed ? DLS_EVENT_CLOSES : DLS_EVENT_OPENS,
                                    y->u[k], fault);
        }
        if (closed && !C->was_closed[k] && C->weak[k] > 0 &&
            !error) { /* flights 2 u/a, u e, u e^2, .. */
            error = dls_motion_tell(S->R, y->t + C->weak[k], k, DLS_EVENT_ACCUMULATION, C->weak[k],
                                    fault);
        }
    }
    for (dls_int k = 0; k < S->nu && !error; k++) {
        bool closed = S->closed[k] != 0, slips = S->slips[k] != 0;
        if (closed && C->was_closed[k] && slips != C->was_slipping[k]) {
            error = dls_motion_tell(S->R, y->t, k, slips ? DLS_EVENT_SLIPS : DLS_EVENT_STICKS,
                                    y->u[k], fault);
        }
    }
    return error;
}

dls_error dls_motion_event_contacts(dls_rk *S, dls_rk_state *y, double h, dls_fault *fault)
{
    dls_rk_contacts *C = S->contacts;
    bool first = true;
    C->soon = 0;
    for (dls_int k = 0; k < S->nu; k++) {
        C->was_closed[k] = S->closed[k] != 0;
        C->was_slipping[k] = S->slips[k] != 0;
        C->weak[k] = 0;
        first = first && !C->was_closed[k];
        S->closed[k] = S->slips[k] = 0;
    }
    dls_copy(S->nb, S->kept_bilateral, S->kept);
    dls_zero(S->all - S->nb, S->kept + S->nb);
    dls_motion_rk_select(S);
    dls_error error = C->count > 0 ? touching(S, y, h, first, fault) : DLS_OK;
    if (!error && S->report->ok && C->count > 0) {
        error = slipping_velocities(S, y, fault);
        error = error ? error : dls_motion_event_close(S, y, fault);
        error = error || !S->report->ok ? error : slipping_velocities(S, y, fault);
        error = error || !S->report->ok ? error : decide(S, y, fault);
    }
    error = error || !S->report->ok ? error : keep_rows(S, y, fault);
    error = error || !S->report->ok ? error : dls_motion_rk_gaps(S, y, fault);
    return error || !S->report->ok ? error : tell(S, y, fault);
}
