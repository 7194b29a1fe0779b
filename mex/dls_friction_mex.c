/* SPDX-License-Identifier: GPL-3.0-or-later */
/* [r, u, v, info] = dls_friction_mex ('local', P, options)         P of dls_problem
   [r, u, v, info] = dls_friction_mex ('global', P, options)
   id = dls_friction_mex ('setup', d, mu, W, q, options)
   id = dls_friction_mex ('setup', d, mu, M, H, f, w, options)
   [r, u, v, info] = dls_friction_mex ('next', id, q)
   [r, u, v, info] = dls_friction_mex ('next', id, f, w)
   [P, limits] = dls_friction_mex ('problem', id)   the last problem; MaxTime, DataAccuracy
   dls_friction_mex ('update', id, W)
   dls_friction_mex ('update', id, M, H)
   dls_friction_mex ('change', id, d, mu, W, q, nc, to, from)     to(k) was from(k) of nc
   dls_friction_mex ('change', id, d, mu, M, H, f, w, nc, to, from)
   dls_friction_mex ('free', id) */
#include <stdio.h>
#include <string.h>

#include "dls_mex.h"

enum { MAX_TIME, ACCURACY, KEPT }; /* of the setup of a sequence; its solver keeps answers itself */

typedef struct {
    dls_friction_problem P;
    const char *kind; /* P.kind */
    dls_int d;
    dls_friction_settings settings;
    const double *r0, *v0;
    double warm; /* of setup */
    dls_sequence *S;
    dls_int before, *to, *from;
} inputs;

