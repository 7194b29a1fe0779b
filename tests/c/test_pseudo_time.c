/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The methods for many contacts, by name, on piles: what they call solved obeys the law, in the
   equation of motion and at every contact; they tell what they cannot do. */
#include <string.h>

#include "check.h"
#include "friction/friction.h"
#include "friction_problems.h"
#include "piles.h"

static dls_friction_result solve(pile_step *S, int method, int measure)
{
    dls_friction_settings settings = dls_friction_defaults();
    dls_friction_result result;
    dls_fault fault = {0};
    settings.method = method;
    settings.measure = measure;
    settings.max_time = 600; /* against hanging, on any machine */
    assert_code(dls_friction(&S->problem, &settings, false, (dls_host){0}, S->r, S->u, S->velocity,
                             &result, &fault),
                DLS_OK, &fault);
    return result;
}

static void verify(pile_step *S, double bound)
{
    int d = S->of->d;
    double *g = vector_copy(S->n, S->f), force = fmax(dls_largest(S->nc * d, S->r), 1e-300);
    dls_mul(S->problem.M, 1, S->velocity, g);
    double size = length(S->n, g) + length(S->n, S->f);
    dls_mul_t(S->problem.H, -1, S->r, g);
    assert_small(length(S->n, g), bound * size);
    dls_copy(S->nc * d, S->w, S->u);
    dls_mul(S->problem.H, 1, S->velocity, S->u);
    double speed = dls_largest(S->n, S->v) + dls_largest(S->nc * d, S->w);
    for (dls_int c = 0; c < S->nc; c++) {
        contact_verify(d, S->mu[c], S->r + c * d, S->u + c * d, bound * force, bound * speed,
                       bound * force * speed);
    }
    free(g);
}

/* Falling, drawn and shaken: all that moves. */
static void test_moving(void **state)
{
    (void)state;
    static const int METHODS[] = {DLS_FRICTION_PSEUDO_TIME, DLS_FRICTION_INTERIOR_POINT};
    dls_int solved[2] = {0};
    int trials = small_sizes() ? 2 : 12;
    for (int trial = 0; trial < trials; trial++) {
        pile *P = pile_pack(2 + trial % 2, BOX, 40, (uint64_t)trial + 11);
        pile_step *S = pile_step_new(P, (pile_kind)(SHEAR + trial % 3), 0.3 + 0.1 * (trial % 4), 5);
        for (int m = 0; m < 2; m++) {
            dls_friction_result result = solve(S, METHODS[m], trial % 4 / 2);
            solved[m] += result.outcome == DLS_SOLVED;
            if (result.outcome == DLS_SOLVED) {
                verify(S, 1e-5);
            }
        }
        pile_step_free(S);
        pile_free(P);
    }
    print_message("of %d: pseudo-time %d, interior-point %d\n", trials, (int)solved[0],
                  (int)solved[1]);
    assert_true(solved[0] == trials && solved[1] >= trials * 3 / 4);
}

/* M without an inverse: a body without mass between others. */
static void test_massless(void **state)
{
    (void)state;
    pile *P = pile_pack(3, BOX, 6, 3);
    pile_step *S = pile_step_new(P, RANDOM, 0.4, 5);
    for (dls_int k = S->M.p[0]; k < S->M.p[1]; k++) {
        S->M.x[k] = 0;
    }
    dls_friction_result result = solve(S, DLS_FRICTION_PSEUDO_TIME, 0);
    assert_true(result.outcome != DLS_SOLVED);
    assert_non_null(strstr(result.message, "M is singular, and pseudo-time needs its inverse"));
    pile_step_free(S);
    pile_free(P);
}

