/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coulomb's law at one contact: projections, equations with derivatives, the exact solution. */
#ifndef DLS_LAW_H
#define DLS_LAW_H

#include "base/base.h"

enum { DLS_FRICTION_DIM = 3 }; /* the largest dimension */

/* ---- coulomb.c; blocks are d-by-d, row by row ---- */
/* p = projection of x on {|x_T| <= mu x_N}, D (NULL: not wanted) an element of its derivative */
void dls_law_project(int d, double mu, const double *x, double *p, double *D);
/* The equations of one contact, F (r, u) = 0, and dF = A dr + B du; A = B = NULL: F alone. */
typedef void (*dls_coulomb_equation)(int d, double mu, double rho, const double *r, const double *u,
                                     double *F, double *A, double *B);
/* F = r - P (r - rho (u + mu |u_T| e_N)) */
void dls_law_natural(int d, double mu, double rho, const double *r, const double *u, double *F,
                     double *A, double *B);
/* Alart and Curnier's: F_N = r_N - max (0, x), F_T = r_T - projection of r_T - rho u_T on the disc
   of radius mu max (0, x), x = r_N - rho u_N */
void dls_law_alart_curnier(int d, double mu, double rho, const double *r, const double *u,
                           double *F, double *A, double *B);
/* C = A^-1; false if A is singular */
bool dls_law_inverse(int d, const double *A, double *C);
/* C = A B */
void dls_law_multiply(int d, const double *A, const double *B, double *C);

/* one_contact.c: r (d) of u = W r + q and Coulomb's law (least |F| found where it has no solution);
   |F| / max (|r|, rho |q|) of the natural map, rho = d / trace (W) */
double dls_law_solve(int d, double mu, const double *W, const double *q, double *r);
/* slip.c: unit vectors e in which a contact in space may slide, W and q of size one; near: those
   that a small perturbation adds, too, and -1: any. */
enum { DLS_SLIPS = 7 };
int dls_law_slips(double mu, const double *W, const double *q, bool near, double e[DLS_SLIPS][2]);
/* The part across e, up to a factor: k[0] + k[1] cos + k[2] sin + k[3] cos 2. + k[4] sin 2. of the
   angle of e; it has to vanish. */
void dls_law_across(double mu, const double *W, const double *q, double *k);
/* block.c: the same solution again and again, for one W: what does not depend on q is prepared.
   ISOTROPIC: W = diag (a, b, b), or tangents do not matter; REGULAR: the inverse is accurate. */
typedef enum { DLS_BLOCK_GENERAL, DLS_BLOCK_REGULAR, DLS_BLOCK_ISOTROPIC } dls_law_block_kind;
typedef struct {
    double mu;
    dls_law_block_kind kind;
    double W[9], inverse[9];
} dls_law_block;
void dls_law_block_prepare(int d, double mu, const double *W, dls_law_block *block);
/* r (d) of u = W r + q; on entry it may tell in which direction the contact slides */
void dls_law_block_solve(int d, const dls_law_block *block, const double *q, double *r);
/* roots.c: real roots x of a[0] + a[1] t + .. in [lo, hi], degree 1 to 4, a[degree] != 0; how many.
   A turning point where the polynomial is rounding counts as one root. */
int dls_law_roots(int degree, const double *a, double lo, double hi, double *x);

#endif
