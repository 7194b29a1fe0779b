/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Block Gauss-Seidel sweeps, some at a time, each time judged. */
#include <math.h>

#include "friction/sweeps.h"

dls_error dls_friction_gauss_seidel_prepare(dls_friction_task *T, dls_fault *fault)
{
    dls_sweeps *S;
    return dls_friction_sweeps_of(T, &S, fault);
}

/* Sweeps until the next look, if nothing tells that they have arrived */
static dls_int batch(const dls_friction_task *T, dls_int done)
{
    enum { FIRST = 8, SHARE = 2 };
    double allowed = T->settings->max_iterations, left = allowed - (double)T->result->iterations;
    dls_int count = T->nc == 1 ? 1 : DLS_MAX(FIRST, done / SHARE);
    return allowed > 0 && left < (double)count ? (dls_int)left : count;
}

/* As sweeps get on between two of these looks, more and more sweeps apart, how many more will they
   take? */
typedef struct {
    double error;
    dls_int done, left;
} prospect;

static void look_ahead(const dls_friction_task *T, dls_int done, prospect *P)
{
    enum { APART = 3 }; /* a third of all sweeps so far */
    if (!(P->done > 0)) {
        *P = (prospect){T->best, done, 0};
    } else if (APART * (done - P->done) >= done) {
        double rate = log(P->error / T->best) / (double)(done - P->done);
        double left = log(T->best / T->settings->tolerance) / rate;
        *P = (prospect){T->best, done, left < (double)INT32_MAX ? (dls_int)left : INT32_MAX};
    }
}

/* A point of sweeps is looked at where what they still change suggests that the tolerance is met:
   `share` is |dr| / |r| over the residual, as it was at the last look. */
static void iterate(dls_sweeps *S, dls_friction_task *T)
{
    enum { PATIENCE = 5000, FEW = 25, WORTH = 100, TENTH = 10, TRIAL = 5 };
    static const double MOST = 100000, PROGRESS = 0.9, RELAX = 1.2, CAREFUL = 0.8, LEAST = 0.02;
    /* other methods are worth so many; the more contacts, the dearer are factors */
    dls_int idle = 0, done = 0, worth = DLS_MAX(WORTH, T->nc / TENTH);
    double best = INFINITY, share = 1;
    prospect ahead = {0};
    dls_friction_sweeps_begin(S, T->r);
    bool solved = false;
    while (!solved && idle < PATIENCE && dls_friction_may_go_on(T, MOST)) {
        dls_sweeps_run run = {.count = batch(T, done),
                              .relax = T->nc == 1 ? 1 : RELAX,
                              .accelerate = true,
                              .goal = share * T->settings->tolerance};
        dls_friction_sweeps_do(S, &run);
        T->result->iterations += run.done;
        done += run.done;
        dls_friction_sweeps_point(S, T->r, T->v);
        solved = dls_friction_look(T);
        share = fmax(LEAST, fmin(1, CAREFUL * run.change / T->error));
        idle = T->best < PROGRESS * best ? 0 : idle + run.done;
        best = idle == 0 ? T->best : best;
        if (T->settings->display > 1) {
            dls_say(T->host, "%6lld  residual %.3e  change %.1e", (long long)done, T->error,
                    run.change);
        }
        look_ahead(T, done, &ahead);
        if (T->brief && ((TRIAL * done >= worth && ahead.left > worth) ||
                         (ahead.left > FEW && dls_friction_stands(T)))) {
            break;
        }
    }
    if (idle >= PATIENCE) {
        dls_friction_tell(T, "gauss-seidel stalls");
    }
}

dls_error dls_friction_gauss_seidel(dls_friction_task *T, dls_fault *fault)
{
    T->result->method = "gauss-seidel";
    dls_sweeps *S;
    dls_error error = dls_friction_sweeps_of(T, &S, fault);
    if (S) {
        T->result->factorisations += T->problem->global;
        iterate(S, T);
    } else if (!error) {
        dls_friction_sweeps_tell(T, "gauss-seidel");
    }
    return error;
}
