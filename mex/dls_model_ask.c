/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions of a model are asked. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dls_machine.h"
#include "dls_model_host.h"

#define DLS_HOST_PART(symbol, name, rows, cols) name,
static const char *const names[] = {DLS_MOTION_PARTS(DLS_HOST_PART) "state", "sample", "contacts",
                                    "advance", "law"};

/* What a part is in the model of the m-side: the force of a linear model is its load f. */
const char *dls_model_field(const dls_model_host *H, int k)
{
    return k == DLS_PARTNO_FORCE && H && H->linear ? "f" : names[k];
}

mxArray *dls_model_call(dls_model_host *H, int k, bool trap)
{
    const dls_model_part *part = &H->part[k];
    mxArray *in[] = {(mxArray *)part->value,      H->t, H->q, H->v,
                     k == CONTACTS ? H->h : H->x, NULL, NULL};
    mxArray *out[1] = {NULL};
    int count = part->arguments >= 3 ? part->arguments + 1 : 2;
    if (part->arguments == 1) {
        in[1] = H->q;
    }
    if (part->listed) {
        in[count++] = H->list;
    }
    if (k == ADVANCE) {
        in[1] = H->q;
        in[2] = H->v;
        in[3] = H->h;
    } else if (k == IMPACT) {
        memcpy(in + 1, H->struck, sizeof H->struck);
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
        mxDestroyArray(dls_model_call(H, k, false));
        H->asked = k;
    }
}

dls_error dls_model_refuse(const dls_model_host *H, int k, const char *what, dls_fault *fault)
{
    fault->code = DLS_ERROR_MODEL;
    snprintf(fault->text, sizeof fault->text, "'%s' of the model %s\n  at t = %.10g",
             dls_model_field(H, k), what, mxGetScalar(H->t));
    dls_model_show(fault->text, sizeof fault->text, "q", H->q);
    dls_model_show(fault->text, sizeof fault->text, "v", H->v);
    if (H->model.nx > 0) {
        dls_model_show(fault->text, sizeof fault->text, "x", H->x);
    }
    return DLS_ERROR_MODEL;
}

/* They stand behind forces and velocities, whose names they must not be refused by. */
static dls_error take_states(const dls_model_host *H, int k, const double *x, dls_motion_values *E,
                             dls_fault *fault)
{
    dls_int nx = H->model.nx;
    for (dls_int i = 0; i < nx; i++) {
        if (!isfinite(x[i])) {
            char what[80];
            snprintf(what, sizeof what, "returned %s in (%lld,1); expected finite numbers",
                     isnan(x[i]) ? "NaN" : "Inf", (long long)i + 1);
            return dls_model_refuse(H, k, what, fault);
        }
    }
    memcpy(E->f + H->model.n - nx, x, (size_t)nx * sizeof *x);
    return DLS_OK;
}

static dls_error take(const dls_model_host *H, int k, const mxArray *x, dls_motion_values *E,
                      dls_fault *fault)
{
    char what[200];
    const dls_model_part *part = &H->part[k];
    dls_int rows = part->rows + part->each_row * H->count;
    dls_int cols = part->cols + part->each_col * H->count;
    bool one = part->listed && part->arguments == 0; /* for all that come and go */
    if (!one && !dls_model_fits(x, rows, cols, what, sizeof what)) {
        return dls_model_refuse(H, k, what, fault);
    }
    if (k == ADVANCE) {
        return DLS_OK;
    }
    if (k == STATE || k == SAMPLE) {
        return take_states(H, k, mxGetPr(x), E, fault);
    }
    return dls_model_deliver(x, k, H->model.nx, part->each_row + part->each_col, E, fault);
}

