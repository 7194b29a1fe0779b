/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/motion: runs against golden numbers and closed forms, models that fail, memory. */
#include "check.h"
#include "dense.h"
#include "motion_models.h"

/* GOLDEN 18, 19 */
static void test_golden(void **state)
{
    (void)state;
    static const int at[] = {15, 20, 30, 40, 60}, sprung[] = {10, 20, 40};
    static const double q[] = {.0053, .2258, -.01185, .004075, -.005520855141};
    static const double paoli[] = {-.08595, .1725, -.03275, -.002225, -.00001541748};
    static const double spring[] = {0.134522773379, 0.789960445771, 0.612147107367};
    dls_fault fault;
    for (int kind = 0; kind < KINDS; kind++) {
        ball b;
        dls_motion_run *R;
        dls_motion_picture P;
        ball_make(&b, kind, -2, 0, 0.5);
        assert_code(ball_run(&b, DLS_SCHEME_MOREAU_JEAN, 0.07, 60, &R, &fault), DLS_OK, &fault);
        dls_motion_state(R, &P);
        assert_true(P.finished && P.outcome == DLS_SOLVED && P.count == 61);
        for (int k = 0; k < 5; k++) {
            assert_small(fabs(P.q[at[k]] - q[k]), 1e-11);
        }
        dls_motion_free(R);
        assert_code(ball_run(&b, DLS_SCHEME_SCHATZMAN_PAOLI, 0.07, 60, &R, &fault), DLS_OK, &fault);
        dls_motion_state(R, &P);
        for (int k = 0; k < 5; k++) {
            assert_small(fabs(P.q[at[k]] - paoli[k]), 1e-10);
        }
        dls_motion_free(R);
        assert_code(ball_run(&b, DLS_SCHEME_MOREAU_JEAN_PROJECTED, 0.07, 60, &R, &fault), DLS_OK,
                    &fault);
        dls_motion_state(R, &P);
        for (int k = 0; k < 61; k++) {
            assert_small(-P.q[k], 1e-15);
        }
        dls_motion_free(R);
        ball_make(&b, kind, 0, 10, 0.8);
        assert_code(ball_run(&b, DLS_SCHEME_MOREAU_JEAN, 0.05, 40, &R, &fault), DLS_OK, &fault);
        dls_motion_state(R, &P);
        for (int k = 0; k < 3; k++) {
            assert_small(fabs(P.q[sprung[k]] - spring[k]), 1e-11);
        }
        dls_motion_free(R);
    }
}

/* The same motion, whoever gives what: data, functions, or differences of them. */
static void test_kinds(void **state)
{
    (void)state;
    dls_fault fault;
    for (int scheme = 0; scheme <= DLS_SCHEME_RATTLE; scheme++) {
        dls_motion_run *R[KINDS];
        dls_motion_picture P[KINDS];
        ball b[KINDS];
        for (int kind = 0; kind < KINDS; kind++) {
            ball_make(&b[kind], kind, -2, 10, 0.5);
            assert_code(ball_run(&b[kind], scheme, 0.01, 200, &R[kind], &fault), DLS_OK, &fault);
            dls_motion_state(R[kind], &P[kind]);
            assert_int_equal(P[kind].count, 201);
            /* springs that are known as such are filtered: both are of second order, h = 0.01 */
            double same = kind && scheme == DLS_SCHEME_RATTLE ? 1e-4 : 1e-10;
            for (int k = 0; k < 201; k++) {
                assert_small(fabs(P[kind].q[k] - P[0].q[k]), same);
                assert_small(fabs(P[kind].v[k] - P[0].v[k]), same);
                assert_true(P[kind].status[k] == P[0].status[k]);
                assert_small(fabs(P[kind].gap[k] - P[kind].q[k]), 0);
                assert_small(fabs(P[kind].kinetic[k] - P[kind].v[k] * P[kind].v[k] / 2), 1e-15);
            }
        }
        assert_true(P[DATA].events > 4 && P[DATA].events == P[FUNCTIONS].events);
        for (int kind = 0; kind < KINDS; kind++) {
            dls_motion_free(R[kind]);
        }
    }
}

