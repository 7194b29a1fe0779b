/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dls_kkt for one system that several processes hold in pieces: see HELP. The algorithm is that of
   libcore/kkt, with MUMPS for E; here are only files, processes and messages. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "kkt/kkt.h"
#include "solution.h"

static const char HELP[] =
    "dls_mpi: accelerations and reactions of one large system, on several processes\n"
    "\n"
    "  mpirun -np P dls_mpi [OPTION ...] X.kkt X.sol    X.kkt holds the whole system\n"
    "  mpirun -np P dls_mpi --pieces ... X.kkt X.sol    rank r reads the piece X.kkt.r only\n"
    "  dls_mpi --split P X.kkt                          cut X.kkt into X.kkt.0 ... (one process)\n"
    "  dls_mpi --slurm P X.kkt X.sol                    print a script for sbatch\n"
    "\n"
    "solves M a + F = G lambda, G'a + b = 0 as dls_kkt does (minimum norms, residuals recomputed\n"
    "from the data, certificates when there is no solution). In Octave,\n"
    "  dls_kkt (M, G, F, b, 'Engine', 'mpi', 'Ranks', P)\n"
    "writes X.kkt, runs this and reads X.sol; dls_write and dls_read know both formats.\n"
    "\n"
    "Options:\n"
    "  --limit SECONDS    stop with an error after so long (0: never)\n"
    "  --quiet            print nothing when all goes well\n"
    "  --NAME=VALUE       an option of dls_kkt: Tolerance, Rho, Delta, MaxIterations\n"
    "\n"
    "Coordinates are dealt out in order, as many to each rank; a constraint goes with the first\n"
    "coordinate that it touches. Number coordinates so that neighbours have near numbers: only\n"
    "those across a border are exchanged. With several ranks the last digits may differ from run\n"
    "to run: MUMPS adds what arrives first. The exit status is 0 when there is a solution file.\n";

static const char SLURM[] =
    "#!/bin/sh\n"
    "#SBATCH --job-name=dls_mpi\n"
    "#SBATCH --ntasks=%d\n"
    "#SBATCH --cpus-per-task=1\n"
    "#SBATCH --time=01:00:00\n"
    "#SBATCH --mem-per-cpu=4G\n"
    "# Adapt time and memory. %s is to be on a file system that all nodes see.\n"
    "export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1\n"
    "srun --kill-on-bad-exit=1 %s --limit 3500 '%s' '%s'\n";

typedef struct {
    const char *data, *result;
    bool pieces, quiet;
    unsigned limit;
    dls_kkt_settings settings;
} request;

static void complain(int rank, const char *text)
{
    fprintf(stderr, "dls_mpi: rank %d: %s\n", rank, text);
    fflush(stderr);
}

/* A process that cannot go on stops the others, too. */
static void stop_all(int rank, const dls_fault *fault)
{
    char text[400];
    snprintf(text, sizeof text, "%s: %s", dls_error_id(fault->code), fault->text);
    complain(rank, text);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Whoever is not done at the limit ends; the launcher then ends the rest. */
static void out_of_time(int number)
{
    static const char text[] =
        "dls_mpi: the time limit is over (--limit): a rank is stuck or slow\n";
    (void)number;
    ssize_t ignored = write(STDERR_FILENO, text, sizeof text - 1);
    (void)ignored;
    _exit(3);
}

static dls_error set_option(const char *text, dls_kkt_settings *settings, dls_fault *fault)
{
    char name[64];
    const char *equals = strchr(text, '=');
    size_t count = 0, length = equals ? (size_t)(equals - text) : sizeof name;
    const dls_setting *table = dls_settings_of("dls_kkt", &count);
    if (length >= sizeof name) {
        return dls_fail(fault, DLS_ERROR_OPTION, "--%s is not understood; try --help", text);
    }
    memcpy(name, text, length);
    name[length] = 0;
    char *end;
    double value = strtod(equals + 1, &end);
    if (*end || end == equals + 1) {
        return dls_fail(fault, DLS_ERROR_OPTION, "--%s: expected a number", text);
    }
    return dls_setting_number(table, count, settings, name, value, fault);
}

static dls_error understand(int argc, char **argv, request *R, dls_fault *fault)
{
    *R = (request){.settings = dls_kkt_defaults()};
    dls_error error = DLS_OK;
    for (int k = 1; !error && k < argc; k++) {
        const char *word = argv[k];
        if (strcmp(word, "--pieces") == 0) {
            R->pieces = true;
        } else if (strcmp(word, "--quiet") == 0) {
            R->quiet = true;
        } else if (strcmp(word, "--limit") == 0 && k + 1 < argc) {
            R->limit = (unsigned)strtoul(argv[++k], NULL, 10);
        } else if (strncmp(word, "--", 2) == 0) {
            error = set_option(word + 2, &R->settings, fault);
        } else if (!R->data) {
            R->data = word;
        } else if (!R->result) {
            R->result = word;
        } else {
            error = dls_fail(fault, DLS_ERROR_OPTION, "'%s' is one file too many", word);
        }
    }
    R->settings.method = DLS_KKT_MUMPS;
    if (!error && !R->result) {
        error =
            dls_fail(fault, DLS_ERROR_OPTION, "expected two files, X.kkt and X.sol; try --help");
    }
    return error;
}

static dls_error take_piece(const request *R, int rank, int ranks, dls_piece *P, dls_fault *fault)
{
    char name[4096];
    if (!R->pieces) {
        return dls_piece_share(R->data, rank, ranks, P, fault);
    }
    snprintf(name, sizeof name, "%s.%d", R->data, rank);
    return dls_piece_read(name, P, fault);
}

/* Factorise and solve for all right-hand sides. */
static dls_error compute(const request *R, members *T, dls_piece *P, solution *S, dls_fault *fault)
{
    dls_kkt *K;
    dls_int m = P->constraints;
    dls_error error =
        dls_kkt_setup_in(&T->team, &P->M, &P->G, &R->settings, (dls_host){0}, &K, fault);
    if (error) {
        return error;
    }
    for (dls_int k = 0; !error && k < P->sides; k++) {
        dls_kkt_certificate certificate = {S->constraints + k * m, S->forces + k * P->count};
        error = dls_kkt_solve(K, P->F + k * P->count, P->b + k * m, S->a + k * P->count,
                              S->lambda + k * m, certificate, S->results + k, fault);
    }
    S->stats = dls_kkt_get_stats(K);
    double entries = S->stats.matrix_entries;
    dls_linsys_team_sum(&T->team, 1, &entries);
    S->stats.matrix_entries = entries;
    dls_kkt_free(K);
    return error;
}

static void measure_memory(const members *T, solution *S)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    S->largest_memory = S->total_memory = 1024.0 * (double)usage.ru_maxrss;
    dls_linsys_team_largest(&T->team, 1, &S->largest_memory);
    dls_linsys_team_sum(&T->team, 1, &S->total_memory);
}

