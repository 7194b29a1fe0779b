/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which contacts touch which lanes, and in which order they are visited. */
#include "friction/sweeps.h"

dls_view dls_friction_sweeps_columns(const dls_sweeps *S)
{
    return S->bodies ? S->T->problem->H : S->T->problem->W;
}

dls_int dls_friction_sweeps_column(const dls_sweeps *S, dls_int k)
{
    return S->bodies ? S->bodies->member[k] : k;
}

/* ---- lanes ---- */

/* Contacts at the ends of columns i and j of H */
static bool same_ends(const dls_sweeps *S, dls_int i, dls_int j)
{
    dls_view H = S->T->problem->H;
    int d = S->T->d;
    if (H.p[i] == H.p[i + 1] || H.p[j] == H.p[j + 1]) {
        return false;
    }
    return dls_friction_contact_of(d, H.i[H.p[i]]) == dls_friction_contact_of(d, H.i[H.p[j]]) ||
           dls_friction_contact_of(d, H.i[H.p[i + 1] - 1]) ==
               dls_friction_contact_of(d, H.i[H.p[j + 1] - 1]);
}

/* Coordinates that M couples share a group; so do few others that follow each other, where they are
   likely to be of one body: the same contact is the first, or the last, that touches them. */
static void place_bodies(dls_sweeps *S)
{
    enum { FEW = 2 * DLS_LANE };
    const dls_parts *B = S->bodies;
    dls_int used = FEW + 1, head = 0; /* coordinates of the group, its first */
    for (dls_int g = 0; g < B->count; g++) {
        dls_int first = B->member[B->start[g]], size = B->start[g + 1] - B->start[g];
        if (used + size > FEW || !same_ends(S, head, first)) {
            S->group[S->groups++] = S->lanes;
            used = 0;
            head = first;
        }
        for (dls_int k = 0; k < size; k++) {
            S->place[B->member[B->start[g] + k]] = S->group[S->groups - 1] * DLS_LANE + used + k;
        }
        used += size;
        S->lanes = S->group[S->groups - 1] + (used + DLS_LANE - 1) / DLS_LANE;
    }
    S->group[S->groups] = S->lanes;
}

static void place_contacts(dls_sweeps *S)
{
    S->groups = S->lanes = S->T->nc;
    for (dls_int c = 0; c <= S->T->nc; c++) {
        S->group[c] = c;
    }
    for (dls_int j = 0; j < S->T->N; j++) {
        dls_int c = dls_friction_contact_of(S->T->d, j);
        S->place[j] = c * DLS_LANE + j - c * S->T->d;
    }
}

/* Groups that contact after contact touches, each once: counted in cursor, or written to list from
   there on. */
static void list_groups(dls_sweeps *S, dls_int *list)
{
    dls_view A = dls_friction_sweeps_columns(S);
    int d = S->T->d;
    dls_int g = 0;
    for (dls_int c = 0; c < S->T->nc; c++) {
        S->last[c] = -1;
    }
    for (dls_int k = 0; k < A.cols; k++) {
        dls_int j = dls_friction_sweeps_column(S, k), lane = S->place[j] / DLS_LANE;
        while (lane >= S->group[g + 1]) {
            g++;
        }
        for (dls_int t = A.p[j]; t < A.p[j + 1]; t++) {
            dls_int c = dls_friction_contact_of(d, A.i[t]);
            if (S->last[c] != g) {
                S->last[c] = g;
                if (list) {
                    list[S->cursor[c]] = g;
                }
                S->cursor[c]++;
            }
        }
    }
}

/* ---- order ---- */

/* For a while */
typedef struct {
    dls_pool pool;
    const dls_sweeps *S;
    dls_int entries;
    dls_int *list;     /* groups of contact after contact */
    uint64_t *colours; /* groups: of the contacts that touch it */
} plan;

static void lay_out_plan(void *object, dls_room *room)
{
    plan *X = object;
    X->list = DLS_TAKE(room, dls_int, X->entries);
    X->colours = DLS_TAKE(room, uint64_t, X->S->groups);
}

