/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/base: vectors, settings, texts. */
#include "base/base.h"
#include "check.h"

static void test_norm(void **state)
{
    (void)state;
    assert_true(dls_norm(2, (double[]){3, 4}) == 5);
    assert_true(dls_norm(0, NULL) == 0);
    assert_true(dls_norm(3, (double[]){0, 0, 0}) == 0);
    assert_small(fabs(dls_norm(2, (double[]){3e200, 4e200}) / 5e200 - 1), 1e-15);
    assert_small(fabs(dls_norm(2, (double[]){3e-200, 4e-200}) / 5e-200 - 1), 1e-15);
    assert_small(fabs(dls_norm(3, (double[]){3e-310, 4e-310, 0}) / 5e-310 - 1), 1e-12);
    assert_small(fabs(dls_norm(2, (double[]){1e308, 1e-308}) / 1e308 - 1), 1e-15);
    assert_true(isinf(dls_norm(2, (double[]){1, -INFINITY})));
    assert_true(isnan(dls_norm(1, (double[]){NAN})));
    assert_true(isnan(dls_norm(3, (double[]){1, NAN, 2})));
    assert_true(isnan(dls_largest(2, (double[]){NAN, 1})));
    assert_true(isnan(dls_largest(2, (double[]){1, NAN})));
}

/* All remainders of unrolled loops, each entry once. */
static void test_unrolled(void **state)
{
    (void)state;
    enum { MOST = 27 };
    double x[MOST], square[MOST];
    for (dls_int n = 0; n <= MOST; n++) {
        for (dls_int k = 0; k < n; k++) {
            x[k] = (double)(k + 1);
            square[k] = x[k] * x[k];
        }
        assert_true(dls_dot(n, x, square) == (double)(n * n * (n + 1) * (n + 1)) / 4);
        for (dls_int k = 0; k < n; k++) {
            double other = x[k];
            x[k] = -2 * MOST;
            assert_true(dls_largest(n, x) == 2 * MOST);
            x[k] = -INFINITY;
            assert_true(dls_largest(n, x) == INFINITY);
            x[(k + 1) % n] = NAN;
            assert_true(isnan(dls_largest(n, x)));
            x[(k + 1) % n] = (double)((k + 1) % n + 1);
            x[k] = other;
        }
    }
}

static void test_vectors(void **state)
{
    (void)state;
    double x[7] = {1, 2, 3, 4, 5, 6, 7}, y[7];
    dls_copy(7, x, y);
    dls_axpy(7, -2, x, y);
    assert_true(y[0] == -1 && y[6] == -7);
    dls_zero(6, y);
    assert_true(dls_norm(6, y) == 0 && y[6] == -7);
    assert_true(dls_finite(7, x) && dls_finite(0, NULL));
    assert_true(dls_finite(2, (double[]){1e308, -1e308}));
    assert_false(dls_finite(2, (double[]){1, INFINITY}));
    assert_false(dls_finite(2, (double[]){-INFINITY, INFINITY}));
    assert_false(dls_finite(2, (double[]){NAN, 1}));
}

/* Sums that cancel but for one term: what is left is known. */
static void test_exact_sums(void **state)
{
    (void)state;
    enum { N = 501 };
    double x[N], y[N], bound;
    dls_noise(N, x);
    for (int k = 0; k < N / 2; k++) {
        y[k] = ldexp(x[N - 1 - k], k % 25);
        x[N - 2 - k] = x[k];
        y[N - 2 - k] = -y[k];
    }
    x[N - 1] = 1.0 / 3, y[N - 1] = ldexp(1, -20);
    double expected = x[N - 1] * y[N - 1], value = dls_exact_dot(N, x, y, &bound);
    assert_small(fabs(value - expected), bound);
    assert_small(bound, 1e-8 * expected); /* dls_dot has half the digits */
    assert_true(dls_exact_dot(0, NULL, NULL, &bound) == 0 && bound == 0);
    value = dls_exact_dot(2, (double[]){0.1, -1}, (double[]){10, 1}, &bound);
    assert_true(value == 0x1p-54 && bound < 1e-30); /* 0.1 is 0x1.999999999999ap-4 */
    value = dls_exact_dot(2, (double[]){1e-200, 1}, (double[]){1e-200, 0}, &bound);
    assert_true(value == 0 && bound > 0 && bound < 1e-320); /* underflow */
    value = dls_exact_dot(2, (double[]){1e200, 1e200}, (double[]){1e200, -1e200}, &bound);
    assert_true(isinf(bound));
}

