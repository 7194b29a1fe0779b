/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the verification of an answer costs, beside the call that ends with it: at most 10 us or
   10 %. Times of both are the least of some rounds, one after the other. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "lattice.h"
#include "measure.h"
#include "verify/verify.h"

static const dls_view NONE;

static void compare(const char *name, double call, double verification)
{
    char text[96];
    snprintf(text, sizeof text, "%s: us in all", name);
    report(text, 1e6 * call, "");
    snprintf(text, sizeof text, "%s: us of verification / max (10, 10 %%)", name);
    at_most(text, verification / fmax(1e-5, 0.1 * call), 1);
}

typedef struct {
    double once, solve, many, all, next; /* calls; verification with its setup, and without */
} times;

static void kkt_round(const model *P, double *z, const dls_verify_kkt_units *U, times *T)
{
    enum { COUNT = 8 };
    dls_int n = P->M.cols, m = P->G.cols;
    dls_kkt_result R[COUNT];
    dls_fault fault;
    dls_kkt *K;
    dls_verify_report r;
    const dls_kkt_problem Q = {P->M, P->G, P->F, P->b, NULL};
    const dls_kkt_claim X = {.outcome = DLS_SOLVED, .a = z, .lambda = z + n};
    double start = now();
    stop_on(dls_kkt_once(P->M, P->G, P->F, P->b, z, z + n, R, &fault), &fault);
    T->once = fmin(T->once, now() - start);
    start = now();
    stop_on(dls_verify_kkt(&Q, 1, &X, &r, &fault), &fault);
    T->all = fmin(T->all, now() - start);
    stop_on(dls_kkt_setup(P->M, P->G, NONE, NULL, (dls_host){0}, &K, &fault), &fault);
    start = now();
    for (int k = 0; k < COUNT; k++) {
        stop_on(dls_kkt_solve(K, P->F, P->b, z, z + n, (dls_kkt_certificate){0}, R, &fault),
                &fault);
    }
    T->solve = fmin(T->solve, (now() - start) / COUNT);
    start = now();
    for (int k = 0; k < COUNT; k++) {
        dls_verify_kkt_in(U, &Q, &X, &r);
    }
    T->next = fmin(T->next, (now() - start) / COUNT);
    double *F = vector(n * COUNT), *b = vector(m * COUNT), *y = vector((n + m) * COUNT);
    for (dls_int k = 0; k < n * COUNT; k++) {
        F[k] = P->F[k % n];
    }
    for (dls_int k = 0; k < m * COUNT; k++) {
        b[k] = P->b[k % m];
    }
    start = now();
    stop_on(
        dls_kkt_solve_many(K, COUNT, F, b, y, y + n * COUNT, (dls_kkt_certificate){0}, R, &fault),
        &fault);
    T->many = fmin(T->many, (now() - start) / COUNT);
    dls_kkt_free(K);
    free(F);
    free(b);
    free(y);
}

typedef struct {
    dls_int n, m;
    dls_verify_kkt_units U;
} units;

static void lay_out(void *object, dls_room *room)
{
    units *W = object;
    dls_verify_kkt_take(room, &W->U, W->n, W->m);
}

static void bench_kkt(const char *name, model P, int rounds)
{
    dls_int n = P.M.cols, m = P.G.cols;
    times T = {INFINITY, INFINITY, INFINITY, INFINITY, INFINITY};
    double *z = vector(n + m);
    units W = {.n = n, .m = m};
    dls_pool pool = {0};
    if (!dls_pool_make(&pool, lay_out, &W)) {
        exit(EXIT_FAILURE);
    }
    title("dls_kkt, %s: n = %lld, m = %lld", name, (long long)n, (long long)m);
    dls_verify_kkt_prepare(&W.U, P.M, P.G);
    for (int k = 0; k < rounds; k++) {
        kkt_round(&P, z, &W.U, &T);
    }
    compare("one call", T.once, T.all);
    compare("factorised", T.solve, T.next);
    compare("one of many", T.many, T.next);
    free(z);
    dls_pool_free(&pool);
    model_free(&P);
}

