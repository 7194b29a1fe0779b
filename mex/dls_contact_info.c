/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers of dls_contact as structs. */
#include "dls_contact_info.h"

#include <math.h>

mxArray *dls_contact_residual_struct(const dls_contact_residuals *r)
{
    static const char *const names[] = {"dynamics", "bilateral", "unilateral",
                                        "sticking", "friction",  "worst"};
    const double numbers[] = {r->dynamics, r->bilateral, r->unilateral,
                              r->sticking, r->friction,  dls_contact_worst(*r)};
    return dls_mex_numbers(6, names, numbers);
}

mxArray *dls_contact_cones_struct(const dls_contact_system *S, const double *b, const double *u)
{
    static const char *const names[] = {"b", "u"};
    mxArray *parts[] = {dls_mex_copy(b, S->Gb.cols, 1), dls_mex_copy(u, S->Gu.cols, 1)};
    return dls_mex_struct(2, names, parts);
}

mxArray *dls_contact_forces(const dls_contact_system *S, const double *x)
{
    static const char *const names[] = {"nb", "nu", "tb", "tu"};
    dls_contact_answer v = dls_contact_answer_at(S, x);
    mxArray *parts[] = {dls_mex_copy(v.nb, S->Gb.cols, 1), dls_mex_copy(v.nu, S->Gu.cols, 1),
                        dls_mex_copy(v.tb, S->Hb.cols, 1), dls_mex_copy(v.tu, S->Hu.cols, 1)};
    return dls_mex_struct(4, names, parts);
}

mxArray *dls_contact_verdict(dls_verdict unique)
{
    return unique == DLS_UNDECIDED ? mxCreateDoubleScalar(NAN)
                                   : mxCreateLogicalScalar(unique == DLS_YES);
}

/* A vector for m-files to put beside its problem, or the struct of a ray. */
static mxArray *certificate(const dls_contact_result *r, dls_int rows)
{
    static const char *const names[] = {"kind", "direction"};
    if (r->certificate != DLS_CERTIFICATE_RAY) {
        return dls_mex_copy(r->certificate == DLS_CERTIFICATE_NONE ? NULL : r->proof, rows, 1);
    }
    mxArray *parts[] = {mxCreateString("ray"), dls_mex_copy(r->proof, rows, 1)};
    return dls_mex_struct(2, names, parts);
}

static mxArray *solutions(const dls_contact_system *S, const dls_contact_result *r)
{
    static const char *names[] = {"a", "lambda"};
    if (r->outcome != DLS_SOLVED) {
        return dls_mex_zeros(0, 0);
    }
    mxArray *list = mxCreateStructMatrix(1, (mwSize)r->count, 2, names);
    for (dls_int k = 0; k < r->count; k++) {
        const double *x = r->x + k * r->rows;
        mxSetFieldByNumber(list, (mwIndex)k, 0, dls_mex_copy(x, S->M.cols, 1));
        mxSetFieldByNumber(list, (mwIndex)k, 1, dls_contact_forces(S, x));
    }
    return list;
}

mxArray *dls_contact_info_struct(const dls_contact_system *S, const dls_contact_result *r)
{
    static const char *const names[] = {DLS_MEX_INFO, "cones", "solutions", "enumerated", "unique"};
    mxArray *parts[] = {mxCreateString(dls_outcome_text(r->outcome)),
                        mxCreateDoubleScalar(dls_outcome_exitflag(r->outcome)),
                        mxCreateString(r->message),
                        dls_contact_residual_struct(&r->residuals),
                        mxCreateDoubleScalar((double)r->iterations),
                        mxCreateDoubleScalar(r->time),
                        mxCreateString(r->method),
                        certificate(r, r->unknowns),
                        dls_contact_cones_struct(S, r->margin_b, r->margin_u),
                        solutions(S, r),
                        mxCreateLogicalScalar(r->enumerated),
                        dls_contact_verdict(r->unique)};
    return dls_mex_struct(sizeof parts / sizeof *parts, names, parts);
}
