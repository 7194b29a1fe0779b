/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check.h"
#include "problems.h"

static problem *shape(const char *name, dls_int n, dls_int m, double accuracy)
{
    problem *P = need(1, sizeof *P);
    *P = (problem){.name = name, .n = n, .m = m, .accuracy = accuracy};
    return P;
}

int last_method(void)
{
    static const dls_int p[] = {0, 1}, i[] = {0};
    static const double one[] = {1};
    dls_view M = {1, 1, p, i, one};
    dls_kkt_settings settings = dls_kkt_defaults();
    dls_kkt *K = NULL;
    settings.method = DLS_KKT_MUMPS;
    dls_error error = dls_kkt_setup(M, M, (dls_view){0}, &settings, (dls_host){0}, &K, NULL);
    assert_true(error == DLS_OK || error == DLS_ERROR_OPTION);
    dls_kkt_free(K);
    return error ? DLS_KKT_DENSE : DLS_KKT_MUMPS;
}

/* F = G lambda - M x and b = -G'x from lambda = G'c and x = M u + G v. */
void problem_data(problem *P, uint64_t seed)
{
    dls_int n = P->n, m = P->m;
    double *old[] = {P->F, P->b, P->a, P->lambda};
    for (int k = 0; k < 4; k++) {
        free(old[k]);
    }
    double *u = vector_random(n, seed), *v = vector_random(m, seed + 1),
           *c = vector_random(n, seed + 2);
    P->F = need(n, sizeof(double));
    P->b = need(m, sizeof(double));
    P->a = need(n, sizeof(double));
    P->lambda = need(m, sizeof(double));
    dense_apply_t(n, m, 1, P->Gd, c, P->lambda);
    dense_apply(n, n, 1, P->Md, u, P->a);
    dense_apply(n, m, 1, P->Gd, v, P->a);
    dense_apply(n, m, 1, P->Gd, P->lambda, P->F);
    dense_apply(n, n, -1, P->Md, P->a, P->F);
    dense_apply_t(n, m, -1, P->Gd, P->a, P->b);
    free(u);
    free(v);
    free(c);
}

/* Md and Gd are there: everything else. */
static problem *complete(problem *P, uint64_t seed)
{
    dls_int n = P->n, m = P->m;
    double *Gt = dense_transpose(n, m, P->Gd), *MG = dense_stack(n, m, n, P->Md, Gt);
    P->Ms = sparse_of(n, n, P->Md);
    P->Gs = sparse_of(n, m, P->Gd);
    P->M = dls_see(&P->Ms);
    P->G = dls_see(&P->Gs);
    P->nullity = dense_kernel(n, m, P->Gd, &P->Zg);
    P->floating = dense_kernel(n + m, n, MG, &P->Zf);
    problem_data(P, seed);
    free(Gt);
    free(MG);
    return P;
}

/* G of rank `rank`: sparse columns, then combinations of two of them. */
static double *redundant_gradients(dls_int n, dls_int m, dls_int rank, uint64_t seed)
{
    double *G = dense_random(n, m, 0.3, seed);
    for (dls_int j = 0; j < rank; j++) {
        G[j % n + j * n] += 2; /* independent */
    }
    for (dls_int j = rank; j < m; j++) {
        for (dls_int i = 0; i < n; i++) {
            double g = rank > 0 ? G[i + (j % rank) * n] : 0;
            double h = rank > 1 ? G[i + ((j + 3) % rank) * n] : 0;
            G[i + j * n] = g - 2 * h;
        }
    }
    return G;
}

problem *problem_rescaled(const problem *P, uint64_t seed)
{
    dls_int n = P->n, m = P->m;
    problem *Q = shape(P->name, n, m, 10 * P->accuracy);
    double *d = vector_random(n, seed);
    Q->Md = vector_copy(n * n, P->Md);
    Q->Gd = vector_copy(n * m, P->Gd);
    for (dls_int i = 0; i < n; i++) {
        d[i] = 1.5 + d[i];
        for (dls_int j = 0; j < m; j++) {
            Q->Gd[i + j * n] *= d[i];
        }
    }
    for (dls_int k = 0; k < n * n; k++) {
        Q->Md[k] *= d[k % n] * d[k / n];
    }
    free(d);
    return complete(Q, seed + 1);
}

problem *problem_random(dls_int n, dls_int m, uint64_t seed)
{
    problem *P = shape("random", n, m, 1e-11);
    P->Md = dense_gram(n - 2, n, 0.2, 0, seed);
    P->Gd = redundant_gradients(n, m, DLS_MIN(n, m) - 3, seed + 1);
    return complete(P, seed + 2);
}

static problem *full(void)
{
    problem *P = shape("full", 20, 8, 1e-13);
    P->Md = dense_gram(20, 20, 0.2, 0.5, 1);
    P->Gd = redundant_gradients(20, 8, 8, 2);
    return complete(P, 3);
}

static problem *redundant(void)
{
    problem *P = shape("redundant", 24, 30, 1e-12);
    P->Md = dense_gram(18, 24, 0.2, 0, 11);
    P->Gd = redundant_gradients(24, 30, 14, 12);
    return complete(P, 13);
}

static problem *massless(void)
{
    problem *P = shape("massless", 30, 25, 1e-12);
    P->Md = need(30 * 30, sizeof(double));
    for (int k = 0; k < 30; k++) {
        P->Md[k * 31] = k % 3 == 0 ? 0 : 1 + 0.1 * k;
    }
    P->Gd = redundant_gradients(30, 25, 20, 22);
    return complete(P, 23);
}

