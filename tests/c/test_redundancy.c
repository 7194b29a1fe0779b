/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/redundancy: the diagnosis against dense null spaces. */
#include "check.h"
#include "problems.h"

static dls_redundancy_report *diagnose(const problem *P, const dls_redundancy_settings *settings)
{
    dls_redundancy_report *R = NULL;
    dls_fault f;
    assert_code(dls_redundancy(P->M, P->G, settings, &R, &f), DLS_OK, &f);
    assert_non_null(R);
    return R;
}

/* independent and redundant partition the columns; the independent ones have full rank. */
static void check_split(const problem *P, const dls_redundancy_report *R)
{
    dls_int n = P->n, m = P->m, rank = m - P->nullity;
    double *A = need(n * rank, sizeof *A), *Z;
    int *count = need(m, sizeof *count);
    assert_int_equal(R->n, n);
    assert_int_equal(R->m, m);
    assert_int_equal(R->rank, rank);
    for (dls_int k = 0; k < rank; k++) {
        dls_int j = R->independent[k];
        assert_true(j >= 0 && j < m && (k == 0 || R->independent[k - 1] < j));
        count[j]++;
        memcpy(A + k * n, P->Gd + j * n, (size_t)n * sizeof *A);
    }
    for (dls_int k = 0; k < m - rank; k++) {
        assert_true(R->redundant[k] >= 0 && R->redundant[k] < m);
        count[R->redundant[k]]++;
    }
    for (dls_int j = 0; j < m; j++) {
        assert_int_equal(count[j], 1);
    }
    assert_int_equal(dense_kernel(n, rank, A, &Z), 0);
    free(Z);
    free(A);
    free(count);
}

static void check_kernel(const problem *P, const dls_redundancy_report *R)
{
    dls_int n = P->n, m = P->m, k = P->nullity;
    dls_fault f;
    assert_true(R->kernel.rows == m && R->kernel.cols == k);
    assert_code(dls_view_check(R->kernel, "kernel", &f), DLS_OK, &f);
    double *Z = dense_of(R->kernel);
    for (dls_int c = 0; c < k; c++) {
        double *Gz = need(n, sizeof *Gz), *z = Z + c * m;
        dense_apply(n, m, 1, P->Gd, z, Gz);
        assert_small(length(n, Gz), 1e-14 * length(m, z) * length(n * m, P->Gd));
        for (dls_int d = 0; d < k; d++) {
            assert_true(z[R->redundant[d]] == (c == d ? 1 : 0));
        }
        free(Gz);
    }
    free(Z);
}

/* Reaction i is determined exactly when row i of ker G is zero; leverage = 1 - |that row|^2. */
static void check_determined(const problem *P, const dls_redundancy_report *R)
{
    for (dls_int i = 0; i < P->m; i++) {
        double square = 0;
        for (dls_int k = 0; k < P->nullity; k++) {
            square += P->Zg[i + k * P->m] * P->Zg[i + k * P->m];
        }
        assert_true(R->determined[i] == (square < 1e-16));
        assert_small(fabs(R->leverage[i] - (1 - square)), 1e-12);
    }
}

static void check_floating(const problem *P, const dls_redundancy_report *R)
{
    dls_int n = P->n, m = P->m, k = P->floating;
    dls_fault f;
    assert_true(R->floating.rows == n && R->floating.cols == k);
    assert_code(dls_view_check(R->floating, "floating", &f), DLS_OK, &f);
    double *V = dense_of(R->floating), *Z;
    for (dls_int c = 0; c < k; c++) {
        double *r = need(n + m, sizeof *r), *v = V + c * n, size = length(n, v);
        dense_apply(n, n, 1, P->Md, v, r);
        dense_apply_t(n, m, 1, P->Gd, v, r + n);
        assert_small(length(n, r), 1e-14 * size * length(n * n, P->Md));
        assert_small(length(m, r + n), 1e-14 * size * length(n * m, P->Gd));
        free(r);
    }
    assert_int_equal(dense_kernel(n, k, V, &Z), 0); /* a basis */
    free(Z);
    assert_int_equal(R->rank_mass, n - dense_kernel(n, n, P->Md, &Z));
    free(Z);
    free(V);
}

