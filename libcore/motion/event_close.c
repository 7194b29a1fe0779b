/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Velocities of contacts that close are made zero, by percussions that rub where they slip. */
#include "motion/events.h"

/* The contacts of C->set that slip do so while they are closed, until `decide`: what closes them
   rubs. C->u: their velocities */
static void slip(dls_rk *S)
{
    const dls_rk_contacts *C = S->contacts;
    int t = S->d - 1;
    for (dls_int a = 0; a < C->count && S->R->friction; a++) {
        dls_int k = C->set[a];
        S->speed[k] = dls_norm(t, C->u + a * t);
        S->slips[k] = S->speed[k] > 0 && S->R->here.mu[k] > 0;
        S->sliding = S->sliding || S->slips[k] != 0;
        for (int e = 0; e < t && S->slips[k] != 0; e++) {
            S->direction[k * t + e] = C->u[a * t + e] / S->speed[k];
        }
    }
}

/* G'v + w = 0 for the bilateral constraints and the contacts of C->set, by S->lambda of C->list */
static dls_error close_all(dls_rk *S, dls_rk_state *y, dls_int *count, dls_fault *fault)
{
    dls_rk_contacts *C = S->contacts;
    *count = S->bilaterals + C->count;
    for (dls_int k = 0; k < S->bilaterals; k++) {
        C->list[k] = S->bilateral[k];
    }
    for (dls_int a = 0; a < C->count; a++) {
        C->list[S->bilaterals + a] = S->nb + C->set[a];
    }
    dls_error error = dls_motion_event_independent(S, y, C->list, count, fault);
    return error ? error : dls_motion_rk_project(S, C->list, *count, y, S->lambda, fault);
}

/* Contacts that nearly depend on each other stop their bodies by pushing and pulling each other: an
   impact without rebound stops those that it can, and the others open. */
dls_error dls_motion_event_close(dls_rk *S, dls_rk_state *y, dls_fault *fault)
{
    static const double LEVERS = 1e4; /* impulses beside those that stop the bodies one by one */
    dls_rk_contacts *C = S->contacts;
    dls_int count;
    dls_copy(S->n, y->v, C->v);
    slip(S);
    dls_error error = close_all(S, y, &count, fault);
    double most = LEVERS * dls_max_abs(S->R->here.M) * dls_largest(count, S->bias);
    if (!error && S->report->ok && dls_largest(count, S->lambda) > most) {
        dls_copy(S->n, C->v, y->v);
        count = 0;
        error = dls_motion_event_stop(S, y, fault);
    }
    dls_axpy(S->n, 1, y->v, C->v);
    for (dls_int a = 0; a < count && !error && S->report->ok; a++) {
        dls_int k = C->list[a] - S->nb;
        bool rubs = k >= 0 && S->slips[k] != 0;
        int kind = rubs ? DLS_WORK_FRICTION : k >= 0 ? DLS_WORK_CONTACT : DLS_WORK_CONSTRAINT;
        S->work[kind] += S->lambda[a] / 2 * dls_motion_power(S->at.f, a, C->v);
        S->percussions[C->list[a]] += S->lambda[a];
        for (int e = 0; rubs && e < S->d - 1; e++) {
            double along = S->direction[k * (S->d - 1) + e];
            S->percussions[dls_rk_tangent(S, k, e)] -= S->R->here.mu[k] * S->lambda[a] * along;
        }
    }
    dls_zero(S->nu, S->slips);
    return error;
}
