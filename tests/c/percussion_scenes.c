/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "percussion_scenes.h"

#include "check.h"
#include "dense.h"

/* Consistent data of one kind: c = -G'v for some v. */
scene *scene_new(int kind, int d, uint64_t seed)
{
    scene *S = need(1, sizeof *S);
    bool large = kind >= LARGE, many = kind > KINDS;
    S->n = large ? 60 : 7;
    S->nb = kind == TIED ? 5 : kind == FREE || kind == LARGE || many ? 0 : 3;
    S->nu = many ? 20 : 4;
    S->d = d;
    dls_int n = S->n, nb = S->nb, width = d * S->nu;
    S->A = dense_gram(n, n, large ? 0.05 : 0.6, 1, seed);
    S->G = dense_random(n, nb, 0.8, seed + 1);
    S->B = dense_random(n, width, 0.9, seed + 2);
    if (kind == REDUNDANT || kind == LARGE_REDUNDANT) {
        for (dls_int k = 0; k < n; k++) {
            S->G[k + 2 * n] = S->G[k] - 2 * S->G[k + n];
        }
    }
    if (kind == MASSLESS) { /* coordinate 0 has no mass and hangs on the first constraint */
        for (dls_int k = 0; k < n; k++) {
            S->A[k] = S->A[k * n] = S->G[k] = 0;
        }
        S->G[0] = 1;
    }
    if (kind == UNSYMMETRIC || kind == MANY_UNSYMMETRIC) {
        S->A[1] += 0.01;
        S->A[(n - 1) * n] -= many ? 0.3 : 0;
    }
    bool blocks = kind == BLOCKS || kind == TIED;
    for (dls_int k = 0; blocks && k < n * n; k++) { /* of coordinates 3 apart */
        S->A[k] *= k % n / 12 == k / n / 12 && k % n % 3 == k / n % 3;
    }
    for (dls_int k = 0; kind == TIED && k < n * nb;
         k++) { /* two of three blocks, twelve by twelve */
        S->G[k] *= k % n / 12 == k / n && k % 3 != 2;
    }
    double *v = vector_random(n, seed + 3);
    S->c = need(nb, sizeof(double));
    dense_apply_t(n, nb, -1, S->G, v, S->c);
    S->r = vector_random(n, seed + 4);
    S->s = vector_random(width, seed + 5);
    S->mu = need(S->nu, sizeof(double));
    for (dls_int i = 0; i < S->nu; i++) {
        S->mu[i] = 0.2 * (double)i;
    }
    S->As = sparse_of(n, n, S->A);
    S->Gs = sparse_of(n, nb, S->G);
    S->Bs = sparse_of(n, width, S->B);
    free(v);
    return S;
}

void scene_free(scene *S)
{
    sparse_free(&S->As);
    sparse_free(&S->Gs);
    sparse_free(&S->Bs);
    double *all[] = {S->A, S->G, S->B, S->r, S->c, S->s, S->mu};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        free(all[k]);
    }
    free(S);
}

dls_percussion_problem problem_of(const scene *S)
{
    return (dls_percussion_problem){
        .A = dls_see(&S->As), .G = dls_see(&S->Gs), .B = dls_see(&S->Bs), .d = S->d, .mu = S->mu};
}

double tangent(int d, const double *x)
{
    return d == 1 ? 0 : d == 2 ? fabs(x[1]) : hypot(x[1], x[2]);
}

/* Signorini and Coulomb, by cases. */
static void verify_contact(int d, double mu, bool active, const double *u, const double *p,
                           double tol)
{
    double t = tangent(d, p), slip = tangent(d, u);
    if (!active) {
        assert_true(p[0] == 0 && t == 0);
        return;
    }
    assert_small(-u[0], tol);
    assert_small(-p[0], tol);
    assert_small(fabs(u[0] * p[0]), tol);
    assert_small(t - mu * p[0], tol);
    if (d > 1 && slip > 1e-5) { /* opposite, and on the cone */
        assert_small(mu * p[0] - t, tol);
        for (int k = 1; k < d; k++) {
            assert_small(fabs(p[k] * slip + mu * p[0] * u[k]), tol);
        }
    }
}

void verify(const scene *S, const bool *active, const double *v, const double *p, double tol)
{
    dls_int n = S->n, nb = S->nb, width = S->d * S->nu;
    double *left = vector_copy(n, S->r), *c = vector_copy(nb, S->c), *u = vector_copy(width, S->s);
    dense_apply(n, n, -1, S->A, v, left);
    dense_apply(n, nb, 1, S->G, p, left);
    dense_apply(n, width, 1, S->B, p + nb, left);
    dense_apply_t(n, nb, 1, S->G, v, c);
    dense_apply_t(n, width, 1, S->B, v, u);
    double size = 1 + length(n, v) + length(nb + width, p);
    assert_small(length(n, left), tol * size);
    assert_small(length(nb, c), tol * size);
    for (dls_int i = 0; i < S->nu; i++) {
        verify_contact(S->d, S->d > 1 ? S->mu[i] : 0, active[i], u + i * S->d, p + nb + i * S->d,
                       1e3 * tol * size);
    }
    free(left);
    free(c);
    free(u);
}
