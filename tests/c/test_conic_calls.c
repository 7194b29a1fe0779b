/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/ipm: calls that must fail, what is printed, memory that runs out. */
#include "check.h"
#include "conic_problems.h"
#include "short_memory.h"

static const dls_int SIZES[] = {3, 6, 2, 0};

static dls_error call(conic *C, const dls_conic_settings *s, bool warm, dls_fault *fault)
{
    *fault = (dls_fault){0};
    return dls_conic(&C->p, s, warm, (dls_host){0}, C->x, C->s, C->y, C->active, &C->r, fault);
}

static conic *sample(void)
{
    return conic_random(8, 4, 2, 5, SIZES, 5);
}

/* What the linker calls in the place of dls_mat_fill_transpose, and what it gives us for it. */
void __wrap_dls_mat_fill_transpose(dls_mat *At, dls_view A, dls_int *place);
void __real_dls_mat_fill_transpose(dls_mat *At, dls_view A, dls_int *place);

static int transposes;

void __wrap_dls_mat_fill_transpose(dls_mat *At, dls_view A, dls_int *place)
{
    transposes++;
    __real_dls_mat_fill_transpose(At, A, place);
}

/* A once per setup, and J' of the matrix that is factorised; P is symmetric. Never in a solve. */
static void test_transposes_once(void **state)
{
    (void)state;
    conic *C = sample();
    dls_conic_solver *S;
    dls_fault f;
    transposes = 0;
    assert_code(dls_conic_setup(&C->p, NULL, (dls_host){0}, &S, &f), DLS_OK, &f);
    assert_int_equal(transposes, 2);
    assert_code(dls_conic_next(S, C->p.q, C->p.b, false, C->x, C->s, C->y, C->active, &C->r, &f),
                DLS_OK, &f);
    assert_int_equal(transposes, 2);
    dls_conic_free(S);
    conic_free(C);
}

/* Each case spoils a good problem in one way. */
enum {
    SHORT_CONES,
    LONG_CONES,
    NEGATIVE_ZERO,
    NEGATIVE_LINEAR,
    EMPTY_CONE,
    HUGE_CONE,
    NARROW_A,
    WIDE_P,
    CASES
};

static void spoil(conic *C, int what)
{
    dls_cones *K = &C->p.cones;
    switch (what) {
    case SHORT_CONES:
        K->linear--;
        break;
    case LONG_CONES:
        C->sizes[1]++;
        break;
    case NEGATIVE_ZERO:
        K->zero = -1;
        K->linear += 3;
        break;
    case NEGATIVE_LINEAR:
        K->linear = -1;
        K->zero += 6;
        break;
    case EMPTY_CONE:
        C->sizes[0] = 0;
        K->linear += 3;
        break;
    case HUGE_CONE:
        C->sizes[0] = INT64_MAX;
        break;
    case NARROW_A:
        C->p.A.cols--;
        break;
    default:
        C->p.P.rows++;
    }
}

static void test_sizes(void **state)
{
    (void)state;
    dls_fault fault;
    for (int what = 0; what < CASES; what++) {
        conic *C = sample();
        spoil(C, what);
        assert_code(call(C, NULL, false, &fault), DLS_ERROR_DIMENSION, &fault);
        conic_free(C);
    }
}

static void test_values(void **state)
{
    (void)state;
    dls_fault fault;
    const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int k = 0; k < 3; k++) {
        conic *C = sample();
        double *places[] = {&C->q[2], &C->b[3], &C->As.x[1], &C->Ps.x[1]};
        for (int place = 0; place < 4; place++) {
            double saved = *places[place];
            *places[place] = bad[k];
            assert_code(call(C, NULL, false, &fault), DLS_ERROR_NOT_FINITE, &fault);
            *places[place] = saved;
        }
        double *starts[] = {C->x, C->s, C->y};
        for (int place = 0; place < 3; place++) {
            double saved = starts[place][1];
            starts[place][1] = bad[k];
            assert_code(call(C, NULL, true, &fault), DLS_ERROR_NOT_FINITE, &fault);
            starts[place][1] = saved;
        }
        assert_code(call(C, NULL, true, &fault), DLS_OK, &fault);
        C->q[0] = 1e200;
        assert_code(call(C, NULL, false, &fault), DLS_ERROR_STRUCTURE, &fault);
        conic_free(C);
    }
}

static void test_matrix_P(void **state)
{
    (void)state;
    dls_fault fault;
    const double indefinite[] = {1, 2, 2, 1}, unsymmetric[] = {2, 1, 0, 2}, q[] = {1, 1},
                 negative[] = {1, 0, 0, -1};
    const dls_int none[] = {0};
    conic *C[] = {conic_of(2, 0, indefinite, q, NULL, NULL, 0, 0, none),
                  conic_of(2, 0, negative, q, NULL, NULL, 0, 0, none),
                  conic_of(2, 0, unsymmetric, q, NULL, NULL, 0, 0, none)};
    assert_code(call(C[0], NULL, false, &fault), DLS_ERROR_INDEFINITE, &fault);
    assert_non_null(strstr(fault.text, "d'*P*d"));
    assert_code(call(C[1], NULL, false, &fault), DLS_ERROR_INDEFINITE, &fault);
    assert_code(call(C[2], NULL, false, &fault), DLS_ERROR_NOT_SYMMETRIC, &fault);
    for (int k = 0; k < 3; k++) {
        conic_free(C[k]);
    }
}

