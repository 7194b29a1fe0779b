/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bad = dls_step_mex ('check', E, n, nb, nu, d): number of the first field of E that is not a
       finite real matrix of the size its name promises; 0: none
   [v1, p, status, active, counts, message] =
       dls_step_mex ('moreau', E, [h theta gamma d rank], gap, v0, v, e, mu, active)
   [v, p, active, counts, message] =
       dls_step_mex ('percussion', A, G, B, [d rank], mu, r, c, s, active, expand)
   [q, v, p, status, last, counts, message] = dls_step_mex ('run', model, settings, state) */
#include <float.h>
#include <math.h>
#include <string.h>

#include "dls_mex.h"

typedef struct {
    dls_int d;
    const double *numbers;
    bool *active;
    /* check */
    const mxArray *E;
    dls_int n, nb, nu;
    /* moreau */
    dls_motion motion;
    const double *gap, *v0, *v;
    /* percussion */
    dls_percussion_problem Q;
    const double *r, *c, *s;
    bool expand;
    /* run */
    dls_linear_model L;
    dls_run_settings run;
    dls_int scheme;
    dls_run_state state;
    const double *state0[5];
} inputs;

static void refuse(const char *text)
{
    dls_fault fault = {DLS_ERROR_DIMENSION, ""};
    strncpy(fault.text, text, sizeof fault.text - 1);
    dls_mex_raise("dls_simulate", &fault);
}

static int dimension(double d)
{
    if (!(d == 1 || d == 2 || d == 3)) {
        refuse("d is not 1, 2 or 3");
    }
    return (int)d;
}

static bool *flags(const bool *given, dls_int count)
{
    bool *x = mxCalloc((size_t)count + 1, sizeof *x);
    if (given) {
        memcpy(x, given, (size_t)count * sizeof *x);
    }
    return x;
}

/* [solved, solves, factorisations, iterations, change, error] */
static mxArray *counts_of(const dls_percussion_result *r)
{
    mxArray *out = mxCreateDoubleMatrix(1, 6, mxREAL);
    const double x[] = {
        r->solved, (double)r->solves, (double)r->factorisations, (double)r->iterations,
        r->change, r->error};
    memcpy(mxGetPr(out), x, sizeof x);
    return out;
}

static bool good(const mxArray *array, double rows, double cols)
{
    if (!mxIsDouble(array) || mxIsComplex(array) || (double)mxGetM(array) != rows ||
        (double)mxGetN(array) != cols) {
        return false;
    }
    mwIndex count = mxIsSparse(array) ? (mwIndex)mxGetJc(array)[mxGetN(array)]
                                      : (mwIndex)mxGetNumberOfElements(array);
    for (mwIndex k = 0; k < count; k++) {
        if (!isfinite(mxGetPr(array)[k])) {
            return false;
        }
    }
    return true;
}

static void check(void *in, const double *size, int wanted, mxArray *out[])
{
    (void)size;
    (void)wanted;
    static const char *names[] = {"M",  "f",  "h",  "g",  "G",  "N",  "T", "bb",
                                  "bu", "wb", "wu", "wt", "fq", "fv", "V"};
    const inputs *I = in;
    double n = (double)I->n, nb = (double)I->nb, nu = (double)I->nu, nt = (double)(I->d - 1) * nu;
    const double rows[] = {n, n, nb, nu, n, n, n, nb, nu, nb, nu, nt, n, n, 1};
    const double cols[] = {n, 1, 1, 1, nb, nu, nt, 1, 1, 1, 1, 1, n, n, 1};
    int bad = 0;
    for (int k = 0; k < 15 && !bad; k++) {
        const mxArray *x = mxGetField(I->E, 0, names[k]);
        bad = x && !(k == 14 || good(x, rows[k], cols[k])) ? k + 1 : 0;
    }
    out[0] = mxCreateDoubleScalar(bad);
}

