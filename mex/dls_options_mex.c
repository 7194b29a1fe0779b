/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table = dls_options_mex (function): struct array name, default, low, high, choices, help. */
#include <string.h>

#include "dls_mex.h"

typedef struct {
    const char *function;
} inputs;

static mxArray *default_value(const dls_setting *s)
{
    if (s->kind != DLS_KIND_CHOICE) {
        return mxCreateDoubleScalar(s->value);
    }
    const char *start = s->choices; /* choice number s->value of "a|b|c" */
    for (int k = (int)s->value; k > 0; k--) {
        start = strchr(start, '|') + 1;
    }
    char text[64] = "";
    size_t length = strcspn(start, "|");
    strncat(text, start, length < sizeof text ? length : sizeof text - 1);
    return mxCreateString(text);
}

static void list(void *in, const double *size, int wanted, mxArray *out[])
{
    (void)size;
    (void)wanted;
    size_t count;
    const dls_setting *table = dls_settings_of(((inputs *)in)->function, &count);
    static const char *names[] = {"name", "value", "low", "high", "choices", "help"};
    out[0] = mxCreateStructMatrix(count, 1, 6, names);
    for (size_t k = 0; k < count; k++) {
        const dls_setting *s = table + k;
        mxSetField(out[0], k, "name", mxCreateString(s->name));
        mxSetField(out[0], k, "value", default_value(s));
        mxSetField(out[0], k, "low", mxCreateDoubleScalar(s->low));
        mxSetField(out[0], k, "high", mxCreateDoubleScalar(s->high));
        mxSetField(out[0], k, "choices", mxCreateString(s->choices));
        mxSetField(out[0], k, "help", mxCreateString(s->help));
    }
}

static const dls_mex_argument arguments[] = {
    DLS_MEX_ARGUMENT("function", TEXT, function, NULL, NULL), DLS_MEX_END};

static const dls_mex_call calls[] = {{NULL, arguments, 1, list}, DLS_MEX_LAST};

DLS_MEX_GATEWAY("dls_options", calls)
