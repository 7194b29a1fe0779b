/* SPDX-License-Identifier: GPL-3.0-or-later */
/* N = ker A cap ker B', the accelerations that neither inertia nor constraints determine. The
   proximal steps see nothing there (but amplify rounding by 1/rho), so N is found and projected out
   exactly: a sparse basis V from Q R of [A; B'], and t_N = V (V'V)^-1 V't. */
#include "kkt/kkt.h"

/* A gap in the diagonal of R that ends below this is rank. */
static const double CEILING = 1e-9;

/* Lower triangle of V'V and its Cholesky factor. */
static dls_error factor_gram(dls_nullspace *N, dls_fault *fault)
{
    cholmod_common c;
    cholmod_l_start(&c);
    c.print = 0;
    dls_mat Vt = {0}, gram = {0};
    dls_error error = dls_mat_transpose(&Vt, dls_see(&N->V), NULL) ? DLS_OK : DLS_ERROR_MEMORY;
    cholmod_sparse *product = NULL, *lower = NULL;
    if (!error) {
        cholmod_sparse H = dls_as_cholmod(dls_see(&Vt), 0);
        product = cholmod_l_aat(&H, NULL, 0, 1, &c);
        lower = product ? cholmod_l_copy(product, -1, 1, &c) : NULL;
        error = lower && cholmod_l_sort(lower, &c) ? DLS_OK : DLS_ERROR_MEMORY;
    }
    if (!error) {
        dls_view L = {N->V.cols, N->V.cols, lower->p, lower->i, lower->x};
        error = dls_mat_copy(&gram, L) ? DLS_OK : DLS_ERROR_MEMORY;
    }
    cholmod_l_free_sparse(&product, &c);
    cholmod_l_free_sparse(&lower, &c);
    cholmod_l_finish(&c);
    dls_mat_free(&Vt);
    if (error) {
        dls_fail_memory(fault);
    } else {
        error = dls_linsys_create(&N->gram, &dls_cholesky, dls_see(&gram), 0, fault);
        error = error ? error : dls_linsys_factor(N->gram, dls_see(&gram), fault);
    }
    dls_mat_free(&gram);
    return error;
}

dls_error dls_nullspace_find(const dls_kkt *K, dls_nullspace *N, dls_fault *fault)
{
    static const double MOST = 2e8; /* entries of V */
    dls_rank_rule rule = {K->settings.rank_tolerance, CEILING, -1, false};
    dls_mat S = {0};
    dls_rank rank = {0};
    dls_nullspace_free(N);
    dls_error error =
        dls_stack(dls_see(&K->A), dls_see(&K->Bt), &S) ? DLS_OK : dls_fail_memory(fault);
    error = error ? error : dls_rank_reveal(dls_see(&S), rule, &rank, fault);
    if (!error && rank.rank < K->n) {
        error = dls_rank_kernel(&rank, MOST, &N->V, fault);
        error = error || N->V.p ? error : dls_fail_memory(fault);
        error = error ? error : factor_gram(N, fault);
        N->c = DLS_NEW(double, N->V.cols);
        N->d = DLS_NEW(double, N->V.cols);
        if (!error && (!N->c || !N->d)) {
            error = dls_fail_memory(fault);
        }
    }
    dls_rank_free(&rank);
    dls_mat_free(&S);
    return error;
}

dls_error dls_nullspace_part(dls_nullspace *N, double *t)
{
    if (!N->gram) {
        return DLS_OK;
    }
    dls_view V = dls_see(&N->V);
    dls_set_mul_t(V, t, N->c);
    dls_error error = dls_linsys_solve(N->gram, N->c, N->d);
    dls_zero(V.rows, t);
    dls_mul(V, 1, N->d, t);
    return error;
}

void dls_nullspace_free(dls_nullspace *N)
{
    dls_mat_free(&N->V);
    dls_linsys_free(N->gram);
    dls_free(N->c);
    dls_free(N->d);
    *N = (dls_nullspace){0};
}
