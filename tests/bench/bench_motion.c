/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of the motion engine: models of data beside their bare solves, a model in C, beads. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "linsys/linsys.h"
#include "measure.h"

enum { N = 100, MOST = 2000 };

typedef struct {
    dls_int p[MOST + 1], i[3 * MOST];
    double x[3 * MOST];
} matrix;

/* A model of data */
typedef struct {
    dls_int n, nu;
    int d;
    matrix M, C, K, N, T;
    double f[MOST], gap[MOST], e[MOST], mu[MOST], q[MOST], v[MOST];
} scene;

/* diag(a) + b tridiag (-1, 2, -1), its lower triangle only when asked */
static dls_view springs(matrix *A, dls_int n, double a, double b, bool lower)
{
    dls_int at = 0;
    for (dls_int j = 0; j < n; j++) {
        for (dls_int i = lower ? j : j - 1; i <= j + 1; i++) {
            if (i >= 0 && i < n && (i == j || b != 0)) {
                A->i[at] = i;
                A->x[at++] = i == j ? a + 2 * b : -b;
            }
        }
        A->p[j + 1] = at;
    }
    return (dls_view){n, n, A->p, A->i, A->x};
}

static dls_view see(dls_int n, dls_int cols, const matrix *A)
{
    return (dls_view){n, cols, A->p, A->i, A->x};
}

static dls_error data_of(void *data, unsigned parts, dls_motion_values *E, dls_fault *fault)
{
    const scene *S = data;
    dls_int n = S->n, nu = S->nu;
    dls_error error = DLS_OK;
    (void)parts; /* all of them, once */
    memcpy(E->f, S->f, (size_t)n * sizeof *S->f);
    memcpy(E->g, S->gap, (size_t)nu * sizeof *S->f);
    memcpy(E->e, S->e, (size_t)nu * sizeof *S->f);
    memcpy(E->mu, S->mu, (size_t)nu * sizeof *S->f);
    error = dls_motion_sparse(E, DLS_PART_MASS, see(n, n, &S->M), fault);
    error = error ? error : dls_motion_sparse(E, DLS_PART_GAP_GRADIENT, see(n, nu, &S->N), fault);
    if (!error && S->d > 1) {
        error = dls_motion_sparse(E, DLS_PART_TANGENT, see(n, nu, &S->T), fault);
    }
    return error;
}

static dls_motion_model model_of(scene *S, bool sprung)
{
    dls_motion_model L = {.n = S->n, .nu = S->nu, .d = S->d, .data = S, .evaluate = data_of};
    L.given = DLS_PART_MASS | DLS_PART_FORCE | DLS_PART_GAP | DLS_PART_GAP_GRADIENT |
              DLS_PART_RESTITUTION | DLS_PART_FRICTION | (S->d > 1 ? DLS_PART_TANGENT : 0);
    L.constant = L.given;
    if (sprung) {
        L.C = see(S->n, S->n, &S->C);
        L.K = see(S->n, S->n, &S->K);
    }
    return L;
}

static bool proof; /* compute the residual of each step, as runs do unless told otherwise */

/* Seconds per step */
static double run(const dls_motion_model *model, const double *q, const double *v, double h,
                  int steps, int scheme, double gamma)
{
    dls_motion_settings settings = dls_motion_defaults();
    settings.scheme = scheme;
    settings.step = h;
    settings.gamma = gamma;
    settings.energy = 0;
    settings.residual = proof;
    dls_motion_course course = {.tend = h * steps, .q = q, .v = v};
    dls_motion_run *R;
    dls_fault fault;
    double start = now();
    stop_on(dls_motion_setup(model, &settings, &course, (dls_host){0}, &R, &fault), &fault);
    stop_on(dls_motion_next(R, steps, &fault), &fault);
    double time = now() - start;
    dls_motion_picture seen;
    dls_motion_state(R, &seen);
    if (!seen.finished) {
        fprintf(stderr, "%s\n", seen.message);
        exit(EXIT_FAILURE);
    }
    dls_motion_free(R);
    return time / steps;
}

static void ball(void)
{
    enum { STEPS = 1000000 };
    static const char *const names[] = {"us per step, Moreau-Jean", "us per step, projected",
                                        "us per step, Schatzman-Paoli"};
    static scene S = {.n = 1, .nu = 1, .d = 1, .f = {-2}, .e = {0.5}, .q = {1}};
    springs(&S.M, 1, 1, 0, false);
    springs(&S.N, 1, 1, 0, false);
    title("Bouncing ball, %d steps", STEPS);
    dls_motion_model L = model_of(&S, false);
    for (int scheme = 0; scheme < 3; scheme++) {
        double first = run(&L, S.q, S.v, 4e-6, STEPS, scheme, 1);
        double again = run(&L, S.q, S.v, 4e-6, STEPS, scheme, 1);
        at_most(names[scheme], 1e6 * fmin(first, again), 0.4);
        proof = true;
        report("  with the residual", 1e6 * run(&L, S.q, S.v, 4e-6, STEPS, scheme, 1), "");
        proof = false;
    }
}

