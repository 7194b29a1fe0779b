/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The active contacts: u = W pc + q, a complementarity problem or one of Coulomb friction. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "law/law.h"
#include "motion/motion.h"

static const double ACCEPTED = 1e-7; /* residual of a contact problem that a step may use */

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

/* The seconds that are left for a contact problem. */
static double left(const dls_percussion *P)
{
    return fmax(P->watch.deadline - dls_clock(), 0);
}

/* Columns and rows of the active contacts, `k` of each d (1: normals only). */
static dls_view gather_contacts(dls_percussion *P, dls_int count, int k)
{
    dls_int size = count * k, at = 0;
    for (dls_int a = 0; a < size; a++) {
        const double *column = P->W + (P->list[a / k] * P->d + a % k) * P->width;
        for (dls_int b = 0; b < size; b++) {
            P->row[at] = b;
            P->value[at++] = column[P->list[b / k] * P->d + b % k];
        }
        P->start[a + 1] = at;
        P->q[a] = P->u[P->list[a / k] * P->d + a % k];
        P->r[a] = 0;
    }
    return (dls_view){size, size, P->start, P->row, P->value};
}

/* W_BB z_B = -q_B for the closed contacts B; P->r := z. false: singular, or so many. */
static bool solve_basis(dls_percussion *P, dls_view W)
{
    static const double LEAST_PIVOT = 1e-10;
    dls_int m = 0, count = W.cols;
    for (dls_int j = 0; j < count; j++) {
        P->part[m] = -P->q[j];
        m += P->closed[j];
    }
    dls_int row = 0, col = 0;
    for (dls_int j = 0; j < count; j++) {
        row = 0;
        for (dls_int i = 0; P->closed[j] && i < count; i++) {
            P->basis[row + col * m] = W.x[i + j * count];
            row += P->closed[i];
        }
        col += P->closed[j];
    }
    if (dls_motion_lu_factor((int)m, P->basis, P->units, P->order) < LEAST_PIVOT) {
        return false;
    }
    dls_motion_lu_solve((int)m, P->basis, P->units, P->order, P->part);
    m = 0;
    for (dls_int j = 0; j < count; j++) {
        P->r[j] = P->closed[j] ? P->part[m++] : 0;
    }
    return true;
}

/* Contacts that pull open, contacts that are pushed together close, all at once, from those that
   were closed last: few problems need more than two exchanges. */
static bool exchange(dls_percussion *P, dls_view W)
{
    enum { TRIES = 6 };
    static const double ROUNDING = 1e-13;
    dls_int count = W.cols;
    for (int k = 0; count <= DLS_MOTION_FEW && k < TRIES; k++) {
        if (!solve_basis(P, W)) {
            return false;
        }
        bool settled = true;
        for (dls_int i = 0; i < count; i++) {
            double w = P->q[i], size = fabs(w);
            for (dls_int j = 0; j < count; j++) {
                w += W.x[i + j * count] * P->r[j];
                size += fabs(W.x[i + j * count] * P->r[j]);
            }
            bool wrong = P->closed[i] ? P->r[i] < 0 : w < -ROUNDING * size;
            settled = settled && !wrong;
            P->w[i] = wrong;
        }
        if (settled) {
            return true;
        }
        for (dls_int i = 0; i < count; i++) {
            P->closed[i] ^= P->w[i] != 0;
        }
    }
    return false;
}

static dls_error complementarity(dls_percussion *P, dls_int count, dls_percussion_result *result,
                                 dls_fault *fault)
{
    dls_view W = gather_contacts(P, count, 1);
    bool open = true;
    for (dls_int k = 0; k < count; k++) {
        open = open && P->q[k] >= 0;
    }
    if (open) {
        return DLS_OK;
    }
    if (count == 1 && W.x[0] > 0) {
        P->r[0] = -P->q[0] / W.x[0];
        return DLS_OK;
    }
    if (exchange(P, W)) {
        return DLS_OK;
    }
    dls_zero(count, P->r);
    dls_lcp_problem Q = {W, P->q, 0};
    dls_lcp_result found;
    P->lcp.max_time = left(P);
    dls_error error =
        dls_lcp(&Q, &P->lcp, P->watch.host, P->r, P->w, P->certificate, &found, fault);
    result->iterations += error ? 0 : found.iterations;
    result->error = error ? INFINITY : found.relative;
    if (!error && found.outcome != DLS_SOLVED && !(found.relative <= ACCEPTED)) {
        result->solved = false;
        snprintf(result->message, sizeof result->message,
                 "the complementarity problem of the step: %s", dls_outcome_text(found.outcome));
    }
    for (dls_int k = 0; !error && k < count; k++) {
        P->closed[k] = P->r[k] > 0;
    }
    return error;
}

