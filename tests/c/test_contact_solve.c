/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/contact: whole answers, against those by hand. */
#include "check.h"
#include "dense.h"

static dls_contact_settings usual(void)
{
    return (dls_contact_settings){.coulomb = true,
                                  .minimum = true,
                                  .list = DLS_LIST_FEW,
                                  .tolerance = 1e-8,
                                  .lcp = dls_lcp_defaults()};
}

static dls_error run(const dls_contact_system *S, dls_contact_scaled **N, dls_contact_result **r,
                     dls_fault *fault)
{
    dls_contact_settings settings = usual();
    *r = NULL;
    dls_error error = dls_contact_scale(S, N, fault);
    return error ? error : dls_contact_solve(*N, &settings, (dls_host){0}, r, fault);
}

static const double I[] = {1, 0, 0, 1}, zero[4] = {0};

/* Two masses, forces of 1 and 2, two stops, the columns of G. */
typedef struct {
    dls_contact_system S;
    dls_mat M, G, none;
} rig;

static rig rig_of(const double *G, const double *b)
{
    static const double F[] = {1, 2};
    rig r = {.M = sparse_of(2, 2, I), .G = sparse_of(2, 2, G), .none = sparse_of(2, 0, I)};
    dls_view none = dls_see(&r.none);
    r.S = (dls_contact_system){2, dls_see(&r.M), none, dls_see(&r.G), none, none, F,   zero,
                               b, zero,          zero, zero,          zero, zero, zero};
    return r;
}

static void rig_free(rig *r)
{
    sparse_free(&r->M);
    sparse_free(&r->G);
    sparse_free(&r->none);
}

/* Apart; the same stop twice, in units of which one is 8 times as large: the shortest reactions;
   one closes without pressing. */
static void test_minimum(void **state)
{
    (void)state;
    static const double apart[] = {1, 0, 0, 1}, same[] = {1, 0, 8, 0}, idle[] = {0, 2};
    static const double expected[3][4] = {{0, 0, 1, 2}, {0, -2, 1.0 / 65, 8.0 / 65}, {0, -2, 1, 0}};
    for (int k = 0; k < 3; k++) {
        rig g = rig_of(k == 1 ? same : apart, k == 2 ? idle : zero);
        dls_contact_scaled *N;
        dls_contact_result *r;
        dls_fault fault;
        assert_code(run(&g.S, &N, &r, &fault), DLS_OK, &fault);
        assert_int_equal(r->outcome, DLS_SOLVED);
        assert_int_equal(r->unique, k == 1 ? DLS_NO : DLS_YES);
        for (int i = 0; i < 4; i++) {
            double unit = i < 2 ? N->unit.a[i] : N->unit.nu[i - 2];
            assert_small(fabs(unit * r->x[i] - expected[k][i]), 1e-14);
        }
        dls_contact_result_free(r);
        dls_contact_scaled_free(N);
        rig_free(&g);
    }
}

/* A block on a floor or, bilateral, in a guide, held: no acceleration, its weight and the push are
   borne; the margin of friction is mu n - |t|, the least friction |t| / n. */
static dls_error run_held(double pull, bool guide, dls_contact_held *held,
                          dls_contact_margin_answer *margin, dls_contact_critical *critical,
                          dls_fault *fault)
{
    static const double columns[] = {0, 1, 1, 0}, mu = 0.5, weight = 1;
    static const bool all[] = {true, true};
    const bool opens[] = {!guide, false};
    static const dls_int normal = 0, tangent = 1;
    const double F[] = {-3, pull};
    dls_mat M = sparse_of(2, 2, I), G = sparse_of(2, 2, columns);
    dls_contact_hold H = {dls_see(&M), dls_see(&G), F, zero, opens, 1e-15, INFINITY};
    dls_error error = dls_contact_solve_held(&H, (dls_host){0}, held, fault);
    dls_contact_margin Q = {.G = dls_see(&G),
                            .w = held->w,
                            .size = held->size,
                            .free = all,
                            .presses = opens,
                            .d = 2,
                            .contacts = 1,
                            .normal = &normal,
                            .tangent = &tangent,
                            .bilateral = &guide,
                            .mu = &mu,
                            .weight = &weight,
                            .cap = held->size,
                            .accuracy = 1e-15,
                            .max_nodes = 10,
                            .max_time = INFINITY};
    error = error ? error : dls_contact_solve_margin(&Q, (dls_host){0}, margin, fault);
    error = error ? error : dls_contact_find_critical(&Q, (dls_host){0}, critical, fault);
    sparse_free(&M);
    sparse_free(&G);
    return error;
}

