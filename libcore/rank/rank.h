/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What ranks, definiteness and the normal matrix E = A + rho I + B B'/delta need, shared by the
   diagnosis, the solvers and the interior point. */
#ifndef DLS_RANK_H
#define DLS_RANK_H

#include "linsys/linsys.h"

/* An entry of a symmetric matrix that is smaller than this beside the largest is rounding. */
#define DLS_RANK_ROUNDING 1e-14
/* A gap of singular values, or of a diagonal of R, that ends below this is rank, where no
   measurement errors are expected. */
#define DLS_RANK_CEILING 1e-9

/* ---- rank.c, kernel.c, spectrum.c, selinv.c ---- */
/* A column order P, A P = Q [R1 R2], R1 upper triangular of order rank: columns P(rank:end) depend
   on those before. */
typedef struct {
    dls_int rank;
    dls_int *order;   /* cols */
    dls_mat R;        /* rank-by-cols, columns in that order, diagonal last in columns < rank */
    double gap;       /* last kept / first dropped value; the latter at least rounding */
    double tolerance; /* relative to the largest value, between the two */
    dls_mat H;        /* dls_rank_reveal_with_q: Q = P'(I - tau h h')(I - ...) ... */
    dls_int *place;   /* rows: row i of A is row place (i) of H */
    double *tau;      /* columns of H */
} dls_rank;

/* `relative` > 0 is obeyed; 0 finds the widest gap of at least 1e3 whose lower end is below
   `ceiling`, and falls back on rounding when there is none. target >= 0: a rank known from
   elsewhere. natural: keep the order of columns, so that later ones depend on earlier ones. */
typedef struct {
    double relative, ceiling;
    dls_int target;
    bool natural;
} dls_rank_rule;

dls_error dls_rank_reveal(dls_view A, dls_rank_rule rule, dls_rank *out, dls_fault *fault);
dls_error dls_rank_reveal_with_q(dls_view A, dls_rank_rule rule, dls_rank *out, dls_fault *fault);
void dls_rank_free(dls_rank *rank);
/* y := Q'y, x := Q x, with rows entries; t: scratch */
void dls_rank_apply_q_t(const dls_rank *rank, double *y, double *t);
void dls_rank_apply_q(const dls_rank *rank, double *x, double *t);
/* x := R1 \ x, x := R1' \ x, with rank entries */
void dls_rank_solve(const dls_rank *rank, double *x);
void dls_rank_solve_t(const dls_rank *rank, double *x);
/* The least singular value of R1 over its largest diagonal entry, from above: a column that was
   taken for independent by mistake shows here, not on the diagonal. x: rank */
double dls_rank_clearness(const dls_rank *rank, double *x);
/* Z (cols-by-nullity, sparse) with A Z = 0 and a 1 at one dependent column each, in their order:
   the others are the coefficients with which it depends on the independent ones, negated.
   Z is absent (Z->p == NULL) when it would have more than `most` entries. */
dls_error dls_rank_kernel(const dls_rank *rank, double most, dls_mat *Z, dls_fault *fault);
/* takes_part(j): row j of Z is not zero. For a Z that is too large: by back substitution of one
   generic combination of its columns. */
dls_error dls_rank_dependent(const dls_rank *rank, bool *takes_part, dls_fault *fault);
/* null_space.c: V = [C; I] (absent: {0}) with (A diag(scale)^-1) V = 0, dependent(c) the coordinate
   where column c is 1 and no other has an entry; scale NULL: I. tolerance relative, 0: rounding. */
dls_error dls_rank_null_space(dls_view A, const double *scale, double tolerance, dls_mat *V,
                              dls_int *dependent, dls_fault *fault);
/* The same decision on descending values. */
dls_int dls_rank_of_values(dls_int count, const double *values, dls_rank_rule rule, double rounding,
                           double *gap, double *tolerance);

/* s (min(rows, cols), descending): singular values of a matrix small in one direction, by LAPACK on
   what a sparse Q R leaves of it. */
dls_error dls_rank_singular_values(dls_view A, double *s, dls_fault *fault);
/* h(i) = 1 - |row i of an orthonormal basis of Z|^2 for a dense rows-by-cols Z (overwritten). */
dls_error dls_rank_complement_leverage(dls_int rows, dls_int cols, double *Z, double *h,
                                       dls_fault *fault);
/* h(j) = g_j' E^-1 g_j for all columns of G at about the price of a factorisation of E (lower
   triangle, SPD, its pattern contains that of G G'): the selected inverse on the pattern of L. */
dls_error dls_rank_inverse_forms(dls_view E, dls_view G, double *h, dls_fault *fault);

/* ---- units.c ---- */
/* The units s (powers of two) of the coordinates in which inertias are 1; t (m) and
   largest (n, with copies) are scratch; false: out of memory. Balanced: for the rank of G alone. */
bool dls_rank_units_find(const dls_team *T, dls_view M, dls_view G, double *s, double *t,
                         double *largest);
