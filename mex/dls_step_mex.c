/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bad = dls_step_mex ('check', E, n, nb, nu, d): number of the first field of E that is not a
       finite real matrix of the size its name promises; 0: none
   [v1, p, status, active, counts, message] =
       dls_step_mex ('moreau', E, [h theta gamma d rank], gap, v0, v, e, mu, active)
   [v, p, active, counts, message] =
       dls_step_mex ('percussion', A, G, B, [d rank], mu, r, c, s, active, expand)
   [q, v, p, status, last, counts, message] = dls_step_mex ('run', model, settings, state) */
#include <math.h>
#include <signal.h>
#include <string.h>

#include "dls_mex.h"

/* Octave sets this at Ctrl-C; where there is no such thing, nothing stops a run. */
extern sig_atomic_t octave_interrupt_state __attribute__((weak));

static bool interrupted(void *data)
{
    (void)data;
    return &octave_interrupt_state && octave_interrupt_state > 0;
}

static void refuse(const char *text)
{
    dls_fault fault = {DLS_ERROR_DIMENSION, ""};
    strncpy(fault.text, text, sizeof fault.text - 1);
    dls_mex_raise("dls_simulate", &fault);
}

/* Sparse arrays are seen as they are, full ones in columns of their own (freed by Octave). */
static dls_view view_of(const mxArray *array)
{
    if (!array || !mxIsDouble(array) || mxIsComplex(array)) {
        refuse("a matrix of the model is missing or not real");
    }
    if (mxIsSparse(array)) {
        return dls_mex_sparse(array, "a matrix");
    }
    dls_int rows = (dls_int)mxGetM(array), cols = (dls_int)mxGetN(array), at = 0;
    const double *x = mxGetPr(array);
    dls_int *p = mxMalloc((size_t)(cols + 1) * sizeof *p);
    dls_int *i = mxMalloc((size_t)(rows * cols + 1) * sizeof *i);
    double *value = mxMalloc((size_t)(rows * cols + 1) * sizeof *value);
    p[0] = 0;
    for (dls_int j = 0; j < cols; j++) {
        for (dls_int k = 0; k < rows; k++) {
            if (x[k + j * rows] != 0) {
                i[at] = k;
                value[at++] = x[k + j * rows];
            }
        }
        p[j + 1] = at;
    }
    return (dls_view){rows, cols, p, i, value};
}

/* NULL for an empty array where that is allowed; sparse columns are spread out. */
static const double *column(const mxArray *array, dls_int rows, bool optional)
{
    if (optional && (!array || mxIsEmpty(array))) {
        return NULL;
    }
    if (!array || !mxIsDouble(array) || mxIsComplex(array) ||
        (dls_int)mxGetNumberOfElements(array) != rows) {
        refuse("a vector of the model has the wrong length");
    }
    if (!mxIsSparse(array)) {
        return mxGetPr(array);
    }
    double *x = mxCalloc((size_t)rows + 1, sizeof *x);
    const mwIndex *p = mxGetJc(array), *i = mxGetIr(array);
    for (mwIndex k = 0; k < p[mxGetN(array)]; k++) {
        x[i[k]] = mxGetPr(array)[k];
    }
    return x;
}

static bool *flags(const mxArray *array, dls_int count)
{
    bool *x = mxCalloc((size_t)count + 1, sizeof *x);
    if (array && mxIsLogical(array) && (dls_int)mxGetNumberOfElements(array) == count) {
        memcpy(x, mxGetLogicals(array), (size_t)count * sizeof *x);
    }
    return x;
}

static mxArray *logicals(const bool *x, dls_int count)
{
    mxArray *out = mxCreateLogicalMatrix((mwSize)count, 1);
    memcpy(mxGetLogicals(out), x, (size_t)count * sizeof *x);
    return out;
}

/* [solved, solves, factorisations, iterations, change, error] */
static mxArray *counts_of(const dls_percussion_result *r)
{
    mxArray *out = mxCreateDoubleMatrix(1, 6, mxREAL);
    const double x[] = {
        r->solved, (double)r->solves, (double)r->factorisations, (double)r->iterations,
        r->change, r->error};
    memcpy(mxGetPr(out), x, sizeof x);
    return out;
}

static void put(int nlhs, mxArray *plhs[], int count, mxArray *const out[])
{
    for (int k = 0; k < count && (k == 0 || k < nlhs); k++) {
        plhs[k] = out[k];
    }
}

static bool good(const mxArray *array, double rows, double cols)
{
    if (!mxIsDouble(array) || mxIsComplex(array) || (double)mxGetM(array) != rows ||
        (double)mxGetN(array) != cols) {
        return false;
    }
    mwIndex count = mxIsSparse(array) ? (mwIndex)mxGetJc(array)[mxGetN(array)]
                                      : (mwIndex)mxGetNumberOfElements(array);
    for (mwIndex k = 0; k < count; k++) {
        if (!isfinite(mxGetPr(array)[k])) {
            return false;
        }
    }
    return true;
}

