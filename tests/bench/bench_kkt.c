/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dls_kkt against the bare libraries on the same models: every ratio is measured in this run. Times
   are the best of a few, taken in turns, where a run is short. BENCH_SMALL=1 leaves out what takes
   long. usage: bench_kkt [--large] [--no-large] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lattice.h"
#include "measure.h"
#include "reference.h"

enum { LATTICE = 200, SMALL_LATTICE = 100, LARGE = 1000, SPACE = 39, BARS = 100000, DENSE = 50000 };

typedef struct {
    double setup, solve, total;
    dls_kkt_stats stats;
    dls_kkt_result result;
} ours;

/* From M, G, F, b to z = (a, lambda). */
static ours solve(const model *P, double *z)
{
    static const dls_view none;
    dls_fault fault;
    dls_kkt *K;
    ours R = {0};
    double t0 = now();
    stop_on(dls_kkt_borrow(P->M, P->G, none, NULL, (dls_host){0}, &K, &fault), &fault);
    double t1 = now();
    dls_error error =
        dls_kkt_solve(K, P->F, P->b, z, z + P->M.cols, (dls_kkt_certificate){0}, &R.result, &fault);
    double t2 = now();
    stop_on(error, &fault);
    R.stats = dls_kkt_get_stats(K);
    dls_kkt_free(K);
    R.setup = t1 - t0;
    R.solve = t2 - t1;
    R.total = t2 - t0;
    return R;
}

static double unknowns(const model *P)
{
    return (double)(P->M.cols + P->G.cols);
}

static void introduce(const char *name, const model *P)
{
    title("%s: n = %lld, m = %lld", name, (long long)P->M.cols, (long long)P->G.cols);
}

static void report_ours(const ours *R)
{
    char how[80];
    snprintf(how, sizeof how, "s: setup %.3f, factor %.3f, solve %.3f", R->stats.time_setup,
             R->stats.time_factor, R->solve);
    report("dls_kkt", R->total, how);
    snprintf(how, sizeof how, "by %s, %d proximal, %d Krylov and projection", R->result.method,
             R->result.steps, R->result.krylov);
    report("steps", R->result.steps + R->result.krylov, how);
    at_most("residual of the dynamics", R->result.dynamics, 1e-12);
    at_most("residual of the constraints", R->result.constraints, 1e-12);
    at_most("part of lambda in ker G, bound", R->result.kernel, 1e-9);
}

static void report_bare(const char *name, bare B)
{
    char how[80];
    snprintf(how, sizeof how, "s: assemble %.3f, analyse %.3f, factor %.3f, solve %.3f", B.assemble,
             B.analyse, B.factor, B.solve);
    report(name, bare_total(B), how);
}

static bare faster(bare A, bare B)
{
    return bare_total(A) <= bare_total(B) ? A : B;
}

/* Ours and the bare Cholesky factorisation of the same E in turns: both see the same machine. */
static ours race(const model *P, int rounds, double *z, bare *chol)
{
    ours best = {0};
    for (int k = 0; k < rounds; k++) {
        ours R = solve(P, z);
        best = k == 0 || R.total < best.total ? R : best;
        bare B = bare_cholesky(P, R.stats.rho, R.stats.delta);
        *chol = k == 0 ? B : faster(*chol, B);
    }
    return best;
}

static double difference(dls_int n, const double *x, const double *y)
{
    double square = 0, size = 0;
    for (dls_int k = 0; k < n; k++) {
        square += (x[k] - y[k]) * (x[k] - y[k]);
        size += y[k] * y[k];
    }
    return sqrt(square / size);
}

typedef struct {
    dls_int N;
    bare run;
} umfpack_case;

static void umfpack_work(void *data)
{
    umfpack_case *C = data;
    model P = lattice(C->N, 2);
    C->run = bare_umfpack(&P, 1e-6, 1e-6);
}

