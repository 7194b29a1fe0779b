/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/verify: reports, units, proofs, covers; answers of complementarity problems. */
#include "check.h"
#include "dense.h"
#include "verify/verify.h"

static void test_report_keeps_the_worst(void **state)
{
    (void)state;
    dls_verify_report r;
    dls_verify_begin(&r);
    dls_verify_check(&r, "a", 1, 2);
    dls_verify_check(&r, "a", 0.5, 2);
    assert_true(r.ok && r.checks == 1 && r.check[0].value == 1);
    dls_verify_check(&r, "b", NAN, 2);
    dls_verify_check(&r, "a", 1.5, 2);
    assert_true(!r.ok && r.checks == 2 && !r.check[1].ok && r.check[0].value == 1.5);
    dls_verify_check(&r, "b", 3, 2);
    assert_true(isnan(r.check[1].value));
    assert_non_null(strstr(r.message, "b: "));
    for (int k = 0; k < 2 * DLS_VERIFY_CHECKS; k++) {
        static char name[2 * DLS_VERIFY_CHECKS][8];
        snprintf(name[k], sizeof name[k], "%d", k);
        dls_verify_check(&r, name[k], 0, 1);
        dls_verify_leave(&r, name[k]);
    }
    assert_int_equal(r.checks, DLS_VERIFY_CHECKS);
    assert_int_equal(r.left, DLS_VERIFY_LEFT);
    dls_verify_begin(&r);
    dls_verify_nothing(&r, DLS_TIME_LIMIT);
    assert_true(!r.ok && !r.verifiable);
    char text[30] = "undecided";
    dls_verify_refusal(&r, text, sizeof text);
    assert_string_equal(text, "undecided; verification: 'tim");
}

/* Other units of rows and columns are undone, whatever they are, and rounding has no say. */
static void test_units(void **state)
{
    (void)state;
    enum { M = 5, N = 7 };
    double *A = dense_random(M, N, 0.6, 3), *B = vector_copy(M * N, A),
           *e = vector_random(M + N, 8);
    for (int j = 0; j < N; j++) {
        for (int i = 0; i < M; i++) {
            B[i + j * M] = A[i + j * M] * ldexp(1, (int)(90 * (e[i] + e[M + j])));
        }
    }
    dls_mat As = sparse_of(M, N, A), Bs = sparse_of(M, N, B);
    double r[M], c[N], s[M], t[N];
    dls_fault fault;
    assert_code(dls_verify_find_units(dls_see(&As), r, c, &fault), DLS_OK, &fault);
    assert_code(dls_verify_find_units(dls_see(&Bs), s, t, &fault), DLS_OK, &fault);
    for (int j = 0; j < N; j++) {
        for (int i = 0; i < M; i++) {
            double a = fabs(A[i + j * M]) * r[i] * c[j], b = fabs(B[i + j * M]) * s[i] * t[j];
            assert_small(fabs(log2(fmax(a, 1e-300) / fmax(b, 1e-300))), 3);
        }
    }
    A[0] = 1e-17 * A[1];
    dls_mat Cs = sparse_of(M, N, A);
    A[0] = 0;
    dls_mat Ds = sparse_of(M, N, A);
    assert_code(dls_verify_find_units(dls_see(&Cs), s, NULL, &fault), DLS_OK, &fault);
    assert_code(dls_verify_find_units(dls_see(&Cs), r, c, &fault), DLS_OK, &fault);
    assert_memory_equal(r, s, sizeof r);
    assert_code(dls_verify_find_units(dls_see(&Ds), s, t, &fault), DLS_OK, &fault);
    for (int i = 0; i < M; i++) { /* but for what the iteration leaves, of one common factor */
        assert_small(fabs(log2(r[i] / s[i] * s[0] / r[0])), 3);
    }
    dls_mat *all[] = {&As, &Bs, &Cs, &Ds};
    for (int k = 0; k < 4; k++) {
        sparse_free(all[k]);
    }
    free(A);
    free(B);
    free(e);
}

static void test_units_of_a_symmetric_matrix(void **state)
{
    (void)state;
    const double A[] = {4, 6, 0, 6, 9, 0, 0, 0, 0};
    dls_mat As = sparse_of(3, 3, A);
    double d[3];
    dls_fault fault;
    assert_code(dls_verify_find_units(dls_see(&As), d, NULL, &fault), DLS_OK, &fault);
    assert_true(d[0] == 0.5 && (d[1] == 0.5 || d[1] == 0.25)); /* powers of two */
    assert_true(d[2] == 1);
    sparse_free(&As);
}

static bool vanishes(double e, double vanish)
{
    const double terms = 1, reach = 1;
    dls_verify_report r;
    dls_verify_begin(&r);
    dls_verify_proof(&r, &(dls_verify_combination){1, &e, &terms, &reach, 1, 1, vanish});
    return r.ok;
}

