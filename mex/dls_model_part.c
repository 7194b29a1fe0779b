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

/* Where E has the vector of part k; NULL: it is a matrix */
static double *vector_of(const dls_motion_values *E, int k)
{
    double *const vector[DLS_PARTS] = {[DLS_PARTNO_FORCE] = E->f,
                                       [DLS_PARTNO_CONSTRAINT] = E->h,
                                       [DLS_PARTNO_GAP] = E->g,
                                       [DLS_PARTNO_CONSTRAINT_SPEED] = E->wb,
                                       [DLS_PARTNO_GAP_SPEED] = E->wu,
                                       [DLS_PARTNO_TANGENT_SPEED] = E->wt,
                                       [DLS_PARTNO_CONSTRAINT_RATE] = E->bb,
                                       [DLS_PARTNO_GAP_RATE] = E->bu,
                                       [DLS_PARTNO_POTENTIAL] = E->potential,
                                       [DLS_PARTNO_RESTITUTION] = E->e,
                                       [DLS_PARTNO_TANGENT_RESTITUTION] = E->et,
                                       [DLS_PARTNO_LAW] = E->law,
                                       [DLS_PARTNO_COHESION] = E->cohesion,
                                       [DLS_PARTNO_STIFFNESS] = E->stiffness,
                                       [DLS_PARTNO_DAMPING] = E->damping,
                                       [DLS_PARTNO_CREEP] = E->creep,
                                       [DLS_PARTNO_ROLLING] = E->rolling,
                                       [DLS_PARTNO_SPINNING] = E->spinning,
                                       [DLS_PARTNO_FRICTION] = E->mu};
    return vector[k];
}

void dls_model_spread(const mxArray *x, size_t lead, double *y)
{
    size_t rows = mxGetM(x), count = mxGetNumberOfElements(x);
    if (!mxIsSparse(x)) {
        for (size_t k = 0; k < count; k += rows) {
            memcpy(y + k / rows * lead, mxGetPr(x) + k, rows * sizeof *y);
        }
        return;
    }
    const mwIndex *start = mxGetJc(x), *row = mxGetIr(x);
    memset(y, 0, count * sizeof *y);
    for (size_t j = 0; j < mxGetN(x); j++) {
        for (mwIndex k = start[j]; k < start[j + 1]; k++) {
            y[row[k] + j * lead] = mxGetPr(x)[k];
        }
    }
}

/* A sparse matrix with more rows; of a mass with units there. */
static dls_error deliver_sparse(const mxArray *x, int k, dls_int nx, dls_motion_values *E,
                                dls_fault *fault)
{
    dls_view A = {(dls_int)mxGetM(x) + nx, (dls_int)mxGetN(x), (const dls_int *)mxGetJc(x),
                  (const dls_int *)mxGetIr(x), mxGetPr(x)};
    if (k != DLS_PARTNO_MASS || nx == 0) {
        return dls_motion_sparse(E, 1u << k, A, fault);
    }
    dls_int n = A.cols, entries = A.p[n];
    dls_int *p = mxMalloc((size_t)(n + nx + 1) * sizeof *p);
    dls_int *i = mxMalloc((size_t)(entries + nx) * sizeof *i);
    double *value = mxMalloc((size_t)(entries + nx) * sizeof *value);
    memcpy(p, A.p, (size_t)(n + 1) * sizeof *p);
    memcpy(i, A.i, (size_t)entries * sizeof *i);
    memcpy(value, A.x, (size_t)entries * sizeof *value);
    for (dls_int j = 0; j < nx; j++) {
        i[entries + j] = n + j;
        value[entries + j] = 1;
        p[n + j + 1] = entries + j + 1;
    }
    dls_error error =
        dls_motion_sparse(E, DLS_PART_MASS, (dls_view){n + nx, n + nx, p, i, value}, fault);
    mxFree(p);
    mxFree(i);
    mxFree(value);
    return error;
}

/* Columns of a sparse matrix to the places of their contacts, `each` of them */
static dls_error place_sparse(const mxArray *x, int k, dls_int nx, dls_int each,
                              dls_motion_values *E, dls_fault *fault)
{
    const mwIndex *start = mxGetJc(x);
    dls_int cols = each * E->places, at = 0, *p = mxMalloc((size_t)(cols + 1) * sizeof *p);
    size_t entries = start[mxGetN(x)];
    dls_int *i = mxMalloc((entries + 1) * sizeof *i);
    double *value = mxMalloc((entries + 1) * sizeof *value);
    p[0] = 0;
    for (dls_int j = 0; j < cols; j++) {
        dls_int c = E->contact[j / each];
        size_t from = (size_t)(c * each + j % each),
               count = c < 0 ? 0 : start[from + 1] - start[from];
        if (count > 0) {
            memcpy(i + at, mxGetIr(x) + start[from], count * sizeof *i);
            memcpy(value + at, mxGetPr(x) + start[from], count * sizeof *value);
        }
        at += (dls_int)count;
        p[j + 1] = at;
    }
    dls_view A = {(dls_int)mxGetM(x) + nx, cols, p, i, value};
    dls_error error = dls_motion_sparse(E, 1u << k, A, fault);
    mxFree(p);
    mxFree(i);
    mxFree(value);
    return error;
}