static double total_of_lattice(dls_int N)
{
    model P = lattice(N, 2);
    double *z = vector(P.M.cols + P.G.cols), total = solve(&P, z).total;
    free(z);
    model_free(&P);
    return total;
}

static void against_umfpack(double total)
{
    enum { PATIENCE = 100 }; /* seconds */
    umfpack_case C = {.N = LATTICE};
    if (!apart(umfpack_work, &C, sizeof C, PATIENCE)) {
        C.N = SMALL_LATTICE;
        total = total_of_lattice(C.N);
        report("UMFPACK gives up, seconds", PATIENCE, "the next two lines are for N = 100");
        if (!apart(umfpack_work, &C, sizeof C, PATIENCE)) {
            return;
        }
    }
    report_bare("UMFPACK, regularised matrix", C.run);
    report("UMFPACK / dls_kkt", bare_total(C.run) / total, "times slower");
}

/* Not by our own bound, nor by SPQR's answer, whose rank is too high here: by the QR of G'. */
static void judge_minimum_norm(const model *P, const double *z, const double *x)
{
    dls_int n = P->M.cols, m = P->G.cols, rank;
    at_most("part of lambda in ker G, by QR of G'", kernel_part(P, z + n, &rank), 1e-9);
    report("the same of SPQR's lambda", kernel_part(P, x + n, &rank), "");
    at_most("rank of G in that QR, less the true n - 3", (double)llabs(rank - (n - 3)), 0);
    report("a, difference from SPQR's", difference(n, z, x), "relative");
    report("lambda, difference from SPQR's", difference(m, z + n, x + n), "relative");
}

static void bench_lattice(void *data)
{
    model P = lattice(LATTICE, 2);
    dls_int n = P.M.cols, m = P.G.cols;
    double *z = vector(n + m), *x = vector(n + m);
    bare chol;
    introduce("Lattice N = 200", &P);
    ours R = race(&P, 5, z, &chol);
    *(double *)data = R.total / unknowns(&P);
    report_ours(&R);
    report_bare("bare CHOLMOD, same E", chol);
    at_most("dls_kkt / bare CHOLMOD", R.total / bare_total(chol), 1.35);
    bare qr = bare_spqr(&P, x);
    report_bare("SPQR, minimum norm", qr);
    at_least("SPQR / dls_kkt", bare_total(qr) / R.total, 10);
    judge_minimum_norm(&P, z, x);
    if (!getenv("BENCH_SMALL")) {
        against_umfpack(R.total);
    }
    free(z);
    free(x);
    model_free(&P);
}

static ours solve_and_report(const char *name, const model *P)
{
    introduce(name, P);
    double *z = vector(P->M.cols + P->G.cols);
    ours R = solve(P, z);
    free(z);
    double peak = peak_memory(), factor = 8e-9 * R.stats.factor_entries;
    report_ours(&R);
    at_most("peak memory of the process, GB", peak, 20);
    report("peak memory / entries of the factor", peak / factor, "");
    report("entries of the factor, GB", factor, "");
    return R;
}

static void bench_large(void *data)
{
    model P = lattice(LARGE, 2);
    ours R = solve_and_report("Lattice N = 1000", &P);
    double each = R.total / unknowns(&P), small = *(double *)data;
    report("time per unknown", 1e6 * each, "us");
    at_most("time per unknown / that of N = 200", each / small, small > 0 ? 2.5 : INFINITY);
    model_free(&P);
}

/* For bench_lattice.m, which has no CHOLMOD of its own */
static void bench_bare(void *data)
{
    (void)data;
    model P = lattice(LATTICE, 2);
    double *z = vector(P.M.cols + P.G.cols), before = peak_memory();
    bare chol = {0};
    introduce("Lattice N = 200, bare", &P);
    ours R = solve(&P, z);
    double factor = 8e-9 * R.stats.factor_entries;
    at_most("peak memory of dls_kkt / entries of the factor", (peak_memory() - before) / factor, 2);
    for (int k = 0; k < 5; k++) {
        bare B = bare_cholesky(&P, R.stats.rho, R.stats.delta);
        chol = k == 0 ? B : faster(chol, B);
    }
    report_bare("bare CHOLMOD, same E", chol);
    free(z);
    model_free(&P);
}

