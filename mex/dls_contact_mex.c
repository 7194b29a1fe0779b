/* SPDX-License-Identifier: GPL-3.0-or-later */
/* [N, U] = dls_contact_mex ('units', S)
   P = dls_contact_mex ('problem', S, coulomb)
   [a, lambda, info, state] = dls_contact_mex ('solve', S, options)
   [a, lambda, info, state] = dls_contact_mex ('again', N, U, options, large)
   [lambda, residual, cones, unique, text] = dls_contact_mex ('judge', N, U, how, a, lambda)
   [residual, cones] = dls_contact_mex ('check', N, law, a, lambda)
   S of dls_system; N: the same with M, F, G, b, H, t in its natural units U: a = U.a .* a',
   lambda.nb = U.nb .* lambda.nb' ...; U.size: of forces and accelerations.
   state: 0 done, 1 to be looked after (names, display, certificates), 2 left to others; then info
   tells whether all cases were examined. large: by pivots, however many unknowns there are.
   how: coulomb, of the problem, law, of its answer, and minimum. */
#include <math.h>
#include <string.h>

#include "dls_contact_info.h"
#include "dls_system_blocks.h"

typedef struct {
    dls_contact_system S;
    dls_contact_answer unit, answer;
    double size; /* U.size */
    bool law;
    const double *how;
    struct {
        double sticking, solutions, minimum, method, tolerance, accuracy, time, programs,
            formulation, display;
        bool large;
    } options;
    dls_int count; /* n, nb, nu: what m-files believe */
    const mxArray *names;
} inputs;

static const dls_contact_system *system_of(inputs *I)
{
    dls_contact_system *S = &I->S;
    dls_int k = S->d - 1;
    if ((S->Hb.cols != 0 && S->Hb.cols != k * S->Gb.cols) ||
        (S->Hu.cols != 0 && S->Hu.cols != k * S->Gu.cols)) {
        dls_mex_error("delassus:dimension", "the tangents do not fit d and the normals");
    }
    return S;
}

static mxArray *problem_struct(const dls_contact_system *S, const dls_contact_problem *P, bool law)
{
    static const char *const names[] = {"Db", "Du", "Gu",     "Ht",       "kb",    "ku",
                                        "m",  "K",  "slides", "monotone", "sizes", "coulomb",
                                        "ne", "a",  "b",      "law"};
    dls_int free = P->lcp.free, size = P->lcp.M.cols;
    dls_int sizes[] = {S->M.cols - 1, S->Gb.cols - 1, P->nt - 1,
                       P->nm - 1,     S->Gu.cols - 1, P->nc - 1};
    bool slides = P->Du.p[P->Du.cols] > 0;
    mxArray *const parts[] = {dls_mex_copy_sparse(P->Db),
                              dls_mex_copy_sparse(P->Du),
                              dls_mex_copy_sparse(P->Gu),
                              dls_mex_copy_sparse(P->Ht),
                              dls_mex_copy_indices(P->k, P->from_b, false),
                              dls_mex_copy_indices(P->k + P->from_b, P->nt - P->from_b, false),
                              dls_mex_copy_indices(P->m, P->nm, true),
                              dls_mex_copy_sparse(P->lcp.M),
                              mxCreateLogicalScalar(slides),
                              mxCreateLogicalScalar(!slides && P->nm == 0 && P->nc == 0),
                              dls_mex_copy_indices(sizes, 6, true),
                              dls_mex_copy_indices(P->coulomb, P->nc, false),
                              mxCreateDoubleScalar((double)free),
                              dls_mex_copy(P->lcp.q, free, 1),
                              dls_mex_copy(P->lcp.q + free, size - free, 1),
                              mxCreateLogicalScalar(law)};
    return dls_mex_struct(sizeof parts / sizeof *parts, names, parts);
}

static void problem(void *in, dls_mex_reply *to)
{
    inputs *I = in;
    const dls_contact_system *S = system_of(I);
    dls_contact_problem *P = NULL;
    dls_fault fault;
    dls_mex_check(dls_contact_assemble(S, I->law && S->d == 2, &P, &fault), "dls_contact", &fault);
    to->out[0] = problem_struct(S, P, I->law && dls_contact_may_slip(S, P));
    dls_contact_problem_free(P);
}

