/* SPDX-License-Identifier: GPL-3.0-or-later */
/* LAPACK: singular value decomposition of a small matrix, its rank and Moore-Penrose solution. */
#include "linsys/linsys.h"

extern void dgesdd_(const char *job, const int *m, const int *n, double *A, const int *lda,
                    double *s, double *U, const int *ldu, double *Vt, const int *ldvt, double *work,
                    const int *lwork, int *iwork, int *info);

typedef struct {
    double *A, *U, *Vt, *s, *c; /* n^2, n^2, n^2, n, n */
    double *work;
    int *iwork, lwork;
} svd;

static dls_error analyse(dls_linsys *S, dls_view A)
{
    (void)A;
    svd *D = DLS_NEW(svd, 1);
    if (!D) {
        return DLS_ERROR_MEMORY;
    }
    S->state = D;
    dls_int n = S->n;
    D->A = DLS_NEW(double, n *n);
    D->U = DLS_NEW(double, n *n);
    D->Vt = DLS_NEW(double, n *n);
    D->s = DLS_NEW(double, n);
    D->c = DLS_NEW(double, n);
    D->iwork = DLS_NEW(int, 8 * n);
    int size = (int)n, query = -1, info = 0;
    double best = 1;
    if (n > 0) {
        dgesdd_("A", &size, &size, NULL, &size, NULL, NULL, &size, NULL, &size, &best, &query, NULL,
                &info);
    }
    D->lwork = (int)best;
    D->work = DLS_NEW(double, D->lwork);
    bool ready = D->A && D->U && D->Vt && D->s && D->c && D->iwork && D->work;
    return ready ? DLS_OK : DLS_ERROR_MEMORY;
}

static dls_error factor(dls_linsys *S, dls_view A)
{
    svd *D = S->state;
    int n = (int)S->n, info = 0;
    S->rank = 0;
    if (n == 0) {
        return DLS_OK;
    }
    dls_zero(S->n * S->n, D->A);
    for (dls_int j = 0; j < A.cols; j++) {
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            D->A[A.i[k] + j * S->n] = A.x[k];
        }
    }
    dgesdd_("A", &n, &n, D->A, &n, D->s, D->U, &n, D->Vt, &n, D->work, &D->lwork, D->iwork, &info);
    if (info != 0) {
        return DLS_ERROR_NUMERICAL;
    }
    double relative = S->rank_tolerance > 0 ? S->rank_tolerance : 20 * n * DLS_EPS;
    while (S->rank < n && D->s[S->rank] > relative * D->s[0]) {
        S->rank++;
    }
    S->entries = 2.0 * n * n;
    S->flops = 20.0 * n * n * n;
    S->pivot_max = D->s[0];
    S->pivot_min = S->rank > 0 ? D->s[S->rank - 1] : 0;
    return DLS_OK;
}

/* x = V1 diag(1/s) U1' b */
static dls_error solve(dls_linsys *S, const double *b, double *x)
{
    svd *D = S->state;
    dls_int n = S->n;
    for (dls_int k = 0; k < S->rank; k++) {
        D->c[k] = dls_dot(n, D->U + k * n, b) / D->s[k];
    }
    for (dls_int j = 0; j < n; j++) {
        x[j] = dls_dot(S->rank, D->Vt + j * n, D->c);
    }
    return DLS_OK;
}

static void release(dls_linsys *S)
{
    svd *D = S->state;
    if (D) {
        dls_free(D->A);
        dls_free(D->U);
        dls_free(D->Vt);
        dls_free(D->s);
        dls_free(D->c);
        dls_free(D->work);
        dls_free(D->iwork);
        dls_free(D);
    }
}

const dls_backend dls_linsys_dense = {"dense", DLS_SQUARE, analyse, factor,
                                      solve,   release,    NULL,    false};
