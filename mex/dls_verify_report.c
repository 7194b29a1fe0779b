/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dls_verify_report.h"

#include <string.h>

dls_outcome dls_mex_outcome(const char *status)
{
    dls_outcome outcome = DLS_SOLVED;
    while (outcome < DLS_OUTCOME_COUNT && strcmp(status, dls_outcome_text(outcome)) != 0) {
        outcome++;
    }
    return outcome;
}

static mxArray *checks_of(const dls_verify_report *R)
{
    static const char *names[] = {"name", "value", "bound", "ok"};
    mxArray *list = mxCreateStructMatrix(1, (mwSize)R->checks, 4, names);
    for (int k = 0; k < R->checks; k++) {
        const dls_verify_line *line = R->check + k;
        mxSetField(list, (mwIndex)k, "name", mxCreateString(line->name));
        mxSetField(list, (mwIndex)k, "value", mxCreateDoubleScalar(line->value));
        mxSetField(list, (mwIndex)k, "bound", mxCreateDoubleScalar(line->bound));
        mxSetField(list, (mwIndex)k, "ok", mxCreateLogicalScalar(line->ok));
    }
    return list;
}

mxArray *dls_mex_report(const dls_verify_report *R)
{
    static const char *const names[] = {"ok",      "verifiable", "residual",   "excludes",
                                        "message", "checks",     "not_checked"};
    mxArray *left = mxCreateCellMatrix(1, (mwSize)R->left);
    for (int k = 0; k < R->left; k++) {
        mxSetCell(left, (mwIndex)k, mxCreateString(R->not_checked[k]));
    }
    mxArray *const parts[] = {mxCreateLogicalScalar(R->ok),
                              mxCreateLogicalScalar(R->verifiable),
                              mxCreateDoubleScalar(R->residual),
                              mxCreateDoubleScalar(R->excludes),
                              mxCreateString(R->message),
                              checks_of(R),
                              left};
    return dls_mex_struct(sizeof names / sizeof *names, names, parts);
}
