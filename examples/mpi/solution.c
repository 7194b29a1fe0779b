/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solution.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static const char MAGIC[8] = "DLSSOL1\n";
enum { HEADER = 8, OF_RUN = 11, OF_SIDE = 10 };

bool solution_new(solution *S, const dls_piece *P)
{
    dls_int k = P->sides;
    *S = (solution){.a = DLS_NEW(double, P->count *k),
                    .lambda = DLS_NEW(double, P->constraints *k),
                    .constraints = DLS_NEW(double, P->constraints *k),
                    .forces = DLS_NEW(double, P->count *k),
                    .results = DLS_NEW(dls_kkt_result, k)};
    return S->a && S->lambda && S->constraints && S->forces && S->results;
}

void solution_free(solution *S)
{
    dls_free(S->a);
    dls_free(S->lambda);
    dls_free(S->constraints);
    dls_free(S->forces);
    dls_free(S->results);
    *S = (solution){0};
}

typedef struct {
    int file;
    int reason; /* errno of the first failure */
} host;

/* `count` words at place `at`. */
static void put(host *out, dls_int at, dls_int count, const void *words)
{
    const char *from = words;
    size_t left = (size_t)count * 8;
    off_t to = (off_t)(8 * at);
    while (!out->reason && left > 0) {
        ssize_t done = pwrite(out->file, from, left, to);
        if (done < 0 && errno == EINTR) {
            continue;
        }
        if (done <= 0) {
            out->reason = done < 0 ? errno : ENOSPC;
            return;
        }
        from += done;
        to += done;
        left -= (size_t)done;
    }
}

/* Entries of constraints go where they belong in the system: by runs of consecutive ones. */
static void put_constraints(host *out, dls_int at, const dls_piece *P, const double *x)
{
    dls_int run = 1;
    for (dls_int k = 0; k < P->constraints; k += run) {
        for (run = 1; k + run < P->constraints && P->id[k + run] == P->id[k] + run; run++) {
        }
        put(out, at + P->id[k], run, x + k);
    }
}

static void put_numbers(host *out, const solution *S, const members *T, const dls_piece *P,
                        int certificates)
{
    const dls_kkt_stats *s = &S->stats;
    dls_int k = P->sides, vectors = (P->n + P->m) * k;
    vectors += (certificates & 1 ? P->m * k : 0) + (certificates & 2 ? P->n * k : 0);
    dls_int numbers = OF_RUN + OF_SIDE * k, bytes = 8 * (HEADER + numbers + vectors);
    dls_int head[HEADER] = {0, bytes, P->n, P->m, k, certificates, T->ranks, numbers};
    memcpy(head, MAGIC, 8);
    put(out, 0, HEADER, head);
    double run[OF_RUN] = {s->rho,
                          s->delta,
                          s->factor_entries,
                          s->matrix_entries,
                          s->flops,
                          s->time_setup,
                          s->time_factor,
                          S->time,
                          S->largest_memory,
                          S->total_memory,
                          (double)s->analyses};
    put(out, HEADER, OF_RUN, run);
    for (dls_int j = 0; j < k; j++) {
        const dls_kkt_result *r = S->results + j;
        double side[OF_SIDE] = {r->outcome,
                                r->dynamics,
                                r->constraints,
                                r->optimality,
                                r->kernel,
                                r->constraints_inconsistent,
                                r->forces_inconsistent,
                                r->steps,
                                r->krylov,
                                r->time};
        put(out, HEADER + OF_RUN + OF_SIDE * j, OF_SIDE, side);
    }
}

static void put_vectors(host *out, const solution *S, const dls_piece *P, int certificates)
{
    dls_int at = HEADER + OF_RUN + OF_SIDE * P->sides, m = P->constraints;
    for (dls_int j = 0; j < P->sides; j++, at += P->n) {
        put(out, at + P->first, P->count, S->a + j * P->count);
    }
    for (dls_int j = 0; j < P->sides; j++, at += P->m) {
        put_constraints(out, at, P, S->lambda + j * m);
    }
    for (dls_int j = 0; (certificates & 1) && j < P->sides; j++, at += P->m) {
        put_constraints(out, at, P, S->constraints + j * m);
    }
    for (dls_int j = 0; (certificates & 2) && j < P->sides; j++, at += P->n) {
        put(out, at + P->first, P->count, S->forces + j * P->count);
    }
}

dls_error solution_write(const char *file, const solution *S, const members *T, const dls_piece *P,
                         dls_fault *fault)
{
    char part[4096];
    int certificates = 0;
    bool named = snprintf(part, sizeof part, "%s.part", file) < (int)sizeof part;
    for (dls_int j = 0; j < P->sides; j++) {
        certificates |= S->results[j].constraints_inconsistent ? 1 : 0;
        certificates |= S->results[j].forces_inconsistent ? 2 : 0;
    }
    host out = {named ? 0 : -1, named ? 0 : ENAMETOOLONG};
    if (named && T->rank == 0) {
        out.file = open(part, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        out.reason = out.file < 0 ? errno : 0;
    }
    double failed = out.reason != 0;
    dls_linsys_team_largest(&T->team, 1, &failed); /* the file is there, or none opens it */
    if (named && T->rank > 0 && failed == 0) {
        out.file = open(part, O_WRONLY);
        out.reason = out.file < 0 ? errno : 0;
    }
    if (!out.reason && failed == 0) {
        if (T->rank == 0) {
            put_numbers(&out, S, T, P, certificates);
        }
        put_vectors(&out, S, P, certificates);
        if (fsync(out.file) && !out.reason && errno != EINVAL) {
            out.reason = errno;
        }
    }
    if (out.file > 0 && close(out.file) && !out.reason) {
        out.reason = errno;
    }
    failed = out.reason != 0;
    dls_linsys_team_largest(&T->team, 1, &failed);
    if (T->rank == 0 && failed == 0 && rename(part, file)) {
        out.reason = errno;
    } else if (T->rank == 0 && failed != 0) {
        unlink(part);
    }
    if (out.reason) {
        return dls_fail(fault, DLS_ERROR_FILE, "'%s' cannot be written: %s", file,
                        strerror(out.reason));
    }
    return DLS_OK;
}