static void test_exact_products(void **state)
{
    (void)state;
    static const dls_int p[] = {0, 2, 3}, i[] = {0, 2, 2};
    static const double a[] = {0.1, 3, -0.3}, x[] = {10, 100}, y[] = {-10, 7, 1. / 3};
    dls_view A = {3, 2, p, i, a};
    dls_exact rows[3] = {{0}}, columns[2] = {{0}};
    double bound;
    dls_exact_product(A, x, rows);
    dls_exact_add(&rows[0], 1, -1);
    assert_true(dls_exact_value(&rows[0], &bound) == 0x1p-54 && bound < 1e-30);
    assert_true(dls_exact_value(&rows[1], &bound) == 0 && bound == 0);
    assert_true(dls_exact_value(&rows[2], &bound) == 20 * 0x1p-54 && bound < 1e-28);
    dls_exact_transposed(A, y, columns);
    assert_true(dls_exact_value(&columns[0], &bound) == -2 * 0x1p-54 && bound < 1e-30);
    assert_true(dls_exact_value(&columns[1], &bound) < 0);
}

static void test_power2(void **state)
{
    (void)state;
    static const double pairs[][2] = {{1, 1},        {1.99, 1}, {2, 2},    {3, 2},
                                      {0.3, 0.25},   {0, 1},    {-4, 1},   {1e-320, 0},
                                      {INFINITY, 1}, {NAN, 1},  {1e300, 0}};
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        double x = pairs[k][0], p = dls_power2(x), expected = pairs[k][1];
        if (expected > 0) {
            assert_true(p == expected);
        } else {
            int exponent;
            assert_true(p <= x && x < 2 * p && frexp(p, &exponent) == 0.5);
        }
    }
}

static void test_noise_is_reproducible(void **state)
{
    (void)state;
    enum { N = 1000 };
    double x[N], y[N], sum = 0;
    dls_noise(N, x);
    dls_noise(N, y);
    assert_memory_equal(x, y, sizeof x);
    for (int k = 0; k < N; k++) {
        assert_true(fabs(x[k]) < 1);
        sum += x[k];
    }
    assert_small(fabs(sum / N), 0.05);
    assert_small(fabs(dls_dot(N, x, x) / N - 1.0 / 3), 0.03); /* uniform */
    assert_small(fabs(dls_dot(N - 1, x, x + 1) / N), 0.03);
}

static void check_defaults(const char *function, const void *settings)
{
    size_t count;
    const dls_setting *table = dls_settings_of(function, &count);
    assert_non_null(table);
    assert_true(count > 0);
    for (size_t k = 0; k < count; k++) {
        double value;
        memcpy(&value, (const char *)settings + table[k].offset, sizeof value);
        assert_true(value == table[k].value);
        assert_true(table[k].low <= value && value <= table[k].high);
        assert_true(strlen(table[k].help) > 0);
        if (table[k].kind == DLS_KIND_CHOICE) { /* as many names as numbers */
            double names = 1;
            for (const char *c = table[k].choices; *c; c++) {
                names += *c == '|';
            }
            assert_true(names == table[k].high + 1);
        }
    }
}

static void test_defaults(void **state)
{
    (void)state;
    dls_kkt_settings kkt = dls_kkt_defaults();
    dls_redundancy_settings redundancy = dls_redundancy_defaults();
    check_defaults("dls_kkt", &kkt);
    check_defaults("dls_redundancy", &redundancy);
    size_t count = 7;
    assert_null(dls_settings_of("dls_nothing", &count));
    assert_int_equal(count, 0);
}

