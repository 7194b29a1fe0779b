/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dls_conic against exact arithmetic: linear programs of small integers in random units, whose
   feasibility and that of their duals integers decide; the accuracy of data; stopping. */
#include "check.h"
#include "conic_problems.h"
#include "exact_lp.h"

static const dls_int NONE[] = {0};

typedef struct {
    int n, z, l;
    int64_t P[16], A[32], q[4], b[8];
} program;

static program random_program(uint64_t *seed)
{
    program T = {.n = (int)exact_random(seed, 1, 4)};
    T.z = (int)exact_random(seed, 0, 2);
    T.l = (int)exact_random(seed, 1, 6);
    int most = (int)exact_random(seed, 1, 3), filled = (int)exact_random(seed, 1, 3);
    int64_t B[4], curved = exact_random(seed, 0, 3) == 0;
    for (int k = 0; k < (T.z + T.l) * T.n; k++) {
        T.A[k] = exact_random(seed, 0, 3) <= filled ? exact_random(seed, -most, most) : 0;
    }
    for (int i = 0; i < T.z + T.l; i++) {
        T.b[i] = exact_random(seed, -most, most);
    }
    for (int j = 0; j < T.n; j++) {
        T.q[j] = exact_random(seed, -1, 1) * exact_random(seed, 0, most);
        B[j] = exact_random(seed, -2, 2);
        for (int i = 0; i <= j; i++) {
            T.P[i + j * T.n] = T.P[j + i * T.n] = curved * B[i] * B[j];
        }
    }
    return T;
}

/* A x + s = b, s >= 0 behind the equations */
static bool has_point(const program *T)
{
    int m = T->z + T->l;
    int64_t S[EXACT_ROWS * EXACT_COLS] = {0};
    bool free[EXACT_COLS] = {false};
    for (int k = 0; k < m * T->n; k++) {
        S[k] = T->A[k];
        free[k / m] = true;
    }
    for (int i = T->z; i < m; i++) {
        S[i + (T->n + i - T->z) * m] = 1;
    }
    return exact_feasible(m, T->n + T->l, S, T->b, free);
}

/* P x + A'y = -q, y >= 0 behind the equations */
static bool has_multiplier(const program *T)
{
    int n = T->n, m = T->z + T->l;
    int64_t S[EXACT_ROWS * EXACT_COLS] = {0}, right[4];
    bool free[EXACT_COLS] = {false};
    for (int j = 0; j < n; j++) {
        right[j] = -T->q[j];
        free[j] = true;
        for (int i = 0; i < n; i++) {
            S[i + j * n] = T->P[i + j * n];
        }
        for (int i = 0; i < m; i++) {
            S[j + (n + i) * n] = T->A[i + j * m];
            free[n + i] = i < T->z;
        }
    }
    return exact_feasible(n, n + m, S, right, free);
}

/* In units of 2^-range .. 2^range of x, rows and both objectives. */
static conic *in_units(const program *T, int range, uint64_t *seed)
{
    int n = T->n, m = T->z + T->l;
    double P[16], A[32], q[4], b[8], D[4], E[8],
        size = exp2((double)exact_random(seed, -range, range));
    for (int j = 0; j < n; j++) {
        D[j] = exp2((double)exact_random(seed, -range, range));
        q[j] = size * D[j] * (double)T->q[j];
    }
    for (int i = 0; i < m; i++) {
        E[i] = exp2((double)exact_random(seed, -range, range));
        b[i] = size * E[i] * (double)T->b[i];
    }
    for (int j = 0; j < n; j++) { /* by rows here */
        for (int i = 0; i < n; i++) {
            P[i * n + j] = D[i] * D[j] * (double)T->P[i + j * n];
        }
        for (int i = 0; i < m; i++) {
            A[i * n + j] = E[i] * D[j] * (double)T->A[i + j * m];
        }
    }
    return conic_of(n, m, P, q, A, b, T->z, T->l, NONE);
}

static dls_outcome run(conic *C, const dls_conic_settings *settings, dls_host host)
{
    dls_fault fault;
    assert_code(dls_conic(&C->p, settings, false, host, C->x, C->s, C->y, NULL, &C->r, &fault),
                DLS_OK, &fault);
    return C->r.outcome;
}

