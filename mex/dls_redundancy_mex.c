/* SPDX-License-Identifier: GPL-3.0-or-later */
/* R = dls_redundancy_mex (M, G, options): the struct that dls_redundancy completes. */
#include "dls_mex.h"

typedef struct {
    dls_view M, G;
    dls_redundancy_settings settings;
} inputs;

/* The struct array of the help: what to release, a set in each row. */
static mxArray *releases_struct(const dls_redundancy_report *r)
{
    static const char *const names[] = {"rows", "count", "sets", "complete"};
    mxArray *list = mxCreateStructMatrix(1, (mwSize)r->parts, 4, (const char **)names);
    for (dls_int p = 0; p < r->parts; p++) {
        const dls_release_part *P = &r->releases[p];
        mxArray *sets = mxCreateDoubleMatrix((mwSize)P->sets, (mwSize)P->count, mxREAL);
        double *to = mxGetPr(sets);
        for (dls_int k = 0; k < P->sets * P->count; k++) {
            to[k / P->count + k % P->count * P->sets] = (double)(P->set[k] + 1);
        }
        mxSetField(list, (mwIndex)p, "rows", dls_mex_copy_indices(P->row, P->rows, false));
        mxSetField(list, (mwIndex)p, "count", mxCreateDoubleScalar((double)P->count));
        mxSetField(list, (mwIndex)p, "sets", sets);
        mxSetField(list, (mwIndex)p, "complete", mxCreateLogicalScalar(P->complete));
    }
    return list;
}

static mxArray *report_struct(const dls_redundancy_report *r)
{
    static const char *const names[] = {"rank",
                                        "nullity",
                                        "determined",
                                        "independent",
                                        "redundant",
                                        "kernel",
                                        "leverage",
                                        "leverage_error",
                                        "gap",
                                        "gap_mass",
                                        "gap_all",
                                        "tolerance",
                                        "acceleration_unique",
                                        "acceleration_kernel",
                                        "rank_mass",
                                        "singular_values",
                                        "units",
                                        "releases",
                                        "message"};
    mxArray *const parts[] = {mxCreateDoubleScalar((double)r->rank),
                              mxCreateDoubleScalar((double)(r->m - r->rank)),
                              dls_mex_copy_flags(r->determined, r->m),
                              dls_mex_copy_indices(r->independent, r->rank, true),
                              dls_mex_copy_indices(r->redundant, r->m - r->rank, true),
                              r->kernel.p ? dls_mex_copy_sparse(r->kernel) : dls_mex_zeros(0, 0),
                              dls_mex_copy(r->leverage, r->m, 1),
                              mxCreateDoubleScalar(r->leverage_error),
                              mxCreateDoubleScalar(r->gap),
                              mxCreateDoubleScalar(r->gap_mass),
                              mxCreateDoubleScalar(r->gap_all),
                              mxCreateDoubleScalar(r->tolerance),
                              mxCreateLogicalScalar(r->floating.cols == 0),
                              dls_mex_copy_sparse(r->floating),
                              mxCreateDoubleScalar((double)r->rank_mass),
                              dls_mex_copy(r->singular_values, r->n < r->m ? r->n : r->m, 1),
                              dls_mex_copy(r->units, r->n, 1),
                              releases_struct(r),
                              mxCreateString(r->message)};
    return dls_mex_struct(sizeof parts / sizeof *parts, names, parts);
}

static void diagnose(void *in, dls_mex_reply *to)
{
    const inputs *I = in;
    dls_redundancy_report *report = NULL;
    dls_fault fault;
    dls_mex_check(dls_redundancy(I->M, I->G, &I->settings, &report, &fault), "dls_redundancy",
                  &fault);
    to->out[0] = report_struct(report);
    dls_redundancy_free(report);
}

static const dls_mex_argument arguments[] = {
    DLS_MEX_ARGUMENT("M", MATRIX, M, "n", "n"), DLS_MEX_ARGUMENT("G", MATRIX, G, "n", "m"),
    DLS_MEX_HAS_OPTIONS("dls_redundancy", settings, NULL), DLS_MEX_END};

static const dls_mex_call calls[] = {{NULL, arguments, 1, diagnose, 0}, DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_redundancy", calls)
