/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reactions that fit into their cones to the accuracy of a program, to that of the data: what is
   nearly zero or on its cone is put there, by Newton's method and least squares. */
#include <float.h>
#include <math.h>

#include "contact/contact.h"
#include "linsys/linsys.h"

enum { DENSE = 60, STEPS = 6 }; /* unknowns or equations: up to there by singular values; steps */

typedef struct {
    const dls_contact_margin *Q;
    double *lambda;
    double *x;                    /* the reactions under way */
    dls_int *contact, *role;      /* of a column: whose (-1), 0 normal, 1.. tangent */
    dls_int *zero, *edge;         /* row of a column that is zero, of a contact on its cone; -1 */
    dls_int rows, order, entries; /* of J, made square by zeros */
    double *force, *side;         /* of contacts: |t|; sign of the normal force */
    double *r, *dx, *sum;         /* order, order, rows of G */
    dls_mat J, Jt, I;             /* the latter two: of large ones */
    double *none, *multiplier;
    dls_linsys *least;
} task;

static void lay_out(void *object, dls_room *room)
{
    task *T = object;
    const dls_contact_margin *Q = T->Q;
    dls_int n = Q->G.rows, m = Q->G.cols, k = Q->contacts, most = n + m + k;
    T->x = DLS_TAKE(room, double, m);
    DLS_TAKE_INDICES(room, m, &T->contact, &T->role, &T->zero);
    T->edge = DLS_TAKE(room, dls_int, k);
    DLS_TAKE_NUMBERS(room, k, &T->force, &T->side);
    DLS_TAKE_NUMBERS(room, most, &T->r, &T->dx);
    T->sum = DLS_TAKE(room, double, n);
    dls_int entries = dls_entries(Q->G) + 2 * m;
    dls_mat_take(room, &T->J, most, most, entries);
    dls_mat_take(room, &T->Jt, most, most, entries);
    dls_mat_take(room, &T->I, most, most, most);
    DLS_TAKE_NUMBERS(room, most, &T->none, &T->multiplier);
}

static dls_int column_of(const task *T, dls_int contact, dls_int role)
{
    const dls_contact_margin *Q = T->Q;
    return role == 0 ? Q->normal[contact] : Q->tangent[contact * (Q->d - 1) + role - 1];
}

static void measure_forces(task *T)
{
    for (dls_int c = 0; c < T->Q->contacts; c++) {
        double square = 0;
        for (dls_int e = 1; e < T->Q->d; e++) {
            double t = T->x[column_of(T, c, e)];
            square += t * t;
        }
        T->force[c] = sqrt(square);
    }
}

static double bound(const task *T, dls_int c)
{
    return T->Q->mu[c] * fabs(T->x[T->Q->normal[c]]);
}

/* How far |t| is inside its cone. */
static double slack(const task *T, dls_int c)
{
    return bound(T, c) - T->force[c];
}

/* What is within `near` of zero or of its cone. */
static void name_active(task *T, double near)
{
    const dls_contact_margin *Q = T->Q;
    dls_int m = Q->G.cols, row = Q->G.rows, columns = 0;
    for (dls_int c = 0; c < Q->contacts; c++) {
        bool on = slack(T, c) <= near && T->force[c] > near;
        double n = T->x[Q->normal[c]];
        T->edge[c] = on ? row++ : -1;
        T->side[c] = (n > 0) - (n < 0);
    }
    for (dls_int j = 0; j < m; j++) {
        dls_int c = T->contact[j];
        bool gone = c >= 0 && T->role[j] > 0 && T->force[c] <= near && bound(T, c) <= near;
        bool zero = Q->free[j] && Q->presses[j] && T->x[j] <= near;
        T->zero[j] = gone || zero ? row++ : -1;
        columns += Q->free[j];
    }
    T->rows = row;
    T->order = DLS_MAX(row, columns);
}

/* r := what is missing of G x = w, |t| = mu |n| on the cones, x = 0; its largest entry. */
static double missing(task *T)
{
    const dls_contact_margin *Q = T->Q;
    dls_zero(T->order, T->r);
    dls_copy(Q->G.rows, Q->w, T->r);
    dls_mul(Q->G, -1, T->x, T->r);
    for (dls_int c = 0; c < Q->contacts; c++) {
        if (T->edge[c] >= 0) {
            T->r[T->edge[c]] = slack(T, c);
        }
    }
    for (dls_int j = 0; j < Q->G.cols; j++) {
        if (T->zero[j] >= 0) {
            T->r[T->zero[j]] = -T->x[j];
        }
    }
    return dls_largest(T->rows, T->r);
}

/* The derivative of -r by the free columns. */
static dls_view derivative(task *T)
{
    const dls_contact_margin *Q = T->Q;
    dls_int column = 0;
    T->entries = 0;
    for (dls_int j = 0; j < Q->G.cols; j++) {
        dls_int c = T->contact[j];
        if (!Q->free[j]) {
            continue;
        }
        dls_mat_put_column(&T->J, &T->entries, Q->G, j, 0, 1);
        if (c >= 0 && T->edge[c] >= 0) {
            dls_mat_put(&T->J, &T->entries, T->edge[c],
                        T->role[j] == 0 ? -Q->mu[c] * T->side[c]
                                        : T->x[j] / fmax(T->force[c], DBL_MIN));
        }
        if (T->zero[j] >= 0) {
            dls_mat_put(&T->J, &T->entries, T->zero[j], 1);
        }
        T->J.p[++column] = T->entries;
    }
    while (column < T->order) {
        T->J.p[++column] = T->entries;
    }
    T->J.rows = T->J.cols = T->order;
    return dls_see(&T->J);
}