static bool proves(double e, double gain)
{
    const double terms = 1, reach = 1;
    dls_verify_report r;
    dls_verify_begin(&r);
    dls_verify_proof(&r, &(dls_verify_combination){1, &e, &terms, &reach, gain, 1, 0});
    return r.ok;
}

static void test_proof(void **state)
{
    (void)state;
    assert_true(proves(0, 1));
    assert_true(proves(0.009, 1));
    assert_false(proves(0.011, 1));
    assert_false(proves(0, 0));
    assert_false(proves(0, -1));
    assert_false(proves(0, 1e-15)); /* the data have 8 eps */
    assert_false(proves(NAN, 1));
    assert_false(proves(0, NAN));
    assert_true(vanishes(0.009, 0.01));
    assert_false(vanishes(1e-3, 1e-6)); /* it excludes enough, but is no exact combination */
}

static bool covers(dls_int rows, dls_int cols, const double *S)
{
    bool all = false;
    dls_fault fault;
    assert_code(dls_verify_find_cover(rows, cols, S, &all, &fault), DLS_OK, &fault);
    return all;
}

static void test_covers(void **state)
{
    (void)state;
    const double all[] = {-1, -1, -1, 1, 1, 0}, twice[] = {-1, -1, -1, -1, 1, 0},
                 more[] = {-1, 1, -1, 1, 1, 1}, none[] = {NAN, 0};
    const double crossed[] = {-1, -1, 0, 0, 1, 1, 1, 0, -1, -1, 1, 0}; /* no row divides all */
    assert_true(covers(2, 3, all));
    assert_false(covers(2, 3, twice));
    assert_false(covers(2, 2, all));
    assert_false(covers(2, 3, more));
    assert_false(covers(2, 0, NULL));
    assert_false(covers(2, 1, none));
    assert_false(covers(3, 4, crossed));
    assert_true(covers(0, 1, NULL));
    assert_true(covers(2, 1, (const double[]){0, 0}));
}

static const double MATRIX[] = {2, 1, 1, 2}, CONSTANTS[] = {-5, 1};

static dls_error verify_lcp(const dls_lcp_claim *X, dls_verify_report *r, dls_fault *fault)
{
    dls_mat M = sparse_of(2, 2, MATRIX);
    const dls_lcp_problem P = {dls_see(&M), CONSTANTS, 0};
    dls_error error = dls_verify_lcp(&P, X, r, fault);
    sparse_free(&M);
    return error;
}

static void test_lcp(void **state)
{
    (void)state;
    const double v[] = {2.5, 0}, w[] = {0, 3.5}, off[] = {2.5025, 0}, forged[] = {1, 1};
    dls_verify_report r;
    dls_fault fault;
    dls_lcp_claim X = {.outcome = DLS_SOLVED, .v = v, .w = w};
    assert_code(verify_lcp(&X, &r, &fault), DLS_OK, &fault);
    assert_true(r.ok && r.verifiable && r.checks == 2);
    X.v = off;
    assert_code(verify_lcp(&X, &r, &fault), DLS_OK, &fault);
    assert_false(r.ok);
    X = (dls_lcp_claim){.outcome = DLS_INFEASIBLE, .v = v, .w = w};
    assert_code(verify_lcp(&X, &r, &fault), DLS_OK, &fault);
    assert_false(r.ok);
    X.u = forged;
    X.cases = 1;
    assert_code(verify_lcp(&X, &r, &fault), DLS_OK, &fault);
    assert_false(r.ok);
}

/* The point of a disc that is closest to (3, 4) */
static dls_error verify_conic(const dls_conic_claim *X, dls_verify_report *r, dls_fault *fault)
{
    const double P[] = {1, 0, 0, 1}, A[] = {0, -1, 0, 0, 0, -1}, q[] = {-3, -4}, b[] = {1, 0, 0};
    const dls_int three = 3;
    dls_mat Ps = sparse_of(2, 2, P), As = sparse_of(3, 2, A);
    const dls_conic_problem C = {dls_see(&Ps), q, dls_see(&As), b, {0, 0, 1, &three}};
    dls_error error = dls_verify_conic(&C, X, r, fault);
    sparse_free(&Ps);
    sparse_free(&As);
    return error;
}

