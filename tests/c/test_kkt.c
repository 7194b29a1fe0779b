/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/kkt: every method on every family with a known Moore-Penrose solution. */
#include "check.h"
#include "problems.h"

static const dls_view NO_WEIGHT = {0};
static const dls_sink SILENT = {0};

static dls_kkt *setup(dls_view M, dls_view G, int method)
{
    dls_fault fault;
    dls_kkt *K = NULL;
    dls_kkt_settings s = dls_kkt_defaults();
    s.method = method;
    assert_code(dls_kkt_setup(M, G, NO_WEIGHT, &s, SILENT, &K, &fault), DLS_OK, &fault);
    assert_non_null(K);
    return K;
}

static dls_kkt_result solve(dls_kkt *K, const problem *P, double *a, double *lambda,
                            dls_kkt_certificate certificate)
{
    dls_fault fault;
    dls_kkt_result result;
    assert_code(dls_kkt_solve(K, P->F, P->b, a, lambda, certificate, &result, &fault), DLS_OK,
                &fault);
    return result;
}

static void test_known_solutions(void **state)
{
    (void)state;
    for (int family = 0; family < FAMILIES; family++) {
        problem *P = problem_make(family);
        double *a = need(P->n, sizeof *a), *lambda = need(P->m, sizeof *lambda);
        for (int method = DLS_KKT_AUTO; method <= DLS_KKT_DENSE; method++) {
            dls_kkt *K = setup(P->M, P->G, method);
            dls_kkt_result r = solve(K, P, a, lambda, (dls_kkt_certificate){0});
            print_message("%d %s %s steps %d %d dyn %.1e con %.1e opt %.1e ker %.1e\n", method,
                          r.method, dls_outcome_text(r.outcome), r.steps, r.krylov, r.dynamics,
                          r.constraints, r.optimality, r.kernel);
            verify_solution(P, a, lambda, 1, 1);
            dls_kkt_free(K);
        }
        free(a);
        free(lambda);
        problem_free(P);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_solutions),
    };
    return cmocka_run_group_tests_name("kkt", tests, NULL, NULL);
}
