/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The decompositions of dense.h. */
#include <math.h>

#include "base/lapack.h"
#include "kkt/dense.h"

static dls_int most_of(const struct dls_kkt_dense *D, bool constraints)
{
    dls_int most = 1;
    for (dls_int k = 0; k < D->parts; k++) {
        most = DLS_MAX(most, constraints ? D->part[k].m : D->part[k].n);
    }
    return most;
}

static int wanted_work(dls_int n, dls_int m)
{
    enum { BLOCK = 64 }; /* of dsyev */
    int rows = (int)n, cols = (int)m, query = -1, info = 0;
    double best = 1;
    dgesdd_("A", &rows, &cols, NULL, &rows, NULL, NULL, &rows, NULL, &cols, &best, &query, NULL,
            &info);
    return (int)fmax(best, (double)((BLOCK + 2) * n));
}

static void lay_out_parts(void *object, dls_room *room)
{
    struct dls_kkt_dense *D = object;
    D->part = DLS_TAKE(room, dls_dense_part, D->parts);
    D->at = DLS_TAKE(room, dls_int, D->n + D->m);
}

static void lay_out(void *object, dls_room *room)
{
    struct dls_kkt_dense *D = object;
    dls_int n = most_of(D, false), m = most_of(D, true);
    for (dls_int k = 0; k < D->parts; k++) {
        dls_dense_part *P = D->part + k;
        P->least = DLS_MIN(P->n, P->m);
        P->coordinate = DLS_TAKE(room, dls_int, P->n);
        P->constraint = DLS_TAKE(room, dls_int, P->m);
        P->U = DLS_TAKE(room, double, P->n * P->n);
        P->Vt = DLS_TAKE(room, double, (P->n > P->m ? P->m : P->n) * P->m);
        DLS_TAKE_NUMBERS(room, P->n, &P->s, &P->h);
    }
    DLS_TAKE_NUMBERS(room, n, &D->u, &D->u2, &D->c);
    D->v = DLS_TAKE(room, double, m);
    DLS_TAKE_NUMBERS(room, n * n, &D->A, &D->AU);
    D->B = DLS_TAKE(room, double, n *m);
    D->lwork = wanted_work(n, m);
    D->work = DLS_TAKE(room, double, D->lwork);
    D->iwork = DLS_TAKE(room, int, 8 * DLS_MIN(n, m));
}

/* The parts, from the groups of K; a constraint without entries is in the first one. */
static bool find_parts(const dls_kkt *K, struct dls_kkt_dense *D)
{
    dls_int *number = DLS_NEW(dls_int, DLS_MAX(K->n, 1));
    const dls_int *group = K->group;
    D->parts = K->n == 0;
    for (dls_int i = 0; number && i < K->n; i++) {
        number[i] = group[i] == i ? D->parts++ : -1;
    }
    bool ready = number && dls_pool_make(&D->pool, lay_out_parts, D);
    for (dls_int k = 0; ready && k < D->parts; k++) {
        D->part[k] = (dls_dense_part){.n = 0};
    }
    for (dls_int i = 0; ready && i < K->n + K->m; i++) {
        dls_dense_part *P = D->part + (K->n == 0 ? 0 : number[group[i]]);
        D->at[i] = i < K->n ? P->n++ : P->m++;
    }
    ready = ready && dls_pool_make(&D->pool, lay_out, D);
    for (dls_int i = 0; ready && i < K->n + K->m; i++) {
        dls_dense_part *P = D->part + (K->n == 0 ? 0 : number[group[i]]);
        *(i < K->n ? P->coordinate + D->at[i] : P->constraint + D->at[i]) = i < K->n ? i : i - K->n;
    }
    dls_free(number);
    return ready;
}

/* columns of A (list) at rows of the part */
static void fill(const struct dls_kkt_dense *D, dls_view A, dls_int count, const dls_int *list,
                 dls_int rows, double *full)
{
    dls_zero(rows * count, full);
    for (dls_int c = 0; c < count; c++) {
        for (dls_int k = A.p[list[c]]; k < A.p[list[c] + 1]; k++) {
            full[D->at[A.i[k]] + c * rows] = A.x[k];
        }
    }
}

