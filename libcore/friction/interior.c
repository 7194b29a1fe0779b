/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A primal-dual interior point on the law itself, not on a convexified one. With
   x = (mu r_N, r_T) and y = (u_N + mu |u_T|, mu u_T) each contact is x o y = 0 in second-order
   cones; |u_T| = |y_T| / mu is differentiated with the rest (De Saxce's term inside the Newton
   matrix), smoothed by a tiny radius. mu = 0 and mu = Inf: the normal alone is complementary, and
   r_T = 0 or u_T = 0 are equations. Quadratic convergence, but no proof of any: where it is stuck
   others take over. */
#include <math.h>

#include "cone/cone.h"
#include "friction/friction.h"

typedef struct {
    dls_friction_task *T;
    dls_friction_system *S;
    dls_product cones;
    double *x, *y, *lambda, *shift; /* rows of the cones */
    double *dx, *dy, *a, *b;
    double *gap; /* N: r1, the equation y = Y (u + mu |u_T| e_N) */
    double *c, *dr, *du, *dv, *g;
    double smooth;
    bool turning; /* slips move with the step: De Saxce's term is differentiated */
    bool careful; /* they are held where this makes steps longer */
} interior;

static bool curved(const interior *I, dls_int c)
{
    double mu = I->T->problem->mu[c];
    return mu > 0 && isfinite(mu);
}

static void release(interior *I)
{
    dls_friction_system_free(I->S);
    dls_product_free(&I->cones);
    dls_free(I->x);
}

static dls_error prepare(interior *I, dls_friction_task *T, dls_fault *fault)
{
    *I = (interior){.T = T};
    dls_int *size = DLS_NEW(dls_int, T->nc);
    if (!size) {
        return dls_fail_memory(fault);
    }
    for (dls_int c = 0; c < T->nc; c++) {
        size[c] = curved(I, c) ? T->d : 1;
    }
    dls_cones cones = {.count = T->nc, .second = size};
    bool ready = dls_product_new(&I->cones, &cones);
    dls_free(size);
    I->x = DLS_NEW(double, 12 * T->N + 2 * T->n);
    if (!ready || !I->x) {
        return dls_fail_memory(fault);
    }
    double **part[] = {&I->y, &I->lambda, &I->shift, &I->dx, &I->dy, &I->a,
                       &I->b, &I->gap,    &I->c,     &I->dr, &I->du, &I->dv};
    double *next = I->x;
    for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
        next += T->N;
        *part[k] = next;
    }
    I->g = I->dv + T->n;
    return dls_friction_system_new(&I->S, T, fault);
}

/* x of r (their difference: of dr): exact, it is linear */
static void cone_of_reactions(const interior *I, const double *r, double *x)
{
    const dls_friction_task *T = I->T;
    for (dls_int c = 0; c < T->nc; c++) {
        dls_int at = I->cones.cone[c].start;
        x[at] = curved(I, c) ? T->problem->mu[c] * r[c * T->d] : r[c * T->d];
        for (int i = 1; curved(I, c) && i < T->d; i++) {
            x[at + i] = r[c * T->d + i];
        }
    }
}

/* y_T / mu and its smoothed length */
static double slip(const interior *I, dls_int c, double *t)
{
    const double *y = I->y + I->cones.cone[c].start;
    double sum = I->smooth * I->smooth;
    for (int i = 1; i < I->T->d; i++) {
        t[i] = y[i] / I->T->problem->mu[c];
        sum += t[i] * t[i];
    }
    return sqrt(sum);
}

/* gap = Y (u + mu |u_T| e_N) - y with u from the reactions and u_T from y */
static void find_gap(interior *I)
{
    const dls_friction_task *T = I->T;
    for (dls_int c = 0; c < T->nc; c++) {
        dls_int at = I->cones.cone[c].start;
        const double *u = T->u + c * T->d;
        double mu = T->problem->mu[c], t[DLS_FRICTION_DIM];
        I->gap[at] = u[0] - I->y[at];
        if (curved(I, c)) {
            I->gap[at] += mu * slip(I, c, t);
            for (int i = 1; i < T->d; i++) {
                I->gap[at + i] = mu * u[i] - I->y[at + i];
            }
        }
    }
}

/* A matrix of W or W^-1 of cone c */
static void scaling(const interior *I, dls_int c, bool inverse, double *A)
{
    const dls_cone *cone = &I->cones.cone[c];
    int d = I->T->d;
    for (int j = 0; j < d; j++) {
        double e[DLS_FRICTION_DIM] = {0}, column[DLS_FRICTION_DIM];
        e[j] = 1;
        (inverse ? cone->kind->divide : cone->kind->apply)(cone, e, column);
        for (int i = 0; i < d; i++) {
            A[i * d + j] = column[i];
        }
    }
}

/* (I - e_N t' / |t|)^-1 v = v + e_N (t'v_T) / |t|, t = u_T of contact c */
static void add_slip(const interior *I, dls_int c, double *v)
{
    double t[DLS_FRICTION_DIM], length = slip(I, c, t);
    for (int i = 1; I->turning && i < I->T->d; i++) {
        v[0] += t[i] / length * v[i];
    }
}

