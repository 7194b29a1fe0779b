/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laws of impact, at one instant: M (v - v0) = G pb + B p, G'v + c = 0, u = B'v + w, per contact
     newton   0 <= u_N + e u0_N _|_ p_N >= 0, Coulomb's law for u_T + et u0_T
     moreau   the same with et = e: friction opposes the mean velocity, no energy is made
     plastic  e = et = 0
     poisson  percussions pc as if plastic, then more of them: 0 <= p_N - e pc_N _|_ u_N >= 0, and
              Coulomb's law for u_T
     fremond  p_N = k [mean u_N]_-, and friction opposes the mean u_T: -p is a subgradient of a
              potential of dissipation; 2/k = W_NN (1 - e)/(1 + e) makes it the restitution e of a
              contact alone; where others press u_N below zero, more percussions, as if plastic.
   own      p = f (W, u, e, mu) by a function of the model, after which no contact may approach.
   Where energy is guarded and v has more of it than v0, v and p are moved towards the plastic ones
   until it has not: what lies between admissible percussions is admissible. */
#include <math.h>
#include <stdio.h>

#include "motion/motion.h"

typedef struct {
    dls_percussion *P;
    const dls_impact *I;
    dls_percussion_result *result;
    dls_fault *fault;
    double *r, *v, *s, *u, *compliance, *p, *given; /* n (2), width (3), nb + width, nu */
    bool *active;
} strike;

/* The arrays, in memory that P keeps */
static bool furnish(strike *X)
{
    dls_percussion *P = X->P;
    dls_int n = P->D.n, width = P->D.width, nu = P->D.nu, size = 2 * n + 4 * width + P->D.nb + nu;
    if (size + nu > P->room.strike) {
        double *x = dls_grow(P->strike, size + nu, sizeof *x);
        if (!x) {
            return false;
        }
        P->strike = x;
        P->room.strike = size + nu;
    }
    X->r = P->strike;
    X->v = X->r + n;
    X->s = X->v + n;
    X->u = X->s + width;
    X->compliance = X->u + width;
    X->p = X->compliance + width;
    X->given = X->p + P->D.nb + width;
    X->active = (bool *)(P->strike + size);
    return true;
}

void dls_motion_rebound(double law, double e, double et, double factor[2])
{
    bool plastic = law == DLS_LAW_PLASTIC || law == DLS_LAW_POISSON;
    factor[0] = law == DLS_LAW_FREMOND ? 1 : plastic ? 0 : e;
    factor[1] = law == DLS_LAW_FREMOND ? 1 : plastic ? 0 : law == DLS_LAW_MOREAU ? e : et;
}

enum { WHOLE, SECOND, PLASTIC };

/* v, p from velocities v0 */
static dls_error solve(strike *X, int part, const double *v0, double *v, double *p)
{
    dls_percussion *P = X->P;
    const dls_impact *I = X->I;
    dls_percussion_result result = {.solved = true};
    dls_zero(P->D.n, X->r);
    dls_mul(P->D.A, 1, v0, X->r);
    dls_set_mul_t(P->D.B, I->v, X->s);
    for (dls_int i = 0; i < P->D.nu; i++) {
        double factor[2] = {0, 0}, *s = X->s + i * P->D.d;
        if (part == WHOLE || (part == SECOND && I->law[i] != DLS_LAW_FREMOND)) {
            dls_motion_rebound(I->law[i], I->e[i], I->et[i], factor);
        }
        for (int t = 0; t < P->D.d; t++) {
            double k = factor[t > 0];
            s[t] = k * s[t] + (1 + k) * I->w[i * P->D.d + t];
        }
        X->active[i] = true;
    }
    dls_error error =
        dls_percussion_solve(P, X->r, I->c, X->s, false, X->active, v, p, &result, X->fault);
    dls_percussion_result *all = X->result;
    if (!result.solved && all->solved) {
        *all = result;
    }
    all->error = fmax(all->error, result.error);
    all->missed = fmax(all->missed, result.missed);
    return error;
}

static void keep_part(const strike *X, int part, const double *v, const double *p)
{
    dls_impact_part *to = X->I->part ? X->I->part + part : NULL;
    if (to) {
        dls_copy(X->P->D.n, v, to->v);
        dls_copy(X->P->D.nb + X->P->D.width, p, to->p);
        to->made = true;
    }
}

/* Is a second part needed? X->given := e pc of Poisson's contacts */
static bool two_parts(strike *X, const double *v, const double *p)
{
    static const double ROUNDING = 1e-12;
    const dls_percussion *P = X->P;
    bool needed = false;
    dls_set_mul_t(P->D.B, v, X->u);
    for (dls_int i = 0; i < P->D.nu; i++) {
        double law = X->I->law[i], u = X->u[i * P->D.d] + X->I->w[i * P->D.d];
        X->given[i] = law == DLS_LAW_POISSON ? X->I->e[i] * p[P->D.nb + i * P->D.d] : 0;
        needed = needed || X->given[i] > 0 ||
                 (law == DLS_LAW_FREMOND && u < -ROUNDING * dls_largest(P->D.n, v));
    }
    return needed;
}

static dls_error second_part(strike *X, double *v, double *p)
{
    dls_percussion *P = X->P;
    P->given = dls_largest(P->D.nu, X->given) > 0 ? X->given : NULL;
    dls_error error = solve(X, SECOND, v, X->v, X->p);
    P->given = NULL;
    keep_part(X, DLS_IMPACT_SECOND, X->v, X->p);
    dls_copy(P->D.n, X->v, v);
    dls_axpy(P->D.nb + P->D.width, 1, X->p, p);
    return error;
}

