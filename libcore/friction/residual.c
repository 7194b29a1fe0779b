/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a point is from a solution: the measures of dls_residual, from the caller's data. */
#include <math.h>

#include "friction/friction.h"
#include "verify/friction.h"

static dls_verify_point point_of(const dls_friction_task *T)
{
    return (dls_verify_point){T->problem, T->rho, T->r, T->u, T->v, T->g, T->work};
}

static double map_length(const dls_friction_task *T)
{
    const dls_verify_point X = point_of(T);
    return dls_verify_map(&X, T->rho);
}

void dls_friction_expect(dls_friction_task *T)
{
    const dls_verify_point X = point_of(T);
    T->speed = dls_verify_speed(&X, &T->expected);
}

double dls_friction_velocity_error(dls_friction_task *T)
{
    const dls_verify_point X = point_of(T);
    return dls_verify_velocity(&X);
}

double dls_friction_velocity_tolerance(const dls_friction_settings *settings)
{
    static const double TIMES = 100, MOST = 0.3; /* in piles reactions are many times the loads */
    double given = settings->velocity_tolerance;
    return given > 0 ? given : fmin(MOST, TIMES * settings->tolerance);
}

double dls_friction_measure(dls_friction_task *T, bool scaled)
{
    const dls_verify_point X = point_of(T);
    T->natural = dls_verify_natural(&X, scaled);
    return dls_verify_measure(T->natural, T->equality, scaled);
}

/* The measure that was asked for. That of siconos adds velocities to reactions: where the units of
   one are much larger it does not see the other, and the scaled one has to agree roughly. */
static void find_error(dls_friction_task *T)
{
    static const double ROUGH = 1e-4;
    bool siconos = T->settings->measure == 1;
    T->error = dls_friction_measure(T, !siconos);
    if (siconos && T->error <= T->settings->tolerance) {
        double natural = T->natural, scaled = dls_friction_measure(T, true);
        T->natural = natural;
        T->error = scaled <= ROUGH ? T->error : scaled;
    }
}

/* Reactions that jam are many times what velocities need: beside them an error of velocities does
   not show. Then T->error is above the tolerance, as many times as velocities are above theirs. */
static void judge_velocities(dls_friction_task *T)
{
    double tolerance = T->settings->tolerance,
           allowed = dls_friction_velocity_tolerance(T->settings) * T->speed;
    T->measured = T->error;
    if (isfinite(allowed) && allowed > 0 && T->error <= tolerance) {
        double off = dls_friction_velocity_error(T);
        T->error = off <= allowed ? T->error : tolerance * off / allowed;
    }
}

/* Where there is no solution reactions, or velocities that M does not see, may grow until any
   residual is small beside them. */
static bool is_far(dls_friction_task *T)
{
    static const double FAR = 1e6, LOST = 1e-6, LOOSE = 100;
    double tolerance = T->settings->tolerance, r = dls_norm(T->N, T->r);
    if (!(T->expected > 0)) {
        return false;
    }
    bool lost = T->problem->global && T->error <= tolerance &&
                map_length(T) > fmax(LOST, LOOSE * tolerance) * fmax(r, T->expected);
    return lost || r > FAR * T->expected;
}

/* Better than the best point: a small residual comes first, then the velocities beside it. If
   best < 0 no other point is kept. */
static bool is_better(const dls_friction_task *T)
{
    bool small = T->measured <= T->settings->tolerance, best = isfinite(T->best) && T->best_small;
    return T->best >= 0 && (small != best ? small : T->error < T->best);
}

bool dls_friction_look(dls_friction_task *T)
{
    const dls_friction_problem *P = T->problem;
    dls_copy(T->N, P->q, T->u);
    dls_mul(P->global ? P->H : P->W, 1, P->global ? T->v : T->r, T->u);
    const dls_verify_point X = point_of(T);
    T->equality = P->global ? dls_verify_equality(&X) : 0;
    find_error(T);
    judge_velocities(T);
    T->far = is_far(T);
    T->ran_away = T->ran_away || (T->far && T->error <= T->settings->tolerance);
    if (is_better(T) && !T->far) {
        T->best = T->error;
        T->best_small = T->measured <= T->settings->tolerance;
        dls_copy(T->N, T->r, T->best_r);
        dls_copy(T->n, T->v, T->best_v);
    }
    return T->error <= T->settings->tolerance && !T->far;
}

bool dls_friction_may_go_on(dls_friction_task *T, double most)
{
    double given = T->settings->max_iterations;
    double allowed = given > 0 ? given : most + (double)T->sweeps;
    bool used_up = (double)T->result->iterations >= allowed;
    T->result->outcome = used_up ? DLS_MAX_ITERATIONS : DLS_NUMERICAL_TROUBLE;
    return !used_up && !dls_watch_over(&T->watch, &T->result->outcome);
}

double dls_friction_pace(const dls_friction_task *T)
{
    double moves = 0;
    int d = T->d;
    for (dls_int c = 0; c < T->nc; c++) {
        moves += T->r[c * d] > 0 ? pow(T->rho[c] * dls_norm(d, T->u + c * d), 2) : 0;
    }
    return sqrt(moves) / dls_norm(T->N, T->r);
}
