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
    dls_pool pool;
    const dls_contact_system *S;
    dls_contact_side side[2]; /* bilateral, unilateral */
    dls_int *law[2];          /* per contact: 1 + its place in problem.coulomb, 0: none */
    dls_mat D[2], HD[2], G[2], Ht, K;
    dls_mat Gt[2], Ht_t; /* transposes of the gradients */
    dls_scatter column;
    dls_int tangents; /* entries of Ht */
    double *q;
} draft;

/* What the system alone gives the size of; for H D and G - H D a bound. */
static void lay_out_contacts(void *object, dls_room *room)
{
    draft *d = object;
    dls_contact_problem *P = &d->problem;
    dls_int n = d->S->M.rows, tangents = d->side[0].H.cols + d->side[1].H.cols;
    DLS_TAKE_INDICES(room, tangents, &P->k, &P->coulomb);
    P->m = DLS_TAKE(room, dls_int, d->side[0].count);
    d->column = dls_scatter_take(room, n);
    for (int s = 0; s < 2; s++) {
        const dls_contact_side *C = &d->side[s];
        dls_int g = dls_entries(C->G), h = dls_entries(C->H);
        d->law[s] = DLS_TAKE(room, dls_int, C->count);
        dls_mat_take(room, &d->D[s], C->H.cols, C->count, C->H.cols);
        dls_mat_take(room, &d->HD[s], n, C->count, h);
        dls_mat_take(room, &d->G[s], n, C->count, g + h);
        dls_mat_take(room, &d->Gt[s], C->count, n, g);
    }
}

static void select_contacts(draft *d, bool coulomb)
{
    dls_contact_problem *P = &d->problem;
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
}

void dls_contact_add_column(dls_scatter *sum, dls_view A, dls_int j, double factor)
{
    for (dls_int t = A.p[j]; t < A.p[j + 1]; t++) {
        dls_scatter_add(sum, A.i[t], factor * A.x[t]);
    }
}

/* D: mu v/|v| of the sliding contacts */
static void sliding_directions(const dls_contact_side *C, dls_mat *D)
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

/* D, H D and G - H D, for which there is room */
static bool with_friction(draft *d, int s)
{
    const dls_contact_side *C = &d->side[s];
    dls_mat *D = &d->D[s], *HD = &d->HD[s], *G = &d->G[s];
    dls_int room_d = dls_entries(C->H), room = room_d + dls_entries(C->G);
    bool ready = true;
    sliding_directions(C, D);
    for (dls_int c = 0; ready && c < C->count; c++) {
        dls_int most = 0;
        for (dls_int e = D->p[c]; e < D->p[c + 1]; e++) {
            dls_contact_add_column(&d->column, C->H, D->i[e], D->x[e]);
            most += C->H.p[D->i[e] + 1] - C->H.p[D->i[e]];
        }
        ready = dls_scatter_collect(&d->column, 0, most, HD, &room_d, c);
        dls_contact_add_column(&d->column, C->G, c, 1);
        dls_contact_add_column(&d->column, dls_see(HD), c, -1);
        most += C->G.p[c + 1] - C->G.p[c];
        ready = ready && dls_scatter_collect(&d->column, 0, most, G, &room, c);
    }
    return ready;
}

