/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CONIC's dual problem (4.7), minimise 1/2 r'W r + (q + E s)'r over r in L, by projected gradients
   with Nesterov's acceleration, restarted when it points uphill. Steps have the metric of rho, in
   which the projection remains that of one contact; their length adapts to the curvature met.
   Global form: W r + q is H v + w with M v = H'r - f, M regular. */
#include <math.h>

#include "friction/fixpoint.h"

typedef struct {
    dls_friction_task *T;
    dls_linsys *mass; /* global */
    dls_mat lower;    /* of M */
    dls_int version;  /* of the task that mass and inverse are of */
    double *right;    /* n: H'r - f */
    double *inverse;  /* n: of a diagonal M */
    bool diagonal;
    double *r, *u, *y, *uy; /* N: the iterate and the extrapolated point */
    double *trial, *ut;     /* N */
    double step;            /* of rho */
} gradient;

static void lay_out(void *object, dls_room *room)
{
    gradient *G = object;
    const dls_friction_task *T = G->T;
    double **reactions[] = {&G->r, &G->u, &G->y, &G->uy, &G->trial, &G->ut};
    for (size_t k = 0; k < sizeof reactions / sizeof *reactions; k++) {
        *reactions[k] = DLS_TAKE(room, double, T->N);
    }
    G->right = DLS_TAKE(room, double, T->n);
    G->inverse = DLS_TAKE(room, double, T->n);
    dls_mat_take(room, &G->lower, T->n, T->n, dls_entries(T->problem->M) + T->n);
}

/* false: M is not diagonal */
static bool invert_diagonal(gradient *G, dls_view M)
{
    for (dls_int j = 0; j < M.cols; j++) {
        dls_int k = M.p[j];
        if (M.p[j + 1] != k + 1 || M.i[k] != j || !(M.x[k] > 0)) {
            return false;
        }
        G->inverse[j] = 1 / M.x[k];
    }
    return true;
}

static void release_mass(void *mass)
{
    dls_linsys_free(mass);
}

static dls_error factor_mass(gradient *G, dls_view M, dls_fault *fault)
{
    dls_mat_fill_lower(&G->lower, M, NULL);
    dls_view lower = dls_see(&G->lower);
    dls_error error = DLS_OK;
    if (!G->mass) {
        error = dls_linsys_create(&G->mass, &dls_linsys_cholesky, lower, 0, fault);
        if (!error && !dls_pool_own(&G->T->pool, release_mass, G->mass)) {
            G->mass = NULL;
            error = dls_fail_memory(fault);
        }
    }
    return error ? error : dls_linsys_factor(G->mass, lower, fault);
}

static dls_error prepare(dls_convex *C, dls_fault *fault)
{
    dls_friction_task *T = C->T;
    gradient *G = dls_friction_workspace(T, DLS_WORK_CONVEX, sizeof *G, lay_out);
    if (!G) {
        return dls_fail_memory(fault);
    }
    C->state = G;
    G->step = 1;
    dls_error error = DLS_OK;
    if (T->problem->global && G->version != T->version) {
        G->diagonal = invert_diagonal(G, T->problem->M);
        error = G->diagonal ? DLS_OK : factor_mass(G, T->problem->M, fault);
        G->version = error ? 0 : T->version;
    }
    return error;
}

/* u of r; in global form T->v, too */
static dls_error velocity(dls_convex *C, const double *r, double *u)
{
    gradient *G = C->state;
    dls_friction_task *T = C->T;
    const dls_friction_problem *P = T->problem;
    dls_error error = DLS_OK;
    if (P->global) {
        for (dls_int i = 0; i < T->n; i++) {
            G->right[i] = -P->f[i];
        }
        dls_mul_t(P->H, 1, r, G->right);
        if (!G->diagonal) {
            error = dls_linsys_solve(G->mass, G->right, T->v);
        }
        for (dls_int i = 0; G->diagonal && i < T->n; i++) {
            T->v[i] = G->inverse[i] * G->right[i];
        }
    }
    dls_copy(T->N, P->q, u);
    dls_mul(P->global ? P->H : P->W, 1, P->global ? T->v : r, u);
    return error;
}

