/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every public call while memory runs out: at the k-th allocation of the library for all k, and at
   the k-th one of SuiteSparse. valgrind and the sanitizers prove that nothing leaks or is touched
   after it was freed. */
#include "check.h"
#include "problems.h"
#include "short_memory.h"

typedef struct {
    const char *name;
    int family, method;
    bool weighted;              /* with a full Weight */
    double constraints, forces; /* inconsistency */
    dls_error (*call)(const void *scenario, problem *P, dls_fault *fault);
    bool rescued; /* by a direct method */
} scenario;

/* Verify what a call returned although memory may have been short: then the answer is right. */
static void verify(const scenario *S, const problem *P, const double *a, const double *lambda,
                   const dls_kkt_result *r)
{
    bool consistent = S->constraints == 0 && S->forces == 0;
    assert_int_equal(r->outcome, consistent ? DLS_SOLVED : DLS_INCONSISTENT);
    if (!S->weighted) { /* least squares and minimum norm depend on the weight */
        assert_small(distance(P->n, a, P->a), 10 * P->accuracy * length(P->n, P->a));
        assert_small(distance(P->m, lambda, P->lambda), 10 * P->accuracy * length(P->m, P->lambda));
    }
}

/* setup, solve twice, update, solve, free: stops at the first error. */
static dls_error run_kkt(const void *scene, problem *P, dls_fault *fault)
{
    const scenario *S = scene;
    dls_kkt_settings s = dls_kkt_defaults();
    dls_kkt *K = NULL;
    dls_kkt_result r = {0};
    double *a = need(P->n, 8), *lambda = need(P->m, 8), *x = need(P->n, 8), *y = need(P->m, 8);
    double *Wd = dense_gram(P->m, P->m, 0.3, 1, 4);
    dls_mat W = S->weighted ? sparse_of(P->m, P->m, Wd) : (dls_mat){0};
    s.method = S->method;
    if (S->rescued) { /* one step that gets nowhere: a direct method takes over */
        s.max_iterations = 1;
        s.rho = s.delta = 1e-2;
    }
    dls_error error = dls_kkt_setup(P->M, P->G, dls_see(&W), &s, (dls_host){0}, &K, fault);
    assert_true((K == NULL) == (error != DLS_OK));
    for (int k = 0; !error && k < 3; k++) {
        error = k == 2 ? dls_kkt_update(K, P->M, P->G, fault) : DLS_OK;
        if (!error) {
            error = dls_kkt_solve(K, P->F, P->b, a, lambda, (dls_kkt_certificate){y, x}, &r, fault);
        }
        if (!error) {
            verify(S, P, a, lambda, &r);
        }
    }
    if (error && K) { /* whatever is left of it must stand more calls */
        dls_fault later;
        dls_kkt_get_stats(K);
        dls_kkt_solve(K, P->F, P->b, a, lambda, (dls_kkt_certificate){y, x}, &r, &later);
    }
    dls_kkt_free(K);
    sparse_free(&W);
    double *arrays[] = {a, lambda, x, y, Wd};
    for (int k = 0; k < 5; k++) {
        free(arrays[k]);
    }
    return error;
}

static dls_error run_once(const void *scene, problem *P, dls_fault *fault)
{
    dls_kkt_result r = {0};
    double *a = need(P->n, 8), *lambda = need(P->m, 8);
    dls_error error = dls_kkt_once(P->M, P->G, P->F, P->b, a, lambda, &r, fault);
    if (!error) {
        verify(scene, P, a, lambda, &r);
    }
    free(a);
    free(lambda);
    return error;
}

static dls_error run_redundancy(const void *scene, problem *P, dls_fault *fault)
{
    (void)scene;
    dls_redundancy_report *R = NULL;
    dls_error error = dls_redundancy(P->M, P->G, NULL, &R, fault);
    assert_true((R == NULL) == (error != DLS_OK));
    if (R) {
        assert_int_equal(R->rank, P->m - P->nullity);
        assert_int_equal(R->floating.cols, P->floating);
        assert_non_null(R->kernel.p);
    }
    dls_redundancy_free(R);
    return error;
}

