/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of schemes, and what they share */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "motion/scheme.h"

const dls_motion_scheme *dls_motion_scheme_of(int choice)
{
    static const dls_motion_scheme *const all[] = {
        &dls_motion_moreau_jean,     &dls_motion_moreau_jean_projected,
        &dls_motion_schatzman_paoli, &dls_motion_generalized_alpha,
        &dls_motion_rattle,          &dls_motion_event_capturing,
        &dls_motion_event_driven};
    return all[choice];
}

dls_error dls_motion_try(dls_motion_run *R, double h, const dls_motion_point *from,
                         dls_motion_point *to, dls_motion_report *report, dls_fault *fault)
{
    dls_copy(DLS_WORKS, from->work, to->work);
    to->gain = from->gain;
    to->residual = 0;
    dls_error error = R->scheme->step(R, h, from, to, report, fault);
    return error ? error : dls_motion_mend(R->source, fault);
}

dls_error dls_motion_check_laws(const dls_motion_run *R, dls_fault *fault)
{
#define NAME_OF_LAW(symbol, name) name,
    static const char *const names[] = {DLS_IMPACT_LAWS(NAME_OF_LAW)};
    const dls_motion_values *E = &R->source->constant;
    bool driven = R->scheme == &dls_motion_event_driven, guard = R->settings.guard != 0;
    bool places = R->scheme == &dls_motion_schatzman_paoli,
         rattle = R->scheme == &dls_motion_rattle;
    bool alpha = R->scheme == &dls_motion_generalized_alpha;
    bool given = R->model.given & DLS_PART_LAW;
    bool sticky = (R->source->asked & DLS_PART_COHESION) || dls_largest(R->nu, E->cohesion) > 0;
    const char *what = R->soft     ? "compliant contacts (a 'stiffness')"
                       : alpha     ? NULL
                       : sticky    ? "cohesion"
                       : R->creeps ? "regularised friction ('creep')"
                       : R->rolls  ? "rolling friction ('rolling')"
                       : R->spins  ? "friction of spinning ('spinning')"
                                   : NULL;
    if (what && !rattle && R->scheme != &dls_motion_moreau_jean &&
        R->scheme != &dls_motion_moreau_jean_projected) {
        return dls_fail(fault, DLS_ERROR_OPTION,
                        "%s does not know %s; expected 'rattle', 'moreau-jean' or "
                        "'moreau-jean-projected'%s",
                        R->scheme->name, what, R->soft ? "" : ", or 'nonsmooth-generalized-alpha'");
    } else if (R->soft && !rattle && (!(R->settings.theta > 0) || R->settings.combined)) {
        return dls_fail(fault, DLS_ERROR_OPTION,
                        "compliant contacts with 'Theta', %g and 'Combined', %d; expected an "
                        "implicit step, whose projection closes no contacts",
                        R->settings.theta, (int)R->settings.combined);
    }
    if (R->model.impact && !driven) {
        return dls_fail(fault, DLS_ERROR_OPTION,
                        "%s does not know a 'law' that is a function: percussions of its steps are "
                        "impacts and lasting forces together; expected 'event-driven'",
                        R->scheme->name);
    }
    for (dls_int i = 0; i < R->nu && !driven; i++) {
        int law = given ? (int)E->law[i] : DLS_LAW_NEWTON;
        bool two = law == DLS_LAW_POISSON || law == DLS_LAW_FREMOND;
        bool turns = E->et[i] > 0 || (DLS_PART_TANGENT_RESTITUTION & R->source->asked);
        bool rubs = places && R->friction && (law == DLS_LAW_MOREAU || turns);
        if (two || rubs || (places && law == DLS_LAW_PLASTIC)) {
            return dls_fail(fault, DLS_ERROR_OPTION,
                            "%s does not know the law '%s' of contact %lld%s; expected "
                            "'event-driven'%s",
                            R->scheme->name, names[law], (long long)i + 1,
                            rubs ? " with friction" : "", two ? "" : " or 'moreau-jean'");
        }
    }
    if (guard && !driven && R->nu > 0) {
        return dls_fail(fault, DLS_ERROR_OPTION,
                        "'EnergyGuard' is on for %s; expected 'event-driven', or the law 'moreau', "
                        "which makes no energy",
                        R->scheme->name);
    }
    return DLS_OK;
}

void dls_motion_law_of(const dls_motion_run *R, double h, const dls_motion_values *E, dls_int i,
                       dls_motion_law *law)
{
    double theta = R->settings.theta;
    *law = (dls_motion_law){.bias = 0};
    dls_motion_rebound(E->law[i], E->e[i], E->et[i], law->factor);
    for (int t = R->dim - 1; t > 0; t--) {
        law->factor[t] = law->factor[1];
        law->soft[t] = E->creep[i] / h;
    }
    law->factor[1] = R->dim > 1 ? law->factor[1] : 0;
    if (R->soft && isfinite(E->stiffness[i])) {
        double spring = h * E->stiffness[i];
        law->soft[0] = 1 / (h * theta * (theta * spring + E->damping[i]));
        law->factor[0] = 1 / theta - 1;
        law->bias = isfinite(law->soft[0]) ? law->soft[0] * spring * E->g[i] : 0;
    }
}

