/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mechanisms as private/dls_mechanism_data.m hands them over: the fields d, gravity (d-by-1),
   fixed, mass (1-by-bodies), inertia (1 or 9 rows), place (3 or 7 rows), joint, force (a column
   each; rows as in delassus.h: kind; a; b; point a; point b; along a; across a; along b; across b
   (3 numbers each); parameters (6); side; mu; restitution; asked), shape (a column per body),
   corner, face, touch (a column each). */
#ifndef DLS_MECHANISM_DATA_H
#define DLS_MECHANISM_DATA_H

#include "dls_mex.h"

/* Raises what is wrong with D, in the name of `function`; own: number of constraints of the host.
   Lives until it is freed by hand: nothing may be raised in between. */
dls_mechanism *dls_mechanism_read(const char *function, const mxArray *D, dls_mechanism_host host,
                                  dls_int own);

#endif
