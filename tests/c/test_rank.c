/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/rank: rank, kernel, singular values, selected inverse. */
#include "check.h"
#include "dense.h"
#include "rank/rank.h"

static const dls_rank_rule USUAL = {0, 1e-9, -1, false}, NATURAL = {0, 1e-9, -1, true};

/* rows-by-cols of rank `rank`: sparse columns, then differences of them. */
static double *deficient(dls_int rows, dls_int cols, dls_int rank, uint64_t seed)
{
    double *A = dense_random(rows, cols, 0.3, seed);
    for (dls_int j = 0; j < cols; j++) {
        for (dls_int i = 0; i < rows; i++) {
            double *a = &A[i + j * rows];
            *a = rank == 0 ? 0 : j < rank ? *a + 2 * (i == j) : A[i + j % rank * rows] - 2 * A[i];
        }
    }
    return A;
}

/* G Z = 0; each dependent column j has a column of Z with 1 there and nothing at the others. */
static void check_kernel(const dls_rank *F, dls_int rows, const double *A)
{
    dls_int cols = F->R.cols, nullity = cols - F->rank;
    dls_mat Z;
    dls_fault f;
    assert_code(dls_rank_kernel(F, 1e6, &Z, &f), DLS_OK, &f);
    assert_code(dls_view_check(dls_see(&Z), "Z", &f), DLS_OK, &f);
    assert_true(Z.rows == cols && Z.cols == nullity);
    double *D = dense_of(dls_see(&Z));
    for (dls_int k = 0; k < nullity; k++) {
        double *Az = need(rows, sizeof *Az), *z = D + k * cols;
        dense_apply(rows, cols, 1, A, z, Az);
        assert_small(length(rows, Az), 1e-12 * length(cols, z) * dense_largest(rows, cols, A));
        dls_int rank_of_one = 0, one = -1; /* the k-th dependent column, in increasing order */
        for (dls_int j = 0; j < nullity; j++) {
            double entry = z[F->order[F->rank + j]];
            assert_true(entry == 0 || (entry == 1 && one < 0));
            one = entry == 1 ? F->order[F->rank + j] : one;
        }
        for (dls_int j = 0; j < nullity; j++) {
            rank_of_one += F->order[F->rank + j] < one;
        }
        assert_int_equal(rank_of_one, k);
        free(Az);
    }
    if (nullity > 0) { /* one entry too many: no kernel rather than half of one */
        dls_mat none;
        dls_rank_kernel(F, (double)Z.p[nullity] - 1, &none, &f);
        assert_null(none.p);
    }
    free(D);
    dls_mat_free(&Z);
}

/* order is a permutation, R1 upper triangular with its diagonal last, and A P has A'A = R'R. */
static void check_factor(const dls_rank *F, dls_int rows, const double *A)
{
    dls_int cols = F->R.cols;
    double *R = dense_of(dls_see(&F->R));
    bool *seen = need(cols, sizeof *seen);
    for (dls_int j = 0; j < cols; j++) {
        assert_true(F->order[j] >= 0 && F->order[j] < cols && !seen[F->order[j]]);
        seen[F->order[j]] = true;
        if (j < F->rank) {
            dls_int last = F->R.p[j + 1] - 1;
            assert_true(last >= F->R.p[j] && F->R.i[last] == j && F->R.x[last] != 0);
        }
    }
    double largest = pow(dense_largest(rows, cols, A), 2) * (double)rows;
    for (dls_int i = 0; i < cols; i++) {
        for (dls_int j = 0; j < cols; j++) {
            double product = dls_dot(rows, A + F->order[i] * rows, A + F->order[j] * rows);
            product -= dls_dot(F->rank, R + i * F->rank, R + j * F->rank);
            assert_small(fabs(product), 1e-13 * largest);
        }
    }
    free(R);
    free(seen);
}

static void check_rank(dls_int rows, dls_int cols, const double *A, dls_rank_rule rule,
                       dls_int expected)
{
    dls_rank F;
    dls_fault f;
    dls_mat S = sparse_of(rows, cols, A);
    assert_code(dls_rank_reveal(dls_see(&S), rule, &F, &f), DLS_OK, &f);
    assert_int_equal(F.rank, expected);
    assert_int_equal(F.R.cols, cols);
    assert_int_equal(F.R.rows, expected);
    check_factor(&F, rows, A);
    check_kernel(&F, rows, A);
    dls_rank_free(&F);
    sparse_free(&S);
}

static void test_known_ranks(void **state)
{
    (void)state;
    static const dls_int sizes[][3] = {{20, 30, 12}, {30, 20, 12}, {20, 20, 20}, {20, 30, 20},
                                       {30, 20, 20}, {15, 15, 1},  {10, 12, 0},  {1, 5, 1},
                                       {5, 1, 1},    {0, 4, 0},    {4, 0, 0},    {0, 0, 0}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        dls_int rows = sizes[k][0], cols = sizes[k][1], rank = sizes[k][2];
        double *A = deficient(rows, cols, rank, k + 1);
        check_rank(rows, cols, A, USUAL, rank);
        check_rank(rows, cols, A, NATURAL, rank);
        check_rank(rows, cols, A, (dls_rank_rule){1e-8, 0, -1, false}, rank);
        free(A);
    }
}

