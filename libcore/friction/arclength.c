/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The smoothed law, followed by arclength: with x = (mu r_N, r_T), y = rho (u_N + mu phi, mu u_T),
   phi = |(u_T, eps)|,

     F = x - P_tau (x - y) = 0,   P_tau (z) = (z + (z^2 + 4 tau e)^1/2) / 2 in the Jordan algebra,

   is smooth, nearly linear for large tau, and Coulomb's law for tau = eps = 0. The path of its
   solutions folds where contacts jam: tau has to rise before it falls again. So log tau is one of
   the unknowns; a step goes along the tangent, and Newton's method back to the path across it. No
   start is needed, and none is of use. Long in piles of many bodies, whose folds multiply. */
#include <math.h>

#include "friction/arclength.h"

typedef struct {
    double *r, *v; /* N, n */
    double l;      /* log tau */
} point;

typedef struct {
    dls_friction_task *T;
    dls_friction_system *S;
    dls_smoothed law;
    double l;        /* log tau */
    double *u, *g;   /* N, n */
    point to, along; /* Newton's step, with tau as it is; that of the path for one of log tau */
    point from;      /* the last point of the path */
    point tangent;   /* of length 1 */
    int sign;        /* of the determinant where the path begins */
} path;

static void lay_out(void *object, dls_room *room)
{
    path *X = object;
    const dls_friction_task *T = X->T;
    point *points[] = {&X->to, &X->along, &X->from, &X->tangent};
    for (size_t k = 0; k < sizeof points / sizeof *points; k++) {
        points[k]->r = DLS_TAKE(room, double, T->N);
        points[k]->v = DLS_TAKE(room, double, T->n);
    }
    X->law.F = DLS_TAKE(room, double, T->N);
    X->law.G = DLS_TAKE(room, double, T->N);
    X->u = DLS_TAKE(room, double, T->N);
    X->g = DLS_TAKE(room, double, T->n);
}

dls_error dls_friction_arclength_prepare(dls_friction_task *T, dls_fault *fault)
{
    path *X = dls_friction_workspace(T, DLS_WORK_ARCLENGTH, sizeof *X, lay_out);
    dls_error error = X ? dls_friction_system_of(T, &X->S, fault) : dls_fail_memory(fault);
    if (!error) {
        X->law.T = T;
        X->law.S = X->S;
    }
    return error;
}

/* All at the point of the task and log tau; the mean length of F, in units of V. */
static double evaluate_smoothly(path *X, double l)
{
    const dls_friction_task *T = X->T;
    double tau = exp(l), sum = 0;
    for (dls_int c = 0; c < T->nc; c++) {
        const double *F = X->law.F + c * T->d;
        dls_friction_smooth(&X->law, c, tau);
        sum += dls_dot(T->d, F, F) / T->rho[c];
    }
    return sqrt(sum / (double)T->nc) / X->law.scale;
}

/* ---- along the path ---- */

/* Energies, in units of V, of a mean contact; log tau counts as much as 1 / WEIGHT of them. */
static double product(path *X, const point *a, const point *b)
{
    static const double WEIGHT = 1000;
    const dls_friction_task *T = X->T;
    double sum = 0;
    for (dls_int c = 0; c < T->nc; c++) {
        sum += dls_dot(T->d, a->r + c * T->d, b->r + c * T->d) / T->rho[c];
    }
    if (T->problem->global) {
        dls_zero(T->n, X->g);
        dls_mul(T->problem->M, 1, b->v, X->g);
        sum += dls_dot(T->n, a->v, X->g);
    }
    return WEIGHT * sum / (X->law.scale * X->law.scale * (double)T->nc);
}

static void add_to_task(dls_friction_task *T, double step, const point *by)
{
    dls_axpy(T->N, step, by->r, T->r);
    dls_axpy(T->n, step, by->v, T->v);
}

static void keep(const dls_friction_task *T, point *p)
{
    dls_copy(T->N, T->r, p->r);
    dls_copy(T->n, T->v, p->v);
}

static void go_back(dls_friction_task *T, const point *p)
{
    dls_copy(T->N, p->r, T->r);
    dls_copy(T->n, p->v, T->v);
    dls_friction_look(T);
}

