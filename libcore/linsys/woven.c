/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solves with a factor of CHOLMOD for DLS_LANES right-hand sides, woven: an entry of the factor is
   read once for all of them. Columns that share their rows go together (panels): a row of
   right-hand sides is read and written once for each. */
#include "linsys/linsys.h"
#include "sparse/lanes.h"

enum { PANEL = 4 };
/* Unrolled in full: the rows stay in vector registers. */
#define EACH_COLUMN _Pragma("GCC unroll 4") for (int q = 0; q < columns; q++)

/* Column q of the panel is x + q stride: its first `columns` entries belong to the triangle, the
   others to `rows`. */
typedef struct {
    dls_int first, below, stride;
    const double *x;
    const dls_int *rows;
    bool unit; /* L D L': D is on the diagonal, and divided by on the way back */
} panel;

/* w := L^-1 w, one panel; one loop is made for each number of columns */
__attribute__((always_inline)) static inline void forward(const panel *P, int columns,
                                                          dls_lane_row *w)
{
    const double *x = P->x;
    dls_lane_row t[PANEL];
    EACH_COLUMN
    {
        t[q] = w[P->first + q];
        _Pragma("GCC unroll 4") for (int r = 0; r < q; r++)
        {
            t[q] -= x[q + r * P->stride] * t[r];
        }
        t[q] *= P->unit ? 1 : 1 / x[q + q * P->stride];
        w[P->first + q] = t[q];
    }
    for (dls_int k = 0; k < P->below; k++) {
        dls_lane_row *row = w + P->rows[k], sum = *row;
        EACH_COLUMN
        {
            sum -= x[columns + k + q * P->stride] * t[q];
        }
        *row = sum;
    }
}

/* w := L'^-1 w, or L'^-1 D^-1 w */
__attribute__((always_inline)) static inline void backward(const panel *P, int columns,
                                                           dls_lane_row *w)
{
    const double *x = P->x;
    dls_lane_row t[PANEL];
    EACH_COLUMN
    {
        t[q] = w[P->first + q] * (P->unit ? 1 / x[q + q * P->stride] : 1);
    }
    for (dls_int k = 0; k < P->below; k++) {
        const dls_lane_row row = w[P->rows[k]];
        EACH_COLUMN
        {
            t[q] -= x[columns + k + q * P->stride] * row;
        }
    }
    _Pragma("GCC unroll 4") for (int q = columns - 1; q >= 0; q--)
    {
        _Pragma("GCC unroll 4") for (int r = q + 1; r < columns; r++)
        {
            t[q] -= x[r + q * P->stride] * t[r];
        }
        t[q] *= P->unit ? 1 : 1 / x[q + q * P->stride];
        w[P->first + q] = t[q];
    }
}

/* Columns `at`, `at` + 1 ... of supernode s */
static inline panel part_of(const cholmod_factor *L, dls_int s, dls_int at, int columns)
{
    const dls_int *pi = L->pi, *px = L->px;
    dls_int rows = pi[s + 1] - pi[s];
    return (panel){((const dls_int *)L->super)[s] + at,
                   rows - at - columns,
                   rows,
                   (const double *)L->x + px[s] + at * (rows + 1),
                   (const dls_int *)L->s + pi[s] + at + columns,
                   false};
}

static inline panel column(const cholmod_factor *L, dls_int j)
{
    const dls_int *p = L->p, *count = L->nz;
    return (panel){
        j,        count[j] - 1, 1, (const double *)L->x + p[j], (const dls_int *)L->i + p[j] + 1,
        !L->is_ll};
}

/* Panels of four columns stand first in a supernode, then two, then one. */
#define SWEEP(direction, count)                                                                    \
    {                                                                                              \
        panel P = part_of(L, s, at, count);                                                        \
        direction(&P, count, w);                                                                   \
    }

__attribute__((always_inline)) static inline void supernodal(const cholmod_factor *L,
                                                             dls_lane_row *w)
{
    const dls_int *super = L->super;
    for (dls_int s = 0; s < (dls_int)L->nsuper; s++) {
        dls_int columns = super[s + 1] - super[s], at = 0;
        for (; at + 4 <= columns; at += 4) {
            SWEEP(forward, 4)
        }
        for (; at + 2 <= columns; at += 2) {
            SWEEP(forward, 2)
        }
        for (; at < columns; at++) {
            SWEEP(forward, 1)
        }
    }
    for (dls_int s = (dls_int)L->nsuper - 1; s >= 0; s--) {
        dls_int at = super[s + 1] - super[s];
        while (at % 2 > 0) {
            at--;
            SWEEP(backward, 1)
        }
        while (at % 4 > 0) {
            at -= 2;
            SWEEP(backward, 2)
        }
        while (at > 0) {
            at -= 4;
            SWEEP(backward, 4)
        }
    }
}

__attribute__((always_inline)) static inline void simplicial(const cholmod_factor *L,
                                                             dls_lane_row *w)
{
    for (dls_int j = 0; j < (dls_int)L->n; j++) {
        panel P = column(L, j);
        forward(&P, 1, w);
    }
    for (dls_int j = (dls_int)L->n - 1; j >= 0; j--) {
        panel P = column(L, j);
        backward(&P, 1, w);
    }
}

DLS_FOR_EACH_CPU
static void solve_permuted(const cholmod_factor *L, const dls_lane_row *b, dls_lane_row *x,
                           dls_lane_row *w)
{
    const dls_int *perm = L->Perm;
    for (size_t j = 0; j < L->n; j++) {
        w[j] = b[perm[j]];
    }
    if (L->is_super) {
        supernodal(L, w);
    } else {
        simplicial(L, w);
    }
    for (size_t j = 0; j < L->n; j++) {
        x[perm[j]] = w[j];
    }
}

void dls_linsys_woven(const cholmod_factor *L, const double *b, double *x, double *work)
{
    solve_permuted(L, (const dls_lane_row *)b, (dls_lane_row *)x, (dls_lane_row *)work);
}