/* Natural order keeps the first of what repeats: columns 0, 2, 5 are zero, 3 = 1, 6 = 1 + 4. */
static void test_natural_order(void **state)
{
    (void)state;
    enum { R = 6, C = 8 };
    double *A = dense_random(R, C, 0.9, 3);
    for (int i = 0; i < R; i++) {
        A[i] = A[i + 2 * R] = A[i + 5 * R] = 0;
        A[i + 3 * R] = A[i + R];
        A[i + 6 * R] = A[i + R] + A[i + 4 * R];
    }
    check_rank(R, C, A, NATURAL, 3);
    check_rank(R, C, A, USUAL, 3);
    dls_mat S = sparse_of(R, C, A), Z;
    dls_rank F;
    dls_fault f;
    assert_code(dls_rank_reveal(dls_see(&S), NATURAL, &F, &f), DLS_OK, &f);
    assert_memory_equal(F.order, ((dls_int[]){1, 4, 7, 0, 2, 3, 5, 6}), C * sizeof(dls_int));
    assert_code(dls_rank_kernel(&F, 1e6, &Z, &f), DLS_OK, &f);
    double *D = dense_of(dls_see(&Z)), *last = D + 4 * C; /* how 6 depends on 1 and 4 */
    assert_small(fabs(last[1] + 1) + fabs(last[4] + 1) + fabs(last[7]), 1e-13);
    assert_int_equal(Z.p[5] - Z.p[4], 3); /* rounding is not stored */
    free(D);
    dls_mat_free(&Z);
    dls_rank_free(&F);
    sparse_free(&S);
    free(A);
}

/* Dependent up to 1e-7: a matter of the rule. */
static void test_rules(void **state)
{
    (void)state;
    enum { R = 20, C = 16 };
    double *A = deficient(R, C, 12, 5), *E = dense_random(R, C, 1, 6);
    for (int k = 0; k < R * C; k++) {
        A[k] += 1e-7 * E[k];
    }
    dls_mat S = sparse_of(R, C, A);
    static const struct {
        dls_rank_rule rule;
        dls_int rank;
    } cases[] = {{{0, 1e-5, -1, false}, 12}, {{0, 1e-9, -1, false}, 16},
                 {{1e-5, 0, -1, false}, 12}, {{1e-9, 0, -1, true}, 16},
                 {{0, 1e-9, 12, true}, 12},  {{0, 1e-5, 16, false}, 16}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        dls_rank F;
        dls_fault f;
        assert_code(dls_rank_reveal(dls_see(&S), cases[k].rule, &F, &f), DLS_OK, &f);
        assert_int_equal(F.rank, cases[k].rank);
        assert_true(F.gap >= 1 && F.tolerance >= 0);
        dls_rank_free(&F);
    }
    sparse_free(&S);
    free(A);
    free(E);
}

static void test_rank_of_values(void **state)
{
    (void)state;
    const double v[] = {1, 0.5, 1e-3, 1e-7, 1e-8, 1e-17};
    double gap, tolerance;
    assert_int_equal(dls_rank_of_values(6, v, USUAL, 1e-15, &gap, &tolerance), 5);
    assert_true(tolerance < 1e-8 && tolerance > 1e-17);
    assert_small(fabs(gap * DLS_EPS / 1e-8 - 1), 1e-12); /* nothing below rounding is believed */
    dls_rank_rule loose = {0, 1e-5, -1, false};
    assert_int_equal(dls_rank_of_values(6, v, loose, 1e-15, &gap, &tolerance), 3);
    assert_small(fabs(gap / 1e4 - 1), 1e-12);
    assert_small(fabs(tolerance / 1e-5 - 1), 1e-12);
    dls_rank_rule obeyed = {0.1, 1e-5, -1, false};
    assert_int_equal(dls_rank_of_values(6, v, obeyed, 1e-15, &gap, &tolerance), 2);
    assert_true(tolerance == 0.1 && fabs(gap - 500) < 1e-9);
    dls_rank_rule known = {0, 1e-5, 4, false};
    assert_int_equal(dls_rank_of_values(6, v, known, 1e-15, &gap, &tolerance), 4);
    assert_true(tolerance < 1e-7 && tolerance > 1e-8);
    known.target = 9;
    assert_int_equal(dls_rank_of_values(6, v, known, 1e-15, &gap, &tolerance), 6);
    assert_int_equal(dls_rank_of_values(0, v, USUAL, 1e-15, &gap, &tolerance), 0);
    assert_true(isinf(gap) && tolerance == 0);
    assert_int_equal(dls_rank_of_values(2, (double[]){0, 0}, USUAL, 1e-15, &gap, &tolerance), 0);
    assert_true(isinf(gap));
}

