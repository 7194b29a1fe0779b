/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/redundancy: what the diagnosis of few constraints on many coordinates costs, in bytes
   asked for (dense copies, normal matrices and fronts are all seen there), and that it is right
   whichever way is taken. */
#include "check.h"
#include "dense.h"
#include "short_memory.h"

enum { EACH = 6, WINDOW = 40 };

/* Six entries per column; long_one: all that is in the first 240 rows, and one column is full.
   Otherwise columns 10, 20, .. are twice the one before, and nothing else depends on others. */
static dls_mat gradients(dls_int n, dls_int m, bool long_one)
{
    dls_mat G;
    uint64_t seed = 7;
    assert_true(dls_mat_new(&G, n, m, EACH * m + (long_one ? n : 0)));
    for (dls_int j = 0; j < m; j++) {
        dls_int at = G.p[j], far = n / EACH;
        bool full = long_one && j == m - 1, twice = !long_one && j % 10 == 9;
        for (dls_int k = 0; k < (full ? n : EACH); k++) {
            double x = uniform(&seed);
            dls_int wide = long_one ? WINDOW : far;
            dls_int row = k * wide + (long_one ? (dls_int)(fabs(uniform(&seed)) * WINDOW) : j);
            G.i[at + k] = full ? k : twice ? G.i[at - EACH + k] : row;
            G.x[at + k] = full ? 1 : twice ? 2 * G.x[at - EACH + k] : x;
        }
        G.p[j + 1] = at + (full ? n : EACH);
    }
    return G;
}

static dls_mat unit_masses(dls_int n)
{
    dls_mat M;
    assert_true(dls_mat_new(&M, n, n, n));
    for (dls_int j = 0; j < n; j++) {
        M.p[j + 1] = j + 1;
        M.i[j] = j;
        M.x[j] = 1;
    }
    return M;
}

/* The bytes of one diagnosis; `most` as in the settings. */
static double cost(dls_int n, dls_int m, bool long_one, double most, dls_redundancy_report **R)
{
    dls_mat M = unit_masses(n), G = gradients(n, m, long_one);
    dls_redundancy_settings s = dls_redundancy_defaults();
    dls_fault fault;
    s.most = most;
    suitesparse_allocates_by(failing_malloc, failing_calloc, failing_realloc);
    double before = asked + dls_test_bytes();
    assert_code(dls_redundancy(dls_see(&M), dls_see(&G), &s, R, &fault), DLS_OK, &fault);
    double after = asked + dls_test_bytes();
    suitesparse_allocates_by(malloc, calloc, realloc);
    dls_mat_free(&M);
    dls_mat_free(&G);
    return after - before;
}

static const dls_int SIZES[] = {1,   2,   5,   10,  20,  50,  100,  200,  300, 399,
                                400, 401, 402, 500, 600, 800, 1000, 1400, 2000};
enum { COUNT = sizeof SIZES / sizeof *SIZES };

/* h of (g, 2 g) is (1/5, 4/5), of the others 1. */
static void check_pairs(const dls_redundancy_report *R, double accuracy)
{
    for (dls_int j = 0; j < R->m; j++) {
        bool first = j % 10 == 8 && j + 1 < R->m, second = j % 10 == 9;
        double h = first ? 0.2 : second ? 0.8 : 1;
        assert_true(fabs(R->leverage[j] - h) <= accuracy);
        assert_true(R->determined[j] == (h == 1));
    }
    assert_int_equal(R->rank, R->m - R->m / 10);
}

/* n = 1e5, m from 1 to 2000: the vectors of the coordinates are the most of it. A dense copy would
   be 8 n m bytes: 320 MB at m = 400. */
static void test_no_cliff(void **state)
{
    (void)state;
    static const double CLIFF = 1.25; /* 1.11 where singular values end */
    dls_int n = small_sizes() ? 2000 : 100000, count = small_sizes() ? 3 : COUNT;
    double last = INFINITY, first = 0;
    for (dls_int k = 0; k < count; k++) {
        dls_redundancy_report *R;
        double bytes = cost(n, SIZES[k], false, dls_redundancy_defaults().most, &R);
        first = k == 0 ? bytes : first;
        print_message("# m = %d: %.1f MB\n", (int)SIZES[k], 1e-6 * bytes);
        assert_true(bytes <= CLIFF * last && bytes <= 2 * first);
        check_pairs(R, 1e-12);
        dls_redundancy_free(R);
        last = bytes;
    }
}

/* No room for the kernel: by the rows of R, or by the selected inverse (right to 1e-9 and more). */
static void test_without_kernel(void **state)
{
    (void)state;
    dls_int n = small_sizes() ? 2000 : 100000, most = small_sizes() ? 50 : 2000;
    for (dls_int m = 30; m <= most; m = m < most && 10 * m > most ? most : 10 * m) {
        dls_redundancy_report *R;
        cost(n, m, false, 2, &R);
        assert_null(R->kernel.p);
        check_pairs(R, m * R->rank * R->rank > 5e8 ? 1e-6 : 1e-12);
        dls_redundancy_free(R);
    }
}

/* One constraint on all coordinates: G G' is full, 3.2 GB; the front of Q R has n m entries. The
   leverages of a projector sum up to its rank. */
static void test_long_column(void **state)
{
    (void)state;
    dls_int n = small_sizes() ? 1000 : 20000, count = small_sizes() ? 4 : COUNT;
    for (dls_int k = 1; k < count; k++) {
        dls_redundancy_report *R;
        dls_int m = SIZES[k];
        double bytes = cost(n, m, true, dls_redundancy_defaults().most, &R), sum = 0;
        print_message("# m = %d: %.1f MB\n", (int)m, 1e-6 * bytes);
        assert_true(bytes <= 24.0 * (double)n * (double)(m + 50));
        for (dls_int j = 0; j < m; j++) {
            sum += R->leverage[j];
        }
        assert_true(m < 800 || R->rank == EACH * WINDOW + 1);
        assert_true(fabs(sum - (double)R->rank) <= 1e-10 * (double)R->rank);
        assert_true(R->determined[m - 1]);
        dls_redundancy_free(R);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_cliff),
        cmocka_unit_test(test_without_kernel),
        cmocka_unit_test(test_long_column),
    };
    return cmocka_run_group_tests_name("redundancy_cost", tests, NULL, NULL);
}
