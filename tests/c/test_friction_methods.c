/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/friction: block Gauss-Seidel, and complementarity with faceted cones. */
#include "check.h"
#include "friction/friction.h"
#include "friction_problems.h"

static dls_error run(friction *P, bool global, const dls_friction_settings *s,
                     dls_friction_result *r, dls_fault *fault)
{
    return dls_friction(global ? &P->global : &P->local, s, false, (dls_host){0}, P->r, P->u, P->v,
                        r, fault);
}

static dls_friction_settings with(int method)
{
    dls_friction_settings s = dls_friction_defaults();
    s.method = method;
    s.tolerance = 1e-10;
    s.max_time = 600; /* against hanging, on any machine */
    return s;
}

/* What a method claims to have solved is; the counts say how often it does. */
static void check_family(int family, int d, int method, int trials, int *unsolved)
{
    for (int k = 0; k < 2 * trials; k++) {
        friction *P = friction_random(family, d, 1 + k % 7, 4 + k % 11, (uint64_t)k * 13 + 5);
        dls_friction_settings s = with(method);
        dls_friction_result r;
        dls_fault fault = {0};
        assert_code(run(P, k % 2, &s, &r, &fault), DLS_OK, &fault);
        assert_true(r.outcome == DLS_SOLVED ? r.error <= 1e-10 : r.error > 1e-10);
        if (r.outcome == DLS_SOLVED) {
            friction_verify(P, family == SCALED ? 1e-5 : 1e-7);
        }
        *unsolved += r.outcome != DLS_SOLVED;
        friction_free(P);
    }
}

static void test_gauss_seidel(void **state)
{
    (void)state;
    int trials = small_sizes() ? 1 : 8, unsolved = 0;
    for (int family = 0; family < FAMILIES; family++) {
        for (int d = 2; d <= 3; d++) {
            check_family(family, d, DLS_FRICTION_GAUSS_SEIDEL, trials, &unsolved);
        }
    }
    print_message("gauss_seidel: %d unsolved of %d\n", unsolved, 4 * FAMILIES * trials);
    assert_true(unsolved <= 4 * FAMILIES * trials / 20); /* it has no proof of convergence */
}

/* In 2D and without oblique cones faceted cones are the cones. */
static void test_lcp(void **state)
{
    (void)state;
    int trials = small_sizes() ? 1 : 12, unsolved = 0;
    for (int family = 0; family < FAMILIES; family++) {
        check_family(family, 2, DLS_FRICTION_LCP, trials, &unsolved);
    }
    check_family(CONVEX, 3, DLS_FRICTION_LCP, trials, &unsolved);
    assert_int_equal(unsolved, 0);
}

/* W unsymmetric by a tenth of a percent, as in files of rounded numbers. */
static void test_unsymmetric(void **state)
{
    (void)state;
    static const int methods[] = {DLS_FRICTION_GAUSS_SEIDEL, DLS_FRICTION_LCP};
    uint64_t seed = 31;
    for (int k = 0; k < 12; k++) {
        friction *P = friction_random(FULL_RANK, k % 2 ? 2 : 3, 1 + k % 5, 14, (uint64_t)k + 40);
        for (dls_int i = 0; i < P->N * P->N; i++) {
            P->W[i] *= 1 + 1e-3 * uniform(&seed);
        }
        sparse_free(&P->Ws);
        P->Ws = sparse_of(P->N, P->N, P->W);
        P->local.W = dls_see(&P->Ws);
        dls_friction_settings s = with(methods[k % 2]);
        dls_friction_result r;
        dls_fault fault = {0};
        assert_code(run(P, false, &s, &r, &fault), DLS_OK, &fault);
        assert_int_equal(r.outcome, DLS_SOLVED);
        friction_verify(P, 1e-8);
        friction_free(P);
    }
}

/* One contact is solved exactly: by auto without an iteration, by one sweep of Gauss and Seidel. */
static void test_one_contact(void **state)
{
    (void)state;
    for (int trial = 0; trial < 4 * FAMILIES; trial++) {
        friction *P =
            friction_random(trial % FAMILIES, 2 + trial / FAMILIES % 2, 1, 6, (uint64_t)trial + 60);
        for (int way = 0; way < 4; way++) {
            dls_friction_settings s = with(way / 2 ? DLS_FRICTION_GAUSS_SEIDEL : DLS_FRICTION_AUTO);
            dls_friction_result r;
            dls_fault fault = {0};
            s.tolerance = 1e-12;
            assert_code(run(P, way % 2, &s, &r, &fault), DLS_OK, &fault);
            assert_int_equal(r.outcome, DLS_SOLVED);
            assert_true(r.iterations <= way / 2);
            friction_verify(P, 1e-10);
        }
        friction_free(P);
    }
}

