/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/lcp: calls that must fail, limits, what is printed, memory that runs out. */
#include "check.h"
#include "lcp_problems.h"

static void test_bad_input(void **state)
{
    (void)state;
    dls_fault fault = {0};
    double *v = need(6000, 8), *w = need(6000, 8);
    dls_lcp_result r;
    dls_lcp_set *S;
    dls_lcp_settings s = dls_lcp_defaults();
    lcp *L = lcp_definite(21, 0, 1);
    dls_int *starts = need(6001, 8); /* a matrix without entries */
    dls_lcp_problem large = {{6000, 6000, starts, starts, v}, v, 0};
    dls_lcp_problem P = L->P;
    assert_code(dls_lcp_all(&P, NULL, (dls_host){0}, &S, &fault), DLS_ERROR_OPTION, &fault);
    assert_null(S);
    s.method = DLS_LCP_ENUMERATE;
    assert_code(dls_lcp(&P, &s, (dls_host){0}, v, w, NULL, &r, &fault), DLS_ERROR_OPTION, &fault);
    s.method = 1.5;
    assert_code(dls_lcp(&P, &s, (dls_host){0}, v, w, NULL, &r, &fault), DLS_ERROR_OPTION, &fault);
    s = dls_lcp_defaults();
    s.relaxation = 2;
    assert_code(dls_lcp(&P, &s, (dls_host){0}, v, w, NULL, &r, &fault), DLS_ERROR_OPTION, &fault);
    P.free = 22;
    assert_code(dls_lcp(&P, NULL, (dls_host){0}, v, w, NULL, &r, &fault), DLS_ERROR_DIMENSION,
                &fault);
    P = L->P;
    P.M.rows = 22;
    assert_code(dls_lcp(&P, NULL, (dls_host){0}, v, w, NULL, &r, &fault), DLS_ERROR_DIMENSION,
                &fault);
    P = L->P;
    L->q[3] = NAN;
    assert_code(dls_lcp(&P, NULL, (dls_host){0}, v, w, NULL, &r, &fault), DLS_ERROR_NOT_FINITE,
                &fault);
    assert_code(dls_lcp_all(&P, NULL, (dls_host){0}, &S, &fault), DLS_ERROR_NOT_FINITE, &fault);
    s = dls_lcp_defaults();
    s.method = DLS_LCP_LEMKE;
    assert_code(dls_lcp(&large, &s, (dls_host){0}, v, w, NULL, &r, &fault), DLS_ERROR_OPTION,
                &fault);
    free(v);
    free(w);
    free(starts);
    lcp_free(L);
}

static void count_line(void *data, const char *text)
{
    int *count = data;
    *count += text[0] != '\0';
}

static void test_display_and_limit(void **state)
{
    (void)state;
    lcp *L = lcp_definite(20, 0, 3);
    double v[20] = {0}, w[20];
    dls_fault fault = {0};
    dls_lcp_result r;
    dls_lcp_settings s = dls_lcp_defaults();
    for (int method = DLS_LCP_LEMKE; method <= DLS_LCP_GAUSS_SEIDEL; method += 3) {
        for (int display = 0; display <= 2; display++) {
            int lines = 0;
            s.method = method;
            s.display = display;
            assert_code(dls_lcp(&L->P, &s, (dls_host){.line = count_line, .data = &lines}, v, w,
                                NULL, &r, &fault),
                        DLS_OK, &fault);
            assert_true(display == 2 ? lines >= 1 : lines == display);
        }
    }
    memset(v, 0, sizeof v);
    s = dls_lcp_defaults();
    s.max_iterations = 1;
    for (int method = DLS_LCP_LEMKE; method <= DLS_LCP_GAUSS_SEIDEL; method += 3) {
        s.method = method;
        assert_code(dls_lcp(&L->P, &s, (dls_host){0}, v, w, NULL, &r, &fault), DLS_OK, &fault);
        assert_int_equal(r.outcome, DLS_MAX_ITERATIONS);
    }
    lcp_free(L);
}

/* Every allocation of a call fails once: an error, or as good an answer as with memory. */
static void sweep(const lcp *L, int method)
{
    bool failed = true;
    double *v = need(L->N, 8), *w = need(L->N, 8);
    dls_lcp_settings s = dls_lcp_defaults();
    for (dls_int k = 1; failed; k++) {
        dls_fault fault = {0};
        dls_lcp_result r = {0};
        dls_lcp_set *S = NULL;
        s.method = method < 0 ? 0 : method;
        memset(v, 0, (size_t)L->N * sizeof *v);
        dls_int before = dls_test_allocations();
        dls_test_fail_allocation(k);
        dls_error error = method < 0 ? dls_lcp_all(&L->P, NULL, (dls_host){0}, &S, &fault)
                                     : dls_lcp(&L->P, &s, (dls_host){0}, v, w, NULL, &r, &fault);
        dls_test_fail_allocation(0);
        failed = dls_test_allocations() - before >= k;
        assert_code(error, failed ? DLS_ERROR_MEMORY : DLS_OK, &fault);
        assert_true(method >= 0 || (S == NULL) == (error != DLS_OK));
        dls_lcp_set_free(S);
    }
    free(v);
    free(w);
}

static void test_memory(void **state)
{
    (void)state;
    lcp *L[] = {lcp_semidefinite(6, 2, 1, 0.5, 3), lcp_program(5, 2, 2, 4, 2),
                lcp_infeasible(6, 3, 5), lcp_semidefinite(70, 20, 1, 0, 2)};
    for (int k = 0; k < (small_sizes() ? 3 : 4); k++) {
        sweep(L[k], DLS_LCP_AUTO);
        sweep(L[k], DLS_LCP_LEMKE);
        sweep(L[k], DLS_LCP_GAUSS_SEIDEL);
        if (L[k]->N <= 20) {
            sweep(L[k], DLS_LCP_ENUMERATE);
            sweep(L[k], -1);
        }
    }
    for (int k = 0; k < 4; k++) {
        lcp_free(L[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_display_and_limit),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests_name("lcp_calls", tests, NULL, NULL);
}
