/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "piece.h"

#include <errno.h>
#include <string.h>

static const char MAGIC[8] = "DLSKKT1\n";

typedef struct {
    dls_int magic, bytes, n, m, sides, first, count, constraints, in_M, in_G;
} header;

/* Where the arrays of a file begin, in words. */
typedef struct {
    dls_int Mp, Mi, Mx, id, Gp, Gi, Gx, F, b, end;
} layout;

typedef struct {
    FILE *stream;
    const char *name;
    header head;
    layout at;
    int rank;
    dls_fault *fault;
    dls_error error; /* the first one: what follows it does nothing */
} reader;

static layout place(const header *h)
{
    layout at = {.Mp = sizeof *h / 8};
    at.Mi = at.Mp + h->count + 1;
    at.Mx = at.Mi + h->in_M;
    at.id = at.Mx + h->in_M;
    at.Gp = at.id + h->constraints;
    at.Gi = at.Gp + h->constraints + 1;
    at.Gx = at.Gi + h->in_G;
    at.F = at.Gx + h->in_G;
    at.b = at.F + h->count * h->sides;
    at.end = at.b + h->constraints * h->sides;
    return at;
}

static void refuse(reader *R, dls_error error, const char *what)
{
    if (!R->error) {
        R->error = dls_fail(R->fault, error, "'%s' %s", R->name, what);
    }
}

/* `count` words from the place `at` on. */
static void fetch(reader *R, dls_int at, dls_int count, void *words)
{
    if (R->error || count == 0) {
        return;
    }
    if (!words) {
        R->error = dls_fail_memory(R->fault);
    } else if (fseeko(R->stream, (off_t)(8 * at), SEEK_SET) ||
               fread(words, 8, (size_t)count, R->stream) != (size_t)count) {
        refuse(R, DLS_ERROR_FILE, ferror(R->stream) ? "cannot be read" : "ends too early");
    }
}

/* Sizes are believed only when the file is as long as they say. */
static void open_reader(reader *R)
{
    static const dls_int MOST = (dls_int)1 << 48;
    R->stream = fopen(R->name, "rb");
    if (!R->stream) {
        R->error = dls_fail(R->fault, DLS_ERROR_FILE, "'%s' cannot be opened: %s", R->name,
                            strerror(errno));
        return;
    }
    header *h = &R->head;
    fetch(R, 0, sizeof *h / 8, h);
    if (R->error || memcmp(&h->magic, MAGIC, 8) != 0) {
        refuse(R, DLS_ERROR_FORMAT, "is no file of KKT data (it does not begin with DLSKKT1)");
        return;
    }
    const dls_int sizes[] = {h->n,     h->m,           h->sides, h->first,
                             h->count, h->constraints, h->in_M,  h->in_G};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        if (sizes[k] < 0 || sizes[k] > MOST) {
            refuse(R, DLS_ERROR_FORMAT, "has a header that is damaged");
            return;
        }
    }
    R->at = place(h);
    if (h->first + h->count > h->n || h->constraints > h->m || h->bytes != 8 * R->at.end) {
        refuse(R, DLS_ERROR_FORMAT, "has a header whose numbers contradict each other");
        return;
    }
    long long found = fseeko(R->stream, 0, SEEK_END) ? -1 : (long long)ftello(R->stream);
    if (found != h->bytes) {
        R->error =
            dls_fail(R->fault, DLS_ERROR_FILE, "'%s' is %s: %lld bytes, expected %lld", R->name,
                     found < h->bytes ? "truncated" : "too long", found, (long long)h->bytes);
    }
}

static dls_error close_reader(reader *R, dls_piece *P)
{
    if (R->stream) {
        fclose(R->stream);
    }
    if (R->error) {
        dls_piece_free(P);
    }
    return R->error;
}

/* Column starts p[0..cols], to begin at 0, and rows in range. */
static void check_columns(reader *R, const dls_mat *A, dls_int entries, const char *what)
{
    bool good = R->error || (A->p[0] == 0 && A->p[A->cols] == entries);
    for (dls_int j = 0; !R->error && good && j < A->cols; j++) {
        good = A->p[j] <= A->p[j + 1];
    }
    for (dls_int k = 0; !R->error && good && k < entries; k++) {
        good = A->i[k] >= 0 && A->i[k] < A->rows;
    }
    if (!good) {
        refuse(R, DLS_ERROR_FORMAT, what);
    }
}

