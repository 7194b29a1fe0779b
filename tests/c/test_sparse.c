/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/sparse: checks of views, transposes, products. */
#include "check.h"
#include "dense.h"
#include "sparse/lanes.h"

/* [1 0 4; 2 0 0; 0 3 5] */
static const dls_int P[] = {0, 2, 3, 5}, I[] = {0, 1, 2, 0, 2};
static const double X[] = {1, 2, 3, 4, 5};

static dls_error check(dls_int rows, dls_int cols, const dls_int *p, const dls_int *i,
                       const double *x, dls_fault *fault)
{
    *fault = (dls_fault){0};
    return dls_view_check((dls_view){rows, cols, p, i, x}, "Q", fault);
}

static void test_view_check_accepts(void **state)
{
    (void)state;
    dls_fault f;
    static const dls_int zeros[4] = {0};
    assert_code(check(3, 3, P, I, X, &f), DLS_OK, &f);
    assert_code(check(0, 0, zeros, NULL, NULL, &f), DLS_OK, &f);
    assert_code(check(5, 0, zeros, NULL, NULL, &f), DLS_OK, &f);
    assert_code(check(0, 3, zeros, NULL, NULL, &f), DLS_OK, &f);
    assert_code(check(9, 3, P, I, X, &f), DLS_OK, &f);
}

static void test_view_check_rejects_structure(void **state)
{
    (void)state;
    dls_fault f;
    static const dls_int first[] = {1, 2, 3, 5}, falls[] = {0, 3, 2, 5};
    static const dls_int unsorted[] = {1, 0, 2, 0, 2}, twice[] = {0, 0, 2, 0, 2},
                         beyond[] = {0, 1, 2, 0, 3}, below[] = {0, 1, -1, 0, 2};
    assert_code(check(3, 3, first, I, X, &f), DLS_ERROR_STRUCTURE, &f);
    assert_code(check(3, 3, falls, I, X, &f), DLS_ERROR_STRUCTURE, &f);
    assert_code(check(3, 3, NULL, I, X, &f), DLS_ERROR_STRUCTURE, &f);
    assert_code(check(-1, 3, P, I, X, &f), DLS_ERROR_STRUCTURE, &f);
    assert_code(check(3, -1, P, I, X, &f), DLS_ERROR_STRUCTURE, &f);
    assert_code(check(3, 3, P, unsorted, X, &f), DLS_ERROR_STRUCTURE, &f);
    assert_non_null(strstr(f.text, "Q"));
    assert_non_null(strstr(f.text, "column 1"));
    assert_code(check(3, 3, P, twice, X, &f), DLS_ERROR_STRUCTURE, &f);
    assert_code(check(3, 3, P, beyond, X, &f), DLS_ERROR_STRUCTURE, &f);
    assert_non_null(strstr(f.text, "column 3"));
    assert_code(check(3, 3, P, below, X, &f), DLS_ERROR_STRUCTURE, &f);
    assert_non_null(strstr(f.text, "column 2"));
    assert_int_equal(dls_view_check((dls_view){3, 3, P, beyond, X}, "Q", NULL),
                     DLS_ERROR_STRUCTURE);
}

static void test_view_check_rejects_values(void **state)
{
    (void)state;
    dls_fault f;
    const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int k = 0; k < 3; k++) {
        double x[] = {1, 2, 3, 4, bad[k]};
        assert_code(check(3, 3, P, I, x, &f), DLS_ERROR_NOT_FINITE, &f);
        assert_non_null(strstr(f.text, "Q(3,3)"));
    }
}

