/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the answer of a problem nearby, one time step ago: Newton's method on the natural map, with
   a proximal term whose centre moves at every step and whose weight theta follows the residual.
   Where W is singular the term alone makes the steps regular, and as it vanishes convergence is
   quadratic. No line search: |F| is no merit function where contacts change between sticking and
   sliding, and the problem is near; steps that lead nowhere leave the rest to others. */
#include <math.h>

#include "friction/newton.h"

static void report(const dls_friction_task *T)
{
    if (T->settings->display > 1) {
        dls_say(T->host, "%6lld  residual %.3e", (long long)T->result->iterations, T->error);
    }
}

dls_error dls_friction_track(dls_friction_task *T, dls_fault *fault)
{
    enum { MOST = 15, STALL = 3 };
    /* theta: below, rounding of nearly singular systems; above, the first steps are too short */
    static const double LEAST = 1e-8, LARGEST = 1e-3, PROGRESS = 0.5;
    double past[STALL] = {0};
    bool solved = false;
    T->result->method = "newton";
    dls_error error = dls_friction_newton_prepare(T, fault);
    dls_newton *W = T->kept[DLS_WORK_NEWTON];
    if (!error) {
        W->S->near = true;
    }
    for (int k = 0; !error && !solved && k < MOST && dls_friction_may_go_on(T, INFINITY); k++) {
        if (k >= STALL && !(T->best < PROGRESS * past[k % STALL])) {
            break;
        }
        past[k % STALL] = T->best;
        W->weight = 1;
        W->theta = fmin(fmax(T->error, LEAST), LARGEST);
        dls_copy(T->N, T->r, W->centre);
        if (!dls_friction_newton_linearise(W)) {
            break;
        }
        T->result->iterations++;
        error = dls_friction_newton_direction(W, fault);
        if (!error) {
            dls_axpy(T->N, 1, W->dr, T->r);
            dls_axpy(T->n, 1, W->dv, T->v);
            solved = dls_friction_look(T);
            report(T);
        }
    }
    return error == DLS_ERROR_NUMERICAL ? DLS_OK : error;
}
