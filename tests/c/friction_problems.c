/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

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