/* What dls_friction_refute knows; [] if the modes are not what the verdict rests on. */
static mxArray *certificate(const dls_friction_problem *P, double accuracy,
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
    if (dls_friction_refute(P, accuracy, mxGetPr(mode), mxGetPr(p), mxGetPr(y), &fault)) {
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
    static const char *parts[] = {"worst", "natural", "equality", "scaled", "siconos", "velocity"};
    static const char *names[] = {DLS_MEX_INFO, "outer", "factorisations", "time_factor"};
    mxArray *info = mxCreateStructMatrix(1, 1, sizeof names / sizeof *names, names);
    mxArray *residual = mxCreateStructMatrix(1, 1, sizeof parts / sizeof *parts, parts);
    dls_mex_set(residual, "worst", r->error);
    dls_mex_set(residual, "natural", r->natural);
    dls_mex_set(residual, "equality", r->equality);
    dls_mex_set(residual, "scaled", r->scaled);
    dls_mex_set(residual, "siconos", r->siconos);
    dls_mex_set(residual, "velocity", r->velocity);
    dls_mex_set_text(info, "status", dls_outcome_text(r->outcome));
    dls_mex_set(info, "exitflag", dls_outcome_exitflag(r->outcome));
    char solved[120];
    snprintf(solved, sizeof solved, "solved by %s in %lld iterations, residual %.1e",
             r->method ? r->method : "nothing", (long long)r->iterations, r->error);
    dls_mex_set_text(info, "message", r->message[0] ? r->message : solved);
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
    if (strcmp(I->kind, "friction") != 0) {
        dls_mex_error("delassus:type", "P is not a friction problem");
    }
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
    out[3] =
        wanted > 3 ? info_struct(&result, certificate(&I->P, I->settings.accuracy, &result)) : NULL;
}

static void release(void *solver)
{
    dls_friction_free(solver);
}

static void setup(inputs *I, const double *size, mxArray *out[])
{
    dls_fault fault;
    dls_friction_solver *solver;
    I->P.dimension = (int)I->d;
    I->P.contacts = DLS_MEX_SIZE(size, 'c');
    dls_mex_check(dls_friction_setup(&I->P, &I->settings, dls_mex_host(), &solver, &fault),
                  "dls_friction_setup", &fault);
    dls_sequence *S =
        dls_sequence_new(&(dls_sequence){solver, release, {0}, I->warm != 0, false}, KEPT);
    S->last[MAX_TIME] = I->settings.max_time;
    S->last[ACCURACY] = I->settings.accuracy;
    out[0] = dls_sequence_handle(S);
}

static void setup_local(void *in, const double *size, int wanted, mxArray *out[])
{
    (void)wanted;
    setup(in, size, out);
}

static void setup_global(void *in, const double *size, int wanted, mxArray *out[])
{
    (void)wanted;
    inputs *I = in;
    I->P.global = true;
    setup(I, size, out);
}

static void check_rows(const char *name, dls_int rows, dls_int expected)
{
    if (rows != expected) {
        mexErrMsgIdAndTxt("delassus:dimension", "%s is %lld-by-1; expected %lld-by-1", name,
                          (long long)rows, (long long)expected);
    }
}

static void next(inputs *I, bool global, const double *size, int wanted, mxArray *out[])
{
    dls_sequence *S = I->S;
    dls_friction_problem P = dls_friction_get_problem(S->solver);
    dls_int N = P.dimension * P.contacts;
    dls_friction_result result;
    dls_fault fault;
    if (P.global != global) {
        mexErrMsgIdAndTxt("delassus:dimension", "expected dls_friction (K, %s): K is of a %s",
                          P.global ? "f, w" : "q",
                          P.global ? "problem in global form" : "problem in local form");
    }
    check_rows(global ? "w" : "q", DLS_MEX_SIZE(size, 'm'), N);
    if (global) {
        check_rows("f", DLS_MEX_SIZE(size, 'n'), P.M.cols);
    }
    if (!S->warm) {
        dls_friction_forget(S->solver);
    }
    out[0] = dls_mex_zeros(N, 1);
    out[1] = dls_mex_zeros(N, 1);
    out[2] = global ? dls_mex_zeros(P.M.cols, 1) : dls_mex_zeros(0, 0);
    dls_mex_check(dls_friction_next(S->solver, I->P.f, I->P.q, false, mxGetPr(out[0]),
                                    mxGetPr(out[1]), mxGetPr(out[2]), &result, &fault),
                  "dls_friction", &fault);
    P = dls_friction_get_problem(S->solver);
    out[3] = wanted > 3 ? info_struct(&result, certificate(&P, S->last[ACCURACY], &result)) : NULL;
}

static void next_local(void *in, const double *size, int wanted, mxArray *out[])
{
    next(in, false, size, wanted, out);
}

static void next_global(void *in, const double *size, int wanted, mxArray *out[])
{
    next(in, true, size, wanted, out);
}

static void problem(void *in, const double *size, int wanted, mxArray *out[])
{
    static const char *local[] = {"kind", "form", "d", "nc", "mu", "W", "q"};
    static const char *global[] = {"kind", "form", "d", "nc", "mu", "M", "H", "f", "w"};
    static const char *limits[] = {"MaxTime", "DataAccuracy"};
    (void)size;
    const dls_sequence *S = ((inputs *)in)->S;
    dls_friction_problem P = dls_friction_get_problem(S->solver);
    dls_int N = P.dimension * P.contacts;
    out[0] =
        P.global ? mxCreateStructMatrix(1, 1, 9, global) : mxCreateStructMatrix(1, 1, 7, local);
    dls_mex_set_text(out[0], "kind", "friction");
    dls_mex_set_text(out[0], "form", P.global ? "global" : "local");
    dls_mex_set(out[0], "d", P.dimension);
    dls_mex_set(out[0], "nc", (double)P.contacts);
    mxSetField(out[0], 0, "mu", dls_mex_copy(P.mu, P.contacts, 1));
    mxSetField(out[0], 0, P.global ? "w" : "q", dls_mex_copy(P.q, N, 1));
    if (P.global) {
        mxSetField(out[0], 0, "M", dls_mex_copy_sparse(P.M));
        mxSetField(out[0], 0, "H", dls_mex_copy_sparse(P.H));
        mxSetField(out[0], 0, "f", dls_mex_copy(P.f, P.M.cols, 1));
    } else {
        mxSetField(out[0], 0, "W", dls_mex_copy_sparse(P.W));
    }
    if (wanted > 1) {
        out[1] = mxCreateStructMatrix(1, 1, 2, limits);
        dls_mex_set(out[1], "MaxTime", S->last[MAX_TIME]);
        dls_mex_set(out[1], "DataAccuracy", S->last[ACCURACY]);
    }
}

static void update(void *in, const double *size, int wanted, mxArray *out[])
{
    (void)size;
    (void)wanted;
    (void)out;
    inputs *I = in;
    dls_fault fault;
    dls_mex_check(dls_friction_update(I->S->solver, I->P.M, I->P.H, &fault), "update", &fault);
}

static void change(inputs *I, const double *size)
{
    dls_friction_solver *solver = I->S->solver;
    dls_fault fault;
    I->P.dimension = (int)I->d;
    I->P.contacts = DLS_MEX_SIZE(size, 'c');
    if (I->before != dls_friction_get_problem(solver).contacts) {
        mexErrMsgIdAndTxt("delassus:dimension", "K has another number of contacts");
    }
    dls_mex_check(
        dls_friction_change(&solver, &I->P, DLS_MEX_SIZE(size, 'k'), I->to, I->from, &fault),
        "update", &fault);
    I->S->solver = solver;
}

static void change_local(void *in, const double *size, int wanted, mxArray *out[])
{
    (void)wanted;
    (void)out;
    change(in, size);
}

static void change_global(void *in, const double *size, int wanted, mxArray *out[])
{
    (void)wanted;
    (void)out;
    inputs *I = in;
    I->P.global = true;
    change(I, size);
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
#define DLS_MEX_LOCAL                                                                              \
    DLS_MEX_CONTACTS, DLS_MEX_ARGUMENT("W", MATRIX, P.W, "dc", "dc"),                              \
        DLS_MEX_ARGUMENT("q", NUMBERS, P.q, "dc", "1")
#define DLS_MEX_GLOBAL                                                                             \
    DLS_MEX_CONTACTS, DLS_MEX_ARGUMENT("M", MATRIX, P.M, "n", "n"),                                \
        DLS_MEX_ARGUMENT("H", MATRIX, P.H, "dc", "n"),                                             \
        DLS_MEX_ARGUMENT("f", NUMBERS, P.f, "n", "1"),                                             \
        DLS_MEX_ARGUMENT("w", NUMBERS, P.q, "dc", "1")
#define DLS_MEX_KIND DLS_MEX_ARGUMENT("kind", TEXT, kind, NULL, NULL)
#define DLS_MEX_HOW DLS_MEX_HAS_OPTIONS("dls_friction", settings, own)
#define DLS_MEX_SETUP DLS_MEX_HAS_OPTIONS("dls_friction_setup", settings, setup_own)
#define DLS_MEX_MATCH                                                                              \
    DLS_MEX_ARGUMENT("before", WHOLE, before, "b", NULL),                                          \
        DLS_MEX_ARGUMENT("to", INDICES, to, "k", "c"),                                             \
        DLS_MEX_ARGUMENT("from", INDICES, from, "k", "b")
#define DLS_MEX_SEQUENCE DLS_MEX_ARGUMENT("K", HANDLE, S, "friction", NULL)

static const dls_mex_argument own[] = {DLS_MEX_ARGUMENT("Start", FINITE, r0, "?dc", "1"),
                                       DLS_MEX_ARGUMENT("StartVelocity", FINITE, v0, "?n", "1"),
                                       DLS_MEX_END};
static const dls_mex_argument setup_own[] = {DLS_MEX_ARGUMENT("Warm", FLAG, warm, NULL, NULL),
                                             DLS_MEX_END};
static const dls_mex_argument local_fields[] = {DLS_MEX_KIND, DLS_MEX_LOCAL, DLS_MEX_END};
static const dls_mex_argument global_fields[] = {DLS_MEX_KIND, DLS_MEX_GLOBAL, DLS_MEX_END};
static const dls_mex_argument local_arguments[] = {DLS_MEX_STRUCT("P", local_fields), DLS_MEX_HOW,
                                                   DLS_MEX_END};
static const dls_mex_argument global_arguments[] = {DLS_MEX_STRUCT("P", global_fields), DLS_MEX_HOW,
                                                    DLS_MEX_END};
static const dls_mex_argument setup_local_arguments[] = {DLS_MEX_LOCAL, DLS_MEX_SETUP, DLS_MEX_END};
static const dls_mex_argument setup_global_arguments[] = {DLS_MEX_GLOBAL, DLS_MEX_SETUP,
                                                          DLS_MEX_END};
static const dls_mex_argument next_local_arguments[] = {
    DLS_MEX_SEQUENCE, DLS_MEX_ARGUMENT("q", FINITE, P.q, "m", "1"), DLS_MEX_END};
static const dls_mex_argument next_global_arguments[] = {
    DLS_MEX_SEQUENCE, DLS_MEX_ARGUMENT("f", FINITE, P.f, "n", "1"),
    DLS_MEX_ARGUMENT("w", FINITE, P.q, "m", "1"), DLS_MEX_END};
static const dls_mex_argument problem_arguments[] = {DLS_MEX_SEQUENCE, DLS_MEX_END};
static const dls_mex_argument update_local_arguments[] = {
    DLS_MEX_SEQUENCE, DLS_MEX_ARGUMENT("W", MATRIX, P.M, "m", "k"), DLS_MEX_END};
static const dls_mex_argument update_global_arguments[] = {
    DLS_MEX_SEQUENCE, DLS_MEX_ARGUMENT("M", MATRIX, P.M, "n", "k"),
    DLS_MEX_ARGUMENT("H", MATRIX, P.H, "m", "l"), DLS_MEX_END};

static const dls_mex_argument change_local_arguments[] = {DLS_MEX_SEQUENCE, DLS_MEX_LOCAL,
                                                          DLS_MEX_MATCH, DLS_MEX_END};
static const dls_mex_argument change_global_arguments[] = {DLS_MEX_SEQUENCE, DLS_MEX_GLOBAL,
                                                           DLS_MEX_MATCH, DLS_MEX_END};

static const dls_mex_call calls[] = {{"setup", setup_local_arguments, 1, setup_local},
                                     {"setup", setup_global_arguments, 1, setup_global},
                                     {"next", next_local_arguments, 4, next_local},
                                     {"next", next_global_arguments, 4, next_global},
                                     {"problem", problem_arguments, 2, problem},
                                     {"update", update_local_arguments, 0, update},
                                     {"update", update_global_arguments, 0, update},
                                     {"change", change_local_arguments, 0, change_local},
                                     {"change", change_global_arguments, 0, change_global},
                                     DLS_HANDLE_FREE,
                                     {"local", local_arguments, 4, local},
                                     {"global", global_arguments, 4, global},
                                     DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_friction", calls)
