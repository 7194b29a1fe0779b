/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What single entries, pairs and the comparison matrix say about Z, M, P and P0, in any order.
   The comparison matrix <A> has |a_ii| on the diagonal and -|a_ij| off it. It is an M-matrix when
   <A> x > 0 for some x > 0; then A with positive diagonal is P, and if A is Z, A = <A>. */
#include <math.h>

#include "classes/classes.h"

enum { DENSE_ORDER = 500 };

/* A principal minor of order two, on stored entries: zero within rounding of its two products. */
static void see_pair(dls_classify *C, dls_int i, dls_int j, double a, double b)
{
    double straight = C->y[i] * C->y[j], cross = a * b;
    double rounding = 4 * DLS_EPS * (fabs(straight) + fabs(cross));
    if (straight - cross <= rounding && isfinite(cross) && isfinite(straight)) {
        dls_classes_refute_pair(C, DLS_CLASS_P, "principal minor <= 0", i, j);
    }
    if (straight - cross < -rounding) {
        dls_classes_refute_pair(C, DLS_CLASS_P0, "principal minor < 0", i, j);
    }
}

void dls_classes_signs(dls_classify *C)
{
    dls_view A = C->A, B = dls_see(&C->At);
    dls_diagonal(A, C->y);
    for (dls_int j = 0; j < C->n; j++) {
        if (C->y[j] < 0) {
            dls_classes_refute_pair(C, DLS_CLASS_P0, "principal minor < 0", j, j);
        }
        if (C->y[j] <= 0) {
            dls_classes_refute_pair(C, DLS_CLASS_P, "principal minor <= 0", j, j);
        }
        dls_int t = B.p[j];
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            dls_int i = A.i[k];
            if (i != j && A.x[k] > 0) {
                dls_classes_refute_pair(C, DLS_CLASS_Z, "positive off the diagonal", i, j);
            }
            for (; t < B.p[j + 1] && B.i[t] < i; t++) {
            }
            if (i > j && t < B.p[j + 1] && B.i[t] == i) {
                see_pair(C, i, j, A.x[k], B.x[t]);
            }
        }
    }
    dls_classes_decide(C, DLS_CLASS_Z, DLS_YES, "signs of all entries", NULL);
}

/* Make E = <A>; false when the diagonal is not positive. */
static bool take_comparison(dls_view A, dls_mat *E)
{
    bool positive = true;
    for (dls_int j = 0; j < A.cols; j++) {
        double diagonal = 0;
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            diagonal = A.i[k] == j ? A.x[k] : diagonal;
            E->x[k] = A.i[k] == j ? A.x[k] : -fabs(A.x[k]);
        }
        positive = positive && diagonal > 0;
    }
    return positive;
}

/* Elimination without pivoting: E is an M-matrix when all pivots are positive. Only diagonals
   cancel; a pivot that is zero to rounding counts as zero. The first row with a bad one, or n. */
static dls_int first_bad_pivot(dls_int n, double *E)
{
    for (dls_int s = 0; s < n; s++) {
        double size = E[s + s * n];
        for (dls_int k = 0; k < s; k++) { /* row s: factors, column s: what they multiplied */
            size += E[s + k * n] * E[k + s * n];
        }
        if (!(E[s + s * n] > 4 * (double)(s + 1) * DLS_EPS * size)) {
            return s;
        }
        for (dls_int r = s + 1; r < n; r++) {
            E[r + s * n] /= E[s + s * n];
        }
        for (dls_int c = s + 1; c < n; c++) {
            if (E[s + c * n] != 0) {
                for (dls_int r = s + 1; r < n; r++) {
                    E[r + c * n] -= E[r + s * n] * E[s + c * n];
                }
            }
        }
    }
    return n;
}

/* proof: 1 an M-matrix, -1 none, 0 unknown. x: the indicator of a leading principal minor <= 0. */
static bool by_elimination(const dls_mat *E, double *x, int *proof)
{
    dls_int n = E->cols;
    double *dense = DLS_NEW(double, n *n);
    if (!dense) {
        return false;
    }
    dls_fill_full(dls_see(E), n, dense);
    dls_int bad = first_bad_pivot(n, dense);
    *proof = bad == n ? 1 : -1;
    for (dls_int i = 0; i < n; i++) {
        x[i] = i <= bad;
    }
    dls_free(dense);
    return true;
}

