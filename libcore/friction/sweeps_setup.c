/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What contacts touch, in which order they are visited, and what is kept of them. */
#include <math.h>
#include <string.h>

#include "friction/sweeps.h"

/* ---- who touches what ---- */

static dls_int group_of(const dls_sweeps *S, dls_int column)
{
    return S->bodies ? S->bodies->of[column] : dls_friction_contact_of(S->T->d, column);
}

static dls_int coordinates_of(const dls_sweeps *S, dls_int group)
{
    return S->bodies ? S->bodies->start[group + 1] - S->bodies->start[group] : 1;
}

/* The list of contact c from place `at` on, which mark remembers of each group; where it ends. */
static dls_int list_touched(dls_sweeps *S, dls_int c, dls_int at)
{
    dls_int d = S->T->d, first = at;
    for (dls_int k = S->rows.p[c * d]; k < S->rows.p[(c + 1) * d]; k++) {
        dls_int g = group_of(S, S->rows.i[k]), count = coordinates_of(S, g);
        if (S->mark[g] >= first || (!S->bodies && g == c)) {
            continue;
        }
        S->mark[g] = at;
        for (dls_int t = 0; S->touch && t < count; t++) {
            S->touch[at + t] = S->bodies ? S->bodies->start[g] + t : g;
        }
        at += count;
    }
    return at;
}

static dls_int choose_colour(dls_sweeps *S, dls_int c)
{
    dls_int d = S->T->d, first = S->rows.p[c * d], end = S->rows.p[(c + 1) * d], colour = 0;
    uint64_t used = S->bodies ? 0 : S->colours[c];
    for (dls_int k = first; k < end; k++) {
        used |= S->colours[group_of(S, S->rows.i[k])];
    }
    while (colour < DLS_COLOURS - 1 && (used >> colour & 1)) {
        colour++;
    }
    for (dls_int k = first; k < end; k++) {
        S->colours[group_of(S, S->rows.i[k])] |= (uint64_t)1 << colour;
    }
    if (!S->bodies) { /* W_cc may be zero */
        S->colours[c] |= (uint64_t)1 << colour;
    }
    return colour;
}

/* The order of visits. */
static void arrange(dls_sweeps *S)
{
    dls_int nc = S->T->nc, count[DLS_COLOURS] = {0};
    memset(S->colours, 0, (size_t)S->groups * sizeof *S->colours);
    for (dls_int c = 0; c < nc; c++) {
        S->mark[c] = choose_colour(S, c);
        count[S->mark[c]]++;
    }
    for (dls_int k = 0, start = 0; k < DLS_COLOURS; k++) {
        S->end[k] = start;
        start += count[k];
    }
    for (dls_int c = 0; c < nc; c++) {
        S->visits[S->end[S->mark[c]]++].contact = c;
    }
}

/* ---- what it weighs ---- */