static dls_error no_room(dls_fault *fault)
{
    fault->code = DLS_ERROR_MEMORY;
    strcpy(fault->text, "no memory for a matrix of the model");
    return DLS_ERROR_MEMORY;
}

/* What contacts of the list have, to their places; one number is that of all. */
static dls_error place(const mxArray *x, int k, dls_int nx, dls_int each, dls_motion_values *E,
                       dls_fault *fault)
{
    double *y = vector_of(E, k);
    if (!y && mxIsSparse(x)) {
        return place_sparse(x, k, nx, each, E, fault);
    }
    bool vector = y != NULL;
    size_t rows = vector ? (size_t)each : mxGetM(x), lead = vector ? rows : rows + (size_t)nx;
    size_t columns = vector ? 1 : (size_t)each, count = mxGetNumberOfElements(x);
    double *full = mxMalloc((count + 1) * sizeof *full);
    dls_model_spread(x, mxGetM(x), full);
    y = y ? y : dls_motion_full(E, 1u << k);
    for (dls_int here = 0; y && here < E->places; here++) {
        dls_int c = E->contact[here];
        for (size_t j = 0; c >= 0 && j < columns; j++) {
            const double *from =
                full + (vector && count == 1 ? 0 : ((size_t)c * columns + j) * rows);
            memcpy(y + ((size_t)here * columns + j) * lead, from, rows * sizeof *y);
        }
    }
    mxFree(full);
    return y ? DLS_OK : no_room(fault);
}

dls_error dls_model_deliver(const mxArray *x, int k, dls_int nx, dls_int each, dls_motion_values *E,
                            dls_fault *fault)
{
    if (each > 0) {
        return place(x, k, nx, each, E, fault);
    }
    double *y = vector_of(E, k);
    size_t rows = mxGetM(x), lead = y ? rows : rows + (size_t)nx;
    if (!y && mxIsSparse(x)) {
        return deliver_sparse(x, k, nx, E, fault);
    }
    y = y ? y : dls_motion_full(E, 1u << k);
    if (!y) {
        return no_room(fault);
    }
    dls_model_spread(x, lead, y);
    for (size_t j = rows; k == DLS_PARTNO_MASS && j < lead; j++) {
        y[j + j * lead] = 1;
    }
    return DLS_OK;
}

/* What a model is at a state, all of it */
mxArray *dls_model_look(dls_motion_run *R, double t, const double *q, const double *v)
{
    static const char *fields[] = {"M", "G",  "N",       "T",     "fq",      "fv",       "f", "h",
                                   "g", "wb", "wu",      "wt",    "bb",      "bu",       "e", "mu",
                                   "c", "k",  "damping", "creep", "rolling", "spinning", "V"};
    enum { MATRICES = 6, FIELDS = sizeof fields / sizeof *fields };
    const unsigned ALL = (1u << DLS_PARTS) - 1;
    const dls_motion_values *E;
    dls_fault fault;
    dls_motion_picture S;
    dls_motion_state(R, &S);
    dls_mex_check(dls_motion_look(R, ALL, t, q, v, &E, &fault), "dls_simulate", &fault);
    const dls_view matrix[] = {E->M, E->G, E->N, E->T, E->fq, E->fv};
    const double *vector[] = {
        E->f, E->h,  E->g,        E->wb,        E->wu,      E->wt,    E->bb,      E->bu,
        E->e, E->mu, E->cohesion, E->stiffness, E->damping, E->creep, E->rolling, E->spinning};
    const dls_int n = S.n, b = S.nb, u = S.nu, t_rows = S.np - b - u;
    const dls_int rows[] = {n, b, u, b, u, t_rows, b, u, u, u, u, u, u, u, u, u};
    mxArray *x = mxCreateStructMatrix(1, 1, FIELDS, fields);
    for (int k = 0; k < MATRICES; k++) {
        mxSetField(x, 0, fields[k], dls_mex_copy_sparse(matrix[k]));
    }
    for (int k = 0; k < FIELDS - 1 - MATRICES; k++) {
        mxSetField(x, 0, fields[MATRICES + k], dls_mex_copy(vector[k], rows[k], 1));
    }
    dls_mex_set(x, "V", *E->potential);
    return x;
}
