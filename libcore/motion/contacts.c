/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The active contacts: u = W pc + q, a complementarity problem or one of Coulomb friction. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "law/law.h"
#include "motion/motion.h"

/* What a step may use where the tolerance is not reached */
static const double ACCEPTED = 1e-7;

double dls_percussion_status(int d, double mu, const double *pc)
{
    static const double NEARLY = 1 - 1e-6;
    if (!(pc[0] > 0)) {
        return 0;
    } else if (d == 1 || mu == 0) {
        return 1;
    }
    double t = d == 2 ? fabs(pc[1]) : hypot(pc[1], pc[2]);
    return t < mu * pc[0] * NEARLY ? 2 : 3;
}

bool dls_motion_closes(dls_view N, dls_int i, double predicted, double moved, const double *q)
{
    static const double ROUNDING = 1e-8;
    for (dls_int k = N.p[i]; predicted > 0 && q && k < N.p[i + 1]; k++) {
        predicted -= 8 * DBL_EPSILON * fabs(N.x[k] * q[N.i[k]]);
    }
    if (predicted <= 0) {
        return true;
    }
    return predicted <= ROUNDING * moved * dls_norm(N.p[i + 1] - N.p[i], N.x + N.p[i]);
}

bool dls_motion_meets_law(double off, double speed, dls_percussion_result *result)
{
    /* of velocities: large percussions make more rounding of smaller ones; a step may go on with
       what is told */
    static const double ROUNDING = 1e-7, VISIBLE = 1e-3;
    double missed = off > 0 ? off / speed : 0;
    result->missed = missed > ROUNDING ? fmax(result->missed, missed) : result->missed;
    return missed <= VISIBLE;
}

double dls_motion_time_left(const dls_percussion *P)
{
    return fmax(P->watch.deadline - dls_clock(), 0);
}

static double softness(const dls_percussion *P, dls_int column)
{
    return P->compliance ? P->compliance[column] : 0;
}

dls_view dls_motion_gather(dls_percussion *P, dls_int count, int k)
{
    dls_view W = dls_delassus_active(&P->D, count, P->list, k, P->place, &P->part);
    for (dls_int a = 0; a < W.cols; a++) {
        dls_int c = P->list[a / k] * P->D.d + a % k;
        for (dls_int e = W.p[a]; P->compliance && e < W.p[a + 1]; e++) {
            P->part.x[e] += W.i[e] == a ? P->compliance[c] : 0;
        }
        P->q[a] = P->u[c];
        P->r[a] = 0;
    }
    return W;
}

/* P->presses.solver for the contacts P->list: those of the last problem or others. */
static dls_error pressing(dls_percussion *P, dls_view W, dls_fault *fault)
{
    size_t bytes = (size_t)W.cols * sizeof *P->list;
    bool same = P->presses.solver && P->presses.count == W.cols &&
                !memcmp(P->presses.contacts, P->list, bytes);
    bool stale = P->presses.stale;
    P->presses.stale = false;
    dls_error error = same && stale ? dls_lcp_update(P->presses.solver, W, fault) : DLS_OK;
    if (same && error != DLS_ERROR_PATTERN) { /* else they join other bodies now */
        return error;
    }
    dls_lcp_free(P->presses.solver);
    P->presses.solver = NULL;
    P->presses.count = W.cols;
    memcpy(P->presses.contacts, P->list, bytes);
    dls_lcp_problem Q = {W, P->q, 0};
    return dls_lcp_setup(&Q, &P->presses.settings, P->watch.host, &P->presses.solver, fault);
}

bool dls_motion_runs_away(dls_view W, const double *q, const double *r)
{
    static const double FAR = 1e8;
    double most = 0;
    for (dls_int k = 0; k < W.cols; k++) {
        most = fmax(most, dls_diagonal_entry(W, k));
    }
    return dls_norm(W.cols, r) * most > FAR * dls_norm(W.cols, q);
}

dls_error dls_motion_show_contacts(dls_percussion *P, const dls_friction_problem *problem,
                                   double *r, bool *solved, dls_percussion_result *result,
                                   dls_fault *fault)
{
    *solved = false;
    if (!P->shown.show) {
        return DLS_OK;
    }
    dls_step_problem Q = {.contact = *problem};
    return P->shown.show(P->shown.data, &Q, solved, r, &result->error, fault);
}

/* The most that min (u, W_ii p) differs from zero; P->w: u */
static double off_law(const dls_percussion *P, dls_view W)
{
    double worst = 0;
    for (dls_int k = 0; k < W.cols; k++) {
        worst = fmax(worst, fabs(fmin(P->w[k], dls_diagonal_entry(W, k) * P->r[k])));
    }
    return worst;
}

