/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forces, on the right: M dv/dt = f + ... Gravity, the rotation of bodies about their centres, and
   a table of forces along lines. */
#include <string.h>

#include "mechanism/mechanism.h"
#include "mechanism/vector3.h"

/* A torque along A_i on b, and the opposite on a */
void dls_mechanism_twist(const dls_mechanism_pair *P, int i, int j, dls_mechanism_row *row)
{
    (void)j;
    *row = (dls_mechanism_row){0};
    memcpy(row->tb, P->A[i], sizeof row->tb);
    dls_scale3(-1, P->A[i], row->ta);
}

/* A force along B_i on b at its point, and the opposite on a at the same point */
void dls_mechanism_thrust(const dls_mechanism_pair *P, int i, int j, dls_mechanism_row *row)
{
    (void)j;
    double arm[3];
    *row = (dls_mechanism_row){0};
    dls_add3(P->ra, 1, P->dx, arm);
    memcpy(row->nb, P->B[i], sizeof row->nb);
    dls_scale3(-1, P->B[i], row->na);
    dls_cross3(P->rb, P->B[i], row->tb);
    dls_cross3(P->B[i], arm, row->ta);
}

static void linear(double stiffness, double damping, double h, double speed,
                   dls_mechanism_effect *to)
{
    to->force = -stiffness * h - damping * speed;
    to->energy = stiffness * h * h / 2;
    to->stiffness = stiffness;
    to->damping = damping;
}

/* p: stiffness, where it rests, damping, a force */
static void spring(const double *p, int line, bool angular, const dls_mechanism_row *row,
                   dls_mechanism_effect *to)
{
    (void)line;
    (void)angular;
    linear(p[0], p[2], row->h - p[1], row->speed, to);
    to->force += p[3];
}

/* p[3..5]: components */
static void given(const double *p, int line, bool angular, const dls_mechanism_row *row,
                  dls_mechanism_effect *to)
{
    (void)angular;
    (void)row;
    *to = (dls_mechanism_effect){.force = p[3 + line]};
}

/* p: stiffness and damping of offsets, of angles */
static void bushing(const double *p, int line, bool angular, const dls_mechanism_row *row,
                    dls_mechanism_effect *to)
{
    (void)line;
    const double *own = p + (angular ? 2 : 0);
    linear(own[0], own[1], row->h, row->speed, to);
}

enum { ANGULAR = DLS_LINE_ANGULAR };

#define LINE(equation, i, j, traits)                                                               \
    {                                                                                              \
        "", dls_mechanism_##equation, i, j, traits                                                 \
    }
#define DISTANCE LINE(distance, 0, 0, 0)
#define OFFSET(axis) LINE(offset, axis, 0, 0)
#define THRUST(axis) LINE(thrust, axis, 0, 0)
#define TURN(axis) LINE(turn, axis, 0, ANGULAR)
#define TWIST(axis) LINE(twist, axis, 0, ANGULAR)
#define ALIGN(i, j) LINE(align, i, j, ANGULAR)

/* name, lines in 2D and 3D, no tangents, the lines, the law */
const dls_mechanism_kind dls_mechanism_forces[] = {
    {"spring", {1, 1}, {0, 0}, {{DISTANCE}, {DISTANCE}}, spring},
    {"travel spring", {1, 1}, {0, 0}, {{OFFSET(0)}, {OFFSET(0)}}, spring},
    {"turn spring", {1, 1}, {0, 0}, {{TURN(2)}, {TURN(0)}}, spring},
    {"bushing",
     {3, 6},
     {0, 0},
     {{OFFSET(0), OFFSET(1), TURN(2)},
      {OFFSET(0), OFFSET(1), OFFSET(2), ALIGN(2, 1), ALIGN(2, 0), ALIGN(1, 0)}},
     bushing},
    {"torque", {1, 3}, {0, 0}, {{TWIST(2)}, {TWIST(0), TWIST(1), TWIST(2)}}, given},
    {"force", {2, 3}, {0, 0}, {{OFFSET(0), OFFSET(1)}, {OFFSET(0), OFFSET(1), OFFSET(2)}}, given},
    {"thrust", {2, 3}, {0, 0}, {{THRUST(0), THRUST(1)}, {THRUST(0), THRUST(1), THRUST(2)}}, given}};

