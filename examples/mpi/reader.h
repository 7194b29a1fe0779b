/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading files of KKT data: where things are, and what is wrong with them. */
#ifndef DLS_MPI_READER_H
#define DLS_MPI_READER_H

#include "piece.h"

static const char DATA_MAGIC[8] = "DLSKKT1\n";

typedef struct {
    dls_int magic, bytes, n, m, sides, first, count, constraints, in_M, in_G;
} header;

/* Where the arrays of a file begin, in words. */
typedef struct {
    dls_int Mp, Mi, Mx, id, Gp, Gi, Gx, F, b, end;
} layout;

typedef struct {
    FILE *stream;
    const char *name;
    header head;
    layout at;
    int rank;
    dls_fault *fault;
    dls_error error; /* the first one: what follows it does nothing */
} reader;

layout reader_place(const header *h);
reader reader_open(const char *file, dls_piece *P, dls_fault *fault);
dls_error reader_close(reader *R, dls_piece *P);
void reader_refuse(reader *R, dls_error error, const char *what);
/* `count` words from the place `at` on. */
void reader_fetch(reader *R, dls_int at, dls_int count, void *words);
/* Column starts p[0..cols], to begin at 0, and rows in range; else it is `what`. */
void reader_check(reader *R, const dls_mat *A, dls_int entries, const char *what);
/* Columns of M and rows of F of coordinates first .. first + count - 1. */
void reader_coordinates(reader *R, dls_int first, dls_int count, dls_piece *P);

#endif
