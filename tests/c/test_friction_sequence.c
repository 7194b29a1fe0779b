/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/friction: setup, next, update, free. The first answer is that of dls_friction to the bit,
   later ones obey the law, begin at the last one, and cost no memory. */
#include "check.h"
#include "friction_problems.h"

static dls_friction_settings with(int method)
{
    dls_friction_settings s = dls_friction_defaults();
    s.method = method;
    s.max_time = 600; /* against hanging, on any machine */
    return s;
}

static dls_friction_solver *setup(const dls_friction_problem *form, dls_friction_settings s)
{
    dls_friction_solver *K = NULL;
    dls_fault fault = {0};
    assert_code(dls_friction_setup(form, &s, (dls_host){0}, &K, &fault), DLS_OK, &fault);
    return K;
}

static dls_friction_result next(dls_friction_solver *K, friction *P, const double *f,
                                const double *q, bool warm)
{
    dls_friction_result r;
    dls_fault fault = {0};
    assert_code(dls_friction_next(K, f, q, warm, P->r, P->u, P->v, &r, &fault), DLS_OK, &fault);
    return r;
}

/* One call is setup, next and free. */
static void test_first(void **state)
{
    (void)state;
    for (int trial = 0; trial < 2 * FAMILIES * (DLS_FRICTION_ARCLENGTH + 1); trial++) {
        int d = 2 + trial % 2, method = trial / 2 / FAMILIES;
        friction *P = friction_random(trial / 2 % FAMILIES, d, 1 + trial % 4, 9, (uint64_t)trial);
        for (int form = 0; form < 2; form++) {
            const dls_friction_problem *F = form ? &P->global : &P->local;
            dls_friction_settings s = with(method);
            dls_friction_result once, first;
            dls_fault fault = {0};
            assert_code(dls_friction(F, &s, false, (dls_host){0}, P->r, P->u, P->v, &once, &fault),
                        DLS_OK, &fault);
            double *r = vector_copy(P->N, P->r), *v = vector_copy(P->n, P->v);
            dls_friction_solver *K = setup(F, s);
            first = next(K, P, NULL, NULL, false);
            dls_friction_free(K);
            assert_true(first.outcome == once.outcome && first.iterations == once.iterations);
            assert_int_equal(memcmp(r, P->r, (size_t)P->N * sizeof *r), 0);
            assert_int_equal(form && memcmp(v, P->v, (size_t)P->n * sizeof *v), 0);
            free(r);
            free(v);
        }
        friction_free(P);
    }
}

/* Problem k of a sequence: w and q move on, and every tenth time M grows, and W falls. */
static void move_on(friction *P, dls_friction_solver *K, bool global, int k)
{
    static const double STEP = 1e-3, GROWTH = 1.001;
    for (dls_int i = 0; i < P->N; i++) {
        double change = STEP * sin(0.1 * k + (double)i);
        P->w[i] += change;
        P->q[i] += change;
    }
    if (k % 10 == 9) {
        for (dls_int i = 0; i < P->N; i++) { /* w - H M^-1 f */
            P->q[i] = P->w[i] + (P->q[i] - P->w[i]) / GROWTH;
        }
        for (dls_int i = 0; i < P->N * P->N; i++) {
            P->W[i] /= GROWTH;
        }
        for (dls_int i = 0; i < dls_entries(P->local.W); i++) {
            P->Ws.x[i] /= GROWTH;
        }
        for (dls_int i = 0; i < dls_entries(P->global.M); i++) {
            P->Ms.x[i] *= GROWTH;
        }
        dls_fault fault = {0};
        assert_code(dls_friction_update(K, global ? P->global.M : P->local.W, P->global.H, &fault),
                    DLS_OK, &fault);
    }
}

/* Of iterations a third of what beginning anew takes; no memory after the first problem. */
static void test_sequence(void **state)
{
    (void)state;
    int steps = small_sizes() ? 12 : 60;
    for (int method = DLS_FRICTION_AUTO; method <= DLS_FRICTION_ARCLENGTH; method++) {
        dls_int warm = 0, cold = 0;
        for (int way = 0; way < 4; way++) {
            bool global = way % 2;
            friction *P = friction_random(way / 2 ? REDUNDANT : FULL_RANK, 2, 4, 12, 31);
            dls_friction_solver *K = setup(global ? &P->global : &P->local, with(method));
            next(K, P, NULL, NULL, false);
            dls_int allocated = dls_test_allocations();
            for (int k = 0; k < steps; k++) {
                dls_friction_result r, anew;
                dls_fault fault = {0};
                move_on(P, K, global, k);
                r = next(K, P, NULL, global ? P->w : P->q, false);
                assert_int_equal(r.outcome, DLS_SOLVED);
                friction_verify(P, 1e-6);
                warm += r.iterations;
                bool set_up = method == DLS_FRICTION_FIXPOINT && k % 10 == 9; /* for new M or W */
                if (method != DLS_FRICTION_LCP && !set_up) {
                    assert_int_equal(dls_test_allocations(), allocated);
                }
                allocated = dls_test_allocations();
                if (method == DLS_FRICTION_AUTO) {
                    dls_friction_settings s = with(DLS_FRICTION_INTERIOR_POINT); /* no sweeps */
                    assert_code(dls_friction(global ? &P->global : &P->local, &s, false,
                                             (dls_host){0}, P->r, P->u, P->v, &anew, &fault),
                                DLS_OK, &fault);
                    cold += anew.iterations;
                    allocated = dls_test_allocations();
                }
            }
            dls_friction_free(K);
            friction_free(P);
        }
        if (method == DLS_FRICTION_AUTO) {
            print_message("# iterations: %d warm, %d cold\n", (int)warm, (int)cold);
            assert_true(cold > 0 && 3 * warm <= cold);
        }
    }
}

