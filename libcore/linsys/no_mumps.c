/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stands for mumps.c in libraries that are built without it. */
#include "linsys/linsys.h"

const dls_backend dls_linsys_mumps = {.name = "mumps",
                                      .shape = DLS_LOWER,
                                      .definite = true,
                                      .teams = true,
                                      .absent = true,
                                      .block = 1,
                                      .price = 1};
