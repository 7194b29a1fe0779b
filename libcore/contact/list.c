/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All solutions of a small contact problem, by enumeration of its cases. */
#include <math.h>

#include "base/lapack.h"
#include "contact/contact.h"

typedef struct {
    const dls_contact_system *S;
    const dls_contact_problem *P;
    bool law;
    double tolerance;
    dls_contact_solutions *list;
    dls_lcp_set *set;
    dls_int *number;  /* of a vertex in the list, from 1; 0: none */
    double *x, *free; /* rows; of contacts */
} task;

static void lay_out(void *object, dls_room *room)
{
    task *T = object;
    T->number = DLS_TAKE(room, dls_int, T->set->vertices);
    T->x = DLS_TAKE(room, double, dls_contact_rows(T->S));
    T->free = DLS_TAKE(room, double, T->S->Gb.cols + T->S->Gu.cols);
}

typedef struct {
    dls_int order;
    double *A, *work;
    int *pivots;
} dense;

static void lay_out_dense(void *object, dls_room *room)
{
    dense *D = object;
    D->A = DLS_TAKE(room, double, D->order * D->order);
    D->work = DLS_TAKE(room, double, 4 * D->order);
    D->pivots = DLS_TAKE(room, int, D->order);
}

/* Can the free unknowns be eliminated? */
static dls_error eliminates(const dls_lcp_problem *problem, bool *yes, dls_fault *fault)
{
    static const double SINGULAR = 1e-12; /* reciprocal condition, as where it is done */
    dense D = {.order = problem->free};
    dls_pool pool = {NULL, 0};
    dls_view K = problem->M;
    int order = (int)D.order, info = 0;
    double norm = 0, rcond = 0;
    if (!dls_pool_make(&pool, lay_out_dense, &D)) {
        return dls_fail_memory(fault);
    }
    for (dls_int j = 0; j < D.order; j++) {
        double sum = 0;
        for (dls_int t = K.p[j]; t < K.p[j + 1]; t++) {
            if (K.i[t] < D.order) {
                D.A[K.i[t] + j * D.order] = K.x[t];
                sum += fabs(K.x[t]);
            }
        }
        norm = fmax(norm, sum);
    }
    dgetrf_(&order, &order, D.A, &order, D.pivots, &info);
    if (info == 0) {
        dgecon_("1", &order, D.A, &order, &norm, &rcond, D.work, D.pivots, &info);
    }
    *yes = rcond > SINGULAR;
    dls_pool_free(&pool);
    return DLS_OK;
}

/* Free unknowns that stay take part in every case: is that too long? */
static dls_error too_long(const dls_lcp_problem *problem, bool *yes, dls_fault *fault)
{
    static const double FEW_FLOPS = 1e9; /* half a second */
    static const dls_int DENSE = 3000;   /* unknowns */
    dls_int N = problem->M.cols;
    bool regular = true;
    dls_error error = DLS_OK;
    *yes = N > DENSE;
    if (!*yes && exp2((double)(N - problem->free)) * pow((double)N, 3) > FEW_FLOPS) {
        error = eliminates(problem, &regular, fault);
        *yes = !regular;
    }
    return error;
}

dls_int dls_contact_find(dls_int rows, dls_int count, const double *list, const double *x)
{
    static const double SAME = 1e-8;
    double size = dls_largest(rows, x);
    for (dls_int k = 0; k < count; k++) {
        double far = 0;
        for (dls_int i = 0; i < rows; i++) {
            far = fmax(far, fabs(list[k * rows + i] - x[i]));
        }
        if (far <= SAME * size) {
            return k + 1;
        }
    }
    return 0;
}

static dls_error collect_answers(task *T, dls_fault *fault)
{
    dls_int rows = dls_contact_rows(T->S);
    dls_contact_residuals r;
    dls_error error = DLS_OK;
    for (dls_int k = 0; !error && k < T->set->vertices; k++) {
        dls_contact_spread(T->S, T->P, T->set->vertex + k * T->set->N, T->x);
        error = dls_contact_check(T->S, T->law, 1, dls_contact_answer_at(T->S, T->x), &r, T->free,
                                  T->free + T->S->Gb.cols, fault);
        if (!error && dls_contact_worst(r) <= T->tolerance) {
            T->number[k] = dls_contact_find(rows, T->list->count, T->list->x, T->x);
            if (T->number[k] == 0) {
                dls_copy(rows, T->x, T->list->x + rows * T->list->count);
                T->number[k] = ++T->list->count;
            }
        } else { /* an inaccurate vertex: neither a solution nor none */
            T->list->complete = false;
        }
    }
    return error;
}

/* Is a face more than one solution? What p and q do at an open contact means nothing. */
static bool is_segment(const task *T, dls_int face)
{
    static const double MOVES = 1e-9; /* of the largest entry */
    const dls_lcp_set *set = T->set;
    dls_int relevant = T->P->lcp.free + T->P->nm + T->S->Gu.cols, first = 0;
    for (dls_int t = set->face_start[face]; t < set->face_start[face + 1]; t++) {
        dls_int k = set->face_item[t];
        if (k >= set->vertices) {
            if (dls_largest(relevant, set->ray + (k - set->vertices) * set->N) > MOVES) {
                return true;
            }
        } else if (T->number[k] > 0) {
            if (first > 0 && T->number[k] != first) {
                return true;
            }
            first = T->number[k];
        }
    }
    return false;
}

dls_error dls_contact_enumerate(const dls_contact_system *S, const dls_contact_problem *P, bool law,
                                const dls_contact_settings *settings, const dls_watch *watch,
                                dls_contact_solutions *out, dls_fault *fault)
{
    task T = {.S = S, .P = P, .law = law, .tolerance = settings->tolerance, .list = out};
    dls_pool pool = {NULL, 0};
    dls_lcp_settings lcp = dls_lcp_defaults();
    bool skip;
    *out = (dls_contact_solutions){.count = 0};
    dls_error error = too_long(&P->lcp, &skip, fault);
    if (error || skip) {
        return error;
    }
    lcp.max_time = fmax(watch->deadline - dls_clock(), 0);
    error = dls_lcp_all(&P->lcp, &lcp, watch->host, &T.set, fault);
    if (!error) {
        out->complete = T.set->complete;
        out->x = DLS_NEW(double, dls_contact_rows(S) * T.set->vertices);
        error = out->x && dls_pool_make(&pool, lay_out, &T) ? collect_answers(&T, fault)
                                                            : dls_fail_memory(fault);
    }
    for (dls_int k = 0; !error && k < T.set->faces && !out->segment; k++) {
        out->segment = T.set->lines > 0 || is_segment(&T, k);
    }
    dls_pool_free(&pool);
    dls_lcp_set_free(T.set);
    if (error) {
        dls_free(out->x);
        out->x = NULL;
    }
    return error;
}
