/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check.h"
#include "friction_problems.h"

static const double EXTREME[] = {1e-3, 0.3, 1, 50};

/* x = M^-1 b; a diagonal M may have any range */
static double *mobility(const friction *P, bool diagonal, const double *b)
{
    double *x = diagonal ? vector_copy(P->n, b) : dense_pseudo_solve(P->n, P->M, b);
    for (dls_int i = 0; i < P->n && diagonal; i++) {
        x[i] /= P->M[i * (P->n + 1)];
    }
    return x;
}

/* W = H M^-1 H', q = w - H M^-1 f */
static void condense(friction *P, bool diagonal)
{
    P->W = need(P->N * P->N, 8);
    P->q = vector_copy(P->N, P->w);
    double *rows = dense_transpose(P->N, P->n, P->H); /* n-by-N */
    for (dls_int j = 0; j <= P->N; j++) {
        double *x = mobility(P, diagonal, j < P->N ? rows + j * P->n : P->f);
        dense_apply(P->N, P->n, j < P->N ? 1 : -1, P->H, x, j < P->N ? P->W + j * P->N : P->q);
        free(x);
    }
    free(rows);
}

/* A solution exists: w is in im H + interior of K*. */
friction *friction_random(int family, int d, dls_int nc, dls_int n, uint64_t seed)
{
    friction *P = need(1, sizeof *P);
    dls_int N = d * nc;
    *P = (friction){.d = d, .nc = nc, .N = N, .n = n};
    P->M = dense_gram(n, n, 0.5, 0.5, seed + 1);
    P->H = dense_random(N, n, 0.6, seed + 2);
    P->f = vector_random(n, seed + 3);
    P->w = need(N, 8);
    P->mu = need(nc, 8);
    P->r = need(N, 8);
    P->u = need(N, 8);
    P->v = need(n, 8);
    for (dls_int i = 0; i < N && family == REDUNDANT; i++) { /* every second contact repeats */
        for (dls_int j = 0; j < n && (i / d) % 2 == 1; j++) {
            P->H[i + j * N] = P->H[i - d + j * N];
        }
    }
    for (dls_int j = 0; j < n && family == SCALED; j++) { /* masses over twelve decades */
        double size = pow(10, 6 * uniform(&seed));
        P->f[j] *= size;
        for (dls_int i = 0; i < n; i++) {
            P->M[i + j * n] = i == j ? size * size : 0;
        }
        for (dls_int i = 0; i < N; i++) {
            P->H[i + j * N] *= size;
        }
    }
    double *v = vector_random(n, seed + 4);
    dense_apply(N, n, -1, P->H, v, P->w);
    for (dls_int c = 0; c < nc; c++) {
        P->mu[c] = family == EXTREMES ? EXTREME[c % 4]
                   : family == CONVEX ? (c % 2 ? INFINITY : 0)
                                      : 0.05 + fabs(uniform(&seed));
        P->w[c * d] += family == CONVEX ? 0 : 0.1 + fabs(uniform(&seed));
    }
    free(v);
    condense(P, family == SCALED);
    P->Ms = sparse_of(n, n, P->M);
    P->Hs = sparse_of(N, n, P->H);
    P->Ws = sparse_of(N, N, P->W);
    P->global = (dls_friction_problem){.dimension = d,
                                       .contacts = nc,
                                       .mu = P->mu,
                                       .global = true,
                                       .M = dls_see(&P->Ms),
                                       .H = dls_see(&P->Hs),
                                       .f = P->f,
                                       .q = P->w};
    P->local = (dls_friction_problem){
        .dimension = d, .contacts = nc, .mu = P->mu, .W = dls_see(&P->Ws), .q = P->q};
    return P;
}

void friction_free(friction *P)
{
    double *arrays[] = {P->M, P->H, P->W, P->f, P->w, P->q, P->mu, P->r, P->u, P->v};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        free(arrays[k]);
    }
    sparse_free(&P->Ms);
    sparse_free(&P->Hs);
    sparse_free(&P->Ws);
    free(P);
}

static double tangent(int d, const double *x)
{
    return d == 2 ? fabs(x[1]) : sqrt(x[1] * x[1] + x[2] * x[2]);
}

double friction_outside(int d, double mu, bool dual, const double *x)
{
    double t = tangent(d, x), n = x[0];
    if (isinf(mu)) {
        return fmax(fmax(-n, 0), dual ? t : 0);
    }
    if (dual) {
        return fmax(fmax(-n, mu * t - n), 0);
    }
    return fmax(fmax(-n, t - mu * n), 0);
}

void contact_verify(int d, double mu, const double *r, const double *u, double forces,
                    double speeds, double power)
{
    double x[3] = {0}, dot = 0, unit = isinf(mu) ? 1 : 1 + mu;
    for (int i = 0; i < d; i++) {
        x[i] = u[i];
    }
    x[0] += isinf(mu) ? 0 : mu * tangent(d, x);
    for (int i = 0; i < d; i++) {
        dot += isinf(mu) && i > 0 ? 0 : r[i] * x[i];
    }
    assert_small(friction_outside(d, mu, false, r), unit * forces);
    assert_small(friction_outside(d, mu, true, x), unit * speeds);
    assert_small(fabs(dot), unit * power);
}

void friction_verify(const friction *P, double bound)
{
    double *u = vector_copy(P->N, P->q);
    dense_apply(P->N, P->N, 1, P->W, P->r, u);
    double speeds = fmax(length(P->N, u), length(P->N, P->q)), forces = 0;
    for (dls_int i = 0; i < P->N; i++) { /* forces of the size of the data: q over W */
        double mobility = P->W[i * (P->N + 1)];
        forces += mobility > 0 ? P->q[i] * P->q[i] / (mobility * mobility) : 0;
    }
    forces = fmax(sqrt(forces), length(P->N, P->r));
    for (dls_int c = 0; c < P->nc; c++) {
        contact_verify(P->d, P->mu[c], P->r + c * P->d, u + c * P->d, bound * forces,
                       bound * speeds, bound * forces * speeds);
    }
    free(u);
}

void friction_without_memory(friction *P, const dls_friction_settings *settings, dls_int most)
{
    for (int global = 0; global < 2; global++) {
        dls_friction_result r;
        dls_fault fault = {0};
        dls_error error = DLS_ERROR_MEMORY;
        dls_int failures = 0;
        while (error) {
            dls_test_fail_allocation(failures + 1);
            error = dls_friction(global ? &P->global : &P->local, settings, false, (dls_host){0},
                                 P->r, P->u, P->v, &r, &fault);
            dls_test_fail_allocation(0);
            assert_true(!error || error == DLS_ERROR_MEMORY);
            failures += error != DLS_OK;
        }
        assert_true(failures >= most);
        assert_int_equal(r.outcome, DLS_SOLVED);
    }
}
