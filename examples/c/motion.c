/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A double pendulum that swings against a wall and loses no energy there: a model in C, whose
   function is asked for what the engine needs at (t, q, v), and a run in pieces. */
#include <math.h>
#include <stdio.h>

#include <delassus.h>

static const double G = 9.81;

/* Two masses of 1 on rods of length 1, angles q from below; the wall is at x = -0.1. */
static dls_error pendulum(void *data, unsigned parts, dls_motion_values *E, dls_fault *fault)
{
    const double *q = E->q, *v = E->v;
    double c = cos(q[0] - q[1]), s = sin(q[0] - q[1]);
    (void)data, (void)fault;
    if (parts & DLS_PART_MASS) {
        double *M = dls_motion_full(E, DLS_PART_MASS);
        if (!M) {
            return DLS_ERROR_MEMORY;
        }
        M[0] = 2;
        M[1] = M[2] = c;
        M[3] = 1;
    }
    if (parts & DLS_PART_FORCE) {
        E->f[0] = -s * v[1] * v[1] - 2 * G * sin(q[0]);
        E->f[1] = s * v[0] * v[0] - G * sin(q[1]);
    }
    if (parts & DLS_PART_GAP) { /* of both masses; gradients come from differences */
        E->g[0] = 0.1 + sin(q[0]);
        E->g[1] = 0.1 + sin(q[0]) + sin(q[1]);
    }
    if (parts & DLS_PART_RESTITUTION) {
        E->e[0] = E->e[1] = 1;
    }
    if (parts & DLS_PART_POTENTIAL) {
        *E->potential = -2 * G * cos(q[0]) - G * cos(q[1]);
    }
    return DLS_OK;
}

int main(void)
{
    const double q[] = {0.5, 0.8}, v[] = {0, 0};
    const dls_motion_model model = {.n = 2,
                                    .nu = 2,
                                    .d = 1,
                                    .given = DLS_PART_MASS | DLS_PART_FORCE | DLS_PART_GAP |
                                             DLS_PART_RESTITUTION | DLS_PART_POTENTIAL,
                                    .constant = DLS_PART_RESTITUTION,
                                    .of_q = DLS_PART_MASS | DLS_PART_GAP | DLS_PART_POTENTIAL,
                                    .evaluate = pendulum};
    const dls_motion_course course = {.t0 = 0, .tend = 5, .q = q, .v = v};
    dls_motion_settings settings = dls_motion_defaults();
    settings.step = 1e-4;
    settings.stride = 100;
    dls_motion_run *run;
    dls_motion_picture seen;
    dls_fault fault;
    dls_error error = dls_motion_setup(&model, &settings, &course, (dls_host){0}, &run, &fault);
    for (seen.finished = false; !error && !seen.finished;) {
        error = dls_motion_next(run, 10000, &fault);
        dls_motion_state(run, &seen);
        if (!error && seen.outcome != DLS_SOLVED) {
            printf("%s: %s\n", dls_outcome_text(seen.outcome), seen.message);
            break;
        }
        printf("t = %4.1f: q = %9.6f %9.6f, %3d events\n", seen.now, seen.q_now[0], seen.q_now[1],
               (int)seen.events);
    }
    if (error) {
        fprintf(stderr, "%s: %s\n", dls_error_id(fault.code), fault.text);
        return 1;
    }
    double first = seen.kinetic[0] + seen.potential[0], worst = 0;
    for (dls_int k = 0; k < seen.count; k++) {
        worst = fmax(worst, fabs(seen.kinetic[k] + seen.potential[k] - first));
    }
    printf("%d columns; the energy %.4f changes by %.1e\n", (int)seen.count, first, worst);
    bool good = seen.finished && seen.events > 4 && worst < 1e-2;
    dls_motion_free(run);
    return good ? 0 : 1;
}
