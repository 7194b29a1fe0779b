/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "linsys/suitesparse.h"
#include "measure.h"
#include "reference.h"

double bare_total(bare B)
{
    return B.assemble + bare_run(B);
}

double bare_run(bare B)
{
    return B.analyse + B.factor + B.solve;
}

static cholmod_sparse see(dls_view A)
{
    return (cholmod_sparse){.nrow = (size_t)A.rows,
                            .ncol = (size_t)A.cols,
                            .nzmax = (size_t)A.p[A.cols],
                            .p = (void *)A.p,
                            .i = (void *)A.i,
                            .x = (void *)A.x,
                            .itype = CHOLMOD_LONG,
                            .xtype = CHOLMOD_REAL,
                            .dtype = CHOLMOD_DOUBLE,
                            .sorted = 1,
                            .packed = 1};
}

/* [M + rho I, G; G', -delta I], its upper triangle or all of it. */
static cholmod_sparse *saddle(const model *P, double rho, double delta, bool all, cholmod_common *c)
{
    dls_view M = P->M, G = P->G;
    size_t n = (size_t)M.cols, size = n + (size_t)G.cols;
    size_t most = (size_t)(M.p[M.cols] + 2 * G.p[G.cols]) + size;
    cholmod_triplet *T = cholmod_l_allocate_triplet(size, size, most, !all, CHOLMOD_REAL, c);
    dls_int *row = T->i, *col = T->j;
    double *x = T->x;
    size_t at = 0;
#define PUT(I, J, X) (row[at] = (I), col[at] = (J), x[at++] = (X))
    for (dls_int j = 0; j < M.cols; j++) {
        for (dls_int k = M.p[j]; k < M.p[j + 1]; k++) {
            if (all || M.i[k] <= j) {
                PUT(M.i[k], j, M.x[k]);
            }
        }
        if (rho > 0) {
            PUT(j, j, rho);
        }
    }
    for (dls_int j = 0; j < G.cols; j++) {
        for (dls_int k = G.p[j]; k < G.p[j + 1]; k++) {
            PUT(G.i[k], M.cols + j, G.x[k]);
            if (all) {
                PUT(M.cols + j, G.i[k], G.x[k]);
            }
        }
        if (delta > 0) {
            PUT(M.cols + j, M.cols + j, -delta);
        }
    }
#undef PUT
    T->nnz = at;
    cholmod_sparse *K = cholmod_l_triplet_to_sparse(T, 0, c);
    cholmod_l_free_triplet(&T, c);
    return K;
}

/* (-F, -b), or what is left of it for E: -F - G b / delta */
static cholmod_dense *right_side(const model *P, size_t size, double delta, cholmod_common *c)
{
    cholmod_dense *B = cholmod_l_zeros(size, 1, CHOLMOD_REAL, c);
    double *x = B->x;
    for (dls_int i = 0; i < P->M.cols; i++) {
        x[i] = -P->F[i];
    }
    for (dls_int j = 0; j < P->G.cols; j++) {
        if (size > (size_t)P->M.cols) {
            x[P->M.cols + j] = -P->b[j];
        }
        for (dls_int k = P->G.p[j]; size == (size_t)P->M.cols && k < P->G.p[j + 1]; k++) {
            x[P->G.i[k]] -= P->G.x[k] * P->b[j] / delta;
        }
    }
    return B;
}

static double relative_residual(cholmod_sparse *A, cholmod_dense *X, const cholmod_dense *B,
                                cholmod_common *c)
{
    double minus[2] = {-1, 0}, one[2] = {1, 0};
    cholmod_dense *R = cholmod_l_copy_dense((cholmod_dense *)B, c);
    cholmod_l_sdmult(A, 0, minus, one, X, R, c);
    double residual =
        cholmod_l_norm_dense(R, 2, c) / cholmod_l_norm_dense((cholmod_dense *)B, 2, c);
    cholmod_l_free_dense(&R, c);
    return residual;
}

