/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accelerations of contacts some of which slip. With u = W p + q:
     slipping   0 <= u_N _|_ p_N >= 0,  p_T = -mu p_N s, s the direction of the velocity
     at rest    Coulomb's law for the accelerations u
   In the plane that is one linear complementarity problem (ALLSTICK (5), (69)): with t = p_T of the
   contacts at rest and u_T = a - b,  0 <= a _|_ mu p_N + t >= 0,  0 <= b _|_ mu p_N - t >= 0. In
   space contacts take turns until nothing changes. */
#include <math.h>
#include <stdio.h>

#include "law/law.h"
#include "motion/events.h"

typedef struct {
    dls_pool pool;
    const dls_rk_contacts *C;
    dls_int nc, ns, N;     /* contacts, those at rest with friction, unknowns */
    dls_int *resting;      /* place of a contact among those; -1: none */
    double *s;             /* directions, (d - 1) per contact */
    double *M, *q, *x, *w; /* of the complementarity problem */
    dls_int *p, *i;
} mixed;

static void lay_out(void *object, dls_room *room)
{
    mixed *Q = object;
    Q->resting = DLS_TAKE(room, dls_int, Q->nc);
    Q->s = DLS_TAKE(room, double, 2 * Q->nc);
}

static void lay_out_plane(void *object, dls_room *room)
{
    mixed *Q = object;
    Q->M = DLS_TAKE(room, double, Q->N * Q->N);
    Q->i = DLS_TAKE(room, dls_int, Q->N * Q->N);
    Q->p = DLS_TAKE(room, dls_int, Q->N + 1);
    Q->q = DLS_TAKE(room, double, Q->N);
    Q->x = DLS_TAKE(room, double, Q->N);
    Q->w = DLS_TAKE(room, double, Q->N);
}

static void sort(mixed *Q)
{
    const dls_rk_contacts *C = Q->C;
    int e = C->d - 1;
    for (dls_int a = 0; a < Q->nc; a++) {
        double speed = dls_norm(e, C->u + a * e);
        bool slips = speed > 0;
        Q->resting[a] = !slips && C->mu[a] > 0 ? Q->ns++ : -1;
        for (int k = 0; k < e; k++) {
            Q->s[a * e + k] = slips ? C->u[a * e + k] / speed : 0;
        }
    }
}

/* Entry of W for rows of contact a: its answer at row `row` to a normal reaction (with the friction
   that comes with it) of contact b */
static double answer(const mixed *Q, dls_int row, dls_int b)
{
    const dls_rk_contacts *C = Q->C;
    dls_int width = C->P->D.width;
    double sum = C->P->D.W[row + b * C->d * width];
    for (int e = 1; e < C->d; e++) {
        double part = C->mu[b] * Q->s[b * (C->d - 1) + e - 1];
        sum -= part * C->P->D.W[row + (b * C->d + e) * width];
    }
    return sum;
}

/* x = (t; p_N; a; b) */
static void fill_unknowns(mixed *Q)
{
    const dls_rk_contacts *C = Q->C;
    const dls_percussion *P = C->P;
    dls_int N = Q->N, ns = Q->ns, nc = Q->nc;
    for (dls_int row = 0; row < nc; row++) {
        dls_int t = Q->resting[row], r[2] = {2 * row, 2 * row + 1}, to[2] = {ns + row, t};
        for (int part = 0; part < (t >= 0 ? 2 : 1); part++) {
            Q->q[to[part]] = P->u[r[part]];
            for (dls_int b = 0; b < nc; b++) {
                Q->M[to[part] + (ns + b) * N] = answer(Q, r[part], b);
                if (Q->resting[b] >= 0) {
                    Q->M[to[part] + Q->resting[b] * N] = P->D.W[r[part] + (2 * b + 1) * P->D.width];
                }
            }
        }
        if (t >= 0) {
            dls_int a = ns + nc + t, b = a + ns;
            Q->M[t + a * N] = -1;
            Q->M[t + b * N] = 1;
            Q->M[a + (ns + row) * N] = Q->M[b + (ns + row) * N] = C->mu[row];
            Q->M[a + t * N] = 1;
            Q->M[b + t * N] = -1;
        }
    }
    for (dls_int j = 0; j < N; j++) {
        Q->p[j + 1] = (j + 1) * N;
        for (dls_int i = 0; i < N; i++) {
            Q->i[i + j * N] = i;
        }
    }
}

