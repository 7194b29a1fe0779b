/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/friction: one contact, random problems that have solutions, calls that must fail, memory.
   The oracle of answers is arithmetic of its own: cones and complementarity, no projection. */
#include "check.h"
#include "friction/friction.h"
#include "friction_problems.h"

/* ---- one contact ---- */

static const double MU[] = {0, 1e-3, 0.3, 1, 50, INFINITY};
enum { MUS = sizeof MU / sizeof *MU };

/* Moreau: p in K, p - x in K*, p'(p - x) = 0. */
static void test_projection(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (int trial = 0; trial < 4000; trial++) {
        int d = 2 + trial % 2;
        double mu = MU[trial % MUS], size = pow(10, 8 * uniform(&seed));
        double x[3], p[3], n[3], dot = 0;
        for (int i = 0; i < d; i++) {
            x[i] = size * uniform(&seed);
        }
        dls_law_project(d, mu, x, p, NULL);
        for (int i = 0; i < d; i++) {
            n[i] = p[i] - x[i];
            dot += p[i] * n[i];
        }
        double unit = size * (isinf(mu) ? 1 : 1 + mu);
        assert_small(friction_outside(d, mu, false, p), 1e-14 * unit);
        assert_small(friction_outside(d, mu, true, n), 1e-14 * unit);
        assert_small(fabs(dot), 1e-14 * unit * size);
    }
}

/* Derivatives against central differences, away from kinks. */
static void check_derivative(dls_coulomb_equation F, int d, double mu, uint64_t *seed)
{
    static const double H = 1e-6;
    double z[6], value[3], A[9], B[9], plus[3], minus[3], rho = 0.5 + fabs(uniform(seed));
    for (int i = 0; i < 2 * d; i++) {
        z[i] = uniform(seed);
    }
    F(d, mu, rho, z, z + d, value, A, B);
    for (int j = 0; j < 2 * d; j++) {
        double keep = z[j];
        z[j] = keep + H;
        F(d, mu, rho, z, z + d, plus, NULL, NULL);
        z[j] = keep - H;
        F(d, mu, rho, z, z + d, minus, NULL, NULL);
        z[j] = keep;
        double bend = 0; /* a kink in between shows in the second difference */
        for (int i = 0; i < d; i++) {
            bend = fmax(bend, fabs(plus[i] - 2 * value[i] + minus[i]) / H);
        }
        for (int i = 0; i < d && bend < 1e-3; i++) {
            double exact = j < d ? A[i * d + j] : B[i * d + j - d];
            assert_small(fabs((plus[i] - minus[i]) / (2 * H) - exact), 1e-4 * (1 + fabs(exact)));
        }
    }
}

static void test_derivatives(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int trial = 0; trial < 2000; trial++) {
        check_derivative(dls_law_natural, 2 + trial % 2, MU[trial % MUS], &seed);
        check_derivative(dls_law_alart_curnier, 2 + trial % 2, MU[trial % MUS], &seed);
    }
}

static void test_small_inverse(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int trial = 0; trial < 500; trial++) {
        int d = 2 + trial % 2;
        double A[9], C[9], I[9];
        for (int k = 0; k < d * d; k++) {
            A[k] = uniform(&seed);
        }
        A[0] = trial % 5 == 0 ? 0 : A[0];
        assert_true(dls_law_inverse(d, A, C));
        dls_law_multiply(d, A, C, I);
        double size = dense_largest(d, d, A) * dense_largest(d, d, C);
        for (int k = 0; k < d * d; k++) {
            assert_small(fabs(I[k] - (k % (d + 1) == 0)), 1e-14 * (1 + size));
        }
    }
    double singular[] = {1, 2, 0, 0}, C[4];
    assert_false(dls_law_inverse(2, singular, C));
}

static const char *const METHODS[] = {"auto", "newton", "interior-point"};

static dls_error run(friction *P, const dls_friction_problem *form, int method, bool warm,
                     dls_friction_result *r, dls_fault *fault)
{
    dls_friction_settings s = dls_friction_defaults();
    s.method = method;
    s.tolerance = 1e-10;
    return dls_friction(form, &s, warm, (dls_host){0}, P->r, P->u, P->v, r, fault);
}

