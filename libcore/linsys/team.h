/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A system that several processes hold in pieces (examples/mpi). Each has the columns of M of its
   own coordinates and the columns of G of its own constraints; it numbers the coordinates that
   these touch from 0, its own ones first. A vector over coordinates has an entry for each of them:
   behind the own ones stand "copies" of those of other processes. NULL is a process alone, which
   owns all it touches: for it these functions cost a comparison.

   Every member calls them in the same order. What they return is the same, to the last bit, in all
   processes, so that all take the same decisions. */
#ifndef DLS_TEAM_H
#define DLS_TEAM_H

#include "base/base.h"

typedef struct dls_team dls_team;
struct dls_team {
    int communicator;      /* a Fortran handle, for libraries that want one */
    bool first;            /* the member with rank 0 there */
    dls_int own, local;    /* coordinates: own ones, and with copies */
    dls_int whole;         /* coordinates of the system */
    const dls_int *number; /* local: which coordinate of the system each is */
    /* values[k] := its sum, or largest value, over the members; count is small */
    void (*sum)(const dls_team *T, int count, double *values);
    void (*largest)(const dls_team *T, int count, double *values);
    /* copies := the values of their owners */
    void (*spread)(const dls_team *T, double *x);
    /* own entries += the copies that the others have of them */
    void (*collect)(const dls_team *T, double *x);
    /* all (whole, of the first member; NULL for others) := the own entries x of all */
    void (*gather)(const dls_team *T, const double *x, double *all);
    /* x (own) := values[k] where where[k] is the coordinate, counted from 1; each member gives
       other ones */
    dls_error (*deliver)(const dls_team *T, dls_int count, const int *where, const double *values,
                         double *x);
};

void dls_linsys_team_sum(const dls_team *T, int count, double *values);
void dls_linsys_team_largest(const dls_team *T, int count, double *values);
void dls_linsys_team_spread(const dls_team *T, double *x);
void dls_linsys_team_collect(const dls_team *T, double *x);
/* over the n own entries of each member */
double dls_linsys_team_norm(const dls_team *T, dls_int n, const double *x);

#endif
