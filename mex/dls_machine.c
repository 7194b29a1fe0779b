/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dls_machine.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "dls_mechanism_data.h"
#include "dls_reader.h"

struct dls_machine {
    dls_mechanism *B;
    mxArray *t, *q, *v;               /* arguments of functions; q: of the bodies */
    mxArray *value, *rate;            /* the same: of the coordinate of a joint */
    const mxArray *functions, *names; /* cells, during a call of the gateway */
    char name[80];                    /* of the function that was asked last */
    dls_int owner, own, count;        /* which function is the owner, own constraints, functions */
    dls_int asked;                    /* the function at work, from 1; 0: none */
    const double *counts, *inputs;    /* numbers that they return, that they are asked with */
    int arguments;                    /* of the function at work */
    bool trap;
};

static dls_error fail(dls_fault *fault, const char *text)
{
    fault->code = DLS_ERROR_MODEL;
    snprintf(fault->text, sizeof fault->text, "%s", text);
    return DLS_ERROR_MODEL;
}

static bool is_cell(const mxArray *x, dls_int count)
{
    return x && dls_mex_is_data(x) && mxIsCell(x) && (dls_int)mxGetNumberOfElements(x) == count;
}

static mxArray *call(dls_machine *K, dls_int number, int outputs, mxArray *out[])
{
    mxArray *f = mxGetCell(K->functions, (mwIndex)number - 1), *error = NULL;
    int inputs = 1 + K->arguments;
    mxArray *in[] = {f, K->t, K->q, K->v, K->value, K->rate};
    const mxArray *name = mxGetCell(K->names, (mwIndex)number - 1);
    if (!name || !mxIsChar(name) || mxGetString(name, K->name, sizeof K->name)) {
        K->name[0] = '\0';
    }
    K->asked = number;
    if (K->trap) {
        error = mexCallMATLABWithTrap(outputs, out, inputs, in, "feval");
    } else {
        mexCallMATLAB(outputs, out, inputs, in, "feval");
    }
    K->asked = error ? number : 0;
    return error;
}

static dls_error ask(dls_machine *K, dls_int number, int outputs, mxArray *out[], dls_fault *fault)
{
    mxArray *error = call(K, number, outputs, out);
    if (error) {
        mxDestroyArray(error);
        return fail(fault, "a function of the mechanism failed");
    }
    return DLS_OK;
}

static void place(dls_machine *K, double t, const double *q, const double *v)
{
    *mxGetPr(K->t) = t;
    memcpy(mxGetPr(K->q), q, mxGetNumberOfElements(K->q) * sizeof *q);
    memcpy(mxGetPr(K->v), v, mxGetNumberOfElements(K->v) * sizeof *v);
}

/* x := count numbers of an answer, which goes */
static bool take(mxArray *answer, dls_int count, double *x, bool add)
{
    bool fits = answer && dls_mex_is_data(answer) && mxIsDouble(answer) && !mxIsComplex(answer) &&
                !mxIsSparse(answer) && (dls_int)mxGetNumberOfElements(answer) == count;
    for (dls_int k = 0; fits && k < count; k++) {
        fits = isfinite(mxGetPr(answer)[k]);
    }
    for (dls_int k = 0; fits && x && k < count; k++) {
        x[k] = mxGetPr(answer)[k] + (add ? x[k] : 0);
    }
    mxDestroyArray(answer);
    return fits;
}

/* A force is a function of (t, q, v), or of these, the coordinate of its joint and its rate: it is
   the last three numbers. A drive is one of t: value, rate, second rate, and then the time. */
static dls_error parameters(void *data, bool force, dls_int number, double t, const double *q,
                            const double *v, const double *along, double *p, dls_fault *fault)
{
    dls_machine *K = data;
    mxArray *out[1] = {NULL};
    if (number < 1 || number > K->count) {
        return fail(fault, "a function of the mechanism is not there");
    }
    place(K, t, q, v);
    K->arguments = (int)K->inputs[number - 1];
    if (along) {
        *mxGetPr(K->value) = along[0];
        *mxGetPr(K->rate) = along[1];
    }
    dls_int count = force ? (dls_int)K->counts[number - 1] : 3;
    dls_error error = ask(K, number, 1, out, fault);
    if (!error && !take(out[0], count, force ? p + 3 : p, false)) {
        fault->code = error = DLS_ERROR_MODEL;
        snprintf(fault->text, sizeof fault->text,
                 "'%s' of the mechanism did not return %d finite numbers at t = %.10g", K->name,
                 (int)count, t);
    }
    if (!force) {
        p[3] = t;
    }
    return error;
}

