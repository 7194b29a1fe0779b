/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/friction: every loop asks whether time is up or the user wants to stop; small problems
   without a solution are refuted mode by mode. */
#include <time.h>

#include "check.h"
#include "friction/modes.h"
#include "friction_problems.h"

enum { METHODS = DLS_FRICTION_ARCLENGTH + 1 };

typedef struct {
    int asked, allowed;
} patience;

static bool impatient(void *data)
{
    patience *p = data;
    return ++p->asked > p->allowed;
}

static dls_error run(friction *P, bool global, const dls_friction_settings *s, patience *p,
                     dls_friction_result *r)
{
    dls_fault fault = {0};
    dls_host host = {.interrupted = p ? impatient : NULL, .data = p};
    dls_error error =
        dls_friction(global ? &P->global : &P->local, s, false, host, P->r, P->u, P->v, r, &fault);
    assert_code(error, DLS_OK, &fault);
    return error;
}

/* The first time it asks, or a little later; the point is a point, and the next call is whole. */
static void test_interrupted(void **state)
{
    (void)state;
    for (int method = 0; method < METHODS; method++) {
        int d = method == DLS_FRICTION_ENUMERATE ? 2 : 3;
        friction *P = friction_random(REDUNDANT, d, 4, 9, 23);
        dls_friction_settings s = dls_friction_defaults();
        dls_friction_result r;
        s.method = method;
        s.tolerance = 1e-15;
        for (int k = 0; k < 4; k++) {
            patience p = {.allowed = k % 2};
            run(P, k > 1, &s, &p, &r);
            assert_true(p.asked > 0);
            assert_true(r.outcome == DLS_INTERRUPTED || r.outcome == DLS_SOLVED ||
                        p.asked <= p.allowed);
            assert_true(k % 2 || r.outcome == DLS_INTERRUPTED);
            assert_true(dls_finite(P->N, P->r) && dls_finite(P->N, P->u) && isfinite(r.error));
        }
        friction_free(P);
    }
}

/* fixpoint with projected gradients: a program of thousands of steps inside */
static void test_gradients(void **state)
{
    (void)state;
    friction *P = friction_random(FULL_RANK, 3, 6, 12, 3);
    dls_friction_settings s = dls_friction_defaults();
    dls_friction_result r;
    patience p = {.allowed = 3};
    s.method = DLS_FRICTION_FIXPOINT;
    s.inner = 1;
    s.tolerance = 1e-15;
    run(P, true, &s, &p, &r);
    assert_int_equal(r.outcome, DLS_INTERRUPTED);
    assert_true(p.asked < 10);
    friction_free(P);
}

/* One point squeezed by two contacts of three directions each: reactions run to infinity, and every
   method would go on for long. */
static void test_time(void **state)
{
    (void)state;
    dls_int pM[] = {0, 1}, pH[] = {0, 6}, iH[] = {0, 1, 2, 3, 4, 5};
    double M[] = {1}, H[] = {-1, 1, 2, -2, 1, -2}, f[] = {1}, w[] = {-2, 0, 0, 0, 0, 0};
    double mu[] = {0.5, 0.25}, r[6], u[6], v[1];
    dls_friction_problem P = {.dimension = 3, .contacts = 2, .mu = mu, .global = true, .f = f};
    P.q = w;
    P.M = (dls_view){1, 1, pM, iH, M};
    P.H = (dls_view){6, 1, pH, iH, H};
    for (int method = 0; method < METHODS; method++) {
        dls_friction_settings s = dls_friction_defaults();
        dls_friction_result result;
        dls_fault fault = {0};
        s.method = method;
        s.max_time = 0.2;
        clock_t start = clock();
        dls_error error = dls_friction(&P, &s, false, (dls_host){0}, r, u, v, &result, &fault);
        assert_code(error, DLS_OK, &fault);
        assert_true(result.outcome != DLS_SOLVED);
        assert_true((double)(clock() - start) < 2.0 * CLOCKS_PER_SEC); /* CPU time */
        s.max_time = 0;
        error = dls_friction(&P, &s, false, (dls_host){0}, r, u, v, &result, &fault);
        assert_code(error, DLS_OK, &fault);
        assert_true(result.outcome == DLS_TIME_LIMIT || method == DLS_FRICTION_ENUMERATE);
    }
}

/* Two contacts press a point harder together than any velocity allows; with room they do not. */
static void test_refuted(void **state)
{
    (void)state;
    dls_int p[] = {0, 2, 2, 4, 4}, i[] = {0, 2, 0, 2};
    double x[] = {1, -1, -1, 1}, q[] = {-1, 0, -1, 0}, mu[] = {0.3, 0.3}, r[4], u[4];
    double mode[32], y[64];
    dls_friction_problem P = {.dimension = 2, .contacts = 2, .mu = mu, .q = q};
    P.W = (dls_view){4, 4, p, i, x};
    dls_friction_result result;
    dls_fault fault = {0};
    assert_code(dls_friction(&P, NULL, false, (dls_host){0}, r, u, NULL, &result, &fault), DLS_OK,
                &fault);
    assert_int_equal(result.outcome, DLS_NO_SOLUTION);
    assert_int_equal(dls_friction_modes(&P), 16);
    assert_code(dls_friction_refute(&P, 0, mode, NULL, y, &fault), DLS_OK, &fault);
    for (int k = 0; k < 16; k++) { /* the kernel of W is (1, 0, 1, 0) */
        double value = 0;
        for (int j = 0; j < 4; j++) {
            value += q[j] * y[4 * k + j];
        }
        assert_small(fabs(value + 1), 1e-14);
    }
    q[2] = 1;
    assert_code(dls_friction_refute(&P, 0, mode, NULL, y, &fault), DLS_OK, &fault);
    int open = 0;
    for (int k = 0; k < 16; k++) {
        open += isnan(y[4 * k]);
    }
    assert_true(open > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_interrupted),
        cmocka_unit_test(test_gradients),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_refuted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
