/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a point is from a solution: the measures of dls_residual, from the caller's data. */
#include <math.h>

#include "friction/friction.h"

static double ratio(double x, double y)
{
    return x == 0 ? 0 : x / y;
}

/* |x| with contact c weighted by w(c); x may be T->work, which is overwritten */
static double weighted(const dls_friction_task *T, const double *w, const double *x)
{
    for (dls_int i = 0; i < T->N; i++) {
        T->work[i] = (w ? w[i / T->d] : 1) * x[i];
    }
    return dls_norm(T->N, T->work);
}

/* |e|, e_c = r_c - P (r_c - rho_c (u_c + mu |u_T| e_N)) */
static double map_length(const dls_friction_task *T, const double *rho)
{
    int d = T->d;
    for (dls_int c = 0; c < T->nc; c++) {
        dls_law_natural(d, T->problem->mu[c], rho ? rho[c] : 1, T->r + c * d, T->u + c * d,
                        T->work + c * d, NULL, NULL);
    }
    return dls_norm(T->N, T->work);
}

/* g = M v + f - H'r and its length over the longest of the three */
static double equality(dls_friction_task *T)
{
    const dls_friction_problem *P = T->problem;
    double *Mv = T->work + T->N, *Hr = Mv + T->n;
    dls_zero(2 * T->n, Mv);
    dls_mul(P->M, 1, T->v, Mv);
    dls_mul_t(P->H, 1, T->r, Hr);
    for (dls_int i = 0; i < T->n; i++) {
        T->g[i] = Mv[i] + P->f[i] - Hr[i];
    }
    double size = fmax(dls_norm(T->n, Mv), fmax(dls_norm(T->n, P->f), dls_norm(T->n, Hr)));
    return ratio(dls_norm(T->n, T->g), size);
}

/* |rho_c (|H| |v|)_c|: what rounding of u is relative to where u = H v + w vanishes */
static double velocity_size(dls_friction_task *T)
{
    dls_view H = T->problem->H;
    dls_zero(T->N, T->work);
    for (dls_int j = 0; j < H.cols; j++) {
        for (dls_int k = H.p[j]; k < H.p[j + 1]; k++) {
            T->work[H.i[k]] += fabs(H.x[k] * T->v[j]);
        }
    }
    return weighted(T, T->rho, T->work);
}

/* T->work := the velocities that the loads alone cause, entry by entry, diag (M) standing for M */
static void moved_by_loads(dls_friction_task *T)
{
    const dls_friction_problem *P = T->problem;
    dls_zero(T->N, T->work);
    for (dls_int j = 0; j < T->n; j++) {
        double mass = dls_diagonal_entry(P->M, j);
        for (dls_int k = mass > 0 ? P->H.p[j] : P->H.p[j + 1]; k < P->H.p[j + 1]; k++) {
            T->work[P->H.i[k]] += fabs(P->H.x[k] * P->f[j] / mass);
        }
    }
}

/* Of the data alone: weighted by rho, velocities are what reactions are expected to balance. */
void dls_friction_expect(dls_friction_task *T)
{
    const double *q = T->problem->q;
    T->speed = dls_norm(T->N, q);
    T->expected = weighted(T, T->rho, q);
    if (T->problem->global) {
        moved_by_loads(T);
        T->speed = fmax(T->speed, dls_norm(T->N, T->work));
        T->expected = fmax(T->expected, weighted(T, T->rho, T->work));
    }
}

double dls_friction_velocity_tolerance(const dls_friction_settings *settings)
{
    static const double TIMES = 100, MOST = 0.3; /* in piles reactions are many times the loads */
    double given = settings->velocity_tolerance;
    return given > 0 ? given : fmin(MOST, TIMES * settings->tolerance);
}

double dls_friction_velocity_error(dls_friction_task *T)
{
    const dls_friction_problem *P = T->problem;
    double largest = 0;
    int d = T->d;
    (void)map_length(T, T->rho);
    for (dls_int c = 0; c < T->nc; c++) {
        double *e = T->work + c * d;
        e[0] = dls_norm(d, e) / T->rho[c];
        for (int i = 1; i < d; i++) {
            e[i] = 0;
        }
    }
    for (dls_int j = 0; j < T->n; j++) {
        double mass = dls_diagonal_entry(P->M, j);
        for (dls_int k = mass > 0 ? P->H.p[j] : P->H.p[j + 1]; k < P->H.p[j + 1]; k++) {
            T->work[P->H.i[k]] += fabs(P->H.x[k] * T->g[j] / mass);
        }
    }
    for (dls_int c = 0; c < T->nc; c++) {
        largest = fmax(largest, dls_norm(d, T->work + c * d));
    }
    return dls_finite(T->N, T->work) ? largest : NAN;
}

double dls_friction_measure(dls_friction_task *T, bool scaled)
{
    const dls_friction_problem *P = T->problem;
    const double *rho = scaled ? T->rho : NULL;
    double size = dls_norm(T->N, T->r);
    if (scaled && P->global) {
        size = fmax(size, fmax(velocity_size(T), weighted(T, rho, P->q)));
    } else if (scaled) {
        size = fmax(size, weighted(T, rho, P->q));
    } else {
        size = fmax(size, dls_norm(T->N, T->u));
        size = P->global ? size : fmax(size, dls_norm(T->N, P->q));
    }
    T->natural = ratio(map_length(T, rho), size);
    bool point = dls_finite(T->N, T->r) && dls_finite(T->N, T->u);
    double sum = T->natural + T->equality;
    return !point || isnan(sum) ? NAN : scaled ? fmax(T->natural, T->equality) : sum;
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
                map_length(T, T->rho) > fmax(LOST, LOOSE * tolerance) * fmax(r, T->expected);
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
    T->equality = P->global ? equality(T) : 0;
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

double dls_friction_pace(const dls_friction_task *T, bool carrying)
{
    double moves = 0;
    int d = T->d;
    for (dls_int c = 0; c < T->nc; c++) {
        bool counts = !carrying || T->r[c * d] > 0;
        moves += counts ? pow(T->rho[c] * dls_norm(d, T->u + c * d), 2) : 0;
    }
    return sqrt(moves) / dls_norm(T->N, T->r);
}
