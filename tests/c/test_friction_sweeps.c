/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/friction/sweeps.c: block Gauss-Seidel sweeps, against dense ones and the law. */
#include "check.h"
#include "dense.h"
#include "friction/sweeps.h"
#include "friction_problems.h"
#include "piles.h"

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

/* One contact by the rules of sweeps.h, from dense numbers: exactly where mu is Inf. */
static void dense_visit(const friction *P, dls_int c, double relax, double *r)
{
    int d = P->d;
    double W[9], I[9], u[3], x[3] = {0}, t[3] = {0}, *own = r + c * d, mu = P->mu[c], stiff = 0;
    for (int i = 0; i < d; i++) {
        u[i] = P->q[c * d + i];
        for (dls_int j = 0; j < P->N; j++) {
            u[i] += P->W[c * d + i + j * P->N] * r[j];
            if (j / d == c) {
                W[i * d + j % d] = P->W[c * d + i + j * P->N];
            }
        }
    }
    if (isinf(mu)) {
        for (int i = 0; i < d; i++) {
            u[i] -= dls_dot(d, W + i * d, own);
        }
        dls_law_solve(d, mu, W, u, x);
        dls_copy(d, x, own);
        return;
    }
    assert_true(dls_law_inverse(d, W, I));
    for (int i = 0; i < d; i++) {
        x[i] = own[i] - relax * dls_dot(d, I + i * d, u);
    }
    if (x[0] > 0 && length(d - 1, x + 1) <= mu * x[0]) {
        dls_copy(d, x, own);
        return;
    }
    stiff =
        d == 2 ? W[3] : (W[4] + W[8] + sqrt((W[4] - W[8]) * (W[4] - W[8]) + 4 * W[5] * W[5])) / 2;
    for (int i = 1; i < d; i++) {
        t[i] = own[i] - u[i] / stiff;
    }
    double free = u[0] - dls_dot(d, W, own), size = length(d - 1, t + 1);
    double along = W[0] + mu * dls_dot(d - 1, W + 1, t + 1) / size;
    double normal = (1 - relax) * own[0] - relax * free / along;
    bool open = free >= 0 || normal <= 0;
    own[0] = open ? 0 : normal;
    for (int i = 1; i < d; i++) {
        own[i] = open ? 0 : mu * normal * t[i] / size;
    }
}

/* Where all contacts touch one body they are visited as they are numbered. */
static void test_dense(void **state)
{
    (void)state;
    for (int trial = 0; trial < 19; trial++) {
        int d = 2 + trial % 2;
        dls_int nc = trial < 18 ? 2 + trial % 5 : 66; /* more than there are colours */
        double relax = trial % 4 < 2 ? 1 : 1.3;
        friction *P =
            friction_random(FULL_RANK, d, nc, 5 + 3 * DLS_MIN(nc, 6), (uint64_t)trial + 3);
        double *mine = need(P->N, 8), *theirs = need(P->N, 8), *v = need(P->n, 8);
        P->mu[0] = trial % 3 == 0 && relax == 1 ? INFINITY : P->mu[0];
        for (dls_int k = 0; k < 3 * nc; k++) {
            dense_visit(P, k % nc, relax, mine);
        }
        for (int global = 0; global < 2; global++) {
            dls_friction_task T = {.N = 0};
            dls_sweeps *S = sweeps_new(global ? &P->global : &P->local, &T);
            dls_sweeps_run run = {.count = 3, .relax = relax};
            dls_zero(P->N, theirs);
            dls_friction_sweeps_begin(S, theirs);
            dls_friction_sweeps_do(S, &run);
            dls_friction_sweeps_point(S, theirs, v);
            assert_small(distance(P->N, mine, theirs), 1e-9 * length(P->N, mine));
            dls_pool_free(&T.pool);
        }
        free(mine);
        free(theirs);
        free(v);
        friction_free(P);
    }
}

/* Accelerated sweeps need fewer in the sum; what they mix belongs together; two threads find the
   same bits. */
