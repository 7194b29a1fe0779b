/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Friction problems: the measures of a point (measure.c), which solvers stop on. */
#ifndef DLS_VERIFY_FRICTION_H
#define DLS_VERIFY_FRICTION_H

#include "verify/verify.h"

typedef struct {
    const dls_friction_problem *problem;
    const double *rho;       /* contacts: dls_verify_rho */
    const double *r, *u, *v; /* u follows from r or v */
    double *g;               /* n: M v + f - H'r */
    double *work;            /* N + 2n */
} dls_verify_point;

/* 1 / mean diagonal of W_cc, diag (M) for M; a contact without any takes the mean of the others */
void dls_verify_rho(const dls_friction_problem *P, double *rho);
/* g, and its length over the longest of M v, f, H'r */
double dls_verify_equality(const dls_verify_point *X);
/* |e|, e_c = r_c - P (r_c - rho_c (u_c + mu |u_T| e_N)) in work; rho NULL: 1 */
double dls_verify_map(const dls_verify_point *X, const double *rho);
/* |e| over its size, in either measure; NaN: no point */
double dls_verify_natural(const dls_verify_point *X, bool scaled);
/* The residual of dls_residual of its two parts */
double dls_verify_measure(double natural, double equality, bool scaled);
/* The most by which the velocity at a contact is wrong for these reactions: |e_c| / rho_c, and what
   g does to u, diag (M) for M. After dls_verify_equality. */
double dls_verify_velocity(const dls_verify_point *X);
/* The length of the velocities that the data alone cause; reactions: weighted by rho, what
   reactions are expected to balance. */
double dls_verify_speed(const dls_verify_point *X, double *reactions);

/* modes.c: the certificate of `no_solution` */
dls_error dls_verify_refutation(const dls_friction_problem *problem,
                                const dls_friction_claim *claim, dls_verify_report *report,
                                dls_fault *fault);

/* ---- laws.c: contacts with more disks ---- */
enum { DLS_VERIFY_ROWS = 6 };
typedef struct {
    const dls_friction_problem *problem;
    const dls_friction_laws *laws;
    const double *r, *u;
    const double *rho, *force; /* N, of each row: 1 / mobility, and what makes reactions forces */
    const double *moved;       /* N: |H| |v|, or what loads do to u */
} dls_verify_laws_point;
void dls_verify_units_of_laws(const dls_friction_problem *P, const dls_friction_laws *L,
                              double *rho, double *force);
/* The natural map of the laws over its size; the most by which a velocity misses them, and the
   length of the velocities of the data, in units of normal velocities */
double dls_verify_laws(const dls_verify_laws_point *X, double *velocity, double *speed);
/* How far x is outside of the cone of contact c, {|t| <= m x_N on all disks} or of its dual
   {x_N >= sum of m |u|}; negative inside */
double dls_verify_outside(const dls_friction_problem *P, const dls_friction_laws *L, dls_int c,
                          const double *x, bool dual);

#endif
