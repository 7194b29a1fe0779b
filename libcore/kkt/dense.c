/* SPDX-License-Identifier: GPL-3.0-or-later */
/* By K^+ of the singular value decomposition of K. */
#include "kkt/kkt.h"

dls_error dls_kkt_dense_setup(dls_kkt *K, dls_fault *fault)
{
    dls_mat E = {0};
    dls_blocks S = dls_kkt_blocks(K);
    dls_linsys_free(K->dense);
    K->dense = NULL;
    if (!dls_rank_saddle_pattern(&S, false, &E)) {
        return dls_fail_memory(fault);
    }
    dls_rank_saddle_values(&S, false, 0, 0, &E);
    dls_error error = dls_linsys_create(&K->dense, &dls_linsys_dense, dls_see(&E),
                                        K->settings.rank_tolerance, fault);
    error = error ? error : dls_linsys_factor(K->dense, dls_see(&E), fault);
    dls_mat_free(&E);
    return error;
}

/* (r1, r2) := its part in ker K, I - K^+ K */
static dls_error kernel_part(dls_kkt *K, double *r1, double *r2)
{
    dls_kkt_work *W = &K->work;
    dls_set_mul_t(dls_see(&K->A), r1, W->w);
    dls_mul_t(dls_see(&K->Bt), 1, r2, W->w);
    dls_set_mul_t(dls_see(&K->B), r1, W->w + K->n);
    dls_error error = dls_linsys_solve(K->dense, W->w, W->z);
    dls_axpy(K->n, -1, W->z, r1);
    dls_axpy(K->m, -1, W->z + K->n, r2);
    return error;
}

/* The residual of a least-squares solution is in the kernel. */
static dls_error suspect_residual(dls_kkt *K, dls_progress *P)
{
    dls_kkt_work *W = &K->work;
    double tolerance = K->settings.tolerance;
    dls_kkt_defect(K, P);
    if (P->e1 <= tolerance && P->e2 <= tolerance) {
        return DLS_OK;
    }
    dls_error error = kernel_part(K, W->r1, W->r2);
    if (!error && P->e2 > tolerance && dls_norm(K->m, W->r2) > tolerance * P->size2) {
        dls_kkt_suspect_constraints(K, W->r2, P);
    }
    if (!error && P->e1 > tolerance && dls_norm(K->n, W->r1) > tolerance * P->size1) {
        dls_kkt_suspect_forces(K, W->r1, P);
    }
    return error;
}

/* (x, y) += K^+ (r1, r2); either may be NULL for zero. */
static dls_error add_dense(dls_kkt *K, const double *r1, const double *r2)
{
    dls_kkt_work *W = &K->work;
    dls_zero(K->n + K->m, W->w);
    dls_copy(r1 ? K->n : 0, r1, W->w);
    dls_copy(r2 ? K->m : 0, r2, W->w + K->n);
    dls_error error = dls_linsys_solve(K->dense, W->w, W->z);
    dls_axpy(K->n, 1, W->z, W->x);
    dls_axpy(K->m, 1, W->z + K->n, W->y);
    return error;
}

/* K^+ (f, 0) + K^+ (0, g), corrected block by block, so that rounding of a large f does not swamp
   a small g; then y := the y-part of K^+ K (0, y), without what rounding put in ker B. */
dls_error dls_kkt_dense_solve(dls_kkt *K, dls_progress *P)
{
    enum { PASSES = 3 };
    dls_kkt_work *W = &K->work;
    dls_zero(K->n, W->x);
    dls_zero(K->m, W->y);
    dls_error error = dls_kkt_drop_inconsistent(K, P);
    dls_kkt_size_up(K, P);
    for (int pass = 0; !error && pass < PASSES && !dls_kkt_over(K, P); pass++) {
        dls_kkt_defect(K, P);
        error = add_dense(K, W->r1, NULL);
        dls_kkt_defect(K, P);
        error = error ? error : add_dense(K, NULL, W->r2);
    }
    if (!error) {
        dls_set_mul_t(dls_see(&K->Bt), W->y, W->w);
        dls_zero(K->m, W->w + K->n);
        error = dls_linsys_solve(K->dense, W->w, W->z);
        dls_copy(K->m, W->z + K->n, W->y);
    }
    error = error ? error : suspect_residual(K, P);
    return error ? error : dls_kkt_drop_kernels(K, P);
}
