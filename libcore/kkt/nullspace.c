/* SPDX-License-Identifier: GPL-3.0-or-later */
/* N = ker A cap ker B', the accelerations that neither inertia nor constraints determine. The
   proximal steps see nothing there (but amplify rounding by 1/rho), so N is found and projected out
   exactly: a sparse basis V from Q R of [A; B'], and t_N = V (V'V)^-1 V't. Where constraints are
   scaled ker B likewise: least norms are the caller's, not those of the scaled unknowns.

   With scales d the kernel of A D^-1 is D ker A. Columns are taken in the order of growing d: each
   dependent one follows from some of smaller d, so that V = [C; I] has no large entries and V'V no
   small eigenvalues, however much the scales differ. */
#include <stdlib.h>

#include "kkt/kkt.h"

/* A gap in the diagonal of R that ends below this is rank. */
static const double CEILING = 1e-9;

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

/* Lower triangle of V'V, the normal matrix of B = V', and its Cholesky factor. */
static dls_error factor_gram(dls_nullspace *N, dls_fault *fault)
{
    dls_int n = N->V.cols;
    dls_mat Vt = {0}, gram = {0}, none = {0};
    bool ready = dls_mat_transpose(&Vt, dls_see(&N->V), NULL) && dls_mat_new(&none, n, n, 0);
    dls_blocks S = {dls_see(&none), dls_see(&Vt), dls_see(&N->V)};
    ready = ready && dls_rank_normal_pattern(&S, &gram) && dls_rank_normal_values(&S, 0, 1, &gram);
    dls_error error =
        ready ? dls_linsys_create(&N->gram, &dls_linsys_cholesky, dls_see(&gram), 0, fault)
              : dls_fail_memory(fault);
    error = error ? error : dls_linsys_factor(N->gram, dls_see(&gram), fault);
    dls_mat_free(&Vt);
    dls_mat_free(&none);
    dls_mat_free(&gram);
    return error;
}

/* The dependent coordinate of each column of V, where it is 1: the only one that is not among the
   first `rank` of the order. */
static void find_dependent(dls_nullspace *N, const dls_rank *rank)
{
    bool *independent = N->independent;
    for (dls_int k = 0; k < rank->R.cols; k++) {
        independent[rank->order[k]] = k < rank->rank;
    }
    for (dls_int c = 0; c < N->V.cols; c++) {
        for (dls_int k = N->V.p[c]; k < N->V.p[c + 1]; k++) {
            N->dependent[c] = independent[N->V.i[k]] ? N->dependent[c] : N->V.i[k];
        }
    }
}

static void lay_out(void *object, dls_room *room)
{
    dls_nullspace *N = object;
    N->independent = DLS_TAKE(room, bool, N->V.rows);
    N->dependent = DLS_TAKE(room, dls_int, N->V.cols);
    DLS_TAKE_NUMBERS(room, N->V.cols, &N->c, &N->d);
}

static void release(void *object)
{
    dls_nullspace *N = object;
    dls_mat_free(&N->V);
    dls_linsys_free(N->gram);
}

static void scale_kernel(dls_nullspace *N, const double *scale)
{
    for (dls_int c = 0; scale && c < N->V.cols; c++) {
        for (dls_int k = N->V.p[c]; k < N->V.p[c + 1]; k++) {
            N->V.x[k] *= scale[N->V.i[k]] / scale[N->dependent[c]];
        }
    }
}

static dls_error kernel_to(dls_view A, const double *scale, double tolerance, dls_nullspace *N,
                           dls_fault *fault)
{
    static const double MOST = 2e8; /* entries of V */
    dls_rank_rule rule = {tolerance, CEILING, -1, false};
    dls_rank rank = {0};
    dls_kkt_nullspace_free(N);
    if (!dls_pool_own(&N->pool, release, N)) {
        return dls_fail_memory(fault);
    }
    dls_error error = scale ? reveal_sorted(A, scale, rule, &rank, fault)
                            : dls_rank_reveal(A, rule, &rank, fault);
    if (!error && rank.rank < A.cols) {
        error = dls_rank_kernel(&rank, MOST, &N->V, fault);
        if (!error && !(N->V.p && dls_pool_make(&N->pool, lay_out, N))) {
            error = dls_fail_memory(fault);
        }
        if (!error) {
            find_dependent(N, &rank);
            scale_kernel(N, scale);
            error = factor_gram(N, fault);
        }
    }
    dls_rank_free(&rank);
    return error;
}

/* Of A diag(scale)^-1, NULL: of A; tolerance relative, 0: rounding. Where rounding is all that some
   row has a basis to it may not be factorised, and one to the ceiling is. */
static dls_error scaled_kernel(dls_view A, const double *scale, double tolerance, dls_nullspace *N,
                               dls_fault *fault)
{
    dls_error error = kernel_to(A, scale, tolerance, N, fault);
    return error == DLS_ERROR_NUMERICAL ? kernel_to(A, scale, CEILING, N, fault) : error;
}

/* ker A cap ker B' by Q R of [A; B'] */
dls_error dls_kkt_nullspace_floating(dls_kkt *K, dls_fault *fault)
{
    dls_mat stacked = {0};
    bool ready = dls_stack(dls_see(&K->A), dls_see(&K->Bt), &stacked);
    dls_error error =
        ready ? scaled_kernel(dls_see(&stacked), K->units == DLS_KKT_GIVEN ? NULL : K->S,
                              K->settings.rank_tolerance, &K->floating, fault)
              : dls_fail_memory(fault);
    dls_mat_free(&stacked);
    return error;
}

dls_error dls_kkt_nullspace_reactions(dls_kkt *K, dls_fault *fault)
{
    return scaled_kernel(dls_see(&K->B), K->T, K->settings.rank_tolerance, &K->reactions, fault);
}

dls_error dls_kkt_nullspace_part(dls_nullspace *N, double *t)
{
    if (!N->gram) {
        return DLS_OK;
    }
    dls_view V = dls_see(&N->V);
    dls_set_mul_t(V, t, N->c);
    dls_error error = dls_linsys_solve(N->gram, N->c, N->d);
    dls_zero(V.rows, t);
    dls_mul(V, 1, N->d, t);
    return error;
}

/* The first pass leaves the rounding of what it takes away, which may be large; the second hardly
   any. (To make the dependent coordinates zero first would be exact, but where such a coordinate is
   small in its null vector all others would grow as 1 over it, and their rounding with them.) */
dls_error dls_kkt_nullspace_remove(dls_nullspace *N, double *t)
{
    enum { PASSES = 2 };
    dls_view V = dls_see(&N->V);
    dls_error error = DLS_OK;
    for (int pass = 0; !error && pass < PASSES; pass++) {
        dls_set_mul_t(V, t, N->c);
        error = dls_linsys_solve(N->gram, N->c, N->d);
        dls_mul(V, -1, N->d, t);
    }
    return error;
}

void dls_kkt_nullspace_free(dls_nullspace *N)
{
    dls_pool_free(&N->pool);
    *N = (dls_nullspace){0};
}
