/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Piles of a hundred spheres with one thing out of the ordinary each. An answer that is 'solved' is
   one by the residuals that are recomputed here; another one is told with its own residuals. */
#include "check.h"
#include "friction/friction.h"
#include "piles.h"

enum { BODY = 6, D = 3 };
/* ENOUGH: where the last two digits take most of the time */
static const double CLOSE = 1e-8, ENOUGH = 1e-6;

typedef struct {
    pile *P;
    pile_step *S;
} heap;

static heap heap_new(pile_kind kind)
{
    heap h;
    h.P = pile_pack(D, CYLINDER, small_sizes() ? 10 : 100, 4216);
    h.S = pile_step_new(h.P, kind, 0.4, 17);
    return h;
}

static void heap_free(heap *h)
{
    pile_step_free(h->S);
    pile_free(h->P);
}

static void assert_same(double told, double recomputed)
{
    assert_small(told - recomputed, 1e-3 * recomputed + 1e-12);
}

static dls_outcome solve(const char *name, const dls_friction_problem *P, double *r, double *u,
                         double *v, double tolerance)
{
    dls_friction_settings settings = dls_friction_defaults();
    dls_friction_result result;
    dls_fault fault = {0};
    bool massive = true;
    for (dls_int j = 0; j < P->M.cols; j++) {
        massive = massive && P->M.x[j] > 0;
    }
    settings.tolerance = tolerance;
    settings.max_time = 600; /* against hanging */
    assert_code(dls_friction(P, &settings, false, (dls_host){0}, r, u, v, &result, &fault), DLS_OK,
                &fault);
    pile_verdict V = pile_judge(P, r, v);
    print_message("%-20s %4d contacts: %s, %d factorisations, %s, %.1e (%.1e), %.1e (%.1e)\n", name,
                  (int)P->contacts, dls_outcome_text(result.outcome), (int)result.factorisations,
                  result.method, result.scaled, V.scaled, result.siconos, V.siconos);
    assert_same(result.siconos, V.siconos);
    assert_true(result.outcome != DLS_SOLVED || V.siconos <= 100 * tolerance);
    if (massive) {
        assert_same(result.scaled, V.scaled);
        assert_true(result.outcome != DLS_SOLVED || V.scaled <= 1.001 * tolerance);
    }
    return result.outcome;
}

static dls_outcome solve_heap(const char *name, heap *h, double tolerance)
{
    return solve(name, &h->S->problem, h->S->r, h->S->u, h->S->velocity, tolerance);
}

static void test_massless(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; kind++) { /* none; one, whose load stays; every third, unloaded */
        heap h = heap_new(REST);
        for (dls_int b = 0; b < h.P->count; b++) {
            bool without = kind == 1 ? b == h.P->count / 2 : kind == 2 && b % 3 == 1;
            for (int i = 0; without && i < BODY; i++) {
                h.S->M.x[b * BODY + i] = 0;
                h.S->f[b * BODY + i] *= kind == 1;
            }
        }
        assert_int_equal(solve_heap("massless", &h, kind == 2 ? ENOUGH : CLOSE), DLS_SOLVED);
        heap_free(&h);
    }
}

/* What pulls a body without mass away from all contacts is balanced by nothing. */
static void test_pulled_away(void **state)
{
    (void)state;
    heap h = heap_new(REST);
    dls_int top = 0;
    for (dls_int b = 1; b < h.P->count; b++) {
        top = h.P->x[b * D + 2] > h.P->x[top * D + 2] ? b : top;
    }
    for (int i = 0; i < BODY; i++) {
        h.S->M.x[top * BODY + i] = h.S->f[top * BODY + i] = 0;
    }
    h.S->f[top * BODY + 2] = -1;
    assert_int_not_equal(solve_heap("pulled away", &h, ENOUGH), DLS_SOLVED);
    heap_free(&h);
}

static void test_duplicates(void **state)
{
    (void)state;
    heap h = heap_new(RANDOM);
    pile_step *S = h.S;
    dls_int nc = S->nc, N = D * nc;
    assert_int_equal(solve_heap("once", &h, CLOSE), DLS_SOLVED);
    double *q = need(2 * N, 8), *mu = need(2 * nc, 8), *r = need(2 * N, 8), *u = need(2 * N, 8);
    double *v = need(S->n, 8);
    dls_mat H = {0};
    assert_true(dls_stack(S->problem.H, S->problem.H, &H));
    dls_copy(nc, S->mu, mu), dls_copy(nc, S->mu, mu + nc);
    dls_copy(N, S->w, q), dls_copy(N, S->w, q + N);
    dls_friction_problem twice = S->problem;
    twice.contacts = 2 * nc;
    twice.H = dls_see(&H);
    twice.q = q;
    twice.mu = mu;
    assert_int_equal(solve("twice", &twice, r, u, v, CLOSE), DLS_SOLVED);
    dls_axpy(N, 1, r + N, r); /* the sum at each is an answer of one */
    assert_small(pile_judge(&S->problem, r, v).scaled, 1e-7);
    dls_mat_free(&H);
    free(q), free(mu), free(r), free(u), free(v);
    heap_free(&h);
}

static void test_coefficients(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) { /* a third 0; a third Inf; a third each */
        heap h = heap_new(k == 0 ? SHEAR : REST);
        for (dls_int c = 0; c < h.S->nc; c++) {
            h.S->mu[c] = k != 1 && c % 3 == 0 ? 0 : k > 0 && c % 3 == 1 ? INFINITY : h.S->mu[c];
        }
        assert_int_equal(solve_heap("mu 0 or Inf", &h, CLOSE), DLS_SOLVED);
        heap_free(&h);
    }
}

static void test_no_gravity(void **state)
{
    (void)state;
    heap h = heap_new(REST);
    dls_zero(h.S->n, h.S->f);
    assert_int_equal(solve_heap("no gravity", &h, CLOSE), DLS_SOLVED);
    assert_true(length(h.S->n, h.S->velocity) == 0 && length(h.S->nc * D, h.S->r) == 0);
    heap_free(&h);
}

/* Every second contact has rows a thousand times as large: mobilities 1e6 apart, the same motion,
   reactions a thousandth. */
static void test_stiffness(void **state)
{
    (void)state;
    heap h = heap_new(RANDOM);
    pile_step *S = h.S;
    for (dls_int t = 0; t < S->H.p[S->n]; t++) {
        S->H.x[t] *= S->H.i[t] / D % 2 ? 1e3 : 1;
    }
    for (dls_int i = 0; i < S->nc * D; i++) {
        S->w[i] *= i / D % 2 ? 1e3 : 1;
    }
    assert_int_equal(solve_heap("stiffness 1e6 apart", &h, CLOSE), DLS_SOLVED);
    heap_free(&h);
}

static void test_masses(void **state)
{
    (void)state;
    heap h = heap_new(RANDOM);
    for (dls_int j = 0; j < h.S->n; j++) {
        double heavier = j / BODY % 2 ? 1e6 : 1;
        h.S->M.x[j] *= heavier;
        h.S->f[j] *= heavier;
    }
    assert_int_equal(solve_heap("masses 1e6 apart", &h, ENOUGH), DLS_SOLVED);
    heap_free(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_massless),   cmocka_unit_test(test_pulled_away),
        cmocka_unit_test(test_duplicates), cmocka_unit_test(test_coefficients),
        cmocka_unit_test(test_no_gravity), cmocka_unit_test(test_stiffness),
        cmocka_unit_test(test_masses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
