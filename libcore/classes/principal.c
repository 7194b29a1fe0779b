/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The signs of all principal minors, by elimination with complete pivoting and a running bound of
   the error: of each entry, what rounding does, and a change of the data by a few units in the last
   place of the entry or of the roots of its two diagonal entries (those of a product J'DJ). A pivot
   beyond its bound has the right sign; within it is zero, or nearly all digits were lost. */
#include <math.h>

#include "classes/classes.h"

enum { K = DLS_EXACT_ORDER, LOST = 2 };

typedef struct {
    double value[K][K], bound[K][K];
} block;

static inline void swap_numbers(double *a, double *b)
{
    double t = *a;
    *a = *b;
    *b = t;
}

/* A[S, S] of a dense A (rows of K) */
static int extract_minor(const double *A, unsigned set, block *B)
{
    int index[K], k = 0;
    double root[K];
    for (int i = 0; i < K; i++) {
        if (set >> i & 1) {
            index[k++] = i;
        }
    }
    for (int r = 0; r < k; r++) {
        root[r] = sqrt(fabs(A[index[r] * (K + 1)]));
    }
    for (int r = 0; r < k; r++) {
        for (int c = 0; c < k; c++) {
            B->value[r][c] = A[index[r] * K + index[c]];
            B->bound[r][c] = 4 * DLS_EPS * fmax(fabs(B->value[r][c]), root[r] * root[c]);
        }
    }
    return k;
}

/* Bring the largest entry beyond its bound on to (s, s): the parity of the swaps, 0 when there is
   none. rest: the largest entry of all. */
static int pivot_largest(block *B, int k, int s, double *rest)
{
    int row = -1, col = -1;
    double best = 0;
    *rest = 0;
    for (int r = s; r < k; r++) {
        for (int c = s; c < k; c++) {
            double value = fabs(B->value[r][c]);
            *rest = value > *rest ? value : *rest;
            if (value > best && value > B->bound[r][c]) {
                best = value;
                row = r;
                col = c;
            }
        }
    }
    if (row < 0) {
        return 0;
    }
    for (int c = s; c < k && row != s; c++) {
        swap_numbers(&B->value[row][c], &B->value[s][c]);
        swap_numbers(&B->bound[row][c], &B->bound[s][c]);
    }
    for (int r = s; r < k && col != s; r++) {
        swap_numbers(&B->value[r][col], &B->value[r][s]);
        swap_numbers(&B->bound[r][col], &B->bound[r][s]);
    }
    return (row != s) == (col != s) ? 1 : -1;
}

static void eliminate_minor(block *B, int k, int s)
{
    double pivot = B->value[s][s], safe = fabs(pivot) - B->bound[s][s];
    for (int r = s + 1; r < k; r++) {
        double l = B->value[r][s] / pivot;
        double spread = (B->bound[r][s] + fabs(l) * B->bound[s][s]) / safe;
        double error = spread + 2 * DLS_EPS * fabs(l), size = fabs(l) + spread;
        if (size == 0) {
            continue;
        }
        for (int c = s + 1; c < k; c++) {
            B->value[r][c] -= l * B->value[s][c];
            B->bound[r][c] += size * B->bound[s][c] + error * fabs(B->value[s][c]) +
                              DLS_EPS * fabs(B->value[r][c]);
        }
    }
}

/* -1, 0, 1, or LOST: the bound covers a value that looks like more than rounding. */
static int sign_of_minor(const double *A, unsigned set)
{
    block B;
    int k = extract_minor(A, set, &B), sign = 1;
    double largest = 0;
    for (int s = 0; s < k; s++) {
        double rest;
        int parity = pivot_largest(&B, k, s, &rest);
        largest = rest > largest ? rest : largest;
        if (parity == 0) {
            return rest > 16 * k * DLS_EPS * largest ? LOST : 0;
        }
        sign *= B.value[s][s] < 0 ? -parity : parity;
        eliminate_minor(&B, k, s);
    }
    return sign;
}

static void refute_minors(dls_classify *C, dls_class c, unsigned set, const char *why)
{
    for (dls_int i = 0; i < C->n; i++) {
        C->x[i] = set >> i & 1;
    }
    dls_classes_decide(C, c, DLS_NO, why, C->x);
}

static void equilibrated(dls_classify *C, double *dense)
{
    dls_mat *E = &C->E;
    dls_mat_fill(E, C->A);
    dls_equilibrate(E, C->x, C->col, C->work);
    for (dls_int j = 0; j < C->n; j++) {
        for (dls_int k = E->p[j]; k < E->p[j + 1]; k++) {
            dense[E->i[k] * K + j] = E->x[k];
        }
    }
}

void dls_classes_minors(dls_classify *C)
{
    double A[K * K] = {0};
    bool lost = false;
    equilibrated(C, A);
    for (unsigned set = 1; set < 1u << C->n; set++) {
        if (!dls_class_open(C, DLS_CLASS_P) && !dls_class_open(C, DLS_CLASS_P0)) {
            break;
        }
        int sign = sign_of_minor(A, set);
        lost = lost || sign == LOST;
        if (sign < 0) {
            refute_minors(C, DLS_CLASS_P0, set, "principal minor < 0");
        }
        if (sign <= 0) {
            refute_minors(C, DLS_CLASS_P, set, "principal minor <= 0");
        }
    }
    if (!lost) {
        dls_classes_decide(C, DLS_CLASS_P, DLS_YES, "all principal minors", NULL);
        dls_classes_decide(C, DLS_CLASS_P0, DLS_YES, "all principal minors", NULL);
    }
}