/* Newton's step and that along the path, for F, G and the blocks as they are */
static dls_error directions(path *X, dls_fault *fault)
{
    dls_friction_task *T = X->T;
    for (dls_int i = 0; i < T->N; i++) {
        X->law.F[i] = -X->law.F[i];
        X->law.G[i] = -X->law.G[i];
    }
    for (dls_int i = 0; i < T->n; i++) {
        X->g[i] = -T->g[i];
    }

    dls_friction_system *S = X->S; /* L U: the sign of the determinant is wanted */
    dls_error error = dls_friction_system_renew(S, S->symmetric, fault);
    error = error ? error : dls_friction_system_solve(S, X->law.F, X->g, X->to.r, X->u, X->to.v);
    dls_zero(T->n, X->g);
    error =
        error ? error : dls_friction_system_solve(S, X->law.G, X->g, X->along.r, X->u, X->along.v);
    bool usable = dls_finite(T->N, X->to.r) && dls_finite(T->N, X->along.r);
    return error || usable ? error : DLS_ERROR_NUMERICAL;
}

/* On the path, to within a share of tau, or of rounding? */
static bool is_there(const path *X, double size)
{
    static const double ENOUGH = 1e-2, ROUNDING = 1e-14;
    const dls_friction_task *T = X->T;
    double enough = ENOUGH * exp(X->l);
    return size <= fmax(enough, ROUNDING * dls_norm(T->N, T->r) / X->law.scale) &&
           T->equality <= fmax(enough, ROUNDING);
}

/* The shortest step of Newton's method: across the path. */
static void across(path *X)
{
    X->to.l = -product(X, &X->to, &X->along) / (product(X, &X->along, &X->along) + 1);
    add_to_task(X->T, 1, &X->to);
    add_to_task(X->T, X->to.l, &X->along);
    X->l += X->to.l;
}

/* The longest of 1, 1/2, .. for which F falls: with tau as it is, to the first point. */
static void towards(path *X, double size)
{
    static const double SHORTEST = 0.01;
    double now = INFINITY;
    for (double t = 1; t > SHORTEST && !(now < size); t /= 2) {
        go_back(X->T, &X->from);
        add_to_task(X->T, t, &X->to);
        dls_friction_look(X->T);
        now = evaluate_smoothly(X, X->l);
    }
    keep(X->T, &X->from);
}

/* From the point of the task and log tau to the path, in *steps of Newton's method; more than
   most: it does not get there. */
static dls_error correct(path *X, bool first, int most, int *steps, dls_fault *fault)
{
    static const double WORSE = 3, NEAR = 0.1;
    dls_friction_task *T = X->T;
    double last = INFINITY;
    for (*steps = 0; *steps <= most && !dls_watch_over(&T->watch, NULL); ++*steps) {
        bool solved = dls_friction_look(T);
        double size = evaluate_smoothly(X, X->l);
        bool worse = !first && size > WORSE * last && size > NEAR * exp(X->l);
        if (solved || (*steps > 0 && is_there(X, size))) {
            return DLS_OK;
        }
        dls_error error = worse || !isfinite(size) ? DLS_ERROR_NUMERICAL : directions(X, fault);
        if (error) {
            *steps = most + 1;
            return error == DLS_ERROR_NUMERICAL ? DLS_OK : error;
        }
        last = size;
        if (first) {
            towards(X, size);
        } else {
            across(X);
        }
    }
    return DLS_OK;
}

/* The tangent at the point of the task, of length 1: tau falls where the determinant has the sign
   that it had at the beginning. */
static void turn(path *X)
{
    const dls_friction_system *S = X->S->factor == DLS_FACTOR_PLAIN ? X->S->plain : X->S;
    double size = sqrt(product(X, &X->along, &X->along) + 1);
    X->sign = X->sign == 0 ? S->solver->sign : X->sign;
    double length = (S->solver->sign == X->sign ? -1 : 1) / size;
    for (dls_int i = 0; i < X->T->N; i++) {
        X->tangent.r[i] = length * X->along.r[i];
    }
    for (dls_int i = 0; i < X->T->n; i++) {
        X->tangent.v[i] = length * X->along.v[i];
    }
    X->tangent.l = length;
}

