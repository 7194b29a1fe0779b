/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solves with a factor of CHOLMOD for DLS_LANES right-hand sides, woven: an entry of the factor is
   read once for all of them. Columns that share their rows go together (panels): a row of
   right-hand sides is read and written once for each. */
#include "linsys/linsys.h"
#include "sparse/lanes.h"

enum { PANEL = 4 };
/* Unrolled in full: the rows stay in vector registers. */
#define EACH_COLUMN _Pragma("GCC unroll 4") for (int q = 0; q < columns; q++)

/* Entry r >= q of column q is x[q][r]: the first `columns` of them belong to the triangle, the
   others to `rows`. */
typedef struct {
    dls_int first, below;
    const double *x[PANEL];
    const dls_int *rows;
    bool unit; /* L D L': D is on the diagonal, and divided by on the way back */
} panel;

/* w := L^-1 w, one panel; one loop is made for each number of columns */
__attribute__((always_inline)) static inline void forward(const panel *P, int columns, double *w)
{
    dls_half_row t[PANEL][2];
    EACH_COLUMN
    {
        const double pivot = P->unit ? 1 : 1 / P->x[q][q];
        DLS_EACH_HALF
        {
            t[q][h] = DLS_ROW(w, P->first + q, h);
            _Pragma("GCC unroll 4") for (int r = 0; r < q; r++)
            {
                t[q][h] -= P->x[r][q] * t[r][h];
            }
            t[q][h] *= pivot;
            DLS_ROW(w, P->first + q, h) = t[q][h];
        }
    }
    for (dls_int k = 0; k < P->below; k++) {
        dls_half_row sum[] = {DLS_ROW(w, P->rows[k], 0), DLS_ROW(w, P->rows[k], 1)};
        EACH_COLUMN
        {
            DLS_EACH_HALF
            {
                sum[h] -= P->x[q][columns + k] * t[q][h];
            }
        }
        DLS_EACH_HALF
        {
            DLS_ROW(w, P->rows[k], h) = sum[h];
        }
    }
}

/* w := L'^-1 w, or L'^-1 D^-1 w */
__attribute__((always_inline)) static inline void backward(const panel *P, int columns, double *w)
{
    dls_half_row t[PANEL][2];
    EACH_COLUMN
    {
        const double pivot = P->unit ? 1 / P->x[q][q] : 1;
        DLS_EACH_HALF
        {
            t[q][h] = DLS_ROW(w, P->first + q, h) * pivot;
        }
    }
    for (dls_int k = 0; k < P->below; k++) {
        const dls_half_row row[] = {DLS_ROW(w, P->rows[k], 0), DLS_ROW(w, P->rows[k], 1)};
        EACH_COLUMN
        {
            DLS_EACH_HALF
            {
                t[q][h] -= P->x[q][columns + k] * row[h];
            }
        }
    }
    _Pragma("GCC unroll 4") for (int q = columns - 1; q >= 0; q--)
    {
        const double pivot = P->unit ? 1 : 1 / P->x[q][q];
        DLS_EACH_HALF
        {
            _Pragma("GCC unroll 4") for (int r = q + 1; r < columns; r++)
            {
                t[q][h] -= P->x[q][r] * t[r][h];
            }
            t[q][h] *= pivot;
            DLS_ROW(w, P->first + q, h) = t[q][h];
        }
    }
}

/* Columns `at`, `at` + 1 ... of supernode s */
__attribute__((always_inline)) static inline panel of_supernode(const cholmod_factor *L, dls_int s,
                                                                dls_int at, int columns)
{
    const dls_int *pi = L->pi, *px = L->px;
    dls_int rows = pi[s + 1] - pi[s];
    panel P = {.first = ((const dls_int *)L->super)[s] + at,
               .below = rows - at - columns,
               .rows = (const dls_int *)L->s + pi[s] + at + columns};
    EACH_COLUMN
    {
        P.x[q] = (const double *)L->x + px[s] + at * (rows + 1) + q * rows;
    }
    return P;
}

/* Columns j, j + 1 ..., each with the rows of the one before */
__attribute__((always_inline)) static inline panel of_columns(const cholmod_factor *L, dls_int j,
                                                              int columns)
{
    const dls_int *p = L->p, *count = L->nz;
    panel P = {.first = j,
               .below = count[j] - columns,
               .rows = (const dls_int *)L->i + p[j] + columns,
               .unit = !L->is_ll};
    EACH_COLUMN
    {
        P.x[q] = (const double *)L->x + p[j + q] - q;
    }
    return P;
}

