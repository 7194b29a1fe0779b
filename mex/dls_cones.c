/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dls_cones.h"

const double *dls_mex_column(const mxArray *array, dls_int rows, const char *name)
{
    bool full = mxIsDouble(array) && !mxIsComplex(array) && !mxIsSparse(array);
    if (!full || (dls_int)mxGetNumberOfElements(array) != rows) {
        mexErrMsgIdAndTxt("delassus:dimension", "%s is not a full real vector of length %lld", name,
                          (long long)rows);
    }
    return mxGetPr(array);
}

dls_cones dls_mex_cones(const mxArray *array)
{
    mwSize count = mxGetNumberOfElements(array);
    const double *sizes = mxGetPr(array);
    dls_int *second = mxCalloc(count + 1, sizeof *second);
    for (mwSize k = 2; k < count; k++) {
        second[k - 2] = (dls_int)sizes[k];
    }
    return (dls_cones){(dls_int)sizes[0], (dls_int)sizes[1], (dls_int)count - 2, second};
}
