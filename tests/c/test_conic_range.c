/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/range: ranges by vertices and by interior points, kernels. */
#include "check.h"
#include "dense.h"

enum { MOST = 7 };

typedef struct {
    dls_int n, m;
    double A[MOST * MOST], b[MOST]; /* column-major */
    bool free[MOST];
    bool sums; /* the functions are sums of all x, instead of each x */
} polyhedron;

static double weight(const polyhedron *P, dls_int j, dls_int k)
{
    return P->sums ? sin(3.0 * (double)(j + 1) * (double)(k + 2)) : j == k;
}

static dls_range_result ranges(const polyhedron *P, const dls_cones *cones, double *lo, double *hi,
                               bool *determined)
{
    double D[MOST * MOST];
    for (dls_int k = 0; k < P->m * P->m; k++) {
        D[k] = weight(P, k % P->m, k / P->m);
    }
    dls_mat A = sparse_of(P->n, P->m, P->A), C = sparse_of(P->m, P->m, D);
    dls_range_problem problem = {dls_see(&A), P->b, P->free, dls_see(&C), cones, 1e-9, NULL};
    dls_range_result r;
    dls_fault fault;
    assert_code(dls_range(&problem, INFINITY, (dls_host){0}, lo, hi, determined, &r, &fault),
                DLS_OK, &fault);
    sparse_free(&A);
    sparse_free(&C);
    return r;
}

/* Small whole numbers, one row of ones (so that the set is bounded), rows that repeat. */
static polyhedron bounded(uint64_t seed)
{
    uint64_t state = seed;
    polyhedron P = {.n = 2 + (dls_int)(seed % 3), .m = 4 + (dls_int)(seed % 4)};
    bool repeated = seed % 5 == 0;
    for (dls_int j = 0; j < P.m; j++) {
        double x = seed % 2 || uniform(&state) > 0 ? floor(3 * (1 + uniform(&state))) : 0;
        for (dls_int i = 0; i < P.n; i++) {
            double value = i == 0 ? 1 : floor(2.5 * uniform(&state));
            value = repeated && i == 1 ? 2 : value;
            P.A[i + j * P.n] = value;
            P.b[i] += value * x;
        }
    }
    P.b[P.n - 1] += seed % 7 == 0 ? 40 : 0; /* most likely infeasible */
    return P;
}

/* All vertices: every set of columns whose least-squares solution is exact and nonnegative. */
static bool vertices(const polyhedron *P, double *lo, double *hi)
{
    bool any = false;
    for (dls_int j = 0; j < P->m; j++) {
        lo[j] = INFINITY;
        hi[j] = -INFINITY;
    }
    for (int set = 0; set < 1 << P->m; set++) {
        double square[MOST * MOST] = {0}, rhs[MOST] = {0}, left[MOST], worst = 0;
        for (dls_int j = 0; j < P->m; j++) { /* normal equations of the columns in the set */
            for (dls_int k = 0; k < P->m; k++) {
                for (dls_int i = 0; (set >> j & 1) && (set >> k & 1) && i < P->n; i++) {
                    square[k + j * P->m] += P->A[i + j * P->n] * P->A[i + k * P->n];
                }
            }
            for (dls_int i = 0; (set >> j & 1) && i < P->n; i++) {
                rhs[j] += P->A[i + j * P->n] * P->b[i];
            }
        }
        double *x = dense_pseudo_solve(P->m, square, rhs);
        memcpy(left, P->b, sizeof left);
        dense_apply(P->n, P->m, -1, P->A, x, left);
        for (dls_int j = 0; j < P->m; j++) {
            worst = larger(worst, -x[j]);
        }
        if (length(P->n, left) < 1e-8 && worst < 1e-8) {
            any = true;
            for (dls_int k = 0; k < P->m; k++) {
                double sum = 0;
                for (dls_int j = 0; j < P->m; j++) {
                    sum += weight(P, j, k) * x[j];
                }
                lo[k] = fmin(lo[k], sum);
                hi[k] = fmax(hi[k], sum);
            }
        }
        free(x);
    }
    return any;
}

static void compare(const polyhedron *P, const double *lo, const double *hi, const double *low,
                    const double *high)
{
    double size = 1 + length(P->n, P->b);
    for (dls_int j = 0; j < P->m; j++) {
        assert_true(lo[j] <= hi[j] + 1e-9 * size);
        assert_small(lo[j] == low[j] ? 0 : fabs(lo[j] - low[j]), 1e-7 * size);
        assert_small(hi[j] == high[j] ? 0 : fabs(hi[j] - high[j]), 1e-7 * size);
    }
}

static dls_range_result interior(const polyhedron *P, double *lo, double *hi)
{
    bool determined[MOST];
    dls_cones cones = {0, P->m, 0, NULL};
    return ranges(P, &cones, lo, hi, determined);
}

