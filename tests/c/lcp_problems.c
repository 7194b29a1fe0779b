/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check.h"
#include "lcp_problems.h"

lcp *lcp_of(dls_int N, dls_int free, double *A, double *q, double *v)
{
    lcp *L = need(1, sizeof *L);
    *L = (lcp){.N = N, .free = free, .A = A, .q = q, .v = v, .M = sparse_of(N, N, A)};
    L->P = (dls_lcp_problem){dls_see(&L->M), q, free};
    return L;
}

lcp *lcp_of_values(dls_int N, dls_int free, const double *A_by_rows, const double *q)
{
    return lcp_of(N, free, dense_transpose(N, N, A_by_rows), vector_copy(N, q), NULL);
}

void lcp_free(lcp *L)
{
    free(L->A);
    free(L->q);
    free(L->v);
    sparse_free(&L->M);
    free(L);
}

lcp *lcp_with_solution(dls_int N, dls_int free, double *A, double ties, uint64_t seed)
{
    double *v = need(N, 8), *q = need(N, 8);
    for (dls_int i = 0; i < N; i++) {
        double t = uniform(&seed), kind = fabs(uniform(&seed));
        v[i] = i < free ? t : kind < ties ? 0 : fmax(t, 0);
        q[i] = i < free || kind < ties ? 0 : fmax(-t, 0);
    }
    dense_apply(N, N, -1, A, v, q);
    return lcp_of(N, free, A, q, v);
}

static void add_skew(dls_int N, double skew, uint64_t seed, double *A)
{
    for (dls_int j = 0; j < N; j++) {
        for (dls_int i = 0; i < j; i++) {
            double t = skew * uniform(&seed);
            A[i + j * N] += t;
            A[j + i * N] -= t;
        }
    }
}

lcp *lcp_definite(dls_int N, double skew, uint64_t seed)
{
    double *A = dense_gram(N, N, 1, 0.1, seed);
    add_skew(N, skew, seed + 1, A);
    return lcp_with_solution(N, 0, A, 0, seed + 2);
}

lcp *lcp_semidefinite(dls_int N, dls_int rank, double skew, double ties, uint64_t seed)
{
    double *A = dense_gram(rank, N, 1, 0, seed);
    add_skew(N, skew, seed + 1, A);
    return lcp_with_solution(N, 0, A, ties, seed + 2);
}

/* u >= 0 with B u = 0 by making the last column of B minus the combination of the others. */
lcp *lcp_infeasible(dls_int N, dls_int rank, uint64_t seed)
{
    double *B = dense_random(rank, N, 1, seed), *A = need(N * N, 8), *q = vector_random(N, seed);
    double *u = need(N, 8), product = 0;
    for (dls_int j = 0; j < N; j++) {
        u[j] = j == N - 1 ? 1 : fmax(uniform(&seed), 0);
        product += u[j] * q[j];
    }
    for (dls_int i = 0; i < rank; i++) {
        B[i + (N - 1) * rank] = 0;
        for (dls_int j = 0; j < N - 1; j++) {
            B[i + (N - 1) * rank] -= B[i + j * rank] * u[j];
        }
    }
    q[N - 1] -= product + 0.5; /* q'u = -1/2 */
    for (dls_int i = 0; i < N; i++) {
        for (dls_int j = 0; j < N; j++) {
            for (dls_int k = 0; k < rank; k++) {
                A[i + j * N] += B[k + i * rank] * B[k + j * rank];
            }
        }
    }
    free(B);
    free(u);
    lcp *L = lcp_of(N, 0, A, q, NULL);
    L->infeasible = true;
    return L;
}

lcp *lcp_copositive(dls_int N, uint64_t seed)
{
    double *A = dense_random(N, N, 0.5, seed), *q = vector_random(N, seed + 1);
    for (dls_int k = 0; k < N * N; k++) {
        A[k] = fabs(A[k]) + (k % (N + 1) == 0 ? 0.1 : 0);
    }
    return lcp_of(N, 0, A, q, NULL);
}