static const scenario scenarios[] = {
    {"auto", REPEATED, DLS_KKT_AUTO, false, 0, 0, run_kkt, false},
    {"cholesky", REPEATED, DLS_KKT_CHOLESKY, false, 0, 0, run_kkt, false},
    {"ldl", REPEATED, DLS_KKT_LDL, false, 0, 0, run_kkt, false},
    {"lu", REPEATED, DLS_KKT_LU, false, 0, 0, run_kkt, false},
    {"qr", REPEATED, DLS_KKT_QR, false, 0, 0, run_kkt, false},
    {"dense", REPEATED, DLS_KKT_DENSE, false, 0, 0, run_kkt, false},
    {"floating", FLOATING, DLS_KKT_AUTO, false, 0, 0, run_kkt, false},
    {"units", UNITS, DLS_KKT_AUTO, false, 0, 0, run_kkt, false},
    {"chain", CHAIN, DLS_KKT_AUTO, false, 0, 0, run_kkt, false},
    {"weighted", REPEATED, DLS_KKT_AUTO, true, 0, 0, run_kkt, false},
    {"weighted dense", REPEATED, DLS_KKT_DENSE, true, 0, 0, run_kkt, false},
    {"inconsistent", FLOATING, DLS_KKT_AUTO, false, 1, 1, run_kkt, false},
    {"rescued", REPEATED, DLS_KKT_AUTO, false, 0, 0, run_kkt, true},
    {"weighted, inconsistent", REPEATED, DLS_KKT_AUTO, true, 1, 0, run_kkt, false},
    {"once", REPEATED, DLS_KKT_AUTO, false, 0, 0, run_once, false},
    {"redundancy", FLOATING, DLS_KKT_AUTO, false, 0, 0, run_redundancy, false},
    {"redundancy, definite", FULL, DLS_KKT_AUTO, false, 0, 0, run_redundancy, false},
};
enum { SCENARIOS = sizeof scenarios / sizeof *scenarios };

static problem *make(const scenario *S)
{
    problem *P = problem_make(S->family);
    if (S->constraints > 0) {
        problem_spoil_constraints(P, S->constraints * length(P->m, P->b));
        P->accuracy *= fmax(1, S->constraints);
    }
    if (S->forces > 0) {
        problem_spoil_forces(P, S->forces * length(P->n, P->F));
    }
    return P;
}

static void test_every_allocation(void **state)
{
    const scenario *S = *state;
    problem *P = make(S);
    bool failed = true;
    for (dls_int k = 1; failed; k++) {
        dls_fault fault = {0};
        dls_int before = dls_test_allocations();
        dls_test_fail_allocation(k);
        dls_error error = S->call(S, P, &fault);
        dls_test_fail_allocation(0);
        failed = dls_test_allocations() - before >= k;
        if (failed && !error) {
            print_error("%s: allocation %d failed unnoticed\n", S->name, (int)k);
        }
        assert_code(error, failed ? DLS_ERROR_MEMORY : DLS_OK, &fault);
    }
    problem_free(P);
}

/* ---- SuiteSparse's allocator ---- */

/* An error in words or a right answer (which the call verifies): nothing else. */
static void run_short_of_memory(const scenario *S, problem *P, int from, int until)
{
    dls_fault fault = {0};
    calls = 0;
    fail_at = from;
    fail_until = until;
    dls_error error = S->call(S, P, &fault);
    fail_at = fail_until = 0;
    assert_code(error, error ? DLS_ERROR_MEMORY : DLS_OK, &fault);
}

static void test_suitesparse(void **state)
{
    const scenario *S = *state;
    problem *P = make(S);
    suitesparse_allocates_by(failing_malloc, failing_calloc, failing_realloc);
    run_short_of_memory(S, P, 0, 0);
    int total = calls, dense_until = small_sizes() ? 20 : 60;
    for (int k = 1; k <= total; k += k < dense_until ? 1 : 7) {
        run_short_of_memory(S, P, k, k);
        run_short_of_memory(S, P, k, total + 1000);
    }
    suitesparse_allocates_by(malloc, calloc, realloc);
    problem_free(P);
}

int main(void)
{
    struct CMUnitTest tests[2 * SCENARIOS];
    for (int k = 0; k < SCENARIOS; k++) {
        void *S = (void *)&scenarios[k];
        tests[k] = (struct CMUnitTest){scenarios[k].name, test_every_allocation, NULL, NULL, S};
        tests[SCENARIOS + k] =
            (struct CMUnitTest){scenarios[k].name, test_suitesparse, NULL, NULL, S};
    }
    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
