/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The proximal point method: with centre r_k and weights alpha_c = theta / rho_c it solves the
   problem whose velocity is u + alpha (r - r_k), by a semismooth Newton method, and moves the
   centre there. Each such system is regular although W is not; theta falls as long as Newton finds
   its problems easy, and rises when it fails. Solutions are fixed points. First with line search
   on |F|, and with full steps where five problems gained nothing. */
#include <math.h>

#include "friction/newton.h"

/* How a proximal problem went, and what becomes of theta for the next. FAILED: |F| did not fall far
   enough; with line search the next begins where it ended if that is better than the centre. */
typedef enum { FAILED, HARD, FAIR, EASY } proximal;
static const double NEXT[] = {[FAILED] = 2, [HARD] = 1.25, [FAIR] = 0.5, [EASY] = 0.2};
/* Valleys of |F| are narrow and bent where cones are curved and W nearly singular: a line search
   creeps along them. There full steps: |F| may rise before it falls. Rough proximal points will do,
   as implicit steps of the flow r' = -F, which goes on where a valley ends above zero. Where Newton
   fails theta rises, and does not fall back at once. */
static const struct {
    double reduction, fails; /* of |F|; theta after FAILED */
    dls_int stall;           /* steps in which |F| has to fall by half */
} way[] = {[false] = {1e-4, 2, 5}, [true] = {0.1, 3, 3}}; /* full steps? */

static void lay_out(void *object, dls_room *room)
{
    dls_newton *W = object;
    const dls_friction_task *T = W->T;
    double **reactions[] = {&W->centre, &W->F, &W->dr, &W->du, &W->r, &W->u};
    double **velocities[] = {&W->dv, &W->g, &W->start_v};
    for (size_t k = 0; k < sizeof reactions / sizeof *reactions; k++) {
        *reactions[k] = DLS_TAKE(room, double, T->N);
    }
    for (size_t k = 0; k < sizeof velocities / sizeof *velocities; k++) {
        *velocities[k] = DLS_TAKE(room, double, T->n);
    }
}

dls_error dls_friction_newton_prepare(dls_friction_task *T, dls_fault *fault)
{
    dls_newton *W = dls_friction_workspace(T, DLS_WORK_NEWTON, sizeof *W, lay_out);
    if (!W) {
        return dls_fail_memory(fault);
    }
    W->equation = T->settings->map == 0 ? dls_law_natural : dls_law_alart_curnier;
    return dls_friction_system_of(T, &W->S, fault);
}

/* F at (r, u) of the proximal problem; |F|. Blocks of the derivative when wanted: with
   w = u + alpha (r - r_k), dF = A dr + B dw = (A + alpha B) dr + B du. false: a singular block. */
static double evaluate_newton(dls_newton *W, const double *r, const double *u)
{
    const dls_friction_task *T = W->T;
    int d = T->d;
    double sum = 0;
    for (dls_int c = 0; c < T->nc; c++) {
        double alpha = W->theta / T->rho[c], w[DLS_FRICTION_DIM];
        double *F = W->F + c * d;
        for (int i = 0; i < d; i++) {
            w[i] = u[c * d + i] + alpha * (r[c * d + i] - W->centre[c * d + i]);
        }
        W->equation(d, T->problem->mu[c], W->weight * T->rho[c] / (1 + W->theta), r + c * d, w, F,
                    NULL, NULL);
        for (int i = 0; i < d; i++) {
            sum += F[i] * F[i];
        }
    }
    return sqrt(sum);
}

static dls_error solve(dls_newton *W, const double *F)
{
    dls_friction_task *T = W->T;
    for (dls_int i = 0; i < T->N; i++) {
        W->F[i] = -F[i];
    }
    for (dls_int i = 0; i < T->n; i++) {
        W->g[i] = -T->g[i];
    }
    return dls_friction_system_solve(W->S, W->F, W->g, W->dr, W->du, W->dv);
}

dls_error dls_friction_newton_direction(dls_newton *W, dls_fault *fault)
{
    dls_error error = dls_friction_system_factor(W->S, fault);
    return error ? error : solve(W, W->F);
}

/* C0 = (I - D + alpha rho D)^-1 rho D, C without De Saxce's term: D = I - A of the natural map; it
   stands for the other map, too. */
