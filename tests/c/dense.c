/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dense.h"

extern void dgesvd_(const char *jobu, const char *jobvt, const int *m, const int *n, double *A,
                    const int *lda, double *s, double *U, const int *ldu, double *Vt,
                    const int *ldvt, double *work, const int *lwork, int *info);

static const double NOTHING = 1e-10;

void *need(dls_int count, size_t size)
{
    void *memory = calloc(count > 0 ? (size_t)count : 1, size);
    if (!memory) {
        fputs("the test itself is out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

bool small_sizes(void)
{
    const char *text = getenv("DLS_TEST_SMALL");
    return text && strcmp(text, "0") != 0;
}

double uniform(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u; /* splitmix64 */
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return (double)(z >> 11) / 4503599627370496.0 - 1.0;
}

double *vector_random(dls_int n, uint64_t seed)
{
    return dense_random(n, 1, 1, seed);
}

double *vector_copy(dls_int n, const double *x)
{
    double *y = need(n, sizeof *y);
    memcpy(y, x, (size_t)n * sizeof *x);
    return y;
}

double length(dls_int n, const double *x)
{
    double square = 0;
    for (dls_int k = 0; k < n; k++) {
        square += x[k] * x[k];
    }
    return sqrt(square);
}

double distance(dls_int n, const double *x, const double *y)
{
    double square = 0;
    for (dls_int k = 0; k < n; k++) {
        square += (x[k] - y[k]) * (x[k] - y[k]);
    }
    return sqrt(square);
}

double *dense_random(dls_int rows, dls_int cols, double density, uint64_t seed)
{
    double *A = need(rows * cols, sizeof *A);
    for (dls_int k = 0; k < rows * cols; k++) {
        double value = uniform(&seed), dice = 0.5 + 0.5 * uniform(&seed);
        A[k] = dice <= density ? value : 0;
    }
    return A;
}

double *dense_gram(dls_int rank, dls_int n, double density, double shift, uint64_t seed)
{
    double *B = dense_random(rank, n, density, seed), *A = need(n * n, sizeof *A);
    for (dls_int j = 0; j < n; j++) {
        dense_apply_t(rank, n, 1, B, B + j * rank, A + j * n);
        A[j + j * n] += shift;
    }
    free(B);
    return A;
}

double *dense_stack(dls_int r1, dls_int r2, dls_int cols, const double *A, const double *B)
{
    double *S = need((r1 + r2) * cols, sizeof *S);
    for (dls_int j = 0; j < cols; j++) {
        memcpy(S + j * (r1 + r2), A + j * r1, (size_t)r1 * sizeof *A);
        memcpy(S + j * (r1 + r2) + r1, B + j * r2, (size_t)r2 * sizeof *B);
    }
    return S;
}

double *dense_transpose(dls_int rows, dls_int cols, const double *A)
{
    double *T = need(rows * cols, sizeof *T);
    for (dls_int j = 0; j < cols; j++) {
        for (dls_int i = 0; i < rows; i++) {
            T[j + i * cols] = A[i + j * rows];
        }
    }
    return T;
}

void dense_apply(dls_int rows, dls_int cols, double alpha, const double *A, const double *x,
                 double *y)
{
    for (dls_int j = 0; j < cols; j++) {
        for (dls_int i = 0; i < rows; i++) {
            y[i] += alpha * A[i + j * rows] * x[j];
        }
    }
}

void dense_apply_t(dls_int rows, dls_int cols, double alpha, const double *A, const double *x,
                   double *y)
{
    for (dls_int j = 0; j < cols; j++) {
        double sum = 0;
        for (dls_int i = 0; i < rows; i++) {
            sum += A[i + j * rows] * x[i];
        }
        y[j] += alpha * sum;
    }
}

double dense_largest(dls_int rows, dls_int cols, const double *A)
{
    double largest = 0;
    for (dls_int k = 0; k < rows * cols; k++) {
        double size = fabs(A[k]);
        largest = size > largest || size != size ? size : largest; /* NaN stays */
    }
    return largest;
}

/* A = U diag(s) Vt, all of U and Vt; min(rows, cols) > 0. */
static void decompose(dls_int rows, dls_int cols, const double *A, double *U, double *s, double *Vt)
{
    int m = (int)rows, n = (int)cols, lwork = 8 * (m + n), info = 0;
    double *copy = vector_copy(rows * cols, A), *work = need(lwork, sizeof *work);
    dgesvd_("A", "A", &m, &n, copy, &m, s, U, &m, Vt, &n, work, &lwork, &info);
    if (info != 0) {
        fputs("dgesvd failed\n", stderr);
        exit(1);
    }
    free(copy);
    free(work);
}

double *dense_singular_values(dls_int rows, dls_int cols, const double *A)
{
    double *U = need(rows * rows, sizeof *U), *s = need(DLS_MIN(rows, cols), sizeof *s),
           *Vt = need(cols * cols, sizeof *Vt);
    if (rows > 0 && cols > 0) {
        decompose(rows, cols, A, U, s, Vt);
    }
    free(U);
    free(Vt);
    return s;
}

dls_int dense_kernel(dls_int rows, dls_int cols, const double *A, double **Z)
{
    dls_int rank = 0, least = DLS_MIN(rows, cols);
    double *U = need(rows * rows, sizeof *U), *s = need(least, sizeof *s),
           *Vt = need(cols * cols, sizeof *Vt);
    for (dls_int k = 0; k < cols; k++) {
        Vt[k + k * cols] = 1;
    }
    if (least > 0) {
        decompose(rows, cols, A, U, s, Vt);
    }
    while (rank < least && s[rank] > NOTHING * s[0]) {
        rank++;
    }
    double *V = dense_transpose(cols, cols, Vt);
    *Z = vector_copy(cols * (cols - rank), V + cols * rank);
    free(V);
    free(U);
    free(s);
    free(Vt);
    return cols - rank;
}

void dense_project(dls_int n, dls_int k, const double *Z, double *x)
{
    double *c = need(k, sizeof *c);
    dense_apply_t(n, k, 1, Z, x, c);
    memset(x, 0, (size_t)n * sizeof *x);
    dense_apply(n, k, 1, Z, c, x);
    free(c);
}

double *dense_pseudo_solve(dls_int n, const double *A, const double *b)
{
    double *U = need(n * n, sizeof *U), *s = need(n, sizeof *s), *Vt = need(n * n, sizeof *Vt),
           *c = need(n, sizeof *c), *x = need(n, sizeof *x);
    if (n > 0) {
        decompose(n, n, A, U, s, Vt);
    }
    dense_apply_t(n, n, 1, U, b, c);
    for (dls_int k = 0; k < n; k++) {
        c[k] = s[k] > NOTHING * s[0] ? c[k] / s[k] : 0;
    }
    dense_apply_t(n, n, 1, Vt, c, x);
    free(U);
    free(s);
    free(Vt);
    free(c);
    return x;
}

static dls_mat gather(dls_int rows, dls_int cols, const double *A, bool lower)
{
    dls_mat S = {rows, cols, need(cols + 1, sizeof *S.p), need(rows * cols, sizeof *S.i),
                 need(rows * cols, sizeof *S.x)};
    dls_int at = 0;
    for (dls_int j = 0; j < cols; j++) {
        for (dls_int i = lower ? j : 0; i < rows; i++) {
            if (A[i + j * rows] != 0) {
                S.i[at] = i;
                S.x[at++] = A[i + j * rows];
            }
        }
        S.p[j + 1] = at;
    }
    return S;
}

dls_mat sparse_of(dls_int rows, dls_int cols, const double *A)
{
    return gather(rows, cols, A, false);
}

dls_mat sparse_lower_of(dls_int n, const double *A)
{
    return gather(n, n, A, true);
}

double *dense_of(dls_view A)
{
    double *D = need(A.rows * A.cols, sizeof *D);
    for (dls_int j = 0; j < A.cols; j++) {
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            D[A.i[k] + j * A.rows] = A.x[k];
        }
    }
    return D;
}

void sparse_free(dls_mat *A)
{
    free(A->p);
    free(A->i);
    free(A->x);
    *A = (dls_mat){0};
}
