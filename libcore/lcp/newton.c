/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dls_lcp_newton: scale the problem, try several starts in a fixed order, and ask for a certificate
   when the first one fails. */
#include <math.h>

#include "lcp/newton.h"

enum { SMALL = 100, STARTS = 5, STARTS_IF_SMALL = 25, PER_START = 200 /* iterations */ };

/* ---- starts ---- */

/* The caller's v; zero; what makes w >= 0 on a diagonal; then noise of several sizes, half of it in
   every other start. */
static void start_point(dls_newton *S, int start)
{
    static const double SIZES[] = {1, 30, 0.1};
    double size = SIZES[start % 3];
    dls_noise(S->N, S->y);
    for (dls_int j = 0; j < S->N; j++) {
        double diagonal = 0, noise = fmod(1009 * start * S->y[j], 1);
        for (dls_int k = S->M.p[j]; k < S->M.p[j + 1]; k++) {
            diagonal = S->M.i[k] == j ? S->M.x[k] : diagonal;
        }
        double cover = fmax(-S->q[j], 0) / (diagonal > 0.01 ? diagonal : 1);
        double sign = j < S->free || (start % 2 == 0 && noise < 0) ? 1 : copysign(1, noise);
        S->y[j] = start == 0   ? S->best_v[j] / (S->unit * S->col[j])
                  : start == 1 ? 0
                  : start == 2 ? cover
                               : size * sign * noise;
        S->y[j] = j < S->free || start == 0 ? S->y[j] : fmax(S->y[j], 0);
    }
}

static dls_error run_starts(dls_newton *S, dls_fault *fault)
{
    dls_lcp_result *r = S->T->result;
    double most = S->T->settings->max_iterations;
    int starts = S->N <= SMALL ? STARTS_IF_SMALL : STARTS;
    dls_int limit = most > 0 ? (dls_int)most : starts * PER_START;
    bool solved = false, zero = true;
    dls_error error = DLS_OK;
    dls_copy(S->N, S->T->v, S->best_v);
    for (dls_int i = 0; i < S->N; i++) {
        zero = zero && S->best_v[i] == 0;
    }
    for (int start = 0;
         start < starts && !solved && !error && r->iterations < limit && !S->T->known->stopped;
         start++) {
        if (start == 1 && zero) {
            continue;
        }
        dls_int left = limit - r->iterations;
        start_point(S, start);
        error =
            dls_lcp_newton_iterate(S, most > 0 ? left : DLS_MIN(left, PER_START), &solved, fault);
        if (start == 0 && !solved && !error) {
            dls_copy(S->N, S->best_v, S->T->v);
            dls_mlcp_accept(S->T);
            r->outcome = DLS_NUMERICAL_TROUBLE;
            error = dls_mlcp_farkas(S->T, fault);
            if (error || r->outcome != DLS_NUMERICAL_TROUBLE) {
                return error;
            }
        }
    }
    if (!solved && !error) {
        dls_copy(S->N, S->best_v, S->T->v);
        dls_mlcp_accept(S->T);
        r->outcome = S->T->known->stopped    ? S->T->known->why
                     : r->iterations < limit ? DLS_NUMERICAL_TROUBLE
                                             : DLS_MAX_ITERATIONS;
        dls_mlcp_tell(S->T, "no start of the semismooth Newton method reached the tolerance");
    }
    return error;
}

/* ---- set-up ---- */

/* The caller's M with a place for each diagonal entry. */
static bool copy_with_diagonal(dls_view M, dls_mat *out)
{
    dls_int at = 0;
    if (!dls_mat_new(out, M.cols, M.cols, dls_entries(M) + M.cols)) {
        return false;
    }
    for (dls_int j = 0; j < M.cols; j++) {
        bool placed = false;
        for (dls_int k = M.p[j]; k < M.p[j + 1]; k++) {
            if (!placed && M.i[k] > j) {
                out->i[at++] = j;
            }
            placed = placed || M.i[k] >= j;
            out->i[at] = M.i[k];
            out->x[at++] = M.x[k];
        }
        if (!placed) {
            out->i[at++] = j;
        }
        out->p[j + 1] = at;
    }
    return true;
}

static bool is_symmetric(dls_newton *S, dls_int *work)
{
    dls_int i, j;
    for (dls_int k = 0; k < S->N; k++) {
        S->t[k] = 1;
    }
    return dls_asymmetry(dls_see(&S->M), S->t, work, &i, &j) <= 1e-13;
}

static bool take_problem(dls_newton *S)
{
    dls_int *work = DLS_NEW(dls_int, S->N);
    double *scaling = DLS_NEW(double, 2 * S->N);
    bool ready = work && scaling && copy_with_diagonal(S->T->problem->M, &S->M);
    if (ready) {
        dls_equilibrate(&S->M, S->row, S->col, scaling);
        double top = 0;
        for (dls_int i = 0; i < S->N; i++) {
            S->q[i] = S->row[i] * S->T->problem->q[i];
            top = fmax(top, fabs(S->q[i]));
        }
        S->unit = dls_power2(top);
        for (dls_int i = 0; i < S->N; i++) {
            S->q[i] /= S->unit;
        }
        S->symmetric = is_symmetric(S, work);
    }
    dls_free(work);
    dls_free(scaling);
    return ready;
}

static bool create(dls_newton *S, double ***arrays, size_t count)
{
    bool ready = true;
    for (size_t k = 0; k < count; k++) {
        *arrays[k] = DLS_NEW(double, S->N);
        ready = ready && *arrays[k];
    }
    S->fixed = DLS_NEW(bool, S->N);
    return ready && S->fixed && take_problem(S);
}

dls_error dls_lcp_newton(dls_lcp_task *T, dls_fault *fault)
{
    dls_newton S = {.T = T, .N = T->problem->M.cols, .free = T->problem->free, .best = INFINITY};
    double **arrays[] = {&S.row,    &S.col,   &S.q,   &S.y,  &S.w,  &S.phi, &S.da, &S.db, &S.kept_y,
                         &S.best_v, &S.theta, &S.rhs, &S.dy, &S.dw, &S.b,   &S.r,  &S.t};
    size_t count = sizeof arrays / sizeof *arrays;
    dls_error error = create(&S, arrays, count) ? DLS_OK : dls_fail_memory(fault);
    error = error ? error : dls_lcp_newton_step_create(&S, fault);
    T->result->method = "newton";
    if (!error && T->settings->display == 2) {
        dls_say(T->host, "%5s  %10s  %10s  %-8s %8s", "iter", "merit", "residual", "step",
                "length");
    }
    error = error ? error : run_starts(&S, fault);
    for (size_t k = 0; k < count; k++) {
        dls_free(*arrays[k]);
    }
    dls_free(S.fixed);
    dls_mat_free(&S.M);
    dls_lcp_newton_step_free(&S);
    return error;
}
