/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/range: MaxTime and Ctrl-C while ranges are computed. */
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
    dls_range_problem problem = {dls_see(&A), b, nonnegative, dls_see(&C), vertex ? NULL : &cones,
                                 1e-9};
    dls_range_result r;
    dls_fault fault;
    assert_code(dls_range(&problem, max_time, host, lo, hi, determined, &r, &fault), DLS_OK,
                &fault);
    sparse_free(&A);
    sparse_free(&C);
    return r.outcome;
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
        cmocka_unit_test(test_stopping),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
