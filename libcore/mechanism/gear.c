/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gears: ratios of velocities. */
#include <string.h>

#include "mechanism/mechanism.h"
#include "mechanism/vector3.h"

/* w_a'A_i = p0 w_b'B_i. The axes are fixed in their bodies: components of the angular velocity in
   body axes, a constant gradient, no rate. In 2D an angle, too: turned_a - p0 turned_b - p1. */
void dls_mechanism_gear(const dls_mechanism_pair *P, int i, int j, dls_mechanism_row *row)
{
    (void)j;
    const double *p = P->item->p;
    *row = (dls_mechanism_row){0};
    memcpy(row->ta, P->A[i], sizeof row->ta);
    dls_scale3(-p[0], P->B[i], row->tb);
    row->speed = dls_dot3(row->ta, P->a->w) + dls_dot3(row->tb, P->b->w);
    row->h = P->d == 2 ? P->a->turned - p[0] * P->b->turned - p[1] : 0;
}

/* A_1'(v_b - v_a) + p0 (w_b'B_i - w_a'B_i) = 0: b rolls with the radius p0, its axis B_i, along the
   line of a. */
void dls_mechanism_rack(const dls_mechanism_pair *P, int i, int j, dls_mechanism_row *row)
{
    const double radius = P->item->p[0], *axis = P->B[i];
    double turns[3];
    dls_mechanism_offset(P, 0, j, row);
    dls_add3(row->tb, radius, axis, row->tb);
    dls_add3(row->ta, -radius, axis, row->ta);
    row->speed -= radius * dls_dot3(axis, P->dw);
    dls_cross3(P->b->w, axis, turns);
    row->bias -= radius * dls_dot3(turns, P->dw);
    if (P->d == 2) {
        row->h += radius * (P->b->turned - P->a->turned) - P->item->p[1];
    } else {
        row->h = 0;
    }
}
