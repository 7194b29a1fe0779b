/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside the reader of arguments: sizes that letters took, and refusals. */
#ifndef DLS_READER_H
#define DLS_READER_H

#include "dls_mex.h"

typedef struct {
    double size[26]; /* of a letter; NAN: not met yet */
    char *inputs;
} dls_reader;

/* Sum of products; NAN while a letter has no value. */
double dls_mex_value_of(dls_reader *r, const char *text);
/* Is the size what the text says? A letter without a value takes it. */
bool dls_mex_agrees(dls_reader *r, const char *text, double found);
void dls_mex_check_size(dls_reader *r, const dls_mex_argument *a, const mxArray *array);

/* Of other classes (function handles, objects) Octave cannot tell sizes or fields, and ends. */
bool dls_mex_is_data(const mxArray *array);
void dls_mex_describe(const mxArray *array, char *text, size_t size); /* "a 2-by-3 cell" */
void dls_mex_refuse(const char *id, const dls_mex_argument *a, const mxArray *array,
                    const char *more);
void dls_mex_refuse_type(const dls_mex_argument *a, const mxArray *array);

/* Check an argument and put it in its place. */
void dls_mex_read(dls_reader *r, const dls_mex_argument *a, const mxArray *array);

#endif
