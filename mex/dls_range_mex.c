/* SPDX-License-Identifier: GPL-3.0-or-later */
/* [lo, hi, info] = dls_range_mex (A, b, free, C, seconds)   lo(:,2): is it determined?
   [lo, hi, info] = dls_range_mex (A, b, [z, l, q...], C, seconds, close)
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

/* lo(:,2), over a polyhedron: is it determined? */
static void ranges(void *in, dls_mex_reply *to)
{
    const inputs *I = in;
    bool conic = to->variant == CONIC;
    dls_int count = I->C.cols;
    bool *same = mxCalloc((mwSize)count + 1, sizeof *same);
    dls_range_problem problem = {I->A, I->b, I->free, I->C, conic ? &I->cones : NULL, I->close};
    dls_range_result result;
    dls_fault fault;
    to->out[0] = dls_mex_zeros(count, conic ? 1 : 2);
    to->out[1] = dls_mex_zeros(count, 1);
    double *lo = mxGetPr(to->out[0]);
    dls_mex_check(dls_range(&problem, I->seconds, dls_mex_host(), lo, mxGetPr(to->out[1]), same,
                            &result, &fault),
                  "dls_reaction_range", &fault);
    for (dls_int k = 0; !conic && k < count; k++) {
        lo[count + k] = same[k];
    }
    to->out[2] = info_struct(&result);
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

static const dls_mex_call calls[] = {{NULL, linear_arguments, 3, ranges, LINEAR},
                                     {NULL, conic_arguments, 3, ranges, CONIC},
                                     {NULL, kernel_arguments, 3, kernel, 0},
                                     DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_reaction_range", calls)
