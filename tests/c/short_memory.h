/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An allocator for SuiteSparse whose calls fail_at .. fail_until fail. */
#ifndef SHORT_MEMORY_H
#define SHORT_MEMORY_H

#include <stdbool.h>
#include <stdlib.h>

static int calls, fail_at, fail_until;

static bool refuse(void)
{
    calls++;
    return calls >= fail_at && calls <= fail_until;
}

static void *failing_malloc(size_t size)
{
    return refuse() ? NULL : malloc(size);
}

static void *failing_calloc(size_t count, size_t size)
{
    return refuse() ? NULL : calloc(count, size);
}

static void *failing_realloc(void *old, size_t size)
{
    return refuse() ? NULL : realloc(old, size);
}

#endif
