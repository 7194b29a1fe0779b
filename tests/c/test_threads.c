/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads that work on different objects: the library has no state of its own; and threads of one
   object. "make tsan" runs this under the thread sanitizer. */
#include <pthread.h>

#include "check.h"
#include "friction_problems.h"
#include "lcp_problems.h"
#include "piles.h"

enum { THREADS = 2, RUNS = 3, NUMBERS = 600 };

static const dls_host SILENT = {0};

/* The answers of all solvers, one after the other. */
typedef struct {
    uint64_t seed;
    int count;
    double x[NUMBERS];
} answers;

static void keep(answers *A, dls_int count, const double *x)
{
    for (dls_int i = 0; i < count && A->count < NUMBERS; i++) {
        A->x[A->count++] = x[i];
    }
}

/* A chain of n masses on the ground: n bars and one of them twice. */
static void kkt(answers *A)
{
    enum { N = 30, M = N + 1 };
    dls_int Mp[N + 1], Mi[N], Gp[M + 1] = {0}, Gi[2 * M];
    double Mx[N], Gx[2 * M], F[N], b[M] = {0}, a[N], lambda[M];
    for (dls_int k = 0, at = 0; k < M; k++) {
        dls_int bar = k % N;
        if (bar > 0) {
            Gi[at] = bar - 1;
            Gx[at++] = -1;
        }
        Gi[at] = bar;
        Gx[at++] = 1;
        Gp[k + 1] = at;
    }
    for (dls_int j = 0; j <= N; j++) {
        Mp[j] = j;
    }
    for (dls_int j = 0; j < N; j++) {
        Mi[j] = j;
        Mx[j] = 1 + (double)j / N;
        F[j] = cos((double)j + (double)A->seed);
    }
    dls_kkt_result result;
    dls_fault fault;
    dls_view mass = {N, N, Mp, Mi, Mx}, G = {N, M, Gp, Gi, Gx};
    if (dls_kkt_once(mass, G, F, b, a, lambda, &result, &fault)) {
        A->x[A->count++] = NAN;
    }
    keep(A, M, lambda);
    dls_redundancy_settings settings = dls_redundancy_defaults();
    dls_redundancy_report *report = NULL;
    if (!dls_redundancy(mass, G, &settings, &report, &fault)) {
        keep(A, M, report->leverage);
    }
    dls_redundancy_free(report);
}

static void complementarity(answers *A)
{
    lcp *L = lcp_definite(20, 0.5, A->seed);
    dls_lcp_settings settings = dls_lcp_defaults();
    dls_lcp_result result;
    dls_fault fault;
    double v[20] = {0}, w[20], certificate[20];
    if (dls_lcp(&L->P, &settings, SILENT, v, w, certificate, &result, &fault)) {
        A->x[A->count++] = NAN;
    }
    keep(A, 20, v);
    lcp_free(L);
}

static void friction_both(answers *A)
{
    friction *P = friction_random(FULL_RANK, 3, 5, 20, A->seed);
    dls_friction_settings settings = dls_friction_defaults();
    dls_friction_result result;
    dls_fault fault;
    for (int form = 0; form < 2; form++) {
        if (dls_friction(form ? &P->global : &P->local, &settings, false, SILENT, P->r, P->u, P->v,
                         &result, &fault)) {
            A->x[A->count++] = NAN;
        }
        keep(A, P->N, P->r);
    }
    friction_free(P);
}

static void *work(void *data)
{
    answers *A = data;
    A->count = 0;
    for (int run = 0; run < RUNS; run++) {
        kkt(A);
        complementarity(A);
        friction_both(A);
    }
    return NULL;
}

/* Bit by bit what they are alone. */
static void test_threads(void **state)
{
    (void)state;
    static answers alone[THREADS], together[THREADS];
    pthread_t thread[THREADS];
    for (int k = 0; k < THREADS; k++) {
        alone[k].seed = together[k].seed = 5 + (uint64_t)k;
        work(&alone[k]);
        assert_in_range(alone[k].count, 300, NUMBERS);
    }
    for (int k = 0; k < THREADS; k++) {
        assert_int_equal(pthread_create(&thread[k], NULL, work, &together[k]), 0);
    }
    for (int k = 0; k < THREADS; k++) {
        assert_int_equal(pthread_join(thread[k], NULL), 0);
    }
    for (int k = 0; k < THREADS; k++) {
        assert_int_equal(alone[k].count, together[k].count);
        assert_memory_equal(alone[k].x, together[k].x, (size_t)alone[k].count * sizeof *alone[k].x);
    }
}

/* Sweeps by so many threads */
static void swept(const dls_friction_problem *P, int workers, double *r, double *u, double *v)
{
    dls_friction_settings settings = dls_friction_defaults();
    dls_friction_result result;
    dls_fault fault;
    settings.method = DLS_FRICTION_GAUSS_SEIDEL;
    settings.max_iterations = 21;
    settings.workers = workers;
    assert_code(dls_friction(P, &settings, false, SILENT, r, u, v, &result, &fault), DLS_OK,
                &fault);
    assert_int_equal(result.iterations, 21);
}

/* The same bits as of one thread, also where all contacts see each other. */
static void test_workers(void **state)
{
    (void)state;
    friction *F = friction_random(FULL_RANK, 2, 210, 30, 3);
    pile *P = pile_pack(3, BOX, 120, 7);
    pile_step *S = pile_step_new(P, SHEAR, 0.4, 8);
    const dls_friction_problem *problems[] = {&F->local, &F->global, &S->problem};
    assert_in_range(S->nc, 200, 1000);
    for (int k = 0; k < 3; k++) {
        dls_int N = problems[k]->dimension * problems[k]->contacts;
        double *r = need(N, 8), *u = need(N, 8), *v = need(S->n + F->n, 8), *alone;
        swept(problems[k], 1, r, u, v);
        alone = vector_copy(N, r);
        for (int workers = 2; workers <= 3; workers++) {
            dls_zero(N, r);
            swept(problems[k], workers, r, u, v);
            assert_memory_equal(r, alone, (size_t)N * sizeof *r);
        }
        free(r);
        free(u);
        free(v);
        free(alone);
    }
    pile_step_free(S);
    pile_free(P);
    friction_free(F);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_threads),
                                       cmocka_unit_test(test_workers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
