/* SPDX-License-Identifier: GPL-3.0-or-later */
/* LAPACK: singular value decomposition of a small matrix, its rank and Moore-Penrose solution. */
#include "base/lapack.h"
#include "linsys/linsys.h"

typedef struct {
    double *A, *U, *Vt, *s, *c; /* n^2, n^2, n^2, n, n */
    double *work;
    int *iwork, lwork;
} svd;

static int wanted_work(int n)
{
    int query = -1, info = 0;
    double best = 1;
    if (n > 0) {
        dgesdd_("A", &n, &n, NULL, &n, NULL, NULL, &n, NULL, &n, &best, &query, NULL, &info);
    }
    return (int)best;
}

static void lay_out(void *object, dls_room *room)
{
    dls_linsys *S = object;
    dls_int n = S->n;
    svd D = {.lwork = wanted_work((int)n)};
    DLS_TAKE_NUMBERS(room, n * n, &D.A, &D.U, &D.Vt);
    DLS_TAKE_NUMBERS(room, n, &D.s, &D.c);
    D.work = DLS_TAKE(room, double, D.lwork);
    D.iwork = DLS_TAKE(room, int, 8 * n);
    svd *state = S->state = DLS_TAKE(room, svd, 1);
    if (state) {
        *state = D;
    }
}

static dls_error analyse(dls_linsys *S, dls_view A)
{
    (void)A;
    return dls_pool_make(&S->pool, lay_out, S) ? DLS_OK : DLS_ERROR_MEMORY;
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
    dls_fill_full(A, S->n, D->A);
    dgesdd_("A", &n, &n, D->A, &n, D->s, D->U, &n, D->Vt, &n, D->work, &D->lwork, D->iwork, &info);
    if (info != 0) {
        return DLS_ERROR_NUMERICAL;
    }
    static const double ROUNDING = 20; /* in n eps: above what dgesdd leaves in zeros */
    double relative = S->rank_tolerance > 0 ? S->rank_tolerance : ROUNDING * n * DLS_EPS;
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
static dls_error solve(dls_linsys *S, dls_int count, const double *b, double *x)
{
    (void)count;
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

const dls_backend dls_linsys_dense = {.name = "dense",
                                      .shape = DLS_SQUARE,
                                      .deficient = true,
                                      .block = 1,
                                      .price = 1,
                                      .analyse = analyse,
                                      .factor = factor,
                                      .solve = solve};
