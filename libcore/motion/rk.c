/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The workspace of Runge-Kutta schemes, and its small change. */
#include "motion/rk.h"

#include <math.h>
#include <string.h>

#include "motion/events.h"

enum { DENSE = 40000 }; /* numbers for the gradients of a search for independent ones */

static void take_state(const dls_rk *S, dls_room *room, dls_rk_state *y)
{
    y->q = DLS_TAKE(room, double, S->nq);
    y->v = DLS_TAKE(room, double, S->n);
    y->p = DLS_TAKE(room, double, S->all);
    y->g = DLS_TAKE(room, double, S->nu);
    y->u = DLS_TAKE(room, double, S->nu);
}

static void take_found(const dls_rk *S, dls_room *room, dls_rk_found *x)
{
    x->happened = DLS_TAKE(room, bool, S->nu);
    x->closed = DLS_TAKE(room, bool, S->nu);
    x->pulls = DLS_TAKE(room, bool, S->nu);
    x->value = DLS_TAKE(room, double, S->nu);
    x->rate = DLS_TAKE(room, double, S->nu);
}

static void take_gradients(const dls_rk *S, dls_room *room, dls_rk_gradients *P)
{
    P->G.p = DLS_TAKE(room, dls_int, S->all + 1);
    P->F.p = DLS_TAKE(room, dls_int, S->all + 1);
    P->w = DLS_TAKE(room, double, S->all);
}

static void lay_out_contacts(dls_rk *S, dls_room *room, dls_rk_contacts *C)
{
    bool **flags[] = {&C->active,       &C->hit,   &C->closes, &C->was_closed,
                      &C->was_slipping, &C->pulls, &C->unsure, &C->restless};
    double **each[] = {&C->mu,    &C->e,    &C->et,   &C->law, &C->normal,
                       &C->later, &C->push, &C->weak, &C->low, &C->high};
    double **rows[] = {&C->c, &C->s, &C->p, &C->full};
    double **coordinates[] = {&C->r, &C->v, &C->ahead};
    for (size_t k = 0; k < sizeof flags / sizeof *flags; k++) {
        *flags[k] = DLS_TAKE(room, bool, S->nu);
    }
    for (size_t k = 0; k < sizeof each / sizeof *each; k++) {
        *each[k] = DLS_TAKE(room, double, S->nu);
    }
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        *rows[k] = DLS_TAKE(room, double, S->all);
    }
    for (size_t k = 0; k < sizeof coordinates / sizeof *coordinates; k++) {
        *coordinates[k] = DLS_TAKE(room, double, S->n);
    }
    C->taken = DLS_TAKE(room, bool, S->all);
    C->u = DLS_TAKE(room, double, S->R->nt);
    C->set = DLS_TAKE(room, dls_int, S->nu);
    C->rows = DLS_TAKE(room, dls_int, S->all);
    C->list = DLS_TAKE(room, dls_int, S->all);
    C->empty = DLS_TAKE(room, dls_int, S->n + 1);
    C->dense = DLS_MIN(S->n * S->all, DENSE);
    C->G = DLS_TAKE(room, double, C->dense);
    take_gradients(S, room, &C->bilateral);
    take_gradients(S, room, &C->contacts);
}

static void lay_out_stages(dls_rk *S, dls_room *room)
{
    S->V = DLS_TAKE(room, double, S->n * S->s);
    S->W = DLS_TAKE(room, double, S->n * S->s);
    S->L = DLS_TAKE(room, double, S->all * S->s);
    S->Qs = DLS_TAKE(room, double, S->nq * S->s);
    S->power = DLS_TAKE(room, double, DLS_WORKS * S->s);
    S->D = S->R->model.advance ? DLS_TAKE(room, double, S->nq * S->s) : S->V;
    S->Q = DLS_TAKE(room, double, S->nq);
    S->qbar = DLS_TAKE(room, double, 2 * S->nq);
    S->vbar = DLS_TAKE(room, double, S->n);
    S->zero = DLS_TAKE(room, double, S->n);
    S->bias = DLS_TAKE(room, double, S->all);
    S->lambda = DLS_TAKE(room, double, S->all);
    S->turning = DLS_TAKE(room, double, S->R->nt);
    S->path.g = DLS_TAKE(room, double, (DLS_RK_LEVELS + 1) * S->nu);
    S->path.u = DLS_TAKE(room, double, (DLS_RK_LEVELS + 1) * S->nu);
    S->path.rate[0] = DLS_TAKE(room, double, S->nq);
    S->path.rate[1] = DLS_TAKE(room, double, S->nq);
}

