/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a run found, and the file it goes to (see piece.h). */
#ifndef DLS_MPI_SOLUTION_H
#define DLS_MPI_SOLUTION_H

#include "members.h"

typedef struct {
    double *a, *lambda;           /* own entries, one column after the other */
    double *constraints, *forces; /* certificates */
    dls_kkt_result *results;      /* of each right-hand side */
    dls_kkt_stats stats;
    double time, largest_memory, total_memory;
} solution;

bool solution_new(solution *S, const dls_piece *P);
void solution_free(solution *S);
/* Collective: each process writes its own entries, the first one the rest. The file appears when
   all of it is written; before that it is called FILE.part. */
dls_error solution_write(const char *file, const solution *S, const members *T, const dls_piece *P,
                         dls_fault *fault);

#endif