static void test_transpose(void **state)
{
    (void)state;
    enum { R = 7, C = 11 };
    double *D = dense_random(R, C, 0.4, 1), *Dt = dense_transpose(R, C, D);
    dls_mat A = sparse_of(R, C, D), At, Back;
    dls_int place[R * C];
    assert_true(dls_mat_transpose(&At, dls_see(&A), place));
    dls_fault f;
    assert_code(dls_view_check(dls_see(&At), "A'", &f), DLS_OK, &f);
    double *T = dense_of(dls_see(&At));
    assert_memory_equal(T, Dt, sizeof(double) * R * C);
    for (dls_int k = 0; k < dls_entries(dls_see(&A)); k++) {
        assert_true(At.x[place[k]] == A.x[k]);
        assert_true(At.p[A.i[k]] <= place[k] && place[k] < At.p[A.i[k] + 1]);
    }
    assert_true(dls_mat_transpose(&Back, dls_see(&At), NULL));
    assert_true(dls_same_pattern(dls_see(&Back), dls_see(&A)));
    assert_memory_equal(Back.x, A.x, sizeof(double) * (size_t)A.p[C]);
    dls_mat_free(&At);
    dls_mat_free(&Back);
    sparse_free(&A);
    free(D);
    free(Dt);
    free(T);
}

static void test_products(void **state)
{
    (void)state;
    enum { R = 9, C = 6 };
    double *D = dense_random(R, C, 0.5, 2), *x = vector_random(C, 3), *u = vector_random(R, 4);
    double y[R], z[C], ye[R], ze[C], exact[C], r[C], scale[C];
    dls_mat A = sparse_of(R, C, D);
    for (int k = 0; k < R; k++) {
        y[k] = ye[k] = k;
    }
    for (int k = 0; k < C; k++) {
        z[k] = ze[k] = -k;
    }
    dls_mul(dls_see(&A), -3, x, y);
    dense_apply(R, C, -3, D, x, ye);
    assert_small(distance(R, y, ye), 1e-14);
    dls_mul_t(dls_see(&A), 0.5, u, z);
    dense_apply_t(R, C, 0.5, D, u, ze);
    assert_small(distance(C, z, ze), 1e-14);
    dls_mul_t_exactly(dls_see(&A), u, exact);
    dls_residual_t(dls_see(&A), -1, u, x, r, scale);
    for (int j = 0; j < C; j++) {
        double sum = 0, sum_abs = 0;
        for (int i = 0; i < R; i++) {
            sum += D[i + j * R] * u[i];
            sum_abs += fabs(D[i + j * R] * u[i]);
        }
        assert_small(fabs(exact[j] - sum), 1e-15);
        assert_small(fabs(scale[j] - sum_abs), 1e-14);
        assert_small(fabs(r[j] - (x[j] - sum)), 1e-14);
    }
    assert_true(dls_max_abs(dls_see(&A)) == dense_largest(R, C, D));
    assert_small(fabs(dls_frobenius(dls_see(&A)) - length(R * C, D)), 1e-14);
    sparse_free(&A);
    free(D);
    free(x);
    free(u);
}

/* One column of x (n numbers each), woven with others and taken out again */
static double *woven(int width, dls_int n, const double *x)
{
    double *X = need(n * width, sizeof *X);
    dls_weave(width, width, n, x, X);
    return X;
}

static void assert_column(int width, int c, dls_int n, const double *X, const double *expected)
{
    for (dls_int k = 0; k < n; k++) {
        assert_small(fabs(X[width * k + c] - expected[k]), 1e-14);
    }
}

/* One column and DLS_LANES of them, an empty row and column too: each as by itself. */
static void test_columns_at_once(void **state)
{
    (void)state;
    enum { R = 9, C = 17, MOST = DLS_LANES };
    double *D = dense_random(R, C, 0.4, 5), *x = vector_random(R * MOST, 6),
           *z = vector_random(C * MOST, 7);
    double Y[C * MOST], r[C * MOST], scale[C * MOST], F[R * MOST];
    for (int k = 0; k < R * C; k++) {
        D[k] = k / R == 3 || k % R == 2 ? 0 : D[k];
    }
    dls_mat A = sparse_of(R, C, D);
    for (int width = 1; width <= MOST; width += MOST - 1) {
        double *X = woven(width, R, x), *Z = woven(width, C, z);
        dls_set_mul_t_many(dls_see(&A), width, X, Y);
        dls_set_mul_many(dls_see(&A), width, Z, F);
        for (int given = 0; given < 2; given++) {
            dls_residual_t_many(dls_see(&A), -2, width, X, given ? Z : NULL, r, scale);
            for (int c = 0; c < width; c++) {
                double product[C] = {0}, forward[R] = {0}, residual[C], size[C], zero[C] = {0};
                dense_apply_t(R, C, 1, D, x + c * R, product);
                dense_apply(R, C, 1, D, z + c * C, forward);
                dls_residual_t(dls_see(&A), -2, x + c * R, given ? z + c * C : zero, residual,
                               size);
                assert_column(width, c, C, Y, product);
                assert_column(width, c, R, F, forward);
                assert_column(width, c, C, r, residual);
                assert_column(width, c, C, scale, size);
            }
        }
        free(X);
        free(Z);
    }
    sparse_free(&A);
    free(D);
    free(x);
    free(z);
}