/* Z = M^-1 H' for blocks of one to four coordinates that are scattered over all of them. */
static void test_mobility(void **state)
{
    (void)state;
    enum { n = 23, N = 9 };
    double *G = dense_gram(n, n, 1, 0.1, 5), *H = dense_random(N, n, 0.5, 6);
    dls_int shuffle[n];
    for (dls_int j = 0; j < n; j++) {
        shuffle[j] = 7 * j % n;
    }
    for (dls_int i = 0; i < n; i++) { /* blocks of 1, 2, 3, 4, 1, 2 .. places of 10 */
        for (dls_int j = 0; j < n; j++) {
            static const int block[] = {0, 1, 1, 2, 2, 2, 3, 3, 3, 3};
            dls_int a = shuffle[i], b = shuffle[j];
            G[i + j * n] *= a / 10 == b / 10 && block[a % 10] == block[b % 10];
        }
    }
    dls_mat M = sparse_of(n, n, G), Hs = sparse_of(N, n, H);
    double zero[n] = {0};
    dls_friction_problem P = {3, N / 3, zero, true, {0}, dls_see(&M), dls_see(&Hs), zero, zero};
    dls_friction_settings s = dls_friction_defaults();
    dls_friction_task T = {.N = 0};
    dls_mobility *B;
    dls_fault fault = {0};
    assert_code(dls_friction_task_new(&T, &P, &s, false, &fault), DLS_OK, &fault);
    assert_code(dls_friction_mobility_of(&T, &B, &fault), DLS_OK, &fault);
    assert_true(B->regular && !B->large);
    double *rows = dense_transpose(N, n, H);
    for (int i = 0; i < N; i++) {
        double *x = dense_pseudo_solve(n, G, rows + i * n), z[n] = {0}, one[N] = {0};
        one[i] = 1;
        dls_delassus_add(&B->W, 1, one, z, NULL);
        assert_small(distance(n, z, x), 1e-12 * length(n, x));
        free(x);
    }
    free(G);
    free(H);
    free(rows);
    sparse_free(&M);
    sparse_free(&Hs);
    dls_pool_free(&T.pool);
}

/* What the methods cannot take they say, and how they were limited. */
static void test_limits(void **state)
{
    (void)state;
    dls_friction_result r;
    dls_fault fault = {0};
    friction *P = friction_random(REDUNDANT, 3, 6, 12, 19);
    dls_friction_settings s = with(DLS_FRICTION_GAUSS_SEIDEL);
    s.max_iterations = 3;
    for (int global = 0; global < 2; global++) {
        assert_code(run(P, global, &s, &r, &fault), DLS_OK, &fault);
        assert_int_equal(r.outcome, DLS_MAX_ITERATIONS);
        assert_int_equal(r.iterations, 3);
        assert_true(r.error > s.tolerance && isfinite(r.error));
    }
    s.max_iterations = 0;
    s.max_time = 0;
    for (int method = DLS_FRICTION_GAUSS_SEIDEL; method <= DLS_FRICTION_LCP; method++) {
        s.method = method;
        assert_code(run(P, true, &s, &r, &fault), DLS_OK, &fault);
        assert_int_equal(r.outcome, DLS_TIME_LIMIT);
    }
    friction_free(P);
    P = friction_random(SCALED, 3, 4, 8, 23); /* M diagonal */
    s.max_time = 600;
    for (int k = 0; k < 8; k++) {
        P->Ms.x[k] = 0;
    }
    for (int method = DLS_FRICTION_GAUSS_SEIDEL; method <= DLS_FRICTION_LCP; method++) {
        s.method = method;
        assert_code(run(P, true, &s, &r, &fault), DLS_OK, &fault);
        assert_int_equal(r.outcome, DLS_NUMERICAL_TROUBLE);
        assert_non_null(strstr(r.message, "M is singular"));
    }
    friction_free(P);
    P = friction_random(FULL_RANK, 3, 101, 6, 2);
    assert_code(run(P, false, &s, &r, &fault), DLS_OK, &fault);
    assert_int_equal(r.outcome, DLS_NUMERICAL_TROUBLE);
    assert_non_null(strstr(r.message, "1010 rows"));
    friction_free(P);
}

/* A sliding contact in 3D: the error is at most in proportion to the distance of edges; never
   'solved' while the residual says otherwise. */
static void test_facets(void **state)
{
    (void)state;
    double mu = 0.4, q[] = {-1, 2, 0.7}, r[3], u[3];
    dls_int p[] = {0, 1, 2, 3}, i[] = {0, 1, 2};
    double x[] = {1, 0.8, 1.2};
    dls_friction_problem P = {
        .dimension = 3, .contacts = 1, .mu = &mu, .W = {3, 3, p, i, x}, .q = q};
    for (int facets = 6; facets <= 600; facets *= 10) {
        dls_friction_settings s = with(DLS_FRICTION_LCP);
        dls_friction_result result;
        dls_fault fault = {0};
        s.facets = facets;
        s.max_time = INFINITY;
        assert_code(dls_friction(&P, &s, false, (dls_host){0}, r, u, NULL, &result, &fault), DLS_OK,
                    &fault);
        assert_int_equal(result.outcome, DLS_NUMERICAL_TROUBLE);
        assert_non_null(strstr(result.message, "an approximation"));
        assert_small(result.error, 2.0 / facets);
    }
}

