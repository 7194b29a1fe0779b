/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers of friction problems, u = W r + q or M v + f = H'r, u = H v + w:
     solved        the equations, Coulomb's law and the velocities at contacts in the measures on
                   which solvers stop (measure.c); laws with more disks as they say (laws.c)
     no_solution   certificates (modes.c) */
#include <math.h>

#include "verify/friction.h"

typedef struct {
    const dls_friction_problem *P;
    const dls_friction_laws *laws;
    const dls_friction_claim *X;
    dls_verify_report *report;
    dls_pool pool;
    dls_int N, n;
    double *rho, *own, *g, *work; /* N, N (u again), n, N + 2n */
    double *force, *moved;        /* N each: of laws with more disks */
} question;

static void lay_out(void *object, dls_room *room)
{
    question *Q = object;
    dls_int more = Q->laws ? Q->N : 0;
    Q->rho = DLS_TAKE(room, double, Q->N);
    Q->own = DLS_TAKE(room, double, Q->N);
    Q->g = DLS_TAKE(room, double, Q->n);
    Q->work = DLS_TAKE(room, double, Q->N + 2 * Q->n);
    Q->force = DLS_TAKE(room, double, more);
    Q->moved = DLS_TAKE(room, double, more);
}

/* u once more, and how far it is from that of the answer, relative to `speed` and both */
static double recompute(const question *Q, double speed)
{
    const dls_friction_problem *P = Q->P;
    dls_copy(Q->N, P->q, Q->own);
    dls_mul(P->global ? P->H : P->W, 1, P->global ? Q->X->v : Q->X->r, Q->own);
    for (dls_int i = 0; i < Q->N; i++) {
        Q->work[i] = Q->X->u[i] - Q->own[i];
    }
    double size = fmax(speed, dls_norm(Q->N, Q->own)), off = dls_norm(Q->N, Q->work);
    return off == 0 ? 0 : off / size;
}

/* The numbers that the answer says of itself; rounding of what they are made of is theirs. */
static void check_told(const question *Q, const double own[DLS_FRICTION_TOLD], double rounding)
{
    static const double SAME = 1e-6, SMALL = 1e-12;
    double worst = 0;
    for (int k = 0; Q->X->told && k < DLS_FRICTION_TOLD; k++) {
        bool velocity = k == DLS_FRICTION_VELOCITY || k == DLS_FRICTION_SPEED;
        double slack = SAME * fabs(own[k]) + SMALL * (velocity ? rounding : 1);
        double off = fabs(Q->X->told[k] - own[k]);
        worst = dls_verify_worse(worst, off == 0 ? 0 : off / slack);
    }
    if (Q->X->told) {
        dls_verify_check(Q->report, "info.residual is recomputed", worst, 1);
    } else {
        dls_verify_leave(Q->report, "info.residual");
    }
}

typedef struct {
    double equality, computed, natural, velocity, speed;
} measures;

static void check_measures(const question *Q, const measures *is)
{
    double bound = fmax(DLS_VERIFY_EQUATIONS, Q->X->tolerance);
    double fast = fmax(DLS_VERIFY_VELOCITIES, Q->X->velocity_tolerance);
    if (Q->P->global) {
        dls_verify_check(Q->report, "M*v + f = H'*r", is->equality, bound);
    }
    dls_verify_check(Q->report, "u is computed from r or v", is->computed, DLS_VERIFY_EQUATIONS);
    dls_verify_check(Q->report, "Coulomb's law", is->natural, bound);
    if (is->speed > 0) {
        dls_verify_check(Q->report, "velocities at contacts", is->velocity / is->speed, fast);
    }
    Q->report->residual = fmax(is->natural, is->equality);
}

/* Laws with more disks; the residuals that such answers have are of the problem of disks. */
static void check_laws(question *Q)
{
    dls_friction_problem all = *Q->P; /* as far as its equations see it */
    measures is = {0};
    all.dimension = Q->laws->rows;
    const dls_verify_point point = {&all, NULL, Q->X->r, Q->own, Q->X->v, Q->g, Q->work};
    const dls_verify_laws_point laws = {Q->P, Q->laws, Q->X->r, Q->own, Q->rho, Q->force, Q->moved};
    dls_verify_units_of_laws(Q->P, Q->laws, Q->rho, Q->force);
    is.equality = all.global ? dls_verify_equality(&point) : 0;
    dls_zero(Q->N, Q->moved);
    for (dls_int j = 0; j < Q->n; j++) {
        double mass = dls_diagonal_entry(all.M, j);
        double moved = fmax(fabs(Q->X->v[j]), mass > 0 ? fabs(all.f[j]) / mass : 0);
        for (dls_int k = all.H.p[j]; k < all.H.p[j + 1]; k++) {
            Q->moved[all.H.i[k]] += fabs(all.H.x[k]) * moved;
        }
    }
    recompute(Q, 0);
    is.natural = dls_verify_laws(&laws, &is.velocity, &is.speed);
    is.computed = recompute(Q, is.speed);
    check_measures(Q, &is);
    dls_verify_leave(Q->report, "info.residual");
}

static void check_solution(question *Q)
{
    const dls_friction_problem *P = Q->P;
    const dls_verify_point point = {P, Q->rho, Q->X->r, Q->own, Q->X->v, Q->g, Q->work};
    double reactions;
    measures is = {0};
    dls_verify_rho(P, Q->rho);
    is.speed = dls_verify_speed(&point, &reactions);
    is.computed = recompute(Q, is.speed);
    is.equality = P->global ? dls_verify_equality(&point) : 0;
    is.natural = dls_verify_natural(&point, true);
    is.velocity = dls_verify_velocity(&point);
    check_measures(Q, &is);
    double equality = is.equality,
           told[DLS_FRICTION_TOLD] = {
               equality, dls_verify_measure(is.natural, equality, true),
               dls_verify_measure(dls_verify_natural(&point, false), equality, false), is.velocity,
               is.speed};
    double most = 0;
    for (dls_int c = 0; c < P->contacts; c++) {
        const double *r = Q->X->r + c * P->dimension;
        most = fmax(most, dls_norm(P->dimension, r) / Q->rho[c]);
    }
    check_told(Q, told, is.speed + most);
}

dls_error dls_verify_friction(const dls_friction_problem *P, const dls_friction_laws *laws,
                              const dls_friction_claim *X, dls_verify_report *report,
                              dls_fault *fault)
{
    question Q = {.P = P, .laws = laws, .X = X, .report = report};
    Q.N = (laws ? laws->rows : P->dimension) * P->contacts;
    Q.n = P->global ? P->M.cols : 0;
    dls_verify_begin(report);
    if (X->outcome == DLS_NO_SOLUTION && !laws) {
        return dls_verify_refutation(P, X, report, fault);
    } else if (X->outcome != DLS_SOLVED) {
        dls_verify_nothing(report, X->outcome);
        return DLS_OK;
    } else if (!dls_pool_make(&Q.pool, lay_out, &Q)) {
        return dls_fail_memory(fault);
    }
    if (laws) {
        check_laws(&Q);
    } else {
        check_solution(&Q);
    }
    dls_pool_free(&Q.pool);
    return DLS_OK;
}