static void test_ranges(void **state)
{
    (void)state;
    int feasible = 0, infeasible = 0;
    for (uint64_t seed = 1; seed <= (small_sizes() ? 20 : 200); seed++) {
        double lo[MOST], hi[MOST], low[MOST], high[MOST];
        bool determined[MOST];
        polyhedron P = bounded(seed);
        P.sums = seed % 4 > 1;
        bool any = vertices(&P, low, high);
        dls_range_result r = ranges(&P, NULL, lo, hi, determined);
        assert_int_equal(r.outcome, any ? DLS_SOLVED : DLS_PRIMAL_INFEASIBLE);
        feasible += any;
        infeasible += !any;
        if (!any) {
            assert_true(isnan(lo[0]) && isnan(hi[P.m - 1]));
            continue;
        }
        assert_small(r.error, 1e-12);
        compare(&P, lo, hi, low, high);
        for (dls_int j = 0; j < P.m; j++) {
            assert_true(!determined[j] || lo[j] == hi[j]);
        }
        if (seed % 2 && interior(&P, lo, hi).outcome == DLS_SOLVED) {
            compare(&P, lo, hi, low, high);
        }
    }
    assert_true(feasible > 10 && infeasible > 0);
}

/* Twelve copies side by side: the ends of each alone. Here most of the inverse is zero. */
static void test_copies(void **state)
{
    (void)state;
    enum { COPIES = 12 };
    for (uint64_t seed = 1; seed <= 20; seed++) {
        polyhedron P = bounded(seed);
        dls_int n = COPIES * P.n, m = COPIES * P.m;
        double lo[MOST], hi[MOST], *low = need(2 * m, sizeof *low), *high = low + m,
                                   b[COPIES * MOST];
        bool determined[COPIES * MOST], sign[COPIES * MOST] = {false};
        double *D = need(n * m, sizeof *D), *I = need(m * m, sizeof *I);
        dls_outcome alone = ranges(&P, NULL, lo, hi, determined).outcome;
        for (dls_int j = 0; j < m; j++) {
            dls_int copy = j / P.m;
            I[j + j * m] = 1;
            for (dls_int i = 0; i < P.n; i++) {
                D[copy * P.n + i + j * n] = P.A[i + j % P.m * P.n];
                b[copy * P.n + i] = P.b[i];
            }
        }
        dls_mat A = sparse_of(n, m, D), C = sparse_of(m, m, I);
        dls_range_problem problem = {dls_see(&A), b, sign, dls_see(&C), NULL, 0, NULL};
        dls_range_result r;
        dls_fault fault;
        assert_code(dls_range(&problem, INFINITY, (dls_host){0}, low, high, determined, &r, &fault),
                    DLS_OK, &fault);
        assert_int_equal(r.outcome, alone);
        for (dls_int k = 0; k < COPIES && alone == DLS_SOLVED; k++) {
            compare(&P, low + k * P.m, high + k * P.m, lo, hi);
        }
        sparse_free(&A);
        sparse_free(&C);
        free(D);
        free(I);
        free(low);
    }
}

/* x0 - x1 = 1, x2 + x3 = 2 with x3 free, x4 + x5 = 3 both free, x6 = 4 */
static void test_unbounded(void **state)
{
    (void)state;
    polyhedron P = {.n = 4, .m = 7, .b = {1, 2, 3, 4}};
    const int row[] = {0, 0, 1, 1, 2, 2, 3};
    for (dls_int j = 0; j < P.m; j++) {
        P.A[row[j] + 4 * j] = j == 1 ? -1 : 1;
        P.free[j] = j >= 3 && j <= 5;
    }
    const double low[] = {1, 0, 0, -INFINITY, -INFINITY, -INFINITY, 4};
    const double high[] = {INFINITY, INFINITY, INFINITY, 2, INFINITY, INFINITY, 4};
    double lo[MOST], hi[MOST];
    bool determined[MOST];
    assert_int_equal(ranges(&P, NULL, lo, hi, determined).outcome, DLS_SOLVED);
    compare(&P, lo, hi, low, high);
    for (dls_int j = 0; j < P.m; j++) {
        assert_int_equal(determined[j], j == 6);
    }
}

static void test_empty(void **state)
{
    (void)state;
    double lo[MOST], hi[MOST];
    bool determined[MOST];
    polyhedron none = {.n = 0, .m = 0};
    assert_int_equal(ranges(&none, NULL, lo, hi, determined).outcome, DLS_SOLVED);
    polyhedron alone = {.n = 0, .m = 1}; /* x >= 0 */
    assert_int_equal(ranges(&alone, NULL, lo, hi, determined).outcome, DLS_SOLVED);
    assert_true(lo[0] == 0 && isinf(hi[0]) && !determined[0]);
    polyhedron impossible = {.n = 1, .m = 0, .b = {1}};
    assert_int_equal(ranges(&impossible, NULL, lo, hi, determined).outcome, DLS_PRIMAL_INFEASIBLE);
}

