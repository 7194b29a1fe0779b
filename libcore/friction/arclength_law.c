/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The smoothed law of arclength.c at one contact, differentiated. */
#include <math.h>

#include "friction/arclength.h"

/* (x + (x^2 + 4 tau)^1/2) / 2, with g (x) g (-x) = tau */
static double grow(double x, double tau)
{
    double s = hypot(x, 2 * sqrt(tau));
    return x > 0 ? (x + s) / 2 : 2 * tau / (s - x);
}

/* The matrix with the eigenvalues low of (1, -n), high of (1, n), mid across n. */
static void spectral(int d, const double *n, const double *value, double *A)
{
    double mean = (value[0] + value[1]) / 2, half = (value[1] - value[0]) / 2;
    A[0] = mean;
    for (int i = 1; i < d; i++) {
        A[i] = A[i * d] = half * n[i];
        for (int j = 1; j < d; j++) {
            A[i * d + j] = (i == j) * value[2] + (mean - value[2]) * n[i] * n[j];
        }
    }
}

/* D = dP_tau in three eigenvalues; rest: I - D, without cancellation; P; tau dP / dtau */
typedef struct {
    double n[DLS_FRICTION_DIM], D[3], rest[3], ratio[3], P[2], slope[2];
} projection;

static projection project_smoothly(int d, const double *z, double tau)
{
    projection p = {.n = {0, 1}};
    double length = d == 2 ? fabs(z[1]) : hypot(z[1], z[2]), above[2];
    for (int i = 1; i < d && length > 0; i++) {
        p.n[i] = z[i] / length;
    }
    for (int k = 0; k < 2; k++) {
        double x = z[0] + (k == 0 ? -length : length), s = hypot(x, 2 * sqrt(tau));
        p.P[k] = grow(x, tau);
        above[k] = grow(-x, tau);
        p.D[k] = p.P[k] / s;
        p.rest[k] = above[k] / s;
        p.slope[k] = tau / s;
    }
    static const double SAME = 1e-12; /* eigenvalues: the quotient is rounding, the mean is not */
    bool apart = length > SAME * (p.P[1] + above[1]);
    p.D[2] = apart ? (p.P[1] - p.P[0]) / (2 * length) : (p.D[0] + p.D[1]) / 2;
    p.rest[2] = apart ? (above[0] - above[1]) / (2 * length) : (p.rest[0] + p.rest[1]) / 2;
    for (int k = 0; k < 3; k++) {
        p.ratio[k] = p.D[k] / p.rest[k];
    }
    return p;
}

/* mu = 0 or Inf: the normal alone is complementary, r_T = 0 or u_T = 0. */
static void straight(const dls_smoothed *X, dls_int c, double tau)
{
    static const double TINY = 1e-8;
    const dls_friction_task *T = X->T;
    int d = T->d;
    double mu = T->problem->mu[c], rho = T->rho[c], *F = X->F + c * d, *G = X->G + c * d;
    const double *r = T->r + c * d, *u = T->u + c * d;
    double x = r[0] - rho * u[0], s = hypot(x, 2 * sqrt(tau)), P = grow(x, tau);
    dls_friction_blocks b = X->S->blocks;
    for (int k = 0; k < d * d; k++) {
        dls_int at = c * d * d + k;
        bool normal = k == 0, own = k % (d + 1) == 0;
        b.A[at] = normal ? grow(-x, tau) / s : own ? (mu == 0 ? 1 : TINY) : 0;
        b.B[at] = normal ? rho * P / s : own && mu > 0 ? rho : 0;
        b.Ai[at] = own ? 1 / b.A[at] : 0;
        b.C[at] = b.C0[at] = own ? b.B[at] / b.A[at] : 0;
    }
    F[0] = r[0] - P;
    G[0] = -tau / s;
    for (int i = 1; i < d; i++) {
        F[i] = mu == 0 ? r[i] : rho * u[i];
        G[i] = 0;
    }
}

/* F, G and the blocks of contact c at tau, eps */
static void curved(const dls_smoothed *X, dls_int c, double tau, double eps)
{
    const dls_friction_task *T = X->T;
    int d = T->d;
    double mu = T->problem->mu[c], rho = T->rho[c], *F = X->F + c * d, *G = X->G + c * d;
    const double *r = T->r + c * d, *u = T->u + c * d;
    double slip = d == 2 ? fabs(u[1]) : hypot(u[1], u[2]), phi = hypot(slip, eps), z[3] = {0}, M[9];
    for (int i = 0; i < d; i++) {
        z[i] = (i == 0 ? mu : 1) * r[i] - rho * (i == 0 ? u[0] + mu * phi : mu * u[i]);
    }
    projection p = project_smoothly(d, z, tau);
    dls_friction_blocks b = X->S->blocks;
    double *A = b.A + c * d * d, *B = b.B + c * d * d, *Ai = b.Ai + c * d * d;
    double *C = b.C + c * d * d, *C0 = b.C0 + c * d * d, inverse[3], E[9], R[9];
    for (int k = 0; k < 3; k++) {
        inverse[k] = 1 / p.rest[k];
    }
    spectral(d, p.n, p.rest, A);
    spectral(d, p.n, inverse, E);
    spectral(d, p.n, p.D, M);
    spectral(d, p.n, p.ratio, R);
    double lag = rho * mu * eps * eps / phi;
    for (int i = 0; i < d; i++) {
        double side = p.n[i] * (p.P[1] - p.P[0]) / 2, push = p.n[i] * (p.slope[1] - p.slope[0]) / 2;
        F[i] = i == 0 ? mu * r[0] - (p.P[0] + p.P[1]) / 2 : r[i] - side;
        G[i] = M[i * d] * lag - (i == 0 ? (p.slope[0] + p.slope[1]) / 2 : push);
        for (int j = 0; j < d; j++) {
            int k = i * d + j;
            double t = j > 0 ? mu * u[j] / phi : 0, Y = rho * (j == 0 ? 1 : mu);
            double Xi = i == 0 ? 1 / mu : 1;
            A[k] *= j == 0 ? mu : 1;
            Ai[k] = Xi * E[k];
            B[k] = Y * M[k] + rho * M[i * d] * t;
            C0[k] = Xi * Y * R[k];
            C[k] = C0[k] + Xi * rho * R[i * d] * t;
        }
    }
}

void dls_friction_smooth(const dls_smoothed *X, dls_int c, double tau)
{
    double mu = X->T->problem->mu[c], rho = X->T->rho[c], own = rho * X->scale * X->scale;
    if (mu > 0 && isfinite(mu)) {
        curved(X, c, own * tau, X->round * X->scale * tau / sqrt(rho));
    } else {
        straight(X, c, own * tau);
    }
}