/* A function that fails leaves a run that holds what there was, and goes on afterwards. */
static void test_failure(void **state)
{
    (void)state;
    dls_fault fault;
    for (int scheme = 0; scheme <= DLS_SCHEME_RATTLE; scheme++) {
        ball b;
        dls_motion_run *R, *whole;
        dls_motion_picture P, Q;
        ball_make(&b, FUNCTIONS, -2, 10, 0.5);
        assert_code(ball_run(&b, scheme, 0.02, 100, &whole, &fault), DLS_OK, &fault);
        dls_motion_state(whole, &Q);
        ball_make(&b, FUNCTIONS, -2, 10, 0.5);
        b.fails_at = 300;
        assert_code(ball_run(&b, scheme, 0.02, 100, &R, &fault), DLS_ERROR_MODEL, &fault);
        assert_string_equal(fault.text, "the ball is lost");
        dls_motion_state(R, &P);
        assert_true(P.count > 20 && P.count < 101 && P.now == P.t[P.count - 1]);
        assert_code(dls_motion_next(R, 1000, &fault), DLS_OK, &fault);
        dls_motion_state(R, &P);
        assert_int_equal(P.count, 101);
        assert_memory_equal(P.q, Q.q, 101 * sizeof *P.q);
        assert_memory_equal(P.p, Q.p, 101 * sizeof *P.p);
        dls_motion_free(R);
        dls_motion_free(whole);
    }
}

/* What is computed at once, in pieces, and by a run that begins where another ended is the same. */
static void test_continued(void **state)
{
    (void)state;
    dls_fault fault;
    dls_motion_settings settings = dls_motion_defaults();
    settings.step = 0.02;
    for (int scheme = 0; scheme <= DLS_SCHEME_RATTLE; scheme++) {
        ball b;
        dls_motion_run *whole, *R, *S;
        dls_motion_picture P, Q;
        ball_make(&b, FUNCTIONS, -2, 10, 0.5);
        assert_code(ball_run(&b, scheme, 0.02, 100, &whole, &fault), DLS_OK, &fault);
        assert_code(ball_run(&b, scheme, 0.02, 50, &R, &fault), DLS_OK, &fault);
        dls_motion_state(R, &Q);
        settings.scheme = scheme;
        dls_motion_course course = {.t0 = Q.now,
                                    .tend = 2,
                                    .q = Q.q_now,
                                    .v = Q.v_now,
                                    .p = Q.p_now,
                                    .status = Q.status_now,
                                    .memory = Q.memory,
                                    .memories = Q.memories};
        assert_code(dls_motion_setup(&b.model, &settings, &course, (dls_host){0}, &S, &fault),
                    DLS_OK, &fault);
        while (dls_motion_state(S, &P), !P.finished) {
            assert_code(dls_motion_next(S, 7, &fault), DLS_OK, &fault);
        }
        assert_code(dls_motion_extend(R, 2, &fault), DLS_OK, &fault);
        assert_code(dls_motion_next(R, 1000, &fault), DLS_OK, &fault);
        dls_motion_state(whole, &Q);
        assert_small(fabs(P.q[P.count - 1] - Q.q[100]), 1e-13);
        dls_motion_state(R, &P);
        assert_int_equal(P.count, 101);
        assert_small(fabs(P.q[100] - Q.q[100]), 1e-13);
        dls_motion_free(whole);
        dls_motion_free(R);
        dls_motion_free(S);
    }
}

static bool third_time(void *count)
{
    return ++*(int *)count >= 3;
}

