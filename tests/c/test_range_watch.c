/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/range: the life of a solver; cones; MaxTime and Ctrl-C while ranges are computed. */
#include "check.h"
#include "dense.h"

enum { ROWS = 6, COLUMNS = 15 };

static bool impatient(void *data)
{
    int *left = data;
    return (*left)-- <= 0;
}

/* Row 0 bounds all x, the others are random and hold at some x > 0. */
static void random_data(uint64_t seed, double *A, double *b)
{
    for (int j = 0; j < COLUMNS; j++) {
        double x = 1.5 + uniform(&seed);
        for (int i = 0; i < ROWS; i++) {
            A[i + j * ROWS] = i == 0 ? 1 : uniform(&seed);
            b[i] += A[i + j * ROWS] * x;
        }
    }
}

static dls_outcome ranges(bool vertex, uint64_t seed, double max_time, dls_host host, double *lo,
                          double *hi)
{
    double D[ROWS * COLUMNS], b[ROWS] = {0}, I[COLUMNS * COLUMNS] = {0};
    bool determined[COLUMNS], nonnegative[COLUMNS] = {false};
    for (int j = 0; j < COLUMNS; j++) {
        I[j + j * COLUMNS] = 1;
    }
    random_data(seed, D, b);
    dls_mat A = sparse_of(ROWS, COLUMNS, D), C = sparse_of(COLUMNS, COLUMNS, I);
    dls_cones cones = {0, COLUMNS, 0, NULL};
    dls_range_problem problem = {dls_see(&A), b,   nonnegative, dls_see(&C), vertex ? NULL : &cones,
                                 1e-9,        NULL};
    dls_range_result r;
    dls_fault fault;
    assert_code(dls_range(&problem, max_time, host, lo, hi, determined, &r, &fault), DLS_OK,
                &fault);
    sparse_free(&A);
    sparse_free(&C);
    return r.outcome;
}

static bool same_ends(const double *x, const double *y)
{
    bool same = true;
    for (int j = 0; j < COLUMNS; j++) {
        same = same && (x[j] == y[j] || (isnan(x[j]) && isnan(y[j])));
    }
    return same;
}

/* One solver, many b, two of them without solution: the numbers of a call for each, and nothing is
   allocated. What setup was given may go. */
static void check_life(uint64_t seed, const dls_cones *cones)
{
    double D[ROWS * COLUMNS], b[ROWS] = {0}, I[COLUMNS * COLUMNS] = {0}, lo[2][COLUMNS],
                              hi[2][COLUMNS];
    bool determined[2][COLUMNS], nonnegative[COLUMNS] = {false}, gone[COLUMNS] = {false};
    for (int j = 0; j < COLUMNS; j++) {
        I[j + j * COLUMNS] = 1;
    }
    random_data(seed, D, b);
    dls_mat A[2], C[2];
    dls_range_solver *R;
    dls_range_result r, alone;
    dls_fault fault;
    for (int k = 0; k < 2; k++) {
        A[k] = sparse_of(ROWS, COLUMNS, D);
        C[k] = sparse_of(COLUMNS, COLUMNS, I);
    }
    dls_range_problem given = {dls_see(A + 1), b, gone, dls_see(C + 1), cones, 1e-9, NULL};
    assert_code(dls_range_setup(&given, INFINITY, (dls_host){0}, &R, &fault), DLS_OK, &fault);
    sparse_free(A + 1);
    sparse_free(C + 1);
    memset(gone, 1, sizeof gone);
    for (int k = 0; k < 6; k++) {
        for (int i = 0; i < ROWS; i++) {
            b[i] *= k == 2 || k == 4 ? -1 : 1 + 0.1 * (k * i % 3);
        }
        dls_range_problem one = {dls_see(A), b, nonnegative, dls_see(C), cones, 1e-9, NULL};
        assert_code(
            dls_range(&one, INFINITY, (dls_host){0}, lo[0], hi[0], determined[0], &alone, &fault),
            DLS_OK, &fault);
        dls_int before = dls_test_allocations();
        assert_code(dls_range_next(R, b, lo[1], hi[1], determined[1], &r, &fault), DLS_OK, &fault);
        assert_int_equal(dls_test_allocations(), before);
        assert_int_equal(r.outcome, k == 2 || k == 3 ? DLS_PRIMAL_INFEASIBLE : DLS_SOLVED);
        assert_int_equal(r.outcome, alone.outcome);
        assert_true(same_ends(lo[0], lo[1]) && same_ends(hi[0], hi[1]));
        assert_memory_equal(determined[0], determined[1], sizeof determined[0]);
    }
    sparse_free(A);
    sparse_free(C);
    dls_range_free(R);
}

