/* SPDX-License-Identifier: GPL-3.0-or-later */
/* v = dls_version_mex (): versions of this toolbox and of the libraries it runs on. */
#include "dls_mex.h"

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nlhs;
    (void)nrhs;
    (void)prhs;
    static const char *names[] = {"delassus", "suitesparse", "blas", "kernel", "threads"};
    dls_libraries v = dls_library_versions();
    plhs[0] = mxCreateStructMatrix(1, 1, 5, names);
    dls_mex_set_text(plhs[0], "delassus", DLS_VERSION);
    dls_mex_set_text(plhs[0], "suitesparse", v.suitesparse);
    dls_mex_set_text(plhs[0], "blas", v.blas);
    dls_mex_set_text(plhs[0], "kernel", v.kernel);
    dls_mex_set(plhs[0], "threads", v.threads);
}
