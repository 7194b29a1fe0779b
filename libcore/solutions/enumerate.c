/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All complementary bases, one after the other. */
#include <math.h>

#include "solutions/solutions.h"

static void release(dls_search *S)
{
    dls_solutions_polyhedron_free(&S->P);
    dls_solutions_faces_free(&S->F);
    dls_mlcp_dense_free(&S->D);
    dls_free(S->free);
    dls_free(S->inside);
    dls_free(S->W);
}

static bool allocate(dls_search *S)
{
    dls_int n = S->n = S->D.n, N = S->D.N, lead = S->lead = S->D.lead;
    S->m = n - lead;
    dls_int square = n * (n + 1), ineq = DLS_POLYHEDRON_ROWS * DLS_POLYHEDRON_ROWS;
    S->W = DLS_NEW(double, 2 * square + ineq + 2 * n + 5 * N);
    S->free = DLS_NEW(dls_int, lead + 3 * n);
    S->inside = DLS_NEW(bool, n);
    if (!S->W || !S->free || !S->inside || !dls_solutions_polyhedron_new(&S->P) ||
        !dls_solutions_faces_new(&S->F, N)) {
        return false;
    }
    S->K = S->W + square;
    S->G = S->K + square;
    S->y = S->G + ineq;
    S->z = S->y + n;
    S->v = S->z + n;
    S->work = S->v + N;
    S->rows = S->free + lead;
    S->cols = S->rows + n;
    S->order = S->cols + n;
    return true;
}

/* Directions of free unknowns that change no w: orthonormal lines; the free unknowns that remain
   are independent columns. */
static bool split_lines(dls_search *S)
{
    dls_lcp_set *set = S->F.set;
    dls_int n = S->n, f = S->lead, N = set->N;
    dls_copy(n * f, S->D.M, S->K);
    dls_zero(n, S->K + n * f);
    double least;
    dls_int rank = S->used = dls_solutions_echelon(n, f, S->K, S->order, &set->complete, &least);
    if (rank < f) {
        dls_free(set->line);
        set->line = DLS_NEW(double, N *(f - rank));
        if (!set->line) {
            return false;
        }
    }
    for (dls_int j = rank; j < f; j++) {
        double *line = set->line + set->lines * N;
        line[S->order[j]] = 1;
        for (dls_int i = 0; i < rank; i++) {
            line[S->order[i]] = -S->K[i + j * n];
        }
        for (dls_int i = 0; i < f; i++) {
            line[i] *= S->D.col[i];
        }
        dls_solutions_faces_project(set, set->lines, line);
        double length = dls_norm(N, line);
        for (dls_int i = 0; i < f; i++) {
            line[i] /= length;
        }
        set->lines++;
    }
    for (dls_int j = 0; j < rank; j++) {
        S->free[j] = S->order[j];
        dls_copy(n, S->D.M + S->order[j] * n, S->W + j * n);
    }
    dls_copy(n * S->m, S->D.M + f * n, S->W + rank * n);
    return true;
}

dls_error dls_solutions_search(const dls_lcp_problem *problem, double accuracy,
                               const dls_watch *watch, dls_lcp_set **out, dls_fault *fault)
{
    dls_search S = {.problem = problem, .accuracy = accuracy};
    dls_error error = dls_mlcp_condense(problem, DLS_FREE_KEPT, false, &S.D, fault);
    if (!error && (!allocate(&S) || !split_lines(&S))) {
        error = dls_fail_memory(fault);
    }
    static const double WORK = 1e11; /* flops: about a minute */
    double work = 0;
    int64_t last = error ? -1 : ((int64_t)1 << S.m) - 1; /* large faces first */
    for (int64_t choice = last; choice >= 0 && !S.F.memory; choice--) {
        dls_solutions_examine(&S, (uint32_t)choice);
        S.F.set->bases++;
        work += 100 + pow((double)S.count_rows, 3);
        bool full = work > WORK || S.F.set->faces >= DLS_FACES_MOST;
        if (choice > 0 && (full || dls_watch_over(watch, NULL))) {
            S.F.set->complete = false;
            break;
        }
    }
    if (!error && S.F.memory) {
        error = dls_fail_memory(fault);
    }
    if (!error) {
        dls_solutions_faces_finish(&S.F);
    } else {
        dls_lcp_set_free(S.F.set);
        S.F.set = NULL;
    }
    *out = S.F.set;
    release(&S);
    return error;
}
