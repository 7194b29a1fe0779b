/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CONIC's dual problem (4.7), minimise 1/2 r'W r + (q + E s)'r over r in L, by projected gradients
   with Nesterov's acceleration, restarted when it points uphill. Steps have the metric of rho, in
   which the projection remains that of one contact; their length adapts to the curvature met.
   Global form: W r + q is H v + w with M v = H'r - f, M regular. */
#include <math.h>

#include "friction/fixpoint.h"

typedef struct {
    dls_linsys *mass;       /* global */
    double *right;          /* n: H'r - f */
    double *inverse;        /* n: of a diagonal M; NULL: use mass */
    double *r, *u, *y, *uy; /* N: the iterate and the extrapolated point */
    double *trial, *ut;     /* N */
    double step;            /* of rho */
} gradient;

static void release(dls_convex *C)
{
    gradient *G = C->state;
    if (G) {
        dls_linsys_free(G->mass);
        dls_free(G->right);
        dls_free(G);
    }
}

/* false: M is not diagonal */
static bool invert_diagonal(gradient *G, dls_view M, double *inverse)
{
    for (dls_int j = 0; j < M.cols; j++) {
        dls_int k = M.p[j];
        if (M.p[j + 1] != k + 1 || M.i[k] != j || !(M.x[k] > 0)) {
            return false;
        }
        inverse[j] = 1 / M.x[k];
    }
    G->inverse = inverse;
    return true;
}

static dls_error factor_mass(gradient *G, dls_view M, dls_fault *fault)
{
    dls_mat lower = {0};
    if (!dls_mat_new(&lower, M.rows, M.cols, dls_entries(M))) {
        return dls_fail_memory(fault);
    }
    dls_int at = 0;
    for (dls_int j = 0; j < M.cols; j++) {
        for (dls_int k = M.p[j]; k < M.p[j + 1]; k++) {
            if (M.i[k] >= j) {
                lower.i[at] = M.i[k];
                lower.x[at++] = M.x[k];
            }
        }
        lower.p[j + 1] = at;
    }
    dls_error error = dls_linsys_create(&G->mass, &dls_linsys_cholesky, dls_see(&lower), 0, fault);
    error = error ? error : dls_linsys_factor(G->mass, dls_see(&lower), fault);
    dls_mat_free(&lower);
    return error;
}

static dls_error prepare(dls_convex *C, dls_fault *fault)
{
    const dls_friction_task *T = C->T;
    gradient *G = DLS_NEW(gradient, 1);
    C->state = G;
    if (!G) {
        return dls_fail_memory(fault);
    }
    G->right = DLS_NEW(double, 2 * T->n + 6 * T->N);
    if (!G->right) {
        return dls_fail_memory(fault);
    }
    double **part[] = {&G->r, &G->u, &G->y, &G->uy, &G->trial, &G->ut};
    for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
        *part[k] = G->right + 2 * T->n + (dls_int)k * T->N;
    }
    G->step = 1;
    bool simple = !T->problem->global || invert_diagonal(G, T->problem->M, G->right + T->n);
    return simple ? DLS_OK : factor_mass(G, T->problem->M, fault);
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
        if (!G->inverse) {
            error = dls_linsys_solve(G->mass, G->right, T->v);
        }
        for (dls_int i = 0; G->inverse && i < T->n; i++) {
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
static dls_error advance(dls_convex *C, const double *s)
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
        error = advance(C, s);
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

const dls_convex_kind dls_friction_convex_gradient = {prepare, solve, release};
