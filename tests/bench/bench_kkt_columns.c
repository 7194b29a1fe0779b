/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dls_kkt after its setup: one right-hand side after the other, and many at once. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../c/counting_alloc.h"
#include "lattice.h"
#include "measure.h"

static void introduce(const char *name, const model *P)
{
    title("%s: n = %lld, m = %lld", name, (long long)P->M.cols, (long long)P->G.cols);
}

/* A setup used again and again, as in a time-stepping loop. */
static void bench_reuse(void)
{
    enum { ROUNDS = 50, SOLVES = 400 };
    static const dls_view none;
    model P = lattice(5, 2);
    model_cut(&P, 60);
    double *z = vector(P.M.cols + P.G.cols), best = INFINITY;
    dls_fault fault;
    dls_kkt *K;
    dls_kkt_result R;
    introduce("Reused setup", &P);
    stop_on(dls_kkt_setup(P.M, P.G, none, NULL, (dls_host){0}, &K, &fault), &fault);
    dls_int before = dls_test_allocations();
    for (int round = 0; round < ROUNDS; round++) {
        double start = now();
        for (int k = 0; k < SOLVES; k++) {
            stop_on(
                dls_kkt_solve(K, P.F, P.b, z, z + P.M.cols, (dls_kkt_certificate){0}, &R, &fault),
                &fault);
        }
        best = fmin(best, (now() - start) / SOLVES);
    }
    double allocations = (double)(dls_test_allocations() - before) / (ROUNDS * SOLVES);
    at_most("residual of the dynamics", R.dynamics, 1e-12);
    at_most("residual of the constraints", R.constraints, 1e-12);
    at_most("part of lambda in ker G, bound", R.kernel, 1e-9);
    report("steps", R.steps + R.krylov, "proximal, Krylov and projection");
    at_most("us per solve in C", 1e6 * best, 20);
    at_most("allocations per solve", allocations, 0);
    dls_kkt_free(K);
    free(z);
    model_free(&P);
}

/* COUNT right-hand sides in one call, and one by one. */
static void race_columns(const char *name, const model *P, int rounds)
{
    enum { COUNT = 96, ALONE = 16 };
    static const dls_view none;
    dls_int n = P->M.cols, m = P->G.cols;
    double *F = vector(n * COUNT), *b = vector(m * COUNT), *z = vector((n + m) * COUNT);
    dls_kkt_result R[COUNT];
    dls_fault fault;
    dls_kkt *K;
    double one = INFINITY, many = INFINITY;
    introduce(name, P);
    for (dls_int k = 0; k < n * COUNT; k++) {
        F[k] = P->F[k % n] * (1 + 1e-3 * (double)(k % 101));
    }
    stop_on(dls_kkt_setup(P->M, P->G, none, NULL, (dls_host){0}, &K, &fault), &fault);
    for (int k = 0; k < rounds; k++) {
        double start = now();
        for (dls_int c = 0; c < ALONE; c++) {
            stop_on(dls_kkt_solve(K, F + c * n, b + c * m, z, z + n, (dls_kkt_certificate){0}, R,
                                  &fault),
                    &fault);
        }
        one = fmin(one, (now() - start) / ALONE);
        start = now();
        stop_on(dls_kkt_solve_many(K, COUNT, F, b, z, z + n * COUNT, (dls_kkt_certificate){0}, R,
                                   &fault),
                &fault);
        many = fmin(many, (now() - start) / COUNT);
    }
    report("us for one right-hand side", 1e6 * one, "alone");
    report("us for one of many", 1e6 * many, "");
    at_most("one of many / alone", many / one, 0.25);
    dls_kkt_free(K);
    free(F);
    free(b);
    free(z);
}

static void bench_many(void)
{
    model small = lattice(5, 2), large = lattice(100, 2);
    model_cut(&small, 60);
    race_columns("Many right-hand sides", &small, 100);
    race_columns("Many right-hand sides, lattice N = 100", &large, 3);
    model_free(&small);
    model_free(&large);
}

int main(void)
{
    bench_reuse();
    bench_many();
    summary();
    return EXIT_SUCCESS;
}