static dls_error in_plane(mixed *Q, dls_host host, double *p, dls_percussion_result *result,
                          dls_fault *fault)
{
    const dls_rk_contacts *C = Q->C;
    Q->N = 3 * Q->ns + Q->nc;
    if (!dls_pool_make(&Q->pool, lay_out_plane, Q)) {
        return dls_fail_memory(fault);
    }
    fill_unknowns(Q);
    dls_lcp_settings settings = dls_lcp_defaults();
    dls_lcp_result found;
    dls_lcp_problem L = {{Q->N, Q->N, Q->p, Q->i, Q->M}, Q->q, Q->ns};
    dls_error error = dls_lcp(&L, &settings, host, Q->x, Q->w, NULL, &found, fault);
    static const double USABLE = 1e-7; /* what an LCP may lack whose method gave up */
    if (!error && found.outcome != DLS_SOLVED && !(found.relative <= USABLE)) {
        result->solved = false;
        snprintf(result->message, sizeof result->message, "the accelerations of the contacts: %s",
                 dls_outcome_text(found.outcome));
    }
    for (dls_int a = 0; a < Q->nc && !error; a++) {
        dls_int t = Q->resting[a];
        p[2 * a] = Q->x[Q->ns + a];
        p[2 * a + 1] = t >= 0 ? Q->x[t] : -C->mu[a] * Q->s[a] * p[2 * a];
    }
    return error;
}

/* One contact given all others; the largest change */
static double turn(const mixed *Q, dls_int a, double *p)
{
    const dls_rk_contacts *C = Q->C;
    const dls_percussion *P = C->P;
    dls_int width = P->D.width;
    double W[9], u[3], r[3], change = 0;
    for (int i = 0; i < 3; i++) {
        u[i] = P->u[3 * a + i];
        for (dls_int j = 0; j < width; j++) {
            u[i] += j / 3 == a ? 0 : P->D.W[3 * a + i + j * width] * p[j];
        }
        for (int j = 0; j < 3; j++) {
            W[3 * i + j] = P->D.W[3 * a + i + (3 * a + j) * width];
        }
    }
    if (Q->resting[a] >= 0) {
        dls_law_solve(3, C->mu[a], W, u, r);
    } else {
        double own = answer(Q, 3 * a, a);
        r[0] = own > 0 ? fmax(0, -u[0] / own) : NAN;
        r[1] = -C->mu[a] * Q->s[2 * a] * r[0];
        r[2] = -C->mu[a] * Q->s[2 * a + 1] * r[0];
    }
    for (int i = 0; i < 3; i++) {
        double moved = fabs(r[i] - p[3 * a + i]);
        change = moved > change || isnan(moved) ? moved : change;
        p[3 * a + i] = r[i];
    }
    return change;
}

static void in_space(mixed *Q, double *p, dls_percussion_result *result)
{
    enum { MOST = 20000 };
    static const double ROUNDING = 1e-15, ENOUGH = 1e-9;
    double change = INFINITY, size = 0, least = INFINITY;
    int idle = 0;
    dls_zero(3 * Q->nc, p);
    for (int sweep = 0; sweep < MOST && idle < 50; sweep++) {
        change = 0;
        for (dls_int a = 0; a < Q->nc; a++) {
            change = fmax(change, turn(Q, a, p));
        }
        size = dls_largest(3 * Q->nc, p);
        if (!(change > ROUNDING * size)) {
            break;
        }
        idle = change < least ? 0 : idle + 1;
        least = fmin(least, change);
    }
    if (!(change <= ENOUGH * size)) {
        result->solved = false;
        snprintf(result->message, sizeof result->message,
                 "the accelerations of the contacts: change %.1e of %.1e", change, size);
    }
}

dls_error dls_motion_event_mixed(dls_rk *S, dls_percussion_result *result, dls_fault *fault)
{
    dls_rk_contacts *C = S->contacts;
    mixed Q = {.C = C, .nc = C->count};
    if (!dls_pool_make(&Q.pool, lay_out, &Q)) {
        return dls_fail_memory(fault);
    }
    double *p = C->p + S->bilaterals;
    dls_error error = DLS_OK;
    sort(&Q);
    if (C->d == 2) {
        error = in_plane(&Q, S->R->watch.host, p, result, fault);
    } else {
        in_space(&Q, p, result);
    }
    for (dls_int j = 0; j < C->width && !error; j++) {
        dls_axpy(S->n, p[j], C->P->D.X + j * S->n, C->v);
        dls_axpy(S->bilaterals, p[j], C->P->D.Y + j * S->bilaterals, C->p);
    }
    dls_pool_free(&Q.pool);
    return error;
}
