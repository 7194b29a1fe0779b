/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The contact problem as A x + B z + a = 0, w = C x + D z + b, 0 <= w _|_ z >= 0, K = [A B; C D]:
   x = (acceleration, lb, sticking tangents t), z = (m, lu, p, q) with
     m    of the bilateral contacts with a friction force that depends on |lb| = lb + 2 m:
          0 <= m _|_ lb + m >= 0                                          (TUTORIAL (37))
     lu   0 <= lu _|_ Gu'a + bu >= 0, columns Gu - Hu mu v/|v|            (TUTORIAL (43), (56))
     p,q  (Coulomb at the acceleration level, 2D) H'a + t' = p - q,
          0 <= p _|_ mu |ln| + t >= 0, 0 <= q _|_ mu |ln| - t >= 0        (ALLSTICK (5), (69)) */
#include <math.h>

#include "contact/contact.h"

/* The problem, and what it is made from. */
typedef struct {
    dls_contact_problem problem;
    const dls_contact_system *S;
    dls_contact_side side[2]; /* bilateral, unilateral */
    dls_int *law[2];          /* per contact: 1 + its place in problem.coulomb, 0: none */
    dls_mat D[2], HD[2], G[2], Ht, K;
    dls_mat Gt[2], Ht_t; /* transposes of the gradients */
    double *q;
} draft;

static bool select_contacts(draft *d, bool coulomb)
{
    dls_contact_problem *P = &d->problem;
    dls_int tangents = d->side[0].H.cols + d->side[1].H.cols;
    P->k = DLS_NEW(dls_int, tangents);
    P->m = DLS_NEW(dls_int, d->side[0].count);
    P->coulomb = DLS_NEW(dls_int, tangents);
    d->law[0] = DLS_NEW(dls_int, d->side[0].count);
    d->law[1] = DLS_NEW(dls_int, d->side[1].count);
    if (!P->k || !P->m || !P->coulomb || !d->law[0] || !d->law[1]) {
        return false;
    }
    for (int s = 0; s < 2; s++) {
        const dls_contact_side *C = &d->side[s];
        for (dls_int c = 0; c < C->count; c++) {
            dls_contact_mode mode = dls_contact_mode_of(C, c);
            bool law = mode == DLS_STICKING && coulomb && isfinite(C->mu[c]);
            if (s == 0 && (mode == DLS_SLIDING || law)) {
                P->m[P->nm++] = c;
            }
            if (law) {
                P->coulomb[P->nc++] = P->nt;
                d->law[s][c] = P->nc;
            }
            for (dls_int t = 0; mode == DLS_STICKING && t < C->k; t++) {
                P->k[P->nt++] = c * C->k + t;
            }
        }
        P->from_b = s == 0 ? P->nt : P->from_b;
    }
    return true;
}

static void scatter_column(dls_scatter *S, dls_view A, dls_int j, double factor)
{
    for (dls_int t = A.p[j]; t < A.p[j + 1]; t++) {
        dls_scatter_add(S, A.i[t], factor * A.x[t]);
    }
}

/* D: mu v/|v| of the sliding contacts */
static void directions(const dls_contact_side *C, dls_mat *D)
{
    dls_int at = 0;
    for (dls_int c = 0; c < C->count; c++) {
        bool slides = dls_contact_mode_of(C, c) == DLS_SLIDING;
        const double *v = C->v + c * C->k;
        for (dls_int e = 0; slides && e < C->k; e++) {
            if (v[e] != 0) {
                D->i[at] = c * C->k + e;
                D->x[at++] = v[e] * (C->mu[c] / dls_contact_length(C->k, v));
            }
        }
        D->p[c + 1] = at;
    }
}

