/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/kkt: what is refused and in which words; the smallest and emptiest systems. */
#include "check.h"
#include "problems.h"

static const dls_host SILENT = {0};

static dls_error try_setup(dls_view M, dls_view G, dls_view W, int method, dls_fault *fault)
{
    dls_kkt *K = (dls_kkt *)&K;
    dls_kkt_settings s = dls_kkt_defaults();
    s.method = method;
    *fault = (dls_fault){0};
    dls_error error = dls_kkt_setup(M, G, W, &s, SILENT, &K, fault);
    assert_true((K == NULL) == (error != DLS_OK));
    dls_kkt_free(K);
    return error;
}

/* Setup of dense arrays with all methods; the last fault. */
static dls_fault refuse(dls_int n, dls_int m, const double *M, const double *G, const double *W,
                        dls_error expected)
{
    dls_fault fault = {0};
    dls_mat Ms = sparse_of(n, n, M), Gs = sparse_of(n, m, G), Ws = {0};
    if (W) {
        Ws = sparse_of(m, m, W);
    }
    for (int method = DLS_KKT_AUTO; method <= DLS_KKT_DENSE; method++) {
        if (method == DLS_KKT_LU && expected == DLS_ERROR_INDEFINITE && !W) {
            continue; /* L U shows no inertia: not found yet unless the diagonal gives it away */
        }
        assert_code(try_setup(dls_see(&Ms), dls_see(&Gs), dls_see(&Ws), method, &fault), expected,
                    &fault);
    }
    sparse_free(&Ms);
    sparse_free(&Gs);
    sparse_free(&Ws);
    return fault;
}

static const double EYE[] = {1, 0, 0, 1}, SUM[] = {1, 1};

static void test_wrong_sizes(void **state)
{
    (void)state;
    static const dls_int p[] = {0, 0, 0, 0};
    const dls_view none = {0}, wide = {2, 3, p, NULL, NULL}, square = {3, 3, p, NULL, NULL},
                   two = {2, 2, p, NULL, NULL}, one = {1, 1, p, NULL, NULL};
    dls_fault f;
    assert_code(try_setup(wide, wide, none, 0, &f), DLS_ERROR_DIMENSION, &f);
    assert_non_null(strstr(f.text, "2-by-3"));
    assert_code(try_setup(square, wide, none, 0, &f), DLS_ERROR_DIMENSION, &f);
    assert_non_null(strstr(f.text, "gradients are columns"));
    assert_code(try_setup(square, square, two, 0, &f), DLS_ERROR_DIMENSION, &f);
    assert_code(try_setup(square, square, wide, 0, &f), DLS_ERROR_DIMENSION, &f);
    assert_code(try_setup(two, wide, one, 0, &f), DLS_ERROR_DIMENSION, &f);
    assert_int_equal(dls_kkt_setup(wide, wide, none, NULL, SILENT, &(dls_kkt *){0}, NULL),
                     DLS_ERROR_DIMENSION);
    dls_redundancy_report *R = (dls_redundancy_report *)&f;
    assert_code(dls_redundancy(square, wide, NULL, &R, &f), DLS_ERROR_DIMENSION, &f);
    assert_null(R);
}

static void test_bad_values(void **state)
{
    (void)state;
    const double infinite[] = {1, INFINITY};
    dls_fault f = refuse(2, 1, (double[]){1, 0, 0, NAN}, SUM, NULL, DLS_ERROR_NOT_FINITE);
    assert_non_null(strstr(f.text, "M(2,2)"));
    f = refuse(2, 1, EYE, infinite, NULL, DLS_ERROR_NOT_FINITE);
    assert_non_null(strstr(f.text, "G(2,1)"));
    f = refuse(2, 1, EYE, SUM, (double[]){NAN}, DLS_ERROR_NOT_FINITE);
    assert_non_null(strstr(f.text, "Weight(1,1)"));
    f = refuse(2, 1, (double[]){1, 0, 0.5, 1}, SUM, NULL, DLS_ERROR_NOT_SYMMETRIC);
    assert_non_null(strstr(f.text, "M(1,2)"));
    refuse(2, 1, (double[]){1, 0, 1e-9, 1}, SUM, NULL, DLS_ERROR_NOT_SYMMETRIC);
    refuse(2, 2, EYE, EYE, (double[]){1, 0.5, 0, 1}, DLS_ERROR_NOT_SYMMETRIC);
    refuse(2, 1, (double[]){1, 1e-15, 0, 1}, SUM, NULL, DLS_OK); /* rounding */
}

