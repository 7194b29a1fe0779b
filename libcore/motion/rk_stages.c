/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Newton's matrix of all free stages at once, sparse, with the Jacobians of the force where the
   step begins and mass and gradients in its middle:
     [M (x) I - h A (x) fv - h^2 A^2 (x) fq, -F (x) I; G' (x) I, 0]
   On the right what is left of the equations; in index 1, where M and G change, M (W' - W) and
   G'(W' - W) for the accelerations W' at the stages. */
#include <math.h>

#include "motion/rk_implicit.h"

static void lay_out(void *object, dls_room *room)
{
    dls_rk *S = object;
    dls_rk_implicit *I = S->implicit;
    dls_int N = S->n * I->free, most = S->all * I->free;
    I->A.p = DLS_TAKE(room, dls_int, N + 1);
    I->G.p = DLS_TAKE(room, dls_int, most + 1);
    I->F.p = DLS_TAKE(room, dls_int, most + 1);
    I->sum = dls_scatter_take(room, N);
}

static void add_column(dls_scatter *sum, double factor, dls_view A, dls_int c, dls_int below)
{
    for (dls_int k = A.p[c]; factor != 0 && k < A.p[c + 1]; k++) {
        dls_scatter_add(sum, below + A.i[k], factor * A.x[k]);
    }
}

static bool put_stages(dls_rk *S, const dls_rk_trial *X, dls_view M, dls_view fv, dls_view fq)
{
    dls_rk_implicit *I = S->implicit;
    dls_int n = S->n, N = n * I->free;
    I->A.rows = I->A.cols = N;
    for (dls_int column = 0; column < N; column++) {
        dls_int c = column % n, j = column / n;
        for (int k = 0; k < I->free; k++) {
            dls_int at = (I->first + k) * S->s + I->first + j;
            add_column(&I->sum, k == j, M, c, k * n);
            add_column(&I->sum, -X->h * S->T->A[at], fv, c, k * n);
            add_column(&I->sum, -X->h * X->h * I->A2[at], fq, c, k * n);
        }
        if (!dls_scatter_collect(&I->sum, 0, N, &I->A, &I->room_A, column)) {
            return false;
        }
    }
    return true;
}

/* to := G (x) I */
static bool repeat(const dls_rk *S, dls_view G, dls_mat *to, dls_int *room)
{
    dls_int at = 0, count = G.cols, free = S->implicit->free, entries = dls_entries(G) * free;
    to->rows = S->n * free;
    to->cols = count * free;
    if (!dls_mat_grow(to, room, entries)) {
        return false;
    }
    for (dls_int c = 0; c < to->cols; c++) {
        for (dls_int k = G.p[c % count]; k < G.p[c % count + 1]; k++) {
            to->i[at] = G.i[k] + c / count * S->n;
            to->x[at++] = G.x[k];
        }
        to->p[c + 1] = at;
    }
    return true;
}

static dls_error load(dls_rk *S, const dls_rk_trial *X, dls_fault *fault)
{
    dls_rk_implicit *I = S->implicit;
    const dls_rk_gradients *P = &I->frozen_at;
    const dls_motion_values *E = &S->R->here;
    bool apart = P->f.p != P->g.p; /* contacts slip */
    bool done = put_stages(S, X, S->stage.M, E->fv, E->fq);
    done = done && repeat(S, P->g, &I->G, &I->room_G);
    done = done && (!apart || repeat(S, P->f, &I->F, &I->room_F));
    if (!done) {
        return dls_fail_memory(fault);
    }
    dls_percussion_problem Q = {
        .A = dls_see(&I->A), .G = dls_see(&I->G), .B = S->none, .d = 1, .host = S->R->watch.host};
    Q.B.rows = I->A.rows;
    Q.F = apart ? dls_see(&I->F) : Q.F;
    S->R->stats.factorisations++;
    return I->stages ? dls_motion_percussion_load(I->stages, &Q, fault)
                     : dls_percussion_setup(&Q, &I->stages, fault);
}

/* Without forces that change the matrices of the middle do as well: I->idle. */
dls_error dls_motion_rk_stages(dls_rk *S, const dls_rk_trial *X, dls_fault *fault)
{
    dls_rk_implicit *I = S->implicit;
    dls_motion_values *E = &S->R->here;
    dls_error error =
        dls_motion_evaluate(S->R->source, E, DLS_PARTS_JACOBIAN, X->y->t, X->y->q, X->y->v, fault);
    I->idle = !error && dls_max_abs(E->fv) == 0 && dls_max_abs(E->fq) == 0;
    if (error || I->idle) {
        return error;
    }
    if (!I->A.p && !dls_pool_make(&I->sparse, lay_out, S)) {
        return dls_fail_memory(fault);
    }
    error = dls_motion_rk_middle(S, X, fault);
    return error ? error : load(S, X, fault);
}

bool dls_motion_rk_by_equations(const dls_rk *S, const dls_rk_trial *X)
{
    const dls_rk_implicit *I = S->implicit;
    return X->index == 2 || (dls_rk_with_jacobians(I) && !I->whole && S->R->fixed);
}

dls_error dls_motion_rk_stages_solve(dls_rk *S, const dls_rk_trial *X, dls_fault *fault)
{
    dls_rk_implicit *I = S->implicit;
    dls_percussion *K = I->stages;
    dls_int n = S->n, m = S->count, N = n * I->free;
    bool solved = true;
    dls_zero(N + m * I->free, K->D.left);
    for (int k = 0; k < I->free; k++) {
        double *r = K->D.left + k * n, *c = K->D.left + N + k * m;
        if (!dls_motion_rk_by_equations(S, X)) {
            dls_mul(S->stage.M, 1, I->dW + k * n, r);
            dls_set_mul_t(I->frozen_at.g, I->dW + k * n, c);
        } else {
            dls_copy(n, I->r + k * n, r);
            dls_axpy(m, -1, I->cs + k * S->all, c);
            dls_zero(m, I->dL + k * S->all);
        }
    }
    dls_error error = dls_delassus_solve(&K->D, &solved, fault);
    S->R->stats.solves++;
    if (!error && !(solved && dls_finite(N + m * I->free, K->D.right))) {
        return dls_motion_refuse(S->report, "the stages of %s have no solution", S->T->name);
    }
    dls_copy(N, K->D.right, I->dW);
    for (int k = 0; k < I->free; k++) {
        dls_axpy(m, 1, K->D.right + N + k * m, I->dL + k * S->all);
    }
    return error;
}
