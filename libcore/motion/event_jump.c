/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Across an event: velocities jump by an impact, no time passes; or Moreau's step does it. */
#include <math.h>
#include <string.h>

#include "motion/events.h"

/* The laws of the contacts C->set. One that was parting and is pushed back may come back as fast:
   its percussion does no work then, and it is hit next. With u+ >= 0 it would make energy. Flights
   that end within a step of length h are none. */
static void laws(dls_rk *S, const dls_rk_state *y, double h)
{
    dls_rk_contacts *C = S->contacts;
    const dls_motion_values *E = &S->R->here;
    for (dls_int a = 0; a < C->count; a++) {
        dls_int k = C->set[a];
        bool parts = S->closed[k] == 0 && y->u[k] > 0;
        C->law[a] = E->law[k];
        C->e[a] = parts && C->law[a] != DLS_LAW_POISSON ? 1 : E->e[k];
        C->e[a] *= parts || 2 * E->e[k] * fabs(y->u[k]) >
                                h * (h > 0 ? dls_motion_event_fall(S, NULL, k) : 0);
        C->et[a] = E->et[k];
    }
}

/* C->r, C->c, C->s of a step: M v+ = M v + h f + .., and velocities of which their law speaks. What
   parts when the step begins may come back in it: its mean velocity is >= 0, and its percussion
   does no work; u+ >= 0 would lift it. */
static void load_impact(dls_rk *S, const dls_rk_state *y, double h)
{
    dls_rk_contacts *C = S->contacts;
    const dls_motion_values *E = &S->R->here;
    dls_zero(S->n, C->r);
    dls_mul(E->M, 1, y->v, C->r);
    dls_axpy(S->n, h, E->f, C->r);
    dls_copy(S->bilaterals, C->bilateral.w, C->c);
    dls_set_mul_t(C->contacts.g, y->v, C->s);
    for (dls_int a = 0; a < C->width; a++) {
        double factor[2];
        dls_int i = a / C->d;
        dls_motion_rebound(C->law[i], C->e[i], C->et[i], factor);
        bool normal = a % C->d == 0, parts = normal && h > 0 && C->s[a] + C->contacts.w[a] > 0;
        double k = parts ? 1 : factor[!normal];
        C->s[a] = k * C->s[a] + (1 + k) * C->contacts.w[a];
    }
}

/* p (column j of G)'(v + v+)/2 */
static double work(const dls_rk *S, dls_view G, dls_int j, double p, const double *v)
{
    return p / 2 * (dls_motion_power(G, j, v) + dls_motion_power(G, j, S->contacts->v));
}

/* Percussions of the rows from y on, and their work, added to those of the step; events of those
   that were hit. */
static dls_error account(dls_rk *S, const dls_rk_state *y, double t, const bool *hit,
                         dls_fault *fault)
{
    dls_rk_contacts *C = S->contacts;
    static const double ROUNDING = 1e-12; /* of the largest: what was closed is hardly hit */
    double *p = S->percussions, small = ROUNDING * dls_largest(C->width, C->p + S->bilaterals);
    dls_error error = DLS_OK;
    for (dls_int k = 0; k < S->bilaterals; k++) {
        p[S->bilateral[k]] += C->p[k];
        S->work[DLS_WORK_CONSTRAINT] += work(S, C->bilateral.g, k, C->p[k], y->v);
    }
    for (dls_int a = 0; a < C->width && !error; a++) {
        double impulse = C->p[S->bilaterals + a];
        int kind = a % C->d == 0 ? DLS_WORK_CONTACT : DLS_WORK_FRICTION;
        S->work[kind] += work(S, C->contacts.g, a, impulse, y->v);
        p[C->rows[a]] += impulse;
        if (a % C->d == 0 && impulse > small && hit[C->set[a / C->d]]) {
            error = dls_motion_tell(S->R, t, C->set[a / C->d], DLS_EVENT_IMPACT, impulse, fault);
        }
    }
    return error;
}