static void moreau(void *in, const double *size, int wanted, mxArray *out[])
{
    (void)size;
    inputs *I = in;
    dls_motion *E = &I->motion;
    dls_int n = E->M.rows, nb = E->G.cols, nu = E->N.cols;
    E->d = dimension(I->numbers[3]);
    E->rank_tolerance = I->numbers[4];
    E->host = dls_mex_host();
    dls_int nt = (E->d - 1) * nu;
    if (E->T.cols != nt || (E->wt && DLS_MEX_SIZE(size, 't') != nt)) {
        refuse("the tangents do not fit d and the normals");
    }
    bool *active = flags(I->active, nu);
    dls_percussion_result result = {.solved = true};
    dls_fault fault;
    out[0] = dls_mex_zeros(n, 1);
    out[1] = dls_mex_zeros(nb + nu + nt, 1);
    out[2] = dls_mex_zeros(nu, 1);
    if (dls_moreau_iteration(E, I->numbers[0], I->numbers[1], I->numbers[2], I->gap, I->v0, I->v,
                             active, mxGetPr(out[0]), mxGetPr(out[1]), mxGetPr(out[2]), &result,
                             &fault)) {
        dls_mex_raise("dls_simulate", &fault);
    }
    out[3] = dls_mex_copy_flags(active, nu);
    out[4] = counts_of(&result);
    out[5] = wanted > 5 ? mxCreateString(result.message) : NULL;
}

static void percussion(void *in, const double *size, int wanted, mxArray *out[])
{
    inputs *I = in;
    dls_percussion_problem *Q = &I->Q;
    dls_int many = DLS_MEX_SIZE(size, 'x'), contacts = 0;
    Q->d = dimension(many > 0 ? I->numbers[0] : 0);
    Q->rank_tolerance = many > 1 ? I->numbers[1] : 0;
    contacts = Q->B.cols / Q->d;
    if (Q->B.cols != contacts * Q->d || (Q->d > 1 && DLS_MEX_SIZE(size, 'm') != contacts) ||
        (I->active && DLS_MEX_SIZE(size, 'u') != contacts)) {
        refuse("B, mu or active does not fit d");
    }
    bool *active = flags(I->active, contacts);
    Q->host = dls_mex_host();
    dls_percussion *P = NULL;
    dls_percussion_result result = {.factorisations = 1};
    dls_fault fault;
    out[0] = dls_mex_zeros(Q->A.rows, 1);
    out[1] = dls_mex_zeros(Q->G.cols + Q->B.cols, 1);
    dls_error error = dls_percussion_setup(Q, &P, &fault);
    error = error ? error
                  : dls_percussion_solve(P, I->r, I->c, I->s, I->expand, active, mxGetPr(out[0]),
                                         mxGetPr(out[1]), &result, &fault);
    dls_percussion_free(P);
    if (error) {
        dls_mex_raise("dls_simulate", &fault);
    }
    out[2] = dls_mex_copy_flags(active, contacts);
    out[3] = counts_of(&result);
    out[4] = wanted > 4 ? mxCreateString(result.message) : NULL;
}

static void run(void *in, const double *size, int wanted, mxArray *out[])
{
    (void)size;
    static const char *names[] = {"q",    "v",     "previous",    "p",   "status",
                                  "done", "begun", "interrupted", "late"};
    inputs *I = in;
    I->L.d = (int)I->d;
    I->run.scheme = (dls_scheme)I->scheme;
    I->run.host = dls_mex_host();
    dls_int n = I->L.M.rows, nu = I->L.N.cols, np = I->L.G.cols + I->d * nu;
    const dls_int rows[] = {n, n, n, np, nu};
    mxArray *last = mxCreateStructMatrix(1, 1, 9, names);
    double *parts[5];
    for (int k = 0; k < 5; k++) {
        mxArray *x = dls_mex_copy(I->state0[k], rows[k], 1);
        parts[k] = mxGetPr(x);
        mxSetField(last, 0, names[k], x);
    }
    dls_run_state state = {.q = parts[0],
                           .v = parts[1],
                           .previous = parts[2],
                           .p = parts[3],
                           .status = parts[4],
                           .begun = I->state.begun};
    dls_int count = I->run.steps / I->run.stride;
    const dls_int stored[] = {n, n, np, nu};
    for (int k = 0; k < 4; k++) {
        out[k] = dls_mex_zeros(stored[k], count);
    }
    dls_run_storage storage = {mxGetPr(out[0]), mxGetPr(out[1]), mxGetPr(out[2]), mxGetPr(out[3])};
    dls_fault fault;
    if (dls_linear_run(&I->L, &I->run, &storage, &state, &fault)) {
        dls_mex_raise("dls_simulate", &fault);
    }
    dls_mex_set(last, "done", (double)state.done);
    if (state.ended == DLS_INTERRUPTED) {
        dls_mex_take_interrupt();
    }
    dls_mex_set(last, "interrupted", state.ended == DLS_INTERRUPTED);
    dls_mex_set(last, "late", state.ended == DLS_TIME_LIMIT);
    dls_mex_set(last, "begun", state.begun);
    out[4] = last;
    out[5] = counts_of(&state.percussion);
    out[6] = wanted > 6 ? mxCreateString(state.percussion.message) : NULL;
}