/* DARTLCP 5: a factor on E and mu changes nothing, a heavier diagonal does, and both are told. */
static void test_stabilised(void **state)
{
    (void)state;
    friction *P = friction_random(FULL_RANK, 2, 4, 12, 8);
    dls_friction_settings s = with(DLS_FRICTION_LCP);
    dls_friction_result r;
    dls_fault fault = {0};
    assert_code(run(P, false, &s, &r, &fault), DLS_OK, &fault);
    assert_int_equal(r.outcome, DLS_SOLVED);
    assert_null(strstr(r.message, "LcpScale"));
    double *plain = vector_copy(P->N, P->r);
    s.lcp_scale = 1e-3;
    assert_code(run(P, false, &s, &r, &fault), DLS_OK, &fault);
    assert_int_equal(r.outcome, DLS_SOLVED);
    assert_non_null(strstr(r.message, "LcpScale"));
    assert_small(distance(P->N, P->r, plain), 1e-11 * length(P->N, plain));
    s.lcp_scale = 1;
    s.lcp_shift = 1e-4;
    assert_code(run(P, false, &s, &r, &fault), DLS_OK, &fault);
    assert_int_equal(r.outcome, DLS_NUMERICAL_TROUBLE);
    assert_non_null(strstr(r.message, "they change reactions by"));
    double change = distance(P->N, P->r, plain) / length(P->N, plain);
    assert_true(change > 1e-6 && change < 1e-2);
    free(plain);
    friction_free(P);
}

/* GOLDEN 21: a point mass on the floor, dt = 0.01, slides and sticks; DARTLCP's f are forces. */
static void test_golden(void **state)
{
    (void)state;
    static const double dt = 0.01, g = 9.81, speed[] = {2, 0.03}, tangent[] = {-4.905, -3};
    static const double after[] = {1.95095, 0};
    dls_int p[] = {0, 1, 2}, i[] = {0, 1};
    double x[] = {1, 1}, mu = 0.5, r[2], u[2];
    for (int k = 0; k < 4; k++) {
        double q[] = {-dt * g, speed[k / 2]};
        dls_friction_problem P = {
            .dimension = 2, .contacts = 1, .mu = &mu, .W = {2, 2, p, i, x}, .q = q};
        dls_friction_settings s = with(k % 2 ? DLS_FRICTION_LCP : DLS_FRICTION_GAUSS_SEIDEL);
        dls_friction_result result;
        dls_fault fault = {0};
        assert_code(dls_friction(&P, &s, false, (dls_host){0}, r, u, NULL, &result, &fault), DLS_OK,
                    &fault);
        assert_int_equal(result.outcome, DLS_SOLVED);
        assert_small(fabs(r[0] / dt - g), 1e-12);
        assert_small(fabs(r[1] / dt - tangent[k / 2]), 1e-12);
        assert_small(fabs(u[1] - after[k / 2]), 1e-14);
    }
}

/* Two contacts squeeze a point: no solution, and in 2D lcp knows. */
static void test_infeasible(void **state)
{
    (void)state;
    dls_int p[] = {0, 2, 2, 4, 4}, i[] = {0, 2, 0, 2};
    double x[] = {1, -1, -1, 1}, q[] = {-1, 0, -1, 0}, mu[] = {0.3, 0.3}, r[4], u[4];
    dls_friction_problem P = {
        .dimension = 2, .contacts = 2, .mu = mu, .W = {4, 4, p, i, x}, .q = q};
    for (int method = DLS_FRICTION_GAUSS_SEIDEL; method <= DLS_FRICTION_LCP; method++) {
        dls_friction_settings s = with(method);
        dls_friction_result result;
        dls_fault fault = {0};
        s.max_time = method == DLS_FRICTION_LCP ? 600 : 2;
        assert_code(dls_friction(&P, &s, false, (dls_host){0}, r, u, NULL, &result, &fault), DLS_OK,
                    &fault);
        assert_true(result.outcome != DLS_SOLVED);
        if (method == DLS_FRICTION_LCP) {
            assert_non_null(strstr(result.message, "the problem has no solution"));
        }
    }
}

static void test_memory(void **state)
{
    (void)state;
    friction *P = friction_random(FULL_RANK, 2, 5, 8, 3);
    dls_friction_settings sweeps = with(DLS_FRICTION_GAUSS_SEIDEL);
    dls_friction_settings faceted = with(DLS_FRICTION_LCP);
    friction_without_memory(P, &sweeps, 5);
    friction_without_memory(P, &faceted, 5);
    friction_free(P);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gauss_seidel), cmocka_unit_test(test_lcp),
        cmocka_unit_test(test_unsymmetric),  cmocka_unit_test(test_mobility),
        cmocka_unit_test(test_one_contact),  cmocka_unit_test(test_limits),
        cmocka_unit_test(test_facets),       cmocka_unit_test(test_stabilised),
        cmocka_unit_test(test_golden),       cmocka_unit_test(test_infeasible),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
