/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arrays of a pool are one block: the layout runs twice, first to measure, then to hand out. */
#include <stdint.h>

#include "base/base.h"
#include "base/guard.h"

enum { ALIGNED = 32 }; /* bytes: a vector register */

void *dls_take(dls_room *room, dls_int count, size_t size)
{
    size_t most = (size_t)PTRDIFF_MAX - ALIGNED - DLS_GUARD - room->used;
    if (count < 0 || (size > 0 && (size_t)count > most / size)) {
        room->overflow = true;
        return NULL;
    }
    size_t own = (size_t)count * size;
    size_t bytes = (own + ALIGNED - 1) / ALIGNED * ALIGNED + DLS_GUARD;
    char *at = room->start ? room->start + room->used : NULL;
    room->used += bytes;
    if (at) {
        DLS_POISON(at + own, bytes - own);
    }
    return at;
}

void dls_take_numbers(dls_room *room, dls_int count, double **const *arrays)
{
    for (; *arrays; arrays++) {
        **arrays = DLS_TAKE(room, double, count);
    }
}

void dls_take_indices(dls_room *room, dls_int count, dls_int **const *arrays)
{
    for (; *arrays; arrays++) {
        **arrays = DLS_TAKE(room, dls_int, count);
    }
}

bool dls_pool_own(dls_pool *pool, dls_release *release, void *what)
{
    void *owned = what ? dls_grow(pool->owned, pool->count + 1, sizeof *pool->owned) : NULL;
    if (!owned) {
        if (what) {
            release(what);
        }
        return false;
    }
    pool->owned = owned;
    pool->owned[pool->count++] = (dls_owned){release, what};
    return true;
}

bool dls_pool_make(dls_pool *pool, dls_layout *layout, void *object)
{
    dls_room room = {NULL, 0, false};
    layout(object, &room);
    if (room.overflow || room.used > (size_t)PTRDIFF_MAX - ALIGNED) {
        return false;
    }
    char *block = dls_alloc((dls_int)(room.used + ALIGNED), 1);
    if (!dls_pool_own(pool, dls_free, block)) {
        return false;
    }
    size_t past = (uintptr_t)block % ALIGNED, before = past ? ALIGNED - past : 0;
    DLS_POISON(block, before);
    room = (dls_room){block + before, 0, false};
    layout(object, &room);
    return true;
}

void dls_pool_free(dls_pool *pool)
{
    while (pool->count > 0) {
        pool->count--;
        pool->owned[pool->count].release(pool->owned[pool->count].what);
    }
    dls_free(pool->owned);
    *pool = (dls_pool){NULL, 0};
}
