/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dls_lcp_newton on problems that have solutions by construction: the answer is verified here. */
#include "check.h"
#include "dense.h"
#include "lcp_models.h"

static double *skewed(int n, double *M, double size, uint64_t seed)
{
    double *B = dense_random(n, n, 1, seed);
    for (int k = 0; k < n * n; k++) {
        M[k] += size * (B[k] - B[k % n * n + k / n]);
    }
    free(B);
    return M;
}

/* D M E of 1e-6 to 1e6 */
static model rescaled(model P, uint64_t seed)
{
    double *d = vector_random(2 * P.n, seed);
    for (int i = 0; i < P.n; i++) {
        P.q[i] *= pow(10, 6 * d[i]);
        for (int j = 0; j < P.n; j++) {
            P.M[i + j * P.n] *= pow(10, 6 * (d[i] + d[P.n + j]));
        }
    }
    free(d);
    return P;
}

static void test_monotone(void **state)
{
    (void)state;
    for (int n = 1; n <= (small_sizes() ? 30 : 160); n = 2 * n + 1) {
        for (uint64_t seed = 1; seed <= 4; seed++) {
            int rank = n / 2 + 1;
            expect_solved(with_solution(n, 0, dense_gram(n, n, 1, 0.1, seed), false, seed));
            expect_solved(with_solution(n, 0, dense_gram(rank, n, 1, 0, seed), false, seed));
            expect_solved(with_solution(n, 0, dense_gram(rank, n, 1, 0, seed), true, seed));
            double *M = skewed(n, dense_gram(rank, n, 1, 0, seed), 1, seed + 7);
            expect_solved(rescaled(with_solution(n, n / 3, M, false, seed), seed + 8));
            M = skewed(n, need(n * n, 8), 1, seed + 7);
            expect_solved(with_solution(n, 0, M, true, seed));
        }
    }
}

/* Triangular with large entries below: P, but far from monotone. */
static void test_p(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        int n = 2 + (int)(seed % 14);
        model P = {n, 0, dense_random(n, n, 1, seed), vector_random(n, seed + 1)};
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < n; i++) {
                P.M[i + j * n] = i == j ? 1 : i > j ? 5 * P.M[i + j * n] : 0;
            }
        }
        expect_solved(seed % 2 ? P : rescaled(P, seed));
    }
    for (int n = 4; n <= 40; n += 12) { /* Murty's */
        model P = {n, 0, need(n * n, 8), need(n, 8)};
        for (int j = 0; j < n; j++) {
            P.q[j] = -1;
            P.M[j * (n + 1)] = 1;
            for (int i = j + 1; i < n; i++) {
                P.M[i + j * n] = 2;
            }
        }
        expect_solved(P);
    }
}

/* [A B; -B' D]: A of half its rank, and the equations are repeated. */
static void test_singular_equations(void **state)
{
    (void)state;
    for (int n = 6; n <= (small_sizes() ? 30 : 160); n = 2 * n + 3) {
        int k = n / 3, half = k / 2;
        double *A = dense_gram(half, k, 1, 0, 5), *D = dense_gram((n - k) / 2, n - k, 1, 0, 6),
               *B = dense_random(half, n - k, 1, 7), *M = need(n * n, 8);
        for (int j = 0; j < k; j++) { /* A's second half and B's repeat the first */
            for (int i = 0; i < k; i++) {
                M[i + j * n] = A[i % half + j % half * k];
            }
        }
        for (int j = k; j < n; j++) {
            for (int i = 0; i < k; i++) {
                M[i + j * n] = B[i % half + (j - k) * half];
                M[j + i * n] = -M[i + j * n];
            }
            for (int i = k; i < n; i++) {
                M[i + j * n] = D[i - k + (j - k) * (n - k)];
            }
        }
        free(A);
        free(B);
        free(D);
        expect_solved(with_solution(n, k, M, false, 9));
    }
}

