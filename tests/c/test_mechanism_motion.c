/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mechanisms as models of the engine. */
#include "machines.h"
#include "mechanism/mechanism.h"
#include "mechanism/vector3.h"

static dls_motion_run *run(dls_mechanism *B, const double *q, const double *v, int scheme, double h,
                           double tend)
{
    dls_motion_run *R;
    dls_fault fault;
    dls_motion_settings settings = dls_motion_defaults();
    dls_motion_model model = dls_mechanism_model(B);
    dls_motion_course course = {.tend = tend, .q = q, .v = v};
    settings.scheme = scheme;
    settings.step = h;
    assert_code(dls_motion_setup(&model, &settings, &course, (dls_host){0}, &R, &fault), DLS_OK,
                &fault);
    assert_code(dls_motion_next(R, 1000000, &fault), DLS_OK, &fault);
    return R;
}

/* A body that nothing acts on keeps its angular momentum, and its energy, up to the order of the
   method; the quaternion has length one. */
static void test_free_body(void **state)
{
    (void)state;
    machine M;
    double at[7] = {0, 0, 0, 1, 0, 0, 0}, v[6] = {1, 0, 0, 0.1, 2, 0.1};
    double J[3] = {1, 2, 3}, first[3], last[3], error[2];
    machine_begin(&M, 3);
    machine_body(&M, false, 1, at);
    M.gravity[2] = 0;
    for (int i = 0; i < 3; i++) {
        M.inertia[4 * i] = J[i];
        first[i] = J[i] * v[3 + i];
    }
    for (int k = 0; k < 2; k++) {
        dls_mechanism *B = machine_setup(&M);
        dls_motion_run *R = run(B, at, v, DLS_SCHEME_MOREAU_JEAN, 0.02 / (1 + k), 4);
        dls_motion_picture P;
        double T[3][3], own[3];
        dls_motion_state(R, &P);
        assert_true(P.finished);
        assert_small(fabs(dls_norm(4, P.q_now + 3) - 1), 1e-14);
        assert_small(fabs(P.q_now[0] - 4), 1e-12);
        dls_mechanism_quaternion(P.q_now + 3, T);
        for (int i = 0; i < 3; i++) {
            own[i] = J[i] * P.v_now[3 + i];
        }
        dls_turn3((const double(*)[3])T, own, last);
        error[k] = distance(3, first, last);
        dls_motion_free(R);
        dls_mechanism_free(B);
    }
    assert_true(fabs(v[4]) > 1);
    assert_small(error[0], 1e-2);
    assert_true(error[0] / error[1] > 3.5); /* of second order */
}

/* A double pendulum of bars, in 3D in the plane y = 0 */
static void double_pendulum(int d, double h, double *end, double *drift)
{
    machine M;
    double up[] = {0, 1, 0}, q[14], v[12] = {0};
    double bar[2][7] = {{0.5, 0, 0, 1}, {1.5, 0, 0, 1}};
    machine_begin(&M, d);
    for (int k = 0; k < 2; k++) {
        double at[] = {k, 0, 0};
        bar[k][3] = d == 3;
        machine_body(&M, false, 0.3, bar[k]);
        machine_meet(&M, machine_joint(&M, "hinge", k, k + 1), at, up);
    }
    machine_state(&M, q);
    dls_mechanism *B = machine_setup(&M);
    dls_motion_run *R = run(B, q, v, DLS_SCHEME_MOREAU_JEAN, h, 1);
    dls_motion_picture P;
    dls_motion_state(R, &P);
    assert_true(P.finished);
    dls_int last = P.count - 1;
    assert_true(P.kinetic[last] > 1);
    *drift = fabs(P.kinetic[last] + P.potential[last] - P.kinetic[0] - P.potential[0]);
    end[0] = P.q_now[d == 2 ? 3 : 7];
    end[1] = P.q_now[d == 2 ? 4 : 9];
    dls_motion_free(R);
    dls_mechanism_free(B);
}

/* The same motion in 2D and 3D; the method, of first order with constraints, nearly keeps energy */
static void test_double_pendulum(void **state)
{
    (void)state;
    double flat[2], space[2], fine[2], drift[3];
    double_pendulum(2, 1e-3, flat, &drift[0]);
    double_pendulum(3, 1e-3, space, &drift[1]);
    double_pendulum(3, 5e-4, fine, &drift[2]);
    assert_small(distance(2, flat, space), 1e-9);
    assert_small(drift[1], 0.3);
    assert_true(drift[1] > 1.9 * drift[2]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_free_body),
                                       cmocka_unit_test(test_double_pendulum)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
