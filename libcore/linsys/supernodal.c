/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solves with a supernodal factor of CHOLMOD for one right-hand side, or two that share the reading
   of the factor, which is all their cost. A supernode's entries of w lie in v while it is at work,
   so that four of its columns meet contiguous rows. Sums are the same on each machine and with each
   BLAS. */
#include "linsys/linsys.h"
#include "sparse/lanes.h"

enum { PANEL = 4 };
/* Unrolled in full: sums stay in vector registers. */
#define EACH_SIDE _Pragma("GCC unroll 2") for (int c = 0; c < width; c++)
#define EACH_COLUMN _Pragma("GCC unroll 4") for (int q = 0; q < columns; q++)

/* Columns of a supernode: column q is x + q stride, its first `columns` entries are the triangle,
   `below` more follow. v(:, c) at v + c stride. */
typedef struct {
    dls_int below, stride;
    const double *x;
    double *v;
} panel;

/* v := L^-1 v in the triangle, and what follows from it below. */
__attribute__((always_inline)) static inline void forward(panel P, int columns, int width)
{
    double t[2][PANEL];
    EACH_SIDE
    {
        double *v = P.v + c * P.stride;
        EACH_COLUMN
        {
            double sum = v[q];
            _Pragma("GCC unroll 4") for (int r = 0; r < q; r++)
            {
                sum -= P.x[q + r * P.stride] * t[c][r];
            }
            v[q] = t[c][q] = sum / P.x[q + q * P.stride];
        }
    }
    const double *x = P.x + columns;
    dls_int k = 0;
    for (; k + DLS_LANES <= P.below; k += DLS_LANES) {
        EACH_SIDE
        {
            double *v = P.v + c * P.stride + columns + k;
            DLS_EACH_HALF
            {
                dls_half_row sum = DLS_ROW(v, 0, h);
                EACH_COLUMN
                {
                    sum -= DLS_ROW_OF(x + k + q * P.stride, 0, h) * t[c][q];
                }
                DLS_ROW(v, 0, h) = sum;
            }
        }
    }
    for (; k < P.below; k++) {
        EACH_SIDE
        {
            double *v = P.v + c * P.stride + columns + k;
            EACH_COLUMN
            {
                *v -= x[k + q * P.stride] * t[c][q];
            }
        }
    }
}

/* v := L'^-1 v in the triangle, with what is below. */
__attribute__((always_inline)) static inline void backward(panel P, int columns, int width)
{
    const double *x = P.x + columns;
    dls_half_row sum[2][PANEL][2] = {{{{0}}}};
    dls_int k = 0;
    for (; k + DLS_LANES <= P.below; k += DLS_LANES) {
        EACH_SIDE
        {
            const double *v = P.v + c * P.stride + columns + k;
            EACH_COLUMN
            {
                DLS_EACH_HALF
                {
                    sum[c][q][h] += DLS_ROW_OF(x + k + q * P.stride, 0, h) * DLS_ROW_OF(v, 0, h);
                }
            }
        }
    }
    EACH_SIDE
    {
        double *v = P.v + c * P.stride, t[PANEL];
        EACH_COLUMN
        {
            const dls_half_row s = sum[c][q][0] + sum[c][q][1];
            t[q] = v[q] - ((s[0] + s[2]) + (s[1] + s[3]));
        }
        for (dls_int i = k; i < P.below; i++) {
            EACH_COLUMN
            {
                t[q] -= x[i + q * P.stride] * v[columns + i];
            }
        }
        _Pragma("GCC unroll 4") for (int q = columns - 1; q >= 0; q--)
        {
            _Pragma("GCC unroll 4") for (int r = q + 1; r < columns; r++)
            {
                t[q] -= P.x[r + q * P.stride] * t[r];
            }
            v[q] = t[q] /= P.x[q + q * P.stride];
        }
    }
}

/* Column c is x + c rows; the rows of its triangle come first. */
typedef struct {
    dls_int columns, rows;
    const dls_int *row;
    const double *x;
} supernode;

