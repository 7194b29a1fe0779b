/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Friction of the active contacts: all at once from the last answer while they stay the same;
   others by the groups that W couples. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "law/law.h"
#include "motion/motion.h"

static const double ACCEPTED =
    1e-7; /* residuals that a step may use: the tolerance is not reached */

bool dls_motion_rub_alone(const dls_percussion *P, const dls_friction_problem *Q, double *r)
{
    double rows[DLS_FRICTION_DIM * DLS_FRICTION_DIM] = {0};
    int d = Q->dimension;
    for (dls_int j = 0; Q->contacts == 1 && j < d; j++) {
        for (dls_int k = Q->W.p[j]; k < Q->W.p[j + 1]; k++) {
            rows[Q->W.i[k] * d + j] = Q->W.x[k];
        }
    }
    double exact = fmin(P->rubs.settings.tolerance, ACCEPTED);
    return Q->contacts == 1 && dls_law_solve(d, *Q->mu, rows, Q->q, r) <= exact &&
           !dls_motion_runs_away(Q->W, Q->q, r);
}

/* Were these contacts active last, and do they join the same bodies? Contacts that come and go
   leave their place to others; then W has another pattern. */
static bool same_list(const dls_percussion *P, const dls_friction_problem *Q)
{
    size_t list = (size_t)(Q->contacts / P->disks) * sizeof *P->list;
    return P->rubs.count == Q->contacts && memcmp(P->rubs.contacts, P->list, list) == 0 &&
           (!P->rubs.solver || dls_same_pattern(Q->W, dls_friction_get_problem(P->rubs.solver).W));
}

/* P->rubs.solver is not of the contacts that are active now. */
static void keep_list(dls_percussion *P, dls_int contacts)
{
    dls_friction_free(P->rubs.solver);
    P->rubs.solver = NULL;
    P->rubs.count = contacts;
    memcpy(P->rubs.contacts, P->list, (size_t)(contacts / P->disks) * sizeof *P->list);
}

/* Is P->rubs.solver of these contacts, with this friction? */
static bool same_rubs(const dls_percussion *P, const dls_friction_problem *Q)
{
    size_t mu = (size_t)Q->contacts * sizeof *Q->mu;
    if (!P->rubs.solver || !same_list(P, Q)) {
        return false;
    }
    dls_friction_problem kept = dls_friction_get_problem(P->rubs.solver);
    return kept.dimension == Q->dimension && memcmp(kept.mu, Q->mu, mu) == 0;
}

/* P->rubs.solver for the contacts of Q, those of the last step or others. */
static dls_error solver(dls_percussion *P, const dls_friction_problem *Q, dls_fault *fault)
{
    if (same_rubs(P, Q)) {
        bool stale = P->rubs.stale;
        P->rubs.stale = false;
        return stale ? dls_friction_update(P->rubs.solver, Q->W, (dls_view){0}, fault) : DLS_OK;
    }
    P->rubs.stale = false;
    keep_list(P, Q->contacts);
    return dls_friction_setup(Q, &P->rubs.settings, P->watch.host, &P->rubs.solver, fault);
}

/* The problem Q by S, which was set up for it; from r, if it is warm */
static dls_error rub(dls_percussion *P, dls_friction_solver *S, const dls_friction_problem *Q,
                     bool warm, double *r, double *u, dls_percussion_result *result,
                     dls_fault *fault)
{
    dls_friction_result found;
    dls_friction_limit(S, fmin(dls_friction_defaults().max_time, dls_motion_time_left(P)));
    dls_error error = dls_friction_next(S, NULL, Q->q, warm, r, u, NULL, &found, fault);
    result->iterations += error ? 0 : found.iterations;
    result->error = error ? INFINITY : found.error;
    bool near = !error && found.error <= fmax(ACCEPTED, P->rubs.settings.tolerance);
    bool fine = !error && (found.outcome == DLS_SOLVED ||
                           (near && dls_motion_meets_law(found.velocity, found.speed, result)));
    if (!error && (!fine || dls_motion_runs_away(Q->W, Q->q, r))) {
        result->solved = false;
        snprintf(result->message, sizeof result->message,
                 "the friction problem of the step: %s, residual %.1e, %.1e of velocities",
                 fine ? "reactions run to infinity" : dls_outcome_text(found.outcome), found.error,
                 found.velocity > 0 ? found.velocity / found.speed : 0);
    }
    return error;
}

/* What the contacts gave last, those that were there */
static bool start_from_past(dls_percussion *P, dls_int count)
{
    for (dls_int k = 0; k < count * P->D.d; k++) {
        P->r[k] = P->past[P->list[k / P->D.d] * P->D.d + k % P->D.d];
    }
    return dls_largest(count * P->D.d, P->r) > 0;
}

dls_error dls_motion_coulomb(dls_percussion *P, dls_int count, dls_percussion_result *result,
                             dls_fault *fault)
{
    enum { MANY = 20 }; /* contacts that were not active last: worth a look which belong together */
    dls_friction_problem Q = {
        .dimension = P->dim, .contacts = count * P->disks, .mu = P->mu_active};
    for (dls_int k = 0; k < count; k++) {
        P->mu_active[k] = P->mu[P->list[k]];
    }
    Q.W = P->disks > 1 ? dls_motion_disks(P, count) : dls_motion_gather(P, count, P->D.d);
    Q.q = P->q;
    bool solved;
    dls_error error = dls_motion_show_contacts(P, &Q, P->r, &solved, result, fault);
    if (error || solved || dls_motion_rub_alone(P, &Q, P->r)) {
        return error;
    }
    bool many = count >= MANY && P->disks == 1, same = same_list(P, &Q);
    bool warm = many && same && !P->rubs.solver; /* they were solved by groups */
    if (many && !same) {
        keep_list(P, count);
        error = dls_motion_apart(P, &Q, &solved, result, fault);
        if (error || solved) {
            return error;
        }
    }
    warm = warm && start_from_past(P, count);
    error = solver(P, &Q, fault);
    return error ? error : rub(P, P->rubs.solver, &Q, warm, P->r, P->w, result, fault);
}

dls_error dls_motion_rub_once(dls_percussion *P, const dls_friction_problem *Q, bool warm,
                              double *r, double *u, dls_percussion_result *result, dls_fault *fault)
{
    dls_friction_solver *S = NULL;
    dls_error error = dls_friction_setup(Q, &P->rubs.settings, P->watch.host, &S, fault);
    error = error ? error : rub(P, S, Q, warm, r, u, result, fault);
    dls_friction_free(S);
    return error;
}

dls_error dls_motion_rub(dls_percussion *P, const dls_friction_problem *Q, double *r, double *u,
                         dls_percussion_result *result, dls_fault *fault)
{
    bool solved;
    dls_error error = dls_motion_show_contacts(P, Q, r, &solved, result, fault);
    return error || solved ? error : dls_motion_rub_once(P, Q, false, r, u, result, fault);
}
