/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mechanisms: all equations at once, steps of a linkage and of a chain beside its KKT system. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

enum { TIMES = 30, LINKS = 1000, ROWS = 3000 };

typedef struct {
    dls_mechanism_data data;
    double gravity[3], *numbers, *fixed, *mass, *inertia, *place, *joint;
} machine;

static dls_int kind_of(const char *name)
{
    dls_int k = 1;
    while (strcmp(dls_mechanism_kind_name(false, k), name) != 0) {
        k++;
    }
    return k;
}

/* Bodies of mass and inertia one at the origin, and joints of a kind without places */
static void machine_make(machine *M, int d, dls_int bodies, dls_int joints, const char *kind)
{
    dls_int size = d == 2 ? 1 : 9, rows = d == 2 ? 3 : 7;
    *M = (machine){.gravity = {0, d == 2 ? -9.81 : 0, -9.81}};
    M->numbers =
        calloc((size_t)((2 + size + rows) * bodies + DLS_ITEM_ROWS * joints), sizeof *M->numbers);
    if (!M->numbers) {
        exit(EXIT_FAILURE);
    }
    M->fixed = M->numbers;
    M->mass = M->fixed + bodies;
    M->inertia = M->mass + bodies;
    M->place = M->inertia + size * bodies;
    M->joint = M->place + rows * bodies;
    M->data = (dls_mechanism_data){.d = d,
                                   .bodies = bodies,
                                   .joints = joints,
                                   .gravity = M->gravity,
                                   .fixed = M->fixed,
                                   .mass = M->mass,
                                   .inertia = M->inertia,
                                   .place = M->place,
                                   .joint = M->joint,
                                   .force = M->joint};
    for (dls_int k = 0; k < bodies; k++) {
        M->mass[k] = 1;
        for (int i = 0; i < (d == 2 ? 1 : 3); i++) {
            M->inertia[size * k + 4 * i] = 0.1;
        }
        if (d == 3) {
            M->place[rows * k + 3] = 1;
        }
    }
    for (dls_int k = 0; k < joints; k++) {
        M->joint[DLS_ITEM_ROWS * k + DLS_ITEM_KIND] = (double)kind_of(kind);
    }
}

static void join(machine *M, dls_int k, dls_int a, double xa, dls_int b, double xb)
{
    double *c = M->joint + DLS_ITEM_ROWS * k;
    c[DLS_ITEM_A] = (double)a;
    c[DLS_ITEM_B] = (double)b;
    c[DLS_ITEM_POINT_A] = xa;
    c[DLS_ITEM_POINT_B] = xb;
}

static dls_mechanism *setup(const machine *M)
{
    dls_mechanism *B;
    dls_fault fault;
    stop_on(dls_mechanism_setup(&M->data, (dls_mechanism_host){0}, &B, &fault), &fault);
    return B;
}

/* Joints between bodies all over the place */
static void evaluation(int d)
{
    machine M;
    dls_int joints = ROWS / (d == 2 ? 2 : 5), n, nq;
    dls_mechanism_values E;
    dls_fault fault;
    double best = INFINITY;
    machine_make(&M, d, LINKS, joints, "hinge");
    for (dls_int k = 0; k < joints; k++) {
        join(&M, k, k % LINKS, 0.5,
             (k * 7 + 3) % LINKS == k % LINKS - 1 ? 1 : (k * 7 + 3) % LINKS + 1, -0.5);
    }
    dls_mechanism *B = setup(&M);
    dls_mechanism_get_size(B, &n, &nq);
    double *v = calloc((size_t)n, sizeof *v);
    for (int k = 0; v && k < TIMES; k++) {
        M.place[0] += 1e-9;
        double start = now();
        stop_on(dls_mechanism_evaluate(B, 0, M.place, v, &E, &fault), &fault);
        best = fmin(best, now() - start);
    }
    char name[80];
    snprintf(name, sizeof name, "  %lld rows, %lld bodies in %dD, ms", (long long)E.G.cols,
             (long long)M.data.bodies, d);
    at_most(name, 1e3 * best, 1);
    free(v);
    free(M.numbers);
    dls_mechanism_free(B);
}

/* Seconds of a step, in the fastest part of the motion */
static double motion(dls_mechanism *B, const double *q, int scheme, int steps)
{
    dls_motion_run *R;
    dls_fault fault;
    dls_int n, nq;
    dls_mechanism_get_size(B, &n, &nq);
    double *v = calloc((size_t)n, sizeof *v);
    dls_motion_settings settings = dls_motion_defaults();
    settings.scheme = scheme;
    settings.step = 1e-3;
    settings.energy = 0;
    settings.stride = 10;
    dls_motion_model model = dls_mechanism_model(B);
    dls_motion_course course = {.tend = 1e-3 * steps, .q = q, .v = v};
    stop_on(dls_motion_setup(&model, &settings, &course, (dls_host){0}, &R, &fault), &fault);
    double best = INFINITY;
    int part = steps < 100 ? 1 : steps / 100;
    for (int k = 0; k < steps / part; k++) {
        double start = now();
        stop_on(dls_motion_next(R, part, &fault), &fault);
        best = fmin(best, now() - start);
    }
    dls_motion_free(R);
    free(v);
    return best / part;
}

