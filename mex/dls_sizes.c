/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sizes of arguments, and what is said of those that do not fit. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "dls_reader.h"

bool dls_mex_is_data(const mxArray *array)
{
    return array && (mxIsNumeric(array) || mxIsLogical(array) || mxIsChar(array) ||
                     mxIsCell(array) || mxIsStruct(array));
}

void dls_mex_describe(const mxArray *array, char *text, size_t size)
{
    if (!array) {
        snprintf(text, size, "missing");
    } else if (!dls_mex_is_data(array) || mxGetNumberOfDimensions(array) != 2) {
        snprintf(text, size, "a %s%s", dls_mex_is_data(array) ? "more than 2-dimensional " : "",
                 mxGetClassName(array));
    } else {
        bool number = mxIsNumeric(array);
        snprintf(text, size, "a %lld-by-%lld %s%s%s", (long long)mxGetM(array),
                 (long long)mxGetN(array), number && mxIsComplex(array) ? "complex " : "",
                 number && mxIsSparse(array) ? "sparse " : "", mxGetClassName(array));
    }
}

void dls_mex_refuse(const char *id, const dls_mex_argument *a, const mxArray *array,
                    const char *more)
{
#define DLS_MEX_TEXT_OF(kind, type, what) what,
    static const char *const texts[] = {DLS_MEX_KINDS(DLS_MEX_TEXT_OF)};
    char found[120];
    dls_mex_describe(array, found, sizeof found);
    dls_mex_error(id, "%s is %s; expected %s%s", a->name, found, texts[a->kind], more);
}

void dls_mex_refuse_type(const dls_mex_argument *a, const mxArray *array)
{
    char more[80] = "";
    bool converts = dls_mex_is_data(array) && (mxIsNumeric(array) || mxIsLogical(array)) &&
                    !mxIsComplex(array) && !mxIsDouble(array);
    if (converts) {
        snprintf(more, sizeof more, ": double (%s)?", a->name);
    }
    dls_mex_refuse("delassus:type", a, array, more);
}

static double *letter(dls_reader *r, char c)
{
    return &r->size[c - 'a'];
}

double dls_mex_value_of(dls_reader *r, const char *text)
{
    double sum = 0;
    while (*text) {
        double product = *text == '-' ? -1 : 1;
        text += *text == '-' || *text == '+';
        for (; *text && *text != '+' && *text != '-'; text++) {
            product *= *text >= 'a' ? *letter(r, *text) : *text - '0';
        }
        sum += product;
    }
    return sum;
}

bool dls_mex_agrees(dls_reader *r, const char *text, double found)
{
    if (text[0] >= 'a' && text[1] == '\0' && isnan(*letter(r, text[0]))) {
        *letter(r, text[0]) = found;
    }
    return dls_mex_value_of(r, text) == found;
}

/* "2 rows", "3 columns", "2-by-3"; letters without a value are free. */
static void expected_size(double m, double n, char *text, size_t size)
{
    if (isnan(m) || isnan(n)) {
        double count = isnan(m) ? n : m;
        snprintf(text, size, "%.0f %s%s", count, isnan(m) ? "column" : "row",
                 count == 1 ? "" : "s");
    } else {
        snprintf(text, size, "%.0f-by-%.0f", m, n);
    }
}

/* Would the transpose do? */
static bool is_transposed(dls_reader *r, const char *rows, const char *cols, double m, double n)
{
    double low = dls_mex_value_of(r, rows), wide = cols[0] == '1' ? 1 : dls_mex_value_of(r, cols);
    return low == n && m != n && (isnan(wide) || wide == m);
}

/* Rows and columns are what the table says; nothing is nothing. */
void dls_mex_check_size(dls_reader *r, const dls_mex_argument *a, const mxArray *array)
{
    const char *rows = a->rows + (a->rows[0] == '?'), *cols = a->cols;
    double m = (double)mxGetM(array), n = (double)mxGetN(array);
    bool flat = mxGetNumberOfDimensions(array) == 2, empty = m * n == 0;
    if (!flat) {
        dls_mex_refuse("delassus:dimension", a, array, ", not more than 2-dimensional");
    }
    if (empty && (dls_mex_value_of(r, rows) == 0 || cols[0] == '1')) {
        m = m * n;
        n = cols[0] == '1' ? 1 : n;
    }
    bool high = dls_mex_agrees(r, rows, m);
    if (!high || !dls_mex_agrees(r, cols, n)) {
        char size[60] = "a column";
        bool vector = cols[0] == '1';
        if (!high || !vector) {
            expected_size(dls_mex_value_of(r, rows), vector ? NAN : dls_mex_value_of(r, cols), size,
                          sizeof size);
        }
        char hint[40] = "";
        if (is_transposed(r, rows, cols, m, n)) {
            snprintf(hint, sizeof hint, ": is it %.20s'?", a->name);
        }
        dls_mex_error("delassus:dimension", "%s is %lld-by-%lld; expected %s%s", a->name,
                      (long long)mxGetM(array), (long long)mxGetN(array), size, hint);
    }
}