#define SWEEP(direction, part, columns)                                                            \
    {                                                                                              \
        panel P = part;                                                                            \
        direction(&P, columns, w);                                                                 \
    }

/* Panels of four columns stand first in a supernode, then two, then one. */
__attribute__((always_inline)) static inline void supernodal(const cholmod_factor *L, double *w)
{
    const dls_int *super = L->super;
    for (dls_int s = 0; s < (dls_int)L->nsuper; s++) {
        dls_int columns = super[s + 1] - super[s], at = 0;
        for (; at + 4 <= columns; at += 4) {
            SWEEP(forward, of_supernode(L, s, at, 4), 4)
        }
        for (; at + 2 <= columns; at += 2) {
            SWEEP(forward, of_supernode(L, s, at, 2), 2)
        }
        for (; at < columns; at++) {
            SWEEP(forward, of_supernode(L, s, at, 1), 1)
        }
    }
    for (dls_int s = (dls_int)L->nsuper - 1; s >= 0; s--) {
        dls_int at = super[s + 1] - super[s];
        while (at % 2 > 0) {
            at--;
            SWEEP(backward, of_supernode(L, s, at, 1), 1)
        }
        while (at % 4 > 0) {
            at -= 2;
            SWEEP(backward, of_supernode(L, s, at, 2), 2)
        }
        while (at > 0) {
            at -= 4;
            SWEEP(backward, of_supernode(L, s, at, 4), 4)
        }
    }
}

/* Has column j + 1 the rows of column j? */
static inline bool continues(const cholmod_factor *L, dls_int j)
{
    const dls_int *p = L->p, *count = L->nz, *i = L->i;
    return count[j] == count[j + 1] + 1 && i[p[j] + 1] == j + 1;
}

/* Columns in a row that share their rows: how many from j on, or up to j: 1, 2 or 4 */
static inline int panel_from(const cholmod_factor *L, dls_int j)
{
    dls_int n = (dls_int)L->n;
    bool two = j + 1 < n && continues(L, j);
    bool four = two && j + 3 < n && continues(L, j + 1) && continues(L, j + 2);
    return four ? 4 : two ? 2 : 1;
}

static inline int panel_to(const cholmod_factor *L, dls_int j)
{
    bool two = j > 0 && continues(L, j - 1);
    bool four = two && j > 2 && continues(L, j - 2) && continues(L, j - 3);
    return four ? 4 : two ? 2 : 1;
}

__attribute__((always_inline)) static inline void simplicial(const cholmod_factor *L, double *w)
{
    for (dls_int j = 0; j < (dls_int)L->n;) {
        int columns = panel_from(L, j);
        if (columns == 4) {
            SWEEP(forward, of_columns(L, j, 4), 4)
        } else if (columns == 2) {
            SWEEP(forward, of_columns(L, j, 2), 2)
        } else {
            SWEEP(forward, of_columns(L, j, 1), 1)
        }
        j += columns;
    }
    for (dls_int j = (dls_int)L->n - 1; j >= 0;) {
        int columns = panel_to(L, j);
        j -= columns;
        if (columns == 4) {
            SWEEP(backward, of_columns(L, j + 1, 4), 4)
        } else if (columns == 2) {
            SWEEP(backward, of_columns(L, j + 1, 2), 2)
        } else {
            SWEEP(backward, of_columns(L, j + 1, 1), 1)
        }
    }
}

DLS_FOR_EACH_CPU
static void solve_permuted(const cholmod_factor *L, const double *b, double *x, double *w)
{
    const dls_int *perm = L->Perm;
    for (dls_int j = 0; j < (dls_int)L->n; j++) {
        DLS_EACH_HALF
        {
            DLS_ROW(w, j, h) = DLS_ROW_OF(b, perm[j], h);
        }
    }
    if (L->is_super) {
        supernodal(L, w);
    } else {
        simplicial(L, w);
    }
    for (dls_int j = 0; j < (dls_int)L->n; j++) {
        DLS_EACH_HALF
        {
            DLS_ROW(x, perm[j], h) = DLS_ROW_OF(w, j, h);
        }
    }
}

void dls_linsys_woven(const cholmod_factor *L, const double *b, double *x, double *work)
{
    solve_permuted(L, b, x, work);
}
