/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one reader of arguments, a function for each kind. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "dls_options.h"
#include "dls_reader.h"

_Static_assert(sizeof(mwIndex) == sizeof(dls_int), "views need 64-bit mwIndex");

static void check_real(const dls_mex_argument *a, const mxArray *array)
{
    if (!mxIsDouble(array) || mxIsComplex(array)) {
        dls_mex_refuse_type(a, array);
    }
}

static bool is_scalar(const mxArray *array)
{
    return !mxIsSparse(array) && mxGetNumberOfElements(array) == 1;
}

static void check_bounds(const dls_mex_argument *a, const double *x, dls_int count)
{
    for (dls_int k = 0; (a->low != 0 || a->high != 0) && k < count; k++) {
        if (!(x[k] >= a->low && x[k] <= a->high)) {
            dls_mex_error("delassus:option", "%s(%lld) is %g; expected %g to %g", a->name,
                          (long long)k + 1, x[k], a->low, a->high);
        }
    }
}

/* A full matrix in columns of its own, freed by Octave. */
static dls_view squeezed(const mxArray *array)
{
    dls_int rows = (dls_int)mxGetM(array), cols = (dls_int)mxGetN(array), at = 0;
    const double *x = mxGetPr(array);
    dls_int *p = mxMalloc((size_t)(cols + 1) * sizeof *p);
    dls_int *i = mxMalloc((size_t)(rows * cols + 1) * sizeof *i);
    double *value = mxMalloc((size_t)(rows * cols + 1) * sizeof *value);
    p[0] = 0;
    for (dls_int j = 0; j < cols; j++) {
        for (dls_int k = 0; k < rows; k++) {
            if (x[k + j * rows] != 0) {
                i[at] = k;
                value[at++] = x[k + j * rows];
            }
        }
        p[j + 1] = at;
    }
    return (dls_view){rows, cols, p, i, value};
}

static void read_matrix(dls_reader *r, const dls_mex_argument *a, const mxArray *array, void *to)
{
    dls_fault fault;
    check_real(a, array);
    dls_mex_check_size(r, a, array);
    dls_view A = mxIsSparse(array) ? (dls_view){(dls_int)mxGetM(array), (dls_int)mxGetN(array),
                                                (const dls_int *)mxGetJc(array),
                                                (const dls_int *)mxGetIr(array), mxGetPr(array)}
                                   : squeezed(array);
    if (dls_view_check(A, a->name, &fault)) {
        char id[64];
        snprintf(id, sizeof id, "delassus:%s", dls_error_id(fault.code));
        dls_mex_error(id, "%s", fault.text);
    }
    *(dls_view *)to = A;
}

/* A sparse array is spread out, into memory that Octave frees. */
static void read_numbers(dls_reader *r, const dls_mex_argument *a, const mxArray *array, void *to)
{
    check_real(a, array);
    dls_mex_check_size(r, a, array);
    dls_int count = (dls_int)mxGetNumberOfElements(array);
    const double *x = mxGetPr(array);
    if (mxIsSparse(array)) {
        dls_mex_argument matrix = {a->name, DLS_MEX_MATRIX, 0, a->rows, a->cols, 0, 0, NULL};
        dls_view A;
        read_matrix(r, &matrix, array, &A);
        double *full = mxCalloc((size_t)count + 1, sizeof *full);
        for (dls_int j = 0; j < A.cols; j++) {
            for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
                full[A.i[k] + j * A.rows] = A.x[k];
            }
        }
        x = full;
    }
    check_bounds(a, x, count);
    *(const double **)to = x;
}

static void read_finite(dls_reader *r, const dls_mex_argument *a, const mxArray *array, void *to)
{
    read_numbers(r, a, array, to);
    const double *x = *(const double **)to;
    for (mwSize k = 0, count = mxGetNumberOfElements(array); k < count; k++) {
        if (!isfinite(x[k])) {
            dls_mex_error("delassus:notFinite", "%s(%lld,1) is %s; expected a finite number",
                          a->name, (long long)k + 1, isnan(x[k]) ? "NaN" : "Inf");
        }
    }
}

/* A vector is the diagonal. */
static void read_metric(dls_reader *r, const dls_mex_argument *a, const mxArray *array, void *to)
{
    bool row = mxGetM(array) == 1, column = mxGetN(array) == 1;
    dls_int count = (dls_int)mxGetNumberOfElements(array);
    if (!row && !column) {
        read_matrix(r, a, array, to);
        return;
    }
    const char *order = a->rows + 1; /* "?m" */
    dls_mex_argument list = {
        a->name, DLS_MEX_NUMBERS, 0, row ? "1" : order, row ? order : "1", 0, 0, NULL};
    const double *x;
    read_numbers(r, &list, array, (void *)&x);
    dls_int *p = mxCalloc((mwSize)count + 1, sizeof *p);
    dls_int *i = mxCalloc((mwSize)count + 1, sizeof *i);
    for (dls_int k = 0; k < count; k++) {
        i[k] = k;
        p[k + 1] = k + 1;
    }
    *(dls_view *)to = (dls_view){count, count, p, i, (double *)x};
}