typedef struct {
    dls_rk *S;
    const dls_rk_state *y;
} place;

/* The model's own law, told where it is asked */
static dls_error own_law(void *data, const dls_hit *hit, double *p, dls_fault *fault)
{
    const place *at = data;
    const dls_motion_model *L = &at->S->R->model;
    dls_hit here = *hit;
    here.t = at->y->t;
    here.q = at->y->q;
    return L->impact(L->data, &here, p, fault);
}

/* At one instant (h = 0), or of Moreau's step */
static dls_error percussion(dls_rk *S, double t, const double *q, const dls_rk_state *y, double h,
                            dls_fault *fault)
{
    dls_rk_contacts *C = S->contacts;
    dls_percussion_result result = {.solved = true};
    dls_error error = dls_motion_event_problem(S, t, q, y->v, fault);
    if (!error) {
        laws(S, y, h);
    }
    place at = {S, y};
    dls_impact I = {y->v,
                    C->bilateral.w,
                    C->contacts.w,
                    C->e,
                    C->et,
                    C->law,
                    S->R->settings.guard != 0 && !S->R->moving,
                    S->R->model.impact ? own_law : NULL,
                    &at,
                    C->set,
                    NULL};
    if (!error && h == 0) {
        error = dls_percussion_impact(C->P, &I, C->v, C->p, &result, fault);
    } else if (!error) {
        load_impact(S, y, h);
        error = dls_percussion_solve(C->P, C->r, C->c, C->s, false, C->active, C->v, C->p, &result,
                                     fault);
    }
    dls_motion_count(S->R, &result, S->report);
    if (!error && S->report->ok) {
        dls_motion_judge_impact(S, y, h);
    }
    return error;
}

/* v'M v/2 */
static double energy(const dls_rk *S, const double *v)
{
    dls_view M = S->contacts->P->D.A;
    double sum = 0;
    for (dls_int j = 0; j < S->n; j++) {
        for (dls_int k = M.p[j]; k < M.p[j + 1]; k++) {
            sum += v[j] * M.x[k] * v[M.i[k]] / 2;
        }
    }
    return sum;
}

/* A law that makes energy (Newton's with friction may) is told, unless what moves may do work. */
static dls_error tell_gain(dls_rk *S, const dls_rk_state *y, double made, dls_fault *fault)
{
    static const double ROUNDING = 1e-10;
    const dls_rk_contacts *C = S->contacts;
    double size = fmax(energy(S, y->v), energy(S, C->v));
    if (S->R->moving || !(made > ROUNDING * size) || C->count == 0) {
        return DLS_OK;
    }
    return dls_motion_tell(S->R, y->t, C->set[0], DLS_EVENT_ENERGY_GAIN, made, fault);
}

static double work_of_contacts(const dls_rk *S)
{
    return S->work[DLS_WORK_CONTACT] + S->work[DLS_WORK_FRICTION];
}

/* The contacts C->set are hit without rebound; those that part then leave it. */
dls_error dls_motion_event_stop(dls_rk *S, dls_rk_state *y, dls_fault *fault)
{
    static const double ROUNDING = 1e-12; /* of velocities that the impact made zero */
    dls_rk_contacts *C = S->contacts;
    dls_percussion_result result = {.solved = true};
    dls_error error = dls_motion_event_problem(S, y->t, y->q, y->v, fault);
    if (!error) {
        dls_fill(C->count, DLS_LAW_PLASTIC, C->law);
        load_impact(S, y, 0);
        error = dls_percussion_solve(C->P, C->r, C->c, C->s, false, C->active, C->v, C->p, &result,
                                     fault);
    }
    dls_motion_count(S->R, &result, S->report);
    if (error || !S->report->ok) {
        return error;
    }
    memset(C->hit, 0, (size_t)S->nu * sizeof *C->hit);
    error = account(S, y, y->t, C->hit, fault);
    dls_copy(S->n, C->v, y->v);
    S->implicit->known = false;
    error = error ? error : dls_motion_rk_gaps(S, y, fault);
    dls_int count = C->count;
    C->count = 0;
    for (dls_int a = 0; a < count; a++) {
        if (y->u[C->set[a]] <= ROUNDING * dls_largest(S->n, y->v)) {
            C->set[C->count++] = C->set[a];
        }
    }
    return error;
}

