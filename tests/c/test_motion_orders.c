/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/motion: orders of the one-step schemes, and how near they come to a fine motion. */
#include "check.h"
#include "motion_models.h"

enum { STEPS = 5 };

/* The slope of log e over log h by least squares */
static double slope(const double *h, const double *e)
{
    double x = 0, y = 0, xx = 0, xy = 0;
    for (int k = 0; k < STEPS; k++) {
        double a = log(h[k]), b = log(e[k]);
        x += a;
        y += b;
        xx += a * a;
        xy += a * b;
    }
    return (STEPS * xy - x * y) / (STEPS * xx - x * x);
}

/* q = cos 2t, v = -2 sin 2t: largest errors of q, and of v */
static void errors(int scheme, int kind, double h, double *eq, double *ev)
{
    ball b;
    dls_motion_run *R;
    dls_motion_picture P;
    dls_fault fault;
    ball_make(&b, kind, 0, 4, 0);
    b.gap = 10; /* out of reach */
    assert_code(ball_run(&b, scheme, h, (int)(2 / h + 0.5), &R, &fault), DLS_OK, &fault);
    dls_motion_state(R, &P);
    *eq = *ev = 0;
    for (dls_int k = 0; k < P.count; k++) {
        *eq = larger(*eq, fabs(P.q[k] - cos(2 * P.t[k])));
        *ev = larger(*ev, fabs(P.v[k] + 2 * sin(2 * P.t[k])));
    }
    dls_motion_free(R);
}

/* Smooth motions: two; one for (22), whose force stands half a step off its second difference. */
static void test_smooth(void **state)
{
    (void)state;
    static const double h[STEPS] = {0.04, 0.02, 0.01, 0.005, 0.0025};
    for (int scheme = 0; scheme <= DLS_SCHEME_RATTLE; scheme++) {
        for (int kind = 0; kind < KINDS; kind++) {
            double eq[STEPS], ev[STEPS];
            for (int k = 0; k < STEPS; k++) {
                errors(scheme, kind, h[k], &eq[k], &ev[k]);
            }
            double order = scheme == DLS_SCHEME_SCHATZMAN_PAOLI ? 1 : 2;
            assert_small(fabs(slope(h, eq) - order), 0.15);
            assert_small(fabs(slope(h, ev) - order), 0.15);
        }
    }
}

/* One impact with e = 1/2 between two parabolas: L1 norms, order one in q and v. */
static void test_impact(void **state)
{
    (void)state;
    static const double h[STEPS] = {1e-2, 3.1e-3, 1.07e-3, 3.3e-4, 1.03e-4};
    for (int scheme = 0; scheme <= DLS_SCHEME_RATTLE; scheme++) {
        double eq[STEPS] = {0}, ev[STEPS] = {0};
        for (int k = 0; k < STEPS; k++) {
            ball b;
            dls_motion_run *R;
            dls_motion_picture P;
            dls_fault fault;
            ball_make(&b, DATA, -2, 0, 0.5);
            assert_code(ball_run(&b, scheme, h[k], (int)(1.8 / h[k]), &R, &fault), DLS_OK, &fault);
            dls_motion_state(R, &P);
            for (dls_int j = 0; j < P.count; j++) {
                double t = P.t[j], s = t - 1;
                eq[k] += h[k] * fabs(P.q[j] - (t < 1 ? 1 - t * t : s - s * s));
                ev[k] += h[k] * fabs(P.v[j] - (t < 1 ? -2 * t : 1 - 2 * s));
            }
            dls_motion_free(R);
        }
        assert_true(slope(h, eq) > 0.85 && slope(h, ev) > 0.85);
    }
}

/* A pendulum on a slider that rubs on the floor between two stops */
static dls_error slider(void *data, unsigned parts, dls_motion_values *E, dls_fault *fault)
{
    (void)data, (void)fault;
    const double *q = E->q, *v = E->v, c = cos(q[2]), s = sin(q[2]);
    double *M = parts & DLS_PART_MASS ? dls_motion_full(E, DLS_PART_MASS) : NULL;
    double *N = parts & DLS_PART_GAP_GRADIENT ? dls_motion_full(E, DLS_PART_GAP_GRADIENT) : NULL;
    double *T = parts & DLS_PART_TANGENT ? dls_motion_full(E, DLS_PART_TANGENT) : NULL;
    if (M) {
        M[0] = 2;
        M[4] = M[8] = 1;
        M[2] = M[6] = c;
    }
    if (parts & DLS_PART_FORCE) {
        E->f[0] = v[2] * v[2] * s;
        E->f[1] = -9.81 * q[1];
        E->f[2] = -9.81 * s;
    }
    if (parts & DLS_PART_GAP) {
        E->g[0] = q[1];
        E->g[1] = 0.2375 - q[0];
        E->g[2] = q[0] - 0.0125;
    }
    if (N) {
        N[1] = N[6] = 1;
        N[3] = -1;
    }
    if (T) {
        T[0] = 1;
    }
    for (int i = 0; i < 3; i++) {
        E->e[i] = 0.5;
        E->mu[i] = i ? 0 : 0.8;
    }
    return DLS_OK;
}

