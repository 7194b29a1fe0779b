/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns (X, Y) = K^-1 (B, 0) and W = B'X: all at once where they are sparse, else contact by
   contact. */
#include <string.h>

#include "delassus/operator.h"

static void lay_out(void *object, dls_room *room)
{
    dls_operator *D = object;
    dls_int size = D->room.n + D->room.nb;
    DLS_TAKE_NUMBERS(room, size, &D->left, &D->right, &D->probe, &D->correction);
    D->walk = DLS_TAKE(room, dls_int, size);
    D->have = DLS_TAKE(room, bool, D->room.nu);
}

static void lay_out_columns(void *object, dls_room *room)
{
    dls_operator *D = object;
    dls_int width = D->room_columns.width;
    D->X = DLS_TAKE(room, double, D->room_columns.n *width);
    D->Y = DLS_TAKE(room, double, D->room_columns.nb *width);
    D->W = DLS_TAKE(room, double, width *width);
}

/* Arrays for the sizes of D, larger ones where they do not fit */
static bool make_room(dls_operator *D, dls_pool *pool, dls_operator_size *room, dls_layout *layout)
{
    if (pool->count > 0 && D->n <= room->n && D->nb <= room->nb && D->nu <= room->nu &&
        D->width <= room->width) {
        return true;
    }
    room->n = DLS_MAX(room->n, D->n);
    room->nb = DLS_MAX(room->nb, D->nb);
    room->nu = DLS_MAX(room->nu, D->nu);
    room->width = DLS_MAX(room->width, D->width);
    dls_pool_free(pool);
    return dls_pool_make(pool, layout, D);
}

/* X = K^-1 [B; 0] and W = [B; 0]'X, sparse */
static bool multiply(dls_operator *D)
{
    dls_view B = D->B;
    dls_mat Bt = {0};
    B.rows = D->n + D->nb;
    dls_mat_free(&D->sparse_X);
    dls_mat_free(&D->sparse_W);
    bool done =
        dls_mat_transpose(&Bt, B, NULL) &&
        dls_mat_product(dls_linsys_inverse(D->saddle.solver), B, false, INT64_MAX, &D->sparse_X) &&
        dls_mat_product(dls_see(&Bt), dls_see(&D->sparse_X), false, INT64_MAX, &D->sparse_W);
    dls_mat_free(&Bt);
    return done;
}

dls_error dls_delassus_load(dls_operator *D, const dls_operator_data *data, dls_fault *fault)
{
    D->A = data->A;
    D->G = data->G;
    D->B = data->B;
    D->F = data->F.rows ? data->F : data->G;
    D->d = data->d;
    D->rank_tolerance = data->rank_tolerance;
    D->without = data->without;
    D->host = data->host;
    D->n = data->A.rows;
    D->nb = data->G.cols;
    D->width = data->B.cols;
    D->nu = D->width / D->d;
    if (!make_room(D, &D->pool, &D->room, lay_out)) {
        return dls_fail_memory(fault);
    }
    memset(D->have, 0, (size_t)D->nu * sizeof *D->have);
    dls_error error = dls_delassus_factor(D, fault);
    bool sparse = D->saddle.path == DLS_OPERATOR_BODIES;
    if (!error &&
        !(sparse ? multiply(D) : make_room(D, &D->columns, &D->room_columns, lay_out_columns))) {
        return dls_fail_memory(fault);
    }
    return error;
}

void dls_delassus_free(dls_operator *D)
{
    dls_delassus_saddle_free(&D->saddle);
    dls_mat_free(&D->sparse_X);
    dls_mat_free(&D->sparse_W);
    dls_pool_free(&D->columns);
    dls_pool_free(&D->pool);
    *D = (dls_operator){.n = 0};
}