static void test_settings(void **state)
{
    (void)state;
    dls_fault fault;
    conic *C = sample();
    const double wrong[][2] = {{-1, 1e-9}, {3, 1e-9}, {0.5, 1e-9}, {0, 0}, {0, NAN}, {0, 1}};
    for (int k = 0; k < 6; k++) {
        dls_conic_settings s = conic_settings(0, wrong[k][1]);
        s.method = wrong[k][0];
        assert_code(call(C, &s, false, &fault), DLS_ERROR_OPTION, &fault);
    }
    dls_conic_settings s = dls_conic_defaults();
    s.max_iterations = -1;
    assert_code(call(C, &s, false, &fault), DLS_ERROR_OPTION, &fault);
    s = dls_conic_defaults();
    s.infeasible = 1;
    assert_code(call(C, &s, false, &fault), DLS_ERROR_OPTION, &fault);
    conic_free(C);
}

static void count_line(void *data, const char *text)
{
    *(int *)data += text[0] != '\0';
}

static void test_display(void **state)
{
    (void)state;
    conic *C = sample();
    for (int display = 0; display <= 2; display++) {
        dls_fault fault = {0};
        dls_conic_settings s = dls_conic_defaults();
        int lines = 0;
        s.display = display;
        dls_host host = {.line = count_line, .data = &lines};
        assert_code(dls_conic(&C->p, &s, false, host, C->x, C->s, C->y, NULL, &C->r, &fault),
                    DLS_OK, &fault);
        assert_int_equal(lines, display == 2 ? C->r.iterations + 3 : display);
    }
    conic_free(C);
}

/* Nothing is allocated inside of the loop, and nothing of the first run is left in the second. */
static void test_allocations(void **state)
{
    (void)state;
    for (int method = 0; method < 3; method++) {
        dls_int count[2];
        double objective = 0;
        conic *C = sample();
        for (int k = 0; k < 4; k++) {
            dls_conic_settings s = conic_settings(method, 1e-9);
            s.max_iterations = k % 2 ? 30 : 3;
            dls_int before = dls_test_allocations();
            conic_run(C, &s, false);
            count[k % 2] = dls_test_allocations() - before;
            assert_true(k != 3 || C->r.objective == objective);
            objective = k == 1 ? C->r.objective : objective;
        }
        assert_int_equal(count[0], count[1]);
        conic_free(C);
    }
}

static conic *scenario(int k)
{
    const double q[] = {-1, 0}, A[] = {-1, 0, 0, -1}, b[] = {0, 0}, up[] = {1, 0, -1, 0};
    const double away[] = {-1, -1};
    static const dls_int none[] = {0};
    return k == 0   ? sample()
           : k == 1 ? conic_of(2, 2, NULL, q, A, b, 0, 2, none)
           : k == 2 ? conic_of(2, 2, NULL, q, up, away, 0, 2, none)
                    : conic_random(40, 12, 5, 40, SIZES, 9);
}

/* *way_out: it says which method needs less memory. */
static dls_error attempt(conic *C, int method, dls_outcome truth, bool *way_out)
{
    dls_fault fault;
    dls_conic_settings s = conic_settings(method, 1e-9);
    dls_error error = call(C, &s, false, &fault);
    assert_code(error, error ? DLS_ERROR_MEMORY : DLS_OK, &fault);
    *way_out = *way_out || (error && strstr(fault.text, "'ldl' needs"));
    if (!error) {
        assert_int_equal(C->r.outcome, truth);
        conic_verify(C, 1e-9);
    }
    return error;
}

static const dls_outcome TRUTH[] = {DLS_SOLVED, DLS_DUAL_INFEASIBLE, DLS_PRIMAL_INFEASIBLE,
                                    DLS_SOLVED};
enum { SCENARIOS = sizeof TRUTH / sizeof *TRUTH };

/* Every allocation of a call fails once. */
static void test_memory(void **state)
{
    (void)state;
    for (int k = 0; k < SCENARIOS; k++) {
        for (int method = 0; method < 3; method++) {
            conic *C = scenario(k);
            bool failed = true, way_out = false;
            for (dls_int at = 1; failed; at++) {
                dls_int before = dls_test_allocations();
                dls_test_fail_allocation(at);
                dls_error error = attempt(C, method, TRUTH[k], &way_out);
                dls_test_fail_allocation(0);
                failed = dls_test_allocations() - before >= at;
                assert_int_equal(error, failed ? DLS_ERROR_MEMORY : DLS_OK);
            }
            assert_true(method == 0 || way_out == (method == 1));
            conic_free(C);
        }
    }
}

/* ---- SuiteSparse's allocator: an error in words or a right answer ---- */

static void short_of_memory(conic *C, int method, dls_outcome truth, int from, int until)
{
    calls = 0;
    fail_at = from;
    fail_until = until;
    bool way_out = false;
    attempt(C, method, truth, &way_out);
    fail_at = fail_until = 0;
}

static void test_suitesparse(void **state)
{
    (void)state;
    suitesparse_allocates_by(failing_malloc, failing_calloc, failing_realloc);
    for (int k = 0; k < SCENARIOS; k++) {
        for (int method = 1; method < 3; method++) {
            conic *C = scenario(k);
            short_of_memory(C, method, TRUTH[k], 0, 0);
            assert_true(calls > 5);
            int total = calls, dense_until = small_sizes() ? 20 : 80;
            for (int at = 1; at <= total; at += at < dense_until ? 1 : 23) {
                short_of_memory(C, method, TRUTH[k], at, at);
                short_of_memory(C, method, TRUTH[k], at, total + 1000);
            }
            conic_free(C);
        }
    }
    suitesparse_allocates_by(malloc, calloc, realloc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_transposes_once), cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_values),          cmocka_unit_test(test_matrix_P),
        cmocka_unit_test(test_settings),        cmocka_unit_test(test_display),
        cmocka_unit_test(test_allocations),     cmocka_unit_test(test_memory),
        cmocka_unit_test(test_suitesparse),
    };
    return cmocka_run_group_tests_name("conic_calls", tests, NULL, NULL);
}
