/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One right-hand side: proximal steps, Krylov where they are slow, projection where the data are
   inconsistent, then the two projections that make the norm minimal, and the proof. */
#include <math.h>

#include "kkt/kkt.h"

static const double GOAL = 2e-15;          /* where rounding takes over */
static const double GOOD_ENOUGH = 1e-14;   /* no Krylov steps below this */
static const double SLOW = 0.3;            /* contraction that calls for help */
static const double KERNEL_ALLOWED = 1e-9; /* part of lambda in ker G */

typedef struct {
    dls_kkt_result *result;
    double e1, e2, size1, size2;
} progress;

static double worst(const progress *P)
{
    return fmax(P->e1, P->e2);
}

static void look(dls_kkt *K, progress *P)
{
    dls_kkt_defect(K, &P->e1, &P->e2, &P->size1, &P->size2);
}

static void measure(dls_kkt *K, progress *P)
{
    look(K, P);
    if (K->settings.display == 2) {
        dls_say(K->sink, "%5d %5d   %9.2e   %9.2e\n", P->result->steps, P->result->krylov, P->e1,
                P->e2);
    }
}

static void start_at_zero(dls_kkt *K, progress *P)
{
    dls_zero(K->n, K->work.x);
    dls_zero(K->m, K->work.y);
    measure(K, P);
}

/* x := x minus the noise in ker A cap ker B', which the residual does not show. */
static dls_error drop_floating_part(dls_kkt *K)
{
    dls_copy(K->n, K->work.x, K->work.t);
    dls_error error = dls_nullspace_part(&K->floating, K->work.t);
    dls_axpy(K->n, -1, K->work.t, K->work.x);
    return error;
}

/* Proximal steps while they contract well. */
static dls_error proximal_steps(dls_kkt *K, progress *P)
{
    dls_kkt_work *W = &K->work;
    double before = INFINITY;
    dls_error error = DLS_OK;
    while (!error && worst(P) > GOAL && worst(P) <= SLOW * before &&
           P->result->steps < K->settings.max_steps) {
        before = worst(P);
        error = dls_prox_apply(K, W->r1, W->r2, W->dx, W->dy);
        if (error) {
            return error;
        }
        dls_axpy(K->n, 1, W->dx, W->x);
        dls_axpy(K->m, 1, W->dy, W->y);
        P->result->steps++;
        if (K->floating.gram) {
            error = drop_floating_part(K);
        }
        measure(K, P);
    }
    return error;
}

/* Krylov cycles while they help. */
static dls_error krylov_steps(dls_kkt *K, progress *P)
{
    double before = INFINITY;
    while (worst(P) > GOOD_ENOUGH && worst(P) <= 0.5 * before) {
        int budget = (int)K->settings.max_steps - P->result->krylov;
        if (budget <= 0) {
            break;
        }
        before = worst(P);
        dls_error error = dls_krylov(K, 1 / P->size1, 1 / P->size2, budget, &P->result->krylov);
        if (error) {
            return error;
        }
        measure(K, P);
    }
    return DLS_OK;
}

/* g := its part in im B' when the rest is not rounding; the rest, in the caller's units, certifies. */
static dls_error drop_inconsistent_constraints(dls_kkt *K, dls_kkt_certificate certificate,
                                               progress *P, bool *dropped)
{
    dls_kkt_work *W = &K->work;
    double size = dls_norm(K->m, W->g), reached;
    dls_error error = dls_project(K, W->g, 0.1 * DLS_EPS * size, &reached, &P->result->krylov);
    double rest = dls_norm(K->m, W->v);
    *dropped = !error && rest > K->settings.tolerance * size && reached <= 1e-9 * rest;
    if (*dropped) {
        P->result->constraints_inconsistent = true;
        dls_axpy(K->m, -1, W->v, W->g);
        if (certificate.constraints) {
            for (dls_int k = 0; k < K->m; k++) {
                certificate.constraints[k] = K->T[k] * W->v[k];
            }
            error =
                dls_metric_result(&K->metric, certificate.constraints) ? DLS_OK : DLS_ERROR_MEMORY;
        }
    }
    return error;
}

