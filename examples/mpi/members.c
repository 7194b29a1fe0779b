/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From pieces to a team: local numbers, and who has copies of what. */
#include "members.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AT_MOST = 8 }; /* numbers in a small sum */

static int by_value(const void *a, const void *b)
{
    dls_int x = *(const dls_int *)a, y = *(const dls_int *)b;
    return (x > y) - (x < y);
}

static bool is_own(const dls_piece *P, dls_int row)
{
    return row >= P->first && row < P->first + P->count;
}

/* The coordinates of others in the columns of P, increasing, behind P->count places. */
static dls_int *find_copies(const dls_piece *P, dls_int *copies)
{
    const dls_view both[] = {dls_see(&P->M), dls_see(&P->G)};
    dls_int count = 0, found = 0;
    for (int b = 0; b < 2; b++) {
        for (dls_int k = 0; k < dls_entries(both[b]); k++) {
            count += !is_own(P, both[b].i[k]);
        }
    }
    dls_int *number = DLS_NEW(dls_int, P->count + count);
    if (!number) {
        return NULL;
    }
    dls_int *list = number + P->count;
    for (int b = 0; b < 2; b++) {
        for (dls_int k = 0; k < dls_entries(both[b]); k++) {
            if (!is_own(P, both[b].i[k])) {
                list[found++] = both[b].i[k];
            }
        }
    }
    qsort(list, (size_t)count, sizeof *list, by_value);
    *copies = 0;
    for (dls_int k = 0; k < count; k++) {
        if (*copies == 0 || list[*copies - 1] != list[k]) {
            list[(*copies)++] = list[k];
        }
    }
    for (dls_int k = 0; k < P->count; k++) {
        number[k] = P->first + k;
    }
    return number;
}

/* Rows in local numbers, increasing again: transposed twice. */
static bool renumber(const members *T, const dls_piece *P, dls_mat *A, dls_int cols)
{
    const dls_team *team = &T->team;
    const dls_int *list = team->number + team->own;
    dls_mat At = {0}, sorted = {0};
    for (dls_int k = 0; k < A->p[A->cols]; k++) {
        dls_int row = A->i[k];
        const dls_int *hit = is_own(P, row) ? NULL
                                            : bsearch(&row, list, (size_t)(team->local - team->own),
                                                      sizeof row, by_value);
        A->i[k] = hit ? team->own + (hit - list) : row - P->first;
    }
    A->rows = team->local;
    bool ready = dls_mat_transpose(&At, dls_see(A), NULL);
    dls_mat_free(A);
    ready = ready && dls_mat_transpose(&sorted, dls_see(&At), NULL);
    dls_mat_free(&At);
    dls_int *p = ready ? dls_grow(sorted.p, cols + 1, sizeof *p) : NULL;
    if (!p) {
        dls_mat_free(&sorted);
        return false;
    }
    for (dls_int j = sorted.cols; j < cols; j++) {
        p[j + 1] = p[j];
    }
    *A = (dls_mat){sorted.rows, cols, p, sorted.i, sorted.x};
    return true;
}

/* Tell the owners which of their coordinates we have copies of. */
static bool plan_copies(members *T)
{
    dls_int copies = T->team.local - T->team.own;
    const dls_int *list = T->team.number + T->team.own;
    for (dls_int k = 0; k < copies; k++) {
        T->wanted[members_owner(T, list[k])]++;
    }
    members_accumulate(T->ranks, T->wanted, T->wanted_at);
    MPI_Alltoall(T->wanted, 1, MPI_INT, T->asked, 1, MPI_INT, MPI_COMM_WORLD);
    dls_int total = members_accumulate(T->ranks, T->asked, T->asked_at);
    T->list = DLS_NEW(dls_int, total);
    T->packed = DLS_NEW(double, total);
    if (!T->list || !T->packed) {
        return false;
    }
    MPI_Alltoallv(list, T->wanted, T->wanted_at, MPI_INT64_T, T->list, T->asked, T->asked_at,
                  MPI_INT64_T, MPI_COMM_WORLD);
    for (dls_int k = 0; k < total; k++) {
        T->list[k] -= T->first[T->rank];
    }
    return true;
}

