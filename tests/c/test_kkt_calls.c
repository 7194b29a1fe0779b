/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/kkt: what a caller may rely on besides the solution. */
#include "calls.h"
#include "kkt/kkt.h"
#include "short_memory.h"
#include "toy_backend.h"

/* A weight of each kind: none, a diagonal, a matrix. */
static dls_mat weight(int kind, dls_int m)
{
    double *W = dense_gram(m, m, 0.1, 1, 21);
    for (dls_int k = 0; kind == 1 && k < m * m; k++) {
        W[k] = k % (m + 1) == 0 ? 1 + (double)(k % 7) : 0;
    }
    dls_mat S = kind == 0 ? (dls_mat){0} : sparse_of(m, m, W);
    free(W);
    return S;
}

/* Neither in the library nor in SuiteSparse, once a first solve has shown it the way. */
static void check_no_allocation(const problem *P, dls_view W, int method, dls_outcome expected)
{
    double *a = need(P->n, sizeof *a), *lambda = need(P->m, sizeof *lambda);
    suitesparse_allocates_by(failing_malloc, failing_calloc, failing_realloc);
    dls_kkt *K = setup(P, W, method);
    solve(K, P, a, lambda);
    dls_int before = dls_test_allocations();
    int theirs = calls;
    assert_int_equal(solve(K, P, a, lambda).outcome, expected);
    assert_int_equal(dls_test_allocations() - before, 0);
    assert_int_equal(calls - theirs, 0);
    dls_kkt_free(K);
    suitesparse_allocates_by(malloc, calloc, realloc);
    free(a);
    free(lambda);
}

static void test_no_allocation_per_solve(void **state)
{
    (void)state;
    for (int method = DLS_KKT_AUTO; method <= DLS_KKT_DENSE; method++) {
        for (int kind = 0; kind < 3; kind++) {
            problem *P = problem_random(50, 60, 3);
            dls_mat W = weight(kind, P->m);
            check_no_allocation(P, dls_see(&W), method, DLS_SOLVED);
            problem_spoil_constraints(P, 1);
            check_no_allocation(P, dls_see(&W), method, DLS_INCONSISTENT);
            sparse_free(&W);
            problem_free(P);
        }
        problem *P = problem_make(FLOATING);
        problem_spoil_forces(P, 1);
        check_no_allocation(P, NO_WEIGHT, method, DLS_INCONSISTENT);
        problem_free(P);
    }
}

/* The same bits from a second setup, from a second solve and in one call; inputs as they were. */
static void test_same_bits_and_untouched_inputs(void **state)
{
    (void)state;
    problem *P = problem_make(LATTICE), *Q = problem_make(LATTICE);
    size_t n = (size_t)P->n, m = (size_t)P->m;
    double *a[3], *lambda[3];
    dls_kkt *K = NULL, *borrowed = NULL;
    dls_fault fault;
    dls_kkt_result r;
    for (int k = 0; k < 3; k++) {
        a[k] = need(P->n, sizeof **a);
        lambda[k] = need(P->m, sizeof **lambda);
    }
    K = setup(P, NO_WEIGHT, DLS_KKT_AUTO);
    solve(K, P, a[0], lambda[0]);
    solve(K, P, a[1], lambda[1]);
    assert_code(dls_kkt_once(P->M, P->G, P->F, P->b, a[2], lambda[2], &r, &fault), DLS_OK, &fault);
    assert_code(dls_kkt_borrow(P->M, P->G, NO_WEIGHT, NULL, SILENT, &borrowed, &fault), DLS_OK,
                &fault);
    assert_code(dls_kkt_update(borrowed, P->M, P->G, &fault), DLS_ERROR_OPTION, &fault);
    for (int k = 1; k < 3; k++) {
        assert_memory_equal(a[0], a[k], n * sizeof(double));
        assert_memory_equal(lambda[0], lambda[k], m * sizeof(double));
    }
    assert_memory_equal(P->F, Q->F, n * sizeof(double));
    assert_memory_equal(P->b, Q->b, m * sizeof(double));
    assert_memory_equal(P->M.x, Q->M.x, (size_t)P->M.p[n] * sizeof(double));
    assert_memory_equal(P->G.x, Q->G.x, (size_t)P->G.p[m] * sizeof(double));
    assert_true(dls_same_pattern(P->M, Q->M) && dls_same_pattern(P->G, Q->G));
    for (int k = 0; k < 3; k++) {
        free(a[k]);
        free(lambda[k]);
    }
    dls_kkt_free(K);
    dls_kkt_free(borrowed);
    problem_free(P);
    problem_free(Q);
}