/* dx: the shortest one of those with the least |J dx - r| */
static dls_error solve_dense(task *T, dls_view J, dls_fault *fault)
{
    static const double RANK = 1e-10; /* singular values, relative */
    dls_error error = DLS_OK;
    if (!T->least) {
        error = dls_linsys_create(&T->least, &dls_linsys_dense, J, RANK, fault);
    }
    error = error ? error : dls_linsys_factor(T->least, J, fault);
    return error ? error : dls_linsys_solve(T->least, T->r, T->dx);
}

/* The same: min |dx|^2 / 2, J dx = r as a KKT system. */
static dls_error solve_sparse(task *T, dls_view J, dls_fault *fault)
{
    dls_kkt_result result;
    T->Jt.rows = T->Jt.cols = T->I.rows = T->I.cols = T->order;
    dls_mat_fill_transpose(&T->Jt, J, NULL);
    for (dls_int j = 0; j < T->order; j++) {
        T->I.p[j + 1] = j + 1;
        T->I.i[j] = j;
        T->I.x[j] = 1;
        T->r[j] = -T->r[j];
    }
    dls_zero(T->order, T->none);
    return dls_kkt_once(dls_see(&T->I), dls_see(&T->Jt), T->none, T->r, T->dx, T->multiplier,
                        &result, fault);
}

/* x += the least step that undoes r, as far as it can be undone */
static dls_error newton_step(task *T, dls_fault *fault)
{
    dls_view J = derivative(T);
    dls_error error = T->order <= DENSE ? solve_dense(T, J, fault) : solve_sparse(T, J, fault);
    for (dls_int j = 0, column = 0; !error && j < T->Q->G.cols; j++) {
        T->x[j] += T->Q->free[j] ? T->dx[column++] : 0;
    }
    return error;
}

/* Balance and cones to the accuracy of the terms. */
static bool holds(task *T)
{
    static const double GROWTH = 1e6; /* reactions beyond it, of the forces, are an infimum's */
    const dls_contact_margin *Q = T->Q;
    dls_int n = Q->G.rows;
    for (dls_int i = 0; i < n; i++) {
        T->sum[i] = fabs(Q->w[i]);
    }
    bool all = dls_largest(Q->G.cols, T->x) <= GROWTH * Q->size;
    for (dls_int j = 0; j < Q->G.cols; j++) {
        all = all && !(Q->presses[j] && T->x[j] < 0);
    }
    dls_mul_sizes(Q->G, T->x, T->sum);
    missing(T);
    for (dls_int i = 0; i < n; i++) {
        all = all && fabs(T->r[i]) <= 2 * Q->accuracy * fmax(T->sum[i], Q->size);
    }
    for (dls_int c = 0; c < Q->contacts; c++) {
        all = all && -slack(T, c) <= Q->accuracy * fmax(T->force[c], Q->size);
    }
    return all;
}

static dls_error with_active(task *T, double near, bool *held, dls_fault *fault)
{
    dls_error error = DLS_OK;
    dls_copy(T->Q->G.cols, T->lambda, T->x);
    measure_forces(T);
    name_active(T, near);
    T->least = NULL;
    for (int k = 0; !error && k < STEPS && !(missing(T) <= DLS_EPS * T->Q->size); k++) {
        error = newton_step(T, fault);
        measure_forces(T);
    }
    dls_linsys_free(T->least);
    for (dls_int j = 0; j < T->Q->G.cols; j++) {
        T->x[j] = T->zero[j] >= 0 ? 0 : T->x[j];
    }
    measure_forces(T);
    *held = !error && holds(T);
    return error == DLS_ERROR_NUMERICAL ? DLS_OK : error;
}

dls_error dls_contact_polish(const dls_contact_margin *Q, double *lambda, bool *held,
                             dls_fault *fault)
{
    static const double NEAR[] = {0, 1e-10, 1e-8, 1e-6, 1e-5}; /* of forces */
    task T = {.Q = Q, .lambda = lambda};
    dls_pool pool = {NULL, 0};
    dls_error error = DLS_OK;
    *held = false;
    if (!dls_pool_make(&pool, lay_out, &T)) {
        return dls_fail_memory(fault);
    }
    for (dls_int j = 0; j < Q->G.cols; j++) {
        T.contact[j] = -1;
    }
    for (dls_int c = 0; c < Q->contacts; c++) {
        for (dls_int e = 0; e < Q->d; e++) {
            T.contact[column_of(&T, c, e)] = c;
            T.role[column_of(&T, c, e)] = e;
        }
    }
    double size = fmax(dls_largest(Q->G.cols, lambda), Q->size);
    for (int k = 0; !error && !*held && k < (int)(sizeof NEAR / sizeof *NEAR); k++) {
        error = with_active(&T, NEAR[k] * size, held, fault);
    }
    if (*held) {
        dls_copy(Q->G.cols, T.x, lambda);
    }
    dls_pool_free(&pool);
    return error;
}