/* A run that is interrupted, late, or has made its steps, holds them. */
static void test_ended(void **state)
{
    (void)state;
    static const double one = 1, zero = 0;
    dls_fault fault;
    for (int scheme = 0; scheme <= DLS_SCHEME_RATTLE; scheme++) {
        for (int why = 0; why < 3; why++) {
            static const dls_outcome outcomes[] = {DLS_INTERRUPTED, DLS_TIME_LIMIT,
                                                   DLS_MAX_ITERATIONS};
            ball b;
            dls_motion_run *R;
            dls_motion_picture P;
            int asked = 0;
            ball_make(&b, DATA, -2, 0, 0.5);
            dls_motion_settings settings = dls_motion_defaults();
            settings.scheme = scheme;
            settings.step = 0.07;
            settings.max_time = why == 1 ? 1e-9 : INFINITY;
            settings.max_steps = why == 2 ? 5 : INFINITY;
            dls_motion_course course = {.tend = 4.2, .q = &one, .v = &zero};
            dls_host host = {NULL, why == 0 ? third_time : NULL, &asked};
            assert_code(dls_motion_setup(&b.model, &settings, &course, host, &R, &fault), DLS_OK,
                        &fault);
            assert_code(dls_motion_next(R, 1000, &fault), DLS_OK, &fault);
            dls_motion_state(R, &P);
            assert_int_equal(P.outcome, outcomes[why]);
            assert_true(!P.finished && P.stats.steps <= 5 && P.count == P.stats.steps + 1);
            dls_motion_free(R);
        }
    }
}

/* Columns at given times: on the parabola while the ball falls. */
static void test_times(void **state)
{
    (void)state;
    static const double one = 1, zero = 0, times[] = {0.1, 0.123, 0.5, 0.77, 0.9};
    dls_fault fault;
    for (int scheme = 0; scheme <= DLS_SCHEME_RATTLE; scheme++) {
        ball b;
        dls_motion_run *R;
        dls_motion_picture P;
        ball_make(&b, FUNCTIONS, -2, 0, 0.5);
        dls_motion_settings settings = dls_motion_defaults();
        settings.scheme = scheme;
        settings.step = 0.06;
        dls_motion_course course = {.tend = 0.9, .q = &one, .v = &zero, .times = times};
        course.count = 5;
        assert_code(dls_motion_setup(&b.model, &settings, &course, (dls_host){0}, &R, &fault),
                    DLS_OK, &fault);
        assert_code(dls_motion_next(R, 1000, &fault), DLS_OK, &fault);
        dls_motion_state(R, &P);
        assert_int_equal(P.count, 6);
        for (int k = 0; k < 5; k++) {
            assert_true(P.t[k + 1] == times[k]);
            assert_small(fabs(P.q[k + 1] - (1 - times[k] * times[k])), 1e-12);
            if (scheme != DLS_SCHEME_SCHATZMAN_PAOLI) { /* (22b) lags behind */
                assert_small(fabs(P.v[k + 1] + 2 * times[k]), 1e-13);
            }
        }
        dls_motion_free(R);
    }
}

/* Adaptive steps keep the error of smooth motions near the tolerance, with few steps. */
static void test_adaptive(void **state)
{
    (void)state;
    static const double one = 1, zero = 0;
    dls_fault fault;
    for (int scheme = 0; scheme <= DLS_SCHEME_RATTLE; scheme++) {
        ball b;
        dls_motion_run *R;
        dls_motion_picture P;
        ball_make(&b, FUNCTIONS, 0, 4, 0);
        b.gap = 10; /* out of reach */
        dls_motion_settings settings = dls_motion_defaults();
        settings.scheme = scheme;
        settings.adaptive = 1;
        dls_motion_course course = {.tend = 3, .q = &one, .v = &zero};
        bool paoli = scheme == DLS_SCHEME_SCHATZMAN_PAOLI;
        assert_code(dls_motion_setup(&b.model, &settings, &course, (dls_host){0}, &R, &fault),
                    paoli ? DLS_ERROR_OPTION : DLS_OK, &fault);
        if (paoli) {
            continue;
        }
        assert_code(dls_motion_next(R, 100000, &fault), DLS_OK, &fault);
        dls_motion_state(R, &P);
        assert_true(P.finished && P.stats.steps < 400);
        assert_small(fabs(P.q[P.count - 1] - cos(6)), 1e-2);
        dls_motion_free(R);
    }
}

