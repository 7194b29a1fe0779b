/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work: with it the balance of the kinetic energy closes. A percussion works on the mean of the
   velocities before and after (Kelvin), a force in the middle of a step on that, too: then
   T (v1) - T (v0) is the work of a step M (v1 - v0) = h f + G pb + N pn + T pt, to rounding where M
   is constant. */
#include <math.h>

#include "motion/book.h"

double dls_motion_power(dls_view G, dls_int j, const double *v)
{
    double sum = 0;
    for (dls_int k = G.p[j]; k < G.p[j + 1]; k++) {
        sum += G.x[k] * v[G.i[k]];
    }
    return sum;
}

double dls_motion_force_power(const dls_motion_run *R, const double *f, const double *v)
{
    return dls_dot(R->n - R->model.nx, f, v);
}

void dls_motion_later_force(const dls_motion_run *R, double a, double b, const double *x,
                            dls_motion_values *E, double *room)
{
    if (R->linear && R->settings.energy) {
        dls_copy(R->n, E->f, room);
        dls_mul(E->fv, a, x, room);
        dls_mul(E->fq, b, x, room);
        E->f = room;
    }
}

void dls_motion_powers(const dls_motion_run *R, const dls_motion_values *E, const double *lambda,
                       const double *v, double power[2])
{
    power[0] = dls_motion_force_power(R, E->f, v);
    power[1] = 0;
    for (dls_int k = 0; k < R->nb; k++) {
        power[1] += lambda[k] * dls_motion_power(E->G, k, v);
    }
}

/* p'G'(v0 + v1)/2; *size: of its terms, and of p'G'G p */
static double of_columns(dls_view G, const double *p, const double *v0, const double *v1,
                         double size[2])
{
    double sum = 0;
    for (dls_int j = 0; j < G.cols; j++) {
        if (p[j] != 0) {
            double part = p[j] * (dls_motion_power(G, j, v0) + dls_motion_power(G, j, v1)) / 2;
            sum += part;
            size[0] += fabs(part);
            size[1] += p[j] * p[j] * dls_dot(G.p[j + 1] - G.p[j], G.x + G.p[j], G.x + G.p[j]);
        }
    }
    return sum;
}

void dls_motion_gain(const dls_motion_run *R, double made, const double size[2], double push,
                     dls_view M, dls_motion_point *to)
{
    /* What bears a weight in a step makes nothing, although it may rise, and its gradient turn: its
       percussion is then below that of the force. Of several, and by levers, BORNE times that. */
    static const double ROUNDING = 1e-10, BORNE = 4;
    double borne = BORNE * push;
    if (made > ROUNDING * size[0] && !R->moving && !R->soft && R->scheme->velocities &&
        made > ROUNDING * size[1] / dls_max_abs(M) && size[1] > borne * borne) {
        to->gain += made;
    }
}

void dls_motion_work(const dls_motion_run *R, double h, const dls_motion_values *E,
                     const double *v0, const double *v1, dls_motion_point *to)
{
    double normal, tangential = 0, size[2] = {0, 0};
    if (!R->settings.energy) {
        return;
    }
    if (h > 0) {
        double power = dls_motion_force_power(R, E->f, v0) + dls_motion_force_power(R, E->f, v1);
        to->work[DLS_WORK_FORCE] += h / 2 * power;
    }
    to->work[DLS_WORK_CONSTRAINT] += of_columns(E->G, to->p, v0, v1, size);
    size[0] = size[1] = 0;
    normal = of_columns(E->N, to->p + R->nb, v0, v1, size);
    if (R->d > 1) {
        tangential = of_columns(E->T, to->p + R->nb + R->nu, v0, v1, size);
    }
    to->work[DLS_WORK_CONTACT] += normal;
    to->work[DLS_WORK_FRICTION] += tangential;
    dls_motion_gain(R, normal + tangential, size, h * dls_norm(R->n - R->model.nx, E->f), E->M, to);
}

/* A force that moves a mass M(q) works on v'(dM/dt)v/2, too: by the change of M over the step. The
   end of one step is the beginning of the next: asked once. */
dls_error dls_motion_work_mass(dls_motion_run *R, const dls_motion_point *from, dls_fault *fault)
{
    dls_motion_values *before = R->book->mass, *after = before + 1;
    if (!R->settings.energy || (R->source->kept & DLS_PART_MASS)) {
        return DLS_OK;
    }
    const dls_motion_point *to = &R->now;
    double sum = 0;
    dls_error error =
        dls_motion_evaluate(R->source, before, DLS_PART_MASS, from->t, from->q, from->v, fault);
    if (!error) {
        error = dls_motion_evaluate(R->source, after, DLS_PART_MASS, to->t, to->q, to->v, fault);
    }
    for (dls_int j = 0; !error && j < R->n; j++) {
        double v = (from->v[j] + to->v[j]) / 2;
        double rise = dls_motion_power(after->M, j, from->v) + dls_motion_power(after->M, j, to->v);
        rise -= dls_motion_power(before->M, j, from->v) + dls_motion_power(before->M, j, to->v);
        sum += v * rise / 2;
    }
    R->now.work[DLS_WORK_FORCE] += error ? NAN : sum / 2;
    dls_motion_values swap = *before;
    *before = *after;
    *after = swap;
    return error;
}

/* It is told of the contact that is pressed most. */
dls_error dls_motion_tell_gain(dls_motion_run *R, dls_fault *fault)
{
    const double *p = R->now.p + R->nb, gain = R->now.gain;
    dls_int most = 0;
    if (!(gain > 0)) {
        return DLS_OK;
    }
    for (dls_int i = 1; i < R->nu; i++) {
        most = p[i] > p[most] ? i : most;
    }
    R->now.gain = 0;
    dls_error error = dls_motion_tell(R, R->now.t, most, DLS_EVENT_ENERGY_GAIN, gain, fault);
    R->book->accepted = R->book->events;
    return error;
}
