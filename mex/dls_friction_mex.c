/* SPDX-License-Identifier: GPL-3.0-or-later */
/* [r, u, v, info] = dls_friction_mex (d, mu, W, q, options, r0)
   [r, u, v, info] = dls_friction_mex (d, mu, M, H, f, w, options, r0, v0) */
#include <stdio.h>
#include <string.h>

#include "dls_mex.h"

static const double *column(const mxArray *array, dls_int rows, const char *name)
{
    if (!mxIsDouble(array) || mxIsComplex(array) || mxIsSparse(array) ||
        (dls_int)mxGetM(array) != rows || mxGetN(array) != 1) {
        dls_fault fault = {DLS_ERROR_DIMENSION, ""};
        snprintf(fault.text, sizeof fault.text, "%s is not a full column of length %lld", name,
                 (long long)rows);
        dls_mex_raise("dls_friction", &fault);
    }
    return mxGetPr(array);
}

static bool given(const mxArray *array)
{
    return !(mxIsDouble(array) && mxIsEmpty(array));
}

static mxArray *start_or_zero(const mxArray *array, dls_int rows, const char *name)
{
    mxArray *x = mxCreateDoubleMatrix((mwSize)rows, 1, mxREAL);
    if (given(array) && rows > 0) {
        memcpy(mxGetPr(x), column(array, rows, name), (size_t)rows * sizeof(double));
    }
    return x;
}

static mxArray *info_struct(const dls_friction_result *r)
{
    static const char *parts[] = {"error", "natural", "equality"};
    static const char *names[] = {"status",         "exitflag",    "message",    "method",
                                  "residual",       "certificate", "iterations", "outer",
                                  "factorisations", "time_factor", "time"};
    mxArray *info = mxCreateStructMatrix(1, 1, sizeof names / sizeof *names, names);
    mxArray *residual = mxCreateStructMatrix(1, 1, 3, parts);
    dls_mex_set(residual, "error", r->error);
    dls_mex_set(residual, "natural", r->natural);
    dls_mex_set(residual, "equality", r->equality);
    dls_mex_set_text(info, "status", dls_outcome_text(r->outcome));
    dls_mex_set(info, "exitflag", dls_outcome_exitflag(r->outcome));
    dls_mex_set_text(info, "message", r->message);
    dls_mex_set_text(info, "method", r->method ? r->method : "");
    mxSetField(info, 0, "residual", residual);
    mxSetField(info, 0, "certificate", mxCreateDoubleMatrix(0, 0, mxREAL));
    dls_mex_set(info, "iterations", (double)r->iterations);
    dls_mex_set(info, "outer", (double)r->outer);
    dls_mex_set(info, "factorisations", (double)r->factorisations);
    dls_mex_set(info, "time_factor", r->time_factor);
    dls_mex_set(info, "time", r->time);
    return info;
}

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    if (nrhs != 6 && nrhs != 9) {
        dls_mex_error("delassus:internal",
                      "dls_friction_mex is called by dls_friction, not by users");
    }
    bool global = nrhs == 9;
    dls_friction_problem P = {.dimension = (int)mxGetScalar(prhs[0]),
                              .contacts = (dls_int)mxGetNumberOfElements(prhs[1]),
                              .mu = mxGetPr(prhs[1]),
                              .global = global};
    dls_int N = P.dimension * P.contacts, n = 0;
    if (global) {
        P.M = dls_mex_sparse(prhs[2], "M");
        P.H = dls_mex_sparse(prhs[3], "H");
        n = P.M.cols;
        P.f = column(prhs[4], n, "f");
        P.q = column(prhs[5], N, "w");
    } else {
        P.W = dls_mex_sparse(prhs[2], "W");
        P.q = column(prhs[3], N, "q");
    }
    const mxArray *options = prhs[global ? 6 : 4], *start = prhs[global ? 7 : 5];
    dls_friction_settings settings = dls_friction_defaults();
    dls_fault fault = {DLS_OK, ""};
    if (dls_mex_settings("dls_friction", options, &settings, &fault)) {
        dls_mex_raise("dls_friction", &fault);
    }
    mxArray *r = start_or_zero(start, N, "Start"), *u = mxCreateDoubleMatrix((mwSize)N, 1, mxREAL);
    mxArray *v = global ? start_or_zero(prhs[8], n, "the starting velocity")
                        : mxCreateDoubleMatrix(0, 0, mxREAL);
    dls_friction_result result;
    if (dls_friction(&P, &settings, given(start), dls_mex_host(), mxGetPr(r), mxGetPr(u),
                     mxGetPr(v), &result, &fault)) {
        dls_mex_raise("dls_friction", &fault);
    }
    mxArray *out[] = {r, u, v, nlhs > 3 ? info_struct(&result) : NULL};
    for (int k = 0; k < 4 && (k == 0 || k < nlhs); k++) {
        plhs[k] = out[k];
    }
}