/* The arguments that a function has: the pieces of its key */
static int pieces_of(const dls_model_host *H, const dls_model_part *part, const mxArray *pieces[4])
{
    if (part == H->part + ADVANCE) {
        pieces[0] = H->q;
        pieces[1] = H->v;
        pieces[2] = H->h;
        return 3;
    }
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
static bool known(const dls_model_host *H, const dls_model_part *part)
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

void dls_model_forget(dls_model_part *part)
{
    if (part->last) {
        mxDestroyArray(part->last);
        part->last = NULL;
    }
}

static void keep(const dls_model_host *H, dls_model_part *part, mxArray *answer)
{
    const mxArray *pieces[4];
    double *key = part->key;
    for (int j = 0, count = pieces_of(H, part, pieces); j < count; j++) {
        size_t size = mxGetNumberOfElements(pieces[j]);
        memcpy(key, mxGetPr(pieces[j]), size * sizeof *key);
        key += size;
    }
    dls_model_forget(part);
    mexMakeArrayPersistent(answer);
    part->last = answer;
}

/* One part at the arguments, asked unless it was asked the same just before. */
static dls_error ask(dls_model_host *H, int k, dls_motion_values *E, dls_fault *fault)
{
    dls_model_part *part = &H->part[k];
    if (part->arguments == 0) {
        return take(H, k, part->value, E, fault);
    }
    if (!known(H, part)) {
        mxArray *answer = dls_model_call(H, k, H->trap);
        if (!answer) {
            return dls_model_refuse(H, k, "failed", fault);
        }
        keep(H, part, answer);
    }
    return take(H, k, part->last, E, fault);
}

void dls_model_at(dls_model_host *H, double t, const double *q, const double *v)
{
    size_t nq = mxGetNumberOfElements(H->q), n = mxGetNumberOfElements(H->v);
    *mxGetPr(H->t) = t;
    memcpy(mxGetPr(H->q), q, nq * sizeof *q);
    memcpy(mxGetPr(H->v), v, n * sizeof *v);
    memcpy(mxGetPr(H->x), v + n, mxGetNumberOfElements(H->x) * sizeof *v);
}

dls_error dls_model_evaluate(void *data, unsigned parts, dls_motion_values *E, dls_fault *fault)
{
    dls_model_host *H = data;
    dls_error error = DLS_OK;
    dls_model_at(H, E->t, E->q, E->v);
    for (int k = 0; k < DLS_PARTS && !error; k++) {
        error = parts >> k & 1 && H->part[k].arguments >= 0 ? ask(H, k, E, fault) : DLS_OK;
    }
    bool states = parts & DLS_PART_FORCE && H->part[STATE].arguments > 0;
    return error || !states ? error : ask(H, STATE, E, fault);
}

/* Places of states, behind those of positions, are moved with them. */
dls_error dls_model_advance(void *data, const double *q, const double *v, double h, double *next,
                            dls_fault *fault)
{
    dls_model_host *H = data;
    size_t nq = mxGetNumberOfElements(H->q), n = mxGetNumberOfElements(H->v);
    dls_model_at(H, *mxGetPr(H->t), q, v);
    *mxGetPr(H->h) = h;
    dls_error error = ask(H, ADVANCE, NULL, fault);
    if (error) {
        return error;
    }
    dls_model_spread(H->part[ADVANCE].last, nq, next);
    for (size_t k = 0; k < mxGetNumberOfElements(H->x); k++) {
        next[nq + k] = q[nq + k] + h * v[n + k];
    }
    return DLS_OK;
}

dls_error dls_model_sample(void *data, double t, const double *q, double *v, dls_fault *fault)
{
    dls_model_host *H = data;
    dls_model_at(H, t, q, v);
    dls_motion_values E = {.f = v};
    return ask(H, SAMPLE, &E, fault);
}

static mxArray *lasting(mxArray *x, mxArray **place)
{
    mexMakeArrayPersistent(x);
    if (*place) {
        mxDestroyArray(*place);
    }
    return *place = x;
}

dls_error dls_model_impact(void *data, const dls_hit *hit, double *p, dls_fault *fault)
{
    dls_model_host *H = data;
    dls_int count = hit->count, width = count * hit->d;
    char what[200];
    dls_model_at(H, hit->t, hit->q, hit->v);
    lasting(dls_mex_copy(hit->W, width, width), &H->struck[0]);
    lasting(dls_mex_copy(hit->u, width, 1), &H->struck[1]);
    lasting(dls_mex_copy(hit->e, count, 1), &H->struck[2]);
    lasting(hit->mu ? dls_mex_copy(hit->mu, count, 1) : dls_mex_zeros(count, 1), &H->struck[3]);
    double *number = mxGetPr(lasting(dls_mex_zeros(count, 1), &H->struck[4]));
    for (dls_int k = 0; k < count; k++) {
        number[k] = (double)(hit->contact ? hit->contact[k] : k) + 1;
    }
    mxArray *answer = dls_model_call(H, IMPACT, H->trap);
    if (!answer) {
        return dls_model_refuse(H, IMPACT, "failed", fault);
    }
    dls_error error = DLS_OK;
    if (dls_model_fits(answer, width, 1, what, sizeof what)) {
        dls_model_spread(answer, (size_t)width, p);
    } else {
        error = dls_model_refuse(H, IMPACT, what, fault);
    }
    mxDestroyArray(answer);
    return error;
}

/* A force that does not take columns fails, or returns something else: it is not asked so again. */
dls_error dls_model_forces(void *data, double t, dls_int count, const double *q, const double *v,
                           double *f, dls_fault *fault)
{
    dls_model_host *H = data;
    dls_int n = H->model.n;
    mxArray *const alone[] = {H->q, H->v};
    char what[200];
    *mxGetPr(H->t) = t;
    H->q = dls_mex_copy(q, H->model.nq, count);
    H->v = dls_mex_copy(v, n, count);
    mxArray *answer = dls_model_call(H, DLS_PARTNO_FORCE, true);
    mxDestroyArray(H->q);
    mxDestroyArray(H->v);
    H->q = alone[0];
    H->v = alone[1];
    H->asked = -1;
    bool fits = answer && !mxIsSparse(answer) &&
                mxGetNumberOfElements(answer) == (size_t)(n * count) &&
                dls_model_fits(answer, n, count, what, sizeof what);
    if (fits) {
        memcpy(f, mxGetPr(answer), (size_t)(n * count) * sizeof *f);
    }
    if (answer) {
        mxDestroyArray(answer);
    }
    fault->code = fits ? DLS_OK : DLS_ERROR_MODEL;
    return fault->code;
}

mxArray *dls_model_host_asked(const dls_model_host *H)
{
    static const char *const fields[] = {"name", "t", "q", "v", "x"};
    if (H->machine) {
        return dls_machine_asked(H->machine);
    }
    if (H->library) {
        mxArray *const none[5] = {mxCreateString("")};
        return dls_mex_struct(5, fields, none);
    }
    mxArray *const parts[] = {mxCreateString(H->asked >= 0 ? dls_model_field(H, H->asked) : ""),
                              mxDuplicateArray(H->t), mxDuplicateArray(H->q),
                              mxDuplicateArray(H->v), mxDuplicateArray(H->x)};
    return dls_mex_struct(5, fields, parts);
}
