/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lattice_kkt N DIM X.kkt           write the lattice of tests/bench as KKT data
   lattice_kkt N DIM X.kkt X.sol     compare X.sol with dls_kkt of the same system; exit status 1
                                     when a or lambda differ by more than 1e-12 of their length */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "../../examples/mpi/piece.h"
#include "../bench/lattice.h"

static void stop_on(dls_error error, const dls_fault *fault)
{
    if (error) {
        fprintf(stderr, "lattice_kkt: %s: %s\n", dls_error_id(error), fault->text);
        exit(2);
    }
}

static void write_lattice(const model *L, const char *file)
{
    dls_fault fault = {DLS_ERROR_MEMORY, "no memory"};
    dls_int n = L->M.cols, m = L->G.cols;
    dls_piece P = {.n = n, .m = m, .sides = 1, .count = n, .F = L->F, .b = L->b};
    P.M = (dls_mat){n, n, (dls_int *)L->M.p, (dls_int *)L->M.i, (double *)L->M.x};
    P.G = (dls_mat){n, m, (dls_int *)L->G.p, (dls_int *)L->G.i, (double *)L->G.x};
    P.id = DLS_NEW(dls_int, m);
    stop_on(P.id ? DLS_OK : DLS_ERROR_MEMORY, &fault);
    for (dls_int k = 0; k < m; k++) {
        P.id[k] = k;
    }
    stop_on(dls_piece_write(file, &P, &fault), &fault);
    dls_free(P.id);
}

/* |x - what the file says next| / |x| */
static double compare(FILE *stream, dls_int count, const double *x)
{
    double *y = DLS_NEW(double, count);
    if (!y || fread(y, sizeof *y, (size_t)count, stream) != (size_t)count) {
        fprintf(stderr, "lattice_kkt: the solution ends too early\n");
        exit(2);
    }
    dls_axpy(count, -1, x, y);
    double difference = dls_norm(count, y) / dls_norm(count, x);
    dls_free(y);
    return difference;
}

static bool same(const model *L, const char *file)
{
    dls_fault fault = {DLS_ERROR_MEMORY, "no memory"};
    dls_kkt_result result;
    dls_int n = L->M.cols, m = L->G.cols, head[8];
    double *a = DLS_NEW(double, n), *lambda = DLS_NEW(double, m), start = dls_clock();
    stop_on(a && lambda ? DLS_OK : DLS_ERROR_MEMORY, &fault);
    stop_on(dls_kkt_once(L->M, L->G, L->F, L->b, a, lambda, &result, &fault), &fault);
    start = dls_clock() - start;
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("dls_kkt alone: %s by %s, %.2f s, %.1f MB\n", dls_outcome_text(result.outcome),
           result.method, start, 1.024e-3 * (double)usage.ru_maxrss);
    FILE *stream = fopen(file, "rb");
    if (!stream || fread(head, sizeof *head, 8, stream) != 8 || memcmp(head, "DLSSOL1\n", 8) != 0 ||
        head[2] != n || head[3] != m) {
        fprintf(stderr, "lattice_kkt: '%s' is no solution of this system\n", file);
        exit(2);
    }
    fseeko(stream, (off_t)(8 * (8 + head[7])), SEEK_SET);
    double of_a = compare(stream, n, a), of_lambda = compare(stream, m, lambda);
    fclose(stream);
    printf("difference: a %.1e, lambda %.1e\n", of_a, of_lambda);
    dls_free(a);
    dls_free(lambda);
    return of_a <= 1e-12 && of_lambda <= 1e-12;
}

int main(int argc, char **argv)
{
    if (argc != 4 && argc != 5) {
        fprintf(stderr, "usage: lattice_kkt N DIM X.kkt [X.sol]\n");
        return 2;
    }
    model L = lattice(atoll(argv[1]), atoi(argv[2]));
    bool good = true;
    if (argc == 4) {
        write_lattice(&L, argv[3]);
    } else {
        good = same(&L, argv[4]);
    }
    model_free(&L);
    return good ? 0 : 1;
}