static void report(const members *T, const dls_piece *P, const solution *S)
{
    double copies = (double)(T->team.local - T->team.own), most = copies;
    dls_linsys_team_sum(&T->team, 1, &copies);
    dls_linsys_team_largest(&T->team, 1, &most);
    if (T->rank > 0) {
        return;
    }
    const dls_kkt_stats *s = &S->stats;
    printf("n %lld, m %lld, ranks %d, copies at most %.0f, all %.0f\n", (long long)P->n,
           (long long)P->m, T->ranks, most, copies);
    printf("entries of E %.0f, of the factor %.0f, flops %.3g\n", s->matrix_entries,
           s->factor_entries, s->flops);
    printf("memory: largest rank %.1f MB, all %.1f MB\n", 1e-6 * S->largest_memory,
           1e-6 * S->total_memory);
    printf("time: setup %.2f s, factorisation %.2f s, all %.2f s\n", s->time_setup, s->time_factor,
           S->time);
    for (dls_int k = 0; k < P->sides; k++) {
        const dls_kkt_result *r = S->results + k;
        printf("%s: dynamics %.1e, constraints %.1e, kernel %.1e, %d + %d steps, %.2f s\n",
               dls_outcome_text(r->outcome), r->dynamics, r->constraints, r->kernel, r->steps,
               r->krylov, r->time);
    }
}

static int run(int argc, char **argv)
{
    request R;
    dls_fault fault = {0};
    dls_piece P = {0};
    members T = {0};
    solution S = {0};
    int rank, ranks;
    dls_error error = understand(argc, argv, &R, &fault);
    if (!error && R.limit > 0) { /* a rank may be stuck before it has met the others */
        signal(SIGALRM, out_of_time);
        alarm(R.limit);
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    double start = dls_clock();
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of write */
    error = error ? error : take_piece(&R, rank, ranks, &P, &fault);
    error = error ? error : members_join(&T, &P, &fault);
    if (!error && !solution_new(&S, &P)) {
        error = dls_fail_memory(&fault);
    }
    error = error ? error : compute(&R, &T, &P, &S, &fault);
    if (!error) {
        measure_memory(&T, &S);
        S.time = dls_clock() - start;
        error = solution_write(R.result, &S, &T, &P, &fault);
    }
    if (error) {
        stop_all(rank, &fault);
    }
    if (!R.quiet) {
        report(&T, &P, &S);
    }
    solution_free(&S);
    members_free(&T);
    dls_piece_free(&P);
    MPI_Finalize();
    return 0;
}

static int split(const char *count, const char *file)
{
    int ranks = atoi(count);
    char name[4096];
    dls_fault fault = {0};
    dls_error error = ranks >= 1 ? DLS_OK
                                 : dls_fail(&fault, DLS_ERROR_OPTION,
                                            "--split %s: expected a number of pieces", count);
    for (int r = 0; !error && r < ranks; r++) {
        dls_piece P;
        snprintf(name, sizeof name, "%s.%d", file, r);
        error = dls_piece_share(file, r, ranks, &P, &fault);
        error = error ? error : dls_piece_write(name, &P, &fault);
        dls_piece_free(&P);
    }
    if (error) {
        fprintf(stderr, "dls_mpi: %s: %s\n", dls_error_id(error), fault.text);
    }
    return error != DLS_OK;
}

int main(int argc, char **argv)
{
    const char *first = argc > 1 ? argv[1] : "--help";
    if (strcmp(first, "--help") == 0) {
        fputs(HELP, stdout);
        return 0;
    }
    if (strcmp(first, "--split") == 0 && argc == 4) {
        return split(argv[2], argv[3]);
    }
    if (strcmp(first, "--slurm") == 0 && argc == 5 && atoi(argv[2]) > 0) {
        char program[4096] = "";
        if (readlink("/proc/self/exe", program, sizeof program - 1) <= 0) { /* the full path */
            snprintf(program, sizeof program, "%s", argv[0]);
        }
        printf(SLURM, atoi(argv[2]), argv[3], program, argv[3], argv[4]);
        return 0;
    }
    return run(argc, argv);
}
