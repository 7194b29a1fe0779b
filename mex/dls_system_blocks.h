/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The blocks of a contact system, for inputs with a member S; maybe: "?" where they may be missing,
   "" where they are there. Letters: n coordinates, b and u contacts, s and t tangents. */
#ifndef DLS_SYSTEM_BLOCKS_H
#define DLS_SYSTEM_BLOCKS_H

#include <math.h>

#include "dls_mex.h"

#define DLS_SYSTEM_BLOCKS(maybe)                                                                   \
    DLS_MEX_BOUNDED("d", WHOLE, S.d, "d", NULL, 2, 3),                                             \
        DLS_MEX_ARGUMENT("M", MATRIX, S.M, "n", "n"),                                              \
        DLS_MEX_ARGUMENT("F", NUMBERS, S.F, maybe "n", "1"),                                       \
        DLS_MEX_ARGUMENT("Gb", MATRIX, S.Gb, "n", "b"),                                            \
        DLS_MEX_ARGUMENT("Gu", MATRIX, S.Gu, "n", "u"),                                            \
        DLS_MEX_ARGUMENT("Hb", MATRIX, S.Hb, "n", "s"),                                            \
        DLS_MEX_ARGUMENT("Hu", MATRIX, S.Hu, "n", "t"),                                            \
        DLS_MEX_ARGUMENT("bb", NUMBERS, S.bb, maybe "b", "1"),                                     \
        DLS_MEX_ARGUMENT("bu", NUMBERS, S.bu, maybe "u", "1"),                                     \
        DLS_MEX_ARGUMENT("tb", NUMBERS, S.tb, maybe "s", "1"),                                     \
        DLS_MEX_ARGUMENT("tu", NUMBERS, S.tu, maybe "t", "1"),                                     \
        DLS_MEX_BOUNDED("mub", NUMBERS, S.mub, maybe "b", "1", 0, INFINITY),                       \
        DLS_MEX_BOUNDED("muu", NUMBERS, S.muu, maybe "u", "1", 0, INFINITY),                       \
        DLS_MEX_ARGUMENT("vtb", NUMBERS, S.vtb, maybe "d-1", "b"),                                 \
        DLS_MEX_ARGUMENT("vtu", NUMBERS, S.vtu, maybe "d-1", "u")

#endif
