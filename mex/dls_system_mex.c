/* SPDX-License-Identifier: GPL-3.0-or-later */
/* S = dls_system_mex (S): the blocks of dls_system, judged and completed; absent ones are zero */
#include <math.h>

#include "dls_mex.h"

typedef struct {
    dls_int d;
    dls_contact_system S;
} inputs;

static const double *or_zeros(const double *x, dls_int count)
{
    return x ? x : mxCalloc((size_t)count + 1, sizeof *x);
}

static mxArray *modes_of(dls_view G, dls_view H, dls_int k, const double *mu, const double *v)
{
    mxArray *modes = mxCreateCellMatrix(1, (mwSize)G.cols);
    for (dls_int c = 0; c < G.cols; c++) {
        bool rough = H.cols > 0 && mu[c] > 0, slides = false;
        for (dls_int e = 0; e < k; e++) {
            slides = slides || v[c * k + e] != 0;
        }
        const char *mode = !rough ? "frictionless" : slides ? "sliding" : "sticking";
        mxSetCell(modes, (mwIndex)c, mxCreateString(mode));
    }
    return modes;
}

static void complete(void *in, const double *size, int wanted, mxArray *out[])
{
    static const char *names[] = {"M",    "F",  "Gb",  "bb",  "Gu",    "bu",   "Hb", "tb",
                                  "Hu",   "tu", "mub", "muu", "vtb",   "vtu",  "d",  "names",
                                  "kind", "n",  "nb",  "nu",  "modeb", "modeu"};
    (void)size;
    (void)wanted;
    inputs *I = in;
    dls_contact_system *S = &I->S;
    dls_int n = S->M.cols, nb = S->Gb.cols, nu = S->Gu.cols, k = I->d - 1;
    dls_int hb = S->Hb.cols, hu = S->Hu.cols;
    S->d = I->d;
    S->F = or_zeros(S->F, n);
    S->bb = or_zeros(S->bb, nb);
    S->bu = or_zeros(S->bu, nu);
    S->tb = or_zeros(S->tb, hb);
    S->tu = or_zeros(S->tu, hu);
    S->mub = or_zeros(S->mub, nb);
    S->muu = or_zeros(S->muu, nu);
    S->vtb = or_zeros(S->vtb, k * nb);
    S->vtu = or_zeros(S->vtu, k * nu);
    dls_fault fault;
    if (dls_contact_valid(S, &fault)) {
        dls_mex_raise("dls_system", &fault);
    }
    mxArray *parts[] = {dls_mex_copy_sparse(S->M),
                        dls_mex_copy(S->F, n, 1),
                        dls_mex_copy_sparse(S->Gb),
                        dls_mex_copy(S->bb, nb, 1),
                        dls_mex_copy_sparse(S->Gu),
                        dls_mex_copy(S->bu, nu, 1),
                        dls_mex_copy_sparse(S->Hb),
                        dls_mex_copy(S->tb, hb, 1),
                        dls_mex_copy_sparse(S->Hu),
                        dls_mex_copy(S->tu, hu, 1),
                        dls_mex_copy(S->mub, nb, 1),
                        dls_mex_copy(S->muu, nu, 1),
                        dls_mex_copy(S->vtb, k, nb),
                        dls_mex_copy(S->vtu, k, nu),
                        mxCreateDoubleScalar((double)I->d),
                        NULL,
                        mxCreateString("system"),
                        mxCreateDoubleScalar((double)n),
                        mxCreateDoubleScalar((double)nb),
                        mxCreateDoubleScalar((double)nu),
                        modes_of(S->Gb, S->Hb, k, S->mub, S->vtb),
                        modes_of(S->Gu, S->Hu, k, S->muu, S->vtu)};
    int count = sizeof names / sizeof *names;
    out[0] = mxCreateStructMatrix(1, 1, count, names);
    for (int f = 0; f < count; f++) {
        if (parts[f]) {
            mxSetFieldByNumber(out[0], 0, f, parts[f]);
        }
    }
}

static const dls_mex_argument blocks[] = {
    DLS_MEX_BOUNDED("d", WHOLE, d, "d", NULL, 2, 3),
    DLS_MEX_ARGUMENT("M", MATRIX, S.M, "n", "n"),
    DLS_MEX_ARGUMENT("F", NUMBERS, S.F, "?n", "1"),
    DLS_MEX_ARGUMENT("Gb", MATRIX, S.Gb, "n", "b"),
    DLS_MEX_ARGUMENT("Gu", MATRIX, S.Gu, "n", "u"),
    DLS_MEX_ARGUMENT("Hb", MATRIX, S.Hb, "n", "s"),
    DLS_MEX_ARGUMENT("Hu", MATRIX, S.Hu, "n", "t"),
    DLS_MEX_ARGUMENT("bb", NUMBERS, S.bb, "?b", "1"),
    DLS_MEX_ARGUMENT("bu", NUMBERS, S.bu, "?u", "1"),
    DLS_MEX_ARGUMENT("tb", NUMBERS, S.tb, "?s", "1"),
    DLS_MEX_ARGUMENT("tu", NUMBERS, S.tu, "?t", "1"),
    DLS_MEX_BOUNDED("mub", NUMBERS, S.mub, "?b", "1", 0, INFINITY),
    DLS_MEX_BOUNDED("muu", NUMBERS, S.muu, "?u", "1", 0, INFINITY),
    DLS_MEX_ARGUMENT("vtb", NUMBERS, S.vtb, "?d-1", "b"),
    DLS_MEX_ARGUMENT("vtu", NUMBERS, S.vtu, "?d-1", "u"),
    DLS_MEX_END};
static const dls_mex_argument arguments[] = {DLS_MEX_STRUCT("S", blocks), DLS_MEX_END};

static const dls_mex_call calls[] = {{NULL, arguments, 1, complete}, DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_system", calls)