static void test_edges(void **state)
{
    (void)state;
    expect_solved((model){0, 0, need(0, 8), need(0, 8)});
    expect_solved((model){3, 0, need(9, 8), need(3, 8)}); /* all zero */
    model P = {2, 0, need(4, 8), need(2, 8)};
    P.q[0] = 1;
    expect_solved(P);
    model E = with_solution(12, 12, dense_gram(12, 12, 1, 0.1, 3), false, 3); /* equations only */
    expect_solved(E);
}

/* The answer as a start costs nothing; near it, little. */
static void test_warm_start(void **state)
{
    (void)state;
    model P = with_solution(60, 10, dense_gram(60, 60, 1, 0.1, 3), false, 3);
    double v[60] = {0};
    dls_lcp_result cold = solve_model(&P, v), warm = solve_model(&P, v);
    assert_true(warm.outcome == DLS_SOLVED && warm.iterations == 0);
    for (int i = 0; i < 60; i++) {
        v[i] *= 1 + 1e-3 * (i % 3);
    }
    warm = solve_model(&P, v);
    assert_true(warm.outcome == DLS_SOLVED && warm.iterations <= 2 && cold.iterations > 2);
    model_free(P);
}

/* Without a solution: an honest outcome, and the best point's residual. */
static void test_no_solution(void **state)
{
    (void)state;
    model P = {2, 0, need(4, 8), need(2, 8)};
    P.M[0] = 1;
    P.q[0] = P.q[1] = -1;
    double v[2] = {0};
    dls_lcp_result r = solve_model(&P, v);
    assert_int_not_equal(r.outcome, DLS_SOLVED);
    assert_true(r.relative > 0.1);
    model_free(P);
}

/* ---- sparse ---- */

/* The obstacle problem on a grid: five-point Laplacian; q from a load or from an obstacle. */
static dls_mat laplacian(int g)
{
    dls_mat L = {(dls_int)g * g, (dls_int)g * g, need(g * g + 1, sizeof(dls_int)),
                 need(5 * g * g, sizeof(dls_int)), need(5 * g * g, sizeof(double))};
    dls_int at = 0;
    for (int j = 0; j < g * g; j++) {
        const int rows[5] = {j - g, j - 1, j, j + 1, j + g};
        for (int k = 0; k < 5; k++) {
            bool inside =
                rows[k] >= 0 && rows[k] < g * g && (k == 0 || k == 4 || rows[k] / g == j / g);
            if (inside) {
                L.i[at] = rows[k];
                L.x[at++] = k == 2 ? 4 : -1;
            }
        }
        L.p[j + 1] = at;
    }
    return L;
}

static void check_grid(int g, bool load, dls_int factorisations)
{
    int n = g * g;
    dls_mat L = laplacian(g);
    double *q = need(n, 8), *psi = need(n, 8), *v = need(n, 8);
    for (int j = 0; j < n; j++) {
        double x = (j / g + 1.0) / (g + 1), y = (j % g + 1.0) / (g + 1);
        psi[j] = load ? 0 : 0.1 - (x - 0.5) * (x - 0.5) - 0.5 * (y - 0.5) * (y - 0.5);
        q[j] = (load ? -sin(9 * x) * sin(9 * y) : 0.2) / ((g + 1.0) * (g + 1));
    }
    dls_mul(dls_see(&L), 1, psi, q);
    dls_lcp_problem problem = {dls_see(&L), q, 0};
    dls_lcp_settings settings = dls_lcp_defaults();
    dls_lcp_result r;
    dls_fault fault;
    assert_code(call_newton(problem, &settings, (dls_host){0}, v, &r, &fault), DLS_OK, &fault);
    assert_int_equal(r.outcome, DLS_SOLVED);
    assert_true(r.factorisations <= factorisations);
    dls_mul(dls_see(&L), 1, v, q);
    for (int i = 0; i < n; i++) {
        assert_true(v[i] >= 0 && fabs(fmin(v[i], q[i])) < 1e-12);
    }
    sparse_free(&L);
    free(q);
    free(psi);
    free(v);
}

static void test_obstacle(void **state)
{
    (void)state;
    int g = small_sizes() ? 35 : 100;
    check_grid(g, true, 25);
    check_grid(g, false, 25);
    check_grid(7, true, 25);
}