static void test_families(void **state)
{
    problem *P = problem_make((int)(intptr_t)*state);
    dls_redundancy_report *R = diagnose(P, NULL);
    check_split(P, R);
    check_kernel(P, R);
    check_determined(P, R);
    check_floating(P, R);
    dls_int least = DLS_MIN(P->n, P->m);
    assert_non_null(R->singular_values);
    for (dls_int k = 1; k < least; k++) {
        assert_true(R->singular_values[k] <= R->singular_values[k - 1]);
    }
    assert_true(R->gap > 1e3 || R->rank == 0);
    dls_redundancy_free(R);
    problem_free(P);
}

/* M = I, G = dense; everything against expectations. */
static dls_redundancy_report *of_gradients(dls_int n, dls_int m, const double *G)
{
    dls_redundancy_report *R = NULL;
    dls_fault f;
    double *I = need(n * n, sizeof *I);
    for (dls_int k = 0; k < n; k++) {
        I[k * (n + 1)] = 1;
    }
    dls_mat Ms = sparse_of(n, n, I), Gs = sparse_of(n, m, G);
    assert_code(dls_redundancy(dls_see(&Ms), dls_see(&Gs), NULL, &R, &f), DLS_OK, &f);
    sparse_free(&Ms);
    sparse_free(&Gs);
    free(I);
    return R;
}

/* Supports at -1, 0, 1: the third is 2 x second - first; no reaction is determined. */
static void test_beam_on_three_supports(void **state)
{
    (void)state;
    dls_redundancy_report *R = of_gradients(2, 3, (double[]){1, -1, 1, 0, 1, 1});
    assert_int_equal(R->rank, 2);
    assert_int_equal(R->redundant[0], 2);
    double *z = dense_of(R->kernel);
    assert_small(fabs(z[0] - 1) + fabs(z[1] + 2) + fabs(z[2] - 1), 1e-14);
    static const double leverage[] = {5. / 6, 1. / 3, 5. / 6}; /* ker G = (1,-2,1)/sqrt(6) */
    for (int i = 0; i < 3; i++) {
        assert_false(R->determined[i]);
        assert_small(fabs(R->leverage[i] - leverage[i]), 1e-14);
    }
    assert_int_equal(R->floating.cols, 0);
    assert_int_equal(R->rank_mass, 2);
    free(z);
    dls_redundancy_free(R);
}

/* Zero and repeated columns, and units: 1 = 1000 x 0, 3 = 0; only 2 is determined. */
static void test_repeated_and_zero_columns(void **state)
{
    (void)state;
    static const double G[] = {1e-3, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 0};
    dls_redundancy_report *R = of_gradients(3, 4, G);
    assert_int_equal(R->rank, 2);
    assert_memory_equal(R->independent, ((dls_int[]){0, 2}), 2 * sizeof(dls_int));
    assert_memory_equal(R->redundant, ((dls_int[]){1, 3}), 2 * sizeof(dls_int));
    double *z = dense_of(R->kernel);
    assert_small(fabs(z[0] + 1000), 1e-11);
    assert_true(z[1] == 1 && z[2] == 0 && z[3] == 0);
    assert_true(z[4] == 0 && z[5] == 0 && z[6] == 0 && z[7] == 1);
    assert_false(R->determined[0] || R->determined[1] || R->determined[3]);
    assert_true(R->determined[2]);
    assert_small(fabs(R->leverage[2] - 1) + fabs(R->leverage[3]), 1e-14);
    free(z);
    dls_redundancy_free(R);
}