const int dls_mechanism_force_count = sizeof dls_mechanism_forces / sizeof *dls_mechanism_forces;

static void push_body(int d, const dls_mechanism_frame *F, double alpha, const double *force,
                      const double *torque, double *f)
{
    double own[3];
    if (F->v_at < 0) {
        return;
    }
    f += F->v_at;
    if (d == 2) {
        f[0] += alpha * force[0];
        f[1] += alpha * force[1];
        f[2] += alpha * torque[2];
    } else {
        dls_turn_back3((const double(*)[3])F->R, torque, own);
        dls_add3(f, alpha, force, f);
        dls_add3(f + 3, alpha, own, f + 3);
    }
}

/* The row as a force on the coordinates: f += alpha row */
static void push(const dls_mechanism *B, const dls_mechanism_pair *P, double alpha,
                 const dls_mechanism_row *row, double *f)
{
    push_body(B->d, P->a, alpha, row->na, row->ta, f);
    push_body(B->d, P->b, alpha, row->nb, row->tb, f);
}

/* Weight, and in 3D the torque -w x J w in the axes of the body */
static void load_body(dls_mechanism *B, dls_int k, const double *v)
{
    const dls_mechanism_frame *F = &B->frame[k + 1];
    if (F->v_at < 0) {
        return;
    }
    double *f = B->f + F->v_at;
    for (int i = 0; i < B->d; i++) {
        f[i] += B->mass[k] * B->gravity[i];
        B->potential -= B->mass[k] * B->gravity[i] * F->x[i];
    }
    if (B->d == 3) {
        const double *J = B->inertia + 9 * k, *w = v + F->v_at + 3;
        double momentum[3], torque[3];
        for (int i = 0; i < 3; i++) {
            momentum[i] = J[i] * w[0] + J[3 + i] * w[1] + J[6 + i] * w[2];
        }
        dls_cross3(momentum, w, torque);
        dls_add3(f + 3, 1, torque, f + 3);
    }
}

dls_error dls_mechanism_load(dls_mechanism *B, double t, const double *q, const double *v,
                             dls_fault *fault)
{
    dls_mechanism_pair P;
    dls_mechanism_row row;
    dls_error error = DLS_OK;
    int in = B->d - 2;
    dls_zero(B->n, B->f);
    B->potential = 0;
    for (dls_int k = 0; k < B->bodies; k++) {
        load_body(B, k, v);
    }
    for (dls_int k = 0; k < B->forces && !error; k++) {
        dls_mechanism_item *F = &B->force[k];
        dls_mechanism_meet(B, F, &P);
        for (int l = 0; l < F->kind->normals[in]; l++) {
            const dls_mechanism_line *line = &F->kind->line[in][l];
            line->equation(&P, line->i, line->j, &row);
            const double along[] = {row.h, row.speed};
            error = error || l > 0 ? error : dls_mechanism_steer(B, F, t, q, v, along, fault);
            dls_mechanism_effect effect;
            F->kind->law(F->p, l, line->traits & ANGULAR, &row, &effect);
            B->potential += effect.energy;
            push(B, &P, effect.force, &row, B->f);
        }
    }
    if (!error && B->host.own) {
        error = B->host.own(B->host.data, t, q, v, NULL, NULL, NULL, B->f, fault);
    }
    return error;
}

void dls_mechanism_along(dls_mechanism *B, dls_int k, const double *q, const double *v,
                         double along[2])
{
    const dls_mechanism_item *F = &B->force[k];
    const dls_mechanism_line *line = &F->kind->line[B->d - 2][0];
    dls_mechanism_pair P;
    dls_mechanism_row row;
    B->known = 0;
    dls_mechanism_place(B, q, v);
    dls_mechanism_meet(B, F, &P);
    line->equation(&P, line->i, line->j, &row);
    along[0] = row.h;
    along[1] = row.speed;
}
