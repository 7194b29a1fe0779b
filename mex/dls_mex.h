/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the gateways share.

   Memory: inputs are const views of the caller's arrays (mwIndex is int64, so nothing is copied)
   and are never written: other variables may share them. Core objects are malloc'ed; a gateway
   raises an error only when none is alive, because the error unwinds past its frames. Outputs: plhs
   has max(nlhs, 1) slots, so slot k > 0 is written only if nlhs > k. */
#ifndef DLS_MEX_H
#define DLS_MEX_H

#include <mex.h>

#include "delassus.h"

/* Raise delassus:<id> with the fault's sentence. Nothing may be alive. */
void dls_mex_raise(const char *function, const dls_fault *fault);
void dls_mex_error(const char *id, const char *text);

/* Views; raise delassus:type when the array is not what the name promises. */
dls_view dls_mex_sparse(const mxArray *array, const char *name);
void dls_mex_text(const mxArray *array, char *text, size_t size, const char *name);

/* Settings from a struct with exact names. */
dls_error dls_mex_settings(const char *function, const mxArray *options, void *settings,
                           dls_fault *fault);

/* mexPrintf, and Ctrl-C: a core that was interrupted returns what it has; the interpreter does the
   rest when the gateway returns. */
dls_host dls_mex_host(void);

void dls_mex_set(mxArray *structure, const char *field, double value);
void dls_mex_set_text(mxArray *structure, const char *field, const char *text);

/* Handles: a number {index, generation}, checked at each use; locks the gateway while any lives. */
mxArray *dls_handle_new(void *object, void (*release)(void *));
void *dls_handle_get(const mxArray *handle); /* raises delassus:handle */
void dls_handle_free(const mxArray *handle);

#endif