/* ---- the method ---- */

/* tau = 1, reactions of the size of the data */
static void start(path *X)
{
    dls_friction_task *T = X->T;
    double sum = 0;
    for (dls_int c = 0; c < T->nc; c++) {
        sum += T->rho[c];
    }
    static const double LARGEST = 1; /* of the velocities, to their mean */
    X->law.scale = LARGEST * T->expected / sqrt(sum);
    X->l = 0;
    dls_zero(T->N, T->r);
    dls_zero(T->n, T->v);
    for (dls_int c = 0; c < T->nc; c++) {
        T->r[c * T->d] = sqrt(T->rho[c]) * X->law.scale;
    }
    X->sign = 0;
    keep(T, &X->from);
}

/* A step of at most *length, which becomes the next one's, and the tangent there. *made: there was
   one. */
static dls_error advance(path *X, double *length, bool *made, dls_fault *fault)
{
    enum { MOST = 7, FEW = 2, SOME = 4 };
    static const double SHORTEST = 1e-6, FAR = 2.5;
    static const double AGAIN = 0.5, EASY = 2, GOOD = 1.4, HARD = 0.7; /* times the length */
    dls_friction_task *T = X->T;
    dls_error error = DLS_OK;
    double l = X->l;
    *made = false;
    while (!error && !*made && *length > SHORTEST && !dls_watch_over(&T->watch, NULL)) {
        int steps;
        go_back(T, &X->from);
        add_to_task(T, *length, &X->tangent);
        X->l = l + *length * X->tangent.l;
        error = correct(X, false, MOST, &steps, fault);
        *made = !error && steps <= MOST && fabs(X->l - l) < FAR;
        *length *= !*made          ? AGAIN
                   : steps <= FEW  ? EASY
                   : steps < SOME  ? GOOD
                   : steps == SOME ? 1
                                   : HARD;
    }
    if (*made && T->best > T->settings->tolerance) {
        keep(T, &X->from);
        error = directions(X, fault);
        turn(X);
    }
    return error;
}

/* Where tau is small Newton's method on the law itself may get to the end; else back. */
static dls_error finish(path *X, double *next, dls_fault *fault)
{
    static const double SOONER = 0.1;
    dls_friction_task *T = X->T;
    if (T->error > *next) {
        return DLS_OK;
    }
    *next = SOONER * T->error;
    dls_error error = dls_friction_track(T, fault);
    T->result->method = "arclength";
    go_back(T, &X->from);
    return error;
}

static dls_error iterate(path *X, dls_fault *fault)
{
    static const double FIRST = 0.3, NEAR = 1e-3, LEFT = 5; /* log tau */
    enum { START = 30, MOST = 2000 };
    dls_friction_task *T = X->T;
    double length = FIRST, near = NEAR;
    int steps;
    start(X);
    bool made = X->law.scale > 0;
    dls_error error = made ? correct(X, true, START, &steps, fault) : DLS_OK;
    made = made && !error && steps <= START;
    if (made) {
        error = directions(X, fault);
        turn(X);
    }
    for (int k = 0; k < MOST && !error && made && X->l < LEFT && !T->far &&
                    T->best > T->settings->tolerance && dls_friction_may_go_on(T, INFINITY);
         k++) {
        T->result->iterations++;
        error = advance(X, &length, &made, fault);
        error = error || !made ? error : finish(X, &near, fault);
        if (T->settings->display > 1) {
            dls_say(T->host, "%6lld  tau %.2e, next step %.1e  residual %.3e",
                    (long long)T->result->iterations, exp(X->l), length, T->error);
        }
    }
    return error == DLS_ERROR_NUMERICAL ? DLS_OK : error;
}

dls_error dls_friction_arclength(dls_friction_task *T, dls_fault *fault)
{
    T->result->method = "arclength";
    dls_error error = dls_friction_arclength_prepare(T, fault);
    return error ? error : iterate(T->kept[DLS_WORK_ARCLENGTH], fault);
}
