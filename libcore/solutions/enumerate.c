/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All complementary bases, one after the other. */
#include <math.h>

#include "solutions/solutions.h"

static void lay_out_problem(void *object, dls_room *room)
{
    dls_search *S = object;
    dls_mlcp_dense_take(room, S->problem, false, &S->D);
}

static void lay_out(void *object, dls_room *room)
{
    dls_search *S = object;
    dls_int n = S->n, N = S->D.N, square = n * (n + 1);
    dls_solutions_polyhedron_take(room, S->m, &S->P);
    DLS_TAKE_NUMBERS(room, square, &S->W, &S->K);
    S->G = DLS_TAKE(room, double, DLS_POLYHEDRON_ROWS *DLS_POLYHEDRON_ROWS);
    DLS_TAKE_NUMBERS(room, n, &S->y, &S->z);
    S->v = DLS_TAKE(room, double, N);
    S->work = DLS_TAKE(room, double, 4 * N);
    S->free = DLS_TAKE(room, dls_int, S->lead);
    DLS_TAKE_INDICES(room, n, &S->rows, &S->cols, &S->order);
    S->inside = DLS_TAKE(room, bool, n);
}

/* What is left to enumerate decides how much memory that takes. */
static bool begin_search(dls_search *S)
{
    if (!dls_pool_make(&S->pool, lay_out_problem, S)) {
        return false;
    }
    dls_mlcp_condense(S->problem, DLS_FREE_KEPT, false, 0, &S->D);
    S->n = S->D.n;
    S->lead = S->D.lead;
    S->m = S->n - S->lead;
    return dls_pool_make(&S->pool, lay_out, S) && dls_solutions_faces_new(&S->F, S->D.N);
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
    dls_error error = begin_search(&S) && split_lines(&S) ? DLS_OK : dls_fail_memory(fault);
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
    dls_solutions_faces_free(&S.F);
    dls_pool_free(&S.pool);
    return error;
}