static void lay_out_implicit(dls_rk *S, dls_room *room, dls_rk_implicit *I)
{
    dls_int s = S->s, size = S->remembered;
    I->A2 = DLS_TAKE(room, double, s *s);
    I->inverse = DLS_TAKE(room, double, s *s);
    I->lagrange = DLS_TAKE(room, double, s *s);
    I->dW = DLS_TAKE(room, double, S->n *s);
    I->dL = DLS_TAKE(room, double, S->all *s);
    I->r = DLS_TAKE(room, double, S->n *s);
    I->cs = DLS_TAKE(room, double, S->all *s);
    I->PW = DLS_TAKE(room, double, S->n *s);
    I->reach_v = DLS_TAKE(room, dls_motion_reach, S->n);
    I->reach_q = DLS_TAKE(room, dls_motion_reach, S->n);
    I->PL = DLS_TAKE(room, double, S->all *s);
    I->frozen_q = DLS_TAKE(room, double, S->nq);
    I->frozen_memory = DLS_TAKE(room, double, size);
    I->memory = DLS_TAKE(room, double, size);
    I->newton_memory = DLS_TAKE(room, double, size);
    take_gradients(S, room, &I->frozen_at);
}

static void lay_out(void *object, dls_room *room)
{
    dls_rk *S = object;
    dls_rk_state *states[] = {&S->y, &S->z, &S->x, &S->before, &S->after};
    for (size_t k = 0; k < sizeof states / sizeof *states; k++) {
        take_state(S, room, states[k]);
    }
    for (int k = 0; k < DLS_RK_HALVES; k++) {
        take_state(S, room, S->half + k);
    }
    for (int k = 0; k < 2; k++) {
        dls_rk_start *X = S->starts + k;
        X->q = DLS_TAKE(room, double, S->nq);
        X->v = DLS_TAKE(room, double, S->n);
        X->a = DLS_TAKE(room, double, S->n);
        X->lambda = DLS_TAKE(room, double, S->all);
        X->memory = DLS_TAKE(room, double, S->remembered);
    }
    take_found(S, room, &S->begin);
    take_found(S, room, &S->found);
    take_found(S, room, &S->what);
    take_gradients(S, room, &S->at);
    take_gradients(S, room, &S->beside);
    S->active = DLS_TAKE(room, dls_int, S->nu);
    S->rows = DLS_TAKE(room, dls_int, S->all);
    S->set = DLS_TAKE(room, dls_int, S->all);
    S->bilateral = DLS_TAKE(room, dls_int, S->nb);
    S->speed = DLS_TAKE(room, double, S->nu);
    S->sum = dls_scatter_take(room, S->n);
    lay_out_stages(S, room);
    lay_out_implicit(S, room, S->implicit);
    lay_out_contacts(S, room, S->contacts);
}

/* X = A^-1 by columns, of order s <= 4: A is given by rows */
static void invert_tableau(int s, const double *A, double *X)
{
    enum { MOST = 36 };
    double L[MOST];
    int pivots[6];
    for (int i = 0; i < s; i++) {
        for (int j = 0; j < s; j++) {
            L[i + j * s] = A[i * s + j];
            X[i + j * s] = i == j;
        }
    }
    dls_lu_factor(s, L, NULL, pivots);
    for (int j = 0; j < s; j++) {
        dls_lu_solve(s, L, NULL, pivots, X + j * s);
    }
    for (int i = 0; i < s; i++) { /* back to rows */
        for (int j = 0; j < i; j++) {
            double x = X[i + j * s];
            X[i + j * s] = X[j + i * s];
            X[j + i * s] = x;
        }
    }
}

static void of_tableau(dls_rk *S)
{
    dls_rk_implicit *I = S->implicit;
    const dls_motion_tableau *T = S->T;
    int s = S->s;
    double part[36], power[36];
    if (T->explicit_) {
        return;
    }
    for (int i = 0; i < s; i++) {
        double x = 1;
        for (int j = 0; j < s; j++, x *= T->c[i]) {
            power[i * s + j] = x;
            for (int k = 0; k < s; k++) {
                I->A2[i * s + j] += T->A[i * s + k] * T->A[k * s + j];
            }
        }
    }
    for (int i = 0; i < I->free; i++) {
        for (int j = 0; j < I->free; j++) {
            part[i * I->free + j] = T->A[(I->first + i) * s + I->first + j];
        }
    }
    invert_tableau(I->free, part, I->inverse);
    invert_tableau(s, power, I->lagrange);
}

static void free_gradients(dls_rk_gradients *P)
{
    dls_mat *parts[] = {&P->G, &P->F};
    for (int k = 0; k < 2; k++) {
        dls_free(parts[k]->i);
        dls_free(parts[k]->x);
    }
}

