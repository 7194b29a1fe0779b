/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Piles at rest: loads are carried statically, velocities are a millionth of what they would be
   without contacts. The convex program of the associated law (slips 0), stopped early, ends near
   the centre of the reactions r0 that balance the loads, and there contacts get springs of
   stiffness rho / theta:

     M v + f = H'R (v),  R_N = max (0, z_N),  R_T: z_T within mu R_N,  z = r0 - rho u / theta

   Velocities follow from the springs; where the loads can be carried their error falls with theta,
   and the first Newton steps are nearly linear. A start: it does not go to the end. */
#include <math.h>

#include "friction/interior.h"

typedef struct {
    dls_friction_task *T;
    dls_friction_system *S;
    double theta;
    double *centre, *c, *dr, *du; /* N */
    double *g, *dv, *v;           /* n */
} springs;

static void lay_out(void *object, dls_room *room)
{
    springs *X = object;
    const dls_friction_task *T = X->T;
    double **reactions[] = {&X->centre, &X->c, &X->dr, &X->du};
    double **velocities[] = {&X->g, &X->dv, &X->v};
    for (size_t k = 0; k < sizeof reactions / sizeof *reactions; k++) {
        *reactions[k] = DLS_TAKE(room, double, T->N);
    }
    for (size_t k = 0; k < sizeof velocities / sizeof *velocities; k++) {
        *velocities[k] = DLS_TAKE(room, double, T->n);
    }
}

/* R of contact c for u, and its derivative -D / alpha */
static void spring(const springs *X, dls_int c, const double *u, double *R, double *D)
{
    const dls_friction_task *T = X->T;
    int d = T->d;
    double mu = T->problem->mu[c], stiff = T->rho[c] / X->theta, z[DLS_FRICTION_DIM] = {0};
    for (int i = 0; i < d; i++) {
        z[i] = X->centre[c * d + i] - stiff * u[i];
    }
    double N = fmax(z[0], 0), length = d == 2 ? fabs(z[1]) : hypot(z[1], z[2]);
    double share = length > mu * N ? mu * N / length : 1;
    R[0] = N;
    for (int i = 1; i < d; i++) {
        R[i] = share * z[i];
    }
    for (int k = 0; D && k < d * d; k++) {
        int i = k / d, j = k % d;
        double ei = i > 0 && share < 1 ? z[i] / length : 0,
               ej = j > 0 && share < 1 ? z[j] / length : 0;
        D[k] = N == 0 ? 0 : i == 0 ? (j == 0) : j == 0 ? mu * ei : share * ((i == j) - ei * ej);
    }
}

/* g = M v + f - H'R; its length in the norm of diag (M)^-1. T->r = R, T->u = H v + w. */
static double balance(springs *X, bool blocks)
{
    dls_friction_task *T = X->T;
    const dls_friction_problem *P = T->problem;
    int d = T->d;
    dls_friction_blocks *b = &X->S->blocks;
    dls_copy(T->N, P->q, T->u);
    dls_mul(P->H, 1, T->v, T->u);
    for (dls_int c = 0; c < T->nc; c++) {
        double D[9], stiff = T->rho[c] / X->theta;
        spring(X, c, T->u + c * d, T->r + c * d, blocks ? D : NULL);
        for (int k = 0; blocks && k < d * d; k++) {
            dls_int at = c * d * d + k;
            b->A[at] = b->Ai[at] = k % (d + 1) == 0;
            b->B[at] = b->C[at] = stiff * D[k];
            b->C0[at] = k / d > 0 && k % d == 0 ? 0 : stiff * D[k];
        }
    }
    dls_copy(T->n, P->f, X->g);
    dls_mul(P->M, 1, T->v, X->g);
    dls_mul_t(P->H, -1, T->r, X->g);
    double sum = 0;
    for (dls_int i = 0; i < T->n; i++) {
        sum += X->g[i] * X->g[i] / dls_diagonal_entry(P->M, i);
    }
    return sqrt(sum);
}

/* Newton's method from T->v. *found: it got there. */
static dls_error equilibrium(springs *X, double enough, bool *found, dls_fault *fault)
{
    enum { MOST = 14 };
    static const double SHORTEST = 0.03, SHARE = 0.1;
    dls_friction_task *T = X->T;
    dls_error error = DLS_OK;
    double size = balance(X, true);
    for (int k = 0; k < MOST && !error && size > enough && dls_friction_may_go_on(T, INFINITY);
         k++) {
        double t = 2, now = INFINITY;
        for (dls_int i = 0; i < T->n; i++) {
            X->g[i] = -X->g[i];
        }
        T->result->iterations++;
        error = dls_friction_system_factor(X->S, fault);
        error = error ? error : dls_friction_system_solve(X->S, X->c, X->g, X->dr, X->du, X->dv);
        dls_copy(T->n, T->v, X->v);
        while (!error && t > SHORTEST && !(now <= (1 - SHARE * t) * size)) {
            t /= 2;
            dls_copy(T->n, X->v, T->v);
            dls_axpy(T->n, t, X->dv, T->v);
            now = balance(X, false);
        }
        size = balance(X, true);
    }
    *found = size <= enough;
    return error == DLS_ERROR_NUMERICAL ? DLS_OK : error;
}

/* In the plane interior points cost less than springs. */
bool dls_friction_rests(const dls_friction_task *T)
{
    static const double SLOW = 0.01;
    return T->problem->global && T->d == 3 && dls_friction_pace(T) < SLOW;
}

/* Stiffer and stiffer, as long as Newton's method follows and the residual falls; not at all where
   the first ones are far from what is known. */
static dls_error stiffen(springs *X, dls_fault *fault)
{
    static const double FIRST = 1e-2, STIFFEN = 0.3, ENOUGH = 1e-9, FAR = 3;
    dls_friction_task *T = X->T;
    dls_error error = DLS_OK;
    double size = 0, before = FAR * T->best;
    bool solved = false, found = true;
    for (dls_int i = 0; i < T->n; i++) {
        size += T->problem->f[i] * T->problem->f[i] / dls_diagonal_entry(T->problem->M, i);
    }
    dls_zero(T->n, T->v);
    for (X->theta = FIRST; !error && !solved && found; X->theta *= STIFFEN) {
        error = equilibrium(X, ENOUGH * sqrt(size), &found, fault);
        solved = dls_friction_look(T);
        found = found && T->error < before;
        before = T->error;
        if (T->settings->display > 1) {
            dls_say(T->host, "%6lld  springs, theta %.1e, residual %.3e",
                    (long long)T->result->iterations, X->theta, T->error);
        }
    }
    return error;
}

dls_error dls_friction_springs(dls_friction_task *T, dls_fault *fault)
{
    /* the residual there: springs solved generated piles that had 5e-5, a public one 2e-4 */
    static const double ASSOCIATED = 3e-4;
    springs *X = dls_friction_workspace(T, DLS_WORK_SPRINGS, sizeof *X, lay_out);
    if (!X) {
        return dls_fail_memory(fault);
    }
    T->result->method = "springs";
    dls_error error = dls_friction_interior_associated(T, ASSOCIATED, fault);
    error = error ? error : dls_friction_system_of(T, &X->S, fault);
    dls_copy(T->N, T->r, X->centre);
    dls_zero(T->N, X->c);
    return error || T->error > ASSOCIATED ? error : stiffen(X, fault);
}
