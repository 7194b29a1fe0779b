/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Piles of disks and spheres: what their generator promises, and dls_friction on them: families,
   sequences of steps, input that is out of the ordinary. */
#include "check.h"
#include "friction/friction.h"
#include "friction_problems.h"
#include "piles.h"

/* Nothing overlaps, all touch something, and a step of given contacts keeps its pattern. */
static void test_generator(void **state)
{
    (void)state;
    for (int trial = 0; trial < 2 * SHAPES; trial++) {
        int d = 2 + trial % 2;
        pile *P = pile_pack(d, (pile_shape)(trial / 2), 25, (uint64_t)trial + 1);
        double normal[3];
        for (dls_int i = 0; i < P->count; i++) {
            int touches = 0;
            for (dls_int j = -pile_walls(P); j < P->count; j++) {
                double gap = j == i ? 1 : pile_gap(P, j, P->x + i * d, P->R[i], normal);
                assert_true(gap > -1e-9);
                touches += gap < 1e-9;
            }
            assert_true(touches >= 1);
        }
        pile_step *S = pile_step_new(P, REST, 0.5, 3);
        dls_mat before;
        assert_true(S->nc >= P->count && dls_mat_copy(&before, dls_see(&S->H)));
        for (dls_int j = 0; j < S->n; j++) {
            S->velocity[j] = 1e-3;
        }
        pile_step_on(S, P, 1e-3);
        assert_true(dls_same_pattern(dls_see(&before), dls_see(&S->H)));
        dls_mat_free(&before);
        pile_step_free(S);
        pile_free(P);
    }
}

/* The law at every contact and the equation of motion, relative to the largest of each kind, and
   velocities within the error that is told of them. */
static void verify(pile_step *S, double bound, const dls_friction_result *result)
{
    int d = S->of->d;
    double *g = vector_copy(S->n, S->f);
    dls_mul(S->problem.M, 1, S->velocity, g);
    double size = fmax(length(S->n, S->f), 1e-300);
    dls_mul_t(S->problem.H, -1, S->r, g);
    assert_small(length(S->n, g), bound * size);
    dls_copy(S->nc * d, S->w, S->u);
    dls_mul(S->problem.H, 1, S->velocity, S->u);
    double force = fmax(dls_largest(S->nc * d, S->r), 1e-300);
    double speed = dls_largest(S->nc * d, S->u), wrong = result->velocity + 1e-12 * speed;
    for (dls_int c = 0; c < S->nc; c++) {
        contact_verify(d, S->mu[c], S->r + c * d, S->u + c * d, bound * force, wrong,
                       bound * force * speed + 2 * force * wrong);
    }
    free(g);
}

static dls_friction_result solve_by(pile_step *S, int method)
{
    dls_friction_settings settings = dls_friction_defaults();
    dls_friction_result result;
    dls_fault fault = {0};
    settings.method = method;
    settings.max_time = 600; /* against hanging: under valgrind, beside others, 20 s were few */
    assert_code(dls_friction(&S->problem, &settings, false, (dls_host){0}, S->r, S->u, S->velocity,
                             &result, &fault),
                DLS_OK, &fault);
    return result;
}

static dls_friction_result solve(pile_step *S)
{
    return solve_by(S, DLS_FRICTION_AUTO);
}

static void test_families(void **state)
{
    (void)state;
    static const double MU[] = {0.1, 0.3, 0.6, 0.9};
    int trials = small_sizes() ? 4 : 32, unsolved = 0;
    for (int trial = 0; trial < trials; trial++) {
        pile *P =
            pile_pack(2 + trial / 16, (pile_shape)(trial / 4 % SHAPES), 20, (uint64_t)trial + 50);
        pile_step *S = pile_step_new(P, (pile_kind)(trial % KINDS), MU[(trial + trial / 4) % 4],
                                     (uint64_t)trial + 9);
        dls_friction_result result = solve(S);
        unsolved += result.outcome != DLS_SOLVED;
        if (result.outcome == DLS_SOLVED) {
            verify(S, 1e-5, &result);
        }
        pile_step_free(S);
        pile_free(P);
    }
    assert_int_equal(unsolved, 0);
}

