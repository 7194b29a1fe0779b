/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One Runge-Kutta step of HIGHORDER (73) while the contacts stay what they are. Index 1 keeps
   constraints on the level of accelerations, (71), index 2 on that of velocities: then the
   reactions make G'v + w = 0 at the stages. Without constraints both are the same. A step whose
   stages do not converge is done in two halves, and so on. */
#include "motion/rk.h"

void dls_motion_rk_combine(dls_int n, const double *x, double h, const double *row, int count,
                           const double *X, double *out)
{
    dls_int k = 0; /* four at a time, for vector registers */
    for (; k + 3 < n; k += 4) {
        double a = 0, b = 0, c = 0, d = 0;
        for (int j = 0; j < count; j++) {
            const double *y = X + k + j * n;
            a += row[j] * y[0];
            b += row[j] * y[1];
            c += row[j] * y[2];
            d += row[j] * y[3];
        }
        a = x[k] + h * a;
        b = x[k + 1] + h * b;
        c = x[k + 2] + h * c;
        d = x[k + 3] + h * d;
        out[k] = a;
        out[k + 1] = b;
        out[k + 2] = c;
        out[k + 3] = d;
    }
    for (; k < n; k++) {
        double sum = 0;
        for (int j = 0; j < count; j++) {
            sum += row[j] * X[k + j * n];
        }
        out[k] = x[k] + h * sum;
    }
}

static dls_error one_step(dls_rk *S, const dls_rk_state *y, double h, dls_rk_state *z,
                          dls_fault *fault)
{
    const dls_motion_tableau *T = S->T;
    int index = S->count == 0 || S->R->friction ? 1 : (int)S->R->settings.index;
    dls_error error = T->explicit_ ? dls_motion_rk_explicit(S, y, h, index, fault)
                                   : dls_motion_rk_implicit(S, y, h, index, fault);
    if (error || !S->report->ok) {
        return error;
    }
    S->stages_t = y->t;
    S->stages_h = h;
    S->stages_index = index;
    z->t = y->t + h;
    dls_motion_rk_combine(S->nq, y->q, h, T->b, S->s, S->D, z->q);
    dls_motion_rk_combine(S->n, y->v, h, T->b, S->s, S->W, z->v);
    dls_zero(S->all, z->p);
    dls_zero(DLS_WORKS, z->work);
    for (int i = 0; i < S->s; i++) {
        dls_axpy(S->count, h * T->b[i], S->L + i * S->all, z->p);
        dls_axpy(DLS_WORKS, h * T->b[i], S->power + i * DLS_WORKS, z->work);
    }
    bool drifts = index == 2 && !T->explicit_ && !T->stiffly;
    S->projected = S->count > 0 && (drifts || S->R->friction);
    if (S->projected) { /* projected methods of Ascher and Petzold */
        error = dls_motion_rk_project(S, S->rows, S->count, z, S->lambda, fault);
        dls_axpy(S->count, 1, S->lambda, z->p);
    }
    if (!error && !(dls_finite(S->nq, z->q) && dls_finite(S->n, z->v))) {
        dls_motion_refuse(S->report, "a step of the Runge-Kutta method is not finite");
    }
    return error;
}

bool dls_motion_rk_again(dls_rk *S)
{
    dls_outcome why = S->report->outcome;
    bool over = why == DLS_TIME_LIMIT || why == DLS_INTERRUPTED || S->report->incomplete;
    if (S->report->ok || over) {
        return false;
    }
    *S->report = (dls_motion_report){.ok = true};
    return true;
}

/* Where stages do not converge halves are made. The halves of an adaptive step (fine) are split
   once more than the whole: else both go the same way, and their difference is no error. */
static dls_error step_or_halves(dls_rk *S, const dls_rk_state *y, double h, int depth,
                                dls_rk_state *z, dls_fault *fault)
{
    if (dls_motion_over(S->R, S->report)) {
        return DLS_OK;
    }
    bool split = S->R->fine && depth < S->halvings;
    dls_error error = split ? DLS_OK : one_step(S, y, h, z, fault);
    if (!split && (error || depth == DLS_RK_HALVES || !dls_motion_rk_again(S))) {
        return error;
    }
    S->halvings = DLS_MAX(S->halvings, depth + 1);
    dls_rk_state *middle = S->half + depth;
    error = step_or_halves(S, y, h / 2, depth + 1, middle, fault);
    error = error || !S->report->ok ? error : step_or_halves(S, middle, h / 2, depth + 1, z, fault);
    if (!error && S->report->ok) {
        z->t = y->t + h;
        dls_axpy(S->count, 1, middle->p, z->p);
        dls_axpy(DLS_WORKS, 1, middle->work, z->work);
    }
    return error;
}

dls_error dls_motion_rk_step(dls_rk *S, const dls_rk_state *y, double h, dls_rk_state *z,
                             dls_fault *fault)
{
    return step_or_halves(S, y, h, 0, z, fault);
}