static bool symmetric_part(dls_newton *W, dls_int c, const double *A)
{
    const dls_friction_task *T = W->T;
    int d = T->d;
    double rho = W->weight * T->rho[c] / (1 + W->theta), alpha = W->theta / T->rho[c];
    double D[9], E[9], F[9];
    for (int k = 0; k < d * d; k++) {
        double unit = k % (d + 1) == 0;
        D[k] = rho * (unit - 0.5 * (A[k] + A[k % d * d + k / d]));
        E[k] = unit - D[k] / rho + alpha * D[k];
    }
    bool regular = dls_law_inverse(d, E, F);
    dls_law_multiply(d, F, D, W->S->blocks.C0 + c * d * d);
    return regular;
}

bool dls_friction_newton_linearise(dls_newton *W)
{
    const dls_friction_task *T = W->T;
    int d = T->d;
    for (dls_int c = 0; c < T->nc; c++) {
        double alpha = W->theta / T->rho[c], w[DLS_FRICTION_DIM];
        const double *r = T->r + c * d;
        dls_int at = c * d * d;
        double *A = W->S->blocks.A + at, *B = W->S->blocks.B + at, *Ai = W->S->blocks.Ai + at;
        for (int i = 0; i < d; i++) {
            w[i] = T->u[c * d + i] + alpha * (r[i] - W->centre[c * d + i]);
        }
        W->equation(d, T->problem->mu[c], W->weight * T->rho[c] / (1 + W->theta), r, w,
                    W->F + c * d, A, B);
        if (!symmetric_part(W, c, A)) {
            return false;
        }
        for (int k = 0; k < d * d; k++) {
            A[k] += alpha * B[k];
        }
        if (!dls_law_inverse(d, A, Ai)) {
            return false;
        }
        dls_law_multiply(d, Ai, B, W->S->blocks.C + at);
    }
    return true;
}

/* The longest of 1, 1/2, .., 2^-8 that decreases |F| enough, or 1 whatever it does; 0: none. The
   trial point stays in W->r, W->u. */
static double search(dls_newton *W, double *phi)
{
    static const int HALVINGS = 8;
    static const double ENOUGH = 1e-4;
    const dls_friction_task *T = W->T;
    double t = 1;
    for (int k = 0; k <= HALVINGS; k++, t /= 2) {
        for (dls_int i = 0; i < T->N; i++) {
            W->r[i] = T->r[i] + t * W->dr[i];
            W->u[i] = T->u[i] + t * W->du[i];
        }
        double now = evaluate_newton(W, W->r, W->u);
        if (now < (1 - ENOUGH * t) * *phi || (W->full && isfinite(now))) {
            *phi = now;
            return t;
        }
    }
    return 0;
}

/* One Newton step; false when it cannot be made. */
static dls_error step(dls_newton *W, double *phi, bool *made, dls_fault *fault)
{
    dls_friction_task *T = W->T;
    *made = false;
    if (!dls_friction_newton_linearise(W)) {
        return DLS_OK;
    }
    T->result->iterations++;
    dls_error error = dls_friction_newton_direction(W, fault);
    if (error) {
        return error == DLS_ERROR_NUMERICAL ? DLS_OK : error;
    }
    double t = search(W, phi);
    *made = t > 0;
    if (*made) {
        dls_copy(T->N, W->r, T->r);
        dls_copy(T->N, W->u, T->u);
        dls_axpy(T->n, t, W->dv, T->v);
        for (dls_int i = 0; i < T->n; i++) {
            T->g[i] *= 1 - t;
        }
    }
    return DLS_OK;
}

/* Newton's method on the proximal problem from its centre. */
static dls_error proximal_step(dls_newton *W, dls_int *steps, proximal *end, dls_fault *fault)
{
    enum { MOST_STALL = 5, MOST = 40, FEW = 5 };
    static const double SLOW = 0.5, BALANCED = 0.1;
    dls_friction_task *T = W->T;
    dls_int stall = way[W->full].stall;
    double past[MOST_STALL] = {0}, phi = evaluate_newton(W, T->r, T->u);
    double goal = way[W->full].reduction * phi;
    double balanced = BALANCED * T->settings->tolerance;
    bool made = true, solved = false;
    dls_error error = DLS_OK;
    for (*steps = 0; made && !error && *steps < MOST; ++*steps) {
        solved = phi <= goal && (*steps > 0 || T->equality <= balanced);
        bool stalls = *steps >= stall && phi > SLOW * past[*steps % stall];
        if (solved || stalls || dls_watch_over(&T->watch, NULL)) {
            break;
        }
        past[*steps % stall] = phi;
        error = step(W, &phi, &made, fault);
    }
    *end = !solved ? FAILED : *steps <= FEW ? EASY : *steps <= 2 * FEW ? FAIR : HARD;
    return error;
}