/* Steps allocate nothing, once the run is made and has met its contacts. */
static void test_no_allocation(void **state)
{
    (void)state;
    static const double one = 1, zero = 0;
    dls_fault fault;
    for (int scheme = 0; scheme <= DLS_SCHEME_RATTLE; scheme++) {
        for (int kind = 0; kind < KINDS; kind++) {
            ball b;
            dls_motion_run *R;
            ball_make(&b, kind, -2, 10, 0);
            dls_motion_settings settings = dls_motion_defaults();
            settings.scheme = scheme;
            settings.step = 0.01;
            dls_motion_course course = {.tend = 20, .q = &one, .v = &zero};
            assert_code(dls_motion_setup(&b.model, &settings, &course, (dls_host){0}, &R, &fault),
                        DLS_OK, &fault);
            assert_code(dls_motion_next(R, 1000, &fault), DLS_OK, &fault);
            dls_int before = dls_test_allocations();
            assert_code(dls_motion_next(R, 500, &fault), DLS_OK, &fault);
            assert_int_equal(dls_test_allocations(), before);
            dls_motion_free(R);
        }
    }
}

static void test_bad_input(void **state)
{
    (void)state;
    dls_fault fault;
    ball b;
    dls_motion_run *R = NULL;
    ball_make(&b, FUNCTIONS, -2, 0, 0.5);
    assert_code(ball_run(&b, DLS_SCHEME_MOREAU_JEAN, -1, 5, &R, &fault), DLS_ERROR_OPTION, &fault);
    b.f = NAN;
    assert_code(ball_run(&b, DLS_SCHEME_MOREAU_JEAN, 0.1, 5, &R, &fault), DLS_ERROR_MODEL, &fault);
    assert_non_null(strstr(fault.text, "'force' of the model returned NaN in (1,1)"));
    assert_non_null(strstr(fault.text, "at t = 0.05, q = [1], v = [0]"));
    dls_motion_free(R);
    R = NULL;
    b.f = -2;
    b.model.given &= ~(unsigned)DLS_PART_MASS;
    assert_code(ball_run(&b, DLS_SCHEME_MOREAU_JEAN, 0.1, 5, &R, &fault), DLS_ERROR_OPTION, &fault);
    b.model.given |= DLS_PART_MASS;
    b.model.d = 4;
    assert_code(ball_run(&b, DLS_SCHEME_MOREAU_JEAN, 0.1, 5, &R, &fault), DLS_ERROR_DIMENSION,
                &fault);
    b.model.d = 1;
    b.calls = 0;
    b.fails_at = 1;
    assert_code(ball_run(&b, DLS_SCHEME_MOREAU_JEAN, 0.1, 5, &R, &fault), DLS_ERROR_MODEL, &fault);
    assert_null(R);
    dls_motion_free(NULL);
}

static dls_error everything(dls_fault *fault)
{
    dls_error error = DLS_OK;
    for (int scheme = 0; scheme <= DLS_SCHEME_RATTLE && !error; scheme++) {
        for (int kind = 0; kind < KINDS && !error; kind++) {
            ball b;
            dls_motion_run *R = NULL;
            ball_make(&b, kind, -2, 10, 0.5);
            error = ball_run(&b, scheme, 0.07, 20, &R, fault);
            dls_motion_free(R);
        }
    }
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
        cmocka_unit_test(test_golden),    cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_failure),   cmocka_unit_test(test_continued),
        cmocka_unit_test(test_ended),     cmocka_unit_test(test_times),
        cmocka_unit_test(test_adaptive),  cmocka_unit_test(test_no_allocation),
        cmocka_unit_test(test_bad_input), cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
