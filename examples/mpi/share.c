/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The share of a process of a whole system: G is read block by block, only its own is kept. */
#include <string.h>

#include "reader.h"

enum { BLOCK = 1 << 16 }; /* columns */

typedef struct {
    dls_int *p, *i; /* of the columns in hand */
    double *x;
    dls_int room; /* of i and x */
} block;

static void load_block(reader *R, dls_int first, dls_int cols, block *C)
{
    reader_fetch(R, R->at.Gp + first, cols + 1, C->p);
    for (dls_int k = 0; !R->error && k < cols; k++) {
        if (C->p[k] < 0 || C->p[k] > C->p[k + 1] || C->p[k + 1] > R->head.in_G) {
            reader_refuse(R, DLS_ERROR_FORMAT, "has columns of G in disorder");
        }
    }
    dls_int entries = R->error ? 0 : C->p[cols] - C->p[0];
    if (entries > C->room) {
        dls_free(C->i);
        dls_free(C->x);
        C->i = DLS_NEW(dls_int, entries);
        C->x = DLS_NEW(double, entries);
        C->room = entries;
    }
    dls_int start = R->error ? 0 : C->p[0];
    reader_fetch(R, R->at.Gi + start, entries, C->i);
    reader_fetch(R, R->at.Gx + start, entries, C->x);
}

/* Arrays of the piece with room for more. */
static bool make_room(dls_piece *P, dls_int cols, dls_int entries, dls_int room[2])
{
    bool ready = true;
#define DLS_ROOM(array, needed)                                                                    \
    {                                                                                              \
        void *grown = ready ? dls_grow(array, needed, 8) : NULL;                                   \
        ready = grown != NULL;                                                                     \
        array = ready ? grown : array;                                                             \
    }
    if (cols > room[0]) {
        room[0] = cols + cols / 2;
        DLS_ROOM(P->id, room[0])
        DLS_ROOM(P->G.p, room[0] + 1)
    }
    if (entries > room[1]) {
        room[1] = entries + entries / 2;
        DLS_ROOM(P->G.i, room[1])
        DLS_ROOM(P->G.x, room[1])
    }
    return ready;
}

static void keep_own(reader *R, dls_int first, dls_int cols, const block *C, dls_int room[2],
                     dls_piece *P)
{
    for (dls_int k = 0; !R->error && k < cols; k++) {
        dls_int from = C->p[k] - C->p[0], count = C->p[k + 1] - C->p[k];
        dls_int lead = count > 0 ? C->i[from] : 0; /* what touches nothing goes with the first */
        bool mine = lead >= P->first && lead < P->first + P->count;
        if (!mine && !(R->head.n == 0 && R->rank == 0)) {
            continue;
        }
        dls_int at = P->G.cols > 0 ? P->G.p[P->G.cols] : 0;
        if (!make_room(P, P->G.cols + 1, at + count, room)) {
            R->error = dls_fail_memory(R->fault);
            return;
        }
        memcpy(P->G.i + at, C->i + from, (size_t)count * 8);
        memcpy(P->G.x + at, C->x + from, (size_t)count * 8);
        P->id[P->G.cols++] = first + k;
        P->G.p[0] = 0;
        P->G.p[P->G.cols] = at + count;
    }
}

static void take_own_constraints(reader *R, dls_piece *P)
{
    const header *h = &R->head;
    dls_int room[2] = {0, 0};
    block C = {.p = DLS_NEW(dls_int, BLOCK + 1)};
    P->G = (dls_mat){.rows = h->n};
    if (!make_room(P, 1, 1, room)) {
        R->error = dls_fail_memory(R->fault);
    } else {
        P->G.p[0] = 0;
    }
    for (dls_int first = 0; !R->error && first < h->m; first += BLOCK) {
        dls_int cols = DLS_MIN(BLOCK, h->m - first);
        load_block(R, first, cols, &C);
        keep_own(R, first, cols, &C, room, P);
    }
    dls_free(C.p);
    dls_free(C.i);
    dls_free(C.x);
    reader_check(R, &P->G, R->error ? 0 : P->G.p[P->G.cols], "has columns of G in disorder");
    double *all = DLS_NEW(double, BLOCK);
    P->b = DLS_NEW(double, P->G.cols * h->sides);
    dls_int at = 0;
    for (dls_int s = 0; s < h->sides; s++) {
        for (dls_int first = 0, k = 0; !R->error && first < h->m; first += BLOCK) {
            reader_fetch(R, R->at.b + s * h->m + first, DLS_MIN(BLOCK, h->m - first), all);
            for (; !R->error && P->b && k < P->G.cols && P->id[k] < first + BLOCK; k++) {
                P->b[at++] = all[P->id[k] - first];
            }
        }
    }
    if (!R->error && !P->b) {
        R->error = dls_fail_memory(R->fault);
    }
    dls_free(all);
}

dls_error dls_piece_share(const char *file, int rank, int ranks, dls_piece *P, dls_fault *fault)
{
    reader R = reader_open(file, P, fault);
    const header *h = &R.head;
    R.rank = rank;
    if (!R.error && (h->first != 0 || h->count != h->n || h->constraints != h->m)) {
        reader_refuse(&R, DLS_ERROR_FORMAT, "is one of several pieces; expected a whole system");
    }
    if (!R.error) {
        dls_int first = h->n * rank / ranks, end = h->n * (rank + 1) / ranks;
        reader_coordinates(&R, first, end - first, P);
    }
    if (!R.error) {
        take_own_constraints(&R, P);
    }
    return reader_close(&R, P);
}
