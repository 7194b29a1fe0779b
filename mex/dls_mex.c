/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dls_mex.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

_Static_assert(sizeof(mwIndex) == sizeof(dls_int), "views need 64-bit mwIndex");

void dls_mex_error(const char *id, const char *text)
{
    mexErrMsgIdAndTxt(id, "%s", text);
}

void dls_mex_raise(const char *function, const dls_fault *fault)
{
    char id[64];
    snprintf(id, sizeof id, "delassus:%s", dls_error_id(fault->code));
    mexErrMsgIdAndTxt(id, "%s: %s", function, fault->text);
}

dls_view dls_mex_sparse(const mxArray *array, const char *name)
{
    if (!mxIsSparse(array) || !mxIsDouble(array) || mxIsComplex(array)) {
        mexErrMsgIdAndTxt("delassus:type", "%s is a %s; expected a real sparse matrix", name,
                          mxGetClassName(array));
    }
    return (dls_view){(dls_int)mxGetM(array), (dls_int)mxGetN(array),
                      (const dls_int *)mxGetJc(array), (const dls_int *)mxGetIr(array),
                      mxGetPr(array)};
}

void dls_mex_text(const mxArray *array, char *text, size_t size, const char *name)
{
    if (!mxIsChar(array) || mxGetString(array, text, size)) {
        mexErrMsgIdAndTxt("delassus:type", "%s is not a short text", name);
    }
}

dls_error dls_mex_settings(const char *function, const mxArray *options, void *settings,
                           dls_fault *fault)
{
    size_t count;
    const dls_setting *table = dls_settings_of(function, &count);
    dls_error error = DLS_OK;
    int fields = mxIsStruct(options) ? mxGetNumberOfFields(options) : 0;
    for (int k = 0; !error && k < fields; k++) {
        const char *name = mxGetFieldNameByNumber(options, k);
        const mxArray *value = mxGetFieldByNumber(options, 0, k);
        char text[64] = "?";
        if (value && mxIsChar(value)) {
            mxGetString(value, text, sizeof text);
            error = dls_setting_text(table, count, settings, name, text, fault);
        } else if (value && mxIsDouble(value) && mxGetNumberOfElements(value) == 1) {
            error = dls_setting_number(table, count, settings, name, mxGetScalar(value), fault);
        } else {
            /* unknown names first: they explain more than the type of their value */
            error = dls_setting_text(table, count, settings, name, "(not a scalar)", fault);
        }
    }
    return error;
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

dls_host dls_mex_host(void)
{
    return (dls_host){print_line, interrupted, NULL};
}

void dls_mex_set(mxArray *structure, const char *field, double value)
{
    mxSetField(structure, 0, field, mxCreateDoubleScalar(value));
}

void dls_mex_set_text(mxArray *structure, const char *field, const char *text)
{
    mxSetField(structure, 0, field, mxCreateString(text));
}
