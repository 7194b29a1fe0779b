/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copositivity of z'Sz, exactly, for small orders, with S scaled to a unit diagonal.
   If z'Sz < 0 for some z >= 0, then on a smallest such support S z = -e has a positive solution
   (Hadeler); if z'Sz = 0 in a copositive S, then on a smallest support S z = 0, z > 0, and the
   kernel is this line. Such supports hold no pair with s_ij >= 1 (on the segment towards one of the
   two the form is concave), and each row has a negative entry in them. */
#include <math.h>

#include "classes/classes.h"

enum { K = DLS_EXACT_ORDER };

typedef struct {
    int n, index[K];              /* rows with a positive diagonal, in S */
    double scale[K];              /* 1 / sqrt (diagonal) */
    double T[K][K];               /* scaled */
    unsigned negative[K], far[K]; /* of each row: entries < 0, entries >= 1 off the diagonal */
} form;

static void scale_form(const dls_classify *C, form *F)
{
    int place[K];
    const dls_mat *S = &C->S;
    *F = (form){0};
    for (dls_int j = 0; j < C->n; j++) {
        place[j] = -1;
        for (dls_int k = S->p[j]; k < S->p[j + 1]; k++) {
            if (S->i[k] == j && S->x[k] > 0) {
                place[j] = F->n;
                F->index[F->n] = (int)j;
                F->scale[F->n++] = 1 / sqrt(S->x[k]);
            }
        }
    }
    for (dls_int j = 0; j < C->n; j++) {
        for (dls_int k = S->p[j]; place[j] >= 0 && k < S->p[j + 1]; k++) {
            int r = place[S->i[k]], c = place[j];
            if (r >= 0) {
                F->T[r][c] = r == c ? 1 : S->x[k] * F->scale[r] * F->scale[c];
                F->negative[r] |= (unsigned)(F->T[r][c] < 0) << c;
                F->far[r] |= (unsigned)(r != c && F->T[r][c] >= 1) << c;
            }
        }
    }
}

static bool possible(const form *F, unsigned set)
{
    for (int i = 0; i < F->n; i++) {
        if (set >> i & 1 && (!(F->negative[i] & set) || (F->far[i] & set))) {
            return false;
        }
    }
    return true;
}

/* LU with complete pivoting of T[set, set] beside the right-hand side -e; pivots that are zero to
   rounding end it. order(c): the index that stands in column c. */
typedef struct {
    int k, rank, order[K];
    double W[K][K + 1];
} factors;

static void extract_form(const form *F, unsigned set, factors *L)
{
    L->k = 0;
    for (int i = 0; i < F->n; i++) {
        if (set >> i & 1) {
            L->order[L->k++] = i;
        }
    }
    for (int r = 0; r < L->k; r++) {
        for (int c = 0; c < L->k; c++) {
            L->W[r][c] = F->T[L->order[r]][L->order[c]];
        }
        L->W[r][L->k] = -1;
    }
}

/* Bring the largest entry from row and column s on to (s, s); return its absolute value. */
static double pivot_symmetric(factors *L, int s)
{
    int row = s, col = s, k = L->k;
    for (int r = s; r < k; r++) {
        for (int c = s; c < k; c++) {
            if (fabs(L->W[r][c]) > fabs(L->W[row][col])) {
                row = r;
                col = c;
            }
        }
    }
    for (int c = 0; c <= k && row != s; c++) {
        double t = L->W[s][c];
        L->W[s][c] = L->W[row][c];
        L->W[row][c] = t;
    }
    for (int r = 0; r < k && col != s; r++) {
        double t = L->W[r][s];
        L->W[r][s] = L->W[r][col];
        L->W[r][col] = t;
    }
    int index = L->order[s];
    L->order[s] = L->order[col];
    L->order[col] = index;
    return fabs(L->W[s][s]);
}

