/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files. HDF5 is parsed and written by a child process (child.c runs parse.c and write.c behind a
   pipe): version 1.10.8 smashes its stack on one in some 1600 files with a few flipped bytes, and
   crashes where an allocation fails while it writes. Tests: test_io.c. */
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

/* Write the datasets and send one record; its type is -1 where the file was not written. */
void dls_io_build(const char *file, dls_int count, const char *const *paths,
                  const dls_dataset *sets, dls_io_send *send, void *to);

#endif
