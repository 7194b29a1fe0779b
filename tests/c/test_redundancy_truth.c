/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/redundancy: systems of which the truth is known: long ones, and what to release. */
#include "check.h"
#include "dense.h"
#include "problems.h"

/* Unit masses. */
static dls_redundancy_report *of_gradients(const dls_mat *G, const dls_redundancy_settings *s)
{
    dls_mat M;
    dls_redundancy_report *R = NULL;
    dls_fault f;
    assert_true(dls_mat_new(&M, G->rows, G->rows, G->rows));
    for (dls_int j = 0, at = 0; j < G->rows; j++) {
        dls_mat_put(&M, &at, j, 1);
        M.p[j + 1] = at;
    }
    assert_code(dls_redundancy(dls_see(&M), dls_see(G), s, &R, &f), DLS_OK, &f);
    dls_mat_free(&M);
    return R;
}

enum { LEGS = 8, STEP = 10 };

/* A chain, every `step`-th link twice: these have leverage 1/2, all others are determined. */
static dls_mat doubled_chain(dls_int n, dls_int links, dls_int step)
{
    dls_mat G;
    dls_int twice = (links + step - 1) / step, at = 0;
    assert_true(dls_mat_new(&G, n, links + twice, 2 * (links + twice)));
    for (dls_int j = 0; j < links + twice; j++) {
        dls_int link = j < links ? j : (j - links) * step;
        dls_mat_put(&G, &at, link, -1);
        dls_mat_put(&G, &at, link + 1, 1);
        G.p[j + 1] = at;
    }
    return G;
}

static void test_long_chain(void **state)
{
    (void)state;
    dls_int links = small_sizes() ? 500 : 6000, n = links + links / 3;
    dls_mat G = doubled_chain(n, links, STEP);
    for (int kernel = 0; kernel < 2; kernel++) {
        dls_redundancy_settings s = dls_redundancy_defaults();
        s.most = kernel ? s.most : 2; /* without a kernel: the same */
        dls_redundancy_report *R = of_gradients(&G, &s);
        assert_int_equal(R->rank, links);
        assert_true((R->kernel.p != NULL) == kernel);
        for (dls_int j = 0; j < R->m; j++) {
            bool twice = j >= links || j % STEP == 0;
            assert_true(R->determined[j] == !twice);
            assert_true(fabs(R->leverage[j] - (twice ? 0.5 : 1)) <= R->leverage_error);
            assert_true(twice || R->leverage[j] == 1);
        }
        assert_true(R->leverage_error <= (kernel ? 1e-9 : 1e-3));
        assert_int_equal(R->parts, kernel ? R->m - links : 0);
        dls_redundancy_free(R);
    }
    dls_mat_free(&G);
}

static double share(uint64_t *state)
{
    return (1 + uniform(state)) / 2;
}

/* 199 links, some of them twice, bars that close loops of up to 199 links; coordinates and
   constraints in units up to 2^20 apart. */
static dls_mat scaled_chain(unsigned seed)
{
    enum { LINKS = 199, MORE = 15 };
    uint64_t next = 77 * (uint64_t)seed + 5;
    dls_mat G;
    dls_int at = 0;
    double unit[LINKS + 1];
    for (dls_int i = 0; i <= LINKS; i++) {
        unit[i] = ldexp(1, (int)floor(21 * share(&next)) - 10);
    }
    assert_true(dls_mat_new(&G, LINKS + 1, LINKS + MORE, 2 * (LINKS + MORE)));
    for (dls_int j = 0; j < LINKS + MORE; j++) {
        dls_int from = j, to = j + 1;
        if (j >= LINKS) {
            from = (dls_int)floor(LINKS * share(&next));
            to = from + (dls_int)(share(&next) < 0.3 ? pow(10, 3 * share(&next)) : 1);
        }
        double scale = ldexp(1, (int)floor(21 * share(&next)) - 10);
        dls_mat_put(&G, &at, from, -scale * unit[from]);
        to = DLS_MIN(to, LINKS);
        dls_mat_put(&G, &at, to, scale * unit[to]);
        G.p[j + 1] = at;
    }
    return G;
}

/* Pivots of dependent columns amplify rounding along the chain: singular values know the rank; and
   what rounding leaves in a column of the kernel belongs to no part. */
static void test_units_of_a_chain(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 60; seed++) {
        dls_mat G = scaled_chain(seed);
        dls_redundancy_report *R = of_gradients(&G, NULL);
        assert_int_equal(R->rank, G.rows - 1);
        dls_redundancy_free(R);
        dls_mat_free(&G);
    }
}

static const int place[LEGS][2] = {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1},
                                   {0, 1},   {1, -1}, {1, 0},  {1, 1}};

static bool in_a_line(int a, int b, int c)
{
    return (place[b][0] - place[a][0]) * (place[c][1] - place[a][1]) ==
           (place[b][1] - place[a][1]) * (place[c][0] - place[a][0]);
}

/* Set number *count are all legs but these three. */
static void check_set(const dls_release_part *P, int a, int b, int c, dls_int *count)
{
    assert_true(*count < P->sets);
    for (dls_int j = 0, k = 0; j < LEGS; j++) {
        if (j != a && j != b && j != c) {
            assert_int_equal(P->set[*count * P->count + k++], j);
        }
    }
    ++*count;
}

/* A table, in any units: five legs are released where the other three are not in a line. */
static void test_releases_of_a_table(void **state)
{
    (void)state;
    for (int units = 0; units < 3; units++) {
        double G[3 * LEGS];
        dls_int count = 0;
        for (int j = 0; j < LEGS; j++) {
            double unit = ldexp(1, units * 13 * (j % 5 - 2)); /* up to 2^104 apart */
            G[3 * j] = unit;
            G[3 * j + 1] = unit * place[j][0];
            G[3 * j + 2] = unit * place[j][1];
        }
        dls_mat sparse = sparse_of(3, LEGS, G);
        dls_redundancy_report *R = of_gradients(&sparse, NULL);
        assert_int_equal(R->parts, 1);
        const dls_release_part *P = &R->releases[0];
        assert_true(P->rows == LEGS && P->count == LEGS - 3 && P->complete);
        for (int a = LEGS - 3; a >= 0; a--) { /* legs that stay, so that the sets increase */
            for (int bc = LEGS * LEGS - 1; bc >= 0; bc--) {
                int b = bc / LEGS, c = bc % LEGS;
                if (a < b && b < c && !in_a_line(a, b, c)) {
                    check_set(P, a, b, c, &count);
                }
            }
        }
        assert_int_equal(P->sets, count);
        assert_int_equal(count, 52);
        dls_redundancy_free(R);
        sparse_free(&sparse);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_long_chain),
        cmocka_unit_test(test_units_of_a_chain),
        cmocka_unit_test(test_releases_of_a_table),
    };
    return cmocka_run_group_tests_name("redundancy_truth", tests, NULL, NULL);
}
