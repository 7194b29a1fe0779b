/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the iteration got stuck, a program of its own may still show that there is no solution.
   What is found is judged like any other certificate. */
#include <math.h>

#include "ipm/ipm.h"

typedef struct {
    dls_ipm *I;
    dls_pool pool;
    dls_mat none, stacked;    /* n-by-n without entries; [P; A] */
    double *zero, *x, *s, *y; /* n + m; n; n + m each */
} search;

static void lay_out(void *object, dls_room *room)
{
    search *S = object;
    dls_int n = S->I->data.n, m = S->I->data.m;
    dls_mat_take(room, &S->none, n, n, 0);
    DLS_TAKE_NUMBERS(room, n + m, &S->zero, &S->s, &S->y);
    S->x = DLS_TAKE(room, double, n);
}

/* Another problem, in the scaled units of this one, in the time that is left. If it ends as the
   claim says, its answer is proposed. */
static dls_error ask(search *S, const dls_conic_problem *problem, dls_outcome claim,
                     dls_fault *fault)
{
    dls_ipm *I = S->I, *F = NULL;
    dls_error error = dls_ipm_new(&F, problem, true, &I->settings, I->host, fault);
    if (!error) {
        F->watch = I->watch;
        error = dls_ipm_run(F, false, fault);
    }
    if (!error && F->outcome == claim) {
        dls_ipm_solution(F, S->x, S->s, S->y);
        dls_ipm_propose(I, claim, claim == DLS_PRIMAL_INFEASIBLE ? S->y : S->x);
        I->iterations += F->iterations;
    }
    dls_ipm_free(F);
    return error;
}

/* Do the constraints alone contradict each other: the problem without its objective? Or may the
   objective fall for ever: the linear program of the directions, q'x over P x = 0, A x + s = 0? */
static dls_error seek_proof(search *S, dls_fault *fault)
{
    dls_ipm *I = S->I;
    const dls_scaled *d = &I->data;
    dls_view none = dls_see(&S->none);
    dls_conic_problem feasibility = {none, S->zero, dls_see(&d->A), d->b, I->sizes};
    dls_error error = ask(S, &feasibility, DLS_PRIMAL_INFEASIBLE, fault);
    if (error || I->outcome != DLS_NUMERICAL_TROUBLE) {
        return error;
    }
    if (!dls_stack(dls_see(&d->P), dls_see(&d->A), &S->stacked) ||
        !dls_mat_own(&S->pool, &S->stacked)) {
        return dls_fail_memory(fault);
    }
    dls_conic_problem directions = {none, d->q, dls_see(&S->stacked), S->zero, I->sizes};
    directions.cones.zero += d->n;
    return ask(S, &directions, DLS_DUAL_INFEASIBLE, fault);
}

dls_error dls_ipm_seek_proofs(dls_ipm *I, dls_fault *fault)
{
    search S = {.I = I};
    dls_error error =
        dls_pool_make(&S.pool, lay_out, &S) ? seek_proof(&S, fault) : dls_fail_memory(fault);
    dls_pool_free(&S.pool);
    return error;
}
