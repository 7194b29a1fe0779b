/* SPDX-License-Identifier: GPL-3.0-or-later */
/* [a, lambda, w, open, outcome, message, size] = dls_sticking_mex ('hold', M, G, F, b, opens,
                                                                   accuracy, seconds)
   [eps, lambda, signs, y, status, message, programs] = dls_sticking_mex ('margin', E, mu, weight,
                                                          facets, cap, nodes, seconds)
   [lambda, held] = dls_sticking_mex ('polish', E, mu, lambda, accuracy)
   [factor, lambda, below, signs, y, programs] = dls_sticking_mex ('critical', E, mu, facets, nodes,
                                                                   accuracy, seconds)
   Contacts that are held, in natural units: what dls_contact_solve_held, dls_contact_solve_margin,
   dls_contact_polish and dls_contact_find_critical say; opens, open: of columns; E of dls_stick. */
#include "dls_mex.h"

typedef struct {
    dls_contact_hold hold;
    bool *opens;
    dls_contact_margin margin;
    bool *free, *detaching, *bilateral;
    dls_int *normal, nb;
    const double *tangent, *lambda;
} inputs;

static void hold(void *in, dls_mex_reply *to)
{
    inputs *I = in;
    dls_int n = DLS_MEX_SIZE(to, 'n'), m = DLS_MEX_SIZE(to, 'm');
    dls_fault fault;
    I->hold.opens = I->opens;
    for (int k = 0; k < 3; k++) {
        to->out[k] = dls_mex_zeros(k == 1 ? m : n, 1);
    }
    dls_contact_held r = {.a = mxGetPr(to->out[0]),
                          .lambda = mxGetPr(to->out[1]),
                          .w = mxGetPr(to->out[2]),
                          .open = mxCalloc((mwSize)m + 1, sizeof *r.open)};
    dls_mex_check(dls_contact_solve_held(&I->hold, dls_mex_host(), &r, &fault), "dls_sticking",
                  &fault);
    to->out[3] = dls_mex_copy_flags(r.open, m);
    to->out[4] = mxCreateString(dls_outcome_text(r.outcome));
    to->out[5] = mxCreateString(r.message);
    to->out[6] = mxCreateDoubleScalar(r.size);
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

/* The cones of E */
static const dls_contact_margin *cones_of(inputs *I, const dls_mex_reply *to)
{
    dls_contact_margin *Q = &I->margin;
    dls_int m = Q->G.cols;
    Q->contacts = DLS_MEX_SIZE(to, 'k');
    Q->free = I->free;
    Q->presses = presses(I, m, DLS_MEX_SIZE(to, 'u'));
    Q->normal = I->normal;
    Q->tangent = indices(I->tangent, (Q->d - 1) * Q->contacts, m);
    Q->bilateral = I->bilateral;
    return Q;
}

static void margin(void *in, dls_mex_reply *to)
{
    const dls_contact_margin *Q = cones_of(in, to);
    dls_fault fault;
    to->out[1] = dls_mex_zeros(Q->G.cols, 1);
    dls_contact_margin_answer r = {.lambda = mxGetPr(to->out[1])};
    dls_mex_check(dls_contact_solve_margin(Q, dls_mex_host(), &r, &fault), "dls_sticking", &fault);
    if (!r.found) {
        to->out[1] = dls_mex_zeros(0, 0);
    }
    bool limit = r.outcome == DLS_MAX_ITERATIONS && (double)r.programs >= Q->max_nodes;
    to->out[0] = mxCreateDoubleScalar(r.value);
    to->out[2] = dls_mex_copy(r.sign, Q->contacts, r.leaves);
    to->out[3] = dls_mex_copy(r.y, Q->G.rows, r.leaves);
    dls_contact_margin_free(&r);
    to->out[4] = mxCreateString(r.outcome == DLS_SOLVED ? "solved"
                                : limit                 ? "limit"
                                                        : "numerical_trouble");
    to->out[5] = mxCreateString(r.message);
    to->out[6] = mxCreateDoubleScalar((double)r.programs);
}

static void polish(void *in, dls_mex_reply *to)
{
    const inputs *I = in;
    const dls_contact_margin *Q = cones_of(in, to);
    bool held = false;
    dls_fault fault;
    to->out[0] = dls_mex_copy(I->lambda, Q->G.cols, 1);
    dls_mex_check(dls_contact_polish(Q, mxGetPr(to->out[0]), &held, &fault), "dls_sticking",
                  &fault);
    to->out[1] = mxCreateLogicalScalar(held);
}

static void critical(void *in, dls_mex_reply *to)
{
    const dls_contact_margin *Q = cones_of(in, to);
    dls_fault fault;
    to->out[1] = dls_mex_zeros(Q->G.cols, 1);
    dls_contact_critical r = {.lambda = mxGetPr(to->out[1])};
    dls_mex_check(dls_contact_find_critical(Q, dls_mex_host(), &r, &fault), "dls_sticking", &fault);
    to->out[0] = mxCreateDoubleScalar(r.factor);
    to->out[2] = mxCreateDoubleScalar(r.below);
    to->out[3] = dls_mex_copy(r.sign, Q->contacts, r.leaves);
    to->out[4] = dls_mex_copy(r.y, Q->G.rows, r.leaves);
    dls_contact_critical_free(&r);
    to->out[5] = mxCreateDoubleScalar(r.programs);
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
#define CONES DLS_MEX_STRUCT("E", fields), DLS_MEX_ARGUMENT("mu", NUMBERS, margin.mu, "k", "1")
#define LIMITS DLS_MEX_ARGUMENT("seconds", NUMBER, margin.max_time, NULL, NULL), DLS_MEX_END

static const dls_mex_argument margin_arguments[] = {
    CONES,
    DLS_MEX_ARGUMENT("weight", NUMBERS, margin.weight, "k", "1"),
    DLS_MEX_ARGUMENT("facets", WHOLE, margin.facets, NULL, NULL),
    DLS_MEX_ARGUMENT("cap", NUMBER, margin.cap, NULL, NULL),
    DLS_MEX_ARGUMENT("nodes", NUMBER, margin.max_nodes, NULL, NULL),
    LIMITS};
static const dls_mex_argument polish_arguments[] = {
    CONES, DLS_MEX_ARGUMENT("lambda", NUMBERS, lambda, "m", "1"),
    DLS_MEX_ARGUMENT("accuracy", NUMBER, margin.accuracy, NULL, NULL), DLS_MEX_END};
static const dls_mex_argument critical_arguments[] = {
    CONES, DLS_MEX_ARGUMENT("facets", WHOLE, margin.facets, NULL, NULL),
    DLS_MEX_ARGUMENT("nodes", NUMBER, margin.max_nodes, NULL, NULL),
    DLS_MEX_ARGUMENT("accuracy", NUMBER, margin.accuracy, NULL, NULL), LIMITS};

static const dls_mex_call calls[] = {{"hold", hold_arguments, 7, hold, 0},
                                     {"margin", margin_arguments, 7, margin, 0},
                                     {"polish", polish_arguments, 2, polish, 0},
                                     {"critical", critical_arguments, 6, critical, 0},
                                     DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_sticking", calls)
