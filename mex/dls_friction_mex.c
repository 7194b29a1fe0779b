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

enum { LOCAL, GLOBAL };            /* forms */
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

/* Does the certificate prove what it says? If not, nothing is claimed. */
static void verify(const dls_friction_problem *P, dls_int count, const double *mode,
                   const double *p, const double *y, dls_friction_result *result)
{
    const dls_friction_claim claim = {
        .outcome = DLS_NO_SOLUTION, .cases = count, .mode = mode, .p = p, .y = y};
    dls_verify_report report;
    dls_fault fault = {DLS_OK, ""};
    dls_mex_check(dls_verify_friction(P, NULL, &claim, &report, &fault), "dls_friction", &fault);
    if (!report.ok) {
        char before[sizeof result->message];
        memcpy(before, result->message, sizeof before);
        result->outcome = DLS_NOT_DECIDED;
        dls_phrase(result->message, sizeof result->message, "%s; verification: %s", before,
                   report.message);
    }
}

/* What dls_friction_refute knows, verified; [] if the modes are not what the verdict rests on. */
static mxArray *certificate(const dls_friction_problem *P, double accuracy,
                            dls_friction_result *result)
{
    static const char *const names[] = {"kind", "mode", "y", "p"};
    dls_int count = result->outcome == DLS_NO_SOLUTION ? dls_friction_modes(P) : 0;
    if (count == 0) {
        return dls_mex_zeros(0, 0);
    }
    mxArray *mode = dls_mex_zeros(P->contacts, count);
    mxArray *y = dls_mex_zeros(P->dimension * P->contacts, count);
    mxArray *p = dls_mex_zeros(P->global ? P->M.cols : 0, count);
    dls_fault fault = {DLS_OK, ""};
    dls_mex_check(dls_friction_refute(P, accuracy, mxGetPr(mode), mxGetPr(p), mxGetPr(y), &fault),
                  "dls_friction", &fault);
    verify(P, count, mxGetPr(mode), mxGetPr(p), mxGetPr(y), result);
    mxArray *const parts[] = {mxCreateString("modes"), mode, y, p};
    return result->outcome == DLS_NO_SOLUTION ? dls_mex_struct(4, names, parts)
                                              : dls_mex_zeros(0, 0);
}

static mxArray *info_struct(const dls_friction_result *r, mxArray *proof)
{
    static const char *const parts[] = {"worst",   "natural",  "equality", "scaled",
                                        "siconos", "velocity", "speed"};
    static const char *const names[] = {DLS_MEX_INFO,  "outer",     "factorisations",
                                        "time_factor", "tolerance", "velocity_tolerance"};
    const double residual[] = {r->error,   r->natural,  r->equality, r->scaled,
                               r->siconos, r->velocity, r->speed};
    char solved[120];
    dls_phrase(solved, sizeof solved, "solved by %s in %lld iterations, residual %.1e",
               r->method ? r->method : "nothing", (long long)r->iterations, r->error);
    const dls_mex_ending ending = {r->outcome, r->message[0] ? r->message : solved, r->method,
                                   (double)r->iterations, r->time};
    mxArray *info = dls_mex_info(sizeof names / sizeof *names, names, &ending);
    mxSetField(info, 0, "residual", dls_mex_numbers(7, parts, residual));
    mxSetField(info, 0, "certificate", proof);
    dls_mex_set(info, "outer", (double)r->outer);
    dls_mex_set(info, "factorisations", (double)r->factorisations);
    dls_mex_set(info, "time_factor", r->time_factor);
    dls_mex_set(info, "tolerance", r->tolerance);
    dls_mex_set(info, "velocity_tolerance", r->velocity_tolerance);
    return info;
}

/* Sizes and form of P */
static void take_form(inputs *I, const dls_mex_reply *to)
{
    I->P.global = to->variant == GLOBAL;
    I->P.dimension = (int)I->d;
    I->P.contacts = DLS_MEX_SIZE(to, 'c');
}

static mxArray *start_or_zero(const double *x, dls_int rows)
{
    return x ? dls_mex_copy(x, rows, 1) : dls_mex_zeros(rows, 1);
}

static void solve(void *in, dls_mex_reply *to)
{
    inputs *I = in;
    if (strcmp(I->kind, "friction") != 0) {
        dls_mex_error("delassus:type", "P is not a friction problem");
    }
    take_form(I, to);
    dls_int N = I->d * I->P.contacts;
    dls_friction_result result;
    dls_fault fault = {DLS_OK, ""};
    to->out[0] = start_or_zero(I->r0, N);
    to->out[1] = dls_mex_zeros(N, 1);
    to->out[2] = I->P.global ? start_or_zero(I->v0, I->P.M.cols) : dls_mex_zeros(0, 0);
    if (!I->P.global && I->v0) {
        dls_mex_error("delassus:option",
                      "'StartVelocity' is for the global form; P is in local form");
    }
    dls_mex_check(dls_friction(&I->P, &I->settings, I->r0 || I->v0, dls_mex_host(),
                               mxGetPr(to->out[0]), mxGetPr(to->out[1]), mxGetPr(to->out[2]),
                               &result, &fault),
                  "dls_friction", &fault);
    if (to->wanted > 3) {
        mxArray *proof = certificate(&I->P, I->settings.accuracy, &result);
        to->out[3] = info_struct(&result, proof);
    }
}

static void release(void *solver)
{
    dls_friction_free(solver);
}

