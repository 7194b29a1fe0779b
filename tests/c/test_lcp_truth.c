/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dls_lcp against exact arithmetic: problems of small integers in random units, all of whose bases
   integers examine; the accuracy of data; stopping. */
#include "check.h"
#include "exact_lp.h"
#include "lcp_problems.h"

typedef struct {
    int n, f;
    int64_t M[64], q[8];
} integers;

static void fill_matrix(integers *T, int kind, uint64_t *seed)
{
    int n = T->n, most = (int)exact_random(seed, 1, 4), rank = (int)exact_random(seed, 1, n);
    int64_t B[64];
    for (int k = 0; k < n * n; k++) {
        B[k] = exact_random(seed, -2, 2);
        bool zero = kind == 1 && exact_random(seed, 0, 1) == 0;
        T->M[k] = zero        ? 0
                  : kind == 2 ? -exact_random(seed, 0, 3)
                  : kind == 3 ? exact_random(seed, 0, most)
                              : exact_random(seed, -most, most);
    }
    for (int j = 0; kind >= 4 && j < n; j++) { /* B B' + skew */
        for (int i = 0; i <= j; i++) {
            int64_t sum = 0, skew = kind == 5 && i < j ? exact_random(seed, -2, 2) : 0;
            for (int t = 0; t < rank; t++) {
                sum += B[i + t * n] * B[j + t * n];
            }
            T->M[i + j * n] = sum + skew;
            T->M[j + i * n] = sum - skew;
        }
    }
    for (int i = 0; kind == 2 && i < n; i++) {
        T->M[i + i * n] = exact_random(seed, 0, 5);
    }
}

/* Half of them have a solution by construction. */
static integers random_integers(uint64_t *seed)
{
    integers T = {.f = exact_random(seed, 0, 2) ? 0 : (int)exact_random(seed, 1, 3)};
    T.n = T.f + (int)exact_random(seed, 1, 4);
    fill_matrix(&T, (int)exact_random(seed, 0, 5), seed);
    bool solvable = exact_random(seed, 0, 1);
    for (int i = 0; i < T.n; i++) {
        T.q[i] = solvable ? 0 : exact_random(seed, -4, 4);
    }
    for (int j = 0; solvable && j < T.n; j++) {
        bool inside = j < T.f || exact_random(seed, 0, 1);
        int64_t z = exact_random(seed, j < T.f ? -3 : 0, 3);
        T.q[j] += inside ? 0 : z;
        for (int i = 0; inside && i < T.n; i++) {
            T.q[i] -= T.M[i + j * T.n] * z;
        }
    }
    return T;
}

/* w - M v = q with w, v >= 0 but for the equations */
static bool is_feasible(const integers *T)
{
    int n = T->n;
    int64_t S[EXACT_ROWS * EXACT_COLS] = {0};
    bool free[EXACT_COLS] = {false};
    for (int j = 0; j < n; j++) {
        free[j] = j < T->f;
        for (int i = 0; i < n; i++) {
            S[i + j * n] = -T->M[i + j * n];
        }
    }
    for (int i = T->f; i < n; i++) {
        S[i + (n + i - T->f) * n] = 1;
    }
    return exact_feasible(n, 2 * n - T->f, S, T->q, free);
}

static bool is_solvable(const integers *T)
{
    int n = T->n;
    for (int choice = 0; choice < 1 << (n - T->f); choice++) {
        int64_t S[EXACT_ROWS * EXACT_COLS] = {0};
        bool free[EXACT_COLS] = {false};
        for (int j = 0; j < n; j++) {
            bool inside = j < T->f || (choice >> (j - T->f) & 1);
            free[j] = j < T->f;
            for (int i = 0; i < n; i++) {
                S[i + j * n] = inside ? -T->M[i + j * n] : i == j;
            }
        }
        if (exact_feasible(n, n, S, T->q, free)) {
            return true;
        }
    }
    return false;
}

/* In units of 2^-range .. 2^range of rows, columns and q. */
static lcp *in_units(const integers *T, int range, uint64_t *seed)
{
    double M[64], q[8], D[8], size = exp2((double)exact_random(seed, -range, range));
    for (int j = 0; j < T->n; j++) {
        D[j] = exp2((double)exact_random(seed, -range, range));
    }
    for (int i = 0; i < T->n; i++) {
        double row = exp2((double)exact_random(seed, -range, range));
        q[i] = size * row * (double)T->q[i];
        for (int j = 0; j < T->n; j++) { /* by rows here */
            M[i * T->n + j] = row * D[j] * (double)T->M[i + j * T->n];
        }
    }
    return lcp_of_values(T->n, T->f, M, q);
}

