/* SPDX-License-Identifier: GPL-3.0-or-later */
/* [x, s, y, info] = dls_conic_mex (P, q, A, b, [z, l, q...], options)
   id = dls_conic_mex ('setup', P, A, [z, l, q...], options)
   [x, s, y, info] = dls_conic_mex ('next', id, q, b)
   dls_conic_mex ('update', id, P, A)
   dls_conic_mex ('free', id) */
#include <math.h>
#include <string.h>

#include "dls_mex.h"

typedef struct {
    dls_conic_problem P;
    dls_conic_settings settings;
    const double *x, *s, *y;
    double warm;
    dls_sequence *S; /* from x, s, y of the last problem, if it was solved */
} inputs;

static mxArray *rows_struct(const dls_row *active, dls_int m)
{
    static const char *names[] = {"strong", "inactive", "undecided"};
    static const dls_row kinds[] = {DLS_ROW_STRONG, DLS_ROW_INACTIVE, DLS_ROW_UNDECIDED};
    mxArray *out = mxCreateStructMatrix(1, 1, 3, names);
    for (int k = 0; k < 3; k++) {
        mxArray *flags = mxCreateLogicalMatrix((mwSize)m, 1);
        for (dls_int i = 0; i < m; i++) {
            mxGetLogicals(flags)[i] = active[i] == kinds[k];
        }
        mxSetField(out, 0, names[k], flags);
    }
    return out;
}

static mxArray *residual_struct(const dls_conic_result *r)
{
    static const char *const names[] = {"worst", "primal", "dual", "gap", "cone", "certificate"};
    bool proof = r->outcome == DLS_PRIMAL_INFEASIBLE || r->outcome == DLS_DUAL_INFEASIBLE;
    double worst = fmax(fmax(r->primal, r->dual), fmax(r->gap, r->cone));
    const double numbers[] = {
        proof ? r->certificate : worst, r->primal, r->dual, r->gap, r->cone, r->certificate};
    return dls_mex_numbers(6, names, numbers);
}

static mxArray *info_struct(const dls_conic_result *r, const dls_row *active, dls_int m)
{
    static const char *const names[] = {DLS_MEX_INFO,     "active",         "objective",
                                        "dual_objective", "factorisations", "refinements",
                                        "factor_entries", "factor_time",    "tolerance"};
    const dls_mex_ending ending = {r->outcome, r->message, r->method, (double)r->iterations,
                                   r->time};
    mxArray *info = dls_mex_info(sizeof names / sizeof *names, names, &ending);
    mxSetField(info, 0, "residual", residual_struct(r));
    mxSetField(info, 0, "active", rows_struct(active, m));
    dls_mex_set(info, "objective", r->objective);
    dls_mex_set(info, "dual_objective", r->dual_objective);
    dls_mex_set(info, "factorisations", (double)r->factorisations);
    dls_mex_set(info, "refinements", (double)r->refinements);
    dls_mex_set(info, "factor_entries", r->factor_entries);
    dls_mex_set(info, "factor_time", r->time_factor);
    dls_mex_set(info, "tolerance", r->tolerance);
    return info;
}

static void solve(void *in, dls_mex_reply *to)
{
    const inputs *I = in;
    const dls_int rows[] = {DLS_MEX_SIZE(to, 'n'), I->P.A.rows, I->P.A.rows};
    const double *start[] = {I->x, I->s, I->y};
    bool warm = rows[0] > 0 && I->x && ((I->s && I->y) || rows[1] == 0);
    for (int k = 0; k < 3; k++) {
        to->out[k] =
            warm && start[k] ? dls_mex_copy(start[k], rows[k], 1) : dls_mex_zeros(rows[k], 1);
    }
    dls_row *active = mxCalloc((mwSize)rows[1] + 1, sizeof *active);
    dls_conic_result result;
    dls_fault fault;
    dls_mex_check(dls_conic(&I->P, &I->settings, warm, dls_mex_host(), mxGetPr(to->out[0]),
                            mxGetPr(to->out[1]), mxGetPr(to->out[2]), active, &result, &fault),
                  "dls_conic", &fault);
    to->out[3] = to->wanted > 3 ? info_struct(&result, active, rows[1]) : NULL;
}

static void release(void *solver)
{
    dls_conic_free(solver);
}

static void setup(void *in, dls_mex_reply *to)
{
    inputs *I = in;
    dls_fault fault;
    dls_int n = DLS_MEX_SIZE(to, 'n'), m = DLS_MEX_SIZE(to, 'm');
    dls_conic_solver *solver;
    I->P.q = mxCalloc((mwSize)n + 1, sizeof *I->P.q);
    I->P.b = mxCalloc((mwSize)m + 1, sizeof *I->P.b);
    dls_mex_check(dls_conic_setup(&I->P, &I->settings, dls_mex_host(), &solver, &fault),
                  "dls_conic_setup", &fault);
    to->out[0] = dls_sequence_handle(
        dls_sequence_new(&(dls_sequence){solver, release, {n, m}, I->warm != 0, false}, n + 2 * m));
}

