/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What we run on. OpenBLAS says which kernel it picked; other BLAS libraries lack its symbols. */
#include <stdio.h>

#include "linsys/linsys.h"

extern char *openblas_get_config(void) __attribute__((weak));
extern char *openblas_get_corename(void) __attribute__((weak));
extern int openblas_get_num_threads(void) __attribute__((weak));

dls_libraries dls_library_versions(void)
{
    dls_libraries v = {"", "unknown", "unknown", 1};
    int number[3];
    SuiteSparse_version(number);
    snprintf(v.suitesparse, sizeof v.suitesparse, "%d.%d.%d", number[0], number[1], number[2]);
    if (openblas_get_config && openblas_get_corename && openblas_get_num_threads) {
        v.blas = openblas_get_config();
        v.kernel = openblas_get_corename();
        v.threads = openblas_get_num_threads();
    }
    return v;
}
