/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stands in for libcore/base/alloc.c: the linker takes these functions and leaves the library's. */
#include <stdatomic.h>
#include <stdlib.h>

#include "base/base.h"
#include "counting_alloc.h"

static atomic_llong allocations;
static atomic_llong asked; /* bytes */
static atomic_llong fail_at;

void dls_test_fail_allocation(dls_int k)
{
    atomic_store(&fail_at, k > 0 ? atomic_load(&allocations) + k : 0);
}

dls_int dls_test_allocations(void)
{
    return atomic_load(&allocations);
}

double dls_test_bytes(void)
{
    return (double)atomic_load(&asked);
}

static bool refused(dls_int count, size_t size)
{
    atomic_fetch_add(&asked, count * (long long)size);
    long long serial = atomic_fetch_add(&allocations, 1) + 1;
    return count < 0 || serial == atomic_load(&fail_at);
}

void *dls_alloc(dls_int count, size_t size)
{
    return refused(count, size) ? NULL : calloc(count > 0 ? (size_t)count : 1, size);
}

void *dls_grow(void *memory, dls_int count, size_t size)
{
    if (refused(count, size) || (size > 0 && (size_t)count > SIZE_MAX / size)) {
        return NULL;
    }
    return realloc(memory, (count > 0 ? (size_t)count : 1) * size);
}

void dls_free(void *memory)
{
    free(memory);
}