static void next(void *in, dls_mex_reply *to)
{
    const inputs *I = in;
    dls_sequence *S = I->S;
    const dls_int rows[] = {S->rows[0], S->rows[1], S->rows[1]};
    dls_fault fault;
    dls_int n = DLS_MEX_SIZE(to, 'n'), m = DLS_MEX_SIZE(to, 'm');
    if (n != rows[0] || m != rows[1]) {
        dls_mex_error("delassus:dimension", "q has %lld and b has %lld rows; expected %lld, %lld",
                      (long long)n, (long long)m, (long long)rows[0], (long long)rows[1]);
    }
    double *last = S->last;
    for (int k = 0; k < 3; k++) {
        to->out[k] = dls_mex_copy(last, rows[k], 1);
        last += rows[k];
    }
    dls_row *active = mxCalloc((mwSize)m + 1, sizeof *active);
    dls_conic_result result;
    dls_mex_check(dls_conic_next(S->solver, I->P.q, I->P.b, S->solved, mxGetPr(to->out[0]),
                                 mxGetPr(to->out[1]), mxGetPr(to->out[2]), active, &result, &fault),
                  "dls_conic", &fault);
    S->solved = S->warm && result.outcome == DLS_SOLVED;
    last = S->last;
    for (int k = 0; S->solved && k < 3; k++) {
        memcpy(last, mxGetPr(to->out[k]), (size_t)rows[k] * sizeof *last);
        last += rows[k];
    }
    to->out[3] = to->wanted > 3 ? info_struct(&result, active, m) : NULL;
}

static void update(void *in, dls_mex_reply *to)
{
    (void)to;
    const inputs *I = in;
    dls_fault fault;
    dls_mex_check(dls_conic_update(I->S->solver, I->P.P, I->P.A, &fault), "update", &fault);
}

static const dls_mex_argument start[] = {DLS_MEX_ARGUMENT("x", FINITE, x, "n", "1"),
                                         DLS_MEX_ARGUMENT("s", FINITE, s, "m", "1"),
                                         DLS_MEX_ARGUMENT("y", FINITE, y, "m", "1"), DLS_MEX_END};
static const dls_mex_argument own[] = {
    {.name = "Start", .kind = DLS_MEX_FIELDS, .rows = "?", .fields = start}, DLS_MEX_END};
static const dls_mex_argument arguments[] = {DLS_MEX_ARGUMENT("P", MATRIX, P.P, "n", "n"),
                                             DLS_MEX_ARGUMENT("q", NUMBERS, P.q, "n", "1"),
                                             DLS_MEX_ARGUMENT("A", MATRIX, P.A, "m", "n"),
                                             DLS_MEX_ARGUMENT("b", NUMBERS, P.b, "m", "1"),
                                             DLS_MEX_ARGUMENT("cones", CONES, P.cones, "m", NULL),
                                             DLS_MEX_HAS_OPTIONS("dls_conic", settings, own),
                                             DLS_MEX_END};
static const dls_mex_argument setup_own[] = {DLS_MEX_ARGUMENT("Warm", FLAG, warm, NULL, NULL),
                                             DLS_MEX_END};
static const dls_mex_argument setup_arguments[] = {
    DLS_MEX_ARGUMENT("P", MATRIX, P.P, "n", "n"), DLS_MEX_ARGUMENT("A", MATRIX, P.A, "m", "n"),
    DLS_MEX_ARGUMENT("cones", CONES, P.cones, "m", NULL),
    DLS_MEX_HAS_OPTIONS("dls_conic_setup", settings, setup_own), DLS_MEX_END};
static const dls_mex_argument next_arguments[] = {
    DLS_MEX_ARGUMENT("K", HANDLE, S, "conic", NULL), DLS_MEX_ARGUMENT("q", NUMBERS, P.q, "n", "1"),
    DLS_MEX_ARGUMENT("b", NUMBERS, P.b, "m", "1"), DLS_MEX_END};
static const dls_mex_argument update_arguments[] = {
    DLS_MEX_ARGUMENT("K", HANDLE, S, "conic", NULL), DLS_MEX_ARGUMENT("P", MATRIX, P.P, "n", "n"),
    DLS_MEX_ARGUMENT("A", MATRIX, P.A, "m", "n"), DLS_MEX_END};

static const dls_mex_call calls[] = {{"setup", setup_arguments, 1, setup, 0},
                                     {"next", next_arguments, 4, next, 0},
                                     {"update", update_arguments, 0, update, 0},
                                     DLS_HANDLE_FREE,
                                     {NULL, arguments, 4, solve, 0},
                                     DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_conic", calls)
