/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a model does by functions of its own beside its parts: positions that advance, impacts. */
#include <math.h>
#include <stdio.h>

#include "bodies.h"
#include "check.h"
#include "tableaus.h"

static void quaternion(const double *a, const double *b, double *c)
{
    c[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
    c[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
    c[2] = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
    c[3] = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
}

/* q exp (h v/2), v in axes of the body */
static dls_error turn(void *data, const double *q, const double *v, double h, double *next,
                      dls_fault *fault)
{
    (void)data, (void)fault;
    double size = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]), half = h * size / 2;
    double s = size > 0 ? sin(half) / size : 0, r[] = {cos(half), s * v[0], s * v[1], s * v[2]};
    double from[] = {q[0], q[1], q[2], q[3]};
    quaternion(from, r, next);
    return DLS_OK;
}

/* A symmetric top without torque turns evenly about its spin, and precesses evenly. */
static void test_top(void **state)
{
    (void)state;
    static const double q[] = {1, 0, 0, 0}, v[] = {0.6, 0, 1.5};
    static const dls_motion_tableau *const all[] = {&RADAU, &EXPLICIT};
    double L[] = {2 * v[0], 0, v[2]}, spin[] = {0, 0, v[2] * (2 - 1) / 2}, a[4], b[4], exact[4];
    double rate[] = {L[0] / 2, L[1] / 2, L[2] / 2};
    turn(NULL, q, rate, 2, a, NULL);
    turn(NULL, q, spin, 2, b, NULL);
    quaternion(a, b, exact);
    for (int k = 0; k < 2; k++) {
        double e[2];
        for (int j = 0; j < 2; j++) {
            body top = body_make(3, 0, 0, 1);
            top.values = body_top;
            top.model.nq = 4;
            top.model.advance = turn;
            dls_motion_picture P;
            body_plan of = {DLS_SCHEME_EVENT_DRIVEN, 0, all[k], j ? 0.05 : 0.1, 2, NULL, 0};
            dls_motion_run *R = body_run(&top, of, q, v, &P);
            e[j] = 0;
            for (int i = 0; i < 4; i++) {
                e[j] = larger(e[j], fabs(P.q_now[i] - exact[i]));
            }
            dls_motion_free(R);
        }
        assert_small(fabs(log2(e[0] / e[1]) - all[k]->order), 0.3);
        assert_small(e[1], k ? 1e-4 : 1e-8);
    }
}

static dls_int advances, tired_at; /* counted; 0: never */

/* A model's own advance that fails after some calls: each scheme ends with its words, whole. */
static dls_error turn_a_while(void *data, const double *q, const double *v, double h, double *next,
                              dls_fault *fault)
{
    if (++advances == tired_at) {
        snprintf(fault->text, sizeof fault->text, "advance is tired");
        return DLS_ERROR_MODEL;
    }
    return turn(data, q, v, h, next, fault);
}

static void test_failing_advance(void **state)
{
    (void)state;
    static const double q[] = {1, 0, 0, 0}, v[] = {0.6, 0, 1.5};
    static const int schemes[] = {DLS_SCHEME_MOREAU_JEAN, DLS_SCHEME_MOREAU_JEAN_PROJECTED,
                                  DLS_SCHEME_GENERALIZED_ALPHA, DLS_SCHEME_EVENT_CAPTURING,
                                  DLS_SCHEME_EVENT_DRIVEN};
    for (int s = 0; s < 5; s++) {
        for (dls_int at = 3; at < 60; at += 4) {
            body top = body_make(3, 0, 0, 1);
            top.values = body_top;
            top.model.nq = 4;
            top.model.advance = turn_a_while;
            advances = 0;
            tired_at = at;
            dls_motion_run *R = NULL;
            dls_fault fault;
            body_plan of = {schemes[s], 0, &RADAU, 0.05, 10, NULL, 0};
            dls_error error = body_move(&top, of, q, v, &R, &fault);
            assert_code(error, DLS_ERROR_MODEL, &fault);
            assert_string_equal(fault.text, "advance is tired");
            if (R) {
                dls_motion_picture P;
                dls_motion_state(R, &P);
                double size = 0;
                for (int k = 0; k < 4; k++) {
                    size += P.q_now[k] * P.q_now[k];
                }
                assert_small(fabs(size - 1), 1e-13);
                assert_true(P.now < 10 && P.count == P.stats.steps + 1);
                assert_code(dls_motion_next(R, 2, &fault), DLS_OK, &fault); /* it goes on */
            }
            dls_motion_free(R);
        }
    }
}

/* Newton's law of impact by a function, with e = 0.5: the ball bounces as by name. */
static dls_error bounce(void *data, const dls_hit *hit, double *p, dls_fault *fault)
{
    (void)fault;
    (void)data;
    assert_true(hit->count == 1 && hit->d == 1 && hit->contact[0] == 0 && hit->q && hit->t > 0);
    p[0] = hit->u[0] < 0 ? -1.5 * hit->u[0] / hit->W[0] : 0;
    return DLS_OK;
}

static void test_law(void **state)
{
    (void)state;
    static const double high = 1, rest = 0;
    double q[2];
    for (int own = 0; own < 2; own++) {
        body b = body_make(1, 0, 1, 1);
        b.values = body_ball;
        b.a = own ? 0 : 0.5;
        b.model.impact = own ? bounce : NULL;
        dls_motion_picture P;
        body_plan of = {DLS_SCHEME_EVENT_DRIVEN, 2, &RADAU, 0.01, 1, NULL, 0};
        dls_motion_run *R = body_run(&b, of, &high, &rest, &P);
        q[own] = P.q_now[0];
        dls_motion_free(R);
    }
    assert_small(fabs(q[0] - q[1]), 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_top),
                                       cmocka_unit_test(test_failing_advance),
                                       cmocka_unit_test(test_law)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
