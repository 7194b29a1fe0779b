/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Intervals of the reactions x of held contacts, G x = w:
     an end that is finite   a point attains it, and in each case of signs a multiplier y bounds it:
                             e_j - G'y is in the dual of the cones, so that x_j >= w'y
     one that is infinite    a point, and a direction along which it remains in the cones
     determined              multipliers of equations alone; else a move that these allow */
#include <float.h>

#include "verify/held.h"

static const double NEAR = 1e-9; /* of forces and directions: nothing */

typedef struct {
    const dls_contact_margin *Q;
    const dls_range_claim *X;
    double *x, *r, *z, *sign;            /* columns, rows, columns of G; contacts */
    double *low, *high;                  /* columns: what the leaves prove */
    double *known, *list;                /* contacts; contacts-by-leaves */
    dls_int *part, *seen, *cases, *work; /* columns, columns, leaves, leaves */
    bool *ray;                           /* moves */
    double force, size;                  /* the largest reaction; a sum of reactions */
    dls_verify_report *report;
} question;

static void add_move(const question *T, dls_int p, double *x)
{
    dls_view D = T->X->moves;
    for (dls_int t = D.p[p]; t < D.p[p + 1]; t++) {
        x[D.i[t]] += D.x[t];
    }
}

/* lambda + move p, p from 1; 0: lambda */
static void point(const question *T, double p, double *x)
{
    dls_copy(T->Q->G.cols, T->X->lambda, x);
    if (p > 0) {
        add_move(T, (dls_int)p - 1, x);
    }
}

static double move_of(const question *T, double p, dls_int j)
{
    dls_view D = T->X->moves;
    for (dls_int t = D.p[(dls_int)p - 1]; t < D.p[(dls_int)p]; t++) {
        if (D.i[t] == j) {
            return D.x[t];
        }
    }
    return 0;
}

static bool is_place(const question *T, double p)
{
    return p >= 0 && p <= (double)T->X->moves.cols && p == floor(p);
}

/* Which moves are directions; do all places exist? */
static bool name_rays(const question *T)
{
    const dls_range_claim *X = T->X;
    bool right = true;
    for (dls_int j = 0; j < T->Q->G.cols; j++) {
        right = right && is_place(T, X->at_lo[j]) && is_place(T, X->at_hi[j]) &&
                is_place(T, X->from_lo[j]) && is_place(T, X->from_hi[j]) &&
                is_place(T, X->along[j]);
        if (right && isinf(X->lo[j]) && X->at_lo[j] > 0) {
            T->ray[(dls_int)X->at_lo[j] - 1] = true;
        }
        if (right && isinf(X->hi[j]) && X->at_hi[j] > 0) {
            T->ray[(dls_int)X->at_hi[j] - 1] = true;
        }
        if (right && X->along[j] > 0) {
            T->ray[(dls_int)X->along[j] - 1] = true;
        }
    }
    return right;
}

static void check_points(question *T)
{
    const dls_contact_margin *Q = T->Q;
    double balance = 0, outside = 0, still = 0, sum = 0;
    for (dls_int p = 0; p <= T->X->moves.cols; p++) {
        if (p > 0 && T->ray[p - 1]) {
            dls_zero(Q->G.cols, T->x);
            add_move(T, p - 1, T->x);
            double most = fmax(dls_largest(Q->G.cols, T->x), DBL_MIN);
            still = dls_verify_worse(still, dls_verify_held_balance(Q, T->x, NULL, T->r) / most);
            continue;
        }
        point(T, (double)p, T->x);
        balance = dls_verify_worse(balance, dls_verify_held_balance(Q, T->x, Q->w, T->r));
        outside = dls_verify_worse(outside, dls_verify_held_outside(Q, 1, T->x, NULL));
        double total = 0;
        for (dls_int j = 0; j < Q->G.cols; j++) {
            total += fabs(T->x[j]);
        }
        sum = fmax(sum, total);
    }
    T->size = fmax(sum, T->force);
    if (T->X->outcome == DLS_SOLVED) {
        dls_verify_check(T->report, "G*lambda = M*a + F", balance / T->force, DLS_VERIFY_EQUATIONS);
        dls_verify_check(T->report, "reactions are admissible", outside / T->force,
                         DLS_VERIFY_EQUATIONS);
        dls_verify_check(T->report, "G*direction = 0", still, DLS_VERIFY_EQUATIONS);
    }
}

/* Does x_j grow (side -1: fall) without end in the direction `at` from the point `from`? */
static bool endless(const question *T, dls_int j, double at, double from, double side)
{
    const dls_contact_margin *Q = T->Q;
    if (at == 0) {
        return false;
    }
    point(T, from, T->x);
    for (dls_int c = 0; c < Q->contacts; c++) {
        double n = T->x[Q->normal[c]];
        T->sign[c] = !Q->bilateral[c] ? 1 : fabs(n) > NEAR * T->force ? (n > 0 ? 1 : -1) : 0;
    }
    dls_zero(Q->G.cols, T->x);
    add_move(T, (dls_int)at - 1, T->x);
    double most = fmax(dls_largest(Q->G.cols, T->x), DBL_MIN);
    for (dls_int c = 0; c < Q->contacts; c++) {
        if (T->sign[c] == 0) {
            T->sign[c] = T->x[Q->normal[c]] < -NEAR * most ? -1 : 1;
        }
    }
    return side * T->x[j] > NEAR * most &&
           dls_verify_held_outside(Q, 1, T->x, T->sign) <= DLS_VERIFY_EQUATIONS * most;
}