static const dls_mex_argument check_arguments[] = {
    DLS_MEX_ARGUMENT("E", STRUCT, E, NULL, NULL),     DLS_MEX_ARGUMENT("n", WHOLE, n, NULL, NULL),
    DLS_MEX_ARGUMENT("nb", WHOLE, nb, NULL, NULL),    DLS_MEX_ARGUMENT("nu", WHOLE, nu, NULL, NULL),
    DLS_MEX_BOUNDED("d", WHOLE, d, NULL, NULL, 1, 3), DLS_MEX_END};

static const dls_mex_argument motion_fields[] = {
    DLS_MEX_ARGUMENT("M", MATRIX, motion.M, "n", "n"),
    DLS_MEX_ARGUMENT("fq", MATRIX, motion.fq, "?n", "n"),
    DLS_MEX_ARGUMENT("fv", MATRIX, motion.fv, "?n", "n"),
    DLS_MEX_ARGUMENT("G", MATRIX, motion.G, "n", "b"),
    DLS_MEX_ARGUMENT("N", MATRIX, motion.N, "n", "u"),
    DLS_MEX_ARGUMENT("T", MATRIX, motion.T, "?n", "t"),
    DLS_MEX_ARGUMENT("f", NUMBERS, motion.f, "n", "1"),
    DLS_MEX_ARGUMENT("wb", NUMBERS, motion.wb, "?b", "1"),
    DLS_MEX_ARGUMENT("wu", NUMBERS, motion.wu, "?u", "1"),
    DLS_MEX_ARGUMENT("wt", NUMBERS, motion.wt, "?t", "1"),
    DLS_MEX_END};
static const dls_mex_argument moreau_arguments[] = {
    DLS_MEX_STRUCT("E", motion_fields),
    DLS_MEX_ARGUMENT("[h theta gamma d rank]", NUMBERS, numbers, "1", "5"),
    DLS_MEX_ARGUMENT("gap", NUMBERS, gap, "?u", "1"),
    DLS_MEX_ARGUMENT("v0", NUMBERS, v0, "n", "1"),
    DLS_MEX_ARGUMENT("v", NUMBERS, v, "n", "1"),
    DLS_MEX_ARGUMENT("e", NUMBERS, motion.e, "u", "1"),
    DLS_MEX_ARGUMENT("mu", NUMBERS, motion.mu, "u", "1"),
    DLS_MEX_ARGUMENT("active", FLAGS, active, "?u", "1"),
    DLS_MEX_END};

static const dls_mex_argument percussion_arguments[] = {
    DLS_MEX_ARGUMENT("A", MATRIX, Q.A, "n", "n"),
    DLS_MEX_ARGUMENT("G", MATRIX, Q.G, "n", "b"),
    DLS_MEX_ARGUMENT("B", MATRIX, Q.B, "n", "w"),
    DLS_MEX_ARGUMENT("[d rank]", NUMBERS, numbers, "1", "x"),
    DLS_MEX_ARGUMENT("mu", NUMBERS, Q.mu, "m", "1"),
    DLS_MEX_ARGUMENT("r", NUMBERS, r, "n", "1"),
    DLS_MEX_ARGUMENT("c", NUMBERS, c, "b", "1"),
    DLS_MEX_ARGUMENT("s", NUMBERS, s, "w", "1"),
    DLS_MEX_ARGUMENT("active", FLAGS, active, "?u", "1"),
    DLS_MEX_ARGUMENT("expand", FLAG, expand, NULL, NULL),
    DLS_MEX_END};