bool dls_motion_take_laws(const dls_motion_run *R, double h, const dls_motion_values *E,
                          dls_motion_law *law, double *soft)
{
    bool same = true;
    for (dls_int j = 0; j < R->d * R->nu; j++) {
        dls_int i = j / R->d;
        if (j % R->d == 0) {
            dls_motion_law_of(R, h, E, i, law + i);
        }
        double now = law[i].soft[j % R->d];
        same = same && soft[j] == now;
        soft[j] = now;
    }
    return same;
}

const char *dls_motion_event_text(int kind)
{
#define TEXT_OF_EVENT(symbol, text) text,
    static const char *const texts[] = {DLS_MOTION_EVENTS(TEXT_OF_EVENT)};
    return texts[kind];
}

dls_error dls_motion_refuse(dls_motion_report *report, const char *format, ...)
{
    if (report->ok) {
        va_list args;
        va_start(args, format);
        vsnprintf(report->message, sizeof report->message, format, args);
        va_end(args);
        report->ok = false;
        report->outcome = DLS_NO_SOLUTION;
    }
    return DLS_OK;
}

double dls_motion_relax(dls_int n, bool creeps, double w, const double *was, double *step,
                        double *v)
{
    static const double LEAST = 0.05;
    double above = 0, below = 0;
    for (dls_int i = 0; i < n; i++) {
        double now = v[i] - was[i], d = now - step[i];
        above += step[i] * d;
        below += d * d;
        step[i] = now;
    }
    w = creeps && below > 0 ? fmin(1, fmax(LEAST, -w * above / below)) : 1;
    for (dls_int i = 0; w < 1 && i < n; i++) {
        v[i] = was[i] + w * step[i];
    }
    return w;
}

bool dls_motion_settled(const dls_motion_run *R, double change, double last)
{
    /* STALLED: a change that no longer falls by half counts as settled below the root of rounding,
       where differences make Jacobians; or below SHARE times what contact problems leave */
    static const double STALLED = 1e-8, SHARE = 10;
    double tolerance = R->settings.newton_tolerance, solved = SHARE * R->settings.tolerance;
    return change <= tolerance ||
           (change <= fmax(STALLED, solved) && change > last / 2 && last > 0);
}

bool dls_motion_iterates(dls_motion_run *R, int iteration, double change, unsigned *parts,
                         dls_motion_report *report)
{
    static const int STIFF = 8; /* iterations without the Jacobians of a force: they are worth it */
    /* where gradients of contacts jump, as at edges of boxes, a step may have no solution, or none
       that attracts; what it lacks then is told, and is much less than a step's own error */
    static const double NEARLY = 1e-3;
    if (!report->ok || dls_motion_over(R, report)) {
        return false;
    }
    if (iteration >= R->settings.max_iterations && change <= NEARLY && !R->settings.adaptive) {
        report->unsettled = fmax(report->unsettled, change);
        return false;
    }
    if (iteration >= R->settings.max_iterations) {
        dls_motion_refuse(report, "Newton's method of the step: change %.1e after %d iterations",
                          change, iteration);
        return false;
    }
    *parts |= iteration == STIFF ? DLS_PARTS_JACOBIAN : 0;
    return true;
}

bool dls_motion_over(dls_motion_run *R, dls_motion_report *report)
{
    dls_outcome why = DLS_SOLVED;
    bool over = dls_watch_over(&R->watch, &why);
    if (over && report->ok) {
        report->ok = false;
        report->outcome = why;
    }
    return over;
}

void dls_motion_count(dls_motion_run *R, const dls_percussion_result *result,
                      dls_motion_report *report)
{
    R->stats.solves += result->solves;
    R->stats.factorisations += result->factorisations;
    R->stats.iterations += result->iterations;
    R->stats.time_contacts += result->time;
    R->stats.residual = DLS_MAX(R->stats.residual, result->error);
    report->unsettled = fmax(report->unsettled, result->missed);
    if (!result->solved && !dls_motion_over(R, report)) {
        dls_motion_refuse(report, "%s",
                          result->message[0]
                              ? result->message
                              : "the equations of the step have no solution (inconsistent "
                                "constraints?)");
    }
}

void dls_motion_mean(dls_int n, double theta, const double *v0, const double *v1, double *out)
{
    for (dls_int k = 0; k < n; k++) {
        out[k] = (1 - theta) * v0[k] + theta * v1[k];
    }
}