static void check_ends(const question *T)
{
    const dls_range_claim *X = T->X;
    double worst = 0;
    dls_int missing = 0;
    for (dls_int j = 0; j < 2 * T->Q->G.cols; j++) {
        dls_int k = j / 2;
        double end = j % 2 ? X->hi[k] : X->lo[k], side = j % 2 ? 1 : -1;
        double at = j % 2 ? X->at_hi[k] : X->at_lo[k], from = j % 2 ? X->from_hi[k] : X->from_lo[k];
        if (!T->Q->free[k]) {
            missing += isinf(end);
        } else if (isinf(end)) {
            missing += end * side < 0 || !endless(T, k, at, from, side);
        } else {
            double value = X->lambda[k] + (at > 0 ? move_of(T, at, k) : 0);
            missing += at == 0;
            worst = dls_verify_worse(worst, fabs(value - end) / fmax(fabs(end), 1e-2 * T->force));
        }
    }
    dls_verify_check(T->report, "ends are attained", worst, DLS_VERIFY_EQUATIONS);
    dls_verify_check(T->report, "ends without a point or a direction", (double)missing, 0);
}

/* z = side (e_j - G'y): |z| where it may move; how far from the dual, times the sizes. */
static double residual(const question *T, dls_int j, double side, const double *y,
                       const double *sign, double *free)
{
    const dls_contact_margin *Q = T->Q;
    dls_set_mul_t(Q->G, y, T->z);
    *free = 0;
    for (dls_int c = 0; c < Q->G.cols; c++) {
        T->z[c] = side * ((c == j) - T->z[c]);
        *free = Q->free[c] ? dls_verify_worse(*free, fabs(T->z[c])) : *free;
    }
    return dls_verify_held_dual(Q, 1, T->z, sign) * T->size;
}

/* What the multipliers of each leaf prove of its columns. */
static void check_multipliers(const question *T)
{
    const dls_contact_margin *Q = T->Q;
    const dls_range_claim *X = T->X;
    double determined = 0;
    dls_int twice = 0;
    for (dls_int b = 0; b < X->bounds; b++) {
        dls_int j = (dls_int)X->column[b] - 1, leaf = (dls_int)X->leaf[b] - 1;
        if (j < 0 || j >= Q->G.cols || leaf < T->seen[j] || leaf >= X->leaves) {
            twice++;
            continue;
        }
        const double *sign = X->sign + leaf * Q->contacts;
        const double *y_lo = X->y_lo + b * Q->G.rows, *y_hi = X->y_hi + b * Q->G.rows;
        double free, off = residual(T, j, 1, y_lo, sign, &free);
        determined = X->determined[j] ? dls_verify_worse(determined, free) : determined;
        T->low[j] = fmin(T->low[j], dls_dot(Q->G.rows, Q->w, y_lo) - off);
        off = residual(T, j, -1, y_hi, sign, &free);
        T->high[j] = fmax(T->high[j], dls_dot(Q->G.rows, Q->w, y_hi) + off);
        twice += T->part[j] >= 0 && X->part[leaf] != X->part[T->part[j]];
        T->part[j] = leaf;
        T->seen[j] = leaf + 1;
        T->cases[j]++;
    }
    double below = 0, above = 0;
    for (dls_int j = 0; j < Q->G.cols; j++) {
        if (isfinite(X->lo[j])) {
            below = Q->free[j] ? dls_verify_worse(below, X->lo[j] - T->low[j]) : below;
        }
        if (isfinite(X->hi[j])) {
            above = Q->free[j] ? dls_verify_worse(above, T->high[j] - X->hi[j]) : above;
        }
        twice += Q->free[j] && T->part[j] < 0;
    }
    dls_verify_check(T->report, "ends without multipliers", (double)twice, 0);
    dls_verify_check(T->report, "no reaction is below lo", below / T->force, DLS_VERIFY_EQUATIONS);
    dls_verify_check(T->report, "no reaction is above hi", above / T->force, DLS_VERIFY_EQUATIONS);
    dls_verify_check(T->report, "determined by the equations", determined, DLS_VERIFY_EQUATIONS);
}

/* Signs that the equations leave to bilateral contacts; those of the leaf where the force is 0. */
static void know_signs(const question *T, const double *sign)
{
    const dls_contact_margin *Q = T->Q;
    for (dls_int c = 0; c < Q->contacts; c++) {
        double n = T->X->lo[Q->normal[c]];
        bool fixed = T->X->determined[Q->normal[c]];
        T->known[c] = !fixed ? 0 : fabs(n) <= NEAR * T->force ? sign[c] : n > 0 ? 1 : -1;
    }
}

