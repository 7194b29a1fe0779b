/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "lattice.h"

static void *get(dls_int count, size_t size)
{
    void *memory = calloc((size_t)count + 1, size);
    if (!memory) {
        fprintf(stderr, "no memory for the model\n");
        exit(EXIT_FAILURE);
    }
    return memory;
}

/* Wichmann and Hill's generator, as in lcg_rand.m. */
typedef struct {
    int64_t x[3];
} stream;

static const int64_t PRIME[3] = {30269, 30307, 30323}, FACTOR[3] = {171, 172, 170};

static stream stream_open(int seed)
{
    stream s;
    for (int g = 0; g < 3; g++) {
        int64_t cube = FACTOR[g] * FACTOR[g] * FACTOR[g];
        s.x[g] = 1 + ((seed + 1) * 7919 + 104729 * (g + 1)) % (PRIME[g] - 1);
        s.x[g] = s.x[g] * cube % PRIME[g];
    }
    return s;
}

static double uniform(stream *s)
{
    double u = 0;
    for (int g = 0; g < 3; g++) {
        u += (double)s->x[g] / (double)PRIME[g];
        s->x[g] = s->x[g] * FACTOR[g] % PRIME[g];
    }
    return fmod(u, 1);
}

static double perturbation(stream *s)
{
    return 0.1 * (uniform(s) - 0.5);
}

/* A matrix that grows entry by entry, rows increasing within a column. */
typedef struct {
    dls_int rows, cols, *p, *i;
    double *x;
} columns;

static columns columns_open(dls_int rows, dls_int cols, dls_int entries)
{
    return (columns){rows, 0, get(cols + 1, sizeof(dls_int)), get(entries, sizeof(dls_int)),
                     get(entries, sizeof(double))};
}

static void put(columns *A, dls_int row, double value)
{
    dls_int at = A->p[A->cols + 1]++;
    A->i[at] = row;
    A->x[at] = value;
}

static void close_column(columns *A)
{
    A->cols++;
    A->p[A->cols + 1] = A->p[A->cols]; /* columns_open has room for one more */
}

static dls_view see(const columns *A)
{
    return (dls_view){A->rows, A->cols, A->p, A->i, A->x};
}

static model with_data(columns M, columns G)
{
    model P = {see(&M), see(&G), get(M.cols, sizeof(double)), get(G.cols, sizeof(double))};
    for (dls_int i = 0; i < M.cols; i++) {
        P.F[i] = sin((double)(i + 1));
    }
    for (dls_int k = 0; k < G.cols; k++) {
        for (dls_int t = G.p[k]; t < G.p[k + 1]; t++) {
            P.b[k] -= G.x[t] * cos(0.7 * (double)(G.i[t] + 1));
        }
    }
    return P;
}

/* Point masses; the second number of each point says whether it has one. */
static columns masses(dls_int points, int dim, double massless)
{
    columns M = columns_open(dim * points, dim * points, dim * points);
    stream s = stream_open(2);
    for (dls_int q = 0; q < points; q++) {
        double mass = 1 + uniform(&s);
        bool real = uniform(&s) >= massless;
        for (int d = 0; d < dim; d++) {
            if (real) {
                put(&M, dim * q + d, mass);
            }
            close_column(&M);
        }
    }
    return M;
}

/* Unit vector along the bar from point a to b > a, at both ends; a < 0: the fixed origin. */
static void bar(columns *G, int dim, const double *X, dls_int a, dls_int b)
{
    double u[3] = {0}, length = 0;
    for (int d = 0; d < dim; d++) {
        u[d] = X[dim * b + d] - (a < 0 ? 0 : X[dim * a + d]);
        length = hypot(length, u[d]);
    }
    for (int d = 0; a >= 0 && d < dim; d++) {
        put(G, dim * a + d, -u[d] / length);
    }
    for (int d = 0; d < dim; d++) {
        put(G, dim * b + d, u[d] / length);
    }
    close_column(G);
}

static void bars_along(columns *G, const int step[3], dls_int N, int dim, const double *X)
{
    dls_int deep = dim == 3 ? N : 1;
    for (dls_int q = 0; q < N * N * deep; q++) {
        dls_int x = q % N + step[0], y = q / N % N + step[1], z = q / (N * N) + step[2];
        if (x >= 0 && x < N && y >= 0 && y < N && z >= 0 && z < deep) {
            dls_int other = x + N * (y + N * z);
            bar(G, dim, X, other < q ? other : q, other < q ? q : other);
        }
    }
}

model lattice(dls_int N, int dim)
{
    static const int plane[][3] = {{1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {1, -1, 0}};
    static const int space[][3] = {{1, 0, 0}, {0, 1, 0},  {0, 0, 1}, {1, 1, 0}, {1, -1, 0},
                                   {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, 1, -1}};
    const int(*steps)[3] = dim == 3 ? space : plane;
    dls_int count = dim == 3 ? 9 : 4, points = dim == 3 ? N * N * N : N * N;
    double *X = get(dim * points, sizeof *X);
    stream s = stream_open(1);
    for (dls_int q = 0; q < points; q++) {
        dls_int at[3] = {q % N, q / N % N, q / (N * N)};
        for (int d = 0; d < dim; d++) {
            X[dim * q + d] = (double)at[d] + perturbation(&s);
        }
    }
    columns G = columns_open(dim * points, count * points, 2 * dim * count * points);
    for (dls_int k = 0; k < count; k++) {
        bars_along(&G, steps[k], N, dim, X);
    }
    free(X);
    return with_data(masses(points, dim, 0.2), G);
}

model chain(dls_int bars)
{
    double *X = get(2 * bars, sizeof *X);
    stream s = stream_open(1);
    columns G = columns_open(2 * bars, bars, 4 * bars);
    for (dls_int k = 0; k < bars; k++) {
        X[2 * k] = (double)(k + 1) + perturbation(&s);
        X[2 * k + 1] = perturbation(&s);
        bar(&G, 2, X, k - 1, k);
    }
    free(X);
    return with_data(masses(bars, 2, 0), G);
}

model dense_constraints(dls_int n, dls_int locals)
{
    columns M = columns_open(n, n, 3 * n), G = columns_open(n, locals + 4, 3 * locals + 4 * n);
    for (dls_int j = 0; j < n; j++) {
        for (dls_int i = j > 0 ? j - 1 : 0; i < n && i <= j + 1; i++) {
            put(&M, i, i == j ? 3 : -1);
        }
        close_column(&M);
    }
    for (dls_int k = 0; k < locals; k++) {
        dls_int first = k * (n / locals);
        put(&G, first, 1);
        put(&G, first + 1, -2);
        put(&G, first + 2, 1);
        close_column(&G);
    }
    for (int k = 0; k < 4; k++) {
        for (dls_int i = 0; i < n; i++) {
            put(&G, i, sin((double)((i + 1) * (k % 3 + 1))));
        }
        close_column(&G);
    }
    return with_data(M, G);
}

void model_cut(model *P, dls_int m)
{
    P->G.cols = m;
}

void model_free(model *P)
{
    const dls_view views[] = {P->M, P->G};
    for (int k = 0; k < 2; k++) {
        free((void *)views[k].p);
        free((void *)views[k].i);
        free((void *)views[k].x);
    }
    free(P->F);
    free(P->b);
    *P = (model){0};
}
