/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sets = dls_fclib_mex ('read', file, paths)   cell: columns of doubles, texts, false where absent
   dls_fclib_mex ('write', file, paths, sets)   int32 arrays are written as integers
   paths: cell of texts like '/fclib_local/W/x'.
   bytes = dls_fclib_mex ('inflate', stream)    uint8 rows */
#include <string.h>

#include "dls_mex.h"

typedef struct {
    dls_int count;
    char **paths;
    dls_dataset *sets;
} datasets;

static datasets from_cell(const mxArray *paths)
{
    datasets d = {(dls_int)mxGetNumberOfElements(paths), NULL, NULL};
    d.paths = mxCalloc((size_t)d.count + 1, sizeof *d.paths);
    d.sets = mxCalloc((size_t)d.count + 1, sizeof *d.sets);
    for (dls_int k = 0; k < d.count; k++) {
        d.paths[k] = mxArrayToString(mxGetCell(paths, (mwIndex)k));
    }
    return d;
}

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
    dls_dataset set = {DLS_DATASET_REAL, (dls_int)mxGetNumberOfElements(array), NULL, NULL};
    if (mxIsChar(array)) {
        set.type = DLS_DATASET_TEXT;
        set.text = mxArrayToString(array);
    } else if (mxIsInt32(array)) {
        const int32_t *i = mxGetData(array);
        set.type = DLS_DATASET_INT;
        set.x = mxCalloc((size_t)set.count + 1, sizeof *set.x);
        for (dls_int k = 0; k < set.count; k++) {
            set.x[k] = i[k];
        }
    } else if (mxIsDouble(array) && !mxIsSparse(array) && !mxIsComplex(array)) {
        set.x = mxGetPr(array);
    } else {
        set.type = DLS_DATASET_ABSENT;
    }
    return set;
}

static mxArray *inflated(const mxArray *stream)
{
    unsigned char *bytes = NULL;
    dls_int size = 0;
    dls_fault fault;
    if (dls_inflate(mxGetData(stream), (dls_int)mxGetNumberOfElements(stream), &bytes, &size,
                    &fault)) {
        dls_mex_raise("dls_read", &fault);
    }
    mxArray *out = mxCreateNumericMatrix(1, (mwSize)size, mxUINT8_CLASS, mxREAL);
    memcpy(mxGetData(out), bytes, (size_t)size);
    dls_bytes_free(bytes);
    return out;
}

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nlhs;
    char verb[8];
    if (nrhs == 2 && mxIsUint8(prhs[1])) {
        plhs[0] = inflated(prhs[1]);
        return;
    }
    if (nrhs < 3 || !mxIsCell(prhs[2]) || !mxIsChar(prhs[0]) || !mxIsChar(prhs[1])) {
        dls_mex_error("delassus:internal", "dls_fclib_mex is called by dls_read and dls_write");
    }
    dls_mex_text(prhs[0], verb, sizeof verb, "verb");
    char *file = mxArrayToString(prhs[1]);
    datasets d = from_cell(prhs[2]);
    const char *const *paths = (const char *const *)d.paths;
    dls_fault fault;
    if (strcmp(verb, "read") == 0) {
        if (dls_hdf5_read(file, d.count, paths, d.sets, &fault)) {
            dls_mex_raise("dls_read", &fault);
        }
        plhs[0] = mxCreateCellMatrix(1, (mwSize)d.count);
        for (dls_int k = 0; k < d.count; k++) {
            mxSetCell(plhs[0], (mwIndex)k, to_array(&d.sets[k]));
        }
        dls_dataset_free(d.count, d.sets);
        return;
    }
    for (dls_int k = 0; k < d.count; k++) {
        d.sets[k] = from_array(mxGetCell(prhs[3], (mwIndex)k));
    }
    if (dls_hdf5_write(file, d.count, paths, d.sets, &fault)) {
        dls_mex_raise("dls_write", &fault);
    }
}
