/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/delassus: every random problem goes through every path that fits; solutions, columns and
   W are those of the dense pseudo-inverse of K. */
#include "check.h"
#include "delassus/operator.h"
#include "dense.h"
#include "percussion_scenes.h"

enum { PATHS = DLS_OPERATOR_PROXIMAL + 1 };
/* Kinds of percussion_scenes.h, and behind them redundant constraints beside an A that is not
   symmetric, and between blocks */
enum { KINDS_THERE = MANY_UNSYMMETRIC + 1, SKEW = KINDS_THERE, SKEW_LARGE, TIED_REDUNDANT, ALL };

static scene *scene_of(int kind, int d, uint64_t seed)
{
    static const int like[] = {[SKEW - SKEW] = REDUNDANT,
                               [SKEW_LARGE - SKEW] = LARGE_REDUNDANT,
                               [TIED_REDUNDANT - SKEW] = TIED};
    scene *S = scene_new(kind < SKEW ? kind : like[kind - SKEW], d, seed);
    if (kind == SKEW || kind == SKEW_LARGE) {
        S->A[1] += 0.1;
        S->A[2] -= 0.2;
    }
    for (dls_int k = 0; kind == TIED_REDUNDANT && k < S->n; k++) {
        S->G[k + 4 * S->n] = 3 * S->G[k];
    }
    if (kind >= SKEW) {
        double *v = vector_random(S->n, seed + 3);
        sparse_free(&S->As);
        sparse_free(&S->Gs);
        S->As = sparse_of(S->n, S->n, S->A);
        S->Gs = sparse_of(S->n, S->nb, S->G);
        dls_zero(S->nb, S->c);
        dense_apply_t(S->n, S->nb, -1, S->G, v, S->c);
        free(v);
    }
    return S;
}

static dls_operator_data data_of(const scene *S, unsigned without)
{
    return (dls_operator_data){.A = dls_see(&S->As),
                               .G = dls_see(&S->Gs),
                               .B = dls_see(&S->Bs),
                               .d = S->d,
                               .without = without};
}

/* K = [A -G; G' 0], dense */
static double *saddle_of(const scene *S)
{
    dls_int n = S->n, size = n + S->nb;
    double *K = need(size * size, sizeof *K);
    for (dls_int j = 0; j < n; j++) {
        dls_copy(n, S->A + j * n, K + j * size);
        for (dls_int k = 0; k < S->nb; k++) {
            K[n + k + j * size] = S->G[j + k * n];
            K[j + (n + k) * size] = -S->G[j + k * n];
        }
    }
    return K;
}

/* Columns of the solution (r, -c), and of K^+ [B; 0] behind it */
static double *oracle(const scene *S)
{
    dls_int n = S->n, size = n + S->nb, width = S->d * S->nu;
    double *K = saddle_of(S), *all = need(size * (width + 1), sizeof *all);
    for (dls_int j = 0; j <= width; j++) {
        double *b = need(size, sizeof *b);
        dls_copy(n, j == 0 ? S->r : S->B + (j - 1) * n, b);
        for (dls_int k = 0; j == 0 && k < S->nb; k++) {
            b[n + k] = -S->c[k];
        }
        double *x = dense_pseudo_solve(size, K, b);
        dls_copy(size, x, all + j * size);
        free(x);
        free(b);
    }
    free(K);
    return all;
}

static void solve(dls_operator *D, const scene *S, bool *solved)
{
    dls_fault fault;
    dls_copy(S->n, S->r, D->left);
    for (dls_int k = 0; k < S->nb; k++) {
        D->left[S->n + k] = -S->c[k];
    }
    assert_code(dls_delassus_solve(D, solved, &fault), DLS_OK, &fault);
}

