/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/mechanism: Jacobians of forces against differences, and motions that need them. */
#include "machines.h"
#include "mechanism/mechanism.h"

/* All forces with stiffness and damping between two bodies, and to the ground; at rest there. */
static void spring_machine(machine *M, int d, uint64_t seed)
{
    static const char *const kinds[] = {"spring", "travel spring", "turn spring", "bushing"};
    machine_begin(M, d);
    for (int k = 0; k < 2; k++) {
        double turned = uniform(&seed), at[7] = {uniform(&seed), uniform(&seed), turned, 1};
        if (d == 3) {
            at[3] = cos(turned);
            at[5] = sin(turned);
        }
        machine_body(M, false, 0.7, at);
    }
    M->inertia[0] = 0.2;
    for (int k = 0; k < 4; k++) {
        double *c = machine_force(M, kinds[k], k % 2 ? 2 : 0, 1);
        for (int i = DLS_ITEM_POINT_A; i < DLS_ITEM_PARAMETER; i++) {
            c[i] = uniform(&seed);
        }
        for (int i = 0; i < (k < 3 ? 3 : 4); i++) {
            c[DLS_ITEM_PARAMETER + i] = 1 + uniform(&seed) / 2;
        }
    }
}

static const double *force(dls_mechanism *B, const double *q, const double *v)
{
    dls_mechanism_values E;
    dls_fault fault;
    assert_code(dls_mechanism_evaluate(B, 0, q, v, &E, &fault), DLS_OK, &fault);
    return E.f;
}

/* The largest difference between a Jacobian and the change of forces, of q or of v */
static double error_of(dls_mechanism *B, const double *q, const double *v, bool of_v)
{
    static const double STEP = 1e-6;
    dls_int n, nq;
    dls_fault fault;
    double f[2][12], x[12], next[14], worst = 0;
    dls_mechanism_get_size(B, &n, &nq);
    assert_code(dls_mechanism_know(B, DLS_KNOWN_FORCES | DLS_KNOWN_JACOBIANS, 0, q, v, &fault),
                DLS_OK, &fault);
    double *J = dense_of(dls_see(of_v ? &B->fv : &B->fq));
    for (dls_int k = 0; k < n; k++) {
        for (int side = 0; side < 2; side++) {
            for (dls_int i = 0; i < n; i++) {
                x[i] = (i == k) * (side ? -STEP : STEP) + (of_v ? v[i] : 0);
            }
            if (of_v) {
                memcpy(f[side], force(B, q, x), (size_t)n * sizeof *x);
            } else {
                dls_mechanism_advance(B, q, x, 1, next);
                memcpy(f[side], force(B, next, v), (size_t)n * sizeof *x);
            }
        }
        for (dls_int i = 0; i < n; i++) {
            worst = larger(worst, fabs((f[0][i] - f[1][i]) / (2 * STEP) - J[i + k * n]));
        }
    }
    free(J);
    return worst;
}

static void test_damping(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        for (int d = 2; d <= 3; d++) {
            machine M;
            double q[14], *v = vector_random(12, seed);
            spring_machine(&M, d, seed);
            machine_state(&M, q);
            dls_mechanism *B = machine_setup(&M);
            assert_small(error_of(B, q, v, true), 1e-8);
            dls_mechanism_free(B);
            free(v);
        }
    }
}

/* Where no force acts fq is exact; and between centres always. */
static void test_stiffness(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        for (int d = 2; d <= 3; d++) {
            machine M;
            double q[14], v[12] = {0}, *c;
            spring_machine(&M, d, seed);
            machine_state(&M, q);
            M.data.forces = 3;
            for (int k = 0; k < 3; k++) { /* each alone, to see where it rests */
                machine alone = M;
                alone.data.force = alone.force;
                alone.data.forces = 1;
                memcpy(alone.force, M.force + k * DLS_ITEM_ROWS, DLS_ITEM_ROWS * sizeof(double));
                dls_mechanism *B = machine_setup(&alone);
                dls_mechanism_pair P;
                dls_mechanism_row row;
                force(B, q, v);
                dls_mechanism_meet(B, &B->force[0], &P);
                const dls_mechanism_line *line = &B->force[0].kind->line[d - 2][0];
                line->equation(&P, line->i, line->j, &row);
                M.force[k * DLS_ITEM_ROWS + DLS_ITEM_PARAMETER + 1] = row.h;
                dls_mechanism_free(B);
            }
            M.gravity[d - 1] = 0;
            dls_mechanism *B = machine_setup(&M);
            assert_small(error_of(B, q, v, false), 1e-7);
            dls_mechanism_free(B);
            machine_begin(&M, d);
            machine_body(&M, false, 0.7, q);
            machine_body(&M, false, 0.7, q + (d == 2 ? 3 : 7));
            c = machine_force(&M, "spring", 1, 2);
            machine_set(c, DLS_ITEM_PARAMETER, 3, 0.1, 0);
            B = machine_setup(&M);
            assert_small(error_of(B, q, v, false), 1e-7);
            dls_mechanism_free(B);
        }
    }
}

/* A spring with a period of 2 pi 1e-3 and steps of 1e-2, where iterations without Jacobians
   diverge: the implicit method damps it out. */
static void test_stiff_motion(void **state)
{
    (void)state;
    machine M;
    dls_fault fault;
    dls_motion_run *R;
    dls_motion_picture P;
    double at[] = {1.1, 0, 0}, v[3] = {0};
    machine_begin(&M, 2);
    M.gravity[1] = 0;
    machine_body(&M, false, 0.3, at);
    machine_set(machine_force(&M, "spring", 0, 1), DLS_ITEM_PARAMETER, 1e6, 1, 0);
    dls_mechanism *B = machine_setup(&M);
    dls_motion_model model = dls_mechanism_model(B);
    dls_motion_settings settings = dls_motion_defaults();
    dls_motion_course course = {.tend = 1, .q = at, .v = v};
    settings.step = 1e-2;
    settings.theta = 1;
    assert_true(model.given & DLS_PART_FORCE_Q && model.given & DLS_PART_FORCE_V);
    assert_code(dls_motion_setup(&model, &settings, &course, (dls_host){0}, &R, &fault), DLS_OK,
                &fault);
    assert_code(dls_motion_next(R, 1000, &fault), DLS_OK, &fault);
    dls_motion_state(R, &P);
    assert_true(P.finished);
    assert_small(fabs(P.q_now[0] - 1), 1e-12);
    dls_motion_free(R);
    dls_mechanism_free(B);
}

static dls_error everything(dls_fault *fault)
{
    machine M;
    dls_mechanism *B;
    spring_machine(&M, 3, 1);
    dls_error error = dls_mechanism_setup(&M.data, (dls_mechanism_host){0}, &B, fault);
    dls_mechanism_free(B);
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
        cmocka_unit_test(test_damping), cmocka_unit_test(test_stiffness),
        cmocka_unit_test(test_stiff_motion), cmocka_unit_test(test_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