/* The same contacts, step after step: from the last answer in half of the iterations at most. */
static void test_sequence(void **state)
{
    (void)state;
    enum { STEPS = 9 };
    for (int d = 2; d <= 3; d++) {
        pile *P = pile_pack(d, BOX, 30, 7);
        pile_step *S = pile_step_new(P, FALL, 0.5, 5);
        dls_int cold = 0, warm = 0;
        dls_friction_settings settings = dls_friction_defaults();
        dls_friction_result result;
        dls_friction_solver *solver;
        dls_fault fault = {0};
        assert_code(dls_friction_setup(&S->problem, &settings, (dls_host){0}, &solver, &fault),
                    DLS_OK, &fault);
        for (int k = 0; k < STEPS; k++) {
            result = solve(S);
            cold += k > 1 ? result.iterations : 0;
            assert_int_equal(result.outcome, DLS_SOLVED);
            assert_code(dls_friction_update(solver, S->problem.M, S->problem.H, &fault), DLS_OK,
                        &fault);
            assert_code(dls_friction_next(solver, S->f, S->w, false, S->r, S->u, S->velocity,
                                          &result, &fault),
                        DLS_OK, &fault);
            assert_int_equal(result.outcome, DLS_SOLVED);
            warm += k > 1 ? result.iterations : 0; /* the first one lands */
            verify(S, 1e-5, &result);
            pile_step_on(S, P, 1e-3);
        }
        print_message("%dD, %d contacts, %d steps: %d iterations cold, %d warm\n", d, (int)S->nc,
                      STEPS - 2, (int)cold, (int)warm);
        assert_true(2 * warm < cold);
        dls_friction_free(solver);
        pile_step_free(S);
        pile_free(P);
    }
}

/* Bodies jam: what is around the worst contacts has to be solved on its own. */
static void test_jams(void **state)
{
    (void)state;
    static const pile_shape SHAPE[] = {FUNNEL, CYLINDER, BOX};
    static const uint64_t SEED[] = {42, 52, 66};
    static const double MU[] = {0.6, 0.5, 0.6};
    for (int trial = 0; trial < (small_sizes() ? 1 : 3); trial++) {
        pile *P = pile_pack(3, SHAPE[trial], 112, SEED[trial]);
        pile_step *S = pile_step_new(P, SHEAR, MU[trial], 5);
        dls_friction_result result = solve(S);
        print_message("%d contacts: %d factorisations, %s\n", (int)S->nc,
                      (int)result.factorisations, result.method);
        assert_true(S->nc > 300);
        assert_int_equal(result.outcome, DLS_SOLVED);
        verify(S, 1e-5, &result);
        pile_step_free(S);
        pile_free(P);
    }
}

/* The path of the smoothed law folds in space; in the bowl it breaks off, another one does not. */
static void test_folds(void **state)
{
    (void)state;
    static const pile_shape SHAPE[] = {CYLINDER, BOX, CYLINDER, BOWL};
    static const uint64_t SEED[] = {8006, 9034, 9054, 215}, STEP[] = {7083, 8111, 8131, 216};
    static const double MU[] = {0.7, 0.5, 0.5, 0.9};
    for (int trial = 0; trial < 4; trial++) {
        pile *P = pile_pack(trial ? 3 : 2, SHAPE[trial], small_sizes() ? 12 : 100 - trial / 3 * 50,
                            SEED[trial]);
        pile_step *S = pile_step_new(P, trial < 3 ? RANDOM : SHEAR, MU[trial], STEP[trial]);
        dls_friction_result result = solve_by(S, DLS_FRICTION_ARCLENGTH);
        assert_int_equal(result.outcome, DLS_SOLVED);
        verify(S, 1e-5, &result);
        pile_step_free(S);
        pile_free(P);
    }
}

