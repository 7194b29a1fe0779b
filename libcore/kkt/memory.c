/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory of a dls_kkt: one block for what has the size of the system, and what is made anew. */
#include "kkt/kkt.h"

static void lay_out_work(const dls_kkt *K, dls_kkt_work *W, dls_room *room)
{
    dls_int n = K->local, m = K->m;
    double **const of_n[] = {&W->f, &W->x, &W->c, &W->t, &W->suspect_x};
    double **const of_m[] = {&W->g, &W->y, &W->r2, &W->dy, &W->v, &W->q, &W->suspect_y};
    for (size_t k = 0; k < sizeof of_n / sizeof *of_n; k++) {
        *of_n[k] = DLS_TAKE(room, double, n);
    }
    for (size_t k = 0; k < sizeof of_m / sizeof *of_m; k++) {
        *of_m[k] = DLS_TAKE(room, double, m);
    }
    W->w = DLS_TAKE(room, double, n + m);
    W->z = DLS_TAKE(room, double, n + m);
    W->sum = DLS_TAKE(room, dls_exact, n);
    W->r1 = (double *)W->sum;
    W->dx = W->r1 + (room->start ? n : 0);
    W->s = W->dx + (room->start ? n : 0);
    W->p = W->s + (room->start ? n : 0);
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
    dls_int entries = dls_entries(dls_see(&K->B));
    dls_mat_take(room, &K->Bt, m, n, entries);
    K->place = DLS_TAKE(room, dls_int, entries);
    K->S = DLS_TAKE(room, double, n);
    K->T = DLS_TAKE(room, double, m);
    K->row_A = DLS_TAKE(room, double, n);
    K->row_B = DLS_TAKE(room, double, n);
    K->column_B = DLS_TAKE(room, double, m);
    K->group = DLS_TAKE(room, dls_int, n + m);
    lay_out_work(K, &K->column[0], room);
}

static void lay_out_columns(void *object, dls_room *room)
{
    dls_kkt *K = object;
    for (int c = 1; c < DLS_KKT_BLOCK; c++) {
        lay_out_work(K, &K->column[c], room);
    }
    K->before = DLS_TAKE(room, double, DLS_KKT_BLOCK * K->factor->n);
    K->after = DLS_TAKE(room, double, DLS_KKT_BLOCK * K->factor->n);
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
        dls_mat_fill_transpose(&K->Bt, dls_see(&K->B), K->place);
        dls_kkt_groups(K);
        dls_kkt_turn_to(K, 0);
        K->columns = 1;
    }
    return ready;
}

bool dls_kkt_make_columns(dls_kkt *K)
{
    if (K->columns == 1 && dls_pool_make(&K->pool, lay_out_columns, K)) {
        K->columns = DLS_KKT_BLOCK;
    }
    return K->columns > 1;
}

void dls_kkt_free(dls_kkt *K)
{
    if (K) {
        dls_pool_free(&K->pool);
        dls_free(K);
    }
}
