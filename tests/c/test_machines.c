/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/mechanism against what is known of machines: ranks of closed chains, steady motions,
   energies. */
#include "machines.h"
#include "mechanism/mechanism.h"
#include "mechanism/vector3.h"

/* ---- closed chains of hinges ---- */

typedef struct {
    double point[3], along[3];
} hinge;

static void add_link(machine *M, const hinge *from, const hinge *to)
{
    double at[7] = {0, 0, 0, 1, 0, 0, 0};
    for (int i = 0; i < 3; i++) {
        at[i] = (from->point[i] + to->point[i]) / 2;
    }
    machine_body(M, false, 0.3, at);
}

/* The first link is the ground. */
static dls_mechanism *chain_of(const hinge *axis, int count, double *q)
{
    machine M;
    machine_begin(&M, 3);
    for (int k = 1; k < count; k++) {
        add_link(&M, &axis[k - 1], &axis[k]);
    }
    for (int k = 0; k < count; k++) {
        double *c = machine_joint(&M, "hinge", k, (k + 1) % count);
        machine_meet(&M, c, axis[k].point, axis[k].along);
    }
    machine_state(&M, q);
    return machine_setup(&M);
}

static dls_int rank_of_chain(const hinge *axis, int count)
{
    dls_int columns;
    double q[7 * 6];
    dls_mechanism *B = chain_of(axis, count, q);
    dls_int rank = machine_rank(B, q, &columns);
    assert_int_equal(columns, 5 * count);
    dls_mechanism_free(B);
    return rank;
}

/* Turn by theta about z, shift by a along x, turn by alpha about x: from an axis to the next */
static void denavit_hartenberg(double theta, double a, double alpha, double (*R)[3], double *x)
{
    double u[3], v[3], w[3];
    for (int i = 0; i < 3; i++) {
        u[i] = cos(theta) * R[0][i] + sin(theta) * R[1][i];
        v[i] = cos(theta) * R[1][i] - sin(theta) * R[0][i];
        w[i] = R[2][i];
    }
    for (int i = 0; i < 3; i++) {
        x[i] += a * u[i];
        R[0][i] = u[i];
        R[1][i] = cos(alpha) * v[i] + sin(alpha) * w[i];
        R[2][i] = cos(alpha) * w[i] - sin(alpha) * v[i];
    }
}

