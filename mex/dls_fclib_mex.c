/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sets = dls_fclib_mex ('read', file, paths)   cell: columns of doubles, texts, false where absent
   dls_fclib_mex ('write', file, paths, sets)   int32 arrays are written as integers
   paths: cell of texts like '/fclib_local/W/x'.
   bytes = dls_fclib_mex ('inflate', stream, most)    uint8 rows; at most so many bytes */
#include <string.h>

#include "dls_mex.h"

typedef struct {
    const char *file;
    char **paths;
    const mxArray *sets;
    const unsigned char *bytes;
    double most;
} inputs;

static mxArray *to_array(const dls_dataset *set)
{
    if (set->type == DLS_DATASET_ABSENT) {
        return mxCreateLogicalScalar(false);
    }
    if (set->type == DLS_DATASET_TEXT) {
        return mxCreateString(set->text);
    }
    mxArray *array = mxCreateDoubleMatrix((mwSize)set->count, 1, mxREAL);
    memcpy(mxGetPr(array), set->x, (size_t)set->count * sizeof *set->x);
    return array;
}

/* mxCalloc'ed parts: an error raised later frees them. */
static dls_dataset from_array(const mxArray *array)
{
    dls_dataset set = {DLS_DATASET_ABSENT, 0, NULL, NULL};
    if (mxIsChar(array)) {
        set.type = DLS_DATASET_TEXT;
        set.count = (dls_int)mxGetNumberOfElements(array);
        set.text = dls_mex_text(array);
    } else if (mxIsInt32(array)) {
        const int32_t *i = mxGetData(array);
        set.type = DLS_DATASET_INT;
        set.count = (dls_int)mxGetNumberOfElements(array);
        set.x = mxCalloc((size_t)set.count + 1, sizeof *set.x);
        for (dls_int k = 0; k < set.count; k++) {
            set.x[k] = i[k];
        }
    } else if (mxIsDouble(array) && !mxIsSparse(array) && !mxIsComplex(array)) {
        set.type = DLS_DATASET_REAL;
        set.count = (dls_int)mxGetNumberOfElements(array);
        set.x = mxGetPr(array);
    }
    return set;
}

static void read(void *in, dls_mex_reply *to)
{
    const inputs *I = in;
    dls_int count = DLS_MEX_SIZE(to, 'k');
    dls_dataset *sets = mxCalloc((size_t)count + 1, sizeof *sets);
    dls_fault fault;
    dls_mex_check(
        dls_hdf5_read(I->file, count, (const char *const *)I->paths, dls_mex_host(), sets, &fault),
        "dls_read", &fault);
    to->out[0] = mxCreateCellMatrix(1, (mwSize)count);
    for (dls_int k = 0; k < count; k++) {
        mxSetCell(to->out[0], (mwIndex)k, to_array(&sets[k]));
    }
    dls_dataset_free(count, sets);
}

static void write(void *in, dls_mex_reply *to)
{
    const inputs *I = in;
    dls_int count = DLS_MEX_SIZE(to, 'k');
    dls_dataset *sets = mxCalloc((size_t)count + 1, sizeof *sets);
    dls_fault fault;
    for (dls_int k = 0; k < count; k++) {
        sets[k] = from_array(mxGetCell(I->sets, (mwIndex)k));
        if (sets[k].type == DLS_DATASET_ABSENT && !mxIsLogical(mxGetCell(I->sets, (mwIndex)k))) {
            dls_mex_error("delassus:type",
                          "a dataset is neither a text nor full real numbers nor int32");
        }
    }
    dls_mex_check(
        dls_hdf5_write(I->file, count, (const char *const *)I->paths, sets, dls_mex_host(), &fault),
        "dls_write", &fault);
}

static void inflate(void *in, dls_mex_reply *to)
{
    const inputs *I = in;
    unsigned char *bytes = NULL;
    dls_int count = 0;
    dls_fault fault;
    dls_mex_check(
        dls_inflate(I->bytes, DLS_MEX_SIZE(to, 'k'), (dls_int)I->most, &bytes, &count, &fault),
        "dls_read", &fault);
    to->out[0] = mxCreateNumericMatrix(1, (mwSize)count, mxUINT8_CLASS, mxREAL);
    memcpy(mxGetData(to->out[0]), bytes, (size_t)count);
    dls_bytes_free(bytes);
}

#define DLS_MEX_FILE                                                                               \
    DLS_MEX_ARGUMENT("file", TEXT, file, NULL, NULL),                                              \
        DLS_MEX_ARGUMENT("paths", TEXTS, paths, "k", NULL)

static const dls_mex_argument read_arguments[] = {DLS_MEX_FILE, DLS_MEX_END};
static const dls_mex_argument write_arguments[] = {
    DLS_MEX_FILE, DLS_MEX_ARGUMENT("sets", CELL, sets, "k", NULL), DLS_MEX_END};
static const dls_mex_argument inflate_arguments[] = {
    DLS_MEX_ARGUMENT("stream", BYTES, bytes, "k", NULL),
    DLS_MEX_BOUNDED("most", NUMBER, most, NULL, NULL, 0, 1e15), DLS_MEX_END};

static const dls_mex_call calls[] = {{"read", read_arguments, 1, read, 0},
                                     {"write", write_arguments, 0, write, 0},
                                     {"inflate", inflate_arguments, 1, inflate, 0},
                                     DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_read", calls)
