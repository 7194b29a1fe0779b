/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Percussions of bodies and joints, condensed, beside the KKT solver: the same velocities, and of
   all reactions the same, the shortest. */
#include "machines.h"
#include "motion/motion.h"

/* v, p of M v = r + G p, G'v + c = 0 by both; how far they are apart */
static void compare(dls_mechanism *B, const double *q, double rank_tolerance, bool reactions)
{
    static const double CLOSE = 1e-9;
    dls_mechanism_values E;
    dls_fault fault;
    dls_percussion *P;
    dls_percussion_result result = {.solved = true};
    dls_kkt_result solved;
    dls_int n, nq;
    dls_mechanism_get_size(B, &n, &nq);
    double *u = vector_random(n, 5), none[1] = {0};
    assert_code(dls_mechanism_evaluate(B, 0, q, u, &E, &fault), DLS_OK, &fault);
    dls_int nb = E.G.cols, *p0 = need(1, sizeof *p0);
    dls_percussion_problem Q = {
        .A = E.M, .G = E.G, .B = {n, 0, p0, NULL, NULL}, .d = 1, .rank_tolerance = rank_tolerance};
    double *r = vector_random(n, 6), *F = vector_copy(n, r), *c = need(nb, sizeof *c);
    double *v = need(n, sizeof *v), *p = need(nb, sizeof *p), *a = need(n, sizeof *a);
    double *lambda = need(nb, sizeof *lambda);
    dls_mul_t(E.G, 1, u, c); /* consistent, whatever is redundant */
    for (dls_int k = 0; k < n; k++) {
        F[k] = -r[k];
    }
    assert_code(dls_percussion_setup(&Q, &P, &fault), DLS_OK, &fault);
    assert_int_equal(P->D.saddle.path, DLS_OPERATOR_CONDENSED);
    assert_code(dls_percussion_solve(P, r, c, none, false, NULL, v, p, &result, &fault), DLS_OK,
                &fault);
    assert_true(result.solved);
    assert_code(dls_kkt_once(E.M, E.G, F, c, a, lambda, &solved, &fault), DLS_OK, &fault);
    assert_small(distance(n, v, a), CLOSE * (1 + length(n, a)));
    if (reactions) {
        assert_small(distance(nb, p, lambda), CLOSE * (1 + length(nb, lambda)));
    }
    dls_percussion_free(P);
    double *const all[] = {u, r, F, c, v, p, a, lambda};
    for (int k = 0; k < 8; k++) {
        free(all[k]);
    }
    free(p0);
}

static void test_linkage(void **state)
{
    (void)state;
    for (int d = 2; d <= 3; d++) {
        machine M;
        double q[21];
        machine_four_bar(&M, d, 0);
        machine_state(&M, q);
        dls_mechanism *B = machine_setup(&M);
        compare(B, q, 0, true);
        compare(B, q, 1e-6, true);
        dls_mechanism_free(B);
    }
}

/* Beside its plane a linkage in space is not quite redundant: what counts as such is left out, and
   reactions stay of their size, where those that obey all equations to rounding are large. */
static void test_nearly_redundant(void **state)
{
    (void)state;
    machine M;
    double q[21], v[18] = {0}, p[20], r[18], none[1] = {0}, size[2];
    machine_four_bar(&M, 3, 1e-5);
    machine_state(&M, q);
    dls_mechanism *B = machine_setup(&M);
    dls_mechanism_values E;
    dls_fault fault;
    assert_code(dls_mechanism_evaluate(B, 0, q, v, &E, &fault), DLS_OK, &fault);
    for (int k = 0; k < 2; k++) {
        dls_int p0[1] = {0};
        double c[20] = {0};
        dls_percussion *P;
        dls_percussion_result result = {.solved = true};
        dls_percussion_problem Q = {
            .A = E.M, .G = E.G, .B = {18, 0, p0, NULL, NULL}, .d = 1, .rank_tolerance = k * 1e-4};
        double *noise = vector_random(18, 6);
        memcpy(r, noise, sizeof r);
        free(noise);
        assert_code(dls_percussion_setup(&Q, &P, &fault), DLS_OK, &fault);
        assert_code(dls_percussion_solve(P, r, c, none, false, NULL, v, p, &result, &fault), DLS_OK,
                    &fault);
        assert_true(result.solved);
        assert_int_equal(P->D.saddle.condensed.factor->rank, k ? 17 : 18);
        size[k] = dls_norm(20, p);
        dls_percussion_free(P);
    }
    assert_small(size[1], 10);
    assert_true(size[0] > 1e3 * size[1]);
    dls_mechanism_free(B);
}

