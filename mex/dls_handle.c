/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table behind the handles of one gateway. A handle is generation * SLOTS + index as a double;
   a slot's generation grows at each release, so a stale handle is recognised, never dereferenced.
 */
#include <math.h>

#include "dls_mex.h"

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
        mexErrMsgIdAndTxt("delassus:handle", "%d of these objects are alive; clear some", SLOTS);
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

static int find(const mxArray *handle)
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

void *dls_handle_get(const mxArray *handle)
{
    int k = find(handle);
    if (k < 0) {
        mexErrMsgIdAndTxt("delassus:handle", "this object does not exist (any more); "
                                             "expected the result of a setup");
    }
    return table[k].object;
}

void dls_handle_free(const mxArray *handle)
{
    int k = find(handle);
    if (k >= 0) {
        table[k].release(table[k].object);
        table[k].object = NULL;
        if (--living == 0) {
            mexUnlock();
        }
    }
}