static double number_of(const dls_mex_argument *a, const mxArray *array)
{
    check_real(a, array);
    if (!is_scalar(array)) {
        dls_mex_refuse("delassus:dimension", a, array, "");
    }
    double x = *mxGetPr(array);
    check_bounds(a, &x, 1);
    return x;
}

static void read_number(dls_reader *r, const dls_mex_argument *a, const mxArray *array, void *to)
{
    (void)r;
    *(double *)to = number_of(a, array);
}

static dls_int whole(const dls_mex_argument *a, double x, double low, double high)
{
    if (!(x >= low && x <= high && x == floor(x))) {
        dls_mex_error("delassus:dimension", "%s: %g; expected whole numbers, %.0f to %.0f", a->name,
                      x, low, high);
    }
    return (dls_int)x;
}

/* Larger sizes are nobody's: 2^53 is where doubles stop counting. */
#define DLS_MEX_MOST 9007199254740992.0

static void read_whole(dls_reader *r, const dls_mex_argument *a, const mxArray *array, void *to)
{
    double most = a->cols ? dls_mex_value_of(r, a->cols) : DLS_MEX_MOST;
    dls_int x = whole(a, number_of(a, array), 0, most);
    *(dls_int *)to = x;
    if (a->rows && !dls_mex_agrees(r, a->rows, (double)x)) {
        dls_mex_refuse("delassus:dimension", a, array, " that agrees with the others");
    }
}

static void read_flag(dls_reader *r, const dls_mex_argument *a, const mxArray *array, void *to)
{
    (void)r;
    if (mxIsLogical(array) && is_scalar(array)) {
        *(bool *)to = *mxGetLogicals(array);
    } else {
        *(bool *)to = number_of(a, array) != 0;
    }
}

/* An empty double is no flags, as [] is no numbers. */
static void read_flags(dls_reader *r, const dls_mex_argument *a, const mxArray *array, void *to)
{
    bool none = mxIsDouble(array) && mxGetNumberOfElements(array) == 0;
    if ((!mxIsLogical(array) && !none) || mxIsSparse(array)) {
        dls_mex_refuse_type(a, array);
    }
    dls_mex_check_size(r, a, array);
    mwSize count = mxGetNumberOfElements(array);
    bool *x = mxCalloc(count + 1, sizeof *x);
    for (mwSize k = 0; k < count; k++) {
        x[k] = mxGetLogicals(array)[k];
    }
    *(bool **)to = x;
}

static void read_indices(dls_reader *r, const dls_mex_argument *a, const mxArray *array, void *to)
{
    bool row = mxGetM(array) == 1;
    dls_mex_argument list = {
        a->name, DLS_MEX_NUMBERS, 0, row ? "1" : a->rows, row ? a->rows : "1", 0, 0, NULL};
    const double *x;
    read_numbers(r, &list, array, (void *)&x);
    mwSize count = mxGetNumberOfElements(array);
    dls_int *index = mxCalloc(count + 1, sizeof *index);
    for (mwSize k = 0; k < count; k++) {
        index[k] = whole(a, x[k], 1, dls_mex_value_of(r, a->cols)) - 1;
    }
    *(dls_int **)to = index;
}

/* rows: the sum of all sizes */
static void read_cones(dls_reader *r, const dls_mex_argument *a, const mxArray *array, void *to)
{
    check_real(a, array);
    mwSize count = mxIsSparse(array) ? 0 : mxGetNumberOfElements(array);
    if (count < 2) {
        dls_mex_refuse("delassus:dimension", a, array, "");
    }
    const double *sizes = mxGetPr(array);
    dls_int *second = mxCalloc(count + 1, sizeof *second);
    double total = 0;
    for (mwSize k = 0; k < count; k++) {
        second[k] = whole(a, sizes[k], k < 2 ? 0 : 1, DLS_MEX_MOST);
        total += sizes[k];
    }
    if (!dls_mex_agrees(r, a->rows, total)) {
        dls_mex_error("delassus:dimension", "%s have %.0f rows in all; expected %.0f", a->name,
                      total, dls_mex_value_of(r, a->rows));
    }
    *(dls_cones *)to = (dls_cones){second[0], second[1], (dls_int)count - 2, second + 2};
}

static char *text_of(const dls_mex_argument *a, const mxArray *array)
{
    if (!array || !mxIsChar(array) || mxGetNumberOfDimensions(array) != 2 || mxGetM(array) > 1) {
        dls_mex_refuse_type(a, array);
    }
    return dls_mex_text(array);
}

