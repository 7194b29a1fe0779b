/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What sweeps keep of each contact: its rows, and how it is solved. */
#include <math.h>

#include "friction/past.h"

typedef double lane __attribute__((vector_size(DLS_LANE * sizeof(double)), may_alias));

static dls_int size_of(const dls_sweeps *S, dls_int body)
{
    return S->bodies->start[body + 1] - S->bodies->start[body];
}

/* ---- what a contact weighs ---- */

/* M = L L', body by body; false: it is singular */
static bool factorise(dls_sweeps *S)
{
    const dls_parts *B = S->bodies;
    dls_view M = S->T->problem->M;
    dls_zero(S->row[B->count], S->L);
    for (dls_int j = 0; j < M.cols; j++) {
        double *L = S->L + S->row[B->of[j]];
        for (dls_int k = M.p[j]; k < M.p[j + 1]; k++) {
            dls_int p = B->place[M.i[k]];
            if (p >= B->place[j]) {
                L[p * (p + 1) / 2 + B->place[j]] += M.x[k];
            }
        }
    }
    bool regular = true;
    for (dls_int g = 0; g < B->count; g++) {
        double *L = S->L + S->row[g];
        for (dls_int i = 0; i < size_of(S, g); i++) {
            double *Li = L + i * (i + 1) / 2, diagonal = Li[i];
            for (dls_int j = 0; j <= i; j++) {
                const double *Lj = L + j * (j + 1) / 2;
                Li[j] -= dls_dot(j, Li, Lj);
                Li[j] = j < i ? Li[j] / Lj[j] : sqrt(Li[j]);
            }
            regular = regular && Li[i] * Li[i] > DLS_BODIES_SINGULAR * diagonal;
        }
    }
    return regular;
}

/* Rows of H or W, by columns; bodies of one coordinate are divided by L at once */
static void spread(dls_sweeps *S)
{
    dls_view A = dls_friction_sweeps_columns(S);
    int d = S->T->d;
    dls_int g = 0;
    dls_zero(S->version > 0 ? S->touched * d * DLS_LANE : 0, S->h); /* else it is new */
    for (dls_int c = 0; c < S->T->nc; c++) {
        S->cursor[c] = S->visits[S->visit[c]].first;
    }
    for (dls_int k = 0; k < A.cols; k++) {
        dls_int j = dls_friction_sweeps_column(S, k), lane = S->place[j] / DLS_LANE;
        while (lane >= S->group[g + 1]) {
            g++;
        }
        dls_int of = S->group[g], slot = (lane - of) * d * DLS_LANE + S->place[j] % DLS_LANE;
        dls_int body = S->bodies ? S->bodies->of[j] : 0;
        double scale = S->bodies && size_of(S, body) == 1 ? 1 / S->L[S->row[body]] : 1;
        for (dls_int t = A.p[j]; t < A.p[j + 1]; t++) {
            dls_int c = dls_friction_contact_of(d, A.i[t]), i = A.i[t] - c * d;
            while (S->lane[S->cursor[c]] != of) {
                S->cursor[c]++;
            }
            S->h[(S->cursor[c] * d + i) * DLS_LANE + slot] = scale * A.x[t];
        }
    }
}

/* h := h L^-T of body g, whose first coordinate is at place `at` of its lanes from h on */
static void divide(const dls_sweeps *S, dls_int g, dls_int at, double *h)
{
    const double *L = S->L + S->row[g];
    int d = S->T->d;
    dls_int size = size_of(S, g);
    for (dls_int i = 0; i < size; i++, L += i) {
        double *x = h + (at + i) / DLS_LANE * d * DLS_LANE + (at + i) % DLS_LANE;
        for (int t = 0; t < d; t++) {
            double sum = x[t * DLS_LANE];
            for (dls_int j = 0; j < i; j++) {
                sum -= L[j] * h[((at + j) / DLS_LANE * d + t) * DLS_LANE + (at + j) % DLS_LANE];
            }
            x[t * DLS_LANE] = sum / L[i];
        }
    }
}

/* All bodies of more coordinates that begin in the lanes of a visit */
static void divide_all(const dls_sweeps *S, const dls_visit *V)
{
    const dls_parts *B = S->bodies;
    for (int k = 0; k < V->lanes; k++) {
        dls_int lane = S->lane[V->first + k];
        for (dls_int g = S->starts[lane]; g < S->starts[lane + 1]; g++) {
            dls_int at = S->place[B->member[B->start[g]]] % DLS_LANE;
            if (size_of(S, g) == 1) {
                continue;
            }
            divide(S, g, at, S->h + (V->first + k) * S->T->d * DLS_LANE);
        }
    }
}

/* W_cc = h h' of all lanes of a visit, or the block of its own lane */
static void weigh(const dls_sweeps *S, dls_int k, double *W)
{
    const dls_visit *V = S->visits + k;
    int d = S->T->d;
    lane sum[DLS_FRICTION_DIM * DLS_FRICTION_DIM] = {{0}};
    for (int t = 0; t < V->lanes; t++) {
        const lane *h = (const lane *)S->h + (V->first + t) * d;
        bool own = S->lane[V->first + t] == S->contact[k];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j <= i && S->bodies; j++) {
                sum[i * d + j] += h[i] * h[j];
            }
            for (int j = 0; j < d && !S->bodies && own; j++) {
                W[i * d + j] = h[i][j];
            }
        }
    }
    for (int i = 0; i < d && S->bodies; i++) {
        for (int j = 0; j <= i; j++) {
            const lane x = sum[i * d + j];
            W[i * d + j] = W[j * d + i] = (x[0] + x[2]) + (x[1] + x[3]);
        }
    }
}

