/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A primal-dual interior point on the law itself, not on a convexified one. With
   x = (mu r_N, r_T) and y = (u_N + mu |u_T|, mu u_T) each contact is x o y = 0 in second-order
   cones; |u_T| = |y_T| / mu is differentiated with the rest (De Saxce's term inside the Newton
   matrix), smoothed by a tiny radius. mu = 0 and mu = Inf: the normal alone is complementary, and
   r_T = 0 or u_T = 0 are equations. Quadratic convergence, but no proof of any: where it is stuck
   others take over. */
#include <math.h>

#include "friction/interior.h"

static void lay_out(void *object, dls_room *room)
{
    dls_interior *I = object;
    const dls_friction_task *T = I->T;
    double **rows[] = {&I->x, &I->y, &I->lambda, &I->shift, &I->dx, &I->dy,
                       &I->a, &I->b, &I->gap,    &I->c,     &I->dr, &I->du};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        *rows[k] = DLS_TAKE(room, double, T->N);
    }
    I->dv = DLS_TAKE(room, double, T->n);
    I->g = DLS_TAKE(room, double, T->n);
    I->size = DLS_TAKE(room, dls_int, T->nc);
}

dls_error dls_friction_interior_prepare(dls_friction_task *T, dls_fault *fault)
{
    dls_interior *I = dls_friction_workspace(T, DLS_WORK_INTERIOR, sizeof *I, lay_out);
    if (!I) {
        return dls_fail_memory(fault);
    }
    if (!I->cones.cone) {
        for (dls_int c = 0; c < T->nc; c++) {
            I->size[c] = dls_friction_interior_curved(I, c) ? T->d : 1;
        }
        dls_cones cones = {.count = T->nc, .second = I->size};
        if (!dls_cones_new(&T->pool, &I->cones, &cones, NULL)) {
            I->cones.cone = NULL;
            return dls_fail_memory(fault);
        }
    }
    return dls_friction_system_of(T, &I->S, fault);
}

static double longest(const dls_interior *I)
{
    return fmin(dls_cones_step(&I->cones, I->x, I->dx), dls_cones_step(&I->cones, I->y, I->dy));
}

/* The mean of |gap| |x|, which x o y must not fall far below: the point would leave the centre. */
static double infeasibility(const dls_interior *I)
{
    double sum = 0;
    for (dls_int c = 0; c < I->T->nc; c++) {
        const dls_cone *cone = &I->cones.cone[c];
        sum +=
            dls_norm(cone->size, I->gap + cone->start) * dls_norm(cone->size, I->x + cone->start);
    }
    return sum / I->cones.degree;
}

/* Mehrotra: a predictor towards x o y = 0, then the corrected direction towards sigma mu e. */
static dls_error direction(dls_interior *I, double mu)
{
    /* x o y stays above this share of what is infeasible, which vanishes first; the predictor
       stops short of the boundary; sigma, Mehrotra's cube, keeps a little of the centre */
    static const double BALANCE = 0.1, MOST = 10, BACK = 0.99, LEAST = 1e-3;
    const dls_product *K = &I->cones;
    for (dls_int k = 0; k < K->rows; k++) {
        I->shift[k] = -I->lambda[k];
    }
    dls_error error = dls_friction_interior_solve(I);
    if (error) {
        return error;
    }
    double step = fmin(1, BACK * longest(I)), after = 0;
    for (dls_int k = 0; k < K->rows; k++) {
        after += (I->x[k] + step * I->dx[k]) * (I->y[k] + step * I->dy[k]);
    }
    double share = after / K->degree / mu, sigma = fmin(1, fmax(LEAST, share * share * share));
    sigma = fmax(sigma, fmin(MOST, BALANCE * infeasibility(I) / mu));
    dls_cones_divide(K, I->dx, I->a);
    dls_cones_apply(K, I->dy, I->b);
    dls_cones_product(K, I->a, I->b, I->dx);
    dls_cones_product(K, I->lambda, I->lambda, I->a);
    for (dls_int k = 0; k < K->rows; k++) {
        I->b[k] = -I->a[k] - I->dx[k];
    }
    dls_cones_identity(K, sigma * mu, I->b);
    dls_cones_quotient(K, I->lambda, I->b, I->shift);
    return dls_friction_interior_solve(I);
}

static void move_inside(dls_interior *I, double step)
{
    dls_friction_task *T = I->T;
    dls_axpy(T->N, step, I->dr, T->r);
    dls_axpy(T->n, step, I->dv, T->v);
    dls_axpy(I->cones.rows, step, I->dy, I->y);
    dls_friction_interior_cone(I, T->r, I->x);
}

