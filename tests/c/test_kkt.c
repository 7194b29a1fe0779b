/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/kkt: every method on every family with a known Moore-Penrose solution; reuse, weights. */
#include "calls.h"

static void solve_and_verify(dls_kkt *K, const problem *P, double residual)
{
    double *a = need(P->n, sizeof *a), *lambda = need(P->m, sizeof *lambda);
    dls_kkt_result r = solve(K, P, a, lambda);
    assert_int_equal(r.outcome, DLS_SOLVED);
    assert_false(r.forces_inconsistent || r.constraints_inconsistent);
    verify_residuals(P, a, lambda, residual);
    assert_small(r.dynamics, residual);
    assert_small(r.constraints, residual);
    verify_solution(P, a, lambda);
    assert_small(verify_kernel_part(P, lambda), 1e-13);
    free(a);
    free(lambda);
}

static void test_known_solutions(void **state)
{
    int family = (int)(intptr_t)*state;
    problem *P = problem_make(family);
    for (int method = DLS_KKT_AUTO; method <= last_method(); method++) {
        dls_kkt *K = setup(P, NO_WEIGHT, method);
        solve_and_verify(K, P, method == DLS_KKT_AUTO ? 1e-14 : 1e-12);
        dls_kkt_free(K);
    }
    problem_free(P);
}

static void test_stats(void **state)
{
    (void)state;
    static const char *const names[] = {"", "cholesky", "ldl", "lu", "qr", "dense", "mumps"};
    problem *P = problem_make(FLOATING);
    for (int method = DLS_KKT_CHOLESKY; method <= last_method(); method++) {
        dls_kkt *K = setup(P, NO_WEIGHT, method);
        dls_kkt_stats s = dls_kkt_get_stats(K);
        bool dense = method == DLS_KKT_DENSE;
        dls_int n, m;
        dls_kkt_get_size(K, &n, &m);
        assert_true(n == P->n && m == P->m);
        assert_string_equal(s.method, names[method]);
        assert_true(dense ? s.rho == 0 && s.delta == 0 : s.rho > 0 && s.delta > 0);
        assert_int_equal(s.rank, dense ? n + m - P->nullity - P->floating : -1);
        assert_true(s.factor_entries > 0);
        assert_true(s.time_setup >= 0 && s.time_factor >= 0);
        assert_int_equal(s.analyses, 1);
        dls_kkt_free(K);
    }
    problem_free(P);
}

static void test_several_solves(void **state)
{
    (void)state;
    problem *P = problem_make(REDUNDANT);
    for (int method = DLS_KKT_AUTO; method <= last_method(); method++) {
        dls_kkt *K = setup(P, NO_WEIGHT, method);
        for (uint64_t seed = 1; seed <= 3; seed++) {
            problem_data(P, seed);
            solve_and_verify(K, P, 1e-12);
        }
        dls_kkt_free(K);
    }
    problem_free(P);
}

static void test_update(void **state)
{
    (void)state;
    static const int families[] = {FULL, REDUNDANT, FLOATING, UNITS, LATTICE};
    dls_fault fault;
    for (int f = 0; f < 5; f++) {
        problem *P = problem_make(families[f]), *Q = problem_rescaled(P, 5);
        for (int method = DLS_KKT_AUTO; method <= last_method(); method++) {
            dls_kkt *K = setup(P, NO_WEIGHT, method);
            solve_and_verify(K, P, 1e-12);
            assert_code(dls_kkt_update(K, Q->M, Q->G, &fault), DLS_OK, &fault);
            solve_and_verify(K, Q, 1e-12);
            assert_code(dls_kkt_update(K, P->M, P->G, &fault), DLS_OK, &fault);
            solve_and_verify(K, P, 1e-12);
            if (method < DLS_KKT_QR || method == DLS_KKT_MUMPS) { /* qr and dense have none */
                assert_int_equal(dls_kkt_get_stats(K).analyses, 1);
            }
            dls_kkt_free(K);
        }
        problem_free(P);
        problem_free(Q);
    }
}