static void check(mxArray *plhs[], const mxArray *prhs[])
{
    static const char *names[] = {"M",  "f",  "h",  "g",  "G",  "N",  "T", "bb",
                                  "bu", "wb", "wu", "wt", "fq", "fv", "V"};
    double n = mxGetScalar(prhs[1]), nb = mxGetScalar(prhs[2]), nu = mxGetScalar(prhs[3]);
    double nt = (mxGetScalar(prhs[4]) - 1) * nu;
    const double rows[] = {n, n, nb, nu, n, n, n, nb, nu, nb, nu, nt, n, n, 1};
    const double cols[] = {n, 1, 1, 1, nb, nu, nt, 1, 1, 1, 1, 1, n, n, 1};
    int bad = 0;
    for (int k = 0; k < 15 && !bad; k++) {
        const mxArray *x = mxGetField(prhs[0], 0, names[k]);
        bad = x && !(k == 14 || good(x, rows[k], cols[k])) ? k + 1 : 0;
    }
    plhs[0] = mxCreateDoubleScalar(bad);
}

static dls_view field(const mxArray *E, const char *name, bool optional)
{
    const mxArray *x = mxGetField(E, 0, name);
    return optional && (!x || mxIsEmpty(x)) ? (dls_view){0} : view_of(x);
}

static void moreau(int nlhs, mxArray *plhs[], const mxArray *prhs[])
{
    const mxArray *E = prhs[0];
    const double *numbers = column(prhs[1], 5, false);
    dls_motion motion = {.M = field(E, "M", false),
                         .fq = field(E, "fq", true),
                         .fv = field(E, "fv", true),
                         .G = field(E, "G", false),
                         .N = field(E, "N", false),
                         .d = (int)numbers[3],
                         .rank_tolerance = numbers[4]};
    dls_int n = motion.M.rows, nb = motion.G.cols, nu = motion.N.cols;
    dls_int nt = (motion.d - 1) * nu;
    motion.T = motion.d > 1 ? field(E, "T", false) : (dls_view){0};
    motion.f = column(mxGetField(E, 0, "f"), n, false);
    motion.wb = column(mxGetField(E, 0, "wb"), nb, true);
    motion.wu = column(mxGetField(E, 0, "wu"), nu, true);
    motion.wt = column(mxGetField(E, 0, "wt"), nt, true);
    motion.e = column(prhs[5], nu, false);
    motion.mu = column(prhs[6], nu, false);
    const double *gap = column(prhs[2], nu, true);
    const double *v0 = column(prhs[3], n, false), *v = column(prhs[4], n, false);
    bool *active = flags(prhs[7], nu);
    mxArray *out[6] = {mxCreateDoubleMatrix((mwSize)n, 1, mxREAL),
                       mxCreateDoubleMatrix((mwSize)(nb + nu + nt), 1, mxREAL),
                       mxCreateDoubleMatrix((mwSize)nu, 1, mxREAL)};
    dls_percussion_result result = {.solved = true};
    dls_fault fault;
    if (dls_moreau_iteration(&motion, numbers[0], numbers[1], numbers[2], gap, v0, v, active,
                             mxGetPr(out[0]), mxGetPr(out[1]), mxGetPr(out[2]), &result, &fault)) {
        dls_mex_raise("dls_simulate", &fault);
    }
    out[3] = logicals(active, nu);
    out[4] = counts_of(&result);
    out[5] = nlhs > 5 ? mxCreateString(result.message) : NULL;
    put(nlhs, plhs, 6, out);
}

static void percussion(int nlhs, mxArray *plhs[], const mxArray *prhs[])
{
    dls_percussion_problem Q = {view_of(prhs[0]),          view_of(prhs[1]), view_of(prhs[2]),
                                (int)mxGetScalar(prhs[3]), mxGetPr(prhs[4]), 0};
    Q.rank_tolerance = mxGetNumberOfElements(prhs[3]) > 1 ? mxGetPr(prhs[3])[1] : 0;
    dls_int n = Q.A.rows, nb = Q.G.cols, width = Q.B.cols;
    dls_percussion *P = NULL;
    dls_percussion_result result = {.factorisations = 1};
    const double *r = column(prhs[5], n, false), *c = column(prhs[6], nb, false);
    const double *s = column(prhs[7], width, false);
    bool *active = flags(prhs[8], width / Q.d);
    mxArray *out[5] = {mxCreateDoubleMatrix((mwSize)n, 1, mxREAL),
                       mxCreateDoubleMatrix((mwSize)(nb + width), 1, mxREAL)};
    dls_fault fault;
    dls_error error = dls_percussion_setup(&Q, &P, &fault);
    error = error ? error
                  : dls_percussion_solve(P, r, c, s, mxGetScalar(prhs[9]) != 0, active,
                                         mxGetPr(out[0]), mxGetPr(out[1]), &result, &fault);
    dls_percussion_free(P);
    if (error) {
        dls_mex_raise("dls_simulate", &fault);
    }
    out[2] = logicals(active, width / Q.d);
    out[3] = counts_of(&result);
    out[4] = nlhs > 4 ? mxCreateString(result.message) : NULL;
    put(nlhs, plhs, 5, out);
}

