/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An allocator for SuiteSparse that counts, and whose calls fail_at .. fail_until fail. */
#ifndef SHORT_MEMORY_H
#define SHORT_MEMORY_H

#include <stdbool.h>
#include <stdlib.h>

#include "linsys/suitesparse.h"

static int calls, fail_at, fail_until;
static double asked; /* bytes */

static bool refuse(size_t bytes)
{
    asked += (double)bytes;
    calls++;
    return calls >= fail_at && calls <= fail_until;
}

static void *failing_malloc(size_t size)
{
    return refuse(size) ? NULL : malloc(size);
}

static void *failing_calloc(size_t count, size_t size)
{
    return refuse(count * size) ? NULL : calloc(count, size);
}

static void *failing_realloc(void *old, size_t size)
{
    return refuse(size) ? NULL : realloc(old, size);
}

static void suitesparse_allocates_by(void *(*by_malloc)(size_t), void *(*by_calloc)(size_t, size_t),
                                     void *(*by_realloc)(void *, size_t))
{
#if SUITESPARSE_MAIN_VERSION >= 7
    SuiteSparse_config_malloc_func_set(by_malloc);
    SuiteSparse_config_calloc_func_set(by_calloc);
    SuiteSparse_config_realloc_func_set(by_realloc);
#else
    SuiteSparse_config.malloc_func = by_malloc;
    SuiteSparse_config.calloc_func = by_calloc;
    SuiteSparse_config.realloc_func = by_realloc;
#endif
}

#endif
