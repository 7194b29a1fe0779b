/* SPDX-License-Identifier: GPL-3.0-or-later */
/* [v, w, info] = dls_lcp_mex ('solve', M, q, free, options, start)
   set = dls_lcp_mex ('all', M, q, free)
   w = M v + q: the first `free` rows are equations, the others 0 <= w _|_ v >= 0. */
#include <string.h>

#include "dls_mex.h"

/* A full real column with this many rows; of other classes Octave may not even tell the size. */
static bool is_column(const mxArray *array, dls_int rows)
{
    return mxIsDouble(array) && !mxIsComplex(array) && !mxIsSparse(array) &&
           (dls_int)mxGetM(array) == rows && mxGetN(array) == 1;
}

static dls_lcp_problem problem_of(const mxArray *prhs[])
{
    dls_lcp_problem P = {.M = dls_mex_sparse(prhs[0], "A")};
    dls_fault fault = {DLS_ERROR_DIMENSION, "A is not square, or q does not fit it"};
    double free = is_column(prhs[2], 1) ? mxGetScalar(prhs[2]) : -1;
    if (P.M.rows != P.M.cols || !is_column(prhs[1], P.M.rows) || !(free >= 0) ||
        free > (double)P.M.rows) {
        dls_mex_raise("dls_lcp", &fault);
    }
    P.q = mxGetPr(prhs[1]);
    P.free = (dls_int)free;
    return P;
}

static mxArray *residuals(const dls_lcp_result *r)
{
    static const char *names[] = {"natural", "relative", "complementarity"};
    mxArray *s = mxCreateStructMatrix(1, 1, sizeof names / sizeof *names, names);
    dls_mex_set(s, "natural", r->natural);
    dls_mex_set(s, "relative", r->relative);
    dls_mex_set(s, "complementarity", r->complementarity);
    return s;
}

/* [] or a struct with the vector; takes over `vector`. */
static mxArray *certificate_of(dls_certificate_kind kind, mxArray *vector)
{
    static const char *farkas[] = {"kind", "u"}, *ray[] = {"kind", "direction"};
    if (kind == DLS_CERTIFICATE_NONE) {
        mxDestroyArray(vector);
        return mxCreateDoubleMatrix(0, 0, mxREAL);
    }
    bool proof = kind == DLS_CERTIFICATE_FARKAS;
    mxArray *s = mxCreateStructMatrix(1, 1, 2, proof ? farkas : ray);
    dls_mex_set_text(s, "kind", proof ? "farkas" : "ray");
    mxSetField(s, 0, proof ? "u" : "direction", vector);
    return s;
}

static mxArray *info_struct(const dls_lcp_result *r, mxArray *certificate)
{
    static const char *names[] = {"status",     "exitflag",       "message",
                                  "method",     "residual",       "certificate",
                                  "iterations", "factorisations", "time"};
    mxArray *info = mxCreateStructMatrix(1, 1, sizeof names / sizeof *names, names);
    dls_mex_set_text(info, "status", dls_outcome_text(r->outcome));
    dls_mex_set(info, "exitflag", dls_outcome_exitflag(r->outcome));
    dls_mex_set_text(info, "message", r->message);
    dls_mex_set_text(info, "method", r->method ? r->method : "");
    mxSetField(info, 0, "residual", residuals(r));
    mxSetField(info, 0, "certificate", certificate_of(r->certificate, certificate));
    dls_mex_set(info, "iterations", (double)r->iterations);
    dls_mex_set(info, "factorisations", (double)r->factorisations);
    dls_mex_set(info, "time", r->time);
    return info;
}