/* Where there is no solution, reactions far beyond the data make any residual look small. */
static bool runs_away(const dls_percussion *P, dls_view W)
{
    static const double FAR = 1e8;
    double most = 0;
    for (dls_int k = 0; k < W.cols; k++) {
        most = fmax(most, W.x[k + k * W.cols]);
    }
    return dls_norm(W.cols, P->r) * most > FAR * dls_norm(W.cols, P->q);
}

/* One contact in closed form; false: it has no solution, as far as this goes. */
static bool one_contact(dls_percussion *P, dls_view W, double mu)
{
    double rows[DLS_FRICTION_DIM * DLS_FRICTION_DIM];
    int d = P->d;
    for (int i = 0; i < d * d; i++) {
        rows[i] = W.x[i % d * d + i / d];
    }
    return dls_law_solve(d, mu, rows, P->q, P->r) <= P->friction.tolerance && !runs_away(P, W);
}

/* Is P->rubs of these contacts, with this friction? */
static bool same_rubs(const dls_percussion *P, const dls_friction_problem *Q)
{
    size_t list = (size_t)Q->contacts * sizeof *P->list;
    size_t mu = (size_t)Q->contacts * sizeof *Q->mu;
    if (!P->rubs || P->rubbers != Q->contacts || memcmp(P->rubbing, P->list, list) != 0) {
        return false;
    }
    dls_friction_problem kept = dls_friction_get_problem(P->rubs);
    return kept.dimension == Q->dimension && memcmp(kept.mu, Q->mu, mu) == 0;
}

/* P->rubs for the contacts of Q, those of the last step or others. */
static dls_error solver(dls_percussion *P, const dls_friction_problem *Q, dls_fault *fault)
{
    size_t bytes = (size_t)Q->contacts * sizeof *P->list;
    if (same_rubs(P, Q)) {
        bool stale = P->stale;
        P->stale = false;
        return stale ? dls_friction_update(P->rubs, Q->W, (dls_view){0}, fault) : DLS_OK;
    }
    P->stale = false;
    dls_friction_free(P->rubs);
    P->rubs = NULL;
    P->rubbers = Q->contacts;
    memcpy(P->rubbing, P->list, bytes);
    return dls_friction_setup(Q, &P->friction, P->watch.host, &P->rubs, fault);
}

static dls_error coulomb(dls_percussion *P, dls_int count, dls_percussion_result *result,
                         dls_fault *fault)
{
    dls_friction_problem Q = {.dimension = P->d, .contacts = count, .mu = P->mu_active};
    Q.W = gather_contacts(P, count, P->d);
    Q.q = P->q;
    for (dls_int k = 0; k < count; k++) {
        P->mu_active[k] = P->mu[P->list[k]];
    }
    if (count == 1 && one_contact(P, Q.W, P->mu_active[0])) {
        return DLS_OK;
    }
    dls_friction_result found;
    dls_error error = solver(P, &Q, fault);
    if (!error) {
        dls_friction_limit(P->rubs, fmin(dls_friction_defaults().max_time, left(P)));
        error = dls_friction_next(P->rubs, NULL, Q.q, false, P->r, P->w, NULL, &found, fault);
    }
    result->iterations += error ? 0 : found.iterations;
    result->error = error ? INFINITY : found.error;
    if (!error && (!(found.error <= ACCEPTED) || runs_away(P, Q.W))) {
        result->solved = false;
        snprintf(result->message, sizeof result->message,
                 "the friction problem of the step: %s, residual %.1e",
                 dls_outcome_text(found.outcome), found.error);
    }
    return error;
}

dls_error dls_motion_percussion_contacts(dls_percussion *P, const bool *active, double *pc,
                                         dls_percussion_result *result, dls_fault *fault)
{
    dls_int count = 0;
    bool rubs = false;
    for (dls_int i = 0; i < P->nu; i++) {
        if (active[i]) {
            P->list[count++] = i;
            rubs = rubs || (P->d > 1 && P->mu[i] > 0);
        }
    }
    dls_zero(P->width, pc);
    int k = rubs ? P->d : 1;
    dls_error error =
        rubs ? coulomb(P, count, result, fault) : complementarity(P, count, result, fault);
    for (dls_int a = 0; !error && a < count * k; a++) {
        pc[P->list[a / k] * P->d + a % k] = P->r[a];
    }
    return error;
}
