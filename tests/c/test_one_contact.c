/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/law: one contact alone, and the roots of its quartic. */
#include "check.h"
#include "friction/friction.h"
#include "friction_problems.h"

static const double MU[] = {0, 1e-3, 0.3, 1, 50, 1e5, INFINITY};
enum { MUS = sizeof MU / sizeof *MU };

typedef struct {
    int d;
    double mu, W[9], q[3], r[3];
} one;

/* r and u that obey the law: state 0 opens, 1 sticks, 2 slides. */
static void obey(int d, double mu, int state, uint64_t *seed, double *r, double *u)
{
    double e[3] = {0}, size = 0, slip = fabs(uniform(seed)), share = fabs(uniform(seed));
    for (int i = 1; i < d; i++) {
        e[i] = uniform(seed);
        size += e[i] * e[i];
    }
    share = state == 2 ? 1 : share;
    r[0] = state == 0 ? 0 : 0.1 + fabs(uniform(seed));
    u[0] = state == 0 ? slip : 0;
    for (int i = 1; i < d; i++) {
        e[i] /= sqrt(size);
        r[i] = isinf(mu) ? uniform(seed) : share * mu * r[0] * e[i];
        u[i] = state == 1 || isinf(mu) ? 0 : -slip * e[i];
    }
}

/* A problem that has a solution; W = B B' of the given rank, rows scaled, perhaps unsymmetric. */
static one contact_random(int trial, int rank, double decades, double skew, uint64_t *seed)
{
    one C = {.d = 2 + trial % 2, .mu = MU[trial / 2 % MUS]};
    double B[9], u[3], scale[3];
    int d = C.d, state = trial / (2 * MUS) % 3;
    for (int k = 0; k < d * d; k++) {
        B[k] = uniform(seed);
    }
    for (int i = 0; i < d; i++) {
        scale[i] = pow(10, decades * uniform(seed));
    }
    for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
            for (int k = 0; k < rank && k < d; k++) {
                C.W[i * d + j] += scale[i] * scale[j] * B[i * d + k] * B[j * d + k];
            }
            C.W[i * d + j] *= 1 + skew * uniform(seed);
        }
    }
    obey(d, C.mu, state, seed, C.r, u);
    for (int i = 0; i < d; i++) {
        C.q[i] = u[i] - dls_dot(d, C.W + i * d, C.r);
    }
    return C;
}

/* |r - P (r - rho (u + mu |u_T| e_N))| / max (|r|, rho |q|), written out once more. */
static double map_of(const one *C, const double *r)
{
    int d = C->d;
    double trace = 0, x[3], p[3] = {0}, sum = 0, u[3], t = 0, slip = 0;
    for (int i = 0; i < d; i++) {
        trace += C->W[i * d + i];
        u[i] = C->q[i] + dls_dot(d, C->W + i * d, r);
        slip = i > 0 ? hypot(slip, u[i]) : 0;
    }
    double rho = trace > 0 ? d / trace : 1;
    u[0] += isinf(C->mu) ? 0 : C->mu * slip;
    for (int i = 0; i < d; i++) {
        x[i] = r[i] - rho * u[i];
        t = i > 0 ? hypot(t, x[i]) : 0;
    }
    double k = isinf(C->mu) ? 0 : (x[0] + C->mu * t) / (1 + C->mu * C->mu);
    bool inside = isinf(C->mu) ? x[0] >= 0 : t <= C->mu * x[0];
    for (int i = 0; i < d; i++) {
        if (inside || (isinf(C->mu) && i > 0)) {
            p[i] = x[i];
        } else if (k > 0) {
            p[i] = i == 0 ? k : C->mu * k * x[i] / t;
        }
        sum += (r[i] - p[i]) * (r[i] - p[i]);
    }
    double size = fmax(length(d, r), rho * length(d, C->q));
    return size > 0 ? sqrt(sum) / size : 0;
}

/* Every problem of these families has a solution: one is found to rounding, which De Saxce's
   mu |u_T| multiplies by mu. */
static void test_one_contact(void **state)
{
    (void)state;
    static const struct {
        int rank;
        double decades, skew;
    } family[] = {{3, 0, 0}, {3, 0, 1e-3}, {3, 3, 0}, {2, 0, 0}, {1, 0, 0}, {0, 0, 0}, {2, 2, 0}};
    uint64_t seed = 12;
    int trials = small_sizes() ? 500 : 20000;
    for (size_t f = 0; f < sizeof family / sizeof *family; f++) {
        for (int k = 0; k < trials; k++) {
            one C = contact_random(k, family[f].rank, family[f].decades, family[f].skew, &seed);
            double r[3], claim = dls_law_solve(C.d, C.mu, C.W, C.q, r), map = map_of(&C, r);
            double bound = isinf(C.mu) ? 1e-12 : fmax(1e-12, 1e-15 * C.mu);
            assert_small(map, bound);
            assert_small(fabs(map - claim), bound);
        }
    }
}