static dls_motion_run *slide(int scheme, double gamma, double h)
{
    static const double q[] = {0.1, 0, 0.1}, v[] = {2, 0, 0};
    dls_motion_model L = {.n = 3, .nu = 3, .d = 2, .evaluate = slider};
    L.constant =
        DLS_PART_RESTITUTION | DLS_PART_FRICTION | DLS_PART_GAP_GRADIENT | DLS_PART_TANGENT;
    L.of_q = DLS_PART_MASS | DLS_PART_GAP;
    L.given = L.constant | L.of_q | DLS_PART_FORCE;
    dls_motion_settings settings = dls_motion_defaults();
    settings.scheme = scheme;
    settings.step = h;
    settings.gamma = gamma;
    settings.stride = (int)(1e-3 / h + 0.5);
    dls_motion_course course = {.tend = 3, .q = q, .v = v};
    dls_motion_run *R;
    dls_fault fault;
    assert_code(dls_motion_setup(&L, &settings, &course, (dls_host){0}, &R, &fault), DLS_OK,
                &fault);
    assert_code(dls_motion_next(R, 1000000, &fault), DLS_OK, &fault);
    return R;
}

/* Positions that penetrate by an impact's step are what makes a motion coarse: projected, with half
   a step of prediction, they are five times nearer to a fine one. */
static void test_slider(void **state)
{
    (void)state;
    dls_motion_run *fine = slide(DLS_SCHEME_MOREAU_JEAN, 0.5, 1e-5), *R[2];
    R[0] = slide(DLS_SCHEME_MOREAU_JEAN, 1, 1e-3);
    R[1] = slide(DLS_SCHEME_MOREAU_JEAN_PROJECTED, 0.5, 1e-3);
    dls_motion_picture F, P;
    dls_motion_state(fine, &F);
    double e[2] = {0, 0};
    for (int k = 0; k < 2; k++) {
        dls_motion_state(R[k], &P);
        assert_int_equal(P.count, F.count);
        for (dls_int i = 0; i < 3 * P.count; i++) {
            e[k] = larger(e[k], fabs(P.q[i] - F.q[i]));
        }
        dls_motion_free(R[k]);
    }
    dls_motion_free(fine);
    assert_small(e[0], 1.2e-2);
    assert_small(e[1], 2.2e-3);
}

/* A block on the floor, pushed sideways by f */
typedef struct {
    double f;
    int d;
} block;

static dls_error slab(void *data, unsigned parts, dls_motion_values *E, dls_fault *fault)
{
    const block *b = data;
    int n = b->d;
    (void)parts, (void)fault;
    double *M = dls_motion_full(E, DLS_PART_MASS), *N = dls_motion_full(E, DLS_PART_GAP_GRADIENT);
    double *T = dls_motion_full(E, DLS_PART_TANGENT);
    for (int k = 0; k < n; k++) {
        M[k + k * n] = 2;
        E->f[k] = k == n - 1 ? -20 : k == 0 ? b->f : 0;
    }
    N[n - 1] = 1;
    for (int k = 0; k < n - 1; k++) {
        T[k + k * n] = 1;
    }
    E->g[0] = E->e[0] = 0;
    E->mu[0] = 0.25;
    return DLS_OK;
}

/* Coulomb's law in the plane and in space: it slides, sum of forces f - mu 20, stops and sticks. */
static void test_friction(void **state)
{
    (void)state;
    for (int scheme = 0; scheme <= DLS_SCHEME_RATTLE; scheme++) {
        for (int d = 2; d <= 3; d++) {
            block b = {.f = 1, .d = d};
            double q[3] = {0}, v[3] = {1, 0, 0}, h = 1e-3, stops = 2 / (0.25 * 20 - 1);
            dls_motion_model L = {.n = d, .nu = 1, .d = d, .data = &b, .evaluate = slab};
            L.given = DLS_PART_MASS | DLS_PART_FORCE | DLS_PART_GAP | DLS_PART_GAP_GRADIENT |
                      DLS_PART_TANGENT | DLS_PART_RESTITUTION | DLS_PART_FRICTION;
            L.constant = L.given;
            dls_motion_settings settings = dls_motion_defaults();
            settings.scheme = scheme;
            settings.step = h;
            dls_motion_course course = {.tend = 1, .q = q, .v = v};
            dls_motion_run *R;
            dls_fault fault;
            dls_motion_picture P;
            assert_code(dls_motion_setup(&L, &settings, &course, (dls_host){0}, &R, &fault), DLS_OK,
                        &fault);
            assert_code(dls_motion_next(R, 10000, &fault), DLS_OK, &fault);
            dls_motion_state(R, &P);
            assert_true(P.finished && P.status_now[0] == 2);
            assert_small(fabs(P.q_now[0] - stops / 2), 2 * h);
            assert_small(fabs(P.q_now[d - 1]) + fabs(P.v_now[0]), 1e-12);
            assert_small(fabs(P.p_now[0] - 20 * h), 1e-12);
            assert_small(fabs(P.p_now[1] + b.f * h), 1e-12);
            assert_small(fabs(P.p[200 * P.np + 1] + 0.25 * 20 * h), 1e-12);
            assert_true(P.status[200] == 3);
            dls_motion_free(R);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_smooth),
        cmocka_unit_test(test_impact),
        cmocka_unit_test(test_slider),
        cmocka_unit_test(test_friction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
