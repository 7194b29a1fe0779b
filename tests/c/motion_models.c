/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "motion_models.h"

#include <string.h>

static const dls_int ONE_P[] = {0, 1}, ZERO_I[] = {0};

/* A matrix of one entry */
static bool set(dls_motion_values *E, unsigned parts, dls_motion_part part, double x)
{
    double *matrix = parts & part ? dls_motion_full(E, part) : &x;
    if (matrix) {
        *matrix = x;
    }
    return matrix;
}

static dls_error ball_evaluate(void *data, unsigned parts, dls_motion_values *E, dls_fault *fault)
{
    ball *b = data;
    if (++b->calls == b->fails_at) {
        strcpy(fault->text, "the ball is lost");
        return fault->code = DLS_ERROR_MODEL;
    }
    if (parts & DLS_PART_FORCE) {
        E->f[0] = b->f - (b->model.K.rows ? 0 : b->k * E->q[0]);
    }
    if (parts & DLS_PART_GAP) {
        E->g[0] = b->gap + (b->model.constant & DLS_PART_GAP ? 0 : E->q[0]);
    }
    if (parts & DLS_PART_RESTITUTION) {
        E->e[0] = b->e;
    }
    bool done = set(E, parts, DLS_PART_MASS, 1) && set(E, parts, DLS_PART_GAP_GRADIENT, 1) &&
                set(E, parts, DLS_PART_FORCE_Q, -b->k) && set(E, parts, DLS_PART_FORCE_V, 0);
    return done ? DLS_OK : DLS_ERROR_MEMORY;
}

void ball_make(ball *b, int kind, double f, double k, double e)
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

dls_error ball_run(ball *b, int scheme, double h, int steps, dls_motion_run **R, dls_fault *fault)
{
    static const double one = 1, zero = 0;
    dls_motion_settings settings = dls_motion_defaults();
    settings.scheme = scheme;
    settings.step = h;
    dls_motion_course course = {.tend = steps * h, .q = &one, .v = &zero};
    dls_error error = dls_motion_setup(&b->model, &settings, &course, (dls_host){0}, R, fault);
    return error ? error : dls_motion_next(*R, 1000000, fault);
}