static void read_text(dls_reader *r, const dls_mex_argument *a, const mxArray *array, void *to)
{
    (void)r;
    *(const char **)to = text_of(a, array);
}

static void read_cell(dls_reader *r, const dls_mex_argument *a, const mxArray *array, void *to)
{
    if (!mxIsCell(array)) {
        dls_mex_refuse_type(a, array);
    }
    if (!dls_mex_agrees(r, a->rows, (double)mxGetNumberOfElements(array))) {
        dls_mex_refuse("delassus:dimension", a, array, " of the size of the others");
    }
    *(const mxArray **)to = array;
}

static void read_texts(dls_reader *r, const dls_mex_argument *a, const mxArray *array, void *to)
{
    const mxArray *cell;
    read_cell(r, a, array, (void *)&cell);
    mwSize count = mxGetNumberOfElements(cell);
    char **texts = mxCalloc(count + 1, sizeof *texts);
    for (mwSize k = 0; k < count; k++) {
        texts[k] = text_of(a, mxGetCell(cell, k));
    }
    *(char ***)to = texts;
}

static void read_bytes(dls_reader *r, const dls_mex_argument *a, const mxArray *array, void *to)
{
    if (!mxIsUint8(array)) {
        dls_mex_refuse_type(a, array);
    }
    dls_mex_agrees(r, a->rows, (double)mxGetNumberOfElements(array));
    *(const unsigned char **)to = mxGetData(array);
}

static void read_struct(dls_reader *r, const dls_mex_argument *a, const mxArray *array, void *to)
{
    (void)r;
    if (!mxIsStruct(array) || mxGetNumberOfElements(array) != 1) {
        dls_mex_refuse_type(a, array);
    }
    *(const mxArray **)to = array;
}

static void read_array(dls_reader *r, const dls_mex_argument *a, const mxArray *array, void *to)
{
    (void)r;
    (void)a;
    *(const mxArray **)to = array;
}

static void read_fields(dls_reader *r, const dls_mex_argument *a, const mxArray *array, void *to)
{
    (void)to;
    const mxArray *structure;
    read_struct(r, a, array, (void *)&structure);
    if (a->high != 0 && mxGetNumberOfFields(structure) != (int)a->high) {
        dls_mex_error("delassus:type", "%s has %d fields; expected %.0f", a->name,
                      mxGetNumberOfFields(structure), a->high);
    }
    for (const dls_mex_argument *f = a->fields; f->name; f++) {
        dls_mex_read(r, f, mxGetField(structure, 0, f->name));
    }
}

static void read_handle(dls_reader *r, const dls_mex_argument *a, const mxArray *array, void *to)
{
    (void)r;
    *(void **)to = dls_handle_get(array, a->rows);
}

void dls_mex_read(dls_reader *r, const dls_mex_argument *a, const mxArray *array)
{
    static void (*const readers[])(dls_reader *, const dls_mex_argument *, const mxArray *,
                                   void *) = {[DLS_MEX_MATRIX] = read_matrix,
                                              [DLS_MEX_NUMBERS] = read_numbers,
                                              [DLS_MEX_NUMBER] = read_number,
                                              [DLS_MEX_WHOLE] = read_whole,
                                              [DLS_MEX_FLAG] = read_flag,
                                              [DLS_MEX_FLAGS] = read_flags,
                                              [DLS_MEX_INDICES] = read_indices,
                                              [DLS_MEX_CONES] = read_cones,
                                              [DLS_MEX_TEXT] = read_text,
                                              [DLS_MEX_TEXTS] = read_texts,
                                              [DLS_MEX_CELL] = read_cell,
                                              [DLS_MEX_BYTES] = read_bytes,
                                              [DLS_MEX_OPTIONS] = dls_options_place,
                                              [DLS_MEX_FIELDS] = read_fields,
                                              [DLS_MEX_STRUCT] = read_struct,
                                              [DLS_MEX_FINITE] = read_finite,
                                              [DLS_MEX_METRIC] = read_metric,
                                              [DLS_MEX_HANDLE] = read_handle,
                                              [DLS_MEX_ARRAY] = read_array};
    bool optional = a->rows && a->rows[0] == '?';
    bool nothing = !array || (mxIsDouble(array) && mxGetNumberOfElements(array) == 0 &&
                              (a->kind != DLS_MEX_MATRIX || mxGetM(array) + mxGetN(array) == 0));
    if (optional && nothing) {
        return;
    }
    if (a->kind != DLS_MEX_HANDLE && !dls_mex_is_data(array)) {
        dls_mex_refuse_type(a, array);
    }
    readers[a->kind](r, a, array, r->inputs + a->at);
}