/* (v, p) += (X, Y) pc, and W of the contacts 0 and 2, whole and in its normal rows */
static void check_columns(dls_operator *D, const scene *S, const double *want)
{
    static const double CLOSE = 1e-12;
    dls_int n = S->n, size = n + S->nb, width = S->d * S->nu, list[] = {0, 2}, place[20];
    bool solved = true;
    dls_fault fault;
    for (dls_int i = 0; i < S->nu; i++) {
        assert_code(dls_delassus_columns(D, i, &solved, &fault), DLS_OK, &fault);
    }
    assert_true(solved);
    double *pc = vector_random(width, 8), *x = need(size, sizeof *x), *y = need(size, sizeof *y);
    double *W = need(width * width, sizeof *W), *column = need(width, sizeof *column);
    dls_delassus_add(D, 2, pc, x, x + n);
    for (dls_int j = 0; j < width; j++) {
        const double *X = want + (j + 1) * size;
        dls_axpy(size, 2 * pc[j], X, y);
        dense_apply_t(n, width, 1, S->B, X, W + j * width);
        dls_delassus_column(D, j, column);
        double bound = CLOSE * (1 + length(width, W + j * width));
        assert_small(distance(width, column, W + j * width), bound);
        assert_small(fabs(dls_delassus_diagonal(D, j) - W[j * width + j]), bound);
    }
    assert_small(distance(size, x, y), CLOSE * (1 + length(size, y)));
    dls_mat part;
    assert_true(dls_mat_new(&part, width, width, dls_delassus_entries(D, S->nu)));
    for (int k = 1; k <= S->d; k += S->d) {
        dls_view V = dls_delassus_active(D, 2, list, k, place, &part);
        assert_code(dls_view_check_as(V, "W", 2 * k, 2 * k, &fault), DLS_OK, &fault);
        double *full = dense_of(V);
        for (int e = 0; e < 4 * k * k; e++) {
            dls_int row = e % (2 * k), col = e / (2 * k);
            dls_int i = list[row / k] * S->d + row % k, j = list[col / k] * S->d + col % k;
            assert_small(fabs(full[e] - W[i + j * width]), CLOSE * (1 + fabs(W[i + j * width])));
        }
        free(full);
    }
    dls_mat_free(&part);
    double *const all[] = {pc, x, y, W, column};
    for (int k = 0; k < 5; k++) {
        free(all[k]);
    }
}

static void test_paths_agree(void **state)
{
    (void)state;
    int taken[PATHS] = {0};
    dls_operator D = {.n = 0}; /* one for all: what is kept of others does not matter */
    int trials = (small_sizes() ? 1 : 3) * ALL;
    for (int trial = 0; trial < trials; trial++) {
        scene *S = scene_of(trial % ALL, 1 + trial % 3, (uint64_t)trial + 20);
        dls_int size = S->n + S->nb;
        double *want = trial % ALL == KINDS ? NULL : oracle(S);
        for (int path = DLS_OPERATOR_BODIES; want && path < PATHS; path++) {
            dls_operator_data data = data_of(S, ~(1U << path));
            dls_fault fault;
            bool solved = true;
            assert_code(dls_delassus_load(&D, &data, &fault), DLS_OK, &fault);
            if ((int)D.saddle.path != path) { /* it does not fit */
                assert_int_equal(D.saddle.path, DLS_OPERATOR_NONE);
                solve(&D, S, &solved);
                assert_false(solved);
                continue;
            }
            taken[path]++;
            solve(&D, S, &solved);
            assert_true(solved);
            assert_small(distance(size, D.right, want), 1e-12 * (1 + length(size, want)));
            check_columns(&D, S, want);
        }
        free(want);
        scene_free(S);
    }
    for (int path = DLS_OPERATOR_BODIES; path < PATHS; path++) {
        assert_true(taken[path] >= trials / ALL);
    }
    dls_delassus_free(&D);
}

/* Constraints that contradict each other have no solution by any path; nor has a singular K whose
   reactions are not along gradients. */
