/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table = dls_options_mex (function): struct array name, default, low, high, choices, help. */
#include <string.h>

#include "dls_mex.h"

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

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nlhs;
    char function[64] = "";
    if (nrhs == 1) {
        dls_mex_text(prhs[0], function, sizeof function, "the function name");
    }
    size_t count;
    const dls_setting *table = dls_settings_of(function, &count);
    static const char *names[] = {"name", "value", "low", "high", "choices", "help"};
    plhs[0] = mxCreateStructMatrix(count, 1, 6, names);
    for (size_t k = 0; k < count; k++) {
        const dls_setting *s = table + k;
        mxSetField(plhs[0], k, "name", mxCreateString(s->name));
        mxSetField(plhs[0], k, "value", default_value(s));
        mxSetField(plhs[0], k, "low", mxCreateDoubleScalar(s->low));
        mxSetField(plhs[0], k, "high", mxCreateDoubleScalar(s->high));
        mxSetField(plhs[0], k, "choices", mxCreateString(s->choices));
        mxSetField(plhs[0], k, "help", mxCreateString(s->help));
    }
}
