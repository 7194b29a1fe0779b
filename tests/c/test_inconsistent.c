/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/kkt: data without a solution give the least-squares one, and its certificate. */
#include "check.h"
#include "problems.h"

typedef struct {
    double *a, *lambda, *y, *x;
    dls_kkt_result result;
} answer;

static answer solve(const problem *P, dls_view W, int method, bool certify)
{
    dls_fault fault;
    dls_kkt *K = NULL;
    dls_kkt_settings s = dls_kkt_defaults();
    s.method = method;
    answer A = {need(P->n, sizeof(double)),
                need(P->m, sizeof(double)),
                need(P->m, sizeof(double)),
                need(P->n, sizeof(double)),
                {0}};
    dls_kkt_certificate certificate = {certify ? A.y : NULL, certify ? A.x : NULL};
    assert_code(dls_kkt_setup(P->M, P->G, W, &s, (dls_host){0}, &K, &fault), DLS_OK, &fault);
    assert_code(dls_kkt_solve(K, P->F, P->b, A.a, A.lambda, certificate, &A.result, &fault), DLS_OK,
                &fault);
    dls_kkt_free(K);
    return A;
}

static void answer_free(answer *A)
{
    free(A->a);
    free(A->lambda);
    free(A->y);
    free(A->x);
}

static void check_answer(const problem *P, int method, bool constraints, bool forces)
{
    answer A = solve(P, (dls_view){0}, method, true), B = solve(P, (dls_view){0}, method, false);
    assert_int_equal(A.result.outcome, DLS_INCONSISTENT);
    assert_true(A.result.constraints_inconsistent == constraints);
    assert_true(A.result.forces_inconsistent == forces);
    assert_small(A.result.optimality, 1e-11);
    verify_solution(P, A.a, A.lambda);
    if (constraints) {
        verify_constraint_certificate(P, A.y);
    }
    if (forces) {
        verify_force_certificate(P, A.x);
    }
    assert_memory_equal(A.a, B.a, (size_t)P->n * sizeof(double));
    assert_memory_equal(A.lambda, B.lambda, (size_t)P->m * sizeof(double));
    answer_free(&A);
    answer_free(&B);
}

static void test_constraints(void **state)
{
    (void)state;
    static const int families[] = {REDUNDANT, MASSLESS, REPEATED, FLOATING,
                                   STATICS,   LATTICE,  CHAIN};
    static const double sizes[] = {1, 1e-4, 1e-8, 1e4};
    for (int f = 0; f < 7; f++) {
        for (int s = 0; s < 4; s++) {
            problem *P = problem_make(families[f]);
            problem_spoil_constraints(P, sizes[s] * length(P->m, P->b));
            P->accuracy *= 10 * fmax(1, sizes[s]); /* rounding of what is dropped */
            for (int method = DLS_KKT_AUTO; method <= last_method(); method++) {
                check_answer(P, method, true, false);
            }
            problem_free(P);
        }
    }
}

static void test_forces(void **state)
{
    (void)state;
    static const double sizes[] = {1, 1e-4, 1e-8, 1e4};
    for (int s = 0; s < 4; s++) {
        problem *P = problem_make(FLOATING);
        problem_spoil_forces(P, sizes[s] * length(P->n, P->F));
        P->accuracy *= 10 * fmax(1, sizes[s]); /* rounding of what is dropped */
        for (int method = DLS_KKT_AUTO; method <= last_method(); method++) {
            check_answer(P, method, false, true);
        }
        problem_free(P);
    }
}

static void test_both(void **state)
{
    (void)state;
    problem *P = problem_make(FLOATING);
    problem_spoil_forces(P, 0.5 * length(P->n, P->F));
    problem_spoil_constraints(P, 2 * length(P->m, P->b));
    P->accuracy *= 10;
    for (int method = DLS_KKT_AUTO; method <= last_method(); method++) {
        check_answer(P, method, true, true);
    }
    problem_free(P);
}

/* Two equations for one unknown, a = -1 and 1e4 a = -1: least squares in the caller's units. */
static void test_units(void **state)
{
    (void)state;
    dls_mat M = sparse_of(1, 1, (double[]){1}), G = sparse_of(1, 2, (double[]){1, 1e4});
    double b[] = {1, 1}, F = 5, size = 1 + 1e8, a = -10001 / size, left = F + a;
    problem P = {.n = 1, .m = 2, .M = dls_see(&M), .G = dls_see(&G), .F = &F, .b = b};
    for (int method = DLS_KKT_AUTO; method <= last_method(); method++) {
        answer A = solve(&P, (dls_view){0}, method, true);
        assert_int_equal(A.result.outcome, DLS_INCONSISTENT);
        assert_small(A.result.optimality, 1e-12);
        assert_small(fabs(A.a[0] - a), 1e-15);
        assert_small(fabs(A.lambda[0] - left / size), 1e-12);
        assert_small(fabs(A.lambda[1] - 1e4 * left / size), 1e-12);
        answer_free(&A);
    }
    sparse_free(&M);
    sparse_free(&G);
}

