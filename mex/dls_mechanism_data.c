/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dls_mechanism_data.h"

#include <math.h>

#include "dls_reader.h"

typedef struct {
    dls_mechanism_data D;
    dls_int d;
} inputs;

static const dls_mex_argument fields[] = {DLS_MEX_BOUNDED("d", WHOLE, d, "d", NULL, 2, 3),
                                          DLS_MEX_ARGUMENT("gravity", FINITE, D.gravity, "d", "1"),
                                          DLS_MEX_ARGUMENT("fixed", FINITE, D.fixed, "1", "b"),
                                          DLS_MEX_ARGUMENT("mass", FINITE, D.mass, "1", "b"),
                                          DLS_MEX_ARGUMENT("inertia", FINITE, D.inertia, "i", "b"),
                                          DLS_MEX_ARGUMENT("place", FINITE, D.place, "p", "b"),
                                          DLS_MEX_ARGUMENT("joint", FINITE, D.joint, "r", "j"),
                                          DLS_MEX_ARGUMENT("force", FINITE, D.force, "s", "f"),
                                          DLS_MEX_ARGUMENT("angle", FINITE, D.angle, "w", "k"),
                                          DLS_MEX_ARGUMENT("shape", FINITE, D.shape, "h", "b"),
                                          DLS_MEX_ARGUMENT("corner", FINITE, D.corner, "3", "c"),
                                          DLS_MEX_ARGUMENT("face", FINITE, D.face, "3", "e"),
                                          DLS_MEX_ARGUMENT("touch", FINITE, D.touch, "u", "t"),
                                          DLS_MEX_END};
static const dls_mex_argument whole = DLS_MEX_STRUCT("D", fields);

static void check_rows(const char *name, double found, dls_int expected, dls_int columns)
{
    if (columns > 0 && found != (double)expected) {
        dls_mex_error("delassus:dimension", "D.%s has %.0f rows; expected %lld", name, found,
                      (long long)expected);
    }
}

dls_mechanism *dls_mechanism_read(const char *function, const mxArray *array,
                                  dls_mechanism_host host, dls_int own)
{
    inputs I = {.d = 0};
    dls_reader r = {.inputs = (char *)&I};
    dls_mechanism_data *D = &I.D;
    dls_mechanism *B;
    dls_fault fault;
    for (int k = 0; k < 26; k++) {
        r.size[k] = NAN;
    }
    dls_mex_read(&r, &whole, array);
    bool plane = I.d == 2;
    D->d = (int)I.d;
    D->own = own;
    D->bodies = DLS_MEX_SIZE(&r, 'b');
    D->joints = DLS_MEX_SIZE(&r, 'j');
    D->forces = DLS_MEX_SIZE(&r, 'f');
    D->angles = DLS_MEX_SIZE(&r, 'k');
    D->corners = DLS_MEX_SIZE(&r, 'c');
    D->faces = DLS_MEX_SIZE(&r, 'e');
    D->touches = DLS_MEX_SIZE(&r, 't');
    check_rows("shape", r.size['h' - 'a'], DLS_SHAPE_ROWS, D->bodies);
    check_rows("touch", r.size['u' - 'a'], DLS_TOUCH_ROWS, D->touches);
    check_rows("inertia", r.size['i' - 'a'], plane ? 1 : 9, D->bodies);
    check_rows("place", r.size['p' - 'a'], plane ? 3 : 7, D->bodies);
    check_rows("joint", r.size['r' - 'a'], DLS_ITEM_ROWS, D->joints);
    check_rows("force", r.size['s' - 'a'], DLS_ITEM_ROWS, D->forces);
    check_rows("angle", r.size['w' - 'a'], DLS_ITEM_ROWS, D->angles);
    if (dls_mechanism_setup(D, host, &B, &fault)) {
        dls_mex_raise(function, &fault);
    }
    return B;
}
