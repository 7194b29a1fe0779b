/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/lcp: the set of all solutions; calls that must fail; memory that runs out. */
#include "check.h"
#include "lcp_problems.h"

/* The centre of each face, far along its rays and along the lines, solves the problem. */
static void check_faces(const lcp *L, const dls_lcp_set *S)
{
    dls_int N = L->N;
    double *v = need(N, 8);
    for (dls_int f = 0; f < S->faces; f++) {
        dls_int start = S->face_start[f], end = S->face_start[f + 1], corners = 0;
        for (dls_int k = start; k < end; k++) {
            corners += S->face_item[k] < S->vertices;
            assert_true(S->face_item[k] < S->vertices + S->rays);
        }
        assert_true(corners > 0);
        for (dls_int reach = 0; reach < 3; reach++) {
            memset(v, 0, (size_t)N * sizeof *v);
            for (dls_int k = start; k < end; k++) {
                dls_int item = S->face_item[k];
                bool ray = item >= S->vertices;
                const double *x = ray ? S->ray + (item - S->vertices) * N : S->vertex + item * N;
                dls_axpy(N, ray ? (double)reach : 1 / (double)corners, x, v);
            }
            for (dls_int k = 0; k < S->lines; k++) {
                dls_axpy(N, (double)(k - reach), S->line + k * N, v);
            }
            lcp_check_solution(L, v, NULL, 1e-9);
        }
    }
    free(v);
}

static dls_lcp_set *all(const lcp *L)
{
    dls_lcp_set *S = NULL;
    dls_fault fault = {0};
    assert_code(dls_lcp_all(&L->P, &S, &fault), DLS_OK, &fault);
    assert_true(S->complete);
    assert_int_equal(S->N, L->N);
    assert_true(S->bases == ldexp(1, (int)(L->N - L->free)));
    for (dls_int k = 0; k < S->vertices; k++) {
        lcp_check_solution(L, S->vertex + k * L->N, NULL, 1e-9);
    }
    check_faces(L, S);
    return S;
}

/* The numbers of vertices, rays, lines and faces; the set is freed. */
static void expect(const lcp *L, dls_int vertices, dls_int rays, dls_int lines, dls_int faces)
{
    dls_lcp_set *S = all(L);
    assert_int_equal(S->vertices, vertices);
    assert_int_equal(S->rays, rays);
    assert_int_equal(S->lines, lines);
    assert_int_equal(S->faces, faces);
    dls_lcp_set_free(S);
}

static void test_known_sets(void **state)
{
    (void)state;
    static const struct {
        dls_int N, free, vertices, rays, lines, faces;
        double A[16], q[4]; /* by rows */
    } known[] = {
        {1, 0, 1, 0, 0, 1, {1}, {-1}},
        {1, 0, 0, 0, 0, 0, {0}, {-1}},
        {1, 0, 1, 1, 0, 1, {0}, {0}},
        {1, 0, 1, 0, 0, 1, {0}, {1}},
        {1, 1, 1, 0, 1, 1, {0}, {0}},
        {4, 0, 1, 4, 0, 1, {0}, {0}},                                  /* the orthant */
        {2, 0, 1, 2, 0, 2, {0, 0, 1, 0}, {0, -1}},                     /* (1, 0), singular bases */
        {2, 0, 2, 0, 0, 1, {1, 1, 1, 1}, {-1, -1}},                    /* a segment */
        {3, 0, 3, 0, 0, 1, {1, 1, 1, 1, 1, 1, 1, 1, 1}, {-1, -1, -1}}, /* a triangle */
        {2, 0, 4, 0, 0, 4, {-1, 0, 0, -1}, {1, 1}},                    /* 2^n points */
        {2, 0, 0, 0, 0, 0, {-1, 0, 1, -1}, {-1, -1}},
        {2, 0, 3, 0, 0, 3, {1, 2, 2, 1}, {-1, -1}},
        {2, 0, 2, 1, 0, 2, {0, 1, 0, -1}, {0, 1}}, /* z_1 >= 0; or w_1 = z_2 = 1, z_1 = 0 */
        {3, 2, 1, 0, 1, 1, {1, 1, 0, 1, 1, 0, 0, 0, 1}, {1, 1, -1}},
        {3, 2, 0, 0, 1, 0, {1, 1, 0, 1, 1, 0, 0, 0, 1}, {1, 2, -1}},
        {4, 2, 1, 0, 2, 1, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, {0, 0, -1, 1}},
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        lcp *L = lcp_of_values(known[k].N, known[k].free, known[k].A, known[k].q);
        expect(L, known[k].vertices, known[k].rays, known[k].lines, known[k].faces);
        lcp_free(L);
    }
}

static void test_unique(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        lcp *L[] = {lcp_definite(8, 1, seed), lcp_murty(8), lcp_fathi(8),
                    lcp_program(8, 2, 0, 5, seed), lcp_definite(1, 0, seed)};
        for (int k = 0; k < 5; k++) {
            dls_lcp_set *S = all(L[k]);
            assert_true(S->vertices == 1 && S->rays == 0 && S->lines == 0 && S->faces == 1);
            assert_small(distance(L[k]->N, S->vertex, L[k]->v),
                         1e-9 * (1 + length(L[k]->N, L[k]->v)));
            dls_lcp_set_free(S);
            lcp_free(L[k]);
        }
    }
}

