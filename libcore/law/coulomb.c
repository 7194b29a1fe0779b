/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One contact: projection on Coulomb's cone, and the two usual equations for its law. */
#include <math.h>

#include "law/law.h"

static double length(int d, const double *x)
{
    if (d == 2) {
        return fabs(x[1]);
    }
    double square = x[1] * x[1] + x[2] * x[2]; /* hypot takes ten times as long */
    return dls_is_safe(square) ? sqrt(square) : hypot(x[1], x[2]);
}

static void fill_disc(int size, double value, double *A)
{
    for (int i = 0; i < size; i++) {
        A[i] = value;
    }
}

/* A = diag (first, second, .., second) */
static void diagonal(int d, double first, double second, double *A)
{
    fill_disc(d * d, 0, A);
    for (int i = 0; i < d; i++) {
        A[i * d + i] = i == 0 ? first : second;
    }
}

/* Cones without an oblique boundary: mu = 0 is the ray of e_N, mu = Inf the half space. */
static void project_straight(int d, bool sticks, const double *x, double *p, double *D)
{
    bool presses = x[0] > 0;
    for (int i = 1; i < d; i++) {
        p[i] = sticks ? x[i] : 0;
    }
    p[0] = presses ? x[0] : 0;
    if (D) {
        diagonal(d, presses, sticks, D);
    }
}

/* Between the cone and its polar: p = a (1, mu e) with e = x_T / |x_T| and
   a = (x_N + mu |x_T|) / (1 + mu^2). */
static void project_oblique(int d, double mu, double t, const double *x, double *p, double *D)
{
    double k = 1 / (1 + mu * mu), a = (x[0] + mu * t) * k;
    double e[DLS_FRICTION_DIM] = {0, x[1] / t, d == 3 ? x[2] / t : 0};
    p[0] = a;
    for (int i = 1; i < d; i++) {
        p[i] = mu * a * e[i];
    }
    if (!D) {
        return;
    }
    double turn = mu * a / t;
    D[0] = k;
    for (int i = 1; i < d; i++) {
        D[i] = D[i * d] = k * mu * e[i];
        for (int j = 1; j < d; j++) {
            D[i * d + j] = turn * ((i == j) - e[i] * e[j]) + k * mu * mu * e[i] * e[j];
        }
    }
}

void dls_law_project(int d, double mu, const double *x, double *p, double *D)
{
    if (mu == 0 || isinf(mu)) {
        project_straight(d, mu > 0, x, p, D);
        return;
    }
    double t = length(d, x);
    if (t <= mu * x[0]) {
        for (int i = 0; i < d; i++) {
            p[i] = x[i];
        }
        if (D) {
            diagonal(d, 1, 1, D);
        }
    } else if (mu * t <= -x[0]) {
        fill_disc(d, 0, p);
        if (D) {
            fill_disc(d * d, 0, D);
        }
    } else {
        project_oblique(d, mu, t, x, p, D);
    }
}

void dls_law_natural(int d, double mu, double rho, const double *r, const double *u, double *F,
                     double *A, double *B)
{
    double slip = length(d, u), friction = isinf(mu) ? 0 : mu;
    double x[DLS_FRICTION_DIM] = {0}, p[DLS_FRICTION_DIM], D[DLS_FRICTION_DIM * DLS_FRICTION_DIM];
    for (int i = 0; i < d; i++) {
        x[i] = r[i] - rho * u[i];
    }
    x[0] -= rho * friction * slip;
    dls_law_project(d, mu, x, p, A ? D : NULL);
    for (int i = 0; i < d; i++) {
        F[i] = r[i] - p[i];
    }
    if (!A) {
        return;
    }
    for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
            A[i * d + j] = (i == j) - D[i * d + j];
            /* of u + mu |u_T| e_N; the zero element of the subdifferential where u_T = 0 */
            double along = j > 0 && slip > 0 ? friction * u[j] / slip : 0;
            B[i * d + j] = rho * (D[i * d + j] + D[i * d] * along);
        }
    }
}

void dls_law_alart_curnier(int d, double mu, double rho, const double *r, const double *u,
                           double *F, double *A, double *B)
{
    double x = r[0] - rho * u[0], y[DLS_FRICTION_DIM] = {0};
    for (int i = 1; i < d; i++) {
        y[i] = r[i] - rho * u[i];
    }
    double t = length(d, y), radius = x > 0 ? mu * x : 0;
    bool slides = isinf(mu) ? false : t > radius;
    double share = slides ? radius / t : 1;
    F[0] = r[0] - fmax(0, x);
    for (int i = 1; i < d; i++) {
        F[i] = r[i] - share * y[i];
    }
    if (!A) {
        return;
    }
    fill_disc(d * d, 0, A);
    fill_disc(d * d, 0, B);
    A[0] = x <= 0;
    B[0] = x > 0 ? rho : 0;
    for (int i = 1; i < d; i++) {
        double e = slides ? y[i] / t : 0, growth = slides && x > 0 ? mu * e : 0;
        A[i * d] = -growth;
        B[i * d] = rho * growth;
        for (int j = 1; j < d; j++) {
            double D = share * ((i == j) - e * (slides ? y[j] / t : 0));
            A[i * d + j] = (i == j) - D;
            B[i * d + j] = rho * D;
        }
    }
}

void dls_law_multiply(int d, const double *A, const double *B, double *C)
{
    for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
            double sum = 0;
            for (int k = 0; k < d; k++) {
                sum += A[i * d + k] * B[k * d + j];
            }
            C[i * d + j] = sum;
        }
    }
}

/* Gauss and Jordan with pivots from the whole column. */
bool dls_law_inverse(int d, const double *A, double *C)
{
    double L[DLS_FRICTION_DIM * DLS_FRICTION_DIM];
    for (int k = 0; k < d * d; k++) {
        L[k] = A[k];
        C[k] = k % (d + 1) == 0;
    }
    for (int k = 0; k < d; k++) {
        int pivot = k;
        for (int i = k + 1; i < d; i++) {
            pivot = fabs(L[i * d + k]) > fabs(L[pivot * d + k]) ? i : pivot;
        }
        double value = L[pivot * d + k];
        if (!(fabs(value) > 0) || !isfinite(value)) {
            return false;
        }
        for (int j = 0; j < d; j++) {
            double l = L[pivot * d + j], c = C[pivot * d + j];
            L[pivot * d + j] = L[k * d + j];
            C[pivot * d + j] = C[k * d + j];
            L[k * d + j] = l / value;
            C[k * d + j] = c / value;
        }
        for (int i = 0; i < d; i++) {
            double factor = i == k ? 0 : L[i * d + k];
            for (int j = 0; j < d; j++) {
                L[i * d + j] -= factor * L[k * d + j];
                C[i * d + j] -= factor * C[k * d + j];
            }
        }
    }
    return true;
}