/* D, H D and G - H D */
static bool with_friction(const dls_contact_side *C, dls_mat *D, dls_mat *HD, dls_mat *G)
{
    dls_scatter column = {0};
    dls_int room = dls_entries(C->G), room_d = 0;
    bool ready =
        dls_scatter_new(&column, C->G.rows) && dls_mat_new(D, C->H.cols, C->count, C->H.cols) &&
        dls_mat_new(HD, C->G.rows, C->count, 0) && dls_mat_new(G, C->G.rows, C->count, room);
    if (ready) {
        directions(C, D);
    }
    for (dls_int c = 0; ready && c < C->count; c++) {
        dls_int most = 0;
        for (dls_int e = D->p[c]; e < D->p[c + 1]; e++) {
            scatter_column(&column, C->H, D->i[e], D->x[e]);
            most += C->H.p[D->i[e] + 1] - C->H.p[D->i[e]];
        }
        ready = dls_scatter_collect(&column, 0, most, HD, &room_d, c);
        if (ready) {
            scatter_column(&column, C->G, c, 1);
            scatter_column(&column, dls_see(HD), c, -1);
            most += C->G.p[c + 1] - C->G.p[c];
            ready = dls_scatter_collect(&column, 0, most, G, &room, c);
        }
    }
    dls_scatter_free(&column);
    return ready;
}

static bool tangents(draft *d)
{
    const dls_contact_problem *P = &d->problem;
    dls_int nnz = 0, at = 0;
    for (int fill = 0; fill < 2; fill++) {
        for (dls_int j = 0; j < P->nt; j++) {
            dls_view H = d->side[j < P->from_b ? 0 : 1].H;
            for (dls_int t = H.p[P->k[j]]; t < H.p[P->k[j] + 1]; t++) {
                if (fill) {
                    d->Ht.i[at] = H.i[t];
                    d->Ht.x[at++] = H.x[t];
                }
                nnz += !fill;
            }
            if (fill) {
                d->Ht.p[j + 1] = at;
            }
        }
        if (!fill && !dls_mat_new(&d->Ht, d->S->M.rows, P->nt, nnz)) {
            return false;
        }
    }
    return true;
}

/* Where the rows (and columns) of the unknowns begin. */
typedef struct {
    dls_int lb, t, m, lu, p, q, end;
} layout;

static layout layout_of(const draft *d)
{
    const dls_contact_problem *P = &d->problem;
    layout o = {.lb = d->S->M.rows};
    o.t = o.lb + d->side[0].count;
    o.m = o.t + P->nt;
    o.lu = o.m + P->nm;
    o.p = o.lu + d->side[1].count;
    o.q = o.p + P->nc;
    o.end = o.q + P->nc;
    return o;
}

static void put(dls_mat *K, dls_int *at, dls_int row, double value)
{
    K->i[*at] = row;
    K->x[(*at)++] = value;
}

static void put_column(dls_mat *K, dls_int *at, dls_view A, dls_int j, dls_int row, double factor)
{
    for (dls_int t = A.p[j]; t < A.p[j + 1]; t++) {
        put(K, at, row + A.i[t], factor * A.x[t]);
    }
}

/* In the rows p and q: mu times factor where this contact has a law of Coulomb. */
static void put_bound(draft *d, dls_int *at, const layout *o, int side, dls_int contact,
                      double factor)
{
    dls_int law = d->law[side][contact];
    if (law > 0) {
        double mu = d->side[side].mu[contact];
        put(&d->K, at, o->p + law - 1, factor * mu);
        put(&d->K, at, o->q + law - 1, factor * mu);
    }
}

static void fill(draft *d)
{
    const dls_contact_problem *P = &d->problem;
    layout o = layout_of(d);
    dls_mat *K = &d->K;
    dls_view Ht = dls_see(&d->Ht), Gb = dls_see(&d->G[0]), Gu = dls_see(&d->G[1]);
    dls_int at = 0, j = 0, m = 0, c = 0;
    for (dls_int i = 0; i < o.lb; i++, K->p[++j] = at) {
        put_column(K, &at, d->S->M, i, 0, 1);
        put_column(K, &at, dls_see(&d->Gt[0]), i, o.lb, 1);
        put_column(K, &at, dls_see(&d->Ht_t), i, o.t, 1);
        put_column(K, &at, dls_see(&d->Gt[1]), i, o.lu, 1);
    }
    for (dls_int i = 0; i < Gb.cols; i++, K->p[++j] = at) {
        put_column(K, &at, Gb, i, 0, -1);
        if (m < P->nm && P->m[m] == i) {
            put(K, &at, o.m + m++, 1);
            put_bound(d, &at, &o, 0, i, 1);
        }
    }
    for (dls_int i = 0; i < Ht.cols; i++, K->p[++j] = at) {
        put_column(K, &at, Ht, i, 0, -1);
        if (c < P->nc && P->coulomb[c] == i) {
            put(K, &at, o.p + c, 1);
            put(K, &at, o.q + c++, -1);
        }
    }
    for (dls_int i = 0; i < P->nm; i++, K->p[++j] = at) {
        put_column(K, &at, dls_see(&d->HD[0]), P->m[i], 0, 2);
        put(K, &at, o.m + i, 1);
        put_bound(d, &at, &o, 0, P->m[i], 2);
    }
    for (dls_int i = 0; i < Gu.cols; i++, K->p[++j] = at) {
        put_column(K, &at, Gu, i, 0, -1);
        put_bound(d, &at, &o, 1, i, 1);
    }
    for (dls_int i = 0; i < 2 * P->nc; i++, K->p[++j] = at) {
        put(K, &at, o.t + P->coulomb[i % P->nc], i < P->nc ? -1 : 1);
    }
}

