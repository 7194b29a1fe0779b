/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A primal-dual interior point on the law itself, not on a convexified one. With
   x = (mu r_N, r_T) and y = (u_N + mu s, mu u_T) each contact is x o y = 0 in second-order cones;
   the slips s = |u_T| are a state that follows with a pseudo-time of its own,

     s' = |u_T| - s,   ds = kappa (t'du_T + |u_T| - s),  kappa = dt / (1 + dt):

   1 is Newton's method on the law (De Saxce's term in the matrix), 0 holds the slips, as CONIC's
   fixed point does. The central path of the law folds; kappa falls where steps are short, and
   x o y falls only as fast as the slips follow. |u_T| is smoothed by a share of the centre's
   velocity. mu = 0 and mu = Inf: the normal alone is complementary, and r_T = 0 or u_T = 0 are
   equations. No proof of convergence: where it is stuck others take over. */
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
    I->s = DLS_TAKE(room, double, T->nc);
    I->ds = DLS_TAKE(room, double, T->nc);
    I->lag = DLS_TAKE(room, double, T->nc);
    I->smooth = DLS_TAKE(room, double, T->nc);
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

/* The mean of |gap| |x|, and of what the slips lag behind times x: x o y must not fall far below,
   or the point would leave the centre. */
static double infeasibility(const dls_interior *I)
{
    double gap = 0, lag = 0;
    for (dls_int c = 0; c < I->T->nc; c++) {
        const dls_cone *cone = &I->cones.cone[c];
        gap +=
            dls_norm(cone->size, I->gap + cone->start) * dls_norm(cone->size, I->x + cone->start);
        lag += I->associated ? 0 : fabs(I->lag[c]) * I->x[cone->start];
    }
    return fmax(gap, lag) / I->cones.degree;
}

/* sigma of the corrected direction: Mehrotra's cube, more where the point is infeasible. */
static double centre(double share, double infeasible)
{
    static const double LEAST = 1e-3, SOME = 0.2, MOST = 2; /* of sigma */
    static const double RATIO = 0.3, LARGE = 0.9, HUGE_RATIO = 9;
    double sigma = fmin(1, fmax(LEAST, share * share * share));
    return infeasible > HUGE_RATIO ? MOST
           : infeasible > LARGE    ? fmax(sigma, 1)
           : infeasible > RATIO    ? fmax(sigma, SOME)
                                   : sigma;
}

/* A predictor towards x o y = 0, roughly; true: `shift` is that of the corrected direction. */
static dls_error predict(dls_interior *I, double tau)
{
    static const double BACK = 0.99, SHORT = 0.5, ROUGH = 0.03;
    const dls_product *K = &I->cones;
    for (dls_int k = 0; k < K->rows; k++) {
        I->shift[k] = -I->lambda[k];
    }
    I->S->share = ROUGH;
    I->S->goal = INFINITY;
    dls_error error = dls_friction_interior_solve(I);
    if (error) {
        return error;
    }
    double step = fmin(1, BACK * longest(I)), after = 0;
    for (dls_int k = 0; k < K->rows; k++) {
        after += (I->x[k] + step * I->dx[k]) * (I->y[k] + step * I->dy[k]);
    }
    double sigma = centre(after / K->degree / tau, infeasibility(I) / tau);
    dls_cones_divide(K, I->dx, I->a);
    dls_cones_apply(K, I->dy, I->b);
    dls_cones_product(K, I->a, I->b, I->dx);
    dls_cones_product(K, I->lambda, I->lambda, I->a);
    for (dls_int k = 0; k < K->rows; k++) {
        I->b[k] = -I->a[k] - (step < SHORT ? step : 1) * I->dx[k];
    }
    dls_cones_identity(K, sigma * tau, I->b);
    dls_cones_quotient(K, I->lambda, I->b, I->shift);
    return DLS_OK;
}

/* The corrected one: dynamics better than before, or as the tolerance wants them. */
static dls_error correct(dls_interior *I)
{
    static const double SHARE = 0.01, BETTER = 0.1;
    const dls_friction_task *T = I->T;
    double left = dls_norm(T->n, T->g), size = T->equality > 0 ? left / T->equality : 0;
    I->S->share = SHARE;
    I->S->goal = T->problem->global ? BETTER * (left + T->settings->tolerance * size) : INFINITY;
    return dls_friction_interior_solve(I);
}

static void move_inside(dls_interior *I, double step)
{
    dls_friction_task *T = I->T;
    dls_axpy(T->N, step, I->dr, T->r);
    dls_axpy(T->n, step, I->dv, T->v);
    dls_axpy(I->cones.rows, step, I->dy, I->y);
    for (dls_int c = 0; c < T->nc; c++) {
        I->s[c] = fmax(I->s[c] + step * I->ds[c], 0);
    }
    dls_friction_interior_cone(I, T->r, I->x);
}

