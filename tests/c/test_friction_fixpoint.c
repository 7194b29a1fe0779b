/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/friction: CONIC's fixed point. All outer methods over both convex solvers on random
   problems that have solutions; the convex problems themselves; acceleration; what must fail. The
   oracle has cones and complementarity only, no projection. */
#include "check.h"
#include "friction/fixpoint.h"
#include "friction_problems.h"

enum { ANDERSON, PICARD, NEWTON, OUTERS };

static double tangent(int d, const double *x)
{
    return d == 2 ? fabs(x[1]) : sqrt(x[1] * x[1] + x[2] * x[2]);
}

/* The worst of: r outside of K, u + mu s e_N outside of K*, their product; relative to sizes
   of reactions and velocities. s: NULL: Coulomb's law, |u_T|. */
static double violation(const friction *P, const double *r, const double *u, const double *s)
{
    double worst = 0, force = 1e-300, speed = 1e-300;
    for (dls_int k = 0; k < P->N; k++) {
        double mobility = P->W[k * (P->N + 1)];
        force = fmax(force, fmax(fabs(r[k]), mobility > 0 ? fabs(P->q[k]) / mobility : 0));
        speed = fmax(speed, fmax(fabs(u[k]), fabs(P->q[k])));
    }
    for (dls_int c = 0; c < P->nc; c++) {
        const double *x = r + c * P->d, *y = u + c * P->d;
        double mu = P->mu[c], slip = tangent(P->d, y), press = tangent(P->d, x);
        double lift = isinf(mu) ? 0 : mu * (s ? s[c] : slip), dot = x[0] * (y[0] + lift);
        for (int i = 1; i < P->d; i++) {
            dot += x[i] * y[i];
        }
        double out_r = isinf(mu) ? -x[0] : fmax(-x[0], press - mu * x[0]);
        double out_u = isinf(mu) ? fmax(slip, -y[0]) : fmax(-y[0] - lift, mu * slip - y[0] - lift);
        double unit = isinf(mu) ? 1 : 1 + mu;
        worst = larger(worst, fmax(out_r / force, out_u / speed) / unit);
        worst = larger(worst, fabs(dot) / (force * speed) / unit);
    }
    return worst;
}

static dls_friction_settings settings(int outer, int inner)
{
    dls_friction_settings s = dls_friction_defaults();
    s.method = DLS_FRICTION_FIXPOINT;
    s.outer = outer;
    s.inner = inner;
    s.max_time = 600; /* against hanging, on any machine */
    return s;
}

static dls_error run(friction *P, bool global, dls_friction_settings s, dls_friction_result *r,
                     dls_fault *fault)
{
    return dls_friction(global ? &P->global : &P->local, &s, false, (dls_host){0}, P->r, P->u,
                        global ? P->v : NULL, r, fault);
}

/* Of each way: how many problems it solves; every answer called solved is one, and Newton's
   solves nearly all. */
static void test_families(void **state)
{
    (void)state;
    int solved[OUTERS] = {0}, all = 0;
    for (int trial = 0; trial < 60; trial++) {
        int family = trial % 2 ? (trial / 2) % FAMILIES : FULL_RANK, d = 2 + trial % 3 / 2;
        if (family == SCALED) {
            continue; /* below */
        }
        friction *P = friction_random(family, d, 2 + trial % 5, 12, (uint64_t)(900 + trial));
        for (int way = 0; way < 4 * OUTERS; way++) {
            dls_friction_result r;
            dls_fault fault = {0};
            bool global = way / 2 % 2;
            assert_code(run(P, global, settings(way / 4, way % 2), &r, &fault), DLS_OK, &fault);
            assert_true(r.iterations == 0 || strcmp(r.method, "fixpoint") == 0);
            if (r.outcome == DLS_SOLVED) {
                assert_small(r.error, 1e-8);
                assert_small(violation(P, P->r, P->u, NULL), 1e-6);
                solved[way / 4]++;
            }
        }
        all += 4;
        friction_free(P);
    }
    print_message("# solved of %d: anderson %d, picard %d, newton %d\n", all, solved[ANDERSON],
                  solved[PICARD], solved[NEWTON]);
    assert_true(solved[NEWTON] >= 0.97 * all);
    assert_true(solved[ANDERSON] >= 0.8 * all);
    assert_true(solved[PICARD] >= 0.5 * all);
}

/* Masses over twelve decades. */
static void test_scaled(void **state)
{
    (void)state;
    int solved = 0;
    for (uint64_t seed = 0; seed < 10; seed++) {
        friction *P = friction_random(SCALED, 3, 3, 12, 70 + seed);
        dls_friction_result r;
        dls_fault fault = {0};
        assert_code(run(P, seed % 2, settings(NEWTON, 0), &r, &fault), DLS_OK, &fault);
        solved += r.outcome == DLS_SOLVED;
        if (r.outcome == DLS_SOLVED) {
            assert_small(r.error, 1e-8);
        }
        friction_free(P);
    }
    assert_true(solved >= 9);
}

