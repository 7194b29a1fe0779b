/* SPDX-License-Identifier: GPL-3.0-or-later */
/* [lo, hi, info] = dls_range_mex (A, b, free, C)   lo(:,2): is it determined?
   [lo, hi, info] = dls_range_mex (A, b, [z, l, q...], C, close)
   [x, K, left] = dls_range_mex (A, b) */
#include <string.h>

#include "dls_cones.h"

static mxArray *info_struct(const dls_range_result *r)
{
    static const char *names[] = {"status", "error",          "programs",
                                  "pivots", "factorisations", "time"};
    mxArray *info = mxCreateStructMatrix(1, 1, sizeof names / sizeof *names, names);
    dls_mex_set_text(info, "status", dls_outcome_text(r->outcome));
    dls_mex_set(info, "error", r->error);
    dls_mex_set(info, "programs", (double)r->programs);
    dls_mex_set(info, "pivots", (double)r->pivots);
    dls_mex_set(info, "factorisations", (double)r->factorisations);
    dls_mex_set(info, "time", r->time);
    return info;
}

static void linear(const mxArray *prhs[], double *lo, double *hi, dls_range_result *result)
{
    dls_view A = dls_mex_sparse(prhs[0], "A"), C = dls_mex_sparse(prhs[3], "C");
    const double *b = dls_mex_column(prhs[1], A.rows, "b");
    dls_fault fault;
    if (!mxIsLogical(prhs[2]) || (dls_int)mxGetNumberOfElements(prhs[2]) != A.cols) {
        dls_mex_error("delassus:internal", "free is not a logical per column of A");
    }
    bool *free = mxCalloc((mwSize)A.cols + 1, sizeof *free);
    bool *same = mxCalloc((mwSize)C.cols + 1, sizeof *same);
    for (dls_int j = 0; j < A.cols; j++) {
        free[j] = mxGetLogicals(prhs[2])[j];
    }
    dls_range_problem problem = {A, b, free, C};
    if (dls_range(&problem, lo, hi, same, result, &fault)) {
        dls_mex_raise("dls_reaction_range", &fault);
    }
    for (dls_int k = 0; k < C.cols; k++) {
        lo[C.cols + k] = same[k];
    }
}

static void conic(const mxArray *prhs[], double *lo, double *hi, dls_range_result *result)
{
    dls_view A = dls_mex_sparse(prhs[0], "A"), C = dls_mex_sparse(prhs[3], "C");
    const double *b = dls_mex_column(prhs[1], A.rows, "b");
    dls_cones cones = dls_mex_cones(prhs[2]);
    dls_fault fault;
    if (dls_range_conic(A, b, &cones, C, mxGetScalar(prhs[4]), lo, hi, result, &fault)) {
        dls_mex_raise("dls_reaction_range", &fault);
    }
}

static void kernel(const mxArray *prhs[], mxArray *out[3])
{
    dls_view A = dls_mex_sparse(prhs[0], "A"), K;
    double left = 0;
    dls_fault fault;
    out[0] = mxCreateDoubleMatrix((mwSize)A.cols, 1, mxREAL);
    if (dls_range_kernel(A, dls_mex_column(prhs[1], A.rows, "b"), mxGetPr(out[0]), &K, &left,
                         &fault)) {
        dls_mex_raise("dls_reaction_range", &fault);
    }
    size_t entries = (size_t)K.p[K.cols];
    out[1] = mxCreateSparse((mwSize)K.rows, (mwSize)K.cols, entries, mxREAL);
    memcpy(mxGetJc(out[1]), K.p, ((size_t)K.cols + 1) * sizeof *K.p);
    if (entries > 0) {
        memcpy(mxGetIr(out[1]), K.i, entries * sizeof *K.i);
        memcpy(mxGetPr(out[1]), K.x, entries * sizeof *K.x);
    }
    dls_range_kernel_free(&K);
    out[2] = mxCreateDoubleScalar(left);
}

static void range(int nrhs, const mxArray *prhs[], mxArray *out[3])
{
    mwSize count = mxGetN(prhs[3]);
    dls_range_result result;
    out[0] = mxCreateDoubleMatrix(count, nrhs == 4 ? 2 : 1, mxREAL);
    out[1] = mxCreateDoubleMatrix(count, 1, mxREAL);
    if (nrhs == 4) {
        linear(prhs, mxGetPr(out[0]), mxGetPr(out[1]), &result);
    } else {
        conic(prhs, mxGetPr(out[0]), mxGetPr(out[1]), &result);
    }
    out[2] = info_struct(&result);
}

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    mxArray *out[3];
    if ((nrhs != 2 && nrhs != 4 && nrhs != 5) || nlhs > 3) {
        dls_mex_error("delassus:internal",
                      "dls_range_mex is called by dls_reaction_range, not by users");
    }
    if (nrhs == 2) {
        kernel(prhs, out);
    } else {
        range(nrhs, prhs, out);
    }
    for (int k = 0; k < 3 && k < (nlhs > 1 ? nlhs : 1); k++) {
        plhs[k] = out[k];
    }
}