/* M = L L', body by body; false: it is singular */
static bool factorise(dls_sweeps *S)
{
    const dls_parts *B = S->bodies;
    dls_view M = S->T->problem->M;
    dls_zero(S->row[S->groups], S->L);
    for (dls_int j = 0; j < M.cols; j++) {
        for (dls_int k = M.p[j]; k < M.p[j + 1]; k++) {
            dls_int p = B->place[M.i[k]];
            if (p >= B->place[j]) {
                S->L[S->row[B->of[j]] + p * (p + 1) / 2 + B->place[j]] += M.x[k];
            }
        }
    }
    bool regular = true;
    for (dls_int g = 0; g < S->groups; g++) {
        double *L = S->L + S->row[g];
        for (dls_int i = 0; i < coordinates_of(S, g); i++) {
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

void dls_friction_sweeps_forward(const dls_sweeps *S, dls_int group, int d, double *x)
{
    const double *L = S->L + S->row[group];
    for (dls_int i = 0; i < coordinates_of(S, group); i++, L += i) {
        for (int t = 0; t < d; t++) {
            double sum = x[i * d + t];
            for (dls_int j = 0; j < i; j++) {
                sum -= L[j] * x[j * d + t];
            }
            x[i * d + t] = sum / L[i];
        }
    }
}

static void weigh_bodies(dls_sweeps *S, const dls_visit *V, double *W)
{
    const dls_parts *B = S->bodies;
    int d = S->T->d;
    for (int i = 0; i < d; i++) {
        dls_int row = V->contact * d + i;
        for (dls_int k = S->rows.p[row]; k < S->rows.p[row + 1]; k++) {
            dls_int j = S->rows.i[k];
            S->value[(S->mark[B->of[j]] + B->place[j]) * d + i] += S->rows.x[k];
        }
    }
    for (dls_int at = V->first; at < V->end;) {
        dls_int g = B->of[B->member[S->touch[at]]];
        dls_friction_sweeps_forward(S, g, d, S->value + at * d);
        at += coordinates_of(S, g);
    }
    for (dls_int at = V->first; at < V->end; at++) {
        for (int k = 0; k < d * d; k++) {
            W[k] += S->value[at * d + k / d] * S->value[at * d + k % d];
        }
    }
}

static void weigh_contacts(dls_sweeps *S, const dls_visit *V, double *W)
{
    int d = S->T->d;
    for (int i = 0; i < d; i++) {
        dls_int row = V->contact * d + i;
        for (dls_int k = S->rows.p[row]; k < S->rows.p[row + 1]; k++) {
            dls_int c = dls_friction_contact_of(d, S->rows.i[k]), j = S->rows.i[k] - c * d;
            double *block = c == V->contact ? W : S->value + S->mark[c] * d * d;
            block[i * d + j] += S->rows.x[k];
        }
    }
}

static void fill(dls_sweeps *S)
{
    dls_friction_task *T = S->T;
    dls_int nc = T->nc, at = 0, width = S->bodies ? T->d : T->d * T->d;
    arrange(S);
    dls_zero(S->touched * width, S->value);
    for (dls_int g = 0; g < DLS_MAX(S->groups, nc); g++) {
        S->mark[g] = -1;
    }
    for (dls_visit *V = S->visits; V < S->visits + nc; V++) {
        double W[DLS_FRICTION_DIM * DLS_FRICTION_DIM] = {0};
        V->first = at;
        V->end = at = list_touched(S, V->contact, at);
        if (S->bodies) {
            weigh_bodies(S, V, W);
        } else {
            weigh_contacts(S, V, W);
        }
        dls_law_block_prepare(T->d, T->problem->mu[V->contact], W, &V->block);
    }
}

/* ---- memory ---- */

static void lay_out_lists(void *object, dls_room *room)
{
    dls_sweeps *S = object;
    dls_friction_task *T = S->T;
    dls_view A = S->bodies ? T->problem->H : T->problem->W;
    dls_mat_take(room, &S->rows, A.cols, A.rows, dls_entries(A));
    S->visits = DLS_TAKE(room, dls_visit, T->nc);
    S->mark = DLS_TAKE(room, dls_int, DLS_MAX(S->groups, T->nc));
    S->colours = DLS_TAKE(room, uint64_t, S->groups);
    S->row = DLS_TAKE(room, dls_int, S->groups + 1);
    S->y = DLS_TAKE(room, double, T->n);
}

static void lay_out_values(void *object, dls_room *room)
{
    dls_sweeps *S = object;
    int d = S->T->d;
    S->touch = DLS_TAKE(room, dls_int, S->touched);
    S->value = DLS_TAKE(room, double, S->touched *(S->bodies ? d : d * d));
    S->L = DLS_TAKE(room, double, S->row[S->groups]);
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
    S->groups = B ? B->count : T->nc;
    if ((T->problem->global && !B) || !dls_pool_make(&T->pool, lay_out_lists, S)) {
        return dls_fail_memory(fault);
    }
    dls_mat_fill_transpose(&S->rows, B ? T->problem->H : T->problem->W, NULL);
    for (dls_int g = 0; g < S->groups; g++) {
        dls_int count = B ? coordinates_of(S, g) : 0;
        S->row[g + 1] = S->row[g] + count * (count + 1) / 2;
        S->mark[g] = -1;
    }
    for (dls_int c = 0; c < T->nc; c++) {
        S->touched = list_touched(S, c, S->touched);
    }
    S->large = B && dls_friction_bodies_large(B, (double)(S->touched * T->d));
    if (!S->large && !dls_pool_make(&T->pool, lay_out_values, S)) {
        return dls_fail_memory(fault);
    }
    T->kept[DLS_WORK_SWEEPS] = S;
    return DLS_OK;
}

dls_error dls_friction_sweeps_of(dls_friction_task *T, dls_sweeps **out, dls_fault *fault)
{
    bool global = T->problem->global;
    *out = NULL;
    dls_error error = T->kept[DLS_WORK_SWEEPS] ? DLS_OK : create(T, fault);
    dls_sweeps *S = T->kept[DLS_WORK_SWEEPS];
    if (error || S->large) {
        return error;
    }
    if (S->version != T->version) {
        dls_mat_fill_transpose(&S->rows, global ? T->problem->H : T->problem->W, NULL);
        S->regular = !global || factorise(S);
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