/* x'A y */
static double product(dls_view A, const double *x, const double *y)
{
    double sum = 0;
    for (dls_int j = 0; j < A.cols; j++) {
        for (dls_int k = A.p[j]; k < A.p[j + 1]; k++) {
            sum += y[j] * A.x[k] * x[A.i[k]];
        }
    }
    return sum;
}

/* x := x0 + part (x - x0) */
static void towards(dls_int n, double part, const double *x0, double *x)
{
    for (dls_int k = 0; k < n; k++) {
        x[k] = x0[k] + part * (x[k] - x0[k]);
    }
}

/* As far from the plastic velocity towards v as the energy of I->v allows */
static dls_error guard(strike *X, double *v, double *p)
{
    dls_percussion *P = X->P;
    dls_view M = P->D.A;
    double energy = product(M, X->I->v, X->I->v);
    if (!(product(M, v, v) > energy)) {
        return DLS_OK;
    }
    dls_error error = solve(X, PLASTIC, X->I->v, X->v, X->p);
    keep_part(X, DLS_IMPACT_PLASTIC, X->v, X->p);
    for (dls_int k = 0; k < P->D.n; k++) {
        X->r[k] = v[k] - X->v[k];
    }
    double a = product(M, X->r, X->r), b = product(M, X->r, X->v);
    double c = fmin(product(M, X->v, X->v) - energy, 0), root = sqrt(b * b - a * c);
    double part = !(a > 0) ? 0 : b > 0 ? -c / (b + root) : (root - b) / a;
    towards(P->D.n, part, X->v, v);
    towards(P->D.nb + P->D.width, part, X->p, p);
    return error;
}

/* p by a function, on top of v and p without percussions of contacts */
static dls_error own_law(strike *X, double *v, double *p)
{
    static const double ROUNDING = 1e-10;
    dls_percussion *P = X->P;
    const dls_impact *I = X->I;
    dls_error error = DLS_OK;
    for (dls_int i = 0; i < P->D.nu && !error; i++) {
        X->active[i] = false;
        error = dls_delassus_columns(&P->D, i, &X->result->solved, X->fault);
    }
    dls_zero(P->D.n, X->r);
    dls_mul(P->D.A, 1, I->v, X->r);
    error = error ? error
                  : dls_percussion_solve(P, X->r, I->c, I->w, false, X->active, v, p, X->result,
                                         X->fault);
    if (error) {
        return error;
    }
    dls_set_mul_t(P->D.B, v, X->u);
    dls_axpy(P->D.width, 1, I->w, X->u);
    dls_hit hit = {NAN, NULL, I->v, P->D.nu, P->D.d, I->contact, P->D.W, X->u, I->e, P->mu};
    error = I->own(I->data, &hit, p + P->D.nb, X->fault);
    if (error || !dls_finite(P->D.width, p + P->D.nb)) {
        return error ? error
                     : dls_fail(X->fault, DLS_ERROR_MODEL,
                                "'law' of the model returned numbers that are not finite");
    }
    dls_delassus_add(&P->D, 1, p + P->D.nb, v, p);
    double size = dls_largest(P->D.n, v) + dls_largest(P->D.width, X->u);
    dls_set_mul_t(P->D.B, v, X->u);
    for (dls_int i = 0; i < P->D.nu && X->result->solved; i++) {
        double speed = X->u[i * P->D.d] + I->w[i * P->D.d];
        if (speed < -ROUNDING * size) {
            X->result->solved = false;
            snprintf(X->result->message, sizeof X->result->message,
                     "'law' leaves contact %lld approaching with the speed %.3g",
                     (long long)(I->contact ? I->contact[i] : i) + 1, -speed);
        }
    }
    return DLS_OK;
}

static dls_error by_name(strike *X, double *v, double *p)
{
    dls_percussion *P = X->P;
    const dls_impact *I = X->I;
    bool soft = false;
    dls_error error = DLS_OK;
    dls_zero(P->D.width, X->compliance);
    for (dls_int i = 0; i < P->D.nu && !error; i++) {
        dls_int j = i * P->D.d;
        if (I->law[i] == DLS_LAW_FREMOND) {
            soft = true;
            error = dls_delassus_columns(&P->D, i, &X->result->solved, X->fault);
            X->compliance[j] = dls_delassus_diagonal(&P->D, j) * (1 - I->e[i]) / (1 + I->e[i]);
        }
    }
    P->compliance = soft ? X->compliance : NULL;
    error = error ? error : solve(X, WHOLE, I->v, v, p);
    P->compliance = NULL;
    if (soft) {
        dls_motion_percussion_forget(P);
    }
    keep_part(X, DLS_IMPACT_FIRST, v, p);
    bool more = !error && X->result->solved && two_parts(X, v, p);
    return more ? second_part(X, v, p) : error;
}

dls_error dls_percussion_impact(dls_percussion *P, const dls_impact *I, double *v, double *p,
                                dls_percussion_result *result, dls_fault *fault)
{
    strike X = {.P = P, .I = I, .result = result, .fault = fault};
    if (!furnish(&X)) {
        return dls_fail_memory(fault);
    }
    dls_int before = P->D.solves;
    dls_error error = I->own ? own_law(&X, v, p) : by_name(&X, v, p);
    error = error || !result->solved || !I->guard ? error : guard(&X, v, p);
    result->solves += P->D.solves - before;
    return error;
}
