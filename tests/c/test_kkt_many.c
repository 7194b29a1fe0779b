/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/kkt: many right-hand sides in one call, each judged by itself. */
#include "calls.h"

enum { COUNT = 11 }; /* a block, and a part of one */

typedef struct {
    dls_int n, m;
    double *F, *b, *a, *lambda, *y, *x; /* COUNT columns each */
    dls_kkt_result result[COUNT];
} batch;

static batch batch_new(dls_int n, dls_int m)
{
    batch B = {.n = n, .m = m};
    B.F = need(n * COUNT, sizeof *B.F);
    B.b = need(m * COUNT, sizeof *B.b);
    B.a = need(n * COUNT, sizeof *B.a);
    B.lambda = need(m * COUNT, sizeof *B.lambda);
    B.y = need(m * COUNT, sizeof *B.y);
    B.x = need(n * COUNT, sizeof *B.x);
    return B;
}

static void batch_free(batch *B)
{
    free(B->F);
    free(B->b);
    free(B->a);
    free(B->lambda);
    free(B->y);
    free(B->x);
}

/* Column k of the batch from other data, some of it without a solution, one of it zero. */
static void fill(batch *B, problem *P, dls_int k)
{
    problem_data(P, (uint64_t)(40 + k));
    if (k % 4 == 1 && P->nullity > 0) {
        problem_spoil_constraints(P, 1);
    } else if (k % 4 == 2 && P->floating > 0) {
        problem_spoil_forces(P, 1);
    }
    for (dls_int i = 0; i < P->n; i++) {
        B->F[k * P->n + i] = k == 5 ? 0 : P->F[i];
    }
    for (dls_int j = 0; j < P->m; j++) {
        B->b[k * P->m + j] = k == 5 ? 0 : P->b[j];
    }
}

/* The answer of a call for this column alone: another order of rounding, nothing else. */
static void check_column(const batch *B, dls_kkt *K, const problem *P, dls_int k)
{
    dls_int n = B->n, m = B->m;
    double *a = need(n, sizeof *a), *lambda = need(m, sizeof *lambda);
    dls_kkt_result R;
    dls_fault f;
    assert_code(dls_kkt_solve(K, B->F + k * n, B->b + k * m, a, lambda, NO_CERTIFICATE, &R, &f),
                DLS_OK, &f);
    const dls_kkt_result *S = &B->result[k];
    assert_int_equal(S->outcome, R.outcome);
    assert_int_equal(S->constraints_inconsistent, R.constraints_inconsistent);
    assert_int_equal(S->forces_inconsistent, R.forces_inconsistent);
    assert_int_equal(length(m, B->y + k * m) > 0, R.constraints_inconsistent);
    assert_int_equal(length(n, B->x + k * n) > 0, R.forces_inconsistent);
    assert_small(distance(n, B->a + k * n, a), 2 * P->accuracy * length(n, a));
    assert_small(distance(m, B->lambda + k * m, lambda), 2 * P->accuracy * length(m, lambda));
    free(a);
    free(lambda);
}

static void check_family(int family, int method)
{
    problem *P = problem_make(family);
    batch B = batch_new(P->n, P->m);
    dls_kkt *K = setup(P, NO_WEIGHT, method);
    dls_fault f;
    for (dls_int k = 0; k < COUNT; k++) {
        fill(&B, P, k);
    }
    for (int round = 0; round < 2; round++) {
        dls_int before = dls_test_allocations();
        assert_code(dls_kkt_solve_many(K, COUNT, B.F, B.b, B.a, B.lambda,
                                       (dls_kkt_certificate){B.y, B.x}, B.result, &f),
                    DLS_OK, &f);
        assert_true(round == 0 || dls_test_allocations() == before);
    }
    for (dls_int k = 0; k < COUNT; k++) {
        check_column(&B, K, P, k);
    }
    dls_kkt_free(K);
    batch_free(&B);
    problem_free(P);
}

static void test_families(void **state)
{
    (void)state;
    for (int family = 0; family < FAMILIES; family++) {
        for (int method = DLS_KKT_AUTO; method <= DLS_KKT_DENSE; method++) {
            check_family(family, method);
        }
    }
}

static void test_none(void **state)
{
    (void)state;
    problem *P = problem_make(FULL);
    dls_kkt *K = setup(P, NO_WEIGHT, DLS_KKT_AUTO);
    dls_fault f;
    assert_code(dls_kkt_solve_many(K, 0, NULL, NULL, NULL, NULL, NO_CERTIFICATE, NULL, &f), DLS_OK,
                &f);
    dls_kkt_free(K);
    problem_free(P);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_families),
        cmocka_unit_test(test_none),
    };
    return cmocka_run_group_tests_name("kkt, many right-hand sides", tests, NULL, NULL);
}