/* Reactions and velocities of the size of the data, along the axes of their cones. */
static void start(dls_interior *I)
{
    static const double SMOOTH = 1e-10; /* of |u_T|: far below what the tolerance sees */
    dls_friction_task *T = I->T;
    const dls_friction_problem *P = T->problem;
    double speed = dls_largest(T->N, P->q), force = 0;
    for (dls_int i = 0; i < T->n; i++) { /* global: velocities that f causes */
        double mass = dls_diagonal_entry(P->M, i);
        force = mass > 0 ? fmax(force, fabs(P->f[i]) / mass) : force;
    }
    speed = fmax(speed, force);
    speed = speed > 0 ? speed : 1;
    I->smooth = SMOOTH * speed;
    dls_zero(I->cones.rows, I->y);
    for (dls_int c = 0; c < T->nc; c++) {
        for (int i = 0; i < T->d; i++) {
            T->r[c * T->d + i] =
                i == 0 ? speed * T->rho[c] / (dls_friction_interior_curved(I, c) ? P->mu[c] : 1)
                       : 0;
        }
        I->y[I->cones.cone[c].start] = speed;
    }
    dls_friction_interior_cone(I, T->r, I->x);
}

/* The direction, and how far it may be followed. */
static dls_error aim(dls_interior *I, double *step, dls_fault *fault)
{
    static const double BACK = 0.98; /* from the boundary, where x o y has no scaling */
    const dls_friction_task *T = I->T;
    double mu = dls_dot(I->cones.rows, I->x, I->y) / I->cones.degree;
    for (dls_int c = 0; c < T->nc; c++) {
        dls_friction_interior_linearise(I, c);
    }
    T->result->iterations++;
    I->S->straight = I->state == DLS_HOLDING;
    dls_error error = dls_friction_system_factor(I->S, fault);
    error = error ? error : direction(I, mu);
    *step = error ? 0 : fmin(1, BACK * longest(I));
    bool usable = isfinite(*step) && dls_finite(T->N, I->dr);
    return error || usable ? error : DLS_ERROR_NUMERICAL;
}

/* A step in the state CAREFUL or HOLDING, and the next state. */
static dls_error careful_step(dls_interior *I, double *step, dls_fault *fault)
{
    enum { LONGEST_PAUSE = 4 };
    static const double HOLD = 0.2, LET_GO = 0.5; /* steps that are short, and long */
    dls_error error = DLS_ERROR_NUMERICAL;
    if (I->state == DLS_CAREFUL) {
        error = aim(I, step, fault);
        bool leads_on = !error && *step >= HOLD;
        I->pause = leads_on ? 1 : DLS_MIN(LONGEST_PAUSE, 2 * I->pause);
        I->held = 0;
        if (leads_on || (error && error != DLS_ERROR_NUMERICAL)) {
            return error;
        }
        I->state = DLS_HOLDING;
    }
    error = aim(I, step, fault);
    I->held += *step > LET_GO;
    I->state = I->held >= I->pause ? DLS_CAREFUL : DLS_HOLDING;
    return error;
}

static dls_error one_step(dls_interior *I, double *step, dls_fault *fault)
{
    const dls_friction_task *T = I->T;
    *step = 0;
    if (!dls_cones_scale(&I->cones, I->x, I->y, I->lambda)) {
        return DLS_ERROR_NUMERICAL;
    }
    dls_friction_interior_gap(I);
    dls_zero(T->n, I->g);
    dls_axpy(T->n, -1, T->g, I->g);
    dls_error error = I->state == DLS_BOLD ? aim(I, step, fault) : careful_step(I, step, fault);
    if (!error) {
        move_inside(I, *step);
    }
    return error;
}

/* Steps as long as they lead on; then careful ones, from the start if the point is broken. */
static dls_error iterate(dls_interior *I, dls_fault *fault)
{
    enum { SHORT_STEPS = 4, PATIENCE = 15, MORE_PATIENCE = 40 };
    static const double MOST = 200, SHORT = 0.02, NEAR = 1e-7, PROGRESS = 0.9;
    dls_friction_task *T = I->T;
    int crawling = 0, idle = 0;
    double best = INFINITY, step;
    bool solved = dls_friction_look(T);
    while (!solved && dls_friction_may_go_on(T, MOST)) {
        dls_error error = one_step(I, &step, fault);
        if (error && error != DLS_ERROR_NUMERICAL) {
            return error;
        }
        solved = dls_friction_look(T);
        crawling = step < SHORT ? crawling + 1 : 0;
        idle = T->best < PROGRESS * best ? 0 : idle + 1;
        best = idle == 0 ? T->best : best;
        if (T->settings->display > 1) {
            dls_say(T->host, "%6lld  step %.3f%s  residual %.3e", (long long)T->result->iterations,
                    step, I->state == DLS_HOLDING ? ", slips held" : "", T->error);
        }
        bool bold = I->state == DLS_BOLD;
        bool stuck = crawling == SHORT_STEPS || (!bold && T->far) ||
                     idle == (bold ? PATIENCE : MORE_PATIENCE);
        if (!error && !stuck) {
            continue;
        } else if (!bold || T->best < NEAR) {
            break;
        } else if (error) {
            start(I);
            dls_friction_look(T);
        }
        I->state = DLS_CAREFUL;
        crawling = idle = 0;
    }
    return DLS_OK;
}

dls_error dls_friction_interior(dls_friction_task *T, dls_fault *fault)
{
    T->result->method = "interior-point";
    dls_error error = dls_friction_interior_prepare(T, fault);
    if (!error) {
        dls_interior *I = T->kept[DLS_WORK_INTERIOR];
        I->state = DLS_BOLD;
        I->pause = 1;
        start(I);
        error = iterate(I, fault);
    }
    return error;
}