static void linkage_steps(machine *M)
{
    enum { STEPS = 5000 };
    dls_mechanism *B = setup(M);
    at_most("  moreau-jean, us", 1e6 * motion(B, M->place, DLS_SCHEME_MOREAU_JEAN, STEPS), 8);
    report("  moreau-jean-projected, us",
           1e6 * motion(B, M->place, DLS_SCHEME_MOREAU_JEAN_PROJECTED, STEPS), "");
    free(M->numbers);
    dls_mechanism_free(B);
}

/* Feet 2 apart, a crank of length 1 upright, a rod of length 2 and a bar to the other foot */
static void four_bar(void)
{
    static const double end[4][2] = {{0, 0}, {0, 1}, {1.9364916731037085, 1.5}, {2, 0}};
    machine M;
    double half = 0;
    machine_make(&M, 2, 3, 4, "hinge");
    for (dls_int k = 0; k < 3; k++) {
        double x = end[k + 1][0] - end[k][0], y = end[k + 1][1] - end[k][1];
        double at[] = {end[k][0] + x / 2, end[k][1] + y / 2, atan2(y, x)};
        memcpy(M.place + 3 * k, at, sizeof at);
        join(&M, k, k, half, k + 1, -hypot(x, y) / 2);
        half = hypot(x, y) / 2;
    }
    join(&M, 3, 3, half, 0, end[3][0]);
    linkage_steps(&M);
}

/* A crank of length 1 turned by 45 degrees, a rod of length 2, a piston on the x axis */
static void slider_crank(void)
{
    machine M;
    double c = sqrt(0.5), x = c + sqrt(4 - c * c);
    double at[3][3] = {{c / 2, c / 2, atan2(c, c)}, {(c + x) / 2, c / 2, atan2(-c, x - c)}, {x, 0}};
    machine_make(&M, 2, 3, 4, "hinge");
    memcpy(M.place, at, sizeof at);
    join(&M, 0, 0, 0, 1, -0.5);
    join(&M, 1, 1, 0.5, 2, -1);
    join(&M, 2, 2, 1, 3, 0);
    join(&M, 3, 0, 0, 3, 0);
    M.joint[3 * DLS_ITEM_ROWS + DLS_ITEM_KIND] = (double)kind_of("slider");
    linkage_steps(&M);
}

/* A chain that falls from the horizontal, and its KKT system factorised once more and solved */
static void chain(int d)
{
    enum { STEPS = 40 };
    machine M;
    dls_mechanism_values E;
    dls_fault fault;
    dls_kkt *K;
    dls_kkt_result result;
    dls_kkt_settings settings = dls_kkt_defaults();
    double best = INFINITY;
    machine_make(&M, d, LINKS, LINKS, d == 2 ? "hinge" : "ball");
    for (dls_int k = 0; k < LINKS; k++) {
        M.place[(d == 2 ? 3 : 7) * k] = 0.5 + (double)k;
        join(&M, k, k, k ? 0.5 : 0, k + 1, -0.5);
    }
    dls_mechanism *B = setup(&M);
    double step = motion(B, M.place, DLS_SCHEME_MOREAU_JEAN_PROJECTED, STEPS);
    double *x = calloc(12 * LINKS, sizeof *x);
    stop_on(dls_mechanism_evaluate(B, 0, M.place, x, &E, &fault), &fault);
    stop_on(dls_kkt_setup(E.M, E.G, (dls_view){0}, &settings, (dls_host){0}, &K, &fault), &fault);
    for (int k = 0; k < TIMES; k++) {
        double start = now();
        stop_on(dls_kkt_update(K, E.M, E.G, &fault), &fault);
        stop_on(dls_kkt_solve(K, E.f, E.bb, x, x + 6 * LINKS, (dls_kkt_certificate){NULL, NULL},
                              &result, &fault),
                &fault);
        best = fmin(best, now() - start);
    }
    char name[80];
    snprintf(name, sizeof name, "  in %dD, step/solve (solve %.1f ms)", d, 1e3 * best);
    at_most(name, step / best, 3);
    dls_kkt_free(K);
    free(x);
    free(M.numbers);
    dls_mechanism_free(B);
}

int main(void)
{
    title("all equations, rates and forces");
    evaluation(2);
    evaluation(3);
    title("step of a four-bar linkage");
    four_bar();
    title("step of a slider-crank");
    slider_crank();
    title("step of a chain of %d links beside one refactorisation and solve", LINKS);
    chain(2);
    chain(3);
    summary();
    return EXIT_SUCCESS;
}
