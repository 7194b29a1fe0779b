/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interior-point loop: predictor, centring, corrector. */
#include <math.h>

#include "ipm/ipm.h"

static void print_head(dls_ipm *I)
{
    if (I->settings.display == 2) {
        dls_say(I->host, "%4s %13s %13s %9s %9s %9s %9s %9s %8s", "it", "primal", "dual", "gap",
                "res p", "res d", "mu", "tau", "step");
    }
}

static void print_line(dls_ipm *I)
{
    const dls_standing *z = &I->standing;
    if (I->settings.display == 2) {
        dls_say(I->host, "%4lld %13.6e %13.6e %9.2e %9.2e %9.2e %9.2e %9.2e %8.2e",
                (long long)I->iterations, z->objective, z->dual_objective, z->gap, z->primal,
                z->dual, z->mu, I->now.tau, I->last_step);
    }
}

/* The right-hand side of a direction that keeps 1 - reduce of the residuals. */
static void set_right(dls_ipm *I, double reduce)
{
    for (dls_int j = 0; j < I->data.n; j++) {
        I->r1[j] = -reduce * I->g1[j];
    }
    for (dls_int i = 0; i < I->data.m; i++) {
        I->r2[i] = -reduce * I->g2[i] + I->shift[i];
    }
}

/* K (x2, y2) = (-q, b), and through the same pass over the factor the first approximation of the
   predictor, whose right-hand side is known already. Where more directions suffer from the
   regularisation than GMRES has steps, take less of it; unless that does not help, for there may be
   no solution at all. */
static dls_error solve_carefully(dls_ipm *I, dls_fault *fault)
{
    enum { RETRIES = 2 };
    static const double POOR = 30, HELPED = 0.1;
    dls_system *S = &I->system;
    double *q = I->step.x;
    dls_negate(I->data.n, I->data.q, q);
    dls_copy(I->data.m, I->now.s, I->shift); /* W (lambda \ (lambda o lambda)) = s */
    set_right(I, 1);
    dls_pair fixed = {q, I->data.b, I->x2, I->y2};
    dls_pair predictor = {I->r1, I->r2, I->affine.x, I->affine.y};
    dls_error error = dls_ipm_system_apply_pair(S, &fixed, &predictor);
    error = error ? error : dls_ipm_system_refine(S, q, I->data.b, I->x2, I->y2, &I->wanted);
    for (int k = 0; !error && k < RETRIES && S->left > POOR && S->weights == DLS_FREE; k++) {
        double before = S->left;
        error = dls_ipm_system_tighten(S, fault);
        if (S->weights == DLS_HELD) {
            break; /* as before */
        }
        error = error ? error : dls_ipm_system_solve(S, q, I->data.b, I->x2, I->y2, &I->wanted);
        if (!error && !(S->left < HELPED * before)) {
            error = dls_ipm_system_loosen(S, fault);
            error = error ? error : dls_ipm_system_solve(S, q, I->data.b, I->x2, I->y2, &I->wanted);
        }
    }
    return error;
}

/* |x/tau - x2|_P^2 + |W y2|^2 + kappa/tau: positive, unlike the difference it is equal to. What
   K (x2, y2) lacks of (-q, b) counts, too: where that cannot be reached, tau must go to zero. */
static double curvature(dls_ipm *I)
{
    dls_scaled *d = &I->data;
    double tau = I->now.tau;
    for (dls_int j = 0; j < d->n; j++) {
        I->r1[j] = I->now.x[j] / tau - I->x2[j];
    }
    dls_set_mul_t(I->system.P, I->r1, I->system.e1);
    double square = dls_dot(d->n, I->system.e1, I->r1);
    dls_cones_apply(&I->cones, I->y2, I->u);
    return fmax(square, 0) + dls_dot(d->m, I->u, I->u) + fmax(I->lack, 0) + I->now.kappa / tau;
}

