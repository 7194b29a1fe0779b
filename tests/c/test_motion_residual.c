/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What steps leave of their equations: rounding; and about what a spoilt step was spoilt by. */
#include "bodies.h"
#include "check.h"
#include "motion/book.h"
#include "tableaus.h"

static const struct {
    void (*values)(const body *b, dls_motion_values *E, double *M, double *G, double *N, double *T);
    dls_int n, nb, nu;
    int d;
    double a, b, q[3], v[3];
} models[] = {{body_pendulum, 2, 1, 0, 1, 0, 0, {1, 0}, {0}},
              {body_rod, 3, 0, 1, 2, 0.4, 0.5, {0, 1.1, 0.7}, {1}},
              {body_in_space, 3, 0, 1, 3, 0.3, 0.5, {0, 0, 0.2}, {1, 2}},
              {body_on_belt, 2, 0, 1, 2, 0.4, 0.5, {0}, {0}}};

enum { MODELS = sizeof models / sizeof *models, STEPS = 60 };

static void begin(body *b, int k, int scheme, dls_motion_run **R)
{
    dls_fault fault;
    body_plan of = {.scheme = scheme, .tableau = &RADAU, .step = 0.01, .tend = 0.01 * STEPS};
    *b = body_make(models[k].n, models[k].nb, models[k].nu, models[k].d);
    b->values = models[k].values;
    b->a = models[k].a;
    b->b = models[k].b;
    b->model.given |= b->values == body_on_belt ? DLS_PART_TANGENT_SPEED : 0u;
    b->model.data = b;
    dls_motion_settings settings = dls_motion_defaults();
    settings.scheme = scheme;
    settings.step = of.step;
    dls_motion_course course = {
        .tend = of.tend, .q = models[k].q, .v = models[k].v, .tableau = &RADAU};
    assert_code(dls_motion_setup(&b->model, &settings, &course, (dls_host){0}, R, &fault), DLS_OK,
                &fault);
}

/* What the last step would have left, had it ended with *x larger by SPOILT */
static double spoil(dls_motion_run *R, double *x)
{
    static const double SPOILT = 1e-5;
    dls_fault fault;
    double worst = 0, own = *x;
    *x += SPOILT;
    assert_code(R->scheme->judge(R, R->settings.step, &R->book->to, &R->now, &worst, &fault),
                DLS_OK, &fault);
    *x = own;
    return worst / SPOILT;
}

static bool shows(double x)
{
    return x > 1e-3 && x < 1e4;
}

static void test_spoilt(void **state)
{
    (void)state;
    for (int scheme = 0; scheme <= DLS_SCHEME_EVENT_DRIVEN; scheme++) {
        bool events = scheme >= DLS_SCHEME_EVENT_CAPTURING;
        bool projected = scheme == DLS_SCHEME_MOREAU_JEAN_PROJECTED;
        for (int k = 0; k < MODELS; k++) {
            body b;
            dls_motion_run *R;
            dls_fault fault;
            dls_motion_picture P;
            int judged = 0;
            begin(&b, k, scheme, &R);
            for (int step = 1; step <= STEPS; step++) {
                assert_code(dls_motion_next(R, 1, &fault), DLS_OK, &fault);
                dls_motion_state(R, &P);
                assert_int_equal(P.count, step + 1);
                assert_small(P.residual[step], 1e-10);
                bool whole = step > 1;
                for (dls_int i = 0; i < R->n; i++) {
                    bool slips = events && i == 0 && b.values == body_on_belt; /* v is projected */
                    whole = whole && (slips || shows(spoil(R, R->now.v + i)));
                    whole = whole && (projected || shows(spoil(R, R->now.q + i)));
                }
                for (dls_int i = 0; i < R->np && !events; i++) {
                    whole = whole && shows(spoil(R, R->now.p + i));
                }
                judged += whole;
            }
            assert_true(events ? judged > STEPS * 4 / 5 : judged == STEPS - 1);
            dls_motion_free(R);
        }
    }
}

/* Adaptive halves are judged each, and what lies between two columns counts for the second. */
static void test_columns(void **state)
{
    (void)state;
    static const double times[] = {0.1, 0.2, 0.5};
    for (int scheme = 0; scheme <= DLS_SCHEME_EVENT_DRIVEN; scheme++) {
        body b = body_make(2, 1, 0, 1);
        dls_motion_run *R;
        dls_motion_picture P;
        dls_fault fault;
        dls_motion_settings settings = dls_motion_defaults();
        b.values = body_pendulum;
        b.model.data = &b;
        settings.scheme = scheme;
        settings.adaptive = 1;
        settings.newton_tolerance = 1e-3;
        dls_motion_course course = {.tend = 0.5,
                                    .q = models[0].q,
                                    .v = models[0].v,
                                    .tableau = &RADAU,
                                    .times = times,
                                    .count = 3};
        assert_code(dls_motion_setup(&b.model, &settings, &course, (dls_host){0}, &R, &fault),
                    DLS_OK, &fault);
        assert_code(dls_motion_next(R, 100000, &fault), DLS_OK, &fault);
        dls_motion_state(R, &P);
        assert_true(P.finished && P.count == 4 && P.residual[0] == 0);
        double worst = 0;
        bool events = scheme >= DLS_SCHEME_EVENT_CAPTURING; /* their tolerance is rounding */
        for (int k = 1; k < 4; k++) {
            assert_small(P.residual[k], events ? 1e-10 : 0.1);
            worst = larger(worst, P.residual[k]);
        }
        assert_true(events || worst > 1e-12);
        dls_motion_free(R);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spoilt),
        cmocka_unit_test(test_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
