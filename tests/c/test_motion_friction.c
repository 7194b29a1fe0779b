/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Event schemes with Coulomb's friction against closed forms: sticking, slipping, both at once. */
#include "bodies.h"
#include "check.h"
#include "tableaus.h"

/* GOLDEN: a block shaken by 8 cos t slips, sticks, slips back. */
static void test_block(void **state)
{
    (void)state;
    static const double rest[] = {0, 0};
    static const dls_motion_tableau *const all[] = {&RADAU, &EXPLICIT};
    for (int k = 0; k < 4; k++) {
        body b = body_make(2, 0, 1, 2);
        b.values = body_block;
        b.a = 0.8;
        dls_motion_picture P;
        body_plan of = {k % 2 ? DLS_SCHEME_EVENT_DRIVEN : DLS_SCHEME_EVENT_CAPTURING,
                        0,
                        all[k / 2],
                        k / 2 ? 0.002 : 0.05,
                        3,
                        NULL,
                        0};
        dls_motion_run *R = body_run(&b, of, rest, rest, &P);
        assert_small(fabs(body_event(&P, DLS_EVENT_STICKS, 0) - 0.338608184699), 1e-8);
        assert_small(fabs(body_event(&P, DLS_EVENT_SLIPS, 0) - acos(-0.8 * 9.81 / 8)), 1e-8);
        assert_true(P.status_now[0] == 3 && P.v_now[0] < 0 && P.events == 3);
        dls_motion_free(R);
    }
}

/* Both feet lift off at t = 1: y = b + 9.81 (t - 1)^3/6 from then on; they slide until then, or
   till they stick. */
static void test_lift_off_together(void **state)
{
    (void)state;
    static const double q[] = {0, 0.5, 0};
    static const dls_motion_tableau *const all[] = {&RADAU, &EXPLICIT};
    for (int k = 0; k < 8; k++) {
        double v[] = {k & 4 ? 0.5 : 5, 0, 0};
        body b = body_make(3, 0, 2, 2);
        b.values = body_on_feet;
        b.b = 0.5;
        b.a = k & 2 ? 0.3 : 0;
        dls_motion_picture P;
        body_plan of = {DLS_SCHEME_EVENT_DRIVEN, 0, all[k % 2], 0.05, 1.5, NULL, 0};
        dls_motion_run *R = body_run(&b, of, q, v, &P);
        assert_small(fabs(body_event(&P, DLS_EVENT_OPENS, 0) - 1), 1e-9);
        assert_small(fabs(body_event(&P, DLS_EVENT_OPENS, 1) - 1), 1e-9);
        assert_small(fabs(P.q_now[1] - 0.5 - 9.81 * 0.125 / 6), 1e-13);
        assert_small(fabs(P.q_now[2]), 1e-13);
        assert_true(P.status_now[0] == 0 && P.status_now[1] == 0);
        dls_motion_free(R);
    }
}

/* On a belt of velocity 0.5, held by a spring: it slips from the first time that it can, and comes
   to the velocity of the belt again and again without sticking. */
static void test_belt(void **state)
{
    (void)state;
    static const double q[] = {0, 0}, v[] = {0.5, 0};
    static const dls_motion_tableau *const all[] = {&RADAU, &EXPLICIT};
    for (int k = 0; k < 4; k++) {
        body b = body_make(2, 0, 1, 2);
        b.values = body_on_belt;
        b.a = 0.4;
        b.b = 0.5;
        b.model.given |= DLS_PART_TANGENT_SPEED;
        dls_motion_picture P;
        body_plan of = {k % 2 ? DLS_SCHEME_EVENT_DRIVEN : DLS_SCHEME_EVENT_CAPTURING,
                        0,
                        all[k / 2],
                        k / 2 ? 0.005 : 0.05,
                        10,
                        NULL,
                        0};
        dls_motion_run *R = body_run(&b, of, q, v, &P);
        double x = 0.4 * 9.81 / 4, t = x / 0.5;
        assert_small(fabs(body_event(&P, DLS_EVENT_SLIPS, 0) - t), 1e-9);
        assert_small(fabs(P.q_now[0] - x - 0.25 * sin(2 * (10 - t))), 1e-6);
        assert_small(fabs(P.v_now[0] - 0.5 * cos(2 * (10 - t))), 1e-6);
        dls_motion_free(R);
    }
}

/* Two blocks in space, a spring between them: one slips from the beginning, the other as soon as
   the spring overcomes its friction, on the same line. */
