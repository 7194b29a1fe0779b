/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loop over the steps of a linear model. */
#include <math.h>
#include <string.h>

#include "motion/linear.h"

/* Row by row of one column after the other; identity where a = 0. */
static void gather_sizes(dls_view A, dls_int j, double factor, dls_scatter *sum)
{
    for (dls_int k = A.p[j]; factor != 0 && k < A.p[j + 1]; k++) {
        dls_scatter_add(sum, A.i[k], factor * A.x[k]);
    }
}

dls_error dls_motion_combine(const dls_run *R, double a, double b, double c, dls_mat *A,
                             dls_fault *fault)
{
    const dls_linear_model *L = R->model;
    dls_int room = dls_entries(L->M) + dls_entries(L->C) + dls_entries(L->K) + R->n;
    dls_scatter sum;
    bool done = dls_scatter_new(&sum, R->n);
    done = done && dls_mat_new(A, R->n, R->n, room);
    for (dls_int j = 0; done && j < R->n; j++) {
        if (a == 0) {
            dls_scatter_add(&sum, j, 1);
        }
        gather_sizes(L->M, j, a, &sum);
        gather_sizes(L->C, j, b, &sum);
        gather_sizes(L->K, j, c, &sum);
        done = dls_scatter_collect(&sum, 0, R->n, A, &room, j);
    }
    dls_scatter_free(&sum);
    return done ? DLS_OK : dls_fail_memory(fault);
}

dls_error dls_motion_setup_percussion(const dls_run *R, dls_percussion_problem problem,
                                      dls_percussion **P, dls_fault *fault)
{
    problem.host = R->watch.host;
    dls_error error = dls_percussion_setup(&problem, P, fault);
    if (!error) {
        (*P)->watch = R->watch;
    }
    return error;
}

void dls_motion_linear_sort(dls_run *R, double scale)
{
    dls_int nb = R->nb, nu = R->nu;
    int d = R->model->d, own = R->step->d;
    const double *pc = R->p + nb;
    for (dls_int k = 0; k < nb; k++) {
        R->state->p[k] = scale * R->p[k];
    }
    for (dls_int i = 0; i < nu; i++) {
        R->state->p[nb + i] = scale * pc[i * own];
        for (int t = 1; t < d; t++) {
            R->state->p[nb + nu + i * (d - 1) + t - 1] = t < own ? scale * pc[i * own + t] : 0;
        }
        double mu = own > 1 ? R->model->mu[i] : 0;
        R->state->status[i] = dls_percussion_status(own, mu, pc + i * own);
    }
}

static dls_error check_run(const dls_linear_model *L, const dls_run_settings *S, dls_fault *fault)
{
    const dls_view views[] = {L->M, L->C, L->K, L->G, L->N, L->B};
    static const char *const names[] = {"M", "C", "K", "G", "N", "B"};
    dls_int n = L->M.rows, nu = L->N.cols;
    const dls_int cols[] = {n, n, n, L->G.cols, nu, L->d * nu};
    for (int k = 0; k < 6; k++) {
        dls_error error = dls_view_check(views[k], names[k], fault);
        if (error) {
            return error;
        }
        if (views[k].rows != n || views[k].cols != cols[k]) {
            return dls_fail(fault, DLS_ERROR_DIMENSION, "%s is %lld-by-%lld; expected %lld-by-%lld",
                            names[k], (long long)views[k].rows, (long long)views[k].cols,
                            (long long)n, (long long)cols[k]);
        }
    }
    if (!(S->h > 0) || S->steps < 0 || S->stride < 1) {
        return dls_fail(fault, DLS_ERROR_OPTION, "h is %g; expected a positive step", S->h);
    }
    return DLS_OK;
}

static void lay_out(void *object, dls_room *room)
{
    dls_run *R = object;
    R->r = DLS_TAKE(room, double, R->n);
    R->x = DLS_TAKE(room, double, R->n);
    R->z = DLS_TAKE(room, double, R->n);
    R->c = DLS_TAKE(room, double, R->nb);
    R->cb = DLS_TAKE(room, double, R->nb);
    R->s = DLS_TAKE(room, double, R->width);
    R->sn = DLS_TAKE(room, double, R->nu);
    R->gap = DLS_TAKE(room, double, R->nu);
    R->p = DLS_TAKE(room, double, R->nb + R->width);
    R->active = DLS_TAKE(room, bool, R->nu);
}

static dls_error begin(dls_run *R, dls_fault *fault)
{
    if (!dls_pool_make(&R->pool, lay_out, R)) {
        return dls_fail_memory(fault);
    }
    bool positions = R->settings->scheme == DLS_SCHATZMAN_PAOLI;
    dls_error error =
        positions ? dls_motion_paoli_begin(R, fault) : dls_motion_linear_moreau(R, fault);
    R->state->percussion.factorisations += !error;
    return error;
}

static void end(dls_run *R)
{
    dls_percussion_free(R->step);
    dls_percussion_free(R->projection);
    dls_mat_free(&R->A);
    dls_mat_free(&R->Q);
    dls_pool_free(&R->pool);
}

static void store(const dls_run *R, const dls_run_storage *to, dls_int column)
{
    const dls_run_state *state = R->state;
    dls_int np = R->nb + R->width;
    dls_copy(R->n, state->q, to->q + column * R->n);
    dls_copy(R->n, state->v, to->v + column * R->n);
    dls_copy(np, state->p, to->p + column * np);
    dls_copy(R->nu, state->status, to->status + column * R->nu);
}

dls_error dls_linear_run(const dls_linear_model *model, const dls_run_settings *settings,
                         const dls_run_storage *storage, dls_run_state *state, dls_fault *fault)
{
    dls_error error = check_run(model, settings, fault);
    if (error) {
        return error;
    }
    dls_run R = {.model = model, .settings = settings, .state = state};
    R.n = model->M.rows;
    R.nb = model->G.cols;
    R.nu = model->N.cols;
    R.width = model->d * R.nu;
    double seconds = settings->max_time > 0 ? settings->max_time : INFINITY;
    R.watch = dls_watch_start(settings->host, seconds);
    state->done = 0;
    state->ended = DLS_SOLVED;
    state->percussion = (dls_percussion_result){.solved = true};
    error = begin(&R, fault);
    bool over = false;
    while (!error && !over && state->done < settings->steps) {
        error = R.advance(&R, fault);
        bool solved = !error && state->percussion.solved;
        state->done += solved;
        if (solved && state->done % settings->stride == 0) {
            store(&R, storage, state->done / settings->stride - 1);
        }
        over = !solved;
        if (over || state->done < settings->steps) {
            over = dls_watch_over(&R.watch, &state->ended) || over;
        }
    }
    end(&R);
    return error;
}
