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
    static const char *const names[] = {"natural", "worst", "complementarity"};
    const double numbers[] = {r->natural, r->relative, r->complementarity};
    return dls_mex_numbers(3, names, numbers);
}

/* [] or a struct with the vector; takes over `vector`. */
static mxArray *certificate_of(dls_certificate_kind kind, mxArray *vector)
{
    static const char *const farkas[] = {"kind", "u"}, *const ray[] = {"kind", "direction"};
    if (kind == DLS_CERTIFICATE_NONE) {
        mxDestroyArray(vector);
        return mxCreateDoubleMatrix(0, 0, mxREAL);
    }
    bool proof = kind == DLS_CERTIFICATE_FARKAS;
    mxArray *const parts[] = {mxCreateString(proof ? "farkas" : "ray"), vector};
    return dls_mex_struct(2, proof ? farkas : ray, parts);
}

static mxArray *info_struct(const dls_lcp_result *r, mxArray *certificate)
{
    static const char *const names[] = {DLS_MEX_INFO, "factorisations", "tolerance"};
    const dls_mex_ending ending = {r->outcome, r->message, r->method, (double)r->iterations,
                                   r->time};
    mxArray *info = dls_mex_info(sizeof names / sizeof *names, names, &ending);
    mxSetField(info, 0, "residual", residuals(r));
    mxSetField(info, 0, "certificate", certificate_of(r->certificate, certificate));
    dls_mex_set(info, "factorisations", (double)r->factorisations);
    dls_mex_set(info, "tolerance", r->tolerance);
    return info;
}

static void solve(void *in, dls_mex_reply *to)
{
    const inputs *I = in;
    dls_fault fault;
    dls_int N = I->P.M.rows;
    to->out[0] = I->start ? dls_mex_copy(I->start, N, 1) : dls_mex_zeros(N, 1);
    to->out[1] = dls_mex_zeros(N, 1);
    mxArray *certificate = dls_mex_zeros(N, 1);
    dls_lcp_result result = {.method = NULL};
    dls_mex_check(dls_lcp(&I->P, &I->settings, dls_mex_host(), mxGetPr(to->out[0]),
                          mxGetPr(to->out[1]), mxGetPr(certificate), &result, &fault),
                  "dls_lcp", &fault);
    to->out[2] = to->wanted > 2 ? info_struct(&result, certificate) : NULL;
}

static void solve_as_usual(void *in, dls_mex_reply *to)
{
    ((inputs *)in)->settings = dls_lcp_defaults();
    solve(in, to);
}

static void release(void *solver)
{
    dls_lcp_free(solver);
}

static void setup(void *in, dls_mex_reply *to)
{
    inputs *I = in;
    dls_fault fault;
    dls_int n = DLS_MEX_SIZE(to, 'n');
    dls_lcp_solver *solver;
    I->P.q = mxCalloc((mwSize)n + 1, sizeof *I->P.q);
    I->P.free = (dls_int)I->equations;
    dls_mex_check(dls_lcp_setup(&I->P, &I->settings, dls_mex_host(), &solver, &fault),
                  "dls_lcp_setup", &fault);
    to->out[0] = dls_sequence_handle(
        dls_sequence_new(&(dls_sequence){solver, release, {n}, I->warm != 0, false}, n));
}

static void update(void *in, dls_mex_reply *to)
{
    (void)to;
    const inputs *I = in;
    dls_fault fault;
    dls_mex_check(dls_lcp_update(I->S->solver, I->P.M, &fault), "update", &fault);
}

static void next(void *in, dls_mex_reply *to)
{
    const inputs *I = in;
    dls_sequence *S = I->S;
    dls_int n = S->rows[0], count = DLS_MEX_SIZE(to, 'k');
    dls_fault fault;
    if (DLS_MEX_SIZE(to, 'n') != n) {
        dls_mex_error("delassus:dimension", "q is %lld-by-%lld; expected %lld rows",
                      (long long)DLS_MEX_SIZE(to, 'n'), (long long)count, (long long)n);
    }
    to->out[0] = dls_mex_zeros(n, count);
    to->out[1] = dls_mex_zeros(n, count);
    to->out[2] = to->wanted > 2 ? mxCreateCellMatrix(1, (mwSize)count) : NULL;
    for (dls_int k = 0; k < count; k++) {
        double *v = mxGetPr(to->out[0]) + k * n, *w = mxGetPr(to->out[1]) + k * n;
        mxArray *certificate = to->out[2] ? dls_mex_zeros(n, 1) : NULL;
        dls_lcp_result result;
        memcpy(v, S->last, (size_t)n * sizeof *v);
        dls_mex_check(dls_lcp_next(S->solver, I->P.q + k * n, v, w,
                                   to->out[2] ? mxGetPr(certificate) : NULL, &result, &fault),
                      "dls_lcp", &fault);
        if (S->warm && result.outcome == DLS_SOLVED) {
            memcpy(S->last, v, (size_t)n * sizeof *v);
        }
        if (to->out[2]) {
            mxSetCell(to->out[2], (mwIndex)k, info_struct(&result, certificate));
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
    static const char *const names[] = {"vertex", "ray", "line", "faces", "bases", "complete"};
    mxArray *const parts[] = {dls_mex_copy(set->vertex, set->N, set->vertices),
                              dls_mex_copy(set->ray, set->N, set->rays),
                              dls_mex_copy(set->line, set->N, set->lines),
                              face_cell(set),
                              mxCreateDoubleScalar(set->bases),
                              mxCreateLogicalScalar(set->complete)};
    return dls_mex_struct(6, names, parts);
}

static void all(void *in, dls_mex_reply *to)
{
    const inputs *I = in;
    dls_lcp_set *set = NULL;
    dls_lcp_settings settings = dls_lcp_defaults();
    dls_fault fault;
    settings.max_time = I->settings.max_time;
    settings.accuracy = I->settings.accuracy;
    dls_mex_check(dls_lcp_all(&I->P, &settings, dls_mex_host(), &set, &fault), "dls_lcp_all",
                  &fault);
    to->out[0] = set_struct(set);
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

static const dls_mex_call calls[] = {{"solve", solve_arguments, 3, solve, 0},
                                     {"all", all_arguments, 1, all, 0},
                                     {"setup", setup_arguments, 1, setup, 0},
                                     {"next", usual_arguments, 3, solve_as_usual, 0},
                                     {"next", next_arguments, 3, next, 0},
                                     {"update", update_arguments, 0, update, 0},
                                     DLS_HANDLE_FREE,
                                     DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_lcp", calls)
