/* SPDX-License-Identifier: GPL-3.0-or-later */
/* R = dls_redundancy_mex (M, G, options): the struct that dls_redundancy completes. */
#include "dls_mex.h"

typedef struct {
    dls_view M, G;
    dls_redundancy_settings settings;
} inputs;

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
                                  "gap_mass",
                                  "gap_all",
                                  "tolerance",
                                  "acceleration_unique",
                                  "acceleration_kernel",
                                  "rank_mass",
                                  "singular_values",
                                  "units"};
    mxArray *R = mxCreateStructMatrix(1, 1, sizeof names / sizeof *names, names);
    dls_int least = r->n < r->m ? r->n : r->m;
    dls_mex_set(R, "rank", (double)r->rank);
    dls_mex_set(R, "nullity", (double)(r->m - r->rank));
    mxSetField(R, 0, "determined", dls_mex_copy_flags(r->determined, r->m));
    mxSetField(R, 0, "independent", dls_mex_copy_indices(r->independent, r->rank, true));
    mxSetField(R, 0, "redundant", dls_mex_copy_indices(r->redundant, r->m - r->rank, true));
    mxSetField(R, 0, "kernel", r->kernel.p ? dls_mex_copy_sparse(r->kernel) : dls_mex_zeros(0, 0));
    mxSetField(R, 0, "leverage", dls_mex_copy(r->leverage, r->m, 1));
    dls_mex_set(R, "gap", r->gap);
    dls_mex_set(R, "gap_mass", r->gap_mass);
    dls_mex_set(R, "gap_all", r->gap_all);
    dls_mex_set(R, "tolerance", r->tolerance);
    mxSetField(R, 0, "acceleration_unique", mxCreateLogicalScalar(r->floating.cols == 0));
    mxSetField(R, 0, "acceleration_kernel", dls_mex_copy_sparse(r->floating));
    dls_mex_set(R, "rank_mass", (double)r->rank_mass);
    mxSetField(R, 0, "singular_values", dls_mex_copy(r->singular_values, least, 1));
    mxSetField(R, 0, "units", dls_mex_copy(r->units, r->n, 1));
    return R;
}

static void diagnose(void *in, const double *size, int wanted, mxArray *out[])
{
    (void)size;
    (void)wanted;
    const inputs *I = in;
    dls_redundancy_report *report = NULL;
    dls_fault fault;
    if (dls_redundancy(I->M, I->G, &I->settings, &report, &fault)) {
        dls_mex_raise("dls_redundancy", &fault);
    }
    out[0] = report_struct(report);
    dls_redundancy_free(report);
}

static const dls_mex_argument arguments[] = {
    DLS_MEX_ARGUMENT("M", MATRIX, M, "n", "n"), DLS_MEX_ARGUMENT("G", MATRIX, G, "n", "m"),
    DLS_MEX_HAS_OPTIONS("dls_redundancy", settings, NULL), DLS_MEX_END};

static const dls_mex_call calls[] = {{NULL, arguments, 1, diagnose}, DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_redundancy", calls)
