/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cones of contacts that are held: reactions in them, and multipliers in their duals. */
#ifndef DLS_VERIFY_HELD_H
#define DLS_VERIFY_HELD_H

#include "verify/verify.h"

/* How far x (columns of Q->G) is from: zero where it is not free, >= 0 where it presses, |t| <= mu
   |n| with factor times Q->mu; sign: of the normal forces, NULL: any. */
double dls_verify_held_outside(const dls_contact_margin *Q, double factor, const double *x,
                               const double *sign);
/* How far z is from the dual of the cones with these signs (0: the contact has none): z'x >= 0 for
   all x in them. */
double dls_verify_held_dual(const dls_contact_margin *Q, double factor, const double *z,
                            const double *sign);
/* The largest z_T't of |t| <= 1; of x the least mu n that allows it. */
double dls_verify_held_pull(const dls_contact_margin *Q, dls_int contact, const double *z);
double dls_verify_held_need(const dls_contact_margin *Q, dls_int contact, const double *x);
/* Are the leaves, signs of contacts, all cases? known: signs that the equations leave to bilateral
   ones (0: both; NULL). list: contacts-by-leaves, work: leaves. */
bool dls_verify_held_leaves(const dls_contact_margin *Q, dls_int leaves, const double *sign,
                            const double *known, double *list, dls_int *work);
/* |G x - w|, of w = NULL: |G x|; r: rows of G */
double dls_verify_held_balance(const dls_contact_margin *Q, const double *x, const double *w,
                               double *r);

#endif
