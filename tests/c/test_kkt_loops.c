/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Long closed loops, where the normal matrix has the square of a condition that grows with the
   square of the length: the range-space solve, and its verdicts. */
#include <math.h>

#include "calls.h"
#include "kkt_families.h"

enum { CELLS = 550, FEW = 60, BAND = 60 };

typedef long double wide;

/* Lower band of G G' + shift I, row i: columns i - BAND .. i; its Cholesky factor, in place */
static wide *band_factor(dls_view G, wide shift)
{
    dls_int n = G.rows, width = BAND + 1;
    wide *L = need(n * width, sizeof *L);
    for (dls_int j = 0; j < G.cols; j++) {
        for (dls_int s = G.p[j]; s < G.p[j + 1]; s++) {
            for (dls_int t = G.p[j]; t <= s; t++) {
                assert_true(G.i[s] - G.i[t] <= BAND);
                L[G.i[s] * width + BAND - (G.i[s] - G.i[t])] += (wide)G.x[s] * G.x[t];
            }
        }
    }
    for (dls_int i = 0; i < n; i++) {
        wide *row = L + i * width;
        row[BAND] += shift;
        for (dls_int k = DLS_MAX(0, i - BAND); k <= i; k++) {
            const wide *other = L + k * width;
            for (dls_int t = DLS_MAX(0, i - BAND); t < k; t++) {
                row[BAND - (i - k)] -=
                    k - t <= BAND ? row[BAND - (i - t)] * other[BAND - (k - t)] : 0;
            }
            row[BAND - (i - k)] = k < i ? row[BAND - (i - k)] / other[BAND] : sqrtl(row[BAND]);
        }
    }
    return L;
}

static void band_solve(dls_int n, const wide *L, wide *x)
{
    dls_int width = BAND + 1;
    for (dls_int i = 0; i < n; i++) {
        for (dls_int k = DLS_MAX(0, i - BAND); k < i; k++) {
            x[i] -= L[i * width + BAND - (i - k)] * x[k];
        }
        x[i] /= L[i * width + BAND];
    }
    for (dls_int i = n - 1; i >= 0; i--) {
        x[i] /= L[i * width + BAND];
        for (dls_int k = DLS_MAX(0, i - BAND); k < i; k++) {
            x[k] -= L[i * width + BAND - (i - k)] * x[i];
        }
    }
}

/* |part of lambda in ker G| / |lambda|: what is left of lambda - G'c, with G (lambda - G'c) -> 0 by
   refinement in more than double precision */
static double part_in_kernel(dls_view G, const double *lambda)
{
    dls_int n = G.rows, m = G.cols;
    wide *L = band_factor(G, 1e-13L), *v = need(m, sizeof *v), *s = need(n, sizeof *s);
    double left = 0;
    for (dls_int j = 0; j < m; j++) {
        v[j] = lambda[j];
    }
    for (int pass = 0; pass < 8; pass++) {
        memset(s, 0, (size_t)n * sizeof *s);
        for (dls_int j = 0; j < m; j++) {
            for (dls_int k = G.p[j]; k < G.p[j + 1]; k++) {
                s[G.i[k]] += (wide)G.x[k] * v[j];
            }
        }
        band_solve(n, L, s);
        for (dls_int j = 0; j < m; j++) {
            for (dls_int k = G.p[j]; k < G.p[j + 1]; k++) {
                v[j] -= (wide)G.x[k] * s[G.i[k]];
            }
        }
    }
    for (dls_int j = 0; j < m; j++) {
        left = hypot(left, (double)v[j]);
    }
    free(L);
    free(v);
    free(s);
    return left / length(m, lambda);
}

static dls_kkt *ladder_setup(const family *P)
{
    dls_kkt *K;
    dls_fault fault;
    assert_code(dls_kkt_setup(P->M, P->G, (dls_view){0}, NULL, (dls_host){0}, &K, &fault), DLS_OK,
                &fault);
    return K;
}

static void solve_ladder(dls_kkt *K, const family *P, double *a, double *lambda)
{
    dls_kkt_result r;
    dls_fault fault;
    assert_code(dls_kkt_solve(K, P->F, P->b, a, lambda, (dls_kkt_certificate){0}, &r, &fault),
                DLS_OK, &fault);
    assert_int_equal(r.outcome, DLS_SOLVED);
    assert_small(r.dynamics, 1e-12);
    assert_small(r.constraints, 1e-12);
    assert_small(r.kernel, 1e-14);
    assert_small(part_in_kernel(P->G, lambda), 1e-10);
}

/* Twice, and after an update: the second answer begins where the first has found its way. */
static void test_long_loops(void **state)
{
    family P = family_make((family_kind)(intptr_t)*state, small_sizes() ? FEW : CELLS, 1);
    double *a = need(P.n, sizeof *a), *lambda = need(P.m, sizeof *lambda);
    double *a2 = need(P.n, sizeof *a), *lambda2 = need(P.m, sizeof *lambda);
    dls_kkt *K = ladder_setup(&P);
    dls_fault fault;
    solve_ladder(K, &P, a, lambda);
    solve_ladder(K, &P, a2, lambda2);
    assert_small(distance(P.n, a, a2), 1e-11 * length(P.n, a));
    assert_small(distance(P.m, lambda, lambda2), 1e-9 * length(P.m, lambda));
    assert_code(dls_kkt_update(K, P.M, P.G, &fault), DLS_OK, &fault);
    solve_ladder(K, &P, a2, lambda2);
    assert_small(distance(P.m, lambda, lambda2), 1e-9 * length(P.m, lambda));
    dls_kkt_free(K);
    free(a);
    free(a2);
    free(lambda);
    free(lambda2);
    family_free(&P);
}

/* Another b is out of reach: the certificate proves it. */
static void test_contradiction(void **state)
{
    (void)state;
    family P = family_make(FAMILY_LADDER, small_sizes() ? FEW : CELLS, 2);
    double *a = need(P.n, sizeof *a), *lambda = need(P.m, sizeof *lambda);
    double *y = need(P.m, sizeof *y), *left = need(P.n, sizeof *left);
    dls_kkt *K = ladder_setup(&P);
    dls_kkt_result r;
    dls_fault fault;
    for (int again = 0; again < 2; again++) {
        P.b[P.m / 2] += 0.5;
        assert_code(
            dls_kkt_solve(K, P.F, P.b, a, lambda, (dls_kkt_certificate){y, NULL}, &r, &fault),
            DLS_OK, &fault);
        assert_int_equal(r.outcome, DLS_INCONSISTENT);
        assert_true(r.constraints_inconsistent);
        memset(left, 0, (size_t)P.n * sizeof *left);
        dls_mul(P.G, 1, y, left);
        assert_small(length(P.n, left), 1e-13 * length(P.m, y));
        assert_true(fabs(dls_dot(P.m, P.b, y)) > 1e-3 * length(P.m, y));
    }
    dls_kkt_free(K);
    free(a);
    free(lambda);
    free(y);
    free(left);
    family_free(&P);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"test_long_loops", test_long_loops, NULL, NULL, (void *)(intptr_t)FAMILY_LADDER},
        {"test_massless_rungs", test_long_loops, NULL, NULL, (void *)(intptr_t)FAMILY_LIGHT},
        cmocka_unit_test(test_contradiction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
