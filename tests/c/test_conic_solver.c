/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/ipm: the life of a solver of conic programs. */
#include "check.h"
#include "conic_problems.h"

static const dls_int SIZES[] = {3, 4, 0};

/* The same answers as from scratch for other q and b, and after an infeasible b. */
static void test_sequence(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        dls_conic_solver *F = NULL;
        dls_conic_result r;
        dls_fault fault;
        conic *C = conic_random(6, (dls_int)(seed % 7), 1, 4, SIZES, seed);
        assert_code(dls_conic_setup(&C->p, NULL, (dls_host){0}, &F, &fault), DLS_OK, &fault);
        double *x = need(6, 8), *s = need(12, 8), *y = need(12, 8);
        for (uint64_t k = 0; k < 4; k++) {
            conic *D = conic_random(6, (dls_int)(seed % 7), 1, 4, SIZES, seed);
            double factor = k == 0 ? 1 : pow(10, (double)k - 3);
            for (dls_int j = 0; j < 6; j++) { /* the optimal pair shrinks with both */
                D->q[j] *= factor;
            }
            for (dls_int i = 0; i < D->m; i++) {
                D->b[i] *= factor;
            }
            conic_run(D, NULL, false);
            assert_code(dls_conic_next(F, D->q, D->b, k == 2, x, s, y, NULL, &r, &fault), DLS_OK,
                        &fault);
            assert_int_equal(r.outcome, DLS_SOLVED);
            double size = factor * factor * (1 + fabs(C->objective));
            assert_small(fabs(r.objective - D->r.objective), 1e-8 * size);
            conic_free(D);
        }
        dls_conic_free(F);
        free(x);
        free(s);
        free(y);
        conic_free(C);
    }
}

/* x >= 1, x <= b: feasible, not, and again. */
static void test_restart(void **state)
{
    (void)state;
    const double A[] = {-1, 1}, q[] = {1}, bs[][2] = {{-1, 2}, {-1, 0}, {-1, 5}};
    const dls_outcome wanted[] = {DLS_SOLVED, DLS_PRIMAL_INFEASIBLE, DLS_SOLVED};
    conic *C = conic_of(1, 2, NULL, q, A, bs[0], 0, 2, (dls_int[]){0});
    dls_conic_solver *F = NULL;
    dls_conic_result r;
    dls_fault fault;
    double x[1], s[2], y[2];
    assert_code(dls_conic_setup(&C->p, NULL, (dls_host){0}, &F, &fault), DLS_OK, &fault);
    for (int k = 0; k < 3; k++) {
        assert_code(dls_conic_next(F, NULL, bs[k], false, x, s, y, NULL, &r, &fault), DLS_OK,
                    &fault);
        assert_int_equal(r.outcome, wanted[k]);
    }
    assert_small(fabs(x[0] - 1), 1e-8);
    assert_code(dls_conic_next(F, (double[]){NAN}, NULL, false, x, s, y, NULL, &r, &fault),
                DLS_ERROR_NOT_FINITE, &fault);
    dls_conic_free(F);
    conic_free(C);
}

/* Another tolerance counts at once; what time cuts short is not called solved. */
static void test_limit(void **state)
{
    (void)state;
    dls_conic_solver *F = NULL;
    dls_conic_result r;
    dls_fault fault;
    conic *C = conic_random(6, 3, 1, 4, SIZES, 5);
    dls_int steps[2];
    assert_code(dls_conic_setup(&C->p, NULL, (dls_host){0}, &F, &fault), DLS_OK, &fault);
    double *x = need(6, 8), *s = need(12, 8), *y = need(12, 8);
    for (int k = 0; k < 2; k++) {
        dls_conic_limit(F, k ? 1e-3 : 1e-12, INFINITY, (dls_host){0});
        assert_code(dls_conic_next(F, NULL, NULL, false, x, s, y, NULL, &r, &fault), DLS_OK,
                    &fault);
        assert_int_equal(r.outcome, DLS_SOLVED);
        assert_small(larger(r.primal, larger(r.dual, r.gap)), k ? 1.5e-3 : 1.5e-12);
        steps[k] = r.iterations;
    }
    assert_true(steps[1] < steps[0]);
    dls_conic_limit(F, 1e-9, 0, (dls_host){0});
    assert_code(dls_conic_next(F, NULL, NULL, false, x, s, y, NULL, &r, &fault), DLS_OK, &fault);
    assert_true(r.outcome != DLS_SOLVED && r.iterations == 0);
    dls_conic_free(F);
    free(x);
    free(s);
    free(y);
    conic_free(C);
}

/* Nothing is allocated for another problem, warm or cold, whatever the linear systems. */
static void test_no_allocation(void **state)
{
    (void)state;
    const dls_int wide[] = {9, 3, 0};
    for (int method = 0; method <= 2; method++) {
        dls_conic_solver *S = NULL;
        dls_conic_result r;
        dls_fault fault;
        conic *C = conic_random(12, 5, 2, 6, wide, 7);
        dls_conic_settings settings = conic_settings(method, 1e-9);
        assert_code(dls_conic_setup(&C->p, &settings, (dls_host){0}, &S, &fault), DLS_OK, &fault);
        dls_int before = dls_test_allocations();
        for (int k = 0; k < 6; k++) {
            C->q[k] += 0.01;
            assert_code(dls_conic_next(S, C->q, k % 2 ? C->b : NULL, k > 0, C->x, C->s, C->y,
                                       C->active, &r, &fault),
                        DLS_OK, &fault);
            assert_int_equal(r.outcome, DLS_SOLVED);
        }
        assert_int_equal(dls_test_allocations(), before);
        C->r = r;
        conic_verify(C, 1e-8);
        dls_conic_free(S);
        conic_free(C);
    }
}

