/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory of an interior point: arrays from one pool, the linear system in one of its own. */
#include "ipm/ipm.h"

typedef struct {
    dls_ipm *I;
    const dls_conic_problem *problem;
} plan;

static void lay_out(void *object, dls_room *room)
{
    dls_ipm *I = ((plan *)object)->I;
    const dls_conic_problem *p = ((plan *)object)->problem;
    DLS_TAKE_NUMBERS(room, I->data.n, &I->now.x, &I->step.x, &I->affine.x, &I->best.x, &I->x2,
                     &I->g1, &I->Px, &I->c, &I->r1, &I->q);
    DLS_TAKE_NUMBERS(room, I->data.m, &I->now.s, &I->now.y, &I->step.s, &I->step.y, &I->affine.s,
                     &I->affine.y, &I->best.s, &I->best.y, &I->y2, &I->g2, &I->r2, &I->lambda,
                     &I->shift, &I->u, &I->v, &I->b);
    I->second = DLS_TAKE(room, dls_int, p->cones.count);
    dls_ipm_scaled_take(room, &I->data, dls_entries(p->P), dls_entries(p->A));
    dls_ipm_system_take(room, &I->system, I->data.n, I->data.m);
}

static void see_data(dls_ipm *I)
{
    static const dls_backend *const named[] = {NULL, &dls_linsys_cholesky, &dls_linsys_ldl};
    dls_system *S = &I->system;
    const dls_scaled *d = &I->data;
    S->P = dls_see(&d->P);
    S->Pt = dls_see(I->symmetric ? &d->P : &d->Pt);
    S->A = dls_see(&d->A);
    S->At = dls_see(&d->At);
    S->symmetric = I->symmetric;
    S->cones = &I->cones;
    S->backend = I->symmetric ? named[(int)I->settings.method] : &dls_linsys_lu;
}

void dls_ipm_matrices(dls_ipm *I, dls_view P, dls_view A)
{
    dls_ipm_scaled_matrices(&I->data, P, A, I->r1, I->r2);
}

void dls_ipm_vectors(dls_ipm *I, const double *q, const double *b)
{
    dls_copy(q ? I->data.n : 0, q, I->q);
    dls_copy(b ? I->data.m : 0, b, I->b);
    dls_ipm_scaled_vectors(&I->data, I->q, I->b);
    dls_ipm_system_restart(&I->system);
    I->outcome = DLS_NUMERICAL_TROUBLE;
    I->trouble = NULL;
    I->proof = (dls_proof){0, 0, 0};
}

dls_error dls_ipm_new(dls_ipm **out, const dls_conic_problem *problem, bool symmetric,
                      const dls_conic_settings *settings, dls_host host, dls_fault *fault)
{
    return dls_ipm_new_of(out, problem, NULL, symmetric, settings, host, fault);
}

enum { STEPS = 100 }; /* unless 'MaxIterations' says how many */

dls_error dls_ipm_new_of(dls_ipm **out, const dls_conic_problem *problem, const dls_cone_kind *kind,
                         bool symmetric, const dls_conic_settings *settings, dls_host host,
                         dls_fault *fault)
{
    dls_ipm *I = DLS_NEW(dls_ipm, 1);
    plan P = {I, problem};
    *out = NULL;
    if (!I) {
        return dls_fail_memory(fault);
    }
    I->symmetric = I->data.symmetric = symmetric;
    I->data.n = problem->P.cols;
    I->data.m = problem->A.rows;
    I->data.cones = &I->cones;
    I->settings = *settings;
    I->settings.max_iterations = settings->max_iterations > 0 ? settings->max_iterations : STEPS;
    I->host = host;
    I->watch = dls_watch_start(host, settings->max_time);
    bool ready = dls_cones_new(&I->pool, &I->cones, &problem->cones, kind) &&
                 dls_pool_make(&I->pool, lay_out, &P);
    dls_error error = ready ? DLS_OK : dls_fail_memory(fault);
    if (!error) {
        for (dls_int k = 0; k < problem->cones.count; k++) {
            I->second[k] = problem->cones.second[k];
        }
        I->sizes = problem->cones;
        I->sizes.second = I->second;
        dls_ipm_matrices(I, problem->P, problem->A);
        dls_ipm_vectors(I, problem->q, problem->b);
        see_data(I);
        dls_cones_unit_scaling(&I->cones);
        error = dls_ipm_system_setup(&I->system, &I->pool, fault);
    }
    if (error) {
        dls_ipm_free(I);
        return error;
    }
    *out = I;
    return DLS_OK;
}

void dls_ipm_free(dls_ipm *I)
{
    if (I) {
        dls_pool_free(&I->system.shape);
        dls_pool_free(&I->pool);
        dls_free(I);
    }
}
