/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Event-driven and event-capturing schemes against closed forms: accumulations of impacts, orders,
   friction, several contacts that lift off at once, memory. */
#include "bodies.h"
#include "check.h"
#include "tableaus.h"

/* GOLDEN: a ball of radius 0.1 dropped from 1; flights shorten by e, rest at t0 (1 + e)/(1 - e) */
static void test_ball(void **state)
{
    (void)state;
    static const double q = 1, v = 0;
    double fall = sqrt(2 * 0.9 / 9.81);
    for (int scheme = DLS_SCHEME_EVENT_CAPTURING; scheme <= DLS_SCHEME_EVENT_DRIVEN; scheme++) {
        bool driven = scheme == DLS_SCHEME_EVENT_DRIVEN;
        body b = body_make(1, 0, 1, 1);
        b.values = body_ball;
        b.a = 0.9;
        dls_motion_picture P;
        body_plan of = {.scheme = scheme, .tableau = &RADAU, .step = 0.1, .tend = 8.2};
        dls_motion_run *R = body_run(&b, of, &q, &v, &P);
        double t = fall, flight = 2 * 0.9 * fall;
        for (int k = 0; k < 60; k++, t += flight, flight *= 0.9) {
            assert_small(fabs(body_event(&P, DLS_EVENT_IMPACT, k) - t), driven ? 1e-10 : 1e-6);
        }
        double end = fall * 1.9 / 0.1;
        assert_small(fabs(body_event(&P, DLS_EVENT_ACCUMULATION, 0) - end), driven ? 1e-7 : 1e-5);
        assert_small(fabs(body_event(&P, DLS_EVENT_CLOSES, 0) - end), 1e-5);
        assert_small(fabs(P.q_now[0] - 0.1), driven ? 1e-13 : 1e-5);
        assert_true(P.v_now[0] == 0 && P.status_now[0] == 1);
        double sum = 0;
        for (dls_int k = 0; k < P.count; k++) {
            sum += P.p[k];
        }
        assert_small(fabs(sum - 9.81 * 8.2), 1e-9);
        dls_motion_free(R);
    }
}

/* In a step of many years the last 200 impacts take no time: a step of Moreau crosses the rest. */
static void test_captured(void **state)
{
    (void)state;
    static const double q = 1, v = 0, end = 1e8;
    body b = body_make(1, 0, 1, 1);
    b.values = body_ball;
    b.a = 0.99;
    dls_motion_picture P;
    body_plan of = {DLS_SCHEME_EVENT_DRIVEN, 0, &RADAU, end, end, NULL, 0};
    dls_motion_run *R = body_run(&b, of, &q, &v, &P);
    double rest = sqrt(1.8 / 9.81) * 1.99 / 0.01;
    double captured = body_event(&P, DLS_EVENT_CAPTURED, 0);
    assert_true(captured > rest && captured < rest + 1e-5 * end);
    assert_true(P.status_now[0] == 1 && P.v_now[0] == 0);
    assert_small(fabs(P.p[1] / (9.81 * end) - 1), 1e-12);
    dls_motion_free(R);
}

/* It touches and falls where the motion begins. */
static void test_at_the_beginning(void **state)
{
    (void)state;
    static const double q = 0.1, v = -3;
    body b = body_make(1, 0, 1, 1);
    b.values = body_ball;
    b.a = 0.5;
    dls_motion_picture P;
    dls_motion_run *R = body_run(
        &b, (body_plan){DLS_SCHEME_EVENT_DRIVEN, 0, &EXPLICIT, 0.02, 0.1, NULL, 0}, &q, &v, &P);
    assert_true(body_event(&P, DLS_EVENT_IMPACT, 0) == 0);
    assert_small(fabs(P.q_now[0] - (0.1 + 0.15 - 9.81 * 0.005)), 1e-14);
    dls_motion_free(R);
}