static void test_chain(void **state)
{
    (void)state;
    machine M;
    double q[7 * MOST_BODIES];
    machine_begin(&M, 3);
    for (int k = 0; k < MOST_BODIES; k++) {
        double at[] = {k + 0.5, 0.1 * sin(k), 0, 1, 0, 0, 0}, point[] = {k, 0, 0};
        const double along[] = {0, 0, 1};
        machine_body(&M, false, 0.4, at);
        machine_meet(&M, machine_joint(&M, k % 2 ? "ball" : "hinge", k, k + 1), point, along);
    }
    machine_state(&M, q);
    dls_mechanism *B = machine_setup(&M);
    compare(B, q, 0, true);
    dls_mechanism_free(B);
}

/* A plate on hinged bars of one height: n + 1 bodies that move, 4 n equations, n - 2 redundant in
   the plane. */
static dls_mechanism *plate_on_bars(int n, double *q)
{
    machine M;
    machine_begin(&M, 2);
    double *noise = vector_random(n, (uint64_t)n);
    for (int k = 0; k < n; k++) {
        double at[] = {k + 0.3 * noise[k], 0.5, 0};
        machine_body(&M, false, 0.3 + 0.1 * noise[k], at);
    }
    double above[] = {0.5 * n, 1, 0};
    dls_int top = machine_body(&M, false, 1, above);
    const double along[] = {0, 0, 1};
    for (int k = 0; k < n; k++) {
        double x = k + 0.3 * noise[k], foot[] = {x, 0, 0}, head[] = {x, 1, 0};
        machine_meet(&M, machine_joint(&M, "hinge", 0, k + 1), foot, along);
        machine_meet(&M, machine_joint(&M, "hinge", k + 1, top), head, along);
    }
    machine_state(&M, q);
    free(noise);
    return machine_setup(&M);
}

/* A with all its entries, so that no blocks are found; unsymmetric by `skew` of the largest. */
static dls_mat whole(dls_view A, double skew)
{
    dls_int n = A.cols;
    double *full = need(n * n, sizeof *full), size = dls_max_abs(A);
    dls_fill_full(A, n, full);
    dls_mat K;
    assert_true(dls_mat_new(&K, n, n, n * n));
    for (dls_int j = 0; j < n; j++) {
        for (dls_int i = 0; i < n; i++) {
            K.i[i + j * n] = i;
            K.x[i + j * n] = full[i + j * n] + (i == j ? 0 : i < j ? skew * size : -skew * size);
        }
        K.p[j + 1] = (j + 1) * n;
    }
    free(full);
    return K;
}

/* v, p by one way: bodies condensed; the KKT solver, or L U where nothing is redundant; proximal
   steps, for an A that is not symmetric */
static void one_way(dls_view A, dls_view G, bool condensed, const double *r, const double *c,
                    double *v, double *p)
{
    dls_fault fault;
    dls_percussion *P;
    dls_percussion_result result = {.solved = true};
    double none[1] = {0};
    dls_int *p0 = need(1, sizeof *p0);
    dls_percussion_problem Q = {.A = A, .G = G, .B = {A.cols, 0, p0, NULL, NULL}, .d = 1};
    assert_code(dls_percussion_setup(&Q, &P, &fault), DLS_OK, &fault);
    assert_true((P->D.saddle.path == DLS_OPERATOR_CONDENSED) == condensed);
    assert_code(dls_percussion_solve(P, r, c, none, false, NULL, v, p, &result, &fault), DLS_OK,
                &fault);
    assert_true(result.solved);
    assert_small(result.error, 1e-9);
    dls_percussion_free(P);
    free(p0);
}