/* The rows W^-1 X dr + W Q Y du = c of a curved contact, Q = (I - e_N t'/|t|)^-1;
   of a straight one w^-1 dr_N + w du_N = c_N, and dr_T = c_T or du_T + delta dr_T = c_T. */
static void linearise(interior *I, dls_int c)
{
    const dls_friction_task *T = I->T;
    int d = T->d;
    double mu = T->problem->mu[c], W[9], V[9], t[DLS_FRICTION_DIM];
    dls_int at = c * d * d;
    double *A = I->S->blocks.A + at, *B = I->S->blocks.B + at, *Ai = I->S->blocks.Ai + at;
    double *C0 = I->S->blocks.C0 + at;
    dls_zero(d * d, A);
    dls_zero(d * d, B);
    dls_zero(d * d, Ai);
    if (!curved(I, c)) {
        static const double TINY = 1e-8;
        double w = *I->cones.cone[c].w;
        A[0] = 1 / w;
        B[0] = Ai[0] = w;
        for (int i = 1; i < d; i++) {
            A[i * d + i] = mu == 0 ? 1 : TINY / T->rho[c];
            B[i * d + i] = mu > 0;
            Ai[i * d + i] = 1 / A[i * d + i];
        }
    } else {
        double length = slip(I, c, t);
        scaling(I, c, false, W);
        scaling(I, c, true, V);
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                double along = I->turning && j > 0 ? W[i * d] * t[j] / length : 0;
                A[i * d + j] = V[i * d + j] * (j == 0 ? mu : 1);
                B[i * d + j] = (W[i * d + j] + along) * (j == 0 ? 1 : mu);
                Ai[i * d + j] = W[i * d + j] / (i == 0 ? mu : 1);
            }
        }
    }
    dls_small_product(d, Ai, B, I->S->blocks.C + at);
    dls_copy(d * d, I->S->blocks.C + at, C0);
    if (curved(I, c)) { /* X^-1 W^2 Y, X Y = mu */
        dls_small_product(d, W, W, V);
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                C0[i * d + j] = V[i * d + j] / (i == 0 ? mu : 1) * (j == 0 ? 1 : mu);
            }
        }
    }
}

/* dr, du, dv, dx, dy for W^-1 dx + W dy = shift */
static dls_error solve(interior *I)
{
    const dls_friction_task *T = I->T;
    int d = T->d;
    for (dls_int c = 0; c < T->nc; c++) {
        const dls_cone *cone = &I->cones.cone[c];
        double *row = I->c + c * d, v[DLS_FRICTION_DIM], out[DLS_FRICTION_DIM];
        dls_copy(cone->size, I->gap + cone->start, v);
        if (curved(I, c)) {
            add_slip(I, c, v);
        }
        cone->kind->apply(cone, v, out);
        for (int i = 0; i < d; i++) {
            row[i] = i < cone->size           ? I->shift[cone->start + i] - out[i]
                     : T->problem->mu[c] == 0 ? -T->r[c * d + i]
                                              : -T->u[c * d + i];
        }
    }
    dls_error error = dls_friction_system_solve(I->S, I->c, I->g, I->dr, I->du, I->dv);
    cone_of_reactions(I, I->dr, I->dx);
    for (dls_int c = 0; c < T->nc; c++) {
        double *dy = I->dy + I->cones.cone[c].start, mu = T->problem->mu[c];
        const double *du = I->du + c * d, *gap = I->gap + I->cones.cone[c].start;
        dy[0] = du[0] + gap[0];
        if (curved(I, c)) {
            for (int i = 1; i < d; i++) {
                dy[i] = mu * du[i] + gap[i];
            }
            add_slip(I, c, dy);
        }
    }
    return error;
}

static double longest(const interior *I)
{
    return fmin(dls_product_step(&I->cones, I->x, I->dx), dls_product_step(&I->cones, I->y, I->dy));
}

/* Mehrotra: a predictor towards x o y = 0, then the corrected direction towards sigma mu e. */
static dls_error direction(interior *I, double mu)
{
    const dls_product *K = &I->cones;
    for (dls_int k = 0; k < K->rows; k++) {
        I->shift[k] = -I->lambda[k];
    }
    dls_error error = solve(I);
    if (error) {
        return error;
    }
    double step = fmin(1, 0.99 * longest(I)), after = 0;
    for (dls_int k = 0; k < K->rows; k++) {
        after += (I->x[k] + step * I->dx[k]) * (I->y[k] + step * I->dy[k]);
    }
    double share = after / K->degree / mu, sigma = fmin(1, fmax(1e-3, share * share * share));
    dls_product_divide(K, I->dx, I->a);
    dls_product_apply(K, I->dy, I->b);
    dls_product_product(K, I->a, I->b, I->dx);
    dls_product_product(K, I->lambda, I->lambda, I->a);
    for (dls_int k = 0; k < K->rows; k++) {
        I->b[k] = -I->a[k] - I->dx[k];
    }
    dls_product_identity(K, sigma * mu, I->b);
    dls_product_quotient(K, I->lambda, I->b, I->shift);
    return solve(I);
}