static void test_families(void **state)
{
    (void)state;
    int trials = small_sizes() ? 1 : 12, unsolved[3] = {0}, all = 0;
    for (int k = 0; k < FAMILIES * 2 * trials; k++) {
        int family = k % FAMILIES, d = 2 + (k / FAMILIES) % 2;
        friction *P = friction_random(family, d, 1 + k % 7, 4 + k % 11, (uint64_t)k * 17 + 1);
        for (int form = 0; form < 2; form++) {
            for (int method = 0; method < 3; method++) {
                dls_friction_result r;
                dls_fault fault = {0};
                const dls_friction_problem *F = form ? &P->global : &P->local;
                assert_code(run(P, F, method, false, &r, &fault), DLS_OK, &fault);
                assert_true(r.outcome == DLS_SOLVED || r.error > 1e-10 ||
                            r.velocity > 1e-8 * r.speed);
                if (r.outcome == DLS_SOLVED) {
                    assert_small(r.error, 1e-10);
                    friction_verify(P, family == SCALED ? 1e-5 : 1e-7);
                } else {
                    unsolved[method]++;
                    if (method == DLS_FRICTION_AUTO) {
                        print_message("family %d, d %d, trial %d, %s: %s %.1e %s\n", family, d, k,
                                      form ? "global" : "local", METHODS[method], r.error,
                                      r.message);
                    }
                }
                all += method == 0;
            }
        }
        friction_free(P);
    }
    print_message("unsolved: auto %d, newton %d, interior %d of %d\n", unsolved[0], unsolved[1],
                  unsolved[2], all);
    assert_int_equal(unsolved[0], 0); /* mu = 50 in 2D is hard: lcp */
    assert_true(unsolved[1] <= all / 20 && unsolved[2] <= all / 2);
}

/* No contact; one that opens. */
static void test_small(void **state)
{
    (void)state;
    dls_friction_result r;
    dls_fault fault = {0};
    for (int form = 0; form < 2; form++) {
        friction *P = friction_random(FULL_RANK, 3, 0, 4, 1);
        assert_code(run(P, form ? &P->global : &P->local, 0, false, &r, &fault), DLS_OK, &fault);
        assert_int_equal(r.outcome, DLS_SOLVED);
        friction_free(P);
        P = friction_random(FULL_RANK, 3, 1, 4, 2);
        P->q[0] = 1;
        P->q[1] = P->q[2] = 0.1;
        assert_code(run(P, &P->local, 0, false, &r, &fault), DLS_OK, &fault);
        assert_int_equal(r.outcome, DLS_SOLVED);
        assert_true(P->r[0] == 0 && P->r[1] == 0 && P->r[2] == 0);
        friction_free(P);
    }
}

/* A warm start at the solution needs no step; the start is used. */
static void test_warm(void **state)
{
    (void)state;
    friction *P = friction_random(FULL_RANK, 3, 5, 9, 11);
    dls_friction_result r;
    dls_fault fault = {0};
    for (int form = 0; form < 2; form++) {
        const dls_friction_problem *F = form ? &P->global : &P->local;
        assert_code(run(P, F, 1, false, &r, &fault), DLS_OK, &fault);
        assert_int_equal(r.outcome, DLS_SOLVED);
        assert_code(run(P, F, 1, true, &r, &fault), DLS_OK, &fault);
        assert_int_equal(r.outcome, DLS_SOLVED);
        assert_int_equal(r.iterations, 0);
    }
    friction_free(P);
}

/* One iteration, or no time: the best point and an honest outcome. */
static void test_limits(void **state)
{
    (void)state;
    friction *P = friction_random(FULL_RANK, 3, 6, 12, 19);
    dls_fault fault = {0};
    for (int method = 0; method < 3; method++) {
        dls_friction_settings s = dls_friction_defaults();
        dls_friction_result r;
        s.method = method;
        s.max_iterations = 1;
        assert_code(
            dls_friction(&P->global, &s, false, (dls_host){0}, P->r, P->u, P->v, &r, &fault),
            DLS_OK, &fault);
        assert_int_equal(r.outcome, DLS_MAX_ITERATIONS);
        assert_true(r.error > s.tolerance && isfinite(r.error));
        s.max_iterations = 0;
        s.max_time = 0;
        assert_code(
            dls_friction(&P->global, &s, false, (dls_host){0}, P->r, P->u, P->v, &r, &fault),
            DLS_OK, &fault);
        assert_int_equal(r.outcome, DLS_TIME_LIMIT);
    }
    friction_free(P);
}

