/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Systems turned by plane rotations in pairs of coordinates: half of the coordinates are in one
   component that inertia and constraints do not quite determine, too large for dense Q R. A column
   of its equations is seldom as good as another. The solution is known: M a + F = G lambda,
   G'a + b = 0 with a of no unconstrained direction, lambda in Im G'. */
#include <math.h>

#include "calls.h"
#include "dense.h"

typedef struct {
    dls_int n, m;
    double *M, *G, *a, *lambda;
} turned;

static dls_int any(uint64_t *seed, dls_int count)
{
    return DLS_MIN((dls_int)(0.5 * (1 + uniform(seed)) * (double)count), count - 1);
}

static void shuffle(dls_int n, dls_int *order, uint64_t *seed)
{
    for (dls_int k = 0; k < n; k++) {
        order[k] = k;
    }
    for (dls_int k = n - 1; k > 0; k--) {
        dls_int j = any(seed, k + 1), t = order[k];
        order[k] = order[j];
        order[j] = t;
    }
}

/* `count` entries of two rows or columns, `apart` in memory */
static void turn(dls_int count, double *p, double *q, dls_int apart, double angle)
{
    double c = cos(angle), s = sin(angle);
    for (dls_int k = 0; k < count * apart; k += apart) {
        double x = p[k], y = q[k];
        p[k] = c * x - s * y;
        q[k] = s * x + c * y;
    }
}

static void turn_all(turned *T, dls_int *order, uint64_t *seed)
{
    dls_int n = T->n;
    for (int layer = 0; layer < 2; layer++) {
        shuffle(n, order, seed);
        for (dls_int k = 0; k + 1 < n; k += 2) {
            dls_int i = order[k], j = order[k + 1];
            double angle = 3 * uniform(seed);
            turn(n, T->M + i, T->M + j, n, angle);
            turn(n, T->M + n * i, T->M + n * j, 1, angle);
            turn(T->m, T->G + i, T->G + j, n, angle);
            turn(1, T->a + i, T->a + j, 1, angle);
        }
    }
}

/* Of `rank` independent constraints each has a coordinate of its own, two fifths of these without
   mass; the last sixth of the coordinates has neither mass nor constraint. */
static void fill(turned *T, const dls_int *order, uint64_t *seed)
{
    dls_int n = T->n, rank = 13 * T->m / 20, held = n - n / 6, light = 2 * rank / 5;
    for (dls_int k = 0; k < held; k++) {
        dls_int i = order[k];
        T->M[i + n * i] = k < light ? 0 : 1.5 + 0.5 * uniform(seed);
        T->a[i] = uniform(seed);
    }
    for (dls_int j = 0; j < T->m; j++) {
        double *column = T->G + n * j;
        if (j < rank) {
            column[order[j]] = 1.5 + 0.5 * uniform(seed);
        }
        for (int t = 0; j < rank && t < 2; t++) {
            column[order[any(seed, held)]] += 0.3 * uniform(seed);
        }
        for (int t = 0; j >= rank && t < 3; t++) {
            dls_axpy(n, uniform(seed), T->G + n * any(seed, rank), column);
        }
    }
}

static turned turned_make(dls_int n, uint64_t seed)
{
    turned T = {.n = n, .m = 2 * n / 3};
    dls_int *order = need(n, sizeof *order);
    double *u = need(n, sizeof *u);
    T.M = need(n * n, sizeof *T.M);
    T.G = need(n * T.m, sizeof *T.G);
    T.a = need(n, sizeof *T.a);
    T.lambda = need(T.m, sizeof *T.lambda);
    shuffle(n, order, &seed);
    fill(&T, order, &seed);
    turn_all(&T, order, &seed);
    for (dls_int k = 0; k < n; k++) {
        u[k] = uniform(&seed);
        for (dls_int j = 0; j < k; j++) { /* the two turns round differently */
            T.M[j + n * k] = T.M[k + n * j];
        }
    }
    dense_apply_t(n, T.m, 1, T.G, u, T.lambda);
    free(order);
    free(u);
    return T;
}

/* What rounding leaves where there is no mass */
static void add_rounding(turned *T)
{
    dls_int n = T->n, heavy = 0;
    for (dls_int j = 0; j < n; j++) {
        while (heavy < n && !(T->M[heavy + n * heavy] > 0.1)) {
            heavy++;
        }
        if (heavy < n && T->M[j + n * j] == 0) {
            T->M[heavy + n * j] = T->M[j + n * heavy] = 1e-17;
            heavy++;
        }
    }
}

static void compare(const turned *T, int method)
{
    dls_int n = T->n, m = T->m;
    dls_mat M = sparse_of(n, n, T->M), G = sparse_of(n, m, T->G);
    double *F = need(n, sizeof *F), *b = need(m, sizeof *b);
    double *a = need(n, sizeof *a), *lambda = need(m, sizeof *lambda);
    dls_kkt_settings settings = dls_kkt_defaults();
    settings.method = method;
    dls_kkt *K;
    dls_kkt_result r;
    dls_fault fault;
    dense_apply(n, m, 1, T->G, T->lambda, F);
    dense_apply(n, n, -1, T->M, T->a, F);
    dense_apply_t(n, m, -1, T->G, T->a, b);
    assert_code(dls_kkt_setup(dls_see(&M), dls_see(&G), NO_WEIGHT, &settings, SILENT, &K, &fault),
                DLS_OK, &fault);
    assert_code(dls_kkt_solve(K, F, b, a, lambda, NO_CERTIFICATE, &r, &fault), DLS_OK, &fault);
    assert_int_equal(r.outcome, DLS_SOLVED);
    assert_small(distance(n, a, T->a), 1e-12 * length(n, T->a));
    assert_small(distance(m, lambda, T->lambda), 1e-12 * length(m, T->lambda));
    dls_kkt_free(K);
    sparse_free(&M);
    sparse_free(&G);
    free(F);
    free(b);
    free(a);
    free(lambda);
}

static void turned_free(turned *T)
{
    free(T->M);
    free(T->G);
    free(T->a);
    free(T->lambda);
}

static void compare_all(bool rounding)
{
    static const int METHODS[] = {DLS_KKT_AUTO, DLS_KKT_CHOLESKY, DLS_KKT_LDL, DLS_KKT_QR};
    for (uint64_t seed = 4; seed <= (small_sizes() ? 4 : 10); seed += 3) {
        turned T = turned_make(small_sizes() ? 330 : 450, seed);
        if (rounding) {
            add_rounding(&T);
        }
        for (int k = 0; k < (small_sizes() ? 1 : 4); k++) {
            compare(&T, METHODS[k]);
        }
        turned_free(&T);
    }
}

static void test_turned(void **state)
{
    (void)state;
    compare_all(false);
}

static void test_with_rounding(void **state)
{
    (void)state;
    compare_all(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turned),
        cmocka_unit_test(test_with_rounding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
