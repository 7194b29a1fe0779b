/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/solutions: the set of all solutions. */
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
    assert_code(dls_lcp_all(&L->P, NULL, (dls_host){0}, &S, &fault), DLS_OK, &fault);
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
        {2, 0, 1, 0, 0, 1, {1, 1e-9, 1e-9, 1}, {-1, 1e-30}},
        {2, 0, 3, 0, 0, 3, {1, 2, 2, 1}, {-1, -1}},
        {2, 0, 2, 1, 0, 2, {0, 1, 0, -1}, {0, 1}}, /* z_1 >= 0; or w_1 = z_2 = 1, z_1 = 0 */
        {3, 2, 1, 0, 1, 1, {1, 1, 0, 1, 1, 0, 0, 0, 1}, {1, 1, -1}},
        {3, 2, 0, 0, 0, 0, {1, 1, 0, 1, 1, 0, 0, 0, 1}, {1, 2, -1}},
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
                         1e-13 * (1 + length(L[k]->N, L[k]->v)));
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

/* Least squares with x >= 0 over the columns (vertex, 1) and (ray, 0) of a face: is v in it? */
static bool in_face(const lcp *L, const dls_lcp_set *S, dls_int f, const double *v)
{
    dls_int N = L->N, start = S->face_start[f], count = S->face_start[f + 1] - start;
    double *B = need((N + 1) * count, 8), *A = need(count * count, 8), *q = need(count, 8);
    double *r = need(N + 1, 8), *x = need(count, 8);
    dls_copy(N, v, r);
    r[N] = 1;
    for (dls_int k = 0; k < count; k++) {
        dls_int item = S->face_item[start + k];
        bool ray = item >= S->vertices;
        dls_copy(N, ray ? S->ray + (item - S->vertices) * N : S->vertex + item * N,
                 B + k * (N + 1));
        B[N + k * (N + 1)] = !ray;
    }
    for (dls_int k = 0; k < count; k++) {
        dense_apply_t(N + 1, count, 1, B, B + k * (N + 1), A + k * count);
    }
    dense_apply_t(N + 1, count, -1, B, r, q);
    lcp *K = lcp_of(count, 0, A, q, NULL);
    assert_int_equal(lcp_run(K, DLS_LCP_LEMKE, x).outcome, DLS_SOLVED);
    dense_apply(N + 1, count, -1, B, x, r);
    bool inside = length(N + 1, r) <= 1e-8 * (1 + length(N, v));
    free(B);
    free(r);
    free(x);
    lcp_free(K);
    return inside;
}

/* Entries -1, 0, 1: singular bases everywhere. All solutions with entries 0, 1, 2 are in a face. */
static void test_lattice(void **state)
{
    (void)state;
    enum { N = 4, POINTS = 81 };
    for (uint64_t seed = 1; seed <= (small_sizes() ? 5 : 200); seed++) {
        double *A = dense_random(N, N, 0.7, seed), *q = vector_random(N, seed + 1), v[N], w[N];
        for (int k = 0; k < N * N; k++) {
            A[k] = round(A[k]);
        }
        for (int k = 0; k < N; k++) {
            q[k] = round(q[k]);
        }
        lcp *L = lcp_of(N, 0, A, q, NULL);
        dls_lcp_set *S = all(L);
        for (int point = 0; point < POINTS; point++) {
            bool found = false;
            for (int k = 0, digits = point; k < N; k++, digits /= 3) {
                v[k] = digits % 3;
            }
            bool solution = lcp_error(L, v, w) <= 1e-12;
            for (dls_int f = 0; solution && !found && f < S->faces; f++) {
                found = in_face(L, S, f, v);
            }
            assert_true(found == solution);
        }
        dls_lcp_set_free(S);
        lcp_free(L);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_sets), cmocka_unit_test(test_unique),
        cmocka_unit_test(test_arbitrary),  cmocka_unit_test(test_faces),
        cmocka_unit_test(test_lattice),
    };
    return cmocka_run_group_tests_name("lcp_all", tests, NULL, NULL);
}