/* W at the iterate, the factorisation, and the part of all directions that is due to tau. */
static dls_error factor_iterate(dls_ipm *I, dls_fault *fault)
{
    /* of the tolerance, of mu, and of lambda: what linear systems may lack */
    static const double SHARE = 1e-2, OF_MU = 1e-3, OF_LAMBDA = 1e-2;
    dls_scaled *d = &I->data;
    if (!dls_cones_scale(&I->cones, I->now.s, I->now.y, I->lambda)) {
        return dls_fail(fault, DLS_ERROR_NUMERICAL, "the iterate left the cone");
    }
    dls_error error = dls_ipm_system_factor(&I->system, fault);
    /* errors in the first rows stay in the residuals; W^-1 e2 << lambda ~ sqrt (mu) keeps the
       iterate central */
    I->wanted = (dls_accuracy){fmax(SHARE * I->settings.tolerance, OF_MU * fmin(I->standing.mu, 1)),
                               OF_LAMBDA * sqrt(I->standing.mu)};
    error = error ? error : solve_carefully(I, fault);
    I->lack = error ? 0 : dls_dot(d->n, I->system.e1, I->x2) - dls_dot(d->m, I->system.e2, I->y2);
    /* c = (P + P')x / tau + q */
    if (I->symmetric) {
        dls_copy(d->n, I->Px, I->c);
    } else {
        dls_set_mul_t(I->system.P, I->now.x, I->c);
    }
    for (dls_int j = 0; j < d->n; j++) {
        I->c[j] = (I->Px[j] + I->c[j]) / I->now.tau + d->q[j];
    }
    I->curvature = error ? 1 : curvature(I);
    return error;
}

/* The Newton direction that keeps the fraction `keep` of the residuals:
   ds = -shift - W^2 dy,  tau dkappa + kappa dtau = -product.
   solve: dls_ipm_system_solve, or dls_ipm_system_refine where an approximation is there. */
static dls_error direct(dls_ipm *I, dls_system_solver solve, double keep, double product,
                        dls_iterate *step)
{
    dls_scaled *d = &I->data;
    double tau = I->now.tau, reduce = 1 - keep;
    set_right(I, reduce);
    dls_error error = solve(&I->system, I->r1, I->r2, step->x, step->y, &I->wanted);
    step->tau = (reduce * I->g3 - product / tau + dls_dot(d->n, I->c, step->x) +
                 dls_dot(d->m, d->b, step->y)) /
                I->curvature;
    step->kappa = -(product + I->now.kappa * step->tau) / tau;
    dls_axpy(d->n, step->tau, I->x2, step->x);
    dls_axpy(d->m, step->tau, I->y2, step->y);
    /* not from ds = -shift - W^2 dy: there rounding grows with W^2, here with |A| only */
    dls_set_mul_t(I->system.At, step->x, step->s);
    for (dls_int i = 0; i < d->m; i++) {
        step->s[i] = d->b[i] * step->tau - reduce * I->g2[i] - step->s[i];
    }
    dls_zero(dls_cones_equations(&I->cones), step->s);
    return error;
}

/* The longest step that stays in the cones. */
static double reach(const dls_ipm *I, const dls_iterate *step)
{
    double t = fmin(dls_cones_step(&I->cones, I->now.s, step->s),
                    dls_cones_step(&I->cones, I->now.y, step->y));
    t = step->tau < 0 ? fmin(t, -I->now.tau / step->tau) : t;
    return step->kappa < 0 ? fmin(t, -I->now.kappa / step->kappa) : t;
}

static dls_error predict_direction(dls_ipm *I)
{
    return direct(I, dls_ipm_system_refine, 0, I->now.tau * I->now.kappa, &I->affine);
}

/* Centring to sigma mu and Mehrotra's second-order term. */
static dls_error combined_direction(dls_ipm *I)
{
    double t = fmin(1, reach(I, &I->affine)), target;
    const dls_product *K = &I->cones;
    I->sigma = (1 - t) * (1 - t) * (1 - t);
    target = I->sigma * I->standing.mu;
    dls_cones_divide(K, I->affine.s, I->u);
    dls_cones_apply(K, I->affine.y, I->v);
    dls_cones_product(K, I->u, I->v, I->u);
    dls_cones_product(K, I->lambda, I->lambda, I->v);
    dls_axpy(I->data.m, 1, I->u, I->v);
    dls_cones_identity(K, -target, I->v);
    dls_cones_quotient(K, I->lambda, I->v, I->u);
    dls_cones_apply(K, I->u, I->shift);
    double product = I->now.tau * I->now.kappa + I->affine.tau * I->affine.kappa - target;
    return direct(I, dls_ipm_system_solve, I->sigma, product, &I->step);
}

