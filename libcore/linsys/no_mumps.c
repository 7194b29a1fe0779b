/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stands for mumps.c in libraries that are built without it. */
#include "linsys/linsys.h"

static dls_error absent(dls_linsys *S, dls_view A)
{
    (void)S;
    (void)A;
    return DLS_ERROR_OPTION;
}

static void release(dls_linsys *S)
{
    (void)S;
}

const dls_backend dls_linsys_mumps = {"mumps", DLS_LOWER, absent, absent,
                                      NULL,    release,   NULL,   true};