static void test_conic(void **state)
{
    (void)state;
    const double x[] = {0.6, 0.8}, s[] = {1, 0.6, 0.8}, y[] = {4, -2.4, -3.2};
    const double objectives[] = {-4.5, -4.5}, off[] = {4, -2.404, -3.2};
    dls_row active[] = {DLS_ROW_STRONG, DLS_ROW_STRONG, DLS_ROW_STRONG};
    dls_conic_claim X = {DLS_SOLVED, x, s, y, 0, objectives, active};
    dls_verify_report r;
    dls_fault fault;
    assert_code(verify_conic(&X, &r, &fault), DLS_OK, &fault);
    assert_true(r.ok && r.checks == 7);
    active[1] = DLS_ROW_INACTIVE;
    assert_code(verify_conic(&X, &r, &fault), DLS_OK, &fault);
    assert_false(r.ok);
    X.active = NULL;
    X.y = off;
    assert_code(verify_conic(&X, &r, &fault), DLS_OK, &fault);
    assert_false(r.ok);
    X = (dls_conic_claim){.outcome = DLS_PRIMAL_INFEASIBLE, .x = x, .s = s, .y = y};
    assert_code(verify_conic(&X, &r, &fault), DLS_OK, &fault);
    assert_false(r.ok);
}

/* A beam on three supports, and two columns of data: the second one is in contradiction. */
static dls_error verify_kkt(const dls_kkt_claim *X, dls_int count, dls_verify_report *r,
                            dls_fault *fault)
{
    const double M[] = {1, 0, 0, 2}, G[] = {1, -1, 1, 0, 1, 1}, F[] = {9, 0, 0, 0};
    const double b[] = {0, 0, 0, 1, 0, 1};
    dls_mat Ms = sparse_of(2, 2, M), Gs = sparse_of(2, 3, G);
    const dls_kkt_problem P = {dls_see(&Ms), dls_see(&Gs), F, b, NULL};
    dls_error error = dls_verify_kkt(&P, count, X, r, fault);
    sparse_free(&Ms);
    sparse_free(&Gs);
    return error;
}

static void test_kkt(void **state)
{
    (void)state;
    const double zero[] = {0, 0, 0}, lambda[] = {3, 3, 3}, off[] = {3, 3.003, 3};
    const double y[] = {1, -2, 1}, none[] = {1, 0, -1};
    dls_kkt_claim X[] = {{.outcome = DLS_SOLVED, .a = zero, .lambda = lambda},
                         {.outcome = DLS_INCONSISTENT, .a = zero, .lambda = zero, .y = y}};
    dls_verify_report r;
    dls_fault fault;
    assert_code(verify_kkt(X, 2, &r, &fault), DLS_OK, &fault);
    assert_true(r.ok && r.excludes > 1e6 && r.left == 2);
    X[1].y = none;
    assert_code(verify_kkt(X, 2, &r, &fault), DLS_OK, &fault);
    assert_false(r.ok);
    X[0].lambda = off;
    assert_code(verify_kkt(X, 1, &r, &fault), DLS_OK, &fault);
    assert_false(r.ok);
    X[0].outcome = DLS_TIME_LIMIT;
    assert_code(verify_kkt(X, 1, &r, &fault), DLS_OK, &fault);
    assert_false(r.verifiable);
}

static dls_error everything(dls_fault *fault)
{
    const double v[] = {2.5, 0}, w[] = {0, 3.5}, u[] = {0, 0}, cases[] = {0, 0};
    const double z[] = {0, 0, 0};
    const dls_lcp_claim X = {DLS_NO_SOLUTION, v, w, 0, 1, u, cases};
    const dls_conic_claim Y = {.outcome = DLS_SOLVED, .x = v, .s = z, .y = z};
    dls_verify_report r;
    double d[2];
    bool all;
    dls_error error = verify_lcp(&X, &r, fault);
    error = error ? error : verify_conic(&Y, &r, fault);
    const dls_int start[] = {0, 1}, item = 0;
    const bool isolated = true;
    const dls_lcp_list list = {.vertices = 1,
                               .faces = 1,
                               .z = v,
                               .w = w,
                               .face_start = start,
                               .face_item = &item,
                               .isolated = &isolated,
                               .count = 1,
                               .complete = true,
                               .unique = true};
    dls_mat N = sparse_of(2, 2, MATRIX);
    const dls_lcp_problem P = {dls_see(&N), CONSTANTS, 0};
    error = error ? error : dls_verify_lcp_all(&P, &list, &r, fault);
    assert_true(error || r.ok);
    sparse_free(&N);
    const dls_kkt_claim A = {.outcome = DLS_SOLVED, .a = z, .lambda = z};
    error = error ? error : verify_kkt(&A, 1, &r, fault);
    error = error ? error : dls_verify_find_cover(2, 1, cases, &all, fault);
    dls_mat M = sparse_of(2, 2, MATRIX);
    error = error ? error : dls_verify_find_units(dls_see(&M), d, NULL, fault);
    sparse_free(&M);
    return error;
}

static void test_memory(void **state)
{
    (void)state;
    check_allocations(everything);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_report_keeps_the_worst),
        cmocka_unit_test(test_units),
        cmocka_unit_test(test_units_of_a_symmetric_matrix),
        cmocka_unit_test(test_proof),
        cmocka_unit_test(test_covers),
        cmocka_unit_test(test_lcp),
        cmocka_unit_test(test_conic),
        cmocka_unit_test(test_kkt),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
