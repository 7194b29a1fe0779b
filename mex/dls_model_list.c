/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contacts that come and go: their list is asked. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "dls_model_host.h"

/* Are they identities, as numbers > 0? Whether all differ is seen by the engine. */
static bool are_identities(const mxArray *x, char *what, size_t room)
{
    if (!dls_model_fits(x, (dls_int)mxGetNumberOfElements(x), 1, what, room) || mxIsSparse(x)) {
        return false;
    }
    for (size_t k = 0; k < mxGetNumberOfElements(x); k++) {
        double who = mxGetPr(x)[k];
        if (!(who >= 1 && who <= 9007199254740992.0 && who == floor(who))) {
            snprintf(what, room, "returned %g in (%zu,1); expected whole numbers > 0, %s", who,
                     k + 1, "identities of contacts");
            return false;
        }
    }
    return true;
}

/* The list is another one: what was asked of contacts is forgotten. */
static dls_error take_list(dls_model_host *H, mxArray *list)
{
    size_t count = mxGetNumberOfElements(list);
    dls_int *identity = realloc(H->identity, (count + 1) * sizeof *identity);
    if (!identity) {
        mxDestroyArray(list);
        return DLS_ERROR_MEMORY;
    }
    H->identity = identity;
    for (size_t k = 0; k < count; k++) {
        identity[k] = (dls_int)mxGetPr(list)[k];
    }
    for (int k = 0; k < DLS_PARTS; k++) {
        if (H->part[k].listed) {
            dls_model_forget(&H->part[k]);
        }
    }
    mexMakeArrayPersistent(list);
    mxDestroyArray(H->list);
    H->list = list;
    H->count = (dls_int)count;
    return DLS_OK;
}

dls_error dls_model_contacts(void *data, double t, const double *q, const double *v, double h,
                             dls_int *count, const dls_int **identity, dls_fault *fault)
{
    char what[200];
    dls_model_host *H = data;
    dls_model_at(H, t, q, v);
    *mxGetPr(H->h) = h;
    mxArray *list = dls_model_call(H, CONTACTS, H->trap);
    dls_error error = !list ? dls_model_refuse(H, CONTACTS, "failed", fault) : DLS_OK;
    if (list && !are_identities(list, what, sizeof what)) {
        mxDestroyArray(list);
        error = dls_model_refuse(H, CONTACTS, what, fault);
    }
    error = error ? error : take_list(H, list);
    *count = H->count;
    *identity = H->identity;
    return error;
}
