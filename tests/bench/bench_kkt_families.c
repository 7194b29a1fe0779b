/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dls_kkt on families of systems that are no lattices, in turns with the bare libraries: times as
   ratios of this run, accuracy by products of the data and, for the norm of lambda, by refinement
   in more than double precision. usage: bench_kkt_families [seed] ("make bench-kkt") */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include "rank/rank.h"
#include "reference.h"
#include "../c/kkt_families.h"

typedef struct {
    family_kind kind;
    dls_int size;
    unsigned long seed;
    double most_cholmod, most_spqr; /* ratios that are wanted, where the other succeeds; 0: none */
    /* found */
    double ours, cholmod, spqr, umfpack;
    double dynamics, constraints, kernel, spqr_kernel;
    dls_int unknowns;
    dls_outcome outcome;
} row;

enum { ROUNDS = 3, PATIENCE = 20 };

/* s := G v, or v := v - G'c */
static void multiply(dls_view G, const long double *v, long double *s)
{
    memset(s, 0, (size_t)G.rows * sizeof *s);
    for (dls_int j = 0; j < G.cols; j++) {
        for (dls_int k = G.p[j]; k < G.p[j + 1]; k++) {
            s[G.i[k]] += (long double)G.x[k] * v[j];
        }
    }
}

static void subtract(dls_view G, const double *c, long double *v)
{
    for (dls_int j = 0; j < G.cols; j++) {
        for (dls_int k = G.p[j]; k < G.p[j + 1]; k++) {
            v[j] -= (long double)G.x[k] * c[G.i[k]];
        }
    }
}

/* |v| / |lambda|, v = lambda - G'c with G v = 0 to rounding of long double: c by refinement with R
   of G', whose errors do not count. (The Q of G' alone is off by eps cond (G): on ladders of 5000
   cells it finds 2e-9 where there is nothing, and 3e-11 where there is 2e-9.) */
static double part_in_kernel(dls_view G, const double *lambda)
{
    enum { PASSES = 6 };
    dls_mat Gt = {0};
    dls_rank R = {0};
    dls_fault fault;
    double *x = need(G.rows, sizeof *x), *c = need(G.rows, sizeof *c), left = 0;
    long double *v = need(G.cols, sizeof *v), *s = need(G.rows, sizeof *s);
    const dls_rank_rule rule = {0, 1e-9, -1, false};
    bool ready = dls_mat_transpose(&Gt, G, NULL);
    stop_on(ready ? dls_rank_reveal(dls_see(&Gt), rule, &R, &fault) : DLS_ERROR_MEMORY, &fault);
    for (dls_int j = 0; j < G.cols; j++) {
        v[j] = lambda[j];
    }
    for (int pass = 0; pass < PASSES; pass++) {
        multiply(G, v, s);
        for (dls_int k = 0; k < R.rank; k++) {
            x[k] = (double)s[R.order[k]];
        }
        dls_rank_solve_t(&R, x);
        dls_rank_solve(&R, x);
        memset(c, 0, (size_t)G.rows * sizeof *c);
        for (dls_int k = 0; k < R.rank; k++) {
            c[R.order[k]] = x[k];
        }
        subtract(G, c, v);
    }
    for (dls_int j = 0; j < G.cols; j++) {
        left = hypot(left, (double)v[j]);
    }
    dls_rank_free(&R);
    dls_mat_free(&Gt);
    free(x);
    free(c);
    free(v);
    free(s);
    return left / length(G.cols, lambda);
}

static model make(const row *R, family *P)
{
    *P = family_make(R->kind, R->size, R->seed);
    return (model){P->M, P->G, P->F, P->b};
}

/* Ours and CHOLMOD in turns */
static void run_ours(void *data)
{
    row *R = data;
    family P;
    model D = make(R, &P);
    double *a = need(P.n, sizeof *a), *lambda = need(P.m, sizeof *lambda);
    dls_kkt_result result;
    dls_fault fault;
    R->ours = INFINITY;
    R->unknowns = P.n + P.m;
    for (int round = 0; round < ROUNDS; round++) {
        double start = now();
        stop_on(dls_kkt_once(P.M, P.G, P.F, P.b, a, lambda, &result, &fault), &fault);
        R->ours = fmin(R->ours, now() - start);
    }
    double *work = need(2 * (P.n + P.m), sizeof *work);
    dls_kkt_residual(P.M, P.G, P.F, P.b, a, lambda, work, &R->dynamics, &R->constraints);
    R->outcome = result.outcome;
    R->kernel = part_in_kernel(D.G, lambda);
}

