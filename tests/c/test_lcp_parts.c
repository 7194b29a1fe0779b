/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/lcp: the parts by themselves: tableau, monotone or not, residuals, certificates. */
#include "check.h"
#include "lcp_problems.h"
#include "lcp/lcp.h"

static void lay_out(void *object, dls_room *room)
{
    dls_lcp_tableau_take(room, object, ((dls_tableau *)object)->n);
}

/* With the covering vector 2, 4, ..., 2^n Lemke visits all 2^n bases of Murty's example. */
static void test_exponential_path(void **state)
{
    (void)state;
    dls_int N = small_sizes() ? 6 : 14, pivots = 1;
    lcp *L = lcp_murty(N);
    double *d = need(N, 8), *factor = need(N * N, 8);
    for (dls_int k = 0; k < N; k++) {
        d[k] = ldexp(1, (int)k + 1);
    }
    dls_pool pool = {NULL, 0};
    dls_tableau B = {.n = N};
    assert_true(dls_pool_make(&pool, lay_out, &B));
    dls_lcp_tableau_begin(&B, N, L->A, L->q, d, factor);
    dls_int row = 0, enters = 2 * N;
    for (; B.basic[row] != 2 * N && pivots < 1 << 16; pivots++) {
        dls_int leaves = B.basic[row];
        dls_lcp_tableau_pivot(&B, row, B.place[enters] - N);
        enters = leaves < N ? leaves + N : leaves - N;
        row = dls_lcp_tableau_leaving(&B, B.place[enters] - N);
        assert_true(row >= 0);
    }
    dls_lcp_tableau_pivot(&B, row, B.place[enters] - N);
    assert_int_equal(pivots, 1 << N);
    assert_small(dls_lcp_tableau_drift(&B), 1e-12);
    assert_true(dls_lcp_tableau_rebuild(&B));
    assert_true(B.place[2 * N - 1] < N);
    assert_small(fabs(B.T[B.place[2 * N - 1] + (N + 1) * N] - 1), 1e-12);
    dls_pool_free(&pool);
    free(d);
    free(factor);
    lcp_free(L);
}

/* w = v + q: a v of 1e-20 beside q counts as 1e-20 / 1e-14, whatever the unit of both. */
static void test_units(void **state)
{
    (void)state;
    static const double UNITS[] = {1, 1e-12, 1e12};
    for (int k = 0; k < 3; k++) {
        lcp *L = lcp_of_values(1, 0, (double[]){1}, &UNITS[k]);
        double v = 1e-20 * UNITS[k], w, work[2], natural, relative, product;
        dls_lcp_residual(&L->P, &v, &w, work, &natural, &relative, &product);
        assert_small(fabs(relative - 1e-6), 1e-15);
        assert_small(fabs(natural - v), 0);
        lcp_free(L);
    }
}

/* From a complementary basis with negative constants on to the solution. */
static void test_restart(void **state)
{
    (void)state;
    enum { N = 12 };
    for (uint64_t seed = 1; seed <= 10; seed++) {
        lcp *L = lcp_definite(N, 1, seed);
        double d[N], *factor = need(N * N, 8);
        dls_pool pool = {NULL, 0};
        dls_tableau B = {.n = N};
        for (int k = 0; k < N; k++) {
            d[k] = 1;
        }
        assert_true(dls_pool_make(&pool, lay_out, &B));
        dls_lcp_tableau_begin(&B, N, L->A, L->q, d, factor);
        for (dls_int k = 0; k < N; k += 2) {
            dls_lcp_tableau_pivot(&B, k, k); /* w_k against z_k */
        }
        assert_true(dls_lcp_tableau_restart(&B));
        const double *b = B.T + (N + 1) * N;
        dls_int row = 0, enters = 2 * N, leaves = 0;
        for (dls_int k = 1; k < N; k++) {
            row = b[k] < b[row] ? k : row;
        }
        for (int pivots = 0; leaves != 2 * N; pivots++) {
            leaves = B.basic[row];
            dls_lcp_tableau_pivot(&B, row, B.place[enters] - N);
            enters = leaves < N ? leaves + N : leaves - N;
            row = leaves < 2 * N ? dls_lcp_tableau_leaving(&B, B.place[enters] - N) : 0;
            assert_true(row >= 0 && pivots < 1000);
        }
        assert_small(dls_lcp_tableau_drift(&B), 1e-12);
        assert_false(dls_lcp_tableau_restart(&B));
        for (dls_int k = 0; k < N; k++) {
            double z = B.place[N + k] < N ? b[B.place[N + k]] : 0;
            assert_small(fabs(z - L->v[k]), 1e-14);
        }
        dls_pool_free(&pool);
        free(factor);
        lcp_free(L);
    }
}

static void test_monotone(void **state)
{
    (void)state;
    static const dls_int sizes[] = {5, 40, 60, 61, 200};
    dls_fault fault = {0};
    for (int k = 0; k < (small_sizes() ? 2 : 5); k++) {
        dls_int N = sizes[k];
        lcp *L[] = {lcp_semidefinite(N, N / 2, 1, 0, 1),
                    lcp_semidefinite(N, 0, 1, 0, 1),
                    lcp_infeasible(N, N / 3, 2),
                    lcp_definite(N, 2, 3),
                    lcp_copositive(N, 4),
                    lcp_semidefinite(N, N / 2, 1, 0, 1),
                    lcp_semidefinite(N, 0, 1, 0, 1)};
        L[5]->M.x[0] *= 0.5;       /* a row less on the diagonal */
        L[6]->M.x[0] *= 1 + 1e-10; /* not skew any more */
        for (int i = 0; i < 7; i++) {
            bool monotone = i >= 4;
            assert_code(dls_rank_monotone(L[i]->P.M, &monotone, &fault), DLS_OK, &fault);
            assert_true(monotone == (i < 4));
            lcp_free(L[i]);
        }
    }
}

