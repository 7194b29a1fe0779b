/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From near the path of arclength.c to it. */
#include <math.h>

#include "friction/arclength.h"

/* All at the point of the task and log tau; the mean length of F, in units of V. */
static double evaluate_smoothly(dls_path *X, double l)
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

/* Energies, in units of V, of a mean contact; log tau counts as much as 1 / WEIGHT of them. */
double dls_path_product(dls_path *X, const dls_path_point *a, const dls_path_point *b)
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

void dls_path_add(dls_friction_task *T, double step, const dls_path_point *by)
{
    dls_axpy(T->N, step, by->r, T->r);
    dls_axpy(T->n, step, by->v, T->v);
}

void dls_path_keep(const dls_friction_task *T, dls_path_point *p)
{
    dls_copy(T->N, T->r, p->r);
    dls_copy(T->n, T->v, p->v);
}

void dls_path_back(dls_friction_task *T, const dls_path_point *p)
{
    dls_copy(T->N, p->r, T->r);
    dls_copy(T->n, p->v, T->v);
    dls_friction_look(T);
}

/* Newton's step and that along the path, for F, G and the blocks as they are */
dls_error dls_path_directions(dls_path *X, dls_fault *fault)
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
static bool is_there(const dls_path *X, double size)
{
    static const double ROUNDING = 1e-14;
    const dls_friction_task *T = X->T;
    double enough = X->enough * exp(X->l);
    return size <= fmax(enough, ROUNDING * dls_norm(T->N, T->r) / X->law.scale) &&
           T->equality <= fmax(enough, ROUNDING);
}

/* The shortest step of Newton's method: across the path. */
static void across(dls_path *X)
{
    X->to.l =
        -dls_path_product(X, &X->to, &X->along) / (dls_path_product(X, &X->along, &X->along) + 1);
    dls_path_add(X->T, 1, &X->to);
    dls_path_add(X->T, X->to.l, &X->along);
    X->l += X->to.l;
}

/* The longest of 1, 1/2, .. for which F falls: with tau as it is, to the first point. */
static void towards(dls_path *X, double size)
{
    static const double SHORTEST = 0.01;
    double now = INFINITY;
    for (double t = 1; t > SHORTEST && !(now < size); t /= 2) {
        dls_path_back(X->T, &X->from);
        dls_path_add(X->T, t, &X->to);
        dls_friction_look(X->T);
        now = evaluate_smoothly(X, X->l);
    }
    dls_path_keep(X->T, &X->from);
}

/* From the point of the task and log tau to the path, in *steps of Newton's method; more than
   most: it does not get there. */
dls_error dls_path_correct(dls_path *X, bool first, int most, int *steps, dls_fault *fault)
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
        dls_error error =
            worse || !isfinite(size) ? DLS_ERROR_NUMERICAL : dls_path_directions(X, fault);
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
