/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/motion: runs against golden numbers and closed forms, models that fail, memory. */
#include "check.h"
#include "dense.h"

static const dls_int ONE_P[] = {0, 1}, ZERO_I[] = {0};

/* A ball above the ground, on a spring: each part may come from its function. */
typedef struct {
    double f, k, e, gap;
    unsigned calls;    /* of the function */
    unsigned fails_at; /* call that fails; 0: none */
    dls_motion_model model;
} ball;

static dls_error ball_evaluate(void *data, unsigned parts, dls_motion_values *E, dls_fault *fault)
{
    ball *b = data;
    if (++b->calls == b->fails_at) {
        strcpy(fault->text, "the ball is lost");
        return fault->code = DLS_ERROR_MODEL;
    }
    if (parts & DLS_PART_MASS) {
        dls_motion_full(E, DLS_PART_MASS)[0] = 1;
    }
    if (parts & DLS_PART_FORCE) {
        E->f[0] = b->f - (b->model.K.rows ? 0 : b->k * E->q[0]);
    }
    if (parts & DLS_PART_GAP) {
        E->g[0] = b->gap + (b->model.constant & DLS_PART_GAP ? 0 : E->q[0]);
    }
    if (parts & DLS_PART_GAP_GRADIENT) {
        dls_motion_full(E, DLS_PART_GAP_GRADIENT)[0] = 1;
    }
    if (parts & DLS_PART_FORCE_Q) {
        dls_motion_full(E, DLS_PART_FORCE_Q)[0] = -b->k;
    }
    if (parts & DLS_PART_FORCE_V) {
        dls_motion_full(E, DLS_PART_FORCE_V)[0] = 0;
    }
    if (parts & DLS_PART_RESTITUTION) {
        E->e[0] = b->e;
    }
    return DLS_OK;
}

enum { DATA, FUNCTIONS, DIFFERENCES, KINDS };

static void ball_make(ball *b, int kind, double f, double k, double e)
{
    unsigned parts = DLS_PART_MASS | DLS_PART_FORCE | DLS_PART_GAP | DLS_PART_RESTITUTION;
    unsigned more = DLS_PART_GAP_GRADIENT | DLS_PART_FORCE_Q | DLS_PART_FORCE_V;
    *b = (ball){.f = f, .k = k, .e = e};
    b->model = (dls_motion_model){.n = 1, .nu = 1, .d = 1, .given = parts, .data = b};
    b->model.evaluate = ball_evaluate;
    if (kind == DATA) {
        b->model.given |= DLS_PART_GAP_GRADIENT;
        b->model.constant = b->model.given;
        b->model.K = (dls_view){1, 1, ONE_P, ZERO_I, &b->k};
    } else if (kind == FUNCTIONS) {
        b->model.given |= more;
    }
}

static dls_error ball_run(ball *b, int scheme, double h, int steps, dls_motion_run **R,
                          dls_fault *fault)
{
    static const double one = 1, zero = 0;
    dls_motion_settings settings = dls_motion_defaults();
    settings.scheme = scheme;
    settings.step = h;
    dls_motion_course course = {.tend = steps * h, .q = &one, .v = &zero};
    dls_error error = dls_motion_setup(&b->model, &settings, &course, (dls_host){0}, R, fault);
    return error ? error : dls_motion_next(*R, 1000000, fault);
}

/* GOLDEN 18, 19 */
static void test_golden(void **state)
{
    (void)state;
    static const int at[] = {15, 20, 30, 40, 60}, sprung[] = {10, 20, 40};
    static const double q[] = {.0053, .2258, -.01185, .004075, -.005520855141};
    static const double spring[] = {0.134522773379, 0.789960445771, 0.612147107367};
    dls_fault fault;
    for (int kind = 0; kind < KINDS; kind++) {
        ball b;
        dls_motion_run *R;
        dls_motion_picture P;
        ball_make(&b, kind, -2, 0, 0.5);
        assert_code(ball_run(&b, DLS_SCHEME_MOREAU_JEAN, 0.07, 60, &R, &fault), DLS_OK, &fault);
        dls_motion_state(R, &P);
        assert_true(P.finished && P.outcome == DLS_SOLVED && P.count == 61);
        for (int k = 0; k < 5; k++) {
            assert_small(fabs(P.q[at[k]] - q[k]), 1e-11);
        }
        dls_motion_free(R);
        ball_make(&b, kind, 0, 10, 0.8);
        assert_code(ball_run(&b, DLS_SCHEME_MOREAU_JEAN, 0.05, 40, &R, &fault), DLS_OK, &fault);
        dls_motion_state(R, &P);
        for (int k = 0; k < 3; k++) {
            assert_small(fabs(P.q[sprung[k]] - spring[k]), 1e-9);
        }
        dls_motion_free(R);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
