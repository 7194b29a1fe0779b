/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs that go on elsewhere: the same bits; numbers that are not of such a run are refused. */
#include <string.h>

#include "check.h"
#include "motion_models.h"

static dls_motion_run *begun(ball *b, int scheme, dls_int steps)
{
    static const double one = 1, zero = 0;
    dls_fault fault;
    dls_motion_run *R;
    dls_motion_settings settings = dls_motion_defaults();
    settings.scheme = scheme;
    settings.step = 0.02;
    dls_motion_course course = {.tend = 2, .q = &one, .v = &zero};
    assert_code(dls_motion_setup(&b->model, &settings, &course, (dls_host){0}, &R, &fault), DLS_OK,
                &fault);
    assert_code(dls_motion_next(R, steps, &fault), DLS_OK, &fault);
    return R;
}

static void same(const dls_motion_picture *P, const dls_motion_picture *Q)
{
    size_t columns = (size_t)P->count * sizeof(double);
    assert_int_equal(P->count, Q->count);
    assert_int_equal(P->events, Q->events);
    assert_int_equal(P->stats.steps, Q->stats.steps);
    assert_memory_equal(P->t, Q->t, columns);
    assert_memory_equal(P->q, Q->q, columns);
    assert_memory_equal(P->v, Q->v, columns);
    assert_memory_equal(P->p, Q->p, columns);
    assert_memory_equal(P->work, Q->work, DLS_WORKS * columns);
    assert_memory_equal(P->residual, Q->residual, columns);
}

static void test_resumed(void **state)
{
    (void)state;
    dls_fault fault;
    for (int scheme = 0; scheme <= DLS_SCHEME_GENERALIZED_ALPHA; scheme++) {
        ball b;
        dls_motion_picture P, Q;
        const double *numbers;
        dls_int count;
        ball_make(&b, FUNCTIONS, -2, 10, 0.5);
        dls_motion_run *R = begun(&b, scheme, 61), *S = begun(&b, scheme, 3);
        assert_code(dls_motion_renew(R, &fault), DLS_OK, &fault);
        assert_code(dls_motion_keep(R, &numbers, &count, &fault), DLS_OK, &fault);
        dls_motion_state(R, &P);
        assert_code(dls_motion_resume(S, &P, count, numbers, &fault), DLS_OK, &fault);
        assert_code(dls_motion_next(R, 1000, &fault), DLS_OK, &fault);
        assert_code(dls_motion_next(S, 1000, &fault), DLS_OK, &fault);
        dls_motion_state(R, &P);
        dls_motion_state(S, &Q);
        assert_int_equal(P.count, 101);
        same(&P, &Q);
        dls_motion_free(R);
        dls_motion_free(S);
    }
}

static void test_refused(void **state)
{
    (void)state;
    dls_fault fault;
    ball b;
    dls_motion_picture P;
    const double *numbers;
    dls_int count;
    ball_make(&b, FUNCTIONS, -2, 10, 0.5);
    dls_motion_run *R = begun(&b, 0, 61), *S = begun(&b, 0, 3);
    assert_code(dls_motion_keep(R, &numbers, &count, &fault), DLS_OK, &fault);
    for (int k = 0; k < 8; k++) {
        double bad[64];
        assert_true(count <= 64);
        memcpy(bad, numbers, (size_t)count * sizeof *bad);
        dls_motion_state(R, &P);
        bad[0] += k == 0; /* contacts */
        bad[4] -= k == 1; /* redundant constraints */
        bad[9] += k == 2; /* times */
        bad[12] = k == 3 ? -1 : bad[12];
        P.n += k == 4;
        P.nu += k == 5;
        P.memories += k == 6;
        P.count = k == 7 ? 0 : P.count;
        assert_code(dls_motion_resume(S, &P, count, bad, &fault), DLS_ERROR_DIMENSION, &fault);
        assert_code(dls_motion_resume(S, &P, 1, numbers, &fault), DLS_ERROR_DIMENSION, &fault);
    }
    dls_motion_free(R);
    dls_motion_free(S);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_resumed),
                                       cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
