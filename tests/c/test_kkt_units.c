/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/kkt: integer systems in any units. Integer right-hand sides made from integer solutions
   are consistent, those moved along an integer kernel vector are not: exactly, since powers of two
   round nothing. */
#include <math.h>

#include "check.h"
#include "dense.h"
#include "problems.h"

enum { N = 5, M = 6 };

static uint64_t state;

static int integer(int low, int high)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return low + (int)((state >> 33) % (uint64_t)(high - low + 1));
}

typedef struct {
    double M[N * N], G[N * M], F[N], b[M], d[N], e[M];
} integers;

/* M = B B' with a massless coordinate; g_6 = g_1 + g_2, g_5 = -2 g_3; a and lambda are integers. */
static integers make(void)
{
    integers P = {0};
    double B[N * 3], a[N], lambda[M];
    for (int k = 0; k < N * 3; k++) {
        B[k] = k % N == 0 ? 0 : integer(-3, 3);
    }
    for (int k = 0; k < N * N; k++) {
        for (int c = 0; c < 3; c++) {
            P.M[k] += B[k % N + c * N] * B[k / N + c * N];
        }
    }
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < 4; j++) {
            P.G[i + j * N] = integer(0, 2) ? integer(-3, 3) : 0;
        }
        P.G[i + 4 * N] = -2 * P.G[i + 2 * N];
        P.G[i + 5 * N] = P.G[i] + P.G[i + N];
        a[i] = integer(-4, 4);
    }
    for (int j = 0; j < M; j++) {
        lambda[j] = integer(-4, 4);
        for (int i = 0; i < N; i++) {
            P.b[j] -= P.G[i + j * N] * a[i];
            P.F[i] += P.G[i + j * N] * lambda[j];
        }
    }
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < N; k++) {
            P.F[i] -= P.M[i + k * N] * a[k];
        }
    }
    return P;
}

static void scale(integers *P, int most)
{
    for (int i = 0; i < N; i++) {
        P->d[i] = ldexp(1, integer(-most, most));
    }
    for (int j = 0; j < M; j++) {
        P->e[j] = ldexp(1, integer(-most, most));
        P->b[j] *= P->e[j];
    }
    for (int i = 0; i < N; i++) {
        P->F[i] *= P->d[i];
        for (int k = 0; k < N; k++) {
            P->M[i + k * N] *= P->d[i] * P->d[k];
        }
        for (int j = 0; j < M; j++) {
            P->G[i + j * N] *= P->d[i] * P->e[j];
        }
    }
}

static dls_outcome solve(const integers *P, int method, double *y)
{
    dls_mat A = sparse_of(N, N, P->M), B = sparse_of(N, M, P->G);
    dls_kkt_settings s = dls_kkt_defaults();
    dls_kkt_result R;
    dls_kkt *K = NULL;
    dls_fault f;
    double a[N], lambda[M];
    s.method = method;
    assert_code(dls_kkt_setup(dls_see(&A), dls_see(&B), (dls_view){0}, &s, (dls_host){0}, &K, &f),
                DLS_OK, &f);
    assert_code(dls_kkt_solve(K, P->F, P->b, a, lambda, (dls_kkt_certificate){y, NULL}, &R, &f),
                DLS_OK, &f);
    dls_kkt_free(K);
    sparse_free(&A);
    sparse_free(&B);
    return R.outcome;
}

/* Undecided in less than 1 %, wrong never. */
static void test_units(void **unused)
{
    (void)unused;
    static const int exponents[] = {0, 10, 26, 40};
    int open = 0, all = 0;
    state = 14;
    for (int trial = 0; trial < 240; trial++) {
        integers P = make();
        bool consistent = trial % 2;
        double y[M];
        P.b[5] += consistent ? 0 : 1;
        scale(&P, exponents[trial % 4]);
        dls_outcome outcome = solve(&P, DLS_KKT_AUTO + trial % 6, y);
        assert_true(outcome != (consistent ? DLS_INCONSISTENT : DLS_SOLVED));
        open += outcome != DLS_SOLVED && outcome != DLS_INCONSISTENT;
        all++;
    }
    assert_true(100 * open <= all);
}

/* A constraint couples two masses that are tiny beside a third, which it does not touch:
   what the first two have along the constraint's plane is all that resists there. */