static void units(void *in, dls_mex_reply *to)
{
    static const char *const scaled[] = {"M", "F", "Gb", "bb", "Hb", "tb", "Gu", "bu", "Hu", "tu"};
    static const char *const names[] = {"a", "nb", "nu", "tb", "tu", "size"};
    dls_contact_scaled *N;
    dls_fault fault;
    dls_mex_check(dls_contact_scale(system_of(in), &N, &fault), "dls_contact", &fault);
    const dls_contact_system *S = &N->S;
    const dls_contact_answer *u = &N->unit;
    dls_int n = S->M.cols, nb = S->Gb.cols, nu = S->Gu.cols, tb = S->Hb.cols, tu = S->Hu.cols;
    mxArray *parts[] = {dls_mex_copy_sparse(S->M),  dls_mex_copy(S->F, n, 1),
                        dls_mex_copy_sparse(S->Gb), dls_mex_copy(S->bb, nb, 1),
                        dls_mex_copy_sparse(S->Hb), dls_mex_copy(S->tb, tb, 1),
                        dls_mex_copy_sparse(S->Gu), dls_mex_copy(S->bu, nu, 1),
                        dls_mex_copy_sparse(S->Hu), dls_mex_copy(S->tu, tu, 1)};
    mxArray *of[] = {dls_mex_copy(u->a, n, 1),   dls_mex_copy(u->nb, nb, 1),
                     dls_mex_copy(u->nu, nu, 1), dls_mex_copy(u->tb, tb, 1),
                     dls_mex_copy(u->tu, tu, 1), mxCreateDoubleScalar(N->size)};
    to->out[0] = dls_mex_struct(10, scaled, parts);
    to->out[1] = dls_mex_struct(6, names, of);
    dls_contact_scaled_free(N);
}

static void times(dls_int count, const double *unit, double *x)
{
    for (dls_int k = 0; k < count; k++) {
        x[k] *= unit[k];
    }
}

/* The answers in the caller's units; the certificate is for the problem in natural ones. */
static void give_back(const dls_contact_scaled *N, dls_contact_result *r)
{
    const dls_contact_system *S = &N->S;
    for (dls_int k = 0; k < r->count; k++) {
        double *x = r->x + k * r->rows;
        const double *unit[] = {N->unit.a, N->unit.nb, N->unit.nu, N->unit.tb, N->unit.tu};
        dls_int count[] = {S->M.cols, S->Gb.cols, S->Gu.cols, S->Hb.cols, S->Hu.cols};
        for (int p = 0; p < 5; x += count[p++]) {
            times(count[p], unit[p], x);
        }
    }
    times(S->Gb.cols, N->unit.nb, r->margin_b);
    times(S->Gu.cols, N->unit.nu, r->margin_u);
}

static bool has_point(const mxArray *names, const char *side)
{
    const mxArray *list = mxGetField(names, 0, side);
    bool found = false;
    mwSize count = list && mxIsCell(list) ? (mwSize)mxGetNumberOfElements(list) : 0;
    for (mwSize k = 0; !found && k < count; k++) {
        char text[256] = "";
        const mxArray *name = mxGetCell(list, k);
        found = !name || !mxIsChar(name) || mxGetString(name, text, sizeof text) != 0 ||
                strchr(text, '.') != NULL;
    }
    return found || !list || !mxIsCell(list);
}

static void put_result(const inputs *I, const dls_contact_scaled *N, dls_contact_result *r,
                       dls_mex_reply *to)
{
    if (r->left) {
        to->out[0] = dls_mex_zeros(0, 0);
        to->out[1] = dls_mex_zeros(0, 0);
        to->out[2] = mxCreateLogicalScalar(r->enumerated);
        to->out[3] = mxCreateDoubleScalar(2);
        return;
    }
    int flag = dls_outcome_exitflag(r->outcome);
    bool ended = flag == 1 || flag == 0 || r->outcome == DLS_NUMERICAL_TROUBLE;
    bool spatial = flag != 1 && strcmp(r->method, "cones") == 0; /* is it refuted? */
    bool look = !ended || spatial || I->options.display != 0 || mxGetField(I->names, 0, "bodies") ||
                has_point(I->names, "b") || has_point(I->names, "u");
    to->out[0] = dls_mex_copy(r->x, N->S.M.cols, 1);
    to->out[1] = dls_contact_forces(&N->S, r->x);
    to->out[2] = dls_contact_info_struct(&N->S, r);
    to->out[3] = mxCreateDoubleScalar(look);
}

static dls_contact_settings settings_of(const inputs *I)
{
    dls_contact_settings s = {.coulomb = I->options.sticking == 0,
                              .minimum = I->options.minimum != 0,
                              .list = (dls_contact_list)I->options.solutions,
                              .large = I->options.large,
                              .tolerance = I->options.tolerance,
                              .accuracy = I->options.accuracy,
                              .programs = I->options.programs,
                              .lcp = dls_lcp_defaults()};
    s.lcp.method = I->options.method;
    s.lcp.max_time = I->options.time;
    return s;
}

