/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/motion: percussions against the laws written out densely, bad calls, memory. */
#include <string.h>

#include "check.h"
#include "dense.h"
#include "motion/motion.h"
#include "percussion_scenes.h"

/* An answer, if there is one (in 3D there need not be): as the laws say */
static void solve(dls_percussion *P, const scene *S, bool *active, double *v, double *p,
                  double tolerance)
{
    dls_percussion_result result = {0};
    dls_fault fault;
    assert_code(dls_percussion_solve(P, S->r, S->c, S->s, false, active, v, p, &result, &fault),
                DLS_OK, &fault);
    assert_true(result.solved || S->d > 1);
    if (result.solved) {
        verify(S, active, v, p, tolerance);
    }
}

static void test_percussions(void **state)
{
    (void)state;
    int closed = 0, unsolved = 0;
    int trials = (small_sizes() ? 1 : 12) * KINDS * 3;
    for (int trial = 0; trial < trials; trial++) {
        int d = 1 + trial / KINDS % 3;
        scene *S = scene_new(trial % KINDS, d, (uint64_t)trial + 1);
        dls_percussion_problem Q = problem_of(S);
        dls_percussion *P = NULL;
        dls_fault fault;
        assert_code(dls_percussion_setup(&Q, &P, &fault), DLS_OK, &fault);
        double *v = need(S->n, 8), *p = need(S->nb + d * S->nu, 8);
        for (int again = 0; again < 2; again++) { /* more contacts the second time */
            bool active[4] = {true, false, again, again};
            dls_percussion_result result = {0};
            assert_code(
                dls_percussion_solve(P, S->r, S->c, S->s, false, active, v, p, &result, &fault),
                DLS_OK, &fault);
            if (result.solved) {
                verify(S, active, v, p, d > 1 ? 1e-9 : 1e-11);
            } else { /* friction problems need not have a solution */
                assert_true(d > 1 && result.message[0]);
                unsolved++;
            }
            closed += p[S->nb] > 0;
        }
        dls_percussion_free(P);
        free(v);
        free(p);
        scene_free(S);
    }
    assert_true(closed > trials / 6 && unsolved <= 2);
}

/* One contact with friction is solved in closed form: no iteration, no memory. */
static void test_one_contact(void **state)
{
    (void)state;
    int slides = 0, sticks = 0;
    for (int trial = 0; trial < 16 * KINDS; trial++) {
        int d = 2 + trial / KINDS % 2;
        scene *S = scene_new(trial % KINDS, d, (uint64_t)trial + 300);
        dls_percussion_problem Q = problem_of(S);
        dls_percussion *P = NULL;
        dls_fault fault;
        assert_code(dls_percussion_setup(&Q, &P, &fault), DLS_OK, &fault);
        double *v = need(S->n, 8), *p = need(S->nb + d * S->nu, 8);
        dls_int one = 2 + trial % 2;
        bool active[4] = {false, false, one == 2, one == 3};
        double *pc = p + S->nb + d * one, mu = S->mu[one];
        dls_percussion_result result = {0};
        dls_int before = dls_test_allocations();
        assert_code(dls_percussion_solve(P, S->r, S->c, S->s, false, active, v, p, &result, &fault),
                    DLS_OK, &fault);
        assert_true(result.solved && result.iterations == 0);
        assert_int_equal(dls_test_allocations(), before);
        verify(S, active, v, p, 1e-12);
        slides += pc[0] > 0 && tangent(d, pc) > 0.999999 * mu * pc[0];
        sticks += pc[0] > 0 && tangent(d, pc) < 0.999999 * mu * pc[0];
        dls_percussion_free(P);
        free(v);
        free(p);
        scene_free(S);
    }
    assert_true(slides > 20 && sticks > 2);
}

/* Many contacts: sparse W, factorisations of the closed ones that are kept or may not be used; the
   second and third problems begin at the answer of the first. */
static void test_many(void **state)
{
    (void)state;
    for (int trial = 0; trial < 36; trial++) {
        int kind = BLOCKS + trial % 4, d = 1 + trial / 4 % 3;
        scene *S = scene_new(kind, d, (uint64_t)trial + 700);
        dls_percussion_problem Q = problem_of(S);
        dls_percussion *P = NULL;
        dls_fault fault;
        assert_code(dls_percussion_setup(&Q, &P, &fault), DLS_OK, &fault);
        assert_true((P->D.saddle.path == DLS_OPERATOR_BODIES) == (kind == BLOCKS || kind == TIED));
        double *v = need(S->n, 8), *p = need(S->nb + d * S->nu, 8);
        for (int again = 0; again < 3; again++) {
            bool active[20];
            for (int i = 0; i < 20; i++) {
                active[i] = again == 0 || i % 7 > 0;
                S->s[i * d] -= 0.01 * again;
            }
            solve(P, S, active, v, p, d > 1 ? 1e-8 : 1e-10);
        }
        dls_percussion_free(P);
        free(v);
        free(p);
        scene_free(S);
    }
}

/* expand: no contact may be left with u < 0, however few were known to be closed. */
static void test_expand(void **state)
{
    (void)state;
    for (int trial = 0; trial < 40; trial++) {
        scene *S = scene_new(trial % KINDS, 1, (uint64_t)trial + 100);
        dls_percussion_problem Q = problem_of(S);
        dls_percussion *P = NULL;
        dls_fault fault;
        assert_code(dls_percussion_setup(&Q, &P, &fault), DLS_OK, &fault);
        double *v = need(S->n, 8), *p = need(S->nb + S->nu, 8), *u = vector_copy(S->nu, S->s);
        bool active[4] = {false};
        dls_percussion_result result = {0};
        assert_code(dls_percussion_solve(P, S->r, S->c, S->s, true, active, v, p, &result, &fault),
                    DLS_OK, &fault);
        assert_true(result.solved);
        verify(S, active, v, p, 1e-11);
        dense_apply_t(S->n, S->nu, 1, S->B, v, u);
        for (dls_int i = 0; i < S->nu; i++) {
            assert_small(-u[i], 1e-10);
        }
        dls_percussion_free(P);
        free(v);
        free(p);
        free(u);
        scene_free(S);
    }
}