/* What is refused leaves everything as it was; a start of the caller is used. */
static void test_calls(void **state)
{
    (void)state;
    for (int form = 0; form < 2; form++) {
        friction *P = friction_random(FULL_RANK, 3, 4, 9, 8);
        dls_friction_solver *K = setup(form ? &P->global : &P->local, with(0));
        dls_fault fault = {0};
        dls_friction_result r = next(K, P, NULL, NULL, false);
        assert_true(r.outcome == DLS_SOLVED && r.iterations > 0);
        assert_int_equal(next(K, P, NULL, NULL, true).iterations, 0);
        dls_view A = form ? P->global.M : P->local.W, H = P->global.H, other = A;
        other.cols--;
        assert_code(dls_friction_update(K, other, H, &fault), DLS_ERROR_PATTERN, &fault);
        assert_non_null(strstr(fault.text, form ? "M" : "W"));
        double *x = form ? P->Hs.x : P->Ws.x, keep = x[2], bad[12] = {NAN};
        x[2] = NAN;
        assert_code(dls_friction_update(K, A, H, &fault), DLS_ERROR_NOT_FINITE, &fault);
        x[2] = keep;
        assert_code(dls_friction_next(K, NULL, bad, false, P->r, P->u, P->v, &r, &fault),
                    DLS_ERROR_NOT_FINITE, &fault);
        if (form) {
            assert_code(dls_friction_next(K, bad, NULL, false, P->r, P->u, P->v, &r, &fault),
                        DLS_ERROR_NOT_FINITE, &fault);
        }
        assert_int_equal(next(K, P, NULL, NULL, false).iterations, 0);
        friction_verify(P, 1e-6);
        dls_friction_free(K);
        K = NULL;
        dls_friction_problem wrong = form ? P->global : P->local;
        wrong.dimension = 4;
        assert_code(dls_friction_setup(&wrong, NULL, (dls_host){0}, &K, &fault),
                    DLS_ERROR_DIMENSION, &fault);
        assert_null(K);
        friction_free(P);
    }
    dls_friction_free(NULL);
}

/* Contacts that open and close all at once are no reason to fail, nor one contact. */
static void test_jumps(void **state)
{
    (void)state;
    for (int trial = 0; trial < 20; trial++) {
        bool global = trial % 2;
        friction *P = friction_random(trial / 4 % 2, 2 + trial / 2 % 2, 1 + trial % 5, 12,
                                      (uint64_t)trial + 50);
        dls_friction_solver *K = setup(global ? &P->global : &P->local, with(0));
        for (int k = 0; k < 6; k++) {
            uint64_t seed = (uint64_t)k;
            for (dls_int c = 0; c < P->nc; c++) { /* contacts of W e > 0 */
                double change = k % 2 ? 2 : -2 + 0.5 * fabs(uniform(&seed));
                P->w[c * P->d] += change;
                P->q[c * P->d] += change;
            }
            dls_friction_result r = next(K, P, NULL, global ? P->w : P->q, false);
            if (r.outcome == DLS_SOLVED) {
                friction_verify(P, 1e-6);
            } else {
                assert_true(k % 2 == 0); /* squeezed harder than it may be */
            }
        }
        dls_friction_free(K);
        friction_free(P);
    }
}

static void test_memory(void **state)
{
    (void)state;
    friction *P = friction_random(FULL_RANK, 2, 4, 8, 9);
    for (int method = DLS_FRICTION_AUTO; method <= DLS_FRICTION_ARCLENGTH; method++) {
        for (int form = 0; form < 2; form++) {
            const dls_friction_problem *F = form ? &P->global : &P->local;
            dls_error error = DLS_ERROR_MEMORY;
            for (dls_int k = 1; error; k++) {
                dls_friction_settings s = with(method);
                dls_friction_solver *K = NULL;
                dls_friction_result r;
                dls_fault fault = {0};
                dls_test_fail_allocation(k);
                error = dls_friction_setup(F, &s, (dls_host){0}, &K, &fault);
                assert_true((K == NULL) == (error != DLS_OK));
                error = error
                            ? error
                            : dls_friction_next(K, NULL, NULL, false, P->r, P->u, P->v, &r, &fault);
                dls_test_fail_allocation(0);
                if (K && error) { /* the next one has memory */
                    assert_int_equal(next(K, P, NULL, NULL, false).outcome, DLS_SOLVED);
                }
                dls_friction_free(K);
                assert_true(!error || error == DLS_ERROR_MEMORY);
            }
        }
    }
    friction_free(P);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first), cmocka_unit_test(test_sequence), cmocka_unit_test(test_calls),
        cmocka_unit_test(test_jumps), cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests_name("friction sequence", tests, NULL, NULL);
}
