/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table behind the handles of one gateway. A handle is generation * SLOTS + index as a double;
   a slot's generation grows at each release, so a stale handle is recognised, never dereferenced.
   Objects of m carry theirs in a property: read here, it costs a third of what K.id costs there. */
#include <math.h>
#include <stdlib.h>

#include "dls_reader.h"

enum { SLOTS = 4096 };

static struct {
    void *object;
    void (*release)(void *);
    double generation;
} table[SLOTS];
static int living;

static void release_all(void)
{
    for (int k = 0; k < SLOTS; k++) {
        if (table[k].object) {
            table[k].release(table[k].object);
            table[k].object = NULL;
        }
    }
}

mxArray *dls_handle_new(void *object, void (*release)(void *))
{
    int k = 0;
    while (k < SLOTS && table[k].object) {
        k++;
    }
    if (k == SLOTS) {
        release(object);
        dls_mex_error("delassus:handle", "%d of these objects are alive; clear some", SLOTS);
    }
    table[k].object = object;
    table[k].release = release;
    table[k].generation += 1;
    if (living++ == 0) {
        mexLock();
        mexAtExit(release_all);
    }
    return mxCreateDoubleScalar(table[k].generation * SLOTS + k);
}

static void release_sequence(void *object)
{
    dls_sequence *S = object;
    S->release(S->solver);
    free(S);
}

dls_sequence *dls_sequence_new(const dls_sequence *values, dls_int numbers)
{
    dls_sequence *S = calloc(1, sizeof *S + (size_t)numbers * sizeof *S->last);
    if (!S) {
        values->release(values->solver);
        dls_mex_error("delassus:memory", "out of memory");
    }
    *S = *values;
    return S;
}

mxArray *dls_sequence_handle(dls_sequence *S)
{
    return dls_handle_new(S, release_sequence);
}

static int find_number(const mxArray *handle)
{
    if (mxIsDouble(handle) && !mxIsComplex(handle) && mxGetNumberOfElements(handle) == 1) {
        double id = mxGetScalar(handle);
        double generation = floor(id / SLOTS), index = id - generation * SLOTS;
        if (id >= 0 && id < 9e15 && index == floor(index)) {
            int k = (int)index;
            if (table[k].object && table[k].generation == generation) {
                return k;
            }
        }
    }
    return -1;
}

void *dls_handle_get(const mxArray *handle, const char *property)
{
    mxArray *own = dls_mex_is_data(handle) ? NULL : mxGetProperty(handle, 0, property);
    int k = own || dls_mex_is_data(handle) ? find_number(own ? own : handle) : -1;
    mxDestroyArray(own);
    if (k < 0) {
        dls_mex_error("delassus:handle", "this object does not exist (any more); "
                                         "expected the result of a setup");
    }
    return table[k].object;
}

/* What is gone already is no error: objects are deleted more than once. */
void dls_handle_release(void *in, dls_mex_reply *to)
{
    (void)to;
    int k = find_number(*(const mxArray **)in);
    if (k >= 0) {
        table[k].release(table[k].object);
        table[k].object = NULL;
        if (--living == 0) {
            mexUnlock();
        }
    }
}

const dls_mex_argument dls_handle_release_arguments[] = {{.name = "K", .kind = DLS_MEX_ARRAY},
                                                         DLS_MEX_END};
