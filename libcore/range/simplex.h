/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The primal simplex method with an explicit inverse of the basis, for many objectives over one
   polyhedron {x: A x = b, x_j >= 0 unless free}: each starts where the last one ended.

   Basic variables are columns of A, or artificials: column sign_i e_i of row i, which stay only
   where rows of A are dependent. Degenerate vertices, the rule in mechanics, are left by moving
   the bounds of basic variables by tiny random amounts (xp); xb is the vertex itself. A basis that
   is optimal for xp is dual feasible: dual pivots repair xb where the two differ. */
#ifndef DLS_SIMPLEX_H
#define DLS_SIMPLEX_H

#include "sparse/sparse.h"

typedef struct {
    dls_int n, m;            /* rows and columns */
    dls_mat A, At;           /* scaled: R A C */
    const bool *free;        /* m */
    double *R, *C;           /* powers of two */
    double size;             /* x = size C x^ */
    double *b;               /* n: R b / size */
    dls_int *basic;          /* n: column, or m + i for the artificial of row i */
    dls_int *place;          /* m: row where a column is basic, or -1 */
    double *sign;            /* n, of the artificials */
    double *inverse;         /* n-by-n, row after row; less late_u late_v' */
    double *late_u, *late_v; /* n-by-late: pivots that change much wait for a matrix product */
    int late;
    double *xb, *xp;      /* n */
    double *c, *d;        /* m: objective to be minimised, reduced costs c - A'y */
    double *y;            /* n */
    double *alpha;        /* n: B^-1 times the entering column */
    double *rho;          /* n: row of B^-1 */
    double *row;          /* m: row of B^-1 A */
    double *weight;       /* m: Devex */
    double *noise;        /* n, in (1, 2) */
    double *x, *r;        /* m, n */
    dls_int *touched;     /* n: nonzero entries of a row of the inverse */
    double *lu, *work;    /* n^2, n */
    int *order;           /* n: pivots of the LU */
    bool artificial_cost; /* the objective is the sum of the artificials */
    dls_watch watch;      /* asked at every pivot; dls_range_simplex_load: never over */
    dls_outcome ended;    /* why it was */
    dls_int pivots, factorisations;
} dls_simplex;

typedef enum {
    DLS_SIMPLEX_OPTIMAL,
    DLS_SIMPLEX_RAY, /* x = a ray along which the objective falls */
    DLS_SIMPLEX_STUCK,
    DLS_SIMPLEX_OVER /* the watch */
} dls_simplex_end;

/* The arrays for A; A itself, scaled; artificials as basis for b. free belongs to the caller. */
void dls_range_simplex_take(dls_room *room, dls_simplex *S, dls_view A);
void dls_range_simplex_load(dls_simplex *S, dls_view A, const bool *free);
void dls_range_simplex_start(dls_simplex *S, const double *b);

/* Bring column q into the basis in place of row r; alpha is that of q. */
void dls_range_simplex_pivot(dls_simplex *S, dls_int q, dls_int r);
void dls_range_simplex_settle(dls_simplex *S);            /* no pivot waits */
void dls_range_simplex_column(dls_simplex *S, dls_int q); /* alpha */
void dls_range_simplex_row(dls_simplex *S, dls_int r);    /* row */
bool dls_range_simplex_refactor(dls_simplex *S);          /* inverse and xb from the data */
void dls_range_simplex_price(dls_simplex *S);             /* y and d from c */
void dls_range_simplex_point(dls_simplex *S);             /* x from xb */
static inline bool dls_simplex_artificial(const dls_simplex *S, dls_int i)
{
    return S->basic[i] >= S->m;
}
/* Is the variable of row i bounded below? */
static inline bool dls_simplex_bounded(const dls_simplex *S, dls_int i)
{
    return dls_simplex_artificial(S, i) || !S->free[S->basic[i]];
}

/* Column j, free, enters the basis for good in place of an artificial; false if it depends on the
   basis: then x is the line along which it changes. */
bool dls_range_simplex_enter(dls_simplex *S, dls_int j);

/* Least value of the objective c from the present basis. */
dls_simplex_end dls_range_simplex_minimise(dls_simplex *S);
/* Worst of: |A x - b|, -x, -d of bounded and |d| of free columns, |c'x - b'y|; all scaled. */
double dls_range_simplex_error(dls_simplex *S);

#endif
