/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CONIC, Section 6: an outer iteration on s = F (s) around the convex problem for fixed s.
   Successive approximations as in the paper, with Anderson's acceleration, or Newton's method:
   where the convex problem is regular its solution moves with s as the natural map says,

     dr - D (dr - rho (du + mu ds e_N)) = 0,   D in dP,

   and ds = |u_T| - s + t'du_T closes Newton's equation for s - F (s). */
#include <math.h>

#include "friction/fixpoint.h"

enum { PICARD = 1, NEWTON = 2 }; /* of the setting Outer */

/* How the next s is found.
     PLAIN        F (s), as the paper does
     ACCELERATED  Anderson's combination of the last F, while |F (s) - s| stays near its least
     RETREAT      it does not: half way from the best s to F (s), and Anderson's method forgets
     STEPPED      where Newton's steps led, as long as each pays

     ACCELERATED <--> RETREAT        STEPPED --no step pays--> the others --WAIT--> STEPPED */
typedef enum { PLAIN, ACCELERATED, RETREAT, STEPPED } proposal;

typedef struct {
    dls_friction_task *T;
    dls_convex C;
    dls_friction_system *S; /* Newton */
    dls_anderson accelerator;
    double *s, *F, *next;         /* nc */
    double *best;                 /* nc: the s of the least merit */
    double merit, best_merit;     /* |F (s) - s| */
    double *c, *g, *dr, *du, *dv; /* Newton: N, n, N, N, n */
    double *r, *v;                /* where its last step began: N, n */
    int wait;                     /* programs before it tries again */
    int failures;                 /* programs without a feasible point, one after the other */
} fixpoint;

static bool curved(const fixpoint *X, dls_int c)
{
    double mu = X->T->problem->mu[c];
    return mu > 0 && isfinite(mu);
}

static void lay_out(void *object, dls_room *room)
{
    enum { DEPTH = 6 };
    fixpoint *X = object;
    const dls_friction_task *T = X->T;
    double **contacts[] = {&X->s, &X->F, &X->next, &X->best};
    double **reactions[] = {&X->c, &X->dr, &X->du, &X->r};
    double **velocities[] = {&X->g, &X->dv, &X->v};
    for (size_t k = 0; k < sizeof contacts / sizeof *contacts; k++) {
        *contacts[k] = DLS_TAKE(room, double, T->nc);
    }
    for (size_t k = 0; k < sizeof reactions / sizeof *reactions; k++) {
        *reactions[k] = DLS_TAKE(room, double, T->N);
    }
    for (size_t k = 0; k < sizeof velocities / sizeof *velocities; k++) {
        *velocities[k] = DLS_TAKE(room, double, T->n);
    }
    dls_friction_anderson_take(room, &X->accelerator, T->nc, DEPTH);
}

dls_error dls_friction_fixpoint_prepare(dls_friction_task *T, dls_fault *fault)
{
    static const double FIRST_GRADIENT = 1e-2, FIRST_CONIC = 1e-6; /* tolerances */
    bool gradient = T->settings->inner == 1;
    fixpoint *X = dls_friction_workspace(T, DLS_WORK_FIXPOINT, sizeof *X, lay_out);
    if (!X) {
        return dls_fail_memory(fault);
    }
    X->best_merit = INFINITY;
    X->C =
        (dls_convex){.kind = gradient ? &dls_friction_convex_gradient : &dls_friction_convex_conic,
                     .T = T,
                     .tolerance = gradient ? FIRST_GRADIENT : FIRST_CONIC};
    X->wait = X->failures = 0;
    dls_friction_anderson_restart(&X->accelerator);
    dls_error error = X->C.kind->prepare(&X->C, fault);
    if (!error && T->settings->outer == NEWTON) {
        error = dls_friction_system_of(T, &X->S, fault);
    }
    return error;
}

/* |u_T| of the point, contact by contact; zero where s plays no part */
static void slips(const fixpoint *X, double *out)
{
    const dls_friction_task *T = X->T;
    for (dls_int c = 0; c < T->nc; c++) {
        const double *u = T->u + c * T->d;
        out[c] = !curved(X, c) ? 0 : T->d == 2 ? fabs(u[1]) : hypot(u[1], u[2]);
    }
}

/* The blocks of contact c for the equation above, and its right-hand side. With a proximal term,
   alpha dr in du: the reactions may not be unique. */
