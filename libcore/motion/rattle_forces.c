/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forces of the scheme 'rattle', and their Jacobians: f = fa + fb, fb springs and dampers. */
#include "motion/rattle.h"

dls_error dls_rattle_begin_filter(dls_motion_run *R, dls_rattle_filter *F, dls_fault *fault)
{
    double rho = R->settings.spectral_radius;
    F->am = (2 * rho - 1) / (rho + 1);
    F->af = rho / (rho + 1);
    F->gamma = 0.5 - F->am + F->af;
    F->beta = (F->gamma + 0.5) * (F->gamma + 0.5) / 4;
    F->split = R->source->loaded;
    if (!R->model.C.rows) {
        return DLS_OK;
    }
    dls_mat Ct;
    dls_motion_matrices K = {.room_A = 0};
    if (!dls_mat_transpose(&Ct, R->model.C, NULL)) {
        return dls_fail_memory(fault);
    }
    const dls_view parts[] = {R->model.C, dls_see(&Ct)};
    const double half[] = {0.5, 0.5};
    dls_error error = dls_motion_sum_matrices(&K, R->n, 2, parts, half, fault);
    bool done = !error && dls_mat_copy(&F->C, dls_see(&K.A)) && dls_mat_own(&R->pool, &F->C);
    dls_mat_free(&Ct);
    dls_motion_matrices_free(&K);
    return error || done ? error : dls_fail_memory(fault);
}

void dls_rattle_springs(const dls_motion_run *R, const double *q, const double *v, double *f)
{
    const dls_rattle *W = R->workspace;
    dls_zero(R->n, f);
    if (R->model.C.rows) {
        dls_mul(dls_see(&W->filter.C), -1, v, f);
    }
    if (R->model.K.rows) {
        dls_mul(R->model.K, -1, q, f);
    }
}

void dls_rattle_stiff(const dls_motion_run *R, double c, double k, const double *x, double *y)
{
    const dls_rattle *W = R->workspace;
    if (R->model.C.rows) {
        dls_mul(dls_see(&W->filter.C), c, x, y);
    }
    if (R->model.K.rows) {
        dls_mul(R->model.K, k, x, y);
    }
}

void dls_rattle_others(const dls_motion_run *R, const dls_motion_values *E, double *room, double *f)
{
    const dls_rattle *W = R->workspace;
    dls_copy(R->n, E->f, f);
    if (W->filter.split) {
        dls_rattle_springs(R, E->q, E->v, room);
        dls_axpy(R->n, -1, room, f);
    }
}

bool dls_rattle_massless(dls_view M, dls_int k)
{
    return dls_largest(M.p[k + 1] - M.p[k], M.x + M.p[k]) == 0;
}

void dls_rattle_follow(dls_motion_run *R, double h)
{
    dls_rattle *W = R->workspace;
    const dls_motion_values *E = &W->middle;
    if (W->mode >= DLS_RATTLE_FORCES) {
        dls_mul(E->fv, 1, W->x, W->force);
        dls_mul(E->fq, h / 2, W->x, W->force);
        dls_rattle_stiff(R, 1, h / 2, W->x, W->force);
    }
    dls_rattle_stiff(R, -2, -h, W->x, W->filter.f1);
}

/* Entries of A := M + J between coordinates of which one has mass go back to those of M. */
static void keep_massless(dls_view M, dls_mat *A)
{
    for (dls_int j = 0; j < A->cols; j++) {
        bool column = dls_rattle_massless(M, j);
        for (dls_int k = A->p[j]; k < A->p[j + 1]; k++) {
            dls_int i = A->i[k];
            double own = 0;
            bool light = column && dls_rattle_massless(M, i);
            for (dls_int l = M.p[j]; l < M.p[j + 1]; l++) {
                own = M.i[l] == i ? M.x[l] : own;
            }
            A->x[k] = light ? A->x[k] : own;
        }
    }
}

void dls_rattle_hold(const dls_motion_run *R, double h, const dls_motion_values *E, const double *x,
                     double *y)
{
    dls_zero(R->n, y);
    for (dls_int j = 0; j < R->n; j++) {
        for (int part = 0; part < 2 && dls_rattle_massless(E->M, j); part++) {
            dls_view J = part ? E->fq : E->fv;
            for (dls_int k = J.p[j]; k < J.p[j + 1]; k++) {
                y[J.i[k]] -= (part ? h * h / 4 : h / 2) * J.x[k] * x[j];
            }
        }
    }
    for (dls_int k = 0; k < R->n; k++) {
        y[k] = dls_rattle_massless(E->M, k) ? y[k] : 0;
    }
}

/* The first problem: M + h/2 Da + h^2/4 Ka + b (h Kb + 2 Db), D = -df/dv, K = -df/dq. The second
   one has no gyroscopic terms: with them energy drifts. */
dls_error dls_rattle_matrix(dls_motion_run *R, double h, bool second, dls_fault *fault)
{
    dls_rattle *W = R->workspace;
    const dls_motion_values *E = &W->middle;
    dls_rattle_stage *stage = second ? &W->rates : &W->gaps;
    bool massless = second && W->massless && !W->filter.split;
    double b = h * dls_rattle_weight(&W->filter);
    double all = (!second && W->mode >= DLS_RATTLE_FORCES) || massless ? h / 2 : 0;
    double taken = massless ? 0 : all;
    const dls_view C = dls_see(&W->filter.C);
    const dls_view parts[] = {E->M, E->fv, E->fq, C, R->model.K};
    const double factor[] = {1, -all, -all * h / 2, 2 * b - taken, b * h - taken * h / 2};
    dls_error error =
        dls_motion_sum_matrices(&stage->K, R->n, W->filter.split ? 5 : 3, parts, factor, fault);
    if (!error && massless) {
        keep_massless(E->M, &stage->K.A);
    }
    return error;
}