/* Norms, products and sums of woven vectors; some are zero, tiny, huge, infinite, or no numbers. */
static void test_woven_vectors(void **state)
{
    (void)state;
    enum { N = 7, MOST = DLS_LANES };
    static const double sizes[MOST] = {1, 0, 1e-200, 1e200, INFINITY, NAN, 3, 1e-320};
    double *x = vector_random(N * MOST, 8), *y = vector_random(N * MOST, 9), out[MOST];
    for (int k = 0; k < N * MOST; k++) {
        x[k] = sizes[k / N] == 0 ? 0 : x[k] * sizes[k / N];
    }
    for (int width = 1; width <= MOST; width += MOST - 1) {
        double *X = woven(width, N, x), *Y = woven(width, N, y), *Z = woven(width, N, y);
        dls_norm_many(width, N, X, out);
        for (int c = 0; c < width; c++) {
            double expected = dls_norm(N, x + c * N);
            assert_true(fabs(out[c] - expected) <= 1e-15 * expected || out[c] == expected ||
                        (isnan(out[c]) && isnan(expected)));
        }
        dls_dot_many(width, N, Y, Y, out);
        dls_axpy_many(width, N, out, Y, Y); /* y (1 + y'y) */
        dls_xpay_many(width, N, Z, out, Y); /* y + y'y y (1 + y'y) */
        for (int c = 0; c < width; c++) {
            double square = dls_dot(N, y + c * N, y + c * N), expected[N];
            for (int k = 0; k < N; k++) {
                expected[k] = y[c * N + k] * (1 + square * (1 + square));
            }
            assert_small(fabs(out[c] - square), 1e-14);
            assert_column(width, c, N, Y, expected);
        }
        free(X);
        free(Y);
        free(Z);
    }
    free(x);
    free(y);
}

/* 1e16 + 1 - 1e16 and a product whose tail cancels the rest: plain summation loses everything. */
static void test_exact_product(void **state)
{
    (void)state;
    const double tiny = 1 / 1073741824.0; /* 2^-30 */
    const dls_int p[] = {0, 3, 5}, i[] = {0, 1, 2, 0, 1};
    const double x[] = {1e16, 1, -1e16, 1 + tiny, -1};
    const double u[] = {1, 1, 1}, v[] = {1 + tiny, 1 + 2 * tiny, 0};
    dls_view A = {3, 2, p, i, x};
    double plain[2] = {0}, exact[2];
    dls_mul_t(A, 1, u, plain);
    dls_mul_t_exactly(A, u, exact);
    assert_true(plain[0] != 1);
    assert_true(exact[0] == 1);
    dls_mul_t_exactly(A, v, exact);
    assert_true(exact[1] == tiny * tiny); /* (1+t)^2 - (1+2t) */
}