static void test_held_masses(void **unused)
{
    (void)unused;
    enum { n = 3, m = 1 };
    for (int small = 0; small <= 40; small += 4) {
        double mass[] = {0x1p24, ldexp(3, -small), ldexp(2, 10 - small)};
        double Md[n * n] = {mass[0], 0, 0, 0, mass[1], 0, 0, 0, mass[2]}, Gd[n * m] = {0, -8, -256};
        double exact[] = {0, -1024, 32}, lambda = 0x1p-11, b = 0, F[n], a[n], force;
        for (int i = 0; i < n; i++) {
            F[i] = Gd[i] * lambda - mass[i] * exact[i];
        }
        dls_mat M = sparse_of(n, n, Md), G = sparse_of(n, m, Gd);
        dls_kkt_result R;
        dls_fault f;
        assert_code(dls_kkt_once(dls_see(&M), dls_see(&G), F, &b, a, &force, &R, &f), DLS_OK, &f);
        assert_int_equal(R.outcome, DLS_SOLVED);
        for (int i = 0; i < n; i++) {
            assert_small(fabs(a[i] - exact[i]), 1e-10 * 1024);
        }
        assert_small(fabs(force - lambda), 1e-13 * (lambda + 128 * mass[1]));
        sparse_free(&M);
        sparse_free(&G);
    }
}

static bool stop(void *data)
{
    return --*(int *)data < 0;
}

/* Ctrl-C at any moment: the answer so far, and the factorisation still works. */
static void test_interrupted(void **unused)
{
    (void)unused;
    state = 3;
    integers P = make();
    dls_mat A = sparse_of(N, N, P.M), B = sparse_of(N, M, P.G);
    dls_kkt *K = NULL;
    dls_kkt_result R;
    dls_fault f;
    double a[N], lambda[M];
    int patience = 0;
    dls_host host = {.interrupted = stop, .data = &patience};
    assert_code(dls_kkt_setup(dls_see(&A), dls_see(&B), (dls_view){0}, NULL, host, &K, &f), DLS_OK,
                &f);
    for (int k = 0; k < 20; k++) {
        patience = k;
        assert_code(dls_kkt_solve(K, P.F, P.b, a, lambda, (dls_kkt_certificate){0}, &R, &f), DLS_OK,
                    &f);
        assert_true(R.outcome == DLS_INTERRUPTED || R.outcome == DLS_SOLVED);
        assert_true(k > 0 || R.outcome == DLS_INTERRUPTED);
    }
    assert_int_equal(R.outcome, DLS_SOLVED);
    dls_kkt_free(K);
    sparse_free(&A);
    sparse_free(&B);
}

/* Uneven constraints, most of them redundant, are factorised twice. Without the time for that the
   first solve says so, and no later one calls its norm least. */
static void test_late_setup(void **unused)
{
    (void)unused;
    enum { n = 2, m = 600 };
    double one[] = {1, 0, 0, 1}, *Gd = need(n * m, sizeof *Gd), *lambda = need(m, sizeof *lambda);
    double F[] = {1, 2}, a[n], *b = need(m, sizeof *b);
    for (int j = 0; j < m; j++) {
        Gd[j % 2 + j * n] = j < 2 ? 1e4 : 1;
    }
    dls_mat M = sparse_of(n, n, one), G = sparse_of(n, m, Gd);
    for (int late = 0; late < 2; late++) {
        dls_kkt_settings s = dls_kkt_defaults();
        dls_kkt *K;
        dls_kkt_result R[2];
        dls_fault f;
        s.max_time = late ? 0 : 1e3;
        s.method = DLS_KKT_CHOLESKY;
        assert_code(
            dls_kkt_setup(dls_see(&M), dls_see(&G), (dls_view){0}, &s, (dls_host){0}, &K, &f),
            DLS_OK, &f);
        for (int k = 0; k < 2; k++) {
            assert_code(dls_kkt_solve(K, F, b, a, lambda, (dls_kkt_certificate){0}, &R[k], &f),
                        DLS_OK, &f);
            assert_int_equal(R[k].outcome, late ? DLS_TIME_LIMIT : DLS_SOLVED);
            assert_true(late ? R[k].kernel == 1 : R[k].kernel < 1e-12);
        }
        dls_kkt_free(K);
    }
    free(Gd);
    free(lambda);
    free(b);
    sparse_free(&M);
    sparse_free(&G);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_late_setup),
        cmocka_unit_test(test_units),
        cmocka_unit_test(test_held_masses),
        cmocka_unit_test(test_interrupted),
    };
    return cmocka_run_group_tests_name("kkt units", tests, NULL, NULL);
}