static void test_update_refuses_another_pattern(void **state)
{
    (void)state;
    problem *P = problem_make(FULL), *Q = problem_make(REDUNDANT);
    dls_fault fault;
    dls_kkt *K = setup(P, NO_WEIGHT, DLS_KKT_AUTO);
    assert_code(dls_kkt_update(K, Q->M, Q->G, &fault), DLS_ERROR_PATTERN, &fault);
    dls_int last = P->Gs.p[P->m] - 1, row = P->Gs.i[last];
    if (row < P->n - 1) {
        P->Gs.i[last]++;
    } else {
        P->Gs.p[P->m]--;
    }
    assert_code(dls_kkt_update(K, P->M, P->G, &fault), DLS_ERROR_PATTERN, &fault);
    dls_kkt_free(K);
    K = setup(Q, NO_WEIGHT, DLS_KKT_AUTO);
    Q->Gs.x[2] = NAN;
    assert_code(dls_kkt_update(K, Q->M, Q->G, &fault), DLS_ERROR_NOT_FINITE, &fault);
    dls_kkt_free(K);
    problem_free(P);
    problem_free(Q);
}

/* lambda minimises lambda'W lambda exactly when W lambda has no part in ker G. */
static void check_weighted(const problem *P, const double *Wd, int method)
{
    dls_mat Ws = sparse_of(P->m, P->m, Wd);
    double *a = need(P->n, sizeof *a), *lambda = need(P->m, sizeof *lambda),
           *Wl = need(P->m, sizeof *Wl);
    dls_kkt *K = setup(P, dls_see(&Ws), method);
    for (int round = 0; round < 2; round++) {
        assert_int_equal(solve(K, P, a, lambda).outcome, DLS_SOLVED);
        verify_residuals(P, a, lambda, 1e-12);
        assert_small(distance(P->n, a, P->a), P->accuracy * length(P->n, P->a));
        memset(Wl, 0, (size_t)P->m * sizeof *Wl);
        dense_apply(P->m, P->m, 1, Wd, lambda, Wl);
        assert_small(verify_kernel_part(P, Wl), 1e-12);
        dls_fault fault;
        assert_code(dls_kkt_update(K, P->M, P->G, &fault), DLS_OK, &fault);
    }
    dls_kkt_free(K);
    free(a);
    free(lambda);
    free(Wl);
    sparse_free(&Ws);
}

static void test_weights(void **state)
{
    (void)state;
    static const int families[] = {REDUNDANT, STATICS, FULL, CHAIN};
    for (int f = 0; f < 4; f++) {
        problem *P = problem_make(families[f]);
        dls_int m = P->m;
        double *diagonal = need(m * m, sizeof(double)), *full = dense_gram(m, m, 0.2, 1, 7);
        for (int k = 0; k < m; k++) {
            diagonal[k * (m + 1)] = 0.1 + k % 5;
        }
        for (int method = DLS_KKT_AUTO; method <= last_method(); method++) {
            check_weighted(P, diagonal, method);
            check_weighted(P, full, method);
        }
        free(diagonal);
        free(full);
        problem_free(P);
    }
}

#define KNOWN(family)                                                                              \
    {                                                                                              \
        "test_known_solutions_" #family, test_known_solutions, NULL, NULL,                         \
            (void *)(intptr_t)(family)                                                             \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        KNOWN(FULL),
        KNOWN(REDUNDANT),
        KNOWN(MASSLESS),
        KNOWN(FLOATING),
        KNOWN(REPEATED),
        KNOWN(UNITS),
        KNOWN(STATICS),
        KNOWN(FREE),
        KNOWN(LATTICE),
        KNOWN(CHAIN),
        cmocka_unit_test(test_stats),
        cmocka_unit_test(test_several_solves),
        cmocka_unit_test(test_update),
        cmocka_unit_test(test_update_refuses_another_pattern),
        cmocka_unit_test(test_weights),
    };
    return cmocka_run_group_tests_name("kkt", tests, NULL, NULL);
}