/* z'(2 I + ones) z with mixed constants: of any order */
static void bench_lcp(dls_int N, int rounds)
{
    dls_int *p = calloc((size_t)(N + 1), sizeof *p), *i = calloc((size_t)(N * N), sizeof *i);
    double *x = vector(N * N), *q = vector(N), *v = vector(N), *w = vector(N);
    double all = INFINITY, next = INFINITY, checks = INFINITY;
    for (dls_int k = 0; k < N * N; k++) {
        i[k] = k % N;
        x[k] = (k % N == k / N ? 2 : 0) + 1.0 / (double)N;
        p[k / N + 1] = k + 1;
        q[k % N] = sin((double)(k % N));
    }
    const dls_lcp_problem P = {{N, N, p, i, x}, q, 0};
    dls_lcp_solver *S;
    dls_lcp_result R;
    dls_fault fault;
    title("dls_lcp, dense: n = %lld", (long long)N);
    stop_on(dls_lcp_setup(&P, NULL, (dls_host){0}, &S, &fault), &fault);
    for (int k = 0; k < rounds; k++) {
        dls_verify_report r;
        double start = now();
        for (dls_int j = 0; j < N; j++) {
            v[j] = 0;
        }
        stop_on(dls_lcp_next(S, q, v, w, NULL, &R, &fault), &fault);
        next = fmin(next, now() - start);
        start = now();
        for (dls_int j = 0; j < N; j++) {
            v[j] = 0;
        }
        stop_on(dls_lcp(&P, NULL, (dls_host){0}, v, w, NULL, &R, &fault), &fault);
        all = fmin(all, now() - start);
        const dls_lcp_claim X = {.outcome = R.outcome, .v = v, .w = w};
        start = now();
        stop_on(dls_verify_lcp(&P, &X, &r, &fault), &fault);
        checks = fmin(checks, now() - start);
    }
    compare("one call", all, checks);
    report("many: us in all", 1e6 * next, "the units are those of the setup");
    dls_lcp_free(S);
    double *arrays[] = {x, q, v, w};
    for (int k = 0; k < 4; k++) {
        free(arrays[k]);
    }
    free(p);
    free(i);
}

/* Project a point onto a box: diagonal P, two bounds for each unknown. */
static void bench_conic(dls_int n, int rounds)
{
    dls_int *p = calloc((size_t)(2 * n + 2), sizeof *p),
            *i = calloc((size_t)(2 * n + 1), sizeof *i);
    double *x = vector(2 * n), *q = vector(n), *b = vector(2 * n), *z = vector(5 * n);
    double all = INFINITY, checks = INFINITY;
    dls_int *diagonal = calloc((size_t)(n + 1), sizeof *diagonal);
    for (dls_int k = 0; k < n; k++) {
        diagonal[k + 1] = k + 1;
        p[k + 1] = 2 * k + 2;
        i[2 * k] = k;
        i[2 * k + 1] = n + k;
        x[2 * k] = 1;
        x[2 * k + 1] = -1;
        b[k] = b[n + k] = 1;
        q[k] = 3 * sin((double)k);
    }
    double *one = vector(n);
    for (dls_int k = 0; k < n; k++) {
        one[k] = 1;
    }
    const dls_conic_problem P = {
        {n, n, diagonal, diagonal, one}, q, {2 * n, n, p, i, x}, b, {0, 2 * n, 0, NULL}};
    dls_conic_result R;
    dls_fault fault;
    title("dls_conic: n = %lld, m = %lld", (long long)n, (long long)(2 * n));
    for (int k = 0; k < rounds; k++) {
        dls_verify_report r;
        double start = now();
        stop_on(dls_conic(&P, NULL, false, (dls_host){0}, z, z + n, z + 3 * n, NULL, &R, &fault),
                &fault);
        all = fmin(all, now() - start);
        const dls_conic_claim X = {.outcome = R.outcome, .x = z, .s = z + n, .y = z + 3 * n};
        start = now();
        stop_on(dls_verify_conic(&P, &X, &r, &fault), &fault);
        checks = fmin(checks, now() - start);
    }
    compare("one call", all, checks);
    double *arrays[] = {x, q, b, z, one};
    for (int k = 0; k < 5; k++) {
        free(arrays[k]);
    }
    free(p);
    free(i);
    free(diagonal);
}

/* A diagnosis with its kernel, leverages and releases */
static void bench_redundancy(const char *name, model P, int rounds)
{
    double all = INFINITY, checks = INFINITY;
    title("dls_redundancy, %s: n = %lld, m = %lld", name, (long long)P.M.cols, (long long)P.G.cols);
    for (int k = 0; k < rounds; k++) {
        dls_redundancy_report *R;
        dls_verify_report r;
        dls_fault fault;
        double start = now();
        stop_on(dls_redundancy(P.M, P.G, NULL, &R, &fault), &fault);
        all = fmin(all, now() - start);
        start = now();
        stop_on(dls_verify_redundancy(P.M, P.G, R, false, &r, &fault), &fault);
        checks = fmin(checks, now() - start);
        dls_redundancy_free(R);
    }
    compare("one call", all, checks);
    model_free(&P);
}

/* nc contacts in the plane, coupled to their neighbours, that meet at speed 1 and slide by sin k */
typedef struct {
    dls_int nc, *p, *i;
    double *x, *q, *mu, *f, *r, *u, *v;
} contacts;