/* Loads that friction carries: springs find them (the second pile not with every BLAS kernel). */
static void test_rest(void **state)
{
    (void)state;
    for (int trial = 0; trial < (small_sizes() ? 1 : 2); trial++) {
        pile *P = pile_pack(3, trial ? BOWL : CYLINDER, 100, 1004 + (uint64_t)trial * 24);
        pile_step *S = pile_step_new(P, REST, trial ? 0.9 : 0.5, 5);
        dls_friction_result result = solve(S);
        assert_int_equal(result.outcome, DLS_SOLVED);
        assert_true(trial || strcmp(result.method, "springs") == 0);
        assert_true(result.factorisations <= 60);
        verify(S, 1e-5, &result);
        pile_step_free(S);
        pile_free(P);
    }
}

static double *answer_of(pile_step *S)
{
    dls_friction_result result = solve(S);
    assert_int_equal(result.outcome, DLS_SOLVED);
    verify(S, 1e-5, &result);
    return vector_copy(S->n, S->velocity);
}

/* Without gravity nothing acts; where a third of the contacts has mu = 0, and a third Inf, the law
   is another one; masses a million times larger; a body without mass, on which forces balance. */
static void test_extremes(void **state)
{
    (void)state;
    for (int d = 2; d <= 3; d++) {
        int size = d == 3 ? 6 : 3;
        pile *P = pile_pack(d, FUNNEL, 12, 11);
        pile_step *S = pile_step_new(P, REST, 0.5, 5);
        free(answer_of(S));
        for (dls_int c = 0; c < S->nc; c++) {
            S->mu[c] = c % 3 == 0 ? 0 : c % 3 == 1 ? INFINITY : 0.5;
        }
        free(answer_of(S));
        for (dls_int c = 0; c < S->nc; c++) {
            S->mu[c] = 0.5;
        }
        for (dls_int j = 0; j < S->n; j++) {
            double heavier = j / size % 2 ? 1e6 : 1;
            S->M.x[j] *= heavier;
            S->f[j] *= heavier;
        }
        free(answer_of(S));
        for (int i = 0; i < size; i++) {
            S->M.x[5 * size + i] = S->f[5 * size + i] = 0;
        }
        free(answer_of(S));
        dls_zero(S->n, S->f);
        double *v = answer_of(S);
        assert_true(length(S->n, v) == 0 && length(S->nc * d, S->r) == 0);
        free(v);
        pile_step_free(S);
        pile_free(P);
    }
}

/* Every contact twice: the velocities stay, reactions share. */
static void test_duplicates(void **state)
{
    (void)state;
    for (int trial = 0; trial < 4; trial++) {
        int d = 2 + trial % 2;
        pile *P = pile_pack(d, BOX, 10, (uint64_t)trial + 21);
        pile_step *S = pile_step_new(P, RANDOM, 0.3, 5);
        double *v = answer_of(S), *q = need(2 * S->nc * d, 8), *mu = need(2 * S->nc, 8);
        double *r = need(2 * S->nc * d, 8), *u = need(2 * S->nc * d, 8);
        dls_mat H;
        dls_friction_problem twice = S->problem;
        dls_friction_settings settings = dls_friction_defaults();
        dls_friction_result result;
        dls_fault fault = {0};
        assert_true(dls_stack(S->problem.H, S->problem.H, &H));
        for (dls_int c = 0; c < 2 * S->nc; c++) {
            mu[c] = 0.3;
        }
        twice.contacts *= 2;
        twice.H = dls_see(&H);
        twice.q = q;
        twice.mu = mu;
        assert_code(dls_friction(&twice, &settings, false, (dls_host){0}, r, u, S->velocity,
                                 &result, &fault),
                    DLS_OK, &fault);
        assert_int_equal(result.outcome, DLS_SOLVED);
        dls_axpy(S->nc * d, 1, r + S->nc * d, r); /* the sum at each is an answer of S */
        dls_copy(S->nc * d, r, S->r);
        verify(S, 1e-5, &result);
        assert_small(distance(S->n, v, S->velocity), 1e-4 * length(S->n, v));
        dls_mat_free(&H);
        double *arrays[] = {v, q, mu, r, u};
        for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
            free(arrays[k]);
        }
        pile_step_free(S);
        pile_free(P);
    }
}

