/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dls_friction on piles, in units of one Cholesky factorisation of M + H'C H of the same problem.
   bench_piles [FOLDER | generated] [PART OF A NAME]: the files of the folder to five tolerances;
   without them 60 generated piles to 1e-6. All of them beside plain sweeps, too: race.c. */
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../c/piles.h"
#include "friction/sweeps.h"
#include "measure.h"
#include "race.h"

static const double MOST_UNITS = 300, LEAST_TIME = 2, MOST_TIME = 20;

static bool is_late(void *deadline)
{
    return now() > *(double *)deadline;
}

/* ---- the unit ---- */

/* The lower triangle of M + H'H / mean (diag (M^-1)), M diagonal */
static dls_mat newton_matrix(const dls_friction_problem *P)
{
    dls_mat rows = {.p = NULL}, K = {.p = NULL};
    dls_scatter sum;
    dls_int n = P->M.cols, room = 1;
    double scale = 0;
    (void)dls_mat_transpose(&rows, P->H, NULL);
    (void)dls_scatter_new(&sum, n);
    (void)dls_mat_new(&K, n, n, room);
    for (dls_int j = 0; j < n; j++) {
        scale += 1 / dls_diagonal_entry(P->M, j) / (double)n;
    }
    for (dls_int j = 0; j < n; j++) {
        for (dls_int k = P->M.p[j]; k < P->M.p[j + 1]; k++) {
            dls_scatter_add(&sum, P->M.i[k], P->M.x[k]);
        }
        for (dls_int k = P->H.p[j]; k < P->H.p[j + 1]; k++) {
            for (dls_int t = rows.p[P->H.i[k]]; t < rows.p[P->H.i[k] + 1]; t++) {
                dls_scatter_add(&sum, rows.i[t], P->H.x[k] * rows.x[t] / scale);
            }
        }
        for (dls_int i = 0; i < j; i++) { /* the lower triangle */
            sum.x[i] = 0;
            sum.bits[i >> 6] &= ~((uint64_t)1 << (i & 63));
        }
        (void)dls_scatter_collect(&sum, -1, n - j, &K, &room, j);
    }
    dls_mat_free(&rows);
    dls_scatter_free(&sum);
    return K;
}

/* *factor: its bytes */
static double unit_of(const dls_friction_problem *P, double *factor)
{
    dls_mat K = newton_matrix(P);
    dls_linsys *S;
    dls_fault fault = {0};
    double best = INFINITY;
    stop_on(dls_linsys_create(&S, &dls_linsys_cholesky, dls_see(&K), 0, &fault), &fault);
    for (int k = 0; k < 5; k++) {
        double start = now();
        stop_on(dls_linsys_factor(S, dls_see(&K), &fault), &fault);
        best = fmin(best, now() - start);
    }
    *factor = 8 * S->entries;
    dls_linsys_free(S);
    dls_mat_free(&K);
    return best;
}

typedef struct {
    dls_friction_result result;
    double *r, *u, *v;
} answer;

static answer solve(const dls_friction_problem *P, double tolerance, double most, dls_host host)
{
    dls_int N = P->dimension * P->contacts;
    answer A = {.r = need(N, 8), .u = need(N, 8), .v = need(P->M.cols, 8)};
    dls_friction_settings settings = dls_friction_defaults();
    dls_fault fault = {0};
    settings.tolerance = tolerance;
    settings.max_time = most;
    stop_on(dls_friction(P, &settings, false, host, A.r, A.u, A.v, &A.result, &fault), &fault);
    return A;
}

static void answer_free(answer *A)
{
    free(A->r);
    free(A->u);
    free(A->v);
}

/* ---- memory ---- */

typedef struct {
    const dls_friction_problem *problem;
    double grown; /* bytes */
} memory;

static void solve_to(const dls_friction_problem *P, double tolerance)
{
    enum { LONG = 4 }; /* seconds */
    answer A = solve(P, tolerance, LONG, (dls_host){0});
    answer_free(&A);
}

static void solve_once(void *data)
{
    memory *X = data;
    pile *P = pile_pack(3, BOX, 100, 1); /* the code is in memory then */
    pile_step *S = pile_step_new(P, RANDOM, 0.5, 1);
    solve_to(&S->problem, 1e-8);
    forget_peak();
    double before = peak_memory();
    solve_to(X->problem, 1e-6);
    X->grown = 1e9 * (peak_memory() - before);
    pile_step_free(S);
    pile_free(P);
}

