/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/mechanism: loops that are closed, from the side, and where they cannot be. */
#include "machines.h"
#include "mechanism/mechanism.h"
#include "mechanism/vector3.h"

typedef struct {
    dls_mechanism *B;
    dls_int n, nq, m;
    double *q0, *q, *v, *gap, *slip;
    dls_mechanism_fit fit;
} assembled;

static assembled assemble(const machine *M, const bool *held)
{
    assembled A = {.B = machine_setup(M)};
    dls_fault fault;
    dls_mechanism_get_size(A.B, &A.n, &A.nq);
    A.m = A.B->count.columns[DLS_OF_G];
    A.q0 = need(A.nq, sizeof(double));
    A.q = need(A.nq, sizeof(double));
    A.v = need(A.n, sizeof(double));
    A.gap = need(A.m, sizeof(double));
    A.slip = need(A.m, sizeof(double));
    machine_state(M, A.q0);
    memcpy(A.q, A.q0, (size_t)A.nq * sizeof(double));
    assert_code(dls_mechanism_assemble(A.B, held, 0, A.q, A.v, A.gap, A.slip, &A.fit, &fault),
                DLS_OK, &fault);
    return A;
}

static void drop(assembled *A)
{
    free(A->q0);
    free(A->q);
    free(A->v);
    free(A->gap);
    free(A->slip);
    dls_mechanism_free(A->B);
}

/* The way between two states in the metric of M, written out once more. */
static double way(const machine *M, const double *p, const double *q)
{
    double sum = 0;
    int d = M->data.d, rows = d == 2 ? 3 : 7, width = d == 2 ? 1 : 9;
    for (dls_int k = 0; k < M->data.bodies; k++) {
        if (M->fixed[k]) {
            continue;
        }
        for (int i = 0; i < d; i++) {
            sum += M->mass[k] * (p[i] - q[i]) * (p[i] - q[i]);
        }
        double turned = q[2] - p[2];
        if (d == 3) {
            double cosine = 0;
            for (int i = 3; i < 7; i++) {
                cosine += p[i] * q[i];
            }
            turned = 2 * acos(fmin(1, fabs(cosine)));
        }
        sum += M->inertia[width * k] * turned * turned; /* of balls */
        p += rows;
        q += rows;
    }
    return sum;
}

static void test_four_bar(void **state)
{
    (void)state;
    static const double TINY = 1e-11, NEARER = 1e-9;
    for (int d = 2; d <= 3; d++) {
        machine M;
        machine_four_bar(&M, d, 0.1);
        assembled A = assemble(&M, NULL);
        assert_true(A.fit.closed && A.fit.matched);
        assert_small(dls_largest(A.m, A.gap), TINY);
        assert_small(dls_norm(A.n, A.v), 0); /* what is at rest stays so */
        double best = way(&M, A.q0, A.q);
        assert_true(best > 1e-3);
        /* no closed position beside it is nearer to where it began */
        for (uint64_t seed = 1; seed <= 20; seed++) {
            double *v = vector_random(A.n, seed), *q = need(A.nq, sizeof *q);
            dls_mechanism_fit fit;
            dls_fault fault;
            dls_mechanism_advance(A.B, A.q, v, 0.02, q);
            assert_code(dls_mechanism_assemble(A.B, NULL, 0, q, v, A.gap, A.slip, &fit, &fault),
                        DLS_OK, &fault);
            assert_true(fit.closed && fit.matched);
            assert_small(dls_largest(A.m, A.slip), TINY);
            assert_small(best - way(&M, A.q0, q), NEARER);
            free(v);
            free(q);
        }
        drop(&A);
    }
}

static void test_redundancy_of_four_bar(void **state)
{
    (void)state;
    machine M;
    dls_int count;
    machine_four_bar(&M, 3, 0.1);
    assembled A = assemble(&M, NULL);
    assert_int_equal(machine_rank(A.B, A.q, &count), 17);
    assert_int_equal(count, 20);
    drop(&A);
}

static void test_held(void **state)
{
    (void)state;
    machine M;
    const bool held[] = {true, false, false};
    machine_four_bar(&M, 3, 0.05);
    M.data.joints = 4;
    /* a crank that is held where it has its hinge */
    double at[7] = {0, 0.5, 0, sqrt(0.5), 0, 0, sqrt(0.5)};
    memcpy(M.place, at, sizeof at);
    assembled A = assemble(&M, held);
    assert_true(A.fit.closed);
    assert_small(distance(7, A.q, at), 1e-15);
    drop(&A);
}

/* A crank of length 1 turned by 1 at the speed 2, a rod of length 2, a piston on the x axis:
   x = cos a + sqrt (4 - sin^2 a), dx = -2 (sin a + sin a cos a/sqrt (4 - sin^2 a)) */
