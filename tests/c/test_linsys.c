/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/linsys: every back end on the matrices it is made for, and on those it must refuse. */
#include "check.h"
#include "dense.h"
#include "linsys/linsys.h"
#include "problems.h"

static const char *const names[] = {"cholesky", "ldl", "lu", "qr", "dense"};
enum { BACKENDS = 5, N = 40 };

/* What the back end wants to see of A: its lower triangle or all of it (qr takes it for J). */
static dls_mat shaped(const dls_backend *backend, dls_int n, const double *A)
{
    return backend->shape == DLS_LOWER ? sparse_lower_of(n, A) : sparse_of(n, n, A);
}

static dls_linsys *factorise(const dls_backend *backend, dls_view A, dls_error expected)
{
    dls_fault f;
    dls_linsys *S = NULL;
    assert_code(dls_linsys_create(&S, backend, A, 0, &f), DLS_OK, &f);
    assert_code(dls_linsys_factor(S, A, &f), expected, &f);
    return S;
}

/* |A x - b| <= bound |b| for x from S; for qr, A'A x = b */
static void check_solve(dls_linsys *S, dls_int n, const double *A, double bound)
{
    double *b = vector_random(n, 77), *x = need(n, sizeof *x), *r = vector_copy(n, b);
    assert_int_equal(dls_linsys_solve(S, b, x), DLS_OK);
    if (S->backend->shape == DLS_TALL) {
        double *t = need(n, sizeof *t);
        dense_apply(n, n, 1, A, x, t);
        dense_apply_t(n, n, -1, A, t, r);
        free(t);
    } else {
        dense_apply(n, n, -1, A, x, r);
    }
    assert_small(length(n, r), bound * length(n, b));
    free(b);
    free(x);
    free(r);
}

/* [A G; G' -C] */
static double *quasi_definite(uint64_t seed)
{
    enum { M = N / 4 };
    double *K = dense_gram(N, N, 0.1, 1, seed), *G = dense_random(N - M, M, 0.2, seed + 1);
    for (int j = 0; j < N; j++) {
        for (int i = 0; i < N; i++) {
            bool low = i >= N - M, right = j >= N - M;
            if (low && right) {
                K[i + j * N] *= -1;
            } else if (right) {
                K[i + j * N] = K[j + i * N] = G[i + (j - N + M) * (N - M)];
            }
        }
    }
    free(G);
    return K;
}

static double *unsymmetric(uint64_t seed)
{
    double *A = dense_random(N, N, 0.15, seed);
    for (int k = 0; k < N; k++) {
        A[k * (N + 1)] += 2;
    }
    return A;
}

static double *definite(uint64_t seed)
{
    return dense_gram(N, N, 0.1, 0.5, seed);
}

/* Solve, then other values on the same pattern (scaled from both sides), without a new analysis. */
static void check_backend(const dls_backend *backend, double *A)
{
    dls_mat S = shaped(backend, N, A), T;
    dls_linsys *L = factorise(backend, dls_see(&S), DLS_OK);
    check_solve(L, N, A, 1e-13);
    check_solve(L, N, A, 1e-13);
    assert_true(L->entries >= N);
    bool secret = backend == &dls_linsys_mumps; /* its pivots */
    assert_true(secret || (L->pivot_max >= L->pivot_min && L->pivot_min > 0));
    for (int k = 0; k < N * N; k++) {
        A[k] *= (1 + k % N % 3) * (1 + k / N % 3);
    }
    T = shaped(backend, N, A);
    dls_fault f;
    assert_code(dls_linsys_factor(L, dls_see(&T), &f), DLS_OK, &f);
    check_solve(L, N, A, 1e-12);
    assert_int_equal(L->analyses, 1);
    dls_linsys_free(L);
    sparse_free(&S);
    sparse_free(&T);
    free(A);
}

static void test_definite(void **state)
{
    (void)state;
    for (int k = 0; k < BACKENDS; k++) {
        check_backend(dls_linsys_by_name(names[k]), definite(1));
    }
    assert_null(dls_linsys_by_name("choleski"));
    assert_ptr_equal(dls_linsys_by_name("mumps"), &dls_linsys_mumps);
}

static void test_quasi_definite(void **state)
{
    (void)state;
    for (int k = 1; k < BACKENDS; k++) {
        check_backend(dls_linsys_by_name(names[k]), quasi_definite(2));
    }
    double *A = quasi_definite(2);
    dls_mat S = sparse_lower_of(N, A);
    dls_linsys *L = factorise(&dls_linsys_ldl, dls_see(&S), DLS_OK);
    assert_int_equal(L->negative_pivots, N / 4);
    dls_linsys_free(L);
    sparse_free(&S);
    free(A);
}

static void test_unsymmetric(void **state)
{
    (void)state;
    for (int k = 2; k < BACKENDS; k++) {
        check_backend(dls_linsys_by_name(names[k]), unsymmetric(3));
    }
}