static void test_no_solution(void **state)
{
    (void)state;
    static const int kinds[] = {REDUNDANT, LARGE_REDUNDANT, SKEW};
    dls_operator D = {.n = 0};
    dls_fault fault;
    int refused = 0;
    for (int k = 0; k < 3; k++) {
        scene *S = scene_of(kinds[k], 1, 5);
        S->c[0] += 1;
        for (int path = DLS_OPERATOR_BODIES; path < PATHS; path++) {
            dls_operator_data data = data_of(S, ~(1U << path));
            bool solved = true;
            assert_code(dls_delassus_load(&D, &data, &fault), DLS_OK, &fault);
            solve(&D, S, &solved);
            assert_false(solved);
            refused += (int)D.saddle.path == path && D.residual > 1e-3;
            D.residual = 0;
        }
        dls_operator_data data = data_of(S, 0);
        dls_mat F = sparse_of(S->n, S->nb, S->G);
        data.F = dls_see(&F);
        bool solved = true;
        S->c[0] -= 1;
        assert_code(dls_delassus_load(&D, &data, &fault), DLS_OK, &fault);
        assert_int_equal(D.saddle.path, DLS_OPERATOR_NONE);
        solve(&D, S, &solved);
        assert_false(solved);
        sparse_free(&F);
        scene_free(S);
    }
    assert_true(refused >= 6);
    dls_delassus_free(&D);
}

/* Load, all columns, a solution, for one path */
static dls_error once(dls_operator *D, const scene *S, unsigned without, dls_fault *fault)
{
    bool solved = true;
    dls_operator_data data = data_of(S, without);
    dls_error error = dls_delassus_load(D, &data, fault);
    for (dls_int i = 0; !error && i < S->nu; i++) {
        error = dls_delassus_columns(D, i, &solved, fault);
    }
    return error ? error : dls_delassus_solve(D, &solved, fault);
}

/* Of matrices with the same patterns nothing is allocated; of BODIES, W and X are. */
static void test_no_allocation(void **state)
{
    (void)state;
    static const int kinds[] = {DEFINITE, UNSYMMETRIC, SKEW, REDUNDANT};
    static const dls_operator_path path[] = {DLS_OPERATOR_CONDENSED, DLS_OPERATOR_REGULAR,
                                             DLS_OPERATOR_PROXIMAL, DLS_OPERATOR_CONDENSED};
    for (int k = 0; k < 4; k++) {
        dls_operator D = {.n = 0};
        dls_fault fault;
        scene *S = scene_of(kinds[k], 2, 9);
        assert_code(once(&D, S, 0, &fault), DLS_OK, &fault);
        assert_int_equal(D.saddle.path, path[k]);
        dls_int before = dls_test_allocations(), solves = D.solves;
        assert_code(once(&D, S, 0, &fault), DLS_OK, &fault);
        /* of PROXIMAL, the first trial is that of K itself, which is singular */
        assert_true(path[k] == DLS_OPERATOR_PROXIMAL || dls_test_allocations() == before);
        assert_int_equal(D.solves - solves, 2 * S->nu + 1);
        dls_delassus_free(&D);
        scene_free(S);
    }
}

static dls_error everything(dls_fault *fault)
{
    dls_error error = DLS_OK;
    dls_operator D = {.n = 0};
    for (int path = DLS_OPERATOR_BODIES; path < PATHS && !error; path++) {
        scene *S = scene_of(path == DLS_OPERATOR_BODIES ? BLOCKS : DEFINITE, 1, 4);
        error = once(&D, S, ~(1U << path), fault);
        scene_free(S);
    }
    dls_delassus_free(&D);
    return error;
}

static void test_memory(void **state)
{
    (void)state;
    check_allocations(everything);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paths_agree), cmocka_unit_test(test_no_solution),
        cmocka_unit_test(test_no_allocation), cmocka_unit_test(test_memory)};
    return cmocka_run_group_tests_name("operator", tests, NULL, NULL);
}
