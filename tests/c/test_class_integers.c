/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dls_matrix_class on small matrices of integers against exact arithmetic: determinants, Keller's
   criterion of strict copositivity, minimal zeros. Scaled, and three of them as blocks of order 18,
   where a verdict may be missing but not wrong. */
#include "check.h"
#include "class_truth.h"
#include "dense.h"

enum { K = 6 };
typedef struct {
    int n;
    int64_t a[K][K];
} integers;

static int64_t det(const integers *A)
{
    int64_t sum = 0;
    if (A->n == 0) {
        return 1;
    }
    for (int c = 0; c < A->n; c++) { /* along the first row */
        integers B = {.n = A->n - 1};
        for (int i = 1; A->a[0][c] != 0 && i < A->n; i++) {
            for (int j = 0; j < A->n; j++) {
                if (j != c) {
                    B.a[i - 1][j - (j > c)] = A->a[i][j];
                }
            }
        }
        sum += A->a[0][c] == 0 ? 0 : (c % 2 ? -1 : 1) * A->a[0][c] * det(&B);
    }
    return sum;
}

static integers part(const integers *A, int set, int *index)
{
    integers B = {0};
    for (int i = 0; i < A->n; i++) {
        if (set >> i & 1) {
            index[B.n++] = i;
        }
    }
    for (int i = 0; i < B.n; i++) {
        for (int j = 0; j < B.n; j++) {
            B.a[i][j] = A->a[index[i]][index[j]];
        }
    }
    return B;
}

/* Cofactors of row r. */
static void cofactors(const integers *A, int r, int64_t *z)
{
    for (int c = 0; c < A->n; c++) {
        integers B = {.n = A->n - 1};
        for (int i = 0; i < A->n; i++) {
            for (int j = 0; j < A->n; j++) {
                if (i != r && j != c) {
                    B.a[i - (i > r)][j - (j > c)] = A->a[i][j];
                }
            }
        }
        z[c] = ((r + c) % 2 ? -1 : 1) * det(&B);
    }
}

static bool positive(int n, const int64_t *z, int sign)
{
    bool all = true;
    for (int i = 0; i < n; i++) {
        all = all && sign * z[i] > 0;
    }
    return all;
}

/* Keller: in no principal submatrix are all cofactors of the last row positive and the determinant
   not. */
static bool is_strict(const integers *C)
{
    int index[K];
    int64_t z[K];
    for (int set = 1; set < 1 << C->n; set++) {
        integers B = part(C, set, index);
        cofactors(&B, B.n - 1, z);
        if (positive(B.n, z, 1) && det(&B) <= 0) {
            return false;
        }
    }
    return true;
}

/* Integers of this size: not copositive means below -1/SCALE on the simplex. */
static bool is_copositive(const integers *C)
{
    static const int64_t SCALE = 200;
    integers E = *C;
    for (int i = 0; i < E.n; i++) {
        for (int j = 0; j < E.n; j++) {
            E.a[i][j] = SCALE * C->a[i][j] + (i == j);
        }
    }
    return is_strict(&E);
}

/* Of a copositive C: each positive kernel vector of a singular principal submatrix is in ker C. */
static bool is_plus(const integers *C)
{
    int index[K];
    int64_t z[K];
    for (int set = 1; set < 1 << C->n; set++) {
        integers B = part(C, set, index);
        for (int r = 0; r < B.n && det(&B) == 0; r++) {
            cofactors(&B, r, z);
            bool zero = positive(B.n, z, 1) || positive(B.n, z, -1);
            for (int i = 0; zero && i < C->n; i++) {
                int64_t sum = 0;
                for (int c = 0; c < B.n; c++) {
                    sum += C->a[i][index[c]] * z[c];
                }
                if (sum != 0) {
                    return false;
                }
            }
        }
    }
    return true;
}

typedef struct {
    bool holds[DLS_CLASS_COUNT];
} truth;

static const dls_class tested[] = {DLS_CLASS_P, DLS_CLASS_P0, DLS_CLASS_COPOSITIVE,
                                   DLS_CLASS_STRICTLY_COPOSITIVE, DLS_CLASS_COPOSITIVE_PLUS};
enum { TESTED = sizeof tested / sizeof *tested };