/* C of contact c is `stiff` times rho, unsymmetric; every tenth, or first half, `more` times. */
static void set_blocks(dls_friction_system *Y, double stiff, bool half, double more)
{
    const dls_friction_task *T = Y->task;
    for (dls_int c = 0; c < T->nc; c++) {
        double scale = stiff * T->rho[c] * ((half ? 2 * c < T->nc : c % 10 == 0) ? more : 1);
        for (int k = 0; k < 9; k++) {
            dls_int at = c * 9 + k;
            double unit = k % 4 == 0;
            Y->blocks.A[at] = Y->blocks.Ai[at] = unit;
            Y->blocks.C0[at] = scale * unit;
            Y->blocks.B[at] = Y->blocks.C[at] = scale * (unit + 0.3 * (k == 1));
        }
    }
}

/* Factorises, or not, and solves M dv - H'dr = g, dr + B H dv = c; how many factorisations. */
static dls_int solve_linear(dls_friction_system *Y, const double *c, const double *g)
{
    dls_friction_task *T = Y->task;
    dls_fault fault = {0};
    double *dr = need(T->N, 8), *du = need(T->N, 8), *dv = need(T->n, 8);
    double *e = vector_copy(T->N, c), *left = vector_copy(T->n, g);
    assert_code(dls_friction_system_factor(Y, &fault), DLS_OK, &fault);
    assert_code(dls_friction_system_solve(Y, c, g, dr, du, dv), DLS_OK, &fault);
    dls_mul_t(T->problem->H, 1, c, left);
    double first = length(T->n, left);
    dls_copy(T->n, g, left);
    dls_mul(T->problem->M, -1, dv, left);
    dls_mul_t(T->problem->H, 1, dr, left);
    assert_small(length(T->n, left), 1.01e-6 * first);
    dls_mul(T->problem->H, -1, dv, du);
    assert_small(length(T->N, du), 1e-12 * length(T->n, dv));
    dls_mul(T->problem->H, 1, dv, du);
    for (dls_int i = 0; i < T->N; i++) {
        e[i] -= dr[i] + dls_dot(3, Y->blocks.B + i * 3, du + i / 3 * 3);
    }
    assert_small(length(T->N, e), 1e-10 * (length(T->N, c) + length(T->N, dr)));
    double *arrays[] = {dr, du, dv, e, left};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        free(arrays[k]);
    }
    return T->result->factorisations;
}

/* The factor serves while GMRES needs few steps with it; then there is a new one, and for a while
   one for each step. Answers are the same. */
static void test_old_factor(void **state)
{
    (void)state;
    pile *P = pile_pack(3, BOX, 60, 4);
    pile_step *S = pile_step_new(P, REST, 0.4, 5);
    dls_friction_settings settings = dls_friction_defaults();
    dls_friction_result result = {.iterations = 0};
    dls_friction_task T = {.result = &result};
    dls_friction_system *Y;
    dls_fault fault = {0};
    uint64_t seed = 9;
    assert_code(dls_friction_task_new(&T, &S->problem, &settings, false, &fault), DLS_OK, &fault);
    assert_code(dls_friction_system_of(&T, &Y, &fault), DLS_OK, &fault);
    double *c = need(T.N, 8), *g = need(T.n, 8);
    for (dls_int i = 0; i < T.N; i++) {
        c[i] = uniform(&seed);
    }
    for (dls_int i = 0; i < T.n; i++) {
        g[i] = uniform(&seed);
    }
    T.watch = dls_watch_start(T.host, INFINITY);
    Y->share = 1e-6;
    Y->near = true;
    Y->worth = 40;
    set_blocks(Y, 10, false, 1);
    assert_int_equal(solve_linear(Y, c, g), 1);
    set_blocks(Y, 10, false, 2);
    assert_int_equal(solve_linear(Y, c, g), 1);
    set_blocks(Y, 1, true, 1e4);
    assert_int_equal(solve_linear(Y, c, g), 2);
    assert_int_equal(solve_linear(Y, c, g), 3);
    assert_int_equal(solve_linear(Y, c, g), 3);
    free(c);
    free(g);
    dls_pool_free(&T.pool);
    pile_step_free(S);
    pile_free(P);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_moving),
                                       cmocka_unit_test(test_old_factor),
                                       cmocka_unit_test(test_massless)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
