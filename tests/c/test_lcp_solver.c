/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/lcp: the life of a solver of complementarity problems. */
#include "check.h"
#include "lcp_problems.h"

enum { STEPS = 12 };

/* What changes from one problem to the next: a slow oscillation of all of q. */
static void move(lcp *L, const double *q, int step, double amount)
{
    for (dls_int i = 0; i < L->N; i++) {
        L->q[i] = q[i] * (1 + amount * sin(step + (double)i));
    }
}

/* A sequence from the last answer each time: what is claimed holds, and nothing is allocated. */
static void follow(lcp *L, int method, double amount, dls_int *iterations)
{
    dls_lcp_settings settings = dls_lcp_defaults();
    dls_lcp_solver *S = NULL;
    dls_lcp_result r;
    dls_fault fault;
    double *v = need(L->N, 8), *w = need(L->N, 8), *q = need(L->N, 8);
    memcpy(q, L->q, (size_t)L->N * sizeof *q);
    settings.method = method;
    assert_code(dls_lcp_setup(&L->P, &settings, (dls_host){0}, &S, &fault), DLS_OK, &fault);
    dls_int before = dls_test_allocations();
    *iterations = 0;
    for (int step = 0; step < STEPS; step++) {
        move(L, q, step, amount);
        assert_code(dls_lcp_next(S, step ? L->q : NULL, v, w, NULL, &r, &fault), DLS_OK, &fault);
        assert_int_equal(r.outcome, DLS_SOLVED);
        if (step > 0) {
            lcp_check_solution(L, v, w, 1e-9);
            *iterations += r.iterations;
        }
    }
    assert_int_equal(dls_test_allocations(), before);
    memcpy(L->q, q, (size_t)L->N * sizeof *q);
    dls_lcp_free(S);
    free(v);
    free(w);
    free(q);
}

static dls_int cold(lcp *L, int method, double amount)
{
    dls_int iterations = 0;
    double *v = need(L->N, 8), *q = need(L->N, 8);
    memcpy(q, L->q, (size_t)L->N * sizeof *q);
    for (int step = 1; step < STEPS; step++) {
        move(L, q, step, amount);
        memset(v, 0, (size_t)L->N * sizeof *v);
        iterations += lcp_run(L, method, v).iterations;
    }
    memcpy(L->q, q, (size_t)L->N * sizeof *q);
    free(v);
    free(q);
    return iterations;
}

static void test_sequences(void **state)
{
    (void)state;
    static const int methods[] = {DLS_LCP_AUTO, DLS_LCP_LEMKE, DLS_LCP_NEWTON,
                                  DLS_LCP_GAUSS_SEIDEL};
    for (int k = 0; k < 4; k++) {
        lcp *L = lcp_definite(12, 0.3, 5);
        dls_int warm;
        follow(L, methods[k], 1e-3, &warm);
        assert_true(warm < cold(L, methods[k], 1e-3));
        follow(L, methods[k], 0.9, &warm); /* the last answer is of no use */
        lcp_free(L);
    }
    lcp *mixed = lcp_program(6, 2, 2, 4, 3); /* free unknowns, split: A is singular */
    dls_int warm;
    follow(mixed, DLS_LCP_AUTO, 0, &warm);
    assert_int_equal(warm, 0);
    lcp_free(mixed);
    mixed = lcp_program(6, 2, 0, 4, 3);
    for (int k = 0; k < 3; k++) {
        follow(mixed, methods[k], 1e-3, &warm);
    }
    lcp_free(mixed);
}

/* The interior point, symmetric or not, with Newton's last steps. */
static void test_interior(void **state)
{
    (void)state;
    for (int skew = 0; skew < 2; skew++) {
        lcp *L = lcp_definite(20, skew, 9);
        dls_int warm, before;
        follow(L, DLS_LCP_AUTO, 1e-3, &before);
        dls_lcp_settings settings = dls_lcp_defaults();
        dls_lcp_solver *S = NULL;
        dls_lcp_result r;
        dls_fault fault;
        double v[20] = {0}, w[20];
        settings.method = DLS_LCP_INTERIOR_POINT;
        assert_code(dls_lcp_setup(&L->P, &settings, (dls_host){0}, &S, &fault), DLS_OK, &fault);
        for (warm = 0; warm < 3; warm++) {
            assert_code(dls_lcp_next(S, L->q, v, w, NULL, &r, &fault), DLS_OK, &fault);
            assert_int_equal(r.outcome, DLS_SOLVED);
            lcp_check_solution(L, v, w, 1e-9);
            assert_true(warm == 0 || r.iterations <= 1);
        }
        dls_lcp_free(S);
        lcp_free(L);
    }
}

