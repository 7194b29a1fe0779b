/* SPDX-License-Identifier: GPL-3.0-or-later */
/* [a, lambda, w, open, outcome, message, size] = dls_sticking_mex ('hold', M, G, F, b, opens,
                                                                   accuracy, seconds)
   [value, lambda, y, status, message, programs] = dls_sticking_mex ('margin', E, mu, sign, weight,
                                                                     facets, cap, always, seconds)
   Contacts that are held, in natural units: what dls_contact_held and dls_contact_margin say;
   opens, open: of columns; E of dls_stick. */
#include "dls_mex.h"

typedef struct {
    dls_contact_hold hold;
    bool *opens;
    dls_contact_margin margin;
    bool *free, *detaching, *bilateral;
    dls_int *normal, nb;
    const double *tangent;
} inputs;

static void hold(void *in, const double *size, int wanted, mxArray *out[])
{
    (void)wanted;
    inputs *I = in;
    dls_int n = DLS_MEX_SIZE(size, 'n'), m = DLS_MEX_SIZE(size, 'm');
    dls_fault fault;
    I->hold.opens = I->opens;
    for (int k = 0; k < 3; k++) {
        out[k] = dls_mex_zeros(k == 1 ? m : n, 1);
    }
    dls_contact_held r = {.a = mxGetPr(out[0]),
                          .lambda = mxGetPr(out[1]),
                          .w = mxGetPr(out[2]),
                          .open = mxCalloc((mwSize)m + 1, sizeof *r.open)};
    dls_mex_check(dls_contact_solve_held(&I->hold, dls_mex_host(), &r, &fault), "dls_sticking",
                  &fault);
    out[3] = dls_mex_copy_flags(r.open, m);
    out[4] = mxCreateString(dls_outcome_text(r.outcome));
    out[5] = mxCreateString(r.message);
    out[6] = mxCreateDoubleScalar(r.size);
}

/* Columns as indices from 0. */
static dls_int *indices(const double *x, dls_int count, dls_int most)
{
    dls_int *index = mxCalloc((mwSize)count + 1, sizeof *index);
    for (dls_int k = 0; k < count; k++) {
        if (!(x[k] >= 1 && x[k] <= (double)most)) {
            dls_mex_error("delassus:dimension", "dls_sticking: E.tangent names no column");
        }
        index[k] = (dls_int)x[k] - 1;
    }
    return index;
}

/* lu >= 0, but of contacts that detach */
static bool *presses(const inputs *I, dls_int columns, dls_int unilateral)
{
    bool *which = mxCalloc((mwSize)columns + 1, sizeof *which);
    if (I->nb + unilateral > columns) {
        dls_mex_error("delassus:dimension", "dls_sticking: E.G has too few columns");
    }
    for (dls_int c = 0; c < unilateral; c++) {
        which[I->nb + c] = !I->detaching[c];
    }
    return which;
}

static void margin(void *in, const double *size, int wanted, mxArray *out[])
{
    (void)wanted;
    inputs *I = in;
    dls_contact_margin *Q = &I->margin;
    dls_int m = Q->G.cols;
    dls_fault fault;
    Q->contacts = DLS_MEX_SIZE(size, 'k');
    Q->free = I->free;
    Q->presses = presses(I, m, DLS_MEX_SIZE(size, 'u'));
    Q->normal = I->normal;
    Q->tangent = indices(I->tangent, (Q->d - 1) * Q->contacts, m);
    Q->bilateral = I->bilateral;
    out[1] = dls_mex_zeros(m, 1);
    out[2] = dls_mex_zeros(Q->G.rows, 1);
    dls_contact_margin_answer r = {.lambda = mxGetPr(out[1]), .y = mxGetPr(out[2])};
    dls_mex_check(dls_contact_solve_margin(Q, dls_mex_host(), &r, &fault), "dls_sticking", &fault);
    bool known = r.outcome == DLS_SOLVED || r.outcome == DLS_PRIMAL_INFEASIBLE;
    out[0] = mxCreateDoubleScalar(r.value);
    out[3] = mxCreateString(known ? "solved" : "trouble");
    out[4] = mxCreateString(r.message);
    out[5] = mxCreateDoubleScalar(r.programs);
}

static const dls_mex_argument hold_arguments[] = {
    DLS_MEX_ARGUMENT("M", MATRIX, hold.M, "n", "n"),
    DLS_MEX_ARGUMENT("G", MATRIX, hold.G, "n", "m"),
    DLS_MEX_ARGUMENT("F", NUMBERS, hold.F, "n", "1"),
    DLS_MEX_ARGUMENT("b", NUMBERS, hold.b, "m", "1"),
    DLS_MEX_ARGUMENT("opens", FLAGS, opens, "m", "1"),
    DLS_MEX_ARGUMENT("accuracy", NUMBER, hold.accuracy, NULL, NULL),
    DLS_MEX_ARGUMENT("seconds", NUMBER, hold.max_time, NULL, NULL),
    DLS_MEX_END};

static const dls_mex_argument fields[] = {DLS_MEX_BOUNDED("d", WHOLE, margin.d, "d", NULL, 2, 3),
                                          DLS_MEX_ARGUMENT("G", MATRIX, margin.G, "n", "m"),
                                          DLS_MEX_ARGUMENT("w", NUMBERS, margin.w, "n", "1"),
                                          DLS_MEX_ARGUMENT("size", NUMBER, margin.size, NULL, NULL),
                                          DLS_MEX_ARGUMENT("nb", WHOLE, nb, NULL, "m"),
                                          DLS_MEX_ARGUMENT("free", FLAGS, free, "m", "1"),
                                          DLS_MEX_ARGUMENT("detaching", FLAGS, detaching, "u", "1"),
                                          DLS_MEX_ARGUMENT("normal", INDICES, normal, "k", "m"),
                                          DLS_MEX_ARGUMENT("tangent", NUMBERS, tangent, "d-1", "k"),
                                          DLS_MEX_ARGUMENT("bilateral", FLAGS, bilateral, "k", "1"),
                                          DLS_MEX_END};
static const dls_mex_argument margin_arguments[] = {
    DLS_MEX_STRUCT("E", fields),
    DLS_MEX_ARGUMENT("mu", NUMBERS, margin.mu, "k", "1"),
    DLS_MEX_ARGUMENT("sign", NUMBERS, margin.sign, "k", "1"),
    DLS_MEX_ARGUMENT("weight", NUMBERS, margin.weight, "k", "1"),
    DLS_MEX_ARGUMENT("facets", WHOLE, margin.facets, NULL, NULL),
    DLS_MEX_ARGUMENT("cap", NUMBER, margin.cap, NULL, NULL),
    DLS_MEX_ARGUMENT("always", FLAG, margin.always, NULL, NULL),
    DLS_MEX_ARGUMENT("seconds", NUMBER, margin.max_time, NULL, NULL),
    DLS_MEX_END};

static const dls_mex_call calls[] = {
    {"hold", hold_arguments, 7, hold}, {"margin", margin_arguments, 6, margin}, DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_sticking", calls)