static void move(interior *I, double step)
{
    dls_friction_task *T = I->T;
    dls_axpy(T->N, step, I->dr, T->r);
    dls_axpy(T->n, step, I->dv, T->v);
    dls_axpy(I->cones.rows, step, I->dy, I->y);
    cone_of_reactions(I, T->r, I->x);
}

/* Reactions and velocities of the size of the data, along the axes of their cones. */
static void start(interior *I)
{
    dls_friction_task *T = I->T;
    const dls_friction_problem *P = T->problem;
    double speed = dls_largest(T->N, P->q), force = 0;
    for (dls_int i = 0; i < T->n; i++) { /* global: velocities that f causes */
        double mass = dls_diagonal_entry(P->M, i);
        force = mass > 0 ? fmax(force, fabs(P->f[i]) / mass) : force;
    }
    speed = fmax(speed, force);
    speed = speed > 0 ? speed : 1;
    I->smooth = 1e-10 * speed;
    for (dls_int c = 0; c < T->nc; c++) {
        for (int i = 0; i < T->d; i++) {
            T->r[c * T->d + i] = i == 0 ? speed * T->rho[c] / (curved(I, c) ? P->mu[c] : 1) : 0;
        }
        I->y[I->cones.cone[c].start] = speed;
    }
    cone_of_reactions(I, T->r, I->x);
}

/* The direction, and how far it may be followed. */
static dls_error aim(interior *I, double *step, dls_fault *fault)
{
    const dls_friction_task *T = I->T;
    double mu = dls_dot(I->cones.rows, I->x, I->y) / I->cones.degree;
    for (dls_int c = 0; c < T->nc; c++) {
        linearise(I, c);
    }
    T->result->iterations++;
    dls_error error = dls_friction_system_factor(I->S, fault);
    error = error ? error : direction(I, mu);
    *step = error ? 0 : fmin(1, 0.98 * longest(I));
    bool finite = !error && isfinite(*step) && dls_finite(T->N, I->dr);
    return finite ? error : error ? error : DLS_ERROR_NUMERICAL;
}

/* Where Newton's method is stuck: the equations of the law fold, its direction is long and steps
   along it are short. With the slips held (CONIC's fixed point, one step at a time) they are not;
   convergence is linear then. */
static dls_error careful_step(interior *I, double *step, dls_fault *fault)
{
    static const double HOLD = 0.2, LET_GO = 0.5;
    dls_error error = DLS_ERROR_NUMERICAL;
    if (I->turning) {
        error = aim(I, step, fault);
    }
    if (!I->turning || error == DLS_ERROR_NUMERICAL || (!error && *step < HOLD)) {
        I->turning = false;
        error = aim(I, step, fault);
    }
    I->turning = I->turning || *step > LET_GO;
    return error;
}

static dls_error one_step(interior *I, double *step, dls_fault *fault)
{
    const dls_friction_task *T = I->T;
    *step = 0;
    if (!dls_product_scale(&I->cones, I->x, I->y, I->lambda)) {
        return DLS_ERROR_NUMERICAL;
    }
    find_gap(I);
    dls_zero(T->n, I->g);
    dls_axpy(T->n, -1, T->g, I->g);
    dls_error error = I->careful ? careful_step(I, step, fault) : aim(I, step, fault);
    if (!error) {
        move(I, *step);
    }
    return error;
}

/* Steps as long as they lead on; then careful ones, from the start if the point is broken. */
static dls_error iterate(interior *I, dls_fault *fault)
{
    enum { SHORT_STEPS = 4, PATIENCE = 15, MORE_PATIENCE = 60 };
    static const double MOST = 200, SHORT = 0.02, NEAR = 1e-7;
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
        idle = T->best < 0.9 * best ? 0 : idle + 1;
        best = idle == 0 ? T->best : best;
        if (T->settings->display > 1) {
            dls_say(T->sink, "%6lld  step %.3f%s  residual %.3e", (long long)T->result->iterations,
                    step, I->turning ? "" : ", slips held", T->error);
        }
        bool stuck = crawling == SHORT_STEPS || (I->careful && T->far) ||
                     idle == (I->careful ? MORE_PATIENCE : PATIENCE);
        if (error || stuck) {
            if (I->careful || T->best < NEAR) {
                break;
            } else if (error) {
                start(I);
                dls_friction_look(T);
            }
            I->careful = true;
            crawling = idle = 0;
        }
    }
    return DLS_OK;
}

dls_error dls_friction_interior(dls_friction_task *T, dls_fault *fault)
{
    interior I;
    dls_error error = prepare(&I, T, fault);
    T->result->method = "interior";
    if (!error) {
        start(&I);
        I.turning = true;
        error = iterate(&I, fault);
        T->result->factorisations += I.S->factorisations;
        T->result->time_factor += I.S->time;
    }
    release(&I);
    return error;
}
