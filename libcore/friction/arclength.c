/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The smoothed law, followed by arclength: with x = (mu r_N, r_T), y = rho (u_N + mu phi, mu u_T),
   phi = |(u_T, eps)|,

     F = x - P_tau (x - y) = 0,   P_tau (z) = (z + (z^2 + 4 tau e)^1/2) / 2 in the Jordan algebra,

   is smooth, nearly linear for large tau, and Coulomb's law for tau = eps = 0. The path of its
   solutions folds where contacts jam: tau has to rise before it falls again. So log tau is one of
   the unknowns; a step goes along a parabola, and Newton's method back to the path across it. No
   start is needed, and none is of use. Long in piles of many bodies, whose folds multiply. */
#include <math.h>

#include "friction/arclength.h"

static void lay_out(void *object, dls_room *room)
{
    dls_path *X = object;
    const dls_friction_task *T = X->T;
    dls_path_point *points[] = {&X->to, &X->along, &X->from, &X->tangent, &X->bend};
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
    dls_path *X = dls_friction_workspace(T, DLS_WORK_ARCLENGTH, sizeof *X, lay_out);
    dls_error error = X ? dls_friction_system_of(T, &X->S, fault) : dls_fail_memory(fault);
    if (!error) {
        X->law.T = T;
        X->law.S = X->S;
    }
    return error;
}

/* ---- along the path ---- */

/* What makes a tangent of X->along, of length 1: tau falls where the determinant has the sign
   that it had at the beginning. */
static double forwards(dls_path *X)
{
    const dls_friction_system *S = X->S->factor == DLS_FACTOR_PLAIN ? X->S->plain : X->S;
    X->sign = X->sign == 0 ? S->solver->sign : X->sign;
    return (S->solver->sign == X->sign ? -1 : 1) /
           sqrt(dls_path_product(X, &X->along, &X->along) + 1);
}

static void turn_part(dls_int n, double length, double moved, const double *along, double *tangent,
                      double *bend)
{
    for (dls_int i = 0; i < n; i++) {
        bend[i] = (length * along[i] - tangent[i]) / moved;
        tangent[i] = length * along[i];
    }
}

/* The tangent at the point of the task, and its change since the last one. */
static void turn(dls_path *X)
{
    static const double ONE = 1; /* of log tau along X->along */
    double length = forwards(X), moved = X->moved;
    turn_part(X->T->N, length, moved, X->along.r, X->tangent.r, X->bend.r);
    turn_part(X->T->n, length, moved, X->along.v, X->tangent.v, X->bend.v);
    turn_part(1, length, moved, &ONE, &X->tangent.l, &X->bend.l);
}

/* Along the parabola through the last two tangents, where it is not bent too much. */
static void predict(dls_path *X, double length)
{
    static const double BENT = 0.7; /* radians */
    double bend = sqrt(dls_path_product(X, &X->bend, &X->bend) + X->bend.l * X->bend.l);
    double square = length * bend < BENT ? length * length / 2 : 0;
    dls_path_back(X->T, &X->from);
    dls_path_add(X->T, length, &X->tangent);
    dls_path_add(X->T, square, &X->bend);
    X->l += length * X->tangent.l + square * X->bend.l;
}

/* The tangent where Newton's method left the path's last but one point is as good, unless the path
   turns: then there is a fold, perhaps, and the sign has to be that of this very point. */
static dls_error look_forwards(dls_path *X, dls_fault *fault)
{
    static const double STRAIGHT = 0.5; /* cosine */
    double same = forwards(X) * (dls_path_product(X, &X->along, &X->tangent) + X->tangent.l);
    dls_error error = same < STRAIGHT ? dls_path_directions(X, fault) : DLS_OK;
    turn(X);
    return error;
}

/* ---- the method ---- */

static const double ROUGH = 1e-2, CLOSE = 1e-4; /* shares of tau */
static const double FIRST = 0.3;                /* length of a step */

/* tau = 1, reactions of the size of the data */
static void start(dls_path *X)
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
    X->enough = ROUGH;
    dls_path_keep(T, &X->from);
}

/* A step of at most *length, which becomes the next one's, and the tangent there. *made: there was
   one. */
