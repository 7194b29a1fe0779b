/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dls_model_host.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dls_machine.h"
#include "dls_reader.h"

#define DLS_HOST_PART(symbol, name, rows, cols) name,
static const char *const names[] = {DLS_MOTION_PARTS(DLS_HOST_PART) "state", "sample"};

enum { LOAD_OF_TIME = 2 }; /* between the functions of (q), of (t,q,v), of (t,q,v,x) */
enum { STATE = DLS_PARTS, SAMPLE, FUNCTIONS };

typedef struct {
    const mxArray *value; /* a number or a function */
    int arguments;        /* 0: a number */
    dls_int rows, cols;
    mxArray *last; /* the last answer of the function */
    double *key;   /* and its arguments, one after the other */
} host_part;

struct dls_model_host {
    dls_motion_model model;
    dls_machine *machine; /* NULL: the parts are functions */
    host_part part[FUNCTIONS];
    dls_int *pattern[2]; /* starts and rows of C and K */
    double *entry[2];
    bool linear, trap;
    mxArray *t, *q, *v, *x; /* arguments */
    int asked;          /* the part whose function is at work; -1: none */
};

/* What a part is in the model of the m-side: the force of a linear model is its load f. */
static const char *field_of(const dls_model_host *H, int k)
{
    return k == DLS_PARTNO_FORCE && H->linear ? "f" : names[k];
}

/* How many arguments its function has, 0: it is a number, -1: there is nothing. */
static int arguments_of(const dls_model_host *H, const mxArray *model, int k)
{
    const mxArray *value = mxGetField(model, 0, field_of(H, k));
    bool data = dls_mex_is_data(value);
    if (k == DLS_PARTNO_FORCE && H->linear) {
        return data ? 0 : LOAD_OF_TIME;
    }
    const mxArray *list = mxGetField(model, 0, "arity");
    const mxArray *arity = list && mxIsStruct(list) ? mxGetField(list, 0, names[k]) : NULL;
    bool known = arity && mxIsDouble(arity) && mxGetNumberOfElements(arity) == 1;
    int count = known ? (int)mxGetScalar(arity) : -1;
    return !value || count < 0 ? -1 : data ? 0 : count == 1 || count == 4 ? count : 3;
}

/* C or K of a linear model; one without entries is absent. */
static bool copy_matrix(dls_model_host *H, int k, dls_view A, dls_view *view)
{
    size_t cols = (size_t)A.cols, entries = A.p ? (size_t)A.p[cols] : 0;
    *view = (dls_view){0};
    if (entries == 0) {
        return true;
    }
    H->pattern[k] = malloc((cols + 1 + entries) * sizeof *H->pattern[k]);
    H->entry[k] = malloc(entries * sizeof *H->entry[k]);
    if (!H->pattern[k] || !H->entry[k]) {
        return false;
    }
    dls_int *rows = H->pattern[k] + cols + 1;
    memcpy(H->pattern[k], A.p, (cols + 1) * sizeof *A.p);
    memcpy(rows, A.i, entries * sizeof *A.i);
    memcpy(H->entry[k], A.x, entries * sizeof *A.x);
    *view = (dls_view){A.rows, A.cols, H->pattern[k], rows, H->entry[k]};
    return true;
}

static void set_sizes(dls_model_host *H)
{
    dls_motion_model *m = &H->model;
    dls_int n = m->n - m->nx, nb = m->nb, nu = m->nu, nt = (m->d - 1) * nu;
#define DLS_HOST_SIZE(symbol, name, rows, cols) {rows, cols},
    const dls_int size[][2] = {DLS_MOTION_PARTS(DLS_HOST_SIZE)};
    for (int k = 0; k < DLS_PARTS; k++) {
        H->part[k].rows = size[k][0];
        H->part[k].cols = size[k][1];
    }
    for (int k = STATE; k < FUNCTIONS; k++) {
        H->part[k].rows = m->nx;
        H->part[k].cols = 1;
    }
}

static dls_error evaluate(void *data, unsigned parts, dls_motion_values *E, dls_fault *fault);
static dls_error sample(void *data, double t, const double *q, double *v, dls_fault *fault);

/* A mechanism of the sizes that the arguments have been read with */
static dls_machine *machine_of(const dls_motion_model *sizes, const mxArray *model)
{
    dls_machine *K = dls_machine_new(model);
    dls_motion_model m = dls_machine_model(K);
    if (m.n != sizes->n || m.nq != sizes->nq || m.nb != sizes->nb || m.nu != sizes->nu ||
        m.d != sizes->d) {
        dls_machine_free(K);
        mexErrMsgIdAndTxt("delassus:dimension", "dls_simulate: the sizes of the mechanism differ");
    }
    return K;
}