static truth find_truth(const integers *A)
{
    truth t = {0};
    int index[K];
    integers C = *A;
    t.holds[DLS_CLASS_P] = t.holds[DLS_CLASS_P0] = true;
    for (int set = 1; set < 1 << A->n; set++) {
        integers B = part(A, set, index);
        int64_t minor = det(&B);
        t.holds[DLS_CLASS_P] = t.holds[DLS_CLASS_P] && minor > 0;
        t.holds[DLS_CLASS_P0] = t.holds[DLS_CLASS_P0] && minor >= 0;
    }
    for (int i = 0; i < A->n; i++) {
        for (int j = 0; j < A->n; j++) {
            C.a[i][j] = A->a[i][j] + A->a[j][i];
        }
    }
    t.holds[DLS_CLASS_STRICTLY_COPOSITIVE] = is_strict(&C);
    t.holds[DLS_CLASS_COPOSITIVE] = is_copositive(&C);
    t.holds[DLS_CLASS_COPOSITIVE_PLUS] = t.holds[DLS_CLASS_COPOSITIVE] && is_plus(&C);
    return t;
}

static integers make(int n, int most, bool symmetric, uint64_t *state)
{
    integers A = {.n = n};
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            A.a[i][j] = (int64_t)floor((most + 0.5) * uniform(state) + 0.5);
            A.a[i][j] = symmetric && j < i ? A.a[j][i] : A.a[i][j];
        }
        A.a[i][i] = A.a[i][i] ? llabs(A.a[i][i]) : most - 1;
    }
    return A;
}

/* Into the dense array of order N from index `at` on; scaled: rows and columns alike. */
static void place(const integers *A, bool scaled, int at, int N, double *dense, uint64_t *state)
{
    double d[K];
    for (int i = 0; i < A->n; i++) {
        d[i] = scaled ? pow(10, 4 * uniform(state)) : 1;
    }
    for (int i = 0; i < A->n; i++) {
        for (int j = 0; j < A->n; j++) {
            dense[at + i + (at + j) * N] = (double)A->a[i][j] * d[i] * d[j];
        }
    }
}

/* Returns the number of verdicts that are missing. */
static int compare(int n, const double *dense, const truth *t)
{
    int missing = 0;
    dls_class_report *R = classify(n, dense);
    for (int k = 0; k < TESTED; k++) {
        dls_class c = tested[k];
        missing += R->holds[c] == DLS_UNDECIDED;
        if (R->holds[c] != DLS_UNDECIDED && (R->holds[c] == DLS_YES) != t->holds[c]) {
            print_error("%s: %s\n", dls_class_name(c), R->why[c]);
            fail();
        }
    }
    dls_class_report_free(R);
    return missing;
}

static void test_small(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int k = 0; k < (small_sizes() ? 300 : 6000); k++) {
        double dense[K * K] = {0};
        integers A = make(1 + k % 5, 1 + k % 3, k % 2, &seed);
        truth t = find_truth(&A);
        place(&A, k % 7 == 0, 0, A.n, dense, &seed);
        assert_int_equal(compare(A.n, dense, &t), 0);
    }
}

static void test_blocks(void **state)
{
    (void)state;
    uint64_t seed = 2;
    int count = small_sizes() ? 30 : 300, missing = 0;
    for (int k = 0; k < count; k++) {
        double dense[18 * 18] = {0};
        truth all = {0};
        for (int block = 0; block < 3; block++) {
            integers A = make(K, 1 + k % 3, k % 2, &seed);
            for (int i = 0; i < K; i++) { /* heavy on the diagonal: else all verdicts are no */
                A.a[i][i] += k % 4;
            }
            truth t = find_truth(&A);
            for (int c = 0; c < DLS_CLASS_COUNT; c++) {
                all.holds[c] = (block == 0 || all.holds[c]) && t.holds[c];
            }
            place(&A, k % 7 == 0, block * K, 18, dense, &seed);
        }
        missing += compare(18, dense, &all);
    }
    assert_true(missing < TESTED * count / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small),
        cmocka_unit_test(test_blocks),
    };
    return cmocka_run_group_tests_name("class_integers", tests, NULL, NULL);
}
