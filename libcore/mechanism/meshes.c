/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mesh and what else has faces: pairs of triangles, separated best by the normal of one of them
   or across an edge of each. Triangles are seen from outside only. */
#include <string.h>

#include "mechanism/solid.h"
#include "mechanism/vector3.h"

static const double DEEP = 0.1;  /* of the smaller mesh: what is deeper was not on this side */
static const double SIDE = 0.01; /* cosine: still outside */
/* Of the smaller mesh: what separates better by rounding only does not replace a direction */
static const double BETTER = 1e-9;

typedef struct {
    double x[3][3], n[3], low[3], high[3];
} triangle;

static void take(const dls_mechanism_solid *S, dls_int face, triangle *T)
{
    for (int k = 0; k < 3; k++) {
        dls_mechanism_corner(S, S->shape->face[3 * face + k], T->x[k]);
        for (int i = 0; i < 3; i++) {
            T->low[i] = k ? fmin(T->low[i], T->x[k][i]) : T->x[k][i];
            T->high[i] = k ? fmax(T->high[i], T->x[k][i]) : T->x[k][i];
        }
    }
    dls_turn3((const double(*)[3])S->frame->R, S->shape->normal + 3 * face, T->n);
}

static bool apart(const double *low, const double *high, const triangle *T, double margin)
{
    bool yes = false;
    for (int i = 0; i < 3; i++) {
        yes = yes || T->low[i] > high[i] + margin || T->high[i] < low[i] - margin;
    }
    return yes;
}

/* How far b is from a along n */
static double separation(const triangle *a, const triangle *b, const double *n)
{
    double top = -INFINITY, bottom = INFINITY;
    for (int k = 0; k < 3; k++) {
        top = fmax(top, dls_dot3(n, a->x[k]));
        bottom = fmin(bottom, dls_dot3(n, b->x[k]));
    }
    return bottom - top;
}

/* The best direction from a to b that is outside of both, faces before edges; returns how far they
   are apart along it, INFINITY where they are apart only along others. */
static double best(const triangle *a, const triangle *b, double little, double *n)
{
    double turned[3], u[3], w[3], across[3], anywhere = -INFINITY;
    dls_scale3(-1, b->n, turned);
    double most = separation(a, b, a->n), other = separation(a, b, turned);
    memcpy(n, other > most + little ? turned : a->n, sizeof turned);
    most = other > most + little ? other : most;
    for (int k = 0; k < 9; k++) {
        dls_add3(a->x[(k % 3 + 1) % 3], -1, a->x[k % 3], u);
        dls_add3(b->x[(k / 3 + 1) % 3], -1, b->x[k / 3], w);
        dls_cross3(u, w, across);
        double length = dls_length3(across);
        for (int sign = -1; sign <= 1 && length > SIDE * dls_length3(u) * dls_length3(w);
             sign += 2) {
            dls_scale3(sign / length, across, u);
            bool outside = dls_dot3(u, a->n) > -SIDE && dls_dot3(u, b->n) < SIDE;
            double s = separation(a, b, u);
            anywhere = fmax(anywhere, s);
            if (outside && s > most + little) {
                most = s;
                memcpy(n, u, 3 * sizeof *n);
            }
        }
    }
    return most < 0 && anywhere > 0 ? INFINITY : most;
}

static void bounds(const dls_mechanism_solid *S, double *low, double *high)
{
    double x[3];
    for (dls_int k = 0; k < S->shape->count; k++) {
        dls_mechanism_corner(S, k, x);
        for (int i = 0; i < 3; i++) {
            low[i] = k ? fmin(low[i], x[i]) : x[i];
            high[i] = k ? fmax(high[i], x[i]) : x[i];
        }
    }
}

void dls_mechanism_meet_meshes(dls_mechanism_solid *a, dls_mechanism_solid *b, double margin,
                               dls_mechanism_patch *P)
{
    double low_a[3], high_a[3], low_b[3], high_b[3], n[3];
    double size = fmin(a->shape->extent, b->shape->extent);
    triangle s, t;
    bounds(a, low_a, high_a);
    bounds(b, low_b, high_b);
    P->deepest = -DEEP * size;
    for (dls_int i = 0; i < a->shape->faces; i++) {
        take(a, i, &s);
        bool far = apart(low_b, high_b, &s, margin);
        for (dls_int j = 0; j < b->shape->faces && !far; j++) {
            take(b, j, &t);
            if (apart(low_a, high_a, &t, margin) || apart(s.low, s.high, &t, margin)) {
                continue;
            }
            double gap = best(&s, &t, BETTER * size, n);
            a->triangle = i;
            b->triangle = j;
            if (gap <= margin && gap >= P->deepest) {
                dls_mechanism_meet_along(a, b, n, margin, P);
            }
        }
    }
}
