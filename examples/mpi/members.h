/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A dls_team over MPI: who owns which coordinate, and the exchange of copies. */
#ifndef DLS_MPI_MEMBERS_H
#define DLS_MPI_MEMBERS_H

#include <mpi.h>

#include "linsys/team.h"
#include "piece.h"

typedef struct {
    dls_team team; /* first: what libcore sees */
    int rank, ranks;
    dls_int *first;  /* ranks + 1: process r owns coordinates first[r] .. first[r + 1] - 1 */
    dls_int *number; /* of the team */
    int *wanted, *wanted_at; /* copies of each process' coordinates that we hold, and from where */
    int *asked, *asked_at;   /* our coordinates that it has copies of, and from where in ... */
    dls_int *list;           /* ... this */
    double *packed;          /* as many values */
    double *gathered;        /* of small sums */
    MPI_Request *requests;
    int *count, *at, *came, *came_at; /* of deliver */
    dls_int room;
    int *where, *came_where;
    double *values, *came_values;
} members;

/* Collective. P's matrices get local numbers: its M and G then have as many rows as this process
   touches coordinates, M as many columns (the last ones empty). */
dls_error members_join(members *T, dls_piece *P, dls_fault *fault);
void members_free(members *T);

/* exchange.c: what the team needs of T when its lists are made */
void members_exchange(members *T);
/* gathered := the values of all, one process after the other */
void members_gather(const members *T, int count, const double *values);
int members_owner(const members *T, dls_int coordinate);
/* at[r] := where the part of process r begins; the last one, and what is returned, is the sum. */
dls_int members_accumulate(int ranks, const int *count, int *at);

#endif
