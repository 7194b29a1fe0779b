/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SuiteSparse 5 (CHOLMOD 3) to 7 (CHOLMOD 4 and 5), in a folder of its own or not. What differs for
   this library: where the headers are, the name of 64-bit integers (SuiteSparse_long is int64_t
   since 6: here both are dls_int), and how CHOLMOD is told not to start threads of its own. */
#ifndef DLS_SUITESPARSE_H
#define DLS_SUITESPARSE_H

#if __has_include(<suitesparse/cholmod.h>)
#include <suitesparse/SuiteSparseQR_C.h>
#include <suitesparse/cholmod.h>
#include <suitesparse/umfpack.h>
#else
#include <SuiteSparseQR_C.h>
#include <cholmod.h>
#include <umfpack.h>
#endif

#include "base/base.h"

_Static_assert(sizeof(((cholmod_common *)0)->SPQR_istat[0]) == sizeof(dls_int),
               "SuiteSparse has integers of 64 bits in what begins with cholmod_l_");

/* CHOLMOD runs its scatter loops in several OpenMP threads, four of them before version 4, whatever
   the number of cores; on two cores that doubles the time of a factorisation. BLAS threads are not
   touched. Begin: what to hand to end. */
#if CHOLMOD_MAIN_VERSION >= 4
static inline int dls_cholmod_alone_begin(cholmod_common *c)
{
    int threads = c->nthreads_max;
    c->nthreads_max = 1;
    return threads;
}

static inline void dls_cholmod_alone_end(cholmod_common *c, int threads)
{
    c->nthreads_max = threads;
}
#else
extern int omp_get_max_active_levels(void) __attribute__((weak));
extern void omp_set_max_active_levels(int) __attribute__((weak));

static inline int dls_cholmod_alone_begin(cholmod_common *c)
{
    (void)c;
    int levels = omp_get_max_active_levels ? omp_get_max_active_levels() : 0;
    if (omp_set_max_active_levels) {
        omp_set_max_active_levels(0);
    }
    return levels;
}

static inline void dls_cholmod_alone_end(cholmod_common *c, int levels)
{
    (void)c;
    if (omp_set_max_active_levels) {
        omp_set_max_active_levels(levels);
    }
}
#endif

#endif
