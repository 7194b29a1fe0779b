/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/friction/sweeps.c: block Gauss-Seidel sweeps, against dense ones and the law. */
#include "check.h"
#include "dense.h"
#include "friction/cluster.h"
#include "friction_problems.h"

/* A prepared contact and dls_law_solve agree on u, or on the law: there may be several answers. */
static void test_block(void **state)
{
    (void)state;
    static const double MU[] = {0, 0.1, 0.6, 2, INFINITY};
    uint64_t seed = 5;
    for (int trial = 0; trial < 600; trial++) {
        int d = 2 + trial % 2, rank = trial % 7 ? 3 : 1;
        double B[9], W[9] = {0}, q[3], r[3], u[3], mu = MU[trial % 5], speeds = 0, forces;
        for (int k = 0; k < 9; k++) {
            B[k] = trial % 3 ? uniform(&seed) : k % 4 == 0 ? k == 0 ? 1 : 3 : 0;
        }
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                for (int k = 0; k < rank; k++) {
                    W[i * d + j] += B[i * 3 + k] * B[j * 3 + k] + (i == j) * 1e-2;
                }
            }
            q[i] = uniform(&seed) - (i == 0) * (trial % 2 ? 0.8 : 0);
            r[i] = uniform(&seed);
            speeds = fmax(speeds, fabs(q[i]));
        }
        dls_law_block block;
        dls_law_block_prepare(d, mu, W, &block);
        dls_law_block_solve(d, &block, q, r);
        for (int i = 0; i < d; i++) {
            u[i] = q[i] + dls_dot(d, W + i * d, r);
        }
        forces = 1e-10 * (1 + dls_largest(d, r));
        speeds *= 1e-10;
        contact_verify(d, mu, r, u, forces, speeds, forces);
    }
}

static dls_sweeps *sweeps_new(const dls_friction_problem *P, dls_friction_task *T)
{
    dls_friction_settings settings = dls_friction_defaults();
    dls_sweeps *S;
    dls_fault fault = {0};
    assert_code(dls_friction_task_new(T, P, &settings, false, &fault), DLS_OK, &fault);
    assert_code(dls_friction_sweeps_of(T, &S, &fault), DLS_OK, &fault);
    assert_non_null(S);
    return S;
}

/* What the last contact of a sweep was given it obeys: of one contact after the other, each in a
   problem of its own with the others held, by a dense W. */
static void dense_sweep(const friction *P, const dls_int *order, double *r)
{
    int d = P->d;
    for (dls_int k = 0; k < P->nc; k++) {
        dls_int c = order[k];
        double W[9], q[3];
        for (int i = 0; i < d; i++) {
            q[i] = P->q[c * d + i];
            for (dls_int j = 0; j < P->N; j++) {
                double value = P->W[c * d + i + j * P->N];
                q[i] += j / d == c ? 0 : value * r[j];
                if (j / d == c) {
                    W[i * d + j % d] = value;
                }
            }
        }
        dls_law_solve(d, P->mu[c], W, q, r + c * d);
    }
}

/* Where all contacts touch one body they are visited as they are numbered. */
static void test_dense(void **state)
{
    (void)state;
    for (int trial = 0; trial < 19; trial++) {
        int d = 2 + trial % 2;
        dls_int order[66], nc = trial < 18 ? 2 + trial % 5 : 66; /* more than there are colours */
        friction *P =
            friction_random(FULL_RANK, d, nc, 5 + 3 * DLS_MIN(nc, 6), (uint64_t)trial + 3);
        double *mine = need(P->N, 8), *theirs = need(P->N, 8), *v = need(P->n, 8);
        for (dls_int c = 0; c < nc; c++) {
            order[c] = c;
        }
        for (int sweep = 0; sweep < 3; sweep++) {
            for (dls_int c = 0; sweep == 2 && c < nc; c++) { /* the second of a run goes back */
                order[c] = nc - 1 - c;
            }
            dense_sweep(P, order, mine);
        }
        for (int global = 0; global < 2; global++) {
            dls_friction_task T = {.N = 0};
            dls_sweeps *S = sweeps_new(global ? &P->global : &P->local, &T);
            dls_zero(P->N, theirs);
            dls_friction_sweeps_run(S, 1, true, 1, theirs);
            dls_friction_sweeps_run(S, 2, true, 1, theirs);
            assert_small(distance(P->N, mine, theirs), 1e-9 * length(P->N, mine));
            if (global) { /* u of v is that of r */
                dls_friction_sweeps_velocity(S, v);
                dls_copy(P->N, P->w, P->u);
                dls_mul(P->global.H, 1, v, P->u);
                dls_copy(P->N, P->q, mine);
                dls_mul(P->local.W, 1, theirs, mine);
                assert_small(distance(P->N, P->u, mine), 1e-9 * length(P->N, mine));
            }
            dls_pool_free(&T.pool);
        }
        free(mine);
        free(theirs);
        free(v);
        friction_free(P);
    }
}