static void test_life(void **state)
{
    (void)state;
    static const dls_cones CONES = {0, COLUMNS, 0, NULL};
    for (uint64_t seed = 1; seed <= 6; seed++) {
        check_life(seed, seed % 2 ? NULL : &CONES);
    }
}

/* A disc of radius 5 cut by a line: t = 5, u + v = 1; in a cone and beside a free entry. */
static void test_cone(void **state)
{
    (void)state;
    const double A[] = {1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1}, b[] = {5, 1, 7};
    double swapped[12], I[16] = {0}, lo[4], hi[4];
    for (int j = 0; j < 4; j++) { /* the free entry comes first */
        memcpy(swapped + 3 * j, A + 3 * ((j + 3) % 4), 3 * sizeof *A);
        I[5 * j] = 1;
    }
    dls_mat M = sparse_of(3, 4, swapped), C = sparse_of(4, 4, I);
    dls_range_result r;
    dls_fault fault;
    dls_cones cones = {1, 0, 1, (dls_int[]){3}};
    bool determined[4];
    dls_range_problem problem = {dls_see(&M), b, NULL, dls_see(&C), &cones, 1e-9, NULL};
    assert_code(dls_range(&problem, INFINITY, (dls_host){0}, lo, hi, determined, &r, &fault),
                DLS_OK, &fault);
    assert_int_equal(r.outcome, DLS_SOLVED);
    const double low[] = {7, 5, -3, -3}, high[] = {7, 5, 4, 4};
    assert_small(distance(4, lo, low) + distance(4, hi, high), 1e-6);
    sparse_free(&M);
    sparse_free(&C);
}

static bool unknown_or_near(double end, double right)
{
    return isnan(end) || fabs(end - right) < 1e-6;
}

/* Stopped at any time: what is known by then is right, the rest NaN, and more comes with time. */
static void test_stopping(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        double lo[COLUMNS], hi[COLUMNS], low[COLUMNS], high[COLUMNS];
        dls_outcome outcome = ranges(true, seed, INFINITY, (dls_host){0}, low, high);
        int known = 0, stops = 0;
        assert_int_equal(outcome, DLS_SOLVED);
        for (int patience = 0; patience == 0 || outcome == DLS_INTERRUPTED; patience += 3) {
            int left = patience, count = 0;
            dls_host host = {.interrupted = impatient, .data = &left};
            outcome = ranges(seed % 2, seed, INFINITY, host, lo, hi);
            for (int j = 0; j < COLUMNS; j++) {
                count += !isnan(lo[j]) + !isnan(hi[j]);
                assert_true(unknown_or_near(lo[j], low[j]) && unknown_or_near(hi[j], high[j]));
            }
            assert_true(count >= known);
            known = count;
            stops += outcome == DLS_INTERRUPTED;
        }
        assert_int_equal(outcome, DLS_SOLVED);
        assert_true(stops > 5 && known == 2 * COLUMNS);
        assert_int_equal(ranges(seed % 2, seed, 0, (dls_host){0}, lo, hi), DLS_TIME_LIMIT);
        assert_true(isnan(lo[0]) && isnan(hi[COLUMNS - 1]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_life),
        cmocka_unit_test(test_cone),
        cmocka_unit_test(test_stopping),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