/* GOLDEN: its period; the order of all kinds of methods. */
static void test_pendulum(void **state)
{
    (void)state;
    static const double q[] = {1, 0}, v[] = {0, 0}, period = 2.3606811980;
    static const dls_motion_tableau *const all[] = {&RADAU, &GAUSS, &LOBATTO, &EXPLICIT};
    for (int k = 0; k < 8; k++) {
        double e[2];
        int index = 1 + k % 2;
        for (int j = 0; j < 2; j++) {
            body b = body_make(2, 1, 0, 1);
            b.values = body_pendulum;
            dls_motion_picture P;
            body_plan of = {DLS_SCHEME_EVENT_DRIVEN,
                            index,
                            all[k / 2],
                            period / (j ? 256 : 128),
                            period,
                            NULL,
                            0};
            dls_motion_run *R = body_run(&b, of, q, v, &P);
            e[j] = hypot(hypot(P.q_now[0] - 1, P.q_now[1]), hypot(P.v_now[0], P.v_now[1]));
            double drift = P.q_now[0] * P.v_now[0] + P.q_now[1] * P.v_now[1];
            assert_small(fabs(drift), index == 2 ? 1e-13 : 1e-4);
            dls_motion_free(R);
        }
        assert_small(fabs(log2(e[0] / e[1]) - all[k / 2]->order), 0.3);
    }
}

/* Without friction the head leaves the wall at two thirds of its first height. */
static void test_ladder(void **state)
{
    (void)state;
    double angle = 1.2, q[] = {cos(angle), sin(angle), angle}, v[] = {0, 0, 0};
    body b = body_make(3, 0, 2, 1);
    b.values = body_ladder;
    dls_motion_picture P;
    body_plan of = {DLS_SCHEME_EVENT_DRIVEN, 0, &RADAU, 0.01, 1, NULL, 0};
    dls_motion_run *R = body_run(&b, of, q, v, &P);
    of.tend = body_event(&P, DLS_EVENT_OPENS, 0);
    assert_true(P.status_now[0] == 1 && P.status_now[1] == 0 && of.tend > 0.1);
    dls_motion_free(R);
    R = body_run(&b, of, q, v, &P);
    assert_small(fabs(sin(P.q_now[2]) - 2.0 / 3 * sin(angle)), 1e-9);
    dls_motion_free(R);
}

/* Wanted times: between events as accurate as the method, the steps being what they were. */
static void test_dense(void **state)
{
    (void)state;
    static const double q[] = {1, 0}, v[] = {0, 0}, high = 1, rest = 0;
    double times[40], worst[2] = {0, 0};
    for (int k = 0; k < 40; k++) {
        times[k] = 0.025 * (k + 1) - 0.003;
    }
    for (int j = 0; j < 2; j++) {
        body b = body_make(2, 1, 0, 1);
        b.values = body_pendulum;
        dls_motion_picture P, Q;
        body_plan of = {DLS_SCHEME_EVENT_DRIVEN, 2, &RADAU, j ? 0.02 : 0.04, 1, times, 40};
        dls_motion_run *R = body_run(&b, of, q, v, &P);
        assert_int_equal(P.count, 41);
        of = (body_plan){DLS_SCHEME_EVENT_DRIVEN, 2, &RADAU, 1e-3, 1, NULL, 0};
        dls_motion_run *fine = body_run(&b, of, q, v, &Q);
        for (int k = 0; k < 40; k++) {
            const double *x = P.q + 2 * (k + 1), *y = Q.q + 2 * (25 * k + 22);
            assert_small(fabs(Q.t[25 * k + 22] - times[k]), 1e-12);
            worst[j] = larger(worst[j], hypot(x[0] - y[0], x[1] - y[1]));
            x = P.v + 2 * (k + 1);
            y = Q.v + 2 * (25 * k + 22);
            worst[j] = larger(worst[j], hypot(x[0] - y[0], x[1] - y[1]));
        }
        dls_motion_free(fine);
        dls_motion_free(R);
    }
    assert_small(worst[0], 1e-5);
    assert_small(worst[1], worst[0] / 20);
    for (int scheme = DLS_SCHEME_EVENT_CAPTURING; scheme <= DLS_SCHEME_EVENT_DRIVEN; scheme++) {
        body b = body_make(1, 0, 1, 1);
        b.values = body_ball;
        b.a = 0.5;
        dls_motion_picture P;
        body_plan of = {scheme, 2, &EXPLICIT, 0.3, 1, times, 40};
        dls_motion_run *R = body_run(&b, of, &high, &rest, &P);
        double first = sqrt(1.8 / 9.81), bounce = 0.5 * 9.81 * first;
        for (int k = 0; k < 40 && times[k] < 2 * first; k++) {
            double t = times[k], s = t - first;
            double exact = t < first ? 1 - 9.81 / 2 * t * t : 0.1 + bounce * s - 9.81 / 2 * s * s;
            assert_small(fabs(P.q[k + 1] - exact),
                         scheme == DLS_SCHEME_EVENT_DRIVEN ? 1e-12 : 1e-4);
        }
        dls_motion_free(R);
    }
}