/* The same answer by all ways, at rest (loads alone; they are vertical, or a little aslant) and
   moving. c of a velocity u is consistent. */
static void all_ways(int n, double aslant, double moving)
{
    enum { WAYS = 3, BLOCK = 24 }; /* a mass matrix up to this order is one block */
    double q[3 * MOST_BODIES];
    dls_mechanism *B = plate_on_bars(n, q);
    dls_mechanism_values E;
    dls_fault fault;
    dls_int size = 3 * n + 3;
    double *u = vector_random(size, 9), *r = need(size, sizeof *r);
    assert_code(dls_mechanism_evaluate(B, 0, q, u, &E, &fault), DLS_OK, &fault);
    dls_int nb = E.G.cols;
    bool large = nb > 48; /* W of redundant equations has no Cholesky factor */
    double *c = need(nb, sizeof *c), *v[WAYS], *p[WAYS];
    dls_mul_t(E.G, moving, u, c);
    for (dls_int k = 0; k < size; k++) {
        r[k] = k % 3 == 1 ? -9.81 : k % 3 == 0 ? aslant : 0;
    }
    dls_mat full = whole(E.M, 0), skew = whole(E.M, 1e-12);
    const dls_view A[] = {E.M, dls_see(&full), dls_see(&skew)};
    for (int k = 0; k < WAYS; k++) {
        v[k] = need(size, sizeof(double));
        p[k] = need(nb, sizeof(double));
        one_way(A[k], E.G, k == 0 ? !large : k == 1 && size <= BLOCK, r, c, v[k], p[k]);
        assert_small(distance(size, v[k], v[0]), 1e-9 * length(size, r));
        assert_small(distance(nb, p[k], p[0]), 1e-7 * length(nb, p[0]));
        free(k > 0 ? v[k] : NULL);
        free(k > 0 ? p[k] : NULL);
    }
    double *const all[] = {v[0], p[0], u, r, c};
    for (int k = 0; k < 5; k++) {
        free(all[k]);
    }
    dls_mat_free(&full);
    dls_mat_free(&skew);
    dls_mechanism_free(B);
}

static void test_ways_agree(void **state)
{
    (void)state;
    static const int bars[] = {4, 5, 7, 12, 13, 20, 28};
    for (int k = 0; k < 7; k++) {
        all_ways(bars[k], 0, 0);
        all_ways(bars[k], 1e-9, 0);
        all_ways(bars[k], 0, 1e-12);
        all_ways(bars[k], 0.1, 1);
    }
}

static dls_error everything(dls_fault *fault)
{
    static const dls_int start[] = {0};
    machine M;
    double q[21], v[18] = {0}, r[18] = {1}, c[20] = {0}, p[20];
    dls_mechanism *B;
    dls_mechanism_values E;
    dls_percussion *P = NULL;
    machine_four_bar(&M, 3, 0);
    machine_state(&M, q);
    dls_error error = dls_mechanism_setup(&M.data, (dls_mechanism_host){0}, &B, fault);
    if (!error) {
        error = dls_mechanism_evaluate(B, 0, q, v, &E, fault);
        dls_percussion_problem Q = {.A = E.M, .G = E.G, .B = {18, 0, start, NULL, NULL}, .d = 1};
        dls_percussion_result result = {.solved = true};
        error = error ? error : dls_percussion_setup(&Q, &P, fault);
        error = error ? error : dls_percussion_solve(P, r, c, c, false, NULL, v, p, &result, fault);
        dls_percussion_free(P);
    }
    dls_mechanism_free(B);
    return error;
}

static void test_memory(void **state)
{
    (void)state;
    check_allocations(everything);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_linkage), cmocka_unit_test(test_nearly_redundant),
        cmocka_unit_test(test_chain), cmocka_unit_test(test_ways_agree),
        cmocka_unit_test(test_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
