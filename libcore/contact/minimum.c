/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reactions of minimum norm, for one acceleration. */
#include <math.h>
#include <stdio.h>

#include "contact/active.h"

enum { TEXT = 120 };
/* Of the largest force: what pulls; what is left of the equations by two solutions of them; what
   presses, by more than both. Of the length: shorter reactions than those would be no minimum. */
static const double PULLS = 1e-12, LEFT = 1e-11, PRESSES = 1e-9, LONGER = 1e-9;

static void lay_out(void *object, dls_room *room)
{
    dls_active *W = object;
    const dls_contact_system *S = &W->N->S;
    dls_int n = S->M.cols, columns = dls_active_columns(W);
    W->strict = DLS_TAKE(room, bool, S->Gu.cols);
    W->tight = DLS_TAKE(room, bool, S->Gu.cols);
    W->use = DLS_TAKE(room, bool, S->Gu.cols);
    W->sign = DLS_TAKE(room, double, S->Gb.cols);
    W->a = DLS_TAKE(room, double, n);
    W->values = DLS_TAKE(room, double, n + columns);
    W->room = dls_entries(S->M) + 2 * dls_entries(S->Gb) + dls_entries(W->P->Gb) +
              dls_entries(S->Gu) + dls_entries(W->P->Gu) + dls_entries(W->P->Ht);
    dls_mat_take(room, &W->G, n, columns, W->room);
    W->sum = dls_scatter_take(room, n);
    W->zero = DLS_TAKE(room, dls_int, n + 1);
    W->R = DLS_TAKE(room, double, n);
    DLS_TAKE_NUMBERS(room, columns, &W->l, &W->unit, &W->none);
}

/* Units of the columns of G. */
static void units(dls_active *W)
{
    const dls_contact_system *S = &W->N->S;
    const dls_contact_answer *u = &W->N->unit;
    dls_int at = S->Gb.cols;
    dls_copy(at, u->nb, W->unit);
    for (dls_int c = 0; c < S->Gu.cols; c++) {
        if (W->use[c]) {
            W->unit[at++] = u->nu[c];
        }
    }
    for (dls_int j = 0; j < W->P->nt; j++) {
        W->unit[at++] = (j < W->P->from_b ? u->tb : u->tu)[W->P->k[j]];
    }
}

/* l: G l = M a + F, the shortest in the caller's units, there of length `length`. residual: what
   is left of the equations. */
static dls_error shortest(dls_active *W, double *length, double *residual, dls_fault *fault)
{
    const double size = W->N->size;
    dls_mat *G = &W->G;
    dls_kkt_result result;
    if (!dls_active_pulls(W, W->use)) {
        return dls_fail_memory(fault);
    }
    units(W);
    for (dls_int j = 0; j < G->cols; j++) {
        for (dls_int t = G->p[j]; t < G->p[j + 1]; t++) {
            G->x[t] *= size / W->unit[j];
        }
    }
    dls_view none = {G->rows, G->rows, W->zero, NULL, NULL};
    dls_error error = dls_kkt_once(none, dls_see(G), W->R, W->none, W->a, W->l, &result, fault);
    if (!error && result.outcome == DLS_NUMERICAL_TROUBLE) {
        error = DLS_ERROR_NUMERICAL;
    }
    dls_copy(G->rows, W->R, W->a);
    dls_mul(dls_see(G), -1, W->l, W->a);
    *residual = dls_largest(G->rows, W->a);
    *length = size * dls_norm(G->cols, W->l);
    for (dls_int j = 0; j < G->cols; j++) {
        W->l[j] *= size / W->unit[j];
    }
    return error;
}

/* The contacts that would pull are left out, until none does. */
static dls_error press(dls_active *W, double *length, double *residual, bool *pull,
                       dls_fault *fault)
{
    enum { PASSES = 10 };
    const double least = -PULLS * W->force;
    dls_error error = DLS_OK;
    *pull = true;
    for (int pass = 0; !error && *pull && pass < PASSES; pass++) {
        error = shortest(W, length, residual, fault);
        *pull = false;
        for (dls_int c = 0, at = W->N->S.Gb.cols; !error && c < W->N->S.Gu.cols; c++) {
            if (W->use[c] && W->l[at++] < least) {
                W->use[c] = false;
                *pull = true;
            }
        }
    }
    return error;
}