/* Small changes from one problem to the next: the last answer is a good start. */
static void test_warm(void **state)
{
    (void)state;
    dls_int steps[2] = {0, 0};
    dls_conic_result r;
    dls_fault fault;
    for (int warm = 0; warm < 2; warm++) {
        dls_conic_solver *S = NULL;
        conic *C = conic_random(20, 20, 2, 15, SIZES, 3);
        assert_code(dls_conic_setup(&C->p, NULL, (dls_host){0}, &S, &fault), DLS_OK, &fault);
        for (int k = 0; k < 20; k++) {
            C->q[k] *= 1 + 1e-4;
            assert_code(
                dls_conic_next(S, C->q, C->b, warm && k > 0, C->x, C->s, C->y, NULL, &r, &fault),
                DLS_OK, &fault);
            assert_int_equal(r.outcome, DLS_SOLVED);
            steps[warm] += r.iterations;
        }
        dls_conic_free(S);
        conic_free(C);
    }
    assert_true(steps[1] < steps[0]);
}

static void multiply(dls_int n, double factor, double *x)
{
    for (dls_int k = 0; k < n; k++) {
        x[k] *= factor;
    }
}

/* 9 P, 9 q, 3 A, 3 b: as solvable as before */
static void stretch(conic *C)
{
    multiply(C->n * C->n, 9, C->P);
    multiply(dls_entries(C->p.P), 9, C->Ps.x);
    multiply(C->n, 9, C->q);
    multiply(C->m * C->n, 3, C->A);
    multiply(dls_entries(C->p.A), 3, C->As.x);
    multiply(C->m, 3, C->b);
}

/* Other values of P and A; what is refused changes nothing. */
static void test_update(void **state)
{
    (void)state;
    conic *C = conic_random(6, 4, 1, 4, SIZES, 11), *D = conic_random(6, 4, 1, 4, SIZES, 11);
    stretch(D);
    dls_conic_solver *S = NULL;
    dls_conic_result r;
    dls_fault fault;
    double *x = need(6, 8), *s = need(12, 8), *y = need(12, 8);
    assert_code(dls_conic_setup(&C->p, NULL, (dls_host){0}, &S, &fault), DLS_OK, &fault);
    conic *turn[] = {C, D, C};
    for (int k = 0; k < 3; k++) {
        conic *E = turn[k];
        conic_run(E, NULL, false);
        assert_code(dls_conic_update(S, E->p.P, E->p.A, &fault), DLS_OK, &fault);
        assert_code(dls_conic_next(S, E->q, E->b, false, x, s, y, NULL, &r, &fault), DLS_OK,
                    &fault);
        assert_int_equal(r.outcome, DLS_SOLVED);
        assert_true(r.iterations == E->r.iterations && r.objective == E->r.objective);
    }
    D->Ps.x[0] = -1;
    assert_code(dls_conic_update(S, D->p.P, D->p.A, &fault), DLS_ERROR_INDEFINITE, &fault);
    assert_code(dls_conic_update(S, D->p.A, D->p.A, &fault), DLS_ERROR_PATTERN, &fault);
    D->Ps.x[0] = NAN;
    assert_code(dls_conic_update(S, D->p.P, D->p.A, &fault), DLS_ERROR_NOT_FINITE, &fault);
    assert_code(dls_conic_next(S, NULL, NULL, false, x, s, y, NULL, &r, &fault), DLS_OK, &fault);
    assert_true(r.objective == C->r.objective);
    dls_conic_free(S);
    free(x);
    free(s);
    free(y);
    conic_free(C);
    conic_free(D);
}

static dls_error live(dls_fault *fault)
{
    conic *C = conic_random(6, 3, 1, 4, SIZES, 2);
    dls_conic_solver *S = NULL;
    dls_conic_result r;
    dls_error error = dls_conic_setup(&C->p, NULL, (dls_host){0}, &S, fault);
    assert_true((S == NULL) == (error != DLS_OK));
    for (int k = 0; !error && k < 2; k++) {
        error = dls_conic_update(S, C->p.P, C->p.A, fault);
        error =
            error ? error : dls_conic_next(S, C->q, NULL, k > 0, C->x, C->s, C->y, NULL, &r, fault);
    }
    dls_conic_free(S);
    conic_free(C);
    return error;
}

static void test_memory(void **state)
{
    (void)state;
    check_allocations(live);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sequence), cmocka_unit_test(test_restart),
        cmocka_unit_test(test_limit),    cmocka_unit_test(test_no_allocation),
        cmocka_unit_test(test_warm),     cmocka_unit_test(test_update),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests_name("conic_solver", tests, NULL, NULL);
}
