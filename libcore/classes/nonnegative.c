/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copositivity in any order: what a zero diagonal says, sums of a semidefinite and a nonnegative
   matrix, and a descent that looks for z >= 0 with z'Sz < 0. */
#include <math.h>

#include "classes/classes.h"

/* A zero z >= 0 of a copositive form: it is copositive-plus only if S z = 0. */
void dls_classes_zero(dls_classify *C, const double *z)
{
    static const double ZERO = 1e-12;
    const dls_mat *S = &C->S;
    bool vanishes = true;
    dls_classes_decide(C, DLS_CLASS_STRICTLY_COPOSITIVE, DLS_NO, "z'Az = 0 with z >= 0", z);
    for (dls_int i = 0; i < C->n; i++) {
        double sum = 0, size = 0;
        for (dls_int k = S->p[i]; k < S->p[i + 1]; k++) {
            sum += S->x[k] * z[S->i[k]];
            size += fabs(S->x[k] * z[S->i[k]]);
        }
        vanishes = vanishes && fabs(sum) <= ZERO * size;
    }
    if (!vanishes) {
        dls_classes_decide(C, DLS_CLASS_COPOSITIVE_PLUS, DLS_NO,
                           "z'Az = 0 with z >= 0, (A + A')z != 0", z);
    }
}

/* A row with s_ii = 0 must be nonnegative: then it plays no part in a smallest violation, and e_i
   is a zero. */
void dls_classes_zero_diagonal(dls_classify *C)
{
    const dls_mat *S = &C->S;
    double *x = C->x;
    dls_diagonal(dls_see(&C->S), C->y);
    dls_zero(C->n, x);
    for (dls_int i = 0; i < C->n && dls_class_open(C, DLS_CLASS_COPOSITIVE); i++) {
        for (dls_int k = S->p[i]; C->y[i] == 0 && k < S->p[i + 1]; k++) {
            double other = fmax(C->y[S->i[k]], 0);
            if (S->x[k] < 0) { /* 2 t s_ij + s_jj < 0 */
                x[i] = other > 0 ? other / -S->x[k] : 1;
                x[S->i[k]] = 1;
                dls_classes_refute_copositive(C, "negative beside a zero diagonal", x);
                return;
            }
        }
        if (C->y[i] < 0) {
            x[i] = 1;
            dls_classes_refute_copositive(C, "negative diagonal", x);
        }
    }
    for (dls_int i = 0; i < C->n; i++) {
        bool alone = S->p[i] == S->p[i + 1];
        if (C->y[i] == 0 && (dls_class_open(C, DLS_CLASS_STRICTLY_COPOSITIVE) ||
                             (!alone && dls_class_open(C, DLS_CLASS_COPOSITIVE_PLUS)))) {
            x[i] = 1;
            dls_classes_zero(C, x);
            x[i] = 0;
        }
    }
}

/* P = S without what is nonnegative: rows with a zero diagonal and, if `all`, every positive entry
   off the diagonal. */
static void without_nonnegative(dls_classify *C, bool all)
{
    const dls_mat *S = &C->S;
    dls_mat *P = &C->P;
    dls_int at = 0;
    for (dls_int j = 0; j < C->n; j++) {
        for (dls_int k = S->p[j]; k < S->p[j + 1]; k++) {
            dls_int i = S->i[k];
            bool drop = i != j && (C->y[i] == 0 || C->y[j] == 0 || (all && S->x[k] > 0));
            if (!drop) {
                P->i[at] = i;
                P->x[at++] = S->x[k];
            }
        }
        P->p[j + 1] = at;
    }
}

static bool nonnegative(const dls_mat *S)
{
    bool result = true;
    for (dls_int k = 0; k < S->p[S->cols]; k++) {
        result = result && S->x[k] >= 0;
    }
    return result;
}

/* After dls_classes_zero_diagonal: S - N semidefinite for a nonnegative N proves it copositive. */
dls_error dls_classes_splitting(dls_classify *C, dls_fault *fault)
{
    dls_error error = DLS_OK;
    double least = C->n > 0 ? INFINITY : 0;
    dls_diagonal(dls_see(&C->S), C->y);
    for (dls_int i = 0; i < C->n; i++) {
        least = fmin(least, C->y[i]);
    }
    if (nonnegative(&C->S)) {
        dls_classes_decide(C, DLS_CLASS_COPOSITIVE, DLS_YES, "nonnegative entries", NULL);
        dls_classes_decide(C, DLS_CLASS_STRICTLY_COPOSITIVE, least > 0 ? DLS_YES : DLS_UNDECIDED,
                           "nonnegative entries, positive diagonal", NULL);
    }
    for (int all = 0; all < 2 && !error; all++) {
        dls_definiteness d;
        if (!dls_class_open(C, DLS_CLASS_STRICTLY_COPOSITIVE) &&
            !dls_class_open(C, DLS_CLASS_COPOSITIVE)) {
            break;
        }
        without_nonnegative(C, all);
        error = dls_rank_definite(dls_see(&C->P), C->x, &d, fault);
        if (!error && d.psd == DLS_YES) {
            static const char WHY[] = "semidefinite plus nonnegative";
            dls_classes_decide(C, DLS_CLASS_COPOSITIVE, DLS_YES, WHY, NULL);
            dls_classes_decide(C, DLS_CLASS_STRICTLY_COPOSITIVE,
                               d.pd == DLS_YES ? DLS_YES : DLS_UNDECIDED, WHY, NULL);
        }
    }
    return error;
}

