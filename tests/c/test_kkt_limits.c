/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/kkt where it is nearly degenerate: whatever forces do, constraints that contradict each
   other are not solved; whatever is solvable with digits to spare is not called inconsistent; what
   the data cannot decide is left open. The systems are integers and powers of two: exact. */
#include <math.h>

#include "check.h"
#include "dense.h"
#include "problems.h"

enum { MOST = 8 };

typedef struct {
    dls_int n, m;
    double M[MOST * MOST], G[MOST * MOST], F[MOST], b[MOST];
} exact;

typedef struct {
    double a[MOST], lambda[MOST], y[MOST], x[MOST];
    dls_kkt_result result;
} answer;

static answer solve_within(const exact *P, int method, const double *accuracy)
{
    answer A = {.a = {0}};
    dls_mat M = sparse_of(P->n, P->n, P->M), G = sparse_of(P->n, P->m, P->G);
    dls_kkt_settings s = dls_kkt_defaults();
    dls_kkt *K = NULL;
    dls_fault f;
    s.method = method;
    assert_code(dls_kkt_setup(dls_see(&M), dls_see(&G), (dls_view){0}, &s, (dls_host){0}, &K, &f),
                DLS_OK, &f);
    assert_code(dls_kkt_set_accuracy(K, accuracy, &f), DLS_OK, &f);
    assert_code(
        dls_kkt_solve(K, P->F, P->b, A.a, A.lambda, (dls_kkt_certificate){A.y, A.x}, &A.result, &f),
        DLS_OK, &f);
    dls_kkt_free(K);
    sparse_free(&M);
    sparse_free(&G);
    return A;
}

static answer solve(const exact *P, int method)
{
    return solve_within(P, method, NULL);
}

/* |G y| over |G| |y|, both largest: rounding of y */
static double kernel_error(const exact *P, const double *y)
{
    double left = 0, terms = 0;
    for (dls_int i = 0; i < P->n; i++) {
        double sum = 0, size = 0;
        for (dls_int j = 0; j < P->m; j++) {
            sum += P->G[i + j * P->n] * y[j];
            size += fabs(P->G[i + j * P->n] * y[j]);
        }
        left = fmax(left, fabs(sum));
        terms = fmax(terms, size);
    }
    return left / terms;
}

/* G (G'a + b) over its terms: 0 for a least-squares a */
static double normal_error(const exact *P, const double *a)
{
    double left[MOST] = {0}, terms[MOST] = {0}, worst = 0, size = 0;
    for (dls_int j = 0; j < P->m; j++) {
        double sum = P->b[j], all = fabs(sum);
        for (dls_int i = 0; i < P->n; i++) {
            sum += P->G[i + j * P->n] * a[i];
            all += fabs(P->G[i + j * P->n] * a[i]);
        }
        for (dls_int i = 0; i < P->n; i++) {
            left[i] += P->G[i + j * P->n] * sum;
            terms[i] += fabs(P->G[i + j * P->n]) * all;
        }
    }
    for (dls_int i = 0; i < P->n; i++) {
        worst = fmax(worst, fabs(left[i]));
        size = fmax(size, terms[i]);
    }
    return worst / size;
}

/* Seven equations for three accelerations, beside forces on masses of 2^-k */
static void test_forces_hide_nothing(void **state)
{
    (void)state;
    static const double G[] = {1,  2,  1, -2, -3, -1, -3, 1, 4,  2, -2,
                               -3, -3, 4, -3, -2, -3, 0,  3, -4, -1};
    static const double F[] = {28, 11, 7}, b[] = {-4, 4, -16, 15, -18, 3, 23};
    exact P = {.n = 3, .m = 7};
    memcpy(P.G, G, sizeof G);
    memcpy(P.F, F, sizeof F);
    memcpy(P.b, b, sizeof b);
    for (int k = 0; k <= 60; k += 6) {
        for (int i = 0; i < 3; i++) {
            P.M[i * 4] = ldexp(1, -k);
        }
        for (int method = DLS_KKT_AUTO; method <= last_method(); method++) {
            answer A = solve(&P, method);
            assert_int_equal(A.result.outcome, k <= 42 ? DLS_INCONSISTENT : DLS_NOT_DECIDED);
            assert_true(k > 42 || kernel_error(&P, A.y) < 1e-14);
            assert_true(A.result.worst > 1e-3);
        }
    }
}