/* How contact k is solved */
static void prepare(dls_sweeps *S, dls_int k)
{
    dls_visit *V = S->visits + k;
    int d = S->T->d;
    double W[DLS_FRICTION_DIM * DLS_FRICTION_DIM] = {0};
    dls_law_block *block = S->blocks + k;
    weigh(S, k, W);
    V->mu = S->T->problem->mu[S->contact[k]];
    V->normal = 1 / W[0];
    dls_law_block_prepare(d, V->mu, W, block);
    if (S->T->nc == 1) { /* one sweep is all it takes */
        V->kind = DLS_VISIT_EXACT;
    } else if (block->kind == DLS_BLOCK_ISOTROPIC) {
        V->kind = DLS_VISIT_SIMPLE;
        V->tangent = V->mu > 0 ? 1 / W[d + 1] : 0;
    } else if (block->kind == DLS_BLOCK_REGULAR) {
        double mean = d == 3 ? (W[4] + W[8]) / 2 : W[3];
        double more = d == 3 ? hypot((W[4] - W[8]) / 2, W[5]) : 0;
        V->kind = DLS_VISIT_COUPLED;
        V->tangent = 1 / (mean + more);
    } else {
        V->kind = DLS_VISIT_EXACT;
    }
}

static void fill(dls_sweeps *S)
{
    spread(S);
    for (dls_int k = 0; k < S->T->nc; k++) {
        if (S->bodies && S->bodies->largest > 1) {
            divide_all(S, S->visits + k);
        }
        prepare(S, k);
    }
}

/* ---- memory ---- */

static void lay_out_values(void *object, dls_room *room)
{
    dls_sweeps *S = object;
    S->blocks = DLS_TAKE(room, dls_law_block, S->T->nc);
    S->r = DLS_TAKE(room, double, (S->T->N + DLS_LANE - 1) / DLS_LANE * DLS_LANE);
    S->starts = DLS_TAKE(room, dls_int, S->lanes + 1);
    S->h = DLS_TAKE(room, double, S->touched * S->T->d * DLS_LANE);
    S->y = DLS_TAKE(room, double, S->lanes *DLS_LANE);
    S->L = DLS_TAKE(room, double, S->entries);
    S->row = DLS_TAKE(room, dls_int, S->bodies ? S->bodies->count + 1 : 1);
}

/* starts: the first body that begins in a lane or behind it */
static void find_starts(dls_sweeps *S)
{
    const dls_parts *B = S->bodies;
    dls_int lane = 0;
    for (dls_int g = 0; B && g < B->count; g++) {
        for (; lane <= S->place[B->member[B->start[g]]] / DLS_LANE; lane++) {
            S->starts[lane] = g;
        }
    }
    for (; lane <= S->lanes; lane++) {
        S->starts[lane] = B ? B->count : 0;
    }
}

static dls_error create(dls_friction_task *T, dls_fault *fault)
{
    dls_sweeps *S = DLS_NEW(dls_sweeps, 1);
    if (!dls_pool_own(&T->pool, dls_free, S)) {
        return dls_fail_memory(fault);
    }
    const dls_parts *B = T->problem->global ? dls_friction_bodies_of(T) : NULL;
    S->T = T;
    S->bodies = B;
    S->regular = true;
    dls_error error =
        T->problem->global && !B ? dls_fail_memory(fault) : dls_friction_sweeps_order(S, fault);
    if (error) {
        return error;
    }
    for (dls_int g = 0; B && g < B->count; g++) {
        S->entries += size_of(S, g) * (size_of(S, g) + 1) / 2;
    }
    S->past = S->large ? NULL : dls_past_new(S);
    if (!S->large && !(S->past && dls_pool_make(&T->pool, lay_out_values, S))) {
        return dls_fail_memory(fault);
    }
    for (dls_int g = 0; B && !S->large && g < B->count; g++) {
        S->row[g + 1] = S->row[g] + size_of(S, g) * (size_of(S, g) + 1) / 2;
    }
    if (!S->large) {
        find_starts(S);
    }
    T->kept[DLS_WORK_SWEEPS] = S;
    return DLS_OK;
}

dls_error dls_friction_sweeps_of(dls_friction_task *T, dls_sweeps **out, dls_fault *fault)
{
    *out = NULL;
    dls_error error = T->kept[DLS_WORK_SWEEPS] ? DLS_OK : create(T, fault);
    dls_sweeps *S = T->kept[DLS_WORK_SWEEPS];
    if (error || S->large) {
        return error;
    }
    if (S->version != T->version) {
        S->regular = !S->bodies || factorise(S);
        if (S->regular) {
            fill(S);
        }
        S->version = T->version;
    }
    *out = S->regular ? S : NULL;
    return DLS_OK;
}

void dls_friction_sweeps_tell(dls_friction_task *T, const char *method)
{
    const dls_sweeps *S = T->kept[DLS_WORK_SWEEPS];
    dls_friction_bodies_tell(T, S->regular, method);
}