void dls_motion_copy(const dls_motion_run *R, const dls_motion_point *from, dls_motion_point *to)
{
    to->t = from->t;
    dls_copy(DLS_WORKS, from->work, to->work);
    dls_copy(R->nq, from->q, to->q);
    dls_copy(R->n, from->v, to->v);
    dls_copy(R->np, from->p, to->p);
    dls_copy(R->nu, from->status, to->status);
    dls_copy(R->memories, from->memory, to->memory);
}

void dls_motion_carry(dls_motion_run *R, dls_int nu0, dls_int count, const double *memory)
{
    if (R->scheme->carry) {
        R->scheme->carry(R, nu0, count, memory, R->now.memory);
    } else {
        dls_copy(DLS_MIN(count, R->memories), memory, R->now.memory);
    }
}

void dls_motion_point_take(const dls_motion_run *R, dls_room *room, dls_motion_point *point)
{
    point->q = DLS_TAKE(room, double, R->nq);
    point->v = DLS_TAKE(room, double, R->n);
    point->p = DLS_TAKE(room, double, R->np);
    point->status = DLS_TAKE(room, double, R->nu);
    point->memory = DLS_TAKE(room, double, R->memories);
}

/* What the factorisation of all constraints has found: they are counted when it suspects some. */
static dls_error count_redundant(dls_motion_run *R, const dls_percussion *P, dls_fault *fault)
{
    const dls_operator *D = &P->D;
    bool suspect = D->saddle.kkt || D->saddle.shift > 0;
    if (D->nb != R->nb || (suspect && R->suspect)) {
        return DLS_OK;
    }
    R->suspect = suspect;
    R->redundant = dls_delassus_redundant(D, &R->repeats);
    if (!suspect) {
        return DLS_OK;
    }
    dls_redundancy_settings settings = dls_redundancy_defaults();
    dls_redundancy_report *found;
    dls_int *none = DLS_NEW(dls_int, D->n + 1);
    if (!none) {
        return dls_fail_memory(fault);
    }
    settings.leverage = false;
    dls_view massless = {D->n, D->n, none, NULL, NULL};
    dls_error error = dls_redundancy(massless, D->G, &settings, &found, fault);
    dls_free(none);
    if (!error) {
        R->redundant = D->nb - found->rank;
        R->repeats = R->redundant > 0 ? found->redundant[0] : 0;
        dls_redundancy_free(found);
    }
    return error;
}

dls_error dls_motion_percussions(dls_motion_run *R, const dls_percussion_problem *problem,
                                 dls_percussion **P, dls_fault *fault)
{
    /* Errors of velocities: in a pile reactions are MORE times what one body needs, and so is
       their rounding; FINE is above it */
    static const double FINE = 1e-9, MORE = 1e3, ROUGH = 0.3;
    dls_percussion_problem Q = *problem;
    Q.host = R->watch.host;
    Q.shown = R->shown;
    Q.rank_tolerance = R->settings.rank_tolerance;
    R->stats.factorisations++;
    double start = dls_clock();
    dls_error error =
        *P ? dls_motion_percussion_load(*P, &Q, fault) : dls_percussion_setup(&Q, P, fault);
    R->stats.time_factor += dls_clock() - start;
    if (!error) {
        (*P)->watch = R->watch;
        (*P)->stands = !R->moving;
        (*P)->rubs.settings.method = R->settings.friction_method;
        (*P)->rubs.settings.tolerance = R->settings.tolerance;
        (*P)->rubs.settings.velocity_tolerance =
            fmax(FINE, fmin(MORE * R->settings.tolerance, ROUGH));
        error = R->nb > 1 ? count_redundant(R, *P, fault) : DLS_OK;
    }
    return error;
}

void dls_motion_pull(dls_int nu, const bool *active, double h, const double *c, dls_view N,
                     double *r)
{
    for (dls_int i = 0; i < nu; i++) {
        double pull = active[i] ? h * c[i] : 0;
        for (dls_int k = N.p ? N.p[i] : 0; pull > 0 && k < (N.p ? N.p[i + 1] : 1); k++) {
            r[N.p ? N.i[k] : i] -= pull * (N.p ? N.x[k] : 1);
        }
    }
}

void dls_motion_sort(const dls_motion_run *R, const dls_percussion *P, const double *mu,
                     const double *p, dls_motion_point *to)
{
    dls_int nb = R->nb, nu = R->nu;
    int d = R->d, own = P->D.d;
    const double *pc = p + nb;
    dls_copy(nb, p, to->p);
    for (dls_int i = 0; i < nu; i++) {
        to->p[nb + i] = pc[i * own];
        for (int t = 1; t < d; t++) {
            to->p[nb + nu + i * (d - 1) + t - 1] = t < own ? pc[i * own + t] : 0;
        }
        to->status[i] = dls_percussion_status(P->dim, own > 1 ? mu[i] : 0, pc + i * own);
    }
}
