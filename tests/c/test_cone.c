/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/cones: what each cone promises, in its interior and close to its boundary. */
#include "check.h"
#include "cones/cones.h"
#include "dense.h"

enum { MOST = 10 };

typedef struct {
    const char *name;
    const dls_cone_kind *kind;
    dls_int size;
} sort;

static const sort SORTS[] = {{"orthant", &dls_cones_orthant, 5},
                             {"one inequality", &dls_cones_orthant, 1},
                             {"second-order 2", &dls_cones_second_order, 2},
                             {"second-order 3", &dls_cones_second_order, 3},
                             {"second-order 10", &dls_cones_second_order, 10}};
enum { SORT_COUNT = sizeof SORTS / sizeof *SORTS };

/* A point at the relative distance `near` from the boundary (its direction from the seed). */
static void interior(const sort *S, double near, uint64_t seed, double *x)
{
    for (dls_int i = 0; i < S->size; i++) {
        x[i] = uniform(&seed);
    }
    if (S->kind == &dls_cones_orthant) {
        for (dls_int i = 0; i < S->size; i++) {
            x[i] = i % 2 == 0 ? near * (1 + fabs(x[i])) : 1 + fabs(x[i]);
        }
    } else {
        x[0] = length(S->size - 1, x + 1) * (1 + near);
    }
}

static dls_cone cone_of(const sort *S, double *w)
{
    dls_cone c = {S->kind, 0, S->size, w, 1};
    return c;
}

static double inner(const double *x, const double *y, dls_int n)
{
    double sum = 0;
    for (dls_int i = 0; i < n; i++) {
        sum += x[i] * y[i];
    }
    return sum;
}

/* W y = W^-1 s = lambda, and lambda'lambda = s'y. `loss`: what cancellation near the boundary costs
   relative to the size of W or W^-1. */
static void check_scaling(const dls_cone *c, const double *s, const double *y, const double *lambda,
                          double loss)
{
    double Wy[MOST], Ws[MOST];
    dls_int n = c->size;
    c->kind->apply(c, y, Wy);
    c->kind->divide(c, s, Ws);
    assert_small(distance(n, Wy, lambda), loss * length(n, lambda));
    assert_small(distance(n, Ws, lambda), loss * length(n, lambda));
    assert_small(fabs(inner(lambda, lambda, n) - inner(s, y, n)), loss * inner(s, y, n));
    assert_true(c->kind->margin(c, lambda) > 0);
}

/* W^-1 W x = x, and the columns of W^2. */
static void check_matrix(const dls_cone *c, double loss)
{
    dls_int n = c->size;
    for (dls_int j = 0; j < n; j++) {
        double unit[MOST] = {0}, t[MOST], back[MOST];
        unit[j] = 1;
        c->kind->apply(c, unit, t);
        c->kind->divide(c, t, back);
        assert_small(distance(n, back, unit), loss);
        c->kind->apply(c, t, t);
        for (dls_int i = 0; i < n; i++) {
            double square = c->kind->square(c, i, j);
            assert_small(fabs(square - t[i]), 1e-13 * length(n, t));
            assert_small(fabs(square - c->kind->square(c, j, i)), 0);
        }
    }
}

/* D + u u' - v v' = W^2 / eta^2 with D > 0 and D - v v' positive definite: v'D^-1 v < 1. */
static void check_arrow(const dls_cone *c)
{
    if (!c->kind->arrow) {
        return;
    }
    dls_arrow a = c->kind->arrow(c);
    double u[MOST], v[MOST], vDv = 0, size = 2 * c->w[0] * c->w[0];
    for (dls_int i = 0; i < c->size; i++) {
        u[i] = i == 0 ? a.u0 : a.u1 * c->w[i];
        v[i] = i == 0 ? 0 : a.v1 * c->w[i];
        vDv += v[i] * v[i];
    }
    assert_true(a.d0 > 0);
    assert_small(vDv, 1);
    for (dls_int i = 0; i < c->size; i++) {
        for (dls_int j = 0; j < c->size; j++) {
            double d = i != j ? 0 : i == 0 ? a.d0 : 1;
            double square = c->kind->square(c, i, j) / (c->eta * c->eta);
            assert_small(fabs(d + u[i] * u[j] - v[i] * v[j] - square), 1e-14 * size);
        }
    }
}