static void solve(int nlhs, mxArray *plhs[], const mxArray *prhs[])
{
    dls_lcp_problem P = problem_of(prhs);
    dls_lcp_settings settings = dls_lcp_defaults();
    dls_fault fault = {DLS_ERROR_DIMENSION, "Start does not fit A"};
    bool with_start = !(mxIsDouble(prhs[4]) && mxIsEmpty(prhs[4]));
    if ((with_start && !is_column(prhs[4], P.M.rows)) ||
        dls_mex_settings("dls_lcp", prhs[3], &settings, &fault)) {
        dls_mex_raise("dls_lcp", &fault);
    }
    mwSize N = (mwSize)P.M.rows;
    mxArray *v = mxCreateDoubleMatrix(N, 1, mxREAL), *w = mxCreateDoubleMatrix(N, 1, mxREAL);
    mxArray *certificate = mxCreateDoubleMatrix(N, 1, mxREAL);
    if (with_start && N > 0) {
        memcpy(mxGetPr(v), mxGetPr(prhs[4]), N * sizeof(double));
    }
    dls_lcp_result result = {.method = NULL};
    if (dls_lcp(&P, &settings, dls_mex_host(), mxGetPr(v), mxGetPr(w), mxGetPr(certificate),
                &result, &fault)) {
        dls_mex_raise("dls_lcp", &fault);
    }
    plhs[0] = v;
    if (nlhs > 1) {
        plhs[1] = w;
    }
    if (nlhs > 2) {
        plhs[2] = info_struct(&result, certificate);
    }
}

static mxArray *columns(const double *x, dls_int rows, dls_int count)
{
    mxArray *out = mxCreateDoubleMatrix((mwSize)rows, (mwSize)count, mxREAL);
    if (rows > 0 && count > 0) {
        memcpy(mxGetPr(out), x, (size_t)(rows * count) * sizeof *x);
    }
    return out;
}

/* The faces as a cell of 1-based rows: k <= vertices is a vertex, else ray k - vertices. */
static mxArray *face_cell(const dls_lcp_set *set)
{
    mxArray *cell = mxCreateCellMatrix(1, (mwSize)set->faces);
    for (dls_int k = 0; k < set->faces; k++) {
        dls_int start = set->face_start[k], count = set->face_start[k + 1] - start;
        mxArray *row = mxCreateDoubleMatrix(1, (mwSize)count, mxREAL);
        for (dls_int t = 0; t < count; t++) {
            mxGetPr(row)[t] = (double)set->face_item[start + t] + 1;
        }
        mxSetCell(cell, (mwIndex)k, row);
    }
    return cell;
}

static mxArray *set_struct(const dls_lcp_set *set)
{
    static const char *names[] = {"vertex", "ray", "line", "faces", "bases", "complete"};
    mxArray *s = mxCreateStructMatrix(1, 1, sizeof names / sizeof *names, names);
    mxSetField(s, 0, "vertex", columns(set->vertex, set->N, set->vertices));
    mxSetField(s, 0, "ray", columns(set->ray, set->N, set->rays));
    mxSetField(s, 0, "line", columns(set->line, set->N, set->lines));
    mxSetField(s, 0, "faces", face_cell(set));
    dls_mex_set(s, "bases", set->bases);
    mxSetField(s, 0, "complete", mxCreateLogicalScalar(set->complete));
    return s;
}

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    char op[16] = "";
    if (nrhs > 0) {
        dls_mex_text(prhs[0], op, sizeof op, "the operation");
    }
    if (strcmp(op, "solve") == 0 && nrhs == 6) {
        solve(nlhs, plhs, prhs + 1);
    } else if (strcmp(op, "all") == 0 && nrhs == 4) {
        dls_lcp_problem P = problem_of(prhs + 1);
        dls_lcp_set *set = NULL;
        dls_fault fault;
        if (dls_lcp_all(&P, &set, &fault)) {
            dls_mex_raise("dls_lcp_all", &fault);
        }
        plhs[0] = set_struct(set);
        dls_lcp_set_free(set);
    } else {
        dls_mex_error("delassus:internal", "dls_lcp_mex is called by dls_lcp, not by users");
    }
}