/* |reactions| in the caller's units */
static double reaction_length(const dls_active *W)
{
    const dls_contact_system *S = &W->N->S;
    const dls_contact_answer *u = &W->N->unit;
    double sum = 0;
    for (dls_int c = 0; c < S->Gb.cols; c++) {
        sum = hypot(sum, u->nb[c] * W->v.nb[c]);
    }
    for (dls_int c = 0; c < S->Gu.cols; c++) {
        sum = hypot(sum, u->nu[c] * W->v.nu[c]);
    }
    for (dls_int j = 0; j < W->P->nt; j++) {
        dls_int k = W->P->k[j];
        sum = hypot(sum, j < W->P->from_b ? u->tb[k] * W->v.tb[k] : u->tu[k] * W->v.tu[k]);
    }
    return sum;
}

/* The reactions l take the place of those of x. */
static void take_reactions(dls_active *W, dls_verdict *unique, char *text)
{
    const dls_contact_system *S = &W->N->S;
    double *nb = W->x + S->M.cols, *nu = nb + S->Gb.cols;
    dls_int at = S->Gb.cols;
    bool all = true, fewer = false;
    dls_copy(S->Gb.cols, W->l, nb);
    for (dls_int c = 0; c < S->Gu.cols; c++) {
        nu[c] = W->use[c] ? W->l[at++] : 0;
        fewer = fewer || (W->tight[c] && !W->use[c]);
        all = all && (!W->tight[c] || nu[c] > PRESSES * W->force);
        nu[c] = fmax(nu[c], 0);
    }
    dls_contact_rub(S, W->P, W->l + at, W->x);
    snprintf(text, TEXT, "; reactions not unique: of minimum norm%s",
             fewer ? " on the contacts that press" : "");
    if (*unique == DLS_UNDECIDED && all) {
        *unique = DLS_NO; /* all the reactions may move along the kernel */
    }
}

static dls_error minimise(dls_active *W, dls_verdict *unique, char *text, dls_fault *fault)
{
    const dls_contact_system *S = &W->N->S;
    double length = 0, residual = 0;
    bool pull;
    dls_copy(S->M.cols, S->F, W->R);
    dls_mul(S->M, 1, W->x, W->R);
    for (dls_int c = 0; c < S->Gu.cols; c++) {
        W->use[c] = W->tight[c];
    }
    dls_error error = press(W, &length, &residual, &pull, fault);
    if (error == DLS_ERROR_NUMERICAL) {
        snprintf(text, TEXT, "; reactions not unique, those of minimum norm were not found");
        return DLS_OK;
    } else if (error) {
        return error;
    }
    bool wrong = pull || residual > LEFT * fmax(dls_largest(S->M.cols, W->R), W->force);
    for (dls_int k = 0; k < W->P->nm; k++) {
        dls_int c = W->P->m[k];
        wrong = wrong || W->sign[c] * W->l[c] < -PULLS * W->force;
    }
    if (wrong || length > reaction_length(W) * (1 + LONGER)) {
        snprintf(text, TEXT,
                 "; reactions not unique, and not of minimum norm (that would pull at a contact)");
    } else {
        take_reactions(W, unique, text);
    }
    return DLS_OK;
}

dls_error dls_contact_minimum(const dls_contact_scaled *N, const dls_contact_problem *P, bool law,
                              double *x, dls_verdict *unique, char *text, dls_fault *fault)
{
    dls_active W = {.N = N, .P = P, .x = x, .v = dls_contact_answer_at(&N->S, x)};
    dls_pool pool = {NULL, 0};
    bool independent = false;
    text[0] = '\0';
    if (!dls_pool_make(&pool, lay_out, &W)) {
        return dls_fail_memory(fault);
    }
    dls_active_look(&W);
    dls_error error = dls_active_unique(&W, &independent, unique, fault);
    if (!error && !independent && !law) {
        error = minimise(&W, unique, text, fault);
    }
    dls_pool_free(&pool);
    return error;
}