void dls_rank_units_balance(dls_view G, double *s, double *t, double *largest);
/* Largest over smallest positive size at most spread: no other units are needed. */
bool dls_rank_units_even(const dls_team *T, dls_int n, double spread, const double *size);
double dls_rank_length_in(dls_view G, const double *s, dls_int j); /* |S g_j| */

/* ---- assemble.c ---- */
/* Patterns once, values as often as needed. */
typedef struct {
    dls_view A, B, Bt; /* n-by-n, n-by-m and its transpose */
} dls_blocks;
/* E is clearly the better choice while it has at most this many times the entries of the data;
   never assemble one with more than the second number; between, both are analysed and their flops
   compared. */
#define DLS_SPARSE_ENOUGH 10.0
#define DLS_HOPELESS 400.0
double dls_rank_normal_bound(const dls_blocks *S); /* entries of E at most */
bool dls_rank_normal_pattern(const dls_blocks *S, dls_mat *E);
/* E = A + rho I + B B' / delta, lower; fill allocates nothing: its work array is kept between calls
 */
typedef struct {
    dls_int *next, *mark; /* columns of B; rows */
    double *sum;          /* rows, zero between calls */
} dls_normal_work;
void dls_rank_normal_fill(const dls_blocks *S, double rho, double delta, dls_normal_work *c,
                          dls_mat *E);
bool dls_rank_normal_values(const dls_blocks *S, double rho, double delta, dls_mat *E);
/* What a member of a team adds to E, in its numbering: E of its part of A and its columns of B. */
bool dls_rank_normal_share(const dls_blocks *S, const dls_team *T, double rho, double delta,
                           dls_mat *E);
/* Of its columns of A: an entry that couples it to another member is there twice, and taken once.
   Allocates at the first call. */
bool dls_rank_team_part(const dls_team *T, dls_view A, dls_mat *part);
/* J = [C'; B'/sqrt(delta)] with C C' = A + rho I, so that J'J = E */
dls_error dls_rank_tall(const dls_blocks *S, double rho, double delta, dls_mat *J);
bool dls_rank_saddle_pattern(const dls_blocks *S, bool lower, dls_mat *E);
void dls_rank_saddle_values(const dls_blocks *S, bool lower, double rho, double delta, dls_mat *E);

/* ---- peel.c ---- */
/* ker M cap ker G' in the caller's units: a basis V, V (dependent (c), c) = 1, where no other
   column has an entry; and, among the coordinates number (:), the complement of the range of
   `outer`. Of coordinates that are open nothing is known. */
typedef struct {
    dls_mat V;
    dls_int *dependent;
    dls_rank outer;
    dls_int decided, *number; /* how many, and which, `outer` has decided */
    dls_int opened;           /* how many are open */
    bool *open;
} dls_floating;
dls_error dls_rank_peel(const dls_blocks *S, const double *scale, double tolerance,
                        dls_floating *out, dls_fault *fault);
/* Decides what is open, too, by sparse Q R where it is large. */
dls_error dls_rank_peel_open(const dls_blocks *S, const double *scale, double tolerance,
                             dls_floating *out, dls_fault *fault);
void dls_rank_floating_free(dls_floating *F);

/* ---- floating.c ---- */
/* A basis of ker M cap ker G'; rank_mass and the two gaps of the report */
dls_error dls_rank_floating(dls_view M, dls_view G, const double *units, dls_mat *kernel,
                            dls_redundancy_report *report, dls_fault *fault);

/* ---- check.c, definite.c, monotone.c ---- */
dls_error dls_rank_check_symmetric(dls_view A, const char *name, dls_fault *fault);
/* all of it for one matrix: entries, range, symmetry, semidefinite */
dls_error dls_rank_check_positive(dls_view A, const char *name, dls_fault *fault);
dls_error dls_rank_check_range(dls_view A, const char *name, dls_fault *fault);
/* What a semidefinite matrix cannot have: a negative diagonal, or a zero one with a nonzero row.
   dominant: no row has more off the diagonal than on it, which proves it semidefinite. */
dls_error dls_rank_check_diagonal(dls_view M, const char *name, bool *dominant, dls_fault *fault);
/* of a system: sizes, finite values, symmetry, M semidefinite */
dls_error dls_rank_check_sizes(dls_view M, dls_view G, dls_fault *fault);
dls_error dls_rank_check_system(dls_view M, dls_view G, dls_fault *fault);

/* Is the symmetric S positive (semi)definite? x with x'Sx < 0 when not PSD, and
   x'Sx <= 0 to rounding when not PD. Invariant under S -> D S D. */
typedef struct {
    dls_verdict psd, pd;
    const char *why;
} dls_definiteness;
dls_error dls_rank_definite(dls_view S, double *x, dls_definiteness *out, dls_fault *fault);
/* The same by one factorisation of D S D, D = diag(d): never NO without x, YES to rounding. */
dls_error dls_rank_semidefinite(dls_view S, const double *d, double *x, dls_verdict *psd,
                                dls_fault *fault);

/* Is M + M' positive semidefinite (to rounding)? */
dls_error dls_rank_monotone(dls_view M, bool *monotone, dls_fault *fault);

#endif
