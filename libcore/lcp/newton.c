/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dls_lcp_newton: scale the problem, try several starts in a fixed order, and ask for a certificate
   when the first one fails. */
#include <math.h>

#include "lcp/newton.h"

enum { SMALL = 100, STARTS = 5, STARTS_IF_SMALL = 25, PER_START = 200 /* iterations */ };

/* ---- starts ---- */

/* The caller's v; zero; what makes w >= 0 on a diagonal; then noise of several sizes, half of it in
   every other start. */
static void newton_start(dls_newton *S, int start)
{
    static const double SIZES[] = {1, 30, 0.1}, TINY = 0.01; /* a diagonal that says nothing */
    double size = SIZES[start % 3];
    dls_noise(S->N, S->y);
    for (dls_int j = 0; j < S->N; j++) {
        double diagonal = dls_diagonal_entry(dls_see(&S->M), j);
        double noise = fmod(1009 * start * S->y[j], 1);
        double cover = fmax(-S->q[j], 0) / (diagonal > TINY ? diagonal : 1);
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
        newton_start(S, start);
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

/* ---- memory ---- */

static void lay_out(void *object, dls_room *room)
{
    dls_newton *S = object;
    DLS_TAKE_NUMBERS(room, S->N, &S->row, &S->col, &S->q, &S->y, &S->w, &S->phi, &S->da, &S->db,
                     &S->b, &S->r, &S->t, &S->kept_y, &S->best_v, &S->theta, &S->rhs, &S->dy,
                     &S->dw);
    S->scaling = DLS_TAKE(room, double, 2 * S->N);
    S->walk = DLS_TAKE(room, dls_int, S->N);
    S->fixed = DLS_TAKE(room, bool, S->N);
    dls_mat_take(room, &S->M, S->N, S->N, dls_entries(S->T->problem->M) + S->N);
    dls_lcp_newton_step_take(room, S);
}

/* The caller's M with a place for each diagonal entry. */
static void copy_with_diagonal(dls_view M, dls_mat *out)
{
    dls_int at = 0;
    for (dls_int j = 0; j < M.cols; j++) {
        bool placed = false;
        for (dls_int k = M.p[j]; k < M.p[j + 1]; k++) {
            if (!placed && M.i[k] > j) {
                dls_mat_put(out, &at, j, 0);
            }
            placed = placed || M.i[k] >= j;
            dls_mat_put(out, &at, M.i[k], M.x[k]);
        }
        if (!placed) {
            dls_mat_put(out, &at, j, 0);
        }
        out->p[j + 1] = at;
    }
}

static bool is_symmetric_scaled(dls_newton *S)
{
    static const double ROUNDING = 1e-13; /* of a product J'DJ, in balanced units */
    dls_int i, j;
    dls_fill(S->N, 1, S->t);
    return dls_asymmetry(dls_see(&S->M), S->t, S->walk, &i, &j) <= ROUNDING;
}

static dls_error scale_M(dls_newton *S, dls_fault *fault)
{
    copy_with_diagonal(S->T->problem->M, &S->M);
    dls_equilibrate(&S->M, S->row, S->col, S->scaling);
    dls_error error = dls_lcp_newton_step_load(S, is_symmetric_scaled(S), fault);
    S->version = error ? -1 : S->T->kept->version;
    return error;
}

static void scale_q(dls_newton *S)
{
    dls_copy(S->N, S->T->problem->q, S->q);
    S->unit = dls_unit_size(S->N, S->row, S->q);
}

static void release(void *object)
{
    dls_newton *S = object;
    dls_lcp_newton_step_free(S);
    dls_pool_free(&S->pool);
    dls_free(S);
}

dls_error dls_lcp_newton_prepare(dls_lcp_task *T, dls_fault *fault)
{
    dls_lcp_kept *kept = T->kept;
    if (kept->newton) {
        return DLS_OK;
    }
    dls_newton *S = DLS_NEW(dls_newton, 1);
    if (!S) {
        return dls_fail_memory(fault);
    }
    *S = (dls_newton){.T = T, .N = T->problem->M.cols, .free = T->problem->free};
    dls_error error = dls_pool_make(&S->pool, lay_out, S) ? DLS_OK : dls_fail_memory(fault);
    error = error ? error : scale_M(S, fault);
    if (error) {
        release(S);
        return error;
    }
    kept->newton = dls_pool_own(&kept->pool, release, S) ? S : NULL;
    return kept->newton ? DLS_OK : dls_fail_memory(fault);
}

dls_error dls_lcp_newton(dls_lcp_task *T, dls_fault *fault)
{
    T->result->method = "newton";
    dls_error error = dls_lcp_newton_prepare(T, fault);
    if (error) {
        return error;
    }
    dls_newton *S = T->kept->newton;
    S->T = T;
    S->best = INFINITY;
    S->mu = 0;
    S->factor = S->factor == DLS_NEWTON_SHIFTED ? DLS_NEWTON_CHOLESKY : S->factor;
    error = S->version == T->kept->version ? DLS_OK : scale_M(S, fault);
    scale_q(S);
    if (!error && T->settings->display == 2) {
        dls_say(T->host, "%5s  %10s  %10s  %-8s %8s", "iter", "merit", "residual", "step",
                "length");
    }
    return error ? error : run_starts(S, fault);
}