/* Move; the embedding is homogeneous, so keep the larger of tau and kappa at one. */
static void move_iterate(dls_ipm *I)
{
    static const double BACK = 0.99;
    dls_int n = I->data.n, m = I->data.m;
    double t = fmin(1, BACK * reach(I, &I->step));
    dls_iterate *z = &I->now;
    z->tau += t * I->step.tau;
    z->kappa += t * I->step.kappa;
    double scale = 1 / fmax(z->tau, z->kappa);
    for (dls_int j = 0; j < n; j++) {
        z->x[j] = (z->x[j] + t * I->step.x[j]) * scale;
    }
    for (dls_int i = 0; i < m; i++) {
        z->s[i] = (z->s[i] + t * I->step.s[i]) * scale;
        z->y[i] = (z->y[i] + t * I->step.y[i]) * scale;
    }
    z->tau *= scale;
    z->kappa *= scale;
    I->last_step = t;
}

static dls_error run_iterations(dls_ipm *I, bool warm, dls_fault *fault)
{
    dls_error error = warm ? DLS_OK : dls_ipm_cold_start(I, fault);
    I->idle = 0;
    I->best_merit = I->least.residual = I->least.gap = I->least.certificate = INFINITY;
    I->last_step = 1;
    print_head(I);
    for (; !error; I->iterations++) {
        dls_ipm_look(I);
        print_line(I);
        if (dls_ipm_decided(I)) {
            return DLS_OK;
        }
        error = factor_iterate(I, fault);
        error = error ? error : predict_direction(I);
        error = error ? error : combined_direction(I);
        if (!error) {
            move_iterate(I);
        }
    }
    if (error == DLS_ERROR_NUMERICAL) {
        I->outcome = DLS_NUMERICAL_TROUBLE;
        I->trouble = "a factorisation failed";
        dls_ipm_salvage(I);
        error = DLS_OK;
    }
    return error;
}

/* What a run goes through:

     AS_GIVEN -- trouble --> OTHER_SHAPE (of the linear system: it rounds differently) --.
        |      '-- trouble, there is no other --> FIRMER (more regularisation) ----------|
        '-- decided, or nothing firmer ---------------------------------------------> ENDED */
typedef enum { AS_GIVEN, OTHER_SHAPE, FIRMER, ENDED } attempt;

static dls_error next_attempt(dls_ipm *I, attempt *now, dls_fault *fault)
{
    bool trouble = *now == AS_GIVEN && I->outcome == DLS_NUMERICAL_TROUBLE, changed = false;
    *now = ENDED;
    if (!trouble) {
        return DLS_OK;
    }
    dls_cones_unit_scaling(&I->cones);
    dls_error error =
        I->settings.method == 0 ? dls_ipm_system_change(&I->system, &changed, fault) : DLS_OK;
    if (!error) {
        *now = changed ? OTHER_SHAPE : dls_ipm_system_firmer(&I->system) ? FIRMER : ENDED;
    }
    return error;
}

dls_error dls_ipm_run(dls_ipm *I, bool warm, dls_fault *fault)
{
    dls_error error = DLS_OK;
    I->iterations = 0;
    I->system.factorisations = I->system.refinements = 0;
    I->system.time_factor = 0;
    I->claimed = false;
    for (attempt now = AS_GIVEN; !error && now != ENDED;) {
        error = run_iterations(I, warm && now == AS_GIVEN, fault);
        error = error ? error : next_attempt(I, &now, fault);
    }
    return error;
}

void dls_ipm_solution(const dls_ipm *I, double *x, double *s, double *y)
{
    const dls_scaled *d = &I->data;
    bool sure = I->outcome == DLS_SOLVED || I->outcome == DLS_PRIMAL_INFEASIBLE ||
                I->outcome == DLS_DUAL_INFEASIBLE || !(I->best_merit < INFINITY);
    const dls_iterate *z = sure ? &I->now : &I->best;
    double divisor = z->tau; /* certificates have their size */
    if (I->outcome == DLS_PRIMAL_INFEASIBLE || I->outcome == DLS_DUAL_INFEASIBLE) {
        divisor = 1;
    }
    for (dls_int j = 0; j < d->n; j++) {
        x[j] = d->size * d->D[j] * z->x[j] / divisor;
    }
    for (dls_int i = 0; i < d->m; i++) {
        s[i] = d->size / d->E[i] * z->s[i] / divisor;
        y[i] = d->E[i] / (d->cost * d->size) * z->y[i] / divisor;
    }
}
