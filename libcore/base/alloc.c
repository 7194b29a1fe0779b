/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All memory of the library comes from here. tests/c/counting_alloc.c takes the place of this file
   in the C tests: it counts, and refuses the k-th allocation. */
#include <stdlib.h>

#include "base/base.h"

void *dls_alloc(dls_int count, size_t size)
{
    return count < 0 ? NULL : calloc(count > 0 ? (size_t)count : 1, size);
}

void *dls_grow(void *memory, dls_int count, size_t size)
{
    if (count < 0 || (size > 0 && (size_t)count > SIZE_MAX / size)) {
        return NULL;
    }
    return realloc(memory, (count > 0 ? (size_t)count : 1) * size);
}

void dls_free(void *memory)
{
    free(memory);
}
