/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/lcp: every method on families with a known truth; answers judged by dense arithmetic. */
#include "check.h"
#include "lcp_problems.h"

static void expect(const lcp *L, int method, dls_outcome outcome, double bound)
{
    double *v = need(L->N, 8);
    dls_lcp_result r = lcp_run(L, method, v);
    if (r.outcome != outcome) {
        print_error("N = %d, method %d: %s (%s)\n", (int)L->N, method, dls_outcome_text(r.outcome),
                    r.message);
    }
    assert_int_equal(r.outcome, outcome);
    if (bound > 0) {
        assert_small(distance(L->N, v, L->v), bound * (1 + length(L->N, L->v)));
    }
    free(v);
}

/* Solve by the exact methods and free the problem. bound > 0: the solution is unique. */
static void solvable(lcp *L, double bound)
{
    expect(L, DLS_LCP_LEMKE, DLS_SOLVED, bound);
    expect(L, DLS_LCP_AUTO, DLS_SOLVED, bound);
    if (L->N - L->free <= 10) {
        expect(L, DLS_LCP_ENUMERATE, DLS_SOLVED, bound);
    }
    lcp_free(L);
}

static void test_definite(void **state)
{
    (void)state;
    static const dls_int sizes[] = {1, 2, 5, 10, 30, 80};
    for (int k = 0; k < 6; k++) {
        for (uint64_t seed = 1; seed <= (small_sizes() ? 1 : 5); seed++) {
            solvable(lcp_definite(sizes[k], 0, 10 * seed), 1e-12);
            solvable(lcp_definite(sizes[k], 1, 10 * seed), 1e-12);
        }
    }
}

static void test_semidefinite(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= (small_sizes() ? 2 : 10); seed++) {
        for (int ties = 0; ties < 3; ties++) {
            solvable(lcp_semidefinite(9, 3, 0, 0.4 * ties, seed), 0);
            solvable(lcp_semidefinite(8, 2, 1, 0.4 * ties, seed), 0);
            solvable(lcp_semidefinite(8, 0, 1, 0.4 * ties, seed), 0); /* a matrix game */
            solvable(lcp_semidefinite(40, 12, 0, 0.4 * ties, seed), 0);
            solvable(lcp_semidefinite(60, 10, 1, 0.4 * ties, seed), 0);
        }
    }
}

static void test_infeasible(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= (small_sizes() ? 2 : 10); seed++) {
        static const dls_int sizes[] = {2, 6, 10, 40};
        for (int k = 0; k < 4; k++) {
            lcp *L = lcp_infeasible(sizes[k], sizes[k] / 2, 100 * seed);
            double *v = need(L->N, 8);
            expect(L, DLS_LCP_LEMKE, DLS_INFEASIBLE, 0);
            expect(L, DLS_LCP_AUTO, DLS_INFEASIBLE, 0);
            assert_int_not_equal(lcp_run(L, DLS_LCP_GAUSS_SEIDEL, v).outcome, DLS_SOLVED);
            if (L->N <= 10) {
                dls_outcome outcome = lcp_run(L, DLS_LCP_ENUMERATE, v).outcome;
                assert_true(outcome == DLS_NO_SOLUTION || outcome == DLS_INFEASIBLE);
            }
            free(v);
            lcp_free(L);
        }
    }
}

/* -x + e'z = 0 before an infeasible problem: monotone only after elimination; 0 x = 0: singular. */
static void test_infeasible_mixed(void **state)
{
    (void)state;
    for (int corner = -1; corner <= 1; corner++) {
        lcp *K = lcp_infeasible(8, 4, 7);
        dls_int n = K->N, N = n + 1;
        double *A = need(N * N, 8), *q = need(N, 8);
        A[0] = corner;
        for (dls_int j = 0; j < n; j++) {
            dls_copy(n, K->A + j * n, A + 1 + (j + 1) * N);
            A[(j + 1) * N] = corner != 0;
            q[j + 1] = K->q[j];
        }
        lcp *L = lcp_of(N, 1, A, q, NULL);
        L->infeasible = true;
        expect(L, DLS_LCP_LEMKE, DLS_INFEASIBLE, 0);
        expect(L, DLS_LCP_AUTO, DLS_INFEASIBLE, 0);
        lcp_free(K);
        lcp_free(L);
    }
}

static void test_copositive(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= (small_sizes() ? 2 : 10); seed++) {
        solvable(lcp_copositive(6, seed), 0);
        solvable(lcp_copositive(10, seed), 0);
        solvable(lcp_copositive(50, seed), 0);
    }
}

static void test_exponential(void **state)
{
    (void)state;
    for (dls_int N = 1; N <= 14; N++) {
        solvable(lcp_murty(N), 1e-12);
        solvable(lcp_fathi(N), 1e-10);
    }
}

