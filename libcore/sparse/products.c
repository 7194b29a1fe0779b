/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Products and norms of sparse matrices. */
#include <math.h>

#include "sparse/sparse.h"

void dls_mul(dls_view A, double alpha, const double *x, double *y)
{
    for (dls_int j = 0; j < A.cols; j++) {
        double t = alpha * x[j];
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            y[A.i[k]] += A.x[k] * t;
        }
    }
}

void dls_mul_sizes(dls_view A, const double *x, double *y)
{
    for (dls_int j = 0; j < A.cols; j++) {
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            y[A.i[k]] += fabs(A.x[k] * x[j]);
        }
    }
}

/* sum a(k) x(i(k)) by four partial sums, which do not wait for each other. Rows that follow one
   another (they increase) need no looking up: the same sums in half the time. */
static double long_dot(dls_int count, const double *a, const dls_int *i, const double *x)
{
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    dls_int k = 0;
    if (i[count - 1] - i[0] == count - 1) {
        return dls_dot(count, a, x + i[0]);
    }
    for (; k + 3 < count; k += 4) {
        s0 += a[k] * x[i[k]];
        s1 += a[k + 1] * x[i[k + 1]];
        s2 += a[k + 2] * x[i[k + 2]];
        s3 += a[k + 3] * x[i[k + 3]];
    }
    for (; k < count; k++) {
        s0 += a[k] * x[i[k]];
    }
    return (s0 + s1) + (s2 + s3);
}

/* A(:,j)'x: the sums of short columns do not wait for those of other columns. */
static inline double column_dot(dls_view A, dls_int j, const double *x)
{
    enum { SHORT = 8 };
    dls_int k = A.p[j], end = A.p[j + 1];
    double sum = 0;
    if (end - k > SHORT) {
        return long_dot(end - k, A.x + k, A.i + k, x);
    }
    for (; k < end; k++) {
        sum += A.x[k] * x[A.i[k]];
    }
    return sum;
}

void dls_mul_t(dls_view A, double alpha, const double *x, double *y)
{
    for (dls_int j = 0; j < A.cols; j++) {
        y[j] += alpha * column_dot(A, j, x);
    }
}

void dls_set_mul_t(dls_view A, const double *x, double *y)
{
    for (dls_int j = 0; j < A.cols; j++) {
        y[j] = column_dot(A, j, x);
    }
}

void dls_mul_t_exactly(dls_view A, const double *x, double *y)
{
    for (dls_int j = 0; j < A.cols; j++) {
        dls_exact sum = {0};
        dls_exact_column(A, j, x, &sum);
        y[j] = sum.high + sum.low;
    }
}

void dls_residual_t(dls_view A, double sign, const double *x, const double *b, double *r,
                    double *scale)
{
    for (dls_int j = 0; j < A.cols; j++) {
        double sum[2] = {0, 0}, size[2] = {0, 0}; /* of every other entry */
        dls_int k = A.p[j], end = A.p[j + 1];
        for (; k + 1 < end; k += 2) {
            double even = A.x[k] * x[A.i[k]], odd = A.x[k + 1] * x[A.i[k + 1]];
            sum[0] += even;
            sum[1] += odd;
            size[0] += fabs(even);
            size[1] += fabs(odd);
        }
        double last = k < end ? A.x[k] * x[A.i[k]] : 0;
        r[j] = (b ? b[j] : 0) + sign * (sum[0] + sum[1] + last);
        scale[j] = size[0] + size[1] + fabs(last);
    }
}

double dls_max_abs(dls_view A)
{
    return dls_largest(dls_entries(A), A.x);
}

double dls_longest_column(dls_view A)
{
    double longest = 0;
    for (dls_int j = 0; j < A.cols; j++) {
        longest = fmax(longest, dls_norm(A.p[j + 1] - A.p[j], A.x + A.p[j]));
    }
    return longest;
}

double dls_frobenius(dls_view A)
{
    return dls_norm(dls_entries(A), A.x);
}

/* Column j of A B into `sum`, of a lower triangle its part */
static void add_column(dls_view A, dls_view B, dls_int j, bool lower, dls_scatter *sum)
{
    for (dls_int k = B.p[j]; k < B.p[j + 1]; k++) {
        for (dls_int i = A.p[B.i[k]]; i < A.p[B.i[k] + 1]; i++) {
            if (!lower || A.i[i] >= j) {
                dls_scatter_add(sum, A.i[i], A.x[i] * B.x[k]);
            }
        }
    }
}

bool dls_mat_product(dls_view A, dls_view B, bool lower, dls_int most, dls_mat *C)
{
    dls_scatter sum = {0};
    dls_int room = 2 * dls_entries(B) + 1;
    bool done = dls_scatter_new(&sum, A.rows) && dls_mat_new(C, A.rows, B.cols, room);
    for (dls_int j = 0; done && j < B.cols; j++) {
        bool more = C->p[j] <= most;
        if (more) {
            add_column(A, B, j, lower, &sum);
        }
        done = !more || dls_scatter_collect(&sum, -1, A.rows, C, &room, j);
        C->p[j + 1] = more ? C->p[j + 1] : C->p[j];
    }
    dls_scatter_free(&sum);
    return done;
}

void dls_mat_fill_product(dls_view A, dls_view B, bool lower, double *sum, dls_mat *C)
{
    for (dls_int j = 0; j < B.cols; j++) {
        for (dls_int k = B.p[j]; k < B.p[j + 1]; k++) {
            double factor = B.x[k];
            dls_int i = A.p[B.i[k]], end = A.p[B.i[k] + 1];
            while (lower && i < end && A.i[i] < j) {
                i++;
            }
            for (; i < end; i++) {
                sum[A.i[i]] += A.x[i] * factor;
            }
        }
        for (dls_int k = C->p[j]; k < C->p[j + 1]; k++) {
            C->x[k] = sum[C->i[k]];
            sum[C->i[k]] = 0;
        }
    }
}
