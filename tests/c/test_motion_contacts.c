/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcore/motion/contact_list.c: contacts that come and go move bodies as those that always are. */
#include "check.h"
#include "dense.h"

enum { BALLS = 11, N = 2 * BALLS };
static const double NEAR = 0.6; /* above the ground */

/* Points that fall and slide; the list is in another order each time. */
typedef struct {
    dls_motion_model model;
    dls_int count, list[BALLS + 1], who[BALLS + 1], calls;
    bool twice; /* somebody is in the list twice */
} scene;

static dls_error contacts(void *data, double t, const double *q, const double *v, double h,
                          dls_int *count, const dls_int **identity, dls_fault *fault)
{
    (void)t;
    (void)v;
    (void)h;
    (void)fault;
    scene *S = data;
    S->count = 0;
    for (dls_int k = 0; k < BALLS; k++) {
        dls_int ball = (k * 3 + S->calls) % BALLS;
        if (q[2 * ball + 1] < NEAR) {
            S->who[S->count] = ball;
            S->list[S->count++] = 1000 * (ball + 1);
        }
    }
    if (S->twice && S->count > 0) {
        S->list[S->count++] = S->list[0];
    }
    S->calls++;
    *count = S->count;
    *identity = S->list;
    return DLS_OK;
}

/* The ball at a place; -1: none */
static dls_int ball_at(const scene *S, const dls_motion_values *E, dls_int place)
{
    return !E->contact ? place : E->contact[place] < 0 ? -1 : S->who[E->contact[place]];
}

/* When contacts are asked for, each of the list has one place. */
static void check_places(const scene *S, const dls_motion_values *E)
{
    int places[BALLS + 2] = {0};
    for (dls_int k = 0; k < E->places; k++) {
        assert_true(E->contact[k] >= -1 && E->contact[k] < S->count);
        places[E->contact[k] + 1] += 1;
    }
    for (dls_int k = 0; k < S->count; k++) {
        assert_int_equal(places[k + 1], 1);
    }
}

static dls_error evaluate(void *data, unsigned parts, dls_motion_values *E, dls_fault *fault)
{
    scene *S = data;
    unsigned of_contacts = DLS_PART_GAP | DLS_PART_GAP_GRADIENT | DLS_PART_TANGENT |
                           DLS_PART_RESTITUTION | DLS_PART_FRICTION;
    if (E->contact && parts & of_contacts) {
        check_places(S, E);
    }
    double *M = parts & DLS_PART_MASS ? dls_motion_full(E, DLS_PART_MASS) : NULL;
    double *G = parts & DLS_PART_GAP_GRADIENT ? dls_motion_full(E, DLS_PART_GAP_GRADIENT) : NULL;
    double *T = parts & DLS_PART_TANGENT ? dls_motion_full(E, DLS_PART_TANGENT) : NULL;
    (void)fault;
    for (int k = 0; k < N; k++) {
        double mass = 1 + k / 2 % 3;
        E->f[k] = k % 2 ? -10 * mass : 0;
        if (M) {
            M[k * (N + 1)] = mass;
        }
    }
    for (dls_int k = 0; k < E->places; k++) {
        dls_int ball = ball_at(S, E, k);
        if (ball < 0) {
            E->g[k] = NAN; /* not looked at */
            continue;
        }
        if (parts & DLS_PART_GAP) {
            E->g[k] = E->q[2 * ball + 1];
        }
        E->e[k] = 0.1 * (double)(ball % 5);
        E->mu[k] = 0.1 * (double)(ball % 4);
        if (G) {
            G[2 * ball + 1 + k * N] = 1;
        }
        if (T) {
            T[2 * ball + k * N] = 1;
        }
    }
    return DLS_OK;
}

static void begin(scene *S, bool come_and_go, double *q, double *v)
{
    unsigned parts = DLS_PART_MASS | DLS_PART_FORCE | DLS_PART_GAP | DLS_PART_GAP_GRADIENT |
                     DLS_PART_TANGENT | DLS_PART_RESTITUTION | DLS_PART_FRICTION;
    *S = (scene){.model = {.n = N, .nu = come_and_go ? 0 : BALLS, .d = 2, .given = parts}};
    S->model.evaluate = evaluate;
    S->model.contacts = come_and_go ? contacts : NULL;
    S->model.data = S;
    for (int k = 0; k < BALLS; k++) {
        q[2 * k] = 0;
        q[2 * k + 1] = 0.3 + 0.29 * k;
        v[2 * k] = 1 - 0.2 * k;
        v[2 * k + 1] = 0;
    }
}

static dls_motion_run *run(scene *S, int scheme, bool adaptive, bool go_on, dls_motion_picture *P)
{
    double q[N], v[N];
    dls_motion_run *R;
    dls_fault fault;
    begin(S, S->model.contacts != NULL, q, v);
    dls_motion_settings settings = dls_motion_defaults();
    settings.scheme = scheme;
    settings.step = 0.01;
    settings.adaptive = adaptive;
    dls_motion_course course = {.tend = go_on ? 0.7 : 1.2, .q = q, .v = v};
    assert_code(dls_motion_setup(&S->model, &settings, &course, (dls_host){0}, &R, &fault), DLS_OK,
                &fault);
    assert_code(dls_motion_next(R, 100000, &fault), DLS_OK, &fault);
    dls_motion_state(R, P);
    if (go_on) { /* by another run, that knows the past from what the first one shows */
        dls_motion_run *first = R;
        course = (dls_motion_course){.t0 = P->now, .tend = 1.2, .q = P->q_now, .v = P->v_now};
        course.p = P->p_now;
        course.status = P->status_now;
        course.memory = P->memory;
        course.memories = P->memories;
        course.identity = P->identity_now;
        course.places = P->nu;
        assert_code(dls_motion_setup(&S->model, &settings, &course, (dls_host){0}, &R, &fault),
                    DLS_OK, &fault);
        dls_motion_free(first);
        assert_code(dls_motion_next(R, 100000, &fault), DLS_OK, &fault);
        dls_motion_state(R, P);
    }
    assert_true(P->finished);
    return R;
}