/* r2 not seen by B at all: constraints that contradict each other rather than slow modes. */
static bool contradiction(dls_kkt *K, const progress *P)
{
    dls_kkt_work *W = &K->work;
    dls_zero(K->n, W->dx);
    dls_mul_t(dls_see(&K->Bt), 1, W->r2, W->dx);
    return P->e2 > 0.1 * K->settings.tolerance &&
           dls_norm(K->n, W->dx) <= 1e-6 * dls_norm(K->m, W->r2);
}

/* Drop what cannot be satisfied and start again; nothing happens when all of it can. */
static dls_error make_consistent(dls_kkt *K, dls_kkt_certificate certificate, progress *P)
{
    bool dropped = false;
    dls_error error = drop_inconsistent_constraints(K, certificate, P, &dropped);
    if (!error && dropped) {
        start_at_zero(K, P);
        error = proximal_steps(K, P);
    }
    return error;
}

static dls_error converge(dls_kkt *K, dls_kkt_certificate certificate, progress *P)
{
    start_at_zero(K, P);
    dls_error error = proximal_steps(K, P);
    bool asked = !error && worst(P) > GOOD_ENOUGH && contradiction(K, P);
    if (asked) {
        error = make_consistent(K, certificate, P);
    }
    if (!error && worst(P) > GOOD_ENOUGH && !K->floating.gram) {
        bool tighter = false;
        error = dls_prox_tighten(K, P->e1 > GOOD_ENOUGH, P->e2 > GOOD_ENOUGH, &tighter);
        if (!error && tighter) {
            error = proximal_steps(K, P);
        }
    }
    if (!error && !asked && P->e2 > 0.1 * K->settings.tolerance) {
        error = make_consistent(K, certificate, P); /* Krylov steps would diverge */
    }
    return error ? error : krylov_steps(K, P);
}

/* f := its part outside ker A cap ker B' */
static dls_error drop_inconsistent_forces(dls_kkt *K, dls_kkt_certificate certificate, progress *P)
{
    dls_kkt_work *W = &K->work;
    dls_copy(K->n, W->f, W->t);
    dls_error error = dls_nullspace_part(&K->floating, W->t);
    double rest = dls_norm(K->n, W->t);
    if (!error && rest > K->settings.tolerance * dls_norm(K->n, W->f)) {
        P->result->forces_inconsistent = true;
        for (dls_int k = 0; certificate.forces && k < K->n; k++) {
            certificate.forces[k] = K->S[k] * W->t[k];
        }
    }
    dls_axpy(K->n, -1, W->t, W->f);
    return error;
}

/* x, y := their parts in the range of K; the kernel bound is the rounding of B'c. */
static dls_error purge(dls_kkt *K, progress *P)
{
    dls_kkt_work *W = &K->work;
    dls_error error = DLS_OK;
    if (K->floating.gram) {
        error = drop_floating_part(K);
    }
    double size = dls_norm(K->m, W->y), reached = 0;
    if (error || size == 0) {
        return error;
    }
    error = dls_project(K, W->y, 0.5 * DLS_EPS * P->size1, &reached, &P->result->krylov);
    if (reached <= fmax(GOOD_ENOUGH, P->e1) * P->size1) {
        dls_mul_t_exactly(dls_see(&K->B), W->c, W->y);
        dls_mul_t_abs(dls_see(&K->B), W->c, W->q); /* second order: eps^2 |B|'|c| */
        P->result->kernel =
            DLS_EPS * (1 + 10 * DLS_EPS * dls_norm(K->m, W->q) / dls_norm(K->m, W->y));
    } else {
        P->result->kernel = dls_norm(K->m, W->v) / size; /* measured, not removed */
    }
    return error;
}

