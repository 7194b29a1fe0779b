/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/ipm: families of conic programs. */
#include "check.h"
#include "conic_problems.h"

static const dls_int SIZES[] = {3, 4, 0};

/* The same answers as from scratch for other q and b, and after an infeasible b. */
static void test_family(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        dls_conic_family *F = NULL;
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
            assert_code(dls_conic_next(F, D->q, D->b, k == 2, x, s, y, &r, &fault), DLS_OK, &fault);
            assert_int_equal(r.outcome, DLS_SOLVED);
            double size = factor * factor * (1 + fabs(C->objective));
            assert_small(fabs(r.objective - D->r.objective), 1e-6 * size);
            conic_free(D);
        }
        dls_conic_family_free(F);
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
    dls_conic_family *F = NULL;
    dls_conic_result r;
    dls_fault fault;
    double x[1], s[2], y[2];
    assert_code(dls_conic_setup(&C->p, NULL, (dls_host){0}, &F, &fault), DLS_OK, &fault);
    for (int k = 0; k < 3; k++) {
        assert_code(dls_conic_next(F, NULL, bs[k], false, x, s, y, &r, &fault), DLS_OK, &fault);
        assert_int_equal(r.outcome, wanted[k]);
    }
    assert_small(fabs(x[0] - 1), 1e-8);
    assert_code(dls_conic_next(F, (double[]){NAN}, NULL, false, x, s, y, &r, &fault),
                DLS_ERROR_NOT_FINITE, &fault);
    dls_conic_family_free(F);
    conic_free(C);
}

/* Another tolerance counts at once; what time cuts short is not called solved. */
static void test_limit(void **state)
{
    (void)state;
    dls_conic_family *F = NULL;
    dls_conic_result r;
    dls_fault fault;
    conic *C = conic_random(6, 3, 1, 4, SIZES, 5);
    dls_int steps[2];
    assert_code(dls_conic_setup(&C->p, NULL, (dls_host){0}, &F, &fault), DLS_OK, &fault);
    double *x = need(6, 8), *s = need(12, 8), *y = need(12, 8);
    for (int k = 0; k < 2; k++) {
        dls_conic_family_limit(F, k ? 1e-3 : 1e-12, INFINITY, (dls_host){0});
        assert_code(dls_conic_next(F, NULL, NULL, false, x, s, y, &r, &fault), DLS_OK, &fault);
        assert_int_equal(r.outcome, DLS_SOLVED);
        assert_small(fmax(r.primal, fmax(r.dual, r.gap)), k ? 1.5e-3 : 1.5e-12);
        steps[k] = r.iterations;
    }
    assert_true(steps[1] < steps[0]);
    dls_conic_family_limit(F, 1e-9, 0, (dls_host){0});
    assert_code(dls_conic_next(F, NULL, NULL, false, x, s, y, &r, &fault), DLS_OK, &fault);
    assert_true(r.outcome != DLS_SOLVED && r.iterations == 0);
    dls_conic_family_free(F);
    free(x);
    free(s);
    free(y);
    conic_free(C);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_family),
        cmocka_unit_test(test_restart),
        cmocka_unit_test(test_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