/* a/sin alpha = b/sin beta; tan (t1/2) tan (t2/2) is the ratio */
static void bennett(double t1, hinge *axis)
{
    double alpha = 0.6, beta = 1.1, a = sin(alpha), b = sin(beta);
    double ratio = sin((beta + alpha) / 2) / sin((beta - alpha) / 2);
    double t2 = 2 * atan(ratio / tan(t1 / 2)), theta[] = {t1, t2, -t1, -t2};
    double R[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, x[3] = {0, 0, 0};
    for (int k = 0; k < 4; k++) {
        memcpy(axis[k].point, x, sizeof x);
        memcpy(axis[k].along, R[2], sizeof R[2]);
        denavit_hartenberg(theta[k], k % 2 ? b : a, k % 2 ? beta : alpha, R, x);
    }
    assert_small(dls_length3(x), 1e-12); /* it closes */
}

/* One degree of freedom where counting gives -2 */
static void test_bennett(void **state)
{
    (void)state;
    for (double t1 = 0.3; t1 < 3; t1 += 0.7) {
        hinge axis[4];
        bennett(t1, axis);
        assert_int_equal(rank_of_chain(axis, 4), 17);
        axis[2].along[0] += 0.1; /* another chain of four hinges is rigid */
        dls_scale3(1 / dls_length3(axis[2].along), axis[2].along, axis[2].along);
        assert_int_equal(rank_of_chain(axis, 4), 18);
    }
}

/* In the middle of a step, not quite closed, it is rigid: rank_tolerance lets it fall. */
static void test_bennett_moves(void **state)
{
    (void)state;
    hinge axis[4];
    double q[21], v[18] = {0};
    dls_motion_run *R;
    dls_motion_picture P;
    dls_fault fault;
    bennett(1.2, axis);
    dls_mechanism *B = chain_of(axis, 4, q);
    dls_motion_model model = dls_mechanism_model(B);
    dls_motion_settings settings = dls_motion_defaults();
    dls_motion_course course = {.tend = 0.5, .q = q, .v = v};
    settings.scheme = DLS_SCHEME_MOREAU_JEAN_PROJECTED;
    settings.step = 1e-3;
    settings.rank_tolerance = 1e-3;
    assert_code(dls_motion_setup(&model, &settings, &course, (dls_host){0}, &R, &fault), DLS_OK,
                &fault);
    assert_code(dls_motion_next(R, 1000, &fault), DLS_OK, &fault);
    dls_motion_state(R, &P);
    dls_int last = P.count - 1;
    assert_true(P.finished);
    assert_small(P.violation[last], 1e-13);
    assert_small(dls_norm(P.np, P.p_now), 0.1); /* forces of 100 */
    assert_true(P.kinetic[last] > 0.1);
    assert_small(fabs(P.kinetic[last] + P.potential[last] - P.potential[0]), 0.01);
    dls_motion_free(R);
    dls_mechanism_free(B);
}

/* Six axes, three of them the others turned by half about a line (z): one degree of freedom where
   counting gives none */
static void test_bricard(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (int trial = 0; trial < 5; trial++) {
        hinge axis[6];
        for (int k = 0; k < 3; k++) {
            for (int i = 0; i < 3; i++) {
                axis[k].point[i] = uniform(&seed);
                axis[k].along[i] = uniform(&seed);
            }
            dls_scale3(1 / dls_length3(axis[k].along), axis[k].along, axis[k].along);
            for (int i = 0; i < 3; i++) {
                axis[k + 3].point[i] = (i < 2 ? -1 : 1) * axis[k].point[i];
                axis[k + 3].along[i] = (i < 2 ? -1 : 1) * axis[k].along[i];
            }
        }
        assert_int_equal(rank_of_chain(axis, 6), 29);
        axis[4].point[2] += 0.2;
        assert_int_equal(rank_of_chain(axis, 6), 30);
    }
}

/* ---- accelerations ---- */

/* M a = f + G lambda, G'a + b = 0 */
static void accelerations(dls_mechanism *B, const double *q, const double *v, double *a)
{
    dls_mechanism_values E;
    dls_kkt_result result;
    dls_fault fault;
    assert_code(dls_mechanism_evaluate(B, 0, q, v, &E, &fault), DLS_OK, &fault);
    double *F = need(E.n, sizeof *F), *lambda = need(E.G.cols, sizeof *lambda);
    for (dls_int k = 0; k < E.n; k++) {
        F[k] = -E.f[k];
    }
    for (dls_int j = 0; j < E.G.cols; j++) { /* the state obeys the constraints */
        double speed = E.wb[j];
        for (dls_int k = E.G.p[j]; k < E.G.p[j + 1]; k++) {
            speed += E.G.x[k] * v[E.G.i[k]];
        }
        assert_small(fabs(speed), 1e-12);
        assert_small(fabs(E.h[j]), 1e-12);
    }
    assert_code(dls_kkt_once(E.M, E.G, F, E.bb, a, lambda, &result, &fault), DLS_OK, &fault);
    assert_int_equal(result.outcome, DLS_SOLVED);
    free(F);
    free(lambda);
}

/* A disk that rolls without slip in steady precession: everything turns about the vertical n with
   the rate p, w = p n + s e, where s follows from the moments about the centre:
     p n x H + r u x m (dv + g n) = 0,  v = w x r u,  dv = p n x v. */
static void test_rolling_disk(void **state)
{
    (void)state;
    static const double n[] = {0, 0, 1}, RADIUS = 0.8, MASS = 1.3, G = 9.81;
    for (double lean = 0.3; lean < 1.5; lean += 0.3) {
        for (double p = 0.5; p < 6; p += 2.3) {
            /* e: its axis; u: from the contact to the centre; t: along the rim */
            double e[] = {-sin(lean), 0, cos(lean)}, u[] = {cos(lean), 0, sin(lean)}, t[3];
            double own = MASS * RADIUS * RADIUS / 2, other = own / 2, moment[2];
            double v[3], dv[3], w[3], H[3], dH[3], force[3], torque[3], s = 0;
            dls_cross3(n, e, t);
            for (int trial = 0; trial < 3; trial++) { /* the moment along t is affine in s */
                double at = trial < 2 ? trial : moment[0] / (moment[0] - moment[1]);
                dls_scale3(p, n, w);
                dls_add3(w, at, e, w);
                for (int i = 0; i < 3; i++) {
                    double along = dls_dot3(w, e);
                    H[i] = other * w[i] + (own - other) * along * e[i];
                }
                dls_cross3(w, u, v);
                dls_scale3(RADIUS, v, v);
                dls_cross3(n, v, dv);
                dls_scale3(p, dv, dv);
                dls_add3(dv, G, n, force);
                dls_cross3(u, force, torque);
                dls_cross3(n, H, dH);
                for (int i = 0; i < 3; i++) {
                    torque[i] = p * dH[i] + MASS * RADIUS * torque[i];
                }
                if (trial < 2) {
                    moment[trial] = dls_dot3(torque, t);
                }
                s = at;
            }
            assert_small(dls_length3(torque), 1e-10);
            machine M;
            /* the frame of the body: e is its x axis, turned by lean + 90 degrees about -y */
            double turned = -(acos(0) + lean), half = turned / 2;
            double at[] = {RADIUS * u[0], 0, RADIUS * u[2], cos(half), 0, sin(half), 0};
            machine_begin(&M, 3);
            machine_body(&M, false, 1, at);
            M.gravity[2] = -G;
            M.mass[0] = MASS;
            const double inertia[] = {own, 0, 0, 0, other, 0, 0, 0, other};
            memcpy(M.inertia, inertia, sizeof inertia);
            double *c = machine_joint(&M, "rolling disk", 0, 1), a[6], state_v[6], dw[3], body[3];
            machine_set(c, DLS_ITEM_ALONG_A, 0, 0, 1);
            machine_set(c, DLS_ITEM_ALONG_B, 1, 0, 0);
            c[DLS_ITEM_PARAMETER] = RADIUS;
            dls_mechanism *B = machine_setup(&M);
            double R[3][3];
            dls_mechanism_quaternion(at + 3, R);
            assert_small(fabs(dls_dot3(R[0], e) - 1), 1e-12);
            memcpy(state_v, v, sizeof v);
            dls_turn_back3((const double(*)[3])R, w, state_v + 3);
            accelerations(B, at, state_v, a);
            dls_cross3(n, w, dw);
            dls_scale3(p, dw, dw);
            dls_turn_back3((const double(*)[3])R, dw, body);
            assert_small(distance(3, a, dv), 1e-12 * (1 + fabs(s)) * (1 + dls_length3(dv)));
            assert_small(distance(3, a + 3, body), 1e-12 * (1 + fabs(s)) * (1 + dls_length3(dw)));
            dls_mechanism_free(B);
        }
    }
}

/* Two gears on fixed axes, one driven by a torque: (J1 + J2/ratio^2) dw1 = torque */
static void test_gears(void **state)
{
    (void)state;
    for (int d = 2; d <= 3; d++) {
        machine M;
        double first[7] = {0, 0, 0, 1}, second[7] = {3, 0, 0, 1}, a[12];
        double q[14], v[12] = {0}, ratio = -0.5, torque = 2, z[3] = {0, 0, 1};
        machine_begin(&M, d);
        machine_body(&M, false, 0.5, first);
        machine_body(&M, false, 0.7, second);
        machine_meet(&M, machine_joint(&M, "hinge", 0, 1), first, z);
        second[3] = 0;
        machine_meet(&M, machine_joint(&M, "hinge", 0, 2), second, z);
        double *c = machine_joint(&M, "gear", 1, 2);
        machine_set(c, DLS_ITEM_ALONG_A, 0, 0, 1);
        machine_set(c, DLS_ITEM_ALONG_B, 0, 0, 1);
        c[DLS_ITEM_PARAMETER] = ratio; /* w1 = ratio w2 */
        c = machine_force(&M, "torque", 0, 1);
        machine_set(c, DLS_ITEM_ALONG_A, 0, 0, 1);
        c[DLS_ITEM_PARAMETER + 3] = torque;
        dls_mechanism *B = machine_setup(&M);
        machine_state(&M, q);
        accelerations(B, q, v, a);
        double expected = torque / (0.25 + 0.49 / (ratio * ratio));
        assert_small(fabs(a[d == 2 ? 2 : 5] - expected), 1e-12);
        assert_small(fabs(a[d == 2 ? 5 : 11] - expected / ratio), 1e-12);
        dls_mechanism_free(B);
    }
}

/* ---- forces ---- */

static void random_forces(machine *M, int d, uint64_t seed)
{
    machine_begin(M, d);
    for (int k = 0; k < 3; k++) {
        double at[7] = {uniform(&seed), uniform(&seed), uniform(&seed), 1, 0, 0, 0};
        for (int i = 4; i < 7; i++) {
            at[i] = 0.3 * uniform(&seed);
        }
        machine_body(M, k == 0, 0.7, at);
    }
    for (int k = 0; k < dls_mechanism_force_count; k++) {
        double *c = machine_force(M, dls_mechanism_forces[k].name, k % 2, 2 + k % 2);
        for (int i = DLS_ITEM_POINT_A; i < DLS_ITEM_PARAMETER; i++) {
            c[i] = uniform(&seed);
        }
        for (int i = 0; i < 3; i++) {
            c[DLS_ITEM_PARAMETER + i] = 0.5 + 0.3 * uniform(&seed);
        }
    }
}

/* Without damping the power of all forces is what the potential loses; damping takes energy. */
static void test_energy(void **state)
{
    (void)state;
    static const double STEP = 1e-5;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        for (int d = 2; d <= 3; d++) {
            machine M;
            dls_mechanism_values E;
            dls_fault fault;
            random_forces(&M, d, seed);
            for (int damped = 0; damped < 2; damped++) {
                for (int k = 0; k < dls_mechanism_force_count; k++) {
                    double *p = M.force + k * DLS_ITEM_ROWS + DLS_ITEM_PARAMETER;
                    bool bushing = strcmp(dls_mechanism_forces[k].name, "bushing") == 0;
                    p[2] = bushing || damped ? 0.4 : 0;
                    p[1] = bushing ? damped * 0.3 : p[1];
                    p[3] = bushing ? damped * 0.2 : 0;
                }
                dls_mechanism *B = machine_setup(&M);
                double q[21], *v = vector_random(12, seed + 5), next[21], V[2];
                machine_state(&M, q);
                for (int side = 0; side < 2; side++) {
                    dls_mechanism_advance(B, q, v, side ? -STEP : STEP, next);
                    dls_mechanism_evaluate(B, 0, next, v, &E, &fault);
                    V[side] = E.potential;
                }
                dls_mechanism_evaluate(B, 0, q, v, &E, &fault);
                double power = dls_dot(E.n, E.f, v), gain = (V[0] - V[1]) / (2 * STEP);
                if (damped) {
                    assert_true(power + gain < -0.01);
                } else {
                    assert_small(fabs(power + gain), 1e-8 * (1 + fabs(power)));
                }
                free(v);
                dls_mechanism_free(B);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bennett), cmocka_unit_test(test_bennett_moves),
        cmocka_unit_test(test_bricard), cmocka_unit_test(test_rolling_disk),
        cmocka_unit_test(test_gears),   cmocka_unit_test(test_energy)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
