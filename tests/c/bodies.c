/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bodies.h"

#include "check.h"

static const double PI = 3.14159265358979323846;

/* false: out of memory */
static bool matrix(dls_motion_values *E, unsigned parts, dls_motion_part part, const double *from,
                   dls_int entries)
{
    double *to = parts & part ? dls_motion_full(E, part) : NULL;
    if (to) {
        memcpy(to, from, (size_t)entries * sizeof *from);
    }
    return to || !(parts & part);
}

/* Vectors are written as a whole, matrices where they are asked for. */
static dls_error evaluate(void *data, unsigned parts, dls_motion_values *E, dls_fault *fault)
{
    body *b = data;
    double M[36] = {0}, G[6] = {0}, N[12] = {0}, T[24] = {0};
    if (++b->calls == b->fails_at) {
        strcpy(fault->text, "the body is lost");
        return fault->code = DLS_ERROR_MODEL;
    }
    dls_int n = b->model.n, nu = b->model.nu;
    b->values(b, E, M, G, N, T);
    bool done = matrix(E, parts, DLS_PART_MASS, M, n * n);
    done = done && matrix(E, parts, DLS_PART_CONSTRAINT_GRADIENT, G, n * b->model.nb);
    done = done && matrix(E, parts, DLS_PART_GAP_GRADIENT, N, n * nu);
    done = done && matrix(E, parts, DLS_PART_TANGENT, T, n * nu * (b->model.d - 1));
    if (!done) {
        strcpy(fault->text, "out of memory");
        return fault->code = DLS_ERROR_MEMORY;
    }
    return DLS_OK;
}

body body_make(dls_int n, dls_int nb, dls_int nu, int d)
{
    unsigned parts = DLS_PART_MASS | DLS_PART_FORCE;
    parts |= nb ? DLS_PART_CONSTRAINT | DLS_PART_CONSTRAINT_GRADIENT : 0;
    parts |= nu ? DLS_PART_GAP | DLS_PART_GAP_GRADIENT | DLS_PART_RESTITUTION : 0;
    parts |= d > 1 ? DLS_PART_TANGENT | DLS_PART_FRICTION : 0;
    body b = {.model = {.n = n, .nb = nb, .nu = nu, .d = d, .given = parts, .evaluate = evaluate}};
    return b;
}

dls_error body_move(body *b, body_plan P, const double *q, const double *v, dls_motion_run **R,
                    dls_fault *fault)
{
    dls_motion_settings settings = dls_motion_defaults();
    settings.scheme = P.scheme;
    settings.index = P.index ? P.index : 2;
    settings.step = P.step;
    b->model.data = b;
    dls_motion_course course = {.tend = P.tend, .q = q, .v = v, .tableau = P.tableau};
    course.times = P.times;
    course.count = P.count;
    dls_error error = dls_motion_setup(&b->model, &settings, &course, (dls_host){0}, R, fault);
    return error ? error : dls_motion_next(*R, 1000000, fault);
}

dls_motion_run *body_run(body *b, body_plan P, const double *q, const double *v,
                         dls_motion_picture *picture)
{
    dls_motion_run *R;
    dls_fault fault;
    assert_code(body_move(b, P, q, v, &R, &fault), DLS_OK, &fault);
    dls_motion_state(R, picture);
    if (!picture->finished) {
        print_error("%s\n", picture->message);
    }
    assert_true(picture->finished && picture->outcome == DLS_SOLVED);
    return R;
}

double body_event(const dls_motion_picture *P, int kind, int which)
{
    for (dls_int k = 0; k < P->events; k++) {
        if (P->event[k].kind == kind && which-- == 0) {
            return P->event[k].t;
        }
    }
    return NAN;
}

void body_ball(const body *b, dls_motion_values *E, double *M, double *G, double *N, double *T)
{
    (void)G;
    (void)T;
    M[0] = N[0] = 1;
    E->f[0] = -9.81;
    E->g[0] = E->q[0] - 0.1;
    E->e[0] = b->a;
}

void body_pendulum(const body *b, dls_motion_values *E, double *M, double *G, double *N, double *T)
{
    (void)b;
    (void)N;
    (void)T;
    M[0] = M[3] = 1;
    E->f[1] = -PI * PI;
    E->h[0] = E->q[0] * E->q[0] + E->q[1] * E->q[1] - 1;
    G[0] = 2 * E->q[0];
    G[1] = 2 * E->q[1];
}