/* In the given order the diagonal of R is not sorted; the gap is that of the sorted one. */
static void test_unsorted(void **state)
{
    (void)state;
    double A[16] = {1e-12, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1e-11, 0, 0, 0, 0, 0.5};
    dls_mat S = sparse_of(4, 4, A);
    dls_rank F;
    dls_fault f;
    assert_code(dls_rank_reveal(dls_see(&S), NATURAL, &F, &f), DLS_OK, &f);
    assert_int_equal(F.rank, 2);
    assert_memory_equal(F.order, ((dls_int[]){1, 3, 0, 2}), 4 * sizeof(dls_int));
    assert_small(fabs(F.gap / 5e10 - 1), 1e-9);
    dls_rank_free(&F);
    sparse_free(&S);
}

static void test_singular_values(void **state)
{
    (void)state;
    static const dls_int sizes[][2] = {{7, 7}, {12, 5}, {5, 12}, {1, 1}, {0, 3}, {3, 0}};
    for (int k = 0; k < 6; k++) {
        dls_int rows = sizes[k][0], cols = sizes[k][1], least = DLS_MIN(rows, cols);
        double *A = dense_random(rows, cols, 0.6, 7),
               *expected = dense_singular_values(rows, cols, A);
        double s[12] = {0};
        dls_mat S = sparse_of(rows, cols, A);
        dls_fault f;
        assert_code(dls_rank_singular_values(dls_see(&S), s, &f), DLS_OK, &f);
        assert_small(distance(least, s, expected), 1e-13);
        sparse_free(&S);
        free(A);
        free(expected);
    }
}

/* h(j) = g_j'E^-1 g_j with the pattern of G G' in E: bars along a grid, so that the factor of E has
   many supernodes. */
static void test_inverse_forms(void **state)
{
    (void)state;
    enum { SIDE = 9, N = SIDE * SIDE, M = 2 * N };
    double *G = need(N * M, 8), *Gt, *E = need(N * N, 8), h[M];
    for (int j = 0; j < M; j++) {
        int other = j / 2 + (j % 2 ? SIDE : 1);
        G[j / 2 + j * N] = 1 + 0.01 * j;
        G[other % N + j * N] = -1;
    }
    Gt = dense_transpose(N, M, G);
    for (int j = 0; j < N; j++) {
        dense_apply(N, M, 1, G, Gt + j * M, E + j * N);
        E[j * (N + 1)] += 0.1;
    }
    dls_mat Es = sparse_lower_of(N, E), Gs = sparse_of(N, M, G);
    dls_fault f;
    assert_code(dls_rank_inverse_forms(dls_see(&Es), dls_see(&Gs), h, &f), DLS_OK, &f);
    for (int j = 0; j < M; j++) {
        double *x = dense_pseudo_solve(N, E, G + j * N);
        assert_small(fabs(h[j] - dls_dot(N, x, G + j * N)), 1e-13);
        free(x);
    }
    Es.x[0] = -1;
    assert_code(dls_rank_inverse_forms(dls_see(&Es), dls_see(&Gs), h, &f), DLS_ERROR_NUMERICAL, &f);
    sparse_free(&Es);
    sparse_free(&Gs);
    free(G);
    free(Gt);
    free(E);
}

static void test_complement_leverage(void **state)
{
    (void)state;
    enum { R = 12, C = 4 };
    double *Z = dense_random(R, C, 0.7, 9), *Zt = dense_transpose(R, C, Z), *basis, h[R];
    dls_int nullity = dense_kernel(C, R, Zt, &basis); /* the complement of Im Z */
    dls_fault f;
    assert_code(dls_rank_complement_leverage(R, C, Z, h, &f), DLS_OK, &f);
    for (int i = 0; i < R; i++) {
        double sum = 0;
        for (dls_int k = 0; k < nullity; k++) {
            sum += basis[i + k * R] * basis[i + k * R];
        }
        assert_small(fabs(h[i] - sum), 1e-13);
    }
    assert_code(dls_rank_complement_leverage(R, 0, Z, h, &f), DLS_OK, &f);
    assert_true(h[0] == 1 && h[R - 1] == 1);
    free(Z);
    free(Zt);
    free(basis);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_ranks),   cmocka_unit_test(test_natural_order),
        cmocka_unit_test(test_rules),         cmocka_unit_test(test_rank_of_values),
        cmocka_unit_test(test_unsorted),      cmocka_unit_test(test_singular_values),
        cmocka_unit_test(test_inverse_forms), cmocka_unit_test(test_complement_leverage),
    };
    return cmocka_run_group_tests_name("rank", tests, NULL, NULL);
}
