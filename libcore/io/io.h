/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files. HDF5 is parsed by a child process (child.c runs parse.c behind a pipe): version 1.10.8
   smashes its stack on one in some 1600 files with a few flipped bytes. */
#ifndef DLS_IO_H
#define DLS_IO_H

#include "base/base.h"

/* What the child says of each dataset, before its numbers or characters. */
typedef struct {
    dls_int count;
    dls_int type;   /* dls_datatype, or -1 when the dataset is unusable */
    char what[160]; /* why */
} dls_record;

/* Hand the record and its bytes (count doubles, or count characters) on; false: nobody listens. */
typedef bool dls_io_send(void *to, const dls_record *record, const void *bytes);

/* Read the datasets and send one record for each, in order; bytes: size of the file. Stops after
   the first unusable one. */
void dls_io_parse(const char *file, double bytes, dls_int count, const char *const *paths,
                  dls_io_send *send, void *to);

#endif