static contacts contacts_open(dls_int nc)
{
    contacts C = {.nc = nc};
    dls_int N = 2 * nc;
    C.p = calloc((size_t)N + 1, sizeof *C.p);
    C.i = calloc((size_t)(4 * N), sizeof *C.i);
    C.x = vector(10 * N);
    C.q = C.x + 4 * N;
    C.mu = C.q + N;
    C.f = C.mu + N;
    C.r = C.f + N;
    C.u = C.r + N;
    C.v = C.u + N;
    for (dls_int j = 0, at = 0; j < N; j++) {
        for (dls_int i = DLS_MAX(0, j - 2); i < DLS_MIN(N, j + 3); i++) {
            bool partner = i / 2 == j / 2, neighbour = i % 2 == j % 2;
            if (partner || neighbour) {
                C.i[at] = i;
                C.x[at++] = i == j ? 1 : partner ? 0.3 : 0.2;
            }
        }
        C.p[j + 1] = at;
        C.q[j] = j % 2 ? sin((double)j) : -1;
        C.mu[j / 2] = 0.4;
    }
    return C;
}

static void contacts_close(contacts *C)
{
    free(C->x);
    free(C->p);
    free(C->i);
}

static void bench_friction(dls_int nc, int rounds)
{
    contacts C = contacts_open(nc);
    double all = INFINITY, checks = INFINITY;
    const dls_friction_problem P = {
        .dimension = 2, .contacts = nc, .mu = C.mu, .W = {2 * nc, 2 * nc, C.p, C.i, C.x}, .q = C.q};
    title("dls_friction: %lld contacts", (long long)nc);
    for (int k = 0; k < rounds; k++) {
        dls_friction_result R;
        dls_verify_report r;
        dls_fault fault;
        double start = now();
        stop_on(dls_friction(&P, NULL, false, (dls_host){0}, C.r, C.u, C.v, &R, &fault), &fault);
        all = fmin(all, now() - start);
        const dls_friction_claim X = {.outcome = R.outcome, .r = C.r, .u = C.u};
        start = now();
        stop_on(dls_verify_friction(&P, NULL, &X, &r, &fault), &fault);
        checks = fmin(checks, now() - start);
    }
    compare("one call", all, checks);
    contacts_close(&C);
}

/* M = W, B = I */
static void bench_impact(dls_int nc, int rounds)
{
    contacts C = contacts_open(nc);
    dls_int n = 2 * nc, *p = calloc((size_t)n + 1, sizeof *p), *i = calloc((size_t)n, sizeof *i);
    double *one = vector(n), all = INFINITY, checks = INFINITY;
    for (dls_int j = 0; j < n; j++) {
        p[j + 1] = j + 1;
        i[j] = j;
        one[j] = 1;
    }
    const dls_view M = {n, n, C.p, C.i, C.x}, B = {n, n, p, i, one}, E = {nc, nc, p, i, one};
    const dls_view G = {n, 0, p, i, one};
    const dls_percussion_problem Q = {.A = M, .G = G, .B = B, .d = 2, .mu = C.mu, .full = true};
    const dls_impact hit = {.v = C.q, .c = C.f, .w = C.f, .e = one, .et = C.f, .law = C.f};
    const dls_impact_problem P = {
        .M = M, .G = G, .B = B, .d = 2, .mu = C.mu, .E = E, .et = C.f, .law = C.f, .v = C.q};
    title("impact, newton: %lld contacts", (long long)nc);
    for (int k = 0; k < rounds; k++) {
        dls_percussion_result R;
        dls_percussion *S;
        dls_verify_report r;
        dls_fault fault;
        double start = now();
        stop_on(dls_percussion_setup(&Q, &S, &fault), &fault);
        stop_on(dls_percussion_impact(S, &hit, C.v, C.r, &R, &fault), &fault);
        dls_percussion_free(S);
        all = fmin(all, now() - start);
        const dls_impact_claim X = {.outcome = DLS_SOLVED, .v = C.v, .p = C.r};
        start = now();
        stop_on(dls_verify_impact(&P, &X, NULL, &r, &fault), &fault);
        checks = fmin(checks, now() - start);
    }
    compare("one call", all, checks);
    contacts_close(&C);
    free(p);
    free(i);
    free(one);
}

int main(void)
{
    model small = lattice(5, 2);
    model_cut(&small, 60);
    bench_kkt("lattice", small, 100);
    bench_kkt("lattice, N = 100", lattice(100, 2), 3);
    bench_kkt("chain", chain(2000), 5);
    bench_lcp(5, 200);
    bench_lcp(200, 10);
    bench_conic(5, 100);
    bench_conic(1000, 5);
    small = lattice(5, 2);
    model_cut(&small, 60);
    bench_redundancy("lattice", small, 30);
    bench_redundancy("chain", chain(2000), 3);
    bench_friction(3, 200);
    bench_friction(1000, 5);
    bench_impact(3, 200);
    bench_impact(100, 5);
    summary();
    return 0;
}