/* For a given s both solvers find the same velocities, in both forms, and these satisfy (3.14). */
static void test_convex(void **state)
{
    (void)state;
    const dls_convex_kind *kinds[] = {&dls_friction_convex_conic, &dls_friction_convex_gradient};
    for (int trial = 0; trial < 20; trial++) {
        int d = 2 + trial % 2;
        friction *P = friction_random(FULL_RANK, d, 4, 14, (uint64_t)trial + 40);
        double s[4], *first = need(P->N, 8);
        uint64_t seed = (uint64_t)trial;
        P->mu[1] = trial % 3 == 0 ? 0 : trial % 3 == 1 ? INFINITY : P->mu[1];
        for (int c = 0; c < 4; c++) {
            s[c] = fabs(uniform(&seed));
        }
        for (int way = 0; way < 4; way++) {
            dls_friction_settings chosen = settings(NEWTON, way % 2);
            dls_friction_result r = {0};
            dls_fault fault = {0};
            dls_friction_task T = {
                .r = P->r, .u = P->u, .v = P->v, .watch.deadline = INFINITY, .result = &r};
            dls_convex C = {.kind = kinds[way % 2], .T = &T, .tolerance = 1e-11};
            dls_zero(P->N, P->r);
            dls_zero(P->n, P->v);
            assert_code(
                dls_friction_task_new(&T, way < 2 ? &P->global : &P->local, &chosen, false, &fault),
                DLS_OK, &fault);
            assert_code(C.kind->prepare(&C, &fault), DLS_OK, &fault);
            for (int k = 0; k < 3; k++) { /* the gradient's steps are limited */
                assert_code(C.kind->solve(&C, s, &fault), DLS_OK, &fault);
            }
            assert_false(C.empty);
            dls_friction_look(&T);
            assert_small(violation(P, P->r, P->u, s), 1e-9);
            dls_copy(way == 0 ? P->N : 0, P->u, first);
            double far = 0, size = 0;
            for (dls_int k = 0; k < P->N; k++) {
                far = larger(far, fabs(P->u[k] - first[k]));
                size = fmax(size, fabs(first[k]));
            }
            assert_small(far, 1e-6 * (1 + size));
            dls_pool_free(&T.pool);
        }
        free(first);
        friction_free(P);
    }
}

static void take_anderson(void *object, dls_room *room)
{
    dls_friction_anderson_take(room, object, 4, 6);
}

/* x <- B x + c with |B| up to 3: exact after n + 1 steps, where plain steps run away. */
static void test_anderson(void **state)
{
    (void)state;
    enum { N = 4 };
    uint64_t seed = 11;
    for (int trial = 0; trial < 20; trial++) {
        dls_anderson A;
        double B[N * N], x[N] = {0}, g[N], c[N], left = 0;
        dls_pool pool = {NULL, 0};
        assert_true(dls_pool_make(&pool, take_anderson, &A));
        dls_friction_anderson_restart(&A);
        for (int k = 0; k < N * N; k++) {
            B[k] = 1.5 * uniform(&seed);
        }
        for (int k = 0; k < N; k++) {
            c[k] = uniform(&seed);
        }
        for (int step = 0; step < N + 4; step++) {
            left = 0;
            for (int i = 0; i < N; i++) {
                g[i] = c[i];
                for (int j = 0; j < N; j++) {
                    g[i] += B[i * N + j] * x[j];
                }
                left = larger(left, fabs(g[i] - x[i]));
            }
            dls_friction_anderson_next(&A, x, g, x);
        }
        assert_small(left, 1e-11);
        dls_pool_free(&pool);
    }
}

/* W that rounding has made indefinite, or measurement unsymmetric: the answer is for W as it is. */
static void test_crooked(void **state)
{
    (void)state;
    int solved = 0;
    for (uint64_t seed = 0; seed < 10; seed++) {
        friction *P = friction_random(REDUNDANT, 3, 4, 6, 300 + seed);
        double size = dls_max_abs(dls_see(&P->Ws));
        for (dls_int j = 0; j < P->N; j++) {
            for (dls_int k = P->Ws.p[j]; k < P->Ws.p[j + 1]; k++) {
                dls_int i = P->Ws.i[k];
                P->Ws.x[k] -= i == j ? 1e-7 * size : i > j ? 1e-4 * size : 0;
            }
        }
        dls_friction_result r;
        dls_fault fault = {0};
        assert_code(run(P, false, settings(NEWTON, 0), &r, &fault), DLS_OK, &fault);
        if (r.outcome == DLS_SOLVED) {
            assert_small(violation(P, P->r, P->u, NULL), 1e-6);
            solved++;
        }
        friction_free(P);
    }
    assert_true(solved >= 8);
}