static void test_two_blocks(void **state)
{
    (void)state;
    static const double q[6] = {0}, v[] = {0, 0, 0, 1, 2, 0};
    static const dls_motion_tableau *const all[] = {&RADAU, &EXPLICIT};
    double x[2], rub = 0.3 * 9.81, pull = sqrt(20 * 5);
    double slip = (atan2(pull, rub) - acos(2 * rub / hypot(pull, rub))) / sqrt(20);
    for (int k = 0; k < 2; k++) {
        body b = body_make(6, 0, 2, 3);
        b.values = body_blocks;
        b.a = 0.3;
        dls_motion_picture P;
        body_plan of = {DLS_SCHEME_EVENT_DRIVEN, 0, all[k], k ? 0.002 : 0.01, 1, NULL, 0};
        dls_motion_run *R = body_run(&b, of, q, v, &P);
        assert_small(fabs(body_event(&P, DLS_EVENT_SLIPS, 0) - slip), 1e-7);
        assert_true(P.status_now[0] == 2 && P.status_now[1] == 2);
        assert_small(fabs(P.q_now[1] - 2 * P.q_now[0]), 1e-13);
        assert_small(fabs(P.q_now[4] - 2 * P.q_now[3]), 1e-13);
        x[k] = P.q_now[3];
        dls_motion_free(R);
    }
    assert_small(fabs(x[0] - x[1]), 1e-6);
}

/* Slides straight until it stops; thrown on the floor it loses mu times the percussion. */
static void test_slides(void **state)
{
    (void)state;
    static const double q[] = {0, 0, 0}, v[] = {0.6, 0.8, 0}, stop = 1 / (0.3 * 9.81);
    static const double above[] = {0, 0, 0.1}, thrown[] = {6, 8, -1};
    for (int scheme = DLS_SCHEME_EVENT_CAPTURING; scheme <= DLS_SCHEME_EVENT_DRIVEN; scheme++) {
        body b = body_make(3, 0, 1, 3);
        b.values = body_in_space;
        b.a = 0.3;
        b.b = 0.5;
        dls_motion_picture P;
        body_plan of = {scheme, 0, &RADAU, 0.05, 1, NULL, 0};
        dls_motion_run *R = body_run(&b, of, q, v, &P);
        assert_small(fabs(body_event(&P, DLS_EVENT_STICKS, 0) - stop), 1e-9);
        assert_small(fabs(P.q_now[0] - 0.3 * stop), 1e-11);
        assert_small(fabs(P.q_now[1] - 0.4 * stop), 1e-11);
        dls_motion_free(R);
        of.tend = 0.2;
        R = body_run(&b, of, above, thrown, &P);
        double speed = 10 - 0.45 * sqrt(1 + 2 * 9.81 * 0.1);
        assert_small(fabs(hypot(P.v_now[0], P.v_now[1]) - speed), 1e-8);
        dls_motion_free(R);
    }
}

/* Without a step it is adaptive: as good in the pieces after events as elsewhere. */
static void test_adaptive(void **state)
{
    (void)state;
    static const double rest[] = {0, 0};
    static const dls_motion_tableau *const all[] = {&RADAU, &GAUSS, &LOBATTO, &EXPLICIT};
    double rub = 0.8 * 9.81, stop = 0.338608184699, back = acos(-rub / 8);
    for (int k = 0; k < 4; k++) {
        body b = body_make(2, 0, 1, 2);
        b.values = body_block;
        b.a = 0.8;
        dls_motion_picture P;
        body_plan of = {DLS_SCHEME_EVENT_DRIVEN, 0, all[k], 0, 3, NULL, 0};
        dls_motion_run *R = body_run(&b, of, rest, rest, &P);
        double x = 8 * (1 - cos(stop)) - rub / 2 * stop * stop, t = 3 - back;
        x += 8 * (cos(back) - cos(3) - sin(back) * t) + rub / 2 * t * t;
        assert_small(fabs(P.q_now[0] - x), 1e-11);
        assert_true(P.stats.steps < 600 && P.stats.rejected > 0);
        dls_motion_free(R);
    }
}

/* Newton's law with friction may make energy: the event says how much. */
static void test_energy(void **state)
{
    (void)state;
    static const double angle = 0.8, v[] = {-1, -1, 5};
    double q[] = {0, sin(angle) + 1e-3, angle};
    body b = body_make(3, 0, 1, 2);
    b.values = body_rod;
    b.a = 0.7;
    b.b = 0.9;
    dls_motion_picture P;
    body_plan of = {DLS_SCHEME_EVENT_DRIVEN, 0, &RADAU, 0.01, 0.01, NULL, 0};
    dls_motion_run *R = body_run(&b, of, q, v, &P);
    double gained = 0;
    for (dls_int k = 0; k < P.events; k++) {
        gained += P.event[k].kind == DLS_EVENT_ENERGY_GAIN ? P.event[k].value : 0;
    }
    double height = P.q_now[1] - q[1];
    assert_true(gained > 1);
    assert_small(fabs(P.kinetic[P.count - 1] - P.kinetic[0] + 9.81 * height - gained), 1e-13);
    dls_motion_free(R);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_block),  cmocka_unit_test(test_lift_off_together),
        cmocka_unit_test(test_belt),   cmocka_unit_test(test_two_blocks),
        cmocka_unit_test(test_slides), cmocka_unit_test(test_adaptive),
        cmocka_unit_test(test_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
