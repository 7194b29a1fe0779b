/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dls_matrix_class against known matrices and brute force; every witness is verified. */
#include "check.h"
#include "class_truth.h"
#include "dense.h"

static const dls_class P = DLS_CLASS_P, P0 = DLS_CLASS_P0, COP = DLS_CLASS_COPOSITIVE,
                       STRICT = DLS_CLASS_STRICTLY_COPOSITIVE;

/* ---- known matrices: verdicts as a text, one letter per class in the order of DLS_CLASSES ---- */

static void expect(const char *what, int n, const double *A, const char *verdicts)
{
    dls_class_report *R = classify(n, A);
    for (int c = 0; c < DLS_CLASS_COUNT; c++) {
        char found = "?yn"[R->holds[c]];
        if (verdicts[c] != '.' && found != verdicts[c]) {
            print_error("%s: %s is '%c' (%s), expected '%c'\n", what, dls_class_name(c), found,
                        R->why[c], verdicts[c]);
            fail();
        }
    }
    dls_class_report_free(R);
}

/* D A E (or D A D) with D, E from 1e-8 to 1e8, not powers of two */
static double *rescaled(int n, const double *A, bool symmetric, uint64_t seed)
{
    double *B = vector_copy(n * n, A), *d = vector_random(2 * n, seed);
    for (int i = 0; i < 2 * n; i++) {
        d[i] = pow(10, 8 * d[i]);
    }
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            B[i + j * n] *= d[i] * d[symmetric ? j : n + j];
        }
    }
    free(d);
    return B;
}

/* Everything under D A D, and P, P0, Z, M under D A E, too. */
static void expect_scaled(const char *what, int n, const double *A, const char *verdicts)
{
    expect(what, n, A, verdicts);
    for (uint64_t seed = 1; seed <= 3; seed++) {
        char some[] = "...PP...ZM";
        double *B = rescaled(n, A, true, seed), *E = rescaled(n, A, false, seed);
        for (int c = 0; c < DLS_CLASS_COUNT; c++) {
            some[c] = some[c] == '.' ? '.' : verdicts[c];
        }
        expect(what, n, B, verdicts);
        expect(what, n, E, some);
        free(B);
        free(E);
    }
}

static void test_small(void **state)
{
    (void)state; /* symmetric PD PSD P P0 cop strict plus Z M */
    expect("empty", 0, (double[]){0}, "yyyyyyyyyy");
    expect_scaled("one", 1, (double[]){2}, "yyyyyyyyyy");
    expect_scaled("zero", 1, (double[]){0}, "ynynyynyyn");
    expect_scaled("minus one", 1, (double[]){-1}, "ynnnnnnnyn");
    expect_scaled("zeros", 3, (double[9]){0}, "ynynyynyyn");
    expect_scaled("identity", 2, (double[]){1, 0, 0, 1}, "yyyyyyyyyy");
    expect_scaled("-identity", 2, (double[]){-1, 0, 0, -1}, "ynnnnnnnyn");
    expect_scaled("skew", 2, (double[]){0, -1, 1, 0}, "nnynyynynn");
    expect_scaled("swap", 2, (double[]){0, 1, 1, 0}, "ynnnnynnnn");
    expect_scaled("triangular", 2, (double[]){1, 0, -3, 1}, "nnnyynnnyy");
    expect_scaled("dominant and singular", 3, (double[]){1, 0, 1, -1, 1, 0, 0, 1, 1}, "nnynyy.ynn");
    expect_scaled("M", 2, (double[]){2, -1, -1, 2}, "yyyyyyyyyy");
    expect_scaled("singular Laplacian", 2, (double[]){1, -1, -1, 1}, "ynynyynyyn");
    expect_scaled("ones", 2, (double[]){1, 1, 1, 1}, "ynynyyyynn");
    expect_scaled("large off the diagonal", 2, (double[]){1, 3, 3, 1}, "ynnnnyyynn");
    expect_scaled("Z, not M", 2, (double[]){1, -2, -2, 1}, "ynnnnnnnyn");
    expect_scaled("zero diagonal", 2, (double[]){0, 1, 1, 5}, "ynnnnynnnn");
    expect_scaled("almost nothing on the diagonal", 2, (double[]){1, 1, -3, 1e-20}, "nnnyynnnnn");
    expect_scaled("negative beside zero", 2, (double[]){0, -1, -1, 5}, "ynnnnnnnyn");
}

