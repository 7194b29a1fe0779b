/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The problem of some contacts at one instant, as a percussion: A x = r + G pb + B pc, u = B'x + s,
   x velocities after a jump, or accelerations. */
#include <math.h>

#include "motion/events.h"

dls_error dls_motion_event_problem(dls_rk *S, double t, const double *q, const double *v,
                                   dls_fault *fault)
{
    dls_rk_contacts *C = S->contacts;
    dls_motion_run *R = S->R;
    dls_motion_values *E = &R->here;
    unsigned parts = DLS_PART_MASS | DLS_PART_FORCE | DLS_PARTS_LAWS;
    C->d = R->friction ? S->d : 1;
    C->width = C->d * C->count;
    for (dls_int a = 0; a < C->width; a++) {
        int e = (int)(a % C->d);
        dls_int k = C->set[a / C->d];
        C->rows[a] = e == 0 ? S->nb + k : dls_rk_tangent(S, k, e - 1);
    }
    dls_error error =
        dls_motion_rk_look(S, E, parts, S->bilateral, S->bilaterals, t, q, v, &C->bilateral, fault);
    error = error
                ? error
                : dls_motion_rk_look(S, E, parts, C->rows, C->width, t, q, v, &C->contacts, fault);
    if (error) {
        return error;
    }
    for (dls_int a = 0; a < C->count; a++) {
        C->mu[a] = E->mu[C->set[a]];
        C->active[a] = true;
    }
    dls_percussion_problem Q = {
        .A = E->M, .G = C->bilateral.g, .B = C->contacts.g, .d = C->d, .mu = C->mu, .full = true};
    return dls_motion_percussions(R, &Q, &C->P, fault);
}

/* C->r, C->c, C->s of accelerations at y */
static dls_error load_accelerations(dls_rk *S, dls_fault *fault)
{
    dls_rk_contacts *C = S->contacts;
    dls_motion_values *E = &S->R->here;
    dls_copy(S->n, E->f, C->r);
    dls_error error = dls_motion_rk_bias(S, E, S->bilateral, S->bilaterals, C->c, fault);
    return error ? error : dls_motion_rk_bias(S, E, C->rows, C->width, C->s, fault);
}

dls_error dls_motion_event_accelerations(dls_rk *S, double t, const double *q, const double *v,
                                         dls_fault *fault)
{
    dls_rk_contacts *C = S->contacts;
    dls_percussion_result result = {.solved = true};
    dls_error error = dls_motion_event_problem(S, t, q, v, fault);
    error = error ? error : load_accelerations(S, fault);
    if (!error) {
        C->P->stands = false; /* it may be about to approach */
    }
    bool mixed = false;
    for (dls_int a = 0; a < C->count && C->d > 1; a++) {
        mixed = mixed || (C->mu[a] > 0 && dls_norm(C->d - 1, C->u + a * (C->d - 1)) > 0);
        C->active[a] = true;
    }
    for (dls_int a = 0; a < C->count && mixed; a++) {
        C->active[a] = false;
    }
    error = error ? error
                  : dls_percussion_solve(C->P, C->r, C->c, C->s, false, C->active, C->v, C->p,
                                         &result, fault);
    for (dls_int a = 0; a < C->count && mixed && !error; a++) {
        error = dls_delassus_columns(&C->P->D, a, &result.solved, fault);
    }
    if (!error && mixed && result.solved) {
        error = dls_motion_event_mixed(S, &result, fault);
    }
    dls_motion_count(S->R, &result, S->report);
    return error;
}
