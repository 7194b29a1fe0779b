/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/linsys: what only one back end is asked. */
#include "backends.h"
#include "check.h"
#include "problems.h"

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

/* A matrix that fills in, an indefinite one, small patterns. */
static void test_mumps(void **state)
{
    (void)state;
    if (last_method() != DLS_KKT_MUMPS) {
        skip();
    }
    enum { LARGER = 150 };
    double *A = dense_gram(LARGER, LARGER, 0.5, 1, 4);
    dls_mat S = sparse_lower_of(LARGER, A);
    dls_linsys *L = factorise(&dls_linsys_mumps, dls_see(&S), DLS_OK);
    check_solve(L, LARGER, A, 1e-12);
    dls_linsys_free(L);
    sparse_free(&S);
    free(A);
    A = quasi_definite(6);
    S = sparse_lower_of(N, A);
    dls_linsys_free(factorise(&dls_linsys_mumps, dls_see(&S), DLS_ERROR_NUMERICAL));
    sparse_free(&S);
    free(A);
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

typedef struct {
    dls_int n;
    const double *d;
} diagonal;

static dls_error multiply(void *data, const double *in, double *out)
{
    const diagonal *D = data;
    for (dls_int k = 0; k < D->n; k++) {
        out[k] = D->d[k] * in[k];
    }
    return DLS_OK;
}

/* What is left of b after at most `budget` steps: b - D x. */
static int left_by_gmres(diagonal D, const double *b, int budget, double *left)
{
    enum { STEPS = 30 };
    dls_gmres B;
    double x[N];
    int steps = 0;
    assert_true(dls_linsys_gmres_new(&B, D.n, STEPS));
    dls_copy(D.n, b, B.V);
    double goal = 1e-12 * length(D.n, b);
    assert_int_equal(dls_linsys_gmres_run(&B, multiply, &D, goal, budget, x, &steps), DLS_OK);
    dls_linsys_gmres_free(&B);
    for (dls_int k = 0; k < D.n; k++) {
        left[k] = b[k] - D.d[k] * x[k];
    }
    return steps;
}

/* Eleven eigenvalues: nothing is left after eleven steps. Before, the residual is the least: that
   of fewer steps differs from it by something orthogonal to it. */
static void test_gmres(void **state)
{
    (void)state;
    enum { VALUES = 11 };
    double d[N], *b = vector_random(N, 3), left[N], more[N];
    for (int k = 0; k < N; k++) {
        d[k] = 1 + k % VALUES;
    }
    diagonal D = {N, d};
    double size = length(N, b);
    assert_int_equal(left_by_gmres(D, b, 2 * VALUES, left), VALUES);
    assert_small(length(N, left), 1e-12 * size);
    for (int few = 0; few < VALUES; few++) {
        assert_int_equal(left_by_gmres(D, b, few, more), few);
        for (int k = few; k < VALUES; k++) {
            left_by_gmres(D, b, k, left);
            double square = dls_dot(N, left, left);
            assert_small(fabs(dls_dot(N, left, more) - square), 1e-13 * size * size);
            assert_true(square > 1e-12 * size * size);
        }
    }
    free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_minimum_norm),
        cmocka_unit_test(test_tall),
        cmocka_unit_test(test_negative_direction),
        cmocka_unit_test(test_mumps),
        cmocka_unit_test(test_gmres),
    };
    return cmocka_run_group_tests_name("linsys, one by one", tests, NULL, NULL);
}
