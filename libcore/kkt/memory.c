/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory of a dls_kkt: one block for what has the size of the system, and what is made anew. */
#include "kkt/kkt.h"

static void lay_out_work(const dls_kkt *K, dls_kkt_work *W, dls_room *room)
{
    /* constraints without coordinates are a group, too */
    dls_int n = W->width * DLS_MAX(K->local, 1), m = W->width * K->m;
    DLS_TAKE_NUMBERS(room, n, &W->f, &W->x, &W->c, &W->r1, &W->suspect_x);
    DLS_TAKE_NUMBERS(room, m, &W->g, &W->y, &W->r2, &W->dy, &W->v, &W->q, &W->suspect_y);
    DLS_TAKE_NUMBERS(room, n + m, &W->w, &W->z);
    double *sum = DLS_TAKE(room, double, 4 * n);
    W->sum = (dls_exact *)sum;
    double **const in_sum[] = {&W->dx, &W->s, &W->p, &W->t};
    for (dls_int k = 0; k < 4; k++) {
        *in_sum[k] = sum ? sum + k * n : NULL;
    }
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
    DLS_TAKE_NUMBERS(room, n, &K->S, &K->row_A, &K->row_B);
    DLS_TAKE_NUMBERS(room, m, &K->T, &K->column_B);
    K->group = DLS_TAKE(room, dls_int, n + m);
    K->pinned = DLS_TAKE(room, bool, n);
    if (!K->team) {
        dls_verify_kkt_take(room, &K->verification, n, m);
    }
}

static void lay_out_accuracy(void *object, dls_room *room)
{
    dls_kkt *K = object;
    K->accuracy = DLS_TAKE(room, double, K->m);
}

bool dls_kkt_make_accuracy(dls_kkt *K)
{
    return K->accuracy || dls_pool_make(&K->pool, lay_out_accuracy, K);
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
    if (!K->borrowed) {
        dls_mat_free(&K->M);
        dls_mat_free(&K->G);
    }
    dls_mat_free(&K->part);
    dls_mat_free(&K->E);
    if (K->metric.L) {
        dls_mat_free(&K->B);
    }
    dls_pool_free(&K->metric.pool);
    dls_kkt_nullspace_free(&K->floating);
    dls_kkt_nullspace_free(&K->reactions);
    dls_linsys_free(K->factor);
    dls_kkt_dense_free(K->dense);
    dls_kkt_range_free(K->range);
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