static void test_settings_by_name(void **state)
{
    (void)state;
    size_t count;
    const dls_setting *table = dls_settings_of("dls_kkt", &count);
    dls_kkt_settings s = dls_kkt_defaults();
    dls_fault fault;
    assert_code(dls_setting_number(table, count, &s, "Tolerance", 1e-8, &fault), DLS_OK, &fault);
    assert_true(s.tolerance == 1e-8);
    assert_code(dls_setting_number(table, count, &s, "MaxIterations", 7, &fault), DLS_OK, &fault);
    assert_true(s.max_iterations == 7);
    assert_code(dls_setting_number(table, count, &s, "tolerance", 1e-7, &fault), DLS_OK, &fault);
    assert_code(dls_setting_text(table, count, &s, "DISPLAY", "Off", &fault), DLS_OK, &fault);
    assert_true(s.tolerance == 1e-7 && s.display == 0);
    s.tolerance = 1e-8;
    static const char *const methods[] = {"auto", "cholesky", "ldl", "lu", "qr", "dense", "mumps"};
    for (int k = 0; k < 7; k++) {
        assert_code(dls_setting_text(table, count, &s, "Method", methods[k], &fault), DLS_OK,
                    &fault);
        assert_true(s.method == k);
    }
    dls_kkt_settings expected = dls_kkt_defaults(); /* nothing else was touched */
    expected.tolerance = 1e-8;
    expected.max_iterations = 7;
    expected.method = DLS_KKT_MUMPS;
    assert_memory_equal(&s, &expected, sizeof s);
}

static void test_bad_settings(void **state)
{
    (void)state;
    size_t n;
    const dls_setting *table = dls_settings_of("dls_kkt", &n);
    dls_kkt_settings s = dls_kkt_defaults(), before = s;
    dls_fault f = {0};
    static const struct {
        const char *name;
        double value;
    } numbers[] = {{"Tol", 1},
                   {"Tolerance", 1},
                   {"Tolerance", NAN},
                   {"MaxIterations", 2.5},
                   {"MaxIterations", -1},
                   {"Method", 1},
                   {"", 1},
                   {"Tolerance", -1},
                   {"Rho", INFINITY}};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        f = (dls_fault){0};
        assert_code(dls_setting_number(table, n, &s, numbers[k].name, numbers[k].value, &f),
                    DLS_ERROR_OPTION, &f);
        assert_non_null(strstr(f.text, "expected"));
    }
    static const char *const texts[][2] = {{"Method", "chol"},   {"Method", "choleskyy"},
                                           {"Method", ""},       {"Method", "auto|cholesky"},
                                           {"Tolerance", "1"},   {"Methods", "auto"},
                                           {"Display", "Finals"}};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        f = (dls_fault){0};
        assert_code(dls_setting_text(table, n, &s, texts[k][0], texts[k][1], &f), DLS_ERROR_OPTION,
                    &f);
        assert_non_null(strstr(f.text, "expected"));
    }
    assert_memory_equal(&s, &before, sizeof s);
    assert_int_equal(dls_setting_number(table, n, &s, "Tol", 1, NULL), DLS_ERROR_OPTION);
    dls_setting_number(table, n, &s, "maxsteps", 1, &f); /* 0.1.0 */
    assert_non_null(strstr(f.text, "MaxIterations"));
    dls_lcp_settings lcp = dls_lcp_defaults();
    table = dls_settings_of("dls_lcp", &n);
    assert_int_equal(dls_setting_text(table, n, &lcp, "Method", "pgs", &f), DLS_ERROR_OPTION);
    assert_non_null(strstr(f.text, "'gauss-seidel'"));
}

