/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Projected successive over-relaxation by columns: w = M v + q is kept up to date, and computed
   anew whenever the natural map is tested. Converges for symmetric positive semidefinite M with a
   solution (relaxation < 2) and for diagonally dominant M. */
#include <math.h>

#include "lcp/lcp.h"

/* Row i: v_i := v_i - relaxation w_i / M_ii, projected. A complementarity row without a positive
   diagonal keeps v_i: it may hold nevertheless. */
static void sweep_rows(const dls_lcp_task *T, const double *diagonal)
{
    dls_view M = T->problem->M;
    dls_int free = T->problem->free;
    for (dls_int i = 0; i < M.cols; i++) {
        bool skip = i < free ? diagonal[i] == 0 : !(diagonal[i] > 0);
        if (skip) {
            continue;
        }
        double next = T->v[i] - T->settings->relaxation * T->w[i] / diagonal[i];
        next = i < free || next > 0 ? next : 0;
        double change = next - T->v[i];
        T->v[i] = next;
        for (dls_int k = change == 0 ? M.p[i + 1] : M.p[i]; k < M.p[i + 1]; k++) {
            T->w[M.i[k]] += M.x[k] * change;
        }
    }
}

/* The first row that the sweeps cannot treat; equations: a zero diagonal, others: one <= 0. */
static dls_int hopeless(const dls_lcp_task *T, double *diagonal)
{
    dls_view M = T->problem->M;
    dls_int row = -1;
    dls_diagonal(M, diagonal);
    for (dls_int j = 0; j < M.cols; j++) {
        bool bad = j < T->problem->free ? diagonal[j] == 0 : !(diagonal[j] > 0);
        row = bad && row < 0 ? j : row;
    }
    return row;
}

static void run_sweeps(dls_lcp_task *T, const double *diagonal, double *best_v)
{
    static const dls_int TEST = 4;
    dls_lcp_result *r = T->result;
    dls_int N = T->problem->M.cols;
    double most = T->settings->max_iterations > 0 ? T->settings->max_iterations : 10000;
    bool solved = dls_mlcp_accept(T);
    double best = r->relative;
    dls_copy(N, T->v, best_v);
    for (dls_int k = 1; !solved && (double)k <= most; k++) {
        sweep_rows(T, diagonal);
        r->iterations++;
        if (k % TEST != 0 && (double)k < most) {
            continue;
        }
        solved = dls_mlcp_accept(T);
        if (!solved && r->relative < best) {
            best = r->relative;
            dls_copy(N, T->v, best_v);
        }
        if (T->settings->display > 1) {
            dls_say(T->host, "%7lld  relative residual %.3e", (long long)k, r->relative);
        }
        if (isinf(r->relative) || (!solved && dls_mlcp_over(T))) {
            break;
        }
    }
    if (!solved) {
        dls_copy(N, best_v, T->v);
        r->outcome = T->known->stopped               ? T->known->why
                     : (double)r->iterations >= most ? DLS_MAX_ITERATIONS
                                                     : DLS_NUMERICAL_TROUBLE;
        dls_mlcp_accept(T);
    }
}

dls_error dls_lcp_gauss_seidel(dls_lcp_task *T, dls_fault *fault)
{
    dls_lcp_result *r = T->result;
    dls_int N = T->problem->M.cols;
    double *diagonal = T->sweep;
    r->method = "gauss-seidel";
    r->iterations = 0;
    for (dls_int i = 0; i < N; i++) {
        bool keep = isfinite(T->v[i]) && (i < T->problem->free || T->v[i] > 0);
        T->v[i] = keep ? T->v[i] : 0;
    }
    dls_int row = hopeless(T, diagonal);
    if (row >= 0 && row < T->problem->free) {
        r->outcome = DLS_NUMERICAL_TROUBLE;
        dls_mlcp_tell(T, "gauss-seidel: equation %lld has a zero on the diagonal",
                      (long long)row + 1);
    } else {
        run_sweeps(T, diagonal, diagonal + N);
        if (r->outcome == DLS_SOLVED) {
            dls_mlcp_tell(T, "gauss-seidel: %lld sweeps", (long long)r->iterations);
        } else if (row >= 0) {
            r->outcome = DLS_NUMERICAL_TROUBLE;
            dls_mlcp_tell(T, "gauss-seidel: not solved, and row %lld has no positive diagonal",
                          (long long)row + 1);
        } else {
            dls_mlcp_tell(T, "gauss-seidel: %s after %lld sweeps",
                          r->outcome == DLS_NUMERICAL_TROUBLE ? "diverged" : "not solved",
                          (long long)r->iterations);
        }
    }
    return r->outcome == DLS_SOLVED ? DLS_OK : dls_mlcp_farkas(T, fault);
}
