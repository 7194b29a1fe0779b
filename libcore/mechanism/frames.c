/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where bodies and places are. Velocities in 3D: of the centre, in the world; angular, in the axes
   of the body. */
#include <string.h>

#include "mechanism/mechanism.h"
#include "mechanism/vector3.h"

void dls_mechanism_quaternion(const double *q, double (*R)[3])
{
    double s = 2 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    double w = q[0], x = q[1], y = q[2], z = q[3];
    R[0][0] = 1 - s * (y * y + z * z);
    R[0][1] = s * (x * y + w * z);
    R[0][2] = s * (x * z - w * y);
    R[1][0] = s * (x * y - w * z);
    R[1][1] = 1 - s * (x * x + z * z);
    R[1][2] = s * (y * z + w * x);
    R[2][0] = s * (x * z + w * y);
    R[2][1] = s * (y * z - w * x);
    R[2][2] = 1 - s * (x * x + y * y);
}

static void place_in_plane(dls_mechanism_frame *F, const double *q, const double *v)
{
    double c = cos(q[2]), s = sin(q[2]);
    memcpy(F->x, q, 2 * sizeof *q);
    F->turned = q[2];
    F->R[0][0] = F->R[1][1] = c;
    F->R[0][1] = s;
    F->R[1][0] = -s;
    F->R[2][2] = 1;
    if (v) {
        memcpy(F->v, v, 2 * sizeof *v);
        F->w[2] = v[2];
    }
}

static void place_in_space(dls_mechanism_frame *F, const double *q, const double *v)
{
    memcpy(F->x, q, 3 * sizeof *q);
    dls_mechanism_quaternion(q + 3, F->R);
    if (v) {
        memcpy(F->v, v, 3 * sizeof *v);
        dls_turn3((const double(*)[3])F->R, v + 3, F->w);
    }
}

void dls_mechanism_stand(int d, dls_mechanism_frame *F, const double *q, const double *v)
{
    if (d == 2) {
        place_in_plane(F, q, v);
    } else {
        place_in_space(F, q, v);
    }
}

void dls_mechanism_place(const dls_mechanism *B, const double *q, const double *v)
{
    for (dls_int k = 1; k <= B->bodies; k++) {
        dls_mechanism_frame *F = &B->frame[k];
        if (F->q >= 0) {
            dls_mechanism_stand(B->d, F, q + F->q, v + F->v_at);
        }
    }
    dls_copy(B->angles, q + B->of_bodies, B->angle_now);
}

/* w x (w x r) */
static void centripetal(const double *w, const double *r, double *a)
{
    dls_cross3(w, r, a);
    dls_cross3(w, a, a);
}

void dls_mechanism_meet_in(const dls_mechanism_frame *frame, int d, const dls_mechanism_item *item,
                           dls_mechanism_pair *P)
{
    const dls_mechanism_frame *a = &frame[item->a], *b = &frame[item->b];
    double va[3], vb[3], aa[3];
    P->item = item;
    P->a = a;
    P->b = b;
    P->d = d;
    P->about = 0;
    for (int k = 0; k < 3; k++) {
        dls_turn3(a->R, item->A[k], P->A[k]);
        dls_turn3(b->R, item->B[k], P->B[k]);
        P->dw[k] = a->w[k] - b->w[k];
    }
    dls_turn3(a->R, item->pa, P->ra);
    dls_turn3(b->R, item->pb, P->rb);
    dls_cross3(a->w, P->ra, va);
    dls_cross3(b->w, P->rb, vb);
    centripetal(a->w, P->ra, aa);
    centripetal(b->w, P->rb, P->dacc);
    for (int k = 0; k < 3; k++) {
        P->dx[k] = b->x[k] + P->rb[k] - a->x[k] - P->ra[k];
        P->dv[k] = b->v[k] + vb[k] - a->v[k] - va[k];
        P->dacc[k] -= aa[k];
    }
}

void dls_mechanism_meet(const dls_mechanism *B, const dls_mechanism_item *item,
                        dls_mechanism_pair *P)
{
    dls_mechanism_meet_in(B->frame, B->d, item, P);
    if (B->d == 2) {
        P->about = P->b->turned - P->a->turned + item->turned;
    } else if (item->angle > 0) {
        P->about = B->angle_now[item->angle - 1];
    }
}

/* exp (h w/2) as a quaternion; its series where the angle is small */
static void rotation(const double *w, double h, double *e)
{
    static const double SMALL = 1e-4; /* the next term of the series is below rounding */
    double x[3];
    dls_scale3(h / 2, w, x);
    double angle = dls_length3(x);
    double sinc = angle > SMALL ? sin(angle) / angle : 1 - angle * angle / 6;
    e[0] = cos(angle);
    dls_scale3(sinc, x, e + 1);
}

/* next := q exp (h w/2), of length one */
static void turn(const double *q, const double *w, double h, double *next)
{
    double e[4], r[4];
    rotation(w, h, e);
    r[0] = q[0] * e[0] - q[1] * e[1] - q[2] * e[2] - q[3] * e[3];
    r[1] = q[0] * e[1] + q[1] * e[0] + q[2] * e[3] - q[3] * e[2];
    r[2] = q[0] * e[2] - q[1] * e[3] + q[2] * e[0] + q[3] * e[1];
    r[3] = q[0] * e[3] + q[1] * e[2] - q[2] * e[1] + q[3] * e[0];
    double length = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3]);
    for (int k = 0; k < 4; k++) {
        next[k] = r[k] / length;
    }
}

void dls_mechanism_advance(const dls_mechanism *B, const double *q, const double *v, double h,
                           double *next)
{
    for (dls_int k = 1; k <= B->bodies; k++) {
        const dls_mechanism_frame *F = &B->frame[k];
        if (F->q >= 0) {
            dls_add3(q + F->q, h, v + F->v_at, next + F->q);
            if (B->d == 3) {
                turn(q + F->q + 3, v + F->v_at + 3, h, next + F->q + 3);
            }
        }
    }
    dls_mechanism_follow(B, q, v, h, next);
}