/* A K = 0, as many columns as the singular values say, and a solution. */
static void test_kernel(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        polyhedron P = bounded(seed);
        dls_mat A = sparse_of(P.n, P.m, P.A);
        dls_view K;
        dls_fault fault;
        double x[MOST], left, rest[MOST], *Z;
        assert_code(dls_range_kernel(dls_see(&A), P.b, x, &K, &left, &fault), DLS_OK, &fault);
        assert_int_equal(K.cols, dense_kernel(P.n, P.m, P.A, &Z));
        for (dls_int k = 0; k < K.cols; k++) {
            memset(rest, 0, sizeof rest);
            double most = 0;
            for (dls_int t = K.p[k]; t < K.p[k + 1]; t++) {
                most = larger(most, fabs(K.x[t]));
                for (dls_int i = 0; i < P.n; i++) {
                    rest[i] += P.A[i + K.i[t] * P.n] * K.x[t];
                }
            }
            assert_true(most >= 1);
            assert_small(length(P.n, rest), 1e-13 * most);
        }
        memcpy(rest, P.b, sizeof rest);
        dense_apply(P.n, P.m, -1, P.A, x, rest);
        if (left < 1e-9) {
            assert_small(length(P.n, rest), 1e-13 * (1 + length(P.n, P.b)));
        } else { /* then b is not in the range */
            double *N, *At = dense_transpose(P.n, P.m, P.A);
            dls_int count = dense_kernel(P.m, P.n, At, &N);
            memcpy(rest, P.b, sizeof rest);
            dense_project(P.n, count, N, rest);
            assert_true(length(P.n, rest) > 1e-10);
            free(At);
            free(N);
        }
        dls_range_kernel_free(&K);
        sparse_free(&A);
        free(Z);
    }
}

static void test_wrong_calls(void **state)
{
    (void)state;
    polyhedron P = bounded(2);
    dls_mat A = sparse_of(P.n, P.m, P.A), C = sparse_of(P.n, P.m, P.A);
    dls_range_problem problem = {dls_see(&A), P.b, P.free, dls_see(&C), NULL, 1e-9, NULL};
    double lo[MOST], hi[MOST];
    bool determined[MOST];
    dls_range_result r;
    dls_fault fault;
    dls_cones cones = {0, P.m, 0, NULL};
    for (int k = 0; k < 2; k++) {
        problem.cones = k ? &cones : NULL;
        assert_code(dls_range(&problem, INFINITY, (dls_host){0}, lo, hi, determined, &r, &fault),
                    DLS_ERROR_DIMENSION, &fault);
    }
    problem.C = (dls_view){P.m, 0, (dls_int[]){0}, NULL, NULL};
    for (int k = 0; k < 4; k++) { /* cones that do not make up the columns of A */
        dls_int sizes[4][3] = {{0, P.m, 1}, {P.m + 1, 0, -1}, {-1, P.m, 1}, {1, INT64_MAX, P.m}};
        dls_cones wrong = {sizes[k][0], sizes[k][1], 1, &sizes[k][2]};
        problem.cones = &wrong;
        assert_code(dls_range(&problem, INFINITY, (dls_host){0}, lo, hi, determined, &r, &fault),
                    DLS_ERROR_DIMENSION, &fault);
    }
    problem.cones = NULL;
    P.b[0] = INFINITY;
    assert_code(dls_range(&problem, INFINITY, (dls_host){0}, lo, hi, determined, &r, &fault),
                DLS_ERROR_NOT_FINITE, &fault);
    sparse_free(&A);
    sparse_free(&C);
}

static dls_error attempt(int what, const polyhedron *P, dls_view A, dls_view C)
{
    double lo[MOST], hi[MOST];
    bool determined[MOST];
    dls_range_result r;
    dls_fault fault;
    dls_cones cones = {0, P->m, 0, NULL};
    dls_range_problem problem = {A, P->b, P->free, C, what == 1 ? &cones : NULL, 1e-9, NULL};
    if (what == 2) {
        dls_view K;
        double x[MOST], left;
        dls_error error = dls_range_kernel(A, P->b, x, &K, &left, &fault);
        if (!error) {
            dls_range_kernel_free(&K);
        }
        return error;
    }
    return dls_range(&problem, INFINITY, (dls_host){0}, lo, hi, determined, &r, &fault);
}

static void test_memory(void **state)
{
    (void)state;
    double I[MOST * MOST] = {0};
    polyhedron P = bounded(1);
    for (dls_int j = 0; j < P.m; j++) {
        I[j + j * P.m] = 1;
    }
    dls_mat A = sparse_of(P.n, P.m, P.A), C = sparse_of(P.m, P.m, I);
    for (int what = 0; what < 3; what++) {
        bool failed = true;
        for (dls_int at = 1; failed; at++) {
            dls_int before = dls_test_allocations();
            dls_test_fail_allocation(at);
            dls_error error = attempt(what, &P, dls_see(&A), dls_see(&C));
            dls_test_fail_allocation(0);
            failed = dls_test_allocations() - before >= at;
            assert_int_equal(error, failed ? DLS_ERROR_MEMORY : DLS_OK);
        }
    }
    sparse_free(&A);
    sparse_free(&C);
}

int main(void)
{
    const struct CMUnitTest tests[] = {

        cmocka_unit_test(test_ranges),    cmocka_unit_test(test_copies),
        cmocka_unit_test(test_unbounded), cmocka_unit_test(test_empty),
        cmocka_unit_test(test_kernel),    cmocka_unit_test(test_wrong_calls),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