/* Reactions and velocities of the size of the data, along the axes of their cones. */
static void start(dls_interior *I)
{
    static const double FIRST = 0.999;
    dls_friction_task *T = I->T;
    const dls_friction_problem *P = T->problem;
    double speed = dls_largest(T->N, P->q), force = 0;
    for (dls_int i = 0; i < T->n; i++) { /* global: velocities that f causes */
        double mass = dls_diagonal_entry(P->M, i);
        force = mass > 0 ? fmax(force, fabs(P->f[i]) / mass) : force;
    }
    speed = fmax(speed, force);
    speed = speed > 0 ? speed : 1;
    dls_zero(T->nc, I->s);
    I->kappa = I->associated ? 0 : FIRST;
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
    double tau = dls_dot(I->cones.rows, I->x, I->y) / I->cones.degree;
    dls_friction_interior_gap(I, tau);
    for (dls_int c = 0; c < T->nc; c++) {
        dls_friction_interior_linearise(I, c);
    }
    T->result->iterations++;
    I->S->straight = I->kappa == 0;
    dls_error error = dls_friction_system_factor(I->S, fault);
    error = error ? error : predict(I, tau);
    error = error ? error : correct(I);
    *step = error ? 0 : fmin(1, BACK * longest(I));
    bool usable = isfinite(*step) && dls_finite(T->N, I->dr);
    return error || usable ? error : DLS_ERROR_NUMERICAL;
}

static const double SHORT = 0.2; /* a step, where the path folds */

static dls_error one_step(dls_interior *I, double *step, dls_fault *fault)
{
    static const double LONG = 0.6, MOST = 0.999;
    const dls_friction_task *T = I->T;
    *step = 0;
    if (!dls_cones_scale(&I->cones, I->x, I->y, I->lambda)) {
        return DLS_ERROR_NUMERICAL;
    }
    dls_zero(T->n, I->g);
    dls_axpy(T->n, -1, T->g, I->g);
    dls_error error = aim(I, step, fault);
    if (!error) {
        move_inside(I, *step);
        I->kappa = I->associated   ? 0
                   : *step > LONG  ? fmin(MOST, (1 + I->kappa) / 2)
                   : *step < SHORT ? fmax(0, 1 - 3 * (1 - I->kappa))
                                   : I->kappa;
    }
    return error;
}

static void report(const dls_interior *I, double step)
{
    const dls_friction_task *T = I->T;
    if (T->settings->display > 1) {
        dls_say(T->host, "%6lld  step %.3f, kappa %.3f  residual %.3e",
                (long long)T->result->iterations, step, I->kappa, T->error);
    }
}

static dls_error iterate(dls_interior *I, dls_fault *fault)
{
    enum { PATIENCE = 35 };
    static const double MOST = 200, PROGRESS = 0.9;
    dls_friction_task *T = I->T;
    int idle = 0;
    double best = INFINITY, step;
    bool solved = dls_friction_look(T);
    for (dls_int c = 0; c < T->nc; c++) {
        I->s[c] = dls_norm(T->d - 1, T->u + c * T->d + 1);
    }
    while (!solved && idle < PATIENCE && dls_friction_may_go_on(T, MOST)) {
        dls_error error = one_step(I, &step, fault);
        if (error) {
            return error == DLS_ERROR_NUMERICAL ? DLS_OK : error;
        }
        solved = dls_friction_look(T);
        idle = T->error < PROGRESS * best ? 0 : idle + 1;
        best = idle == 0 ? T->error : best;
        report(I, step);
    }
    return DLS_OK;
}

dls_error dls_friction_interior(dls_friction_task *T, dls_fault *fault)
{
    T->result->method = "interior-point";
    dls_error error = dls_friction_interior_prepare(T, fault);
    if (!error) {
        dls_interior *I = T->kept[DLS_WORK_INTERIOR];
        I->associated = false;
        start(I);
        error = iterate(I, fault);
    }
    return error;
}

dls_error dls_friction_interior_associated(dls_friction_task *T, double enough, dls_fault *fault)
{
    static const double CENTRE = 1e-8, MOST = 40, STILL = 0.97;
    dls_error error = dls_friction_interior_prepare(T, fault);
    dls_interior *I = T->kept[DLS_WORK_INTERIOR];
    if (error) {
        return error;
    }
    I->associated = true;
    start(I);
    dls_friction_look(T);
    double step, first = dls_dot(I->cones.rows, I->x, I->y), now = first;
    bool falls = true;
    for (int k = 0;
         k < MOST && !error && now > CENTRE * first && falls && dls_friction_may_go_on(T, INFINITY);
         k++) {
        double before = T->error;
        error = one_step(I, &step, fault);
        dls_friction_look(T);
        now = dls_dot(I->cones.rows, I->x, I->y);
        falls = T->error <= enough || T->error < STILL * before || step < SHORT;
        report(I, step);
    }
    return error == DLS_ERROR_NUMERICAL ? DLS_OK : error;
}
