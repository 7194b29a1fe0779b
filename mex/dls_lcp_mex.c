/* SPDX-License-Identifier: GPL-3.0-or-later */
/* [v, w, info] = dls_lcp_mex ('solve', M, q, free, options)
   set = dls_lcp_mex ('all', M, q, free, options)
   id = dls_lcp_mex ('setup', M, options)
   [V, W, infos] = dls_lcp_mex ('next', id, Q)   a problem for each column of Q
   [v, w, info] = dls_lcp_mex ('next', M, q)     'solve' without options
   dls_lcp_mex ('update', id, M)
   dls_lcp_mex ('free', id)
   w = M v + q: the first `free` rows are equations, the others 0 <= w _|_ v >= 0. */
#include <string.h>

#include "dls_mex.h"

typedef struct {
    dls_lcp_problem P;
    dls_lcp_settings settings;
    const double *start;
    double warm, equations; /* of setup */
    dls_sequence *S;
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
    static const char *names[] = {DLS_MEX_INFO, "factorisations"};
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

static void solve_as_usual(void *in, const double *size, int wanted, mxArray *out[])
{
    ((inputs *)in)->settings = dls_lcp_defaults();
    solve(in, size, wanted, out);
}

static void release(void *solver)
{
    dls_lcp_free(solver);
}

static void setup(void *in, const double *size, int wanted, mxArray *out[])
{
    (void)wanted;
    inputs *I = in;
    dls_fault fault;
    dls_int n = DLS_MEX_SIZE(size, 'n');
    dls_lcp_solver *solver;
    I->P.q = mxCalloc((mwSize)n + 1, sizeof *I->P.q);
    I->P.free = (dls_int)I->equations;
    dls_mex_check(dls_lcp_setup(&I->P, &I->settings, dls_mex_host(), &solver, &fault),
                  "dls_lcp_setup", &fault);
    out[0] = dls_sequence_handle(
        dls_sequence_new(&(dls_sequence){solver, release, {n}, I->warm != 0, false}, n));
}

static void update(void *in, const double *size, int wanted, mxArray *out[])
{
    (void)size;
    (void)wanted;
    (void)out;
    const inputs *I = in;
    dls_fault fault;
    dls_mex_check(dls_lcp_update(I->S->solver, I->P.M, &fault), "update", &fault);
}

static void next(void *in, const double *size, int wanted, mxArray *out[])
{
    const inputs *I = in;
    dls_sequence *S = I->S;
    dls_int n = S->rows[0], count = DLS_MEX_SIZE(size, 'k');
    dls_fault fault;
    if (DLS_MEX_SIZE(size, 'n') != n) {
        mexErrMsgIdAndTxt("delassus:dimension", "q is %lld-by-%lld; expected %lld rows",
                          (long long)DLS_MEX_SIZE(size, 'n'), (long long)count, (long long)n);
    }
    out[0] = dls_mex_zeros(n, count);
    out[1] = dls_mex_zeros(n, count);
    out[2] = wanted > 2 ? mxCreateCellMatrix(1, (mwSize)count) : NULL;
    for (dls_int k = 0; k < count; k++) {
        double *v = mxGetPr(out[0]) + k * n, *w = mxGetPr(out[1]) + k * n;
        mxArray *certificate = out[2] ? dls_mex_zeros(n, 1) : NULL;
        dls_lcp_result result;
        memcpy(v, S->last, (size_t)n * sizeof *v);
        dls_mex_check(dls_lcp_next(S->solver, I->P.q + k * n, v, w,
                                   out[2] ? mxGetPr(certificate) : NULL, &result, &fault),
                      "dls_lcp", &fault);
        if (S->warm && result.outcome == DLS_SOLVED) {
            memcpy(S->last, v, (size_t)n * sizeof *v);
        }
        if (out[2]) {
            mxSetCell(out[2], (mwIndex)k, info_struct(&result, certificate));
        }
    }
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

static const dls_mex_argument setup_own[] = {
    DLS_MEX_ARGUMENT("Warm", FLAG, warm, NULL, NULL),
    DLS_MEX_ARGUMENT("Free", NUMBER, equations, NULL, NULL), DLS_MEX_END};
static const dls_mex_argument setup_arguments[] = {
    DLS_MEX_ARGUMENT("A", MATRIX, P.M, "n", "n"),
    DLS_MEX_HAS_OPTIONS("dls_lcp_setup", settings, setup_own), DLS_MEX_END};
static const dls_mex_argument usual_arguments[] = {DLS_MEX_ARGUMENT("A", MATRIX, P.M, "n", "n"),
                                                   DLS_MEX_ARGUMENT("q", NUMBERS, P.q, "n", "1"),
                                                   DLS_MEX_END};
static const dls_mex_argument next_arguments[] = {DLS_MEX_ARGUMENT("K", HANDLE, S, "lcp", NULL),
                                                  DLS_MEX_ARGUMENT("q", NUMBERS, P.q, "n", "k"),
                                                  DLS_MEX_END};
static const dls_mex_argument update_arguments[] = {DLS_MEX_ARGUMENT("K", HANDLE, S, "lcp", NULL),
                                                    DLS_MEX_ARGUMENT("A", MATRIX, P.M, "n", "n"),
                                                    DLS_MEX_END};

static const dls_mex_call calls[] = {{"solve", solve_arguments, 3, solve},
                                     {"all", all_arguments, 1, all},
                                     {"setup", setup_arguments, 1, setup},
                                     {"next", usual_arguments, 3, solve_as_usual},
                                     {"next", next_arguments, 3, next},
                                     {"update", update_arguments, 0, update},
                                     DLS_HANDLE_FREE,
                                     DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_lcp", calls)
