/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Singular values of a matrix that is small in one direction, and leverage from an orthonormal
   basis, by dense LAPACK. */
#include "base/lapack.h"
#include "rank/rank.h"

/* R of A = Q R: the same singular values, and no more rows than columns. */
static dls_error triangle(dls_view A, dls_mat *R, dls_fault *fault)
{
    cholmod_common c;
    cholmod_l_start(&c);
    c.print = 0;
    cholmod_sparse H = dls_linsys_as_cholmod(A, 0), *found = NULL;
    dls_int *order = NULL;
    SuiteSparseQR_C(SPQR_ORDERING_DEFAULT, SPQR_NO_TOL, A.cols, 0, &H, NULL, NULL, NULL, NULL,
                    &found, &order, NULL, NULL, NULL, &c);
    bool done = found && c.status != CHOLMOD_OUT_OF_MEMORY && c.status != CHOLMOD_TOO_LARGE;
    if (done) {
        done = dls_mat_copy(R, (dls_view){(dls_int)found->nrow, (dls_int)found->ncol, found->p,
                                          found->i, found->x});
    }
    cholmod_l_free_sparse(&found, &c);
    cholmod_l_free((size_t)A.cols, sizeof(dls_int), order, &c);
    cholmod_l_finish(&c);
    return done ? DLS_OK : dls_fail_memory(fault);
}

/* What LAPACK wants beside the matrix. */
typedef struct {
    dls_int entries, lwork, integers;
    double *A, *work;
    int *iwork;
} dense;

static void lay_out(void *object, dls_room *room)
{
    dense *D = object;
    D->A = DLS_TAKE(room, double, D->entries);
    D->work = DLS_TAKE(room, double, D->lwork);
    D->iwork = DLS_TAKE(room, int, D->integers);
}

static dls_error dense_values(dls_view A, double *s, dls_fault *fault)
{
    dls_int least = DLS_MIN(A.rows, A.cols), lda = DLS_MAX(A.rows, 1);
    int m = (int)A.rows, n = (int)A.cols, one = 1, query = -1, info = 0;
    double size = 0;
    dgesdd_("N", &m, &n, NULL, &m, s, NULL, &one, NULL, &one, &size, &query, NULL, &info);
    int lwork = (int)size;
    dense D = {.entries = lda * A.cols, .lwork = lwork, .integers = 8 * least};
    dls_pool pool = {0};
    if (!dls_pool_make(&pool, lay_out, &D)) {
        return dls_fail_memory(fault);
    }
    dls_fill_full(A, lda, D.A);
    dgesdd_("N", &m, &n, D.A, &m, s, NULL, &one, NULL, &one, D.work, &lwork, D.iwork, &info);
    dls_pool_free(&pool);
    return info == 0 ? DLS_OK
                     : dls_fail(fault, DLS_ERROR_NUMERICAL, "the singular values did not converge");
}

dls_error dls_rank_singular_values(dls_view A, double *s, dls_fault *fault)
{
    enum { LONG = 3 }; /* times the shorter side: what is sparse stays so until it is short */
    dls_int least = DLS_MIN(A.rows, A.cols);
    if (least == 0 || DLS_MAX(A.rows, A.cols) <= LONG * least) {
        return least == 0 ? DLS_OK : dense_values(A, s, fault);
    }
    dls_mat At = {0}, R = {0};
    bool wide = A.cols > A.rows, ready = !wide || dls_mat_transpose(&At, A, NULL);
    dls_error error = ready ? triangle(wide ? dls_see(&At) : A, &R, fault) : dls_fail_memory(fault);
    error = error ? error : dense_values(dls_see(&R), s, fault);
    dls_mat_free(&At);
    dls_mat_free(&R);
    return error;
}

dls_error dls_rank_complement_leverage(dls_int rows, dls_int cols, double *Z, double *h,
                                       dls_fault *fault)
{
    enum { BLOCK = 64 }; /* columns that LAPACK takes at once */
    int m = (int)rows, n = (int)cols, info = 0, lwork = BLOCK * (int)DLS_MAX(cols, 1);
    dense D = {.entries = cols, .lwork = lwork}; /* A: the scalars of the reflectors */
    dls_pool pool = {0};
    if (!dls_pool_make(&pool, lay_out, &D)) {
        return dls_fail_memory(fault);
    }
    if (cols > 0) {
        dgeqrf_(&m, &n, Z, &m, D.A, D.work, &lwork, &info);
        dorgqr_(&m, &n, &n, Z, &m, D.A, D.work, &lwork, &info);
    }
    dls_fill(rows, 1, h);
    for (dls_int j = 0; j < cols; j++) {
        for (dls_int i = 0; i < rows; i++) {
            h[i] -= Z[i + j * rows] * Z[i + j * rows];
        }
    }
    dls_pool_free(&pool);
    return DLS_OK;
}
