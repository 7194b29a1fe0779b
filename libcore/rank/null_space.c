/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sparse basis V of ker (A diag(scale)^-1) by Q R of A. With scales d the kernel of A D^-1 is
   D ker A. Columns are taken in the order of growing d: each dependent one follows from some of
   smaller d, so that V = [C; I] has no large entries and V'V no small eigenvalues, however much the
   scales differ. */
#include <stdlib.h>

#include "rank/rank.h"

typedef struct {
    double scale;
    dls_int column;
} scaled_column;

static int by_scale(const void *a, const void *b)
{
    const scaled_column *x = a, *y = b;
    int by_value = (x->scale > y->scale) - (x->scale < y->scale);
    return by_value ? by_value : (x->column > y->column) - (x->column < y->column);
}

/* A P with its columns in the order of growing scales. */
static bool sorted_columns(dls_view A, const double *scale, dls_mat *AP, dls_int *order)
{
    scaled_column *list = DLS_NEW(scaled_column, A.cols);
    bool ready = list && dls_mat_new(AP, A.rows, A.cols, dls_entries(A));
    for (dls_int j = 0; ready && j < A.cols; j++) {
        list[j] = (scaled_column){scale[j], j};
    }
    if (ready) {
        qsort(list, (size_t)A.cols, sizeof *list, by_scale);
    }
    for (dls_int j = 0; ready && j < A.cols; j++) {
        dls_int at = AP->p[j];
        dls_mat_put_column(AP, &at, A, order[j] = list[j].column, 0, 1);
        AP->p[j + 1] = at;
    }
    dls_free(list);
    return ready;
}

/* dls_rank_reveal of A P, with A's numbers of columns in the result. */
static dls_error reveal_sorted(dls_view A, const double *scale, dls_rank_rule rule, dls_rank *rank,
                               dls_fault *fault)
{
    dls_mat AP = {0};
    dls_int *order = DLS_NEW(dls_int, A.cols);
    bool ready = order && sorted_columns(A, scale, &AP, order);
    rule.natural = true;
    dls_error error =
        ready ? dls_rank_reveal(dls_see(&AP), rule, rank, fault) : dls_fail_memory(fault);
    for (dls_int k = 0; !error && k < A.cols; k++) {
        rank->order[k] = order[rank->order[k]];
    }
    dls_mat_free(&AP);
    dls_free(order);
    return error;
}

/* The dependent coordinate of each column of V, where it is 1: the only one that is not among the
   first `rank` of the order. */
static bool find_dependent(const dls_rank *rank, dls_view V, dls_int *dependent)
{
    bool *independent = DLS_NEW(bool, V.rows);
    for (dls_int k = 0; independent && k < rank->rank; k++) {
        independent[rank->order[k]] = true;
    }
    for (dls_int c = 0; independent && c < V.cols; c++) {
        for (dls_int k = V.p[c]; k < V.p[c + 1]; k++) {
            dependent[c] = independent[V.i[k]] ? dependent[c] : V.i[k];
        }
    }
    dls_free(independent);
    return independent != NULL;
}

dls_error dls_rank_null_space(dls_view A, const double *scale, double tolerance, dls_mat *V,
                              dls_int *dependent, dls_fault *fault)
{
    static const double MOST = 2e8; /* entries of V */
    dls_rank_rule rule = {tolerance, DLS_RANK_CEILING, -1, false};
    dls_rank rank = {0};
    dls_error error = scale ? reveal_sorted(A, scale, rule, &rank, fault)
                            : dls_rank_reveal(A, rule, &rank, fault);
    if (!error && rank.rank < A.cols) {
        error = dls_rank_kernel(&rank, MOST, V, fault);
        if (!error && !(V->p && find_dependent(&rank, dls_see(V), dependent))) {
            error = dls_fail_memory(fault);
        }
        for (dls_int c = 0; !error && scale && c < V->cols; c++) {
            for (dls_int k = V->p[c]; k < V->p[c + 1]; k++) {
                V->x[k] *= scale[V->i[k]] / scale[dependent[c]];
            }
        }
    }
    dls_rank_free(&rank);
    return error;
}
