/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The linear system of every interior-point step,

       [P  A'  ] (dx)   (r1)
       [A -W^2 ] (dy) = (r2)

   in one of two shapes: 'cholesky' factorises P + rho I + J'J with J = (W^2 + delta I)^-1/2 A;
   'ldl' (and 'lu', where P is not symmetric) the whole matrix with rho I and -delta I added.
   Refinement removes rho and delta. */
#ifndef DLS_SYSTEM_H
#define DLS_SYSTEM_H

#include "cones/cones.h"
#include "rank/rank.h"

/* rho and delta may become smaller where they slow refinement down, until that fails once, or does
   not help: FREE --> HELD; dls_ipm_system_restart --> FREE. */
typedef enum { DLS_FREE, DLS_HELD } dls_weights;

typedef struct {
    dls_view P, Pt, A, At; /* Pt = P', At = A' */
    bool symmetric;        /* P is */
    dls_product *cones;    /* hold W */
    const dls_backend *backend;
    dls_pool shape; /* what belongs to the back end: */
    dls_linsys *factor;
    dls_mat E;      /* what is factorised */
    dls_mat J, Jt;  /* of 'cholesky' */
    dls_int *place; /* of entries of J in Jt */
    dls_normal_work normal;
    dls_int order, arrows;   /* of the factorised matrix; second-order cones as arrows */
    dls_int entries, saddle; /* of the rows as they are factorised; of E, but for 'cholesky' */
    double *rhs, *sol;       /* 2 order */
    bool *mixed;             /* cones: the rows are those of W^-1 A, for W^2 loses digits */
    dls_int *touched, *last; /* cones: the columns that touch them, the last of these; work */
    double rho, delta;
    dls_weights weights;
    double *e1, *f1;         /* n */
    double *e2, *f2, *t;     /* m */
    double *gather;          /* m: one column of one cone */
    double *weighted, *keep; /* n + m */
    dls_gmres krylov;
    dls_int factorisations, refinements;
    double time_factor, left; /* of the last solution: the error over what was wanted */
} dls_system;

/* Is E = P + rho I + J'J what is factorised? */
static inline bool dls_is_normal(const dls_system *S)
{
    return S->backend && S->backend->definite;
}

/* Room for what does not depend on the shape. */
void dls_ipm_system_take(dls_room *room, dls_system *S, dls_int n, dls_int m);
/* Choose the shape (backend NULL) and analyse; the scaling must be set. pool: of the rest */
dls_error dls_ipm_system_setup(dls_system *S, dls_pool *pool, dls_fault *fault);
/* The other shape from now on, if there is one; the scaling must be set. */
dls_error dls_ipm_system_change(dls_system *S, bool *changed, dls_fault *fault);
void dls_ipm_system_restart(dls_system *S); /* the regularisation of the beginning */
/* More regularisation of the saddle shape until the next restart; false: it is there already. */
bool dls_ipm_system_firmer(dls_system *S);
/* For the present W. DLS_ERROR_NUMERICAL: not even with more regularisation. */
dls_error dls_ipm_system_factor(dls_system *S, dls_fault *fault);
/* Factorise again with less regularisation, from now on, if rounding allows. */
dls_error dls_ipm_system_tighten(dls_system *S, dls_fault *fault);
dls_error dls_ipm_system_loosen(dls_system *S, dls_fault *fault); /* undo that, for good */
/* From the factorisation alone. */
dls_error dls_ipm_system_apply(dls_system *S, const double *r1, const double *r2, double *dx,
                               double *dy);
/* Two at once. */
typedef struct {
    const double *r1, *r2;
    double *dx, *dy;
} dls_pair;
dls_error dls_ipm_system_apply_pair(dls_system *S, const dls_pair *first, const dls_pair *second);
/* refine.c */
/* Absolute accuracy wanted of a solution: |e1| and |e2| in equations; |W^-1 e2| elsewhere. */
typedef struct {
    double rows, cones;
} dls_accuracy;
dls_error dls_ipm_system_solve(dls_system *S, const double *r1, const double *r2, double *dx,
                               double *dy, const dls_accuracy *wanted);
typedef dls_error (*dls_system_solver)(dls_system *S, const double *r1, const double *r2,
                                       double *dx, double *dy, const dls_accuracy *wanted);
/* The same from (dx, dy) as dls_ipm_system_apply gave it. */
dls_error dls_ipm_system_refine(dls_system *S, const double *r1, const double *r2, double *dx,
                                double *dy, const dls_accuracy *wanted);

/* rows.c: the rows of A as they are factorised */
void dls_ipm_rows_take(dls_room *room, dls_system *S);
void dls_ipm_rows_choose(dls_system *S); /* S->mixed, for the back end */
dls_int dls_ipm_rows_entries(const dls_system *S, dls_int j);
/* Column j of them, pattern and, if asked, values; the number of entries. */
dls_int dls_ipm_rows_column(const dls_system *S, dls_int j, bool values, dls_int *rows, double *x);
/* out = x in their place: W^-1 x in mixed cones, divided by sqrt (W^2 + delta) in 'cholesky' */
void dls_ipm_rows_divide(const dls_system *S, const double *x, double *out);

/* saddle.c */
void dls_ipm_saddle_size(dls_system *S); /* order, arrows, saddle */
void dls_ipm_saddle_fill(dls_system *S);

/* normal.c */
double dls_ipm_normal_estimate(const dls_system *S); /* entries of E at most */
void dls_ipm_normal_take(dls_room *room, dls_system *S);
bool dls_ipm_normal_pattern(dls_system *S); /* E; false: out of memory */
void dls_ipm_normal_refill(dls_system *S);

#endif