/* mu = Inf and no tangential W, which leaves r_T open: the shortest r. */
static void test_locked(void **state)
{
    (void)state;
    for (int d = 2; d <= 3; d++) {
        double W[9] = {2}, q[3] = {-3}, r[3];
        assert_small(dls_law_solve(d, INFINITY, W, q, r), 0);
        assert_small(fabs(r[0] - 1.5), 1e-15);
        assert_small(length(d - 1, r + 1), 0);
    }
}

/* u_T across the direction of sliding at this angle, with a and what u_T is along it. */
static double across(const one *C, double angle, double *a, double *along)
{
    double e[] = {C->mu, cos(angle), sin(angle)}, u[3];
    *a = -C->q[0] / (C->W[0] + C->mu * (C->W[1] * e[1] + C->W[2] * e[2]));
    for (int i = 1; i < 3; i++) {
        const double *row = C->W + 3 * i;
        u[i] = C->q[i] + *a * (row[0] + C->mu * (row[1] * e[1] + row[2] * e[2]));
    }
    *along = u[1] * e[1] + u[2] * e[2];
    return u[2] * e[1] - u[1] * e[2];
}

/* |r - s| of the sliding solution s next to r, by scanning all angles and bisection. */
static double nearest_sliding(const one *C, const double *r)
{
    enum { STEPS = 4000 };
    static const double TURN = 6.283185307179586;
    double nearest = INFINITY, a, along, before = across(C, 0, &a, &along);
    for (int k = 1; k <= STEPS; k++) {
        double lo = TURN * (k - 1) / STEPS, hi = TURN * k / STEPS;
        double after = across(C, hi, &a, &along);
        bool changes = (before < 0) != (after < 0);
        for (int step = 0; changes && step < 60; step++) {
            double middle = 0.5 * (lo + hi);
            bool same = (across(C, middle, &a, &along) < 0) == (before < 0);
            lo = same ? middle : lo;
            hi = same ? hi : middle;
        }
        before = after;
        if (changes && fabs(across(C, hi, &a, &along)) < 1e-6 && a > 0 && along <= 0) {
            double s[] = {a, C->mu * a * cos(hi), C->mu * a * sin(hi)};
            nearest = fmin(nearest, distance(3, r, s));
        }
    }
    return nearest;
}

/* Brute force: when the contact closes and the sticking reaction is outside of the cone, the answer
   is one of those that a scan over all sliding directions finds. */
static void test_one_contact_scan(void **state)
{
    (void)state;
    uint64_t seed = 77;
    int slides = 0, trials = small_sizes() ? 100 : 1500;
    for (int k = 0; k < trials; k++) {
        one C = contact_random(2 * k + 1, 3, 0.5, 0, &seed);
        C.mu = 0.2 + k % 5 * (k % 5);
        for (int i = 0; i < 3; i++) {
            C.q[i] = uniform(&seed) - (i == 0);
        }
        double r[3], stick[3], inverse[9];
        assert_small(dls_law_solve(3, C.mu, C.W, C.q, r), 1e-12);
        assert_true(dls_law_inverse(3, C.W, inverse));
        for (int i = 0; i < 3; i++) {
            stick[i] = -dls_dot(3, inverse + 3 * i, C.q);
        }
        if (friction_outside(3, C.mu, false, stick) > 0) {
            assert_small(nearest_sliding(&C, r), 1e-10 * length(3, r));
            slides++;
        } else {
            assert_small(distance(3, r, stick), 1e-9 * length(3, r));
        }
    }
    assert_true(slides > trials / 4);
}

/* Products of linear factors, some double, and of a quadratic without real roots. */
static void test_roots(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int trial = 0; trial < 2000; trial++) {
        double root[4], a[5] = {1}, x[4];
        int real = trial % 5, degree = real;
        for (int k = 0; k < real; k++) {
            root[k] = trial % 7 == 0 && k == 1 ? root[0] : 3 * uniform(&seed);
            for (int j = k + 1; j > 0; j--) { /* times t - root */
                a[j] = a[j - 1] - root[k] * (j <= k ? a[j] : 0);
            }
            a[0] *= -root[k];
        }
        for (int j = degree + 2; real <= 2 && j >= 0; j--) { /* times t^2 + 0.5 */
            a[j] = (j >= 2 ? a[j - 2] : 0) + (j <= degree ? 0.5 * a[j] : 0);
        }
        degree += real <= 2 ? 2 : 0;
        int found = dls_law_roots(degree, a, -6, 6, x);
        for (int k = 0; k < real; k++) {
            double nearest = INFINITY;
            for (int i = 0; i < found; i++) {
                nearest = fmin(nearest, fabs(x[i] - root[k]));
            }
            assert_small(nearest, 1e-7);
        }
        for (int i = 0; i < found; i++) {
            double nearest = INFINITY;
            for (int k = 0; k < real; k++) {
                nearest = fmin(nearest, fabs(x[i] - root[k]));
            }
            assert_small(nearest, 1e-5); /* of a double root */
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_contact),
        cmocka_unit_test(test_locked),
        cmocka_unit_test(test_one_contact_scan),
        cmocka_unit_test(test_roots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
