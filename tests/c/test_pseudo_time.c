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
    settings.max_time = 20;
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_moving),
                                       cmocka_unit_test(test_massless)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