static void test_held(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) { /* presses; a guide: presses, is pulled; lifts */
        double a[2] = {0}, lambda[2] = {0}, w[2] = {0}, x[2] = {0}, least[2] = {0};
        bool open[2] = {false};
        dls_contact_held held = {.a = a, .lambda = lambda, .w = w, .open = open};
        dls_contact_margin_answer margin = {.lambda = x};
        dls_contact_critical critical = {.lambda = least};
        dls_fault fault;
        bool lifts = k == 3, guide = k == 1 || k == 2;
        double weight = k == 2 ? -19.62 : lifts ? -5 : 19.62;
        assert_code(run_held(weight, guide, &held, &margin, &critical, &fault), DLS_OK, &fault);
        assert_int_equal(held.outcome, DLS_SOLVED);
        assert_true(open[0] == lifts && !open[1]);
        assert_small(fabs(a[0]), 1e-14);
        assert_small(fabs(a[1] - (lifts ? 5 : 0)), 1e-13);
        assert_small(fabs(lambda[0] - (lifts ? 0 : weight)), 1e-13);
        assert_small(fabs(lambda[1] + 3), 1e-13);
        if (!lifts) {
            assert_int_equal(margin.outcome, DLS_SOLVED);
            assert_small(fabs(margin.value - 6.81), 1e-8);
            assert_true(margin.found && margin.leaves == (guide ? 2 : 1));
            assert_small(fabs(critical.factor * 0.5 - 3 / 19.62), 1e-8);
            assert_true(critical.leaves > 0 && critical.below < critical.factor);
            assert_small(critical.below / critical.factor - 1, 2e-6);
        }
        dls_contact_critical_free(&critical);
        dls_contact_margin_free(&margin);
    }
}

static void test_memory(void **state)
{
    (void)state;
    static const double twice[] = {1, 0, 1, 0};
    rig g = rig_of(twice, zero);
    bool failed = true;
    for (dls_int k = 1; failed; k++) {
        dls_contact_scaled *N;
        dls_contact_result *r;
        dls_fault fault = {0};
        dls_int before = dls_test_allocations();
        dls_test_fail_allocation(k);
        dls_error error = run(&g.S, &N, &r, &fault);
        double a[2] = {0}, lambda[2] = {0}, w[2] = {0}, x[2] = {0}, least[2] = {0};
        bool open[2] = {false};
        dls_contact_held held = {.a = a, .lambda = lambda, .w = w, .open = open};
        dls_contact_margin_answer margin = {.lambda = x};
        dls_contact_critical critical = {.lambda = least};
        error = error ? error : run_held(19.62, true, &held, &margin, &critical, &fault);
        dls_contact_margin_free(&margin);
        dls_contact_critical_free(&critical);
        dls_test_fail_allocation(0);
        failed = dls_test_allocations() - before >= k;
        assert_true(error == DLS_ERROR_MEMORY || error == DLS_OK);
        assert_true(failed || error == DLS_OK);
        dls_contact_result_free(r);
        dls_contact_scaled_free(N);
    }
    rig_free(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_minimum), cmocka_unit_test(test_held),
                                       cmocka_unit_test(test_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
