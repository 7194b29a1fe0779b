/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPQR: rank-revealing Q R of a symmetric matrix and its Moore-Penrose solution.
   A P = Q R with R of full row rank r. For symmetric A the range of A is that of Q1 = Q(:,1:r), and
   A = A' = P R' Q', so A^+ b = Q1 (R' \ P' (Q1 Q1' b)). */
#include <suitesparse/SuiteSparseQR_C.h>

#include "linsys/linsys.h"

/* Without a tolerance from the caller: a gap in the diagonal of R that ends below this is rank. */
static const double CEILING = 1e-9;

typedef struct {
    SuiteSparseQR_C_factorization *QR;
    dls_mat copy; /* for one step of refinement */
    double *r;    /* n */
} qr;

static dls_error analyse(dls_linsys *S, dls_view A)
{
    qr *F = DLS_NEW(qr, 1);
    if (!F) {
        return DLS_ERROR_MEMORY;
    }
    S->state = F;
    F->r = DLS_NEW(double, S->n);
    return F->r && dls_mat_copy(&F->copy, A) ? DLS_OK : DLS_ERROR_MEMORY;
}

static double largest_column(dls_view A)
{
    double largest = 0;
    for (dls_int j = 0; j < A.cols; j++) {
        largest = DLS_MAX(largest, dls_norm(A.p[j + 1] - A.p[j], A.x + A.p[j]));
    }
    return largest;
}

static dls_error factor(dls_linsys *S, dls_view A)
{
    qr *F = S->state;
    cholmod_common *c = &S->common;
    dls_copy(dls_entries(A), A.x, F->copy.x);
    SuiteSparseQR_C_free(&F->QR, c);
    dls_rank verdict;
    dls_rank_rule rule = {S->rank_tolerance, CEILING, -1, false};
    dls_error error = dls_rank_reveal(A, rule, &verdict, NULL);
    double relative = verdict.tolerance;
    S->gap = verdict.gap;
    dls_rank_free(&verdict);
    if (error) {
        return error;
    }
    cholmod_sparse H = dls_as_cholmod(A, 0);
    F->QR = SuiteSparseQR_C_factorize(SPQR_ORDERING_DEFAULT, relative * largest_column(A), &H, c);
    if (!F->QR) {
        return dls_cholmod_error(c) ? dls_cholmod_error(c) : DLS_ERROR_MEMORY;
    }
    S->rank = c->SPQR_istat[4];
    S->entries = (double)(c->SPQR_istat[0] + c->SPQR_istat[1]);
    S->flops = c->SPQR_flopcount;
    return DLS_OK;
}

/* x += A^+ b */
static dls_error add_solution(dls_linsys *S, double *b, double *x)
{
    qr *F = S->state;
    cholmod_common *c = &S->common;
    cholmod_dense B = dls_as_cholmod_dense(S->n, 1, b);
    cholmod_dense *range = SuiteSparseQR_C_qmult(SPQR_QTX, F->QR, &B, c), *projected = NULL,
                  *y = NULL, *z = NULL;
    if (range) {
        dls_zero(S->n - S->rank, (double *)range->x + S->rank);
        projected = SuiteSparseQR_C_qmult(SPQR_QX, F->QR, range, c);
    }
    if (projected) {
        y = SuiteSparseQR_C_solve(SPQR_RTX_EQUALS_ETB, F->QR, projected, c);
    }
    if (y) {
        z = SuiteSparseQR_C_qmult(SPQR_QX, F->QR, y, c);
    }
    if (z) {
        dls_axpy(S->n, 1, z->x, x);
    }
    dls_error error = z ? DLS_OK : DLS_ERROR_MEMORY;
    cholmod_l_free_dense(&range, c);
    cholmod_l_free_dense(&projected, c);
    cholmod_l_free_dense(&y, c);
    cholmod_l_free_dense(&z, c);
    return error;
}

static dls_error solve(dls_linsys *S, const double *b, double *x)
{
    qr *F = S->state;
    dls_copy(S->n, b, F->r);
    dls_zero(S->n, x);
    dls_error error = S->n > 0 ? add_solution(S, F->r, x) : DLS_OK;
    if (!error && S->n > 0) { /* one refinement: x += A^+ (b - A x) stays in the range */
        dls_copy(S->n, b, F->r);
        dls_mul(dls_see(&F->copy), -1, x, F->r);
        error = add_solution(S, F->r, x);
    }
    return error;
}

static void release(dls_linsys *S)
{
    qr *F = S->state;
    if (F) {
        SuiteSparseQR_C_free(&F->QR, &S->common);
        dls_mat_free(&F->copy);
        dls_free(F->r);
        dls_free(F);
    }
}

const dls_backend dls_qr = {"qr", false, true, analyse, factor, solve, release};
