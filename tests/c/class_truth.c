/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check.h"
#include "class_truth.h"
#include "dense.h"

extern void dgetrf_(const int *m, const int *n, double *A, const int *lda, int *pivot, int *info);

static const dls_class P = DLS_CLASS_P, P0 = DLS_CLASS_P0, PD = DLS_CLASS_PD, PSD = DLS_CLASS_PSD,
                       COP = DLS_CLASS_COPOSITIVE, STRICT = DLS_CLASS_STRICTLY_COPOSITIVE,
                       PLUS = DLS_CLASS_COPOSITIVE_PLUS;

double determinant(int n, const double *A, const double *indicator)
{
    int k = 0, info, pivot[160], index[160];
    double B[160 * 160], det = 1;
    for (int i = 0; i < n; i++) {
        if (indicator[i] != 0) {
            index[k++] = i;
        }
    }
    for (int j = 0; j < k; j++) {
        double top = 0; /* columns scaled: the sign is all that counts */
        for (int i = 0; i < k; i++) {
            B[i + j * k] = A[index[i] + index[j] * n];
            top = fmax(top, fabs(B[i + j * k]));
        }
        for (int i = 0; i < k; i++) {
            B[i + j * k] /= top > 0 ? top : 1;
        }
    }
    for (int i = 0; i < k; i++) {
        double top = 0;
        for (int j = 0; j < k; j++) {
            top = fmax(top, fabs(B[i + j * k]));
        }
        for (int j = 0; j < k; j++) {
            B[i + j * k] /= top > 0 ? top : 1;
        }
    }
    dgetrf_(&k, &k, B, &k, pivot, &info);
    for (int i = 0; i < k; i++) {
        det *= pivot[i] == i + 1 ? B[i * (k + 1)] : -B[i * (k + 1)];
    }
    return det;
}

/* x'Ax relative to |x|'|A||x| */
static double form(int n, const double *A, const double *x)
{
    double sum = 0, size = 0;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            sum += x[i] * A[i + j * n] * x[j];
            size += fabs(x[i] * A[i + j * n] * x[j]);
        }
    }
    return size > 0 ? sum / size : 0;
}

static double largest_of(int n, const double *x)
{
    double top = 0;
    for (int i = 0; i < n; i++) {
        top = fmax(top, fabs(x[i]));
    }
    return top;
}

static void verify_form(int n, const double *A, dls_class c, const double *x)
{
    bool strict = c == PD || c == STRICT, plus = false;
    assert_true(largest_of(n, x) > 0);
    for (int i = 0; i < n && c != PD && c != PSD; i++) {
        assert_true(x[i] >= 0);
    }
    for (int i = 0; i < n && c == PLUS; i++) { /* a zero that (A + A') does not annul */
        double sum = 0, size = 0;
        for (int j = 0; j < n; j++) {
            sum += (A[i + j * n] + A[j + i * n]) * x[j];
            size += fabs(A[i + j * n] + A[j + i * n]) * fabs(x[j]);
        }
        plus = plus || fabs(sum) > 1e-12 * size;
    }
    double value = form(n, A, x);
    assert_true(strict ? value <= 1e-13 : plus ? value <= 1e-12 : value < 0);
}

static void verify_witnesses(int n, const double *A, const dls_class_report *R)
{
    for (int c = 0; c < DLS_CLASS_COUNT; c++) {
        const double *x = R->witness[c];
        assert_non_null(R->why[c]);
        if (R->holds[c] != DLS_NO) {
            assert_null(x);
        } else if (c == P || c == P0) {
            assert_true(n > 16 || x);
            if (x) {
                double det = determinant(n, A, x);
                assert_true(c == P ? det <= 1e-12 : det < 0);
            }
        } else if (c == PD || c == PSD || c == COP || c == STRICT || c == PLUS) {
            assert_non_null(x);
            verify_form(n, A, c, x);
        }
    }
}

static void verify_implications(const dls_class_report *R)
{
    static const int pairs[][2] = {{DLS_CLASS_PD, DLS_CLASS_PSD},
                                   {DLS_CLASS_PD, DLS_CLASS_P},
                                   {DLS_CLASS_PSD, DLS_CLASS_P0},
                                   {DLS_CLASS_P, DLS_CLASS_P0},
                                   {DLS_CLASS_M, DLS_CLASS_P},
                                   {DLS_CLASS_M, DLS_CLASS_Z},
                                   {DLS_CLASS_PD, DLS_CLASS_STRICTLY_COPOSITIVE},
                                   {DLS_CLASS_STRICTLY_COPOSITIVE, DLS_CLASS_COPOSITIVE_PLUS},
                                   {DLS_CLASS_COPOSITIVE_PLUS, DLS_CLASS_COPOSITIVE},
                                   {DLS_CLASS_PSD, DLS_CLASS_COPOSITIVE_PLUS}};
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        if (R->holds[pairs[k][0]] == DLS_YES) {
            assert_int_equal(R->holds[pairs[k][1]], DLS_YES);
        }
    }
}

dls_class_report *classify(int n, const double *A)
{
    dls_mat S = sparse_of(n, n, A);
    dls_class_report *R = NULL;
    dls_fault fault;
    assert_code(dls_matrix_class(dls_see(&S), &R, &fault), DLS_OK, &fault);
    sparse_free(&S);
    verify_witnesses(n, A, R);
    verify_implications(R);
    return R;
}

/* ---- brute force ---- */

/* All minors by dgetrf: 1 P, 0 P0 only, -1 neither; 2 too close to call. */
int brute_p(int n, const double *A)
{
    double indicator[16];
    int result = 1;
    for (int set = 1; set < 1 << n; set++) {
        for (int i = 0; i < n; i++) {
            indicator[i] = set >> i & 1;
        }
        double det = determinant(n, A, indicator);
        if (det < -1e-9) {
            return -1;
        }
        if (fabs(det) < 1e-9) {
            result = fabs(det) < 1e-15 ? 0 : 2;
        }
    }
    return result;
}

/* Smallest value of z'Az on a grid of the simplex. */
double grid_minimum(int n, const double *A, int steps)
{
    double least = INFINITY, z[4] = {0};
    for (int a = 0; a <= steps; a++) {
        for (int b = 0; b <= (n > 1 ? steps - a : 0); b++) {
            for (int c = 0; c <= (n > 2 ? steps - a - b : 0); c++) {
                int d = steps - a - b - c;
                double all[4] = {a, b, c, d}, sum = 0;
                if (n < 4) { /* the rest goes to the last coordinate */
                    all[n - 1] += d;
                }
                for (int i = 0; i < n; i++) {
                    z[i] = all[i] / steps;
                }
                for (int i = 0; i < n * n; i++) {
                    sum += z[i % n] * A[i] * z[i / n];
                }
                least = fmin(least, sum);
            }
        }
    }
    return least;
}
