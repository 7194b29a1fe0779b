/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/sparse: connected components, products of matrices. */
#include "check.h"
#include "dense.h"

/* Components against reachability; sizes, places and members of each */
static void test_parts(void **state)
{
    (void)state;
    enum { SIZE = 12 };
    for (int trial = 0; trial < 30; trial++) {
        double *A = dense_random(SIZE, SIZE, 0.02 * (trial % 6), (uint64_t)trial + 1);
        bool reach[SIZE][SIZE] = {{false}};
        for (int k = 0; k < SIZE * SIZE; k++) {
            int i = k % SIZE, j = k / SIZE;
            reach[i][j] = i == j || A[k] != 0 || A[j + i * SIZE] != 0;
        }
        for (int k = 0; k < SIZE * SIZE * SIZE; k++) { /* by way of k / SIZE^2 */
            int via = k / SIZE / SIZE, i = k / SIZE % SIZE, j = k % SIZE;
            reach[i][j] = reach[i][j] || (reach[i][via] && reach[via][j]);
        }
        dls_mat S = sparse_of(SIZE, SIZE, A);
        dls_int of[SIZE], place[SIZE], member[SIZE], start[SIZE + 1];
        dls_parts P = {.of = of, .place = place, .member = member, .start = start};
        dls_parts_find(&P, dls_see(&S));
        double squares = 0;
        dls_int largest = 0;
        for (int i = 0; i < SIZE; i++) {
            dls_int size = start[of[i] + 1] - start[of[i]];
            squares += (double)size;
            largest = DLS_MAX(largest, size);
            assert_int_equal(member[start[of[i]] + place[i]], i);
            for (int j = 0; j < SIZE; j++) {
                assert_true((of[i] == of[j]) == reach[i][j]);
                assert_true(i >= j || of[i] != of[j] || place[i] < place[j]);
            }
        }
        assert_int_equal(start[P.count], SIZE);
        assert_true(P.squares == squares && P.largest == largest);
        sparse_free(&S);
        free(A);
    }
}

/* A B and its lower triangle, and again for other values on the same pattern */
static void test_matrix_products(void **state)
{
    (void)state;
    enum { SIZE = 9 };
    for (int trial = 0; trial < 20; trial++) {
        double *A = dense_random(SIZE, 7, 0.3, (uint64_t)trial + 1), sum[SIZE] = {0};
        double *B = dense_random(7, SIZE, 0.3, (uint64_t)trial + 50);
        dls_mat SA = sparse_of(SIZE, 7, A), SB = sparse_of(7, SIZE, B), C;
        bool lower = trial % 2;
        assert_true(dls_mat_product(dls_see(&SA), dls_see(&SB), lower, INT64_MAX, &C));
        for (int again = 0; again < 2; again++) {
            double *AB = dense_of(dls_see(&C));
            for (int j = 0; j < SIZE; j++) {
                double column[SIZE] = {0};
                dense_apply(SIZE, 7, again ? 3 : 1, A, B + 7 * j, column);
                for (int i = 0; i < SIZE; i++) {
                    double want = lower && i < j ? 0 : column[i];
                    assert_small(fabs(AB[i + j * SIZE] - want), 1e-14);
                }
            }
            free(AB);
            dls_mat_scale(&SA, (const double[]){3, 3, 3, 3, 3, 3, 3, 3, 3},
                          (const double[]){1, 1, 1, 1, 1, 1, 1});
            dls_mat_fill_product(dls_see(&SA), dls_see(&SB), lower, sum, &C);
        }
        dls_mat_free(&C);
        assert_true(dls_mat_product(dls_see(&SA), dls_see(&SB), lower, 3, &C));
        assert_true(C.p[SIZE] > 3 || lower);
        dls_mat_free(&C);
        sparse_free(&SA);
        sparse_free(&SB);
        free(A);
        free(B);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_parts),
                                       cmocka_unit_test(test_matrix_products)};
    return cmocka_run_group_tests_name("parts", tests, NULL, NULL);
}
