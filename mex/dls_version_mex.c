/* SPDX-License-Identifier: GPL-3.0-or-later */
/* v = dls_version_mex (): versions of this toolbox and of the libraries it runs on. */
#include "dls_mex.h"

typedef struct {
    int nothing;
} inputs;

static void versions(void *in, dls_mex_reply *to)
{
    (void)in;
    static const char *names[] = {"delassus", "suitesparse", "blas", "kernel", "threads"};
    dls_libraries v = dls_library_versions();
    to->out[0] = mxCreateStructMatrix(1, 1, 5, names);
    dls_mex_set_text(to->out[0], "delassus", DLS_VERSION);
    dls_mex_set_text(to->out[0], "suitesparse", v.suitesparse);
    dls_mex_set_text(to->out[0], "blas", v.blas);
    dls_mex_set_text(to->out[0], "kernel", v.kernel);
    dls_mex_set(to->out[0], "threads", v.threads);
}

static const dls_mex_argument arguments[] = {DLS_MEX_END};

static const dls_mex_call calls[] = {{NULL, arguments, 1, versions, 0}, DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_version", calls)
