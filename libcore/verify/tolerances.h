/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers that decide whether an answer is right. All are relative. */
#ifndef DLS_VERIFY_TOLERANCES_H
#define DLS_VERIFY_TOLERANCES_H

/* Equations, cones and complementarity of iterative solvers, whose default tolerances are 1e-8 to
   1e-10 in units of their own. */
#define DLS_VERIFY_EQUATIONS 1e-6
/* The same of KKT systems, which are solved directly, beside the terms of each equation; and the
   default tolerance of dls_kkt. */
#define DLS_VERIFY_KKT 1e-8
#define DLS_VERIFY_KKT_TOLERANCE 1e-12
/* Of accelerations that forces would cause alone, where they cancel: rounding of hundred terms. */
#define DLS_VERIFY_STATICS 5e-14
/* Sums of a certificate that should be zero, relative to their terms. */
#define DLS_VERIFY_VANISHES 1e-12
/* Where a call asks for less, so much more than its tolerance, which is one of other units. */
#define DLS_VERIFY_SLACK 10
/* Velocities at contacts with friction, relative to those without reactions: ten times what
   dls_friction asks for by itself. */
#define DLS_VERIFY_VELOCITIES 1e-5
/* Residuals are measured by unknowns of at most so many sizes of the constants. */
#define DLS_VERIFY_MOST 1e4
/* Certificates exclude solutions of so many natural sizes. */
#define DLS_VERIFY_REACH 100
/* Kernels, and reactions in their cones, of certificates: relative. */
#define DLS_VERIFY_REACTIONS 1e-9
/* In units of rounding: the accuracy of data that certificates take for granted. */
#define DLS_VERIFY_ROUNDINGS 8
/* How far a multiplier of a certificate may be outside of its cone. */
#define DLS_VERIFY_IN_CONE 1e-12
/* In an equilibrated matrix this is rounding of larger entries: it has no say in units. */
#define DLS_VERIFY_NEGLIGIBLE 1e-14

/* Kernels of gradients: what a rank drops may be so many times the tolerance at which it was found,
   and pivots of what it keeps so many times less than that; no tolerance is sharper. */
#define DLS_VERIFY_KERNEL 10
#define DLS_VERIFY_SHARP 1e-9
/* Pivots of independent columns of unit length, in units of rounding of their number. */
#define DLS_VERIFY_PIVOT 1e4
/* Null vectors of masses and gradients, of which no measurement errors are expected. */
#define DLS_VERIFY_FLOATING 1e-7

#endif