/* Two equations at an angle of 2^-k */
static void test_small_angles(void **state)
{
    (void)state;
    exact P = {.n = 2, .m = 2, .M = {1, 0, 0, 1}, .G = {1, 0, 1, 0}, .b = {0, 1}};
    for (int k = 4; k <= 40; k += 3) {
        P.G[3] = ldexp(1, -k);
        for (int method = DLS_KKT_AUTO; method <= last_method(); method++) {
            answer A = solve(&P, method);
            bool direct = method == DLS_KKT_AUTO || method == DLS_KKT_DENSE;
            assert_int_not_equal(A.result.outcome, DLS_INCONSISTENT);
            assert_true(!direct || A.result.outcome == DLS_SOLVED);
            if (A.result.outcome == DLS_SOLVED) {
                assert_small(hypot(A.a[0], A.a[1] / ldexp(1, k) + 1), 1e-9);
            }
        }
    }
}

/* A mass matrix that is nearly singular: a = 2^k (-1, 1) */
static void test_small_masses(void **state)
{
    (void)state;
    exact P = {.n = 2, .m = 0, .F = {1, -1}};
    for (int k = 4; k <= 40; k += 3) {
        double M[] = {1, 1, 1, 1 + ldexp(1, -k)};
        memcpy(P.M, M, sizeof M);
        for (int method = DLS_KKT_AUTO; method <= last_method(); method++) {
            answer A = solve(&P, method);
            bool direct = method == DLS_KKT_AUTO || method == DLS_KKT_DENSE;
            assert_int_not_equal(A.result.outcome, DLS_INCONSISTENT);
            assert_true(!direct || A.result.outcome == DLS_SOLVED);
            if (A.result.outcome == DLS_SOLVED) {
                assert_small(fabs(A.a[1] / ldexp(2, k) - 1), 1e-3);
            }
        }
    }
}

static uint64_t seed;

static int integer(int low, int high)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return low + (int)((seed >> 33) % (uint64_t)(high - low + 1));
}

/* Four equations in three accelerations and a body by itself: g_2 = g_1 + 2^-k d and g_4 = 3 g_1,
   b of a known acceleration of integers; or b_4 off by 1. */
static exact nearly_dependent(int k, bool contradict)
{
    exact P = {.n = 4, .m = 4};
    double a[4];
    for (int i = 0; i < 4; i++) {
        a[i] = integer(-4, 4);
        P.M[i * 5] = integer(1, 3);
        P.F[i] = integer(-5, 5);
    }
    for (int i = 0; i < 3; i++) {
        P.G[i] = integer(1, 3);
        P.G[i + 4] = P.G[i] + ldexp(integer(-2, 2), -k);
        P.G[i + 8] = integer(-3, 3);
        P.G[i + 12] = 3 * P.G[i];
    }
    for (int j = 0; j < 4; j++) {
        for (int i = 0; i < 3; i++) {
            P.b[j] -= P.G[i + 4 * j] * a[i];
        }
    }
    P.b[3] += contradict;
    return P;
}

