/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory, with a hook that lets a test make the k-th allocation fail.
   The two counters are the only mutable statics of the library. */
#include <stdatomic.h>
#include <stdlib.h>

#include "base/base.h"

static atomic_llong allocations;
static atomic_llong fail_at;

void dls_test_fail_allocation(dls_int k)
{
    atomic_store(&fail_at, k > 0 ? atomic_load(&allocations) + k : 0);
}

dls_int dls_test_allocations(void)
{
    return atomic_load(&allocations);
}

void *dls_alloc(dls_int count, size_t size)
{
    long long serial = atomic_fetch_add(&allocations, 1) + 1;
    if (count < 0 || serial == atomic_load(&fail_at)) {
        return NULL;
    }
    return calloc(count > 0 ? (size_t)count : 1, size);
}

void *dls_grow(void *memory, dls_int count, size_t size)
{
    long long serial = atomic_fetch_add(&allocations, 1) + 1;
    if (count < 0 || serial == atomic_load(&fail_at)) {
        return NULL;
    }
    return realloc(memory, (count > 0 ? (size_t)count : 1) * size);
}

void dls_free(void *memory)
{
    free(memory);
}
