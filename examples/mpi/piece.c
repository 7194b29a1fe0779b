/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One piece, read and written as a whole. */
#include "piece.h"

#include <errno.h>
#include <string.h>

#include "reader.h"

static void take_constraints(reader *R, dls_piece *P)
{
    const header *h = &R->head;
    P->id = DLS_NEW(dls_int, h->constraints);
    P->b = DLS_NEW(double, h->constraints * h->sides);
    if (!R->error && !dls_mat_new(&P->G, h->n, h->constraints, h->in_G)) {
        R->error = dls_fail_memory(R->fault);
    }
    reader_fetch(R, R->at.id, h->constraints, P->id);
    reader_fetch(R, R->at.Gp, h->constraints + 1, P->G.p);
    reader_fetch(R, R->at.Gi, h->in_G, P->G.i);
    reader_fetch(R, R->at.Gx, h->in_G, P->G.x);
    reader_fetch(R, R->at.b, h->constraints * h->sides, P->b);
    reader_check(R, &P->G, h->in_G, "has columns of G in disorder");
    for (dls_int k = 0; !R->error && k < h->constraints; k++) {
        if (P->id[k] < 0 || P->id[k] >= h->m || (k > 0 && P->id[k] <= P->id[k - 1])) {
            reader_refuse(R, DLS_ERROR_FORMAT, "has numbers of constraints in disorder");
        }
    }
}

dls_error dls_piece_read(const char *file, dls_piece *P, dls_fault *fault)
{
    reader R = reader_open(file, P, fault);
    if (!R.error) {
        reader_coordinates(&R, R.head.first, R.head.count, P);
        take_constraints(&R, P);
    }
    return reader_close(&R, P);
}

static bool put(FILE *stream, dls_int count, const void *words)
{
    return count == 0 || fwrite(words, 8, (size_t)count, stream) == (size_t)count;
}

dls_error dls_piece_write(const char *file, const dls_piece *P, dls_fault *fault)
{
    char part[4096];
    dls_view M = dls_see(&P->M), G = dls_see(&P->G);
    header h = {.n = P->n,
                .m = P->m,
                .sides = P->sides,
                .first = P->first,
                .count = P->count,
                .constraints = G.cols,
                .in_M = dls_entries(M),
                .in_G = dls_entries(G)};
    memcpy(&h.magic, DATA_MAGIC, 8);
    h.bytes = 8 * reader_place(&h).end;
    bool named = snprintf(part, sizeof part, "%s.part", file) < (int)sizeof part;
    FILE *stream = named ? fopen(part, "wb") : NULL;
    bool done = stream && put(stream, sizeof h / 8, &h) && put(stream, M.cols + 1, M.p) &&
                put(stream, h.in_M, M.i) && put(stream, h.in_M, M.x) &&
                put(stream, G.cols, P->id) && put(stream, G.cols + 1, G.p) &&
                put(stream, h.in_G, G.i) && put(stream, h.in_G, G.x) &&
                put(stream, P->count * P->sides, P->F) && put(stream, G.cols * P->sides, P->b);
    int reason = errno;
    if (stream && fclose(stream)) {
        reason = done ? errno : reason;
        done = false;
    }
    if (done && rename(part, file)) {
        reason = errno;
        done = false;
    }
    if (!done) {
        if (stream) {
            remove(part);
        }
        return dls_fail(fault, DLS_ERROR_FILE, "'%s' cannot be written: %s", file,
                        named ? strerror(reason) : "its name is too long");
    }
    return DLS_OK;
}

void dls_piece_free(dls_piece *P)
{
    dls_mat_free(&P->M);
    dls_mat_free(&P->G);
    dls_free(P->id);
    dls_free(P->F);
    dls_free(P->b);
    *P = (dls_piece){0};
}