static void free_stages(dls_rk_implicit *I)
{
    dls_mat *parts[] = {&I->A, &I->G, &I->F};
    for (int k = 0; k < 3; k++) {
        dls_free(parts[k]->i);
        dls_free(parts[k]->x);
    }
    dls_percussion_free(I->stages);
    dls_pool_free(&I->sparse);
    dls_pool_free(&I->pool);
}

void dls_motion_rk_free(dls_motion_run *R)
{
    dls_rk *S = R->workspace;
    if (!S) {
        return;
    }
    free_gradients(&S->at);
    free_gradients(&S->beside);
    dls_percussion_free(S->saddle);
    if (S->implicit) {
        free_gradients(&S->implicit->frozen_at);
        dls_percussion_free(S->implicit->frozen);
        free_stages(S->implicit);
    }
    if (S->contacts) {
        free_gradients(&S->contacts->bilateral);
        free_gradients(&S->contacts->contacts);
        dls_percussion_free(S->contacts->P);
    }
    dls_free(S->pieces.data);
    dls_free(S->implicit);
    dls_free(S->contacts);
    dls_pool_free(&S->pool);
    dls_free(S);
    R->workspace = NULL;
}

dls_error dls_motion_rk_new(dls_motion_run *R, dls_fault *fault)
{
    dls_rk *S = R->workspace = DLS_NEW(dls_rk, 1);
    if (!S) {
        return dls_fail_memory(fault);
    }
    S->implicit = DLS_NEW(dls_rk_implicit, 1);
    S->contacts = DLS_NEW(dls_rk_contacts, 1);
    S->R = R;
    S->T = R->tableau;
    S->n = R->n;
    S->nq = R->nq;
    S->nb = R->nb;
    S->nu = R->nu;
    S->all = R->np;
    S->d = R->d;
    S->s = S->T->stages;
    S->sets = -1;
    S->remembered = dls_motion_rk_memories(R) - 3;
    bool made = S->implicit && S->contacts;
    if (made) {
        S->implicit->first = S->T->first;
        S->implicit->free = S->s - S->T->first;
        made = dls_pool_make(&S->pool, lay_out, S);
    }
    if (!made) {
        return dls_fail_memory(fault);
    }
    S->none = (dls_view){S->n, 0, S->contacts->empty, NULL, NULL};
    of_tableau(S);
    dls_error error = dls_motion_values_new(R->source, &S->pool, &S->stage, fault);
    return error ? error : dls_motion_values_new(R->source, &S->pool, &S->bar, fault);
}

/* Differences of the model's own advance, with an error of the fourth power of the length. */
void dls_motion_rk_rate(dls_rk *S, const double *q, const double *v, double *rate)
{
    static const double LENGTH = 1e-3;
    if (!S->R->model.advance) { /* rates are the velocities themselves */
        return;
    }
    double s = LENGTH / fmax(1, dls_largest(S->n, v)), *a = S->qbar, *b = S->qbar + S->nq;
    dls_zero(S->nq, rate);
    for (int k = 1; k <= 2; k++) {
        double weight = k == 1 ? 4.0 / 3 : -1.0 / 3;
        dls_motion_advance(S->R->source, q, v, k * s, a);
        dls_motion_advance(S->R->source, q, v, -k * s, b);
        dls_axpy(S->nq, weight / (2 * k * s), a, rate);
        dls_axpy(S->nq, -weight / (2 * k * s), b, rate);
    }
}

bool dls_motion_rk_normalise(dls_rk *S)
{
    static const double LITTLE = 1e-4;
    double off = 0;
    if (S->R->model.advance) {
        dls_motion_advance(S->R->source, S->y.q, S->y.v, 0, S->Q);
        for (dls_int k = 0; k < S->nq; k++) {
            off = fmax(off, fabs(S->Q[k] - S->y.q[k]));
        }
    }
    if (off > LITTLE) {
        dls_copy(S->nq, S->Q, S->y.q);
    }
    return off > LITTLE;
}

void dls_motion_rk_copy(const dls_rk *S, const dls_rk_state *from, dls_rk_state *to)
{
    to->t = from->t;
    to->tolerance = from->tolerance;
    dls_copy(S->nq, from->q, to->q);
    dls_copy(S->n, from->v, to->v);
    dls_copy(S->all, from->p, to->p);
    dls_copy(DLS_WORKS, from->work, to->work);
    dls_copy(S->nu, from->g, to->g);
    dls_copy(S->nu, from->u, to->u);
}