/* u o (u \ v) = v, e o v = v, and the product commutes. */
static void check_product(const dls_cone *c, const double *u, double loss)
{
    double v[MOST], q[MOST], p[MOST], e[MOST] = {0};
    uint64_t seed = 99;
    dls_int n = c->size;
    for (dls_int i = 0; i < n; i++) {
        v[i] = uniform(&seed);
    }
    c->kind->quotient(c, u, v, q);
    c->kind->product(c, u, q, p);
    assert_small(distance(n, p, v), loss * length(n, u) * length(n, q));
    c->kind->identity(c, 1, e);
    c->kind->product(c, e, v, p);
    assert_small(distance(n, p, v), 0);
    c->kind->product(c, u, v, p);
    c->kind->product(c, v, u, q);
    assert_small(distance(n, p, q), 0);
    memcpy(q, u, sizeof q); /* in place */
    c->kind->product(c, q, v, q);
    assert_small(distance(n, p, q), 0);
}

static bool inside(const dls_cone *c, const double *x, const double *d, double t)
{
    long double rest = 0;
    for (dls_int i = c->kind == &dls_cones_orthant ? 0 : 1; i < c->size; i++) {
        long double z = (long double)x[i] + (long double)t * d[i];
        if (c->kind == &dls_cones_orthant && z < 0) {
            return false;
        }
        rest += z * z;
    }
    long double first = (long double)x[0] + (long double)t * d[0];
    return c->kind == &dls_cones_orthant || (first >= 0 && first * first >= rest);
}

/* The step to the boundary, by bisection. */
static void check_step(const dls_cone *c, const double *x, double loss)
{
    uint64_t seed = 7;
    for (int k = 0; k < 20; k++) {
        double d[MOST], low = 0, high = 1e6;
        for (dls_int i = 0; i < c->size; i++) {
            d[i] = uniform(&seed) + (k == 0 && i == 0 ? (double)c->size : 0);
        }
        double t = c->kind->step(c, x, d);
        if (inside(c, x, d, high)) {
            assert_true(t > high * (1 - loss));
            continue;
        }
        for (int step = 0; step < 200; step++) {
            double middle = (low + high) / 2;
            *(inside(c, x, d, middle) ? &low : &high) = middle;
        }
        assert_small(fabs(t - low), loss * low);
    }
}

static void check_margin(const dls_cone *c, const double *x)
{
    double t = c->kind->margin(c, x), y[MOST] = {0};
    memcpy(y, x, (size_t)c->size * sizeof *y);
    c->kind->identity(c, -t, y);
    assert_small(fabs(c->kind->margin(c, y)), 1e-15 * length(c->size, x));
    c->kind->identity(c, -1, y);
    assert_small(fabs(c->kind->margin(c, y) + 1), 1e-14 * (1 + length(c->size, x)));
}

static void check_cone(const sort *S, double near_s, double near_y, uint64_t seed, double loss)
{
    double w[MOST], s[MOST], y[MOST], lambda[MOST];
    dls_cone c = cone_of(S, w);
    interior(S, near_s, seed, s);
    interior(S, near_y, seed + 100, y);
    assert_true(c.kind->scale(&c, s, y, lambda));
    check_scaling(&c, s, y, lambda, loss);
    check_matrix(&c, loss);
    check_arrow(&c);
    check_product(&c, lambda, 1e-14);
    check_step(&c, s, 10 * loss);
    check_margin(&c, s);
}

static void test_interior(void **state)
{
    (void)state;
    for (int k = 0; k < SORT_COUNT; k++) {
        for (uint64_t seed = 1; seed <= 20; seed++) {
            check_cone(&SORTS[k], 0.3, 0.7, seed, 1e-13);
        }
    }
}

