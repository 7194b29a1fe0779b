/* SPDX-License-Identifier: GPL-3.0-or-later */
/* R = dls_redundancy_mex (M, G, options): the struct that dls_redundancy completes. */
#include <string.h>

#include "dls_mex.h"

static mxArray *sparse_copy(dls_view A)
{
    mxArray *out = mxCreateSparse((mwSize)A.rows, (mwSize)A.cols, (mwSize)A.p[A.cols], mxREAL);
    size_t entries = (size_t)A.p[A.cols];
    memcpy(mxGetJc(out), A.p, (size_t)(A.cols + 1) * sizeof *A.p);
    memcpy(mxGetIr(out), A.i, entries * sizeof *A.i);
    memcpy(mxGetPr(out), A.x, entries * sizeof *A.x);
    return out;
}

static mxArray *column(const double *x, dls_int count)
{
    mxArray *out = mxCreateDoubleMatrix((mwSize)(x ? count : 0), x ? 1 : 0, mxREAL);
    if (x && count > 0) {
        memcpy(mxGetPr(out), x, (size_t)count * sizeof *x);
    }
    return out;
}

static mxArray *one_based(const dls_int *index, dls_int count)
{
    mxArray *out = mxCreateDoubleMatrix(1, (mwSize)count, mxREAL);
    for (dls_int k = 0; k < count; k++) {
        mxGetPr(out)[k] = (double)index[k] + 1;
    }
    return out;
}

static mxArray *flags(const bool *flag, dls_int count)
{
    mxArray *out = mxCreateLogicalMatrix((mwSize)count, 1);
    for (dls_int k = 0; k < count; k++) {
        mxGetLogicals(out)[k] = flag[k];
    }
    return out;
}

static mxArray *report_struct(const dls_redundancy_report *r)
{
    static const char *names[] = {"rank",
                                  "nullity",
                                  "determined",
                                  "independent",
                                  "redundant",
                                  "kernel",
                                  "leverage",
                                  "gap",
                                  "tolerance",
                                  "acceleration_unique",
                                  "acceleration_kernel",
                                  "rank_mass",
                                  "singular_values"};
    mxArray *R = mxCreateStructMatrix(1, 1, sizeof names / sizeof *names, names);
    dls_int least = r->n < r->m ? r->n : r->m;
    dls_mex_set(R, "rank", (double)r->rank);
    dls_mex_set(R, "nullity", (double)(r->m - r->rank));
    mxSetField(R, 0, "determined", flags(r->determined, r->m));
    mxSetField(R, 0, "independent", one_based(r->independent, r->rank));
    mxSetField(R, 0, "redundant", one_based(r->redundant, r->m - r->rank));
    mxSetField(R, 0, "kernel",
               r->kernel.p ? sparse_copy(r->kernel) : mxCreateDoubleMatrix(0, 0, mxREAL));
    mxSetField(R, 0, "leverage", column(r->leverage, r->m));
    dls_mex_set(R, "gap", r->gap);
    dls_mex_set(R, "tolerance", r->tolerance);
    mxSetField(R, 0, "acceleration_unique", mxCreateLogicalScalar(r->floating.cols == 0));
    mxSetField(R, 0, "acceleration_kernel", sparse_copy(r->floating));
    dls_mex_set(R, "rank_mass", (double)r->rank_mass);
    mxSetField(R, 0, "singular_values", column(r->singular_values, least));
    return R;
}

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nlhs;
    if (nrhs != 3) {
        dls_mex_error("delassus:internal", "dls_redundancy_mex is called by dls_redundancy");
    }
    dls_view M = dls_mex_sparse(prhs[0], "M"), G = dls_mex_sparse(prhs[1], "G");
    dls_redundancy_settings settings = dls_redundancy_defaults();
    dls_redundancy_report *report = NULL;
    dls_fault fault;
    if (dls_mex_settings("dls_redundancy", prhs[2], &settings, &fault) ||
        dls_redundancy(M, G, &settings, &report, &fault)) {
        dls_mex_raise("dls_redundancy", &fault);
    }
    plhs[0] = report_struct(report);
    dls_redundancy_free(report);
}