/* 1 on the diagonal, 2 to the right of it, q = -1: the solution is the last unit vector. */
lcp *lcp_murty(dls_int N)
{
    double *A = need(N * N, 8), *q = need(N, 8), *v = need(N, 8);
    for (dls_int j = 0; j < N; j++) {
        for (dls_int i = 0; i <= j; i++) {
            A[i + j * N] = i == j ? 1 : 2;
        }
        q[j] = -1;
    }
    v[N - 1] = 1;
    return lcp_of(N, 0, A, q, v);
}

/* B B' of Murty's matrix B read from below: the solution is the first unit vector. */
lcp *lcp_fathi(dls_int N)
{
    double *A = need(N * N, 8), *q = need(N, 8), *v = need(N, 8);
    for (dls_int j = 0; j < N; j++) {
        for (dls_int i = 0; i < N; i++) {
            double k = (double)(i < j ? i : j);
            A[i + j * N] = i == j ? 1 + 4 * k : 2 + 4 * k;
        }
        q[j] = -1;
    }
    v[0] = 1;
    return lcp_of(N, 0, A, q, v);
}

/* w = G'G lambda + G'(-g): a stack of bodies, contact k between bodies k - 1 and k. */
lcp *lcp_contacts(dls_int bodies, dls_int copies)
{
    dls_int m = bodies * copies;
    double *G = need(bodies * m, 8), *A = need(m * m, 8), *q = need(m, 8), *g = need(bodies, 8);
    for (dls_int k = 0; k < m; k++) {
        dls_int body = k / copies;
        G[body + k * bodies] = 1;
        if (body > 0) {
            G[body - 1 + k * bodies] = -1;
        }
    }
    for (dls_int k = 0; k < bodies; k++) {
        g[k] = k % 3 == 2 ? 1 : -1; /* every third one is pulled up */
    }
    for (dls_int j = 0; j < m; j++) {
        dense_apply_t(bodies, m, 1, G, G + j * bodies, A + j * m);
    }
    dense_apply_t(bodies, m, 1, G, g, q);
    free(G);
    free(g);
    return lcp_of(m, 0, A, q, NULL);
}

/* v = (x, y, z): H x - E'y - C'z + c = 0, E x - e = 0, 0 <= C x - d _|_ z >= 0 */
lcp *lcp_program(dls_int n, dls_int equations, dls_int repeated, dls_int m, uint64_t seed)
{
    dls_int p = equations + repeated, free_rows = n + p, N = free_rows + m;
    double *H = dense_gram(n, n, 1, 0.1, seed), *E = dense_random(p, n, 1, seed + 1);
    double *C = dense_random(m, n, 1, seed + 2), *A = need(N * N, 8);
    for (dls_int j = 0; j < n; j++) {
        for (dls_int i = equations; i < p; i++) {
            E[i + j * p] = -E[i - equations + j * p];
        }
        dls_copy(n, H + j * n, A + j * N);
        for (dls_int i = 0; i < p + m; i++) {
            double t = i < p ? E[i + j * p] : C[i - p + j * m];
            A[n + i + j * N] = t;
            A[j + (n + i) * N] = -t;
        }
    }
    free(H);
    free(E);
    free(C);
    return lcp_with_solution(N, free_rows, A, 0.2, seed + 3);
}

lcp *lcp_rescaled(const lcp *L, double decades, uint64_t seed)
{
    dls_int N = L->N;
    double *A = vector_copy(N * N, L->A), *q = vector_copy(N, L->q);
    double *v = L->v ? vector_copy(N, L->v) : NULL;
    for (dls_int k = 0; k < N; k++) {
        double r = pow(10, decades * uniform(&seed)), c = pow(10, decades * uniform(&seed));
        q[k] *= r;
        for (dls_int i = 0; i < N; i++) {
            A[k + i * N] *= r;
            A[i + k * N] *= c;
        }
        if (v) {
            v[k] /= c;
        }
    }
    return lcp_of(N, L->free, A, q, v);
}

