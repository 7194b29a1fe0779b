/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/base: L U of small matrices. */
#include "base/base.h"
#include "check.h"

/* A x = b, or A' x = b */
static void assert_solved(int n, const double *A, bool transposed, const double *b, const double *x)
{
    for (int i = 0; i < n; i++) {
        double left = b[i], size = fabs(b[i]);
        for (int j = 0; j < n; j++) {
            double a = transposed ? A[j + i * n] : A[i + j * n];
            left -= a * x[j];
            size += fabs(a * x[j]);
        }
        assert_small(fabs(left), 1e-14 * size);
    }
}

/* A x = b for orders on both sides of LAPACK's. Units of the rows, powers of two, change no bit. */
static void test_lu(void **state)
{
    (void)state;
    for (int n = 0; n <= 20; n++) {
        double A[2][400], x[2][20], b[20], scale[20], ratio[2];
        int pivots[20];
        for (int j = 0; j < n * n; j++) {
            A[0][j] = sin(1 + 7.0 * n + j * j);
        }
        for (int i = 0; i < n; i++) {
            b[i] = cos(3.0 * i);
        }
        for (int k = 0; k < 2; k++) {
            for (int i = 0; i < n; i++) {
                double unit = k ? ldexp(1, 61 * (i % 3) - 40) : 1;
                x[k][i] = unit * b[i];
                for (int j = 0; j < n; j++) {
                    A[1][i + j * n] = unit * A[0][i + j * n];
                }
            }
            ratio[k] = dls_lu_factor(n, A[1], scale, pivots);
            dls_lu_solve(n, A[1], scale, pivots, x[k]);
        }
        assert_true(ratio[0] == ratio[1] && ratio[0] <= 1 && ratio[0] > 0);
        assert_memory_equal(x[0], x[1], (size_t)n * sizeof *b);
        assert_solved(n, A[0], false, b, x[0]);
    }
}

/* A X = B and A' X = B, three columns. */
static void test_lu_many(void **state)
{
    (void)state;
    for (int n = 0; n <= 20; n++) {
        double A[400], lu[400], B[60], X[60];
        int pivots[20];
        for (int j = 0; j < n * n; j++) {
            lu[j] = A[j] = sin(1 + 7.0 * n + j * j);
        }
        for (int i = 0; i < 3 * n; i++) {
            B[i] = cos(3.0 * i);
        }
        dls_lu_factor(n, lu, NULL, pivots);
        for (int transposed = 0; transposed < 2; transposed++) {
            dls_copy(3 * n, B, X);
            dls_lu_solve_many(n, lu, pivots, transposed, 3, X);
            for (int k = 0; k < 3; k++) {
                assert_solved(n, A, transposed, B + k * n, X + k * n);
            }
        }
    }
}

/* Rows are compared by their largest entries: the second one is the pivot. */
static void test_pivots(void **state)
{
    (void)state;
    double A[] = {1.5, 0.5, 1e10, 1}, scale[2];
    int pivots[2];
    dls_lu_factor(2, A, scale, pivots);
    assert_true(scale[0] < 1e-9 && scale[1] == 1);
    assert_int_equal(pivots[0], 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lu), cmocka_unit_test(test_lu_many),
                                       cmocka_unit_test(test_pivots)};
    return cmocka_run_group_tests_name("lu", tests, NULL, NULL);
}
