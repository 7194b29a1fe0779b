/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Angles of joints in space, coordinates of a mechanism that count whole turns */
#include "machines.h"

static const double PI = 3.141592653589793;

/* Two bodies on one axis, the angle of the first one and that between them, which are counted; the
   second one begins `turns` turns away. */
static dls_mechanism *two_wheels(machine *M, double *angle, double turns)
{
    double at[7] = {0, 0, 0, 1, 0, 0, 0}, origin[3] = {0, 0, 0}, up[3] = {0, 0, 1};
    machine_begin(M, 3);
    for (int k = 0; k < 2; k++) {
        double *c = machine_joint(M, "turn", k, k + 1);
        machine_body(M, false, 1, at);
        machine_meet(M, c, origin, up);
        memcpy(angle + k * DLS_ITEM_ROWS, c, DLS_ITEM_ROWS * sizeof *c);
        c[DLS_ITEM_ANGLE] = k + 1;
    }
    angle[DLS_ITEM_ROWS + DLS_ITEM_TURNS] = turns;
    M->data.angle = angle;
    M->data.angles = 2;
    return machine_setup(M);
}

static void test_turns(void **state)
{
    (void)state;
    machine M;
    double angle[2 * DLS_ITEM_ROWS], v[12] = {0}, turns[2], next[16];
    double q[16] = {0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1};
    dls_mechanism *B = two_wheels(&M, angle, -3);
    dls_mechanism_values E;
    dls_fault fault;
    dls_int n, nq;
    dls_mechanism_get_size(B, &n, &nq);
    assert_int_equal(nq, 16);
    assert_int_equal(dls_mechanism_angles(B), 2);
    dls_mechanism_set_angles(B, q);
    assert_small(fabs(q[14]), 1e-15);
    assert_small(fabs(q[15] + 6 * PI), 1e-14);
    /* any number of turns in one step, either way, and back */
    v[5] = 50;
    v[11] = -70;
    dls_mechanism_advance(B, q, v, 0.4, next);
    assert_small(fabs(next[14] - 20), 1e-13);
    assert_small(fabs(next[15] + 6 * PI + 48), 1e-12);
    assert_code(dls_mechanism_evaluate(B, 0, next, v, &E, &fault), DLS_OK, &fault);
    assert_small(fabs(E.h[0] - next[14]), 1e-15);
    assert_small(fabs(E.h[1] - next[15]), 1e-15);
    dls_mechanism_get_turns(B, next, turns);
    assert_int_equal(turns[0], 3);
    assert_int_equal(turns[1], -11);
    dls_mechanism_advance(B, next, v, -0.4, q);
    assert_small(fabs(q[14]) + fabs(q[15] + 6 * PI), 1e-12);
    dls_mechanism_free(B);
}

/* An angle is that of a turn or a bend, in space; items measure one that there is. */
static void test_bad_angles(void **state)
{
    (void)state;
    machine M;
    double angle[2 * DLS_ITEM_ROWS];
    dls_mechanism *B = two_wheels(&M, angle, 0);
    dls_fault fault;
    dls_mechanism_host none = {NULL, NULL, NULL};
    dls_mechanism_free(B);
    M.data.gravity = M.gravity;
    M.joint[DLS_ITEM_ANGLE] = 3;
    assert_code(dls_mechanism_setup(&M.data, none, &B, &fault), DLS_ERROR_DIMENSION, &fault);
    M.joint[DLS_ITEM_ANGLE] = 1;
    angle[DLS_ITEM_KIND] = machine_joint(&M, "swing", 0, 1)[DLS_ITEM_KIND];
    M.data.joints--;
    assert_code(dls_mechanism_setup(&M.data, none, &B, &fault), DLS_ERROR_OPTION, &fault);
    angle[DLS_ITEM_KIND] = NAN;
    assert_code(dls_mechanism_setup(&M.data, none, &B, &fault), DLS_ERROR_NOT_FINITE, &fault);
    assert_null(B);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_turns),
                                       cmocka_unit_test(test_bad_angles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
