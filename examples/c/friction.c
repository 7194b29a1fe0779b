/* SPDX-License-Identifier: GPL-3.0-or-later */
/* friction [problem.hdf5]: a friction problem in local form, u = W r + q, from a file of FCLIB's.
   Without one, a block on two corners is written first: of mass 1, in a step of 0.1 s, pushed. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <delassus.h>
#define IN "/fclib_local/"
enum { DIM, NZ, START, ROW, VALUE, Q, MU, COUNT };
static const char *const paths[COUNT] = {IN "spacedim", IN "W/nz",      IN "W/p",       IN "W/i",
                                         IN "W/x",      IN "vectors/q", IN "vectors/mu"};

static dls_error write_block(const char *file, dls_fault *fault)
{
    static double d = 2, nz = -1 /* by columns */, p[] = {0, 3, 7, 10, 14}, mu[] = {0.7, 0.7};
    static double i[] = {0, 1, 3, 0, 1, 2, 3, 1, 2, 3, 0, 1, 2, 3}, q[] = {-0.98, 0.3, -0.98, 0.3};
    static double x[] = {2, -1, -1, -1, 2, 1, 2, 1, 2, 1, -1, 2, 1, 2}; /* rank 3 */
    dls_dataset sets[COUNT] = {{DLS_DATASET_INT, 1, &d, NULL},  {DLS_DATASET_INT, 1, &nz, NULL},
                               {DLS_DATASET_INT, 5, p, NULL},   {DLS_DATASET_INT, 14, i, NULL},
                               {DLS_DATASET_REAL, 14, x, NULL}, {DLS_DATASET_REAL, 4, q, NULL},
                               {DLS_DATASET_REAL, 2, mu, NULL}};
    return dls_hdf5_write(file, COUNT, paths, sets, (dls_host){0}, fault);
}

static dls_int *whole(const dls_dataset *s)
{
    dls_int *k = malloc(((size_t)s->count + 1) * sizeof *k);
    for (dls_int j = 0; j < s->count; j++) {
        k[j] = (dls_int)s->x[j];
    }
    return k;
}

int main(int count, char **argument)
{
    const char *file = count > 1 ? argument[1] : "friction_example.hdf5";
    dls_dataset s[COUNT];
    dls_fault fault;
    dls_error error = count > 1 ? DLS_OK : write_block(file, &fault);
    error = error ? error : dls_hdf5_read(file, COUNT, paths, (dls_host){0}, s, &fault);
    if (error || s[NZ].count != 1 || s[NZ].x[0] != -1) {
        fprintf(stderr, "%s: %s\n", file, error ? fault.text : "no W by columns");
        return 1;
    }
    dls_int N = s[Q].count, *start = whole(&s[START]), *row = whole(&s[ROW]);
    double *r = calloc((size_t)N, sizeof *r), *u = calloc((size_t)N, sizeof *u);
    dls_friction_problem P = {.dimension = (int)s[DIM].x[0],
                              .contacts = s[MU].count,
                              .mu = s[MU].x,
                              .q = s[Q].x,
                              .W = {N, N, start, row, s[VALUE].x}};
    dls_friction_result result;
    error = dls_friction(&P, NULL, false, (dls_host){0}, r, u, NULL, &result, &fault);
    printf("%s: %s\n", file, error ? fault.text : dls_outcome_text(result.outcome));
    printf("r = (%g %g ..), u = (%g %g ..)\n", r[0], r[1], u[0], u[1]);
    bool right = !error && result.outcome == DLS_SOLVED && (count > 1 || fabs(r[0] - 0.34) < 1e-7);
    dls_dataset_free(COUNT, s);
    free(start), free(row), free(r), free(u);
    return (count == 1 && remove(file)) || !right;
}
