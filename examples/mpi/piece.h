/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of KKT data and of solutions. All numbers are 8 bytes, little-endian: int64 and double.

   Data, X.kkt: a header of ten int64
       "DLSKKT1\n"  bytes of the file  n  m  k       the system, k right-hand sides
       first  count                                  coordinates first .. first + count - 1
       constraints  entries of M  entries of G       in this piece
   and then, columns compressed, indices from 0, rows in the numbering of the system, increasing:
       M.p (count + 1)  M.i  M.x                     columns of M of these coordinates, in full
       id (constraints)                              which constraints these are, increasing
       G.p (constraints + 1)  G.i  G.x               their columns of G
       F (count by k)  b (constraints by k)
   One piece with first = 0, count = n, constraints = m is the whole system. Pieces X.kkt.0,
   X.kkt.1, ... have coordinates in this order, and every constraint once.

   Solution, X.sol: a header of eight int64
       "DLSSOL1\n"  bytes of the file  n  m  k
       certificates (1: of constraints, 2: of forces, 3: both, 0: none)  processes
       numbers that follow before the vectors, 11 + 10 k:
   11 of the run: rho, delta, entries of the factor, entries of E, flops, seconds of setup, of the
   factorisation, of all; memory of the largest process, of all (bytes); analyses;
   10 of each right-hand side: outcome (its number in DLS_OUTCOMES), dynamics, constraints,
   optimality, kernel, 1 where constraints, 1 where forces are inconsistent, proximal steps, Krylov
   and projection steps, seconds; then a (n by k), lambda (m by k), and the certificates that there
   are: y (m by k), x (n by k). */
#ifndef DLS_MPI_PIECE_H
#define DLS_MPI_PIECE_H

#include <stdio.h>

#include "sparse/sparse.h"

typedef struct {
    dls_int n, m, sides; /* of the system */
    dls_int first, count;
    dls_mat M, G; /* n-by-count and n-by-constraints */
    dls_int constraints;
    dls_int *id; /* of each constraint */
    double *F, *b;
} dls_piece;

/* The share of process `rank` of `ranks` of the whole system in a file: as many coordinates for
   each, and the constraints whose first coordinate is among them. */
dls_error dls_piece_share(const char *file, int rank, int ranks, dls_piece *P, dls_fault *fault);
/* All of a file that holds one piece. */
dls_error dls_piece_read(const char *file, dls_piece *P, dls_fault *fault);
/* Written beside the file, then renamed: there is a complete file or none. */
dls_error dls_piece_write(const char *file, const dls_piece *P, dls_fault *fault);
void dls_piece_free(dls_piece *P);

#endif