dls_model_host *dls_model_host_new(const dls_motion_model *sizes, bool linear, const mxArray *model)
{
    dls_machine *machine = NULL;
    if (mxGetField(model, 0, "machine")) {
        machine = machine_of(sizes, model);
    } else if (sizes->nq != sizes->n) {
        mexErrMsgIdAndTxt("delassus:dimension", "dls_simulate: q and v differ in size");
    }
    dls_model_host *H = calloc(1, sizeof *H);
    if (!H) {
        if (machine) {
            dls_machine_free(machine);
        }
        return NULL;
    }
    dls_motion_model *m = &H->model;
    H->machine = machine;
    if (machine) {
        *m = dls_machine_model(machine);
        return H;
    }
    *m = *sizes;
    m->data = H;
    m->evaluate = evaluate;
    H->linear = linear;
    H->asked = -1;
    set_sizes(H);
    bool made = true;
    for (int k = 0; k < FUNCTIONS; k++) {
        int arguments = H->part[k].arguments = arguments_of(H, model, k);
        if (arguments > 0) {
            H->part[k].key = malloc((size_t)(2 * m->n + 1) * sizeof *H->part[k].key);
            made = made && H->part[k].key;
        }
        if (k < DLS_PARTS) {
            m->given |= arguments >= 0 ? 1u << k : 0;
            m->constant |= arguments == 0 ? 1u << k : 0;
            m->of_q |= arguments == 1 ? 1u << k : 0;
        }
    }
    if (H->part[STATE].arguments >= 0) { /* they are part of the force */
        m->given |= DLS_PART_FORCE;
        m->constant &= ~(unsigned)DLS_PART_FORCE;
        m->of_q &= ~(unsigned)DLS_PART_FORCE;
    }
    m->sample = H->part[SAMPLE].arguments > 0 ? sample : NULL;
    made = made && copy_matrix(H, 0, sizes->C, &m->C) && copy_matrix(H, 1, sizes->K, &m->K);
    if (!made) {
        dls_model_host_free(H);
        return NULL;
    }
    mxArray **arguments[] = {&H->t, &H->q, &H->v, &H->x};
    const dls_int n = m->n - m->nx, count[] = {1, n, n, m->nx};
    for (int k = 0; k < 4; k++) {
        *arguments[k] = dls_mex_zeros(count[k], 1);
        mexMakeArrayPersistent(*arguments[k]);
    }
    return H;
}

static void forget(host_part *part)
{
    if (part->last) {
        mxDestroyArray(part->last);
        part->last = NULL;
    }
}

void dls_model_host_free(dls_model_host *H)
{
    if (H->machine) {
        dls_machine_free(H->machine);
    }
    mxArray *const arguments[] = {H->t, H->q, H->v, H->x};
    for (int k = 0; k < 4; k++) {
        if (arguments[k]) {
            mxDestroyArray(arguments[k]);
        }
    }
    for (int k = 0; k < 2; k++) {
        free(H->pattern[k]);
        free(H->entry[k]);
    }
    for (int k = 0; k < FUNCTIONS; k++) {
        forget(&H->part[k]);
        free(H->part[k].key);
    }
    free(H);
}

const dls_motion_model *dls_model_host_attach(dls_model_host *H, const mxArray *model, bool trap)
{
    if (H->machine) {
        dls_machine_attach(H->machine, model, trap);
        return &H->model;
    }
    for (int k = 0; k < FUNCTIONS; k++) {
        const mxArray *value = mxGetField(model, 0, field_of(H, k));
        if (H->part[k].arguments > 0 && (!value || dls_mex_is_data(value))) {
            mexErrMsgIdAndTxt("delassus:type", "'%s' of the model is no function any more",
                              field_of(H, k));
        }
        H->part[k].value = value;
    }
    H->trap = trap;
    return &H->model;
}

/* The answer of a function at the arguments in t, q, v; NULL: an error that was trapped. */
static mxArray *call(dls_model_host *H, int k, bool trap)
{
    const host_part *part = &H->part[k];
    mxArray *in[] = {(mxArray *)part->value, H->t, H->q, H->v, H->x}, *out[1] = {NULL};
    int count = part->arguments >= 3 ? part->arguments + 1 : 2;
    if (part->arguments == 1) {
        in[1] = H->q;
    }
    H->asked = k;
    if (trap) {
        mxArray *error = mexCallMATLABWithTrap(1, out, count, in, "feval");
        if (error) {
            mxDestroyArray(error);
            return NULL;
        }
    } else {
        mexCallMATLAB(1, out, count, in, "feval");
    }
    H->asked = -1;
    return out[0];
}

void dls_model_host_repeat(dls_model_host *H)
{
    if (H->machine) {
        dls_machine_repeat(H->machine);
        return;
    }
    if (H->asked >= 0) {
        int k = H->asked;
        mxDestroyArray(call(H, k, false));
        H->asked = k;
    }
}