/* An answer stays one, whatever the relaxation; new numbers are seen after an update. */
static void test_answer(void **state)
{
    (void)state;
    static const double RELAX[] = {1, 1.5};
    for (int trial = 0; trial < 16; trial += small_sizes() ? 5 : 1) {
        friction *P = friction_random(trial / 4 ? FULL_RANK : EXTREMES, 2 + trial % 2, 5, 20,
                                      (uint64_t)trial + 90);
        dls_friction_settings settings = dls_friction_defaults();
        dls_friction_result result;
        dls_fault fault = {0};
        const dls_friction_problem *problem = trial / 2 % 2 ? &P->global : &P->local;
        settings.tolerance = 1e-13;
        (void)dls_friction(problem, &settings, false, (dls_host){0}, P->r, P->u, P->v, &result,
                           &fault);
        dls_friction_task T = {.N = 0};
        dls_sweeps *S = sweeps_new(problem, &T);
        double *r = vector_copy(P->N, P->r);
        for (int k = 0; k < 2; k++) {
            dls_friction_sweeps_run(S, 10, true, RELAX[k], r);
            assert_small(distance(P->N, r, P->r), 1e-8 * (1 + length(P->N, r)));
        }
        for (dls_int c = 0; c < P->nc; c++) {
            P->mu[c] = 0;
        }
        T.version++;
        assert_code(dls_friction_sweeps_of(&T, &S, &fault), DLS_OK, &fault);
        dls_friction_sweeps_run(S, 1, true, 1, r);
        assert_true(r[1] == 0);
        free(r);
        dls_pool_free(&T.pool);
        friction_free(P);
    }
}

/* Contacts of one body are all neighbours: their cluster is the whole problem. Later they are no
   worse than others, and nothing happens. */
static void test_cluster(void **state)
{
    (void)state;
    for (int trial = 0; trial < 16; trial += small_sizes() ? 5 : 1) {
        friction *P =
            friction_random(FULL_RANK, 2 + trial % 2, 3 + trial % 3, 30, (uint64_t)trial + 40);
        dls_friction_task T = {.N = 0};
        dls_friction_result result = {.iterations = 0};
        dls_fault fault = {0};
        dls_clusters *L;
        dls_sweeps *S = sweeps_new(trial / 2 % 2 ? &P->global : &P->local, &T);
        double *r = need(P->N, 8);
        T.r = P->r;
        T.u = P->u;
        T.v = P->v;
        T.result = &result;
        T.best = INFINITY;
        T.watch = dls_watch_start(T.host, INFINITY);
        assert_code(dls_friction_clusters_of(&T, S, INFINITY, &L, &fault), DLS_OK, &fault);
        for (int k = 0; k < 2; k++) {
            dls_friction_sweeps_run(S, k == 0, false, 1, r);
            if (T.problem->global) {
                dls_friction_sweeps_velocity(S, T.v);
            }
            dls_copy(P->N, r, T.r);
            bool solved = dls_friction_look(&T);
            assert_true(solved || k == 0);
            dls_friction_clusters_begin(L);
            assert_code(dls_friction_clusters_next(L, r, &fault), DLS_OK, &fault);
            dls_copy(P->N, r, T.r);
            assert_code(dls_friction_clusters_next(L, r, &fault), DLS_OK, &fault);
            assert_true(distance(P->N, r, T.r) == 0);
        }
        free(r);
        dls_pool_free(&T.pool);
        friction_free(P);
    }
}

static bool ask(void *data)
{
    int *left = data;
    return (*left)-- <= 0;
}

/* A million sweeps end soon after the user, or the clock, has called, with what they reached. */
static void test_interrupted(void **state)
{
    (void)state;
    int left = 3;
    dls_friction_task T = {.host = {.interrupted = ask, .data = &left}}, U = {.n = 0};
    friction *P = friction_random(FULL_RANK, 3, 40, 60, 9);
    dls_sweeps *S = sweeps_new(&P->global, &T), *all = sweeps_new(&P->global, &U);
    double *r = need(P->N, 8), *same = need(P->N, 8);
    dls_friction_sweeps_run(S, 1000000, false, 1, r);
    assert_int_equal(left, -1);
    left = 0;
    dls_friction_sweeps_run(all, 10000, false, 1, same);
    dls_friction_sweeps_run(S, 1000000, true, 1, r);
    assert_int_equal(left, -1);
    assert_true(distance(P->N, r, same) <= 1e-6 * length(P->N, same));
    free(r);
    free(same);
    dls_pool_free(&T.pool);
    dls_pool_free(&U.pool);
    friction_free(P);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_block), cmocka_unit_test(test_dense), cmocka_unit_test(test_answer),
        cmocka_unit_test(test_cluster), cmocka_unit_test(test_interrupted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