static void pivoted_factor(factors *L)
{
    int k = L->k;
    for (L->rank = 0; L->rank < k && pivot_symmetric(L, L->rank) > 8 * k * DLS_EPS; L->rank++) {
        const double *top = L->W[L->rank];
        for (int r = L->rank + 1; r < k; r++) {
            double l = L->W[r][L->rank] / top[L->rank];
            for (int c = L->rank + 1; l != 0 && c <= k; c++) {
                L->W[r][c] -= l * top[c];
            }
        }
    }
}

/* U z = right-hand side where regular; the kernel vector (1 last) where one column is left. z is
   over all indices of the form. Returns false when the nullity is two or more. */
static bool candidate(const form *F, factors *L, double *z)
{
    int k = L->k, rhs = L->rank < k ? k - 1 : k;
    double sign = L->rank < k ? -1 : 1, u[K];
    if (L->rank < k - 1) {
        return false;
    }
    u[k - 1] = 1;
    for (int r = L->rank - 1; r >= 0; r--) {
        double sum = sign * L->W[r][rhs];
        for (int c = r + 1; c < L->rank; c++) {
            sum -= L->W[r][c] * u[c];
        }
        u[r] = sum / L->W[r][r];
    }
    for (int i = 0; i < F->n; i++) {
        z[i] = 0;
    }
    for (int c = 0; c < k; c++) {
        z[L->order[c]] = u[c];
    }
    return true;
}

static bool positive(const factors *L, const double *z)
{
    static const double LEAST = 1e-9; /* of the largest: below, the sign may be rounding */
    double top = 0;
    for (int c = 0; c < L->k; c++) {
        top = fmax(top, z[L->order[c]]);
    }
    for (int c = 0; c < L->k; c++) {
        if (!(z[L->order[c]] > LEAST * top)) {
            return false;
        }
    }
    return isfinite(top);
}

/* z'Tz relative to |z|'|T||z| */
static double value_at(const form *F, const double *z)
{
    double sum = 0, size = 0;
    for (int i = 0; i < F->n; i++) {
        for (int j = 0; j < F->n; j++) {
            double term = z[i] * F->T[i][j] * z[j];
            sum += term;
            size += fabs(term);
        }
    }
    return size > 0 ? sum / size : 0;
}

static void see_support(dls_classify *C, const form *F, unsigned set)
{
    factors L;
    double z[K];
    extract_form(F, set, &L);
    pivoted_factor(&L);
    if (!candidate(F, &L, z) || !positive(&L, z)) {
        return;
    }
    double value = value_at(F, z), rounding = 16 * F->n * DLS_EPS;
    if (value > rounding) {
        return;
    }
    dls_zero(C->n, C->x);
    for (int i = 0; i < F->n; i++) {
        C->x[F->index[i]] = z[i] * F->scale[i];
    }
    if (value < -rounding) {
        dls_classes_refute_copositive(C, "z'Az < 0 with z >= 0", C->x);
    } else {
        dls_classes_zero(C, C->x);
    }
}

void dls_classes_supports(dls_classify *C)
{
    form F;
    scale_form(C, &F);
    for (unsigned set = 1; set < 1u << F.n; set++) {
        if (!dls_class_open(C, DLS_CLASS_COPOSITIVE) &&
            !dls_class_open(C, DLS_CLASS_STRICTLY_COPOSITIVE) &&
            !dls_class_open(C, DLS_CLASS_COPOSITIVE_PLUS)) {
            return;
        }
        if (possible(&F, set)) {
            see_support(C, &F, set);
        }
    }
    static const char WHY[] = "all supports of a zero or a negative value";
    dls_classes_decide(C, DLS_CLASS_COPOSITIVE, DLS_YES, WHY, NULL);
    dls_classes_decide(C, DLS_CLASS_STRICTLY_COPOSITIVE, DLS_YES, WHY, NULL);
    dls_classes_decide(C, DLS_CLASS_COPOSITIVE_PLUS, DLS_YES, WHY, NULL);
}
