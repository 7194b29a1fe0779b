/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C = dls_matrix_class_mex (A): struct row name, holds, why, witness, one element per class. */
#include "dls_mex.h"

typedef struct {
    dls_view A;
} inputs;

static const char *const VERDICTS[] = {
    [DLS_UNDECIDED] = "undecided", [DLS_YES] = "yes", [DLS_NO] = "no"};

static void classify(void *in, dls_mex_reply *to)
{
    dls_view A = ((inputs *)in)->A;
    dls_class_report *report = NULL;
    dls_fault fault;
    dls_mex_check(dls_matrix_class(A, &report, &fault), "dls_matrix_class", &fault);
    static const char *names[] = {"name", "holds", "why", "witness"};
    to->out[0] = mxCreateStructMatrix(1, DLS_CLASS_COUNT, 4, names);
    for (int k = 0; k < DLS_CLASS_COUNT; k++) {
        const char *why = report->why[k];
        mxSetField(to->out[0], (mwIndex)k, "name", mxCreateString(dls_class_name(k)));
        mxSetField(to->out[0], (mwIndex)k, "holds", mxCreateString(VERDICTS[report->holds[k]]));
        mxSetField(to->out[0], (mwIndex)k, "why", mxCreateString(why ? why : ""));
        mxSetField(to->out[0], (mwIndex)k, "witness", dls_mex_copy(report->witness[k], A.rows, 1));
    }
    dls_class_report_free(report);
}

static const dls_mex_argument arguments[] = {DLS_MEX_ARGUMENT("A", MATRIX, A, "n", "n"),
                                             DLS_MEX_END};

static const dls_mex_call calls[] = {{NULL, arguments, 1, classify, 0}, DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_matrix_class", calls)
