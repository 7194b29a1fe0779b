/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Delassus' operator W = H M^-1 H' of the global form, for methods of small problems. */
#include "friction/friction.h"

static void release(void *mobility)
{
    dls_mobility *B = mobility;
    dls_delassus_free(&B->W);
    dls_mat_free(&B->rows);
    dls_free(B);
}

static dls_error create(dls_friction_task *T, dls_fault *fault)
{
    const dls_parts *P = dls_friction_bodies_of(T);
    dls_mobility *B = P ? DLS_NEW(dls_mobility, 1) : NULL;
    if (!P || !dls_pool_own(&T->pool, release, B) ||
        !dls_mat_transpose(&B->rows, T->problem->H, NULL)) {
        return dls_fail_memory(fault);
    }
    B->large = dls_friction_bodies_large(P, (double)T->n * (double)T->N);
    B->regular = true; /* until it is factorised */
    T->mobility = B;
    return DLS_OK;
}

static dls_error update(dls_mobility *B, const dls_friction_task *T, dls_fault *fault)
{
    bool solved = true;
    dls_mat_fill_transpose(&B->rows, T->problem->H, NULL);
    dls_operator_data data = {.A = T->problem->M,
                              .G = {T->n, 0, T->problem->M.p, NULL, NULL},
                              .B = dls_see(&B->rows),
                              .d = T->d,
                              .without = 1U << DLS_OPERATOR_KKT | 1U << DLS_OPERATOR_PROXIMAL,
                              .host = T->host};
    dls_error error = dls_delassus_load(&B->W, &data, fault);
    B->regular = !error && B->W.saddle.path != DLS_OPERATOR_NONE;
    for (dls_int c = 0; c < T->nc && B->regular && !error; c++) {
        error = dls_delassus_columns(&B->W, c, &solved, fault);
    }
    return error;
}

dls_error dls_friction_mobility_of(dls_friction_task *T, dls_mobility **out, dls_fault *fault)
{
    dls_error error = T->mobility ? DLS_OK : create(T, fault);
    dls_mobility *B = *out = T->mobility;
    if (error || B->large || B->version == T->version) {
        return error;
    }
    error = update(B, T, fault);
    B->version = error ? 0 : T->version;
    return error;
}

dls_error dls_friction_mobility_move(dls_mobility *B, dls_friction_task *T)
{
    bool solved = true;
    dls_operator *W = &B->W;
    for (dls_int j = 0; j < T->n; j++) {
        W->left[j] = -T->problem->f[j];
    }
    dls_mul_t(T->problem->H, 1, T->r, W->left);
    dls_error error = dls_delassus_solve(W, &solved, NULL);
    dls_copy(T->n, W->right, T->v);
    return error;
}