static void test_accelerated(void **state)
{
    (void)state;
    dls_int made[3] = {0};
    for (int trial = 0; trial < 2; trial++) {
        pile *heap = pile_pack(3, BOX, 100, (uint64_t)trial + 7);
        pile_step *P = pile_step_new(heap, trial ? FALL : RANDOM, 0.3, 5);
        double *r[3];
        for (int way = 0; way < 3; way++) { /* plain; accelerated; by two threads */
            dls_friction_task T = {.N = 0};
            dls_sweeps *S = sweeps_new(&P->problem, &T);
            dls_sweeps_run run = {
                .count = 40, .relax = way ? 1.2 : 1, .accelerate = way > 0, .goal = 0};
            double residual = 1;
            T.chosen.workers = 1 + way / 2;
            r[way] = need(T.N, 8);
            dls_friction_sweeps_begin(S, r[way]);
            while (residual > 1e-5 && made[way] < 100000) {
                dls_friction_sweeps_do(S, &run);
                dls_friction_sweeps_point(S, r[way], P->velocity);
                residual = pile_judge(&P->problem, r[way], P->velocity).scaled;
                made[way] += run.done;
            }
            assert_true(residual <= 1e-5);
            assert_true(!way || run.change < 1e-4);
            dls_pool_free(&T.pool);
        }
        assert_true(distance(P->nc * P->of->d, r[1], r[2]) == 0);
        for (int way = 0; way < 3; way++) {
            free(r[way]);
        }
        pile_step_free(P);
        pile_free(heap);
    }
    print_message("sweeps: %lld plain, %lld accelerated\n", (long long)made[0], (long long)made[1]);
    assert_true(2 * made[1] < made[0] && made[2] == made[1]);
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
        for (int k = 0; k < 4; k++) {
            dls_sweeps_run run = {.count = 10, .relax = RELAX[k / 2], .accelerate = k % 2};
            dls_friction_sweeps_begin(S, r);
            dls_friction_sweeps_do(S, &run);
            dls_friction_sweeps_point(S, r, P->v);
            assert_small(distance(P->N, r, P->r), 1e-8 * (1 + length(P->N, r)));
        }
        for (dls_int c = 0; c < P->nc; c++) {
            P->mu[c] = 0;
        }
        T.version++;
        assert_code(dls_friction_sweeps_of(&T, &S, &fault), DLS_OK, &fault);
        dls_sweeps_run once = {.count = 1, .relax = 1};
        dls_friction_sweeps_begin(S, r);
        dls_friction_sweeps_do(S, &once);
        dls_friction_sweeps_point(S, r, P->v);
        assert_true(r[1] == 0);
        free(r);
        dls_pool_free(&T.pool);
        friction_free(P);
    }
}

/* v is that of r. */
static void assert_velocity(const friction *P, const double *r, const double *v)
{
    double *q = vector_copy(P->N, P->q);
    dls_copy(P->N, P->w, P->u);
    dls_mul(P->global.H, 1, v, P->u);
    dls_mul(P->local.W, 1, r, q);
    assert_small(distance(P->N, P->u, q), 1e-9 * (length(P->N, q) + length(P->N, P->w)));
    free(q);
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
    dls_friction_task T = {.host = {.interrupted = ask, .data = &left}};
    friction *P = friction_random(FULL_RANK, 3, 40, 60, 9);
    dls_sweeps *S = sweeps_new(&P->global, &T);
    dls_sweeps_run run = {.count = 1000000, .relax = 1}, more = run;
    dls_friction_sweeps_begin(S, P->r);
    dls_friction_sweeps_do(S, &run);
    assert_int_equal(left, -1);
    left = 0;
    dls_friction_sweeps_do(S, &more);
    assert_int_equal(left, -1);
    assert_true(run.done == 4 * more.done && run.done < 1000000);
    dls_friction_sweeps_point(S, P->r, P->v);
    assert_true(length(P->N, P->r) > 0);
    assert_velocity(P, P->r, P->v);
    dls_pool_free(&T.pool);
    friction_free(P);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_block), cmocka_unit_test(test_dense), cmocka_unit_test(test_answer),
        cmocka_unit_test(test_accelerated), cmocka_unit_test(test_interrupted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