static dls_lcp_result run(const lcp *L, const dls_lcp_settings *settings, dls_host host)
{
    double v[64] = {0}, w[64], c[64];
    dls_lcp_result r;
    dls_fault fault;
    assert_true(L->P.M.cols <= 64);
    assert_code(dls_lcp(&L->P, settings, host, v, w, c, &r, &fault), DLS_OK, &fault);
    return r;
}

/* No false verdict in any units, by any method; hardly one left open. */
static void test_integers(void **state)
{
    (void)state;
    static const int RANGES[] = {0, 3, 10, 20};
    static const int METHODS[] = {DLS_LCP_AUTO,           DLS_LCP_AUTO,     DLS_LCP_LEMKE,
                                  DLS_LCP_INTERIOR_POINT, DLS_LCP_AUTO,     DLS_LCP_AUTO,
                                  DLS_LCP_NEWTON,         DLS_LCP_ENUMERATE};
    int open = 0;
    for (uint64_t k = 0; k < 1600; k++) {
        uint64_t seed = 104729 * (k + 1);
        integers T = random_integers(&seed);
        lcp *L = in_units(&T, RANGES[k % 4], &seed);
        dls_lcp_settings s = dls_lcp_defaults();
        s.method = METHODS[k / 4 % 8];
        dls_lcp_result r = run(L, &s, (dls_host){0});
        switch (r.outcome) {
        case DLS_SOLVED:
            assert_true(is_solvable(&T));
            break;
        case DLS_INFEASIBLE:
            assert_false(is_feasible(&T));
            break;
        case DLS_NO_SOLUTION:
            assert_false(is_solvable(&T));
            break;
        case DLS_RAY:
            assert_true(s.method == DLS_LCP_LEMKE);
            break;
        default:
            open++;
        }
        lcp_free(L);
    }
    assert_true(open <= 2);
}

/* z >= 1 + 1e-6 and z <= 1: false only for exact data. */
static void test_accuracy(void **state)
{
    (void)state;
    static const double A[] = {0, 1, 0, -1}, q[] = {-1 - 1e-6, 1};
    lcp *L = lcp_of_values(2, 0, A, q);
    dls_lcp_settings s = dls_lcp_defaults();
    assert_true(run(L, &s, (dls_host){0}).outcome == DLS_INFEASIBLE);
    s.accuracy = 1e-5;
    dls_lcp_result r = run(L, &s, (dls_host){0});
    assert_true(r.outcome == DLS_NOT_DECIDED);
    assert_non_null(strstr(r.message, "removes the contradiction"));
    lcp_free(L);
}

static bool later(void *data)
{
    int *left = data;
    return (*left)-- <= 0;
}

/* Every method ends when it is told to, soon after. */
static void test_stopping(void **state)
{
    (void)state;
    lcp *L = lcp_definite(18, 0.5, 3); /* a dozen pivots */
    static const int METHODS[] = {DLS_LCP_AUTO, DLS_LCP_LEMKE, DLS_LCP_NEWTON, DLS_LCP_GAUSS_SEIDEL,
                                  DLS_LCP_ENUMERATE};
    for (int k = 0; k < 5; k++) {
        for (int given = 0; given < 2; given++) {
            dls_lcp_settings s = dls_lcp_defaults();
            int left = 1;
            s.method = METHODS[k];
            s.max_time = given ? INFINITY : 0;
            dls_host host = {.interrupted = given ? later : NULL, .data = &left};
            dls_lcp_result r = run(L, &s, host);
            bool quick = s.method == DLS_LCP_NEWTON || s.method == DLS_LCP_GAUSS_SEIDEL;
            dls_outcome expected = given ? DLS_INTERRUPTED : DLS_TIME_LIMIT;
            assert_true(r.outcome == expected || (quick && r.outcome == DLS_SOLVED));
        }
    }
    dls_lcp_set *set = NULL;
    dls_fault fault;
    int left = 5;
    dls_host host = {.interrupted = later, .data = &left};
    assert_code(dls_lcp_all(&L->P, NULL, host, &set, &fault), DLS_OK, &fault);
    assert_true(!set->complete && set->bases < 10);
    dls_lcp_set_free(set);
    lcp_free(L);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_accuracy),
        cmocka_unit_test(test_stopping),
    };
    return cmocka_run_group_tests_name("lcp_truth", tests, NULL, NULL);
}