/* By how much a process of its own grows */
static double memory_of(const dls_friction_problem *P)
{
    memory X = {P, NAN};
    return apart(solve_once, &X, sizeof X, 60) ? X.grown : NAN;
}

/* ---- sweeps ---- */

/* Nanoseconds of a contact in a sweep with one and with two threads, by the clock: the least of
   batches by turns, where nobody else was at work. */
static void time_sweeps(const char *name, const dls_friction_problem *P)
{
    enum { BATCHES = 300 };
    static const double VISITS = 3e4; /* of a batch */
    dls_friction_settings settings = dls_friction_defaults();
    dls_friction_task T = {.n = 0};
    dls_sweeps *S;
    dls_fault fault = {0};
    double least[] = {INFINITY, INFINITY};
    stop_on(dls_friction_task_new(&T, P, &settings, false, &fault), &fault);
    stop_on(dls_friction_sweeps_of(&T, &S, &fault), &fault);
    double *r = need(T.N, 8);
    dls_friction_sweeps_begin(S, r);
    dls_int count = (dls_int)(VISITS / (double)T.nc) + 1;
    dls_sweeps_run sweeps = {.count = count, .relax = 1};
    for (int k = 0; k < 2 * BATCHES; k++) {
        T.chosen.workers = 1 + k % 2;
        double start = dls_clock();
        dls_friction_sweeps_do(S, &sweeps);
        least[k % 2] = fmin(least[k % 2], dls_clock() - start);
    }
    double each = 1e9 / ((double)count * (double)T.nc);
    printf("  %-22s sweeps: %.0f ns a contact, %.0f with two threads: %.2f times as fast\n", name,
           each * least[0], each * least[1], least[0] / least[1]);
    free(r);
    dls_pool_free(&T.pool);
}

/* ---- runs ---- */

/* How many times the unit it took; negative: not solved. */
static double run(const char *name, const dls_friction_problem *P, double unit, double tolerance)
{
    double time = now(), deadline = time + fmin(MOST_TIME, fmax(LEAST_TIME, MOST_UNITS * unit));
    dls_host host = {.interrupted = is_late, .data = &deadline};
    answer A = solve(P, tolerance, INFINITY, host);
    dls_friction_result result = A.result;
    time = now() - time;
    pile_verdict V = pile_judge(P, A.r, A.v);
    bool honest = result.outcome != DLS_SOLVED || V.scaled <= 1.001 * tolerance;
    printf("  %-22s %6lld %8.2f  %.0e %5lld %8.3f %7.0f  %-15s %-12s %8.1e %8.1e %8.1e%s\n", name,
           (long long)P->contacts, 1e3 * unit, tolerance, (long long)result.factorisations, time,
           time / unit, result.method, dls_outcome_text(result.outcome), V.scaled, V.siconos,
           V.velocity / V.fastest, honest ? "" : " FALSE");
    fflush(stdout);
    answer_free(&A);
    return V.scaled <= 1.001 * tolerance ? time / unit : -1;
}

static void head(void)
{
    printf("  %-22s %6s %8s  %5s %5s %8s %7s  %-15s %-12s %8s %8s %8s\n", "problem", "nc",
           "unit(ms)", "tol", "fact.", "time", "units", "method", "status", "scaled", "siconos",
           "velocity");
}

