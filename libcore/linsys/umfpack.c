/* SPDX-License-Identifier: GPL-3.0-or-later */
/* UMFPACK: L U of a general square matrix. Its status is not believed for singular matrices
   (it reports success with rcond 1e-20): the reciprocal condition estimate decides. */
#include "linsys/linsys.h"

typedef struct {
    void *symbolic, *numeric;
    double control[UMFPACK_CONTROL];
    dls_mat copy;   /* UMFPACK wants the matrix again at every solve */
    dls_int *Wi;    /* n */
    double *W, *xb; /* n (no refinement), n */
} lu;

static dls_error status_error(dls_int status)
{
    return status == UMFPACK_ERROR_out_of_memory ? DLS_ERROR_MEMORY
           : status < 0                          ? DLS_ERROR_NUMERICAL
                                                 : DLS_OK;
}

static void lay_out(void *object, dls_room *room)
{
    dls_linsys *S = object;
    lu U = {.Wi = DLS_TAKE(room, dls_int, S->n),
            .W = DLS_TAKE(room, double, S->n),
            .xb = DLS_TAKE(room, double, S->n)};
    lu *state = S->state = DLS_TAKE(room, lu, 1);
    if (state) {
        *state = U;
    }
}

static void release(void *state)
{
    lu *U = state;
    umfpack_dl_free_symbolic(&U->symbolic);
    umfpack_dl_free_numeric(&U->numeric);
    dls_mat_free(&U->copy);
}

static dls_error analyse(dls_linsys *S, dls_view A)
{
    bool ready = dls_pool_make(&S->pool, lay_out, S) && dls_pool_own(&S->pool, release, S->state);
    lu *U = S->state;
    if (!ready || !dls_mat_copy(&U->copy, A)) {
        return DLS_ERROR_MEMORY;
    }
    umfpack_dl_defaults(U->control);
    U->control[UMFPACK_IRSTEP] = 0; /* residuals are the caller's business */
    if (S->n == 0) {
        return DLS_OK; /* UMFPACK refuses empty matrices */
    }
    double info[UMFPACK_INFO];
    return status_error(
        umfpack_dl_symbolic(S->n, S->n, A.p, A.i, A.x, &U->symbolic, U->control, info));
}

static dls_error factor(dls_linsys *S, dls_view A)
{
    lu *U = S->state;
    if (S->n == 0) {
        return DLS_OK;
    }
    dls_copy(dls_entries(A), A.x, U->copy.x);
    double info[UMFPACK_INFO];
    umfpack_dl_free_numeric(&U->numeric);
    dls_int status = umfpack_dl_numeric(A.p, A.i, A.x, U->symbolic, &U->numeric, U->control, info);
    S->entries = info[UMFPACK_LNZ] + info[UMFPACK_UNZ];
    S->flops = info[UMFPACK_FLOPS];
    S->pivot_min = info[UMFPACK_UMIN];
    S->pivot_max = info[UMFPACK_UMAX];
    if (status < 0) {
        return status_error(status);
    }
    double mantissa, exponent;
    umfpack_dl_get_determinant(&mantissa, &exponent, U->numeric, NULL);
    S->sign = mantissa > 0 ? 1 : mantissa < 0 ? -1 : 0;
    double least = S->rank_tolerance > 0 ? S->rank_tolerance : DLS_EPS;
    return info[UMFPACK_RCOND] > least ? DLS_OK : DLS_ERROR_NUMERICAL;
}

static dls_error solve(dls_linsys *S, dls_int count, const double *b, double *x)
{
    (void)count;
    lu *U = S->state;
    if (S->n == 0) {
        return DLS_OK;
    }
    dls_copy(S->n, b, U->xb);
    double info[UMFPACK_INFO];
    return status_error(umfpack_dl_wsolve(UMFPACK_A, U->copy.p, U->copy.i, U->copy.x, x, U->xb,
                                          U->numeric, U->control, info, U->Wi, U->W));
}

const dls_backend dls_linsys_lu = {.name = "lu",
                                   .shape = DLS_SQUARE,
                                   .by_values = true,
                                   .block = 1,
                                   .price = 1,
                                   .analyse = analyse,
                                   .factor = factor,
                                   .solve = solve};
