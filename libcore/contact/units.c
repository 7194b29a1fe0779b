/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Units in which a system looks the same, whatever the units of its coordinates, constraints, force
   and time: powers of two, so that scaling rounds nothing and systems that differ by powers of two
   have the same bits. Inertias come to 1/2 ... 2, then the gradients, then what has no inertia;
   a contact's tangents share the unit of its normal. */
#include <math.h>

#include "contact/contact.h"

enum { UNKNOWN = 0 }; /* a unit is positive once it is known */

typedef struct {
    const dls_contact_system *S;
    dls_contact_side side[2];
    double *d, *c[2], *row; /* row: the largest of a coordinate */
    dls_int *part, *of[2];  /* what hangs together without inertia is one part, counted from 1 */
} search;

/* 2^-k with 2^k <= x < 2^(k+1) */
static double inverse(double x)
{
    return x > 0 && isfinite(x) ? ldexp(1, -ilogb(x)) : 1;
}

static void inertias(search *s)
{
    dls_view M = s->S->M;
    for (dls_int j = 0; j < M.cols; j++) {
        for (dls_int t = M.p[j]; t < M.p[j + 1]; t++) {
            if (M.i[t] == j && M.x[t] > 0) {
                s->d[j] = ldexp(1, -(int)floor((ilogb(M.x[t]) + 1) / 2.0));
            }
        }
    }
}

/* Constraints whose coordinates have units get theirs. */
static bool columns(search *s, dls_int part)
{
    bool found = false;
    for (int side = 0; side < 2; side++) {
        dls_view G = s->side[side].G;
        for (dls_int j = 0; j < G.cols; j++) {
            double most = 0;
            for (dls_int t = G.p[j]; s->c[side][j] == UNKNOWN && t < G.p[j + 1]; t++) {
                most = fmax(most, fabs(G.x[t]) * s->d[G.i[t]]);
            }
            if (most > 0) {
                s->c[side][j] = inverse(most);
                s->of[side][j] = part;
                found = true;
            }
        }
    }
    return found;
}

static void largest(search *s, dls_view A, const double *c, dls_int each)
{
    for (dls_int j = 0; j < A.cols; j++) {
        for (dls_int t = A.p[j]; t < A.p[j + 1]; t++) {
            double size = fabs(A.x[t]) * c[j / each];
            s->row[A.i[t]] = fmax(s->row[A.i[t]], size);
        }
    }
}

/* Coordinates get units from the gradients, or else from the tangents, that have them. */
static bool rows(search *s, dls_int part)
{
    bool found = false;
    for (int tangents = 0; tangents < 2 && !found; tangents++) {
        dls_zero(s->S->M.cols, s->row);
        for (int side = 0; side < 2; side++) {
            const dls_contact_side *C = &s->side[side];
            largest(s, tangents ? C->H : C->G, s->c[side], tangents ? C->k + (C->k == 0) : 1);
        }
        for (dls_int i = 0; i < s->S->M.cols; i++) {
            if (s->d[i] == UNKNOWN && s->row[i] > 0) {
                s->d[i] = inverse(s->row[i]);
                s->part[i] = part;
                found = true;
            }
        }
    }
    return found;
}

static bool seed(search *s, dls_int part)
{
    for (int side = 0; side < 2; side++) {
        for (dls_int j = 0; j < s->side[side].count; j++) {
            if (s->c[side][j] == UNKNOWN) {
                s->c[side][j] = 1;
                s->of[side][j] = part;
                return true;
            }
        }
    }
    return false;
}

/* The largest force and acceleration in the coordinates and constraints of a part. */
static void sizes(const search *s, dls_int part, double *force, double *motion)
{
    *force = *motion = 0;
    for (dls_int i = 0; i < s->S->M.cols; i++) {
        *force = s->part[i] == part ? fmax(*force, s->d[i] * fabs(s->S->F[i])) : *force;
    }
    for (int side = 0; side < 2; side++) {
        const dls_contact_side *C = &s->side[side];
        for (dls_int j = 0; j < C->count; j++) {
            if (s->of[side][j] == part) {
                double most = fabs(C->b[j]);
                for (dls_int e = 0; e < C->k; e++) {
                    most = fmax(most, fabs(C->t[j * C->k + e]));
                }
                *motion = fmax(*motion, s->c[side][j] * most);
            }
        }
    }
}

/* A part without inertia: scaling its coordinates by f and its constraints by 1/f changes nothing
   but the sizes of its forces and accelerations. */
static void settle(search *s, dls_int part, double *scale)
{
    double force, motion, f = 1;
    sizes(s, part, &force, &motion);
    if (*scale == 0) { /* no inertia anywhere: both can be of one size */
        *scale = force > 0 && motion > 0 ? sqrt(force) * sqrt(motion) : fmax(force, motion);
    }
    if (force > 0) {
        f = *scale / force;
    } else if (motion > 0) {
        f = motion / *scale;
    }
    f = 1 / inverse(f);
    for (dls_int i = 0; i < s->S->M.cols; i++) {
        s->d[i] *= s->part[i] == part ? f : 1;
    }
    for (int side = 0; side < 2; side++) {
        for (dls_int j = 0; j < s->side[side].count; j++) {
            s->c[side][j] /= s->of[side][j] == part ? f : 1;
        }
    }
}

static void find(search *s, double *size)
{
    dls_int part = 0;
    double force, motion;
    inertias(s);
    do {
        while (columns(s, part) || rows(s, part)) {
        }
        part++;
    } while (seed(s, part));
    sizes(s, 0, &force, &motion);
    double scale = fmax(force, motion);
    for (dls_int k = 1; k < part; k++) {
        settle(s, k, &scale);
    }
    for (dls_int i = 0; i < s->S->M.cols; i++) {
        double F = fabs(s->S->F[i]);
        if (s->d[i] == UNKNOWN) { /* nothing but a force */
            scale = scale == 0 ? F : scale;
            s->d[i] = F > 0 ? inverse(F / scale) : 1;
        }
    }
    *size = 1 / inverse(scale);
}

static void lay_out(void *object, dls_room *room)
{
    search *s = object;
    s->row = DLS_TAKE(room, double, s->S->M.cols);
    s->part = DLS_TAKE(room, dls_int, s->S->M.cols);
    s->of[0] = DLS_TAKE(room, dls_int, s->side[0].count);
    s->of[1] = DLS_TAKE(room, dls_int, s->side[1].count);
}

dls_error dls_contact_units(const dls_contact_system *S, double *d, double *cb, double *cu,
                            double *size, dls_fault *fault)
{
    search s = {.S = S, .d = d, .c = {cb, cu}};
    dls_pool pool = {NULL, 0};
    s.side[0] = dls_contact_side_of(S, false);
    s.side[1] = dls_contact_side_of(S, true);
    if (!dls_pool_make(&pool, lay_out, &s)) {
        return dls_fail_memory(fault);
    }
    dls_zero(S->M.cols, d);
    dls_zero(S->Gb.cols, cb);
    dls_zero(S->Gu.cols, cu);
    find(&s, size);
    dls_pool_free(&pool);
    return DLS_OK;
}