/* No false verdict in any units; hardly one left open. */
static void test_integers(void **state)
{
    (void)state;
    static const int RANGES[] = {0, 3, 10, 20};
    int open = 0;
    for (uint64_t k = 0; k < 1500; k++) {
        uint64_t seed = 7919 * (k + 1);
        program T = random_program(&seed);
        bool point = has_point(&T), multiplier = has_multiplier(&T);
        conic *C = in_units(&T, RANGES[k % 4], &seed);
        switch (run(C, NULL, (dls_host){0})) {
        case DLS_SOLVED:
            assert_true(point && multiplier);
            break;
        case DLS_PRIMAL_INFEASIBLE:
            assert_false(point);
            assert_small(C->r.certificate, 1e-8);
            break;
        case DLS_DUAL_INFEASIBLE:
            assert_false(multiplier);
            assert_small(C->r.certificate, 1e-8);
            break;
        default:
            open++;
        }
        conic_free(C);
    }
    assert_true(open <= 2);
}

/* x = (-1, -1) is feasible: multipliers of 6e23 whose A'y vanishes by rounding prove nothing. */
static void test_huge_multipliers(void **state)
{
    (void)state;
    const double q[] = {0, 0}, A[] = {1, 0, -1, 1, -1, 1, 1, -1}, b[] = {-1, 0, 0, 0};
    conic *C = conic_of(2, 4, NULL, q, A, b, 2, 2, NONE);
    for (int method = 0; method < 3; method++) {
        dls_conic_settings s = conic_settings(method, 1e-9);
        assert_true(run(C, &s, (dls_host){0}) == DLS_SOLVED);
        assert_small(fabs(C->x[0] + 1) + fabs(C->x[1] + 1), 1e-9);
    }
    conic_free(C);
}

/* x >= 1 + 1e-6, x <= 1 and min -x - (1 + 1e-6) y, x + y <= 0 free below: false only for exact
   data. */
static void test_accuracy(void **state)
{
    (void)state;
    const double q[] = {0}, A[] = {-1, 1}, b[] = {-1 - 1e-6, 1};
    const double direction[] = {-1, -1 - 1e-6}, sum[] = {1, 1}, nothing[] = {0};
    conic *C[] = {conic_of(1, 2, NULL, q, A, b, 0, 2, NONE),
                  conic_of(2, 1, NULL, direction, sum, nothing, 0, 1, NONE)};
    static const dls_outcome known[] = {DLS_PRIMAL_INFEASIBLE, DLS_DUAL_INFEASIBLE};
    for (int k = 0; k < 2; k++) {
        dls_conic_settings s = dls_conic_defaults();
        assert_true(run(C[k], &s, (dls_host){0}) == known[k]);
        s.accuracy = 1e-5;
        assert_true(run(C[k], &s, (dls_host){0}) == DLS_NOT_DECIDED);
        assert_non_null(strstr(C[k]->r.message, "removes the contradiction"));
        conic_free(C[k]);
    }
}

static bool at_once(void *data)
{
    int *left = data;
    return (*left)-- <= 0;
}

static void test_stopping(void **state)
{
    (void)state;
    const dls_int sizes[] = {3, 0};
    conic *C = conic_random(8, 4, 2, 5, sizes, 5);
    dls_conic_settings s = dls_conic_defaults();
    int left = 3;
    assert_true(run(C, &s, (dls_host){.interrupted = at_once, .data = &left}) == DLS_INTERRUPTED);
    assert_int_equal(C->r.iterations, 3);
    assert_true(dls_finite(8, C->x) && strstr(C->r.message, "interrupted"));
    s.max_time = 0;
    assert_true(run(C, &s, (dls_host){0}) == DLS_TIME_LIMIT);
    assert_int_equal(C->r.iterations, 0);
    conic_free(C);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_huge_multipliers),
        cmocka_unit_test(test_accuracy),
        cmocka_unit_test(test_stopping),
    };
    return cmocka_run_group_tests_name("conic_truth", tests, NULL, NULL);
}