static void test_bad_weights(void **state)
{
    (void)state;
    dls_fault f = refuse(2, 2, EYE, EYE, (double[]){1, 0, 0, 0}, DLS_ERROR_INDEFINITE);
    assert_non_null(strstr(f.text, "Weight(2)"));
    refuse(2, 2, EYE, EYE, (double[]){-1, 0, 0, 1}, DLS_ERROR_INDEFINITE);
    refuse(2, 2, EYE, EYE, (double[]){1, 2, 2, 1}, DLS_ERROR_INDEFINITE);
}

static void test_indefinite_mass(void **state)
{
    (void)state;
    dls_fault f = refuse(2, 1, (double[]){1, 0, 0, -2}, SUM, NULL, DLS_ERROR_INDEFINITE);
    assert_non_null(strstr(f.text, "M(2,2) = -2"));
    refuse(2, 1, (double[]){0, 1, 1, 1}, SUM, NULL, DLS_ERROR_INDEFINITE);
    /* M = [1 2; 2 1] has d'Md = -1 for d = (1,-1)/sqrt(2), which G = (1,1) leaves free */
    f = refuse(2, 1, (double[]){1, 2, 2, 1}, SUM, NULL, DLS_ERROR_INDEFINITE);
    double curvature = 0;
    const char *number = strstr(f.text, "d'*M*d = ");
    assert_non_null(number);
    assert_int_equal(sscanf(number, "d'*M*d = %lf", &curvature), 1);
    assert_true(curvature < -0.1 && curvature >= -1);
    refuse(2, 0, (double[]){1, 2, 2, 1}, SUM, NULL, DLS_ERROR_INDEFINITE);
    /* the same beside a mass of 1e20, and in units 1e-12 of its own; heavy beside light is legal */
    refuse(3, 0, (double[]){1e20, 0, 0, 0, 1, 2, 0, 2, 1}, SUM, NULL, DLS_ERROR_INDEFINITE);
    refuse(2, 0, (double[]){1, 2e-12, 2e-12, 1e-24}, SUM, NULL, DLS_ERROR_INDEFINITE);
    refuse(3, 0, (double[]){1e20, 0, 0, 0, 2, 2, 0, 2, 2}, SUM, NULL, DLS_OK);
    /* no sign on the diagonal: singular minus 0.05, on coordinates that no constraint holds */
    double *M = dense_gram(9, 20, 0.8, -0.05, 1), *G = dense_random(20, 5, 0.4, 2);
    for (int k = 0; k < 100; k++) {
        G[k] = k % 20 < 10 ? 0 : G[k];
    }
    refuse(20, 5, M, G, NULL, DLS_ERROR_INDEFINITE);
    free(M);
    free(G);
}

/* The singular matrices that rounding makes slightly indefinite are accepted. */
static void test_rounded_semidefinite_mass(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        double *M = dense_gram(3, 30, 0.9, 0, seed), *G = dense_random(30, 10, 0.3, seed);
        refuse(30, 10, M, G, NULL, DLS_OK);
        free(M);
        free(G);
    }
}

static void test_bad_data(void **state)
{
    (void)state;
    problem *P = problem_make(FULL);
    dls_kkt *K = NULL;
    dls_fault f;
    dls_kkt_result r;
    double *a = need(P->n, sizeof *a), *lambda = need(P->m, sizeof *lambda);
    const dls_kkt_certificate none = {0};
    assert_code(dls_kkt_setup(P->M, P->G, (dls_view){0}, NULL, SILENT, &K, &f), DLS_OK, &f);
    double kept = P->F[3];
    P->F[3] = NAN;
    assert_code(dls_kkt_solve(K, P->F, P->b, a, lambda, none, &r, &f), DLS_ERROR_NOT_FINITE, &f);
    P->F[3] = kept;
    kept = P->b[0];
    P->b[0] = INFINITY;
    assert_code(dls_kkt_solve(K, P->F, P->b, a, lambda, none, &r, &f), DLS_ERROR_NOT_FINITE, &f);
    P->b[0] = kept;
    assert_code(dls_kkt_solve(K, P->F, P->b, a, lambda, none, &r, &f), DLS_OK, &f);
    assert_int_equal(r.outcome, DLS_SOLVED);
    verify_solution(P, a, lambda);
    free(a);
    free(lambda);
    dls_kkt_free(K);
    dls_kkt_free(NULL);
    dls_redundancy_free(NULL);
    problem_free(P);
}