static dls_error everything(dls_fault *fault)
{
    static const double rest[] = {0, 0}, q = 1, v = 0;
    body ball = body_make(1, 0, 1, 1), block = body_make(2, 0, 1, 2);
    ball.values = body_ball;
    block.values = body_block;
    ball.a = 0;
    block.a = 0.8;
    dls_motion_run *R = NULL;
    dls_error error =
        body_move(&ball, (body_plan){DLS_SCHEME_EVENT_CAPTURING, 0, &RADAU, 0.1, 0.6, NULL, 0}, &q,
                  &v, &R, fault);
    dls_motion_free(R);
    R = NULL;
    error = error
                ? error
                : body_move(&block,
                            (body_plan){DLS_SCHEME_EVENT_DRIVEN, 0, &EXPLICIT, 0.05, 0.4, NULL, 0},
                            rest, rest, &R, fault);
    dls_motion_free(R);
    return error;
}

static void test_memory(void **state)
{
    (void)state;
    check_allocations(everything);
}

/* Steps between events allocate nothing. */
static void test_steps_allocate_nothing(void **state)
{
    (void)state;
    static const double q[] = {1, 0}, v[] = {0, 0};
    static const dls_motion_tableau *const all[] = {&RADAU, &EXPLICIT};
    for (int k = 0; k < 2; k++) {
        dls_motion_settings settings = dls_motion_defaults();
        settings.scheme = DLS_SCHEME_EVENT_DRIVEN;
        settings.step = 0.01;
        body b = body_make(2, 1, 0, 1);
        b.values = body_pendulum;
        b.model.data = &b;
        dls_motion_course course = {.tend = 1, .q = q, .v = v, .tableau = all[k]};
        dls_motion_run *R;
        dls_fault fault;
        assert_code(dls_motion_setup(&b.model, &settings, &course, (dls_host){0}, &R, &fault),
                    DLS_OK, &fault);
        assert_code(dls_motion_next(R, 3, &fault), DLS_OK, &fault);
        dls_int before = dls_test_allocations();
        assert_code(dls_motion_next(R, 90, &fault), DLS_OK, &fault);
        assert_int_equal(dls_test_allocations() - before, 0);
        dls_motion_free(R);
    }
}

/* The model fails in any of its calls: the run is whole, and goes on. */
static void test_failing_model(void **state)
{
    (void)state;
    static const double q = 1, v = 0;
    for (dls_int call = 3; call < 120; call += 3) {
        body b = body_make(1, 0, 1, 1);
        b.values = body_ball;
        b.a = 0.5;
        b.fails_at = call;
        dls_motion_run *R;
        dls_fault fault;
        body_plan of = {DLS_SCHEME_EVENT_DRIVEN, 0, &RADAU, 0.1, 1.2, NULL, 0};
        assert_code(body_move(&b, of, &q, &v, &R, &fault), DLS_ERROR_MODEL, &fault);
        assert_string_equal(fault.text, "the body is lost");
        assert_code(dls_motion_next(R, 1000, &fault), DLS_OK, &fault);
        dls_motion_picture P;
        dls_motion_state(R, &P);
        assert_true(P.finished);
        assert_small(fabs(body_event(&P, DLS_EVENT_IMPACT, 0) - sqrt(1.8 / 9.81)), 1e-12);
        dls_motion_free(R);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ball),          cmocka_unit_test(test_at_the_beginning),
        cmocka_unit_test(test_captured),      cmocka_unit_test(test_pendulum),
        cmocka_unit_test(test_ladder),        cmocka_unit_test(test_dense),
        cmocka_unit_test(test_memory),        cmocka_unit_test(test_steps_allocate_nothing),
        cmocka_unit_test(test_failing_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