/* Two contacts that squeeze a point harder than velocities allow: no solution, no lie. */
static void test_infeasible(void **state)
{
    (void)state;
    dls_int p[] = {0, 1, 1, 2, 2}, i[] = {0, 2};
    double x[] = {1, 1}, q[] = {-1, 0, 1, 0}, mu[] = {0.3, 0.3}, r[4], u[4];
    dls_friction_problem P = {.dimension = 2, .contacts = 2, .mu = mu, .q = q};
    double minus[] = {1, -1, -1, 1};
    dls_int full_p[] = {0, 2, 2, 4, 4}, full_i[] = {0, 2, 0, 2};
    P.W = (dls_view){4, 4, full_p, full_i, minus};
    q[2] = -1;
    dls_friction_result result;
    dls_fault fault = {0};
    for (int method = 0; method < 3; method++) {
        dls_friction_settings s = dls_friction_defaults();
        s.method = method;
        s.max_time = 2;
        assert_code(dls_friction(&P, &s, false, (dls_host){0}, r, u, NULL, &result, &fault), DLS_OK,
                    &fault);
        assert_true(result.outcome != DLS_SOLVED);
        assert_true(result.message[0] != '\0');
    }
    P.W = (dls_view){4, 4, p, i, x}; /* and a singular one that has a solution */
    q[2] = 1;
    assert_code(dls_friction(&P, NULL, false, (dls_host){0}, r, u, NULL, &result, &fault), DLS_OK,
                &fault);
    assert_int_equal(result.outcome, DLS_SOLVED);
    assert_small(fabs(r[0] - 1), 1e-7);
}

static void test_bad_input(void **state)
{
    (void)state;
    friction *P = friction_random(FULL_RANK, 3, 3, 5, 4);
    dls_friction_result r;
    dls_fault fault = {0};
    dls_friction_problem bad = P->local;
    bad.dimension = 4;
    assert_code(run(P, &bad, 0, false, &r, &fault), DLS_ERROR_DIMENSION, &fault);
    bad = P->local;
    bad.W.cols--;
    assert_code(run(P, &bad, 0, false, &r, &fault), DLS_ERROR_DIMENSION, &fault);
    bad = P->global;
    bad.H.rows++;
    assert_code(run(P, &bad, 0, false, &r, &fault), DLS_ERROR_DIMENSION, &fault);
    double *places[] = {&P->f[1], &P->w[2], &P->q[1], &P->Ms.x[0], &P->Hs.x[2], &P->Ws.x[3]};
    for (int k = 0; k < 6; k++) {
        double keep = *places[k];
        *places[k] = k % 2 ? NAN : INFINITY;
        const dls_friction_problem *F = k == 2 || k == 5 ? &P->local : &P->global;
        assert_code(run(P, F, 0, false, &r, &fault), DLS_ERROR_NOT_FINITE, &fault);
        *places[k] = keep;
    }
    const double wrong[] = {-1, NAN};
    for (int k = 0; k < 2; k++) {
        P->mu[1] = wrong[k];
        assert_code(run(P, &P->global, 0, false, &r, &fault), DLS_ERROR_NOT_FINITE, &fault);
        assert_non_null(strstr(fault.text, "mu(2)"));
    }
    P->mu[1] = 0.3;
    assert_code(run(P, &P->global, 77, false, &r, &fault), DLS_ERROR_OPTION, &fault);
    friction_free(P);
}

static void count_line(void *data, const char *text)
{
    int *count = data;
    *count += text[0] != '\0';
}

static void test_display(void **state)
{
    (void)state;
    friction *P = friction_random(FULL_RANK, 3, 4, 8, 9);
    dls_fault fault = {0};
    int lines[3] = {0};
    for (int level = 0; level < 3; level++) {
        dls_friction_settings s = dls_friction_defaults();
        dls_friction_result r;
        s.display = level;
        s.method = DLS_FRICTION_INTERIOR_POINT; /* auto may need one sweep */
        assert_code(dls_friction(&P->local, &s, false,
                                 (dls_host){.line = count_line, .data = &lines[level]}, P->r, P->u,
                                 NULL, &r, &fault),
                    DLS_OK, &fault);
    }
    assert_true(lines[0] == 0 && lines[1] == 1 && lines[2] > 3);
    friction_free(P);
}

static void test_memory(void **state)
{
    (void)state;
    friction *P = friction_random(FULL_RANK, 3, 4, 8, 9);
    for (int method = 0; method < 3; method++) {
        dls_friction_settings s = dls_friction_defaults();
        s.method = method;
        s.max_iterations = method == DLS_FRICTION_AUTO ? 1000 : 0; /* no sweeps, which suffice */
        friction_without_memory(P, &s, 9);
    }
    friction_without_memory(P, NULL, 4);
    friction_free(P);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_projection),    cmocka_unit_test(test_derivatives),
        cmocka_unit_test(test_small_inverse), cmocka_unit_test(test_families),
        cmocka_unit_test(test_small),         cmocka_unit_test(test_warm),
        cmocka_unit_test(test_limits),        cmocka_unit_test(test_infeasible),
        cmocka_unit_test(test_bad_input),     cmocka_unit_test(test_display),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
