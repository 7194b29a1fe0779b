/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Owned sparse matrices and the few products the solvers need. */
#ifndef DLS_SPARSE_H
#define DLS_SPARSE_H

#include "base/base.h"

/* A matrix that owns its arrays; p == NULL means absent. */
typedef struct {
    dls_int rows, cols;
    dls_int *p, *i;
    double *x;
} dls_mat;

dls_view dls_see(const dls_mat *A);
dls_int dls_entries(dls_view A);
/* dls_view_check, and the size */
dls_error dls_view_check_as(dls_view A, const char *name, dls_int rows, dls_int cols,
                            dls_fault *fault);
/* Room for nnz entries, all zero; false when memory is out (A is then empty). */
bool dls_mat_new(dls_mat *A, dls_int rows, dls_int cols, dls_int nnz);
/* The same from a pool, which frees it: not dls_mat_free. */
void dls_mat_take(dls_room *room, dls_mat *A, dls_int rows, dls_int cols, dls_int nnz);
/* The next entry, number *at: patterns and values are written by the same walk. */
static inline void dls_mat_put(dls_mat *A, dls_int *at, dls_int row, double value)
{
    A->i[*at] = row;
    A->x[(*at)++] = value;
}
/* factor A(:,j), its rows `row` further down, as the next entries of B */
void dls_mat_put_column(dls_mat *B, dls_int *at, dls_view A, dls_int j, dls_int row, double factor);
bool dls_mat_copy(dls_mat *A, dls_view B);
void dls_mat_fill(dls_mat *A, dls_view B); /* the entries of B, for which there is room */
/* The entries of A into a full matrix of `lead` rows, zero elsewhere. */
void dls_fill_full(dls_view A, dls_int lead, double *full);
/* Room for twice the needed entries where there is not enough; false: A is as it was. */
bool dls_mat_grow(dls_mat *A, dls_int *room, dls_int needed);
void dls_mat_free(dls_mat *A);
/* The pool frees the arrays of a new matrix from now on; at once, when it cannot (false). */
bool dls_mat_own(dls_pool *pool, dls_mat *A);
bool dls_same_pattern(dls_view A, dls_view B);
double dls_diagonal_entry(dls_view A, dls_int j);
void dls_diagonal(dls_view A, double *d); /* d(j) = A(j,j) */

/* At = A' ; place[k] (may be NULL) is where entry k of A went. */
bool dls_mat_transpose(dls_mat *At, dls_view A, dls_int *place);
void dls_mat_fill_transpose(dls_mat *At, dls_view A, dls_int *place); /* there is room */

/* S = [A; B] */
bool dls_stack(dls_view A, dls_view B, dls_mat *S);

/* y += alpha A x,  y += alpha A'x  and  y = A'x */
void dls_mul(dls_view A, double alpha, const double *x, double *y);
void dls_mul_t(dls_view A, double alpha, const double *x, double *y);
void dls_set_mul_t(dls_view A, const double *x, double *y);
void dls_mul_sizes(dls_view A, const double *x, double *y); /* y += |A| |x| */
/* y = A'x with sums in doubled precision: as if exact, then rounded once */
void dls_mul_t_exactly(dls_view A, const double *x, double *y);
/* r = b + sign A'x (b = NULL: zero) and scale = |A|' |x| in one pass */
void dls_residual_t(dls_view A, double sign, const double *x, const double *b, double *r,
                    double *scale);
/* C = A B, or its lower triangle, with all entries that the patterns make; columns from where there
   are more than `most` entries on are left out: then p[cols] > most. false: out of memory. */
bool dls_mat_product(dls_view A, dls_view B, bool lower, dls_int most, dls_mat *C);
/* The same again on the pattern of C; sum: A.rows zeros */
void dls_mat_fill_product(dls_view A, dls_view B, bool lower, double *sum, dls_mat *C);
double dls_max_abs(dls_view A);
double dls_longest_column(dls_view A); /* its length */
double dls_frobenius(dls_view A);

/* A sparse vector under construction: a bit for each row that was touched, zero elsewhere; no words
   but first .. last have bits. */
typedef struct {
    dls_int size;
    uint64_t *bits; /* size / 64 + 1 words */
    double *x;      /* size */
    dls_int first, last;
} dls_scatter;

dls_scatter dls_scatter_take(dls_room *room, dls_int size); /* from a pool */
bool dls_scatter_new(dls_scatter *S, dls_int size);
void dls_scatter_free(dls_scatter *S);
static inline void dls_scatter_add(dls_scatter *S, dls_int row, double value)
{
    dls_int word = row >> 6;
    S->x[row] += value;
    S->bits[word] |= (uint64_t)1 << (row & 63);
    S->first = word < S->first ? word : S->first;
    S->last = word > S->last ? word : S->last;
}
/* Append entries beyond `negligible`, rows increasing, as column c of Z (Z->p[c] is set) and clear
   the vector. Z grows as needed: room is its capacity. false: out of memory. */
bool dls_scatter_collect(dls_scatter *S, double negligible, dls_int count, dls_mat *Z,
                         dls_int *room, dls_int c);

/* parts.c: connected components of the graph of a square matrix */
typedef struct {
    dls_int count, largest;  /* components; coordinates of the largest one */
    double squares;          /* the sum of the squares of their sizes: entries of the inverse */
    dls_int *of, *place;     /* n: component of a coordinate, and its place there */
    dls_int *start, *member; /* n + 1; n, increasing within a component */
} dls_parts;
void dls_parts_take(dls_room *room, dls_parts *P, dls_int n);
void dls_parts_find(dls_parts *P, dls_view A);
/* root (from root[k] = k): the rows of each column of A, and for a square A the row of its number,
   join one component; after all are joined, root[k] is the least member of the component of k. */
void dls_join(dls_view A, bool square, dls_int *root);
void dls_roots(dls_int n, dls_int *root);

/* symmetric.c */
/* The lower triangle of D S D, D = diag(d) or I (NULL), the diagonal first and always there: L has
   room for the entries of S and S.cols more. */
void dls_mat_fill_lower(dls_mat *L, dls_view S, const double *d);
void dls_mat_scale(dls_mat *A, const double *row, const double *col); /* diag(row) A diag(col) */
/* max |A(i,j) - A(j,i)| / (d(i) d(j)) and where, for a square A with sorted rows; work has cols
   entries. */
double dls_asymmetry(dls_view A, const double *d, dls_int *work, dls_int *row, dls_int *col);

/* equilibrate.c: a step of Ruiz' iteration, factor *= power of two near 1 / sqrt (largest); false:
   all of them are one */
bool dls_equilibrate_step(dls_int n, const double *largest, double *factor);
/* The powers of two, so that the largest entries of the rows and columns of
   diag(row) A diag(col) are about 1; zero rows and columns have the factor 1. work: rows + cols */
void dls_equilibrate_factors(dls_view A, double *row, double *col, double *work);

/* A := diag(row) A diag(col), powers of two, so that the largest entries of rows and
   columns are about 1; zero rows and columns keep the factor 1. work has rows + cols entries. */
void dls_equilibrate(dls_mat *A, double *row, double *col, double *work);
void dls_equilibrate_dense(dls_int n, double *A, double *row, double *col, double *work);

#endif