/* The columns of Ht: how many entries, or (fill) which. */
static dls_int tangents(draft *d, bool fill)
{
    const dls_contact_problem *P = &d->problem;
    dls_int at = 0;
    for (dls_int j = 0; j < P->nt; j++) {
        dls_view H = d->side[j < P->from_b ? 0 : 1].H;
        if (fill) {
            dls_mat_put_column(&d->Ht, &at, H, P->k[j], 0, 1);
            d->Ht.p[j + 1] = at;
        } else {
            at += H.p[P->k[j] + 1] - H.p[P->k[j]];
        }
    }
    return at;
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

/* In the rows p and q: mu times factor where this contact has a law of Coulomb. */
static void put_bound(draft *d, dls_int *at, const layout *o, int side, dls_int contact,
                      double factor)
{
    dls_int law = d->law[side][contact];
    if (law > 0) {
        double mu = d->side[side].mu[contact];
        dls_mat_put(&d->K, at, o->p + law - 1, factor * mu);
        dls_mat_put(&d->K, at, o->q + law - 1, factor * mu);
    }
}

static void fill_problem(draft *d)
{
    const dls_contact_problem *P = &d->problem;
    layout o = layout_of(d);
    dls_mat *K = &d->K;
    dls_view Ht = dls_see(&d->Ht), Gb = dls_see(&d->G[0]), Gu = dls_see(&d->G[1]);
    dls_int at = 0, j = 0, m = 0, c = 0;
    for (dls_int i = 0; i < o.lb; i++, K->p[++j] = at) {
        dls_mat_put_column(K, &at, d->S->M, i, 0, 1);
        dls_mat_put_column(K, &at, dls_see(&d->Gt[0]), i, o.lb, 1);
        dls_mat_put_column(K, &at, dls_see(&d->Ht_t), i, o.t, 1);
        dls_mat_put_column(K, &at, dls_see(&d->Gt[1]), i, o.lu, 1);
    }
    for (dls_int i = 0; i < Gb.cols; i++, K->p[++j] = at) {
        dls_mat_put_column(K, &at, Gb, i, 0, -1);
        if (m < P->nm && P->m[m] == i) {
            dls_mat_put(K, &at, o.m + m++, 1);
            put_bound(d, &at, &o, 0, i, 1);
        }
    }
    for (dls_int i = 0; i < Ht.cols; i++, K->p[++j] = at) {
        dls_mat_put_column(K, &at, Ht, i, 0, -1);
        if (c < P->nc && P->coulomb[c] == i) {
            dls_mat_put(K, &at, o.p + c, 1);
            dls_mat_put(K, &at, o.q + c++, -1);
        }
    }
    for (dls_int i = 0; i < P->nm; i++, K->p[++j] = at) {
        dls_mat_put_column(K, &at, dls_see(&d->HD[0]), P->m[i], 0, 2);
        dls_mat_put(K, &at, o.m + i, 1);
        put_bound(d, &at, &o, 0, P->m[i], 2);
    }
    for (dls_int i = 0; i < Gu.cols; i++, K->p[++j] = at) {
        dls_mat_put_column(K, &at, Gu, i, 0, -1);
        put_bound(d, &at, &o, 1, i, 1);
    }
    for (dls_int i = 0; i < 2 * P->nc; i++, K->p[++j] = at) {
        dls_mat_put(K, &at, o.t + P->coulomb[i % P->nc], i < P->nc ? -1 : 1);
    }
}

static void lay_out_problem(void *object, dls_room *room)
{
    draft *d = object;
    const dls_contact_problem *P = &d->problem;
    dls_int end = layout_of(d).end, n = d->S->M.rows;
    dls_int nnz = dls_entries(d->S->M) + 2 * d->tangents + dls_entries(dls_see(&d->HD[0])) +
                  2 * P->nm + 10 * P->nc;
    for (int s = 0; s < 2; s++) {
        nnz += dls_entries(d->side[s].G) + dls_entries(dls_see(&d->G[s]));
    }
    dls_mat_take(room, &d->Ht, n, P->nt, d->tangents);
    dls_mat_take(room, &d->Ht_t, P->nt, n, d->tangents);
    dls_mat_take(room, &d->K, end, end, nnz);
    d->q = DLS_TAKE(room, double, end);
}

static void fill_blocks(draft *d)
{
    const dls_contact_problem *P = &d->problem;
    layout o = layout_of(d);
    tangents(d, true);
    dls_mat_fill_transpose(&d->Gt[0], d->side[0].G, NULL);
    dls_mat_fill_transpose(&d->Gt[1], d->side[1].G, NULL);
    dls_mat_fill_transpose(&d->Ht_t, dls_see(&d->Ht), NULL);
    fill_problem(d);
    dls_copy(o.lb, d->S->F, d->q);
    dls_copy(d->side[0].count, d->side[0].b, d->q + o.lb);
    for (dls_int j = 0; j < P->nt; j++) {
        d->q[o.t + j] = d->side[j < P->from_b ? 0 : 1].t[P->k[j]];
    }
    dls_copy(d->side[1].count, d->side[1].b, d->q + o.lu);
}

/* Of a new draft; false: out of memory. */
static bool make_draft(draft *d, const dls_contact_system *S, bool coulomb)
{
    d->S = S;
    d->side[0] = dls_contact_side_of(S, false);
    d->side[1] = dls_contact_side_of(S, true);
    if (!dls_pool_make(&d->pool, lay_out_contacts, d)) {
        return false;
    }
    select_contacts(d, coulomb);
    d->tangents = tangents(d, false);
    if (!with_friction(d, 0) || !with_friction(d, 1) ||
        !dls_pool_make(&d->pool, lay_out_problem, d)) {
        return false;
    }
    fill_blocks(d);
    return true;
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
    if (!d || !make_draft(d, S, coulomb)) {
        dls_contact_problem_free(d ? &d->problem : NULL);
        return dls_fail_memory(fault);
    }
    dls_contact_problem *P = &d->problem;
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
    if (P) {
        draft *d = (draft *)P; /* its first member */
        dls_pool_free(&d->pool);
        dls_free(d);
    }
}
