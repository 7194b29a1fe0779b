/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dls_lcp against one bare CHOLMOD factorisation on the obstacle problem, and what a small call
   costs in C. usage: bench_lcp [small] [obstacle] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include "reference.h"

enum { GRID = 400, SMALL = 30 };

static void *array(size_t count, size_t size)
{
    void *x = calloc(count + 1, size);
    if (!x) {
        fprintf(stderr, "no memory for an array\n");
        exit(EXIT_FAILURE);
    }
    return x;
}

/* A matrix that is filled column by column. */
typedef struct {
    dls_int n, *p, *i;
    double *x, *q;
} columns;

static columns new_columns(dls_int n, dls_int entries)
{
    return (columns){n, array((size_t)n + 1, sizeof(dls_int)),
                     array((size_t)entries, sizeof(dls_int)), array((size_t)entries, 8),
                     array((size_t)n, 8)};
}

static void free_columns(columns *A)
{
    free(A->p);
    free(A->i);
    free(A->x);
    free(A->q);
}

static dls_lcp_problem problem_of(const columns *A)
{
    return (dls_lcp_problem){{A->n, A->n, A->p, A->i, A->x}, A->q, 0};
}

static void put(columns *A, dls_int row, double value)
{
    dls_int *at = A->p + A->n; /* where the next entry goes */
    A->i[*at] = row;
    A->x[(*at)++] = value;
}

/* As tests/m/problems/make_obstacle.m: z = u - psi, w = Laplacian of u + 8, times h^2. */
static columns obstacle(dls_int N)
{
    columns A = new_columns(N * N, 5 * N * N);
    double h = 1.0 / (double)(N + 1);
    double *psi = array((size_t)(N * N), sizeof *psi);
    for (dls_int j = 0; j < A.n; j++) {
        double x = h * (double)(j / N + 1) - 0.5, y = h * (double)(j % N + 1) - 0.4;
        psi[j] = 0.25 - 2 * (x * x + y * y);
    }
    dls_int next = 0;
    for (dls_int j = 0; j < A.n; j++) {
        const dls_int step[] = {-N, -1, 0, 1, N};
        const bool inside[] = {j >= N, j % N > 0, true, j % N < N - 1, j + N < A.n};
        A.p[j] = next;
        A.p[A.n] = next;
        for (int k = 0; k < 5; k++) {
            if (inside[k]) {
                put(&A, j + step[k], step[k] == 0 ? 4 : -1);
                A.q[j] += (step[k] == 0 ? 4 : -1) * psi[j + step[k]];
            }
        }
        A.q[j] += 8 * h * h;
        next = A.p[A.n];
    }
    free(psi);
    return A;
}

static double uniform(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 9007199254740992.0 * 2 - 1;
}

/* S S'/n + I, dense, with half of the unknowns active. */
static columns dense(dls_int n)
{
    columns A = new_columns(n, n * n);
    double *S = array((size_t)(n * n), sizeof *S);
    uint64_t state = 1;
    for (dls_int k = 0; k < n * n; k++) {
        S[k] = uniform(&state);
    }
    for (dls_int j = 0; j < n; j++) {
        A.p[j + 1] = (j + 1) * n;
        A.q[j] = uniform(&state);
        for (dls_int i = 0; i < n; i++) {
            double sum = i == j;
            for (dls_int k = 0; k < n; k++) {
                sum += S[i + k * n] * S[j + k * n] / (double)n;
            }
            A.i[i + j * n] = i;
            A.x[i + j * n] = sum;
        }
    }
    free(S);
    return A;
}

static dls_lcp_result solve(const columns *A, int method, double *v, double *w, double *u)
{
    dls_lcp_problem P = problem_of(A);
    dls_lcp_settings settings = dls_lcp_defaults();
    dls_lcp_result R;
    dls_fault fault;
    settings.method = method;
    memset(v, 0, (size_t)A->n * sizeof *v);
    stop_on(dls_lcp(&P, &settings, (dls_host){0}, v, w, u, &R, &fault), &fault);
    return R;
}