/* The solves alone, with the factorisation that the run uses; per step */
static double bare_solves(double h, int steps)
{
    static matrix A;
    double k = h * 0.5 * 0.1 + h * h * 0.25 * 100, b[N], x[N];
    dls_view lower = springs(&A, N, 1, k, true);
    dls_linsys *S = NULL;
    dls_fault fault;
    stop_on(dls_linsys_create(&S, &dls_linsys_cholesky, lower, 0, &fault), &fault);
    stop_on(dls_linsys_factor(S, lower, &fault), &fault);
    for (int i = 0; i < N; i++) {
        b[i] = 1;
    }
    double start = now();
    for (int s = 0; s < steps; s++) {
        b[s % N] += 1e-9;
        stop_on(dls_linsys_solve(S, b, x), &fault);
    }
    double time = now() - start;
    dls_linsys_free(S);
    return time / steps;
}

static void chain(dls_int contact)
{
    enum { STEPS = 100000 };
    static scene S;
    S.n = N;
    S.nu = contact;
    S.d = 1;
    springs(&S.M, N, 1, 0, false);
    springs(&S.C, N, 0, 0.1, false);
    springs(&S.K, N, 0, 100, false);
    S.N = (matrix){.p = {0, 1}, .i = {N - 1}, .x = {1}};
    S.e[0] = 0.5;
    for (int i = 0; i < N; i++) {
        S.q[i] = 1;
    }
    title("Chain of %d springs, %d steps, %s", N, STEPS, contact ? "a stop" : "free");
    dls_motion_model L = model_of(&S, true);
    double bare = bare_solves(1e-3, STEPS);
    double step = run(&L, S.q, S.v, 1e-3, STEPS, DLS_SCHEME_MOREAU_JEAN, 1);
    report("us per bare solve", 1e6 * bare, "");
    at_most("run / bare solves", step / bare, 3);
    proof = true;
    report("with the residual", run(&L, S.q, S.v, 1e-3, STEPS, DLS_SCHEME_MOREAU_JEAN, 1) / bare,
           "");
    proof = false;
}

/* A column of beads, all closed; with friction they slide sideways, too. us per step */
static double beads(dls_int count, int d, int steps)
{
    static scene S;
    dls_int at = 0;
    S.n = d * count;
    S.nu = count;
    S.d = d;
    springs(&S.M, S.n, 1, 0, false);
    for (dls_int j = 0; j < count; j++) {
        for (dls_int below = j > 0 ? j - 1 : j; below <= j; below++) {
            S.N.i[at] = d * below;
            S.T.i[at] = d * below + d - 1;
            S.N.x[at] = S.T.x[at] = below == j ? 1 : -1;
            at++;
        }
        S.N.p[j + 1] = S.T.p[j + 1] = at;
        S.f[d * j + d - 1] = 1 + 1e-3 * (double)j;
        S.f[d * j] = -9.81;
        S.mu[j] = 0.3;
    }
    dls_motion_model L = model_of(&S, false);
    return 1e6 * run(&L, S.q, S.v, 1e-3, steps, DLS_SCHEME_MOREAU_JEAN, 1);
}

static dls_error pendulum(void *data, unsigned parts, dls_motion_values *E, dls_fault *fault)
{
    const double *q = E->q, *v = E->v;
    double c = cos(q[0] - q[1]), s = sin(q[0] - q[1]);
    (void)data, (void)fault;
    if (parts & DLS_PART_MASS) {
        double *M = dls_motion_full(E, DLS_PART_MASS);
        M[0] = 2;
        M[1] = M[2] = c;
        M[3] = 1;
    }
    if (parts & DLS_PART_FORCE) {
        E->f[0] = -v[1] * v[1] * s - 20 * sin(q[0]);
        E->f[1] = v[0] * v[0] * s - 10 * sin(q[1]);
    }
    if (parts & DLS_PART_GAP) {
        E->g[0] = sin(q[0]);
        E->g[1] = sin(q[0]) + sin(q[1]);
    }
    if (parts & DLS_PART_GAP_GRADIENT) {
        double *G = dls_motion_full(E, DLS_PART_GAP_GRADIENT);
        G[0] = G[2] = cos(q[0]);
        G[3] = cos(q[1]);
    }
    if (parts & DLS_PART_RESTITUTION) {
        E->e[0] = 1;
        E->e[1] = 0;
    }
    return DLS_OK;
}

static void models_in_c(void)
{
    const double q[] = {0.1, 0.2}, v[] = {0, 0};
    dls_motion_model L = {.n = 2, .nu = 2, .d = 1, .evaluate = pendulum};
    L.of_q = DLS_PART_MASS | DLS_PART_GAP | DLS_PART_GAP_GRADIENT;
    L.constant = DLS_PART_RESTITUTION;
    L.given = L.of_q | L.constant | DLS_PART_FORCE;
    title("A model in C");
    at_most("double pendulum, us per step",
            1e6 * run(&L, q, v, 5e-4, 10000, DLS_SCHEME_MOREAU_JEAN, 0.5), 5);
}

int main(void)
{
    ball();
    chain(0);
    chain(1);
    proof = true;
    models_in_c();
    title("Columns of beads, all closed");
    double some = beads(100, 1, 1000), more = beads(101, 1, 1000);
    report("us per step of 100", some, "");
    at_most("one bead more", more / some, 1.2);
    at_most("us per step of 500", beads(500, 1, 500), 500);
    double half = beads(500, 2, 50), all = beads(1000, 2, 50);
    report("us per step of 500 with friction", half, "");
    at_most("1000 / 500 of them with friction", all / half, 2.5);
    summary();
    return 0;
}
