/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/ipm: a cone that the library does not know, added by the recipe of RECIPES.md. The truth
   is that of the same programs over second-order cones, whose rows are turned. */
#include "check.h"
#include "conic_problems.h"
#include "ipm/ipm.h"
#include "toy_cone.h"

static const dls_int SIZES[] = {3, 2, 6, 4, 0};

static void turn_rows(conic *C)
{
    dls_int at = C->p.cones.zero + C->p.cones.linear;
    for (dls_int k = 0; k < C->p.cones.count; at += C->sizes[k++]) {
        for (dls_int j = 0; j < C->n; j++) {
            toy_turn(C->A + at + j * C->m);
        }
        toy_turn(C->b + at);
    }
    sparse_free(&C->As);
    C->As = sparse_of(C->m, C->n, C->A);
    C->p.A = dls_see(&C->As);
}

/* Runs the engine over the toy; x, s, y as it leaves them. */
static dls_outcome run(conic *C, int method)
{
    dls_conic_settings settings = conic_settings(method, 1e-9);
    dls_fault fault;
    dls_ipm *I = NULL;
    assert_code(dls_ipm_new_of(&I, &C->p, &toy_cone, true, &settings, (dls_host){0}, &fault),
                DLS_OK, &fault);
    assert_code(dls_ipm_run(I, false, &fault), DLS_OK, &fault);
    dls_ipm_solution(I, C->x, C->s, C->y);
    dls_outcome outcome = I->outcome;
    dls_ipm_free(I);
    return outcome;
}

static double outside(const conic *C, double *x)
{
    double worst = 0;
    dls_int at = C->p.cones.zero + C->p.cones.linear;
    for (dls_int k = 0; k < C->p.cones.count; at += C->sizes[k++]) {
        toy_turn(x + at);
        worst = larger(worst, length(C->sizes[k] - 1, x + at + 1) - x[at]);
    }
    return worst;
}

static void check_solution(conic *C)
{
    double *rows = vector_copy(C->m, C->s), *columns = vector_copy(C->n, C->q);
    double *Px = need(C->n, 8);
    dense_apply(C->m, C->n, 1, C->A, C->x, rows);
    dense_apply_t(C->m, C->n, 1, C->A, C->y, columns);
    dense_apply(C->n, C->n, 1, C->P, C->x, Px);
    dls_axpy(C->n, 1, Px, columns);
    double size = 1 + length(C->n, C->x) + length(C->m, C->y);
    assert_small(distance(C->m, rows, C->b), 1e-7 * size);
    assert_small(length(C->n, columns), 1e-7 * size);
    double objective = dls_dot(C->n, C->x, Px) / 2 + dls_dot(C->n, C->q, C->x);
    assert_small(fabs(objective - C->objective), 1e-6 * (1 + fabs(C->objective)));
    assert_small(larger(outside(C, C->s), outside(C, C->y)), 1e-9 * size);
    free(rows);
    free(columns);
    free(Px);
}

static void test_random(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        for (int method = 0; method <= 2; method++) {
            conic *C = conic_random(7, (dls_int)(seed % 8), seed % 3, 4, SIZES, seed);
            turn_rows(C);
            assert_int_equal(run(C, method), DLS_SOLVED);
            check_solution(C);
            conic_free(C);
        }
    }
}

/* 2 a b >= 1 with b = 2 - a: a = 1 - sqrt (1/2) is the least. And a + b <= -1: none. */
static void test_known(void **state)
{
    (void)state;
    const double A[] = {-1, 1, 0}, q[] = {1}, b[] = {0, 2, 1};
    conic *C = conic_of(1, 3, NULL, q, A, b, 0, 0, (dls_int[]){3, 0});
    assert_int_equal(run(C, 0), DLS_SOLVED);
    assert_small(fabs(C->x[0] - (1 - sqrt(0.5))), 1e-8);
    conic_free(C);
    const double none[] = {0, -1, 1};
    C = conic_of(1, 3, NULL, q, A, none, 0, 0, (dls_int[]){3, 0});
    assert_int_equal(run(C, 0), DLS_PRIMAL_INFEASIBLE);
    double fall = 0;
    for (int i = 0; i < 3; i++) {
        fall += none[i] * C->y[i];
    }
    assert_true(fall < 0 && fabs(C->y[1] - C->y[0]) <= 1e-9 * length(3, C->y));
    assert_small(outside(C, C->y), 1e-12 * length(3, C->y));
    conic_free(C);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_known),
    };
    return cmocka_run_group_tests_name("toy cone", tests, NULL, NULL);
}