static void solve(void *in, dls_mex_reply *to)
{
    const inputs *I = in;
    dls_contact_settings settings = settings_of(I);
    dls_contact_scaled *N;
    dls_contact_result *r, other = {.left = true};
    dls_fault fault;
    if (I->options.formulation != 0) {
        put_result(I, NULL, &other, to);
        return;
    }
    dls_mex_check(dls_contact_scale(system_of(in), &N, &fault), "dls_contact", &fault);
    if (dls_contact_solve(N, &settings, dls_mex_host(), &r, &fault)) {
        dls_contact_scaled_free(N);
        dls_mex_raise("dls_contact", &fault);
    }
    give_back(N, r);
    put_result(I, N, r, to);
    dls_contact_result_free(r);
    dls_contact_scaled_free(N);
}

static void again(void *in, dls_mex_reply *to)
{
    const inputs *I = in;
    dls_contact_settings settings = settings_of(I);
    dls_contact_scaled N = {*system_of(in), I->unit, I->size};
    dls_contact_result *r;
    dls_fault fault;
    dls_mex_check(dls_contact_solve(&N, &settings, dls_mex_host(), &r, &fault), "dls_contact",
                  &fault);
    put_result(I, &N, r, to);
    dls_contact_result_free(r);
}

/* [residual, cones] */
static void judge_answer(const inputs *I, mxArray *out[])
{
    const dls_contact_system *S = &I->S;
    double *b = mxCalloc((mwSize)(S->Gb.cols + S->Gu.cols) + 1, sizeof *b), *u = b + S->Gb.cols;
    dls_contact_residuals r;
    dls_fault fault;
    dls_mex_check(dls_contact_check(S, I->law, 1, I->answer, &r, b, u, &fault), "dls_contact",
                  &fault);
    out[0] = dls_contact_residual_struct(&r);
    out[1] = dls_contact_cones_struct(S, b, u);
    mxFree(b);
}

static void check(void *in, dls_mex_reply *to)
{
    (void)system_of(in);
    judge_answer(in, to->out);
}

/* The reactions of minimum norm, if they are asked for. */
static void minimise(const inputs *I, double *x, dls_verdict *unique, char *text)
{
    dls_contact_scaled N = {I->S, I->unit, I->size};
    dls_contact_problem *P;
    dls_fault fault;
    dls_mex_check(dls_contact_assemble(&I->S, I->how[0] != 0 && I->S.d == 2, &P, &fault),
                  "dls_contact", &fault);
    dls_error error = dls_contact_minimum(&N, P, I->how[1] != 0, x, unique, text, &fault);
    dls_contact_problem_free(P);
    dls_mex_check(error, "dls_contact", &fault);
}

static void judge(void *in, dls_mex_reply *to)
{
    inputs *I = in;
    const dls_contact_system *S = system_of(in);
    dls_contact_answer v = I->answer;
    const double *parts[] = {v.a, v.nb, v.nu, v.tb, v.tu};
    dls_int count[] = {S->M.cols, S->Gb.cols, S->Gu.cols, S->Hb.cols, S->Hu.cols}, at = 0;
    double *x =
        mxCalloc((mwSize)(count[0] + count[1] + count[2] + count[3] + count[4]) + 1, sizeof *x);
    dls_verdict unique = DLS_UNDECIDED;
    char text[120] = "";
    for (int k = 0; k < 5; at += count[k++]) {
        memcpy(x + at, parts[k], (size_t)count[k] * sizeof *x);
    }
    if (I->how[2] != 0) {
        minimise(I, x, &unique, text);
    }
    I->answer = dls_contact_answer_at(S, x);
    I->law = I->how[1] != 0;
    judge_answer(I, to->out + 1);
    to->out[0] = dls_contact_forces(S, x);
    to->out[3] = dls_contact_verdict(unique);
    to->out[4] = mxCreateString(text);
}

static const dls_mex_argument system_fields[] = {
    DLS_SYSTEM_BLOCKS(""),
    DLS_MEX_ARGUMENT("n", WHOLE, count, "n", NULL),
    DLS_MEX_ARGUMENT("nb", WHOLE, count, "b", NULL),
    DLS_MEX_ARGUMENT("nu", WHOLE, count, "u", NULL),
    DLS_MEX_ARGUMENT("names", STRUCT, names, NULL, NULL),
    DLS_MEX_END};
