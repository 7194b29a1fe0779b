/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines between two frames: offsets along axes, axes at right angles, angles. */
#include <string.h>

#include "mechanism/mechanism.h"
#include "mechanism/vector3.h"

/* h = A_i'dx: the force A_i on b at its point, and the opposite on a at the same point */
void dls_mechanism_offset(const dls_mechanism_pair *P, int i, int j, dls_mechanism_row *row)
{
    (void)j;
    const double *axis = P->A[i];
    double turns[3], arm[3], second[3];
    dls_cross3(P->a->w, axis, turns);
    dls_cross3(P->a->w, turns, second);
    dls_add3(P->ra, 1, P->dx, arm);
    memcpy(row->nb, axis, sizeof row->nb);
    dls_scale3(-1, axis, row->na);
    dls_cross3(P->rb, axis, row->tb);
    dls_cross3(axis, arm, row->ta);
    row->h = dls_dot3(axis, P->dx);
    row->speed = dls_dot3(turns, P->dx) + dls_dot3(axis, P->dv);
    row->bias = dls_dot3(second, P->dx) + 2 * dls_dot3(turns, P->dv) + dls_dot3(axis, P->dacc);
}

/* h = A_i'B_j (i = 2, j = 0: less): the torque on b is along the positive axis that is left */
void dls_mechanism_align(const dls_mechanism_pair *P, int i, int j, dls_mechanism_row *row)
{
    double x[3];
    const double *y = P->B[j];
    dls_scale3(i - j == 2 ? -1 : 1, P->A[i], x);
    double dx[3], dy[3], first[3], second[3];
    *row = (dls_mechanism_row){0};
    dls_cross3(x, y, row->ta);
    dls_cross3(y, x, row->tb);
    dls_cross3(P->a->w, x, dx);
    dls_cross3(P->b->w, y, dy);
    dls_cross3(dx, y, first);
    dls_cross3(x, dy, second);
    row->h = dls_dot3(x, y);
    row->speed = dls_dot3(row->ta, P->dw);
    row->bias = dls_dot3(first, P->dw) + dls_dot3(second, P->dw);
}

void dls_mechanism_combine(dls_mechanism_row *row, double alpha, const dls_mechanism_row *other)
{
    row->speed += alpha * other->speed;
    row->bias += alpha * other->bias;
    dls_add3(row->na, alpha, other->na, row->na);
    dls_add3(row->ta, alpha, other->ta, row->ta);
    dls_add3(row->nb, alpha, other->nb, row->nb);
    dls_add3(row->tb, alpha, other->tb, row->tb);
}

/* sign h = atan2 (s, c): dh = (c ds - s dc)/r, r = s^2 + c^2, d2h = (c d2s - s d2c)/r - dh dr/r */
static void angle(const dls_mechanism_row *s, const dls_mechanism_row *c, double sign,
                  dls_mechanism_row *row)
{
    double r = s->h * s->h + c->h * c->h, dr = 2 * (s->h * s->speed + c->h * c->speed);
    *row = (dls_mechanism_row){.h = sign * atan2(s->h, c->h)};
    dls_mechanism_combine(row, sign * c->h / r, s);
    dls_mechanism_combine(row, -sign * s->h / r, c);
    row->bias -= row->speed * dr / r;
}

/* The angle of s = A_k'B_j, c = A_j'B_j, (i, j, k) in cyclic order; one that is to be zero (held)
   has no whole turns. */
void dls_mechanism_turn(const dls_mechanism_pair *P, int i, int held, dls_mechanism_row *row)
{
    dls_mechanism_row s, c;
    int j = (i + 1) % 3;
    dls_mechanism_align(P, (i + 2) % 3, j, &s);
    dls_mechanism_align(P, j, j, &c);
    angle(&s, &c, 1, row);
    row->h = dls_mechanism_nearest(row->h, held ? 0 : P->about);
}

/* Of a cross with the axes A_0 and B_0, at right angles: i = 0: from A_1 to B_0 about A_0;
   1: by which b has turned about B_0 since A_0 was B_2 */
void dls_mechanism_bend(const dls_mechanism_pair *P, int i, int j, dls_mechanism_row *row)
{
    dls_mechanism_row s, c;
    (void)j;
    dls_mechanism_align(P, i ? 0 : 2, i ? 1 : 0, &s);
    dls_mechanism_align(P, i ? 0 : 1, i ? 2 : 0, &c);
    angle(&s, &c, i ? 1 : -1, row);
    row->h = dls_mechanism_nearest(row->h, P->about);
}
