/* SPDX-License-Identifier: GPL-3.0-or-later */
/* [r, u, v, info] = dls_friction_mex (d, mu, W, q, options)
   [r, u, v, info] = dls_friction_mex (d, mu, M, H, f, w, options) */
#include "dls_mex.h"

typedef struct {
    dls_friction_problem P;
    dls_int d;
    dls_friction_settings settings;
    const double *r0, *v0;
} inputs;

/* What dls_friction_refute knows; [] if the modes are not what the verdict rests on. */
static mxArray *certificate(const dls_friction_problem *P, const dls_friction_settings *settings,
                            const dls_friction_result *result)
{
    static const char *names[] = {"kind", "mode", "y", "p"};
    dls_int count = result->outcome == DLS_NO_SOLUTION ? dls_friction_modes(P) : 0;
    if (count == 0) {
        return dls_mex_zeros(0, 0);
    }
    mxArray *proof = mxCreateStructMatrix(1, 1, sizeof names / sizeof *names, names);
    mxArray *mode = dls_mex_zeros(P->contacts, count);
    mxArray *y = dls_mex_zeros(P->dimension * P->contacts, count);
    mxArray *p = dls_mex_zeros(P->global ? P->M.cols : 0, count);
    dls_fault fault = {DLS_OK, ""};
    if (dls_friction_refute(P, settings->accuracy, mxGetPr(mode), mxGetPr(p), mxGetPr(y), &fault)) {
        dls_mex_raise("dls_friction", &fault);
    }
    dls_mex_set_text(proof, "kind", "modes");
    mxSetField(proof, 0, "mode", mode);
    mxSetField(proof, 0, "y", y);
    mxSetField(proof, 0, "p", p);
    return proof;
}

static mxArray *info_struct(const dls_friction_result *r, mxArray *proof)
{
    static const char *parts[] = {"worst", "natural", "equality"};
    static const char *names[] = {"status",         "exitflag",    "message",    "method",
                                  "residual",       "certificate", "iterations", "outer",
                                  "factorisations", "time_factor", "time"};
    mxArray *info = mxCreateStructMatrix(1, 1, sizeof names / sizeof *names, names);
    mxArray *residual = mxCreateStructMatrix(1, 1, 3, parts);
    dls_mex_set(residual, "worst", r->error);
    dls_mex_set(residual, "natural", r->natural);
    dls_mex_set(residual, "equality", r->equality);
    dls_mex_set_text(info, "status", dls_outcome_text(r->outcome));
    dls_mex_set(info, "exitflag", dls_outcome_exitflag(r->outcome));
    dls_mex_set_text(info, "message", r->message);
    dls_mex_set_text(info, "method", r->method ? r->method : "");
    mxSetField(info, 0, "residual", residual);
    mxSetField(info, 0, "certificate", proof);
    dls_mex_set(info, "iterations", (double)r->iterations);
    dls_mex_set(info, "outer", (double)r->outer);
    dls_mex_set(info, "factorisations", (double)r->factorisations);
    dls_mex_set(info, "time_factor", r->time_factor);
    dls_mex_set(info, "time", r->time);
    return info;
}

static mxArray *start_or_zero(const double *x, dls_int rows)
{
    return x ? dls_mex_copy(x, rows, 1) : dls_mex_zeros(rows, 1);
}

static void solve(inputs *I, const double *size, int wanted, mxArray *out[])
{
    I->P.dimension = (int)I->d;
    I->P.contacts = DLS_MEX_SIZE(size, 'c');
    dls_int N = I->d * I->P.contacts;
    dls_friction_result result;
    dls_fault fault = {DLS_OK, ""};
    out[0] = start_or_zero(I->r0, N);
    out[1] = dls_mex_zeros(N, 1);
    out[2] = I->P.global ? start_or_zero(I->v0, I->P.M.cols) : dls_mex_zeros(0, 0);
    if (!I->P.global && I->v0) {
        mexErrMsgIdAndTxt("delassus:option",
                          "'StartVelocity' is for the global form; P is in local form");
    }
    if (dls_friction(&I->P, &I->settings, I->r0 || I->v0, dls_mex_host(), mxGetPr(out[0]),
                     mxGetPr(out[1]), mxGetPr(out[2]), &result, &fault)) {
        dls_mex_raise("dls_friction", &fault);
    }
    out[3] = wanted > 3 ? info_struct(&result, certificate(&I->P, &I->settings, &result)) : NULL;
}

static void local(void *in, const double *size, int wanted, mxArray *out[])
{
    solve(in, size, wanted, out);
}

static void global(void *in, const double *size, int wanted, mxArray *out[])
{
    inputs *I = in;
    I->P.global = true;
    solve(I, size, wanted, out);
}

#define DLS_MEX_CONTACTS                                                                           \
    DLS_MEX_BOUNDED("d", WHOLE, d, "d", NULL, 2, 3), DLS_MEX_ARGUMENT("mu", NUMBERS, P.mu, "c", "1")
#define DLS_MEX_HOW DLS_MEX_HAS_OPTIONS("dls_friction", settings, own)

static const dls_mex_argument own[] = {DLS_MEX_ARGUMENT("Start", FINITE, r0, "?dc", "1"),
                                       DLS_MEX_ARGUMENT("StartVelocity", FINITE, v0, "?n", "1"),
                                       DLS_MEX_END};
static const dls_mex_argument local_arguments[] = {
    DLS_MEX_CONTACTS, DLS_MEX_ARGUMENT("W", MATRIX, P.W, "dc", "dc"),
    DLS_MEX_ARGUMENT("q", NUMBERS, P.q, "dc", "1"), DLS_MEX_HOW, DLS_MEX_END};
static const dls_mex_argument global_arguments[] = {DLS_MEX_CONTACTS,
                                                    DLS_MEX_ARGUMENT("M", MATRIX, P.M, "n", "n"),
                                                    DLS_MEX_ARGUMENT("H", MATRIX, P.H, "dc", "n"),
                                                    DLS_MEX_ARGUMENT("f", NUMBERS, P.f, "n", "1"),
                                                    DLS_MEX_ARGUMENT("w", NUMBERS, P.q, "dc", "1"),
                                                    DLS_MEX_HOW,
                                                    DLS_MEX_END};

static const dls_mex_call calls[] = {
    {NULL, local_arguments, 4, local}, {NULL, global_arguments, 4, global}, DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_friction", calls)
