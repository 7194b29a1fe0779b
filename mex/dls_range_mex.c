/* SPDX-License-Identifier: GPL-3.0-or-later */
/* [lo, hi, info, proof] = dls_range_mex (A, b, free, C, seconds)   lo(:,2): is it determined?
   [lo, hi, info, proof] = dls_range_mex (A, b, [z, l, q...], C, seconds, close)
   proof: y_lo, y_hi, points, at_lo, at_hi, point (from 1; 0: none), empty of dls_range_proof
   [x, K, left] = dls_range_mex (A, b) */
#include <math.h>

#include "dls_mex.h"

typedef struct {
    dls_view A, C;
    const double *b;
    bool *free;
    dls_cones cones;
    double seconds, close;
} inputs;

static mxArray *info_struct(const dls_range_result *r)
{
    static const char *const names[] = {"status", "error",          "programs",
                                        "pivots", "factorisations", "time"};
    const double numbers[] = {
        NAN, r->error, (double)r->programs, (double)r->pivots, (double)r->factorisations, r->time};
    mxArray *info = dls_mex_numbers(6, names, numbers);
    dls_mex_set_text(info, "status", dls_outcome_text(r->outcome));
    return info;
}

enum { LINEAR, CONIC };

static mxArray *places(const dls_int *at, dls_int count)
{
    mxArray *X = dls_mex_zeros(count, 1);
    for (dls_int k = 0; k < count; k++) {
        mxGetPr(X)[k] = (double)at[k] + 1;
    }
    return X;
}

/* The arrays of *P, of which mxCalloc has those that no field takes as they are. */
static mxArray *proof_struct(dls_range_proof *P, dls_int n, dls_int m, dls_int k)
{
    static const char *names[] = {"y_lo", "y_hi", "points", "at_lo", "at_hi", "point", "empty"};
    mxArray *proof = mxCreateStructMatrix(1, 1, 7, names);
    mxArray *lo = dls_mex_zeros(n, k), *hi = dls_mex_zeros(n, k), *empty = dls_mex_zeros(n, 1);
    *P = (dls_range_proof){.y_lo = mxGetPr(lo), .y_hi = mxGetPr(hi), .empty = mxGetPr(empty)};
    P->points = mxCalloc((mwSize)(m * (2 * k + 1)) + 1, sizeof *P->points);
    P->at_lo = mxCalloc((mwSize)k + 1, sizeof *P->at_lo);
    P->at_hi = mxCalloc((mwSize)k + 1, sizeof *P->at_hi);
    mxSetField(proof, 0, "y_lo", lo);
    mxSetField(proof, 0, "y_hi", hi);
    mxSetField(proof, 0, "empty", empty);
    return proof;
}

static void fill_proof(mxArray *proof, const dls_range_proof *P, dls_int m, dls_int k)
{
    mxSetField(proof, 0, "points", dls_mex_copy(P->points, m, P->count));
    mxSetField(proof, 0, "at_lo", places(P->at_lo, k));
    mxSetField(proof, 0, "at_hi", places(P->at_hi, k));
    mxSetField(proof, 0, "point", places(&P->point, 1));
}

/* lo(:,2), over a polyhedron: is it determined? */
static void ranges(void *in, dls_mex_reply *to)
{
    const inputs *I = in;
    bool conic = to->variant == CONIC;
    dls_int count = I->C.cols;
    bool *same = mxCalloc((mwSize)count + 1, sizeof *same);
    bool proved = to->wanted > 3;
    dls_range_proof proof;
    dls_range_problem problem = {
        I->A, I->b, I->free, I->C, conic ? &I->cones : NULL, I->close, proved ? &proof : NULL};
    dls_range_result result;
    dls_fault fault;
    to->out[0] = dls_mex_zeros(count, conic ? 1 : 2);
    to->out[1] = dls_mex_zeros(count, 1);
    double *lo = mxGetPr(to->out[0]);
    if (proved) {
        to->out[3] = proof_struct(&proof, I->A.rows, I->A.cols, count);
    }
    dls_mex_check(dls_range(&problem, I->seconds, dls_mex_host(), lo, mxGetPr(to->out[1]), same,
                            &result, &fault),
                  "dls_reaction_range", &fault);
    for (dls_int k = 0; !conic && k < count; k++) {
        lo[count + k] = same[k];
    }
    to->out[2] = info_struct(&result);
    if (proved) {
        fill_proof(to->out[3], &proof, I->A.cols, count);
    }
}

static void kernel(void *in, dls_mex_reply *to)
{
    const inputs *I = in;
    dls_view K;
    double left = 0;
    dls_fault fault;
    to->out[0] = dls_mex_zeros(I->A.cols, 1);
    dls_mex_check(dls_range_kernel(I->A, I->b, mxGetPr(to->out[0]), &K, &left, &fault),
                  "dls_reaction_range", &fault);
    to->out[1] = dls_mex_copy_sparse(K);
    dls_range_kernel_free(&K);
    to->out[2] = mxCreateDoubleScalar(left);
}

#define DLS_MEX_EQUATIONS                                                                          \
    DLS_MEX_ARGUMENT("A", MATRIX, A, "n", "m"), DLS_MEX_ARGUMENT("b", NUMBERS, b, "n", "1")
#define DLS_MEX_FUNCTIONS                                                                          \
    DLS_MEX_ARGUMENT("C", MATRIX, C, "m", "k"),                                                    \
        DLS_MEX_BOUNDED("seconds", NUMBER, seconds, NULL, NULL, 0, INFINITY)

static const dls_mex_argument linear_arguments[] = {DLS_MEX_EQUATIONS,
                                                    DLS_MEX_ARGUMENT("free", FLAGS, free, "m", "1"),
                                                    DLS_MEX_FUNCTIONS, DLS_MEX_END};
static const dls_mex_argument conic_arguments[] = {
    DLS_MEX_EQUATIONS, DLS_MEX_ARGUMENT("cones", CONES, cones, "m", NULL), DLS_MEX_FUNCTIONS,
    DLS_MEX_ARGUMENT("close", NUMBER, close, NULL, NULL), DLS_MEX_END};
static const dls_mex_argument kernel_arguments[] = {DLS_MEX_EQUATIONS, DLS_MEX_END};

static const dls_mex_call calls[] = {{NULL, linear_arguments, 4, ranges, LINEAR},
                                     {NULL, conic_arguments, 4, ranges, CONIC},
                                     {NULL, kernel_arguments, 3, kernel, 0},
                                     DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_reaction_range", calls)