/* Large: solve E x = e. x > 0 and E x > 0 beyond rounding prove an M-matrix; an x that is not
   positive although it solves to a few digits shows that the inverse is not nonnegative. */
static dls_error by_solving(const dls_mat *E, double *x, double *y, double *w, int *proof,
                            dls_fault *fault)
{
    dls_linsys *lu = NULL;
    dls_int n = E->cols;
    *proof = 0;
    dls_error error = dls_linsys_create(&lu, &dls_linsys_lu, dls_see(E), 0, fault);
    error = error ? error : dls_linsys_factor(lu, dls_see(E), fault);
    dls_fill(n, 1, y);
    dls_zero(n, w);
    error = error ? error : dls_linsys_solve(lu, y, x);
    dls_linsys_free(lu);
    if (error) {
        return error == DLS_ERROR_MEMORY ? dls_fail_memory(fault) : DLS_OK;
    }
    static const double ROUNDING = 1e-14; /* of a row of E x, relative to its terms */
    static const double SOLVED = 1e-3;    /* |E x - 1|: x says more than the rounding of its LU */
    bool positive = true, proved = true;
    double residual = 0;
    dls_zero(n, y);
    dls_mul(dls_see(E), 1, x, y);
    dls_mul_sizes(dls_see(E), x, w);
    for (dls_int i = 0; i < n; i++) {
        positive = positive && x[i] > 0;
        proved = proved && y[i] > ROUNDING * w[i];
        residual = fmax(residual, fabs(y[i] - 1));
    }
    *proof = positive && proved ? 1 : !positive && residual < SOLVED ? -1 : 0;
    return DLS_OK;
}

static void conclude_comparison(dls_classify *C, int proof, const double *x, bool leading)
{
    static const char MINOR[] = "Z, leading principal minor <= 0";
    static const char INVERSE[] = "Z, the inverse is not nonnegative";
    bool z = C->report->holds[DLS_CLASS_Z] == DLS_YES;
    if (proof > 0) {
        dls_classes_decide(C, DLS_CLASS_P, DLS_YES, "the comparison matrix is an M-matrix", NULL);
    } else if (proof < 0 && z) {
        dls_classes_decide(C, DLS_CLASS_P, DLS_NO, leading ? MINOR : INVERSE, leading ? x : NULL);
        dls_classes_decide(C, DLS_CLASS_M, DLS_NO, leading ? MINOR : INVERSE, x);
    }
}

/* Rows or columns with a_ii >= sum of |a_ij|: A + t I is P for all t > 0. */
static void test_dominance(dls_classify *C)
{
    dls_view views[] = {C->A, dls_see(&C->At)};
    for (int side = 0; side < 2; side++) {
        bool dominant = true;
        for (dls_int j = 0; j < C->n && dominant; j++) {
            double rest = 0, diagonal = 0;
            for (dls_int k = views[side].p[j]; k < views[side].p[j + 1]; k++) {
                if (views[side].i[k] == j) {
                    diagonal = views[side].x[k];
                } else {
                    rest += fabs(views[side].x[k]);
                }
            }
            dominant = diagonal >= rest;
        }
        if (dominant) {
            dls_classes_decide(C, DLS_CLASS_P0, DLS_YES, "diagonally dominant", NULL);
        }
    }
}

dls_error dls_classes_comparison(dls_classify *C, dls_fault *fault)
{
    bool needed = dls_class_open(C, DLS_CLASS_P) || dls_class_open(C, DLS_CLASS_M);
    test_dominance(C);
    if (!needed || C->n == 0) {
        return DLS_OK;
    }
    dls_int n = C->n;
    dls_mat *E = &C->E;
    dls_error error = DLS_OK;
    dls_mat_fill(E, C->A);
    if (take_comparison(C->A, E)) {
        bool dense = n <= DENSE_ORDER;
        int proof = 0;
        dls_equilibrate(E, C->y, C->col, C->work);
        if (dense) {
            error = by_elimination(E, C->x, &proof) ? DLS_OK : dls_fail_memory(fault);
        } else {
            error = by_solving(E, C->x, C->y, C->work, &proof, fault);
        }
        for (dls_int j = 0; j < n && !dense; j++) {
            C->x[j] *= C->col[j];
        }
        conclude_comparison(C, error ? 0 : proof, C->x, dense);
    }
    return error;
}