static void generated(const char *part)
{
    static const char *const shapes[] = {"box", "cylinder", "funnel", "bowl"};
    static const char *const kinds[] = {"rest", "shear", "random", "fall"};
    static const double MU[] = {0.1, 0.3, 0.5, 0.7, 0.9};
    int solved = 0, within = 0, all = 0;
    head();
    for (int k = 0; k < 60; k++) {
        int d = k % 5 < 2 ? 2 : 3, shape = k / 4 % SHAPES, kind = k % KINDS;
        dls_int count = k % 12 == 11 ? 1000 : k % 3 == 2 ? 300 : 100;
        double mu = MU[k / 2 % 5];
        char name[64];
        snprintf(name, sizeof name, "%dd_%s_%s_%.1f_%d", d, shapes[shape], kinds[kind], mu, k);
        if (part && !strstr(name, part)) {
            continue;
        }
        pile *P = pile_pack(d, (pile_shape)shape, count, 1000 + (uint64_t)k);
        pile_step *S = pile_step_new(P, (pile_kind)kind, mu, 77 + (uint64_t)k);
        double factor, units = run(name, &S->problem, unit_of(&S->problem, &factor), 1e-6);
        solved += units >= 0;
        within += units >= 0 && units <= 200;
        all++;
        race_run(name, &S->problem, LEAST_TIME);
        pile_step_free(S);
        pile_free(P);
    }
    printf("  %d of %d to 1e-6, %d of them within 200 units\n", solved, all, within);
}

/* ---- files ---- */

static dls_int *whole(const dls_dataset *set)
{
    dls_int *x = need(set->count, sizeof *x);
    for (dls_int k = 0; k < set->count; k++) {
        x[k] = (dls_int)set->x[k];
    }
    return x;
}

static void file_problem(const char *name, const char *file)
{
    enum { D, MU, F, W, MP, MI, MX, HP, HI, HX, SETS };
    static const char *const paths[SETS] = {"/fclib_global/spacedim",  "/fclib_global/vectors/mu",
                                            "/fclib_global/vectors/f", "/fclib_global/vectors/w",
                                            "/fclib_global/M/p",       "/fclib_global/M/i",
                                            "/fclib_global/M/x",       "/fclib_global/H/p",
                                            "/fclib_global/H/i",       "/fclib_global/H/x"};
    dls_dataset s[SETS];
    dls_fault fault = {0};
    stop_on(dls_hdf5_read(file, SETS, paths, (dls_host){0}, s, &fault), &fault);
    dls_int n = s[F].count, N = s[W].count,
            *index[] = {whole(s + MP), whole(s + MI), whole(s + HP), whole(s + HI)};
    for (dls_int k = 0; k < n; k++) {
        s[F].x[k] = -s[F].x[k];
    }
    dls_view Ht = {n, N, index[2], index[3], s[HX].x};
    dls_mat H = {.p = NULL};
    (void)dls_mat_transpose(&H, Ht, NULL);
    dls_friction_problem P = {.dimension = (int)s[D].x[0],
                              .contacts = s[MU].count,
                              .mu = s[MU].x,
                              .global = true,
                              .M = {n, n, index[0], index[1], s[MX].x},
                              .H = dls_see(&H),
                              .f = s[F].x,
                              .q = s[W].x};
    double factor, grown = memory_of(&P), unit = unit_of(&P, &factor);
    printf("  %-22s memory to 1e-06: %.1f MB, %.2f times the %.1f MB of a factor\n", name,
           1e-6 * grown, grown / factor, 1e-6 * factor);
    time_sweeps(name, &P);
    for (int k = 0; k < TOLERANCES; k++) {
        (void)run(name, &P, unit, TOLERANCE[k]);
    }
    race_run(name, &P, LEAST_TIME);
    dls_mat_free(&H);
    for (int k = 0; k < 4; k++) {
        free(index[k]);
    }
    dls_dataset_free(SETS, s);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_problem(const struct dirent *entry)
{
    return strstr(entry->d_name, ".hdf5") != NULL;
}

int main(int argc, char **argv)
{
    const char *folder = argc > 1 ? argv[1] : "../shared/data/piles";
    const char *part = argc > 2 ? argv[2] : NULL;
    struct dirent **entries;
    int count = scandir(folder, &entries, is_problem, by_name);
    if (count <= 0) {
        printf("  no files in %s (SKIPPED): piles are generated\n", folder);
        generated(part);
        race_summary();
        return 0;
    }
    head();
    for (int k = 0; k < count; k++) {
        char file[1024], name[64];
        snprintf(file, sizeof file, "%s/%s", folder, entries[k]->d_name);
        snprintf(name, sizeof name, "%.*s", (int)strcspn(entries[k]->d_name, "."),
                 entries[k]->d_name);
        if (!part || strstr(name, part)) {
            file_problem(name, file);
        }
        free(entries[k]);
    }
    free(entries);
    race_summary();
    return 0;
}
