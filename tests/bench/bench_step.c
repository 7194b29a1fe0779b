/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of linear models: the bouncing ball, and a chain of 100 springs beside its bare solves. */
#include <stdio.h>
#include <stdlib.h>

#include "linsys/linsys.h"
#include "measure.h"

enum { BALL_STEPS = 1000000, STEPS = 100000, N = 100 };

typedef struct {
    dls_int p[N + 1], i[3 * N];
    double x[3 * N];
} matrix;

/* diag(a) + b tridiag (-1, 2, -1), its lower triangle only when asked */
static dls_view spring_matrix(matrix *A, dls_int n, double a, double b, bool lower)
{
    dls_int at = 0;
    for (dls_int j = 0; j < n; j++) {
        for (dls_int i = lower ? j : j - 1; i <= j + 1; i++) {
            if (i >= 0 && i < n && (i == j || b != 0)) {
                A->i[at] = i;
                A->x[at++] = i == j ? a + 2 * b : -b;
            }
        }
        A->p[j + 1] = at;
    }
    return (dls_view){n, n, A->p, A->i, A->x};
}

typedef struct {
    dls_int n, steps;
    double k, h, f, height;
    dls_scheme scheme;
    int contact; /* at the last mass */
} task;

static double seconds_of(const task *T)
{
    static matrix M, C, K;
    dls_int n = T->n, one_p[] = {0, 1}, none_p[N + 1] = {0}, last[] = {n - 1};
    double f[N], e = 0.5, mu = 0, x[] = {1}, g0 = T->height;
    dls_view G = {n, 0, none_p, NULL, NULL}, Nu = {n, T->contact, one_p, last, x};
    dls_linear_model L = {.M = spring_matrix(&M, n, 1, 0, false),
                          .C = spring_matrix(&C, n, 0, 0.001 * T->k, false),
                          .K = spring_matrix(&K, n, 0, T->k, false),
                          .G = G,
                          .N = Nu,
                          .B = Nu,
                          .f = f,
                          .g0 = &g0,
                          .e = &e,
                          .mu = &mu,
                          .d = 1};
    double *all = calloc((size_t)(T->steps * (2 * n + 2)), sizeof *all);
    double *q = calloc((size_t)(3 * n + 2), sizeof *q);
    if (!all || !q) {
        exit(EXIT_FAILURE);
    }
    for (dls_int i = 0; i < n; i++) {
        f[i] = T->f;
        q[i] = 1;
    }
    dls_run_settings settings = {
        .scheme = T->scheme, .h = T->h, .theta = 0.5, .gamma = 1, .steps = T->steps, .stride = 1};
    dls_run_storage storage = {all, all + T->steps * n, all + 2 * T->steps * n,
                               all + (2 * n + 1) * T->steps};
    dls_run_state state = {
        .q = q, .v = q + n, .previous = q + 2 * n, .p = q + 3 * n, .status = q + 3 * n + 1};
    dls_fault fault;
    double start = now();
    stop_on(dls_linear_run(&L, &settings, &storage, &state, &fault), &fault);
    double time = now() - start;
    double closed = 0;
    for (dls_int k = 0; k < T->steps; k++) {
        closed += storage.status[k];
    }
    if (T->n > 1 && T->contact) {
        report("  steps with a closed contact", closed, "");
    }
    free(all);
    free(q);
    return time;
}

/* The solves alone, with the factorisation that the run uses. */
static double bare_solves(const task *T)
{
    static matrix A;
    double k = T->h * 0.5 * 0.001 * T->k + T->h * T->h * 0.25 * T->k, b[N], x[N];
    dls_view lower = spring_matrix(&A, T->n, 1, k, true);
    dls_linsys *S = NULL;
    dls_fault fault;
    stop_on(dls_linsys_create(&S, &dls_linsys_cholesky, lower, 0, &fault), &fault);
    stop_on(dls_linsys_factor(S, lower, &fault), &fault);
    for (int i = 0; i < N; i++) {
        b[i] = 1;
    }
    double start = now();
    for (dls_int s = 0; s < T->steps; s++) {
        b[s % N] += 1e-9;
        stop_on(dls_linsys_solve(S, b, x), &fault);
    }
    double time = now() - start;
    dls_linsys_free(S);
    return time;
}

int main(void)
{
    static const char *const names[] = {"Moreau-Jean", "projected", "Schatzman-Paoli"};
    title("Bouncing ball, %d steps", BALL_STEPS);
    for (int scheme = 0; scheme < 3; scheme++) {
        task T = {1, BALL_STEPS, 0, 4e-6, -2, 0, (dls_scheme)scheme, 1};
        double best = seconds_of(&T);
        double again = seconds_of(&T);
        char name[64];
        snprintf(name, sizeof name, "seconds, %s", names[scheme]);
        at_most(name, again < best ? again : best, 1);
    }
    for (int contact = 0; contact < 2; contact++) {
        task T = {N, STEPS, 100, 1e-3, 0, 0, DLS_MOREAU_JEAN, contact};
        title("Chain of %d springs, %d steps, %s", N, STEPS, contact ? "a stop" : "free");
        double bare = bare_solves(&T), run = seconds_of(&T);
        report("us per bare solve", 1e6 * bare / STEPS, "");
        at_most("run / bare solves", run / bare, 3);
    }
    summary();
    return 0;
}
