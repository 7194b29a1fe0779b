/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/motion: runs of linear models against golden numbers, calls that must fail, memory. */
#include "check.h"
#include "dense.h"

static const dls_int ONE_P[] = {0, 1}, NONE_P[] = {0, 0}, ZERO_I[] = {0};
static const double ONE_X[] = {1};

typedef struct {
    dls_linear_model model;
    double f, g0, e, mu, k;
    dls_int steps;
    double *q, *v, *p, *status;
} ball;

static void ball_make(ball *b, double f, double k, double e, dls_int steps)
{
    *b = (ball){.f = f, .e = e, .k = k, .steps = steps};
    dls_view one = {1, 1, ONE_P, ZERO_I, ONE_X}, zero = {1, 1, NONE_P, NULL, NULL};
    b->model = (dls_linear_model){.M = one,
                                  .C = zero,
                                  .K = {1, 1, ONE_P, ZERO_I, &b->k},
                                  .N = one,
                                  .B = one,
                                  .f = &b->f,
                                  .g0 = &b->g0,
                                  .e = &b->e,
                                  .mu = &b->mu,
                                  .d = 1};
    b->model.G = (dls_view){1, 0, NONE_P, NULL, NULL};
    double **all[] = {&b->q, &b->v, &b->p, &b->status};
    for (int i = 0; i < 4; i++) {
        *all[i] = need(steps, sizeof(double));
    }
}

static void ball_free(ball *b)
{
    free(b->q);
    free(b->v);
    free(b->p);
    free(b->status);
}

static dls_error ball_run(ball *b, dls_scheme scheme, double h, dls_fault *fault)
{
    double q = 1, v = 0, previous = 0, p = 0, status = 0;
    dls_run_settings settings = {
        .scheme = scheme, .h = h, .theta = 0.5, .gamma = 1, .steps = b->steps, .stride = 1};
    dls_run_storage storage = {b->q, b->v, b->p, b->status};
    dls_run_state state = {.q = &q, .v = &v, .previous = &previous, .p = &p, .status = &status};
    dls_error error = dls_linear_run(&b->model, &settings, &storage, &state, fault);
    if (!error) {
        assert_true(state.percussion.solved);
        assert_int_equal(state.done, b->steps);
        assert_true(q == b->q[b->steps - 1]);
    }
    return error;
}

/* GOLDEN 18, 19 */
static void test_golden(void **state)
{
    (void)state;
    static const int at[] = {15, 20, 30, 40, 60}, sprung[] = {10, 20, 40};
    static const double q[] = {.0053, .2258, -.01185, .004075, -.005520855141};
    static const double paoli[] = {-.08595, .1725, -.03275, -.002225, -.00001541748};
    static const double spring[] = {0.134522773379, 0.789960445771, 0.612147107367};
    dls_fault fault;
    ball b;
    ball_make(&b, -2, 0, 0.5, 60);
    assert_code(ball_run(&b, DLS_MOREAU_JEAN, 0.07, &fault), DLS_OK, &fault);
    for (int k = 0; k < 5; k++) {
        assert_small(fabs(b.q[at[k] - 1] - q[k]), 1e-11);
    }
    assert_code(ball_run(&b, DLS_SCHATZMAN_PAOLI, 0.07, &fault), DLS_OK, &fault);
    for (int k = 0; k < 5; k++) {
        assert_small(fabs(b.q[at[k] - 1] - paoli[k]), 1e-10);
    }
    assert_code(ball_run(&b, DLS_MOREAU_JEAN_PROJECTED, 0.07, &fault), DLS_OK, &fault);
    for (int k = 0; k < 60; k++) {
        assert_small(-b.q[k], 0);
    }
    ball_free(&b);
    ball_make(&b, 0, 10, 0.8, 40);
    assert_code(ball_run(&b, DLS_MOREAU_JEAN, 0.05, &fault), DLS_OK, &fault);
    for (int k = 0; k < 3; k++) {
        assert_small(fabs(b.q[sprung[k] - 1] - spring[k]), 1e-9);
    }
    ball_free(&b);
}

static void test_bad_input(void **state)
{
    (void)state;
    dls_fault fault;
    ball b;
    ball_make(&b, -2, 0, 0.5, 5);
    assert_code(ball_run(&b, DLS_MOREAU_JEAN, 0, &fault), DLS_ERROR_OPTION, &fault);
    b.model.C.cols = 0;
    assert_code(ball_run(&b, DLS_MOREAU_JEAN, 0.1, &fault), DLS_ERROR_DIMENSION, &fault);
    ball_free(&b);
}

static bool third_time(void *count)
{
    return ++*(int *)count >= 3;
}

/* A run that is interrupted, or late, returns the steps that it did. */
static void test_ended(void **state)
{
    (void)state;
    dls_fault fault;
    ball b;
    ball_make(&b, -2, 0, 0.5, 60);
    for (int scheme = 0; scheme < 3; scheme++) {
        assert_code(ball_run(&b, (dls_scheme)scheme, 0.07, &fault), DLS_OK, &fault);
        for (int late = 0; late < 2; late++) {
            double q = 1, v = 0, previous = 0, p = 0, status = 0, first = b.q[0];
            int asked = 0;
            dls_run_settings settings = {.scheme = (dls_scheme)scheme,
                                         .h = 0.07,
                                         .theta = 0.5,
                                         .gamma = 1,
                                         .steps = 60,
                                         .stride = 1};
            settings.max_time = late ? 1e-9 : 0;
            settings.host = (dls_host){NULL, late ? NULL : third_time, &asked};
            dls_run_storage storage = {b.q, b.v, b.p, b.status};
            dls_run_state at = {
                .q = &q, .v = &v, .previous = &previous, .p = &p, .status = &status};
            assert_code(dls_linear_run(&b.model, &settings, &storage, &at, &fault), DLS_OK, &fault);
            assert_int_equal(at.ended, late ? DLS_TIME_LIMIT : DLS_INTERRUPTED);
            assert_true(late ? at.done == 1 && q == first : at.done == 3 && q == b.q[2]);
        }
    }
    ball_free(&b);
}

static dls_error everything(dls_fault *fault)
{
    dls_error error = DLS_OK;
    ball b;
    ball_make(&b, -2, 0, 0.5, 20);
    for (int scheme = 0; scheme < 3 && !error; scheme++) {
        error = ball_run(&b, (dls_scheme)scheme, 0.07, fault);
    }
    ball_free(&b);
    return error;
}

static void test_memory(void **state)
{
    (void)state;
    check_allocations(everything);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),
        cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_ended),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