static dls_error own(void *data, double t, const double *q, const double *v, double *h, double *G,
                     double *b, double *f, dls_fault *fault)
{
    dls_machine *K = data;
    mxArray *out[4] = {NULL, NULL, NULL, NULL};
    if (K->owner == 0) {
        return DLS_OK;
    }
    place(K, t, q, v);
    K->arguments = 3;
    dls_error error = ask(K, K->owner, 4, out, fault);
    if (!error) {
        dls_int n = (dls_int)mxGetNumberOfElements(K->v);
        bool fits = take(out[0], K->own, h, false);
        fits = take(out[1], n * K->own, G, false) && fits;
        fits = take(out[2], K->own, b, false) && fits;
        fits = take(out[3], n, f, true) && fits;
        error = fits ? DLS_OK : fail(fault, "own constraints and forces");
    }
    return error;
}

void dls_machine_free(dls_machine *K)
{
    mxArray *const arguments[] = {K->t, K->q, K->v, K->value, K->rate};
    for (int k = 0; k < 5; k++) {
        if (arguments[k]) {
            mxDestroyArray(arguments[k]);
        }
    }
    dls_mechanism_free(K->B);
    mxFree(K);
}

/* A field of whole numbers from 0 on */
static dls_int number_of(const mxArray *model, const char *name, dls_int most)
{
    const mxArray *x = mxGetField(model, 0, name);
    bool known = x && dls_mex_is_data(x) && mxIsDouble(x) && mxGetNumberOfElements(x) == 1;
    double value = known ? mxGetScalar(x) : -1;
    if (!(value >= 0 && value <= (double)most && value == (double)(dls_int)value)) {
        dls_mex_error("delassus:type", "dls_simulate: '%s' of the mechanism is wrong", name);
    }
    return (dls_int)value;
}

/* What is raised here leaves no memory behind. */
dls_machine *dls_machine_new(const mxArray *model)
{
    dls_machine *K = mxCalloc(1, sizeof *K);
    const mxArray *functions = mxGetField(model, 0, "functions");
    bool cell = functions && dls_mex_is_data(functions) && mxIsCell(functions);
    K->count = cell ? (dls_int)mxGetNumberOfElements(functions) : 0;
    K->own = number_of(model, "own", 1000000);
    K->owner = number_of(model, "owner", K->count);
    dls_mechanism_host host = {parameters, own, K};
    K->B = dls_mechanism_read("dls_simulate", mxGetField(model, 0, "machine"), host, K->own);
    dls_motion_model m = dls_mechanism_model(K->B);
    mxArray **arguments[] = {&K->t, &K->q, &K->v, &K->value, &K->rate};
    const dls_int count[] = {1, m.nq - dls_mechanism_angles(K->B), m.n, 1, 1};
    for (int k = 0; k < 5; k++) {
        *arguments[k] = dls_mex_zeros(count[k], 1);
        mexMakeArrayPersistent(*arguments[k]);
    }
    mexMakeMemoryPersistent(K);
    return K;
}

dls_motion_model dls_machine_model(const dls_machine *K)
{
    return dls_mechanism_model(K->B);
}

static bool are_counts(const mxArray *x, dls_int count, double most)
{
    bool fits = x && dls_mex_is_data(x) && mxIsDouble(x) && !mxIsComplex(x) && !mxIsSparse(x) &&
                (dls_int)mxGetNumberOfElements(x) == count;
    for (dls_int k = 0; fits && k < count; k++) {
        fits = mxGetPr(x)[k] >= 1 && mxGetPr(x)[k] <= most;
    }
    return fits;
}

void dls_machine_attach(dls_machine *K, const mxArray *model, bool trap)
{
    const mxArray *functions = mxGetField(model, 0, "functions");
    const mxArray *names = mxGetField(model, 0, "called");
    const mxArray *counts = mxGetField(model, 0, "counts");
    const mxArray *inputs = mxGetField(model, 0, "inputs");
    if (!is_cell(functions, K->count) || !is_cell(names, K->count) ||
        !are_counts(counts, K->count, 3) || !are_counts(inputs, K->count, 5)) {
        dls_mex_error("delassus:type", "the functions of the mechanism are not there any more");
    }
    K->functions = functions;
    K->names = names;
    K->counts = mxGetPr(counts);
    K->inputs = mxGetPr(inputs);
    K->trap = trap;
}

void dls_machine_repeat(dls_machine *K)
{
    dls_int number = K->asked;
    mxArray *out[4] = {NULL, NULL, NULL, NULL};
    if (number > 0) {
        bool trap = K->trap;
        K->trap = false;
        call(K, number, number == K->owner ? 4 : 1, out);
        K->trap = trap;
        K->asked = number;
    }
}

mxArray *dls_machine_asked(const dls_machine *K)
{
    static const char *const fields[] = {"name", "t", "q", "v"};
    mxArray *const parts[] = {mxCreateString(K->asked > 0 ? K->name : ""), mxDuplicateArray(K->t),
                              mxDuplicateArray(K->q), mxDuplicateArray(K->v)};
    return dls_mex_struct(4, fields, parts);
}