dls_error dls_delassus_columns(dls_operator *D, dls_int i, bool *solved, dls_fault *fault)
{
    dls_error error = DLS_OK;
    if (D->saddle.path == DLS_OPERATOR_BODIES || D->have[i]) {
        return DLS_OK;
    }
    for (dls_int j = i * D->d; !error && j < (i + 1) * D->d; j++) {
        dls_zero(D->n + D->nb, D->left);
        for (dls_int k = D->B.p[j]; k < D->B.p[j + 1]; k++) {
            D->left[D->B.i[k]] = D->B.x[k];
        }
        error = dls_delassus_solve(D, solved, fault);
        dls_copy(D->n, D->right, D->X + j * D->n);
        dls_copy(D->nb, D->right + D->n, D->Y + j * D->nb);
        dls_set_mul_t(D->B, D->X + j * D->n, D->W + j * D->width);
    }
    D->have[i] = !error;
    return error;
}

void dls_delassus_add(dls_operator *D, double alpha, const double *pc, double *v, double *p)
{
    if (D->saddle.path == DLS_OPERATOR_BODIES) {
        dls_zero(D->n + D->nb, D->left);
        dls_mul(dls_see(&D->sparse_X), alpha, pc, D->left);
        dls_axpy(D->n, 1, D->left, v);
        dls_axpy(D->nb, 1, D->left + D->n, p);
        return;
    }
    for (dls_int j = 0; j < D->width; j++) {
        if (pc[j] != 0) {
            dls_axpy(D->n, alpha * pc[j], D->X + j * D->n, v);
            dls_axpy(D->nb, alpha * pc[j], D->Y + j * D->nb, p);
        }
    }
}

double dls_delassus_diagonal(const dls_operator *D, dls_int j)
{
    return D->saddle.path == DLS_OPERATOR_BODIES ? dls_diagonal_entry(dls_see(&D->sparse_W), j)
                                                 : D->W[j * D->width + j];
}

void dls_delassus_column(const dls_operator *D, dls_int j, double *x)
{
    if (D->saddle.path != DLS_OPERATOR_BODIES) {
        dls_copy(D->width, D->W + j * D->width, x);
        return;
    }
    const dls_mat *W = &D->sparse_W;
    dls_zero(D->width, x);
    for (dls_int k = W->p[j]; k < W->p[j + 1]; k++) {
        x[W->i[k]] = W->x[k];
    }
}

dls_int dls_delassus_entries(const dls_operator *D, dls_int count)
{
    return D->saddle.path == DLS_OPERATOR_BODIES ? dls_entries(dls_see(&D->sparse_W))
                                                 : count * D->d * count * D->d;
}

/* Column c of W in the rows of the contacts that have a place, as the next entries of `part` */
static void put_sparse(const dls_operator *D, dls_int c, int k, const dls_int *place, dls_int *at,
                       dls_mat *part)
{
    const dls_mat *W = &D->sparse_W;
    for (dls_int e = W->p[c]; e < W->p[c + 1]; e++) {
        dls_int there = place[W->i[e] / D->d], row = W->i[e] % D->d;
        if (there >= 0 && row < k) {
            dls_mat_put(part, at, there * k + row, W->x[e]);
        }
    }
}

dls_view dls_delassus_active(const dls_operator *D, dls_int count, const dls_int *list, int k,
                             dls_int *place, dls_mat *part)
{
    bool sparse = D->saddle.path == DLS_OPERATOR_BODIES;
    dls_int size = count * k, at = 0;
    for (dls_int i = 0; sparse && i < D->nu; i++) {
        place[i] = -1;
    }
    for (dls_int a = 0; sparse && a < count; a++) {
        place[list[a]] = a;
    }
    for (dls_int a = 0; a < size; a++) {
        dls_int c = list[a / k] * D->d + a % k;
        const double *column = D->W + c * D->width;
        if (sparse) {
            put_sparse(D, c, k, place, &at, part);
        }
        for (dls_int b = 0; !sparse && b < size; b++) {
            dls_mat_put(part, &at, b, column[list[b / k] * D->d + b % k]);
        }
        part->p[a + 1] = at;
    }
    return (dls_view){size, size, part->p, part->i, part->x};
}