/* One system with all methods: outcome and solution. */
static void expect(dls_int n, dls_int m, const double *M, const double *G, const double *F,
                   const double *b, dls_outcome outcome, const double *a, const double *lambda)
{
    dls_mat Ms = sparse_of(n, n, M), Gs = sparse_of(n, m, G);
    double a_found[4], lambda_found[4], y[4], x[4];
    for (int method = DLS_KKT_AUTO; method <= DLS_KKT_DENSE; method++) {
        dls_kkt *K = NULL;
        dls_kkt_settings s = dls_kkt_defaults();
        dls_kkt_result r;
        dls_fault f;
        s.method = method;
        assert_code(dls_kkt_setup(dls_see(&Ms), dls_see(&Gs), (dls_view){0}, &s, SILENT, &K, &f),
                    DLS_OK, &f);
        assert_code(
            dls_kkt_solve(K, F, b, a_found, lambda_found, (dls_kkt_certificate){y, x}, &r, &f),
            DLS_OK, &f);
        assert_int_equal(r.outcome, outcome);
        assert_small(distance(n, a_found, a), 1e-13);
        assert_small(distance(m, lambda_found, lambda), 1e-13);
        dls_kkt_free(K);
    }
    sparse_free(&Ms);
    sparse_free(&Gs);
}

static void test_smallest_systems(void **state)
{
    (void)state;
    const double zero[4] = {0}, one[4] = {1, 1, 1, 1};
#define V(...) ((const double[]){__VA_ARGS__})
    expect(0, 0, NULL, NULL, NULL, NULL, DLS_SOLVED, NULL, NULL);
    expect(1, 0, V(2), NULL, V(4), NULL, DLS_SOLVED, V(-2), NULL);
    expect(2, 0, EYE, NULL, V(1, 2), NULL, DLS_SOLVED, V(-1, -2), NULL);
    expect(0, 2, NULL, NULL, NULL, zero, DLS_SOLVED, NULL, zero);
    expect(0, 2, NULL, NULL, NULL, one, DLS_INCONSISTENT, NULL, zero);
    expect(1, 1, V(2), V(1), V(4), V(-3), DLS_SOLVED, V(3), V(10));
    expect(1, 1, V(0), V(2), V(4), V(-3), DLS_SOLVED, V(1.5), V(2));
    expect(1, 1, zero, zero, zero, zero, DLS_SOLVED, zero, zero);
    expect(1, 1, zero, zero, one, zero, DLS_INCONSISTENT, zero, zero);
    expect(1, 1, zero, zero, zero, one, DLS_INCONSISTENT, zero, zero);
    expect(1, 0, zero, NULL, one, NULL, DLS_INCONSISTENT, zero, NULL);
    expect(1, 2, V(1), V(1, 1), V(-1), V(-2, -2), DLS_SOLVED, V(2), V(0.5, 0.5));
    expect(1, 2, V(1), V(1, 1), V(-1), V(-3, -1), DLS_INCONSISTENT, V(2), V(0.5, 0.5));
    expect(2, 2, EYE, zero, V(1, 2), zero, DLS_SOLVED, V(-1, -2), zero);
    expect(2, 2, EYE, zero, V(1, 2), V(1, 0), DLS_INCONSISTENT, V(-1, -2), zero);
    expect(2, 1, zero, zero, zero, zero, DLS_SOLVED, zero, zero);
    expect(2, 1, zero, V(1, 0), V(3, 4), V(-1), DLS_INCONSISTENT, V(1, 0), V(3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wrong_sizes),
        cmocka_unit_test(test_bad_values),
        cmocka_unit_test(test_bad_weights),
        cmocka_unit_test(test_indefinite_mass),
        cmocka_unit_test(test_rounded_semidefinite_mass),
        cmocka_unit_test(test_bad_data),
        cmocka_unit_test(test_smallest_systems),
    };
    return cmocka_run_group_tests_name("bad input", tests, NULL, NULL);
}