/* Pieces of one system: its sizes, coordinates in order, every constraint once. */
static dls_error check_pieces(members *T, const dls_piece *P, dls_fault *fault)
{
    double mine[4] = {(double)P->n, (double)P->m, (double)P->sides, (double)P->first};
    members_gather(T, 4, mine);
    for (int r = 0; r < T->ranks; r++) {
        if (memcmp(T->gathered + 4 * r, mine, 3 * sizeof *mine) != 0) {
            return dls_fail(fault, DLS_ERROR_FORMAT,
                            "this piece and that of rank %d are not of one system", r);
        }
        T->first[r] = (dls_int)T->gathered[4 * r + 3];
    }
    T->first[T->ranks] = P->n;
    if (T->first[0] != 0 || T->first[T->rank] + P->count != T->first[T->rank + 1]) {
        return dls_fail(fault, DLS_ERROR_FORMAT,
                        "this piece ends before coordinate %lld, the next one begins with %lld: a "
                        "piece is missing, or there are other ranks than pieces",
                        (long long)(P->first + P->count + 1),
                        (long long)(T->first[T->rank + 1] + 1));
    }
    double checks[2] = {(double)P->G.cols, 0}, m = (double)P->m;
    for (dls_int k = 0; k < P->G.cols; k++) {
        checks[1] += (double)P->id[k];
    }
    dls_linsys_team_sum(&T->team, 2, checks);
    if (checks[0] != m || fabs(checks[1] - m * (m - 1) / 2) > 1e-12 * m * m) {
        return dls_fail(fault, DLS_ERROR_FORMAT,
                        "the pieces have %.0f constraints; expected each "
                        "of %lld once",
                        checks[0], (long long)P->m);
    }
    return DLS_OK;
}

dls_error members_join(members *T, dls_piece *P, dls_fault *fault)
{
    *T = (members){0};
    MPI_Comm_rank(MPI_COMM_WORLD, &T->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &T->ranks);
    dls_int some = T->ranks + 1;
    int **lists[] = {&T->wanted, &T->wanted_at, &T->asked, &T->asked_at,
                     &T->count,  &T->at,        &T->came,  &T->came_at};
    bool ready = true;
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        *lists[k] = DLS_NEW(int, some);
        ready = ready && *lists[k];
    }
    T->first = DLS_NEW(dls_int, some);
    T->gathered = DLS_NEW(double, AT_MOST *some);
    T->requests = DLS_NEW(MPI_Request, 2 * some);
    if (!ready || !T->first || !T->gathered || !T->requests) {
        return dls_fail_memory(fault);
    }
    T->team = (dls_team){.communicator = MPI_Comm_c2f(MPI_COMM_WORLD),
                         .first = T->rank == 0,
                         .own = P->count,
                         .whole = P->n};
    members_exchange(T);
    dls_error error = check_pieces(T, P, fault);
    if (error) {
        return error;
    }
    dls_int copies = 0;
    T->number = find_copies(P, &copies);
    T->team.number = T->number;
    T->team.local = P->count + copies;
    ready = T->number && P->count + copies < INT_MAX && renumber(T, P, &P->M, T->team.local) &&
            renumber(T, P, &P->G, P->G.cols) && plan_copies(T);
    return ready ? DLS_OK : dls_fail_memory(fault);
}

void members_free(members *T)
{
    void *all[] = {T->first, T->number,  T->wanted,   T->wanted_at,  T->asked,  T->asked_at,
                   T->list,  T->packed,  T->gathered, T->requests,   T->count,  T->at,
                   T->came,  T->came_at, T->where,    T->came_where, T->values, T->came_values};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        dls_free(all[k]);
    }
    *T = (members){0};
}
