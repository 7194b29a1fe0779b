/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/motion: percussions against the laws written out densely, bad calls, memory. */
#include "check.h"
#include "dense.h"

typedef struct {
    dls_int n, nb, nu;
    int d;
    double *A, *G, *B, *r, *c, *s, *mu; /* dense */
    dls_mat As, Gs, Bs;
} scene;

enum { FREE, DEFINITE, REDUNDANT, MASSLESS, UNSYMMETRIC, LARGE, LARGE_REDUNDANT, KINDS };

/* Consistent data of one kind: c = -G'v for some v. */
static scene *scene_new(int kind, int d, uint64_t seed)
{
    scene *S = need(1, sizeof *S);
    bool large = kind == LARGE || kind == LARGE_REDUNDANT;
    S->n = large ? 60 : 7;
    S->nb = kind == FREE || kind == LARGE ? 0 : 3;
    S->nu = 4;
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
    if (kind == UNSYMMETRIC) {
        S->A[1] += 0.01;
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

static void scene_free(scene *S)
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

static dls_percussion_problem problem_of(const scene *S)
{
    return (dls_percussion_problem){
        dls_see(&S->As), dls_see(&S->Gs), dls_see(&S->Bs), S->d, S->mu, 0, {0}, {0}, false};
}

static double tangent(int d, const double *x)
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
        assert_small(mu * p[0] - t, 1e3 * tol);
        for (int k = 1; k < d; k++) {
            assert_small(fabs(p[k] * slip + mu * p[0] * u[k]), 1e3 * tol);
        }
    }
}

static void verify(const scene *S, const bool *active, const double *v, const double *p, double tol)
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

static void test_percussions(void **state)
{
    (void)state;
    int closed = 0, unsolved = 0;
    int trials = (small_sizes() ? 1 : 12) * KINDS * 3;
    for (int trial = 0; trial < trials; trial++) {
        int d = 1 + trial / KINDS % 3;
        scene *S = scene_new(trial % KINDS, d, (uint64_t)trial + 1);
        dls_percussion_problem Q = problem_of(S);
        dls_percussion *P = NULL;
        dls_fault fault;
        assert_code(dls_percussion_setup(&Q, &P, &fault), DLS_OK, &fault);
        double *v = need(S->n, 8), *p = need(S->nb + d * S->nu, 8);
        for (int again = 0; again < 2; again++) { /* more contacts the second time */
            bool active[4] = {true, false, again, again};
            dls_percussion_result result = {0};
            assert_code(
                dls_percussion_solve(P, S->r, S->c, S->s, false, active, v, p, &result, &fault),
                DLS_OK, &fault);
            if (result.solved) {
                verify(S, active, v, p, d > 1 ? 1e-9 : 1e-11);
            } else { /* friction problems need not have a solution */
                assert_true(d > 1 && result.message[0]);
                unsolved++;
            }
            closed += p[S->nb] > 0;
        }
        dls_percussion_free(P);
        free(v);
        free(p);
        scene_free(S);
    }
    assert_true(closed > trials / 6 && unsolved <= 2);
}

/* One contact with friction is solved in closed form: no iteration, no memory. */
static void test_one_contact(void **state)
{
    (void)state;
    int slides = 0, sticks = 0;
    for (int trial = 0; trial < 16 * KINDS; trial++) {
        int d = 2 + trial / KINDS % 2;
        scene *S = scene_new(trial % KINDS, d, (uint64_t)trial + 300);
        dls_percussion_problem Q = problem_of(S);
        dls_percussion *P = NULL;
        dls_fault fault;
        assert_code(dls_percussion_setup(&Q, &P, &fault), DLS_OK, &fault);
        double *v = need(S->n, 8), *p = need(S->nb + d * S->nu, 8);
        dls_int one = 2 + trial % 2;
        bool active[4] = {false, false, one == 2, one == 3};
        double *pc = p + S->nb + d * one, mu = S->mu[one];
        dls_percussion_result result = {0};
        dls_int before = dls_test_allocations();
        assert_code(dls_percussion_solve(P, S->r, S->c, S->s, false, active, v, p, &result, &fault),
                    DLS_OK, &fault);
        assert_true(result.solved && result.iterations == 0);
        assert_int_equal(dls_test_allocations(), before);
        verify(S, active, v, p, 1e-12);
        slides += pc[0] > 0 && tangent(d, pc) > 0.999999 * mu * pc[0];
        sticks += pc[0] > 0 && tangent(d, pc) < 0.999999 * mu * pc[0];
        dls_percussion_free(P);
        free(v);
        free(p);
        scene_free(S);
    }
    assert_true(slides > 20 && sticks > 2);
}