static void test_contacts(void **state)
{
    (void)state;
    solvable(lcp_contacts(1, 4), 0);
    solvable(lcp_contacts(3, 3), 0);
    solvable(lcp_contacts(10, 4), 0);
    solvable(lcp_contacts(30, 6), 0);
}

/* Ties everywhere: all ratios are equal at every pivot. */
static void test_ties(void **state)
{
    (void)state;
    static const dls_int N = 30;
    double *A = need(N * N, 8), *q = need(N, 8);
    for (dls_int k = 0; k < N * N; k++) {
        A[k] = 1;
    }
    for (dls_int k = 0; k < N; k++) {
        q[k] = -1;
    }
    solvable(lcp_of(N, 0, A, q, NULL), 0);
    A = need(N * N, 8);
    q = need(N, 8);
    for (dls_int k = 0; k < N; k++) { /* a string over an obstacle */
        A[k + k * N] = 2;
        if (k > 0) {
            A[k - 1 + k * N] = A[k + (k - 1) * N] = -1;
        }
        q[k] = k % 2 ? -1 : 0;
    }
    solvable(lcp_of(N, 0, A, q, NULL), 0);
}

static void test_mixed(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= (small_sizes() ? 2 : 10); seed++) {
        solvable(lcp_program(5, 0, 0, 6, seed), 0);
        solvable(lcp_program(8, 3, 0, 6, seed), 0);
        solvable(lcp_program(8, 3, 2, 6, seed), 0); /* repeated equations: A is singular */
        solvable(lcp_program(30, 10, 5, 25, seed), 0);
        solvable(lcp_program(10, 4, 4, 0, seed), 0); /* equations only */
    }
}

/* Constants over sixteen decades: what is rounding beside one unknown is another's value. */
static void test_spread(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= (small_sizes() ? 5 : 40); seed++) {
        for (int kind = 0; kind < 2; kind++) {
            dls_int N = 2 + (dls_int)(7 * seed % 40);
            double *A = kind ? dense_gram(N, N, 1, 0.1, seed) : need(N * N, 8), *q = need(N, 8);
            uint64_t noise = seed;
            for (dls_int k = 0; k < N; k++) {
                A[k + k * N] += 1;
                q[k] = (uniform(&noise) > 0.3 ? 1 : -1) * pow(10, 8 * uniform(&noise));
            }
            solvable(lcp_of(N, 0, A, q, NULL), 0);
        }
    }
}

/* Transport, a degenerate linear program: rows and columns of x sum to 1 (the first to `total`),
   minimise c'x. */
static lcp *transport(dls_int n, double total, uint64_t seed)
{
    dls_int N = 2 * n + n * n;
    double *A = need(N * N, 8), *q = need(N, 8);
    for (dls_int k = 0; k < n * n; k++) {
        dls_int x = 2 * n + k, row = k / n, col = n + k % n;
        A[row + x * N] = A[col + x * N] = 1;
        A[x + row * N] = A[x + col * N] = -1;
        q[x] = floor(5 * fabs(uniform(&seed)));
    }
    for (dls_int k = 0; k < 2 * n; k++) {
        q[k] = k > 0 ? -1 : -total;
    }
    return lcp_of(N, 2 * n, A, q, NULL);
}

static void test_transport(void **state)
{
    (void)state;
    for (dls_int n = 1; n <= (small_sizes() ? 3 : 8); n++) {
        lcp *L = transport(n, 1.5, (uint64_t)n);
        L->infeasible = true;
        expect(L, DLS_LCP_LEMKE, DLS_INFEASIBLE, 0);
        expect(L, DLS_LCP_AUTO, DLS_INFEASIBLE, 0);
        lcp_free(L);
        solvable(transport(n, 1, (uint64_t)n), 0);
    }
}

static void test_scales(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= (small_sizes() ? 2 : 10); seed++) {
        lcp *L[] = {lcp_definite(10, 0, seed), lcp_definite(40, 1, seed),
                    lcp_program(8, 3, 0, 6, seed), lcp_copositive(10, seed)};
        for (int k = 0; k < 4; k++) {
            solvable(lcp_rescaled(L[k], 4, seed), 0);
            solvable(lcp_rescaled(L[k], 8, seed), 0);
            lcp_free(L[k]);
        }
    }
}

static void test_smallest(void **state)
{
    (void)state;
    static const double one[] = {1}, zero[] = {0}, minus[] = {-1};
    solvable(lcp_of_values(0, 0, zero, zero), 0);
    solvable(lcp_of_values(1, 0, one, minus), 0);
    solvable(lcp_of_values(1, 0, one, one), 0);
    solvable(lcp_of_values(1, 0, zero, zero), 0);
    solvable(lcp_of_values(1, 0, minus, one), 0);
    solvable(lcp_of_values(1, 1, minus, one), 0);
    solvable(lcp_of_values(1, 1, zero, zero), 0);
    lcp *L = lcp_of_values(1, 0, zero, minus);
    expect(L, DLS_LCP_LEMKE, DLS_INFEASIBLE, 0);
    lcp_free(L);
    L = lcp_of_values(1, 1, zero, minus);
    expect(L, DLS_LCP_LEMKE, DLS_INFEASIBLE, 0);
    expect(L, DLS_LCP_AUTO, DLS_INFEASIBLE, 0);
    lcp_free(L);
}