/* Equations of a floating chain (singular), one unilateral row per link: sparse and unsymmetric. */
static void test_chain(void **state)
{
    (void)state;
    for (int k = 60; k <= (small_sizes() ? 60 : 960); k *= 4) {
        int n = 2 * k;
        double *M = need((dls_int)n * n, 8);
        for (int j = 0; j + 1 < k; j++) {
            M[j * (n + 1)] += 1;
            M[(j + 1) * (n + 1)] += 1;
            M[j + 1 + j * n] = M[j + (j + 1) * n] = -1;
        }
        for (int c = 0; c < k; c++) {
            M[c + (k + c) * n] = 1;
            M[k + c + c * n] = -1;
            if (c + 1 < k) {
                M[c + 1 + (k + c) * n] = -1;
                M[k + c + (c + 1) * n] = 1;
            }
        }
        expect_solved(with_solution(n, k, M, false, 3));
    }
}

/* ---- calls ---- */

static void count_line(void *data, const char *text)
{
    assert_true(strlen(text) > 0);
    ++*(int *)data;
}

static void test_display_and_limit(void **state)
{
    (void)state;
    model P = with_solution(30, 0, dense_gram(15, 30, 1, 0, 2), false, 2);
    dls_mat M = sparse_of(30, 30, P.M);
    dls_lcp_problem problem = {dls_see(&M), P.q, 0};
    dls_lcp_settings settings = dls_lcp_defaults();
    dls_lcp_result r;
    dls_fault fault;
    int lines = 0;
    double v[30] = {0};
    settings.display = 2;
    assert_code(call_newton(problem, &settings, (dls_host){.line = count_line, .data = &lines}, v,
                            &r, &fault),
                DLS_OK, &fault);
    assert_true(lines >= r.iterations && r.iterations > 2);
    settings.max_iterations = 1;
    memset(v, 0, sizeof v);
    assert_code(call_newton(problem, &settings, (dls_host){0}, v, &r, &fault), DLS_OK, &fault);
    assert_int_equal(r.outcome, DLS_MAX_ITERATIONS);
    assert_int_equal(r.iterations, 1);
    sparse_free(&M);
    model_free(P);
}

static void short_of_memory(model P)
{
    dls_mat M = sparse_of(P.n, P.n, P.M);
    dls_lcp_problem problem = {dls_see(&M), P.q, P.free};
    dls_lcp_settings settings = dls_lcp_defaults();
    bool failed = true;
    for (dls_int k = 1; failed; k++) {
        dls_fault fault;
        dls_lcp_result r;
        double *v = need(P.n, 8);
        dls_int before = dls_test_allocations();
        dls_test_fail_allocation(k);
        dls_error error = call_newton(problem, &settings, (dls_host){0}, v, &r, &fault);
        dls_test_fail_allocation(0);
        failed = dls_test_allocations() - before >= k;
        assert_code(error, failed ? DLS_ERROR_MEMORY : DLS_OK, &fault);
        assert_true(error || r.outcome == DLS_SOLVED);
        free(v);
    }
    sparse_free(&M);
    model_free(P);
}

static void test_memory(void **state)
{
    (void)state;
    short_of_memory(with_solution(12, 0, dense_gram(6, 12, 1, 0, 2), false, 2));
    short_of_memory(with_solution(110, 0, dense_gram(40, 110, 0.1, 0, 2), false, 2));
    double *M = skewed(110, dense_gram(40, 110, 0.1, 0, 2), 0.1, 4);
    short_of_memory(with_solution(110, 20, M, false, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_monotone),           cmocka_unit_test(test_p),
        cmocka_unit_test(test_singular_equations), cmocka_unit_test(test_edges),
        cmocka_unit_test(test_warm_start),         cmocka_unit_test(test_no_solution),
        cmocka_unit_test(test_obstacle),           cmocka_unit_test(test_chain),
        cmocka_unit_test(test_display_and_limit),  cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests_name("lcp_newton", tests, NULL, NULL);
}