/* Dynamics in balance with r, if M allows it; Newton's steps restore it otherwise. */
static dls_error balance(dls_newton *W, dls_fault *fault)
{
    dls_friction_task *T = W->T;
    if (!T->problem->global) {
        return DLS_OK;
    }
    dls_zero(T->N * T->d, W->S->blocks.A);
    dls_zero(T->N * T->d, W->S->blocks.B);
    dls_zero(T->N * T->d, W->S->blocks.Ai);
    dls_zero(T->N * T->d, W->S->blocks.C);
    dls_zero(T->N * T->d, W->S->blocks.C0);
    dls_zero(T->N, W->F);
    dls_error error = dls_friction_newton_direction(W, fault);
    if (!error && dls_finite(T->n, W->dv)) {
        dls_axpy(T->n, 1, W->dv, T->v);
        dls_friction_look(T);
    }
    return error == DLS_ERROR_NUMERICAL ? DLS_OK : error;
}

/* theta for the next problem */
static void weigh(dls_newton *W, proximal end)
{
    static const double LEAST = 1e-9, MOST = 1e6, FORGET = 0.5, ABOVE = 1.5;
    double next = W->theta * (end == FAILED ? way[W->full].fails : NEXT[end]);
    W->failed = end == FAILED ? W->theta : FORGET * W->failed;
    if (W->full && end != FAILED) {
        next = fmax(next, fmin(W->theta, ABOVE * W->failed));
    }
    W->theta = fmin(fmax(next, LEAST), MOST);
}

static dls_error iterate(dls_newton *W, dls_fault *fault)
{
    enum { PATIENCE = 500, CHANGE = 250, SOON = 5 };
    static const double MOST = 20000, NEAR = 0.05, HEAVY = 10, PROGRESS = 0.9;
    static const double LEAST_FIRST = 1e-6;
    dls_friction_task *T = W->T;
    bool solved = dls_friction_look(T);
    dls_error error = solved ? DLS_OK : balance(W, fault);
    dls_int idle = 0;
    double best = INFINITY;
    solved = T->error <= T->settings->tolerance;
    W->theta = fmin(1, fmax(LEAST_FIRST, T->error));
    W->failed = 0;
    W->full = false;
    W->weight = T->error < NEAR ? HEAVY : 1;
    while (!solved && !error && idle < PATIENCE && dls_friction_may_go_on(T, MOST)) {
        dls_int steps;
        proximal end;
        dls_copy(T->N, T->r, W->centre);
        dls_copy(T->n, T->v, W->start_v);
        double before = T->error;
        error = proximal_step(W, &steps, &end, fault);
        T->result->outer++;
        solved = dls_friction_look(T);
        if (T->settings->display > 1) {
            dls_say(T->host, "%6lld  theta %.1e  %s after %lld steps, residual %.3e",
                    (long long)T->result->outer, W->theta, end == FAILED ? "failed" : "solved",
                    (long long)steps, T->error);
        }
        if (end == FAILED && (W->full || !(T->error < before))) { /* back to the centre */
            dls_copy(T->N, W->centre, T->r);
            dls_copy(T->n, W->start_v, T->v);
            dls_friction_look(T);
        }
        idle = T->best < PROGRESS * best ? 0 : idle + 1;
        best = idle == 0 ? T->best : best;
        weigh(W, end);
        if (idle % CHANGE == SOON && !W->full) {
            W->full = true;
            if (T->settings->display > 1) {
                dls_say(T->host, "        full steps: %d problems gained nothing", SOON);
            }
        } else if (idle > 0 && idle % CHANGE == 0) { /* a merit function with other local minima */
            W->full = false;
            W->weight = W->weight > 1 ? 1 : HEAVY;
        }
    }
    if (solved) {
        T->result->outcome = DLS_SOLVED;
    }
    return error;
}

dls_error dls_friction_newton(dls_friction_task *T, dls_fault *fault)
{
    T->result->method = "newton";
    dls_error error = dls_friction_newton_prepare(T, fault);
    return error ? error : iterate(T->kept[DLS_WORK_NEWTON], fault);
}
