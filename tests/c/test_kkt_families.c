/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dls_kkt on families that are no lattices, small members of several seeds, beside the
   pseudo-inverse by LAPACK's singular values. */
#include "calls.h"
#include "kkt_families.h"

typedef struct {
    family_kind kind;
    dls_int size;
} example;

static void make_dense_system(const family *P, double *K, double *rhs)
{
    dls_int n = P->n, m = P->m, size = n + m;
    for (dls_int j = 0; j < n; j++) {
        rhs[j] = -P->F[j];
        for (dls_int k = P->M.p[j]; k < P->M.p[j + 1]; k++) {
            K[P->M.i[k] + size * j] = P->M.x[k];
        }
    }
    for (dls_int j = 0; j < m; j++) {
        rhs[n + j] = -P->b[j];
        for (dls_int k = P->G.p[j]; k < P->G.p[j + 1]; k++) {
            K[P->G.i[k] + size * (n + j)] = K[n + j + size * P->G.i[k]] = P->G.x[k];
        }
    }
}

static void verify_kernel_of(const family *P, const double *lambda)
{
    double *G = dense_of(P->G), *Z, *part = vector_copy(P->m, lambda);
    dls_int nullity = dense_kernel(P->n, P->m, G, &Z);
    dense_project(P->m, nullity, Z, part);
    assert_small(length(P->m, part), 1e-10 * length(P->m, lambda));
    free(G);
    free(Z);
    free(part);
}

/* Some eps cond (K): what either of the two answers can be off */
static double accuracy_of(dls_int size, const double *K)
{
    double *s = dense_singular_values(size, size, K);
    dls_int rank = size;
    while (rank > 0 && s[rank - 1] <= 1e-10 * s[0]) {
        rank--;
    }
    double condition = s[0] / s[rank - 1];
    free(s);
    return 20 * DLS_EPS * condition;
}

static void compare(const example *E, uint64_t seed)
{
    family P = family_make(E->kind, E->size, seed);
    dls_int n = P.n, m = P.m;
    double *K = need((n + m) * (n + m), sizeof *K), *rhs = need(n + m, sizeof *rhs);
    double *a = need(n, sizeof *a), *lambda = need(m, sizeof *lambda);
    dls_kkt_result r;
    dls_fault fault;
    make_dense_system(&P, K, rhs);
    double *z = dense_pseudo_solve(n + m, K, rhs), accuracy = accuracy_of(n + m, K);
    for (dls_int j = 0; j < m; j++) {
        z[n + j] = -z[n + j];
    }
    assert_code(dls_kkt_once(P.M, P.G, P.F, P.b, a, lambda, &r, &fault), DLS_OK, &fault);
    assert_int_equal(r.outcome, DLS_SOLVED);
    assert_small(r.dynamics, 1e-12);
    assert_small(r.constraints, 1e-12);
    assert_small(distance(n, a, z), accuracy * length(n, z));
    assert_small(distance(m, lambda, z + n), accuracy * length(m, z + n));
    verify_kernel_of(&P, lambda);
    free(K);
    free(rhs);
    free(z);
    free(a);
    free(lambda);
    family_free(&P);
}

static void test_small(void **state)
{
    const example *E = *state;
    for (uint64_t seed = small_sizes() ? 3 : 2; seed <= 3; seed++) {
        compare(E, seed);
    }
}

/* Cables of hundreds of massless points: most of their coordinates are unconstrained, in components
   too large for dense Q R, and the chain makes units of its own drift. The motion of a point across
   its two bars is unconstrained: a has no part of it. */
static void test_long_cables(void **state)
{
    (void)state;
    family P = family_make(FAMILY_TREES, small_sizes() ? 60 : 300, 1);
    double *a = need(P.n, sizeof *a), *lambda = need(P.m, sizeof *lambda);
    double *moved = need(P.n, sizeof *moved), *rest = need(P.m, sizeof *rest);
    dls_kkt_result r;
    dls_fault fault;
    assert_code(dls_kkt_once(P.M, P.G, P.F, P.b, a, lambda, &r, &fault), DLS_OK, &fault);
    assert_int_equal(r.outcome, DLS_SOLVED);
    assert_small(r.dynamics, 1e-12);
    assert_small(r.constraints, 1e-12);
    dls_int last = P.n - 3, before = last - 3, first = before - 3;
    double u[3], v[3], w[3];
    for (int d = 0; d < 3; d++) {
        u[d] = v[d] = 0;
    }
    for (dls_int j = 0; j < P.m; j++) {
        for (dls_int k = P.G.p[j]; k + 5 < P.G.p[j + 1] && P.G.i[k] == first; k++) {
            memcpy(u, P.G.x + k + 3, sizeof u);
        }
        for (dls_int k = P.G.p[j]; k + 5 < P.G.p[j + 1] && P.G.i[k] == before; k++) {
            memcpy(v, P.G.x + k, sizeof v);
        }
    }
    double sum = 0;
    for (int d = 0; d < 3; d++) {
        w[d] = u[(d + 1) % 3] * v[(d + 2) % 3] - u[(d + 2) % 3] * v[(d + 1) % 3];
        sum += w[d] * a[before + d];
        moved[before + d] = w[d];
    }
    dls_mul_t(P.G, 1, moved, rest);
    assert_small(length(P.m, rest), 1e-14);
    assert_true(length(3, w) > 1e-3);
    assert_small(fabs(sum), 1e-12 * length(P.n, a));
    free(a);
    free(lambda);
    free(moved);
    free(rest);
    family_free(&P);
}

int main(void)
{
    static example all[] = {
        {FAMILY_NET, 7},     {FAMILY_FULL_NET, 6}, {FAMILY_RANDOM, 90}, {FAMILY_SPARSER, 120},
        {FAMILY_LADDER, 4},  {FAMILY_LIGHT, 4},    {FAMILY_TIES, 8},    {FAMILY_HUBS, 100},
        {FAMILY_DENSE, 100}, {FAMILY_TRUSS, 6},    {FAMILY_TREES, 9},
    };
    struct CMUnitTest tests[FAMILIES_OF_KKT + 1];
    for (int k = 0; k < FAMILIES_OF_KKT; k++) {
        tests[k] = (struct CMUnitTest){family_name[all[k].kind], test_small, NULL, NULL, &all[k]};
    }
    tests[FAMILIES_OF_KKT] = (struct CMUnitTest)cmocka_unit_test(test_long_cables);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
