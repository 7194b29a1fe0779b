/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One Newton iteration of Moreau and Jean's scheme for any model: with x = v1 - v0 and
   J = h theta fv + (h theta)^2 fq,
     (M - J) x = h f + J (v0 - v) + G pb + N pn + T pt,
     G'(v0 + x) + wb = 0,  u = N'(v0 + x) + wu + e (N'v0 + wu)  (HIGHORDER (16), (18)). */
#include <math.h>

#include "motion/motion.h"

/* A = M - h theta fv - (h theta)^2 fq */
static bool combine(const dls_motion *E, double k, dls_mat *A)
{
    const dls_view parts[] = {E->M, E->fv, E->fq};
    const double factor[] = {1, -k, -k * k};
    dls_int n = E->M.rows, room = n;
    for (int t = 0; t < 3; t++) {
        room += parts[t].rows ? dls_entries(parts[t]) : 0;
    }
    dls_scatter sum = {0};
    bool done = dls_scatter_new(&sum, n) && dls_mat_new(A, n, n, room);
    for (dls_int j = 0; done && j < n; j++) {
        for (int t = 0; t < 3; t++) {
            for (dls_int i = parts[t].rows ? parts[t].p[j] : 0;
                 parts[t].rows && i < parts[t].p[j + 1]; i++) {
                dls_scatter_add(&sum, parts[t].i[i], factor[t] * parts[t].x[i]);
            }
        }
        done = dls_scatter_collect(&sum, 0, n, A, &room, j);
    }
    dls_scatter_free(&sum);
    return done;
}

/* B = normals and tangents of the active contacts, one contact after the other */
static bool interleave(const dls_motion *E, dls_int count, const dls_int *list, dls_mat *B)
{
    dls_int at = 0, room = dls_entries(E->N) + (E->d > 1 ? dls_entries(E->T) : 0);
    int d = E->d;
    if (!dls_mat_new(B, E->N.rows, d * count, room)) {
        return false;
    }
    for (dls_int j = 0; j < d * count; j++) {
        dls_view from = j % d == 0 ? E->N : E->T;
        dls_int c = j % d == 0 ? list[j / d] : list[j / d] * (d - 1) + j % d - 1;
        for (dls_int k = from.p[c]; k < from.p[c + 1]; k++) {
            B->i[at] = from.i[k];
            B->x[at++] = from.x[k];
        }
        B->p[j + 1] = at;
    }
    return true;
}

static dls_error check_iteration(const dls_motion *E, const double *gap, dls_fault *fault)
{
    dls_int n = E->M.rows, nt = E->d > 1 ? (E->d - 1) * E->N.cols : E->T.cols;
    bool fits = E->d >= 1 && E->d <= 3 && E->M.cols == n && E->G.rows == n && E->N.rows == n &&
                (E->d == 1 || (E->T.rows == n && E->T.cols == nt)) &&
                (E->fq.rows == 0 || (E->fq.rows == n && E->fq.cols == n)) &&
                (E->fv.rows == 0 || (E->fv.rows == n && E->fv.cols == n));
    bool finite = fits && dls_finite(n, E->f) && dls_finite(E->N.cols, gap ? gap : E->e) &&
                  dls_finite(dls_entries(E->N), E->N.x) &&
                  (E->d == 1 || dls_finite(dls_entries(E->T), E->T.x));
    if (fits && !finite) {
        return dls_fail(fault, DLS_ERROR_NOT_FINITE, "forces, gaps or gradients are not finite");
    }
    return fits
               ? DLS_OK
               : dls_fail(fault, DLS_ERROR_DIMENSION, "sizes of M, Jacobians and gradients differ");
}

typedef struct {
    const dls_motion *E;
    dls_pool pool;
    dls_mat A, B;
    dls_percussion *P;
    dls_int count, *list; /* of the active contacts */
    bool *all;            /* count of them, true */
    double *r, *c, *s, *x, *p, *mu, *un;
} scratch;

static void lay_out(void *object, dls_room *room)
{
    scratch *W = object;
    dls_int n = W->E->M.rows, nb = W->E->G.cols, nu = W->E->N.cols, width = W->E->d * nu;
    W->r = DLS_TAKE(room, double, n);
    W->x = DLS_TAKE(room, double, n);
    W->c = DLS_TAKE(room, double, nb);
    W->s = DLS_TAKE(room, double, width);
    W->p = DLS_TAKE(room, double, nb + width);
    W->mu = DLS_TAKE(room, double, nu);
    W->un = DLS_TAKE(room, double, nu);
    W->list = DLS_TAKE(room, dls_int, nu);
    W->all = DLS_TAKE(room, bool, nu);
}

static void scratch_free(scratch *W)
{
    dls_percussion_free(W->P);
    dls_mat_free(&W->A);
    dls_mat_free(&W->B);
    dls_pool_free(&W->pool);
}

/* The normal velocities v0, and which contacts a prediction closes. */
static void choose(const dls_motion *E, double h, double gamma, const double *gap, const double *v0,
                   bool *active, scratch *W)
{
    dls_int n = E->M.rows, nu = E->N.cols;
    double size = dls_max_abs(E->M);
    size = dls_norm(n, v0) + (size > 0 ? h * dls_norm(n, E->f) / size : 0);
    dls_set_mul_t(E->N, v0, W->un);
    for (dls_int i = 0; i < nu; i++) {
        W->un[i] += E->wu ? E->wu[i] : 0;
        if (gap) {
            active[i] = dls_motion_closes(E->N, i, gap[i] + gamma * h * W->un[i], h * size, NULL);
        }
        if (active[i]) {
            W->all[W->count] = true;
            W->mu[W->count] = E->d > 1 ? E->mu[i] : 0;
            W->list[W->count++] = i;
        }
    }
}

/* r, c, s as at the top */
static void load(const dls_motion *E, double h, double theta, const double *v0, const double *v,
                 scratch *W)
{
    dls_int n = E->M.rows, nb = E->G.cols;
    double k = h * theta;
    for (dls_int i = 0; i < n; i++) {
        W->r[i] = h * E->f[i];
        W->x[i] = v0[i] - v[i];
    }
    if (E->fv.rows) {
        dls_mul(E->fv, k, W->x, W->r);
    }
    if (E->fq.rows) {
        dls_mul(E->fq, k * k, W->x, W->r);
    }
    dls_set_mul_t(E->G, v0, W->c);
    for (dls_int i = 0; i < nb && E->wb; i++) {
        W->c[i] += E->wb[i];
    }
    dls_set_mul_t(dls_see(&W->B), v0, W->s);
    for (dls_int a = 0; a < W->count; a++) {
        dls_int i = W->list[a];
        double *s = W->s + a * E->d;
        s[0] = (1 + E->e[i]) * W->un[i];
        for (int t = 1; t < E->d && E->wt; t++) {
            s[t] += E->wt[i * (E->d - 1) + t - 1];
        }
    }
}

static void unload(const dls_motion *E, const scratch *W, const double *v0, double *v1, double *p,
                   double *status)
{
    dls_int n = E->M.rows, nb = E->G.cols, nu = E->N.cols;
    int d = E->d;
    for (dls_int i = 0; i < n; i++) {
        v1[i] = v0[i] + W->x[i];
    }
    dls_copy(nb, W->p, p);
    dls_zero(d * nu, p + nb);
    dls_zero(nu, status);
    for (dls_int a = 0; a < W->count; a++) {
        dls_int i = W->list[a];
        const double *pc = W->p + nb + a * d;
        p[nb + i] = pc[0];
        dls_copy(d - 1, pc + 1, p + nb + nu + i * (d - 1));
        status[i] = dls_percussion_status(d, W->mu[a], pc);
    }
}

static double change(const dls_motion *E, double h, const double *v0, const double *v,
                     const double *v1)
{
    double sum = 0, size = dls_max_abs(E->M);
    dls_int n = E->M.rows;
    for (dls_int i = 0; i < n; i++) {
        sum += (v1[i] - v[i]) * (v1[i] - v[i]);
    }
    double scale =
        dls_norm(n, v1) + dls_norm(n, v0) + (size > 0 ? h * dls_norm(n, E->f) / size : 0);
    return sum > 0 ? sqrt(sum) / scale : sum;
}

dls_error dls_moreau_iteration(const dls_motion *E, double h, double theta, double gamma,
                               const double *gap, const double *v0, const double *v, bool *active,
                               double *v1, double *p, double *status, dls_percussion_result *result,
                               dls_fault *fault)
{
    dls_error error = check_iteration(E, gap, fault);
    if (error) {
        return error;
    }
    scratch W = {.E = E};
    bool ready = dls_pool_make(&W.pool, lay_out, &W) && combine(E, h * theta, &W.A);
    if (ready) {
        choose(E, h, gamma, gap, v0, active, &W);
        ready = interleave(E, W.count, W.list, &W.B);
    }
    error = ready ? DLS_OK : dls_fail_memory(fault);
    if (ready) {
        load(E, h, theta, v0, v, &W);
        dls_percussion_problem Q = {dls_see(&W.A),     E->G,    dls_see(&W.B), E->d, W.mu,
                                    E->rank_tolerance, E->host, {0},           false};
        error = dls_percussion_setup(&Q, &W.P, fault);
    }
    if (!error) {
        result->factorisations++;
        error = dls_percussion_solve(W.P, W.r, W.c, W.s, false, W.all, W.x, W.p, result, fault);
    }
    if (!error) {
        unload(E, &W, v0, v1, p, status);
        result->change = change(E, h, v0, v, v1);
    }
    scratch_free(&W);
    return error;
}
