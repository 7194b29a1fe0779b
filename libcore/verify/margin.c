/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The margin of held contacts, and the least factor of their friction:
     margin    x has it; leaves y of signs that are all cases: eps <= w'y / (sum of weight alpha),
               G'y in the dual of the cones. Unbounded: x is a direction in which it grows
     friction  x is admissible with it; the leaves exclude reactions with a little less */
#include <float.h>

#include "verify/held.h"

typedef struct {
    const dls_contact_margin *Q;
    const dls_margin_claim *X;
    double *r, *g, *list; /* rows of G; columns; contacts-by-leaves */
    dls_int *work;        /* leaves */
    double force;         /* the largest one */
    dls_verify_report *report;
} question;

/* Of an inscribed polygon. */
static double inradius(const dls_contact_margin *Q)
{
    static const double PI = 3.14159265358979323846;
    return Q->d == 3 && Q->facets > 0 ? cos(PI / (double)Q->facets) : 1;
}

/* The least mu |n| - |t| over weights; less where x is not free or does not press. */
static double slack(const question *T, const double *x)
{
    const dls_contact_margin *Q = T->Q;
    dls_contact_margin none = *Q;
    double least = INFINITY;
    for (dls_int c = 0; c < Q->contacts; c++) {
        double inside = Q->mu[c] * fabs(x[Q->normal[c]]) - dls_verify_held_need(Q, c, x);
        least = fmin(least, inradius(Q) * inside / Q->weight[c]);
    }
    none.contacts = 0;
    double off = dls_verify_held_outside(&none, 1, x, NULL);
    return off <= DLS_VERIFY_EQUATIONS * dls_largest(Q->G.cols, x) ? least : least - off;
}

/* w'y = x'g >= eps sum (alpha weight), |g_T| <= alpha <= s g_N / mu: alpha as large as it can be
   where eps >= 0; where it is negative only x >= 0 allows another one. -Inf: no reactions have
   these signs. *open: what errors leave. */
static double leaf_bound(const question *T, dls_int k, double *open)
{
    static const double NONE = 1e-6; /* of the gain: the margin has no part in it */
    static const double SIZES = 10;  /* of reactions that errors of y may have */
    const dls_contact_margin *Q = T->Q;
    const double *y = T->X->y + k * Q->G.rows, *sign = T->X->sign + k * Q->contacts;
    double gain = dls_dot(Q->G.rows, Q->w, y), r = inradius(Q), total = 0, sum = 0;
    dls_set_mul_t(Q->G, y, T->g);
    for (dls_int i = 0; i < Q->G.rows; i++) {
        sum += fabs(Q->w[i] * y[i]);
    }
    *open = dls_verify_held_dual(Q, 1, T->g, sign) * SIZES * T->force * (double)Q->G.cols +
            64 * DLS_EPS * sum;
    for (dls_int c = 0; c < Q->contacts; c++) {
        double least = dls_verify_held_pull(Q, c, T->g) / r;
        double most = fmax(sign[c] * T->g[Q->normal[c]] / (r * Q->mu[c]), least);
        bool small = gain < 0 && !Q->bilateral[c];
        total += sign[c] == 0 ? 0 : Q->weight[c] * (small ? least : most);
    }
    if (gain + *open < 0 && total * T->force <= -NONE * gain) {
        *open = 0;
        return -INFINITY;
    }
    *open /= total;
    return gain / total;
}

static void check_cases(const question *T)
{
    bool all = dls_verify_held_leaves(T->Q, T->X->leaves, T->X->sign, NULL, T->list, T->work);
    dls_verify_check(T->report, "the cases are all", !all, 0);
}

static void check_unbounded(const question *T)
{
    static const double GROWS = 1e-9; /* of the direction */
    const dls_contact_margin *Q = T->Q;
    double size = dls_largest(Q->G.cols, T->X->x);
    double off = dls_verify_held_balance(Q, T->X->x, NULL, T->r) / fmax(size, DBL_MIN);
    dls_verify_check(T->report, "G*direction = 0", off, DLS_VERIFY_EQUATIONS);
    dls_verify_check(T->report, "it grows", -slack(T, T->X->x) / fmax(size, DBL_MIN), -GROWS);
}

