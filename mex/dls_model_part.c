/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a function of a model has returned, as the engine wants it. */
#include <stdio.h>
#include <string.h>

#include "dls_model_host.h"
#include "dls_reader.h"

void dls_model_show(char *text, size_t room, const char *name, const mxArray *x)
{
    size_t at = strlen(text), n = mxGetNumberOfElements(x);
    snprintf(text + at, room - at, ", %s = [", name);
    for (size_t k = 0; k < n && k < 8; k++) {
        at = strlen(text);
        snprintf(text + at, room - at, "%s%.6g", k ? " " : "", mxGetPr(x)[k]);
    }
    at = strlen(text);
    snprintf(text + at, room - at, n > 8 ? " ... %zu in all]" : "]", n);
}

/* Numbers of columns and dimensions are not asked: Octave 7 loses 16 bytes with each answer. */
bool dls_model_fits(const mxArray *x, dls_int rows, dls_int cols, char *what, size_t room)
{
    char found[120];
    if (!x || !mxIsDouble(x) || mxIsComplex(x)) {
        dls_mex_describe(x, found, sizeof found);
        snprintf(what, room, "returned %s; expected real doubles", found);
        return false;
    }
    size_t m = mxGetM(x), count = mxGetNumberOfElements(x);
    bool fits = (dls_int)m == rows && (dls_int)count == rows * cols;
    if (!fits && (rows * cols > 0 || count > 0)) {
        snprintf(what, room, "returned a %lld-by-%lld matrix; expected %lld-by-%lld",
                 (long long)mxGetM(x), (long long)mxGetN(x), (long long)rows, (long long)cols);
        return false;
    }
    return true;
}

static double *vector_of(dls_motion_values *E, int k)
{
    switch (k) {
    case DLS_PARTNO_FORCE:
        return E->f;
    case DLS_PARTNO_CONSTRAINT:
        return E->h;
    case DLS_PARTNO_GAP:
        return E->g;
    case DLS_PARTNO_CONSTRAINT_SPEED:
        return E->wb;
    case DLS_PARTNO_GAP_SPEED:
        return E->wu;
    case DLS_PARTNO_TANGENT_SPEED:
        return E->wt;
    case DLS_PARTNO_CONSTRAINT_RATE:
        return E->bb;
    case DLS_PARTNO_GAP_RATE:
        return E->bu;
    case DLS_PARTNO_POTENTIAL:
        return E->potential;
    case DLS_PARTNO_RESTITUTION:
        return E->e;
    case DLS_PARTNO_FRICTION:
        return E->mu;
    default:
        return NULL;
    }
}

/* y := x, which may be sparse */
static void spread(const mxArray *x, double *y)
{
    if (!mxIsSparse(x)) {
        memcpy(y, mxGetPr(x), mxGetNumberOfElements(x) * sizeof *y);
        return;
    }
    const mwIndex *start = mxGetJc(x), *row = mxGetIr(x);
    size_t rows = mxGetM(x), cols = mxGetN(x);
    memset(y, 0, rows * cols * sizeof *y);
    for (size_t j = 0; j < cols; j++) {
        for (mwIndex k = start[j]; k < start[j + 1]; k++) {
            y[row[k] + j * rows] = mxGetPr(x)[k];
        }
    }
}

dls_error dls_model_deliver(const mxArray *x, int k, dls_motion_values *E, dls_fault *fault)
{
    double *y = vector_of(E, k);
    if (!y && mxIsSparse(x)) {
        dls_view A = {(dls_int)mxGetM(x), (dls_int)mxGetN(x), (const dls_int *)mxGetJc(x),
                      (const dls_int *)mxGetIr(x), mxGetPr(x)};
        return dls_motion_sparse(E, 1u << k, A, fault);
    }
    y = y ? y : dls_motion_full(E, 1u << k);
    if (!y) {
        fault->code = DLS_ERROR_MEMORY;
        strcpy(fault->text, "no memory for a matrix of the model");
        return DLS_ERROR_MEMORY;
    }
    spread(x, y);
    return DLS_OK;
}