static void test_named(void **state)
{
    (void)state;
    const double horn[25] = {1,  -1, 1, 1, -1, -1, 1,  -1, 1, 1, 1,  -1, 1,
                             -1, 1,  1, 1, -1, 1,  -1, -1, 1, 1, -1, 1};
    expect_scaled("Horn", 5, horn, "ynnnnynnnn");
    double more[25]; /* a little less on the diagonal, a little more */
    for (int k = 0; k < 25; k++) {
        more[k] = horn[k] - (k % 6 == 0 ? 1e-9 : 0);
    }
    expect_scaled("less than Horn", 5, more, "ynnnnnnnnn");
    for (int k = 0; k < 25; k++) {
        more[k] = horn[k] + (k % 6 == 0 ? 1e-9 : 0);
    }
    expect_scaled("more than Horn", 5, more, "ynnnnyyynn");
    for (int n = 2; n <= 16; n += 7) { /* Murty: lower triangular, 1 and 2 below; P */
        double *A = need(n * n, sizeof *A), *H = need(n * n, sizeof *H);
        for (int j = 0; j < n; j++) {
            for (int i = j; i < n; i++) {
                A[i + j * n] = i == j ? 1 : 2;
            }
            for (int i = 0; i < n; i++) {
                H[i + j * n] = 1.0 / (i + j + 1);
            }
        }
        expect_scaled("Murty", n, A, n == 2 ? "nnyyyyyynn" : "nn.yyyyynn");
        expect("Hilbert", n, H, n <= 9 ? "yyyyyyyynn" : "y.y.yy.ynn");
        free(A);
        free(H);
    }
    const double contact[16] = {1, 0, 0, .5, 0, 1, -1, -1, 0, -1, 1, -1, 0, 1, 1, 0};
    expect_scaled("contact of a point mass", 4, contact, "nnnnyynnnn");
}

/* ---- brute force ---- */

static void test_random_minors(void **state)
{
    (void)state;
    int count[4] = {0};
    for (uint64_t seed = 1; seed <= 400; seed++) {
        int n = 1 + (int)(seed % 7);
        double *A = dense_random(n, n, seed % 3 ? 1 : 0.5, seed);
        for (int i = 0; i < n; i++) {
            A[i * (n + 1)] =
                fabs(A[i * (n + 1)]) + (seed % 5 ? 0.3 * n * (double)(seed % 4) / 3 : 0);
        }
        int truth = brute_p(n, A);
        count[truth + 1]++;
        dls_class_report *R = classify(n, A);
        if (truth != 2) {
            assert_int_equal(R->holds[P], truth == 1 ? DLS_YES : DLS_NO);
            assert_int_equal(R->holds[P0], truth >= 0 ? DLS_YES : DLS_NO);
        }
        dls_class_report_free(R);
        free(A);
    }
    assert_true(count[0] > 20 && count[2] > 20);
}

static void test_random_copositive(void **state)
{
    (void)state;
    int yes = 0, no = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        int n = 1 + (int)(seed % 4);
        double *A = dense_random(n, n, 1, seed);
        for (int i = 0; i < n; i++) {
            A[i * (n + 1)] = fabs(A[i * (n + 1)]) + 0.3;
        }
        double least = grid_minimum(n, A, 40);
        dls_class_report *R = classify(n, A);
        assert_true(R->holds[COP] != DLS_UNDECIDED && R->holds[STRICT] != DLS_UNDECIDED);
        if (least < 0) {
            assert_int_equal(R->holds[COP], DLS_NO);
        }
        if (R->holds[COP] == DLS_NO) { /* the grid is coarse: its minimum is near */
            assert_small(least, 0.01);
        }
        yes += R->holds[COP] == DLS_YES;
        no += R->holds[COP] == DLS_NO;
        dls_class_report_free(R);
        free(A);
    }
    assert_true(yes > 30 && no > 30);
}

/* Low rank: B'B plus a skew part is PSD, never PD; its zeros are all of the plus kind. */
static void test_low_rank(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        int n = 3 + (int)(seed % 12), rank = 1 + (int)(seed % (uint64_t)(n - 1));
        double *A = dense_gram(rank, n, 1, 0, seed), *B = dense_random(n, n, 1, seed + 99);
        expect_scaled("low rank", n, A, "ynynyy.y..");
        for (int k = 0; k < n * n; k++) {
            A[k] += B[k] - B[k % n * n + k / n];
        }
        expect("low rank and skew", n, A, "nny.yy.yn.");
        free(A);
        free(B);
    }
}

/* ---- larger orders never contradict the truth ---- */