static void test_bad_input(void **state)
{
    (void)state;
    dls_fault fault;
    scene *S = scene_new(DEFINITE, 2, 5);
    dls_percussion_problem Q = problem_of(S), bad = Q;
    dls_percussion *P = NULL;
    bad.d = 4;
    assert_code(dls_percussion_setup(&bad, &P, &fault), DLS_ERROR_OPTION, &fault);
    bad = Q;
    bad.mu = NULL;
    assert_code(dls_percussion_setup(&bad, &P, &fault), DLS_ERROR_OPTION, &fault);
    bad = Q;
    bad.A = Q.B;
    assert_code(dls_percussion_setup(&bad, &P, &fault), DLS_ERROR_DIMENSION, &fault);
    bad = Q;
    bad.d = 3; /* 8 columns */
    assert_code(dls_percussion_setup(&bad, &P, &fault), DLS_ERROR_DIMENSION, &fault);
    double kept = S->As.x[0];
    S->As.x[0] = NAN;
    assert_code(dls_percussion_setup(&Q, &P, &fault), DLS_ERROR_NOT_FINITE, &fault);
    S->As.x[0] = kept;
    assert_null(P);
    dls_percussion_free(NULL);
    scene_free(S);
}

/* Setup, another problem, solutions */
static dls_error everything(dls_fault *fault)
{
    dls_error error = DLS_OK;
    for (int kind = 0; kind < KINDS && !error; kind++) {
        scene *S = scene_new(kind, 2, 3), *large = scene_new(LARGE, 2, 4);
        dls_percussion_problem Q = problem_of(S), more = problem_of(large);
        dls_percussion *P = NULL;
        double *v = need(large->n, 8), *p = need(large->nb + S->nb + 8, 8);
        bool active[4] = {true, true, false, true};
        dls_percussion_result result = {0};
        error = dls_percussion_setup(&Q, &P, fault);
        error =
            error ? error
                  : dls_percussion_solve(P, S->r, S->c, S->s, false, active, v, p, &result, fault);
        error = error ? error : dls_percussion_update(P, &more, fault);
        error = error ? error
                      : dls_percussion_solve(P, large->r, large->c, large->s, false, active, v, p,
                                             &result, fault);
        dls_percussion_free(P);
        free(v);
        free(p);
        scene_free(S);
        scene_free(large);
    }
    return error;
}

/* A problem after others, of other sizes, is solved as it is alone. */
static void test_update(void **state)
{
    (void)state;
    dls_percussion *P = NULL;
    dls_fault fault;
    for (int trial = 0; trial < 6 * KINDS; trial++) {
        int d = 1 + trial % 3;
        scene *S = scene_new(trial % KINDS, d, (uint64_t)trial + 500);
        dls_percussion_problem Q = problem_of(S);
        assert_code(P ? dls_percussion_update(P, &Q, &fault) : dls_percussion_setup(&Q, &P, &fault),
                    DLS_OK, &fault);
        double *v = need(S->n, 8), *p = need(S->nb + d * S->nu, 8);
        for (int again = 0; again < 2; again++) { /* from the last answer */
            bool active[4] = {true, true, false, trial % 2};
            solve(P, S, active, v, p, d > 1 ? 1e-9 : 1e-11);
        }
        free(v);
        free(p);
        scene_free(S);
    }
    dls_percussion_free(P);
}

/* Contact i joins the blocks i and i + shift alone. */
static void join_two_blocks(scene *S, dls_int shift)
{
    enum { BLOCK_COUNT = 15 }; /* of 4 coordinates: 12 rows have 3 of them */
    for (dls_int k = 0; k < S->n * S->d * S->nu; k++) {
        dls_int row = k % S->n, block = row / 12 * 3 + row % 3, i = k / S->n / S->d;
        dls_int other = (i + shift) % BLOCK_COUNT;
        S->B[k] *= block == i % BLOCK_COUNT || block == other;
    }
    sparse_free(&S->Bs);
    S->Bs = sparse_of(S->n, S->d * S->nu, S->B);
}

/* The same contacts are active, but they join other bodies: W has another pattern. */
static void test_update_pattern(void **state)
{
    (void)state;
    for (int d = 1; d <= 3; d++) {
        dls_percussion *P = NULL;
        dls_fault fault;
        bool active[20];
        memset(active, true, sizeof active);
        for (int trial = 0; trial < 6; trial++) {
            scene *S = scene_new(BLOCKS, d, (uint64_t)(trial + 900));
            join_two_blocks(S, trial / 2 + 1); /* twice each */
            dls_percussion_problem Q = problem_of(S);
            assert_code(P ? dls_percussion_update(P, &Q, &fault)
                          : dls_percussion_setup(&Q, &P, &fault),
                        DLS_OK, &fault);
            double *v = need(S->n, 8), *p = need(S->nb + d * S->nu, 8);
            solve(P, S, active, v, p, d > 1 ? 1e-9 : 1e-11);
            free(v);
            free(p);
            scene_free(S);
        }
        dls_percussion_free(P);
    }
}

static void test_memory(void **state)
{
    (void)state;
    check_allocations(everything);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_percussions),    cmocka_unit_test(test_one_contact),
        cmocka_unit_test(test_expand),         cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_many),           cmocka_unit_test(test_update),
        cmocka_unit_test(test_update_pattern), cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