static void bench_small(void *data)
{
    (void)data;
    enum { ROUNDS = 5, CALLS = 2000 };
    columns A = dense(SMALL);
    double *v = array(SMALL, 8), *w = array(SMALL, 8), *u = array(SMALL, 8), best = INFINITY;
    dls_lcp_result R = {0};
    title("Dense LCP, n = %d, lemke", SMALL);
    for (int round = 0; round < ROUNDS; round++) {
        double start = now();
        for (int k = 0; k < CALLS; k++) {
            R = solve(&A, DLS_LCP_LEMKE, v, w, u);
        }
        best = fmin(best, (now() - start) / CALLS);
    }
    report("pivots", (double)R.iterations, dls_outcome_text(R.outcome));
    at_most("relative natural map", R.relative, 1e-10);
    at_most("us per call in C", 1e6 * best, 30);
    free(v);
    free(w);
    free(u);
    free_columns(&A);
}

static void obstacle_by(const columns *A, int method, const char *name, bare chol)
{
    char text[80];
    double *v = array((size_t)A->n, 8), *w = array((size_t)A->n, 8), *u = array((size_t)A->n, 8);
    double start = now();
    dls_lcp_result R = solve(A, method, v, w, u);
    double time = now() - start, one = chol.analyse + chol.factor;
    dls_int contact = 0;
    for (dls_int i = 0; i < A->n; i++) {
        contact += w[i] > v[i];
    }
    snprintf(text, sizeof text, "s, %s by %s", dls_outcome_text(R.outcome), R.method);
    title("Obstacle problem, %s", name);
    report("dls_lcp", time, text);
    report("points in contact", (double)contact, "");
    at_most("relative natural map", R.relative, 1e-10);
    at_most("factorisations", (double)R.factorisations, 25);
    at_most("dls_lcp / CHOLMOD analysis and factorisation", time / one, 30);
    report("dls_lcp / CHOLMOD numeric factorisation alone", time / chol.factor, "");
    printf("  %s\n", R.message);
    free(v);
    free(w);
    free(u);
}

static void bench_obstacle(void *data)
{
    (void)data;
    columns A = obstacle(GRID);
    dls_view M = problem_of(&A).M;
    bare chol = bare_matrix(M, A.q);
    for (int k = 0; k < 2; k++) {
        bare again = bare_matrix(M, A.q);
        chol = again.analyse + again.factor < chol.analyse + chol.factor ? again : chol;
    }
    char how[80];
    snprintf(how, sizeof how, "s: analyse %.3f, factor %.3f, %.3g entries", chol.analyse,
             chol.factor, chol.entries);
    title("Obstacle problem, grid %d x %d", GRID, GRID);
    report("one bare CHOLMOD factorisation", chol.analyse + chol.factor, how);
    obstacle_by(&A, DLS_LCP_AUTO, "auto", chol);
    obstacle_by(&A, DLS_LCP_INTERIOR_POINT, "interior-point", chol);
    obstacle_by(&A, DLS_LCP_NEWTON, "newton", chol);
    free_columns(&A);
}

static const struct {
    const char *name;
    void (*run)(void *data);
    unsigned patience; /* seconds */
} SECTIONS[] = {{"small", bench_small, 30}, {"obstacle", bench_obstacle, 120}};

int main(int argc, char **argv)
{
    for (size_t k = 0; k < sizeof SECTIONS / sizeof *SECTIONS; k++) {
        bool wanted = argc == 1;
        for (int a = 1; a < argc; a++) {
            wanted = wanted || strcmp(argv[a], SECTIONS[k].name) == 0;
        }
        if (wanted && !apart(SECTIONS[k].run, NULL, 0, SECTIONS[k].patience)) {
            unfinished("this section did not finish");
        }
    }
    summary();
    return EXIT_SUCCESS;
}