/* Not monotone: a ray proves nothing, the list of bases does. */
static void test_no_solution(void **state)
{
    (void)state;
    static const double A[] = {-1, 0, 1, -1}, q[] = {-1, -1}; /* w_1 < 0 always */
    static const double B[] = {0, 1, -1, 0, -1, 1, 1, -1, 0}; /* feasible */
    static const double b[] = {-1, -1, -1};
    lcp *L = lcp_of_values(2, 0, A, q);
    double v[3];
    dls_outcome outcome = lcp_run(L, DLS_LCP_AUTO, v).outcome;
    assert_true(outcome == DLS_NO_SOLUTION || outcome == DLS_INFEASIBLE);
    lcp_free(L);
    L = lcp_of_values(3, 0, B, b);
    outcome = lcp_run(L, DLS_LCP_ENUMERATE, v).outcome;
    dls_outcome automatic = lcp_run(L, DLS_LCP_AUTO, v).outcome;
    assert_true(automatic == outcome || automatic == DLS_INFEASIBLE);
    lcp_free(L);
}

static void test_gauss_seidel(void **state)
{
    (void)state;
    static const double A[] = {1, 0, 0, 0}, q[] = {-1, 1}, bad[] = {-1, -1};
    for (uint64_t seed = 1; seed <= 5; seed++) {
        lcp *L = lcp_definite(20, 0, seed);
        for (dls_int i = 0; i < L->N; i++) {
            L->M.x[i * (L->N + 1)] += 5; /* the matrix is full: its diagonal */
            L->A[i * (L->N + 1)] += 5;
        }
        expect(L, DLS_LCP_GAUSS_SEIDEL, DLS_SOLVED, 0);
        lcp_free(L);
    }
    lcp *L = lcp_of_values(2, 0, A, q);
    expect(L, DLS_LCP_GAUSS_SEIDEL, DLS_SOLVED, 0); /* the second row needs no diagonal */
    lcp_free(L);
    double v[2];
    L = lcp_of_values(2, 0, A, bad);
    assert_int_not_equal(lcp_run(L, DLS_LCP_GAUSS_SEIDEL, v).outcome, DLS_SOLVED);
    lcp_free(L);
    L = lcp_of_values(2, 2, A, q);
    assert_int_not_equal(lcp_run(L, DLS_LCP_GAUSS_SEIDEL, v).outcome, DLS_SOLVED);
    lcp_free(L);
}

/* Whatever a method says of an arbitrary matrix is verified in lcp_run; enumeration decides whether
   there is a solution, and the methods may not contradict it. */
static void test_arbitrary(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= (small_sizes() ? 5 : 60); seed++) {
        dls_int N = 2 + (dls_int)seed % 7, free_rows = seed % 3 == 0 ? N / 3 : 0;
        lcp *L =
            lcp_of(N, free_rows, dense_random(N, N, 0.7, seed), vector_random(N, seed + 1), NULL);
        double *v = need(N, 8);
        dls_outcome truth = lcp_run(L, DLS_LCP_ENUMERATE, v).outcome;
        for (int method = 0; method < DLS_LCP_ENUMERATE; method++) {
            dls_outcome outcome = lcp_run(L, method, v).outcome;
            assert_true(outcome != DLS_SOLVED || truth == DLS_SOLVED);
            assert_true(outcome != DLS_INFEASIBLE || truth != DLS_SOLVED);
            assert_true(method != DLS_LCP_AUTO || (outcome == DLS_SOLVED) == (truth == DLS_SOLVED));
        }
        free(v);
        lcp_free(L);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_definite),     cmocka_unit_test(test_semidefinite),
        cmocka_unit_test(test_infeasible),   cmocka_unit_test(test_infeasible_mixed),
        cmocka_unit_test(test_copositive),   cmocka_unit_test(test_exponential),
        cmocka_unit_test(test_contacts),     cmocka_unit_test(test_ties),
        cmocka_unit_test(test_mixed),        cmocka_unit_test(test_scales),
        cmocka_unit_test(test_spread),       cmocka_unit_test(test_transport),
        cmocka_unit_test(test_smallest),     cmocka_unit_test(test_no_solution),
        cmocka_unit_test(test_gauss_seidel), cmocka_unit_test(test_arbitrary),
    };
    return cmocka_run_group_tests_name("lcp", tests, NULL, NULL);
}
