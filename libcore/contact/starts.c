/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distinct solutions of Coulomb's law at the acceleration level in space: Newton's method from the
   cases of open, sticking and slipping contacts, the slipping ones in some directions. */
#include <float.h>
#include <math.h>

#include "contact/spatial.h"

typedef struct {
    const dls_spatial *D;
    dls_spatial_list *list;
    double *x, rest, small; /* accelerations and forces that are rounding */
    int *state, *choices;   /* nl: of a case; how many states */
} task;

static void lay_out(void *object, dls_room *room)
{
    task *T = object;
    T->x = DLS_TAKE(room, double, T->D->rows);
    T->state = DLS_TAKE(room, int, T->D->nl);
    T->choices = DLS_TAKE(room, int, T->D->nl);
}

/* Of each contact the states 0 open, 1 held, 1 + j slipping at angle j; bilateral ones with
   friction have them negative, too: ln < 0. */
static bool has_friction(const task *T, dls_int c)
{
    return T->D->mu[c] > 0 && isfinite(T->D->mu[c]);
}

static double count_cases(task *T)
{
    const dls_spatial *D = T->D;
    double count = 1;
    for (dls_int c = 0; c < D->nl; c++) {
        T->choices[c] = 1;
    }
    for (dls_int g = 0; g < D->groups; g++) {
        bool may_slip = isfinite(D->mu[D->contact[g]]);
        T->choices[D->contact[g]] += may_slip ? DLS_SPATIAL_ANGLES : 0;
    }
    for (dls_int c = 0; c < D->nl; c++) {
        T->choices[c] += c >= D->nb ? 1 : has_friction(T, c) ? T->choices[c] : 0;
        count *= T->choices[c];
    }
    return count;
}

static void decode(task *T, double number)
{
    const dls_spatial *D = T->D;
    for (dls_int c = 0; c < D->nl; c++) {
        int one = (int)fmod(number, T->choices[c]), half = T->choices[c] / 2;
        bool negative = c < D->nb && has_friction(T, c) && one >= half;
        number = floor(number / T->choices[c]);
        T->state[c] = c >= D->nb ? one : negative ? -(one - half + 1) : one + 1;
    }
}

/* A stride without common divisors visits the cases evenly. */
static double stride_of(double count, int most)
{
    static const double GOLDEN = 0.6180339887;
    double stride = count > most ? floor(count * GOLDEN) : 1, a, b;
    for (bool common = stride > 1; common; stride += common) {
        for (a = count, b = stride; b != 0;) {
            double rest = fmod(a, b);
            a = b;
            b = rest;
        }
        common = a > 1;
    }
    return stride;
}

static bool near(dls_int count, const double *x, const double *y, double bound)
{
    bool all = true;
    for (dls_int k = 0; k < count; k++) {
        all = all && fabs(x[k] - y[k]) <= bound;
    }
    return all;
}

/* Is its acceleration in the list? *equal: with all reactions. */
static bool is_known(const task *T, bool *equal)
{
    static const double SAME = 1e-6;
    dls_int n = T->D->n, m = T->D->rows - n;
    bool same = false;
    *equal = false;
    for (int k = 0; k < T->list->count; k++) {
        const double *x = T->list->x + k * T->D->rows;
        double motion = fmax(dls_largest(n, x), dls_largest(n, T->x));
        double force = fmax(T->small, SAME * dls_largest(m, T->x + n));
        if (near(n, x, T->x, fmax(SAME * motion, T->rest))) {
            same = true;
            *equal = *equal || near(m, x + n, T->x + n, force);
        }
    }
    return same;
}

static dls_error search(task *T, dls_spatial_newton *newton, double tolerance, int most,
                        dls_fault *fault)
{
    const dls_spatial *D = T->D;
    double count = count_cases(T), stride = stride_of(count, most);
    dls_error error = DLS_OK;
    for (int k = 0; !error && k < most && k < count && !dls_watch_over(D->watch, NULL); k++) {
        dls_spatial_answer now = {T->x, INFINITY};
        bool equal = false;
        decode(T, fmod(k * stride, count));
        error = dls_spatial_start(newton, T->state, &now, fault);
        if (error || isinf(now.worst)) {
            continue;
        }
        error = dls_spatial_polish(newton, &now, fault);
        if (error || !(now.worst <= tolerance)) {
            continue;
        }
        bool same = is_known(T, &equal);
        T->list->several = T->list->several || (same && !equal);
        if (!same && T->list->count < DLS_SPATIAL_MOST) {
            dls_copy(D->rows, now.x, T->list->x + T->list->count++ * D->rows);
        }
    }
    return error;
}

dls_error dls_spatial_search(const dls_spatial *D, dls_spatial_newton *newton, double tolerance,
                             int most, dls_spatial_list *list, dls_fault *fault)
{
    static const double SMALL_MOTION = 1e-9, SMALL_FORCE = 1e-6; /* of the forces */
    double force = dls_largest(D->n, D->S->F), mass = fmax(dls_max_abs(D->S->M), DBL_MIN);
    task T = {
        .D = D, .list = list, .rest = SMALL_MOTION * force / mass, .small = SMALL_FORCE * force};
    dls_pool pool = {NULL, 0};
    if (!dls_pool_make(&pool, lay_out, &T)) {
        return dls_fail_memory(fault);
    }
    dls_error error = search(&T, newton, tolerance, most, fault);
    dls_pool_free(&pool);
    return error;
}