/* dls_kkt_residual against its definition in delassus.h, at a candidate that is no solution. */
static void test_residual_definition(void **state)
{
    (void)state;
    problem *P = problem_make(REDUNDANT);
    dls_int n = P->n, m = P->m;
    double *a = vector_random(n, 1), *l = vector_random(m, 2), *work = need(2 * (n + m), 8);
    double *Ma = need(n, 8), *Gl = need(n, 8), *r = vector_copy(n, P->F), *s = vector_copy(m, P->b);
    double *scale = need(m, 8), mass = 0, gradient = 0, dynamics, constraints;
    dense_apply(n, n, 1, P->Md, a, Ma);
    dense_apply(n, m, 1, P->Gd, l, Gl);
    dense_apply(n, n, 1, P->Md, a, r);
    dense_apply(n, m, -1, P->Gd, l, r);
    dense_apply_t(n, m, 1, P->Gd, a, s);
    for (dls_int j = 0; j < m; j++) {
        gradient = fmax(gradient, length(n, P->Gd + j * n));
        for (dls_int i = 0; i < n; i++) {
            scale[j] += fabs(P->Gd[i + j * n] * a[i]);
        }
    }
    for (dls_int k = 0; k < n; k++) {
        mass = fmax(mass, P->Md[k * (n + 1)]);
    }
    double size1 = length(n, P->F) + length(n, Ma) + length(n, Gl);
    double size2 = length(m, P->b) + length(m, scale);
    dls_kkt_residual(P->M, P->G, P->F, P->b, a, l, work, &dynamics, &constraints);
    assert_small(fabs(dynamics - length(n, r) / size1), 1e-14);
    assert_small(fabs(constraints - length(m, s) / size2), 1e-14);
    double *c = need(m, 8), *none = need(m, 8);
    dense_apply_t(n, m, 1, P->Gd, a, c);
    for (int k = 0; k <= 60; k += 4) { /* statics: but for rounding of what forces would cause */
        for (dls_int i = 0; i < n; i++) {
            r[i] = ldexp(a[i], -k);
        }
        double forced = gradient * length(n, P->F) / mass, left = ldexp(length(m, c), -k);
        double more = fmax(0, left - 4 * DLS_EPS * forced);
        dls_kkt_residual(P->M, P->G, P->F, none, r, l, work, &dynamics, &constraints);
        assert_small(fabs(constraints - more / ldexp(length(m, scale), -k)), 1e-13);
        assert_true(k < 58 || constraints == 0);
    }
    free(c);
    free(none);
    double *arrays[] = {a, l, work, Ma, Gl, r, s, scale};
    for (int k = 0; k < 8; k++) {
        free(arrays[k]);
    }
    problem_free(P);
}

/* A tolerance that no arithmetic meets calls the rescue of 'auto' (dense, or qr for larger
   systems), which must not make the answer worse. */
/* One proximal step with large weights is too few, so a direct method takes over: singular
   values in a small system, Q R in a larger one, where one step is too few again, and it must
   say so. */
