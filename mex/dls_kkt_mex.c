/* SPDX-License-Identifier: GPL-3.0-or-later */
/* [a, lambda, info] = dls_kkt_mex ('once', M, G, F, b, options)   delassus:engine: for another
   [id, stats] = dls_kkt_mex ('setup', M, G, options)
   [a, lambda, info] = dls_kkt_mex ('solve', id, F, b)
   stats = dls_kkt_mex ('update', id, M, G)
   dls_kkt_mex ('free', id) */
#include "dls_kkt_info.h"

typedef struct {
    dls_view M, G, W;
    dls_kkt_settings settings;
    const mxArray *accuracy; /* one or m; NULL or empty: none */
    double engine;           /* 0: this process */
    dls_kkt *K;
    const double *F, *b;
} inputs;

static void release(void *object)
{
    dls_kkt_free(object);
}

/* m errors of b, of Octave's memory; NULL: none were given */
static const double *accuracy_of(const inputs *I)
{
    const mxArray *x = I->accuracy;
    mwSize m = (mwSize)I->G.cols, found = x ? mxGetNumberOfElements(x) : 0;
    if (found == 0) {
        return NULL;
    }
    if (!mxIsDouble(x) || mxIsComplex(x) || mxIsSparse(x) || (found != 1 && found != m)) {
        dls_mex_error("delassus:option",
                      "option 'ConstraintAccuracy' is no number and no full vector of %lld; "
                      "expected one error, or one for each constraint",
                      (long long)m);
    }
    double *all = mxCalloc(m + 1, sizeof *all);
    for (mwSize j = 0; j < m; j++) {
        all[j] = mxGetPr(x)[found == 1 ? 0 : j];
    }
    return all;
}

/* What lives no longer than its arguments needs no copies of them. */
static dls_kkt *new_object(const inputs *I, bool temporary)
{
    dls_kkt *K = NULL;
    dls_fault fault;
    const double *accuracy = accuracy_of(I);
    dls_error error = (temporary ? dls_kkt_borrow : dls_kkt_setup)(I->M, I->G, I->W, &I->settings,
                                                                   dls_mex_host(), &K, &fault);
    if (!error && accuracy) {
        error = dls_kkt_set_accuracy(K, accuracy, &fault);
        if (error) {
            dls_kkt_free(K);
        }
    }
    dls_mex_check(error, "dls_kkt", &fault);
    return K;
}

/* All columns. K is freed before an error is raised if it is ours (temporary). Array creation by
   mx* may raise too when memory is out; then a temporary K is lost with the rest of that memory. */
static void solve_all(dls_kkt *K, bool temporary, const inputs *I, dls_mex_reply *to)
{
    dls_int n, m, count = DLS_MEX_SIZE(to, 'k');
    dls_kkt_get_size(K, &n, &m);
    mxArray *constraints = dls_mex_zeros(m, count), *forces = dls_mex_zeros(n, count);
    dls_kkt_result *results = mxCalloc((mwSize)count + 1, sizeof *results);
    dls_fault fault;
    to->out[0] = dls_mex_zeros(n, count);
    to->out[1] = dls_mex_zeros(m, count);
    dls_kkt_certificate certificate = {mxGetPr(constraints), mxGetPr(forces)};
    dls_error error = dls_kkt_solve_many(K, count, I->F, I->b, mxGetPr(to->out[0]),
                                         mxGetPr(to->out[1]), certificate, results, &fault);
    dls_kkt_stats stats = dls_kkt_get_stats(K);
    if (temporary) {
        results[0].time += stats.time_setup + stats.time_factor; /* of the whole call */
        dls_kkt_free(K);
    }
    dls_mex_check(error, "dls_kkt", &fault);
    if (to->wanted > 2) {
        to->out[2] = dls_kkt_info_struct(results, (mwSize)count, stats, constraints, forces);
    }
}

static void once(void *in, dls_mex_reply *to)
{
    const inputs *I = in;
    if (I->engine != 0) {
        dls_mex_error("delassus:engine", "the engine mpi runs elsewhere");
    }
    solve_all(new_object(I, true), true, I, to);
}

static void solve(void *in, dls_mex_reply *to)
{
    inputs *I = in;
    dls_int n, m;
    dls_fault fault = {DLS_ERROR_DIMENSION, "F or b does not fit the factorised M, G"};
    dls_kkt_get_size(I->K, &n, &m);
    if (DLS_MEX_SIZE(to, 'n') != n || DLS_MEX_SIZE(to, 'm') != m) {
        dls_mex_raise("dls_kkt", &fault);
    }
    solve_all(I->K, false, I, to);
}

static void setup(void *in, dls_mex_reply *to)
{
    if (((inputs *)in)->engine != 0) {
        dls_mex_error("delassus:option", "option 'Engine' is mpi; expected local (dls_kkt has it)");
    }
    dls_kkt *K = new_object(in, false);
    dls_kkt_stats stats = dls_kkt_get_stats(K);
    to->out[0] = dls_handle_new(K, release);
    to->out[1] = to->wanted > 1 ? dls_kkt_stats_struct(stats) : NULL;
}

static void update(void *in, dls_mex_reply *to)
{
    inputs *I = in;
    dls_fault fault;
    dls_mex_check(dls_kkt_update(I->K, I->M, I->G, &fault), "update", &fault);
    to->out[0] = dls_kkt_stats_struct(dls_kkt_get_stats(I->K));
}

#define DLS_MEX_SYSTEM                                                                             \
    DLS_MEX_ARGUMENT("M", MATRIX, M, "n", "n"), DLS_MEX_ARGUMENT("G", MATRIX, G, "n", "m")
#define DLS_MEX_HOW DLS_MEX_HAS_OPTIONS("dls_kkt", settings, own)
#define DLS_MEX_SIDES                                                                              \
    DLS_MEX_ARGUMENT("F", NUMBERS, F, "n", "k"), DLS_MEX_ARGUMENT("b", NUMBERS, b, "m", "k")
#define DLS_MEX_OBJECT DLS_MEX_ARGUMENT("K", HANDLE, K, "id", NULL)

static const dls_mex_argument own[] = {
    DLS_MEX_ARGUMENT("Weight", METRIC, W, "?m", "m"),
    DLS_MEX_ARGUMENT("ConstraintAccuracy", ARRAY, accuracy, "?", NULL),
    DLS_MEX_ARGUMENT("Engine", NUMBER, engine, NULL, NULL), DLS_MEX_END};
static const dls_mex_argument once_arguments[] = {DLS_MEX_SYSTEM, DLS_MEX_SIDES, DLS_MEX_HOW,
                                                  DLS_MEX_END};
static const dls_mex_argument setup_arguments[] = {DLS_MEX_SYSTEM, DLS_MEX_HOW, DLS_MEX_END};
static const dls_mex_argument solve_arguments[] = {DLS_MEX_OBJECT, DLS_MEX_SIDES, DLS_MEX_END};
static const dls_mex_argument update_arguments[] = {DLS_MEX_OBJECT, DLS_MEX_SYSTEM, DLS_MEX_END};

static const dls_mex_call calls[] = {{"once", once_arguments, 3, once, 0},
                                     {"setup", setup_arguments, 2, setup, 0},
                                     {"solve", solve_arguments, 3, solve, 0},
                                     {"update", update_arguments, 1, update, 0},
                                     DLS_HANDLE_FREE,
                                     DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_kkt", calls)