/* All nonsingular bases once more, by the pseudoinverse of the tests. */
static dls_int count_solutions(const lcp *L)
{
    dls_int N = L->N, found = 0;
    double *B = need(N * N, 8), *v = need(N, 8), *w = need(N, 8), *r = need(N, 8);
    for (unsigned choice = 0; choice < 1u << N; choice++) {
        for (dls_int j = 0; j < N; j++) {
            for (dls_int i = 0; i < N; i++) {
                B[i + j * N] = choice >> j & 1 ? L->A[i + j * N] : i == j ? -1 : 0;
            }
            r[j] = -L->q[j];
        }
        double *x = dense_pseudo_solve(N, B, r);
        for (dls_int j = 0; j < N; j++) {
            v[j] = choice >> j & 1 ? x[j] : 0;
        }
        found += lcp_error(L, v, w) <= 1e-9;
        free(x);
    }
    free(B);
    free(v);
    free(w);
    free(r);
    return found;
}

static void test_arbitrary(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= (small_sizes() ? 3 : 30); seed++) {
        lcp *L = lcp_of(7, 0, dense_random(7, 7, 1, seed), vector_random(7, seed + 1), NULL);
        dls_int count = count_solutions(L);
        expect(L, count, 0, 0, count);
        lcp_free(L);
    }
}

/* Low rank and ties: Lemke's solution lies in one of the faces, as w at the vertices shows. */
static void test_faces(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= (small_sizes() ? 3 : 20); seed++) {
        lcp *L[] = {lcp_semidefinite(8, 3, 0, 0.3, seed), lcp_semidefinite(7, 2, 1, 0.5, seed),
                    lcp_contacts(2, 3), lcp_program(5, 2, 2, 5, seed)};
        for (int k = 0; k < 4; k++) {
            dls_lcp_set *S = all(L[k]);
            double *v = need(L[k]->N, 8);
            assert_true(S->faces == 1); /* a monotone problem: the set is convex */
            assert_int_equal(lcp_run(L[k], DLS_LCP_LEMKE, v).outcome, DLS_SOLVED);
            free(v);
            dls_lcp_set_free(S);
            lcp_free(L[k]);
        }
    }
}

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
    assert_code(dls_lcp_all(&P, &S, &fault), DLS_ERROR_OPTION, &fault);
    assert_null(S);
    s.method = DLS_LCP_ENUMERATE;
    assert_code(dls_lcp(&P, &s, (dls_sink){0}, v, w, NULL, &r, &fault), DLS_ERROR_OPTION, &fault);
    s.method = 1.5;
    assert_code(dls_lcp(&P, &s, (dls_sink){0}, v, w, NULL, &r, &fault), DLS_ERROR_OPTION, &fault);
    s = dls_lcp_defaults();
    s.relaxation = 2;
    assert_code(dls_lcp(&P, &s, (dls_sink){0}, v, w, NULL, &r, &fault), DLS_ERROR_OPTION, &fault);
    P.free = 22;
    assert_code(dls_lcp(&P, NULL, (dls_sink){0}, v, w, NULL, &r, &fault), DLS_ERROR_DIMENSION,
                &fault);
    P = L->P;
    P.M.rows = 22;
    assert_code(dls_lcp(&P, NULL, (dls_sink){0}, v, w, NULL, &r, &fault), DLS_ERROR_DIMENSION,
                &fault);
    P = L->P;
    L->q[3] = NAN;
    assert_code(dls_lcp(&P, NULL, (dls_sink){0}, v, w, NULL, &r, &fault), DLS_ERROR_NOT_FINITE,
                &fault);
    assert_code(dls_lcp_all(&P, &S, &fault), DLS_ERROR_NOT_FINITE, &fault);
    s = dls_lcp_defaults();
    s.method = DLS_LCP_LEMKE;
    assert_code(dls_lcp(&large, &s, (dls_sink){0}, v, w, NULL, &r, &fault), DLS_ERROR_OPTION,
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
    for (int method = DLS_LCP_LEMKE; method <= DLS_LCP_PGS; method += 3) {
        for (int display = 0; display <= 2; display++) {
            int lines = 0;
            s.method = method;
            s.display = display;
            assert_code(dls_lcp(&L->P, &s, (dls_sink){count_line, &lines}, v, w, NULL, &r, &fault),
                        DLS_OK, &fault);
            assert_true(display == 2 ? lines >= 1 : lines == display);
        }
    }
    memset(v, 0, sizeof v);
    s = dls_lcp_defaults();
    s.max_iterations = 1;
    for (int method = DLS_LCP_LEMKE; method <= DLS_LCP_PGS; method += 3) {
        s.method = method;
        assert_code(dls_lcp(&L->P, &s, (dls_sink){0}, v, w, NULL, &r, &fault), DLS_OK, &fault);
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
        dls_error error = method < 0 ? dls_lcp_all(&L->P, &S, &fault)
                                     : dls_lcp(&L->P, &s, (dls_sink){0}, v, w, NULL, &r, &fault);
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
    for (int k = 0; k < 4; k++) {
        sweep(L[k], DLS_LCP_AUTO);
        sweep(L[k], DLS_LCP_LEMKE);
        sweep(L[k], DLS_LCP_PGS);
        if (L[k]->N <= 20) {
            sweep(L[k], DLS_LCP_ENUMERATE);
            sweep(L[k], -1);
        }
        lcp_free(L[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_sets), cmocka_unit_test(test_unique),
        cmocka_unit_test(test_arbitrary),  cmocka_unit_test(test_faces),
        cmocka_unit_test(test_bad_input),  cmocka_unit_test(test_display_and_limit),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests_name("lcp_all", tests, NULL, NULL);
}