/* The leaves of each part are all cases, and those without reactions are proved so. */
static void check_cases(const question *T)
{
    const dls_contact_margin *Q = T->Q;
    const dls_range_claim *X = T->X;
    double empty = 0;
    dls_int uncovered = 0, missing = 0;
    for (dls_int first = 0, next; first < X->leaves; first = next) {
        dls_int full = 0;
        for (next = first; next < X->leaves && X->part[next] == X->part[first]; next++) {
            const double *y = X->y + next * Q->G.rows, *sign = X->sign + next * Q->contacts;
            full += !X->empty[next];
            if (X->empty[next]) {
                dls_set_mul_t(Q->G, y, T->z);
                dls_negate(Q->G.cols, T->z, T->z);
                double off = dls_verify_held_dual(Q, 1, T->z, sign) * T->size;
                double gain = dls_dot(Q->G.rows, Q->w, y);
                empty = dls_verify_worse(empty, gain > 0 ? off / gain : INFINITY);
            }
        }
        know_signs(T, X->sign + first * Q->contacts);
        uncovered += !dls_verify_held_leaves(Q, next - first, X->sign + first * Q->contacts,
                                             T->known, T->list, T->work);
        for (dls_int j = 0; j < Q->G.cols; j++) {
            bool mine = T->part[j] >= 0 && X->part[T->part[j]] == X->part[first];
            missing += mine && T->cases[j] != full;
        }
    }
    dls_verify_check(T->report, "the cases are all", (double)uncovered, 0);
    dls_verify_check(T->report, "a multiplier in each case", (double)missing, 0);
    dls_verify_check(T->report, "cases without reactions", empty, 1);
}

static void check_flags(const question *T)
{
    const dls_range_claim *X = T->X;
    dls_int wrong = 0, unbounded = 0, open = 0;
    for (dls_int j = 0; j < T->Q->G.cols; j++) {
        bool wide = X->hi[j] - X->lo[j] > NEAR * T->force,
             infinite = isinf(X->lo[j]) || isinf(X->hi[j]);
        bool moves = wide || infinite;
        if (X->along[j] > 0) {
            dls_zero(T->Q->G.cols, T->x);
            add_move(T, (dls_int)X->along[j] - 1, T->x);
            bool own = fabs(T->x[j]) > NEAR * dls_largest(T->Q->G.cols, T->x);
            wrong += !own;
            moves = moves || own;
        }
        wrong += X->determined[j] == (moves && T->Q->free[j]);
        unbounded += X->unbounded[j] != infinite;
        open += !T->Q->free[j] && (X->lo[j] != 0 || X->hi[j] != 0);
    }
    dls_verify_check(T->report, "determined, or not", (double)wrong, 0);
    dls_verify_check(T->report, "unbounded, as the ends say", (double)unbounded, 0);
    dls_verify_check(T->report, "open contacts have no force", (double)open, 0);
}

static void lay_out(void *object, dls_room *room)
{
    question *T = object;
    dls_int m = T->Q->G.cols, k = T->Q->contacts;
    DLS_TAKE_NUMBERS(room, m, &T->x, &T->z, &T->low, &T->high);
    DLS_TAKE_NUMBERS(room, k, &T->sign, &T->known);
    T->r = DLS_TAKE(room, double, T->Q->G.rows);
    T->list = DLS_TAKE(room, double, k * T->X->leaves);
    DLS_TAKE_INDICES(room, m, &T->part, &T->seen, &T->cases);
    T->work = DLS_TAKE(room, dls_int, T->X->leaves);
    T->ray = DLS_TAKE(room, bool, T->X->moves.cols);
}

dls_error dls_verify_range(const dls_contact_margin *Q, const dls_range_claim *X,
                           dls_verify_report *report, dls_fault *fault)
{
    question T = {.Q = Q, .X = X, .report = report};
    dls_pool pool = {NULL, 0};
    dls_verify_begin(report);
    if (!dls_pool_make(&pool, lay_out, &T)) {
        return dls_fail_memory(fault);
    }
    T.force = fmax(Q->size, dls_largest(Q->G.cols, X->lambda));
    for (dls_int j = 0; j < Q->G.cols; j++) {
        T.force = isfinite(X->lo[j]) ? fmax(T.force, fabs(X->lo[j])) : T.force;
        T.force = isfinite(X->hi[j]) ? fmax(T.force, fabs(X->hi[j])) : T.force;
        T.low[j] = INFINITY;
        T.high[j] = -INFINITY;
        T.part[j] = -1;
    }
    bool right = name_rays(&T);
    dls_verify_check(report, "points and directions of all ends", !right, 0);
    if (right) {
        check_points(&T);
        if (X->outcome == DLS_SOLVED) {
            check_ends(&T);
        }
        check_multipliers(&T);
        check_cases(&T);
        check_flags(&T);
    }
    dls_pool_free(&pool);
    return DLS_OK;
}
