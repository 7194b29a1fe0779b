/* SPDX-License-Identifier: GPL-3.0-or-later */
/* [v, w, info] = dls_lcp_mex ('solve', M, q, free, options)
   set = dls_lcp_mex ('all', M, q, free, options)
   w = M v + q: the first `free` rows are equations, the others 0 <= w _|_ v >= 0. */
#include <string.h>

#include "dls_mex.h"

typedef struct {
    dls_lcp_problem P;
    dls_lcp_settings settings;
    const double *start;
} inputs;

static mxArray *residuals(const dls_lcp_result *r)
{
    static const char *names[] = {"natural", "worst", "complementarity"};
    mxArray *s = mxCreateStructMatrix(1, 1, sizeof names / sizeof *names, names);
    dls_mex_set(s, "natural", r->natural);
    dls_mex_set(s, "worst", r->relative);
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

static void solve(void *in, const double *size, int wanted, mxArray *out[])
{
    (void)size;
    const inputs *I = in;
    dls_fault fault;
    dls_int N = I->P.M.rows;
    out[0] = I->start ? dls_mex_copy(I->start, N, 1) : dls_mex_zeros(N, 1);
    out[1] = dls_mex_zeros(N, 1);
    mxArray *certificate = dls_mex_zeros(N, 1);
    dls_lcp_result result = {.method = NULL};
    if (dls_lcp(&I->P, &I->settings, dls_mex_host(), mxGetPr(out[0]), mxGetPr(out[1]),
                mxGetPr(certificate), &result, &fault)) {
        dls_mex_raise("dls_lcp", &fault);
    }
    out[2] = wanted > 2 ? info_struct(&result, certificate) : NULL;
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
    mxSetField(s, 0, "vertex", dls_mex_copy(set->vertex, set->N, set->vertices));
    mxSetField(s, 0, "ray", dls_mex_copy(set->ray, set->N, set->rays));
    mxSetField(s, 0, "line", dls_mex_copy(set->line, set->N, set->lines));
    mxSetField(s, 0, "faces", face_cell(set));
    dls_mex_set(s, "bases", set->bases);
    mxSetField(s, 0, "complete", mxCreateLogicalScalar(set->complete));
    return s;
}

static void all(void *in, const double *size, int wanted, mxArray *out[])
{
    (void)size;
    (void)wanted;
    const inputs *I = in;
    dls_lcp_set *set = NULL;
    dls_lcp_settings settings = dls_lcp_defaults();
    dls_fault fault;
    settings.max_time = I->settings.max_time;
    settings.accuracy = I->settings.accuracy;
    if (dls_lcp_all(&I->P, &settings, dls_mex_host(), &set, &fault)) {
        dls_mex_raise("dls_lcp_all", &fault);
    }
    out[0] = set_struct(set);
    dls_lcp_set_free(set);
}

#define DLS_MEX_PROBLEM                                                                            \
    DLS_MEX_ARGUMENT("A", MATRIX, P.M, "n", "n"), DLS_MEX_ARGUMENT("q", NUMBERS, P.q, "n", "1"),   \
        DLS_MEX_ARGUMENT("free", WHOLE, P.free, NULL, "n")

static const dls_mex_argument own[] = {DLS_MEX_ARGUMENT("Start", FINITE, start, "?n", "1"),
                                       DLS_MEX_END};
static const dls_mex_argument limits[] = {
    DLS_MEX_ARGUMENT("MaxTime", NUMBER, settings.max_time, NULL, NULL),
    DLS_MEX_ARGUMENT("DataAccuracy", NUMBER, settings.accuracy, NULL, NULL), DLS_MEX_END};
static const dls_mex_argument solve_arguments[] = {
    DLS_MEX_PROBLEM, DLS_MEX_HAS_OPTIONS("dls_lcp", settings, own), DLS_MEX_END};
static const dls_mex_argument all_arguments[] = {
    DLS_MEX_PROBLEM, DLS_MEX_HAS_OPTIONS("dls_lcp_all", settings, limits), DLS_MEX_END};

static const dls_mex_call calls[] = {
    {"solve", solve_arguments, 3, solve}, {"all", all_arguments, 1, all}, DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_lcp", calls)