static const dls_mex_argument model_fields[] = {DLS_MEX_BOUNDED("d", WHOLE, d, "d", NULL, 1, 3),
                                                DLS_MEX_ARGUMENT("M", MATRIX, L.M, "n", "n"),
                                                DLS_MEX_ARGUMENT("C", MATRIX, L.C, "n", "n"),
                                                DLS_MEX_ARGUMENT("K", MATRIX, L.K, "n", "n"),
                                                DLS_MEX_ARGUMENT("G", MATRIX, L.G, "n", "b"),
                                                DLS_MEX_ARGUMENT("N", MATRIX, L.N, "n", "u"),
                                                DLS_MEX_ARGUMENT("B", MATRIX, L.B, "n", "du"),
                                                DLS_MEX_ARGUMENT("f", NUMBERS, L.f, "n", "1"),
                                                DLS_MEX_ARGUMENT("h0", NUMBERS, L.h0, "b", "1"),
                                                DLS_MEX_ARGUMENT("g0", NUMBERS, L.g0, "u", "1"),
                                                DLS_MEX_ARGUMENT("e", NUMBERS, L.e, "u", "1"),
                                                DLS_MEX_ARGUMENT("mu", NUMBERS, L.mu, "u", "1"),
                                                DLS_MEX_END};
static const dls_mex_argument settings_fields[] = {
    DLS_MEX_BOUNDED("scheme", WHOLE, scheme, NULL, NULL, DLS_MOREAU_JEAN, DLS_SCHATZMAN_PAOLI),
    DLS_MEX_BOUNDED("h", NUMBER, run.h, NULL, NULL, DBL_MIN, DBL_MAX),
    DLS_MEX_BOUNDED("theta", NUMBER, run.theta, NULL, NULL, -DBL_MAX, DBL_MAX),
    DLS_MEX_BOUNDED("gamma", NUMBER, run.gamma, NULL, NULL, -DBL_MAX, DBL_MAX),
    DLS_MEX_ARGUMENT("euclidean", FLAG, run.euclidean, NULL, NULL),
    DLS_MEX_BOUNDED("steps", WHOLE, run.steps, NULL, NULL, 0, 1e9),
    DLS_MEX_BOUNDED("stride", WHOLE, run.stride, NULL, NULL, 1, 1e9),
    DLS_MEX_BOUNDED("max_time", NUMBER, run.max_time, NULL, NULL, 0, DBL_MAX),
    DLS_MEX_END};
static const dls_mex_argument state_fields[] = {
    DLS_MEX_ARGUMENT("q", NUMBERS, state0[0], "n", "1"),
    DLS_MEX_ARGUMENT("v", NUMBERS, state0[1], "n", "1"),
    DLS_MEX_ARGUMENT("previous", NUMBERS, state0[2], "n", "1"),
    DLS_MEX_ARGUMENT("p", NUMBERS, state0[3], "b+du", "1"),
    DLS_MEX_ARGUMENT("status", NUMBERS, state0[4], "u", "1"),
    DLS_MEX_ARGUMENT("begun", FLAG, state.begun, NULL, NULL),
    DLS_MEX_END};
static const dls_mex_argument run_arguments[] = {
    DLS_MEX_STRUCT("model", model_fields), DLS_MEX_STRUCT("settings", settings_fields),
    DLS_MEX_STRUCT("state", state_fields), DLS_MEX_END};

static const dls_mex_call calls[] = {{"check", check_arguments, 1, check},
                                     {"moreau", moreau_arguments, 6, moreau},
                                     {"percussion", percussion_arguments, 5, percussion},
                                     {"run", run_arguments, 7, run},
                                     DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_simulate", calls)
