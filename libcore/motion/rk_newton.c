/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Newton's method on the stages of index 2 with all derivatives by differences: for steps near
   singular positions, where nothing may be frozen. Unknowns (W_i, L_i) of the free stages:
     M W - f - G L = 0,  (G'V + w)/h = 0. */
#include <math.h>

#include "motion/rk_implicit.h"

/* The arrays, for the rows that take part now. */
typedef struct {
    dls_pool pool;
    dls_int n, nq, m, N; /* N = n + m */
    int free;
    double *J, *z, *Dq, *Dv, *Dw, *room, *q, *v;
    int *pivots;
} full;

static void lay_out(void *object, dls_room *room)
{
    full *P = object;
    dls_int N = P->N, size = N * P->free;
    P->J = DLS_TAKE(room, double, size *size);
    P->z = DLS_TAKE(room, double, size);
    P->Dq = DLS_TAKE(room, double, N * P->n);
    P->Dv = DLS_TAKE(room, double, N * P->n);
    P->Dw = DLS_TAKE(room, double, N *N);
    P->room = DLS_TAKE(room, double, DLS_SLOPE_ROOM *N);
    P->q = DLS_TAKE(room, double, P->nq);
    P->v = DLS_TAKE(room, double, P->n);
    P->pivots = DLS_TAKE(room, int, size);
}

/* The equations r of stage i at (q, v) */
static dls_error equations(dls_rk *S, const dls_rk_trial *X, int i, const double *q,
                           const double *v, double *r, dls_fault *fault)
{
    dls_rk_gradients *P = &S->at;
    unsigned parts = DLS_PART_MASS | DLS_PART_FORCE;
    dls_error error = dls_motion_rk_look(S, &S->stage, parts, S->rows, S->count,
                                         X->y->t + S->T->c[i] * X->h, q, v, P, fault);
    if (!error) {
        dls_motion_rk_power(S, &S->stage, v, S->L + i * S->all, S->power + i * DLS_WORKS);
        dls_zero(S->n, r);
        dls_mul(S->stage.M, 1, S->W + i * S->n, r);
        dls_axpy(S->n, -1, S->stage.f, r);
        dls_mul(P->f, -1, S->L + i * S->all, r);
        dls_set_mul_t(P->g, v, r + S->n);
        for (dls_int k = 0; k < S->count; k++) {
            r[S->n + k] = (r[S->n + k] + P->w[k]) / X->h;
        }
    }
    return error;
}

/* Their derivative to W and L, where they were evaluated last: [M -G; 0 0] */
static void to_unknowns(const dls_rk *S, full *P)
{
    dls_view M = S->stage.M, F = S->at.f;
    dls_zero(P->N * P->N, P->Dw);
    for (dls_int j = 0; j < P->N; j++) {
        dls_view from = j < P->n ? M : F;
        dls_int c = j < P->n ? j : j - P->n;
        for (dls_int k = from.p[c]; k < from.p[c + 1]; k++) {
            P->Dw[from.i[k] + j * P->N] += (j < P->n ? 1 : -1) * from.x[k];
        }
    }
}

typedef struct {
    dls_rk *S;
    const dls_rk_trial *X;
    full *P;
    int i;
    bool of_v;
} question;

/* The equations of stage i beside its state */
static dls_error beside(void *data, dls_int k, double s, double *y, double *at, dls_fault *fault)
{
    const question *Q = data;
    dls_rk *S = Q->S;
    const double *q = S->Qs + Q->i * S->nq, *v = S->V + Q->i * S->n;
    full *P = Q->P;
    dls_error error = DLS_OK;
    for (int i = 0; i < 2 && !error; i++) {
        at[i] = dls_motion_displace(S->R->source, Q->of_v, k, i ? -s : s, q, v, P->q, P->v);
        error = equations(S, Q->X, Q->i, P->q, P->v, y + i * P->N, fault);
    }
    return error;
}

/* Their derivatives to v, or to q along motions with unit velocities */
static dls_error difference(question *Q, bool of_v, dls_fault *fault)
{
    dls_rk *S = Q->S;
    full *P = Q->P;
    const double *q = S->Qs + Q->i * S->nq, *v = S->V + Q->i * S->n;
    double size = of_v ? dls_largest(S->n, v) : dls_largest(S->nq, q), doubt[2] = {0};
    dls_motion_slopes slopes = {.rows = P->N, .values = beside, .data = Q};
    slopes.source = S->R->source;
    slopes.top = dls_motion_slope_top(DLS_FIRST_BY_TWO, size);
    slopes.reach = of_v ? S->implicit->reach_v : S->implicit->reach_q;
    slopes.room = P->room;
    slopes.error = doubt;
    slopes.size = doubt + 1;
    Q->of_v = of_v;
    dls_error error = DLS_OK;
    for (dls_int k = 0; k < P->n && !error; k++) {
        error = dls_motion_slope(&slopes, k, (of_v ? P->Dv : P->Dq) + k * P->N, fault);
    }
    return error;
}

/* The rows of stage k of the whole derivative */
static void put_stage(const dls_rk *S, const dls_rk_trial *X, full *P, int k)
{
    const dls_rk_implicit *I = S->implicit;
    dls_int rows = P->N * P->free;
    for (int j = 0; j < P->free; j++) {
        int at = (I->first + k) * S->s + I->first + j;
        double first = X->h * S->T->A[at], second = X->h * X->h * I->A2[at];
        for (dls_int c = 0; c < P->N; c++) {
            double *to = P->J + (j * P->N + c) * rows + k * P->N;
            for (dls_int i = 0; i < P->N; i++) {
                to[i] = j == k ? P->Dw[i + c * P->N] : 0;
                to[i] += c < P->n ? first * P->Dv[i + c * P->N] + second * P->Dq[i + c * P->N] : 0;
            }
        }
    }
}

/* z := the change that Newton's method asks for; false: singular */
static bool newton_change(full *P)
{
    static const double LEAST = 1e-14;
    int size = (int)(P->N * P->free);
    bool regular = dls_lu_factor(size, P->J, NULL, P->pivots) > LEAST;
    if (regular) {
        dls_lu_solve(size, P->J, NULL, P->pivots, P->z);
    }
    return regular;
}

static dls_error newton(dls_rk *S, const dls_rk_trial *X, full *P, double *change, double *speed,
                        dls_fault *fault)
{
    const dls_rk_implicit *I = S->implicit;
    dls_error error = DLS_OK;
    *change = 0;
    dls_motion_rk_stage(S, X);
    for (int k = 0; k < P->free && !error; k++) {
        int i = I->first + k;
        question Q = {.S = S, .X = X, .P = P, .i = i};
        error = difference(&Q, true, fault);
        error = error ? error : difference(&Q, false, fault);
        error =
            error ? error
                  : equations(S, X, i, S->Qs + i * S->nq, S->V + i * S->n, P->z + k * P->N, fault);
        if (!error) {
            to_unknowns(S, P);
            put_stage(S, X, P, k);
        }
    }
    bool solved = !error && newton_change(P);
    for (int k = 0; k < P->free && solved; k++) {
        const double *z = P->z + k * P->N;
        dls_axpy(P->n, -1, z, S->W + (I->first + k) * S->n);
        dls_axpy(P->m, -1, z + P->n, S->L + (I->first + k) * S->all);
        *change = fmax(*change, X->h * dls_largest(P->n, z));
    }
    *change = solved ? *change : NAN;
    *speed = fmax(dls_largest(S->n, X->y->v), X->h * dls_largest(S->s * S->n, S->W));
    S->R->stats.iterations++;
    S->R->stats.factorisations++;
    return error;
}

dls_error dls_motion_rk_newton(dls_rk *S, const dls_rk_trial *X, dls_fault *fault)
{
    enum { MOST = 15 };
    static const double ROUNDING = 1e-13, ENOUGH = 1e-10;
    full P = {
        .n = S->n, .nq = S->nq, .m = S->count, .N = S->n + S->count, .free = S->implicit->free};
    if (!dls_pool_make(&P.pool, lay_out, &P)) {
        return dls_fail_memory(fault);
    }
    *S->report = (dls_motion_report){.ok = true};
    S->implicit->known = false;
    double change = NAN, speed = 0;
    dls_error error = dls_motion_rk_guess(S, X, fault);
    for (int k = 0; k < MOST && !error && S->report->ok; k++) {
        error = newton(S, X, &P, &change, &speed, fault);
        if (change <= ROUNDING * speed || !isfinite(change) || dls_motion_over(S->R, S->report)) {
            break;
        }
    }
    S->report->ok = S->report->ok && change <= ENOUGH * speed;
    dls_pool_free(&P.pool);
    return error;
}
