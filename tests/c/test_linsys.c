/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/linsys: every back end on the matrices it is made for, and on those it must refuse. */
#include "backends.h"
#include "check.h"
#include "sparse/lanes.h"
#include "toy_backend.h"

/* The table, and behind it the toy; NULL at the end. Without mumps it is not asked. */
static const dls_backend *backend_number(dls_int k)
{
    dls_int count = 0;
    while (dls_linsys_table(count)) {
        count++;
    }
    const dls_backend *one = k < count ? dls_linsys_table(k) : k == count ? &toy_backend : NULL;
    return one && one->absent ? backend_number(k + 1) : one;
}

static double *unsymmetric(uint64_t seed)
{
    double *A = dense_random(N, N, 0.15, seed);
    for (int k = 0; k < N; k++) {
        A[k * (N + 1)] += 2;
    }
    return A;
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
    const dls_backend *one;
    for (dls_int k = 0; (one = backend_number(k)); k++) {
        check_backend(one, definite(1));
    }
}

static void test_quasi_definite(void **state)
{
    (void)state;
    const dls_backend *one;
    for (dls_int k = 0; (one = backend_number(k)); k++) {
        if (!one->definite) {
            check_backend(one, quasi_definite(2));
        }
        if (one->inertia) {
            double *A = quasi_definite(2);
            dls_mat S = sparse_lower_of(N, A);
            dls_linsys *L = factorise(one, dls_see(&S), DLS_OK);
            assert_int_equal(L->negative_pivots, N / 4);
            dls_linsys_free(L);
            sparse_free(&S);
            free(A);
        }
    }
}

static void test_unsymmetric(void **state)
{
    (void)state;
    const dls_backend *one;
    for (dls_int k = 0; (one = backend_number(k)); k++) {
        if (one->shape != DLS_LOWER) {
            check_backend(one, unsymmetric(3));
        }
    }
}

/* Woven ones, of which one is zero, too */
static void check_woven(dls_linsys *L, dls_int n)
{
    double *b = vector_random(n * DLS_LANES, 16), *x = need(n * DLS_LANES, sizeof *x),
           *one = need(n, sizeof *one), *B = need(n * DLS_LANES, sizeof *B);
    dls_zero(n, b + n);
    dls_weave(DLS_LANES, DLS_LANES, n, b, B);
    assert_int_equal(dls_linsys_solve_woven(L, B, B), DLS_OK);
    dls_unweave(DLS_LANES, DLS_LANES, n, B, x);
    for (dls_int k = 0; k < DLS_LANES; k++) {
        assert_int_equal(dls_linsys_solve(L, b + k * n, one), DLS_OK);
        assert_small(distance(n, x + k * n, one), 1e-12 * length(n, one));
    }
    free(b);
    free(x);
    free(one);
    free(B);
}

/* Pairs share the reading of the factor: each as alone. */
static void check_pairs(dls_linsys *L, dls_int n)
{
    double *b = vector_random(3 * n, 17), *x = need(3 * n, sizeof *x), *one = need(n, sizeof *one);
    assert_int_equal(dls_linsys_solve_many(L, 3, b, x), DLS_OK);
    for (dls_int k = 0; k < 3; k++) {
        assert_int_equal(dls_linsys_solve(L, b + k * n, one), DLS_OK);
        assert_small(distance(n, x + k * n, one), 1e-14 * length(n, one));
    }
    free(b);
    free(x);
    free(one);
}

/* Many right-hand sides at once, simplicial or supernodal: as one by one, but for rounding. */
static void check_many(const dls_backend *backend, dls_int n, dls_int count)
{
    double *A = dense_gram(n, n, n > N ? 0.5 : 0.1, 1, 14), *b = vector_random(n * count, 15);
    double *x = need(n * count, sizeof *x), *one = need(n, sizeof *one);
    dls_mat S = shaped(backend, n, A);
    dls_linsys *L = factorise(backend, dls_see(&S), DLS_OK);
    assert_int_equal(dls_linsys_solve_many(L, count, b, x), DLS_OK);
    for (dls_int k = 0; k < count; k++) {
        assert_int_equal(dls_linsys_solve(L, b + k * n, one), DLS_OK);
        assert_small(distance(n, x + k * n, one), 1e-12 * length(n, one));
    }
    if (backend->woven) {
        check_woven(L, n);
    }
    dls_linsys_free(L);
    sparse_free(&S);
    free(A);
    free(b);
    free(x);
    free(one);
}

static void test_many(void **state)
{
    (void)state;
    enum { LARGER = 150 };
    const dls_backend *one;
    for (dls_int k = 0; (one = backend_number(k)); k++) {
        for (dls_int count = 0; count <= 19; count += count < 3 ? 1 : 8) {
            check_many(one, N, count);
        }
    }
    check_many(&dls_linsys_cholesky, LARGER, 19);
}

/* A supernodal factor, too: the small ones above are simplicial. One supernode, and some whose
   rows have gaps: `blocks` that touch each other only through the last `shared` coordinates. */
static void test_supernodal(void **state)
{
    (void)state;
    enum { BLOCKS = 5, OWN = 37, SHARED_BY_ALL = 23, ALL = BLOCKS * OWN + SHARED_BY_ALL };
    for (int gaps = 0; gaps < 2; gaps++) {
        double *A = dense_gram(ALL, ALL, 0.5, 1, 4);
        for (int k = 0; gaps && k < ALL * ALL; k++) {
            int i = k % ALL, j = k / ALL;
            bool coupled = i / OWN == j / OWN || i >= BLOCKS * OWN || j >= BLOCKS * OWN;
            A[k] = i == j ? 1e3 + A[k] : coupled ? A[k] : 0;
        }
        dls_mat S = sparse_lower_of(ALL, A);
        dls_linsys *L = factorise(&dls_linsys_cholesky, dls_see(&S), DLS_OK);
        check_solve(L, ALL, A, 1e-13);
        check_solve(L, ALL, A, 1e-13);
        check_pairs(L, ALL);
        dls_linsys_free(L);
        sparse_free(&S);
        free(A);
    }
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
    const dls_backend *one;
    for (dls_int k = 0; (one = backend_number(k)); k++) {
        if (!one->deficient) {
            check_refused(one);
        }
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
    const dls_backend *one;
    for (dls_int k = 0; (one = backend_number(k)); k++) {
        check_single(one);
    }
    dls_linsys_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_definite),         cmocka_unit_test(test_quasi_definite),
        cmocka_unit_test(test_unsymmetric),      cmocka_unit_test(test_many),
        cmocka_unit_test(test_supernodal),       cmocka_unit_test(test_refused),
        cmocka_unit_test(test_empty_and_single),
    };
    return cmocka_run_group_tests_name("linsys", tests, NULL, NULL);
}
