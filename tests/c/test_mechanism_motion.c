/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mechanisms as models of the engine. */
#include "machines.h"
#include "mechanism/mechanism.h"
#include "mechanism/vector3.h"
#include "tableaus.h"

static dls_motion_run *run(dls_mechanism *B, const double *q, const double *v, int scheme, double h,
                           double tend)
{
    dls_motion_run *R;
    dls_fault fault;
    dls_motion_settings settings = dls_motion_defaults();
    dls_motion_model model = dls_mechanism_model(B);
    dls_motion_course course = {.tend = tend, .q = q, .v = v, .tableau = &RADAU};
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
    assert_small(distance(2, flat, space), 1e-12);
    assert_small(drift[1], 0.3);
    assert_true(drift[1] > 1.9 * drift[2]);
}

/* ---- functions of the host ---- */

enum { TURNS = 1, PUSHES };

static dls_error parameters(void *data, bool force, dls_int number, double t, const double *q,
                            const double *v, const double *along, double *p, dls_fault *fault)
{
    (void)data;
    (void)fault;
    assert_int_equal(along != NULL, force);
    assert_int_equal(force, number == PUSHES);
    if (force) {
        p[3] = -3 * q[0] - v[1];
    } else {
        p[0] = sin(t);
        p[1] = cos(t);
        p[2] = -sin(t);
        p[3] = t;
    }
    return DLS_OK;
}

/* The hinge at the origin of a bar of length 2, and the damping of its angle */
static dls_error own(void *data, double t, const double *q, const double *v, double *h, double *G,
                     double *b, double *f, dls_fault *fault)
{
    (void)t;
    (void)fault;
    double c = cos(q[2]), s = sin(q[2]);
    if (h) {
        h[0] = q[0] - c;
        h[1] = q[1] - s;
        G[0] = 1;
        G[2] = s;
        G[4] = 1;
        G[5] = -c;
        b[0] = c * v[2] * v[2];
        b[1] = s * v[2] * v[2];
    }
    if (f) {
        f[2] -= 0.3 * v[2];
    }
    return *(bool *)data ? dls_fail(fault, DLS_ERROR_MODEL, "no more") : DLS_OK;
}

static dls_mechanism *steered(machine *M, bool by_host, bool *fails)
{
    dls_mechanism *B;
    dls_fault fault;
    double bar[] = {cos(0.3), sin(0.3), 0.3}, *c;
    machine_begin(M, 2);
    machine_body(M, false, 0.5, bar);
    if (by_host) {
        M->data.own = 2;
    } else {
        machine_set(machine_joint(M, "hinge", 0, 1), DLS_ITEM_POINT_B, -1, 0, 0);
        machine_set(machine_force(M, "turn spring", 0, 1), DLS_ITEM_PARAMETER, 0, 0, 0.3);
    }
    c = machine_force(M, "force", 0, 1);
    c[DLS_ITEM_ASKED] = PUSHES;
    M->data.gravity = M->gravity;
    dls_mechanism_host host = {parameters, own, fails};
    host.own = by_host ? own : NULL;
    assert_code(dls_mechanism_setup(&M->data, host, &B, &fault), DLS_OK, &fault);
    return B;
}

/* What the host says of a hinge and of a damper moves the bar as hinge and damper do; and when it
   fails, the run ends, and goes on when it does not fail any more. */
static void test_own(void **state)
{
    (void)state;
    machine M[2];
    bool fails[2] = {false, false};
    double last[2][3];
    for (int k = 0; k < 2; k++) {
        dls_mechanism *B = steered(&M[k], k, &fails[k]);
        double q[3], v[] = {-sin(0.3), cos(0.3), 1};
        machine_state(&M[k], q);
        dls_motion_run *R = run(B, q, v, DLS_SCHEME_MOREAU_JEAN, 1e-2, 1);
        dls_motion_picture P;
        dls_fault fault;
        dls_motion_extend(R, 2, &fault);
        if (k) {
            fails[k] = true;
            assert_code(dls_motion_next(R, 100, &fault), DLS_ERROR_MODEL, &fault);
            fails[k] = false;
        }
        assert_code(dls_motion_next(R, 1000, &fault), DLS_OK, &fault);
        dls_motion_state(R, &P);
        assert_true(P.finished);
        memcpy(last[k], P.q_now, sizeof last[k]);
        assert_true(fabs(last[k][2] - 0.3) > 0.3);
        dls_motion_free(R);
        dls_mechanism_free(B);
    }
    assert_small(distance(3, last[0], last[1]), 1e-10);
}

