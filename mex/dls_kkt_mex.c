/* SPDX-License-Identifier: GPL-3.0-or-later */
/* [a, lambda, info] = dls_kkt_mex ('once', M, G, W, options, F, b)
   [id, stats] = dls_kkt_mex ('setup', M, G, W, options)
   [a, lambda, info] = dls_kkt_mex ('solve', id, F, b)
   stats = dls_kkt_mex ('update', id, M, G)
   dls_kkt_mex ('free', id) */
#include <string.h>

#include "dls_kkt_info.h"

static void release(void *object)
{
    dls_kkt_free(object);
}

static dls_kkt *setup(const mxArray *prhs[])
{
    dls_view M = dls_mex_sparse(prhs[0], "M"), G = dls_mex_sparse(prhs[1], "G");
    dls_view W = dls_mex_sparse(prhs[2], "Weight");
    dls_kkt_settings settings = dls_kkt_defaults();
    dls_kkt *K = NULL;
    dls_fault fault;
    if (dls_mex_settings("dls_kkt", prhs[3], &settings, &fault) ||
        dls_kkt_setup(M, G, W, &settings, dls_mex_host(), &K, &fault)) {
        dls_mex_raise("dls_kkt", &fault);
    }
    return K;
}

static bool is_full(const mxArray *array)
{
    return mxIsDouble(array) && !mxIsComplex(array) && !mxIsSparse(array);
}

/* K is freed before an error is raised if it is ours (temporary). Array creation by mx* may raise
   too when memory is out; then a temporary K is lost with the rest of that memory. */
static void solve(dls_kkt *K, bool temporary, int nlhs, mxArray *plhs[], const mxArray *prhs[])
{
    dls_int n, m;
    dls_kkt_get_size(K, &n, &m);
    /* of other classes (function handles, objects) Octave cannot even tell the size here */
    bool fits = is_full(prhs[0]) && is_full(prhs[1]) && (dls_int)mxGetM(prhs[0]) == n &&
                (dls_int)mxGetM(prhs[1]) == m && mxGetN(prhs[0]) == mxGetN(prhs[1]);
    dls_fault fault = {DLS_ERROR_DIMENSION, "F or b does not fit the factorised M, G"};
    if (!fits) {
        if (temporary) {
            dls_kkt_free(K);
        }
        dls_mex_raise("dls_kkt", &fault);
    }
    mwSize count = mxGetN(prhs[0]);
    const double *F = mxGetPr(prhs[0]), *b = mxGetPr(prhs[1]);
    mxArray *a = mxCreateDoubleMatrix((mwSize)n, count, mxREAL);
    mxArray *lambda = mxCreateDoubleMatrix((mwSize)m, count, mxREAL);
    mxArray *constraints = mxCreateDoubleMatrix((mwSize)m, count, mxREAL);
    mxArray *forces = mxCreateDoubleMatrix((mwSize)n, count, mxREAL);
    dls_kkt_result *results = mxCalloc(count + 1, sizeof *results);
    dls_error error = DLS_OK;
    for (mwSize k = 0; !error && k < count; k++) {
        dls_kkt_certificate certificate = {mxGetPr(constraints) + (dls_int)k * m,
                                           mxGetPr(forces) + (dls_int)k * n};
        error =
            dls_kkt_solve(K, F + (dls_int)k * n, b + (dls_int)k * m, mxGetPr(a) + (dls_int)k * n,
                          mxGetPr(lambda) + (dls_int)k * m, certificate, results + k, &fault);
    }
    dls_kkt_stats stats = dls_kkt_get_stats(K);
    if (temporary) {
        results[0].time += stats.time_setup + stats.time_factor; /* of the whole call */
        dls_kkt_free(K);
    }
    if (error) {
        dls_mex_raise("dls_kkt", &fault);
    }
    plhs[0] = a;
    if (nlhs > 1) {
        plhs[1] = lambda;
    }
    if (nlhs > 2) {
        plhs[2] = dls_kkt_info_struct(results, count, stats, temporary, constraints, forces);
    }
    mxFree(results);
}

static void update(const mxArray *prhs[], mxArray *plhs[])
{
    dls_kkt *K = dls_handle_get(prhs[0]);
    dls_view M = dls_mex_sparse(prhs[1], "M"), G = dls_mex_sparse(prhs[2], "G");
    dls_fault fault;
    if (dls_kkt_update(K, M, G, &fault)) {
        dls_mex_raise("update", &fault);
    }
    plhs[0] = dls_kkt_stats_struct(dls_kkt_get_stats(K));
}

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    char op[16] = "";
    if (nrhs > 0) {
        dls_mex_text(prhs[0], op, sizeof op, "the operation");
    }
    if (strcmp(op, "solve") == 0 && nrhs == 4) {
        solve(dls_handle_get(prhs[1]), false, nlhs, plhs, prhs + 2);
    } else if (strcmp(op, "once") == 0 && nrhs == 7) {
        dls_kkt *K = setup(prhs + 1);
        solve(K, true, nlhs, plhs, prhs + 5);
    } else if (strcmp(op, "setup") == 0 && nrhs == 5) {
        dls_kkt *K = setup(prhs + 1);
        dls_kkt_stats stats = dls_kkt_get_stats(K);
        plhs[0] = dls_handle_new(K, release);
        if (nlhs > 1) {
            plhs[1] = dls_kkt_stats_struct(stats);
        }
    } else if (strcmp(op, "update") == 0 && nrhs == 4) {
        update(prhs + 1, plhs);
    } else if (strcmp(op, "free") == 0 && nrhs == 2) {
        dls_handle_free(prhs[1]);
    } else {
        dls_mex_error("delassus:internal", "dls_kkt_mex is called by dls_kkt, not by users");
    }
}