/* From the matrix to the solution; frees both matrix and right-hand side. */
static bare cholmod_run(cholmod_sparse *A, cholmod_dense *B, cholmod_common *c)
{
    bare T = {0};
    double t0 = now();
    cholmod_factor *L = cholmod_l_analyze(A, c);
    double t1 = now();
    cholmod_l_factorize(A, L, c);
    double t2 = now();
    cholmod_dense *X = cholmod_l_solve(CHOLMOD_A, L, B, c);
    double t3 = now();
    T.analyse = t1 - t0;
    T.factor = t2 - t1;
    T.solve = t3 - t2;
    T.entries = c->lnz;
    T.residual = X ? relative_residual(A, X, B, c) : NAN;
    cholmod_l_free_dense(&X, c);
    cholmod_l_free_dense(&B, c);
    cholmod_l_free_factor(&L, c);
    cholmod_l_free_sparse(&A, c);
    return T;
}

bare bare_cholesky(const model *P, double rho, double delta)
{
    cholmod_common c;
    cholmod_l_start(&c);
    c.print = 0;
    cholmod_sparse M = see(P->M), G = see(P->G);
    double t0 = now(), one[2] = {1, 0}, weight[2] = {1 / delta, 0}, shift[2] = {rho, 0};
    cholmod_sparse *GG = cholmod_l_aat(&G, NULL, 0, 1, &c);
    cholmod_sparse *sum = cholmod_l_add(GG, &M, weight, one, 1, 1, &c);
    cholmod_l_free_sparse(&GG, &c);
    cholmod_sparse *I = cholmod_l_speye(M.nrow, M.nrow, CHOLMOD_REAL, &c);
    cholmod_sparse *both = cholmod_l_add(sum, I, one, shift, 1, 1, &c);
    cholmod_l_free_sparse(&sum, &c);
    cholmod_l_free_sparse(&I, &c);
    cholmod_sparse *E = cholmod_l_copy(both, 1, 1, &c); /* upper triangle */
    cholmod_l_free_sparse(&both, &c);
    double t1 = now();
    bare T = cholmod_run(E, right_side(P, M.nrow, delta, &c), &c);
    T.assemble = t1 - t0;
    cholmod_l_finish(&c);
    return T;
}

bare bare_matrix(dls_view A, const double *b)
{
    cholmod_common c;
    cholmod_l_start(&c);
    c.print = 0;
    cholmod_sparse all = see(A);
    cholmod_sparse *upper = cholmod_l_copy(&all, 1, 1, &c);
    cholmod_dense *B = cholmod_l_zeros(all.nrow, 1, CHOLMOD_REAL, &c);
    memcpy(B->x, b, all.nrow * sizeof *b);
    bare T = cholmod_run(upper, B, &c);
    cholmod_l_finish(&c);
    return T;
}

bare bare_ldl(const model *P, double rho, double delta)
{
    cholmod_common c;
    cholmod_l_start(&c);
    c.print = 0;
    c.supernodal = CHOLMOD_SIMPLICIAL;
    c.final_ll = 0;
    double t0 = now();
    cholmod_sparse *K = saddle(P, rho, delta, false, &c);
    double t1 = now();
    bare T = cholmod_run(K, right_side(P, K->nrow, delta, &c), &c);
    T.assemble = t1 - t0;
    cholmod_l_finish(&c);
    return T;
}

