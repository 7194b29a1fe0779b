/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From what an m-file hands over to the function that computes. */
#include <math.h>
#include <string.h>

#include "dls_reader.h"

static int count_of(const dls_mex_argument *arguments)
{
    int count = 0;
    while (arguments[count].name) {
        count++;
    }
    return count;
}

/* Of two calls by the same name the first may be for a matrix, the second for a handle. */
static bool is_for(const dls_mex_call *c, const mxArray *first)
{
    bool two = c->verb && c[1].verb && strcmp(c->verb, c[1].verb) == 0;
    return !two || c->arguments->kind != DLS_MEX_MATRIX || dls_mex_is_data(first);
}

static const dls_mex_call *call_of(const char *function, const dls_mex_call *calls,
                                   dls_mex_frame frame)
{
    char verb[16] = "";
    bool known = false;
    if (frame.nrhs > 0 && mxIsChar(frame.prhs[0])) {
        mxGetString(frame.prhs[0], verb, sizeof verb);
    }
    const mxArray *first = frame.nrhs > 0 ? frame.prhs[frame.nrhs > 1] : NULL;
    for (const dls_mex_call *c = calls; c->run; c++) {
        bool mine = !c->verb || strcmp(c->verb, verb) == 0;
        known = known || mine;
        if (mine && frame.nrhs == count_of(c->arguments) + (c->verb != NULL) && is_for(c, first)) {
            if (frame.nlhs > c->outputs) {
                dls_mex_error("delassus:dimension", "%d outputs; there are %d", frame.nlhs,
                              c->outputs);
            }
            return c;
        }
    }
    dls_mex_error("delassus:internal", "%s; this gateway is called by %s, not by users",
                  known ? "the number of arguments is wrong" : "there is no such operation",
                  function);
    return NULL;
}

void dls_mex_run(const char *function, const dls_mex_call *calls, size_t inputs,
                 dls_mex_frame frame)
{
    const dls_mex_call *call = call_of(function, calls, frame);
    const mxArray **given = frame.prhs + (call->verb != NULL);
    dls_reader r = {.inputs = mxCalloc(1, inputs)};
    dls_mex_reply to = {r.size, frame.nlhs > 1 ? frame.nlhs : 1, call->variant, {NULL}};
    for (int k = 0; k < 26; k++) {
        r.size[k] = NAN;
    }
    for (int k = 0; call->arguments[k].name; k++) {
        dls_mex_read(&r, call->arguments + k, given[k]);
    }
    call->run(r.inputs, &to);
    for (int k = 0; k < to.wanted && k < call->outputs; k++) {
        frame.plhs[k] = to.out[k];
    }
}