/* The definition in delassus.h, with dense arrays. */
double lcp_error(const lcp *L, const double *v, double *w)
{
    dls_int N = L->N;
    double length_v = 0, mu = 0, worst = 0;
    double *most = need(N, 8), *a = need(N, 8);
    for (dls_int i = 0; i < N; i++) {
        length_v = larger(length_v, fabs(v[i]));
        a[i] = fabs(L->q[i]);
        w[i] = L->q[i];
        for (dls_int j = 0; j < N; j++) {
            most[i] = fmax(most[i], fabs(L->A[i + j * N]));
            w[i] += L->A[i + j * N] * v[j];
            a[i] += fabs(L->A[i + j * N] * v[j]);
        }
        mu = most[i] > 0 ? fmax(mu, fabs(L->q[i]) / most[i]) : mu;
    }
    double nu = fmin(mu, length_v) + 1e-4 * length_v;
    nu = fmax(nu, 1e-14 * mu);
    nu = nu > 0 ? nu : 1;
    for (dls_int i = 0; i < N; i++) {
        double omega = fmin(fabs(L->q[i]) + most[i] * mu, a[i]) + 1e-4 * a[i];
        omega = fmax(omega, 1e-14 * (fabs(L->q[i]) + most[i] * mu));
        double scaled = omega > 0 ? w[i] / omega : 0;
        double error = i < L->free ? fabs(scaled) : fabs(fmin(v[i] / nu, scaled));
        worst = error <= worst ? worst : error; /* NaN stays */
    }
    free(most);
    free(a);
    return worst;
}

void lcp_check_solution(const lcp *L, const double *v, const double *w, double bound)
{
    double *mine = need(L->N, 8);
    assert_small(lcp_error(L, v, mine), bound);
    for (dls_int i = 0; w && i < L->N; i++) {
        double terms = fabs(L->q[i]);
        for (dls_int j = 0; j < L->N; j++) {
            terms += fabs(L->A[i + j * L->N] * v[j]);
        }
        assert_small(fabs(mine[i] - w[i]), 1e-14 * (double)(L->N + 1) * terms);
    }
    free(mine);
}

void lcp_check_farkas(const lcp *L, const double *u, double bound)
{
    double product = 0;
    for (dls_int j = 0; j < L->N; j++) {
        double sum = 0, size = 0;
        for (dls_int i = 0; i < L->N; i++) {
            sum += L->A[i + j * L->N] * u[i];
            size += fabs(L->A[i + j * L->N] * u[i]);
        }
        assert_true(j < L->free || u[j] >= 0);
        assert_small(j < L->free ? fabs(sum) : sum, bound * size);
        product += L->q[j] * u[j];
    }
    assert_small(fabs(product + 1), 1e-12);
}

dls_lcp_result lcp_run(const lcp *L, int method, double *v)
{
    dls_lcp_settings s = dls_lcp_defaults();
    dls_lcp_result r;
    dls_fault fault = {0};
    double *w = need(L->N, 8), *u = need(L->N, 8);
    s.method = method;
    memset(v, 0, (size_t)L->N * sizeof *v);
    assert_code(dls_lcp(&L->P, &s, (dls_host){0}, v, w, u, &r, &fault), DLS_OK, &fault);
    assert_true(r.time >= 0 && r.method);
    if (r.outcome == DLS_SOLVED) {
        assert_false(L->infeasible);
        assert_int_equal(r.certificate, DLS_CERTIFICATE_NONE);
        lcp_check_solution(L, v, w, s.tolerance * (1 + 1e-9));
    } else if (r.outcome == DLS_INFEASIBLE) {
        assert_null(L->v);
        assert_int_equal(r.certificate, DLS_CERTIFICATE_FARKAS);
        lcp_check_farkas(L, u, 1.1e-9);
    }
    free(w);
    free(u);
    return r;
}