static dls_error refuse(const dls_model_host *H, int k, const char *what, dls_fault *fault)
{
    fault->code = DLS_ERROR_MODEL;
    snprintf(fault->text, sizeof fault->text, "'%s' of the model %s\n  at t = %.10g",
             field_of(H, k), what, mxGetScalar(H->t));
    dls_model_show(fault->text, sizeof fault->text, "q", H->q);
    dls_model_show(fault->text, sizeof fault->text, "v", H->v);
    if (H->model.nx > 0) {
        dls_model_show(fault->text, sizeof fault->text, "x", H->x);
    }
    return DLS_ERROR_MODEL;
}

static dls_error take(const dls_model_host *H, int k, const mxArray *x, dls_motion_values *E,
                      dls_fault *fault)
{
    char what[200];
    const host_part *part = &H->part[k];
    if (!dls_model_fits(x, part->rows, part->cols, what, sizeof what)) {
        return refuse(H, k, what, fault);
    }
    if (k >= STATE) {
        double *states = E->f + H->model.n - H->model.nx;
        memcpy(states, mxGetPr(x), (size_t)H->model.nx * sizeof *states);
        return DLS_OK;
    }
    return dls_model_deliver(x, k, H->model.nx, E, fault);
}

/* The arguments that a function has: the pieces of its key */
static int pieces_of(const dls_model_host *H, const host_part *part, const mxArray *pieces[4])
{
    if (part->arguments >= 3) {
        pieces[0] = H->t;
        pieces[1] = H->q;
        pieces[2] = H->v;
        pieces[3] = H->x;
        return part->arguments;
    }
    pieces[0] = part->arguments == 1 ? H->q : H->t;
    return 1;
}

/* Is the last answer that to the same arguments? */
static bool known(const dls_model_host *H, const host_part *part)
{
    const mxArray *pieces[4];
    const double *key = part->key;
    bool same = part->last != NULL;
    for (int j = 0, count = pieces_of(H, part, pieces); same && j < count; j++) {
        size_t size = mxGetNumberOfElements(pieces[j]);
        same = memcmp(key, mxGetPr(pieces[j]), size * sizeof *key) == 0;
        key += size;
    }
    return same;
}

static void keep(const dls_model_host *H, host_part *part, mxArray *answer)
{
    const mxArray *pieces[4];
    double *key = part->key;
    for (int j = 0, count = pieces_of(H, part, pieces); j < count; j++) {
        size_t size = mxGetNumberOfElements(pieces[j]);
        memcpy(key, mxGetPr(pieces[j]), size * sizeof *key);
        key += size;
    }
    forget(part);
    mexMakeArrayPersistent(answer);
    part->last = answer;
}

/* One part at the arguments, asked unless it was asked the same just before. */
static dls_error ask(dls_model_host *H, int k, dls_motion_values *E, dls_fault *fault)
{
    host_part *part = &H->part[k];
    if (part->arguments == 0) {
        return take(H, k, part->value, E, fault);
    }
    if (!known(H, part)) {
        mxArray *answer = call(H, k, H->trap);
        if (!answer) {
            return refuse(H, k, "failed", fault);
        }
        keep(H, part, answer);
    }
    return take(H, k, part->last, E, fault);
}

static void set_arguments(dls_model_host *H, double t, const double *q, const double *v)
{
    size_t n = mxGetNumberOfElements(H->q), nx = mxGetNumberOfElements(H->x);
    *mxGetPr(H->t) = t;
    memcpy(mxGetPr(H->q), q, n * sizeof *q);
    memcpy(mxGetPr(H->v), v, n * sizeof *v);
    memcpy(mxGetPr(H->x), v + n, nx * sizeof *v);
}

static dls_error evaluate(void *data, unsigned parts, dls_motion_values *E, dls_fault *fault)
{
    dls_model_host *H = data;
    dls_error error = DLS_OK;
    set_arguments(H, E->t, E->q, E->v);
    for (int k = 0; k < DLS_PARTS && !error; k++) {
        error = parts >> k & 1 && H->part[k].arguments >= 0 ? ask(H, k, E, fault) : DLS_OK;
    }
    bool states = parts & DLS_PART_FORCE && H->part[STATE].arguments > 0;
    return error || !states ? error : ask(H, STATE, E, fault);
}

static dls_error sample(void *data, double t, const double *q, double *v, dls_fault *fault)
{
    dls_model_host *H = data;
    set_arguments(H, t, q, v);
    dls_motion_values E = {.f = v};
    return ask(H, SAMPLE, &E, fault);
}

mxArray *dls_model_host_asked(const dls_model_host *H)
{
    static const char *fields[] = {"name", "t", "q", "v", "x"};
    if (H->machine) {
        return dls_machine_asked(H->machine);
    }
    mxArray *x = mxCreateStructMatrix(1, 1, 5, fields);
    dls_mex_set_text(x, "name", H->asked >= 0 ? field_of(H, H->asked) : "");
    mxSetField(x, 0, "t", mxDuplicateArray(H->t));
    mxSetField(x, 0, "q", mxDuplicateArray(H->q));
    mxSetField(x, 0, "v", mxDuplicateArray(H->v));
    mxSetField(x, 0, "x", mxDuplicateArray(H->x));
    return x;
}