static bool load(dls_kkt *K, const double *F, const double *b)
{
    dls_kkt_work *W = &K->work;
    dls_copy(K->m, b, W->g);
    bool done = dls_metric_data(&K->metric, W->g);
    for (dls_int k = 0; k < K->m; k++) {
        W->g[k] *= -K->T[k] / K->beta;
    }
    if (K->massless) { /* alpha is free: give f the size of g, whatever the units of F */
        K->alpha = dls_power2(dls_norm(K->n, F)) / dls_power2(dls_norm(K->m, W->g));
    }
    for (dls_int k = 0; k < K->n; k++) {
        W->f[k] = -K->S[k] * (F[k] / K->alpha);
    }
    return done;
}

static bool unload(dls_kkt *K, double *a, double *lambda)
{
    for (dls_int k = 0; k < K->n; k++) {
        a[k] = K->S[k] * K->work.x[k];
    }
    for (dls_int k = 0; k < K->m; k++) {
        lambda[k] = -K->alpha / K->beta * K->T[k] * K->work.y[k];
    }
    return dls_metric_result(&K->metric, lambda);
}

static dls_error solve_proximal(dls_kkt *K, dls_kkt_certificate certificate, progress *P)
{
    dls_error error = DLS_OK;
    if (K->floating.gram) {
        error = drop_inconsistent_forces(K, certificate, P);
    }
    if (!error) {
        error = converge(K, certificate, P);
    }
    return error ? error : purge(K, P);
}

/* The residual of a least-squares solution is in the kernel: it is the certificate. */
static void certify_residual(dls_kkt *K, dls_kkt_certificate certificate, progress *P)
{
    dls_kkt_work *W = &K->work;
    look(K, P);
    if (P->e2 > K->settings.tolerance && contradiction(K, P)) {
        P->result->constraints_inconsistent = true;
        for (dls_int k = 0; certificate.constraints && k < K->m; k++) {
            certificate.constraints[k] = K->T[k] * W->r2[k];
        }
        if (certificate.constraints) {
            dls_metric_result(&K->metric, certificate.constraints);
        }
    }
    dls_zero(K->n, W->s);
    dls_mul_t(dls_see(&K->A), 1, W->r1, W->s);
    dls_zero(K->m, W->q);
    dls_mul_t(dls_see(&K->B), 1, W->r1, W->q);
    double rest = dls_norm(K->n, W->r1);
    if (P->e1 > K->settings.tolerance &&
        dls_norm(K->n, W->s) + dls_norm(K->m, W->q) <= 1e-3 * rest) {
        P->result->forces_inconsistent = true;
        for (dls_int k = 0; certificate.forces && k < K->n; k++) {
            certificate.forces[k] = K->S[k] * W->r1[k];
        }
    }
}

/* K^+ (f, g), then y := the y-part of K^+ K (0, y): rounding of a large x may have put a part in
   ker B into a small y. */
static dls_error solve_direct(dls_kkt *K, dls_linsys *factor, dls_kkt_certificate certificate,
                              progress *P)
{
    dls_kkt_work *W = &K->work;
    dls_copy(K->n, W->f, W->w);
    dls_copy(K->m, W->g, W->w + K->n);
    dls_error error = dls_linsys_solve(factor, W->w, W->z);
    dls_copy(K->n, W->z, W->x);
    if (!error) {
        dls_zero(K->n + K->m, W->w);
        dls_mul_t(dls_see(&K->Bt), 1, W->z + K->n, W->w);
        error = dls_linsys_solve(factor, W->w, W->z);
        dls_copy(K->m, W->z + K->n, W->y);
    }
    if (!error) {
        certify_residual(K, certificate, P);
    }
    P->result->kernel = NAN;
    return error;
}

/* |K'r| / |r| of the final residual, in the scaled system: 0 when the answer is a least-squares one. */
static double optimality(dls_kkt *K, progress *P)
{
    dls_kkt_work *W = &K->work;
    look(K, P);
    dls_zero(K->n, W->s);
    dls_mul_t(dls_see(&K->A), 1, W->r1, W->s);
    dls_mul_t(dls_see(&K->Bt), 1, W->r2, W->s);
    dls_zero(K->m, W->q);
    dls_mul_t(dls_see(&K->B), 1, W->r1, W->q);
    double whole = P->size1 + P->size2;
    return whole > 0 ? hypot(dls_norm(K->n, W->s), dls_norm(K->m, W->q)) / whole : 0;
}