/* Other values of M: monotone, then not, then as at first; and q without a solution between. */
static void test_update(void **state)
{
    (void)state;
    static const double M[][4] = {{2, 1, 1, 2}, {2, 3, 3, 2}, {1, -1, -1, 1}, {2, 1, 1, 2}};
    static const double q[][2] = {{-5, 1}, {-1, -1}, {1, -2}, {-5, 1}};
    static const dls_outcome wanted[] = {DLS_SOLVED, DLS_SOLVED, DLS_INFEASIBLE, DLS_SOLVED};
    for (int method = DLS_LCP_AUTO; method <= DLS_LCP_GAUSS_SEIDEL; method++) {
        dls_lcp_settings settings = dls_lcp_defaults();
        dls_lcp_solver *S = NULL;
        dls_lcp_result r;
        dls_fault fault;
        double v[2] = {0}, w[2], u[2];
        lcp *first = lcp_of_values(2, 0, M[0], q[0]);
        settings.method = method;
        assert_code(dls_lcp_setup(&first->P, &settings, (dls_host){0}, &S, &fault), DLS_OK, &fault);
        for (int k = 0; k < 4; k++) {
            lcp *L = lcp_of_values(2, 0, M[k], q[k]);
            assert_code(dls_lcp_update(S, L->P.M, &fault), DLS_OK, &fault);
            assert_code(dls_lcp_next(S, q[k], v, w, u, &r, &fault), DLS_OK, &fault);
            assert_int_equal(r.outcome, wanted[k]);
            if (r.outcome == DLS_SOLVED) {
                lcp_check_solution(L, v, w, 1e-9);
            } else {
                lcp_check_farkas(L, u, 1e-9);
            }
            lcp_free(L);
        }
        assert_small(fabs(v[0] - 2.5), 1e-9);
        dls_lcp_free(S);
        lcp_free(first);
    }
}

static void test_refused(void **state)
{
    (void)state;
    static const double M[] = {2, 1, 1, 2}, diagonal[] = {1, 0, 0, 1}, bad[] = {2, 1, NAN, 2};
    static const double q[] = {-5, 1}, wrong[] = {1, INFINITY};
    lcp *L = lcp_of_values(2, 0, M, q), *D = lcp_of_values(2, 0, diagonal, q),
        *B = lcp_of_values(2, 0, bad, q);
    dls_lcp_solver *S = NULL;
    dls_lcp_result r;
    dls_fault fault;
    double v[2] = {0}, w[2];
    assert_code(dls_lcp_setup(&B->P, NULL, (dls_host){0}, &S, &fault), DLS_ERROR_NOT_FINITE,
                &fault);
    assert_null(S);
    assert_code(dls_lcp_setup(&L->P, NULL, (dls_host){0}, &S, &fault), DLS_OK, &fault);
    assert_code(dls_lcp_update(S, D->P.M, &fault), DLS_ERROR_PATTERN, &fault);
    assert_code(dls_lcp_update(S, B->P.M, &fault), DLS_ERROR_NOT_FINITE, &fault);
    assert_code(dls_lcp_next(S, wrong, v, w, NULL, &r, &fault), DLS_ERROR_NOT_FINITE, &fault);
    assert_code(dls_lcp_next(S, NULL, v, w, NULL, &r, &fault), DLS_OK, &fault);
    assert_small(fabs(v[0] - 2.5) + fabs(v[1]), 1e-12);
    dls_lcp_free(S);
    dls_lcp_free(NULL);
    lcp_free(L);
    lcp_free(D);
    lcp_free(B);
}

static int method_of_life;

static dls_error live(dls_fault *fault)
{
    lcp *L = lcp_infeasible(6, 3, 5), *G = lcp_semidefinite(6, 3, 0, 0, 5);
    dls_lcp_settings settings = dls_lcp_defaults();
    dls_lcp_solver *S = NULL;
    dls_lcp_result r;
    double v[6] = {0}, w[6];
    settings.method = method_of_life;
    dls_error error = dls_lcp_setup(&G->P, &settings, (dls_host){0}, &S, fault);
    assert_true((S == NULL) == (error != DLS_OK));
    error = error ? error : dls_lcp_next(S, NULL, v, w, NULL, &r, fault);
    error = error ? error : dls_lcp_update(S, L->P.M, fault);
    error = error ? error : dls_lcp_next(S, L->q, v, w, NULL, &r, fault);
    if (!error) {
        assert_int_equal(r.outcome, DLS_INFEASIBLE);
    } else if (S) { /* whatever is left of it must stand another call */
        dls_fault later;
        memset(v, 0, sizeof v);
        dls_lcp_next(S, L->q, v, w, NULL, &r, &later);
    }
    dls_lcp_free(S);
    lcp_free(L);
    lcp_free(G);
    return error;
}

static void test_memory(void **state)
{
    (void)state;
    for (method_of_life = DLS_LCP_AUTO; method_of_life <= DLS_LCP_GAUSS_SEIDEL; method_of_life++) {
        check_allocations(live);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sequences), cmocka_unit_test(test_interior),
        cmocka_unit_test(test_update),    cmocka_unit_test(test_refused),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests_name("lcp_solver", tests, NULL, NULL);
}