static void test_texts(void **state)
{
    (void)state;
    for (int k = 0; k < DLS_ERROR_COUNT; k++) {
        for (int j = 0; j < k; j++) {
            assert_string_not_equal(dls_error_id((dls_error)j), dls_error_id((dls_error)k));
        }
    }
    assert_string_equal(dls_error_id(DLS_OK), "ok");
    assert_string_equal(dls_error_id(DLS_ERROR_MEMORY), "outOfMemory");
    assert_string_equal(dls_error_id(DLS_ERROR_COUNT), "unknown");
    assert_string_equal(dls_outcome_text(DLS_SOLVED), "solved");
    assert_string_equal(dls_outcome_text(DLS_INCONSISTENT), "inconsistent");
    assert_string_equal(dls_outcome_text(DLS_OUTCOME_COUNT), "unknown");
    assert_int_equal(dls_outcome_exitflag(DLS_SOLVED), 1);
    assert_true(dls_outcome_exitflag(DLS_INCONSISTENT) < 0);
    assert_true(dls_outcome_exitflag(DLS_INACCURATE) < 0);
    dls_libraries v = dls_library_versions();
    assert_true(strlen(v.suitesparse) > 0 && v.blas && v.kernel && v.threads >= 1);
}

static void keep_line(void *data, const char *text)
{
    snprintf(data, 400, "%s", text);
}

static void test_long_texts_are_cut(void **state)
{
    (void)state;
    char longer[1000], line[400] = "";
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = 0;
    dls_fault fault;
    assert_int_equal(dls_fail(&fault, DLS_ERROR_OPTION, "%s", longer), DLS_ERROR_OPTION);
    assert_int_equal(strlen(fault.text), sizeof fault.text - 1);
    assert_int_equal(dls_fail(NULL, DLS_ERROR_MEMORY, "%s", longer), DLS_ERROR_MEMORY);
    dls_say((dls_host){.line = keep_line, .data = line}, "%s", longer);
    assert_true(strlen(line) > 100 && line[strlen(line) - 1] == '\n');
    dls_say((dls_host){0}, "%s", longer); /* nobody listens: nothing happens */
    double before = dls_clock();
    assert_true(dls_clock() >= before);
}

/* As the user's language has it, whatever printf calls it; names, paths and what is quoted stay. */
static void test_numbers_that_are_none(void **state)
{
    (void)state;
    dls_fault fault;
    dls_fail(&fault, DLS_ERROR_OPTION, "%g, [%g %g] q(1) = %g: nano 'inf' /nan/x info inf_1 %g.",
             (double)NAN, -(double)INFINITY, (double)INFINITY, -(double)NAN, (double)NAN);
    assert_string_equal(fault.text,
                        "NaN, [-Inf Inf] q(1) = NaN: nano 'inf' /nan/x info inf_1 NaN.");
}

/* Numbers and nouns; not what is no number of things, nor the name of one. */
static void test_agreement(void **state)
{
    (void)state;
    static const struct {
        const char *text, *expected;
    } CASES[] = {
        {"1 rows", "1 row"},
        {"after 1 iterations, 1 vertices", "after 1 iteration, 1 vertex"},
        {"(1 bases of 11 bases)", "(1 basis of 11 bases)"},
        {"has 1 entries; expected 21 entries", "has 1 entry; expected 21 entries"},
        {"1 positive numbers", "1 positive number"},
        {"0.1 steps, -1 rows, 2-by-1 rows", "0.1 steps, -1 rows, 2-by-1 rows"},
        {"body_1 rows, 1 rowspace", "body_1 rows, 1 rowspace"},
        {"constraint 1 has none", "constraint 1 has none"},
        {"1 ", "1 "},
        {"", ""},
    };
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; k++) {
        char text[80];
        dls_phrase(text, sizeof text, "%s", CASES[k].text);
        assert_string_equal(text, CASES[k].expected);
    }
    dls_fault f;
    dls_fail(&f, DLS_ERROR_DIMENSION, "G has %d columns", 1);
    assert_string_equal(f.text, "G has 1 column");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_norm),
        cmocka_unit_test(test_unrolled),
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_exact_sums),
        cmocka_unit_test(test_exact_products),
        cmocka_unit_test(test_power2),
        cmocka_unit_test(test_noise_is_reproducible),
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_settings_by_name),
        cmocka_unit_test(test_bad_settings),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_long_texts_are_cut),
        cmocka_unit_test(test_numbers_that_are_none),
        cmocka_unit_test(test_agreement),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