/* expand: no contact may be left with u < 0, however few were known to be closed. */
static void test_expand(void **state)
{
    (void)state;
    for (int trial = 0; trial < 40; trial++) {
        scene *S = scene_new(trial % KINDS, 1, (uint64_t)trial + 100);
        dls_percussion_problem Q = problem_of(S);
        dls_percussion *P = NULL;
        dls_fault fault;
        assert_code(dls_percussion_setup(&Q, &P, &fault), DLS_OK, &fault);
        double *v = need(S->n, 8), *p = need(S->nb + S->nu, 8), *u = vector_copy(S->nu, S->s);
        bool active[4] = {false};
        dls_percussion_result result = {0};
        assert_code(dls_percussion_solve(P, S->r, S->c, S->s, true, active, v, p, &result, &fault),
                    DLS_OK, &fault);
        assert_true(result.solved);
        verify(S, active, v, p, 1e-11);
        dense_apply_t(S->n, S->nu, 1, S->B, v, u);
        for (dls_int i = 0; i < S->nu; i++) {
            assert_small(-u[i], 1e-10);
        }
        dls_percussion_free(P);
        free(v);
        free(p);
        free(u);
        scene_free(S);
    }
}

static void test_bad_input(void **state)
{
    (void)state;
    dls_fault fault;
    scene *S = scene_new(DEFINITE, 2, 5);
    dls_percussion_problem Q = problem_of(S), bad = Q;
    dls_percussion *P = NULL;
    bad.d = 4;
    assert_code(dls_percussion_setup(&bad, &P, &fault), DLS_ERROR_OPTION, &fault);
    bad = Q;
    bad.mu = NULL;
    assert_code(dls_percussion_setup(&bad, &P, &fault), DLS_ERROR_OPTION, &fault);
    bad = Q;
    bad.A = Q.B;
    assert_code(dls_percussion_setup(&bad, &P, &fault), DLS_ERROR_DIMENSION, &fault);
    bad = Q;
    bad.d = 3; /* 8 columns */
    assert_code(dls_percussion_setup(&bad, &P, &fault), DLS_ERROR_DIMENSION, &fault);
    double kept = S->As.x[0];
    S->As.x[0] = NAN;
    assert_code(dls_percussion_setup(&Q, &P, &fault), DLS_ERROR_NOT_FINITE, &fault);
    S->As.x[0] = kept;
    assert_null(P);
    dls_percussion_free(NULL);
    scene_free(S);
}

/* Setup, another problem, solutions */
static dls_error everything(dls_fault *fault)
{
    dls_error error = DLS_OK;
    for (int kind = 0; kind < KINDS && !error; kind++) {
        scene *S = scene_new(kind, 2, 3), *large = scene_new(LARGE, 2, 4);
        dls_percussion_problem Q = problem_of(S), more = problem_of(large);
        dls_percussion *P = NULL;
        double *v = need(large->n, 8), *p = need(large->nb + S->nb + 8, 8);
        bool active[4] = {true, true, false, true};
        dls_percussion_result result = {0};
        error = dls_percussion_setup(&Q, &P, fault);
        error =
            error ? error
                  : dls_percussion_solve(P, S->r, S->c, S->s, false, active, v, p, &result, fault);
        error = error ? error : dls_percussion_update(P, &more, fault);
        error = error ? error
                      : dls_percussion_solve(P, large->r, large->c, large->s, false, active, v, p,
                                             &result, fault);
        dls_percussion_free(P);
        free(v);
        free(p);
        scene_free(S);
        scene_free(large);
    }
    return error;
}

/* A problem after others, of other sizes, is solved as it is alone. */
static void test_update(void **state)
{
    (void)state;
    dls_percussion *P = NULL;
    dls_fault fault;
    for (int trial = 0; trial < 6 * KINDS; trial++) {
        int d = 1 + trial % 3;
        scene *S = scene_new(trial % KINDS, d, (uint64_t)trial + 500);
        dls_percussion_problem Q = problem_of(S);
        assert_code(P ? dls_percussion_update(P, &Q, &fault) : dls_percussion_setup(&Q, &P, &fault),
                    DLS_OK, &fault);
        double *v = need(S->n, 8), *p = need(S->nb + d * S->nu, 8);
        for (int again = 0; again < 2; again++) { /* from the last answer */
            bool active[4] = {true, true, false, trial % 2};
            dls_percussion_result result = {0};
            assert_code(
                dls_percussion_solve(P, S->r, S->c, S->s, false, active, v, p, &result, &fault),
                DLS_OK, &fault);
            assert_true(result.solved || d > 1);
            if (result.solved) {
                verify(S, active, v, p, d > 1 ? 1e-9 : 1e-11);
            }
        }
        free(v);
        free(p);
        scene_free(S);
    }
    dls_percussion_free(P);
}

static void test_memory(void **state)
{
    (void)state;
    check_allocations(everything);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_percussions), cmocka_unit_test(test_one_contact),
        cmocka_unit_test(test_expand),      cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_update),      cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
