/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dls_problem_host.h"

#include <string.h>

static mxArray *problem_of(const dls_step_problem *Q)
{
    static const char *fields[] = {"kind", "W", "q", "mu", "d", "M", "G", "F", "b"};
    mxArray *P = mxCreateStructMatrix(1, 1, 9, fields);
    const dls_friction_problem *C = &Q->contact;
    dls_mex_set_text(P, "kind", C->contacts == 0 ? "kkt" : C->dimension == 1 ? "lcp" : "friction");
    if (C->contacts > 0) {
        mxSetField(P, 0, "W", dls_mex_copy_sparse(C->W));
        mxSetField(P, 0, "q", dls_mex_copy(C->q, C->W.cols, 1));
        mxSetField(P, 0, "mu", dls_mex_copy(C->mu, C->mu ? C->contacts : 0, 1));
        dls_mex_set(P, "d", C->dimension);
        return P;
    }
    mxSetField(P, 0, "M", dls_mex_copy_sparse(Q->A));
    mxSetField(P, 0, "G", dls_mex_copy_sparse(Q->G));
    mxSetField(P, 0, "F", dls_mex_copy(Q->r, Q->A.cols, 1));
    mxSetField(P, 0, "b", dls_mex_copy(Q->c, Q->G.cols, 1));
    return P;
}

/* What is raised unwinds past the engine: the step is not accepted, the run is whole. */
dls_error dls_mex_show_problem(void *data, const dls_step_problem *Q, bool *solved, double *r,
                               double *error, dls_fault *fault)
{
    (void)fault;
    mxArray *look = *(mxArray **)data;
    if (!look) {
        return DLS_OK;
    }
    mxArray *in[] = {look, problem_of(Q)}, *out[2] = {NULL, NULL};
    mexCallMATLAB(2, out, 2, in, "feval");
    size_t count = (size_t)(Q->contact.contacts * Q->contact.dimension);
    *solved = count > 0 && mxGetNumberOfElements(out[0]) == count;
    if (*solved) {
        memcpy(r, mxGetPr(out[0]), count * sizeof *r);
        *error = mxGetScalar(out[1]);
    }
    mxDestroyArray(in[1]);
    mxDestroyArray(out[0]);
    mxDestroyArray(out[1]);
    return DLS_OK;
}