static double number(const mxArray *s, const char *name)
{
    const mxArray *x = mxGetField(s, 0, name);
    return x ? mxGetScalar(x) : NAN;
}

static mxArray *copy_of(const mxArray *s, const char *name, dls_int rows)
{
    mxArray *x = mxCreateDoubleMatrix((mwSize)rows, 1, mxREAL);
    const double *from = column(mxGetField(s, 0, name), rows, false);
    memcpy(mxGetPr(x), from, (size_t)rows * sizeof *from);
    return x;
}

static dls_linear_model model_of(const mxArray *m)
{
    dls_linear_model L = {.M = field(m, "M", false),
                          .C = field(m, "C", false),
                          .K = field(m, "K", false),
                          .G = field(m, "G", false),
                          .N = field(m, "N", false),
                          .B = field(m, "B", false),
                          .d = (int)number(m, "d")};
    L.f = column(mxGetField(m, 0, "f"), L.M.rows, false);
    L.h0 = column(mxGetField(m, 0, "h0"), L.G.cols, false);
    L.g0 = column(mxGetField(m, 0, "g0"), L.N.cols, false);
    L.e = column(mxGetField(m, 0, "e"), L.N.cols, false);
    L.mu = column(mxGetField(m, 0, "mu"), L.N.cols, false);
    return L;
}

static void run(int nlhs, mxArray *plhs[], const mxArray *prhs[])
{
    static const char *names[] = {"q", "v", "previous", "p", "status", "done", "stopped", "begun"};
    dls_linear_model L = model_of(prhs[0]);
    dls_run_settings settings = {.scheme = (dls_scheme)number(prhs[1], "scheme"),
                                 .h = number(prhs[1], "h"),
                                 .theta = number(prhs[1], "theta"),
                                 .gamma = number(prhs[1], "gamma"),
                                 .euclidean = number(prhs[1], "euclidean") > 0,
                                 .steps = (dls_int)number(prhs[1], "steps"),
                                 .stride = (dls_int)number(prhs[1], "stride"),
                                 .stop = interrupted};
    dls_int n = L.M.rows, nu = L.N.cols, np = L.G.cols + L.d * nu;
    mxArray *last = mxCreateStructMatrix(1, 1, 8, names);
    const dls_int rows[] = {n, n, n, np, nu};
    double *parts[5];
    for (int k = 0; k < 5; k++) {
        mxArray *x = copy_of(prhs[2], names[k], rows[k]);
        parts[k] = mxGetPr(x);
        mxSetField(last, 0, names[k], x);
    }
    dls_run_state state = {.q = parts[0],
                           .v = parts[1],
                           .previous = parts[2],
                           .p = parts[3],
                           .status = parts[4],
                           .begun = number(prhs[2], "begun") > 0};
    mwSize count = (mwSize)(settings.steps / settings.stride);
    mxArray *out[7] = {mxCreateDoubleMatrix((mwSize)n, count, mxREAL),
                       mxCreateDoubleMatrix((mwSize)n, count, mxREAL),
                       mxCreateDoubleMatrix((mwSize)np, count, mxREAL),
                       mxCreateDoubleMatrix((mwSize)nu, count, mxREAL), last};
    dls_run_storage storage = {mxGetPr(out[0]), mxGetPr(out[1]), mxGetPr(out[2]), mxGetPr(out[3])};
    dls_fault fault;
    if (dls_linear_run(&L, &settings, &storage, &state, &fault)) {
        dls_mex_raise("dls_simulate", &fault);
    }
    dls_mex_set(last, "done", (double)state.done);
    dls_mex_set(last, "stopped", interrupted(NULL));
    dls_mex_set(last, "begun", state.begun);
    out[5] = counts_of(&state.percussion);
    out[6] = nlhs > 6 ? mxCreateString(state.percussion.message) : NULL;
    put(nlhs, plhs, 7, out);
}

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    char op[16] = "";
    if (nrhs > 0) {
        dls_mex_text(prhs[0], op, sizeof op, "the operation");
    }
    if (strcmp(op, "check") == 0 && nrhs == 6) {
        check(plhs, prhs + 1);
    } else if (strcmp(op, "moreau") == 0 && nrhs == 9) {
        moreau(nlhs, plhs, prhs + 1);
    } else if (strcmp(op, "percussion") == 0 && nrhs == 11) {
        percussion(nlhs, plhs, prhs + 1);
    } else if (strcmp(op, "run") == 0 && nrhs == 4) {
        run(nlhs, plhs, prhs + 1);
    } else {
        dls_mex_error("delassus:internal", "dls_step_mex is called by dls_simulate, not by users");
    }
}
