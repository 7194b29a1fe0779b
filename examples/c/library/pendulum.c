/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A double pendulum beside a wall as a model in a shared object:
     cc -O2 -std=c11 -shared -fPIC -I<folder of delassus.h> pendulum.c -o pendulum.so -lm
   and then, in Octave,
     model = dls_model ('library', 'pendulum.so', 'numbers', [9.81 0.1 1]);
     sol = dls_simulate (model, [0 5], [0.5; 0.8], [0; 0], 'Step', 1e-4);
   numbers: gravity, distance of the wall, restitution. */
#include <math.h>
#include <stdlib.h>

#include <delassus.h>

typedef struct {
    const dls_library_host *host;
    double gravity, wall, restitution;
} pendulum;

/* Two masses of 1 on rods of length 1, angles q from below. */
static dls_error evaluate(void *data, unsigned parts, dls_motion_values *E, dls_fault *fault)
{
    const pendulum *P = data;
    const double *q = E->q, *v = E->v;
    double c = cos(q[0] - q[1]), s = sin(q[0] - q[1]), g = P->gravity;
    (void)fault;
    if (parts & DLS_PART_MASS) {
        double *M = P->host->full(E, DLS_PART_MASS);
        if (!M) {
            return DLS_ERROR_MEMORY;
        }
        M[0] = 2;
        M[1] = M[2] = c;
        M[3] = 1;
    }
    if (parts & DLS_PART_FORCE) {
        E->f[0] = -s * v[1] * v[1] - 2 * g * sin(q[0]);
        E->f[1] = s * v[0] * v[0] - g * sin(q[1]);
    }
    if (parts & DLS_PART_GAP) {
        E->g[0] = P->wall + sin(q[0]);
        E->g[1] = P->wall + sin(q[0]) + sin(q[1]);
    }
    if (parts & DLS_PART_GAP_GRADIENT) {
        double *N = P->host->full(E, DLS_PART_GAP_GRADIENT);
        if (!N) {
            return DLS_ERROR_MEMORY;
        }
        N[0] = N[2] = cos(q[0]);
        N[3] = cos(q[1]);
    }
    if (parts & DLS_PART_RESTITUTION) {
        E->e[0] = E->e[1] = P->restitution;
    }
    if (parts & DLS_PART_POTENTIAL) {
        *E->potential = -2 * g * cos(q[0]) - g * cos(q[1]);
    }
    return DLS_OK;
}

const int dls_library_version = DLS_LIBRARY_VERSION;

dls_error dls_library_open(const dls_library_host *host, dls_motion_model *model, dls_fault *fault)
{
    pendulum *P = malloc(sizeof *P);
    (void)fault;
    if (!P) {
        return DLS_ERROR_MEMORY;
    }
    P->host = host;
    P->gravity = host->count > 0 ? host->numbers[0] : 9.81;
    P->wall = host->count > 1 ? host->numbers[1] : 0.1;
    P->restitution = host->count > 2 ? host->numbers[2] : 1;
    *model = (dls_motion_model){
        .n = 2,
        .nu = 2,
        .d = 1,
        .given = DLS_PART_MASS | DLS_PART_FORCE | DLS_PART_GAP | DLS_PART_GAP_GRADIENT |
                 DLS_PART_RESTITUTION | DLS_PART_POTENTIAL,
        .constant = DLS_PART_RESTITUTION,
        .of_q = DLS_PART_MASS | DLS_PART_GAP | DLS_PART_GAP_GRADIENT | DLS_PART_POTENTIAL,
        .data = P,
        .evaluate = evaluate};
    return DLS_OK;
}

void dls_library_close(void *data)
{
    free(data);
}
