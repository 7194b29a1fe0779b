/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Few points of a patch stand for all: none twice, none between others, the outermost ones. */
#include <string.h>

#include "mechanism/solid.h"
#include "mechanism/vector3.h"

static double apart(const dls_mechanism_spot *s, const dls_mechanism_spot *t)
{
    double way[3];
    dls_add3(s->mark, -1, t->mark, way);
    return dls_length3(way);
}

/* Is t nothing new beside s? Edges between triangles of one plane are none. */
static bool covers(const dls_mechanism_spot *s, const dls_mechanism_spot *t, double size)
{
    static const double SAME = 1e-6, LIKE = 0.99;
    double way[3];
    dls_add3(t->mark, -1, s->mark, way);
    bool in_plane = fabs(dls_dot3(way, s->n)) <= fabs(t->gap) + SAME * size;
    bool inner = t->edged && !s->edged && in_plane && s->gap <= t->gap + SAME * size;
    return inner || (apart(s, t) <= SAME * size && dls_dot3(s->n, t->n) > LIKE);
}

static void drop_covered(double size, dls_mechanism_patch *P)
{
    int kept = 0;
    for (int k = 0; k < P->count; k++) {
        bool new = true;
        for (int j = 0; j < P->count && new; j++) {
            bool before = j<kept, later = j> k && P->spot[k].edged && !P->spot[j].edged;
            new = !((before || later) && covers(&P->spot[j], &P->spot[k], size));
        }
        if (new) {
            P->spot[kept++] = P->spot[k];
        }
    }
    P->count = kept;
}

/* Is point k between others of the same plane? Seen from it they are then all around, with no gap
   of more than half a turn. */
static bool inner(const dls_mechanism_patch *P, int k, double size)
{
    static const double SAME = 1e-9, HALF = 3.141592653589793, LITTLE = 1e-6;
    const dls_mechanism_spot *s = &P->spot[k];
    double u[3], w[3], way[3], angle[DLS_PATCH_ROOM], widest = 0;
    int count = 0;
    memset(u, 0, sizeof u);
    for (int j = 0; j < P->count; j++) {
        const dls_mechanism_spot *t = &P->spot[j];
        dls_add3(t->mark, -1, s->mark, way);
        bool alike = j != k && dls_dot3(s->n, t->n) > 1 - SAME && !t->edged;
        if (!alike || fabs(dls_dot3(way, s->n)) > SAME * size + fabs(s->gap) + fabs(t->gap)) {
            continue;
        }
        if (count == 0) {
            memcpy(u, way, sizeof u);
            dls_cross3(s->n, u, w);
        }
        double turn = atan2(dls_dot3(w, way), dls_dot3(u, way));
        int at = count++;
        for (; at > 0 && angle[at - 1] > turn; at--) {
            angle[at] = angle[at - 1];
        }
        angle[at] = turn;
    }
    for (int j = 0; j < count; j++) {
        double next = j + 1 < count ? angle[j + 1] : angle[0] + 2 * HALF;
        widest = fmax(widest, next - angle[j]);
    }
    return count > 1 && widest <= HALF + LITTLE;
}

static void drop_inner(double size, dls_mechanism_patch *P)
{
    for (int k = P->count - 1; k >= 0; k--) {
        if (!P->spot[k].edged && inner(P, k, size)) {
            P->spot[k] = P->spot[--P->count];
        }
    }
}

void dls_mechanism_thin(double size, dls_mechanism_patch *P)
{
    double away[DLS_PATCH_ROOM];
    drop_covered(size, P);
    drop_inner(size, P);
    for (int k = 0; k < P->count; k++) {
        away[k] = -P->spot[k].gap; /* the deepest first, then the farthest from those taken */
    }
    for (int kept = 0; P->count > DLS_PATCH_POINTS && kept < DLS_PATCH_POINTS; kept++) {
        int best = kept;
        for (int k = kept + 1; k < P->count; k++) {
            best = away[k] > away[best] ? k : best;
        }
        dls_mechanism_spot taken = P->spot[best];
        P->spot[best] = P->spot[kept];
        P->spot[kept] = taken;
        away[best] = away[kept];
        for (int k = kept + 1; k < P->count; k++) {
            double far = apart(&P->spot[k], &taken);
            away[k] = kept == 0 ? far : fmin(away[k], far);
        }
    }
    P->count = P->count < DLS_PATCH_POINTS ? P->count : DLS_PATCH_POINTS;
}
