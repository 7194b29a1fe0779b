/* SPDX-License-Identifier: GPL-3.0-or-later */
/* [v, p, solved, error, message, V, Q, made] =
       dls_impact_mex (M, G, B, d, mu, e, et, law, v0, guard)
   An impact at all contacts, columns of B contact by contact; law: numbers of the laws. Columns of
   V and Q: velocities after and percussions of its parts, if they were made. */
#include <stdlib.h>

#include "dls_mex.h"

typedef struct {
    dls_view M, G, B;
    dls_int d;
    const double *mu, *e, *et, *law, *v;
    bool guard;
} inputs;

static dls_error run(const inputs *I, dls_impact_part *part, double *v, double *p,
                     dls_percussion_result *result, dls_fault *fault)
{
    dls_percussion *P = NULL;
    dls_percussion_problem Q = {.A = I->M,
                                .G = I->G,
                                .B = I->B,
                                .d = (int)I->d,
                                .mu = I->mu,
                                .host = dls_mex_host(),
                                .full = true};
    dls_error error = dls_percussion_setup(&Q, &P, fault);
    double *zero = error ? NULL : calloc((size_t)(I->G.cols + I->B.cols + 1), sizeof *zero);
    dls_impact impact = {.v = I->v,
                         .c = zero,
                         .w = zero,
                         .e = I->e,
                         .et = I->et,
                         .law = I->law,
                         .guard = I->guard,
                         .part = part};
    if (zero) {
        error = dls_percussion_impact(P, &impact, v, p, result, fault);
    }
    free(zero);
    dls_percussion_free(P);
    return error;
}

static void strike(void *in, dls_mex_reply *to)
{
    const inputs *I = in;
    dls_fault fault;
    if (I->B.cols != I->d * DLS_MEX_SIZE(to, 'u')) {
        dls_mex_error("delassus:dimension", "dls_impact: B has other columns than d u");
    }
    dls_percussion_result result = {.solved = true};
    for (dls_int i = 0; i < I->B.cols / I->d; i++) {
        if (!(I->law[i] >= 0 && I->law[i] < DLS_LAWS && I->e[i] >= 0 && I->et[i] >= 0)) {
            dls_mex_error("delassus:option", "dls_impact: no law, or restitution below 0");
        }
    }
    to->out[0] = dls_mex_zeros(I->M.cols, 1);
    to->out[1] = dls_mex_zeros(I->G.cols + I->B.cols, 1);
    dls_int n = I->M.cols, width = I->G.cols + I->B.cols;
    mxArray *V = dls_mex_zeros(n, DLS_IMPACT_PARTS), *Q = dls_mex_zeros(width, DLS_IMPACT_PARTS);
    dls_impact_part part[DLS_IMPACT_PARTS];
    for (int k = 0; k < DLS_IMPACT_PARTS; k++) {
        part[k] = (dls_impact_part){mxGetPr(V) + k * n, mxGetPr(Q) + k * width, false};
    }
    if (run(I, part, mxGetPr(to->out[0]), mxGetPr(to->out[1]), &result, &fault)) {
        dls_mex_raise("dls_impact", &fault);
    }
    to->out[5] = V;
    to->out[6] = Q;
    to->out[7] = dls_mex_zeros(1, DLS_IMPACT_PARTS);
    for (int k = 0; k < DLS_IMPACT_PARTS; k++) {
        mxGetPr(to->out[7])[k] = part[k].made;
    }
    to->out[2] = mxCreateLogicalScalar(result.solved);
    to->out[3] = mxCreateDoubleScalar(result.error);
    to->out[4] = mxCreateString(result.message);
}

static const dls_mex_argument arguments[] = {DLS_MEX_ARGUMENT("M", MATRIX, M, "n", "n"),
                                             DLS_MEX_ARGUMENT("G", MATRIX, G, "n", "b"),
                                             DLS_MEX_ARGUMENT("B", MATRIX, B, "n", "w"),
                                             DLS_MEX_BOUNDED("d", WHOLE, d, "d", NULL, 1, 3),
                                             DLS_MEX_ARGUMENT("mu", FINITE, mu, "u", "1"),
                                             DLS_MEX_ARGUMENT("e", FINITE, e, "u", "1"),
                                             DLS_MEX_ARGUMENT("et", FINITE, et, "u", "1"),
                                             DLS_MEX_ARGUMENT("law", FINITE, law, "u", "1"),
                                             DLS_MEX_ARGUMENT("v", FINITE, v, "n", "1"),
                                             DLS_MEX_ARGUMENT("guard", FLAG, guard, NULL, NULL),
                                             DLS_MEX_END};

static const dls_mex_call calls[] = {{NULL, arguments, 8, strike, 0}, DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_impact", calls)