/* A supernodal factor, too: the small ones above are simplicial. */
static void test_supernodal(void **state)
{
    (void)state;
    enum { LARGER = 150 };
    double *A = dense_gram(LARGER, LARGER, 0.5, 1, 4);
    dls_mat S = sparse_lower_of(LARGER, A);
    dls_linsys *L = factorise(&dls_linsys_cholesky, dls_see(&S), DLS_OK);
    check_solve(L, LARGER, A, 1e-12);
    check_solve(L, LARGER, A, 1e-12);
    dls_linsys_free(L);
    sparse_free(&S);
    free(A);
}

/* A zero matrix is not factorised; the next good one is. */
static void check_refused(const dls_backend *backend)
{
    double *A = definite(5);
    dls_mat good = shaped(backend, N, A), bad = shaped(backend, N, A);
    dls_linsys *L = factorise(backend, dls_see(&good), DLS_OK);
    dls_fault f;
    dls_zero(dls_entries(dls_see(&bad)), bad.x);
    assert_code(dls_linsys_factor(L, dls_see(&bad), &f), DLS_ERROR_NUMERICAL, &f);
    assert_non_null(strstr(f.text, backend->name));
    assert_code(dls_linsys_factor(L, dls_see(&good), &f), DLS_OK, &f);
    check_solve(L, N, A, 1e-12);
    dls_linsys_free(L);
    sparse_free(&good);
    sparse_free(&bad);
    free(A);
}

/* Nor (by cholesky) an indefinite one. */
static void test_refused(void **state)
{
    (void)state;
    for (int k = 0; k < BACKENDS - 1; k++) {
        check_refused(dls_linsys_by_name(names[k]));
    }
    double *A = quasi_definite(6);
    dls_mat S = sparse_lower_of(N, A);
    dls_linsys_free(factorise(&dls_linsys_cholesky, dls_see(&S), DLS_ERROR_NUMERICAL));
    sparse_free(&S);
    free(A);
    static const dls_int full_p[] = {0, 2, 4}, full_i[] = {0, 1, 0, 1}, low_p[] = {0, 2, 3},
                         low_i[] = {0, 1, 1};
    static const dls_int p[] = {0, 1, 2}, i[] = {1, 0};
    static const double x[] = {1, 1, 1, 1}; /* [1 1; 1 1], then [0 1; 1 0] */
    const dls_view lower = {2, 2, low_p, low_i, x}, all = {2, 2, full_p, full_i, x};
    dls_linsys_free(factorise(&dls_linsys_cholesky, lower, DLS_ERROR_NUMERICAL));
    dls_linsys_free(factorise(&dls_linsys_ldl, lower, DLS_ERROR_NUMERICAL));
    dls_linsys_free(factorise(&dls_linsys_lu, all, DLS_ERROR_NUMERICAL));
    dls_linsys_free(factorise(&dls_linsys_ldl, (dls_view){2, 2, p, i, x}, DLS_ERROR_NUMERICAL));
    dls_fault f;
    dls_linsys *L = NULL;
    assert_code(dls_linsys_create(&L, &dls_linsys_lu, (dls_view){3, 2, p, i, x}, 0, &f),
                DLS_ERROR_DIMENSION, &f);
    assert_null(L);
}

/* 'dense' gives A^+ b, consistent or not. */
static void test_minimum_norm(void **state)
{
    (void)state;
    for (int rank = 0; rank <= N; rank += 8) {
        double *A = dense_gram(rank, N, 0.4, 0, 7), *b = vector_random(N, 8), x[N];
        double *expected = dense_pseudo_solve(N, A, b);
        dls_mat S = sparse_of(N, N, A);
        dls_linsys *L = factorise(&dls_linsys_dense, dls_see(&S), DLS_OK);
        assert_int_equal(L->rank, rank);
        assert_int_equal(dls_linsys_solve(L, b, x), DLS_OK);
        assert_small(distance(N, x, expected), 1e-10 * length(N, expected));
        dls_linsys_free(L);
        sparse_free(&S);
        free(A);
        free(b);
        free(expected);
    }
}

static void check_single(const dls_backend *backend)
{
    static const dls_int p[] = {0, 1}, i[] = {0}, none[] = {0};
    static const double four[] = {4};
    double b = 8, x = 0;
    dls_linsys *L = factorise(backend, (dls_view){0, 0, none, i, four}, DLS_OK);
    assert_int_equal(dls_linsys_solve(L, NULL, NULL), DLS_OK);
    dls_linsys_free(L);
    L = factorise(backend, (dls_view){1, 1, p, i, four}, DLS_OK);
    assert_int_equal(dls_linsys_solve(L, &b, &x), DLS_OK);
    assert_small(fabs(x - (backend->shape == DLS_TALL ? 0.5 : 2)), 1e-15);
    dls_linsys_free(L);
}