static const dls_mex_argument unit_fields[] = {DLS_MEX_ARGUMENT("a", NUMBERS, unit.a, "n", "1"),
                                               DLS_MEX_ARGUMENT("nb", NUMBERS, unit.nb, "b", "1"),
                                               DLS_MEX_ARGUMENT("nu", NUMBERS, unit.nu, "u", "1"),
                                               DLS_MEX_ARGUMENT("tb", NUMBERS, unit.tb, "s", "1"),
                                               DLS_MEX_ARGUMENT("tu", NUMBERS, unit.tu, "t", "1"),
                                               DLS_MEX_ARGUMENT("size", NUMBER, size, NULL, NULL),
                                               DLS_MEX_END};
static const dls_mex_argument answer_fields[] = {
    DLS_MEX_ARGUMENT("nb", NUMBERS, answer.nb, "b", "1"),
    DLS_MEX_ARGUMENT("nu", NUMBERS, answer.nu, "u", "1"),
    DLS_MEX_ARGUMENT("tb", NUMBERS, answer.tb, "s", "1"),
    DLS_MEX_ARGUMENT("tu", NUMBERS, answer.tu, "t", "1"), DLS_MEX_END};

/* kind and the fields above */
enum { FIELDS = 22 };
#define DLS_MEX_THIS_SYSTEM                                                                        \
    {                                                                                              \
        .name = "S", .kind = DLS_MEX_FIELDS, .fields = system_fields, .high = FIELDS               \
    }
#define DLS_MEX_OPTION(name, member) DLS_MEX_ARGUMENT(name, NUMBER, options.member, NULL, NULL)
#define DLS_MEX_HOW DLS_MEX_HAS_OPTIONS("dls_contact", S, own)

static const dls_mex_argument own[] = {DLS_MEX_OPTION("Sticking", sticking),
                                       DLS_MEX_OPTION("Solutions", solutions),
                                       DLS_MEX_OPTION("MinimumNorm", minimum),
                                       DLS_MEX_OPTION("Method", method),
                                       DLS_MEX_OPTION("Tolerance", tolerance),
                                       DLS_MEX_OPTION("DataAccuracy", accuracy),
                                       DLS_MEX_OPTION("MaxTime", time),
                                       DLS_MEX_OPTION("MaxIterations", programs),
                                       DLS_MEX_OPTION("Formulation", formulation),
                                       DLS_MEX_OPTION("Display", display),
                                       DLS_MEX_END};
static const dls_mex_argument units_arguments[] = {DLS_MEX_THIS_SYSTEM, DLS_MEX_END};
static const dls_mex_argument problem_arguments[] = {
    DLS_MEX_THIS_SYSTEM, DLS_MEX_ARGUMENT("coulomb", FLAG, law, NULL, NULL), DLS_MEX_END};
static const dls_mex_argument solve_arguments[] = {DLS_MEX_THIS_SYSTEM, DLS_MEX_HOW, DLS_MEX_END};
static const dls_mex_argument again_arguments[] = {
    DLS_MEX_THIS_SYSTEM, DLS_MEX_STRUCT("U", unit_fields), DLS_MEX_HOW,
    DLS_MEX_ARGUMENT("large", FLAG, options.large, NULL, NULL), DLS_MEX_END};
static const dls_mex_argument judge_arguments[] = {
    DLS_MEX_THIS_SYSTEM,
    DLS_MEX_STRUCT("U", unit_fields),
    DLS_MEX_ARGUMENT("how", NUMBERS, how, "1", "3"),
    DLS_MEX_ARGUMENT("a", NUMBERS, answer.a, "n", "1"),
    DLS_MEX_STRUCT("lambda", answer_fields),
    DLS_MEX_END};
static const dls_mex_argument check_arguments[] = {
    DLS_MEX_THIS_SYSTEM, DLS_MEX_ARGUMENT("law", FLAG, law, NULL, NULL),
    DLS_MEX_ARGUMENT("a", NUMBERS, answer.a, "n", "1"), DLS_MEX_STRUCT("lambda", answer_fields),
    DLS_MEX_END};

static const dls_mex_call calls[] = {{"units", units_arguments, 2, units, 0},
                                     {"problem", problem_arguments, 1, problem, 0},
                                     {"solve", solve_arguments, 4, solve, 0},
                                     {"again", again_arguments, 4, again, 0},
                                     {"judge", judge_arguments, 5, judge, 0},
                                     {"check", check_arguments, 2, check, 0},
                                     DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_contact", calls)