void body_block(const body *b, dls_motion_values *E, double *M, double *G, double *N, double *T)
{
    (void)G;
    M[0] = M[3] = 1;
    E->f[0] = 8 * cos(E->t);
    E->f[1] = -9.81;
    E->g[0] = E->q[1];
    E->mu[0] = b->a;
    N[1] = T[0] = 1;
}

/* A bar of half length 1 and inertia 1/3, its middle b above its two feet, slides on the floor; its
   weight vanishes evenly until t = 1. */
void body_on_feet(const body *b, dls_motion_values *E, double *M, double *G, double *N, double *T)
{
    (void)G;
    double c = cos(E->q[2]), s = sin(E->q[2]);
    M[0] = M[4] = 1;
    M[8] = 1.0 / 3;
    E->f[1] = -9.81 + 9.81 * E->t;
    for (int k = 0; k < 2; k++) {
        double l = k ? 1 : -1;
        E->g[k] = E->q[1] - b->b * c + l * s;
        E->mu[k] = b->a;
        N[3 * k + 1] = T[3 * k] = 1;
        N[3 * k + 2] = b->b * s + l * c;
        T[3 * k + 2] = b->b * c - l * s;
    }
}

/* A ladder of length 2 and inertia 1/3 about its middle, foot on the floor, head on the wall. */
void body_ladder(const body *b, dls_motion_values *E, double *M, double *G, double *N, double *T)
{
    (void)b;
    (void)G;
    (void)T;
    double c = cos(E->q[2]), s = sin(E->q[2]);
    M[0] = M[4] = 1;
    M[8] = 1.0 / 3;
    E->f[1] = -9.81;
    E->g[0] = E->q[1] - s;
    E->g[1] = E->q[0] - c;
    N[1] = N[3] = 1;
    N[2] = -c;
    N[5] = s;
}

/* Moments of inertia 2, 2, 1; velocities in axes of the body */
void body_top(const body *b, dls_motion_values *E, double *M, double *G, double *N, double *T)
{
    (void)b;
    (void)G;
    (void)N;
    (void)T;
    M[0] = M[4] = 2;
    M[8] = 1;
    E->f[0] = E->v[1] * E->v[2];
    E->f[1] = -E->v[0] * E->v[2];
}

/* A block on a belt of velocity b, on a spring; a: friction */
void body_on_belt(const body *b, dls_motion_values *E, double *M, double *G, double *N, double *T)
{
    (void)G;
    M[0] = M[3] = N[1] = T[0] = 1;
    E->f[0] = -4 * E->q[0];
    E->f[1] = -9.81;
    E->g[0] = E->q[1];
    E->mu[0] = b->a;
    E->wt[0] = -b->b;
}

/* Two blocks on the floor with a spring between them; a: friction */
void body_blocks(const body *b, dls_motion_values *E, double *M, double *G, double *N, double *T)
{
    (void)G;
    for (int k = 0; k < 6; k++) {
        M[7 * k] = 1;
    }
    for (int k = 0; k < 2; k++) {
        for (int e = 0; e < 2; e++) {
            T[6 * (2 * k + e) + 3 * k + e] = 1;
            E->f[3 * k + e] = (k ? -20 : 20) * (E->q[3 + e] - E->q[e]);
        }
        N[6 * k + 3 * k + 2] = 1;
        E->f[3 * k + 2] = -9.81;
        E->g[k] = E->q[3 * k + 2];
        E->mu[k] = b->a;
    }
}

/* A point above the floor; a: friction, b: restitution */
void body_in_space(const body *b, dls_motion_values *E, double *M, double *G, double *N, double *T)
{
    (void)G;
    M[0] = M[4] = M[8] = N[2] = T[0] = T[4] = 1;
    E->f[2] = -9.81;
    E->g[0] = E->q[2];
    E->mu[0] = b->a;
    E->e[0] = b->b;
}

/* A rod of half length 1 and inertia 1/3, one end above the floor; a: friction, b: restitution */
void body_rod(const body *b, dls_motion_values *E, double *M, double *G, double *N, double *T)
{
    (void)G;
    double c = cos(E->q[2]), s = sin(E->q[2]);
    M[0] = M[4] = N[1] = T[0] = 1;
    M[8] = 1.0 / 3;
    E->f[1] = -9.81;
    E->g[0] = E->q[1] - s;
    N[2] = -c;
    T[2] = s;
    E->mu[0] = b->a;
    E->e[0] = b->b;
}