static bool assemble(draft *d)
{
    const dls_contact_problem *P = &d->problem;
    layout o = layout_of(d);
    dls_int nnz = dls_entries(d->S->M) + 2 * dls_entries(dls_see(&d->Ht)) +
                  dls_entries(dls_see(&d->HD[0])) + 2 * P->nm + 10 * P->nc;
    for (int s = 0; s < 2; s++) {
        nnz += dls_entries(d->side[s].G) + dls_entries(dls_see(&d->G[s]));
    }
    d->q = DLS_NEW(double, o.end);
    bool ready = d->q && dls_mat_transpose(&d->Gt[0], d->side[0].G, NULL) &&
                 dls_mat_transpose(&d->Gt[1], d->side[1].G, NULL) &&
                 dls_mat_transpose(&d->Ht_t, dls_see(&d->Ht), NULL) &&
                 dls_mat_new(&d->K, o.end, o.end, nnz);
    if (ready) {
        fill(d);
        dls_copy(o.lb, d->S->F, d->q);
        dls_copy(d->side[0].count, d->side[0].b, d->q + o.lb);
        for (dls_int j = 0; j < P->nt; j++) {
            d->q[o.t + j] = d->side[j < P->from_b ? 0 : 1].t[P->k[j]];
        }
        dls_copy(d->side[1].count, d->side[1].b, d->q + o.lu);
    }
    return ready;
}

dls_error dls_contact_assemble(const dls_contact_system *S, bool coulomb, dls_contact_problem **out,
                               dls_fault *fault)
{
    *out = NULL;
    dls_error error = dls_contact_system_check(S, fault);
    if (error) {
        return error;
    }
    draft *d = DLS_NEW(draft, 1);
    if (!d) {
        return dls_fail_memory(fault);
    }
    dls_contact_problem *P = &d->problem;
    d->S = S;
    d->side[0] = dls_contact_side_of(S, false);
    d->side[1] = dls_contact_side_of(S, true);
    if (!select_contacts(d, coulomb) ||
        !with_friction(&d->side[0], &d->D[0], &d->HD[0], &d->G[0]) ||
        !with_friction(&d->side[1], &d->D[1], &d->HD[1], &d->G[1]) || !tangents(d) ||
        !assemble(d)) {
        dls_contact_problem_free(P);
        return dls_fail_memory(fault);
    }
    P->Db = dls_see(&d->D[0]);
    P->Du = dls_see(&d->D[1]);
    P->Gb = dls_see(&d->G[0]);
    P->Gu = dls_see(&d->G[1]);
    P->Ht = dls_see(&d->Ht);
    P->lcp = (dls_lcp_problem){dls_see(&d->K), d->q, layout_of(d).m};
    *out = P;
    return DLS_OK;
}

void dls_contact_problem_free(dls_contact_problem *P)
{
    if (!P) {
        return;
    }
    draft *d = (draft *)P; /* its first member */
    dls_free(P->k);
    dls_free(P->m);
    dls_free(P->coulomb);
    for (int s = 0; s < 2; s++) {
        dls_free(d->law[s]);
        dls_mat_free(&d->D[s]);
        dls_mat_free(&d->HD[s]);
        dls_mat_free(&d->G[s]);
        dls_mat_free(&d->Gt[s]);
    }
    dls_mat_free(&d->Ht);
    dls_mat_free(&d->Ht_t);
    dls_mat_free(&d->K);
    dls_free(d->q);
    dls_free(d);
}
