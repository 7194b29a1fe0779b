/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory of a dls_kkt: one block for what has the size of the system, and what is made anew. */
#include <stddef.h>

#include "kkt/kkt.h"

static void take_member(dls_room *room, dls_kkt_work *W, size_t member, dls_int size)
{
    *(double **)((char *)W + member) = DLS_TAKE(room, double, W->width *size);
}

static void lay_out_work(const dls_kkt *K, dls_kkt_work *W, dls_room *room)
{
#define PLACE(x) offsetof(dls_kkt_work, x)
    static const size_t of_n[] = {PLACE(f), PLACE(x), PLACE(c), PLACE(r1), PLACE(suspect_x)};
    static const size_t in_sum[] = {PLACE(dx), PLACE(s), PLACE(p), PLACE(t)};
    static const size_t of_m[] = {PLACE(g), PLACE(y), PLACE(r2),       PLACE(dy),
                                  PLACE(v), PLACE(q), PLACE(suspect_y)};
    static const size_t of_both[] = {PLACE(w), PLACE(z)};
#undef PLACE
    enum { PARTS = sizeof in_sum / sizeof *in_sum };
    dls_int n = K->local, m = K->m;
    for (size_t k = 0; k < sizeof of_n / sizeof *of_n; k++) {
        take_member(room, W, of_n[k], n);
    }
    for (size_t k = 0; k < sizeof of_m / sizeof *of_m; k++) {
        take_member(room, W, of_m[k], m);
    }
    for (size_t k = 0; k < sizeof of_both / sizeof *of_both; k++) {
        take_member(room, W, of_both[k], n + m);
    }
    double *sum = DLS_TAKE(room, double, PARTS * W->width * n);
    for (size_t k = 0; k < PARTS; k++) {
        *(double **)((char *)W + in_sum[k]) = sum ? sum + (dls_int)k * W->width * n : NULL;
    }
    W->sum = (dls_exact *)sum;
}

_Static_assert(sizeof(dls_exact) == 4 * sizeof(double),
               "four vectors lie in the place of the sums");

static void lay_out(void *object, dls_room *room)
{
    dls_kkt *K = object;
    dls_int n = K->local, m = K->m;
    dls_mat *M = &K->M, *G = &K->G;
    K->A = (dls_mat){M->rows, M->cols, M->p, M->i, DLS_TAKE(room, double, dls_entries(dls_see(M)))};
    if (!K->metric.L) {
        K->B = (dls_mat){n, m, G->p, G->i, DLS_TAKE(room, double, dls_entries(dls_see(G)))};
    }
    dls_mat_take(room, &K->Bt, m, n, dls_entries(dls_see(&K->B)));
    K->S = DLS_TAKE(room, double, n);
    K->T = DLS_TAKE(room, double, m);
    K->row_A = DLS_TAKE(room, double, n);
    K->row_B = DLS_TAKE(room, double, n);
    K->column_B = DLS_TAKE(room, double, m);
    K->group = DLS_TAKE(room, dls_int, n + m);
}

static void lay_out_alone(void *object, dls_room *room)
{
    dls_kkt *K = object;
    K->alone.width = 1;
    lay_out_work(K, &K->alone, room);
}

static void lay_out_together(void *object, dls_room *room)
{
    dls_kkt *K = object;
    K->together.width = DLS_LANES;
    lay_out_work(K, &K->together, room);
}

/* What is not in the block: it is made anew, or by libraries. */
static void release(void *object)
{
    dls_kkt *K = object;
    dls_mat_free(&K->M);
    dls_mat_free(&K->G);
    dls_mat_free(&K->part);
    dls_mat_free(&K->E);
    if (K->metric.L) {
        dls_mat_free(&K->B);
    }
    dls_pool_free(&K->metric.pool);
    dls_kkt_nullspace_free(&K->floating);
    dls_kkt_nullspace_free(&K->reactions);
    dls_linsys_free(K->factor);
    dls_linsys_free(K->dense);
    dls_linsys_gmres_free(&K->krylov);
}

dls_kkt *dls_kkt_new(void)
{
    dls_kkt *K = DLS_NEW(dls_kkt, 1);
    if (K && !dls_pool_own(&K->pool, release, K)) {
        dls_free(K);
        K = NULL;
    }
    return K;
}

bool dls_kkt_make_arrays(dls_kkt *K)
{
    bool ready = dls_pool_make(&K->pool, lay_out, K);
    if (ready) {
        dls_kkt_groups(K);
        for (dls_int j = 0; j < K->m; j++) {
            K->longest = DLS_MAX(K->longest, K->B.p[j + 1] - K->B.p[j]);
        }
    }
    return ready;
}

bool dls_kkt_make_alone(dls_kkt *K)
{
    if (K->alone.width == 0) {
        if (!dls_pool_make(&K->pool, lay_out_alone, K)) {
            K->alone.width = 0;
            return false;
        }
        K->work = K->alone;
    }
    return true;
}

bool dls_kkt_make_together(dls_kkt *K)
{
    if (K->together.width == 0 && !dls_pool_make(&K->pool, lay_out_together, K)) {
        K->together.width = 0;
    }
    return K->together.width > 0;
}

void dls_kkt_free(dls_kkt *K)
{
    if (K) {
        dls_pool_free(&K->pool);
        dls_free(K);
    }
}