static bool linearise(fixpoint *X, dls_int c)
{
    static const double PROXIMAL = 1e-4;
    const dls_friction_task *T = X->T;
    int d = T->d;
    const double *r = T->r + c * d, *u = T->u + c * d;
    double rho = T->rho[c], mu = curved(X, c) ? T->problem->mu[c] : 0, *rhs = X->c + c * d;
    double x[DLS_FRICTION_DIM], p[DLS_FRICTION_DIM], D[9], E[9];
    dls_int at = c * d * d;
    dls_friction_blocks *b = &X->S->blocks;
    for (int i = 0; i < d; i++) {
        x[i] = r[i] - rho * (u[i] + (i == 0 ? mu * X->s[c] : 0));
    }
    dls_law_project(d, T->problem->mu[c], x, p, D);
    for (int i = 0; i < d; i++) {
        double lift = rho * D[i * d] * mu;
        rhs[i] = p[i] - r[i] - lift * (X->F[c] - X->s[c]);
        for (int j = 0; j < d; j++) {
            double slope = j > 0 && X->F[c] > 0 ? u[j] / X->F[c] : 0;
            int k = i * d + j;
            b->B[at + k] = rho * D[k] + lift * slope;
            b->A[at + k] = (i == j) - D[k] + PROXIMAL * D[k];
        }
    }
    bool regular = dls_law_inverse(d, b->A + at, E);
    dls_copy(d * d, E, b->Ai + at);
    dls_law_multiply(d, E, b->B + at, b->C + at);
    for (int k = 0; k < d * d; k++) {
        D[k] *= rho;
    }
    dls_law_multiply(d, E, D, b->C0 + at);
    return regular;
}

/* dr, dv. false: none. */
static dls_error direction(fixpoint *X, bool *found, dls_fault *fault)
{
    dls_friction_task *T = X->T;
    *found = true;
    for (dls_int c = 0; c < T->nc; c++) {
        *found = linearise(X, c) && *found;
    }
    for (dls_int i = 0; i < T->n; i++) {
        X->g[i] = -T->g[i];
    }
    dls_error error = *found ? dls_friction_system_factor(X->S, fault) : DLS_OK;
    if (*found && !error) {
        error = dls_friction_system_solve(X->S, X->c, X->g, X->dr, X->du, X->dv);
    }
    *found = *found && !error && dls_finite(T->N, X->dr) && dls_finite(T->n, X->dv);
    return error == DLS_ERROR_NUMERICAL ? DLS_OK : error;
}

/* The point goes to (r, v) + t (dr, dv), reactions in their cones; T->error says how good it is. */
static void move_point(fixpoint *X, double t)
{
    dls_friction_task *T = X->T;
    dls_copy(T->N, X->r, T->r);
    dls_copy(T->n, X->v, T->v);
    dls_axpy(T->N, t, X->dr, T->r);
    dls_axpy(T->n, t, X->dv, T->v);
    for (dls_int c = 0; c < T->nc && t > 0; c++) {
        double p[DLS_FRICTION_DIM];
        dls_law_project(T->d, T->problem->mu[c], T->r + c * T->d, p, NULL);
        dls_copy(T->d, p, T->r + c * T->d);
    }
    dls_friction_look(T);
}

/* Newton's method on s = F (s) as long as steps pay: each is a fraction of a convex program.
   *next holds the last s. */
static dls_error newton(fixpoint *X, bool *made, dls_fault *fault)
{
    enum { MOST = 12, WAIT = 3, HALVINGS = 3 };
    static const double PAYS = 0.9;
    dls_friction_task *T = X->T;
    dls_error error = DLS_OK;
    bool pays = true;
    *made = false;
    for (int k = 0; !error && pays && k < MOST && T->error > T->settings->tolerance; k++) {
        if (dls_watch_over(&T->watch, NULL)) {
            break;
        }
        double before = T->error;
        dls_copy(T->N, T->r, X->r);
        dls_copy(T->n, T->v, X->v);
        error = direction(X, &pays, fault);
        double t = 1;
        for (int h = 0; pays && h <= HALVINGS; h++, t /= 2) {
            move_point(X, t);
            if (T->error < PAYS * before) {
                break;
            }
        }
        pays = pays && T->error < PAYS * before;
        if (!pays) {
            move_point(X, 0);
        } else {
            slips(X, X->F);
            dls_copy(T->nc, X->F, X->s);
            dls_copy(T->nc, X->F, X->next);
            *made = true;
        }
    }
    X->wait = *made ? 0 : WAIT;
    return error;
}

static dls_error propose(fixpoint *X, dls_fault *fault)
{
    static const double WORSE = 2;
    const dls_friction_task *T = X->T;
    proposal other = X->merit <= WORSE * X->best_merit ? ACCELERATED : RETREAT;
    proposal way = T->settings->outer == PICARD ? PLAIN : other;
    dls_error error = DLS_OK;
    if (T->settings->outer == NEWTON && X->wait-- <= 0) {
        bool made;
        error = newton(X, &made, fault);
        way = made ? STEPPED : way;
    }
    if (way == STEPPED || way == RETREAT) {
        dls_friction_anderson_restart(&X->accelerator);
    }
    if (way == PLAIN) {
        dls_copy(T->nc, X->F, X->next);
    } else if (way == ACCELERATED) {
        dls_friction_anderson_next(&X->accelerator, X->s, X->F, X->next);
    } else if (way == STEPPED) { /* X->next is where the steps ended */
        X->best_merit = INFINITY;
    } else {
        for (dls_int c = 0; c < T->nc; c++) {
            X->next[c] = (X->best[c] + X->F[c]) / 2;
        }
        X->best_merit = X->merit; /* from now on */
    }
    for (dls_int c = 0; c < T->nc; c++) {
        X->s[c] = fmax(X->next[c], 0);
    }
    return error;
}