/* Coordinates 4 and 9 appear nowhere, and one direction more is free. */
static problem *floating(void)
{
    enum { N = 18, M = 12 };
    problem *P = shape("floating", N, M, 1e-11);
    double *B = dense_random(8, N, 0.4, 31), *G = redundant_gradients(N, M, 6, 32);
    P->Md = need(N * N, sizeof(double));
    for (int j = 0; j < M; j++) {
        G[4 + j * N] = G[9 + j * N] = 0;
    }
    for (int i = 0; i < 8; i++) {
        B[i + 4 * 8] = B[i + 9 * 8] = 0;
    }
    for (int j = 0; j < N; j++) {
        dense_apply_t(8, N, 1, B, B + j * 8, P->Md + j * N);
    }
    P->Gd = G;
    free(B);
    return complete(P, 33);
}

static problem *repeated(void)
{
    enum { N = 10, M = 9 };
    problem *P = shape("repeated", N, M, 1e-11);
    P->Md = dense_gram(N, N, 0.2, 1, 41);
    P->Gd = dense_random(N, M, 0.5, 42);
    for (int i = 0; i < N; i++) {
        P->Gd[i + 2 * N] = 0;
        P->Gd[i + 5 * N] = P->Gd[i];
        P->Gd[i + 6 * N] = -P->Gd[i + 1 * N];
        P->Gd[i + 8 * N] = 0;
    }
    return complete(P, 43);
}

static problem *units(void)
{
    enum { N = 16, M = 7 };
    problem *P = shape("units", N, M, 1e-8);
    P->Md = need(N * N, sizeof(double));
    P->Gd = redundant_gradients(N, M, M, 51);
    for (int k = 0; k < N; k++) {
        P->Md[k * (N + 1)] = pow(10, k % 7 - 3);
    }
    for (int j = 0; j < M; j++) {
        for (int i = 0; i < N; i++) {
            P->Gd[i + j * N] *= pow(10, j % 5 - 2);
        }
    }
    return complete(P, 53);
}

static problem *statics(void)
{
    problem *P = shape("statics", 12, 18, 1e-13);
    P->Md = need(12 * 12, sizeof(double));
    P->Gd = redundant_gradients(12, 18, 12, 62);
    return complete(P, 63);
}

static problem *unconstrained(void)
{
    problem *P = shape("free", 12, 0, 1e-11);
    P->Md = dense_gram(12, 12, 0.4, 0.1, 71);
    P->Gd = need(0, sizeof(double));
    return complete(P, 73);
}

typedef struct {
    dls_int size;
    double *x, *y;
    problem *P;
    dls_int bars;
} mesh;

static void add_bar(mesh *L, dls_int i, dls_int j)
{
    double dx = L->x[i] - L->x[j], dy = L->y[i] - L->y[j], l = hypot(dx, dy);
    double *g = L->P->Gd + L->P->n * L->bars++;
    g[2 * i] = dx / l;
    g[2 * i + 1] = dy / l;
    g[2 * j] = -dx / l;
    g[2 * j + 1] = -dy / l;
}

static problem *lattice(void)
{
    dls_int N = small_sizes() ? 4 : 7, bars = 2 * N * (N - 1) + 2 * (N - 1) * (N - 1);
    mesh L = {N, vector_random(N * N, 81), vector_random(N * N, 82), NULL, 0};
    problem *P = L.P = shape("lattice", 2 * N * N, bars, 1e-11);
    P->Md = need(P->n * P->n, sizeof(double));
    P->Gd = need(P->n * P->m, sizeof(double));
    for (dls_int k = 0; k < N * N; k++) {
        double mass = k % 5 == 2 ? 0 : 1;
        P->Md[2 * k * (P->n + 1)] = P->Md[(2 * k + 1) * (P->n + 1)] = mass;
        L.x[k] = (double)(k % N) + 0.05 * L.x[k];
        L.y[k] = (double)(k / N) + 0.05 * L.y[k];
    }
    for (dls_int k = 0; k < N * N; k++) {
        bool right = k % N + 1 < N, up = k / N + 1 < N, left = k % N > 0;
        if (right) {
            add_bar(&L, k, k + 1);
        }
        if (up) {
            add_bar(&L, k, k + N);
        }
        if (right && up) {
            add_bar(&L, k, k + N + 1);
        }
        if (left && up) {
            add_bar(&L, k, k + N - 1);
        }
    }
    free(L.x);
    free(L.y);
    return complete(P, 83);
}

static problem *chain(void)
{
    dls_int n = small_sizes() ? 30 : 150;
    problem *P = shape("chain", n, n + 1, 1e-9); /* held at both ends: one too many */
    P->Md = need(n * n, sizeof(double));
    P->Gd = need(n * (n + 1), sizeof(double));
    for (dls_int k = 0; k < n; k++) {
        P->Md[k * (n + 1)] = 1;
        P->Gd[k + k * n] = 1;
        P->Gd[k + (k + 1) * n] = -1;
    }
    return complete(P, 93);
}

problem *problem_make(int family)
{
    static problem *(*const makers[FAMILIES])(void) = {
        full,  redundant, massless,      floating, repeated,
        units, statics,   unconstrained, lattice,  chain,
    };
    return makers[family]();
}

void problem_free(problem *P)
{
    double *arrays[] = {P->Md, P->Gd, P->F, P->b, P->a, P->lambda, P->Zg, P->Zf};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        free(arrays[k]);
    }
    sparse_free(&P->Ms);
    sparse_free(&P->Gs);
    free(P);
}

static void spoil(dls_int n, dls_int k, const double *Z, double size, double *x)
{
    double *c = vector_random(k, 99);
    dense_apply(n, k, size / length(k, c), Z, c, x);
    free(c);
}

void problem_spoil_constraints(problem *P, double size)
{
    spoil(P->m, P->nullity, P->Zg, size, P->b);
}

void problem_spoil_forces(problem *P, double size)
{
    spoil(P->n, P->floating, P->Zf, size, P->F);
}