/* ---- descent on the simplex, S scaled to a unit diagonal ---- */

typedef struct {
    double *d, *z, *g; /* scaling, point, gradient T z */
    double value;      /* z'T z */
} descent;

static void restart(const dls_classify *C, descent *D)
{
    const dls_mat *S = &C->S;
    D->value = 0;
    for (dls_int j = 0; j < C->n; j++) {
        D->g[j] = 0;
        for (dls_int k = S->p[j]; k < S->p[j + 1]; k++) {
            D->g[j] += S->x[k] * D->d[S->i[k]] * D->z[S->i[k]];
        }
        D->g[j] *= D->d[j];
        D->value += D->g[j] * D->z[j];
    }
}

static void add_column(const dls_classify *C, descent *D, dls_int j, double t)
{
    const dls_mat *S = &C->S;
    for (dls_int k = S->p[j]; k < S->p[j + 1]; k++) {
        D->g[S->i[k]] += t * S->x[k] * D->d[j] * D->d[S->i[k]];
    }
    D->z[j] += t;
}

/* Move weight from the support's largest to the smallest gradient, as far as that descends. */
static bool move_down(const dls_classify *C, descent *D)
{
    static const double FLAT = 1e-12, EMPTY = 1e-14; /* gradients, weights: the unit is one */
    const dls_mat *S = &C->S;
    dls_int low = -1, high = -1;
    double cross = 0;
    for (dls_int j = 0; j < C->n; j++) {
        low = D->d[j] > 0 && (low < 0 || D->g[j] < D->g[low]) ? j : low;
        high = D->z[j] > 0 && (high < 0 || D->g[j] > D->g[high]) ? j : high;
    }
    if (high < 0 || !(D->g[high] - D->g[low] > FLAT)) {
        return false;
    }
    for (dls_int k = S->p[low]; k < S->p[low + 1]; k++) {
        cross = S->i[k] == high ? S->x[k] * D->d[low] * D->d[high] : cross;
    }
    double slope = D->g[high] - D->g[low], curvature = 2 - 2 * cross;
    double t = curvature > 0 ? fmin(slope / curvature, D->z[high]) : D->z[high];
    D->value += t * (t * curvature - 2 * slope);
    add_column(C, D, low, t);
    add_column(C, D, high, -t);
    if (D->z[high] < EMPTY) {
        D->z[high] = 0;
    }
    return true;
}

/* The value once more, from scratch: a violation only beyond rounding. */
static bool violates(const dls_classify *C, descent *D)
{
    for (dls_int j = 0; j < C->n; j++) {
        C->x[j] = D->z[j] * D->d[j];
    }
    return dls_classes_negative(C, C->x);
}

/* Starts: all alike, and the two halves of noise. */
static void descent_start(const dls_classify *C, descent *D, int start)
{
    double sum = 0;
    dls_noise(C->n, D->z);
    for (dls_int j = 0; j < C->n; j++) {
        double t = D->d[j] == 0 ? 0
                   : start == 0 ? 1
                   : start == 1 ? fmax(D->z[j], 0)
                                : fmax(-D->z[j], 0);
        D->z[j] = t;
        sum += t;
    }
    for (dls_int j = 0; j < C->n; j++) {
        D->z[j] /= sum > 0 ? sum : 1;
    }
    restart(C, D);
}

void dls_classes_descend(dls_classify *C)
{
    enum { STARTS = 3 };
    if (!dls_class_open(C, DLS_CLASS_COPOSITIVE) || C->n == 0) {
        return;
    }
    descent D = {C->d, C->z, C->g, 0};
    dls_int most = DLS_MIN(20 * C->n, 200000000 / (C->n + 1) + 10);
    dls_diagonal(dls_see(&C->S), C->y);
    for (dls_int j = 0; j < C->n; j++) {
        D.d[j] = C->y[j] > 0 ? 1 / sqrt(C->y[j]) : 0;
    }
    for (int start = 0; start < STARTS; start++) {
        descent_start(C, &D, start);
        bool negative = D.value < 0;
        for (dls_int k = 0; !negative && k < most && move_down(C, &D); k++) {
            negative = D.value < 0;
        }
        if (negative && violates(C, &D)) {
            dls_classes_refute_copositive(C, "z'Az < 0 with z >= 0, found by descent", C->x);
            break;
        }
    }
}