static void test_rescue(void **state)
{
    (void)state;
    static const int families[] = {REDUNDANT, FLOATING, UNITS, FAMILIES};
    for (int f = 0; f < 4; f++) {
        bool large = families[f] == FAMILIES;
        if (large && small_sizes()) {
            continue;
        }
        problem *P = large ? problem_random(310, 320, 1) : problem_make(families[f]);
        double *a = need(P->n, sizeof *a), *lambda = need(P->m, sizeof *lambda);
        dls_kkt *K = NULL;
        dls_kkt_settings s = dls_kkt_defaults();
        dls_fault fault;
        s.max_iterations = 1;
        s.rho = s.delta = 1e-2; /* a step that gets nowhere */
        assert_code(dls_kkt_setup(P->M, P->G, NO_WEIGHT, &s, SILENT, &K, &fault), DLS_OK, &fault);
        for (int k = 0; k < 2; k++) {
            dls_kkt_result r = solve(K, P, a, lambda);
            assert_int_equal(r.outcome, large ? DLS_INACCURATE : DLS_SOLVED);
            assert_true(large || strcmp(r.method, "dense") == 0);
            if (!large) {
                verify_solution(P, a, lambda);
                verify_residuals(P, a, lambda, 1e-12);
                assert_small(verify_kernel_part(P, lambda), 1e-12);
            }
        }
        assert_true(!large || strcmp(dls_kkt_get_stats(K).method, "qr") == 0);
        dls_kkt_free(K);
        free(a);
        free(lambda);
        problem_free(P);
    }
}

static void count_line(void *data, const char *text)
{
    ++*(int *)data;
    assert_true(strlen(text) > 0);
}

static void test_display(void **state)
{
    (void)state;
    problem *P = problem_make(FULL);
    double *a = need(P->n, sizeof *a), *lambda = need(P->m, sizeof *lambda);
    int lines[3] = {0};
    dls_fault fault;
    for (int display = 0; display < 3; display++) {
        dls_kkt *K = NULL;
        dls_kkt_settings s = dls_kkt_defaults();
        s.display = display;
        dls_host host = {.line = count_line, .data = &lines[display]};
        assert_code(dls_kkt_setup(P->M, P->G, NO_WEIGHT, &s, host, &K, &fault), DLS_OK, &fault);
        solve(K, P, a, lambda);
        dls_kkt_free(K);
    }
    assert_int_equal(lines[0], 0);
    assert_true(lines[1] > 0 && lines[2] > lines[1] + 1);
    free(a);
    free(lambda);
    problem_free(P);
}

/* dls_kkt by the toy: what is weak about it are large condition numbers, so that larger weights
   and more steps are the better bargain. */
static void test_toy_drives_kkt(void **state)
{
    (void)state;
    for (int family = 0; family < 3; family++) {
        problem *P = family == 0 ? problem_random(20, 30, 5) : problem_make(family);
        double *a = need(P->n, sizeof *a), *lambda = need(P->m, sizeof *lambda);
        dls_kkt_settings s = dls_kkt_defaults();
        dls_kkt_result r;
        dls_kkt *K;
        dls_fault f;
        s.method = DLS_KKT_CHOLESKY; /* and no other one to the rescue */
        s.rho = s.delta = 1e-3;
        assert_code(dls_kkt_setup_by(&toy_backend, false, P->M, P->G, (dls_view){0}, &s,
                                     (dls_host){0}, &K, &f),
                    DLS_OK, &f);
        assert_code(dls_kkt_solve(K, P->F, P->b, a, lambda, (dls_kkt_certificate){0}, &r, &f),
                    DLS_OK, &f);
        assert_int_equal(r.outcome, DLS_SOLVED);
        assert_string_equal(r.method, "toy");
        verify_solution(P, a, lambda);
        dls_kkt_free(K);
        free(a);
        free(lambda);
        problem_free(P);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_allocation_per_solve),
        cmocka_unit_test(test_toy_drives_kkt),
        cmocka_unit_test(test_same_bits_and_untouched_inputs),
        cmocka_unit_test(test_residual_definition),
        cmocka_unit_test(test_rescue),
        cmocka_unit_test(test_display),
    };
    return cmocka_run_group_tests_name("kkt calls", tests, NULL, NULL);
}
