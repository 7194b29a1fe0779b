/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dls_mex.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void dls_mex_check(dls_error error, const char *function, const dls_fault *fault)
{
    if (error) {
        dls_mex_raise(function, fault);
    }
}

void dls_mex_error(const char *id, const char *format, ...)
{
    char text[1000];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    dls_agree(text);
    mexErrMsgIdAndTxt(id, "%s", text);
}

void dls_mex_raise(const char *function, const dls_fault *fault)
{
    char id[64];
    snprintf(id, sizeof id, "delassus:%s", dls_error_id(fault->code));
    dls_mex_error(id, "%s: %s", function, fault->text);
}

static void print_line(void *data, const char *text)
{
    (void)data;
    mexPrintf("%s", text);
}

/* Octave's flag of Ctrl-C; where the host has none (MATLAB) nothing is asked. */
extern sig_atomic_t octave_interrupt_state __attribute__((weak));

static bool interrupted(void *data)
{
    (void)data;
    return &octave_interrupt_state && octave_interrupt_state > 0;
}

void dls_mex_take_interrupt(void)
{
    if (&octave_interrupt_state) {
        octave_interrupt_state = 0;
    }
}

dls_host dls_mex_host(void)
{
    return (dls_host){print_line, interrupted, NULL};
}

char *dls_mex_text(const mxArray *array)
{
    enum { UTF8 = 4 }; /* bytes of a character at most */
    if (!array || !mxIsChar(array)) {
        return NULL;
    }
    mwSize room = UTF8 * mxGetNumberOfElements(array) + 1;
    char *text = mxCalloc(room, 1);
    mxGetString(array, text, room);
    return text;
}

mxArray *dls_mex_struct(int count, const char *const *names, mxArray *const *parts)
{
    mxArray *s = mxCreateStructMatrix(1, 1, count, (const char **)names);
    for (int k = 0; k < count; k++) {
        mxSetFieldByNumber(s, 0, k, parts[k]);
    }
    return s;
}

mxArray *dls_mex_numbers(int count, const char *const *names, const double *numbers)
{
    mxArray *s = mxCreateStructMatrix(1, 1, count, (const char **)names);
    for (int k = 0; k < count; k++) {
        mxSetFieldByNumber(s, 0, k, mxCreateDoubleScalar(numbers[k]));
    }
    return s;
}

mxArray *dls_mex_info(int count, const char *const *names, const dls_mex_ending *ending)
{
    mxArray *info = mxCreateStructMatrix(1, 1, count, (const char **)names);
    dls_mex_set_text(info, "status", dls_outcome_text(ending->outcome));
    dls_mex_set(info, "exitflag", dls_outcome_exitflag(ending->outcome));
    dls_mex_set_text(info, "message", ending->message);
    dls_mex_set_text(info, "method", ending->method ? ending->method : "");
    dls_mex_set(info, "iterations", ending->iterations);
    dls_mex_set(info, "time", ending->time);
    return info;
}

void dls_mex_set(mxArray *structure, const char *field, double value)
{
    mxSetField(structure, 0, field, mxCreateDoubleScalar(value));
}

void dls_mex_set_text(mxArray *structure, const char *field, const char *text)
{
    mxSetField(structure, 0, field, mxCreateString(text));
}

mxArray *dls_mex_zeros(dls_int rows, dls_int cols)
{
    return mxCreateDoubleMatrix((mwSize)rows, (mwSize)cols, mxREAL);
}

mxArray *dls_mex_copy(const double *x, dls_int rows, dls_int cols)
{
    mxArray *out = x ? dls_mex_zeros(rows, cols) : dls_mex_zeros(0, 0);
    if (x && rows > 0 && cols > 0) {
        memcpy(mxGetPr(out), x, (size_t)(rows * cols) * sizeof *x);
    }
    return out;
}

mxArray *dls_mex_copy_sparse(dls_view A)
{
    size_t entries = (size_t)A.p[A.cols];
    mxArray *out =
        mxCreateSparse((mwSize)A.rows, (mwSize)A.cols, entries > 0 ? entries : 1, mxREAL);
    memcpy(mxGetJc(out), A.p, (size_t)(A.cols + 1) * sizeof *A.p);
    if (entries > 0) {
        memcpy(mxGetIr(out), A.i, entries * sizeof *A.i);
        memcpy(mxGetPr(out), A.x, entries * sizeof *A.x);
    }
    return out;
}

mxArray *dls_mex_copy_flags(const bool *x, dls_int count)
{
    mxArray *out = mxCreateLogicalMatrix((mwSize)count, 1);
    for (dls_int k = 0; k < count; k++) {
        mxGetLogicals(out)[k] = x[k];
    }
    return out;
}

mxArray *dls_mex_copy_indices(const dls_int *x, dls_int count, bool row)
{
    mxArray *out = row ? dls_mex_zeros(1, count) : dls_mex_zeros(count, 1);
    for (dls_int k = 0; k < count; k++) {
        mxGetPr(out)[k] = (double)(x[k] + 1);
    }
    return out;
}