/* (3.15) has no feasible point for this s; the feasible set grows with s (Lemma 4.1). */
static void enlarge(fixpoint *X)
{
    dls_friction_task *T = X->T;
    double speed = dls_largest(T->N, T->problem->q);
    for (dls_int c = 0; c < T->nc; c++) {
        X->s[c] = curved(X, c) ? 4 * X->s[c] + (speed > 0 ? speed : 1) : 0;
    }
    X->failures++;
    dls_friction_anderson_restart(&X->accelerator);
}

/* CONIC (6.1) without its factor 1/n, which would let any s of many contacts pass */
static double criterion(const fixpoint *X)
{
    return X->merit / (dls_norm(X->T->nc, X->s) + 1);
}

static void measure_fixpoint(fixpoint *X)
{
    dls_friction_task *T = X->T;
    double sum = 0;
    slips(X, X->F);
    for (dls_int c = 0; c < T->nc; c++) {
        sum += (X->F[c] - X->s[c]) * (X->F[c] - X->s[c]);
    }
    X->merit = sqrt(sum);
    if (X->merit < X->best_merit) {
        X->best_merit = X->merit;
        dls_copy(T->nc, X->s, X->best);
    }
    if (T->settings->display > 1) {
        dls_say(T->host, "%6lld  |F(s)-s|/(1+|s|) %.6e  inner steps %lld, residual %.3e",
                (long long)T->result->iterations, criterion(X), (long long)X->C.steps, T->error);
    }
}

/* How well the next convex problem is to be solved: better than what is left of the outer one, and
   much better where that has stopped to fall: contacts without reaction and velocity know the
   square root of it only. */
static double precision(const fixpoint *X, double before)
{
    const dls_friction_task *T = X->T;
    bool gradient = T->settings->inner == 1;
    static const double STALLS = 0.5, SHARPER = 0.1, SHARE_GRADIENT = 0.1, SHARE_CONIC = 1e-3;
    double next = T->error > STALLS * before ? SHARPER * X->C.tolerance : X->C.tolerance;
    next = fmin(next, (gradient ? SHARE_GRADIENT : SHARE_CONIC) * T->error);
    return fmax(next, gradient ? SHARE_GRADIENT * T->settings->tolerance : X->C.least);
}

static dls_error iterate(fixpoint *X, dls_fault *fault)
{
    enum { PATIENCE = 40, FAILURES = 20 };
    static const double MOST_GRADIENT = 5000, MOST_CONIC = 200, PROGRESS = 0.95;
    dls_friction_task *T = X->T;
    double most = T->settings->inner == 1 ? MOST_GRADIENT : MOST_CONIC, best = INFINITY;
    bool solved = dls_friction_look(T), enough = false;
    dls_error error = DLS_OK;
    dls_int idle = 0;
    slips(X, X->s);
    while (!solved && !enough && !error && idle < PATIENCE && X->failures < FAILURES &&
           dls_friction_may_go_on(T, most)) {
        double before = T->error;
        error = X->C.kind->solve(&X->C, X->s, fault);
        T->result->iterations++;
        T->result->outer++;
        if (error || X->C.empty) {
            enlarge(X);
            continue;
        }
        X->failures = 0;
        solved = dls_friction_look(T);
        measure_fixpoint(X);
        enough = T->settings->outer_tolerance > 0 && criterion(X) <= T->settings->outer_tolerance;
        if (!solved && !enough) {
            error = propose(X, fault);
            solved = T->error <= T->settings->tolerance;
        }
        X->C.tolerance = precision(X, before);
        idle = T->best < PROGRESS * best ? 0 : idle + 1;
        best = idle == 0 ? T->best : best;
    }
    if (enough) {
        T->result->outcome = DLS_MAX_ITERATIONS;
        dls_friction_tell(T, "stopped by OuterTolerance");
    }
    return error == DLS_ERROR_NUMERICAL ? DLS_OK : error;
}

dls_error dls_friction_fixpoint(dls_friction_task *T, dls_fault *fault)
{
    T->result->method = "fixpoint";
    dls_error error = dls_friction_fixpoint_prepare(T, fault);
    if (error == DLS_ERROR_NUMERICAL) {
        dls_friction_tell(T, "projected gradients need a regular M");
        error = DLS_OK;
    } else if (!error) {
        fixpoint *X = T->kept[DLS_WORK_FIXPOINT];
        error = iterate(X, fault);
        T->result->factorisations += X->C.factorisations;
        T->result->time_factor += X->C.time;
        dls_friction_tell(T, "%lld convex programs, %lld %s steps", (long long)T->result->outer,
                          (long long)X->C.steps,
                          T->settings->inner == 1 ? "gradient" : "interior-point");
        if (X->failures > 0) {
            dls_friction_tell(T, "CONIC (3.15) was infeasible for the last %d values of s",
                              X->failures);
        }
    }
    return error;
}
