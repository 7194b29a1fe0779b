/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coulomb's law as x o y = 0 in second-order cones, differentiated; see interior.c. */
#include <math.h>

#include "friction/interior.h"

bool dls_friction_interior_curved(const dls_interior *I, dls_int c)
{
    double mu = I->T->problem->mu[c];
    return mu > 0 && isfinite(mu);
}

void dls_friction_interior_cone(const dls_interior *I, const double *r, double *x)
{
    const dls_friction_task *T = I->T;
    for (dls_int c = 0; c < T->nc; c++) {
        dls_int at = I->cones.cone[c].start;
        x[at] = dls_friction_interior_curved(I, c) ? T->problem->mu[c] * r[c * T->d] : r[c * T->d];
        for (int i = 1; dls_friction_interior_curved(I, c) && i < T->d; i++) {
            x[at + i] = r[c * T->d + i];
        }
    }
}

/* u_T and its smoothed length */
static double slip(const dls_interior *I, dls_int c, double *t)
{
    const double *u = I->T->u + c * I->T->d;
    double sum = I->smooth[c] * I->smooth[c];
    for (int i = 1; i < I->T->d; i++) {
        t[i] = u[i];
        sum += t[i] * t[i];
    }
    return sqrt(sum);
}

void dls_friction_interior_gap(dls_interior *I, double tau)
{
    static const double SMOOTH = 0.1; /* of the velocity y that the centre has at x */
    const dls_friction_task *T = I->T;
    for (dls_int c = 0; c < T->nc; c++) {
        dls_int at = I->cones.cone[c].start;
        const double *u = T->u + c * T->d;
        double mu = T->problem->mu[c], t[DLS_FRICTION_DIM];
        I->gap[at] = u[0] - I->y[at];
        I->lag[c] = 0;
        if (dls_friction_interior_curved(I, c)) {
            I->smooth[c] = SMOOTH * tau / I->x[at];
            I->lag[c] = slip(I, c, t) - I->s[c];
            I->gap[at] += mu * I->s[c];
            for (int i = 1; i < T->d; i++) {
                I->gap[at + i] = mu * u[i] - I->y[at + i];
            }
        }
    }
}

/* A matrix of W or W^-1 of cone c */
static void scaling(const dls_interior *I, dls_int c, bool inverse, double *A)
{
    const dls_cone *cone = &I->cones.cone[c];
    int d = I->T->d;
    for (int j = 0; j < d; j++) {
        double e[DLS_FRICTION_DIM] = {0}, column[DLS_FRICTION_DIM];
        e[j] = 1;
        (inverse ? cone->kind->divide : cone->kind->apply)(cone, e, column);
        for (int i = 0; i < d; i++) {
            A[i * d + j] = column[i];
        }
    }
}

/* The rows W^-1 X dr + W (Y + mu kappa e_N t') du = c of a curved contact, t of length 1;
   of a straight one w^-1 dr_N + w du_N = c_N, and dr_T = c_T or du_T + delta dr_T = c_T. */
void dls_friction_interior_linearise(dls_interior *I, dls_int c)
{
    const dls_friction_task *T = I->T;
    int d = T->d;
    double mu = T->problem->mu[c], W[9], V[9], t[DLS_FRICTION_DIM];
    dls_int at = c * d * d;
    double *A = I->S->blocks.A + at, *B = I->S->blocks.B + at, *Ai = I->S->blocks.Ai + at;
    double *C0 = I->S->blocks.C0 + at;
    dls_zero(d * d, A);
    dls_zero(d * d, B);
    dls_zero(d * d, Ai);
    if (!dls_friction_interior_curved(I, c)) {
        static const double TINY = 1e-8;
        double w = *I->cones.cone[c].w;
        A[0] = 1 / w;
        B[0] = Ai[0] = w;
        for (int i = 1; i < d; i++) {
            A[i * d + i] = mu == 0 ? 1 : TINY / T->rho[c];
            B[i * d + i] = mu > 0;
            Ai[i * d + i] = 1 / A[i * d + i];
        }
    } else {
        double length = slip(I, c, t);
        scaling(I, c, false, W);
        scaling(I, c, true, V);
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                double along = j > 0 ? I->kappa * W[i * d] * t[j] / length : 0;
                A[i * d + j] = V[i * d + j] * (j == 0 ? mu : 1);
                B[i * d + j] = (W[i * d + j] + along) * (j == 0 ? 1 : mu);
                Ai[i * d + j] = W[i * d + j] / (i == 0 ? mu : 1);
            }
        }
    }
    dls_law_multiply(d, Ai, B, I->S->blocks.C + at);
    dls_copy(d * d, I->S->blocks.C + at, C0);
    if (dls_friction_interior_curved(I, c)) { /* X^-1 W^2 Y, X Y = mu */
        dls_law_multiply(d, W, W, V);
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                C0[i * d + j] = V[i * d + j] / (i == 0 ? mu : 1) * (j == 0 ? 1 : mu);
            }
        }
    }
}

dls_error dls_friction_interior_solve(dls_interior *I)
{
    const dls_friction_task *T = I->T;
    int d = T->d;
    for (dls_int c = 0; c < T->nc; c++) {
        const dls_cone *cone = &I->cones.cone[c];
        double *row = I->c + c * d, v[DLS_FRICTION_DIM], out[DLS_FRICTION_DIM];
        dls_copy(cone->size, I->gap + cone->start, v);
        if (dls_friction_interior_curved(I, c)) {
            v[0] += T->problem->mu[c] * I->kappa * I->lag[c];
        }
        cone->kind->apply(cone, v, out);
        for (int i = 0; i < d; i++) {
            row[i] = i < cone->size           ? I->shift[cone->start + i] - out[i]
                     : T->problem->mu[c] == 0 ? -T->r[c * d + i]
                                              : -T->u[c * d + i];
        }
    }
    dls_error error = dls_friction_system_solve(I->S, I->c, I->g, I->dr, I->du, I->dv);
    dls_friction_interior_cone(I, I->dr, I->dx);
    for (dls_int c = 0; c < T->nc; c++) {
        double *dy = I->dy + I->cones.cone[c].start, mu = T->problem->mu[c];
        const double *du = I->du + c * d, *gap = I->gap + I->cones.cone[c].start;
        dy[0] = du[0] + gap[0];
        if (dls_friction_interior_curved(I, c)) {
            for (int i = 1; i < d; i++) {
                dy[i] = mu * du[i] + gap[i];
            }
            double t[DLS_FRICTION_DIM], length = slip(I, c, t), along = I->lag[c];
            for (int i = 1; i < d; i++) {
                along += t[i] / length * du[i];
            }
            I->ds[c] = I->kappa * along;
            dy[0] += mu * I->ds[c];
        }
    }
    return error;
}
