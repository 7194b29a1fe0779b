/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The point where a shape of b touches a shape of a. All shapes here touch where a normal and a
   radius say: the contact is at pb less the radius along a unit vector. */
#include <string.h>

#include "mechanism/mechanism.h"
#include "mechanism/vector3.h"

typedef struct {
    double gap;
    double n[3], dn[3]; /* normal of a, and its rate */
    double u[3], du[3]; /* from the contact to the centre of b */
} touch;

/* u := w/|w| and its rate, from that of w; zero where there is no direction */
static void normalise(double *w, double *dw)
{
    static const double NOTHING = 1e-12; /* of unit vectors' components */
    double length = dls_length3(w);
    double factor = length > NOTHING ? 1 / length : 0;
    dls_scale3(factor, w, w);
    dls_add3(dw, -dls_dot3(w, dw), w, dw);
    dls_scale3(factor, dw, dw);
}

/* w less its part along the unit vector e; rates likewise */
static void remove_part(const double *e, const double *de, double *w, double *dw)
{
    double part = dls_dot3(w, e), rate = dls_dot3(dw, e) + dls_dot3(w, de);
    dls_add3(dw, -rate, e, dw);
    dls_add3(dw, -part, de, dw);
    dls_add3(w, -part, e, w);
}

static void find_touch(const dls_mechanism_pair *P, int shapes, touch *C)
{
    double radius = P->item->p[0], other = P->item->p[1],
           sign = shapes >= DLS_ROUND_IN_ROUND ? -1 : 1;
    memcpy(C->n, P->A[0], sizeof C->n);
    dls_cross3(P->a->w, C->n, C->dn);
    if (shapes >= DLS_ROUND_ON_ROUND) {
        double spin[3];
        memcpy(spin, C->dn, sizeof spin);
        dls_scale3(sign, P->dx, C->n);
        dls_scale3(sign, P->dv, C->dn);
        if (shapes == DLS_PIN_IN_HOLE) {
            remove_part(P->A[0], spin, C->n, C->dn);
        }
        normalise(C->n, C->dn);
    }
    memcpy(C->u, C->n, sizeof C->u);
    memcpy(C->du, C->dn, sizeof C->du);
    if (shapes == DLS_DISK_ON_PLANE) {
        double spin[3];
        dls_cross3(P->b->w, P->B[0], spin);
        remove_part(P->B[0], spin, C->u, C->du);
        normalise(C->u, C->du);
    }
    C->gap = dls_dot3(C->n, P->dx) - radius * dls_dot3(C->n, C->u) - sign * other;
}

/* Tangents: of a plane its axes; else across the normal, from the axis of the world it is least
   along. */
static void find_tangent(const dls_mechanism_pair *P, const touch *C, int shapes, int i, double *t,
                         double *dt)
{
    static const double AXES[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double other[3], rate[3];
    if (P->d == 2) {
        dls_cross3(C->n, AXES[2], t);
        dls_cross3(C->dn, AXES[2], dt);
    } else if (shapes == DLS_BALL_ON_PLANE || shapes == DLS_DISK_ON_PLANE) {
        memcpy(t, P->A[i], 3 * sizeof *t);
        dls_cross3(P->a->w, t, dt);
    } else {
        int least = fabs(C->n[1]) < fabs(C->n[0]) ? 1 : 0;
        least = fabs(C->n[2]) < fabs(C->n[least]) ? 2 : least;
        memcpy(t, AXES[least], 3 * sizeof *t);
        memset(dt, 0, 3 * sizeof *dt);
        remove_part(C->n, C->dn, t, dt);
        normalise(t, dt);
        if (i == 2) {
            dls_cross3(C->n, t, other);
            dls_cross3(C->dn, t, rate);
            dls_cross3(C->n, dt, dt);
            dls_add3(rate, 1, dt, dt);
            memcpy(t, other, sizeof other);
        }
    }
}

/* i = 0: the gap; else no value: the velocity of b's material point less that of a's, along the
   tangent. */
void dls_mechanism_contact(const dls_mechanism_pair *P, int i, int j, dls_mechanism_row *row)
{
    touch C;
    double t[3], dt[3], arm_a[3], arm_b[3], darm_b[3], darm_a[3], va[3], vb[3], v[3];
    double radius = P->item->p[0];
    find_touch(P, j, &C);
    if (i == 0) {
        memcpy(t, C.n, sizeof t);
        memcpy(dt, C.dn, sizeof dt);
    } else {
        find_tangent(P, &C, j, i, t, dt);
    }
    dls_add3(P->rb, -radius, C.u, arm_b);
    memcpy(row->at, arm_b, sizeof arm_b);
    dls_cross3(P->b->w, P->rb, darm_b);
    dls_add3(darm_b, -radius, C.du, darm_b);
    for (int k = 0; k < 3; k++) {
        arm_a[k] = arm_b[k] + P->b->x[k] - P->a->x[k];
        darm_a[k] = darm_b[k] + P->b->v[k] - P->a->v[k];
    }
    dls_cross3(P->a->w, arm_a, va);
    dls_cross3(P->b->w, arm_b, vb);
    for (int k = 0; k < 3; k++) {
        v[k] = P->b->v[k] + vb[k] - P->a->v[k] - va[k];
    }
    memcpy(row->nb, t, sizeof t);
    dls_scale3(-1, t, row->na);
    dls_cross3(arm_b, t, row->tb);
    dls_cross3(t, arm_a, row->ta);
    row->h = i == 0 ? C.gap : 0;
    row->speed = dls_dot3(t, v);
    dls_cross3(P->a->w, darm_a, va);
    dls_cross3(P->b->w, darm_b, vb);
    row->bias = dls_dot3(dt, v) + dls_dot3(t, vb) - dls_dot3(t, va);
}
