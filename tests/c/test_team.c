/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/linsys/team.c and the KKT solver in a team of one, without messages: the answers of a
   process alone. Teams of several are the matter of tests/m/test_mpi.m. */
#include "calls.h"
#include "kkt/kkt.h"

typedef struct {
    dls_team team;
    dls_int *number;
    int calls[4]; /* of each function below */
} single;

static void sum(const dls_team *T, int count, double *values)
{
    ((single *)T)->calls[0] += count > 0 && values;
}

static void largest(const dls_team *T, int count, double *values)
{
    ((single *)T)->calls[1] += count > 0 && values;
}

static void spread(const dls_team *T, double *x)
{
    ((single *)T)->calls[2] += x != NULL;
}

static void collect(const dls_team *T, double *x)
{
    ((single *)T)->calls[3] += x != NULL;
}

static single *single_new(dls_int n)
{
    single *T = need(1, sizeof *T);
    T->number = need(n, sizeof *T->number);
    for (dls_int k = 0; k < n; k++) {
        T->number[k] = k;
    }
    T->team = (dls_team){.own = n,
                         .local = n,
                         .whole = n,
                         .number = T->number,
                         .sum = sum,
                         .largest = largest,
                         .spread = spread,
                         .collect = collect};
    return T;
}

static void single_free(single *T)
{
    free(T->number);
    free(T);
}

/* Entries far from 1, and no entries. */
static void test_sums(void **state)
{
    (void)state;
    static const double x[] = {3e-200, 0, -4e-200}, y[] = {3e200, 4e200};
    single *T = single_new(3);
    assert_small(fabs(dls_linsys_team_norm(&T->team, 3, x) / 5e-200 - 1), 1e-15);
    assert_small(fabs(dls_linsys_team_norm(&T->team, 2, y) / 5e200 - 1), 1e-15);
    assert_true(dls_linsys_team_norm(&T->team, 0, NULL) == 0 &&
                dls_linsys_team_norm(NULL, 0, NULL) == 0);
    assert_true(dls_linsys_team_norm(NULL, 2, y) == dls_norm(2, y));
    single_free(T);
}

static dls_error setup_in(const single *T, dls_view M, dls_view G, dls_kkt **K, dls_fault *f)
{
    dls_kkt_settings s = dls_kkt_defaults();
    dls_mat A, B;
    s.method = DLS_KKT_CHOLESKY;
    assert_true(dls_mat_copy(&A, M) && dls_mat_copy(&B, G));
    dls_error error = dls_kkt_setup_in(&T->team, &A, &B, &s, SILENT, K, f);
    dls_mat_free(&A);
    dls_mat_free(&B);
    return error;
}

static void test_answers(void **state)
{
    (void)state;
    static const int families[] = {FULL, REDUNDANT, MASSLESS, UNITS, LATTICE, CHAIN};
    for (int k = 0; k < 6; k++) {
        problem *P = problem_make(families[k]);
        single *T = single_new(P->n);
        double *a = need(P->n, sizeof *a), *lambda = need(P->m, sizeof *lambda);
        dls_kkt *K = NULL;
        dls_fault f;
        assert_code(setup_in(T, P->M, P->G, &K, &f), DLS_OK, &f);
        dls_kkt_result r = solve(K, P, a, lambda);
        assert_int_equal(r.outcome, DLS_SOLVED);
        verify_solution(P, a, lambda);
        for (int c = 0; c < 4; c++) {
            assert_true(T->calls[c] > 0);
        }
        dls_kkt_free(K);
        free(a);
        free(lambda);
        single_free(T);
        problem_free(P);
    }
}

/* An entry that couples two members is taken by one of them: the parts add up to the triangle. */
static void test_part(void **state)
{
    (void)state;
    /* A = [1 2 0; 2 3 4; 0 4 5]; the members own {0, 2} and {1} and number the others last */
    static const dls_int p1[] = {0, 2, 4, 4}, i1[] = {0, 2, 1, 2}, n1[] = {0, 2, 1};
    static const dls_int p2[] = {0, 3, 3, 3}, i2[] = {0, 1, 2}, n2[] = {1, 0, 2};
    static const double x1[] = {1, 2, 5, 4}, x2[] = {3, 2, 4};
    const dls_view views[] = {{3, 3, p1, i1, x1}, {3, 3, p2, i2, x2}};
    const dls_team teams[] = {{.own = 2, .local = 3, .whole = 3, .number = n1},
                              {.own = 1, .local = 3, .whole = 3, .number = n2}};
    double total = 0;
    for (int k = 0; k < 2; k++) {
        dls_mat part = {0};
        assert_true(dls_rank_team_part(&teams[k], views[k], &part));
        for (dls_int t = 0; t < part.p[3]; t++) {
            total += part.x[t];
        }
        dls_mat_free(&part);
    }
    assert_true(total == 1 + 2 + 3 + 4 + 5);
}

static void test_refused(void **state)
{
    (void)state;
    static const dls_int p[] = {0, 1, 3}, i[] = {0, 0, 1}, pg[] = {0, 1}, ig[] = {1};
    static const double lopsided[] = {1, 0.5, 1}, negative[] = {-1, 0, 1}, unknown[] = {1, 0, NAN};
    static const double one[] = {1};
    const struct {
        const double *x;
        dls_error code;
    } cases[] = {{lopsided, DLS_ERROR_NOT_SYMMETRIC},
                 {negative, DLS_ERROR_INDEFINITE},
                 {unknown, DLS_ERROR_NOT_FINITE}};
    single *T = single_new(2);
    for (int k = 0; k < 3; k++) {
        dls_kkt *K = NULL;
        dls_fault f;
        assert_code(
            setup_in(T, (dls_view){2, 2, p, i, cases[k].x}, (dls_view){2, 1, pg, ig, one}, &K, &f),
            cases[k].code, &f);
        assert_null(K);
    }
    single_free(T);
}

/* What only a process alone can do is refused, not done wrongly. */
static void test_floating(void **state)
{
    (void)state;
    problem *P = problem_make(FLOATING);
    single *T = single_new(P->n);
    dls_kkt *K = NULL;
    dls_fault f;
    assert_code(setup_in(T, P->M, P->G, &K, &f), DLS_ERROR_NUMERICAL, &f);
    assert_non_null(strstr(f.text, "only a process alone"));
    assert_null(K);
    single_free(T);
    problem_free(P);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums),     cmocka_unit_test(test_answers),
        cmocka_unit_test(test_part),     cmocka_unit_test(test_refused),
        cmocka_unit_test(test_floating),
    };
    return cmocka_run_group_tests_name("team", tests, NULL, NULL);
}
