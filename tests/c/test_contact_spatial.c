/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/contact in space: a mass on the floor, in a guide, between two walls, by hand. */
#include "check.h"
#include "dense.h"

enum { FLOOR, GUIDE, WALLS, CASES };
static const double MU = 0.5, MASS = 2, zero[8] = {0};

typedef struct {
    dls_contact_system S;
    dls_mat M, G, H, none;
    double F[3], mu[2], b[2];
} rig;

/* The tangential force is 5, the load across the contact 20 (it presses) or -20. Both walls leave a
   gap that closes at 1: a_3 >= 1 and a_3 <= -1. */
static void make_rig(rig *r, int kind, double pull, double load)
{
    static const double M[] = {2, 0, 0, 0, 2, 0, 0, 0, 2}, H[] = {1, 0, 0, 0, 1, 0},
                        both[] = {1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0}, G[] = {0, 0, 1, 0, 0, -1};
    bool walls = kind == WALLS, guide = kind == GUIDE;
    *r = (rig){.M = sparse_of(3, 3, M),
               .G = sparse_of(3, walls ? 2 : 1, G),
               .H = sparse_of(3, walls ? 4 : 2, walls ? both : H),
               .none = sparse_of(3, 0, M),
               .F = {-0.6 * pull, -0.8 * pull, load},
               .mu = {MU, MU},
               .b = {walls ? -1 : 0, -1}};
    dls_view none = dls_see(&r->none), g = dls_see(&r->G), h = dls_see(&r->H);
    r->S = (dls_contact_system){.d = 3,
                                .M = dls_see(&r->M),
                                .Gb = guide ? g : none,
                                .Gu = guide ? none : g,
                                .Hb = guide ? h : none,
                                .Hu = guide ? none : h,
                                .F = r->F,
                                .bb = zero,
                                .bu = r->b,
                                .tb = zero,
                                .tu = zero,
                                .mub = r->mu,
                                .muu = r->mu,
                                .vtb = zero,
                                .vtu = zero};
}

static void free_rig(rig *r)
{
    sparse_free(&r->M);
    sparse_free(&r->G);
    sparse_free(&r->H);
    sparse_free(&r->none);
}

static dls_error run(const dls_contact_system *S, dls_contact_scaled **N, dls_contact_result **r,
                     dls_fault *fault)
{
    dls_contact_settings settings = {.coulomb = true,
                                     .minimum = true,
                                     .list = DLS_LIST_FEW,
                                     .tolerance = 1e-8,
                                     .accuracy = 1e-15,
                                     .lcp = dls_lcp_defaults()};
    *r = NULL;
    dls_error error = dls_contact_scale(S, N, fault);
    return error ? error : dls_contact_solve(*N, &settings, (dls_host){0}, r, fault);
}

/* Sticks, slips, lifts; in the guide any load across it lets friction act. */
static void test_closed_forms(void **state)
{
    (void)state;
    static const double pull[] = {5, 14, 14, 14}, load[] = {20, 20, -20, 0};
    for (int k = 0; k < 8; k++) {
        rig g;
        dls_contact_scaled *N;
        dls_contact_result *r;
        dls_fault fault;
        bool guide = k >= 4;
        double p = pull[k % 4], n = guide ? load[k % 4] : fmax(load[k % 4], 0);
        double t = fmin(p, MU * fabs(n));
        make_rig(&g, guide ? GUIDE : FLOOR, p, load[k % 4]);
        assert_code(run(&g.S, &N, &r, &fault), DLS_OK, &fault);
        assert_int_equal(r->outcome, DLS_SOLVED);
        assert_false(r->left);
        assert_int_equal(r->unique, DLS_YES);
        const double expected[] = {0.6 * (p - t) / MASS,
                                   0.8 * (p - t) / MASS,
                                   (n - load[k % 4]) / MASS,
                                   n,
                                   -0.6 * t,
                                   -0.8 * t};
        const dls_contact_answer *u = &N->unit;
        for (int e = 0; e < 6; e++) {
            double unit = e < 3 ? u->a[e] : e > 3 ? (guide ? u->tb : u->tu)[e - 4] : 1;
            unit = e == 3 ? (guide ? u->nb : u->nu)[0] : unit;
            assert_small(fabs(unit * r->x[e] - expected[e]), 1e-8);
        }
        dls_contact_result_free(r);
        dls_contact_scaled_free(N);
        free_rig(&g);
    }
}

static void test_contradiction(void **state)
{
    (void)state;
    rig g;
    dls_contact_scaled *N;
    dls_contact_result *r;
    dls_fault fault;
    make_rig(&g, WALLS, 5, 20);
    assert_code(run(&g.S, &N, &r, &fault), DLS_OK, &fault);
    assert_int_equal(r->outcome, DLS_INFEASIBLE);
    assert_int_equal(r->unique, DLS_NO);
    assert_int_equal(r->certificate, DLS_CERTIFICATE_FARKAS);
    assert_int_equal(r->unknowns, 2 + 2 * 3); /* Gu'a + bu >= 0, two cones */
    assert_true(r->proof[0] > 0);             /* y_1 = y_2 in the caller's units: -a_3 + a_3 */
    assert_small(fabs(r->proof[0] / r->proof[1] - 1), 1e-8);
    dls_contact_result_free(r);
    dls_contact_scaled_free(N);
    free_rig(&g);
}

static void test_memory(void **state)
{
    (void)state;
    for (int kind = 0; kind < CASES; kind++) {
        rig g;
        bool failed = true;
        make_rig(&g, kind, 14, 20);
        for (dls_int k = 1; failed; k += 1 + k / 20) {
            dls_contact_scaled *N = NULL;
            dls_contact_result *r = NULL;
            dls_fault fault = {0};
            dls_int before = dls_test_allocations();
            dls_test_fail_allocation(k);
            dls_error error = run(&g.S, &N, &r, &fault);
            dls_test_fail_allocation(0);
            failed = dls_test_allocations() - before >= k;
            assert_true(error == DLS_ERROR_MEMORY || error == DLS_OK);
            dls_contact_result_free(r);
            dls_contact_scaled_free(N);
        }
        free_rig(&g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_closed_forms),
                                       cmocka_unit_test(test_contradiction),
                                       cmocka_unit_test(test_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