static void test_asymmetry(void **state)
{
    (void)state;
    enum { N = 12 };
    dls_int work[N], row, col;
    double *D = dense_gram(N, N, 0.3, 1, 5), d[N];
    for (int k = 0; k < N; k++) {
        d[k] = 1 + k;
    }
    dls_mat A = sparse_of(N, N, D);
    assert_true(dls_asymmetry(dls_see(&A), d, work, &row, &col) == 0);
    sparse_free(&A);
    const int places[][2] = {{2, 7}, {7, 2}, {0, 11}, {11, 0}, {5, 4}, {10, 11}};
    for (int k = 0; k < 6; k++) { /* changed, or present on one side only */
        int i = places[k][0], j = places[k][1];
        double kept = D[i + j * N];
        D[i + j * N] = kept + 0.25;
        A = sparse_of(N, N, D);
        assert_small(fabs(dls_asymmetry(dls_see(&A), d, work, &row, &col) - 0.25 / (d[i] * d[j])),
                     1e-15);
        assert_true((row == i && col == j) || (row == j && col == i));
        sparse_free(&A);
        D[i + j * N] = kept;
    }
    free(D);
    const double alone[] = {0, 0, 1, 0.25, 0, 0, 1, 0, 0}; /* (0, 1) has no partner, (0, 2) has */
    A = sparse_of(3, 3, alone);
    assert_true(dls_asymmetry(dls_see(&A), (double[]){1, 1, 1}, work, &row, &col) == 0.25);
    assert_true(row == 0 && col == 1);
    sparse_free(&A);
    dls_int none[1] = {0};
    assert_true(dls_asymmetry((dls_view){0, 0, none, NULL, NULL}, d, work, &row, &col) == 0);
}

static void test_stack_copy_pattern(void **state)
{
    (void)state;
    enum { A_ROWS = 4, B_ROWS = 3, C = 5 };
    double *D = dense_random(A_ROWS, C, 0.5, 6), *E = dense_random(B_ROWS, C, 0.5, 7);
    double *expected = dense_stack(A_ROWS, B_ROWS, C, D, E);
    dls_mat A = sparse_of(A_ROWS, C, D), B = sparse_of(B_ROWS, C, E), S, T;
    dls_fault f;
    assert_true(dls_stack(dls_see(&A), dls_see(&B), &S));
    assert_code(dls_view_check(dls_see(&S), "S", &f), DLS_OK, &f);
    double *found = dense_of(dls_see(&S));
    assert_memory_equal(found, expected, sizeof(double) * (A_ROWS + B_ROWS) * C);
    assert_true(dls_mat_copy(&T, dls_see(&S)));
    T.x[0] += 1;
    assert_true(dls_same_pattern(dls_see(&S), dls_see(&T)));
    T.i[T.p[C] - 1] -= 1;
    assert_false(dls_same_pattern(dls_see(&S), dls_see(&T)));
    assert_false(dls_same_pattern(dls_see(&A), dls_see(&B)));
    dls_mat_free(&S);
    dls_mat_free(&T);
    assert_null(S.p);
    sparse_free(&A);
    sparse_free(&B);
    free(D);
    free(E);
    free(expected);
    free(found);
}

/* [4 2 .; 2 . 3; . 3 9] with D = diag (1, 2, 3): a diagonal that is not stored is zero. */
static void test_lower(void **state)
{
    (void)state;
    static const dls_int p[] = {0, 2, 4, 6}, i[] = {0, 1, 0, 2, 1, 2};
    static const double x[] = {4, 2, 2, 3, 3, 9}, d[] = {1, 2, 3};
    static const dls_int starts[] = {0, 2, 4, 5}, rows[] = {0, 1, 1, 2, 2};
    static const double plain[] = {4, 2, 0, 3, 9}, scaled[] = {4, 4, 0, 18, 81};
    dls_mat L;
    assert_true(dls_mat_new(&L, 3, 3, 9));
    for (int pass = 0; pass < 2; pass++) {
        dls_mat_fill_lower(&L, (dls_view){3, 3, p, i, x}, pass ? d : NULL);
        assert_memory_equal(L.p, starts, sizeof starts);
        assert_memory_equal(L.i, rows, sizeof rows);
        assert_memory_equal(L.x, pass ? scaled : plain, sizeof plain);
    }
    dls_mat_free(&L);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_view_check_accepts),
        cmocka_unit_test(test_view_check_rejects_structure),
        cmocka_unit_test(test_view_check_rejects_values),
        cmocka_unit_test(test_transpose),
        cmocka_unit_test(test_products),
        cmocka_unit_test(test_columns_at_once),
        cmocka_unit_test(test_woven_vectors),
        cmocka_unit_test(test_exact_product),
        cmocka_unit_test(test_asymmetry),
        cmocka_unit_test(test_lower),
        cmocka_unit_test(test_stack_copy_pattern),
    };
    return cmocka_run_group_tests_name("sparse", tests, NULL, NULL);
}
