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
        double inertia = dls_diagonal_entry(M, j);
        s->d[j] = inertia > 0 ? ldexp(1, -(int)floor((ilogb(inertia) + 1) / 2.0)) : UNKNOWN;
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

static void largest_of_parts(search *s, dls_view A, const double *c, dls_int each)
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
            largest_of_parts(s, tangents ? C->H : C->G, s->c[side],
                             tangents ? C->k + (C->k == 0) : 1);
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
static void settle_part(search *s, dls_int part, double *scale)
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

static void find_units(search *s, double *size)
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
        settle_part(s, k, &scale);
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

typedef struct {
    dls_contact_scaled scaled;
    dls_pool pool;
    search search;
    dls_mat A[5];             /* M, Gb, Gu, Hb, Hu */
    double *F, *b[2], *t[2];  /* in natural units */
    double *a, *n[2], *of[2]; /* the units of the answer */
} draft;

static void lay_out(void *object, dls_room *room)
{
    draft *d = object;
    search *s = &d->search;
    dls_int n = s->S->M.cols;
    const dls_view given[] = {s->S->M, s->S->Gb, s->S->Gu, s->S->Hb, s->S->Hu};
    DLS_TAKE_NUMBERS(room, n, &s->row, &s->d, &d->F, &d->a);
    s->part = DLS_TAKE(room, dls_int, n);
    for (int k = 0; k < 5; k++) {
        dls_mat_take(room, &d->A[k], n, given[k].cols, dls_entries(given[k]));
    }
    for (int k = 0; k < 2; k++) {
        const dls_contact_side *C = &s->side[k];
        s->of[k] = DLS_TAKE(room, dls_int, C->count);
        DLS_TAKE_NUMBERS(room, C->count, &s->c[k], &d->b[k], &d->n[k]);
        DLS_TAKE_NUMBERS(room, C->H.cols, &d->t[k], &d->of[k]);
    }
}

/* A := D A C, one unit c for `each` columns */
static void scale_matrix(dls_view from, const double *d, const double *c, dls_int each, dls_mat *A)
{
    dls_mat_fill(A, from);
    for (dls_int j = 0; j < A->cols; j++) {
        for (dls_int t = A->p[j]; t < A->p[j + 1]; t++) {
            A->x[t] *= d[A->i[t]] * c[j / each];
        }
    }
}

/* y := unit x / size, and the unit of what belongs to y in answers */
static void vector_in_units(dls_int count, const double *x, const double *unit, dls_int each,
                            double size, double *y, double *of)
{
    for (dls_int i = 0; i < count; i++) {
        y[i] = x[i] * unit[i / each] / size;
        of[i] = unit[i / each] * size;
    }
}

static void apply_units(draft *d)
{
    search *s = &d->search;
    dls_int n = s->S->M.cols, k = s->S->d - 1;
    double size = d->scaled.size;
    scale_matrix(s->S->M, s->d, s->d, 1, &d->A[0]);
    vector_in_units(n, s->S->F, s->d, 1, size, d->F, d->a);
    for (int e = 0; e < 2; e++) {
        const dls_contact_side *C = &s->side[e];
        scale_matrix(C->G, s->d, s->c[e], 1, &d->A[1 + e]);
        scale_matrix(C->H, s->d, s->c[e], k, &d->A[3 + e]);
        vector_in_units(C->count, C->b, s->c[e], 1, size, d->b[e], d->n[e]);
        vector_in_units(C->H.cols, C->t, s->c[e], k, size, d->t[e], d->of[e]);
    }
}

dls_error dls_contact_scale(const dls_contact_system *S, dls_contact_scaled **out, dls_fault *fault)
{
    *out = NULL;
    dls_error error = dls_contact_system_check(S, fault);
    if (error) {
        return error;
    }
    draft *d = DLS_NEW(draft, 1);
    if (d) {
        d->search = (search){.S = S};
        d->search.side[0] = dls_contact_side_of(S, false);
        d->search.side[1] = dls_contact_side_of(S, true);
    }
    if (!d || !dls_pool_make(&d->pool, lay_out, d)) {
        dls_contact_scaled_free(d ? &d->scaled : NULL);
        return dls_fail_memory(fault);
    }
    find_units(&d->search, &d->scaled.size);
    apply_units(d);
    d->scaled.S = *S; /* friction, velocities: as they are */
    d->scaled.S.M = dls_see(&d->A[0]);
    d->scaled.S.Gb = dls_see(&d->A[1]);
    d->scaled.S.Gu = dls_see(&d->A[2]);
    d->scaled.S.Hb = dls_see(&d->A[3]);
    d->scaled.S.Hu = dls_see(&d->A[4]);
    d->scaled.S.F = d->F;
    d->scaled.S.bb = d->b[0];
    d->scaled.S.bu = d->b[1];
    d->scaled.S.tb = d->t[0];
    d->scaled.S.tu = d->t[1];
    d->scaled.unit = (dls_contact_answer){d->a, d->n[0], d->n[1], d->of[0], d->of[1]};
    *out = &d->scaled;
    return DLS_OK;
}

void dls_contact_scaled_free(dls_contact_scaled *scaled)
{
    if (scaled) {
        draft *d = (draft *)scaled; /* its first member */
        dls_pool_free(&d->pool);
        dls_free(d);
    }
}