/* Columns of M and rows of F of coordinates first .. first + count - 1. */
static void take_coordinates(reader *R, dls_int first, dls_int count, dls_piece *P)
{
    const header *h = &R->head;
    dls_int skip = first - h->first, *p = R->error ? NULL : DLS_NEW(dls_int, count + 1);
    fetch(R, R->at.Mp + skip, count + 1, p);
    dls_int start = R->error ? 0 : p[0], entries = R->error ? 0 : p[count] - start;
    if (!R->error && (start < 0 || entries < 0 || start + entries > h->in_M)) {
        refuse(R, DLS_ERROR_FORMAT, "has columns of M in disorder");
    }
    if (!R->error && !dls_mat_new(&P->M, h->n, count, entries)) {
        R->error = dls_fail_memory(R->fault);
    }
    for (dls_int j = 0; !R->error && j <= count; j++) {
        P->M.p[j] = p[j] - start;
    }
    dls_free(p);
    fetch(R, R->at.Mi + start, entries, P->M.i);
    fetch(R, R->at.Mx + start, entries, P->M.x);
    check_columns(R, &P->M, entries, "has columns of M in disorder");
    P->F = DLS_NEW(double, count * h->sides);
    for (dls_int s = 0; s < h->sides; s++) {
        fetch(R, R->at.F + s * h->count + skip, count, P->F ? P->F + s * count : NULL);
    }
    P->first = first;
    P->count = count;
}

static void take_constraints(reader *R, dls_piece *P)
{
    const header *h = &R->head;
    P->id = DLS_NEW(dls_int, h->constraints);
    P->b = DLS_NEW(double, h->constraints * h->sides);
    if (!R->error && !dls_mat_new(&P->G, h->n, h->constraints, h->in_G)) {
        R->error = dls_fail_memory(R->fault);
    }
    fetch(R, R->at.id, h->constraints, P->id);
    fetch(R, R->at.Gp, h->constraints + 1, P->G.p);
    fetch(R, R->at.Gi, h->in_G, P->G.i);
    fetch(R, R->at.Gx, h->in_G, P->G.x);
    fetch(R, R->at.b, h->constraints * h->sides, P->b);
    check_columns(R, &P->G, h->in_G, "has columns of G in disorder");
    for (dls_int k = 0; !R->error && k < h->constraints; k++) {
        if (P->id[k] < 0 || P->id[k] >= h->m || (k > 0 && P->id[k] <= P->id[k - 1])) {
            refuse(R, DLS_ERROR_FORMAT, "has numbers of constraints in disorder");
        }
    }
}

static reader begin(const char *file, dls_piece *P, dls_fault *fault)
{
    reader R = {.name = file, .fault = fault};
    *P = (dls_piece){0};
    open_reader(&R);
    P->n = R.head.n;
    P->m = R.head.m;
    P->sides = R.head.sides;
    return R;
}

dls_error dls_piece_read(const char *file, dls_piece *P, dls_fault *fault)
{
    reader R = begin(file, P, fault);
    if (!R.error) {
        take_coordinates(&R, R.head.first, R.head.count, P);
        take_constraints(&R, P);
    }
    return close_reader(&R, P);
}

/* ---- a share of a whole system: G is read block by block, and only what is wanted is kept ---- */

enum { BLOCK = 1 << 16 }; /* columns */

typedef struct {
    dls_int *p, *i; /* of the columns in hand */
    double *x;
    dls_int room; /* of i and x */
} block;

static void load_block(reader *R, dls_int first, dls_int cols, block *C)
{
    fetch(R, R->at.Gp + first, cols + 1, C->p);
    for (dls_int k = 0; !R->error && k < cols; k++) {
        if (C->p[k] < 0 || C->p[k] > C->p[k + 1] || C->p[k + 1] > R->head.in_G) {
            refuse(R, DLS_ERROR_FORMAT, "has columns of G in disorder");
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
    fetch(R, R->at.Gi + start, entries, C->i);
    fetch(R, R->at.Gx + start, entries, C->x);
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
    check_columns(R, &P->G, R->error ? 0 : P->G.p[P->G.cols], "has columns of G in disorder");
    double *all = DLS_NEW(double, BLOCK);
    P->b = DLS_NEW(double, P->G.cols * h->sides);
    dls_int at = 0;
    for (dls_int s = 0; s < h->sides; s++) {
        for (dls_int first = 0, k = 0; !R->error && first < h->m; first += BLOCK) {
            fetch(R, R->at.b + s * h->m + first, DLS_MIN(BLOCK, h->m - first), all);
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
    reader R = begin(file, P, fault);
    const header *h = &R.head;
    R.rank = rank;
    if (!R.error && (h->first != 0 || h->count != h->n || h->constraints != h->m)) {
        refuse(&R, DLS_ERROR_FORMAT, "is one of several pieces; expected a whole system");
    }
    if (!R.error) {
        dls_int first = h->n * rank / ranks, end = h->n * (rank + 1) / ranks;
        take_coordinates(&R, first, end - first, P);
    }
    if (!R.error) {
        take_own_constraints(&R, P);
    }
    return close_reader(&R, P);
}

/* ---- writing ---- */

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
    memcpy(&h.magic, MAGIC, 8);
    h.bytes = 8 * place(&h).end;
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