static void setup(void *in, dls_mex_reply *to)
{
    inputs *I = in;
    dls_fault fault;
    dls_friction_solver *solver;
    take_form(I, to);
    dls_mex_check(dls_friction_setup(&I->P, &I->settings, dls_mex_host(), &solver, &fault),
                  "dls_friction_setup", &fault);
    dls_sequence *S =
        dls_sequence_new(&(dls_sequence){solver, release, {0}, I->warm != 0, false}, KEPT);
    S->last[MAX_TIME] = I->settings.max_time;
    S->last[ACCURACY] = I->settings.accuracy;
    to->out[0] = dls_sequence_handle(S);
}

static void check_rows(const char *name, dls_int rows, dls_int expected)
{
    if (rows != expected) {
        dls_mex_error("delassus:dimension", "%s is %lld-by-1; expected %lld-by-1", name,
                      (long long)rows, (long long)expected);
    }
}

static void next(void *in, dls_mex_reply *to)
{
    const inputs *I = in;
    bool global = to->variant == GLOBAL;
    dls_sequence *S = I->S;
    dls_friction_problem P = dls_friction_get_problem(S->solver);
    dls_int N = P.dimension * P.contacts;
    dls_friction_result result;
    dls_fault fault;
    if (P.global != global) {
        dls_mex_error("delassus:dimension", "expected dls_friction (K, %s): K is of a %s",
                      P.global ? "f, w" : "q",
                      P.global ? "problem in global form" : "problem in local form");
    }
    check_rows(global ? "w" : "q", DLS_MEX_SIZE(to, 'm'), N);
    if (global) {
        check_rows("f", DLS_MEX_SIZE(to, 'n'), P.M.cols);
    }
    if (!S->warm) {
        dls_friction_forget(S->solver);
    }
    to->out[0] = dls_mex_zeros(N, 1);
    to->out[1] = dls_mex_zeros(N, 1);
    to->out[2] = global ? dls_mex_zeros(P.M.cols, 1) : dls_mex_zeros(0, 0);
    dls_mex_check(dls_friction_next(S->solver, I->P.f, I->P.q, false, mxGetPr(to->out[0]),
                                    mxGetPr(to->out[1]), mxGetPr(to->out[2]), &result, &fault),
                  "dls_friction", &fault);
    P = dls_friction_get_problem(S->solver);
    if (to->wanted > 3) {
        mxArray *proof = certificate(&P, S->last[ACCURACY], &result);
        to->out[3] = info_struct(&result, proof);
    }
}

static void problem(void *in, dls_mex_reply *to)
{
    static const char *const local[] = {"kind", "form", "d", "nc", "mu", "q", "W"};
    static const char *const global[] = {"kind", "form", "d", "nc", "mu", "w", "M", "H", "f"};
    static const char *const limits[] = {"MaxTime", "DataAccuracy"};
    const dls_sequence *S = ((inputs *)in)->S;
    dls_friction_problem P = dls_friction_get_problem(S->solver);
    mxArray *const parts[] = {mxCreateString("friction"),
                              mxCreateString(P.global ? "global" : "local"),
                              mxCreateDoubleScalar(P.dimension),
                              mxCreateDoubleScalar((double)P.contacts),
                              dls_mex_copy(P.mu, P.contacts, 1),
                              dls_mex_copy(P.q, P.dimension * P.contacts, 1),
                              dls_mex_copy_sparse(P.global ? P.M : P.W),
                              P.global ? dls_mex_copy_sparse(P.H) : NULL,
                              P.global ? dls_mex_copy(P.f, P.M.cols, 1) : NULL};
    to->out[0] = P.global ? dls_mex_struct(9, global, parts) : dls_mex_struct(7, local, parts);
    if (to->wanted > 1) {
        to->out[1] = dls_mex_numbers(2, limits, S->last);
    }
}

static void update(void *in, dls_mex_reply *to)
{
    (void)to;
    inputs *I = in;
    dls_fault fault;
    dls_mex_check(dls_friction_update(I->S->solver, I->P.M, I->P.H, &fault), "update", &fault);
}

static void change(void *in, dls_mex_reply *to)
{
    inputs *I = in;
    dls_friction_solver *solver = I->S->solver;
    dls_fault fault;
    take_form(I, to);
    if (I->before != dls_friction_get_problem(solver).contacts) {
        dls_mex_error("delassus:dimension", "K has another number of contacts");
    }
    dls_mex_check(
        dls_friction_change(&solver, &I->P, DLS_MEX_SIZE(to, 'k'), I->to, I->from, &fault),
        "update", &fault);
    I->S->solver = solver;
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

static const dls_mex_call calls[] = {{"setup", setup_local_arguments, 1, setup, LOCAL},
                                     {"setup", setup_global_arguments, 1, setup, GLOBAL},
                                     {"next", next_local_arguments, 4, next, LOCAL},
                                     {"next", next_global_arguments, 4, next, GLOBAL},
                                     {"problem", problem_arguments, 2, problem, 0},
                                     {"update", update_local_arguments, 0, update, LOCAL},
                                     {"update", update_global_arguments, 0, update, GLOBAL},
                                     {"change", change_local_arguments, 0, change, LOCAL},
                                     {"change", change_global_arguments, 0, change, GLOBAL},
                                     DLS_HANDLE_FREE,
                                     {"local", local_arguments, 4, solve, LOCAL},
                                     {"global", global_arguments, 4, solve, GLOBAL},
                                     DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_friction", calls)
