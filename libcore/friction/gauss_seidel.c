/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Block Gauss-Seidel sweeps, some at a time, each time judged. */
#include <math.h>

#include "friction/drift.h"

dls_error dls_friction_gauss_seidel_prepare(dls_friction_task *T, dls_fault *fault)
{
    dls_sweeps *S;
    return dls_friction_sweeps_of(T, &S, fault);
}

/* Sweeps until the next look, if nothing tells that they have arrived. From an answer nearby the
   first look comes at once: it tells what `change` is to expect at the end, which may be near. */
static dls_int batch(const dls_friction_task *T, dls_int done)
{
    enum { FIRST = 16, SHARE = 2 };
    double allowed = T->settings->max_iterations, left = allowed - (double)T->result->iterations;
    bool at_once = T->nc == 1 || (T->near && done == 0);
    dls_int count = at_once ? 1 : DLS_MAX(FIRST, done / SHARE);
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

/* |dr| / |r| of the last sweep, the least that was halved since, and sweeps since then */
typedef struct {
    double change, mark;
    dls_int idle;
} pace;

/* Sweeps until they are worth a look, and jumps where |dr| is not halved for long; how many. */
static dls_int go_on(dls_sweeps *S, pace *X, dls_int count, double goal)
{
    enum { LONG = 256 };
    static const double HALF = 0.5, RELAX = 1.2;
    dls_int done = 0;
    bool arrived = false;
    while (done < count && !arrived && !dls_watch_over(&S->T->watch, NULL)) {
        dls_sweeps_run run = {.count = DLS_MIN(count - done, LONG - X->idle),
                              .relax = S->T->nc == 1 ? 1 : RELAX,
                              .accelerate = true,
                              .goal = fmax(goal, HALF * X->mark)};
        dls_friction_sweeps_do(S, &run);
        done += run.done;
        X->idle += run.done;
        X->change = run.change;
        arrived = run.change <= goal;
        if (run.change <= HALF * X->mark) {
            X->mark = run.change;
            X->idle = 0;
        } else if (X->idle >= LONG) {
            done += dls_drift_jump(S->drift);
            X->mark = INFINITY;
            X->idle = 0;
        }
    }
    return done;
}

/* Rent or buy, in a brief turn: other methods begin where sweeps have cost what these are expected
   to cost, unless the end is near. That they creep is no reason: they do so until a contact changes
   its state. Before TRIAL sweeps nothing is prepared for others. */
static dls_error is_worth(dls_friction_task *T, const prospect *ahead, dls_int done,
                          double *allowed, bool *worth, dls_fault *fault)
{
    enum { TRIAL = 400 };
    static const double STEPS = 15, HALF = 0.5;
    static const double NEAR = 4, MATRIX = 100; /* steps of newton from an answer */
    dls_friction_system *Y;
    if (done < TRIAL) {
        return DLS_OK;
    }
    if (*allowed == 0) {
        dls_error error = dls_friction_system_of(T, &Y, fault);
        if (error) {
            return error;
        }
        *allowed = T->near ? NEAR * (MATRIX + dls_friction_factor_price(Y))
                           : STEPS * dls_friction_pseudo_time_price(Y);
    }
    *worth = (double)done < *allowed || (double)ahead->left < HALF * (double)done;
    return DLS_OK;
}

/* A point of sweeps is looked at where what they still change suggests that the tolerance is met:
   `share` is |dr| / |r| over the residual, as it was at the last look. */
static dls_error iterate(dls_sweeps *S, dls_friction_task *T, dls_fault *fault)
{
    enum { PATIENCE = 5000 };
    static const double MOST = 100000, PROGRESS = 0.9, CAREFUL = 0.8, LEAST = 0.02, LARGE = 1e6;
    static const double USUAL = 2.5; /* of piles: 3 to 5 */
    dls_int idle = 0, done = 0;
    double best = INFINITY, share = USUAL, allowed = 0;
    prospect ahead = {0};
    pace X = {.mark = INFINITY};
    dls_error error = DLS_OK;
    bool solved = false, worth = true;
    dls_friction_sweeps_begin(S, T->r);
    while (!solved && worth && !error && idle < PATIENCE && dls_friction_may_go_on(T, MOST)) {
        dls_int made = go_on(S, &X, batch(T, done), share * T->settings->tolerance);
        T->result->iterations += made;
        done += made;
        dls_friction_sweeps_point(S, T->r, T->v);
        solved = dls_friction_look(T);
        share = fmax(LEAST, fmin(LARGE, CAREFUL * X.change / T->error));
        idle = T->best < PROGRESS * best ? 0 : idle + made;
        best = idle == 0 ? T->best : best;
        if (T->settings->display > 1) {
            dls_say(T->host, "%6lld  residual %.3e  change %.1e", (long long)done, T->error,
                    X.change);
        }
        look_ahead(T, done, &ahead);
        error = T->brief && !solved ? is_worth(T, &ahead, done, &allowed, &worth, fault) : DLS_OK;
    }
    if (idle >= PATIENCE) {
        dls_friction_tell(T, "gauss-seidel stalls");
    }
    return error;
}

dls_error dls_friction_gauss_seidel(dls_friction_task *T, dls_fault *fault)
{
    T->result->method = "gauss-seidel";
    dls_sweeps *S;
    dls_error error = dls_friction_sweeps_of(T, &S, fault);
    if (S && !S->drift) {
        S->drift = dls_drift_new(S);
        error = S->drift ? DLS_OK : dls_fail_memory(fault);
    }
    if (S && !error) {
        T->result->factorisations += T->problem->global;
        error = iterate(S, T, fault);
    } else if (!error) {
        dls_friction_sweeps_tell(T, "gauss-seidel");
    }
    return error;
}