static void test_residual(void **state)
{
    (void)state;
    lcp *L = lcp_program(5, 2, 0, 4, 3);
    double *v = vector_random(L->N, 5), *w = need(L->N, 8), *mine = need(L->N, 8);
    double *work = need(2 * L->N, 8), natural, relative, product;
    dls_lcp_residual(&L->P, v, w, work, &natural, &relative, &product);
    assert_small(fabs(relative - lcp_error(L, v, mine)), 1e-14);
    assert_small(distance(L->N, w, mine), 1e-13);
    v[1] = NAN;
    dls_lcp_residual(&L->P, v, w, work, &natural, &relative, &product);
    assert_true(isinf(relative) && isinf(natural));
    v[1] = -INFINITY;
    dls_lcp_residual(&L->P, v, w, work, &natural, &relative, &product);
    assert_true(isinf(relative) && isinf(natural));
    free(v);
    free(w);
    free(mine);
    free(work);
    lcp_free(L);
}

/* A task of order 2 with all its memory; T.problem is to be set. */
typedef struct {
    double v[2], w[2], u[2], work[8], row[2], col[2];
    dls_lcp_settings settings;
    dls_lcp_result result;
    dls_lcp_known known;
    dls_lcp_kept kept;
    dls_lcp_task T;
} small_task;

static void begin_task(small_task *K, const dls_lcp_problem *problem)
{
    *K = (small_task){.settings = dls_lcp_defaults()};
    K->kept.row = K->row;
    K->kept.col = K->col;
    K->T = (dls_lcp_task){.problem = problem,
                          .settings = &K->settings,
                          .v = K->v,
                          .w = K->w,
                          .certificate = K->u,
                          .work = K->work,
                          .result = &K->result,
                          .known = &K->known,
                          .kept = &K->kept};
}

/* Certificates are believed by their arithmetic alone. */
static void test_certify(void **state)
{
    (void)state;
    static const double A[] = {1, -1, -1, 1}, q[] = {-1, -1}, good[] = {3, 3 + 1e-12};
    static const double wrong[][2] = {{1, 0}, {1, -1}, {0, 0}, {-1, -1}, {1, NAN}, {1, 1.001}};
    lcp *L = lcp_of_values(2, 0, A, q);
    small_task K;
    begin_task(&K, &L->P);
    for (int k = 0; k < 6; k++) {
        K.result.outcome = DLS_RAY;
        assert_false(dls_mlcp_certify(&K.T, wrong[k]));
        assert_int_equal(K.result.outcome, DLS_RAY);
    }
    assert_true(dls_mlcp_certify(&K.T, good));
    assert_int_equal(K.result.outcome, DLS_INFEASIBLE);
    assert_int_equal(K.result.certificate, DLS_CERTIFICATE_FARKAS);
    lcp_check_farkas(L, K.u, 1e-9);
    for (int k = 0; k < 40; k++) {
        dls_mlcp_tell(&K.T, "sentence %d of many", k);
    }
    assert_true(strlen(K.result.message) == sizeof K.result.message - 1);
    lcp_free(L);
}

/* Feasibility is looked into once: what is known is not computed again, not even for a q that has a
   certificate, until the next problem begins. */
static void test_farkas_once(void **state)
{
    (void)state;
    static const double A[] = {1, -1, -1, 1}, feasible[] = {-1, 1}, empty[] = {-1, -1};
    lcp *L = lcp_of_values(2, 0, A, feasible);
    small_task K;
    begin_task(&K, &L->P);
    K.result.outcome = DLS_RAY;
    dls_fault fault;
    K.known.watch = dls_watch_start((dls_host){0}, INFINITY);
    assert_code(dls_mlcp_farkas(&K.T, &fault), DLS_OK, &fault);
    assert_true(K.known.sought && K.result.outcome == DLS_RAY);
    memcpy(L->q, empty, sizeof empty);
    for (int k = 0; k < 2; k++) {
        dls_int before = dls_test_allocations();
        assert_code(dls_mlcp_farkas(&K.T, &fault), DLS_OK, &fault);
        assert_int_equal(dls_test_allocations(), before);
        assert_int_equal(K.result.outcome, k == 0 ? DLS_RAY : DLS_INFEASIBLE);
        K.known.sought = false; /* as when a problem begins */
    }
    dls_pool_free(&K.kept.pool);
    lcp_free(L);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exponential_path),
        cmocka_unit_test(test_restart),
        cmocka_unit_test(test_monotone),
        cmocka_unit_test(test_residual),
        cmocka_unit_test(test_units),
        cmocka_unit_test(test_certify),
        cmocka_unit_test(test_farkas_once),
    };
    return cmocka_run_group_tests_name("lcp_parts", tests, NULL, NULL);
}