static void test_driven_crank(void **state)
{
    (void)state;
    machine M;
    machine_begin(&M, 2);
    const double crank[] = {0.4, 0.4, 0.5}, rod[] = {1.5, 0, -0.3}, piston[] = {2, 0.1, 0.1};
    machine_body(&M, false, 0.3, crank);
    machine_body(&M, false, 0.5, rod);
    machine_body(&M, false, 0.2, piston);
    machine_set(machine_joint(&M, "hinge", 0, 1), DLS_ITEM_POINT_B, -0.5, 0, 0);
    double *c = machine_joint(&M, "hinge", 1, 2);
    machine_set(c, DLS_ITEM_POINT_A, 0.5, 0, 0);
    machine_set(c, DLS_ITEM_POINT_B, -1, 0, 0);
    machine_set(machine_joint(&M, "hinge", 2, 3), DLS_ITEM_POINT_A, 1, 0, 0);
    machine_joint(&M, "slider", 0, 3);
    machine_set(machine_joint(&M, "turn", 0, 1), DLS_ITEM_PARAMETER, 1, 2, 0);
    assembled A = assemble(&M, NULL);
    double root = sqrt(4 - sin(1) * sin(1));
    assert_true(A.fit.closed && A.fit.matched);
    assert_small(fabs(A.q[6] - cos(1) - root), 1e-12);
    assert_small(fabs(A.v[6] + 2 * (sin(1) + sin(1) * cos(1) / root)), 1e-12);
    assert_small(fabs(A.v[2] - 2), 1e-12);
    drop(&A);
}

/* Two bars of length 1 between feet 3 apart: 1 is missing, a third of it at each hinge. */
static void test_too_short(void **state)
{
    (void)state;
    machine M;
    machine_begin(&M, 2);
    const double first[] = {0.5, 0.1, 0.2}, second[] = {2, 0.3, -0.1};
    machine_body(&M, false, 0.3, first);
    machine_body(&M, false, 0.3, second);
    machine_set(machine_joint(&M, "hinge", 0, 1), DLS_ITEM_POINT_B, -0.5, 0, 0);
    double *c = machine_joint(&M, "hinge", 1, 2);
    machine_set(c, DLS_ITEM_POINT_A, 0.5, 0, 0);
    machine_set(c, DLS_ITEM_POINT_B, -0.5, 0, 0);
    c = machine_joint(&M, "hinge", 2, 0);
    machine_set(c, DLS_ITEM_POINT_A, 0.5, 0, 0);
    machine_set(c, DLS_ITEM_POINT_B, 3, 0, 0);
    assembled A = assemble(&M, NULL);
    assert_false(A.fit.closed);
    for (int k = 0; k < 3; k++) {
        assert_small(fabs(hypot(A.gap[2 * k], A.gap[2 * k + 1]) - 1. / 3), 1e-4);
    }
    drop(&A);
}

/* A bar that points away from where a rod of length 1 would have its end: no first step is better
   than another. */
static void test_starts_at_a_singular_place(void **state)
{
    (void)state;
    machine M;
    machine_begin(&M, 2);
    const double bar[] = {0, 0, 0};
    machine_body(&M, false, 0.3, bar);
    machine_joint(&M, "hinge", 0, 1);
    double *c = machine_joint(&M, "distance", 0, 1);
    machine_set(c, DLS_ITEM_POINT_A, -2, 0, 0);
    machine_set(c, DLS_ITEM_POINT_B, 1, 0, 0);
    c[DLS_ITEM_PARAMETER] = 2;
    assembled A = assemble(&M, NULL);
    assert_true(A.fit.closed);
    assert_small(fabs(4 + 1 + 4 * cos(A.q[2]) - 4), 1e-13);
    drop(&A);
}

static dls_error everything(dls_fault *fault)
{
    machine M;
    machine_four_bar(&M, 3, 0.1);
    dls_mechanism *B;
    double q[21], v[18] = {0}, gap[20], slip[20];
    dls_mechanism_fit fit;
    machine_state(&M, q);
    dls_error error = dls_mechanism_setup(&M.data, (dls_mechanism_host){0}, &B, fault);
    error = error ? error : dls_mechanism_assemble(B, NULL, 0, q, v, gap, slip, &fit, fault);
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
        cmocka_unit_test(test_four_bar),  cmocka_unit_test(test_redundancy_of_four_bar),
        cmocka_unit_test(test_held),      cmocka_unit_test(test_driven_crank),
        cmocka_unit_test(test_too_short), cmocka_unit_test(test_starts_at_a_singular_place),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