static void test_large(void **state)
{
    (void)state;
    for (int n = 17; n <= (small_sizes() ? 17 : 140); n += 41) {
        double *A = dense_gram(n, n, 0.3, 0.1, 3), *B = dense_gram(n / 2, n, 0.5, 0, 4),
               *Z = need(n * n, 8), *T = need(n * n, 8), *C = dense_random(n, n, 0.2, 5);
        expect("PD", n, A, "yyyyyyyyn.");
        expect("PSD", n, B, "ynynyy.y..");
        for (int j = 0; j < n; j++) {
            Z[j * (n + 1)] = 2;
            T[j * (n + 1)] = 1;
            for (int i = 0; i < n; i++) {
                T[i + j * n] += i > j ? -2 : 0;
                Z[i + j * n] -= i == j + 1 ? 1.5 : i == j - 1 ? 0.5 : 0;
                C[i + j * n] = i == j ? -0.5 + (j > n / 2) : C[i + j * n];
            }
        }
        expect("M by rows", n, Z, "n..yy...yy");
        expect("triangular, Z", n, T, "nnnyynnnyy");
        expect("negative diagonal", n, C, ".nnnnnnn..");
        for (int k = 0; k < n * n; k++) {
            T[k] = fabs(T[k]);
        }
        expect("Murty", n, T, "n..yyyyynn");
        for (int j = 0; j < n; j++) {
            Z[j * (n + 1)] = 1.9;
        }
        expect("Z, not M", n, Z, "n.....n.y.");
        for (int k = 0; k < n * n; k++) { /* symmetric: 2 cos (pi / (n + 1)) > 1.9 */
            Z[k] = k / n == k % n ? 1.9 : abs(k / n - k % n) == 1 ? -1 : 0;
        }
        expect("symmetric Z, not PSD", n, Z, "ynnnnnnnyn");
        free(A);
        free(B);
        free(Z);
        free(T);
        free(C);
    }
}

/* Contact matrices beyond the exact order: copositive by the splitting. */
static void test_large_contact(void **state)
{
    (void)state;
    int contacts = 8, n = 4 * contacts, rows = 3 * contacts;
    double *W = dense_gram(12, rows, 1, 0, 2), *A = need(n * n, 8);
    for (int j = 0; j < rows; j++) {
        for (int i = 0; i < rows; i++) {
            A[i + j * n] = W[i + j * rows];
        }
    }
    for (int c = 0; c < contacts; c++) {
        A[rows + c + c * n] = 0.5;
        for (int k = 0; k < 2; k++) {
            int d = contacts + 2 * c + k;
            A[rows + c + d * n] = -1;
            A[d + (rows + c) * n] = 1;
        }
    }
    expect("contacts", n, A, "nnnn.ynnnn");
    free(W);
    free(A);
}

/* ---- calls ---- */

static void test_bad_input(void **state)
{
    (void)state;
    dls_int p[] = {0, 1, 2}, i[] = {0, 1};
    double x[] = {1, NAN};
    dls_class_report *R;
    dls_fault fault;
    dls_view A = {2, 2, p, i, x}, B = {3, 2, p, i, x};
    assert_code(dls_matrix_class(A, &R, &fault), DLS_ERROR_NOT_FINITE, &fault);
    assert_null(R);
    x[1] = 1;
    assert_code(dls_matrix_class(B, &R, &fault), DLS_ERROR_DIMENSION, &fault);
    p[1] = 3;
    assert_code(dls_matrix_class(A, &R, &fault), DLS_ERROR_STRUCTURE, &fault);
    dls_class_report_free(NULL);
    assert_string_equal(dls_class_name(DLS_CLASS_COPOSITIVE_PLUS), "copositive_plus");
    assert_string_equal(dls_class_name(DLS_CLASS_M), "M");
}

static void short_of_memory(int n, const double *A)
{
    dls_mat S = sparse_of(n, n, A);
    bool failed = true;
    for (dls_int k = 1; failed; k++) {
        dls_fault fault;
        dls_class_report *R;
        dls_int before = dls_test_allocations();
        dls_test_fail_allocation(k);
        dls_error error = dls_matrix_class(dls_see(&S), &R, &fault);
        dls_test_fail_allocation(0);
        failed = dls_test_allocations() - before >= k;
        assert_code(error, failed ? DLS_ERROR_MEMORY : DLS_OK, &fault);
        assert_true(!R == failed);
        dls_class_report_free(R);
    }
    sparse_free(&S);
}

static void test_memory(void **state)
{
    (void)state;
    int sizes[] = {5, 17, 120};
    for (int k = 0; k < 3; k++) {
        int n = sizes[k];
        double *A = dense_random(n, n, 0.3, 7), *B = dense_gram(n - 2, n, 0.3, 0, 4);
        for (int i = 0; i < n; i++) {
            A[i * (n + 1)] = 1.5;
        }
        short_of_memory(n, A);
        short_of_memory(n, B);
        free(A);
        free(B);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small),         cmocka_unit_test(test_named),
        cmocka_unit_test(test_random_minors), cmocka_unit_test(test_random_copositive),
        cmocka_unit_test(test_low_rank),      cmocka_unit_test(test_large),
        cmocka_unit_test(test_large_contact), cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests_name("matrix_class", tests, NULL, NULL);
}
