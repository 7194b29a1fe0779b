/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines that are functions of other lines. */
#include <math.h>

#include "mechanism/mechanism.h"
#include "mechanism/vector3.h"

/* The angle between A_0 and B_0: dh = n'(w_b - w_a) with n = A_0 x B_0 / sin h; no direction where
   they are in line */
void dls_mechanism_swing(const dls_mechanism_pair *P, int i, int j, dls_mechanism_row *row)
{
    double n[3];
    dls_mechanism_row c;
    dls_mechanism_align(P, i, j, &c);
    dls_cross3(P->A[i], P->B[j], n);
    double s = dls_length3(n);
    *row = (dls_mechanism_row){.h = atan2(s, c.h)};
    if (s > 0) {
        dls_mechanism_combine(row, -1 / s, &c);
        row->bias -= c.h / s * row->speed * row->speed;
    }
}

/* h = |dx|: no direction where the points are the same */
void dls_mechanism_distance(const dls_mechanism_pair *P, int i, int j, dls_mechanism_row *row)
{
    (void)i;
    (void)j;
    double arm[3], n[3], length = dls_length3(P->dx);
    *row = (dls_mechanism_row){.h = length};
    if (length > 0) {
        dls_scale3(1 / length, P->dx, n);
        dls_add3(P->ra, 1, P->dx, arm);
        dls_add3(row->nb, 1, n, row->nb);
        dls_add3(row->na, -1, n, row->na);
        dls_cross3(P->rb, n, row->tb);
        dls_cross3(n, arm, row->ta);
        row->speed = dls_dot3(n, P->dv);
        double across = dls_dot3(P->dv, P->dv) - row->speed * row->speed;
        row->bias = across / length + dls_dot3(n, P->dacc);
    }
}

/* h = p0 + p1 x + p2 y + p3 x^2/2 + p4 x y + p5 y^2/2 of the offsets x, y */
void dls_mechanism_curve(const dls_mechanism_pair *P, int i, int j, dls_mechanism_row *row)
{
    (void)i;
    (void)j;
    const double *p = P->item->p;
    dls_mechanism_row x, y;
    dls_mechanism_offset(P, 0, 0, &x);
    dls_mechanism_offset(P, 1, 0, &y);
    double hx = p[1] + p[3] * x.h + p[4] * y.h, hy = p[2] + p[4] * x.h + p[5] * y.h;
    *row = (dls_mechanism_row){.h = p[0] + ((p[1] + hx) * x.h + (p[2] + hy) * y.h) / 2};
    dls_mechanism_combine(row, hx, &x);
    dls_mechanism_combine(row, hy, &y);
    row->bias += p[3] * x.speed * x.speed + 2 * p[4] * x.speed * y.speed + p[5] * y.speed * y.speed;
}

/* h = A_1'dx - p0 angle/2pi - p1, p0: advance of one turn; how far it has advanced counts the whole
   turns */
void dls_mechanism_screw(const dls_mechanism_pair *P, int i, int j, dls_mechanism_row *row)
{
    static const double TURN = 6.283185307179586;
    const double *p = P->item->p;
    dls_mechanism_row angle;
    dls_mechanism_offset(P, i, j, row);
    dls_mechanism_turn(P, i, j, &angle);
    dls_mechanism_combine(row, -p[0] / TURN, &angle);
    row->h -= p[1];
    double about = p[0] == 0 ? 0 : TURN * row->h / p[0];
    row->h -= p[0] / TURN * dls_mechanism_nearest(angle.h, about);
}