static void test_near_and_true_dependence(void **state)
{
    (void)state;
    int open = 0, all = 0;
    seed = 5;
    for (int trial = 0; trial < 200; trial++) {
        bool contradict = trial % 2;
        exact P = nearly_dependent(10 + trial % 25, contradict);
        answer A = solve(&P, trial % 4 < 2 ? DLS_KKT_AUTO : 1 + trial % 5);
        assert_int_not_equal(A.result.outcome, contradict ? DLS_SOLVED : DLS_INCONSISTENT);
        bool proved = A.result.outcome == DLS_INCONSISTENT;
        assert_true(!proved || kernel_error(&P, A.y) < 1e-14);
        if (trial % 4 < 2) {
            assert_true(!proved || normal_error(&P, A.a) < 1e-11);
            open += A.result.outcome != (contradict ? DLS_INCONSISTENT : DLS_SOLVED);
            all++;
        }
    }
    assert_true(10 * open <= all);
}

/* b is known to some digits only: a contradiction within them is none. */
static void test_accuracy(void **state)
{
    (void)state;
    exact P = {.n = 2, .m = 2, .M = {1, 0, 0, 1}, .G = {1, 0, 1, 0}, .F = {1, 2}, .b = {1, 2}};
    for (int method = DLS_KKT_AUTO; method <= last_method(); method++) {
        answer A = solve_within(&P, method, (double[]){0.4, 0.4});
        assert_int_equal(A.result.outcome, DLS_INCONSISTENT);
        A = solve_within(&P, method, (double[]){0.6, 0.6});
        assert_int_equal(A.result.outcome, DLS_SOLVED);
        assert_small(fabs(A.a[0] + 1.5), 1e-12);
        A = solve_within(&P, method, (double[]){1.1, 0});
        assert_int_equal(A.result.outcome, DLS_SOLVED);
    }
    P.b[0] = ldexp(1, -60);
    P.b[1] = 0;
    answer A = solve(&P, DLS_KKT_AUTO); /* below rounding of what the forces would cause */
    assert_int_equal(A.result.outcome, DLS_NOT_DECIDED);
    A = solve_within(&P, DLS_KKT_AUTO, (double[]){1e-16, 1e-16});
    assert_int_equal(A.result.outcome, DLS_SOLVED);
}

static void test_wrong_accuracy(void **state)
{
    (void)state;
    dls_mat M = sparse_of(1, 1, (double[]){1}), G = sparse_of(1, 1, (double[]){1});
    dls_kkt *K = NULL;
    dls_fault f;
    assert_code(dls_kkt_setup(dls_see(&M), dls_see(&G), (dls_view){0}, NULL, (dls_host){0}, &K, &f),
                DLS_OK, &f);
    assert_code(dls_kkt_set_accuracy(K, (double[]){-1}, &f), DLS_ERROR_OPTION, &f);
    assert_code(dls_kkt_set_accuracy(K, (double[]){NAN}, &f), DLS_ERROR_OPTION, &f);
    dls_kkt_free(K);
    sparse_free(&M);
    sparse_free(&G);
}

/* Parts without loads beside loaded ones: their reactions are zero, by all methods. */
static void test_parts_at_rest(void **state)
{
    (void)state;
    exact P = {.n = 4, .m = 4, .F = {0, 0, 9.81, 0}};
    double G[] = {1, 0.5, 0, 0, 2, 1, 0, 0, 0, 0, 1, 0.3, 0, 0, 3, 0.9};
    memcpy(P.G, G, sizeof G);
    for (int i = 0; i < 4; i++) {
        P.M[i * 5] = 1;
    }
    for (int method = DLS_KKT_AUTO; method <= last_method(); method++) {
        answer A = solve(&P, method);
        assert_int_equal(A.result.outcome, DLS_SOLVED);
        assert_small(hypot(A.lambda[0], A.lambda[1]), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forces_hide_nothing),
        cmocka_unit_test(test_small_angles),
        cmocka_unit_test(test_small_masses),
        cmocka_unit_test(test_near_and_true_dependence),
        cmocka_unit_test(test_accuracy),
        cmocka_unit_test(test_wrong_accuracy),
        cmocka_unit_test(test_parts_at_rest),
    };
    return cmocka_run_group_tests_name("kkt limits", tests, NULL, NULL);
}