/* A drive by a function: the angle is sin t, and so are its rates. */
static void test_drive(void **state)
{
    (void)state;
    machine M;
    dls_mechanism *B;
    dls_mechanism_values E;
    dls_fault fault;
    double bar[] = {0, 0, 0.3}, v[] = {0, 0, cos(0.7)};
    machine_begin(&M, 2);
    machine_body(&M, false, 0.5, bar);
    machine_joint(&M, "turn", 0, 1)[DLS_ITEM_ASKED] = TURNS;
    dls_mechanism_host host = {parameters, NULL, NULL};
    assert_code(dls_mechanism_setup(&M.data, host, &B, &fault), DLS_OK, &fault);
    assert_code(dls_mechanism_evaluate(B, 0.7, bar, v, &E, &fault), DLS_OK, &fault);
    assert_small(fabs(E.h[0] - 0.3 + sin(0.7)), 1e-15);
    assert_small(fabs(E.wb[0] + cos(0.7)), 1e-15);
    assert_small(fabs(E.bb[0] - sin(0.7)), 1e-15);
    dls_mechanism_free(B);
}

/* ---- contacts that come and go ---- */

enum { BALLS = 21 }; /* with the ground 231 pairs: more than are always there */
static const double RADIUS = 0.1;

/* Balls above the ground, each higher than the last, that fall at the same time */
static dls_mechanism *falling(machine *M, int d, double *q)
{
    double at[7] = {0}, shape[BALLS][DLS_SHAPE_ROWS];
    double touch[2][DLS_TOUCH_ROWS] = {{DLS_TOUCH_ALL, DLS_TOUCH_ALL}, {0, DLS_TOUCH_ALL}};
    machine_begin(M, d);
    for (int k = 0; k < BALLS; k++) {
        double own[] = {DLS_SHAPE_ROUND, RADIUS, 1, 0};
        memcpy(shape[k], own, sizeof own);
        at[0] = 3 * RADIUS * k;
        at[d - 1] = RADIUS + 0.02 * k;
        at[3] = d == 3;
        machine_body(M, false, RADIUS, at);
    }
    double corners[3 * BALLS] = {0};
    M->data.shape = shape[0];
    M->data.corners = BALLS;
    M->data.corner = corners;
    M->data.touches = 2;
    M->data.touch = touch[0];
    machine_state(M, q);
    return machine_setup(M);
}

/* Contacts outgrow the first capacities in all schemes; all come to rest on the ground. */
static void test_growth(void **state)
{
    (void)state;
    static const double STEP = 0.01;
    for (int k = 0; k <= 2 * DLS_SCHEME_EVENT_DRIVEN + 1; k++) {
        machine M;
        int d = 2 + k % 2, scheme = k / 2, c = d == 2 ? 3 : 7;
        if (d == 3 && scheme == DLS_SCHEME_SCHATZMAN_PAOLI) {
            continue; /* takes differences of coordinates */
        }
        double q[7 * BALLS], v[6 * BALLS] = {0};
        dls_mechanism *B = falling(&M, d, q);
        dls_motion_run *R = run(B, q, v, scheme, STEP, 0.5);
        dls_motion_picture P;
        dls_motion_state(R, &P);
        assert_true(P.finished && P.nu >= BALLS);
        dls_int first = 0, last = 0;
        for (dls_int i = 0; i < P.nu; i++) {
            first += P.identity[i] > 0;
            last += P.identity[i + (P.count - 1) * P.nu] > 0;
        }
        assert_true(first < BALLS / 4 && last >= BALLS);
        bool exact =
            scheme == DLS_SCHEME_MOREAU_JEAN_PROJECTED || scheme == DLS_SCHEME_EVENT_DRIVEN;
        for (int i = 0; i < BALLS; i++) {
            double fastest = sqrt(2 * 9.81 * 0.02 * i);
            assert_small(fabs(P.q_now[c * i + d - 1] - RADIUS),
                         exact ? 1e-10 : 2 * STEP * (fastest + STEP));
        }
        dls_motion_free(R);
        dls_mechanism_free(B);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_free_body), cmocka_unit_test(test_double_pendulum),
        cmocka_unit_test(test_own), cmocka_unit_test(test_drive), cmocka_unit_test(test_growth)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