/* minimise 1/2 v'Mv + f'v, H v + w in K*: Coulomb's problem without the slips, one conic program.
   The gap of its objectives stands still for long, where loads are carried at rest. */
static void test_convex(void **state)
{
    (void)state;
    enum { TRIALS = 12, BODIES = 300, MOST = 8 * BODIES };
    static const double MU[] = {0.1, 0.3, 0.6};
    dls_int sizes[MOST];
    for (int trial = 0; trial < (small_sizes() ? 2 : TRIALS); trial++) {
        int d = 3 - trial % 2;
        pile *P = pile_pack(d, (pile_shape)(trial % SHAPES), small_sizes() ? 30 : BODIES,
                            (uint64_t)trial + 78);
        pile_step *S =
            pile_step_new(P, (pile_kind)(trial / 2 % KINDS), MU[trial % 3], (uint64_t)trial + 11);
        dls_int m = S->nc * d;
        assert_true(S->nc <= MOST);
        double *b = vector_copy(m, S->w), *s = vector_copy(m, S->w), *y = vector_copy(m, S->w);
        dls_mat A = {0};
        assert_true(dls_mat_copy(&A, S->problem.H));
        for (dls_int t = 0; t < A.p[S->n]; t++) { /* s = (u_N, mu u_T) = b - A v */
            A.x[t] *= A.i[t] % d ? -S->mu[A.i[t] / d] : -1;
        }
        for (dls_int i = 0; i < m; i++) {
            b[i] *= i % d ? S->mu[i / d] : 1;
            sizes[i / d] = d;
        }
        dls_conic_problem problem = {S->problem.M, S->f, dls_see(&A), b, {0, 0, S->nc, sizes}};
        dls_conic_settings settings = dls_conic_defaults();
        dls_conic_result result;
        dls_fault fault = {0};
        assert_code(dls_conic(&problem, &settings, false, (dls_host){0}, S->velocity, s, y, NULL,
                              &result, &fault),
                    DLS_OK, &fault);
        assert_int_equal(result.outcome, DLS_SOLVED);
        /* M v + f + A'y = 0, s and y in the cones, which are their own duals, s'y = 0 */
        double *g = vector_copy(S->n, S->f), force = fmax(dls_largest(m, y), 1e-300);
        double speed = fmax(dls_largest(m, s), dls_largest(m, b)), work = dls_dot(m, s, y),
               fall = 0;
        for (dls_int j = 0; j < S->n; j++) { /* the speed of a step without contacts */
            fall = fmax(fall, fabs(S->f[j]) / S->mass[j]);
        }
        dls_mul(S->problem.M, 1, S->velocity, g);
        dls_mul_t(dls_see(&A), 1, y, g);
        assert_small(length(S->n, g), 1e-8 * length(S->n, S->f));
        dls_axpy(m, -1, b, s);
        dls_mul(dls_see(&A), 1, S->velocity, s);
        assert_small(dls_largest(m, s), 1e-8 * fmax(speed, fall));
        assert_small(fabs(work), 1e-8 * (force * fall + fabs(result.objective)));
        dls_axpy(m, 1, b, s);
        dls_mul(dls_see(&A), -1, S->velocity, s);
        for (dls_int c = 0; c < S->nc; c++) {
            assert_small(length(d - 1, s + c * d + 1) - s[c * d], 1e-8 * fmax(speed, fall));
            assert_small(length(d - 1, y + c * d + 1) - y[c * d], 1e-8 * force);
        }
        free(b), free(s), free(y), free(g);
        dls_mat_free(&A);
        pile_step_free(S);
        pile_free(P);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_generator),  cmocka_unit_test(test_families),
        cmocka_unit_test(test_sequence),   cmocka_unit_test(test_jams),
        cmocka_unit_test(test_rest),       cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_duplicates), cmocka_unit_test(test_convex),
        cmocka_unit_test(test_folds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