/* out = P (y - step rho (u + E s)); the length of out - y in the metric */
static double descend(const dls_convex *C, const double *s, double step, const double *y,
                      const double *u, double *out)
{
    const dls_friction_task *T = C->T;
    int d = T->d;
    double square = 0;
    for (dls_int c = 0; c < T->nc; c++) {
        double mu = T->problem->mu[c], x[DLS_FRICTION_DIM] = {0}, rho = step * T->rho[c];
        for (int i = 0; i < d; i++) {
            x[i] = y[c * d + i] - rho * u[c * d + i];
        }
        x[0] -= isfinite(mu) ? rho * mu * s[c] : 0;
        dls_law_project(d, mu, x, out + c * d, NULL);
        for (int i = 0; i < d; i++) {
            double change = out[c * d + i] - y[c * d + i];
            square += change * change / T->rho[c];
        }
    }
    return square;
}

/* A step from y that the curvature allows, to trial and ut. */
static dls_error gradient_step(dls_convex *C, const double *s)
{
    static const double SHORTER = 0.7;
    gradient *G = C->state;
    const dls_friction_task *T = C->T;
    dls_error error = DLS_OK;
    bool fits = false;
    while (!error && !fits) {
        double square = descend(C, s, G->step, G->y, G->uy, G->trial), work = 0;
        error = velocity(C, G->trial, G->ut);
        for (dls_int k = 0; k < T->N; k++) {
            work += (G->trial[k] - G->y[k]) * (G->ut[k] - G->uy[k]);
        }
        fits = !(work * G->step > square) || square == 0;
        G->step *= fits ? 1 : SHORTER;
    }
    return error;
}

/* trial becomes the iterate, y lies beyond it; t grows or begins again. */
static double extrapolate(gradient *G, const dls_friction_task *T, double t)
{
    double uphill = 0;
    for (dls_int k = 0; k < T->N; k++) {
        uphill += (G->y[k] - G->trial[k]) * (G->trial[k] - G->r[k]) / T->rho[k / T->d];
    }
    double next = uphill > 0 ? 1 : (1 + sqrt(1 + 4 * t * t)) / 2;
    double beyond = uphill > 0 ? 0 : (t - 1) / next;
    for (dls_int k = 0; k < T->N; k++) {
        G->y[k] = G->trial[k] + beyond * (G->trial[k] - G->r[k]);
        G->uy[k] = G->ut[k] + beyond * (G->ut[k] - G->u[k]);
        G->r[k] = G->trial[k];
        G->u[k] = G->ut[k];
    }
    return next;
}

static dls_error solve(dls_convex *C, const double *s, dls_fault *fault)
{
    enum { MOST = 1000, EVERY = 5 };
    static const double LONGER = 1.2;
    (void)fault;
    gradient *G = C->state;
    dls_friction_task *T = C->T;
    double t = 1;
    dls_error error = velocity(C, T->r, G->u);
    G->step *= LONGER; /* rounding near the last solution may have shortened it */
    dls_copy(T->N, T->r, G->r);
    dls_copy(T->N, T->r, G->y);
    dls_copy(T->N, G->u, G->uy);
    for (int k = 1; !error && k <= MOST; k++) {
        error = gradient_step(C, s);
        t = extrapolate(G, T, t);
        C->steps++;
        if (k % EVERY == 0) {
            double left = descend(C, s, 1, G->r, G->u, G->trial), size = 0;
            for (dls_int i = 0; i < T->N; i++) {
                size += G->r[i] * G->r[i] / T->rho[i / T->d];
            }
            if (left <= C->tolerance * C->tolerance * size || dls_watch_over(&T->watch, NULL)) {
                break;
            }
        }
    }
    dls_copy(T->N, G->r, T->r);
    return error ? error : velocity(C, T->r, G->u);
}

const dls_convex_kind dls_friction_convex_gradient = {prepare, solve};
