/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Block Gauss-Seidel sweeps, some at a time, each time judged. */
#include <math.h>

#include "friction/sweeps.h"

dls_error dls_friction_gauss_seidel_prepare(dls_friction_task *T, dls_fault *fault)
{
    dls_sweeps *S;
    return dls_friction_sweeps_of(T, &S, fault);
}

/* Sweeps until the next look: one each at first, and at the last. */
static dls_int batch(const dls_friction_task *T, dls_int done)
{
    enum { EVERY = 5 };
    double allowed = T->settings->max_iterations, left = allowed - (double)T->result->iterations;
    dls_int count = done < EVERY ? 1 : EVERY;
    return allowed > 0 && left < (double)count ? (dls_int)left : count;
}

static bool look(dls_sweeps *S, dls_friction_task *T)
{
    if (T->problem->global) {
        dls_friction_sweeps_velocity(S, T->v);
    }
    return dls_friction_look(T);
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

/* Over-relaxation grows while the residual falls. When that rises by more than a little all returns
   to the best point, and where nothing gets better for long contacts are only solved, and visited
   from both ends. */
static void iterate(dls_sweeps *S, dls_friction_task *T)
{
    enum { PATIENCE = 5000, LONG = 300, FEW = 25, WORTH = 100, TENTH = 10, TRIAL = 5 };
    static const double MOST = 100000, PROGRESS = 0.9, LARGEST = 1.5, GROWTH = 0.1, RISE = 1.2;
    /* other methods are worth so many; the more contacts, the dearer are factors */
    dls_int idle = 0, done = 0, worth = DLS_MAX(WORTH, T->nc / TENTH);
    bool both = false;
    double best = INFINITY, relax = 1, before = INFINITY;
    prospect ahead = {0};
    dls_friction_sweeps_run(S, 0, both, relax, T->r);
    bool solved = look(S, T);
    while (!solved && idle < PATIENCE && dls_friction_may_go_on(T, MOST)) {
        dls_int count = batch(T, done);
        dls_friction_sweeps_run(S, count, both, relax, T->r);
        T->result->iterations += count;
        done += count;
        solved = look(S, T);
        idle = T->best < PROGRESS * best ? 0 : idle + count;
        best = idle == 0 ? T->best : best;
        if (T->settings->display > 1) {
            dls_say(T->host, "%6lld  residual %.3e  relaxation %.2f", (long long)done, T->error,
                    relax);
        }
        look_ahead(T, done, &ahead);
        if (T->brief && ((TRIAL * done >= worth && ahead.left > worth) ||
                         (ahead.left > FEW && dls_friction_stands(T)))) {
            break;
        }
        if (idle >= LONG) {
            both = true;
            relax = 1;
        } else if (T->error <= before) {
            relax = fmin(relax + GROWTH, LARGEST);
        } else if (relax > 1 && T->error > RISE * T->best) {
            dls_copy(T->N, T->best_r, T->r);
            relax = 1;
        }
        before = T->error;
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
