/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Delassus' operator W: the velocities that impulses of contacts cause, through all that bodies and
   bilateral constraints couple:

     K (v, p) = (r, -c),  K = [A -F; G' 0]    A v = r + F p, G'v + c = 0
     (X, Y) = K^-1 (B, 0),  W = B'X           columns of contacts, d for each

   A is n-by-n, a mass or the matrix of an implicit step, not always symmetric; reactions of
   bilateral constraints act along F, mostly G. One of these paths solves with K (saddle.c):

     BODIES     K consists of small blocks, and contacts are many: K^-1, X and W are sparse, and
                known for all contacts at once
     CONDENSED  A consists of small blocks: (G'A^-1 G) p = -c - G'A^-1 r        condense.c
     REGULAR    K = L U or L L', by the back end `auto`
     KKT        K is singular, A symmetric: of all solutions the shortest p     libcore/kkt
     PROXIMAL   K is singular, A unsymmetric: steps with [A -F; G' shift], shift small, from zero,
                where p stays in Im G'
     NONE       K is singular and F is not G: nothing is solved

   Promise: solutions of all paths that fit agree to rounding (times the condition of K), also where
   constraints are redundant; of singular systems the residual is computed, in `residual`. But for
   BODIES, columns of a contact are computed when they are first wanted. An update allocates only
   where sizes or patterns are new; a solution, but for KKT, allocates nothing.
   tests: test_operator.c, test_condense.c, test_step.c */
#ifndef DLS_OPERATOR_H
#define DLS_OPERATOR_H

#include "linsys/linsys.h"

typedef enum {
    DLS_OPERATOR_NONE,
    DLS_OPERATOR_BODIES,
    DLS_OPERATOR_CONDENSED,
    DLS_OPERATOR_REGULAR,
    DLS_OPERATOR_KKT,
    DLS_OPERATOR_PROXIMAL
} dls_operator_path;

typedef struct {
    dls_view A, G, B, F;   /* F.rows = 0: G; kept by the caller while in use */
    int d;                 /* columns of a contact */
    double rank_tolerance; /* singular values of G below that part of the largest one are zero */
    unsigned without;      /* bits 1 << path: paths not to be taken */
    dls_host host;
} dls_operator_data;

/* condense.c */
typedef struct {
    bool known, inverted, fits; /* W is factorised; A is inverted; patterns are of this kind */
    dls_pool pool;
    dls_linsys *mass;       /* `bodies` of A */
    dls_mat A, G, Gt, Y, W; /* copies, G', A^-1 G, the lower triangle of G'A^-1 G */
    double *sum;            /* max (n, m): zero */
    double *change, *res;   /* m */
    double rest;            /* of dls_kkt_rest */
    dls_linsys *factor;     /* of W: `pivoted` of few constraints, else Cholesky */
} dls_condensed;
void dls_delassus_condensed_free(dls_condensed *C);
/* C->known: A and G are of this kind, and W has been factorised. */
dls_error dls_delassus_condense(dls_condensed *C, dls_view A, dls_view G, double rank_tolerance,
                                dls_fault *fault);
/* v, p from r, c; returns the largest of G'v - c, relative to its terms. */
double dls_delassus_condensed_solve(dls_condensed *C, const double *r, const double *c, double *v,
                                    double *p);

/* How K is factorised */
typedef struct {
    dls_operator_path path;
    dls_mat K;
    dls_int room;       /* entries of K */
    dls_linsys *solver; /* BODIES, REGULAR, PROXIMAL */
    double shift;       /* PROXIMAL */
    dls_kkt *kkt;
    dls_condensed condensed;
} dls_saddle;

typedef struct {
    dls_int n, nb, nu, width; /* width = d nu */
} dls_operator_size;

/* A zeroed one is empty. */
typedef struct {
    dls_pool pool, columns; /* of vectors; of X, Y, W */
    dls_operator_size room, room_columns;
    dls_view A, G, B, F;
    int d;
    double rank_tolerance;
    unsigned without;
    dls_host host;
    dls_int n, nb, nu, width;
    dls_saddle saddle;
    dls_mat sparse_X, sparse_W; /* BODIES: (X, Y) and W */
    double *X, *Y, *W;          /* else: n-by-width, nb-by-width, width-by-width; of contacts */
    bool *have;                 /* nu: these */
    double *left, *right;       /* n + nb: right-hand side (r, -c) and solution (v, p) */
    double *probe, *correction; /* n + nb: residual, and a step of PROXIMAL */
    dls_int *walk;              /* n + nb */
    double residual;            /* of singular systems, the largest since the caller set it */
    dls_int solves;
} dls_operator;

/* Other matrices, of any size. The operator is whole after errors: free it, or load again. */
dls_error dls_delassus_load(dls_operator *D, const dls_operator_data *data, dls_fault *fault);
void dls_delassus_free(dls_operator *D);

/* D->left -> D->right; *solved becomes false where the equations have no solution. */
dls_error dls_delassus_solve(dls_operator *D, bool *solved, dls_fault *fault);
/* The columns of X, Y and W of contact i, if they are not known */
dls_error dls_delassus_columns(dls_operator *D, dls_int i, bool *solved, dls_fault *fault);

/* How many constraints the factorisation has left out, and one of them; 0 where it does not tell */
dls_int dls_delassus_redundant(const dls_operator *D, dls_int *one);

/* For contacts whose columns are known:
   (v, p) += alpha (X, Y) pc */
void dls_delassus_add(dls_operator *D, double alpha, const double *pc, double *v, double *p);
/* W(j,j); x := W(:,j) */
double dls_delassus_diagonal(const dls_operator *D, dls_int j);
void dls_delassus_column(const dls_operator *D, dls_int j, double *x);
/* Entries that W of `count` contacts has at most; W of the contacts `list`, increasing, k rows of
   each (1: the normal ones), into `part`, which has room for them. place: nu */
dls_int dls_delassus_entries(const dls_operator *D, dls_int count);
dls_view dls_delassus_active(const dls_operator *D, dls_int count, const dls_int *list, int k,
                             dls_int *place, dls_mat *part);

/* saddle.c */
dls_error dls_delassus_factor(dls_operator *D, dls_fault *fault);
void dls_delassus_saddle_free(dls_saddle *S);

#endif