static inline supernode see(const cholmod_factor *L, dls_int k)
{
    const dls_int *super = L->super, *pi = L->pi, *px = L->px;
    return (supernode){super[k + 1] - super[k], pi[k + 1] - pi[k], (const dls_int *)L->s + pi[k],
                       (const double *)L->x + px[k]};
}

static inline panel part_of(supernode S, dls_int at, int columns, double *v)
{
    return (panel){S.rows - at - columns, S.rows, S.x + at * (S.rows + 1), v + at};
}

__attribute__((always_inline)) static inline void solve_lower(const cholmod_factor *L, int width,
                                                              double *w, double *v)
{
    for (dls_int s = 0; s < (dls_int)L->nsuper; s++) {
        supernode S = see(L, s);
        EACH_SIDE
        {
            dls_copy(S.columns, w + c * (dls_int)L->n + S.row[0], v + c * S.rows);
            dls_zero(S.rows - S.columns, v + c * S.rows + S.columns);
        }
        dls_int at = 0;
        for (; at + PANEL <= S.columns; at += PANEL) {
            forward(part_of(S, at, PANEL, v), PANEL, width);
        }
        for (; at < S.columns; at++) {
            forward(part_of(S, at, 1, v), 1, width);
        }
        EACH_SIDE
        {
            double *wc = w + c * (dls_int)L->n, *vc = v + c * S.rows;
            dls_copy(S.columns, vc, wc + S.row[0]);
            for (dls_int k = S.columns; k < S.rows; k++) {
                wc[S.row[k]] += vc[k];
            }
        }
    }
}

__attribute__((always_inline)) static inline void solve_upper(const cholmod_factor *L, int width,
                                                              double *w, double *v)
{
    for (dls_int s = (dls_int)L->nsuper - 1; s >= 0; s--) {
        supernode S = see(L, s);
        EACH_SIDE
        {
            for (dls_int k = 0; k < S.rows; k++) {
                v[c * S.rows + k] = w[c * (dls_int)L->n + S.row[k]];
            }
        }
        dls_int at = S.columns;
        while (at % PANEL > 0) {
            at--;
            backward(part_of(S, at, 1, v), 1, width);
        }
        while (at > 0) {
            at -= PANEL;
            backward(part_of(S, at, PANEL, v), PANEL, width);
        }
        EACH_SIDE
        {
            dls_copy(S.columns, v + c * S.rows, w + c * (dls_int)L->n + S.row[0]);
        }
    }
}

__attribute__((always_inline)) static inline void
solve_sides(const cholmod_factor *L, int width, const double *b, double *x, double *work)
{
    dls_int n = (dls_int)L->n;
    const dls_int *perm = L->Perm;
    double *w = work, *v = work + width * n;
    for (dls_int k = 0; k < n; k++) {
        EACH_SIDE
        {
            w[c * n + k] = b[c * n + perm[k]];
        }
    }
    solve_lower(L, width, w, v);
    solve_upper(L, width, w, v);
    for (dls_int k = 0; k < n; k++) {
        EACH_SIDE
        {
            x[c * n + perm[k]] = w[c * n + k];
        }
    }
}

DLS_FOR_EACH_CPU
static void solve_one(const cholmod_factor *L, const double *b, double *x, double *work)
{
    solve_sides(L, 1, b, x, work);
}

DLS_FOR_EACH_CPU
static void solve_two(const cholmod_factor *L, const double *b, double *x, double *work)
{
    solve_sides(L, 2, b, x, work);
}

dls_int dls_linsys_supernodal_work(const cholmod_factor *L)
{
    dls_int most = 0;
    for (size_t s = 0; s < L->nsuper; s++) {
        most = DLS_MAX(most, see(L, (dls_int)s).rows);
    }
    return (dls_int)L->n + most;
}

void dls_linsys_supernodal(const cholmod_factor *L, int count, const double *b, double *x,
                           double *work)
{
    if (count == 1) {
        solve_one(L, b, x, work);
    } else {
        solve_two(L, b, x, work);
    }
}