static void bench_space(void *data)
{
    (void)data;
    model P = lattice(SPACE, 3);
    ours R = solve_and_report("3D lattice N = 39", &P);
    bare chol = bare_cholesky(&P, R.stats.rho, R.stats.delta);
    report_bare("bare CHOLMOD, same E", chol);
    report("dls_kkt / bare CHOLMOD", R.total / bare_total(chol), "");
    model_free(&P);
}

static void bench_chain(void *data)
{
    (void)data;
    model P = chain(BARS);
    double *z = vector(P.M.cols + P.G.cols);
    bare chol, ldl = {0};
    introduce("Chain of 100 000 bars", &P);
    ours R = race(&P, 3, z, &chol);
    for (int k = 0; k < 3; k++) {
        bare B = bare_ldl(&P, R.stats.rho, R.stats.delta);
        ldl = k == 0 ? B : faster(ldl, B);
    }
    report_ours(&R);
    report_bare("bare CHOLMOD, same E", chol);
    report_bare("bare CHOLMOD, quasi-definite L D L'", ldl);
    at_most("dls_kkt / better bare run", R.total / fmin(bare_total(chol), bare_total(ldl)), 3);
    report("the same without assembly", R.total / fmin(bare_run(chol), bare_run(ldl)), "");
    free(z);
    model_free(&P);
}

static void bench_dense(void *data)
{
    (void)data;
    model P = dense_constraints(DENSE, 4000);
    double *z = vector(P.M.cols + P.G.cols);
    bare ldl = {0};
    ours R = {0};
    introduce("Constraints that touch all coordinates", &P);
    for (int k = 0; k < 3; k++) {
        ours Q = solve(&P, z);
        R = k == 0 || Q.total < R.total ? Q : R;
        bare B = bare_ldl(&P, R.stats.rho, R.stats.delta);
        ldl = k == 0 ? B : faster(ldl, B);
    }
    report_ours(&R);
    report_bare("bare CHOLMOD, quasi-definite L D L'", ldl);
    at_most("dls_kkt / bare run", R.total / bare_total(ldl), 3);
    report("the same without assembly", R.total / bare_run(ldl), "");
    free(z);
    model_free(&P);
}

static const struct {
    const char *name;
    void (*run)(void *data);
    unsigned patience; /* seconds */
    bool small;
} SECTIONS[] = {

    {"chain", bench_chain, 60, true},      {"dense", bench_dense, 60, true},
    {"lattice", bench_lattice, 300, true}, {"space", bench_space, 120, false},
    {"large", bench_large, 200, false},    {"bare", bench_bare, 60, true},
};

static bool wanted(size_t section, int argc, char **argv)
{
    for (int k = 1; k < argc; k++) {
        if (strcmp(argv[k], SECTIONS[section].name) == 0) {
            return true;
        }
    }
    return argc == 1 && (SECTIONS[section].small || !getenv("BENCH_SMALL"));
}

int main(int argc, char **argv)
{
    double each = 0; /* time per unknown of the lattice, for the large one */
    if (!getenv("OMP_THREAD_LIMIT")) {
        puts("OMP_THREAD_LIMIT is not set: CHOLMOD takes 4 threads, whatever OMP_NUM_THREADS");
    }
    for (size_t k = 0; k < sizeof SECTIONS / sizeof *SECTIONS; k++) {
        if (wanted(k, argc, argv) &&
            !apart(SECTIONS[k].run, &each, sizeof each, SECTIONS[k].patience)) {
            unfinished("this section did not finish");
        }
    }
    summary();
    return EXIT_SUCCESS;
}