/* The percussion and the gap of each ball in a column */
static void by_ball(const dls_motion_picture *P, dls_int column, double *p, double *gap)
{
    for (dls_int i = 0; i < P->nu; i++) {
        dls_int who = P->identity ? (dls_int)P->identity[i + column * P->nu] / 1000 - 1 : i;
        if (who >= 0) {
            p[3 * who] = P->p[i + column * P->np];
            p[3 * who + 1] = P->p[P->nu + i + column * P->np];
            p[3 * who + 2] = P->status[i + column * P->nu];
            gap[who] = P->gap[i + column * P->nu];
        } else {
            assert_true(isinf(P->gap[i + column * P->nu]));
        }
    }
}

static void compare(int scheme, bool go_on)
{
    static const double CLOSE = 1e-13;
    scene all, some;
    all.model.contacts = NULL;
    some.model.contacts = contacts;
    dls_motion_picture P[2];
    dls_motion_run *R[] = {run(&all, scheme, false, go_on, &P[0]),
                           run(&some, scheme, false, go_on, &P[1])};
    assert_int_equal(P[0].count, P[1].count);
    for (dls_int j = 0; j < P[0].count; j++) {
        double p[2][3 * BALLS] = {{0}}, gap[2][BALLS] = {{0}};
        for (int s = 0; s < 2; s++) {
            by_ball(&P[s], j, p[s], gap[s]);
        }
        for (int k = 0; k < N; k++) {
            assert_small(fabs(P[0].q[k + j * N] - P[1].q[k + j * N]), CLOSE);
        }
        for (int k = 0; k < 3 * BALLS; k++) {
            assert_small(fabs(p[0][k] - p[1][k]), CLOSE);
        }
        for (int k = 0; k < BALLS; k++) {
            assert_small(gap[1][k] != 0 ? fabs(gap[0][k] - gap[1][k]) : 0, CLOSE);
        }
    }
    dls_int first = -1; /* events tell who */
    for (dls_int k = 0; k < P[1].events && first < 0; k++) {
        first = P[1].event[k].contact + 1;
    }
    assert_int_equal(first, 1000 * (P[0].event[0].contact + 1));
    dls_motion_free(R[0]);
    dls_motion_free(R[1]);
}

static void test_schemes(void **state)
{
    (void)state;
    for (int scheme = 0; scheme <= DLS_SCHEME_GENERALIZED_ALPHA; scheme++) {
        compare(scheme, false);
    }
    compare(DLS_SCHEME_MOREAU_JEAN, true);
}

/* The order of an error is guessed from contacts, where there are any: from the same ones. */
static void test_adaptive(void **state)
{
    (void)state;
    static const double CLOSE = 1e-10;
    scene all, some;
    all.model.contacts = NULL;
    some.model.contacts = contacts;
    dls_motion_picture P[2];
    dls_motion_run *R[] = {run(&all, DLS_SCHEME_MOREAU_JEAN, true, false, &P[0]),
                           run(&some, DLS_SCHEME_MOREAU_JEAN, true, false, &P[1])};
    for (int k = 0; k < N; k++) {
        assert_small(fabs(P[0].q_now[k] - P[1].q_now[k]), CLOSE);
    }
    dls_motion_free(R[0]);
    dls_motion_free(R[1]);
}

/* A contact keeps its place as long as it lives. */
static void test_places(void **state)
{
    (void)state;
    scene S;
    S.model.contacts = contacts;
    dls_motion_picture P;
    dls_motion_run *R = run(&S, DLS_SCHEME_MOREAU_JEAN, false, false, &P);
    assert_true(P.nu <= 2 * BALLS);
    for (dls_int j = 1; j < P.count; j++) {
        for (dls_int i = 0; i < P.nu; i++) {
            for (dls_int k = 0; k < P.nu; k++) {
                double before = P.identity[i + (j - 1) * P.nu], now = P.identity[k + j * P.nu];
                assert_true(before == 0 || before != now || i == k);
            }
        }
    }
    dls_motion_free(R);
}

static void test_refused(void **state)
{
    (void)state;
    scene S;
    double q[N], v[N];
    dls_motion_run *R;
    dls_fault fault;
    begin(&S, true, q, v);
    S.twice = true;
    dls_motion_settings settings = dls_motion_defaults();
    dls_motion_course course = {.tend = 1, .q = q, .v = v};
    assert_int_equal(dls_motion_setup(&S.model, &settings, &course, (dls_host){0}, &R, &fault),
                     DLS_ERROR_MODEL);
    assert_non_null(strstr(fault.text, "has the identity"));
    S.twice = false;
    S.model.constant = DLS_PART_GAP_GRADIENT;
    assert_int_equal(dls_motion_setup(&S.model, &settings, &course, (dls_host){0}, &R, &fault),
                     DLS_ERROR_OPTION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_schemes),
        cmocka_unit_test(test_adaptive),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
