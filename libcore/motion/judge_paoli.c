/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations of Schatzman and Paoli's step, HIGHORDER (22), (24), as schatzman_paoli.c states
   them, divided by h. */
#include <math.h>

#include "motion/judge.h"
#include "motion/paoli.h"

static void contacts(const dls_judgement *V, double h, const dls_motion_values *E,
                     const dls_motion_point *to)
{
    const dls_motion_run *R = V->R;
    const dls_motion_paoli *W = R->workspace;
    double place = 8 * DLS_EPS * dls_largest(R->nq, to->q) / h;
    for (dls_int i = 0; i < R->nu; i++) {
        dls_int own = E->N.p[i + 1] - E->N.p[i];
        double u[3] = {W->s[i * W->d] + dls_motion_power(E->N, i, W->x)};
        u[0] /= h;
        double rounding = place * dls_norm(own, E->N.x + E->N.p[i]);
        u[0] = copysign(fmax(0, fabs(u[0]) - rounding), u[0]);
        for (int t = 1; t < W->d; t++) {
            dls_int j = i * (R->d - 1) + t - 1;
            u[t] = dls_motion_power(E->T, j, W->x) / h + E->wt[j];
        }
        dls_judge_contact(V, i, E, W->mu[i], 0, u, to->p);
    }
}

static dls_error judge(dls_judgement *V, double h, const dls_motion_point *from,
                       const dls_motion_point *to, dls_fault *fault)
{
    dls_motion_run *R = V->R;
    dls_motion_paoli *W = R->workspace;
    dls_motion_judged *J = V->J;
    dls_motion_values E = J->at[0];
    E.M = J->at[1].M;
    E.G = J->at[1].G;
    dls_error error = dls_motion_paoli_gaps(R, h, from, &E.N, fault);
    if (error) {
        return error;
    }
    for (dls_int k = 0; k < R->n; k++) {
        J->q[k] = W->x[k] / h;
        J->v[k] = W->w[k] / h;
    }
    dls_judge_momentum(V, h, &E, J->v, J->q, to->p);
    contacts(V, h, &E, to);
    double size = fmax(1, dls_largest(R->nq, to->q));
    dls_judge_value(V->worst, dls_largest(R->nb, J->at[1].h), size);
    dls_copy(R->n, to->v, J->term);
    dls_axpy(R->n, -0.5, J->q, J->term);
    dls_axpy(R->n, -0.5, J->v, J->term);
    dls_judge_value(V->worst, dls_largest(R->n, J->term), V->speed);
    return DLS_OK;
}

/* W->w, the displacement of the step before */
static dls_error before(dls_motion_run *R, double h, const dls_motion_point *from, dls_fault *fault)
{
    dls_motion_report report = {.ok = true};
    if (from->memory[0] == 0) {
        return dls_motion_paoli_start(R, h, from, &report, fault);
    }
    dls_motion_paoli_before(R, h, from);
    return DLS_OK;
}

dls_error dls_motion_judge_paoli(dls_motion_run *R, double h, const dls_motion_point *from,
                                 const dls_motion_point *to, double *worst, dls_fault *fault)
{
    dls_motion_paoli *W = R->workspace;
    dls_motion_judged *J = &R->book->judged;
    dls_judgement V = {.R = R, .J = J, .worst = worst};
    double theta = R->settings.theta;
    unsigned parts = DLS_PART_FORCE | DLS_PART_TANGENT | DLS_PART_TANGENT_SPEED;
    dls_error error = before(R, h, from, fault);
    for (dls_int k = 0; k < R->n; k++) {
        W->x[k] = to->q[k] - from->q[k];
        J->v[k] = (1 - theta) * from->v[k] + theta * (W->x[k] + W->w[k]) / (2 * h);
        J->q[k] = from->q[k] + theta * W->x[k];
    }
    error = error ? error
                  : dls_motion_evaluate(R->source, J->at, parts, from->t + theta * h, J->q, J->v,
                                        fault);
    parts = DLS_PART_MASS | DLS_PART_CONSTRAINT | DLS_PART_CONSTRAINT_GRADIENT;
    error =
        error ? error : dls_motion_evaluate(R->source, J->at + 1, parts, to->t, to->q, J->v, fault);
    return error ? error : judge(&V, h, from, to, fault);
}