static dls_outcome classify(const dls_kkt *K, const dls_kkt_result *R)
{
    double tolerance = K->settings.tolerance;
    bool minimal = !(R->kernel > KERNEL_ALLOWED);
    if (R->forces_inconsistent || R->constraints_inconsistent) {
        return R->optimality <= 10 * tolerance && minimal ? DLS_INCONSISTENT : DLS_INACCURATE;
    }
    bool small = R->dynamics <= tolerance && R->constraints <= tolerance;
    return small && minimal ? DLS_SOLVED : DLS_INACCURATE;
}

static dls_error solve_with(dls_kkt *K, dls_linsys *direct, const double *F, const double *b,
                            double *a, double *lambda, dls_kkt_certificate certificate,
                            dls_kkt_result *result, dls_fault *fault)
{
    progress P = {.result = result};
    *result = (dls_kkt_result){.method = direct ? direct->backend->name : K->backend->name};
    /* the certificate wants the unprojected data back: optimality is measured on them */
    bool done = load(K, F, b);
    dls_error error = !done    ? DLS_ERROR_MEMORY
                      : direct ? solve_direct(K, direct, certificate, &P)
                               : solve_proximal(K, certificate, &P);
    if (!error) {
        error = load(K, F, b) ? DLS_OK : DLS_ERROR_MEMORY;
    }
    if (error || !unload(K, a, lambda)) {
        return error == DLS_ERROR_NUMERICAL ? dls_fail(fault, error, "the triangular solves failed")
                                            : dls_fail_memory(fault);
    }
    result->optimality = optimality(K, &P);
    return DLS_OK;
}

/* Direct minimum-norm solution when the proximal method could not prove its own. */
static dls_error rescue(dls_kkt *K, const double *F, const double *b, double *a, double *lambda,
                        dls_kkt_certificate certificate, dls_kkt_result *result, dls_fault *fault)
{
    enum { DENSE_UP_TO = 600 };
    dls_error error = DLS_OK;
    if (!K->rescue) {
        dls_mat E = {0};
        const dls_backend *backend = K->n + K->m <= DENSE_UP_TO ? &dls_dense : &dls_qr;
        error = dls_direct_setup(K, backend, &K->rescue, &E, fault);
        dls_mat_free(&E);
    }
    return error ? error : solve_with(K, K->rescue, F, b, a, lambda, certificate, result, fault);
}

dls_error dls_kkt_solve(dls_kkt *K, const double *F, const double *b, double *a, double *lambda,
                        dls_kkt_certificate certificate, dls_kkt_result *result, dls_fault *fault)
{
    static const double TOO_DENSE = 5e7; /* entries of E: a direct method would fill the memory */
    dls_blocks S = dls_kkt_blocks(K);
    double start = dls_clock();
    bool direct = K->backend->minimum_norm;
    if (K->settings.display == 2) {
        dls_say(K->sink, " prox  proj   dynamics    constraints\n");
    }
    dls_error error =
        solve_with(K, direct ? K->factor : NULL, F, b, a, lambda, certificate, result, fault);
    for (bool last = false; !error; last = true) {
        dls_kkt_residual(dls_see(&K->M), dls_see(&K->G), F, b, a, lambda, K->work.residual,
                         &result->dynamics, &result->constraints);
        result->outcome = classify(K, result);
        if (last || direct || result->outcome != DLS_INACCURATE ||
            K->settings.method != DLS_KKT_AUTO || dls_normal_bound(&S) > TOO_DENSE) {
            break;
        }
        error = rescue(K, F, b, a, lambda, certificate, result, fault);
    }
    result->time = dls_clock() - start;
    if (!error && K->settings.display > 0) {
        dls_say(K->sink, "dls_kkt: %s by %s, %d + %d steps, dynamics %.1e, constraints %.1e\n",
                dls_outcome_text(result->outcome), result->method, result->steps, result->krylov,
                result->dynamics, result->constraints);
    }
    return error;
}