/* U, s, Vt; false: they did not converge */
static bool decompose_constraints(struct dls_kkt_dense *D, dls_view B, dls_dense_part *P)
{
    int n = (int)P->n, m = (int)P->m, least = (int)P->least, info = 0;
    fill(D, B, P->m, P->constraint, P->n, D->B);
    if (P->least == 0) {
        dls_zero(P->n * P->n, P->U);
        for (dls_int i = 0; i < P->n; i++) {
            P->U[i * (P->n + 1)] = 1;
        }
        return true;
    }
    dgesdd_(n > m ? "A" : "S", &n, &m, D->B, &n, P->s, P->U, &n, P->Vt, &least, D->work, &D->lwork,
            D->iwork, &info);
    return info == 0;
}

/* U2 := Q, and h */
static bool decompose_inertia(struct dls_kkt_dense *D, dls_view A, dls_dense_part *P)
{
    int n = (int)P->n, left = (int)(P->n - P->rank), info = 0;
    double one = 1, none = 0, *U2 = P->U + P->n * P->rank;
    if (left == 0) {
        return true;
    }
    fill(D, A, P->n, P->coordinate, P->n, D->A);
    dgemm_("N", "N", &n, &left, &n, &one, D->A, &n, U2, &n, &none, D->AU, &n);
    dgemm_("T", "N", &left, &left, &n, &one, U2, &n, D->AU, &n, &none, D->A, &left);
    dsyev_("V", "L", &left, D->A, &left, P->h, D->work, &D->lwork, &info);
    dgemm_("N", "N", &n, &left, &left, &one, U2, &n, D->A, &left, &none, D->AU, &n);
    dls_copy(P->n * left, D->AU, U2);
    return info == 0;
}

static double largest_inertia(const dls_kkt *K, const dls_dense_part *P)
{
    double most = 0;
    for (dls_int k = 0; k < (P ? P->n : K->n); k++) {
        most = fmax(most, K->row_A[P ? P->coordinate[k] : k]);
    }
    return most;
}

/* A part alone knows what is rounding in it; a tolerance of the caller's is relative to all. */
static bool decompose(dls_kkt *K, struct dls_kkt_dense *D)
{
    static const double ROUNDING = 20; /* in eps times the order: above what zeros become */
    const double given = K->settings.rank_tolerance;
    double most = 0, inertia = largest_inertia(K, NULL);
    for (dls_int k = 0; k < D->parts; k++) {
        if (!decompose_constraints(D, dls_see(&K->B), D->part + k)) {
            return false;
        }
        most = D->part[k].least > 0 ? fmax(most, D->part[k].s[0]) : most;
    }
    for (dls_int k = 0; k < D->parts; k++) {
        dls_dense_part *P = D->part + k;
        double rounding = ROUNDING * DLS_EPS * (double)DLS_MAX(P->n, P->m);
        double bound = given > 0 ? given * most : P->least > 0 ? rounding * P->s[0] : 0;
        while (P->rank < P->least && P->s[P->rank] > bound) {
            P->rank++;
        }
        if (!decompose_inertia(D, dls_see(&K->A), P)) {
            return false;
        }
        /* of a root of A, as of B */
        bound = given > 0 ? given * given * inertia : rounding * largest_inertia(K, P);
        while (P->lost < P->n - P->rank && !(P->h[P->lost] > bound)) {
            P->lost++;
        }
        D->rank += P->n + P->rank - P->lost;
        D->entries += (double)(P->n * P->n + P->least * P->m);
        D->flops += 20 * (double)(P->n * P->n) * (double)(P->n + P->m);
    }
    return true;
}

void dls_kkt_dense_free(struct dls_kkt_dense *D)
{
    if (D) {
        dls_pool_free(&D->pool);
        dls_free(D);
    }
}

dls_error dls_kkt_dense_setup(dls_kkt *K, dls_fault *fault)
{
    dls_kkt_dense_free(K->dense);
    K->dense = DLS_NEW(struct dls_kkt_dense, 1);
    if (!K->dense) {
        return dls_fail_memory(fault);
    }
    K->dense->n = K->n;
    K->dense->m = K->m;
    bool ready = find_parts(K, K->dense), done = ready && decompose(K, K->dense);
    if (!done) {
        dls_kkt_dense_free(K->dense);
        K->dense = NULL;
    }
    return done    ? DLS_OK
           : ready ? dls_fail(fault, DLS_ERROR_NUMERICAL, "the singular values did not converge")
                   : dls_fail_memory(fault);
}

void dls_kkt_dense_stats(const struct dls_kkt_dense *D, dls_kkt_stats *s)
{
    s->factor_entries = D->entries;
    s->matrix_entries = (double)(D->n + D->m) * (double)(D->n + D->m);
    s->flops = D->flops;
    s->rank = D->rank;
    s->analyses = 1;
}
