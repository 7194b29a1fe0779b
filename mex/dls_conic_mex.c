/* SPDX-License-Identifier: GPL-3.0-or-later */
/* [x, s, y, info] = dls_conic_mex (P, q, A, b, [z, l, q...], options, x0, s0, y0)
   x0 = []: cold start. */
#include <string.h>

#include "dls_cones.h"

static mxArray *rows_struct(const dls_row *active, dls_int m)
{
    static const char *names[] = {"strong", "inactive", "undecided"};
    static const dls_row kinds[] = {DLS_ROW_STRONG, DLS_ROW_INACTIVE, DLS_ROW_UNDECIDED};
    mxArray *out = mxCreateStructMatrix(1, 1, 3, names);
    for (int k = 0; k < 3; k++) {
        mxArray *flags = mxCreateLogicalMatrix((mwSize)m, 1);
        for (dls_int i = 0; i < m; i++) {
            mxGetLogicals(flags)[i] = active[i] == kinds[k];
        }
        mxSetField(out, 0, names[k], flags);
    }
    return out;
}

static mxArray *residual_struct(const dls_conic_result *r)
{
    static const char *names[] = {"primal", "dual", "gap", "cone", "certificate"};
    mxArray *out = mxCreateStructMatrix(1, 1, sizeof names / sizeof *names, names);
    dls_mex_set(out, "primal", r->primal);
    dls_mex_set(out, "dual", r->dual);
    dls_mex_set(out, "gap", r->gap);
    dls_mex_set(out, "cone", r->cone);
    dls_mex_set(out, "certificate", r->certificate);
    return out;
}

static mxArray *info_struct(const dls_conic_result *r, const dls_row *active, dls_int m)
{
    static const char *names[] = {
        "status",         "exitflag",    "residual",       "active",      "objective",
        "dual_objective", "iterations",  "factorisations", "refinements", "method",
        "factor_entries", "factor_time", "time",           "message"};
    mxArray *info = mxCreateStructMatrix(1, 1, sizeof names / sizeof *names, names);
    dls_mex_set_text(info, "status", dls_outcome_text(r->outcome));
    dls_mex_set(info, "exitflag", dls_outcome_exitflag(r->outcome));
    mxSetField(info, 0, "residual", residual_struct(r));
    mxSetField(info, 0, "active", rows_struct(active, m));
    dls_mex_set(info, "objective", r->objective);
    dls_mex_set(info, "dual_objective", r->dual_objective);
    dls_mex_set(info, "iterations", (double)r->iterations);
    dls_mex_set(info, "factorisations", (double)r->factorisations);
    dls_mex_set(info, "refinements", (double)r->refinements);
    dls_mex_set_text(info, "method", r->method);
    dls_mex_set(info, "factor_entries", r->factor_entries);
    dls_mex_set(info, "factor_time", r->time_factor);
    dls_mex_set(info, "time", r->time);
    dls_mex_set_text(info, "message", r->message);
    return info;
}

static void copy_start(const mxArray *array, dls_int rows, const char *name, mxArray *to)
{
    const double *from = dls_mex_column(array, rows, name);
    if (rows > 0) {
        memcpy(mxGetPr(to), from, (size_t)rows * sizeof *from);
    }
}

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    if (nrhs != 9 || !mxIsDouble(prhs[4]) || mxGetNumberOfElements(prhs[4]) < 2) {
        dls_mex_error("delassus:internal", "dls_conic_mex is called by dls_conic, not by users");
    }
    dls_view P = dls_mex_sparse(prhs[0], "P"), A = dls_mex_sparse(prhs[2], "A");
    dls_conic_problem problem = {P, dls_mex_column(prhs[1], P.rows, "q"), A,
                                 dls_mex_column(prhs[3], A.rows, "b"), dls_mex_cones(prhs[4])};
    mxArray *x = mxCreateDoubleMatrix((mwSize)P.cols, 1, mxREAL);
    mxArray *s = mxCreateDoubleMatrix((mwSize)A.rows, 1, mxREAL);
    mxArray *y = mxCreateDoubleMatrix((mwSize)A.rows, 1, mxREAL);
    bool warm = P.cols > 0 && mxIsDouble(prhs[6]) && mxGetNumberOfElements(prhs[6]) > 0;
    if (warm) {
        copy_start(prhs[6], P.cols, "Start.x", x);
        copy_start(prhs[7], A.rows, "Start.s", s);
        copy_start(prhs[8], A.rows, "Start.y", y);
    }
    dls_row *active = mxCalloc((mwSize)A.rows + 1, sizeof *active);
    dls_conic_settings settings = dls_conic_defaults();
    dls_conic_result result;
    dls_fault fault;
    if (dls_mex_settings("dls_conic", prhs[5], &settings, &fault) ||
        dls_conic(&problem, &settings, warm, dls_mex_host(), mxGetPr(x), mxGetPr(s), mxGetPr(y),
                  active, &result, &fault)) {
        dls_mex_raise("dls_conic", &fault);
    }
    mxArray *values[] = {x, s, y};
    for (int k = 0; k < 3 && k < (nlhs > 1 ? nlhs : 1); k++) {
        plhs[k] = values[k];
    }
    if (nlhs > 3) {
        plhs[3] = info_struct(&result, active, A.rows);
    }
}
