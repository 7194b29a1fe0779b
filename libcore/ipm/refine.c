/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solutions of the linear system to the accuracy that a step needs: refinement while it is fast,
   then GMRES, both with the regularised factorisation. */
#include <math.h>

#include "ipm/system.h"

/* e = r - K (dx, dy), measured by what it does: the first rows and the equations are residuals of
   the problem to come, the others, divided by W, disturb lambda only. */
static double defect(dls_system *S, const double *r1, const double *r2, const double *dx,
                     const double *dy, const dls_accuracy *wanted)
{
    dls_int n = S->P.cols, m = S->A.rows, equations = dls_cones_equations(S->cones);
    dls_set_mul_t(S->Pt, dx, S->e1);
    dls_mul_t(S->A, 1, dy, S->e1);
    dls_cones_apply(S->cones, dy, S->t);
    dls_cones_apply(S->cones, S->t, S->t);
    dls_set_mul_t(S->At, dx, S->e2);
    for (dls_int j = 0; j < n; j++) {
        S->e1[j] = r1[j] - S->e1[j];
    }
    for (dls_int i = 0; i < m; i++) {
        S->e2[i] = r2[i] - S->e2[i] + S->t[i];
    }
    dls_cones_divide(S->cones, S->e2, S->t);
    double rows = fmax(dls_largest(n, S->e1), dls_largest(equations, S->e2));
    double cones = dls_largest(m, S->t);
    return isnan(rows) || isnan(cones) ? INFINITY
                                       : fmax(rows / wanted->rows, cones / wanted->cones);
}

/* v = R (e1, e2): the units of dls_accuracy. */
static void weigh_residual(dls_system *S, const dls_accuracy *wanted, double *v)
{
    dls_int n = S->P.cols, m = S->A.rows, equations = dls_cones_equations(S->cones);
    for (dls_int j = 0; j < n; j++) {
        v[j] = S->e1[j] / wanted->rows;
    }
    dls_cones_divide(S->cones, S->e2, v + n);
    for (dls_int i = 0; i < m; i++) {
        v[n + i] = i < equations ? S->e2[i] / wanted->rows : v[n + i] / wanted->cones;
    }
}

/* (e1, e2) = R^-1 v */
static void unweigh(dls_system *S, const dls_accuracy *wanted, const double *v)
{
    dls_int n = S->P.cols, m = S->A.rows, equations = dls_cones_equations(S->cones);
    for (dls_int j = 0; j < n; j++) {
        S->e1[j] = v[j] * wanted->rows;
    }
    dls_cones_apply(S->cones, v + n, S->e2);
    for (dls_int i = 0; i < m; i++) {
        S->e2[i] = i < equations ? v[n + i] * wanted->rows : S->e2[i] * wanted->cones;
    }
}

typedef struct {
    dls_system *S;
    const dls_accuracy *wanted;
} weighted;

/* out = R K (K + D)^-1 R^-1 in */
static dls_error apply_preconditioned(void *data, const double *in, double *out)
{
    dls_system *S = ((weighted *)data)->S;
    const dls_accuracy *wanted = ((weighted *)data)->wanted;
    unweigh(S, wanted, in);
    dls_error error = dls_ipm_system_apply(S, S->e1, S->e2, S->f1, S->f2);
    dls_cones_apply(S->cones, S->f2, S->t);
    dls_cones_apply(S->cones, S->t, S->t);
    dls_set_mul_t(S->Pt, S->f1, S->e1);
    dls_mul_t(S->A, 1, S->f2, S->e1);
    dls_set_mul_t(S->At, S->f1, S->e2);
    dls_axpy(S->A.rows, -1, S->t, S->e2);
    weigh_residual(S, wanted, out);
    return error;
}

/* (dx, dy) += (f1, f2) if the error becomes less than `worth` times what it was. */
static bool correct_solution(dls_system *S, const double *r1, const double *r2, double *dx,
                             double *dy, const dls_accuracy *wanted, double worth)
{
    dls_int n = S->P.cols, m = S->A.rows;
    dls_copy(n, dx, S->keep); /* f may be huge: taking it away again would leave nothing */
    dls_copy(m, dy, S->keep + n);
    dls_axpy(n, 1, S->f1, dx);
    dls_axpy(m, 1, S->f2, dy);
    double now = defect(S, r1, r2, dx, dy, wanted);
    bool better = now < worth * S->left;
    if (better) {
        S->left = now;
    } else {
        dls_copy(n, S->keep, dx);
        dls_copy(m, S->keep + n, dy);
        defect(S, r1, r2, dx, dy, wanted);
    }
    return better;
}

static dls_error krylov(dls_system *S, const dls_accuracy *wanted)
{
    weighted W = {S, wanted};
    int steps = 0;
    weigh_residual(S, wanted, S->krylov.V);
    dls_error error = dls_linsys_gmres_run(&S->krylov, apply_preconditioned, &W, 1, S->krylov.steps,
                                           S->weighted, &steps);
    S->refinements += steps;
    unweigh(S, wanted, S->weighted);
    return error ? error : dls_ipm_system_apply(S, S->e1, S->e2, S->f1, S->f2);
}

/* Refinement while it is fast, then GMRES on what is left of the right-hand side. Where that does
   not help, the system has no solution; then one step more, which gives (dx, dy) the part along
   the kernel that proves it: GMRES leaves anything there. */
dls_error dls_ipm_system_refine(dls_system *S, const double *r1, const double *r2, double *dx,
                                double *dy, const dls_accuracy *wanted)
{
    enum { CYCLES = 3 };
    static const double FAST = 0.1, SLOW = 0.95, NO_WORSE = 1.01;
    dls_error error = DLS_OK;
    S->left = defect(S, r1, r2, dx, dy, wanted);
    bool going = S->left < INFINITY, fast = true;
    while (!error && going && fast && S->left > 1) {
        double before = S->left;
        S->refinements++;
        error = dls_ipm_system_apply(S, S->e1, S->e2, S->f1, S->f2);
        fast = !error && correct_solution(S, r1, r2, dx, dy, wanted, 1) && S->left < FAST * before;
    }
    for (int k = 0; !error && going && k < CYCLES && S->left > 1; k++) {
        error = krylov(S, wanted);
        going = !error && correct_solution(S, r1, r2, dx, dy, wanted, SLOW);
    }
    if (!error && !going && S->left > 1 && S->left < INFINITY) {
        error = dls_ipm_system_apply(S, S->e1, S->e2, S->f1, S->f2);
        correct_solution(S, r1, r2, dx, dy, wanted, NO_WORSE);
    }
    return error;
}

dls_error dls_ipm_system_solve(dls_system *S, const double *r1, const double *r2, double *dx,
                               double *dy, const dls_accuracy *wanted)
{
    dls_error error = dls_ipm_system_apply(S, r1, r2, dx, dy);
    S->left = 0;
    return error ? error : dls_ipm_system_refine(S, r1, r2, dx, dy, wanted);
}
