/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C = dls_matrix_class_mex (A): struct row name, holds, why, witness, one element per class. */
#include <string.h>

#include "dls_mex.h"

static const char *const VERDICTS[] = {
    [DLS_UNDECIDED] = "undecided", [DLS_YES] = "yes", [DLS_NO] = "no"};

static mxArray *vector(const double *x, dls_int count)
{
    mxArray *out = mxCreateDoubleMatrix((mwSize)(x ? count : 0), x ? 1 : 0, mxREAL);
    if (x && count > 0) {
        memcpy(mxGetPr(out), x, (size_t)count * sizeof *x);
    }
    return out;
}

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nlhs;
    if (nrhs != 1) {
        dls_mex_error("delassus:internal", "dls_matrix_class_mex is called by dls_matrix_class");
    }
    dls_view A = dls_mex_sparse(prhs[0], "A");
    dls_class_report *report = NULL;
    dls_fault fault;
    if (dls_matrix_class(A, &report, &fault)) {
        dls_mex_raise("dls_matrix_class", &fault);
    }
    static const char *names[] = {"name", "holds", "why", "witness"};
    plhs[0] = mxCreateStructMatrix(1, DLS_CLASS_COUNT, 4, names);
    for (int k = 0; k < DLS_CLASS_COUNT; k++) {
        const char *why = report->why[k];
        mxSetField(plhs[0], (mwIndex)k, "name", mxCreateString(dls_class_name(k)));
        mxSetField(plhs[0], (mwIndex)k, "holds", mxCreateString(VERDICTS[report->holds[k]]));
        mxSetField(plhs[0], (mwIndex)k, "why", mxCreateString(why ? why : ""));
        mxSetField(plhs[0], (mwIndex)k, "witness", vector(report->witness[k], A.rows));
    }
    dls_class_report_free(report);
}