static dls_error advance(dls_path *X, double *length, bool *made, dls_fault *fault)
{
    enum { MOST = 7, FEW = 2, SOME = 4 };
    static const double SHORTEST = 1e-6, FAR = 2.5;
    static const double AGAIN = 0.5, EASY = 1.5, GOOD = 1.2, HARD = 0.7; /* times the length */
    dls_friction_task *T = X->T;
    dls_error error = DLS_OK;
    double l = X->l;
    *made = false;
    while (!error && !*made && *length > SHORTEST && !dls_watch_over(&T->watch, NULL)) {
        int steps;
        X->l = l;
        predict(X, *length);
        error = dls_path_correct(X, false, MOST, &steps, fault);
        *made = !error && steps <= MOST && fabs(X->l - l) < FAR;
        X->moved = *length;
        *length *= !*made          ? AGAIN
                   : steps <= FEW  ? EASY
                   : steps < SOME  ? GOOD
                   : steps == SOME ? 1
                                   : HARD;
    }
    if (*made && T->best > T->settings->tolerance) {
        dls_path_keep(T, &X->from);
        error = look_forwards(X, fault);
    }
    return error;
}

/* Where tau is small Newton's method on the law itself may get to the end; else back. */
static dls_error finish(dls_path *X, double *next, dls_fault *fault)
{
    static const double SOONER = 0.1;
    dls_friction_task *T = X->T;
    if (T->error > *next) {
        return DLS_OK;
    }
    *next = SOONER * T->error;
    dls_error error = dls_friction_track(T, fault);
    T->result->method = "arclength";
    dls_path_back(T, &X->from);
    return error;
}

/* From the point of the task to that of the path with the same tau, and the tangent there. */
static dls_error enter(dls_path *X, double *length, bool *made, dls_fault *fault)
{
    enum { MOST = 30 };
    int steps;
    dls_error error = dls_path_correct(X, true, MOST, &steps, fault);
    *made = !error && steps <= MOST;
    if (*made) {
        error = dls_path_directions(X, fault);
        X->moved = INFINITY;
        turn(X);
        *length = FIRST;
    }
    return error;
}

/* Where no step is short enough the last point was beside the path: once more, closer to it. */
static dls_error go_along(dls_path *X, double *length, bool *made, dls_fault *fault)
{
    double l = X->l;
    dls_error error = advance(X, length, made, fault);
    if (!error && !*made) {
        X->l = l;
        X->enough = CLOSE;
        dls_path_back(X->T, &X->from);
        error = enter(X, length, made, fault);
        X->enough = ROUGH;
        error = error || !*made ? error : advance(X, length, made, fault);
    }
    return error;
}

/* *broken: the path could not be followed. */
static dls_error follow(dls_path *X, bool *broken, dls_fault *fault)
{
    static const double NEAR = 1e-3, LEFT = 5; /* log tau */
    enum { MOST = 2000 };
    dls_friction_task *T = X->T;
    double length, near = NEAR;
    start(X);
    bool made = X->law.scale > 0;
    dls_error error = made ? enter(X, &length, &made, fault) : DLS_OK;
    for (int k = 0; k < MOST && !error && made && X->l < LEFT && !T->far &&
                    T->best > T->settings->tolerance && dls_friction_may_go_on(T, INFINITY);
         k++) {
        T->result->iterations++;
        error = go_along(X, &length, &made, fault);
        error = error || !made ? error : finish(X, &near, fault);
        if (T->settings->display > 1) {
            dls_say(T->host, "%6lld  tau %.2e, next step %.1e  residual %.3e",
                    (long long)T->result->iterations, exp(X->l), length, T->error);
        }
    }
    *broken = error == DLS_ERROR_NUMERICAL || !made;
    return error == DLS_ERROR_NUMERICAL ? DLS_OK : error;
}

/* Each eps has a path of its own: where one breaks off another may not. */
dls_error dls_friction_arclength(dls_friction_task *T, dls_fault *fault)
{
    static const double ROUND[] = {1, 0.3, 0.1};
    T->result->method = "arclength";
    dls_error error = dls_friction_arclength_prepare(T, fault);
    dls_path *X = T->kept[DLS_WORK_ARCLENGTH];
    bool broken = true;
    for (size_t k = 0; k < sizeof ROUND / sizeof *ROUND && !error && broken && !T->far &&
                       T->best > T->settings->tolerance && dls_friction_may_go_on(T, INFINITY);
         k++) {
        X->law.round = ROUND[k];
        if (k > 0 && T->settings->display > 1) {
            dls_say(T->host, "        the path broke off: another one, eps times %g", ROUND[k]);
        }
        error = follow(X, &broken, fault);
    }
    return error;
}