bare bare_umfpack(const model *P, double rho, double delta)
{
    cholmod_common c;
    cholmod_l_start(&c);
    c.print = 0;
    double t0 = now(), control[UMFPACK_CONTROL], info[UMFPACK_INFO];
    cholmod_sparse *K = saddle(P, rho, delta, true, &c);
    cholmod_dense *B = right_side(P, K->nrow, delta, &c);
    cholmod_dense *X = cholmod_l_zeros(K->nrow, 1, CHOLMOD_REAL, &c);
    dls_int n = (dls_int)K->nrow;
    void *symbolic, *numeric;
    umfpack_dl_defaults(control);
    double t1 = now();
    umfpack_dl_symbolic(n, n, K->p, K->i, K->x, &symbolic, control, info);
    double t2 = now();
    umfpack_dl_numeric(K->p, K->i, K->x, symbolic, &numeric, control, info);
    double t3 = now(), entries = info[UMFPACK_LNZ] + info[UMFPACK_UNZ];
    umfpack_dl_solve(UMFPACK_A, K->p, K->i, K->x, X->x, B->x, numeric, control, info);
    double t4 = now(), residual = relative_residual(K, X, B, &c);
    umfpack_dl_free_symbolic(&symbolic);
    umfpack_dl_free_numeric(&numeric);
    cholmod_l_free_sparse(&K, &c);
    cholmod_l_free_dense(&B, &c);
    cholmod_l_free_dense(&X, &c);
    cholmod_l_finish(&c);
    return (bare){t1 - t0, t2 - t1, t3 - t2, t4 - t3, entries, residual, 0};
}

bare bare_spqr(const model *P, double *x)
{
    cholmod_common c;
    cholmod_l_start(&c);
    c.print = 0;
    double t0 = now();
    cholmod_sparse *K = saddle(P, 0, 0, true, &c); /* its own transpose */
    cholmod_dense *B = right_side(P, K->nrow, 0, &c);
    double t1 = now();
    SuiteSparseQR_C_factorization *QR =
        SuiteSparseQR_C_factorize(SPQR_ORDERING_DEFAULT, SPQR_DEFAULT_TOL, K, &c);
    double t2 = now();
    cholmod_dense *W = SuiteSparseQR_C_solve(SPQR_RTX_EQUALS_ETB, QR, B, &c);
    cholmod_dense *X = SuiteSparseQR_C_qmult(SPQR_QX, QR, W, &c);
    double t3 = now();
    memcpy(x, X->x, K->nrow * sizeof *x);
    for (size_t k = (size_t)P->M.cols; k < K->nrow; k++) {
        x[k] = -x[k]; /* M a + F = G lambda has the other sign */
    }
    bare T = {.assemble = t1 - t0, .factor = t2 - t1, .solve = t3 - t2, .rank = c.SPQR_istat[4]};
    T.entries = (double)c.SPQR_istat[0] + (double)c.SPQR_istat[1];
    T.residual = relative_residual(K, X, B, &c);
    SuiteSparseQR_C_free(&QR, &c);
    cholmod_l_free_dense(&W, &c);
    cholmod_l_free_dense(&X, &c);
    cholmod_l_free_dense(&B, &c);
    cholmod_l_free_sparse(&K, &c);
    cholmod_l_finish(&c);
    return T;
}

double kernel_part(const model *P, const double *lambda, dls_int *rank)
{
    cholmod_common c;
    cholmod_l_start(&c);
    c.print = 0;
    cholmod_sparse G = see(P->G), *Gt = cholmod_l_transpose(&G, 1, &c);
    size_t m = G.ncol;
    cholmod_dense *B = cholmod_l_zeros(m, 1, CHOLMOD_REAL, &c);
    memcpy(B->x, lambda, m * sizeof *lambda);
    SuiteSparseQR_C_factorization *QR =
        SuiteSparseQR_C_factorize(SPQR_ORDERING_DEFAULT, SPQR_DEFAULT_TOL, Gt, &c);
    *rank = c.SPQR_istat[4];
    cholmod_dense *Y = SuiteSparseQR_C_qmult(SPQR_QTX, QR, B, &c);
    double size = cholmod_l_norm_dense(Y, 2, &c);
    memset(Y->x, 0, (size_t)*rank * sizeof *lambda);
    double part = cholmod_l_norm_dense(Y, 2, &c) / size;
    SuiteSparseQR_C_free(&QR, &c);
    cholmod_l_free_dense(&Y, &c);
    cholmod_l_free_dense(&B, &c);
    cholmod_l_free_sparse(&Gt, &c);
    cholmod_l_finish(&c);
    return part;
}