/* Positions known to six digits: the gap is the rank, a tolerance is obeyed. */
static void test_rounded_positions(void **state)
{
    (void)state;
    problem *P = problem_make(REDUNDANT);
    for (dls_int k = 0; k < P->Gs.p[P->m]; k++) {
        P->Gs.x[k] = round(P->Gs.x[k] * 1e7) / 1e7;
    }
    dls_redundancy_settings s = dls_redundancy_defaults();
    dls_redundancy_report *R = diagnose(P, &s);
    assert_int_equal(R->rank, P->m - P->nullity);
    assert_true(R->gap > 1e3 && R->gap < 1e9);
    dls_redundancy_free(R);
    s.rank_tolerance = 1e-13;
    R = diagnose(P, &s);
    assert_true(R->rank > P->m - P->nullity);
    dls_redundancy_free(R);
    problem_free(P);
}

static void test_settings(void **state)
{
    (void)state;
    problem *P = problem_make(REDUNDANT);
    dls_redundancy_settings s = dls_redundancy_defaults();
    s.leverage = 0;
    dls_redundancy_report *R = diagnose(P, &s);
    assert_null(R->leverage);
    check_split(P, R);
    check_kernel(P, R);
    dls_redundancy_free(R);
    s = dls_redundancy_defaults();
    s.most = 10; /* no room for the kernel: the rest of the report stands without it */
    R = diagnose(P, &s);
    assert_null(R->kernel.p);
    check_split(P, R);
    for (dls_int i = 0; i < P->m; i++) {
        double row = 0;
        for (dls_int k = 0; k < P->nullity; k++) {
            row += fabs(P->Zg[i + k * P->m]);
        }
        assert_true(R->determined[i] == (row < 1e-8));
    }
    dls_redundancy_free(R);
    problem_free(P);
}

/* Above 400 coordinates Q R decides instead of singular values. */
static void test_larger_than_dense(void **state)
{
    (void)state;
    if (small_sizes()) {
        skip();
    }
    problem *P = problem_random(420, 450, 5);
    dls_redundancy_report *R = diagnose(P, NULL);
    assert_null(R->singular_values);
    check_split(P, R);
    check_kernel(P, R);
    check_determined(P, R);
    check_floating(P, R);
    dls_redundancy_free(R);
    problem_free(P);
}

static void test_empty(void **state)
{
    (void)state;
    static const dls_int sizes[][2] = {{0, 0}, {3, 0}, {0, 3}};
    static const dls_int zeros[4] = {0};
    for (int k = 0; k < 3; k++) {
        dls_int n = sizes[k][0], m = sizes[k][1];
        dls_view M = {n, n, zeros, NULL, NULL}, G = {n, m, zeros, NULL, NULL};
        dls_redundancy_report *R = NULL;
        dls_fault f;
        assert_code(dls_redundancy(M, G, NULL, &R, &f), DLS_OK, &f);
        assert_int_equal(R->rank, 0);
        assert_int_equal(R->kernel.cols, m);
        assert_int_equal(R->floating.cols, n);
        for (dls_int j = 0; j < m; j++) {
            assert_false(R->determined[j]);
            assert_true(R->leverage[j] == 0);
        }
        dls_redundancy_free(R);
    }
}

#define FAMILY(family)                                                                             \
    {                                                                                              \
        "test_families_" #family, test_families, NULL, NULL, (void *)(intptr_t)(family)            \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        FAMILY(FULL),
        FAMILY(REDUNDANT),
        FAMILY(MASSLESS),
        FAMILY(FLOATING),
        FAMILY(REPEATED),
        FAMILY(UNITS),
        FAMILY(STATICS),
        FAMILY(FREE),
        FAMILY(LATTICE),
        FAMILY(CHAIN),
        cmocka_unit_test(test_beam_on_three_supports),
        cmocka_unit_test(test_repeated_and_zero_columns),
        cmocka_unit_test(test_rounded_positions),
        cmocka_unit_test(test_settings),
        cmocka_unit_test(test_larger_than_dense),
        cmocka_unit_test(test_empty),
    };
    return cmocka_run_group_tests_name("redundancy", tests, NULL, NULL);
}
