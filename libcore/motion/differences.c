/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Central differences for what a model does not give: gradients, column by column, along the
   coordinate or, where coordinates are advanced, along its motion; rates along the motion. */
#include <math.h>

#include "motion/model.h"

static const double CUBE_ROOT = 6.0554544523933395e-06; /* of DLS_EPS: least error in all */

/* side: E displaced by +s and -s in direction k of q, `base` there; S->column := the difference,
   divided by the distance. */
static dls_error one_column(dls_motion_source *S, const dls_motion_values *E, unsigned base,
                            dls_int k, dls_fault *fault)
{
    int number = base == DLS_PART_GAP ? DLS_PARTNO_GAP : DLS_PARTNO_CONSTRAINT;
    dls_int rows = S->rows[number];
    double **value = dls_motion_vector(&S->side, number), at[2];
    double s = CUBE_ROOT * fmax(1, S->model->advance ? 1 : fabs(E->q[k]));
    dls_error error = DLS_OK;
    for (int side = 0; !error && side < 2; side++) {
        at[side] = side ? -s : s;
        if (S->model->advance) {
            dls_zero(S->n, S->v);
            S->v[k] = 1;
            dls_motion_advance(S, E->q, S->v, at[side], S->q);
        } else {
            dls_copy(S->nq, E->q, S->q);
            at[side] = S->q[k] += at[side];
        }
        error = dls_motion_evaluate(S, &S->side, base, E->t, S->q, E->v, fault);
        for (dls_int i = 0; !error && i < rows; i++) {
            S->column[i] = side ? (S->column[i] - (*value)[i]) / (at[0] - at[1]) : (*value)[i];
        }
    }
    return error;
}

/* Gradients as columns */
static dls_error gradients(dls_motion_source *S, dls_motion_values *E, unsigned base,
                           dls_motion_part part, dls_fault *fault)
{
    double *x = dls_motion_full(E, part);
    if (!x) {
        return dls_fail_memory(fault);
    }
    dls_int rows = base == DLS_PART_GAP ? S->nu : S->nb;
    dls_error error = DLS_OK;
    for (dls_int k = 0; !error && k < S->n; k++) {
        error = one_column(S, E, base, k, fault);
        for (dls_int i = 0; !error && i < rows; i++) {
            x[k + i * S->n] = S->column[i];
        }
    }
    return error;
}

/* d/dt (G'v + w) at constant v */
static dls_error rate(dls_motion_source *S, dls_motion_values *E, bool gap, double *b,
                      dls_fault *fault)
{
    dls_motion_values *A = &S->ahead;
    dls_int count = gap ? S->nu : S->nb;
    unsigned parts = gap ? DLS_PART_GAP_GRADIENT | DLS_PART_GAP_SPEED
                         : DLS_PART_CONSTRAINT_GRADIENT | DLS_PART_CONSTRAINT_SPEED;
    double speed = fmax(1, dls_largest(S->n, E->v));
    double s = CUBE_ROOT * fmax(1, dls_largest(S->nq, E->q)) / speed;
    dls_error error = DLS_OK;
    for (int side = 0; !error && side < 2; side++) {
        double step = side ? -s : s;
        dls_motion_advance(S, E->q, E->v, step, S->q);
        error = dls_motion_evaluate(S, A, parts, E->t + step, S->q, E->v, fault);
        for (dls_int i = 0; !error && i < count; i++) {
            dls_view G = gap ? A->N : A->G;
            double u = gap ? A->wu[i] : A->wb[i];
            for (dls_int k = G.p[i]; k < G.p[i + 1]; k++) {
                u += G.x[k] * E->v[G.i[k]];
            }
            b[i] = side ? (b[i] - u) / (2 * s) : u;
        }
    }
    return error;
}

/* A := -B */
static dls_error negative(dls_motion_source *S, dls_motion_values *E, dls_motion_part part,
                          dls_view B, dls_fault *fault)
{
    if (!B.rows) {
        return dls_motion_full(E, part) || !S->n ? DLS_OK : dls_fail_memory(fault);
    }
    dls_error error = dls_motion_sparse(E, part, B, fault);
    double *x = (double *)(part == DLS_PART_FORCE_Q ? E->fq : E->fv).x; /* E's own */
    for (dls_int k = 0; !error && k < dls_entries(B); k++) {
        x[k] = -x[k];
    }
    return error;
}

/* q'(K q / 2 - f), of a constant load */
static void potential(const dls_motion_source *S, dls_motion_values *E)
{
    const dls_motion_model *L = S->model;
    *E->potential = 0;
    if (L->K.rows) {
        dls_zero(S->n, S->column);
        dls_mul(L->K, 0.5, E->q, S->column);
        *E->potential = dls_dot(S->n, E->q, S->column);
    }
    if (L->constant & DLS_PART_FORCE) {
        *E->potential -= dls_dot(S->n, E->q, S->constant.f);
    }
}

dls_error dls_motion_difference(dls_motion_source *S, dls_motion_values *E, dls_motion_part part,
                                dls_fault *fault)
{
    switch (part) {
    case DLS_PART_CONSTRAINT_GRADIENT:
        return gradients(S, E, DLS_PART_CONSTRAINT, part, fault);
    case DLS_PART_GAP_GRADIENT:
        return gradients(S, E, DLS_PART_GAP, part, fault);
    case DLS_PART_FORCE_Q:
        return S->loaded ? negative(S, E, part, S->model->K, fault)
                         : dls_motion_force_jacobian(S, E, part, fault);
    case DLS_PART_FORCE_V:
        return S->loaded ? negative(S, E, part, S->model->C, fault)
                         : dls_motion_force_jacobian(S, E, part, fault);
    case DLS_PART_CONSTRAINT_RATE:
        return rate(S, E, false, E->bb, fault);
    case DLS_PART_GAP_RATE:
        return rate(S, E, true, E->bu, fault);
    case DLS_PART_POTENTIAL:
        potential(S, E);
        return DLS_OK;
    default:
        return dls_fail(fault, DLS_ERROR_OPTION, "a part of the model is missing");
    }
}