static int choose_colour(const dls_sweeps *S, dls_int c, const dls_int *from, const dls_int *to,
                         uint64_t *colours)
{
    uint64_t used = S->bodies ? 0 : colours[c]; /* W_cc may be zero */
    int colour = 0;
    for (const dls_int *g = from; g < to; g++) {
        used |= colours[*g];
    }
    while (colour < DLS_COLOURS - 1 && (used >> colour & 1)) {
        colour++;
    }
    for (const dls_int *g = from; g < to; g++) {
        colours[*g] |= (uint64_t)1 << colour;
    }
    if (!S->bodies) {
        colours[c] |= (uint64_t)1 << colour;
    }
    return colour;
}

/* Groups of contact c end at cursor[c], and begin where those of c - 1 end. */
static void arrange(dls_sweeps *S, const plan *X)
{
    dls_int nc = S->T->nc, count[DLS_COLOURS] = {0};
    for (dls_int c = 0; c < nc; c++) {
        const dls_int *from = X->list + (c > 0 ? S->cursor[c - 1] : 0);
        int colour = choose_colour(S, c, from, X->list + S->cursor[c], X->colours);
        S->last[c] = colour;
        count[colour]++;
    }
    for (dls_int k = 0, start = 0; k < DLS_COLOURS; k++) {
        S->end[k] = start;
        start += count[k];
    }
    for (dls_int c = 0; c < nc; c++) {
        dls_int k = S->end[S->last[c]]++;
        S->contact[k] = c;
        S->visit[c] = k;
    }
}

static void list_lanes(dls_sweeps *S, const plan *X)
{
    dls_int at = 0;
    for (dls_int k = 0; k < S->T->nc; k++) {
        dls_int c = S->contact[k], first = c > 0 ? S->cursor[c - 1] : 0;
        S->visits[k].first = at;
        for (dls_int t = first; t < S->cursor[c]; t++) {
            dls_int g = X->list[t];
            for (dls_int lane = S->group[g]; lane < S->group[g + 1]; lane++) {
                S->lane[at++] = lane;
            }
        }
        S->visits[k].lanes = (int)(at - S->visits[k].first);
    }
}

/* ---- memory ---- */

static void lay_out_lists(void *object, dls_room *room)
{
    dls_sweeps *S = object;
    dls_friction_task *T = S->T;
    dls_int bodies = S->bodies ? S->bodies->count : 0, most = S->bodies ? bodies : T->nc;
    S->visits = DLS_TAKE(room, dls_visit, T->nc);
    DLS_TAKE_INDICES(room, T->nc, &S->contact, &S->visit, &S->cursor, &S->last);
    S->place = DLS_TAKE(room, dls_int, dls_friction_sweeps_columns(S).cols);
    S->group = DLS_TAKE(room, dls_int, most + 1);
}

static void lay_out_lanes(void *object, dls_room *room)
{
    dls_sweeps *S = object;
    S->lane = DLS_TAKE(room, dls_int, S->touched);
}

static dls_error make_order(dls_sweeps *S, plan *X, dls_fault *fault)
{
    dls_friction_task *T = S->T;
    list_groups(S, NULL);
    for (dls_int c = 0, entries = 0; c < T->nc; c++) {
        dls_int own = S->cursor[c];
        S->cursor[c] = entries;
        X->entries = entries += own;
    }
    if (!dls_pool_make(&X->pool, lay_out_plan, X)) {
        return dls_fail_memory(fault);
    }
    list_groups(S, X->list);
    arrange(S, X);
    for (dls_int k = 0; k < X->entries; k++) {
        S->touched += S->group[X->list[k] + 1] - S->group[X->list[k]];
    }
    S->large =
        S->bodies && dls_friction_bodies_large(S->bodies, (double)(S->touched * DLS_LANE * T->d));
    if (S->large) {
        return DLS_OK;
    }
    if (!dls_pool_make(&T->pool, lay_out_lanes, S)) {
        return dls_fail_memory(fault);
    }
    list_lanes(S, X);
    return DLS_OK;
}

dls_error dls_friction_sweeps_order(dls_sweeps *S, dls_fault *fault)
{
    if (!dls_pool_make(&S->T->pool, lay_out_lists, S)) {
        return dls_fail_memory(fault);
    }
    if (S->bodies) {
        place_bodies(S);
    } else {
        place_contacts(S);
    }
    plan X = {.S = S};
    dls_error error = make_order(S, &X, fault);
    dls_pool_free(&X.pool);
    return error;
}