/* Too large for singular values to come to the rescue of 'auto'. */
static void test_larger_than_dense(void **state)
{
    (void)state;
    static const double sizes[] = {1, 1e-8, 1e4};
    if (small_sizes()) {
        skip();
    }
    for (int s = 0; s < 3; s++) {
        problem *P = problem_random(310, 320, 1);
        problem_spoil_constraints(P, sizes[s] * length(P->m, P->b));
        P->accuracy = 1e-8 * fmax(1, sizes[s]); /* the condition number is 1e6 */
        check_answer(P, DLS_KKT_AUTO, true, false);
        problem_free(P);
    }
}

/* Rounding of the data is no inconsistency. */
static void test_rounding_is_consistent(void **state)
{
    (void)state;
    problem *P = problem_make(FLOATING);
    problem_spoil_forces(P, 1e-15 * length(P->n, P->F));
    problem_spoil_constraints(P, 1e-15 * length(P->m, P->b));
    for (int method = DLS_KKT_AUTO; method <= last_method(); method++) {
        answer A = solve(P, (dls_view){0}, method, true);
        assert_int_equal(A.result.outcome, DLS_SOLVED);
        assert_small(length(P->m, A.y), 0);
        assert_small(length(P->n, A.x), 0);
        verify_solution(P, A.a, A.lambda);
        answer_free(&A);
    }
    problem_free(P);
}

/* With a weight the certificate is in the caller's units, too. */
static void test_weighted_certificate(void **state)
{
    (void)state;
    problem *P = problem_make(REDUNDANT);
    dls_int m = P->m;
    double *diagonal = need(m * m, sizeof(double)), *full = dense_gram(m, m, 0.2, 1, 7);
    for (dls_int k = 0; k < m; k++) {
        diagonal[k * (m + 1)] = 0.5 + (double)(k % 4);
    }
    problem_spoil_constraints(P, length(m, P->b));
    for (int k = 0; k < 2; k++) {
        dls_mat W = sparse_of(m, m, k ? full : diagonal);
        for (int method = DLS_KKT_AUTO; method <= last_method(); method++) {
            answer A = solve(P, dls_see(&W), method, true);
            assert_int_equal(A.result.outcome, DLS_INCONSISTENT);
            verify_constraint_certificate(P, A.y);
            answer_free(&A);
        }
        sparse_free(&W);
    }
    free(diagonal);
    free(full);
    problem_free(P);
}

/* One setup: inconsistent data leave no trace in the next solve. */
static void test_next_solve(void **state)
{
    (void)state;
    problem *P = problem_make(FLOATING), *Bad = problem_make(FLOATING);
    problem_spoil_forces(Bad, length(P->n, P->F));
    problem_spoil_constraints(Bad, length(P->m, P->b));
    double *a = need(P->n, sizeof *a), *lambda = need(P->m, sizeof *lambda);
    for (int method = DLS_KKT_AUTO; method <= last_method(); method++) {
        dls_kkt *K = NULL;
        dls_kkt_settings s = dls_kkt_defaults();
        dls_kkt_result r;
        dls_fault f;
        s.method = method;
        assert_code(dls_kkt_setup(P->M, P->G, (dls_view){0}, &s, (dls_host){0}, &K, &f), DLS_OK,
                    &f);
        for (int k = 0; k < 4; k++) {
            const problem *Q = k % 2 ? P : Bad;
            assert_code(dls_kkt_solve(K, Q->F, Q->b, a, lambda, (dls_kkt_certificate){0}, &r, &f),
                        DLS_OK, &f);
            assert_int_equal(r.outcome, k % 2 ? DLS_SOLVED : DLS_INCONSISTENT);
        }
        verify_solution(P, a, lambda);
        dls_kkt_free(K);
    }
    free(a);
    free(lambda);
    problem_free(P);
    problem_free(Bad);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_constraints),
        cmocka_unit_test(test_forces),
        cmocka_unit_test(test_both),
        cmocka_unit_test(test_units),
        cmocka_unit_test(test_larger_than_dense),
        cmocka_unit_test(test_rounding_is_consistent),
        cmocka_unit_test(test_weighted_certificate),
        cmocka_unit_test(test_next_solve),
    };
    return cmocka_run_group_tests_name("inconsistent", tests, NULL, NULL);
}
