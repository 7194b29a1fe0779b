/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the members of a team tell each other while they solve. */
#include "members.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- small sums: everybody gets all terms and adds them in the same order ---- */

void members_gather(const members *T, int count, const double *values)
{
    MPI_Allgather(values, count, MPI_DOUBLE, T->gathered, count, MPI_DOUBLE, MPI_COMM_WORLD);
}

static void sum(const dls_team *team, int count, double *values)
{
    const members *T = (const members *)team;
    members_gather(T, count, values);
    for (int k = 0; k < count; k++) {
        values[k] = 0;
        for (int r = 0; r < T->ranks; r++) {
            values[k] += T->gathered[r * count + k];
        }
    }
}

static void largest(const dls_team *team, int count, double *values)
{
    const members *T = (const members *)team;
    members_gather(T, count, values);
    for (int k = 0; k < count; k++) {
        values[k] = T->gathered[k];
        for (int r = 1; r < T->ranks; r++) {
            values[k] = fmax(values[k], T->gathered[r * count + k]);
        }
    }
}

/* ---- copies ---- */

enum { SPREAD = 1, COLLECT = 2 }; /* tags */

static void spread(const dls_team *team, double *x)
{
    const members *T = (const members *)team;
    int open = 0;
    for (int r = 0; r < T->ranks; r++) {
        if (T->wanted[r] > 0) {
            MPI_Irecv(x + team->own + T->wanted_at[r], T->wanted[r], MPI_DOUBLE, r, SPREAD,
                      MPI_COMM_WORLD, &T->requests[open++]);
        }
    }
    for (int r = 0; r < T->ranks; r++) {
        double *out = T->packed + T->asked_at[r];
        for (int k = 0; k < T->asked[r]; k++) {
            out[k] = x[T->list[T->asked_at[r] + k]];
        }
        if (T->asked[r] > 0) {
            MPI_Isend(out, T->asked[r], MPI_DOUBLE, r, SPREAD, MPI_COMM_WORLD,
                      &T->requests[open++]);
        }
    }
    MPI_Waitall(open, T->requests, MPI_STATUSES_IGNORE);
}

static void collect(const dls_team *team, double *x)
{
    const members *T = (const members *)team;
    int open = 0;
    for (int r = 0; r < T->ranks; r++) {
        if (T->asked[r] > 0) {
            MPI_Irecv(T->packed + T->asked_at[r], T->asked[r], MPI_DOUBLE, r, COLLECT,
                      MPI_COMM_WORLD, &T->requests[open++]);
        }
    }
    for (int r = 0; r < T->ranks; r++) {
        if (T->wanted[r] > 0) {
            MPI_Isend(x + team->own + T->wanted_at[r], T->wanted[r], MPI_DOUBLE, r, COLLECT,
                      MPI_COMM_WORLD, &T->requests[open++]);
        }
    }
    MPI_Waitall(open, T->requests, MPI_STATUSES_IGNORE);
    int all = T->asked_at[T->ranks];
    for (int k = 0; k < all; k++) { /* in the order of processes */
        x[T->list[k]] += T->packed[k];
    }
}

int members_owner(const members *T, dls_int coordinate)
{
    int low = 0, high = T->ranks - 1;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (coordinate >= T->first[middle + 1]) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

dls_int members_accumulate(int ranks, const int *count, int *at)
{
    dls_int total = 0;
    for (int r = 0; r < ranks; r++) {
        at[r] = (int)total;
        total += count[r];
    }
    at[ranks] = (int)total;
    return total;
}

static dls_error reserve(members *T, dls_int needed)
{
    if (needed <= T->room) {
        return DLS_OK;
    }
    free(T->where);
    free(T->came_where);
    free(T->values);
    free(T->came_values);
    T->where = DLS_NEW(int, needed);
    T->came_where = DLS_NEW(int, needed);
    T->values = DLS_NEW(double, needed);
    T->came_values = DLS_NEW(double, needed);
    bool ready = T->where && T->came_where && T->values && T->came_values;
    T->room = ready ? needed : 0;
    return ready ? DLS_OK : DLS_ERROR_MEMORY;
}

static dls_error deliver(const dls_team *team, dls_int count, const int *where,
                         const double *values, double *x)
{
    members *T = (members *)team;
    memset(T->count, 0, (size_t)T->ranks * sizeof *T->count);
    for (dls_int k = 0; k < count; k++) {
        T->count[members_owner(T, where[k] - 1)]++;
    }
    members_accumulate(T->ranks, T->count, T->at);
    MPI_Alltoall(T->count, 1, MPI_INT, T->came, 1, MPI_INT, MPI_COMM_WORLD);
    dls_int total = members_accumulate(T->ranks, T->came, T->came_at);
    dls_error error = reserve(T, DLS_MAX(count, total));
    if (error) {
        return error;
    }
    for (dls_int k = 0; k < count; k++) {
        int at = T->at[members_owner(T, where[k] - 1)]++;
        T->where[at] = where[k];
        T->values[at] = values[k];
    }
    members_accumulate(T->ranks, T->count, T->at);
    MPI_Alltoallv(T->where, T->count, T->at, MPI_INT, T->came_where, T->came, T->came_at, MPI_INT,
                  MPI_COMM_WORLD);
    MPI_Alltoallv(T->values, T->count, T->at, MPI_DOUBLE, T->came_values, T->came, T->came_at,
                  MPI_DOUBLE, MPI_COMM_WORLD);
    for (dls_int k = 0; k < total; k++) {
        x[T->came_where[k] - 1 - T->first[T->rank]] = T->came_values[k];
    }
    return DLS_OK;
}

static void gather_own(const dls_team *team, const double *x, double *all)
{
    const members *T = (const members *)team;
    for (int r = 0; r < T->ranks; r++) {
        T->at[r] = (int)T->first[r];
        T->count[r] = (int)(T->first[r + 1] - T->first[r]);
    }
    MPI_Gatherv(x, (int)team->own, MPI_DOUBLE, all, T->count, T->at, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

void members_exchange(members *T)
{
    T->team.sum = sum;
    T->team.largest = largest;
    T->team.spread = spread;
    T->team.collect = collect;
    T->team.gather = gather_own;
    T->team.deliver = deliver;
}
