/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reader.h"

#include <errno.h>
#include <string.h>

layout reader_place(const header *h)
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

void reader_refuse(reader *R, dls_error error, const char *what)
{
    if (!R->error) {
        R->error = dls_fail(R->fault, error, "'%s' %s", R->name, what);
    }
}

void reader_fetch(reader *R, dls_int at, dls_int count, void *words)
{
    if (R->error || count == 0) {
        return;
    }
    if (!words) {
        R->error = dls_fail_memory(R->fault);
    } else if (fseeko(R->stream, (off_t)(8 * at), SEEK_SET) ||
               fread(words, 8, (size_t)count, R->stream) != (size_t)count) {
        reader_refuse(R, DLS_ERROR_FILE, ferror(R->stream) ? "cannot be read" : "ends too early");
    }
}

/* Sizes are believed only when the file is as long as they say. */
static void open_reader(reader *R)
{
    static const dls_int MOST = (dls_int)1 << 40, MOST_SIDES = 1 << 20; /* no overflow below */
    R->stream = fopen(R->name, "rb");
    if (!R->stream) {
        R->error = dls_fail(R->fault, DLS_ERROR_FILE, "'%s' cannot be opened: %s", R->name,
                            strerror(errno));
        return;
    }
    header *h = &R->head;
    reader_fetch(R, 0, sizeof *h / 8, h);
    if (R->error || memcmp(&h->magic, DATA_MAGIC, 8) != 0) {
        reader_refuse(R, DLS_ERROR_FORMAT,
                      "is no file of KKT data (it does not begin with DLSKKT1)");
        return;
    }
    const dls_int sizes[] = {h->n,     h->m,           h->sides, h->first,
                             h->count, h->constraints, h->in_M,  h->in_G};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        if (sizes[k] < 0 || sizes[k] > MOST || h->sides > MOST_SIDES) {
            reader_refuse(R, DLS_ERROR_FORMAT, "has a header that is damaged");
            return;
        }
    }
    R->at = reader_place(h);
    if (h->first + h->count > h->n || h->constraints > h->m || h->bytes != 8 * R->at.end) {
        reader_refuse(R, DLS_ERROR_FORMAT, "has a header whose numbers contradict each other");
        return;
    }
    long long found = fseeko(R->stream, 0, SEEK_END) ? -1 : (long long)ftello(R->stream);
    if (found != h->bytes) {
        R->error =
            dls_fail(R->fault, DLS_ERROR_FILE, "'%s' is %s: %lld bytes, expected %lld", R->name,
                     found < h->bytes ? "truncated" : "too long", found, (long long)h->bytes);
    }
}

reader reader_open(const char *file, dls_piece *P, dls_fault *fault)
{
    reader R = {.name = file, .fault = fault};
    *P = (dls_piece){0};
    open_reader(&R);
    P->n = R.head.n;
    P->m = R.head.m;
    P->sides = R.head.sides;
    return R;
}

dls_error reader_close(reader *R, dls_piece *P)
{
    if (R->stream) {
        fclose(R->stream);
    }
    P->constraints = P->G.cols;
    if (R->error) {
        dls_piece_free(P);
    }
    return R->error;
}

void reader_check(reader *R, const dls_mat *A, dls_int entries, const char *what)
{
    bool good = R->error || (A->p[0] == 0 && A->p[A->cols] == entries);
    for (dls_int j = 0; !R->error && good && j < A->cols; j++) {
        good = A->p[j] <= A->p[j + 1];
    }
    for (dls_int k = 0; !R->error && good && k < entries; k++) {
        good = A->i[k] >= 0 && A->i[k] < A->rows;
    }
    if (!good) {
        reader_refuse(R, DLS_ERROR_FORMAT, what);
    }
}

void reader_coordinates(reader *R, dls_int first, dls_int count, dls_piece *P)
{
    const header *h = &R->head;
    dls_int skip = first - h->first, *p = R->error ? NULL : DLS_NEW(dls_int, count + 1);
    reader_fetch(R, R->at.Mp + skip, count + 1, p);
    for (dls_int j = 0; !R->error && j <= count; j++) {
        if (p[j] < (j > 0 ? p[j - 1] : 0) || p[j] > h->in_M) {
            reader_refuse(R, DLS_ERROR_FORMAT, "has columns of M in disorder");
        }
    }
    dls_int start = R->error ? 0 : p[0], entries = R->error ? 0 : p[count] - start;
    if (!R->error && !dls_mat_new(&P->M, h->n, count, entries)) {
        R->error = dls_fail_memory(R->fault);
    }
    for (dls_int j = 0; !R->error && j <= count; j++) {
        P->M.p[j] = p[j] - start;
    }
    dls_free(p);
    reader_fetch(R, R->at.Mi + start, entries, P->M.i);
    reader_fetch(R, R->at.Mx + start, entries, P->M.x);
    reader_check(R, &P->M, entries, "has columns of M in disorder");
    P->F = DLS_NEW(double, count * h->sides);
    for (dls_int s = 0; s < h->sides; s++) {
        reader_fetch(R, R->at.F + s * h->count + skip, count, P->F ? P->F + s * count : NULL);
    }
    P->first = first;
    P->count = count;
}