/* Cancellation costs at most the digits that the distance has. */
static void test_near_boundary(void **state)
{
    (void)state;
    for (int k = 0; k < SORT_COUNT; k++) {
        for (uint64_t seed = 1; seed <= 20; seed++) {
            check_cone(&SORTS[k], 1e-4, 1e-4, seed, 1e-11);
            check_cone(&SORTS[k], 1e-8, 0.5, seed, 1e-7);
            check_cone(&SORTS[k], 0.5, 1e-8, seed, 1e-7);
            check_cone(&SORTS[k], 1e-8, 1e-8, seed, 1e-7);
        }
    }
}

static void test_outside(void **state)
{
    (void)state;
    for (int k = 0; k < SORT_COUNT; k++) {
        double w[MOST], s[MOST], y[MOST], lambda[MOST];
        dls_cone c = cone_of(&SORTS[k], w);
        interior(&SORTS[k], 0.5, 3, s);
        interior(&SORTS[k], 0.5, 4, y);
        double margin = c.kind->margin(&c, y);
        c.kind->identity(&c, -margin - 0.1, y);
        assert_false(c.kind->scale(&c, s, y, lambda));
        assert_false(c.kind->scale(&c, y, s, lambda));
        s[0] = NAN;
        assert_false(c.kind->scale(&c, s, s, lambda));
    }
}

static void test_zero(void **state)
{
    (void)state;
    double w[3], x[3] = {1, -2, 3}, out[3] = {9, 9, 9}, zero[3] = {0};
    dls_cone c = {&dls_cones_zero, 0, 3, w, 1};
    assert_true(c.kind->scale(&c, zero, x, out));
    assert_small(length(3, out), 0);
    c.kind->apply(&c, x, out);
    assert_small(length(3, out), 0);
    c.kind->divide(&c, x, out);
    assert_small(length(3, out), 0);
    c.kind->quotient(&c, x, x, out);
    assert_small(length(3, out), 0);
    c.kind->identity(&c, 5, x);
    assert_true(x[0] == 1 && x[1] == -2 && x[2] == 3);
    assert_true(isinf(c.kind->margin(&c, x)) && isinf(c.kind->step(&c, x, x)));
    assert_true(c.kind->degree(&c) == 0 && c.kind->square(&c, 1, 1) == 0);
}

/* The product of all of them does what its parts do. */
static void test_all_together(void **state)
{
    (void)state;
    static const dls_int sizes[] = {3, 1, 2};
    dls_pool pool = {NULL, 0};
    dls_product K;
    double s[12] = {0}, y[12], lambda[12], out[12];
    assert_true(dls_cones_new(&pool, &K, &(dls_cones){2, 4, 3, sizes}, NULL));
    assert_int_equal(K.rows, 12);
    assert_int_equal(K.count, 5);
    assert_int_equal(dls_cones_equations(&K), 2);
    assert_true(K.degree == 4 + 1 + 1 + 1);
    for (dls_int i = 0; i < 12; i++) {
        y[i] = 0.1;
    }
    dls_cones_identity(&K, 2, s);
    dls_cones_identity(&K, 1, y);
    assert_small(fabs(dls_cones_margin(&K, s) - 2), 1e-15);
    assert_true(dls_cones_scale(&K, s, y, lambda));
    dls_cones_apply(&K, y, out);
    assert_small(distance(12, out, lambda), 1e-14);
    dls_cones_divide(&K, s, out);
    assert_small(distance(12, out, lambda), 1e-14);
    for (dls_int i = 0; i < 12; i++) {
        out[i] = i == 4 ? -4 : 0;
    }
    assert_small(fabs(dls_cones_step(&K, s, out) - 0.5), 1e-15);
    assert_true(K.owner[1] == 0 && K.owner[5] == 1 && K.owner[8] == 2 && K.owner[9] == 3);
    dls_cones_unit_scaling(&K);
    dls_cones_apply(&K, y, out);
    assert_small(distance(10, out + 2, y + 2), 1e-15);
    assert_true(dls_cones_new(&pool, &K, &(dls_cones){0, 0, 0, NULL}, NULL));
    assert_int_equal(dls_cones_equations(&K), 0);
    dls_pool_free(&pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_interior),     cmocka_unit_test(test_near_boundary),
        cmocka_unit_test(test_outside),      cmocka_unit_test(test_zero),
        cmocka_unit_test(test_all_together),
    };
    return cmocka_run_group_tests_name("cone", tests, NULL, NULL);
}