static dls_error complementarity(dls_percussion *P, dls_int count, dls_percussion_result *result,
                                 dls_fault *fault)
{
    dls_view W = dls_motion_gather(P, count, 1);
    bool open = true, known = false;
    dls_friction_problem Q = {.dimension = 1, .contacts = count, .W = W, .q = P->q};
    dls_error error = dls_motion_show_contacts(P, &Q, P->r, &known, result, fault);
    if (error || known) {
        return error;
    }
    for (dls_int k = 0; k < count; k++) {
        open = open && P->q[k] >= 0;
    }
    if (open) {
        return DLS_OK;
    }
    if (count == 1 && W.cols == 1 && W.p[1] == 1 && W.x[0] > 0) {
        P->r[0] = -P->q[0] / W.x[0];
        return DLS_OK;
    }
    error = dls_motion_percussion_basis(P, W, &known, fault);
    if (error || known) {
        return error;
    }
    dls_lcp_result found;
    P->presses.settings.max_time = dls_motion_time_left(P);
    dls_zero(count, P->r);
    error = pressing(P, W, fault);
    error = error ? error
                  : dls_lcp_next(P->presses.solver, P->q, P->r, P->w, P->presses.certificate,
                                 &found, fault);
    result->iterations += error ? 0 : found.iterations;
    result->error = error ? INFINITY : found.relative;
    bool fine = !error && (found.outcome == DLS_SOLVED ||
                           (found.relative <= ACCEPTED && !dls_motion_runs_away(W, P->q, P->r)));
    fine = fine && dls_motion_meets_law(off_law(P, W), dls_largest(count, P->q), result);
    if (!error && !fine) {
        result->solved = false;
        snprintf(result->message, sizeof result->message,
                 "the complementarity problem of the step: %s", dls_outcome_text(found.outcome));
    }
    for (dls_int k = 0; !error && k < count; k++) {
        P->basis.closed[P->list[k]] = P->r[k] > 0;
    }
    return error;
}

/* Bilateral constraints hold the contact, which does not approach: its row of W and its speed are
   rounding, and at their word they would ask for percussions without end. N'A^-1 N of a free one
   is |N|^2/(n max |A|) at least. */
static bool is_held(const dls_percussion *P, dls_int i)
{
    static const double MOBILE = 1e-12, STANDS = 1e-9;
    dls_int j = i * P->D.d, p = P->D.B.p[j];
    if (P->D.nb == 0) {
        return false;
    }
    double size = dls_norm(P->D.B.p[j + 1] - p, P->D.B.x + p);
    double W = dls_delassus_diagonal(&P->D, j) + softness(P, j);
    return W * ((double)P->D.n * P->inertia) <= MOBILE * size * size &&
           (P->stands || P->u[j] >= -STANDS * size * P->speed);
}

dls_error dls_motion_percussion_contacts(dls_percussion *P, const bool *active, double *pc,
                                         dls_percussion_result *result, dls_fault *fault)
{
    dls_int count = 0;
    bool rubs = false;
    for (dls_int i = 0; i < P->D.nu; i++) {
        if (active[i] && !is_held(P, i) && isfinite(softness(P, i * P->D.d))) {
            P->list[count++] = i;
            rubs = rubs || (P->dim > 1 && P->mu[i] > 0) || (P->rolling && P->rolling[i] > 0) ||
                   (P->spinning && P->spinning[i] > 0);
        }
    }
    dls_zero(P->D.width, pc);
    if (count == 0) {
        return DLS_OK;
    }
    int k = rubs ? P->D.d : 1;
    double start = count > 1 ? dls_clock() : 0; /* one contact takes less time than the clock */
    if (P->given) {
        dls_motion_give(P);
    }
    dls_error error = rubs && P->given ? dls_motion_expand(P, count, pc, result, fault)
                      : rubs           ? dls_motion_coulomb(P, count, result, fault)
                                       : complementarity(P, count, result, fault);
    result->time += count > 1 ? dls_clock() - start : 0;
    if (rubs && P->disks > 1 && !error) {
        dls_motion_of_disks(P, count, pc);
        return DLS_OK;
    }
    for (dls_int a = 0; !error && !(rubs && P->given) && a < count * k; a++) {
        pc[P->list[a / k] * P->D.d + a % k] = P->r[a];
    }
    dls_copy(P->D.width, pc, P->past);
    for (dls_int i = 0; P->given && i < P->D.nu; i++) {
        pc[i * P->D.d] += P->given[i];
    }
    return error;
}