static void run_cholmod(void *data)
{
    row *R = data;
    family P;
    model D = make(R, &P);
    double best = INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
        bare B = bare_cholesky(&D, 1e-8, 1e-8);
        best = isfinite(B.residual) ? fmin(best, bare_total(B)) : best;
    }
    R->cholmod = isfinite(best) ? best : NAN;
}

static void run_spqr(void *data)
{
    row *R = data;
    family P;
    model D = make(R, &P);
    double *x = need(P.n + P.m, sizeof *x);
    R->spqr = INFINITY;
    for (int round = 0; round < 2; round++) {
        R->spqr = fmin(R->spqr, bare_total(bare_spqr(&D, x)));
    }
    R->spqr_kernel = part_in_kernel(D.G, x + P.n);
}

static void run_umfpack(void *data)
{
    row *R = data;
    family P;
    model D = make(R, &P);
    R->umfpack = bare_total(bare_umfpack(&D, 1e-8, 1e-8));
}

static void run(row *R)
{
    R->cholmod = R->spqr = R->umfpack = R->kernel = R->spqr_kernel = NAN;
    if (!apart(run_ours, R, sizeof *R, 10 * PATIENCE)) {
        unfinished(family_name[R->kind]);
        return;
    }
    apart(run_cholmod, R, sizeof *R, PATIENCE);
    apart(run_spqr, R, sizeof *R, PATIENCE);
    apart(run_umfpack, R, sizeof *R, PATIENCE);
    printf("%-9s %7lld %9.4f %8.2f %8.2f %8.2f   %-10s %7.0e %7.0e %7.0e %7.0e\n",
           family_name[R->kind], (long long)R->unknowns, R->ours, R->ours / R->cholmod,
           R->ours / R->spqr, R->ours / R->umfpack, dls_outcome_text(R->outcome), R->dynamics,
           R->constraints, R->kernel, R->spqr_kernel);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    static row rows[] = {
        {.kind = FAMILY_NET, .size = 80, .most_spqr = 1},
        {.kind = FAMILY_NET, .size = 160, .most_spqr = 1},
        {.kind = FAMILY_FULL_NET, .size = 80, .most_cholmod = 1.8},
        {.kind = FAMILY_FULL_NET, .size = 160, .most_cholmod = 1.8},
        {.kind = FAMILY_RANDOM, .size = 8000, .most_spqr = 1},
        {.kind = FAMILY_SPARSER, .size = 10000, .most_spqr = 1},
        {.kind = FAMILY_LADDER, .size = 1000, .most_spqr = 1},
        {.kind = FAMILY_LADDER, .size = 5000, .most_spqr = 1},
        {.kind = FAMILY_LIGHT, .size = 1000, .most_spqr = 4},
        {.kind = FAMILY_TIES, .size = 150, .most_cholmod = 1.5},
        {.kind = FAMILY_HUBS, .size = 100000, .most_spqr = 1},
        {.kind = FAMILY_DENSE, .size = 5000, .most_spqr = 1},
        {.kind = FAMILY_TRUSS, .size = 150, .most_cholmod = 1.35},
        {.kind = FAMILY_TREES, .size = 1000},
    };
    enum { ROWS = sizeof rows / sizeof *rows };
    printf(
        "dls_kkt: seconds, and over CHOLMOD, SPQR (minimum norm), UMFPACK; nan: it fails or takes "
        "longer than %d s\n%-9s %7s %9s %8s %8s %8s   %-10s %7s %7s %7s %7s\n",
        PATIENCE, "family", "n + m", "s", "CHOLMOD", "SPQR", "UMFPACK", "outcome", "forces",
        "rates", "ker G", "SPQR's");
    for (int k = 0; k < ROWS; k++) {
        rows[k].seed = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
        run(&rows[k]);
    }
    for (int k = 0; k < ROWS; k++) {
        const row *R = &rows[k];
        const char *name = family_name[R->kind];
        title("%s, %lld unknowns", name, (long long)R->unknowns);
        at_most("outcome: solved is 0", R->outcome != DLS_SOLVED, 0);
        at_most("residuals", fmax(R->dynamics, R->constraints), 1e-11);
        at_most("part of lambda in ker G", R->kernel, 1e-10);
        if (R->most_cholmod > 0 && isfinite(R->cholmod)) {
            at_most("time over CHOLMOD's", R->ours / R->cholmod, R->most_cholmod);
        }
        if (R->most_spqr > 0 && isfinite(R->spqr)) {
            at_most("time over SPQR's", R->ours / R->spqr, R->most_spqr);
        }
    }
    summary();
    return EXIT_SUCCESS;
}
