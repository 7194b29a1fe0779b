/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Piles of disks and spheres: what the generator promises, and dls_friction on its families. */
#include "check.h"
#include "friction/friction.h"
#include "friction_problems.h"
#include "piles.h"

/* Nothing overlaps, gravity is carried without friction where contacts are closed, and a step of
   given contacts keeps its pattern. */
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
        assert_true(S->nc >= P->count);
        dls_mat before;
        assert_true(dls_mat_copy(&before, dls_see(&S->H)));
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_generator)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