static void test_empty_and_single(void **state)
{
    (void)state;
    for (int k = 0; k < BACKENDS; k++) {
        check_single(dls_linsys_by_name(names[k]));
    }
    dls_linsys_free(NULL);
}

/* J'J x = b for a J with more rows than columns, of condition 1e8: better than J'J allows. */
static void test_tall(void **state)
{
    (void)state;
    enum { ROWS = 60, COLS = 20 };
    double *J = dense_random(ROWS, COLS, 0.5, 9), x[COLS], *truth = vector_random(COLS, 10);
    double t[ROWS] = {0}, b[COLS] = {0};
    for (int i = 0; i < ROWS; i++) { /* the last column nearly repeats the first */
        J[i + (COLS - 1) * ROWS] = J[i] + 1e-5 * J[i + (COLS - 1) * ROWS];
    }
    dense_apply(ROWS, COLS, 1, J, truth, t);
    dense_apply_t(ROWS, COLS, 1, J, t, b);
    dls_mat S = sparse_of(ROWS, COLS, J);
    dls_linsys *L = factorise(&dls_linsys_qr, dls_see(&S), DLS_OK);
    assert_int_equal(L->n, COLS);
    assert_int_equal(dls_linsys_solve(L, b, x), DLS_OK);
    memset(t, 0, sizeof t);
    dense_apply(ROWS, COLS, 1, J, x, t);
    dense_apply_t(ROWS, COLS, -1, J, t, b);
    assert_small(length(COLS, b), 1e-14 * length(ROWS, t) * length(ROWS * COLS, J));
    dls_linsys_free(L);
    sparse_free(&S);
    free(J);
    free(truth);
}

/* d'A d <= 0 for the direction of an indefinite A, none for a definite one. */
static void test_negative_direction(void **state)
{
    (void)state;
    double d[N];
    bool found = false;
    dls_fault f;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        double *A = seed == 1 ? quasi_definite(11) : dense_gram(N, N, 0.1, -0.3, seed);
        dls_mat S = sparse_lower_of(N, A);
        assert_code(dls_linsys_negative_direction(dls_see(&S), d, &found, &f), DLS_OK, &f);
        assert_true(found);
        double Ad[N] = {0};
        dense_apply(N, N, 1, A, d, Ad);
        assert_true(length(N, d) > 0);
        assert_true(dls_dot(N, d, Ad) < 0);
        sparse_free(&S);
        free(A);
    }
    double *A = definite(12);
    dls_mat S = sparse_lower_of(N, A);
    assert_code(dls_linsys_negative_direction(dls_see(&S), d, &found, &f), DLS_OK, &f);
    assert_false(found);
    sparse_free(&S);
    free(A);
}

/* What the others are asked: good, bad and tiny matrices, and one that fills in. */
static void test_mumps(void **state)
{
    (void)state;
    if (last_method() != DLS_KKT_MUMPS) {
        skip();
    }
    enum { LARGER = 150 };
    check_backend(&dls_linsys_mumps, definite(1));
    double *A = dense_gram(LARGER, LARGER, 0.5, 1, 4);
    dls_mat S = sparse_lower_of(LARGER, A);
    dls_linsys *L = factorise(&dls_linsys_mumps, dls_see(&S), DLS_OK);
    check_solve(L, LARGER, A, 1e-12);
    dls_linsys_free(L);
    sparse_free(&S);
    free(A);
    check_refused(&dls_linsys_mumps);
    A = quasi_definite(6);
    S = sparse_lower_of(N, A);
    dls_linsys_free(factorise(&dls_linsys_mumps, dls_see(&S), DLS_ERROR_NUMERICAL));
    sparse_free(&S);
    free(A);
    check_single(&dls_linsys_mumps);
    for (int k = 0; k < 600; k++) { /* small patterns of all kinds: its orderings are touchy */
        int n = 1 + k % 12;
        A = dense_gram(n, n, 0.1 + 0.1 * (k / 12 % 9), 1, (uint64_t)k);
        S = sparse_lower_of(n, A);
        L = factorise(&dls_linsys_mumps, dls_see(&S), DLS_OK);
        check_solve(L, n, A, 1e-12);
        dls_linsys_free(L);
        sparse_free(&S);
        free(A);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_definite),
        cmocka_unit_test(test_quasi_definite),
        cmocka_unit_test(test_unsymmetric),
        cmocka_unit_test(test_supernodal),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_minimum_norm),
        cmocka_unit_test(test_empty_and_single),
        cmocka_unit_test(test_tall),
        cmocka_unit_test(test_negative_direction),
        cmocka_unit_test(test_mumps),
    };
    return cmocka_run_group_tests_name("linsys", tests, NULL, NULL);
}
