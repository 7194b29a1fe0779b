/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contacts with friction at one instant: what the files of this module share. */
#ifndef DLS_CONTACT_H
#define DLS_CONTACT_H

#include "sparse/sparse.h"

/* One side, bilateral or unilateral, of a system. */
typedef struct {
    dls_int count, k; /* contacts, tangents of each: d - 1, or 0 without tangents */
    dls_view G, H;
    const double *b, *t, *mu, *v;
} dls_contact_side;

typedef enum { DLS_FRICTIONLESS, DLS_SLIDING, DLS_STICKING } dls_contact_mode;

/* Sizes, matrices, finite numbers, mu >= 0: what C programs may get wrong. */
dls_error dls_contact_system_check(const dls_contact_system *S, dls_fault *fault);
dls_contact_side dls_contact_side_of(const dls_contact_system *S, bool unilateral);
dls_contact_mode dls_contact_mode_of(const dls_contact_side *C, dls_int contact);
/* |x|, x with k entries */
double dls_contact_length(dls_int k, const double *x);

#endif