/* Those that are hit, closed, or would be by the velocities there are within no time: several that
   go on hitting each other at one instant are one impact. */
static void take_hit(dls_rk *S, const dls_rk_state *y, const bool *hit)
{
    static const double AT_ONCE = 2e-12; /* of a step */
    dls_rk_contacts *C = S->contacts;
    double way = AT_ONCE * S->length * dls_largest(S->nu, y->u);
    C->count = 0;
    for (dls_int k = 0; k < S->nu; k++) {
        C->pulls[k] = false;
        if (hit[k] || S->closed[k] != 0 || y->g[k] <= y->tolerance + way) {
            C->set[C->count++] = k;
        }
    }
    S->sliding = false; /* directions follow from the jump */
    dls_zero(S->nu, S->slips);
}

dls_error dls_motion_event_impact(dls_rk *S, dls_rk_state *y, const bool *hit, dls_fault *fault)
{
    dls_rk_contacts *C = S->contacts;
    take_hit(S, y, hit);
    dls_error error = percussion(S, y->t, y->q, y, 0, fault);
    if (error || !S->report->ok) {
        return error;
    }
    for (dls_int k = 0; k < S->nu; k++) {
        C->hit[k] = hit[k] || S->closed[k] != 0;
    }
    double before = work_of_contacts(S);
    error = account(S, y, y->t, C->hit, fault);
    error = error ? error : tell_gain(S, y, work_of_contacts(S) - before, fault);
    dls_copy(S->n, C->v, y->v);
    S->implicit->known = false;
    return error ? error : dls_motion_event_contacts(S, y, 0, fault);
}

/* Moreau's step (16) with theta = 1/2 for the contacts that are closed, hit, or predicted to
   close; then what stays closed. */
dls_error dls_motion_event_critical(dls_rk *S, dls_rk_state *y, double h, const bool *hit,
                                    bool told, dls_fault *fault)
{
    dls_rk_contacts *C = S->contacts;
    for (dls_int k = 0; k < S->nu; k++) {
        bool closes = y->g[k] + h * y->u[k] <= y->tolerance && y->u[k] < 0;
        C->closes[k] = hit[k] || S->closed[k] != 0 || closes;
        C->hit[k] = told && (hit[k] || S->closed[k] != 0);
    }
    take_hit(S, y, C->closes);
    dls_motion_advance(S->R->source, y->q, y->v, h / 2, S->Q);
    dls_error error = percussion(S, y->t + h / 2, S->Q, y, h, fault);
    if (error || !S->report->ok) {
        return error;
    }
    dls_motion_mean(S->n, 0.5, y->v, C->v, S->vbar);
    S->work[DLS_WORK_FORCE] += h * dls_motion_force_power(S->R, S->R->here.f, S->vbar);
    double before = work_of_contacts(S);
    error = account(S, y, y->t + h, C->hit, fault);
    error = error ? error : tell_gain(S, y, work_of_contacts(S) - before, fault);
    dls_motion_advance(S->R->source, y->q, S->vbar, h, S->Q);
    dls_motion_rk_copy(S, y, &S->x);
    dls_copy(S->nq, S->Q, y->q);
    dls_copy(S->n, C->v, y->v);
    y->t += h;
    S->implicit->known = false;
    error = error ? error : dls_motion_event_cover(S, &S->x, y, fault);
    if (error || !S->report->ok) {
        return error;
    }
    error = dls_motion_event_remember(S, &S->x, y, true, fault);
    return error ? error : dls_motion_event_contacts(S, y, fmin(h, C->brief), fault);
}