static void test_limits(void **state)
{
    (void)state;
    friction *P = friction_random(FULL_RANK, 3, 6, 14, 77);
    for (int way = 0; way < 2 * OUTERS; way++) {
        dls_friction_settings s = settings(way / 2, way % 2);
        dls_friction_result r;
        dls_fault fault = {0};
        s.max_iterations = 1;
        s.tolerance = 1e-14;
        assert_code(run(P, true, s, &r, &fault), DLS_OK, &fault);
        assert_int_equal(r.iterations, 1);
        assert_true(r.outcome == DLS_SOLVED || r.outcome == DLS_MAX_ITERATIONS);
        s.max_iterations = 0;
        s.max_time = 0;
        assert_code(run(P, true, s, &r, &fault), DLS_OK, &fault);
        assert_int_equal(r.outcome, DLS_TIME_LIMIT);
        s = settings(PICARD, way % 2); /* CONIC (6.1) */
        s.outer_tolerance = 1e-3;
        s.tolerance = 1e-15;
        assert_code(run(P, true, s, &r, &fault), DLS_OK, &fault);
        assert_int_equal(r.outcome, DLS_MAX_ITERATIONS);
        assert_non_null(strstr(r.message, "OuterTolerance"));
    }
    friction_free(P);
}

/* A point between two contacts that come closer: no v, and no answer called one. */
static void test_infeasible(void **state)
{
    (void)state;
    dls_int p[] = {0, 2}, i[] = {0, 2}, mp[] = {0, 1}, mi[] = {0};
    double h[] = {1, -1}, m[] = {1}, w[] = {-1, 0, -1, 0}, mu[] = {0, 0}, f[] = {0}, r[4], u[4],
           v[1];
    dls_friction_problem P = {.dimension = 2,
                              .contacts = 2,
                              .mu = mu,
                              .global = true,
                              .M = {1, 1, mp, mi, m},
                              .H = {4, 1, p, i, h},
                              .f = f,
                              .q = w};
    for (int inner = 0; inner < 2; inner++) {
        dls_friction_settings s = settings(NEWTON, inner);
        dls_friction_result result;
        dls_fault fault = {0};
        s.max_time = inner == 1 ? 1 : 600;
        assert_code(dls_friction(&P, &s, false, (dls_host){0}, r, u, v, &result, &fault), DLS_OK,
                    &fault);
        assert_true(result.outcome != DLS_SOLVED);
        assert_true(inner == 1 || strstr(result.message, "infeasible"));
    }
}

/* Gradients need a regular M and say so. */
static void test_singular_mass(void **state)
{
    (void)state;
    friction *P = friction_random(FULL_RANK, 2, 2, 4, 5);
    dls_friction_result r;
    dls_fault fault = {0};
    for (dls_int j = 0; j < P->n; j++) {
        for (dls_int k = P->Ms.p[j]; k < P->Ms.p[j + 1]; k++) {
            P->Ms.x[k] = P->Ms.i[k] == 0 || j == 0 ? 0 : P->Ms.x[k];
        }
    }
    assert_code(run(P, true, settings(NEWTON, 1), &r, &fault), DLS_OK, &fault);
    assert_true(r.outcome != DLS_SOLVED && strstr(r.message, "regular M"));
    friction_free(P);
}

static void count_line(void *data, const char *text)
{
    int *count = data;
    *count += strstr(text, "|F(s)-s|") != NULL;
}

/* One line of history per convex program. */
static void test_history(void **state)
{
    (void)state;
    friction *P = friction_random(FULL_RANK, 3, 4, 8, 9);
    for (int inner = 0; inner < 2; inner++) {
        dls_friction_settings s = settings(ANDERSON, inner);
        dls_friction_result r;
        dls_fault fault = {0};
        int lines = 0;
        s.display = 2;
        assert_code(dls_friction(&P->local, &s, false,
                                 (dls_host){.line = count_line, .data = &lines}, P->r, P->u, NULL,
                                 &r, &fault),
                    DLS_OK, &fault);
        assert_true(lines > 1);
        assert_int_equal(lines, r.outer);
    }
    friction_free(P);
}

static void test_memory(void **state)
{
    (void)state;
    friction *P = friction_random(FULL_RANK, 3, 4, 8, 9);
    for (int inner = 0; inner < 2; inner++) {
        dls_friction_settings s = settings(NEWTON, inner);
        friction_without_memory(P, &s, 9);
    }
    friction_free(P);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_families),   cmocka_unit_test(test_scaled),
        cmocka_unit_test(test_convex),     cmocka_unit_test(test_anderson),
        cmocka_unit_test(test_crooked),    cmocka_unit_test(test_limits),
        cmocka_unit_test(test_infeasible), cmocka_unit_test(test_singular_mass),
        cmocka_unit_test(test_history),    cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