static void check_margin(const question *T)
{
    const dls_contact_margin *Q = T->Q;
    const dls_margin_claim *X = T->X;
    double bound = -INFINITY, open = 0, unit = 0;
    bool whole = true;
    check_cases(T);
    for (dls_int k = 0; k < X->leaves; k++) {
        double rest, most = leaf_bound(T, k, &rest);
        bound = dls_verify_worse(bound, most);
        open = dls_verify_worse(open, rest);
    }
    for (dls_int c = 0; c < Q->contacts; c++) {
        unit = fmax(unit, T->force / Q->weight[c]);
    }
    for (dls_int k = 0; k < X->leaves * Q->contacts; k++) {
        whole = whole && X->sign[k] != 0;
    }
    if (isinf(X->value)) {
        dls_verify_check(T->report, "no reactions", !(bound == -INFINITY), 0);
        return;
    }
    unit = fmax(unit, DBL_MIN);
    dls_verify_check(T->report, "its bound", fabs(bound - X->value) / unit, DLS_VERIFY_EQUATIONS);
    dls_verify_check(T->report, "errors of the bound", open / unit, DLS_VERIFY_EQUATIONS);
    if (whole) { /* else a bound only */
        dls_verify_check(T->report, "of lambda",
                         X->x ? fabs(slack(T, X->x) - X->value) / unit : NAN, DLS_VERIFY_EQUATIONS);
        dls_verify_check(T->report, "G*lambda = M*a + F",
                         X->x ? dls_verify_held_balance(Q, X->x, Q->w, T->r) / T->force : NAN,
                         DLS_VERIFY_EQUATIONS);
    }
}

double dls_verify_exclude(const dls_contact_margin *Q, double factor, dls_int leaves,
                          const double *sign, const double *y, double *g)
{
    double most = INFINITY;
    for (dls_int k = 0; k < leaves; k++) {
        const double *yk = y + k * Q->G.rows;
        dls_set_mul_t(Q->G, yk, g);
        double off = dls_verify_held_dual(Q, factor, g, sign + k * Q->contacts);
        double gain = -dls_dot(Q->G.rows, Q->w, yk);
        double size = gain / (off + DLS_EPS * dls_largest(Q->G.cols, g));
        most = size < most ? size : isnan(size) ? 0 : most;
    }
    return most;
}

static void check_friction(const question *T)
{
    static const double BELOW = 2e-4, MUCH = 1e2; /* relative; a factor that little needs */
    static const double ENOUGH = 10;              /* sizes of reactions that are excluded */
    const dls_contact_margin *Q = T->Q;
    const dls_margin_claim *X = T->X;
    bool finite = isfinite(X->value), known = X->x || Q->G.cols == 0;
    if (finite) {
        double off = known ? dls_verify_held_balance(Q, X->x, Q->w, T->r) : NAN;
        double outside = known ? dls_verify_held_outside(Q, X->value, X->x, NULL) : NAN;
        double apart = X->value > 0 ? (X->value - X->below) / X->value : X->value < 0;
        dls_verify_check(T->report, "G*lambda = M*a + F", off / T->force, DLS_VERIFY_EQUATIONS);
        dls_verify_check(T->report, "lambda is admissible", outside / T->force,
                         DLS_VERIFY_EQUATIONS);
        dls_verify_check(T->report, "how far below, relative", fabs(apart), BELOW);
        dls_verify_check(T->report, "excluded below", X->below > X->value, 0);
    } else {
        dls_verify_check(T->report, "excluded with much friction", !(X->below >= MUCH), 0);
    }
    if (finite && X->value == 0) {
        return;
    } else if (X->leaves == 0) {
        dls_verify_leave(T->report, "that less friction does not suffice");
        return;
    }
    check_cases(T);
    double most = dls_verify_exclude(Q, X->below, X->leaves, X->sign, X->y, T->g);
    dls_verify_check(T->report, "what is left below", most > 0 ? T->force / most : NAN, 1 / ENOUGH);
}

static void lay_out(void *object, dls_room *room)
{
    question *T = object;
    T->r = DLS_TAKE(room, double, T->Q->G.rows);
    T->g = DLS_TAKE(room, double, T->Q->G.cols);
    T->list = DLS_TAKE(room, double, T->Q->contacts * T->X->leaves);
    T->work = DLS_TAKE(room, dls_int, T->X->leaves);
}

dls_error dls_verify_margin(const dls_contact_margin *Q, const dls_margin_claim *X, bool friction,
                            dls_verify_report *report, dls_fault *fault)
{
    question T = {.Q = Q, .X = X, .report = report};
    dls_pool pool = {NULL, 0};
    dls_verify_begin(report);
    if (!dls_pool_make(&pool, lay_out, &T)) {
        return dls_fail_memory(fault);
    }
    T.force = fmax(Q->size, X->x ? dls_largest(Q->G.cols, X->x) : 0);
    if (friction) {
        check_friction(&T);
    } else if (X->value == INFINITY && Q->contacts > 0) {
        dls_verify_check(report, "there is a direction", !X->x, 0);
        if (X->x) {
            check_unbounded(&T);
        }
    } else if (X->value != INFINITY) {
        check_margin(&T);
    }
    dls_pool_free(&pool);
    return DLS_OK;
}
